//! Bit operations on sets of cells, shared by all games.
//!
//! A board is a word of up to 144 bits, one bit per cell. Bit 0 is the first cell (top left on a
//! flat board), and cells go row by row. The operations on lowest one bits follow the second and
//! fourth seed articles of this project (legal moves of tic-tac-toe by bit operations; the judge in
//! nine words) and Henry S. Warren, *Hacker's Delight*, chapter 2.

/// Operators of two sets.
macro_rules! operators {
    ($set:ty: $($operator:ident::$method:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl std::ops::$operator for $set {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $result
            }
        }
    )*};
}
pub(crate) use operators;

mod bytes;
mod cells;
mod wide;

pub use self::bytes::{
    Flag, Order, Unpacker, unpack, unpack_each, unpack_pairs, unpack_words, write_pieces,
};
pub use self::cells::{CellSet, Shape, layer_start};
pub use self::wide::Wide;

use std::fmt::Debug;
use std::hash::Hash;
use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::cpu::{FastPdep, on_level};

/// An unsigned machine word used as a set of cells.
///
/// ```
/// use bitgames_core::bits::Word;
/// let b: u64 = 0b1_1010_0000;
/// assert_eq!(b.lowest(), 0b0_0010_0000);      // keeps only the lowest one bit
/// assert_eq!(b.clear_lowest(), 0b1_1000_0000);    // takes it away
/// assert_eq!(u64::low(3), 0b111);                 // the first three cells
/// ```
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// Bits in the word.
    const BITS: usize;
    /// Number of 64-bit pieces of the word, see [`Word::piece`].
    const PIECES: usize = Self::BITS.div_ceil(64);
    /// The empty set.
    const EMPTY: Self;

    /// The set of one cell, `cell < BITS`.
    fn bit(cell: usize) -> Self;
    /// The first `n` cells, `n <= BITS`.
    fn low(n: usize) -> Self;
    /// `b & -b`: the lowest one bit alone; empty for the empty set.
    ///
    /// ```text
    ///  b      . 1 1 . 1 . .
    /// -b      1 . . 1 1 . .     (all bits above the lowest one flip, those below are zero)
    ///  b&-b   . . . . 1 . .
    /// ```
    #[must_use]
    fn lowest(self) -> Self;
    /// `b & (b - 1)`: the set without its lowest one bit; empty for the empty set.
    #[must_use]
    fn clear_lowest(self) -> Self;
    /// `b - a` as numbers, modulo `2**BITS`. If `a` is a subset of `b`, no borrow happens, and it
    /// is the difference of the sets; otherwise that difference is `b & !a`.
    #[must_use]
    fn wrapping_sub(self, a: Self) -> Self;
    /// Index of the lowest one bit; `BITS` for the empty set.
    fn first(self) -> usize;
    /// Number of cells in the set.
    fn count(self) -> usize;
    /// Bits `64 i` to `64 i + 63`, `i < PIECES`.
    fn piece(self, i: usize) -> u64;

    /// A well-mixed 64-bit key of `self` and `seed`, stable across releases: the pieces, lowest
    /// first, each mixed with the key so far.
    #[inline]
    fn key(self, seed: u64) -> u64 {
        (0..Self::PIECES).fold(seed, |key, i| mix(self.piece(i) ^ key))
    }

    /// True for the empty set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// True if the set contains this cell.
    #[inline]
    fn has(self, cell: usize) -> bool {
        !(self & Self::bit(cell)).is_empty()
    }

    /// The word without bit `at`: the bits above it move down, `at < BITS`.
    ///
    /// ```text
    /// b                    g f e d c b a        at = 2
    /// b & low(2)           . . . . . b a
    /// b >> 1 & !low(2)     . g f e d . .
    /// ```
    #[inline]
    #[must_use]
    fn close_gap(self, at: usize) -> Self {
        let low = Self::low(at);
        (self & low) | (self >> 1 & !low)
    }

    /// The cells in ascending order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// The `n`-th cell in ascending order, `n` below the count.
    ///
    /// Clears eight, four, two and one of the lowest ones by conditional moves: the branch of a
    /// loop of `n` steps would be mispredicted. One instruction on processors with a fast PDEP.
    #[inline]
    fn nth(self, n: usize) -> usize {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_variables, reason = "it has no PDEP")
        )]
        let (processor, set) = ((Self::BITS <= 64).then_some(FastPdep), self.piece(0));
        on_level!(processor, #[inline] [](set: u64, n: usize) -> usize {
            Avx2 => std::arch::x86_64::_pdep_u64(1 << n, set).trailing_zeros() as usize,
            _ => {
                let clear = |set: Self, times| (0..times).fold(set, |set, _| set.clear_lowest());
                let mut set = self;
                for _ in 0..n / 8 {
                    set = clear(set, 8);
                }
                set = select_unpredictable(n & 4 != 0, clear(set, 4), set);
                set = select_unpredictable(n & 2 != 0, clear(set, 2), set);
                set = select_unpredictable(n & 1 != 0, clear(set, 1), set);
                set.first()
            }
        })
    }
}

