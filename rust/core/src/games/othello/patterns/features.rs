//! The patterns of a position as indices that moves update: a move changes what its own cell and
//! the flipped cells add, a few words of a vector each, where a new start adds up all rows.
//!
//! A disc of the mover is the digit 1, one of the other side -1, a vacant cell 0. So all indices of
//! the other view are those of this view negated about the middle of their table, and the change of
//! the side to move is one subtraction.

use std::sync::LazyLock;

use super::super::flips::mobility;
use super::{
    HALF_HUNDREDTHS, LEARNED, MOVES, PATTERNS, SHAPES, STAGES, WEIGHTS, stage, turned, turns,
};
use crate::bits::Word;

/// Words of the vector of indices: the patterns, and some that stay at their start.
const LANES: usize = 40;
/// Weights that one index of 16 bits reaches, so that no look-up needs a check of its range.
const WINDOW: usize = 1 << 16;
/// Patterns of the first window, the edges; all others share the second.
const EDGES: usize = 4;

/// The index of the empty pattern in the window of its shape.
const MIDDLES: [u16; SHAPES.len()] = {
    let mut middles = [0; SHAPES.len()];
    let (mut shape, mut start) = (0, 0);
    while shape < SHAPES.len() {
        let size = 3_usize.pow(SHAPES[shape].len() as u32);
        middles[shape] = (start + size / 2) as u16;
        // The edges fill a window of their own.
        start = if shape == 0 { 0 } else { start + size };
        shape += 1;
    }
    assert!(start <= WINDOW);
    middles
};

/// The indices of the empty board.
const EMPTY: [u16; LANES] = {
    let mut empty = [0; LANES];
    let (mut lane, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut turn = 0;
        while turn < turns(shape) {
            empty[lane] = MIDDLES[shape];
            (lane, turn) = (lane + 1, turn + 1);
        }
        shape += 1;
    }
    assert!(lane == PATTERNS);
    empty
};

/// What a disc of the mover on each cell adds to each index.
static CELLS: [[u16; LANES]; 64] = {
    let mut cells = [[0; LANES]; 64];
    let (mut lane, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut turn = 0;
        while turn < turns(shape) {
            let mut place = 0;
            while place < SHAPES[shape].len() {
                let (x, y) = turned(SHAPES[shape][place], turn);
                cells[8 * y as usize + x as usize][lane] = 3_u16.pow(place as u32);
                place += 1;
            }
            (lane, turn) = (lane + 1, turn + 1);
        }
        shape += 1;
    }
    cells
};

/// What the mover's discs in each row add, for each of its 256 sets: a start needs sixteen sums.
static ROWS: LazyLock<Vec<[[u16; LANES]; 256]>> = LazyLock::new(|| {
    let mut rows = vec![[[0; LANES]; 256]; 8];
    for (y, row) in rows.iter_mut().enumerate() {
        for set in 1..256_usize {
            let (rest, x) = (set & (set - 1), set.trailing_zeros() as usize);
            let mut sums = row[rest];
            add(&mut sums, &CELLS[8 * y + x]);
            row[set] = sums;
        }
    }
    rows
});

/// The learned weights of each stage, in the order of the indices.
struct Stages {
    /// Of the edges, and of the other patterns.
    windows: Vec<[[i8; WINDOW]; 2]>,
    /// By the mover's number of moves, and by the other's.
    moves: [[[i8; 64]; 2]; STAGES],
}

static STAGES_LEARNED: LazyLock<Stages> = LazyLock::new(|| {
    let mut stages =
        Stages { windows: vec![[[0; WINDOW]; 2]; STAGES], moves: [[[0; 64]; 2]; STAGES] };
    for ((weights, windows), moves) in
        LEARNED.chunks(WEIGHTS).zip(&mut stages.windows).zip(&mut stages.moves)
    {
        let mut weights = weights.iter().map(|&weight| weight as i8);
        for (shape, cells) in SHAPES.iter().enumerate() {
            // In the file the digit of the other side is 2, and the first cell counts least.
            let mut indices = vec![MIDDLES[shape]];
            for place in 0..cells.len() as u32 {
                let (step, count) = (3_u16.pow(place), indices.len());
                for digit in [step, step.wrapping_neg()] {
                    indices.extend_from_within(..count);
                    let last = indices.len() - count;
                    for index in &mut indices[last..] {
                        *index = index.wrapping_add(digit);
                    }
                }
            }
            let window = &mut windows[usize::from(shape > 0)];
            for (index, weight) in indices.into_iter().zip(&mut weights) {
                window[usize::from(index)] = weight;
            }
        }
        for moves in moves {
            moves[..MOVES].iter_mut().zip(&mut weights).for_each(|(to, weight)| *to = weight);
        }
    }
    stages
});

#[inline]
fn add(sums: &mut [u16; LANES], more: &[u16; LANES]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.wrapping_add(*more);
    }
}

