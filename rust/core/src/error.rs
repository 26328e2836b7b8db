//! Errors: each names the thing that is wrong and what is allowed.

use thiserror::Error;

/// The result of anything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// An error. Nothing is half-changed when it is returned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The move exists in this game but may not be played here.
    #[error("illegal move {text} in '{position}': {reason}")]
    IllegalMove {
        /// The move in the game's notation, or its index.
        text: String,
        /// The position in its one-line form, as the player to move knows it.
        position: String,
        /// Why it is illegal, and which moves are legal.
        reason: String,
    },
    /// Text that does not follow its format.
    #[error("cannot read {what} {text:?}: {reason}")]
    Parse {
        /// What was being read: "a move", "a position", "a record".
        what: &'static str,
        /// The text, shortened.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file whose bytes do not follow its format: damaged, cut short, or of another kind or
    /// version.
    #[error("cannot read {what} {path:?}: {reason}")]
    DamagedFile {
        /// What was being read: "database", "checkpoint".
        what: &'static str,
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Text of a position that no game can reach.
    #[error("impossible position {text:?}: {reason}")]
    InvalidPosition {
        /// The text, shortened.
        text: String,
        /// Which rule it breaks.
        reason: String,
    },
    /// No game of this name.
    #[error("unknown game {name:?}; the games are {known}")]
    UnknownGame {
        /// The name as given.
        name: String,
        /// The existing names.
        known: String,
    },
    /// No player of this name.
    #[error("unknown player {name:?}; the players of {game} are {known}")]
    UnknownPlayer {
        /// The name as given.
        name: String,
        /// The game it was asked for.
        game: String,
        /// The existing names.
        known: String,
    },
    /// A number or an option out of its range.
    #[error("{name} must be {allowed}, not {value}")]
    Parameter {
        /// The parameter's name.
        name: String,
        /// Its range in words.
        allowed: String,
        /// The given value.
        value: String,
    },
    /// An action that is not defined for this game or board.
    #[error("{what} is not defined for {game}: {reason}")]
    Unsupported {
        /// The player or the action.
        what: String,
        /// The game's spec.
        game: String,
        /// The reason.
        reason: String,
    },
    /// A player cannot continue and loses the game.
    #[error("{reason}")]
    Forfeit {
        /// What went wrong, as text for the user.
        reason: String,
    },
    /// An action that would use what is hidden from the player to move.
    #[error(
        "{what} is not defined for {game}: it would look at what is hidden from the player to move"
    )]
    Hidden {
        /// The player or the action.
        what: String,
        /// The game's spec.
        game: String,
    },
    /// An exact solve that met its node or time limit before it was done.
    #[error("not solved within the limit: {nodes} nodes, {seconds:.1} s")]
    Limit {
        /// Nodes visited.
        nodes: u64,
        /// Seconds spent.
        seconds: Seconds,
    },
    /// A table or a list larger than the free memory.
    #[error("{mib} MiB do not fit into memory")]
    Memory {
        /// The size asked for.
        mib: usize,
    },
    /// The system could not read or write a file.
    #[error("{path}: {reason}")]
    Io {
        /// The file or folder.
        path: String,
        /// The system's error number, if there is one.
        code: Option<i32>,
        /// The system's message.
        reason: String,
    },
    /// The caller asked a long call to stop.
    #[error("interrupted")]
    Interrupted,
}

/// A duration in seconds that can be compared, for error values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(pub f64);

impl Eq for Seconds {}

impl std::fmt::Display for Seconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Error {
    /// An [`Error::Parameter`] in one line.
    pub fn parameter(
        name: &str,
        allowed: impl Into<String>,
        value: impl std::fmt::Display,
    ) -> Self {
        Error::Parameter {
            name: name.into(),
            allowed: allowed.into(),
            value: shorten(&format!("{value}")),
        }
    }

    /// An [`Error::Parse`] in one line.
    pub fn parse(what: &'static str, text: &str, reason: impl Into<String>) -> Self {
        Error::Parse { what, text: shorten(text), reason: shorten(&reason.into()) }
    }

    /// An [`Error::DamagedFile`] in one line.
    pub fn damaged(what: &'static str, path: &std::path::Path, reason: impl Into<String>) -> Self {
        let path = shorten(&path.display().to_string());
        Error::DamagedFile { what, path, reason: reason.into() }
    }

    /// An [`Error::Io`] in one line.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Error::Io {
            path: shorten(&path.display().to_string()),
            code: error.raw_os_error(),
            reason: shorten(&error.to_string()),
        }
    }

    /// An [`Error::InvalidPosition`] in one line.
    pub fn invalid_position(text: &str, reason: impl Into<String>) -> Self {
        Error::InvalidPosition { text: shorten(text), reason: shorten(&reason.into()) }
    }
}

/// At most 200 characters of the user's text, so that a message stays one readable line.
pub(crate) fn shorten(text: &str) -> String {
    shorten_to(text, 200)
}

/// A text, shortened to at most `most` characters.
pub(crate) fn shorten_to(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
