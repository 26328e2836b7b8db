//! Othello on 8 x 8, and on 6 x 6 and 4 x 4: two sets of discs in one `u64` each.
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

/// The start of the game on a board of this size: 4, 6 or 8.
pub fn start(size: i64) -> Result<Box<dyn AnyGame>> {
    match size {
        4 => Ok(Box::new(Othello4::default())),
        6 => Ok(Box::new(Othello6::default())),
        8 => Ok(Box::new(Othello8::default())),
        _ => Err(Error::parameter("size", "4, 6 or 8", size)),
    }
}

impl<const N: usize> HiddenInfo for Board<N> {}

impl<const N: usize> Specialists for Board<N> {
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        solver::solver(options).map(Some)
    }

    fn engine(&self, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        (N == 8).then(|| Box::new(midgame::Midgame::new(*options)) as _)
    }

    fn search_levels(&self) -> &'static [SearchLevel] {
        if N == 8 { &midgame::LEVELS } else { &[] }
    }

    fn levels(&self) -> Levels {
        if N == 8 { players::LEVELS } else { players::LEVELS_OF_SMALL }
    }

    fn greedy(&self, list: &mut MoveList) {
        players::greedy(self, list);
    }

    fn data(&self) -> Option<&'static DataFile> {
        (N == 8).then_some(&WEIGHTS)
    }

    fn book(&self) -> Option<Result<Vec<u8>>> {
        let packed = BOOK.bytes().filter(|_| N == 8)?;
        Some(Book::unpacked(packed, &Self::default()))
    }

    /// 10,000 nodes for 12 empty squares, times 2.17 for each further one: the medians of random
    /// endings of 12 to 22, and about the mean of the FFO problems.
    fn effort(&self) -> Option<Effort> {
        let empties = self.empties().count();
        Some(Effort::new(empties, 1e4 * 2.17_f64.powf(empties as f64 - 12.0), 2.5e7))
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
        "" | "8" => start(8),
        "6" => start(6),
        "4" => start(4),
        other => Err(Error::parameter("size", "4, 6 or 8", format!("{other:?}"))),
    }
}