/// The pattern indices of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Features {
    indices: [u16; LANES],
}

impl Features {
    /// The features of a position.
    pub fn new(own: u64, other: u64) -> Features {
        let mut indices = EMPTY;
        for (y, row) in ROWS.iter().enumerate() {
            add(&mut indices, &row[(own >> (8 * y) & 255) as usize]);
            let theirs = &row[(other >> (8 * y) & 255) as usize];
            for (index, their) in indices.iter_mut().zip(theirs) {
                *index = index.wrapping_sub(*their);
            }
        }
        Features { indices }
    }

    /// The features after the mover's move on `cell`, which flips `flipped`, from the view of the
    /// side then to move.
    #[inline]
    #[must_use]
    pub fn after(&self, cell: usize, flipped: u64) -> Features {
        let mut sums = [0; LANES];
        for cell in flipped.cells() {
            add(&mut sums, &CELLS[cell & 63]);
        }
        let placed = &CELLS[cell & 63];
        let mut indices = EMPTY;
        for lane in 0..LANES {
            let change = sums[lane].wrapping_mul(2).wrapping_add(placed[lane]);
            let middle = EMPTY[lane].wrapping_mul(2);
            indices[lane] = middle.wrapping_sub(self.indices[lane]).wrapping_sub(change);
        }
        Features { indices }
    }

    /// The features from the view of the other side.
    #[inline]
    #[must_use]
    pub fn pass(&self) -> Features {
        let mut indices = EMPTY;
        for (index, (middle, here)) in indices.iter_mut().zip(EMPTY.iter().zip(&self.indices)) {
            *index = middle.wrapping_mul(2).wrapping_sub(*here);
        }
        Features { indices }
    }

    /// The value for the side to move, in hundredths of a disc: [`super::value`] of the position.
    #[inline]
    pub fn value(&self, own: u64, other: u64) -> i32 {
        let moves = [mobility::<8>(own, other).count(), mobility::<8>(other, own).count()];
        self.value_given(own, other, moves)
    }

    /// As [`Features::value`] where the mover's and the other side's numbers of moves are known.
    #[inline]
    pub fn value_given(&self, own: u64, other: u64, moves: [usize; 2]) -> i32 {
        let learned = &*STAGES_LEARNED;
        let stage = stage(64 - (own | other).count());
        let ([edges, others], by_moves) = (&learned.windows[stage], &learned.moves[stage]);
        let sum = |window: &[i8; WINDOW], indices: &[u16]| -> i32 {
            indices.iter().map(|&index| i32::from(window[usize::from(index)])).sum()
        };
        let sum = sum(edges, &self.indices[..EDGES])
            + sum(others, &self.indices[EDGES..PATTERNS])
            + i32::from(by_moves[0][moves[0] & 63])
            + i32::from(by_moves[1][moves[1] & 63]);
        sum * HALF_HUNDREDTHS / 2
    }
}

#[cfg(test)]
mod tests {
    use super::super::{indices, value_by_indices};
    use super::*;
    use crate::game::Game;
    use crate::games::Othello8;
    use crate::games::othello::flips::flips;
    use crate::rng::Rng;

    /// Along random games, passes included, the features kept by moves are those of a new start,
    /// and their value is the sum of the weights that `indices` names.
    #[test]
    fn features_kept_by_moves_are_those_of_a_new_start() {
        let mut rng = Rng::new(15);
        let mut passes = 0;
        for _ in 0..if cfg!(miri) { 1 } else { 200 } {
            let mut position = Othello8::default();
            let mut features = Features::new(position.own(), position.other());
            while !position.is_over() {
                let (own, other) = (position.own(), position.other());
                assert_eq!(features, Features::new(own, other), "{position}");
                assert_eq!(features.value(own, other), value_by_indices(own, other), "{position}");
                assert_eq!(features.pass(), Features::new(other, own), "{position}");
                let m = position.nth_legal(rng.below(position.count_legal()));
                features = if m == Othello8::PASS {
                    passes += 1;
                    features.pass()
                } else {
                    features.after(m.index(), flips::<8>(own, other, m.index()))
                };
                position.play_unchecked(m);
            }
        }
        assert!(cfg!(miri) || passes > 10);
    }

    /// Any discs at all, also such as no game reaches.
    #[test]
    fn any_board_has_the_value_of_its_indices() {
        let mut rng = Rng::new(16);
        for _ in 0..if cfg!(miri) { 20 } else { 5_000 } {
            let taken = rng.word() | rng.word() & rng.word();
            let own = rng.word() & taken;
            let other = taken & !own;
            let features = Features::new(own, other);
            assert_eq!(features.value(own, other), value_by_indices(own, other));
            assert_eq!(features.pass(), Features::new(other, own));
            assert!(indices(own, other).iter().all(|&index| (index as usize) < WEIGHTS));
        }
    }
}
