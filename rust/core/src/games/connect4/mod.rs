//! Connect Four on boards of 4 to 12 columns and rows.
//!
//! The board of 7 x 6 uses one `u64` for each side, all others a `u128`; each further type would be
//! compiled into all searches and players again. The exact solver searches every board of at most 64
//! bits, with an empty row on top, as words of 64.

mod board;
mod eval;
mod players;
mod remarks;
mod rules;
mod scene;
mod sides;
mod solver;
mod text;

pub use self::rules::Board;
pub use self::sides::{Classic, MAX_CELLS, MAX_SIDE, MIN_SIDE, Sides};

use std::path::Path;

use crate::any::AnyGame;
use crate::bits::{Integer, Order, unpack};
use crate::capability::{HiddenInfo, Planes};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{Effort, ExactSolver, SolveOptions};
use crate::game::{Game, Move, Player};
use crate::levels::Levels;
use crate::marks::{Rect, Sides as _};
use crate::players::{AgentEntry, glance};
use crate::slips::Slips;
use crate::specialists::Specialists;

/// The scores of an opening book of 7 x 6.
pub(crate) use self::solver::book::DATA as SCORES;

/// The 7 x 6 game.
pub type ConnectFour = Board<Classic, u64>;
/// The game on other boards.
pub type ConnectFour128 = Board<Rect, u128>;

/// The start of the game on `width` columns and `height` rows: 4 to 12 each, and with an empty row on
/// top at most 128 cells.
pub fn start(width: i64, height: i64) -> Result<Box<dyn AnyGame>> {
    let (width, height) = sides::check(width, height)?;
    Ok(start_of(width, height))
}

/// Makes the book of all positions with so many discs, or goes on with the file that is there: scores
/// of those in which the side to move completes no line with its next disc, and the other side could in
/// one column at most, and of what comes after those that take long. Progress counts solves and
/// searches. Of the options the size of the table and the threads matter. Returns the number of
/// positions with `plies` discs.
///
/// # Errors
/// [`Error::Parameter`] for a board of more than 64 bits, for more discs than 12, and for a file of
/// another book; [`Error::DamagedFile`], [`Error::Io`]; [`Error::Interrupted`], after which the file
/// has what was done.
pub fn build_book(
    (width, height): (u8, u8),
    plies: usize,
    path: &Path,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<usize> {
    let k = sides::LINE as u8;
    let rect = Rect { width, height, k };
    if rect.bits() > 64 {
        return Err(Error::parameter("width x (height + 1)", "at most 64 for a book", rect.bits()));
    }
    match Classic::of(width, height, k) {
        Some(classic) => solver::build::build::<_, u64>(classic, plies, path, options, control),
        None => solver::build::build::<_, u64>(rect, plies, path, options, control),
    }
}

fn start_of(width: u8, height: u8) -> Box<dyn AnyGame> {
    let k = sides::LINE as u8;
    let rect = Rect { width, height, k };
    match Classic::of(width, height, k) {
        Some(classic) => Box::new(ConnectFour::empty(classic)),
        None => Box::new(ConnectFour128::empty(rect)),
    }
}

impl<G: Sides, W: Integer> HiddenInfo for Board<G, W> {}

impl<G: Sides, W: Integer> Planes for Board<G, W> {
    /// The default plane by plane, row by row: columns of bits need not become rows of bits first.
    fn write_planes(&self, player: Player, out: &mut [u8]) {
        let g = self.sides();
        let planes = [self.own(), self.other()];
        let planes = if player == self.turn() { planes } else { [planes[1], planes[0]] };
        let rows =
            planes.into_iter().flat_map(|discs| (0..g.height()).rev().map(move |y| (discs, y)));
        for ((discs, y), out) in rows.zip(out.chunks_exact_mut(g.width())) {
            unpack(g.row(discs, y), out);
        }
    }

    #[inline]
    fn plane_words(&self) -> Option<[u64; 2]> {
        let g = self.sides();
        (g.cells() <= 64).then(|| [self.own(), self.other()].map(|discs| g.rows(discs)))
    }

    const PLANE_ORDER: Option<&'static Order> = G::PLANE_ORDER;

    #[inline]
    fn ordered_words(&self) -> [u64; 2] {
        [self.own(), self.other()].map(|discs| discs.piece(0))
    }
}

impl<G: Sides, W: Integer> Specialists for Board<G, W> {
    const PLAYERS: &'static [AgentEntry<Self>] = &[glance()];

    fn slips(&self, last: Option<Move>) -> Slips {
        players::slips(self, last)
    }

    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        solver::solver(self.sides(), options).map(Some)
    }

    fn levels(&self) -> Levels {
        let has_book = solver::book_plies(self.sides()).is_some();
        if has_book { players::LEVELS } else { players::LEVELS_BY_SEARCH }
    }

    /// A factor of 1.75 for each further empty cell, fitted to empty boards up to 7 x 6. From fewer
    /// discs than those of a book the search ends at its positions.
    fn effort(&self) -> Option<Effort> {
        let cells = self.sides().cells();
        let searched = cells - self.ply().max(solver::book_plies(self.sides()).unwrap_or(0));
        let nodes = 4e7 * 1.75_f64.powf(searched as f64 - 42.0);
        Some(Effort::new(cells - self.ply(), nodes, 3e6))
    }
}

/// Registry: what follows `connect4:`.
pub(super) fn start_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    let (width, height) = text::sides(parameters)?;
    Ok(start_of(width, height))
}
