//! Lines of a board: looked up on 3 x 3, computed for all others.

use super::lines::{Census, ClassicCensus, any_line, classic_has_line, classic_nth_cell};
use super::sides::Classic;
use crate::bits::Integer;
use crate::marks::{Rect, Sides};

/// A board with its lines.
pub trait Geometry: Sides {
    /// The centre cell; none if a side is even.
    fn centre(self) -> Option<usize> {
        (self.width() % 2 == 1 && self.height() % 2 == 1).then_some(self.cells() / 2)
    }

    /// True if there is a complete line in `b`.
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

impl Geometry for Classic {
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

impl Geometry for Rect {}
