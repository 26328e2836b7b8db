//! Othello on 8 x 8, and on the smaller boards 6 x 6, 4 x 4, 8 x 4 and 6 x 4: two sets of discs in one
//! `u64` each.
//!
//! Bit 0 is a1, top left, and rows follow one another, so bit 63 of the 8 x 8 board is h8. A
//! position stores the mover's discs first; a pass is the move after the last cell.

mod board;
mod discs;
mod eval;
pub mod flips;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub mod midgame;
mod order;
pub mod patterns;
mod planes;
mod players;
mod portable;
mod remarks;
mod rules;
mod scene;
mod solver;
mod text;

pub use self::rules::Board;

use crate::any::AnyGame;
use crate::bits::Word;
use crate::book::Book;
use crate::capability::HiddenInfo;
use crate::data::{DataFile, embedded};
use crate::engine::{Engine, EngineOptions, SearchLevel};
use crate::error::{Error, Result};
use crate::exact::{Effort, ExactSolver, SolveOptions};
use crate::game::MoveList;
use crate::levels::Levels;
use crate::specialists::Specialists;

/// The learned weights of the 8 x 8 game.
pub(crate) use self::patterns::FILE as WEIGHTS;

/// The opening book of the 8 x 8 game, packed by the program `pack_book` of `rust/train`; see
/// `docs/book.md`.
pub(crate) static BOOK: DataFile =
    DataFile::new(("othello.book", "othello", false), embedded!("opening.book"), |bytes| {
        Book::check(bytes, "othello")
    });

/// The 8 x 8 game.
pub type Othello8 = Board<8>;
/// The 6 x 6 game.
pub type Othello6 = Board<6>;
/// The 4 x 4 game.
pub type Othello4 = Board<4>;

/// Columns and rows of the boards. A board of fewer rows than columns is the upper part of a square
/// one, with its flips and its moves.
const ALLOWED: &str = "4, 6, 8, or 6,4 or 8,4";

/// The start of the game on a board of so many columns and rows: 4 x 4, 6 x 6, 8 x 8, 6 x 4 or 8 x 4.
pub fn start(width: i64, height: i64) -> Result<Box<dyn AnyGame>> {
    match (width, height) {
        (4, 4) => Ok(Box::new(Othello4::default())),
        (6, 4) => Ok(Box::new(Board::<6, 4>::default())),
        (6, 6) => Ok(Box::new(Othello6::default())),
        (8, 4) => Ok(Box::new(Board::<8, 4>::default())),
        (8, 8) => Ok(Box::new(Othello8::default())),
        _ if width == height => Err(Error::parameter("size", ALLOWED, width)),
        _ => Err(Error::parameter("size", ALLOWED, format!("{width},{height}"))),
    }
}

impl<const W: usize, const H: usize> HiddenInfo for Board<W, H> {}

impl<const W: usize, const H: usize> Specialists for Board<W, H> {
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        solver::solver(options).map(Some)
    }

    fn engine(&self, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        Self::IS_STANDARD.then(|| Box::new(midgame::Midgame::new(*options)) as _)
    }

    fn search_levels(&self) -> &'static [SearchLevel] {
        if Self::IS_STANDARD { &midgame::LEVELS } else { &[] }
    }

    fn levels(&self) -> Levels {
        if Self::IS_STANDARD { players::LEVELS } else { players::LEVELS_OF_SMALL }
    }

    fn greedy(&self, list: &mut MoveList) {
        players::greedy(self, list);
    }

    fn data(&self) -> Option<&'static DataFile> {
        Self::IS_STANDARD.then_some(&WEIGHTS)
    }

    fn book(&self) -> Option<Result<Vec<u8>>> {
        let packed = BOOK.bytes().filter(|_| Self::IS_STANDARD)?;
        Some(Book::unpacked(packed, &Self::default()))
    }

    /// 10,000 nodes for 12 empty squares, times 2.17 for each further one: the medians of random
    /// endings of 12 to 22, and about the mean of the FFO problems. Boards of four rows have fewer moves:
    /// the starts of 4 x 4, 6 x 4 and 8 x 4 take about 800 nodes for 12 empty squares, times 1.63.
    fn effort(&self) -> Option<Effort> {
        let empties = self.empties().count();
        let (nodes, factor) = if H == 4 { (800.0, 1.63_f64) } else { (1e4, 2.17) };
        Some(Effort::new(empties, nodes * factor.powf(empties as f64 - 12.0), 2.5e7))
    }

    /// One search solves the game from about 24 empty squares; it gets the time of two moves besides.
    fn moves_to_time(&self) -> usize {
        const SOLVED: usize = 24;
        self.empties().count().saturating_sub(SOLVED).div_ceil(2) + 2
    }
}

/// Registry: what follows `othello:`.
pub(super) fn start_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    match parameters {
        "" | "8" => start(8, 8),
        "6" => start(6, 6),
        "4" => start(4, 4),
        "6,4" => start(6, 4),
        "8,4" => start(8, 4),
        other => Err(Error::parameter("size", ALLOWED, format!("{other:?}"))),
    }
}