/// [`Word::nth`] of each of these sets, by numbers below their counts. The way is chosen once for all.
///
/// ```
/// use bitgames_core::bits::nth_each;
/// let mut out = [7; 2];
/// nth_each(&[0b101, 0b110], &[1, 0], &mut out);
/// assert_eq!(out, [2, 1]);
/// ```
#[inline]
pub fn nth_each(sets: &[u64], numbers: &[u64], out: &mut [i64]) {
    on_level!(FastPdep, #[inline] [](sets: &[u64], numbers: &[u64], out: &mut [i64]) -> () {
        Avx2 => {
            for ((out, &set), &n) in out.iter_mut().zip(sets).zip(numbers) {
                *out = std::arch::x86_64::_pdep_u64(1 << n, set).trailing_zeros().into();
            }
        },
        _ => {
            for ((out, &set), &n) in out.iter_mut().zip(sets).zip(numbers) {
                *out = set.nth(n as usize) as i64;
            }
        }
    });
}

/// A native integer word, which is all that a flat board needs.
pub trait Integer: Word {
    /// The word widened to 128 bits.
    fn wide(self) -> u128;
    /// The low bits of a 128-bit word.
    fn narrow(wide: u128) -> Self;
}

// The macro lists the words; each body is one expression in methods of the integer type.
macro_rules! word {
    ($($word:ty),*) => {$(
        #[allow(clippy::cast_lossless, clippy::unnecessary_cast)] // one body for all widths
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            #[inline]
            fn bit(cell: usize) -> Self { 1 << cell }
            #[inline]
            fn low(n: usize) -> Self { if n == 0 { 0 } else { <$word>::MAX >> (<Self as Word>::BITS - n) } }
            #[inline]
            fn lowest(self) -> Self { self & self.wrapping_neg() }
            #[inline]
            fn clear_lowest(self) -> Self { self & self.wrapping_sub(1) }
            #[inline]
            fn wrapping_sub(self, a: Self) -> Self { self.wrapping_sub(a) }
            #[inline]
            fn first(self) -> usize { self.trailing_zeros() as usize }
            #[inline]
            fn count(self) -> usize { self.count_ones() as usize }
            #[inline]
            fn piece(self, i: usize) -> u64 { (self >> (64 * i)) as u64 }
        }

        #[allow(clippy::cast_lossless, clippy::unnecessary_cast)]
        impl Integer for $word {
            #[inline]
            fn wide(self) -> u128 { self as u128 }
            #[inline]
            fn narrow(wide: u128) -> Self { wide as $word }
        }
    )*};
}
word!(u16, u32, u64, u128);

/// The cells of a set in ascending order: `trailing_zeros`, then clear the lowest one.
#[derive(Clone, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.clear_lowest();
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count();
        (n, Some(n))
    }
}

impl<W: Word> ExactSizeIterator for Cells<W> {}

