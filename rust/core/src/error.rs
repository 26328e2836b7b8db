//! Everything that can go wrong, each with the words that name the thing and what is allowed.

use thiserror::Error;

/// The result of anything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong. Nothing is half-changed when one of these comes back.
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
        /// Why not, and what would be legal.
        reason: String,
    },
    /// Text that is not spelled as its format demands.
    #[error("cannot read {what} {text:?}: {reason}")]
    Parse {
        /// What was being read: "a move", "a position", "a record".
        what: &'static str,
        /// The text, shortened.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file whose bytes are not what its format demands: damaged, cut short, of another kind
    /// or version.
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
        /// The names there are.
        known: String,
    },
    /// No player of this name.
    #[error("unknown player {name:?}; the players of {game} are {known}")]
    UnknownPlayer {
        /// The name as given.
        name: String,
        /// The game it was asked for.
        game: String,
        /// The names there are.
        known: String,
    },
    /// A number or an option out of its range.
    #[error("{name} must be {allowed}, not {value}")]
    Parameter {
        /// The parameter's name.
        name: String,
        /// Its range in words.
        allowed: String,
        /// What was given.
        value: String,
    },
    /// A thing that has no meaning for this game or board.
    #[error("{what} is not defined for {game}: {reason}")]
    Unsupported {
        /// The player or the action.
        what: String,
        /// The game's spec.
        game: String,
        /// What it needs.
        reason: String,
    },
    /// A player that cannot go on and loses the game.
    #[error("{reason}")]
    Forfeit {
        /// Why it cannot.
        reason: String,
    },
    /// A thing that looks at what is hidden from the player to move.
    #[error(
        "{what} is not defined for {game}: it would look at what is hidden from the player to move"
    )]
    Hidden {
        /// The player or the action.
        what: String,
        /// The game's spec.
        game: String,
    },
    /// An exact solve that met its node or time limit first.
    #[error("not solved within the limit: {nodes} nodes, {seconds:.1} s")]
    Limit {
        /// Nodes visited.
        nodes: u64,
        /// Seconds spent.
        seconds: Seconds,
    },
    /// A table or a list larger than what the system can give.
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
        /// The system's number for what happened, if it has one.
        code: Option<i32>,
        /// What happened.
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
    /// A [`Error::Parameter`] in one line.
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

    /// A [`Error::Parse`] in one line.
    pub fn parse(what: &'static str, text: &str, reason: impl Into<String>) -> Self {
        Error::Parse { what, text: shorten(text), reason: shorten(&reason.into()) }
    }

    /// A [`Error::DamagedFile`] in one line.
    pub fn damaged(what: &'static str, path: &std::path::Path, reason: impl Into<String>) -> Self {
        let path = shorten(&path.display().to_string());
        Error::DamagedFile { what, path, reason: reason.into() }
    }

    /// A [`Error::Io`] in one line.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Error::Io {
            path: shorten(&path.display().to_string()),
            code: error.raw_os_error(),
            reason: shorten(&error.to_string()),
        }
    }

    /// A [`Error::InvalidPosition`] in one line.
    pub fn invalid_position(text: &str, reason: impl Into<String>) -> Self {
        Error::InvalidPosition { text: shorten(text), reason: shorten(&reason.into()) }
    }
}

/// At most 200 characters of what the user gave, so that a message stays one readable line.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 200;
    if text.chars().count() <= MOST {
        return text.to_string();
    }
    let head: String = text.chars().take(MOST).collect();
    format!("{head}…")
}
