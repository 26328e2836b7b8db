//! One-line positions.

use std::fmt;
use std::str::FromStr;

use super::rules::Board;
use super::sides::{self, Sides};
use crate::bits::Word;
use crate::board::BoardView;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};
use crate::grid;
use crate::notation::Notation;

/// Reads rows of `X` (black), `O` (white) and `-` from the top, joined by `/` or run together as in
/// a line of the OBF format; then a space and the side to move.
fn read<S: Sides>(text: &str, sides: S) -> Result<Board<S>> {
    let wrong = |reason: String| Error::parse("position", text, reason);
    let Some((cells, side)) = text.split_once(' ') else {
        return Err(wrong("after the cells come a space and the side to move, X or O".into()));
    };
    let turn = match side {
        "X" | "x" | "*" => Player(0),
        "O" | "o" => Player(1),
        _ => return Err(wrong(format!("the side to move is X or O, not {side:?}"))),
    };
    let (width, height) = (sides.width(), sides.height());
    let rows: Vec<&str> = cells.split('/').collect();
    let in_rows = rows.len() == height && rows.iter().all(|row| row.chars().count() == width);
    let in_one = rows.len() == 1 && cells.chars().count() == sides.cells();
    if !in_rows && !in_one {
        let all = sides.cells();
        return Err(wrong(format!("{height} rows of {width} cells joined by /, or {all} cells")));
    }
    let (mut black, mut white) = (0, 0);
    for (cell, disc) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        match disc {
            'X' | 'x' | '*' => black |= 1 << cell,
            'O' | 'o' => white |= 1 << cell,
            '-' | '.' => {}
            _ => return Err(wrong(format!("cells are X, O or -, not {disc:?}"))),
        }
    }
    Ok(Board::of(black, white, turn, sides))
}

impl<S: Sides> Notation for Board<S> {
    fn spec(&self) -> String {
        if S::IS_STANDARD {
            return "othello".into();
        }
        let (width, height) = (self.sides().width(), self.sides().height());
        format!("othello:{}", sides::parameters(width, height))
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read(cells, self.sides())
    }

    fn move_text(&self, m: Move) -> String {
        if m == self.pass_move() {
            return "pass".into();
        }
        grid::cell_text(self.sides().width(), m.index())
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        if ["pass", "pa", "ps", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(self.pass_move());
        }
        Ok(Move(grid::parse_cell(self.sides().width(), self.sides().height(), text)? as u16))
    }
}

impl<S: Sides> fmt::Display for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.pieces(Player(0)).bits(), self.pieces(Player(1)).bits());
        let (cells, width) = (self.sides().cells(), self.sides().width());
        let mut text = String::with_capacity(cells + self.sides().height() + 2);
        for cell in 0..cells {
            if cell > 0 && cell % width == 0 {
                text.push('/');
            }
            text.push(match (black.has(cell), white.has(cell)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '-',
            });
        }
        text.push_str(if self.turn().0 == 0 { " X" } else { " O" });
        write!(f, "{} {text}", self.spec())
    }
}

impl<S: Sides> FromStr for Board<S> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, cells) = text.split_once(' ').unwrap_or((text, ""));
        let parameters = if name == "othello" { Some("8") } else { name.strip_prefix("othello:") };
        let sides = parameters.and_then(sides::of_parameters);
        match sides.and_then(|(width, height)| S::of(width, height)) {
            Some(sides) => read(cells, sides),
            None => {
                Err(Error::parse("position", text, "it must begin with the spec of this board"))
            }
        }
    }
}
