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
mod sides;
mod solver;
mod text;

pub use self::rules::{Board, FixedBoard};
pub use self::sides::{Fixed, Sides, Small};

use crate::any::AnyGame;
use crate::bits::Word;
use crate::book::Book;
use crate::capability::HiddenInfo;
use crate::data::{DataFile, embedded};
use crate::engine::{Engine, EngineOptions, SearchLevel};
use crate::error::{Error, Result};
use crate::exact::{Effort, ExactSolver, SolveOptions};
use crate::game::{Move, MoveList};
use crate::levels::Levels;
use crate::players::{AgentEntry, glance};
use crate::slips::Slips;
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
pub type Othello8 = FixedBoard<8>;
/// The game on the smaller boards.
pub type SmallOthello = Board<Small>;

const ALLOWED: &str = "4, 6, 8, or 6,4 or 8,4";

/// The start of the game on a board with these columns and rows: 4 x 4, 6 x 6, 8 x 8, 6 x 4 or 8 x 4.
pub fn start(width: i64, height: i64) -> Result<Box<dyn AnyGame>> {
    if (width, height) == (8, 8) {
        return Ok(Box::new(Othello8::default()));
    }
    let small = u8::try_from(width).ok().zip(u8::try_from(height).ok());
    match small.and_then(|(width, height)| Small::of(width, height)) {
        Some(sides) => Ok(Box::new(SmallOthello::at_start(sides))),
        None if width == height => Err(Error::parameter("size", ALLOWED, width)),
        None => Err(Error::parameter("size", ALLOWED, format!("{width},{height}"))),
    }
}

impl<S: Sides> HiddenInfo for Board<S> {}

impl<S: Sides> Specialists for Board<S> {
    const PLAYERS: &'static [AgentEntry<Self>] = &[glance()];

    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        let solver = match (self.sides().width(), self.sides().height()) {
            _ if S::IS_STANDARD => solver::solver::<S, 8, 8>(options),
            (4, _) => solver::solver::<S, 4, 4>(options),
            (6, 4) => solver::solver::<S, 6, 4>(options),
            (6, _) => solver::solver::<S, 6, 6>(options),
            _ => solver::solver::<S, 8, 4>(options),
        };
        solver.map(Some)
    }

    fn engine(&self, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        S::IS_STANDARD.then(|| Box::new(midgame::Midgame::new(*options)) as _)
    }

    fn search_levels(&self) -> &'static [SearchLevel] {
        if S::IS_STANDARD { &midgame::LEVELS } else { &[] }
    }

    fn levels(&self) -> Levels {
        if S::IS_STANDARD { players::LEVELS } else { players::LEVELS_OF_SMALL }
    }

    fn greedy(&self, list: &mut MoveList) {
        players::greedy(self, list);
    }

    fn slips(&self, last: Option<Move>) -> Slips {
        players::slips(self, last)
    }

    fn data(&self) -> Option<&'static DataFile> {
        S::IS_STANDARD.then_some(&WEIGHTS)
    }

    fn book(&self) -> Option<Result<Vec<u8>>> {
        let packed = BOOK.bytes().filter(|_| S::IS_STANDARD)?;
        Some(Book::unpacked(packed, &Self::at_start(self.sides())))
    }

    /// 10,000 nodes for 12 empty squares, times 2.17 for each further one: the medians of random
    /// endings of 12 to 22, and about the mean of the FFO problems. Boards of four rows have fewer moves:
    /// the starts of 4 x 4, 6 x 4 and 8 x 4 take about 800 nodes for 12 empty squares, times 1.63.
    fn effort(&self) -> Option<Effort> {
        let empties = self.empties().count();
        let (nodes, factor) =
            if self.sides().height() == 4 { (800.0, 1.63_f64) } else { (1e4, 2.17) };
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
    match sides::of_parameters(if parameters.is_empty() { "8" } else { parameters }) {
        Some((width, height)) => start(width.into(), height.into()),
        None => Err(Error::parameter("size", ALLOWED, format!("{parameters:?}"))),
    }
}
