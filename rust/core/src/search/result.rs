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
}
