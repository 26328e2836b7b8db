//! Promotion: what a layer says about the layer above it, for the whole layer at once.
//!
//! Each cell rests on four cells of the next wider layer, two neighbours in each of two rows. Shift
//! that layer by one cell, by one row and by both, and the four cells below any cell lie on one bit
//! position of four words; a rule on the four is then a few operations for all cells together. After
//! "Implementing Mosaic in PHP, with bitboards" (the third seed article), whose step by step is this:
//!
//! ```text
//! layer of width 3    a = layer   b = a >> 1   c = a >> 3   d = a >> 4    a & b & c & d
//!   # # .              # # .       # . #        # # #        # # #         # . .
//!   # # #              # # #       # # .        . # .        # . .         . . .
//!   . # .              . # .       # . .        . . .        . . .         . . .
//! ```
//!
//! The last row and the last column of the result mean nothing (a shift has brought the next row's
//! beginning into them), so two rows of two cells remain, still three bits apart; closing the gaps
//! makes them the layer of width 2. All rows move at once, in steps that double: first those that go
//! by an odd number of bits move by one, then those left with 2 or 3 by two, then by four.
//!
//! ```text
//! rows of width 7, row i moves by i bits       i = 0  1  2  3  4  5
//! step by 1 moves the rows                            1     3     5
//! step by 2                                              2  3
//! step by 4                                                    4  5
//! ```

use crate::bits::{Wide, layer_start};

/// Promotes every layer: `rule` gets the four words of a layer as above.
#[inline]
pub fn promote(bits: Wide, size: u8, rule: impl Fn(u64, u64, u64, u64) -> u64 + Copy) -> Wide {
    // Cell 0 has only itself in its layer; layer 7 lies alone across the two halves of the word.
    let mut narrow = Layer::<2>::promote(bits, rule);
    if size > 2 {
        narrow |= Layer::<3>::promote(bits, rule);
    }
    if size > 3 {
        narrow |= Layer::<4>::promote(bits, rule);
    }
    if size > 4 {
        narrow |= Layer::<5>::promote(bits, rule);
    }
    if size > 5 {
        narrow |= Layer::<6>::promote(bits, rule);
    }
    if size > 6 {
        narrow |= Layer::<7>::promote(bits, rule);
    }
    if size > 1 { Wide::from(narrow) } else { Wide::from(0_u64) }
}

/// The layer of width `W`.
struct Layer<const W: usize>;

impl<const W: usize> Layer<W> {
    const START: usize = layer_start(W);
    const CELLS: u64 = (1 << (W * W)) - 1;
    /// The rows of the promoted layer where they lie before they close up.
    const ROWS: u64 = rows_that_move(W, 0, 0);
    const STEPS: [u64; 3] =
        [rows_that_move(W, 1, 0), rows_that_move(W, 2, 1), rows_that_move(W, 4, 3)];

    /// The layer above, in its place among the cells of the pyramid: below bit 91 for every width.
    #[inline]
    fn promote(bits: Wide, rule: impl Fn(u64, u64, u64, u64) -> u64) -> u128 {
        let a = Self::take(bits);
        let promoted = rule(a, a >> 1, a >> W, a >> (W + 1)) & Self::ROWS;
        u128::from(Self::close_rows(promoted)) << layer_start(W - 1)
    }

    #[inline]
    fn take(bits: Wide) -> u64 {
        let mut layer = (bits.low >> Self::START) as u64;
        if W == 7 {
            layer |= u64::from(bits.high) << (128 - Self::START);
        }
        layer & Self::CELLS
    }

    #[inline]
    fn close_rows(mut rows: u64) -> u64 {
        for (i, &moving) in Self::STEPS.iter().enumerate() {
            if moving != 0 {
                let moving = rows & moving;
                rows = rows ^ moving | moving >> (1 << i);
            }
        }
        rows
    }
}

/// The first `width - 1` cells of those rows `i < width - 1` that have bit `step` in `i` (all rows for
/// step 0), after each has moved by `i & moved`.
const fn rows_that_move(width: usize, step: usize, moved: usize) -> u64 {
    let mut rows = 0;
    let mut i = 0;
    while i + 1 < width {
        if i & step == step {
            rows |= ((1 << (width - 1)) - 1) << (i * width - (i & moved));
        }
        i += 1;
    }
    rows
}
