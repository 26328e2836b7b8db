//! Specs, one-line positions and moves as text.

use std::fmt;
use std::str::FromStr;

use super::geometry::Geometry;
use super::rules::Board;
use super::sides::{MAX_SIZE, check_mnk, check_square};
use crate::bits::Integer;
use crate::error::{Error, Result};
use crate::game::Move;
use crate::grid;
use crate::marks::{numbers, read_line};
use crate::notation::Notation;

/// Reads what follows `tictactoe:`.
pub(super) fn square_sides(parameters: &str) -> Result<(u8, u8, u8)> {
    if parameters.is_empty() {
        return check_square(3);
    }
    let wrong =
        || Error::parameter("size", "a whole number from 1 to 8", format!("{parameters:?}"));
    let [size] = numbers(parameters).ok_or_else(wrong)?;
    check_square(size)
}

/// Reads what follows `mnk:`.
pub(super) fn mnk_sides(parameters: &str) -> Result<(u8, u8, u8)> {
    const ALLOWED: &str = "mnk:WIDTH,HEIGHT,K with three whole numbers";
    let [width, height, k] = numbers(parameters)
        .ok_or_else(|| Error::parameter("mnk", ALLOWED, format!("{parameters:?}")))?;
    check_mnk(width, height, k)
}

impl<G: Geometry, W: Integer> Notation for Board<G, W> {
    /// `tictactoe`, `tictactoe:5`, `mnk:6,5,4`: the shortest spec of the start.
    fn spec(&self) -> String {
        let (width, height, k) = (self.sides().width(), self.sides().height(), self.sides().k());
        if (width, height) != (k, k) || k > usize::from(MAX_SIZE) {
            format!("mnk:{width},{height},{k}")
        } else if k == 3 {
            "tictactoe".into()
        } else {
            format!("tictactoe:{k}")
        }
    }

    fn read(&self, cells: &str) -> Result<Self> {
        let g = self.sides();
        let board = Board::of_rows(|| self.spec(), g, cells, |x, y| y * g.width() + x)?;
        board.check_lines(cells, board.other(), |marks| g.has_line(marks))
    }

    fn move_text(&self, m: Move) -> String {
        grid::cell_text(self.sides().width(), m.index())
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        let (width, height) = (self.sides().width(), self.sides().height());
        Ok(Move(grid::parse_cell(width, height, text)? as u16))
    }
}

impl<G: Geometry, W: Integer> fmt::Display for Board<G, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.spec())?;
        self.write_rows(f, |x, y| y * self.sides().width() + x)
    }
}

impl<G: Geometry, W: Integer> FromStr for Board<G, W> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read_line(text, |game, parameters| {
            let (width, height, k) = match game {
                "tictactoe" => square_sides(parameters)?,
                "mnk" => mnk_sides(parameters)?,
                _ => return Ok(None),
            };
            Ok(G::of(width, height, k).filter(|g| g.cells() <= W::BITS).map(Board::empty))
        })
    }
}
