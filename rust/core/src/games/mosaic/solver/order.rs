//! Move ordering.

use super::compact::{Frame, State, above_by_count};

/// Weights of the cells above the ground by the contents below them, for the side to move and
/// against it, in hundredths of half a piece left. Found by hill climbing on the number of
/// positions that the solver visits in endings of size 5.
struct Weights {
    three: [i32; 2],
    three_high: [i32; 2],
    two_alone: [i32; 2],
    two_alone_high: [i32; 2],
    two_one: [i32; 2],
    two_one_high: [i32; 2],
    one_alone: [i32; 2],
    one_one: i32,
    two_two: i32,
}

const WEIGHTS: Weights = Weights {
    three: [156, 146],
    three_high: [91, 37],
    two_alone: [9, 65],
    two_alone_high: [75, 30],
    two_one: [20, 65],
    two_one_high: [-20, 6],
    one_alone: [54, 45],
    one_one: 12,
    two_two: -22,
};
const PIECE_LEFT: i32 = 200;

/// The ordering score of an unfinished position for its side to move.
#[inline]
pub(super) fn ordering_score(state: &State, frame: &Frame) -> i32 {
    let (mover, other) = (state.turn, 1 - state.turn);
    let own = above_by_count(state.pieces[mover]);
    let their = above_by_count(state.pieces[other]);
    let empties = state.empties_above(frame);
    let high = empties & !frame.second;
    let count = |cells: u64| (cells & empties).count_ones() as i32;
    let pair = |[mine, against]: [i32; 2], own: u64, their: u64| {
        mine * own.count_ones() as i32 - against * their.count_ones() as i32
    };
    let w = &WEIGHTS;
    PIECE_LEFT * (state.left[other] - state.left[mover])
        + pair(w.three, own[3] & empties, their[3] & empties)
        + pair(w.three_high, own[3] & high, their[3] & high)
        + pair(w.two_alone, own[2] & their[0] & empties, their[2] & own[0] & empties)
        + pair(w.two_alone_high, own[2] & their[0] & high, their[2] & own[0] & high)
        + pair(w.two_one, own[2] & their[1] & empties, their[2] & own[1] & empties)
        + pair(w.two_one_high, own[2] & their[1] & high, their[2] & own[1] & high)
        + pair(w.one_alone, own[1] & their[0] & empties, their[1] & own[0] & empties)
        + w.one_one * count(own[1] & their[1])
        + w.two_two * count(own[2] & their[2])
}
