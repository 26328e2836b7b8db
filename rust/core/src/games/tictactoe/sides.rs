//! The sides of a board that are allowed.

use crate::error::{Error, Result};
use crate::marks::Fixed;

/// Most cells a board may have: 11 x 11.
pub const MAX_CELLS: u8 = 121;
/// Longest side of a board: columns are single letters.
pub const MAX_SIDE: u8 = 26;
/// Largest n of the n x n game.
pub const MAX_SIZE: u8 = 8;

/// The 3 x 3 board, three in a row.
pub type Classic = Fixed<3, 3, 3>;

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
