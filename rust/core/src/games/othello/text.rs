//! One-line positions.

use std::fmt;
use std::str::FromStr;

use super::rules::Board;
use crate::bits::Word;
use crate::board::BoardView;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};
use crate::grid;
use crate::notation::Notation;

/// Reads rows of `X` (black), `O` (white) and `-` from the top, joined by `/` or run together as in
/// a line of the OBF format; then a space and the side to move.
pub(super) fn read<const W: usize, const H: usize>(text: &str) -> Result<Board<W, H>> {
    let wrong = |reason: String| Error::parse("position", text, reason);
    let Some((cells, side)) = text.split_once(' ') else {
        return Err(wrong("after the cells come a space and the side to move, X or O".into()));
    };
    let turn = match side {
        "X" | "x" | "*" => Player(0),
        "O" | "o" => Player(1),
        _ => return Err(wrong(format!("the side to move is X or O, not {side:?}"))),
    };
    let rows: Vec<&str> = cells.split('/').collect();
    let in_rows = rows.len() == H && rows.iter().all(|row| row.chars().count() == W);
    let in_one = rows.len() == 1 && cells.chars().count() == W * H;
    if !in_rows && !in_one {
        return Err(wrong(format!("{H} rows of {W} cells joined by /, or {} cells", W * H)));
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
    Ok(Board::new(black, white, turn))
}

/// What follows `othello:` in the spec of a board.
fn size<const W: usize, const H: usize>() -> String {
    if W == H { W.to_string() } else { format!("{W},{H}") }
}

impl<const W: usize, const H: usize> Notation for Board<W, H> {
    fn spec(&self) -> String {
        if Self::IS_STANDARD { "othello".into() } else { format!("othello:{}", size::<W, H>()) }
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read(cells)
    }

    fn move_text(&self, m: Move) -> String {
        if m == Self::PASS { "pass".into() } else { grid::cell_text(W, m.index()) }
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        if ["pass", "pa", "ps", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Self::PASS);
        }
        Ok(Move(grid::parse_cell(W, H, text)? as u16))
    }
}

impl<const W: usize, const H: usize> fmt::Display for Board<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.pieces(Player(0)).bits(), self.pieces(Player(1)).bits());
        let mut text = String::with_capacity((W + 1) * H + 2);
        for cell in 0..W * H {
            if cell > 0 && cell % W == 0 {
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

impl<const W: usize, const H: usize> FromStr for Board<W, H> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, cells) = text.split_once(' ').unwrap_or((text, ""));
        let size = name.strip_prefix("othello").map(|rest| rest.strip_prefix(':').unwrap_or("8"));
        if size == Some(self::size::<W, H>().as_str()) {
            return read(cells);
        }
        Err(Error::parse("position", text, "it must begin with the spec of this board"))
    }
}
