//! Tic-tac-toe on n x n boards, and its general form: `k` in a row on any board to 121 cells.
//!
//! Bit 0 is the top left cell, rows follow one another; 3 x 3 and all boards to 64 cells live in one
//! `u64` a side, larger ones in a `u128`.

mod board;
mod eval;
mod geometry;
pub mod judge;
mod lines;
mod players;
mod rules;
mod text;

pub use self::geometry::{Classic, Geometry, Rect};
pub use self::rules::Board;

use crate::any::AnyGame;
use crate::bits::Integer;
use crate::capability::{HiddenInfo, Planes};
use crate::error::{Error, Result};

/// The 3 x 3 game.
pub type TicTacToe3 = Board<Classic, u64>;
/// `k` in a row on a board of at most 64 cells.
pub type Mnk64 = Board<Rect, u64>;
/// `k` in a row on a board of at most 121 cells.
pub type Mnk128 = Board<Rect, u128>;

/// Most cells a board may have: 11 x 11.
pub const MAX_CELLS: u8 = 121;
/// Longest side a board may have: columns are single letters.
pub const MAX_SIDE: u8 = 26;
/// Largest n of the n x n game.
pub const MAX_SIZE: u8 = 8;

type Sides = (u8, u8, u8);

/// The start of the n x n game, `size` in a row; sizes from 1 to 8.
pub fn square(size: i64) -> Result<Box<dyn AnyGame>> {
    Ok(start(check_square(size)?))
}

/// The start of the game of `k` in a row on `width` by `height` cells. Where all three are equal and
/// at most 8 this is the n x n game, under that game's name.
pub fn mnk(width: i64, height: i64, k: i64) -> Result<Box<dyn AnyGame>> {
    Ok(start(check_mnk(width, height, k)?))
}

impl<G: Geometry, W: Integer> HiddenInfo for Board<G, W> {}

impl<G: Geometry, W: Integer> Planes for Board<G, W> {}

/// Registry: what follows `tictactoe:`.
pub(super) fn start_square(parameters: &str) -> Result<Box<dyn AnyGame>> {
    Ok(start(square_sides(parameters)?))
}

/// Registry: what follows `mnk:`.
pub(super) fn start_mnk(parameters: &str) -> Result<Box<dyn AnyGame>> {
    Ok(start(mnk_sides(parameters)?))
}

fn start((width, height, k): Sides) -> Box<dyn AnyGame> {
    let rect = Rect { width, height, k };
    match (width, height, k) {
        (3, 3, 3) => Box::new(TicTacToe3::default()),
        _ if rect.cells() <= 64 => Box::new(Mnk64::empty(rect)),
        _ => Box::new(Mnk128::empty(rect)),
    }
}

fn check_square(size: i64) -> Result<Sides> {
    if !(1..=i64::from(MAX_SIZE)).contains(&size) {
        return Err(Error::parameter("size", format!("from 1 to {MAX_SIZE}"), size));
    }
    check_mnk(size, size, size)
}

fn check_mnk(width: i64, height: i64, k: i64) -> Result<Sides> {
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

fn square_sides(parameters: &str) -> Result<Sides> {
    if parameters.is_empty() {
        return check_square(3);
    }
    check_square(number("size", "a whole number from 1 to 8", parameters)?)
}

fn mnk_sides(parameters: &str) -> Result<Sides> {
    const ALLOWED: &str = "mnk:WIDTH,HEIGHT,K with three whole numbers";
    let parts: Vec<&str> = parameters.split(',').collect();
    let &[width, height, k] = parts.as_slice() else {
        return Err(Error::parameter("mnk", ALLOWED, format!("mnk:{parameters}")));
    };
    let side = |name, text| number(name, ALLOWED, text);
    check_mnk(side("width", width)?, side("height", height)?, side("k", k)?)
}

fn number(name: &str, allowed: &str, text: &str) -> Result<i64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| Error::parameter(name, allowed, format!("{text:?}")))
}
