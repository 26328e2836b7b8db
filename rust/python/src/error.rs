//! Errors across the border: every core error to its exception, in one `match`.
//!
//! An exception tells its details in attributes as well as in its text. They are in the instance's
//! dictionary, so copies and pickles keep them; the class declares each type and has None for
//! exceptions that are made without them.

use bitgames_core::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Makes the exceptions, each with its base, its text and its attributes, whose types the stub says.
macro_rules! exceptions {
    ($($name:ident($base:ty), $text:literal $(, $attribute:literal: $kind:literal)*;)*) => {
        $(create_exception!(bitgames, $name, $base, $text);)*

        /// Gives the exceptions the attributes that their instances may have.
        pub fn declare_attributes(py: Python<'_>) -> PyResult<()> {
            $(
                let (class, annotations) = (py.get_type::<$name>(), PyDict::new(py));
                $(
                    class.setattr($attribute, py.None())?;
                    annotations.set_item($attribute, $kind)?;
                )*
                class.setattr("__annotations__", annotations)?;
            )*
            Ok(())
        }
    };
}

exceptions! {
    GameError(PyValueError), "Base of every error of this package; a ValueError.";
    IllegalMoveError(GameError), "A move that may not be played in a position.

``move`` is the move as text. ``position`` and ``legal_moves`` are there where the game hides nothing,
else None.",
        "move": "str | None", "position": "Position | None", "legal_moves": "Moves | None";
    ParseError(GameError), "Text or a file that does not have its format.

``what`` was read, ``text`` is what was given (shortened), ``reason`` is what is wrong with it.",
        "what": "str | None", "text": "str | None", "reason": "str | None";
    DamagedFileError(ParseError), "A file that is damaged, cut short, of another kind or version.

``path`` is the file, ``what`` it should be, ``reason`` is what is wrong with it.",
        "path": "str | None";
    InvalidPositionError(GameError), "Valid text of a position that no game can reach.

``text`` is what was given (shortened), ``reason`` is the rule that it breaks.",
        "text": "str | None", "reason": "str | None";
    UnknownGameError(GameError), "No game has this name.

``name`` is what was given, ``known`` are the names that there are.",
        "name": "str | None", "known": "list[str] | None";
    UnknownPlayerError(GameError), "No player has this name.

``name`` is what was given, ``game`` is what it was asked for, ``known`` are the names that there are.",
        "name": "str | None", "game": "str | None", "known": "list[str] | None";
    ParameterError(GameError), "A number or an option out of its range.

``name`` is the parameter, ``allowed`` is its range in words, ``value`` is what was given, as text.",
        "name": "str | None", "allowed": "str | None", "value": "str | None";
    UnsupportedError(GameError), "A player or an action that has no meaning for this game or board.

``what`` was asked for, ``game`` is the game's spec, ``reason`` is what it needs.",
        "what": "str | None", "game": "str | None", "reason": "str | None";
    LimitError(GameError),
        "An exact solve that reached its node or time limit before the value was proven.

``nodes`` is the number of positions visited, ``seconds`` the time spent.",
        "nodes": "int | None", "seconds": "float | None";
    ClosedError(GameError), "A file that was closed is used.";
    CancelledError(GameError),
        "A long call or a choice that ``stop`` ended before there was a result.";
    ForfeitError(GameError), "A player cannot go on and loses the game; the text says why.";
}

/// An error on its way to Python: `?` turns a core error into one.
pub struct Raise(PyErr);

impl From<Error> for Raise {
    fn from(error: Error) -> Self {
        Raise(Python::attach(|py| exception(py, error)))
    }
}

/// The exception of a core error.
fn exception(py: Python<'_>, error: Error) -> PyErr {
    let text = shorten(&error.to_string(), MAX_TEXT);
    let told = |error: PyErr, attributes: &[(&str, &str)]| {
        for &(name, value) in attributes {
            match name {
                "known" => tell(py, &error, name, value.split(", ").collect::<Vec<_>>()),
                _ => tell(py, &error, name, shorten(value, MAX_ATTRIBUTE)),
            }
        }
        error
    };
    match &error {
        Error::IllegalMove { text: m, .. } => told(IllegalMoveError::new_err(text), &[("move", m)]),
        Error::Parse { what, text: given, reason } => {
            told(ParseError::new_err(text), &[("what", what), ("text", given), ("reason", reason)])
        }
        Error::DamagedFile { what, path, reason } => told(
            DamagedFileError::new_err(text),
            &[("what", what), ("path", path), ("reason", reason)],
        ),
        Error::InvalidPosition { text: given, reason } => {
            told(InvalidPositionError::new_err(text), &[("text", given), ("reason", reason)])
        }
        Error::UnknownGame { name, known } => {
            told(UnknownGameError::new_err(text), &[("name", name), ("known", known)])
        }
        Error::UnknownPlayer { name, game, known } => told(
            UnknownPlayerError::new_err(text),
            &[("name", name), ("game", game), ("known", known)],
        ),
        Error::Parameter { name, allowed, value } => told(
            ParameterError::new_err(text),
            &[("name", name), ("allowed", allowed), ("value", value)],
        ),
        Error::Unsupported { what, game, reason } => told(
            UnsupportedError::new_err(text),
            &[("what", what), ("game", game), ("reason", reason)],
        ),
        Error::Hidden { what, game } => told(
            UnsupportedError::new_err(format!("{text}; {HIDDEN_HINT}")),
            &[("what", what), ("game", game), ("reason", HIDDEN_HINT)],
        ),
        Error::Forfeit { .. } => ForfeitError::new_err(text),
        Error::Limit { nodes, seconds, .. } => {
            let error = LimitError::new_err(text);
            tell(py, &error, "nodes", *nodes);
            tell(py, &error, "seconds", seconds.0);
            error
        }
        Error::Memory { .. } => PyMemoryError::new_err(text),
        Error::Io { path, code, reason } => match code {
            Some(code) => PyOSError::new_err((*code, plain(reason).to_owned(), path.clone())),
            None => PyOSError::new_err(text),
        },
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        _ => GameError::new_err(text),
    }
}

/// Most characters of an error's text, and of one attribute: what was given may be a whole file.
const MAX_TEXT: usize = 2000;
const MAX_ATTRIBUTE: usize = 1000;

/// Gives an exception an attribute.
pub fn tell<'py>(py: Python<'py>, error: &PyErr, name: &str, value: impl IntoPyObject<'py>) {
    // It cannot fail, because an exception has a dictionary; the text says the same in any case.
    let _ = error.value(py).setattr(name, value);
}

fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The error for an argument of another type than `expected` says.
pub fn wrong_type(expected: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{expected}, not {}", kind_of(given)))
}

/// What an object is, in a few words.
pub fn kind_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "another object".into(), |name| name.to_string())
}

/// The alternatives for a position that hides something.
const HIDDEN_HINT: &str = "search a world that determinize draws, with see_all=True, or ask a player \
                           that goes by its view, as montecarlo does; where the player to move knows \
                           all, nothing is refused";

/// The system's message without the error number, which Rust appends and Python prepends.
fn plain(reason: &str) -> &str {
    reason.split_once(" (os error").map_or(reason, |(words, _)| words)
}

impl From<PyErr> for Raise {
    fn from(error: PyErr) -> Self {
        Raise(error)
    }
}

impl Raise {
    /// The exception, for more attributes.
    pub fn error(&self) -> &PyErr {
        &self.0
    }
}

impl From<Raise> for PyErr {
    fn from(raise: Raise) -> Self {
        raise.0
    }
}

/// Result of a function that Python calls.
pub type Result<T> = std::result::Result<T, Raise>;
