//! The sides of a board and the length of a line: constants for 3 x 3, stored in the position for
//! all other boards.

use std::fmt::Debug;
use std::hash::Hash;

use crate::error::{Error, Result};

/// Most cells a board may have: 11 x 11.
pub const MAX_CELLS: u8 = 121;
/// Longest side of a board: columns are single letters.
pub const MAX_SIDE: u8 = 26;
/// Largest n of the n x n game.
pub const MAX_SIZE: u8 = 8;

/// Width, height and line length of a board.
pub trait Sides: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The sides of a checked board; `None` if this type cannot have them.
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
        self.width() == self.k() && self.height() == self.k() && self.k() <= usize::from(MAX_SIZE)
    }

    /// The centre cell; none if a side is even.
    fn centre(self) -> Option<usize> {
        (self.width() % 2 == 1 && self.height() % 2 == 1).then_some(self.cells() / 2)
    }
}

/// The 3 x 3 board, three in a row: a type without data, so that every mask is a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Classic;

impl Sides for Classic {
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
}

/// Any board, `k` in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) k: u8,
}

impl Sides for Rect {
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

/// The sides and the line of the n x n game.
pub(super) fn check_square(size: i64) -> Result<(u8, u8, u8)> {
    if !(1..=i64::from(MAX_SIZE)).contains(&size) {
        return Err(Error::parameter("size", format!("from 1 to {MAX_SIZE}"), size));
    }
    check_mnk(size, size, size)
}

/// The sides and the line of the general game.
pub(super) fn check_mnk(width: i64, height: i64, k: i64) -> Result<(u8, u8, u8)> {
    for (name, side) in [("width", width), ("height", height)] {
        if !(1..=i64::from(MAX_SIDE)).contains(&side) {
            return Err(Error::parameter(name, format!("from 1 to {MAX_SIDE}"), side));
        }
    }
    let cells = width * height;
    if cells > i64::from(MAX_CELLS) {
        let allowed = format!("at most {MAX_CELLS} cells");
        let value = format!("{width} x {height} = {cells}");
        return Err(Error::parameter("width x height", allowed, value));
    }
    let longest = width.max(height);
    if !(1..=longest).contains(&k) {
        return Err(Error::parameter("k", format!("from 1 to {longest}, the longer side"), k));
    }
    Ok((width as u8, height as u8, k as u8))
}
