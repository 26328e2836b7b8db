//! Stable discs, which can never be flipped.
#![allow(clippy::inline_always)]

use super::super::discs::Discs;
use super::super::flips::column;
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
pub(super) fn stable<const W: usize, const H: usize>(
    Discs { own, other }: Discs<W, H>,
    enough: usize,
) -> u64 {
    let (sides, ends) = (Discs::<W, H>::SIDES, Discs::<W, H>::ENDS);
    let occupied = own | other;
    let across = sides | full::<W, H>(occupied, 0);
    let down = ends | full::<W, H>(occupied, 1);
    let falling = sides | ends | full::<W, H>(occupied, 2);
    let rising = sides | ends | full::<W, H>(occupied, 3);
    let (first, last) = (column::<W>(0), column::<W>(W - 1));
    let mut stable = runs_along_edges::<W, H>(own);
    loop {
        let leaning =
            |shift: usize, up: u64, down: u64| (stable << shift & up) | (stable >> shift & down);
        let grown = own
            & (across | leaning(1, !first, !last))
            & (down | leaning(W, u64::MAX, u64::MAX))
            & (falling | leaning(W + 1, !first, !last))
            & (rising | leaning(W - 1, !last, !first));
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

/// The cells whose whole line along one axis is occupied. A cell knows after the first step of its next
/// neighbour, then of the next three, then of the next seven, on both sides; what lies beyond the
/// board counts as occupied.
#[inline(always)]
fn full<const W: usize, const H: usize>(occupied: u64, axis: usize) -> u64 {
    let shift = (AXES[axis].1 * W as isize + AXES[axis].0) as usize;
    let beyond = &const { beyond::<W, H>() }[axis];
    let (mut ahead, mut behind) = (occupied, occupied);
    for (step, [after, before]) in beyond.iter().enumerate() {
        ahead &= ahead >> (shift << step) | after;
        behind &= behind << (shift << step) | before;
    }
    ahead & behind
}

/// The directions of the axes in which the numbers of cells rise: columns
/// and rows of a step.
const AXES: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The cells from which 1, 2 and 4 steps lead off the board, along each axis and against it.
const fn beyond<const W: usize, const H: usize>() -> [[[u64; 2]; 3]; 4] {
    let mut sets = [[[0; 2]; 3]; 4];
    let mut axis = 0;
    while axis < 4 {
        let (dx, dy) = AXES[axis];
        let mut step = 0;
        while step < 3 {
            let mut cell = 0;
            while cell < W * H {
                let (x, y) = ((cell % W) as isize, (cell / W) as isize);
                let mut way = 0;
                while way < 2 {
                    let far = if way == 0 { 1 << step } else { -(1 << step) };
                    let (x, y) = (x + far * dx, y + far * dy);
                    if x < 0 || x >= W as isize || y < 0 || y >= H as isize {
                        sets[axis][step][way] |= 1 << cell;
                    }
                    way += 1;
                }
                cell += 1;
            }
            step += 1;
        }
        axis += 1;
    }
    sets
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
                    let stable = |own, other| stable::<W, H>(Discs { own, other }, W * H);
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
