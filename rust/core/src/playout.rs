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
pub fn playout<G: Game>(mut position: G, rng: &mut Rng) -> (Outcome, usize) {
    let mut plies = 0;
    while let Some(m) = position.pick_legal(|n| rng.below(n)) {
        position.play_unchecked(m);
        plies += 1;
    }
    (position.final_outcome(), plies)
}
