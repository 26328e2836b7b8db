//! Specs, one-line positions and moves as text.

use std::fmt;
use std::str::FromStr;

use super::rules::Board;
use super::sides::{Sides, check};
use crate::bits::Integer;
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::notation::Notation;

/// Reads what follows `connect4:`.
pub(super) fn sides(parameters: &str) -> Result<(u8, u8)> {
    if parameters.is_empty() {
        return Ok((7, 6));
    }
    let side = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
    let (width, height) = parameters.split_once(',').unwrap_or_default();
    let (Some(width), Some(height)) = (side(width), side(height)) else {
        const ALLOWED: &str = "connect4:WIDTH,HEIGHT with two whole numbers from 4 to 12";
        return Err(Error::parameter("connect4", ALLOWED, format!("{parameters:?}")));
    };
    check(width, height)
}

fn spec(g: impl Sides) -> String {
    match (g.width(), g.height()) {
        (7, 6) => "connect4".into(),
        (width, height) => format!("connect4:{width},{height}"),
    }
}

/// Reads rows of `o`, `x` and `.` from the top, joined by `/`.
fn read<G: Sides, W: Integer>(g: G, cells: &str) -> Result<Board<G, W>> {
    let wrong = |reason: String| Error::parse("position", cells, reason);
    let rows: Vec<&str> = cells.split('/').collect();
    if rows.len() != g.height() {
        return Err(wrong(format!("{} needs {} rows joined by /", spec(g), g.height())));
    }
    let (mut first, mut second) = (W::EMPTY, W::EMPTY);
    for (y, row) in rows.iter().rev().enumerate() {
        if row.chars().count() != g.width() {
            return Err(wrong(format!("row {} must have {} cells", rows.len() - y, g.width())));
        }
        for (x, disc) in row.chars().enumerate() {
            let cell = W::bit(x * g.stride() + y);
            match disc {
                'o' => first |= cell,
                'x' => second |= cell,
                '.' => {}
                _ => return Err(wrong(format!("cells are o, x or ., not {disc:?}"))),
            }
        }
    }
    let impossible = |reason: &str| Err(Error::invalid_position(cells, reason));
    let discs = first | second;
    if !((discs << 1 | g.bottom()) & discs ^ discs).is_empty() {
        return impossible("a disc floats: each lies on the bottom or on another disc");
    }
    if first.count() != second.count() && first.count() != second.count() + 1 {
        return impossible(
            "o moves first and sides alternate, so o has as many discs as x or one more",
        );
    }
    let board = Board::from_discs(first, second, g);
    if g.has_line(board.own()) && g.has_line(board.other()) {
        return impossible("both sides have four in a row, and the first line ends the game");
    }
    if g.has_line(board.own()) {
        return impossible("the side to move has four in a row, so the game ended before");
    }
    let tops = discs & !(discs >> 1);
    let unfinished = |cell: usize| !g.has_line(board.other() ^ W::bit(cell));
    if g.has_line(board.other()) && !(tops & board.other()).cells().any(unfinished) {
        return impossible("no single last disc completes all the lines on the board");
    }
    Ok(board)
}

impl<G: Sides, W: Integer> Notation for Board<G, W> {
    fn spec(&self) -> String {
        spec(self.sides())
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read(self.sides(), cells)
    }

    fn move_text(&self, m: Move) -> String {
        (m.index() + 1).to_string()
    }

    /// Reads the number of a column, or the name of the cell into which a disc would fall.
    fn parse_move(&self, text: &str) -> Result<Move> {
        let g = self.sides();
        let number = |text: &str| {
            let plain = !text.starts_with(['0', '+']);
            text.parse().ok().filter(|number: &usize| plain && *number > 0)
        };
        let letter = text.bytes().next().map(|letter| letter.to_ascii_lowercase());
        let column = match letter {
            Some(letter @ b'a'..=b'l') => {
                let m = Move(u16::from(letter - b'a'));
                let row = number(&text[1..]).filter(|_| m.index() < g.width());
                let lands = |row| self.landing(m) == W::bit(m.index() * g.stride() + row - 1);
                row.filter(|&row| row <= g.height() && lands(row)).map(|_| m)
            }
            _ => number(text).filter(|&x| x <= g.width()).map(|x| Move(x as u16 - 1)),
        };
        let allowed = || {
            let last = g.width();
            format!(
                "moves are columns, 1 (left) to {last} (right), or the cell where the disc lands"
            )
        };
        column.ok_or_else(|| Error::parse("move", text, allowed()))
    }
}

impl<G: Sides, W: Integer> fmt::Display for Board<G, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let g = self.sides();
        let (own, other) = if self.turn().0 == 0 { ('o', 'x') } else { ('x', 'o') };
        f.write_str(&spec(g))?;
        for y in (0..g.height()).rev() {
            f.write_str(if y + 1 == g.height() { " " } else { "/" })?;
            for x in 0..g.width() {
                let cell = x * g.stride() + y;
                let disc = if self.own().has(cell) {
                    own
                } else if self.other().has(cell) {
                    other
                } else {
                    '.'
                };
                write!(f, "{disc}")?;
            }
        }
        Ok(())
    }
}

impl<G: Sides, W: Integer> FromStr for Board<G, W> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, cells) = text.split_once(' ').unwrap_or((text, ""));
        let foreign =
            || Error::parse("position", text, "it must begin with the spec of this board");
        let rest = name.strip_prefix("connect4").ok_or_else(foreign)?;
        let (width, height) = sides(rest.strip_prefix(':').unwrap_or(rest))?;
        let g = G::of(width, height).filter(|g| g.bits() <= W::BITS);
        read(g.ok_or_else(foreign)?, cells)
    }
}
