//! The result of a search.

use std::time::Duration;

use crate::game::Move;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Value for the side to move, in points of the game's score.
    pub value: f64,
    /// The best move; `None` in a finished game.
    pub best_move: Option<Move>,
    /// The principal variation: best play from both sides as far as searched, the best move first.
    pub pv: Vec<Move>,
    /// Depth in plies of the last full search.
    pub depth: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// True if the value is proven, not an estimate.
    pub exact: bool,
    /// The best moves with their own values, best first: as many as asked for, or as there are.
    pub lines: Vec<Line>,
}

/// A move of the root with its own value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move.
    pub m: Move,
    /// Its value for the side that makes it, in points of the game's score.
    pub value: f64,
    /// True if the value is proven, not an estimate.
    pub exact: bool,
    /// Depth of the search in plies; `None` after a solve, which reaches the end of the game.
    pub depth: Option<usize>,
    /// The principal variation that begins with the move.
    pub pv: Vec<Move>,
}
