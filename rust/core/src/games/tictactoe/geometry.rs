//! The board's sides and the length of a line: known to the compiler for 3 x 3, carried by the
//! position for all others.

use std::fmt::Debug;
use std::hash::Hash;

use super::lines::{Census, ClassicCensus, any_line, classic_has_line, classic_nth_cell};
use crate::bits::Integer;

/// Width, height and line length of a board.
pub trait Geometry: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The geometry of a checked board; `None` where this type cannot have these sides.
    fn of(width: u8, height: u8, k: u8) -> Option<Self>;
    /// Columns.
    fn width(self) -> usize;
    /// Rows.
    fn height(self) -> usize;
    /// Marks in a row that win.
    fn k(self) -> usize;

    /// Number of cells.
    #[inline]
    fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// `width = height = k`: the n x n form of the game, which has its own name.
    fn is_square_game(self) -> bool {
        self.width() == self.k() && self.height() == self.k() && self.k() <= 8
    }

    /// The cell that is the centre of the board; none where a side is even.
    fn centre(self) -> Option<usize> {
        (self.width() % 2 == 1 && self.height() % 2 == 1).then_some(self.cells() / 2)
    }

    /// Is there a complete line in `b`?
    #[inline]
    fn has_line<W: Integer>(self, b: W) -> bool {
        any_line(b, self)
    }

    /// The `n`-th cell of a set, `n` below its count.
    #[inline]
    fn nth_cell<W: Integer>(self, b: W, n: usize) -> usize {
        b.nth(n)
    }

    /// Number of lines with exactly `a` marks of `own` and `b` of `other`.
    #[inline]
    fn count_lines<W: Integer>(self, own: W, other: W, a: usize, b: usize) -> usize {
        Census::new(own, other, self).lines(a, b)
    }
}

/// The 3 x 3 board, three in a row: a type without data, so that every mask is a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Classic;

impl Geometry for Classic {
    fn of(width: u8, height: u8, k: u8) -> Option<Self> {
        ((width, height, k) == (3, 3, 3)).then_some(Classic)
    }
    #[inline]
    fn width(self) -> usize {
        3
    }
    #[inline]
    fn height(self) -> usize {
        3
    }
    #[inline]
    fn k(self) -> usize {
        3
    }
    #[inline]
    fn has_line<W: Integer>(self, b: W) -> bool {
        classic_has_line(b.wide() as usize)
    }
    #[inline]
    fn nth_cell<W: Integer>(self, b: W, n: usize) -> usize {
        classic_nth_cell(b.wide() as usize, n)
    }
    #[inline]
    fn count_lines<W: Integer>(self, own: W, other: W, a: usize, b: usize) -> usize {
        ClassicCensus::new(own.wide() as u64, other.wide() as u64).lines(a, b)
    }
}

/// Any board, `k` in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) k: u8,
}

impl Geometry for Rect {
    fn of(width: u8, height: u8, k: u8) -> Option<Self> {
        Some(Rect { width, height, k })
    }
    #[inline]
    fn width(self) -> usize {
        usize::from(self.width)
    }
    #[inline]
    fn height(self) -> usize {
        usize::from(self.height)
    }
    #[inline]
    fn k(self) -> usize {
        usize::from(self.k)
    }
}
