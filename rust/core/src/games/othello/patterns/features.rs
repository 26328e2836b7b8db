//! The patterns of a position as indices that moves update: a move changes what its own cell and
//! the flipped cells add, a few words of a vector each, where a new start adds up all rows.
//!
//! A disc of the mover is the digit 1, one of the other side -1, an empty square 0. So all indices of
//! the other view are those of this view negated about the middle of their table, and the change of
//! the side to move is one subtraction.
#![allow(clippy::inline_always)]

use super::super::flips::mobility;
use super::shapes::{CELLS, EMPTY, LANES};
use super::weights::Weights;
use crate::bits::Word;
use crate::once::Once;

/// What the mover's discs in each row add, for each of its 256 sets: a start needs sixteen sums.
static ROWS: Once<[[[u16; LANES]; 256]; 8]> = Once::new(|| {
    let mut rows = Box::new([[[0; LANES]; 256]; 8]);
    for (row, cells) in rows.iter_mut().zip(CELLS.chunks(8)) {
        for set in 1..256_usize {
            row[set] = row[set & (set - 1)];
            add(&mut row[set], &cells[set.trailing_zeros() as usize]);
        }
    }
    rows
});

#[inline(always)]
fn add(sums: &mut [u16; LANES], more: &[u16; LANES]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.wrapping_add(*more);
    }
}

/// The pattern indices of a position, from the view of the side to move.
///
/// ```
/// use bitgames_core::games::othello::flips::flips;
/// use bitgames_core::games::othello::patterns::{Features, value};
/// let (black, white) = (0x08_1000_0000, 0x10_0800_0000);
/// let flipped = flips::<8>(black, white, 19);                     // d3
/// let (own, other) = (white ^ flipped, black ^ flipped | 1 << 19);
/// let features = Features::new(black, white).after(19, flipped);
/// assert_eq!(features, Features::new(own, other));
/// assert_eq!(features.value(own, other), value(own, other));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Features {
    pub(super) lanes: [u16; LANES],
}

/// The numbers of moves of the mover and of the other side.
#[inline]
pub(super) fn mobilities(own: u64, other: u64) -> [usize; 2] {
    [mobility::<8>(own, other).count(), mobility::<8>(other, own).count()]
}

impl Features {
    /// The features of a position.
    #[inline(always)]
    pub fn new(own: u64, other: u64) -> Features {
        let mut lanes = EMPTY;
        for (y, row) in ROWS.iter().enumerate() {
            add(&mut lanes, &row[(own >> (8 * y) & 255) as usize]);
            let theirs = &row[(other >> (8 * y) & 255) as usize];
            for (lane, their) in lanes.iter_mut().zip(theirs) {
                *lane = lane.wrapping_sub(*their);
            }
        }
        Features { lanes }
    }

    /// The features after the mover's move on `cell`, which flips `flipped`, from the view of the
    /// side then to move.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, cell: usize, flipped: u64) -> Features {
        let mut sums = [0; LANES];
        for cell in flipped.cells() {
            add(&mut sums, &CELLS[cell & 63]);
        }
        let placed = &CELLS[cell & 63];
        let mut lanes = EMPTY;
        for (lane, to) in lanes.iter_mut().enumerate() {
            // A flipped disc changes its digit by two.
            let change = sums[lane].wrapping_mul(2).wrapping_add(placed[lane]);
            *to = to.wrapping_mul(2).wrapping_sub(self.lanes[lane]).wrapping_sub(change);
        }
        Features { lanes }
    }

    /// The features from the view of the other side.
    #[inline(always)]
    #[must_use]
    pub fn pass(&self) -> Features {
        let mut lanes = EMPTY;
        for (to, here) in lanes.iter_mut().zip(self.lanes) {
            *to = to.wrapping_mul(2).wrapping_sub(here);
        }
        Features { lanes }
    }

    /// The value for the side to move, in hundredths of a disc: [`super::value`] of the position.
    #[inline]
    pub fn value(&self, own: u64, other: u64) -> i32 {
        self.value_given(own, other, mobilities(own, other))
    }

    /// As [`Features::value`] where the numbers of moves are known: the mover's, then the other
    /// side's.
    #[inline(always)]
    pub fn value_given(&self, own: u64, other: u64, moves: [usize; 2]) -> i32 {
        Weights::learned().value(&self.lanes, own, other, moves)
    }

    /// As [`Features::value`] by other weights than the library's.
    pub fn value_of(&self, weights: &Weights, own: u64, other: u64) -> i32 {
        weights.value(&self.lanes, own, other, mobilities(own, other))
    }
}
