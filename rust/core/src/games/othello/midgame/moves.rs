//! Move ordering.
#![allow(clippy::inline_always)] // What is inlined is compiled for the level of its caller.

use super::super::discs::Discs;
use super::super::order::{ScoredMove, ScoredMoves};
use super::super::sides::around;
use super::node::SearchNode;
use crate::bits::Word;
use crate::cpu::Processor;

/// Least depth at which the static value of the position after a move orders the moves.
const BY_VALUE: usize = 3;

/// The moves of a position that is searched to this depth. The table's move comes first. Few
/// replies are good, most of all few corners; deeper searches also weigh the static value.
#[inline(always)]
pub(super) fn scored(
    p: impl Processor,
    at: &SearchNode,
    moves: u64,
    depth: usize,
    table_move: Option<usize>,
) -> ScoredMoves {
    let mut all = ScoredMoves::default();
    let empties = at.discs.empties();
    let danger = around::<8>(Discs::<8>::CORNERS & empties);
    for cell in moves.cells() {
        let flipped = at.discs.flips_on(p, cell);
        let score = if table_move == Some(cell) {
            i32::MAX
        } else {
            let replies = at.discs.after(cell, flipped).moves_on(p);
            let mut score = -32
                * (replies.count() + (replies & Discs::<8>::CORNERS).count()) as i32
                + 64 * i32::from(Discs::<8>::CORNERS.has(cell))
                - 32 * i32::from(danger.has(cell));
            if depth >= BY_VALUE {
                score -= at.after(cell, flipped).estimate(p, replies) / 4;
            }
            score
        };
        all.push(ScoredMove { cell, flipped, score });
    }
    all
}
