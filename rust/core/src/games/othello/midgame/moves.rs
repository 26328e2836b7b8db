//! Move ordering.

use arrayvec::ArrayVec;

use super::super::eval::{around, corners};
use super::super::flips::mobility;
use super::super::rules::MAX_PLACEMENTS;
use super::node::Node;
use crate::bits::Word;

/// Least depth at which the static value of the position after a move orders the moves.
const BY_VALUE: usize = 3;

/// A move, with the discs it flips and its ordering score.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub cell: usize,
    pub flipped: u64,
    pub score: i32,
}

/// The moves of a position, taken in order of their scores: most positions cut after one or two
/// moves, so the list is not sorted.
pub(super) struct ScoredMoves(pub ArrayVec<ScoredMove, MAX_PLACEMENTS>);

impl ScoredMoves {
    /// The moves of a position that is searched to this depth. The table's move comes first. Few
    /// replies are good, most of all few corners; deeper searches also weigh the static value.
    pub fn new(at: &Node, moves: u64, depth: usize, table_move: Option<usize>) -> Self {
        let mut all = ArrayVec::new();
        let vacant = at.vacant();
        let danger = around::<8>(corners::<8>() & vacant);
        for cell in moves.cells() {
            let flipped = at.flips(cell);
            let score = if table_move == Some(cell) {
                i32::MAX
            } else {
                let (own, other) = at.discs_after(cell, flipped);
                let replies = mobility::<8>(own, other);
                let mut score = -32 * (replies.count() + (replies & corners::<8>()).count()) as i32
                    + 64 * i32::from(corners::<8>().has(cell))
                    - 32 * i32::from(danger.has(cell));
                if depth >= BY_VALUE {
                    score -= at.after(cell, flipped).estimate(replies) / 4;
                }
                score
            };
            all.push(ScoredMove { cell, flipped, score });
        }
        ScoredMoves(all)
    }

    #[inline]
    pub fn next(&mut self) -> Option<ScoredMove> {
        let best = (0..self.0.len()).max_by_key(|&i| self.0[i].score)?;
        Some(self.0.swap_remove(best))
    }
}
