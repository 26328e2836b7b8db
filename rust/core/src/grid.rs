//! Cells of a rectangular board: their names and their symmetries.
//!
//! Cell `y * width + x` is in column `x` from the left and row `y` from the top; its name is a
//! letter for the column and a number for the row, so `a1` is the top left cell.

use crate::error::{Error, Result};

/// The name of a cell, for boards of at most 26 columns.
///
/// ```
/// use bitgames_core::grid;
/// assert_eq!(grid::cell_text(8, 19), "d3");
/// assert_eq!(grid::parse_cell(8, 8, "D3"), Ok(19));
/// ```
pub fn cell_text(width: usize, cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % width) as u8), cell / width + 1)
}

/// Reads the name of a cell, in either case.
pub fn parse_cell(width: usize, height: usize, text: &str) -> Result<usize> {
    let bytes = text.as_bytes();
    let column = bytes.first().map(u8::to_ascii_lowercase).filter(u8::is_ascii_lowercase);
    let digits = bytes.get(1..).unwrap_or_default();
    let plain = digits.first().is_some_and(|&d| d != b'0') && digits.iter().all(u8::is_ascii_digit);
    let row = text.get(1..).filter(|_| plain).and_then(|row| row.parse::<usize>().ok());
    if let (Some(column), Some(row)) = (column, row) {
        let x = usize::from(column - b'a');
        if x < width && row <= height {
            return Ok((row - 1) * width + x);
        }
    }
    let last = cell_text(width, width * height - 1);
    let reason = format!("moves go from a1 (top left) to {last} (bottom right)");
    Err(Error::parse("move", text, reason))
}

/// Order of the symmetry group of a board.
pub fn num_symmetries(width: usize, height: usize) -> usize {
    if width == height { 8 } else { 4 }
}

/// The image of a cell under symmetry `s`: bit 0 of `s` mirrors left and right, bit 1 up and down,
/// bit 2 (square boards) then swaps rows and columns.
pub const fn image(width: usize, height: usize, cell: usize, s: usize) -> usize {
    let (mut x, mut y) = (cell % width, cell / width);
    if s & 1 != 0 {
        x = width - 1 - x;
    }
    if s & 2 != 0 {
        y = height - 1 - y;
    }
    if s & 4 != 0 {
        (x, y) = (y, x);
    }
    y * width + x
}

/// The inverse of symmetry `s`. Undoing the swap first turns a mirror of columns into one of rows,
/// so the two quarter turns are inverse to each other; all others are their own inverses.
pub fn inverse(s: usize) -> usize {
    match s {
        5 => 6,
        6 => 5,
        _ => s,
    }
}
