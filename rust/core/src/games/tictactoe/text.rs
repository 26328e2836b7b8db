//! Specs, one-line positions and moves as text.

use std::fmt;
use std::str::FromStr;

use super::geometry::Geometry;
use super::lines::line_cells;
use super::rules::Board;
use super::sides::{Sides, check_mnk, check_square};
use crate::bits::Integer;
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::grid;
use crate::notation::Notation;

/// Reads what follows `tictactoe:`.
pub(super) fn square_sides(parameters: &str) -> Result<(u8, u8, u8)> {
    if parameters.is_empty() {
        return check_square(3);
    }
    check_square(number("size", "a whole number from 1 to 8", parameters)?)
}

/// Reads what follows `mnk:`.
pub(super) fn mnk_sides(parameters: &str) -> Result<(u8, u8, u8)> {
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

/// `tictactoe`, `tictactoe:5`, `mnk:6,5,4`: the shortest spec of the start.
pub(super) fn spec(g: impl Sides) -> String {
    let (width, height, k) = (g.width(), g.height(), g.k());
    if !g.is_square_game() {
        format!("mnk:{width},{height},{k}")
    } else if k == 3 {
        "tictactoe".into()
    } else {
        format!("tictactoe:{k}")
    }
}

/// Reads rows of `o`, `x` and `.` from the top, joined by `/`.
pub(super) fn read<G: Geometry, W: Integer>(g: G, cells: &str) -> Result<Board<G, W>> {
    let wrong = |reason: String| Error::parse("position", cells, reason);
    let rows: Vec<&str> = cells.split('/').collect();
    if rows.len() != g.height() {
        return Err(wrong(format!("{} needs {} rows joined by /", spec(g), g.height())));
    }
    let (mut first, mut second) = (W::EMPTY, W::EMPTY);
    for (y, row) in rows.iter().enumerate() {
        if row.chars().count() != g.width() {
            return Err(wrong(format!("row {} must have {} cells", y + 1, g.width())));
        }
        for (x, mark) in row.chars().enumerate() {
            let cell = W::bit(y * g.width() + x);
            match mark {
                'o' => first |= cell,
                'x' => second |= cell,
                '.' => {}
                _ => return Err(wrong(format!("cells are o, x or ., not {mark:?}"))),
            }
        }
    }
    let impossible = |reason: &str| Err(Error::invalid_position(cells, reason));
    if first.count() != second.count() && first.count() != second.count() + 1 {
        return impossible(
            "o moves first and sides alternate, so o has as many marks as x or one more",
        );
    }
    let board = Board::from_marks(first, second, g);
    if g.has_line(board.own()) {
        return impossible("the side to move has a line, so the game ended before the last move");
    }
    let last_moves = line_cells(board.other(), g);
    let before = |cell| board.other() ^ W::bit(cell);
    if !last_moves.is_empty() && last_moves.cells().all(|cell| g.has_line(before(cell))) {
        return impossible("no single last move completes all the lines on the board");
    }
    Ok(board)
}

impl<G: Geometry, W: Integer> Notation for Board<G, W> {
    fn spec(&self) -> String {
        spec(self.geometry())
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read(self.geometry(), cells)
    }

    fn move_text(&self, m: Move) -> String {
        grid::cell_text(self.geometry().width(), m.index())
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        let (width, height) = (self.geometry().width(), self.geometry().height());
        Ok(Move(grid::parse_cell(width, height, text)? as u16))
    }
}

impl<G: Geometry, W: Integer> fmt::Display for Board<G, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let g = self.geometry();
        f.write_str(&spec(g))?;
        let (o, x) = if self.turn().0 == 0 {
            (self.own(), self.other())
        } else {
            (self.other(), self.own())
        };
        for cell in 0..g.cells() {
            if cell % g.width() == 0 {
                f.write_str(if cell == 0 { " " } else { "/" })?;
            }
            f.write_str(if o.has(cell) {
                "o"
            } else if x.has(cell) {
                "x"
            } else {
                "."
            })?;
        }
        Ok(())
    }
}

impl<G: Geometry, W: Integer> FromStr for Board<G, W> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, cells) = text.split_once(' ').unwrap_or((text, ""));
        let foreign =
            || Error::parse("position", text, "it must begin with the spec of this board");
        let (game, parameters) = name.split_once(':').unwrap_or((name, ""));
        let (width, height, k) = match game {
            "tictactoe" => square_sides(parameters)?,
            "mnk" => mnk_sides(parameters)?,
            _ => return Err(foreign()),
        };
        let geometry = G::of(width, height, k).filter(|g| g.cells() <= W::BITS);
        read(geometry.ok_or_else(foreign)?, cells)
    }
}
