//! What a search hands out.

use std::time::Duration;

use crate::game::Move;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Value for the side to move, in points of the game's score.
    pub value: f64,
    /// The best move; `None` in a finished game.
    pub best_move: Option<Move>,
    /// Best play from both sides as far as the search saw it, the best move first.
    pub pv: Vec<Move>,
    /// Plies searched in full.
    pub depth: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The value is proven, not an estimate.
    pub exact: bool,
}
