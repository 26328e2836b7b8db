//! A position as the search holds it.

use super::super::discs::Discs;
use super::super::flips::{flips, mobility};
use super::super::patterns::Features;
use super::super::rules::Board;
use crate::bits::Word;
use crate::capability::{Evaluate, Symmetric};
use crate::game::{Move, Player};

/// Least empty squares at which symmetric positions share an entry of the table: later, finding the
/// image costs more than it saves.
const SYMMETRIC: usize = 54;
/// The largest estimate: an unfinished game is not yet won by all discs.
const LARGEST: i32 = 63 * Board::<8>::UNIT;

/// The discs of a position, those of the side to move first, and their patterns.
#[derive(Clone, Copy)]
pub(super) struct SearchNode {
    pub own: u64,
    pub other: u64,
    features: Features,
}

impl SearchNode {
    pub fn new(own: u64, other: u64) -> Self {
        SearchNode { own, other, features: Features::new(own, other) }
    }

    pub fn of(position: &Board<8>) -> Self {
        SearchNode::new(position.own(), position.other())
    }

    /// The position with black to move.
    pub fn board(&self) -> Board<8> {
        Board::new(self.own, self.other, Player(0))
    }

    /// Number of empty squares.
    #[inline]
    pub fn empties(&self) -> usize {
        self.discs().empties().count()
    }

    #[inline]
    pub fn moves(&self) -> u64 {
        mobility::<8>(self.own, self.other)
    }

    /// The cells on which the other side could move.
    #[inline]
    pub fn replies(&self) -> u64 {
        mobility::<8>(self.other, self.own)
    }

    #[inline]
    pub fn flips(&self, cell: usize) -> u64 {
        flips::<8>(self.own, self.other, cell)
    }

    /// The position after a move that flips these discs.
    #[inline]
    pub fn after(&self, cell: usize, flipped: u64) -> SearchNode {
        SearchNode {
            own: self.other ^ flipped,
            other: self.own ^ flipped ^ 1 << cell,
            features: self.features.after(cell, flipped),
        }
    }

    #[inline]
    pub fn passed(&self) -> SearchNode {
        SearchNode { own: self.other, other: self.own, features: self.features.pass() }
    }

    #[inline]
    pub fn discs(&self) -> Discs<8> {
        Discs { own: self.own, other: self.other }
    }

    /// The static value for the side to move, which has these moves.
    #[inline]
    pub fn estimate(&self, moves: u64) -> i32 {
        let counts = [moves.count(), self.replies().count()];
        self.features.value_given(self.own, self.other, counts).clamp(-LARGEST, LARGEST)
    }

    /// The value of a finished game.
    pub fn final_value(&self) -> i32 {
        self.discs().final_score() * Board::<8>::UNIT
    }

    /// The key in the table, and the symmetry under which the position is stored.
    #[inline]
    pub fn key(&self) -> (u64, usize) {
        if self.empties() >= SYMMETRIC {
            let (image, symmetry) = self.board().canonical();
            return (image.discs().key(), symmetry);
        }
        (self.discs().key(), 0)
    }
}

/// The cell of a move of the image under a symmetry, as a move of the position itself.
pub(super) fn back(cell: usize, symmetry: usize) -> usize {
    if symmetry == 0 {
        return cell;
    }
    let board = Board::<8>::default();
    board.transform_move(Move(cell as u16), board.inverse(symmetry)).index()
}

/// The cell of a move as a move of the image under a symmetry.
pub(super) fn there(cell: usize, symmetry: usize) -> usize {
    Board::<8>::default().transform_move(Move(cell as u16), symmetry).index()
}
