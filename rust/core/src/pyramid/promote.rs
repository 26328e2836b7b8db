//! Promotion: computes from a layer a set of the layer above, for the whole layer at once.
//!
//! Each cell rests on four cells of the next wider layer, two neighbours in each of two rows. Shift
//! that layer by one cell, by one row and by both, and the four cells below any cell have the same
//! bit position in four words; a rule on the four is then a few operations for all cells together.
//! After "Implementing Mosaic in PHP, with bitboards" (the third seed article), which computes it
//! step by step:
//!
//! ```text
//! layer of width 3    b = a >> 1   c = a >> 3   d = a >> 4   a & b & c & d   its rows closed up
//! a = # # .            # . #        # # #        # # .         # . .           # .
//!     # # #            # # .        . # .        # . .         . . .           . .
//!     . # .            # . .        . . .        . . .         . . .
//! ```
//!
//! The last row and the last column of the result have no meaning (a shift has moved the next row's
//! start into them), so two rows of two cells remain, with a bit of the lost column between them.
//! Row `i` moves down by the `i` lost bits before it, and is the row of the layer of width 2.

use crate::bits::{Wide, layer_start};

/// Promotes every layer: `rule` receives the four words of a layer as above.
#[inline]
pub fn promote(bits: Wide, size: u8, rule: impl Fn(u64, u64, u64, u64) -> u64 + Copy) -> Wide {
    let mut promoted = 0;
    if size > 1 {
        promoted |= Layer::<2>::promote(bits, rule);
    }
    if size > 2 {
        promoted |= Layer::<3>::promote(bits, rule);
    }
    if size > 3 {
        promoted |= Layer::<4>::promote(bits, rule);
    }
    if size > 4 {
        promoted |= Layer::<5>::promote(bits, rule);
    }
    if size > 5 {
        promoted |= Layer::<6>::promote(bits, rule);
    }
    if size > 6 {
        promoted |= Layer::<7>::promote(bits, rule);
    }
    Wide::from(promoted)
}

/// The layer of width `W`.
struct Layer<const W: usize>;

impl<const W: usize> Layer<W> {
    const START: usize = layer_start(W);
    const CELLS: u64 = (1 << (W * W)) - 1;

    /// The layer above, in its place among the cells of the pyramid, which is below bit 91.
    #[inline]
    fn promote(bits: Wide, rule: impl Fn(u64, u64, u64, u64) -> u64) -> u128 {
        let a = Self::take(bits);
        let promoted = rule(a, a >> 1, a >> W, a >> (W + 1));
        u128::from(Self::close_rows(promoted)) << layer_start(W - 1)
    }

    #[inline]
    fn take(bits: Wide) -> u64 {
        let mut layer = (bits.low >> Self::START) as u64;
        if W == 7 {
            // The widest layer spans the two halves of the word.
            layer |= u64::from(bits.high) << (128 - Self::START);
        }
        layer & Self::CELLS
    }

    #[inline]
    fn close_rows(layer: u64) -> u64 {
        let row = (1 << (W - 1)) - 1;
        (0..W - 1).fold(0, |rows, i| rows | layer >> i & row << (i * (W - 1)))
    }
}
