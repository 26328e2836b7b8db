//! A position as the search holds it.

use super::super::flips::{flips, mobility};
use super::super::patterns;
use super::super::rules::Board;
use crate::bits::{Word, mix};
use crate::capability::{Evaluate, Symmetric};
use crate::game::{Move, Player};

/// Least vacant cells at which symmetric positions share an entry of the table: later, finding the
/// image costs more than it saves.
const SYMMETRIC: usize = 54;

/// The discs of a position, those of the side to move first.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub own: u64,
    pub other: u64,
}

impl Node {
    pub fn new(own: u64, other: u64) -> Self {
        Node { own, other }
    }

    pub fn of(position: &Board<8>) -> Self {
        Node::new(position.own(), position.other())
    }

    /// The position with black to move.
    pub fn board(&self) -> Board<8> {
        Board::new(self.own, self.other, Player(0))
    }

    #[inline]
    pub fn vacant(&self) -> u64 {
        !(self.own | self.other)
    }

    /// Number of vacant cells.
    #[inline]
    pub fn empties(&self) -> usize {
        self.vacant().count()
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
    pub fn after(&self, cell: usize, flipped: u64) -> Node {
        Node { own: self.other ^ flipped, other: self.own ^ flipped ^ 1 << cell }
    }

    #[inline]
    pub fn passed(&self) -> Node {
        Node { own: self.other, other: self.own }
    }

    /// The static value for the side to move.
    #[inline]
    pub fn estimate(&self) -> i32 {
        const MOST: i32 = 63 * Board::<8>::UNIT;
        patterns::value(self.own, self.other).clamp(-MOST, MOST)
    }

    /// The value of a finished game.
    pub fn final_value(&self) -> i32 {
        self.board().final_score() * Board::<8>::UNIT
    }

    /// The key in the table, and the symmetry under which the position is stored.
    #[inline]
    pub fn key(&self) -> (u64, usize) {
        let key = |own: u64, other: u64| mix(own ^ mix(other));
        if self.empties() >= SYMMETRIC {
            let (image, symmetry) = self.board().canonical();
            return (key(image.own(), image.other()), symmetry);
        }
        (key(self.own, self.other), 0)
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
