//! The discs of both sides, as the searches hold them.
#![allow(clippy::inline_always)]

use super::flips::{board, column, flips_on, mobility, mobility_on, place_on};
use crate::bits::{Word, mix};
use crate::cpu::Processor;

/// As [`Discs::final_score`], on a board with this number of cells.
#[inline]
pub(super) fn final_score(own: u64, other: u64, cells: usize) -> i32 {
    let (own, other) = (own.count(), other.count());
    let difference = own as i32 - other as i32;
    difference + (cells - own - other) as i32 * difference.signum()
}

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Discs<const W: usize, const H: usize = W> {
    pub own: u64,
    pub other: u64,
}

impl<const W: usize, const H: usize> Discs<W, H> {
    pub const CELLS: i32 = (W * H) as i32;
    /// The cells of the board: the first rows of a square one.
    pub const BOARD: u64 = board::<W>() >> (W * (W - H));
    /// The cells of the first and of the last column.
    pub const SIDES: u64 = column::<W>(0) | column::<W>(W - 1);
    /// The cells of the first and of the last row.
    pub const ENDS: u64 = {
        let row = (1 << W) - 1;
        row | row << (W * (H - 1))
    };
    pub const CORNERS: u64 = Self::SIDES & Self::ENDS;

    /// After a move on a cell that flips these discs.
    #[inline(always)]
    pub fn after(self, cell: usize, flipped: u64) -> Self {
        Discs { own: self.other ^ flipped, other: self.own ^ flipped | 1 << cell }
    }

    #[inline(always)]
    pub fn passed(self) -> Self {
        Discs { own: self.other, other: self.own }
    }

    #[inline(always)]
    pub fn empties(self) -> u64 {
        Self::BOARD & !(self.own | self.other)
    }

    /// The score of a finished game for the side to move: the difference of discs, with empty
    /// squares given to the side that leads.
    #[cold]
    pub fn final_score(self) -> i32 {
        final_score(self.own, self.other, W * H)
    }

    #[inline]
    pub fn moves(self) -> u64 {
        mobility::<W>(self.own, self.other) & Self::BOARD
    }

    #[inline(always)]
    pub fn moves_on(self, p: impl Processor) -> u64 {
        mobility_on::<W>(p, self.own, self.other) & Self::BOARD
    }

    #[inline(always)]
    pub fn flips_on(self, p: impl Processor, cell: usize) -> u64 {
        flips_on::<W>(p, self.own, self.other, cell)
    }

    /// After a move, with the moves of the side then to move.
    #[inline(always)]
    pub fn place_on(self, p: impl Processor, cell: usize) -> (Self, u64) {
        let (own, other, moves) = place_on::<W>(p, self.own, self.other, cell);
        (Discs { own, other }, moves & Self::BOARD)
    }

    /// The value where the mover has no move: the final score or, negated, that which `search` finds for
    /// the other side, given its moves.
    #[inline(always)]
    pub fn pass(self, p: impl Processor, search: impl FnOnce(Self, u64) -> i32) -> i32 {
        let passed = self.passed();
        match passed.moves_on(p) {
            0 => self.final_score(),
            replies => -search(passed, replies),
        }
    }

    /// The key in a table of all positions.
    #[inline]
    pub fn key(self) -> u64 {
        mix(self.own ^ mix(self.other))
    }
}
