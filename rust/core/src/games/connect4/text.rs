//! Specs, one-line positions and moves as text.

use std::fmt;
use std::str::FromStr;

use super::rules::Board;
use super::sides::{LINE, Sides, check};
use crate::bits::Integer;
use crate::error::{Error, Result};
use crate::game::Move;
use crate::marks::{numbers, read_line};
use crate::notation::Notation;

/// Reads what follows `connect4:`.
pub(super) fn sides(parameters: &str) -> Result<(u8, u8)> {
    const ALLOWED: &str = "connect4:WIDTH,HEIGHT with two whole numbers from 4 to 12";
    if parameters.is_empty() {
        return Ok((7, 6));
    }
    let [width, height] = numbers(parameters)
        .ok_or_else(|| Error::parameter("connect4", ALLOWED, format!("{parameters:?}")))?;
    check(width, height)
}

/// The bit of the cell in a column and a row from the top.
fn bit(g: impl Sides) -> impl Fn(usize, usize) -> usize {
    move |x, y| x * g.stride() + g.height() - 1 - y
}

impl<G: Sides, W: Integer> Notation for Board<G, W> {
    fn spec(&self) -> String {
        match (self.sides().width(), self.sides().height()) {
            (7, 6) => "connect4".into(),
            (width, height) => format!("connect4:{width},{height}"),
        }
    }

    fn read(&self, cells: &str) -> Result<Self> {
        let g = self.sides();
        let board = Board::of_rows(|| self.spec(), g, cells, bit(g))?;
        let discs: W = board.discs();
        if !((discs << 1 | g.bottom()) & discs ^ discs).is_empty() {
            let reason = "a disc floats: each lies on the bottom or on another disc";
            return Err(Error::invalid_position(cells, reason));
        }
        let tops = discs & !(discs >> 1);
        board.check_lines(cells, tops & board.other(), |discs| g.has_line(discs))
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
        write!(f, "{} ", self.spec())?;
        self.write_rows(f, bit(self.sides()))
    }
}

impl<G: Sides, W: Integer> FromStr for Board<G, W> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read_line(text, |game, parameters| {
            if game != "connect4" {
                return Ok(None);
            }
            let (width, height) = sides(parameters)?;
            let g = G::of(width, height, LINE as u8).filter(|g| g.bits() <= W::BITS);
            Ok(g.map(Board::empty))
        })
    }
}