/// Runs of `k` ones at distance `stride`: the set of each run's first (lowest) cell.
///
/// Shifted ANDs that double: after the first step a bit says "two in a row from here", after the
/// second "four", and a last, shorter shift extends it to `k`; so `k = 5` takes three ANDs, not
/// four.
///
/// ```text
/// b                1 1 1 1 1 . 1 1      bit 0 on the left, stride 1, k = 5
/// r = b & b>>1     1 1 1 1 . . 1 .      two from here
/// r = r & r>>2     1 1 . . . . . .      four from here
/// r = r & r>>1     1 . . . . . . .      five from here
/// ```
///
/// Rows can wrap: mask the result with the cells where a run fits.
///
/// ```
/// use bitgames_core::bits::runs;
/// assert_eq!(runs(0b1101_1111_u64, 1, 5), 0b1);
/// assert_eq!(runs(0b001_001_001_u64, 3, 3), 0b1);   // a column of a 3 x 3 board
/// ```
#[inline]
pub fn runs<W: Word>(b: W, stride: usize, k: usize) -> W {
    let mut run = b;
    let mut have = 1;
    while 2 * have <= k {
        run = run & (run >> (stride * have));
        have *= 2;
    }
    if have < k {
        run = run & (run >> (stride * (k - have)));
    }
    run
}

/// Every cell of the runs of `k` at distance `stride` that begin in `starts`: the inverse of
/// [`runs`], by the same doubling.
///
/// ```
/// use bitgames_core::bits::spread;
/// assert_eq!(spread(0b1_u64, 3, 3), 0b001_001_001);
/// ```
#[inline]
pub fn spread<W: Word>(starts: W, stride: usize, k: usize) -> W {
    let mut cells = starts;
    let mut have = 1;
    while 2 * have <= k {
        cells |= cells << (stride * have);
        have *= 2;
    }
    if have < k {
        cells |= cells << (stride * (k - have));
    }
    cells
}

/// The cells that would complete `k` in a row at distance `stride`, taken ones included: those at which
/// the other `k - 1` cells of such a run are set.
///
/// Rows can wrap, as in [`runs`].
///
/// ```
/// use bitgames_core::bits::gaps;
/// assert_eq!(gaps(0b0101_1000_u64, 1, 4), 0b0010_0000);
/// assert_eq!(gaps(0b0111_0000_u64, 1, 4), 0b1000_1000);
/// ```
#[inline]
pub fn gaps<W: Word>(b: W, stride: usize, k: usize) -> W {
    // What is set before a gap, and after it, is a run.
    let before = |n| if n == 0 { None } else { Some(runs(b, stride, n) << (stride * n)) };
    let after = |n| if n == 0 { None } else { Some(runs(b, stride, n) >> stride) };
    let at = |n| match (before(n), after(k - 1 - n)) {
        (Some(before), Some(after)) => before & after,
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => W::EMPTY,
    };
    (0..k).fold(W::EMPTY, |all, n| all | at(n))
}

/// `FIRST_COLUMN[w]`: every bit that is a multiple of `w`, the first cell of each row of a board
/// `w` wide. All masks of columns follow from it: with `R` the first column, `(R << n) - R` is the
/// first `n` columns, because each row's borrow stops at its own first cell.
///
/// ```text
/// w = 4, n = 3:    R       1 . . .      R << 3   . . . 1      (R << 3) - R   1 1 1 .
///                          1 . . .               . . . 1                     1 1 1 .
/// ```
pub static FIRST_COLUMN: [u128; 129] = first_columns();

const fn first_columns() -> [u128; 129] {
    let mut table = [0; 129];
    let mut width = 1;
    while width <= 128 {
        let mut cell = 0;
        while cell < 128 {
            table[width] |= 1 << cell;
            cell += width;
        }
        width += 1;
    }
    table
}

/// The first `n` columns of a board of `width` by `height` cells, `n <= width`.
///
/// ```
/// use bitgames_core::bits::columns;
/// assert_eq!(columns::<u64>(4, 2, 3), 0b0111_0111);
/// ```
#[inline]
pub fn columns<W: Integer>(width: usize, height: usize, n: usize) -> W {
    let first = W::narrow(FIRST_COLUMN[width]) & W::low(width * height);
    // At n = width of a full word the shift exceeds the word: the last row's carry is lost, which
    // is right because the subtraction wraps.
    if n >= W::BITS {
        W::low(width * height)
    } else {
        (first << n).wrapping_sub(first) & W::low(width * height)
    }
}

