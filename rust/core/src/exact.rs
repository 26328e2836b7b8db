//! What an exact solver is: the contract that the solvers of the games keep.

use std::path::PathBuf;
use std::time::Duration;

use crate::budget::Budget;
use crate::control::Limits;
use crate::error::Result;
use crate::game::Move;

/// A file that a long solve leaves behind, to be resumed from.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Read at the beginning if it is there, and written again and again.
    pub path: PathBuf,
    /// Time from one write to the next. It is written at the end too, whatever ends the solve short of a
    /// killed process.
    pub every: Duration,
}

/// How to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveOptions {
    /// The value of every root move, not of the position alone.
    pub all_moves: bool,
    /// Win, loss or draw only: values are 1, -1 and 0, which is less work where scores go further.
    pub wld: bool,
    /// Positions and time after which the solve ends; depth has no meaning. A solve that has not proven
    /// the value by then fails with [`crate::Error::Limit`], unless `partial` is set.
    pub limits: Limits,
    /// Return what is proven so far, bounds and a move, when a limit or a stop comes before the value is
    /// proven.
    pub partial: bool,
    /// Size of the transposition table.
    pub table_mib: usize,
    /// Threads to use, for games whose solver can use more than one; the value does not depend on
    /// it, but the choice among equally good moves may.
    pub threads: usize,
    /// Where to keep what is learned, for games whose solver can.
    pub checkpoint: Option<Checkpoint>,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            all_moves: false,
            wld: false,
            limits: Limits::default(),
            partial: false,
            table_mib: 64,
            threads: 1,
            checkpoint: None,
        }
    }
}

/// What a solver knows of a position whose solve was stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoFar {
    /// Proven bounds on the value, in points of the game's score.
    pub bounds: Option<(i32, i32)>,
    /// The best move found, not proven.
    pub best_move: Option<Move>,
}

/// Knows the exact values of the positions of one game, and keeps what it has learned from one question
/// to the next. The budget of a question ends it; several questions may share one.
pub trait ExactSolver<G>: Send {
    /// Value of an unfinished position for the side to move, in points of the game's score, and a best
    /// move. With the option `wld` the sign of the value, and a move that keeps it.
    fn best(&mut self, position: &G, budget: &Budget<'_>) -> Result<(i32, Move)>;

    /// True if the value of an unfinished position is at least this, in points of the game's score.
    /// *May be faster:* the default finds the value, and so is right only without the option `wld`.
    fn reaches(&mut self, position: &G, value: i32, budget: &Budget<'_>) -> Result<bool> {
        Ok(self.best(position, budget)?.0 >= value)
    }

    /// What the last call of [`ExactSolver::best`] proved of this position before it was stopped. *May
    /// know more:* the default knows nothing.
    fn so_far(&self, position: &G) -> SoFar {
        let _ = position;
        SoFar::default()
    }

    /// True if it reads and writes the checkpoint of its options. *May do so:* the default does not.
    fn keeps_checkpoints(&self) -> bool {
        false
    }

    /// Writes the checkpoint, if there is to be one: at the end of a solve, whatever ended it.
    fn keep(&mut self, budget: &Budget<'_>) -> Result<()> {
        let _ = budget;
        Ok(())
    }
}
