//! Specs and one-line positions of both games.
//!
//! A position is the layers from the top to the ground, joined by `/`, each with its rows run
//! together; then a space and the number of the seat to move. `1` to `4` are pieces of the seats,
//! `*` is the neutral piece, `.` an empty cell and `?` a cell offered to a seat that has to choose.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::chain::{LastPiece, Pile, pieces_each};
use super::rules::Board;
use crate::bits::layer_start;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};
use crate::notation::Notation;
use crate::pyramid::geometry::{below, cell_text, filled, ground, neutral, parse_cell, width_of};
use crate::pyramid::{MAX_SIZE, PyramidWord};

/// A number of layers of at least `least`.
pub(super) fn check_size(size: i64, least: u8) -> Result<u8> {
    if (i64::from(least)..=i64::from(MAX_SIZE)).contains(&size) {
        return Ok(size as u8);
    }
    Err(Error::parameter("size", format!("from {least} to {MAX_SIZE}"), size))
}

fn number(text: &str, least: u8) -> Result<u8> {
    let digit = text.as_bytes().first().filter(|b| text.len() == 1 && b.is_ascii_digit());
    let Some(digit) = digit else {
        let allowed = format!("a whole number from {least} to {MAX_SIZE}");
        return Err(Error::parameter("size", allowed, format!("{text:?}")));
    };
    check_size(i64::from(digit - b'0'), least)
}

/// Reads what follows `mosaic:` or `quo:`.
pub(super) fn read_parameters<W: PyramidWord, const SEATS: usize>(
    parameters: &str,
) -> Result<(u8, LastPiece)> {
    if parameters.is_empty() {
        return Ok((MAX_SIZE, Board::<W, SEATS>::LAST_PIECE));
    }
    let (size, option) = match parameters.split_once(',') {
        Some((size, option)) if SEATS > 2 => (size, Some(option)),
        _ => (parameters, None),
    };
    let last_piece = match option {
        None => Board::<W, SEATS>::LAST_PIECE,
        Some("lowest") => LastPiece::Lowest,
        Some(other) => {
            let given = format!("{other:?}");
            return Err(Error::parameter("the option after the size", "lowest", given));
        }
    };
    Ok((number(size, Board::<W, SEATS>::MIN_SIZE)?, last_piece))
}

/// The contents of a line, before the check that a game can reach them.
struct Line<W, const SEATS: usize> {
    pieces: [W; SEATS],
    neutral: W,
    offered: W,
    turn: Player,
    mover: Player,
}

impl<W: PyramidWord, const SEATS: usize> Line<W, SEATS> {
    fn read(size: u8, text: &str) -> Result<Self> {
        let wrong = |reason: String| Error::parse("position", text, reason);
        let Some((cells, side)) = text.split_once(' ') else {
            return Err(wrong("after the cells come a space and the seat to move".into()));
        };
        let (turn, mover) = Self::side(side).ok_or_else(|| {
            let choice =
                if SEATS == 4 { ", as 3@1 if seat 3 chooses in the turn of seat 1" } else { "" };
            wrong(format!("the seat to move is a number from 1 to {SEATS}{choice}, not {side:?}"))
        })?;
        let (pieces, empty) = ([W::EMPTY; SEATS], W::EMPTY);
        let mut line = Line { pieces, neutral: empty, offered: empty, turn, mover };
        let layers: Vec<&str> = cells.split('/').collect();
        if layers.len() != usize::from(size) {
            let given = layers.len();
            return Err(wrong(format!("{size} layers joined by /, the top first, not {given}")));
        }
        for (width, layer) in (1..).zip(layers) {
            let (wanted, given) = (width * width, layer.chars().count());
            if given != wanted {
                let number = usize::from(size) + 1 - width;
                return Err(wrong(format!("layer {number} has {wanted} cells, not {given}")));
            }
            for (cell, letter) in (layer_start(width)..).zip(layer.chars()) {
                line.add(W::bit(cell), letter).map_err(|allowed| {
                    let name = cell_text(size, cell);
                    wrong(format!("cell {name} must be one of {allowed}, not {letter:?}"))
                })?;
            }
        }
        if side.contains('@') == line.offered.is_empty() {
            let reason = "a choice needs both: cells ? on offer, and a side as 3@1";
            return Err(wrong(reason.into()));
        }
        Ok(line)
    }

    /// Seat to move and seat whose turn it is.
    fn side(text: &str) -> Option<(Player, Player)> {
        let seat = |text: &str| {
            let numbers = (1..).zip(["1", "2", "3", "4"]).take(SEATS);
            numbers.into_iter().find(|&(_, number)| number == text).map(|(n, _)| Player(n - 1))
        };
        match text.split_once('@') {
            Some((turn, mover)) if SEATS == 4 => Some((seat(turn)?, seat(mover)?)),
            _ => seat(text).map(|turn| (turn, turn)),
        }
    }