/// Mixes 64 bits so that every input bit affects about half of the output bits; a bijection.
///
/// The finaliser of Sebastiano Vigna's `SplitMix64` ("Further scramblings of Marsaglia's xorshift
/// generators", 2017), after David Stafford's mix 13. Its values are stable across releases,
/// because keys are stored.
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu;

    fn in_a_row(b: u128, stride: usize, k: usize, start: usize) -> bool {
        (0..k).all(|i| start + i * stride < 128 && b.has(start + i * stride))
    }

    #[test]
    fn runs_and_spread_agree_with_counting() {
        let mut b = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834_u128;
        for step in 0..200 {
            b = b.rotate_left(17) | u128::from(mix(step)) << 20;
            for stride in 1..13 {
                for k in 1..=8 {
                    let expected: u128 =
                        (0..128).filter(|&s| in_a_row(b, stride, k, s)).map(u128::bit).sum();
                    assert_eq!(runs(b, stride, k), expected, "{b:b} {stride} {k}");
                    let covered =
                        expected.cells().flat_map(|s| (0..k).map(move |i| s + i * stride));
                    let expected = covered.fold(0, |set, cell| set | u128::bit(cell));
                    assert_eq!(spread(runs(b, stride, k), stride, k), expected);
                }
            }
        }
    }

    #[test]
    fn columns_agree_with_counting() {
        for width in 1..=16_usize {
            for height in 1..=(128 / width) {
                for n in 0..=width {
                    let expected: u128 =
                        (0..width * height).filter(|c| c % width < n).map(u128::bit).sum();
                    assert_eq!(columns::<u128>(width, height, n), expected, "{width} {height} {n}");
                    if width * height <= 64 {
                        assert_eq!(columns::<u64>(width, height, n), expected as u64);
                    }
                }
            }
        }
    }

    #[test]
    fn words_agree_with_each_other() {
        for value in [0_u16, 1, 0x8000, 0xFFFF, 0x1234] {
            assert_eq!(u64::from(value.lowest()), u64::from(value).lowest());
            assert_eq!(u64::from(value.clear_lowest()), u64::from(value).clear_lowest());
            assert_eq!(value.count(), u128::from(value).count());
            assert!(value.cells().eq(u128::from(value).cells()));
            assert_eq!(value.key(7), u64::from(value).key(7));
        }
    }

    #[test]
    fn a_closed_gap_leaves_the_rest_in_order() {
        let b = 0x9E37_79B9_7F4A_7C15_u64;
        for at in 0..64 {
            let rest = (0..64).filter(|&i| i != at).map(|i| b >> i & 1);
            let expected = rest.rev().fold(0, |word, bit| word << 1 | bit);
            assert_eq!(b.close_gap(at), expected, "{at}");
            if at < 16 {
                assert_eq!((b as u16).close_gap(at), (b & 0xFFFF).close_gap(at) as u16);
            }
        }
    }

    /// On every level of the processor; under Miri only the portable one.
    #[test]
    fn nth_agrees_with_counting() {
        let mut b = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834_u128;
        for step in 0..300 {
            b = b.rotate_left(29) ^ u128::from(mix(step)) << 31;
            for set in [b, b & b << 1 & b << 2, u128::MAX] {
                for level in cpu::levels() {
                    cpu::limit(level);
                    for (n, cell) in set.cells().enumerate() {
                        assert_eq!(set.nth(n), cell, "{level:?} {set:x} {n}");
                    }
                    for (n, cell) in (set as u64).cells().enumerate() {
                        assert_eq!((set as u64).nth(n), cell, "{level:?} {set:x} {n}");
                    }
                    for (n, cell) in (set as u16).cells().enumerate() {
                        assert_eq!((set as u16).nth(n), cell, "{level:?} {set:x} {n}");
                    }
                }
            }
        }
    }
}
