//! The search of the 8 x 8 board.
//!
//! Principal variation search on two words of discs, with the learned evaluation at its leaves:
//!
//! - iterative deepening on a transposition table that stays from move to move;
//! - multi-ProbCut: in null windows a search of about half the depth predicts the value, and where
//!   the prediction is far enough outside of the window the node is cut (Michael Buro, "Experiments
//!   with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997). The margins
//!   are multiples of a deviation fitted to pairs of our own searches (`cuts.rs`);
//! - towards the end of the game, searches to the last move with ever higher certainty, whose last
//!   plies the exact solver answers; then the exact solver alone.
//!
//! Depth counts discs placed: a forced pass costs none, so a search as deep as there are empty
//! cells reaches the end of the game. Values are hundredths of a disc.

mod cuts;
mod levels;
mod moves;
mod node;
mod root;
mod schedule;
mod search;

pub use self::cuts::{FEATURES, features};
pub(super) use self::levels::LEVELS;
pub(super) use self::root::Midgame;
pub use self::search::estimate;

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "values are whole hundredths of a disc, computed once")]
mod tests;
