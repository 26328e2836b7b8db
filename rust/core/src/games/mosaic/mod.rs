//! Mosaic and Mosaic Quo: pieces piled to a pyramid, where four below draw a fifth.
//!
//! `rules.rs` has the game of two, `quo.rs` that of four in two teams, `chain.rs` what they share: the
//! pile of pieces and its chain, and `sets.rs` shows both alike to the outside. `solver` finds exact
//! values of the game of two up to size 5. Cells are numbered as in [`crate::pyramid`]. Pyramids to size 5 have 55 cells and live in a `u64` a seat, larger ones in 144 bits.

mod board;
mod chain;
mod eval;
mod planes;
mod quo;
mod rules;
mod sets;
mod solver;
mod text;

pub use self::eval::FEATURES;
pub use self::quo::{LastPiece, Quo, QuoRules, Tie, Wins};
pub use self::rules::Board;
pub use self::sets::{Pieces, Piled, piled};

use crate::any::AnyGame;
use crate::capability::HiddenInfo;
use crate::error::{Error, Result};
use crate::pyramid::{MAX_SIZE, PyramidWord, Wide};
use crate::solve::{ExactSolver, SolveOptions};
use crate::specialists::Specialists;

/// Mosaic on pyramids of 2 to 5 layers.
pub type Mosaic5 = Board<u64>;
/// Mosaic on pyramids of up to 7 layers.
pub type Mosaic7 = Board<Wide>;
/// Mosaic Quo on pyramids of 3 to 5 layers.
pub type Quo5 = Quo<u64>;
/// Mosaic Quo on pyramids of up to 7 layers.
pub type Quo7 = Quo<Wide>;

/// The start of Mosaic on a pyramid of 2 to 7 layers.
pub fn start(size: i64) -> Result<Box<dyn AnyGame>> {
    let size = check_size(size, 2)?;
    Ok(if size <= u64::MAX_SIZE {
        Box::new(Mosaic5::empty(size))
    } else {
        Box::new(Mosaic7::empty(size))
    })
}

/// The start of Mosaic Quo on a pyramid of 3 to 7 layers.
pub fn start_quo(size: i64, last_piece: LastPiece) -> Result<Box<dyn AnyGame>> {
    let size = check_size(size, 3)?;
    let rules = QuoRules { last_piece, ..QuoRules::STANDARD };
    Ok(if size <= u64::MAX_SIZE {
        Box::new(Quo5::empty(size, rules))
    } else {
        Box::new(Quo7::empty(size, rules))
    })
}

impl<W: PyramidWord> HiddenInfo for Board<W> {}

impl<W: PyramidWord> HiddenInfo for Quo<W> {}

impl<W: PyramidWord> Specialists for Board<W> {
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        solver::solver(self, options)
    }
}

impl<W: PyramidWord> Specialists for Quo<W> {}

/// Registry: what follows `mosaic:`.
pub(super) fn start_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    start(read_size(parameters)?.into())
}

/// Registry: what follows `quo:`.
pub(super) fn start_quo_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    let (size, rules) = read_quo_parameters(parameters)?;
    start_quo(size.into(), rules.last_piece)
}

fn check_size(size: i64, least: u8) -> Result<u8> {
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

fn read_size(parameters: &str) -> Result<u8> {
    if parameters.is_empty() { Ok(MAX_SIZE) } else { number(parameters, 2) }
}

fn read_quo_parameters(parameters: &str) -> Result<(u8, QuoRules)> {
    if parameters.is_empty() {
        return Ok((MAX_SIZE, QuoRules::STANDARD));
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
    Ok((number(size, 3)?, QuoRules { last_piece, ..QuoRules::STANDARD }))
}
