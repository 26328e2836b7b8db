//! Mosaic and Mosaic Quo: pieces piled to a pyramid, where pieces below attract one above.
//!
//! One type holds the positions of both, the two-player game and the four-player game of two teams.
//! `chain.rs` has the pile of pieces and its chain, `sets.rs` an interface to read positions of any
//! size. `solver` finds exact values of the two-player game up to size 5. Cells are numbered as in
//! [`crate::pyramid`]. Pyramids of the two-player game up to size 5 have at most 55 cells and use one
//! `u64` per seat, all others 144 bits: each further type would be compiled into all searches and
//! players again.

mod board;
mod chain;
mod eval;
mod planes;
mod players;
mod remarks;
mod rules;
mod scene;
mod sets;
mod solver;
mod text;

pub use self::chain::LastPiece;
pub use self::eval::FEATURES;
pub use self::rules::{Board, Quo};
pub use self::sets::{Piled, piled};

use crate::any::AnyGame;
use crate::capability::HiddenInfo;
use crate::error::Result;
use crate::exact::{Effort, ExactSolver, SolveOptions};
use crate::game::MoveList;
use crate::levels::Levels;
use crate::pyramid::{PyramidWord, Wide};
use crate::specialists::Specialists;

/// Mosaic on pyramids of 2 to 5 layers.
pub type Mosaic5 = Board<u64>;
/// Mosaic on pyramids of up to 7 layers.
pub type Mosaic7 = Board<Wide>;
/// Mosaic Quo on pyramids of 3 to 7 layers.
pub type Quo7 = Quo<Wide>;

/// The start of Mosaic on a pyramid of 2 to 7 layers.
pub fn start(size: i64) -> Result<Box<dyn AnyGame>> {
    let size = text::check_size(size, Mosaic5::MIN_SIZE)?;
    Ok(if size <= u64::MAX_SIZE {
        Box::new(Mosaic5::empty(size))
    } else {
        Box::new(Mosaic7::empty(size))
    })
}

/// The start of Mosaic Quo on a pyramid of 3 to 7 layers.
pub fn start_quo(size: i64, last_piece: LastPiece) -> Result<Box<dyn AnyGame>> {
    let size = text::check_size(size, Quo7::MIN_SIZE)?;
    Ok(Box::new(Quo7::empty(size, last_piece)))
}

impl<W: PyramidWord, const SEATS: usize> HiddenInfo for Board<W, SEATS> {}

impl<W: PyramidWord> Specialists for Board<W> {
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        solver::solver(self, options)
    }

    fn levels(&self) -> Levels {
        players::LEVELS
    }

    fn greedy(&self, list: &mut MoveList) {
        players::greedy(self, list);
    }

    /// Much less than a flat board, because chains fill many cells at once.
    fn effort(&self) -> Option<Effort> {
        Some(Effort::of_fillings(self.empties().count(), 1.4e-4, 1e6))
    }
}

impl<W: PyramidWord> Specialists for Quo<W> {
    fn levels(&self) -> Levels {
        players::QUO_LEVELS
    }

    fn greedy(&self, list: &mut MoveList) {
        players::greedy(self, list);
    }

    /// Less than a flat board, more than Mosaic.
    fn effort(&self) -> Option<Effort> {
        Some(Effort::of_fillings(self.empties().count(), 0.05, 6e5))
    }
}

/// Registry: what follows `mosaic:`.
pub(super) fn start_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    start(text::read_parameters::<u64, 2>(parameters)?.0.into())
}

/// Registry: what follows `quo:`.
pub(super) fn start_quo_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    let (size, last_piece) = text::read_parameters::<Wide, 4>(parameters)?;
    start_quo(size.into(), last_piece)
}
