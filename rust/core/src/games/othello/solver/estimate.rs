//! The evaluation, kept from move to move.
#![allow(clippy::inline_always)]

use super::super::discs::Discs;
use super::super::patterns::Features;
use super::super::rules::FixedBoard;
use super::super::sides::{Fixed, Sides};
use crate::bits::Word;
use crate::capability::Evaluate;
use crate::game::Player;

/// What the evaluation of a position needs besides its discs: the indices of its patterns on the
/// 8 x 8 board, nothing on the smaller ones.
#[derive(Clone, Copy)]
pub(super) struct Estimate<const W: usize, const H: usize>(Option<Features>);

impl<const W: usize, const H: usize> Estimate<W, H> {
    #[inline(always)]
    pub fn new(at: Discs<W, H>) -> Self {
        Estimate(<Fixed<W, H> as Sides>::IS_STANDARD.then(|| Features::new(at.own, at.other)))
    }

    #[inline(always)]
    pub fn after(&self, cell: usize, flipped: u64) -> Self {
        Estimate(self.0.as_ref().map(|features| features.after(cell, flipped)))
    }

    /// From the view of the other side.
    #[inline(always)]
    pub fn pass(&self) -> Self {
        Estimate(self.0.as_ref().map(Features::pass))
    }

    /// The value for the side to move, given the moves of both sides; in units of the evaluation.
    #[inline(always)]
    pub fn value(&self, at: Discs<W, H>, moves: u64, replies: u64) -> i32 {
        match &self.0 {
            Some(features) => {
                features.value_given(at.own, at.other, [moves.count(), replies.count()])
            }
            None => FixedBoard::<W, H>::new(at.own, at.other, Player(0)).evaluate(),
        }
    }
}
