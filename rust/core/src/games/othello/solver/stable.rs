//! Stable discs, which can never be flipped.
#![allow(clippy::inline_always)]

use super::super::discs::Discs;
use super::super::flips::column;
use super::super::portable::lines;
use crate::bits::Word;

/// Stable discs of the side to move: along each of the four axes the line is full, or the disc stands at its
/// end, or a neighbour on it is stable. Found from the corners on; every disc found is stable, but
/// some stable discs are not found.
///
/// ```text
/// X X X O . . . .      X X X are stable: from the corner along the edge;
/// X X . . . . . .      the second row's X X too, each leaning on stable
/// X . . . . . . .      neighbours along all four axes
/// ```
///
/// Not all of them once there are `enough`.
#[inline(always)]
pub(super) fn stable<const W: usize, const H: usize>(at: Discs<W, H>, enough: usize) -> u64 {
    let (own, sides, ends) = (at.own, Discs::<W, H>::SIDES, Discs::<W, H>::ENDS);
    let [across, rising, down, falling] = open_lines::<W>(at.empties()).map(|open| !open);
    let (across, down) = (across | sides, down | ends);
    let (falling, rising) = (falling | sides | ends, rising | sides | ends);
    let mut stable = runs_along_edges::<W, H>(own);
    loop {
        // What wraps around lands at an end of its line, where the neighbour does not matter.
        let leaning = |step: usize| stable << step | stable >> step;
        let grown = own
            & (across | leaning(1))
            & (down | leaning(W))
            & (falling | leaning(W + 1))
            & (rising | leaning(W - 1));
        if grown == stable || grown.count() >= enough {
            return grown;
        }
        stable = grown;
    }
}

/// The discs in unbroken runs from a corner along an edge, which are most of the steps from the corners on.
#[inline(always)]
fn runs_along_edges<const W: usize, const H: usize>(own: u64) -> u64 {
    let (sides, ends) = (own & Discs::<W, H>::SIDES, own & Discs::<W, H>::ENDS);
    let corners = sides & ends;
    run(corners, ends & !column::<W>(0), |set, steps| set << steps)
        | run(corners, ends & !column::<W>(W - 1), |set, steps| set >> steps)
        | run(corners, sides, |set, steps| set << (W * steps))
        | run(corners, sides, |set, steps| set >> (W * steps))
}

/// The cells of `from`, and those of `open` that at most seven steps over open cells lead to from them.
#[inline(always)]
fn run(from: u64, mut open: u64, shift: impl Fn(u64, usize) -> u64) -> u64 {
    let mut run = from;
    for steps in [1, 2, 4] {
        run |= open & shift(run, steps);
        open &= shift(open, steps);
    }
    run
}

/// The cells in line with an empty cell, along each axis. With few empty cells, this takes a load and an
/// instruction for each.
#[inline(always)]
fn open_lines<const W: usize>(empties: u64) -> [u64; 4] {
    let mut open = [0; 4];
    for cell in empties.cells() {
        for (open, line) in open.iter_mut().zip(lines::<W>(cell).cells) {
            *open |= line;
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::FixedBoard;
    use super::*;
    use crate::board::BoardView;
    use crate::game::{Game, Player};
    use crate::rng::Rng;

    /// Random playouts never flip a disc that is called stable.
    #[test]
    fn stable_discs_stay() {
        fn check<const W: usize, const H: usize>() {
            let mut rng = Rng::new(4);
            for _ in 0..300 {
                let mut position = FixedBoard::<W, H>::default();
                let (mut black, mut white) = (0, 0);
                while !position.is_over() {
                    position.play_unchecked(position.nth_legal(rng.below(position.count_legal())));
                    let discs = |seat| position.pieces(Player(seat)).bits().low as u64;
                    assert_eq!((black & !discs(0), white & !discs(1)), (0, 0), "{position}");
                    let stable = |own, other| stable(Discs::<W, H> { own, other }, W * H);
                    black |= stable(discs(0), discs(1));
                    white |= stable(discs(1), discs(0));
                }
            }
        }
        check::<6, 4>();
        check::<6, 6>();
        check::<8, 4>();
    }
}
