//! Perft: counts the leaves of the game tree, the test of every move generator.
//!
//! A leaf is a position at the given depth, or a finished game above it. A pass is a ply.

use crate::control::Control;
use crate::error::Result;
use crate::game::{Game, Move};
use crate::memory;

/// Checks of the control until positions are kept; a shorter count takes less time than their table.
const LONG: usize = 16;
/// Depth from which on they keep them: a count of less depth takes less time than a look. Also that at
/// which the control is asked: below it are about ten thousand nodes on the widest board.
const KNOWN_DEPTH: usize = 4;
/// Positions that are kept, about as many as fit a cache.
const SLOTS: usize = 1 << 15;
/// Leaves between two checks of the control: well under a millisecond of counting.
const POLL_LEAVES: u64 = 1 << 16;

/// Leaves of the tree `depth` plies below `position`; the last ply is counted, not played.
///
/// ```
/// use bitgames_core::{games::TicTacToe3, perft::perft};
/// assert_eq!(perft(&TicTacToe3::default(), 9), 255_168);
/// ```
pub fn perft<G: Game>(position: &G, depth: usize) -> u64 {
    match depth {
        0 => 1,
        // A finished game has no moves, and is itself a leaf.
        1 => position.count_legal().max(1) as u64,
        // Nine positions of ten are counted here: without a call for each it is 10 % faster.
        2 => position.leaves_below(),
        _ => {
            let mut leaves = 0;
            position.for_each_legal(|m| leaves += perft(&position.child(m), depth - 1));
            leaves.max(1)
        }
    }
}

/// [`perft`] that can be stopped; its progress counts leaves. A long count keeps the positions that it met
/// last, whole, and does not count them anew where other moves lead to them.
pub fn perft_with<G: Game>(position: &G, depth: usize, control: &Control<'_>) -> Result<u64> {
    let mut counter = Counter::new(control);
    let leaves = counter.count(position, depth)?;
    control.add_done(counter.unreported);
    Ok(leaves)
}

/// The leaves below a position.
#[derive(Clone)]
struct Known<G> {
    position: G,
    depth: usize,
    leaves: u64,
}

struct Counter<'a, G> {
    control: &'a Control<'a>,
    unreported: u64,
    checks: usize,
    /// Empty in short counts.
    known: Vec<Option<Known<G>>>,
}

impl<'a, G: Game> Counter<'a, G> {
    fn new(control: &'a Control<'a>) -> Self {
        Counter { control, unreported: 0, checks: 0, known: Vec::new() }
    }

    fn count(&mut self, position: &G, depth: usize) -> Result<u64> {
        if depth < KNOWN_DEPTH || position.is_over() {
            let leaves = perft(position, depth);
            self.report(leaves)?;
            return Ok(leaves);
        }
        let slot = (position.key() as usize).checked_rem(self.known.len());
        if let Some(known) = slot.and_then(|slot| self.known[slot].as_ref())
            && known.depth == depth
            && known.position == *position
        {
            let leaves = known.leaves;
            self.report(leaves)?;
            return Ok(leaves);
        }
        let mut leaves = 0;
        for m in position.legal_moves() {
            leaves += self.count(&position.child(m), depth - 1)?;
        }
        if let Some(slot) = slot {
            self.known[slot] = Some(Known { position: position.clone(), depth, leaves });
        }
        Ok(leaves)
    }

    fn report(&mut self, leaves: u64) -> Result<()> {
        self.unreported += leaves;
        if self.unreported >= POLL_LEAVES {
            self.control.add_done(std::mem::take(&mut self.unreported));
            self.control.poll()?;
            self.checks += 1;
            if self.checks == LONG {
                self.known = memory::filled(None, SLOTS)?;
            }
        }
        Ok(())
    }
}

/// [`perft`] below each legal move, in index order; empty at depth 0 and in a finished game.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, perft::divide};
/// let split = divide(&TicTacToe3::default(), 2, &Control::default())?;
/// assert!(split.iter().all(|&(_, leaves)| leaves == 8));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn divide<G: Game>(
    position: &G,
    depth: usize,
    control: &Control<'_>,
) -> Result<Vec<(Move, u64)>> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut counter = Counter::new(control);
    let below = |m| Ok((m, counter.count(&position.child(m), depth - 1)?));
    let split = position.legal_moves().into_iter().map(below).collect();
    control.add_done(counter.unreported);
    split
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rng::Rng;

    /// With and without a table, from positions along random games to their end.
    fn check<G: Game>(start: &G, rng: &mut Rng) {
        let control = Control::default();
        let mut position = start.clone();
        for depth in [4, 5, 6].into_iter().cycle().take(60) {
            let leaves = perft(&position, depth);
            let known = memory::filled(None, 64).expect("a small table");
            let mut counter = Counter { known, ..Counter::new(&control) };
            assert_eq!(counter.count(&position, depth), Ok(leaves), "{position:?}");
            assert_eq!(counter.count(&position, depth), Ok(leaves), "{position:?}");
            let Some(m) = position.pick_legal(|n| rng.below(n)) else { break };
            position.play_unchecked(m);
        }
    }

    #[test]
    fn kept_positions_change_no_count() {
        let mut rng = Rng::new(6);
        check(&games::TicTacToe3::default(), &mut rng);
        check(&games::ConnectFour::default(), &mut rng);
        check(&games::Othello8::default(), &mut rng);
        check(&games::Mosaic5::empty(4), &mut rng);
    }
}
