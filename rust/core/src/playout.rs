//! Random games.

use crate::game::{Game, Outcome};
use crate::rng::Rng;

/// Plays uniformly random legal moves to the end; returns the outcome and the number of plies.
///
/// ```
/// use bitgames_core::{games::TicTacToe3, playout::playout, rng::Rng};
/// let (_outcome, plies) = playout(TicTacToe3::default(), &mut Rng::new(1));
/// assert!((5..=9).contains(&plies));
/// ```
pub fn playout<G: Game>(position: G, rng: &mut Rng) -> (Outcome, usize) {
    position.playout(rng)
}