    fn add(&mut self, cell: W, letter: char) -> std::result::Result<(), &'static str> {
        match letter {
            '.' => {}
            '*' => self.neutral |= cell,
            '?' if SEATS == 4 => self.offered |= cell,
            '1'..='4' if (letter as usize - '1' as usize) < SEATS => {
                self.pieces[letter as usize - '1' as usize] |= cell;
            }
            _ if SEATS == 4 => return Err("1 2 3 4 * ? ."),
            _ => return Err("1 2 * ."),
        }
        Ok(())
    }

    /// The pieces, if they can lie like this.
    fn pile(&self, size: u8, text: &str) -> Result<Pile<W, SEATS>> {
        let impossible = |reason: String| Err(Error::invalid_position(text, reason));
        let name = |cell: W| cell_text(size, cell.first());
        let wanted = neutral::<W>(size);
        if self.neutral != wanted {
            let wrong = self.neutral & !wanted;
            return impossible(if wrong.is_empty() {
                format!("the neutral piece * of cell {} is missing", name(wanted))
            } else {
                format!("cell {} has no neutral piece *", name(wrong))
            });
        }
        let occupied = self.pieces.iter().fold(wanted, |all, &own| all | own);
        for cell in (occupied & filled::<W>(size).wrapping_sub(ground(size))).cells() {
            let missing = below::<W>(cell) & !occupied;
            if !missing.is_empty() {
                let (piece, hole) = (cell_text(size, cell), name(missing));
                return impossible(format!("the piece on cell {piece} floats: {hole} is empty"));
            }
        }
        let most = usize::from(pieces_each(size, SEATS));
        for (seat, own) in (1..).zip(self.pieces) {
            let count = own.count();
            if count > most {
                let first = cell_text(size, own.nth(most));
                return impossible(format!(
                    "seat {seat} has {most} pieces, not {count}: the one on cell {first} is too many"
                ));
            }
        }
        Ok(Pile::with_pieces(size, self.pieces))
    }
}

/// Refuses a board at rest, before a side has won, on which the chain would continue.
fn check_rest<W: PyramidWord, const SEATS: usize>(pile: &Pile<W, SEATS>, text: &str) -> Result<()> {
    for seat in (0..SEATS).filter(|&seat| pile.left()[seat] > 0) {
        let offered = pile.offered(seat);
        if !offered.is_empty() {
            let cell = cell_text(pile.size(), offered.first());
            let reason = format!("the chain would have given cell {cell} to seat {}", seat + 1);
            return Err(Error::invalid_position(text, reason));
        }
    }
    Ok(())
}

/// Reads a position.
fn read<W: PyramidWord, const SEATS: usize>(
    size: u8,
    last_piece: LastPiece,
    text: &str,
) -> Result<Board<W, SEATS>> {
    let line = Line::<W, SEATS>::read(size, text)?;
    let pile = line.pile(size, text)?;
    let impossible = |reason: String| Err(Error::invalid_position(text, reason));
    let (seat, offered) = (line.turn.index(), line.offered);
    let (number, left) = (seat + 1, pile.left()[seat]);
    let board = Board::new(pile, line.mover, last_piece);
    if !offered.is_empty() {
        let not_offered = offered & !pile.offered(seat);
        if last_piece == LastPiece::Lowest {
            return impossible("no seat chooses where last pieces take the lowest cells".into());
        }
        if !not_offered.is_empty() {
            let cell = cell_text(size, not_offered.first());
            return impossible(format!("the chain does not offer cell {cell} to seat {number}"));
        }
        if left == 0 || usize::from(left) >= offered.count() {
            let count = offered.count();
            return impossible(format!(
                "seat {number} has no choice with {left} pieces left and {count} cells on offer"
            ));
        }
        return Ok(board.choice(line.turn, offered));
    }
    if !pile.is_decided() {
        check_rest(&pile, text)?;
    }
    // With two seats the game is over then, and the turn has passed on.
    if SEATS > 2 && left == 0 && pile.left().iter().any(|&left| left > 0) {
        return impossible(format!("seat {number} is to move and has no piece left"));
    }
    Ok(board)
}

impl<W: PyramidWord, const SEATS: usize> Notation for Board<W, SEATS> {
    /// `mosaic`, `mosaic:5`, `quo`, `quo:5`, `quo:7,lowest`.
    fn spec(&self) -> String {
        let (name, size) = (Self::FACTS.name, self.size());
        if self.last_piece() != Self::LAST_PIECE {
            format!("{name}:{size},lowest")
        } else if size == MAX_SIZE {
            name.into()
        } else {
            format!("{name}:{size}")
        }
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read(self.size(), self.last_piece(), cells)
    }

    fn move_text(&self, m: Move) -> String {
        cell_text(self.size(), m.index())
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        Ok(Move(parse_cell(self.size(), text)? as u16))
    }
}

impl<W: PyramidWord, const SEATS: usize> fmt::Display for Board<W, SEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.spec())?;
        let (pile, offered) = (self.pile(), self.offered());
        for cell in 0..layer_start(usize::from(self.size()) + 1) {
            if cell > 0 && cell == layer_start(width_of(cell)) {
                f.write_char('/')?;
            }
            let owner = ('1'..).zip(0..SEATS).find(|&(_, seat)| pile.pieces(seat).has(cell));
            f.write_char(match owner {
                Some((letter, _)) => letter,
                None if offered.has(cell) => '?',
                None if pile.neutral().has(cell) => '*',
                None => '.',
            })?;
        }
        write!(f, " {}", self.turn().0 + 1)?;
        match self.choosing() {
            Some(_) => write!(f, "@{}", self.mover().0 + 1),
            None => Ok(()),
        }
    }
}

impl<W: PyramidWord, const SEATS: usize> FromStr for Board<W, SEATS> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let foreign =
            || Error::parse("position", text, "it must begin with the spec of this board");
        let (spec, cells) = text.split_once(' ').ok_or_else(foreign)?;
        let parameters = spec.strip_prefix(Self::FACTS.name).ok_or_else(foreign)?;
        let parameters = parameters.strip_prefix(':').unwrap_or(parameters);
        let (size, last_piece) = read_parameters::<W, SEATS>(parameters)?;
        if size > W::MAX_SIZE { Err(foreign()) } else { read(size, last_piece, cells) }
    }
}
