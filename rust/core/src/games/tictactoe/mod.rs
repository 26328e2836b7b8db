//! Tic-tac-toe on n x n boards, and its general form: `k` in a row on any board of at most 121
//! cells.
//!
//! Bit 0 is the top left cell, and rows follow one another. Boards of at most 64 cells use one
//! `u64` per side, larger ones a `u128`.

mod board;
mod eval;
mod geometry;
pub mod judge;
mod lines;
mod planes;
mod players;
mod remarks;
mod rules;
mod scene;
mod sides;
mod text;

pub use self::geometry::Geometry;
pub use self::rules::Board;
pub use self::sides::{Classic, MAX_CELLS, MAX_SIDE, MAX_SIZE};

use crate::any::AnyGame;
use crate::bits::Integer;
use crate::capability::HiddenInfo;
use crate::error::Result;
use crate::marks::{Rect, Sides};

/// The 3 x 3 game.
pub type TicTacToe3 = Board<Classic, u64>;
/// `k` in a row on a board of at most 64 cells.
pub type Mnk64 = Board<Rect, u64>;
/// `k` in a row on a board of at most 121 cells.
pub type Mnk128 = Board<Rect, u128>;

/// The start of the n x n game, `size` in a row; sizes from 1 to 8.
pub fn square(size: i64) -> Result<Box<dyn AnyGame>> {
    Ok(start(sides::check_square(size)?))
}

/// The start of the game of `k` in a row on `width` by `height` cells. If all three are equal and
/// at most 8, this is the n x n game under its own name.
pub fn mnk(width: i64, height: i64, k: i64) -> Result<Box<dyn AnyGame>> {
    Ok(start(sides::check_mnk(width, height, k)?))
}

impl<G: Geometry, W: Integer> HiddenInfo for Board<G, W> {}

/// Registry: what follows `tictactoe:`.
pub(super) fn start_square(parameters: &str) -> Result<Box<dyn AnyGame>> {
    Ok(start(text::square_sides(parameters)?))
}

/// Registry: what follows `mnk:`.
pub(super) fn start_mnk(parameters: &str) -> Result<Box<dyn AnyGame>> {
    Ok(start(text::mnk_sides(parameters)?))
}

fn start((width, height, k): (u8, u8, u8)) -> Box<dyn AnyGame> {
    let rect = Rect { width, height, k };
    match (width, height, k) {
        (3, 3, 3) => Box::new(TicTacToe3::default()),
        _ if rect.cells() <= 64 => Box::new(Mnk64::empty(rect)),
        _ => Box::new(Mnk128::empty(rect)),
    }
}
