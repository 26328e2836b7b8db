//! Move ordering.

use arrayvec::ArrayVec;

use super::discs::Discs;
use super::rules::MAX_PLACEMENTS;
use super::sides::around;
use crate::bits::Word;

/// A move with its cell, the discs it flips, and its ordering score.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub cell: usize,
    pub flipped: u64,
    pub score: i32,
}

impl ScoredMove {
    #[inline]
    pub fn after<const W: usize, const H: usize>(&self, at: Discs<W, H>) -> Discs<W, H> {
        at.after(self.cell, self.flipped)
    }
}

/// The moves of a position, taken in order of their scores. Most positions cut after one or two
/// moves, so the list is not sorted.
#[derive(Default)]
pub(super) struct ScoredMoves(ArrayVec<ScoredMove, MAX_PLACEMENTS>);

impl ScoredMoves {
    pub fn push(&mut self, choice: ScoredMove) {
        self.0.push(choice);
    }

    pub fn iter(&self) -> impl Iterator<Item = &ScoredMove> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub fn next(&mut self) -> Option<ScoredMove> {
        let best = (0..self.0.len()).max_by_key(|&i| self.0[i].score)?;
        Some(self.0.swap_remove(best))
    }
}

/// The static ordering score of a move: few replies, none of them a corner; few empty cells beside
/// the mover's discs, which are `discs` after the move; a quarter with an odd number of empty cells.
/// One reply less is worth 32.
#[inline]
pub(super) fn ordering_score<const W: usize, const H: usize>(
    replies: u64,
    discs: u64,
    cell: usize,
    (empties, odd): (u64, u64),
) -> i32 {
    let open = around::<W>(discs) & empties & !(1 << cell);
    16 * i32::from(odd.has(cell))
        - 32 * (replies.count() + (replies & Discs::<W, H>::CORNERS).count()) as i32
        - 8 * open.count() as i32
}
