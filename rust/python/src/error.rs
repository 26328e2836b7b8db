//! Errors across the border: every core error to its exception, in one `match`.

use bitgames_core::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    bitgames,
    GameError,
    PyValueError,
    "Base of every error of this package; a ValueError."
);
create_exception!(
    bitgames,
    IllegalMoveError,
    GameError,
    "A move that may not be played in this position; the text names both and what is legal."
);
create_exception!(
    bitgames,
    ParseError,
    GameError,
    "Text or a file that is not spelled as its format demands."
);
create_exception!(
    bitgames,
    DamagedFileError,
    ParseError,
    "A file that is damaged, cut short, of another kind or version; the text names it."
);
create_exception!(
    bitgames,
    InvalidPositionError,
    GameError,
    "Well-spelled text of a position that no game can reach."
);
create_exception!(bitgames, UnknownGameError, GameError, "No game has this name.");
create_exception!(bitgames, UnknownPlayerError, GameError, "No player has this name.");
create_exception!(bitgames, ParameterError, GameError, "A number or an option out of its range.");
create_exception!(
    bitgames,
    UnsupportedError,
    GameError,
    "A player or an action that has no meaning for this game or board."
);
create_exception!(
    bitgames,
    LimitError,
    GameError,
    "An exact solve that met its node or time limit first."
);

create_exception!(
    bitgames,
    CancelledError,
    GameError,
    "A long call or a choice that its ``stop`` ended before there was a result."
);
create_exception!(
    bitgames,
    ForfeitError,
    GameError,
    "A player cannot go on and loses the game; the text says why."
);

/// A core error on its way to Python: `?` turns one into the other.
pub struct Raise(PyErr);

impl From<Error> for Raise {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        Raise(match error {
            Error::IllegalMove { .. } => IllegalMoveError::new_err(text),
            Error::Parse { .. } => ParseError::new_err(text),
            Error::DamagedFile { .. } => DamagedFileError::new_err(text),
            Error::InvalidPosition { .. } => InvalidPositionError::new_err(text),
            Error::UnknownGame { .. } => UnknownGameError::new_err(text),
            Error::UnknownPlayer { .. } => UnknownPlayerError::new_err(text),
            Error::Parameter { .. } => ParameterError::new_err(text),
            Error::Unsupported { .. } => UnsupportedError::new_err(text),
            Error::Forfeit { .. } => ForfeitError::new_err(text),
            Error::Hidden { .. } => UnsupportedError::new_err(format!("{text}; {HIDDEN_HINT}")),
            Error::Limit { .. } => LimitError::new_err(text),
            Error::Memory { .. } => PyMemoryError::new_err(text),
            Error::Io { path, code, reason } => match code {
                Some(code) => PyOSError::new_err((code, plain(&reason).to_owned(), path)),
                None => PyOSError::new_err(text),
            },
            Error::Interrupted => PyKeyboardInterrupt::new_err(()),
            _ => GameError::new_err(text),
        })
    }
}

/// What may be done instead where a position hides something.
const HIDDEN_HINT: &str = "search a world that determinize draws, with see_all=True, or ask a player \
                           that goes by its view, as montecarlo does; where the player to move knows \
                           all, nothing is refused";

/// A system's words without the number that Rust puts behind them and Python before.
fn plain(reason: &str) -> &str {
    reason.split_once(" (os error").map_or(reason, |(words, _)| words)
}

impl From<PyErr> for Raise {
    fn from(error: PyErr) -> Self {
        Raise(error)
    }
}

impl From<Raise> for PyErr {
    fn from(raise: Raise) -> Self {
        raise.0
    }
}

/// Result of a function that Python calls.
pub type Result<T> = std::result::Result<T, Raise>;
