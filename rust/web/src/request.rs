//! What can be asked for.

use serde::Deserialize;
use serde_json::Value;

use crate::work::Task;

/// A request. A position is its text form, or the spec of a game for its start. Numbers that are left
/// out have the defaults of the Python package.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[serde(deny_unknown_fields)]
pub enum Request {
    /// The games, and the files of data that are there or missing.
    Games {},
    /// Takes a file of data: learned weights or an opening book.
    Load {
        /// Its name, as in the answer to `games`.
        name: String,
    },
    /// A position: whose turn it is, its legal moves, its outcome.
    Position {
        /// The position.
        position: String,
    },
    /// The start of the game of a position; a game of chance is dealt.
    Deal {
        /// The position.
        position: String,
        /// Seed of the deal.
        seed: u64,
    },
    /// The position after a move.
    Play {
        /// The position.
        position: String,
        /// The move.
        #[serde(rename = "move")]
        m: MoveName,
    },
    /// What a player sees of a position.
    View {
        /// The position.
        position: String,
        /// The player.
        player: u8,
    },
    /// The players and the levels of the game of a position.
    Players {
        /// The position.
        position: String,
    },
    /// Counts the games of so many plies.
    Perft {
        /// The position.
        position: String,
        /// Number of plies.
        depth: usize,
        /// Time in milliseconds after which it fails with `interrupted`.
        ms: Option<f64>,
    },
    /// Begins a search by depths.
    Search {
        /// The position.
        position: String,
        /// Number of moves whose own values are searched.
        lines: Option<u64>,
        /// The level of the game's own search.
        level: Option<u64>,
        /// Look at what is hidden, too.
        #[serde(default)]
        see_all: bool,
        /// What it may use.
        #[serde(default)]
        limits: Limits,
        /// Size of the table in MiB.
        table_mib: Option<i64>,
    },
    /// Begins an exact solve.
    Solve {
        /// The position.
        position: String,
        /// Number of moves whose values are returned, too.
        #[serde(default)]
        lines: u64,
        /// Find win, loss or draw only.
        #[serde(default)]
        wld: bool,
        /// End the search at positions of the book.
        book: Option<bool>,
        /// What it may use.
        #[serde(default)]
        limits: Limits,
        /// Size of the table in MiB.
        table_mib: Option<i64>,
    },
    /// Goes on with a search or a solve: up to the next depth, or for some time.
    Step {
        /// The search or solve.
        handle: u32,
        /// Time in milliseconds after which it stops, to go on with the next step.
        ms: Option<f64>,
    },
    /// Makes a player, or begins its next game with another seed.
    Player {
        /// Its spec.
        player: String,
        /// A position of its game.
        position: String,
        /// Seed of its random numbers.
        seed: u64,
    },
    /// The move of a player.
    Choose {
        /// The player.
        handle: u32,
        /// The position in which the game began, or of which no more is known.
        position: String,
        /// The moves since.
        #[serde(default)]
        moves: Vec<MoveName>,
        /// Time in milliseconds after which it fails with `interrupted`.
        ms: Option<f64>,
    },
    /// Asks the room of the page.
    Room {
        /// The time in milliseconds.
        now: f64,
        /// What is asked.
        ask: Asked,
    },
    /// Does a task of the room, to the end.
    Run {
        /// It, as the room has ordered it.
        task: Task,
    },
    /// Forgets a search, a solve or a player.
    Free {
        /// It.
        handle: u32,
    },
}

/// What a room is asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "room", rename_all = "lowercase", deny_unknown_fields)]
pub enum Asked {
    /// Opens it anew.
    Open {
        /// From a source of random numbers.
        seed: u64,
        /// Milliseconds for each move of a game that one watches.
        pace: f64,
        /// What a room has kept, to go on with its game.
        kept: Option<Value>,
    },
    /// Hands it a message of the page.
    Message {
        /// It.
        message: Value,
    },
    /// Asks for what [`Asked::Open`] takes to go on with the game.
    Keep {},
    /// Lets it do what is due.
    Tick {},
    /// Tells it what a job has found.
    Report {
        /// Its number.
        job: u32,
        /// What it has found.
        found: Option<Value>,
        /// Why it found nothing.
        error: Option<String>,
        /// Whether that is all.
        #[serde(rename = "final")]
        is_final: bool,
    },
}

/// A move by its text or its index.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum MoveName {
    /// Its index.
    Index(u16),
    /// Its text.
    Text(String),
}

/// What a search may use.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u64>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time to use.
    pub seconds: Option<f64>,
}
