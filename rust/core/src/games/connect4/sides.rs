//! The sides of a board, and the sets of cells that follow from them: constants for 7 x 6, stored in
//! the position for all other boards.
//!
//! A column is a run of bits from the bottom up, with one more bit on top that stays empty: a line
//! that leaves the board meets it, so lines need no masks (after John Tromp's Fhourstones).
//!
//! ```text
//! 7 x 6     6 13 20 27 34 41 48    always empty
//!           5 12 19 26 33 40 47    top row
//!           ...
//!           0  7 14 21 28 35 42    bottom row
//! ```

use crate::bits::{FIRST_COLUMN, Integer, Order, runs, spread};
use crate::error::{Error, Result};
use crate::marks::{self, Fixed, Rect};

/// Shortest side of a board.
pub const MIN_SIDE: u8 = 4;
/// Longest side of a board.
pub const MAX_SIDE: u8 = 12;
/// Most cells of a board: 10 x 11.
pub const MAX_CELLS: usize = 110;
/// Discs in a row that win.
pub(super) const LINE: usize = 4;

/// A board as columns of bits.
pub trait Sides: marks::Sides {
    /// Bits of a column.
    #[inline]
    fn stride(self) -> usize {
        self.height() + 1
    }

    /// Bits of the board.
    #[inline]
    fn bits(self) -> usize {
        self.width() * self.stride()
    }

    /// The cells of the bottom row.
    #[inline]
    fn bottom<W: Integer>(self) -> W {
        W::narrow(FIRST_COLUMN[self.stride()]) & W::low(self.bits())
    }

    /// All cells.
    #[inline]
    fn board<W: Integer>(self) -> W {
        (self.bottom::<W>() << self.height()).wrapping_sub(self.bottom())
    }

    /// The cells of a column, counted from the left.
    #[inline]
    fn column<W: Integer>(self, x: usize) -> W {
        W::low(self.height()) << (x * self.stride())
    }

    /// A row, counted from the bottom, as a word with a bit for each column.
    #[inline]
    fn row<W: Integer>(self, discs: W, y: usize) -> u64 {
        let bit = |x: usize| (discs >> (x * self.stride() + y)).piece(0) & 1;
        (0..self.width()).fold(0, |row, x| row | bit(x) << x)
    }

    /// All rows from the top down in a word, of boards of at most 64 cells.
    #[inline]
    fn rows<W: Integer>(self, discs: W) -> u64 {
        (0..self.height()).fold(0, |rows, y| rows << self.width() | self.row(discs, y))
    }

    /// The bits of the cells by rows from the top down, where they are constants.
    const PLANE_ORDER: Option<&'static Order> = None;

    /// Every second row from the top down: the cells that a player gets who always answers in the
    /// column of the other, where the empty cells of each column are even.
    #[inline]
    fn answers<W: Integer>(self) -> W {
        let first = (self.height() + 1) % 2;
        (first..self.height()).step_by(2).fold(W::EMPTY, |rows, y| rows | self.bottom::<W>() << y)
    }

    /// The lowest cell that is free in each column; above a full column the bit that stays empty.
    #[inline]
    fn tops<W: Integer>(self, discs: W) -> W {
        (discs << 1 | self.bottom()) & !discs
    }

    /// The mirror image, of the bits on top as well.
    #[inline]
    fn mirror<W: Integer>(self, mut cells: W) -> W {
        (0..self.width()).fold(W::EMPTY, |mirrored, _| {
            let column = cells & W::low(self.stride());
            cells = cells >> self.stride();
            mirrored << self.stride() | column
        })
    }

    /// Distances of neighbours: up, down to the right, right, up to the right.
    #[inline]
    fn directions(self) -> [usize; 4] {
        [1, self.stride() - 1, self.stride(), self.stride() + 1]
    }

    /// True if there is a line of four.
    #[inline]
    fn has_line<W: Integer>(self, discs: W) -> bool {
        let lines = |step| runs(discs, step, LINE);
        !self.directions().map(lines).into_iter().fold(W::EMPTY, |all, line| all | line).is_empty()
    }

    /// The cells of all lines of four.
    fn line_cells<W: Integer>(self, discs: W) -> W {
        let cells = |step| spread(runs(discs, step, LINE), step, LINE);
        self.directions().map(cells).into_iter().fold(W::EMPTY, |all, line| all | line)
    }

    /// The cells that would complete a line of `own`, taken ones and those off the board included.
    ///
    /// Of four cells in a row three are there: the gap is at an end, or one of the two inside.
    #[inline]
    fn gaps<W: Integer>(self, own: W) -> W {
        self.straight_gaps(own) | self.slanting_gaps(own)
    }

    /// The gaps of columns and rows.
    #[inline]
    fn straight_gaps<W: Integer>(self, own: W) -> W {
        own << 1 & own << 2 & own << 3 | gaps_along(own, self.stride())
    }

    /// The gaps of both diagonals.
    #[inline]
    fn slanting_gaps<W: Integer>(self, own: W) -> W {
        gaps_along(own, self.stride() - 1) | gaps_along(own, self.stride() + 1)
    }

    /// The empty cells that would complete a line of `own`.
    #[inline]
    fn threats<W: Integer>(self, own: W, discs: W) -> W {
        self.gaps(own) & self.board::<W>() & !discs
    }

    /// The cells on which a disc of `own` completes a line at once.
    #[inline]
    fn wins<W: Integer>(self, own: W, discs: W) -> W {
        self.threats(own, discs) & self.tops(discs)
    }
}

/// The cells that would complete lines of `own` in a direction.
#[inline]
fn gaps_along<W: Integer>(own: W, step: usize) -> W {
    let (left, right) = (own << step & own << (2 * step), own >> step & own >> (2 * step));
    left & (own << (3 * step) | own >> step) | right & (own << step | own >> (3 * step))
}

/// The board of 7 x 6.
pub type Classic = Fixed<7, 6, { LINE as u8 }>;
/// The 7 x 6 board.
pub const CLASSIC: Classic = Fixed;

impl Sides for Classic {
    /// By a product: its sum has bit `7 x` of the row moved to bit `36 + x`, and no other bit between
    /// 36 and 42.
    #[inline]
    fn row<W: Integer>(self, discs: W, y: usize) -> u64 {
        const GATHER: u64 = 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6 | 1;
        let row = (discs >> y & self.bottom()).piece(0);
        row.wrapping_mul(GATHER) >> 36 & 0x7F
    }

    const PLANE_ORDER: Option<&'static Order> = Some(&Order::of(&{
        let mut bits = [0; 42];
        let mut place = 0;
        while place < 42 {
            bits[place] = (place % 7 * 7 + 5 - place / 7) as u8;
            place += 1;
        }
        bits
    }));
}

impl Sides for Rect {}

/// The sides of a board.
pub(super) fn check(width: i64, height: i64) -> Result<(u8, u8)> {
    for (name, side) in [("width", width), ("height", height)] {
        if !(i64::from(MIN_SIDE)..=i64::from(MAX_SIDE)).contains(&side) {
            let allowed = format!("from {MIN_SIDE} to {MAX_SIDE}");
            return Err(Error::parameter(name, allowed, side));
        }
    }
    if (height + 1) * width > i64::from(u128::BITS) {
        let allowed = "at most 128 cells, an empty row on top included";
        let value = format!("{width} x {} = {}", height + 1, width * (height + 1));
        return Err(Error::parameter("width x (height + 1)", allowed, value));
    }
    Ok((width as u8, height as u8))
}
