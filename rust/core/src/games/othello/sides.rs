//! The sides of a board: constants for 8 x 8 and in the exact solver, values in positions of the
//! smaller boards. All searches and players are compiled again for each type of position, so that
//! there are two and not five.

use std::fmt::Debug;
use std::hash::Hash;

use super::flips::{board, column, flips, leaves_below, mobility, place};

/// Columns and rows of all boards. A board of fewer rows than columns is the upper part of a square one,
/// with its flips and its moves.
const ALL: [(u8, u8); 5] = [(4, 4), (6, 4), (6, 6), (8, 4), (8, 8)];

/// Columns and rows of a board, and what is computed by the number of columns.
pub trait Sides: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// True for 8 x 8, which has learned weights, a book and a search of its own.
    const IS_STANDARD: bool = false;
    /// Cells of the largest board of this type.
    const MAX_CELLS: usize;

    /// The sides of a board; `None` if this type cannot have them.
    fn of(width: u8, height: u8) -> Option<Self>;
    /// Columns.
    fn width(self) -> usize;
    /// Rows.
    fn height(self) -> usize;
    /// As [`mobility`], on the square of this width.
    fn mobility(self, own: u64, other: u64) -> u64;
    /// As [`flips`].
    fn flips(self, own: u64, other: u64, cell: usize) -> u64;
    /// As `place`, on the square of this width.
    fn place(self, own: u64, other: u64, cell: usize) -> (u64, u64, u64);
    /// As `leaves_below`.
    fn leaves_below(self, own: u64, other: u64) -> u64;
    /// As `around`, on the square of this width.
    fn around(self, set: u64) -> u64;

    /// Number of cells.
    #[inline]
    fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// All cells.
    #[inline]
    fn board(self) -> u64 {
        u64::MAX >> (64 - self.cells())
    }

    /// The cells in the corners.
    #[inline]
    fn corners(self) -> u64 {
        let row = 1 | 1 << (self.width() - 1);
        row | row << (self.cells() - self.width())
    }
}

/// A certain board: a type without data, so that every mask is a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fixed<const W: usize, const H: usize = W>;

impl<const W: usize, const H: usize> Sides for Fixed<W, H> {
    const IS_STANDARD: bool = W == 8 && H == 8;
    const MAX_CELLS: usize = W * H;

    fn of(width: u8, height: u8) -> Option<Self> {
        ((width.into(), height.into()) == (W, H)).then_some(Fixed)
    }
    #[inline]
    fn width(self) -> usize {
        W
    }
    #[inline]
    fn height(self) -> usize {
        H
    }
    #[inline]
    fn mobility(self, own: u64, other: u64) -> u64 {
        mobility::<W>(own, other)
    }
    #[inline]
    fn flips(self, own: u64, other: u64, cell: usize) -> u64 {
        flips::<W>(own, other, cell)
    }
    #[inline]
    fn place(self, own: u64, other: u64, cell: usize) -> (u64, u64, u64) {
        place::<W>(own, other, cell)
    }
    #[inline]
    fn leaves_below(self, own: u64, other: u64) -> u64 {
        leaves_below::<W>(own, other, self.board())
    }
    #[inline]
    fn around(self, set: u64) -> u64 {
        around::<W>(set)
    }
}

/// Any board but 8 x 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    width: u8,
    height: u8,
}

impl Sides for Small {
    const MAX_CELLS: usize = 36;

    fn of(width: u8, height: u8) -> Option<Self> {
        let is_small = ALL.contains(&(width, height)) && (width, height) != (8, 8);
        is_small.then_some(Small { width, height })
    }
    #[inline]
    fn width(self) -> usize {
        self.width.into()
    }
    #[inline]
    fn height(self) -> usize {
        self.height.into()
    }
    #[inline]
    fn mobility(self, own: u64, other: u64) -> u64 {
        match self.width {
            4 => mobility::<4>(own, other),
            6 => mobility::<6>(own, other),
            _ => mobility::<8>(own, other),
        }
    }
    #[inline]
    fn flips(self, own: u64, other: u64, cell: usize) -> u64 {
        match self.width {
            4 => flips::<4>(own, other, cell),
            6 => flips::<6>(own, other, cell),
            _ => flips::<8>(own, other, cell),
        }
    }
    #[inline]
    fn place(self, own: u64, other: u64, cell: usize) -> (u64, u64, u64) {
        match self.width {
            4 => place::<4>(own, other, cell),
            6 => place::<6>(own, other, cell),
            _ => place::<8>(own, other, cell),
        }
    }
    fn leaves_below(self, own: u64, other: u64) -> u64 {
        match self.width {
            4 => leaves_below::<4>(own, other, self.board()),
            6 => leaves_below::<6>(own, other, self.board()),
            _ => leaves_below::<8>(own, other, self.board()),
        }
    }
    #[inline]
    fn around(self, set: u64) -> u64 {
        match self.width {
            4 => around::<4>(set),
            6 => around::<6>(set),
            _ => around::<8>(set),
        }
    }
}

/// The cells beside those of a set, also in the row below the last one of a board that is wider than
/// high.
#[inline]
pub(super) const fn around<const W: usize>(set: u64) -> u64 {
    let sides = (set & !column::<W>(0)) >> 1 | (set & !column::<W>(W - 1)) << 1;
    let row = set | sides;
    (sides | row << W | row >> W) & board::<W>() & !set
}

/// What follows `othello:` in the spec of a board.
pub(super) fn parameters(width: usize, height: usize) -> String {
    if width == height { width.to_string() } else { format!("{width},{height}") }
}

/// Columns and rows of the board of these parameters.
pub(super) fn of_parameters(text: &str) -> Option<(u8, u8)> {
    ALL.into_iter().find(|&(width, height)| text == parameters(width.into(), height.into()))
}
