//! Specs and one-line positions of both games.
//!
//! A position is the layers from the top to the ground, joined by `/`, each with its rows run
//! together; then a space and the number of the seat to move. `1` to `4` are pieces of the seats,
//! `*` is the neutral piece, `.` an empty cell and `?` a cell offered to a seat that has to choose.

use std::fmt;
use std::str::FromStr;

use super::chain::{LastPiece, Pile, pieces_each};
use super::quo::{Quo, Waiting};
use super::rules::Board;
use crate::bits::layer_start;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};
use crate::notation::Notation;
use crate::pyramid::geometry::{below, cell_text, filled, ground, neutral, parse_cell, width_of};
use crate::pyramid::{MAX_SIZE, PyramidWord};

/// The shortest spec of a start.
pub(super) fn spec(name: &str, size: u8) -> String {
    if size == MAX_SIZE { name.into() } else { format!("{name}:{size}") }
}

/// `quo`, `quo:5`, `quo:7,lowest`.
pub(super) fn quo_spec(size: u8, last_piece: LastPiece) -> String {
    match last_piece {
        LastPiece::Owner => spec("quo", size),
        LastPiece::Lowest => format!("quo:{size},lowest"),
    }
}

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

/// Reads what follows `mosaic:`.
pub(super) fn read_size(parameters: &str) -> Result<u8> {
    if parameters.is_empty() { Ok(MAX_SIZE) } else { number(parameters, 2) }
}

/// Reads what follows `quo:`.
pub(super) fn read_quo_parameters(parameters: &str) -> Result<(u8, LastPiece)> {
    if parameters.is_empty() {
        return Ok((MAX_SIZE, LastPiece::Owner));
    }
    let (size, option) = parameters
        .split_once(',')
        .map_or((parameters, None), |(size, option)| (size, Some(option)));
    let last_piece = match option {
        None => LastPiece::Owner,
        Some("lowest") => LastPiece::Lowest,
        Some(other) => {
            return Err(Error::parameter(
                "the option after the size",
                "lowest",
                format!("{other:?}"),
            ));
        }
    };
    Ok((number(size, 3)?, last_piece))
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

/// Reads a position of Mosaic.
pub(super) fn read<W: PyramidWord>(size: u8, text: &str) -> Result<Board<W>> {
    let line = Line::<W, 2>::read(size, text)?;
    let board = Board::new(line.pile(size, text)?, line.turn);
    if !board.is_over() {
        check_rest(board.pile(), text)?;
    }
    Ok(board)
}

/// Reads a position of Mosaic Quo.
pub(super) fn read_quo<W: PyramidWord>(
    size: u8,
    last_piece: LastPiece,
    text: &str,
) -> Result<Quo<W>> {
    let line = Line::<W, 4>::read(size, text)?;
    let pile = line.pile(size, text)?;
    let impossible = |reason: String| Err(Error::invalid_position(text, reason));
    let (seat, offered) = (line.turn.index(), line.offered);
    let (number, left) = (seat + 1, pile.left()[seat]);
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
        let waiting = Waiting { seat: line.turn.0, offered };
        return Ok(Quo::new(pile, line.mover, Some(waiting), last_piece));
    }
    let board = Quo::new(pile, line.mover, None, last_piece);
    if !board.pile().is_decided() {
        check_rest(board.pile(), text)?;
    }
    if left == 0 && pile.left().iter().any(|&left| left > 0) {
        return impossible(format!("seat {number} is to move and has no piece left"));
    }
    Ok(board)
}

/// Writes the layers, a letter for each cell.
fn write_layers(
    f: &mut fmt::Formatter<'_>,
    size: u8,
    letter: impl Fn(usize) -> char,
) -> fmt::Result {
    use fmt::Write;
    for cell in 0..layer_start(usize::from(size) + 1) {
        if cell > 0 && cell == layer_start(width_of(cell)) {
            f.write_char('/')?;
        }
        f.write_char(letter(cell))?;
    }
    Ok(())
}

/// The letter of a cell that is not offered.
fn letter<W: PyramidWord, const SEATS: usize>(pile: &Pile<W, SEATS>, cell: usize) -> char {
    let owner = (0..SEATS).zip(['1', '2', '3', '4']).find(|&(seat, _)| pile.pieces(seat).has(cell));
    let empty = if pile.neutral().has(cell) { '*' } else { '.' };
    owner.map_or(empty, |(_, letter)| letter)
}

impl<W: PyramidWord> Notation for Board<W> {
    fn spec(&self) -> String {
        spec("mosaic", self.size())
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read(self.size(), cells)
    }

    fn move_text(&self, m: Move) -> String {
        cell_text(self.size(), m.index())
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        Ok(Move(parse_cell(self.size(), text)? as u16))
    }
}

impl<W: PyramidWord> fmt::Display for Board<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.spec())?;
        write_layers(f, self.size(), |cell| letter(self.pile(), cell))?;
        write!(f, " {}", self.turn().0 + 1)
    }
}

impl<W: PyramidWord> Notation for Quo<W> {
    fn spec(&self) -> String {
        quo_spec(self.size(), self.last_piece())
    }

    fn read(&self, cells: &str) -> Result<Self> {
        read_quo(self.size(), self.last_piece(), cells)
    }

    fn move_text(&self, m: Move) -> String {
        cell_text(self.size(), m.index())
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        Ok(Move(parse_cell(self.size(), text)? as u16))
    }
}

impl<W: PyramidWord> fmt::Display for Quo<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.spec())?;
        let offered = self.offered();
        write_layers(f, self.size(), |cell| {
            if offered.has(cell) { '?' } else { letter(self.pile(), cell) }
        })?;
        write!(f, " {}", self.turn().0 + 1)?;
        match self.choosing() {
            Some(_) => write!(f, "@{}", self.mover().0 + 1),
            None => Ok(()),
        }
    }
}

/// The parameters and the cells of a line that begins with this name.
fn split<'a>(name: &str, text: &'a str) -> Option<(&'a str, &'a str)> {
    let (spec, cells) = text.split_once(' ')?;
    let parameters = spec.strip_prefix(name)?;
    Some((parameters.strip_prefix(':').unwrap_or(parameters), cells))
}

fn foreign(text: &str) -> Error {
    Error::parse("position", text, "it must begin with the spec of this board")
}

impl<W: PyramidWord> FromStr for Board<W> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (parameters, cells) = split("mosaic", text).ok_or_else(|| foreign(text))?;
        let size = read_size(parameters)?;
        if size > W::MAX_SIZE { Err(foreign(text)) } else { read(size, cells) }
    }
}

impl<W: PyramidWord> FromStr for Quo<W> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (parameters, cells) = split("quo", text).ok_or_else(|| foreign(text))?;
        let (size, last_piece) = read_quo_parameters(parameters)?;
        if size > W::MAX_SIZE { Err(foreign(text)) } else { read_quo(size, last_piece, cells) }
    }
}
