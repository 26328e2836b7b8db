//! A position as the search holds it.
#![allow(clippy::inline_always)] // What is inlined is compiled for the level of its caller.

use super::super::Othello8;
use super::super::discs::Discs;
use super::super::patterns::Features;
use crate::bits::Word;
use crate::capability::{Evaluate, Symmetric};
use crate::cpu::Processor;
use crate::game::{Move, Player};

/// Least empty squares at which symmetric positions share an entry of the table: later, finding the
/// image costs more than it saves.
const SYMMETRIC: usize = 54;
/// The largest estimate: an unfinished game is not yet won by all discs.
const LARGEST: i32 = 63 * Othello8::UNIT;

/// The discs of a position and their patterns.
#[derive(Clone, Copy)]
pub(super) struct SearchNode {
    pub discs: Discs<8>,
    features: Features,
}

impl SearchNode {
    pub fn of(position: &Othello8) -> Self {
        let (own, other) = (position.own(), position.other());
        SearchNode { discs: position.discs(), features: Features::new(own, other) }
    }

    /// The position with black to move.
    pub fn board(&self) -> Othello8 {
        Othello8::new(self.discs.own, self.discs.other, Player(0))
    }

    /// Number of empty squares.
    #[inline]
    pub fn empties(&self) -> usize {
        self.discs.empties().count()
    }

    /// The position after a move that flips these discs.
    #[inline(always)]
    pub fn after(&self, cell: usize, flipped: u64) -> SearchNode {
        let features = self.features.after(cell, flipped);
        SearchNode { discs: self.discs.after(cell, flipped), features }
    }

    #[inline(always)]
    pub fn passed(&self) -> SearchNode {
        SearchNode { discs: self.discs.passed(), features: self.features.pass() }
    }

    /// The static value for the side to move, which has these moves.
    #[inline(always)]
    pub fn estimate(&self, p: impl Processor, moves: u64) -> i32 {
        let Discs { own, other } = self.discs;
        let counts = [moves.count(), self.discs.passed().moves_on(p).count()];
        self.features.value_given(own, other, counts).clamp(-LARGEST, LARGEST)
    }

    /// The value of a finished game.
    pub fn final_value(&self) -> i32 {
        self.discs.final_score() * Othello8::UNIT
    }

    /// The key in the table, and the symmetry under which the position is stored.
    #[inline]
    pub fn key(&self) -> (u64, usize) {
        if self.empties() >= SYMMETRIC {
            let (image, symmetry) = self.board().canonical();
            return (image.discs().key(), symmetry);
        }
        (self.discs.key(), 0)
    }
}

/// The cell of a move as a move of the image under a symmetry.
pub(super) fn turned(cell: usize, symmetry: usize) -> usize {
    if symmetry == 0 {
        return cell;
    }
    Othello8::default().transform_move(Move(cell as u16), symmetry).index()
}
