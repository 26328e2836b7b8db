//! Exact solvers: the contract of the games' solvers.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::time::Duration;

use crate::budget::Budget;
use crate::control::Limits;
use crate::error::Result;
use crate::game::Move;

/// A checkpoint file, from which a long solve can be resumed.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Read at the start if it exists, and written repeatedly.
    pub path: PathBuf,
    /// Time between two writes. The end of the solve writes it too, unless the process is killed.
    pub every: Duration,
}

/// Every root move.
pub const ALL_MOVES: usize = usize::MAX;

/// How to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveOptions {
    /// Number of root moves, the best ones, whose values and lines are returned too; 0 for the value
    /// of the position alone, [`ALL_MOVES`] for every move.
    pub lines: usize,
    /// Solve for win, loss or draw only: values are 1, -1 and 0, which is less work in games with
    /// larger scores.
    pub wld: bool,
    /// Positions and time after which the solve ends; depth has no meaning. A solve that has not proven
    /// the value by then fails with [`crate::Error::Limit`], unless `partial` is set.
    pub limits: Limits,
    /// Return the bounds proven so far and a move if a limit or a stop ends the solve early.
    pub partial: bool,
    /// Size of the transposition table.
    pub table_mib: usize,
    /// Number of threads, for games whose solver can use several; the value does not depend on it,
    /// but the choice among equally good moves can.
    pub threads: usize,
    /// Checkpoint file, for games whose solver supports it.
    pub checkpoint: Option<Checkpoint>,
    /// End the search at positions whose exact values the program holds, for games that have such a
    /// book.
    pub book: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            lines: 0,
            wld: false,
            limits: Limits::default(),
            partial: false,
            table_mib: 64,
            threads: 1,
            checkpoint: None,
            book: true,
        }
    }
}

/// A rough estimate of the work of a solve, right within a factor of about 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Number of positions to visit.
    pub nodes: f64,
    /// Time in seconds on one thread of the machine of the calibration.
    pub seconds: f64,
    /// Number of empty cells, from which the estimate follows.
    pub empties: usize,
}

impl Effort {
    /// The effort of visiting so many positions, at `speed` positions a second.
    pub fn new(empties: usize, nodes: f64, speed: f64) -> Self {
        Effort { nodes, seconds: nodes / speed, empties }
    }

    /// The effort for a board that fills: each empty cell is filled by either side, or stays. A
    /// search visits at least the square root of all these fillings. The exponent 0.6 instead of 0.5
    /// and the `part` of each game are fitted to solved boards.
    pub fn of_fillings(empties: usize, part: f64, speed: f64) -> Self {
        Effort::new(empties, part * 3_f64.powf(0.6 * empties as f64), speed)
    }
}

impl Display for Effort {
    /// ```
    /// use bitgames_core::exact::Effort;
    /// let effort = Effort::new(60, 1.3e23, 2e7);
    /// assert_eq!(effort.to_string(), "an estimated 1e23 positions and 2e8 years");
    /// assert_eq!(Effort::new(9, 7.2e9, 1e6).to_string(), "an estimated 7e9 positions and 2 hours");
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const UNITS: [(&str, f64); 4] =
            [("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0)];
        let fitting = UNITS.iter().find(|(_, size)| self.seconds >= 2.0 * size);
        let (unit, size) = fitting.copied().unwrap_or(("seconds", 1.0));
        let count = self.seconds / size;
        write!(f, "an estimated {:.0e} positions and ", self.nodes)?;
        if count < 1000.0 { write!(f, "{count:.0}") } else { write!(f, "{count:.0e}") }?;
        write!(f, " {unit}")
    }
}

/// Partial result of a stopped solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialResult {
    /// Proven bounds on the value, in points of the game's score.
    pub bounds: Option<(i32, i32)>,
    /// The best move found so far, not proven.
    pub best_move: Option<Move>,
}

/// Solver of exact values for the positions of one game; it keeps its table from one search to the
/// next. The budget of a search ends it; several searches may share a budget.
pub trait ExactSolver<G>: Send {
    /// Value of an unfinished position for the side to move, in points of the game's score, and a best
    /// move. With the option `wld` the sign of the value, and a move that keeps it.
    fn best(&mut self, position: &G, budget: &Budget<'_>) -> Result<(i32, Move)>;

    /// The value as [`ExactSolver::best`] has it. *May be faster:* the default looks for a best move.
    fn value(&mut self, position: &G, budget: &Budget<'_>) -> Result<i32> {
        Ok(self.best(position, budget)?.0)
    }

    /// A best move of an unfinished position whose value is known. *May be faster:* the default looks
    /// for the value, too.
    fn best_move(&mut self, position: &G, value: i32, budget: &Budget<'_>) -> Result<Move> {
        let _ = value;
        Ok(self.best(position, budget)?.1)
    }

    /// True if the value of an unfinished position is at least this, in points of the game's score.
    /// *May be faster:* the default computes the value, so it is correct only without the option
    /// `wld`.
    fn reaches(&mut self, position: &G, value: i32, budget: &Budget<'_>) -> Result<bool> {
        Ok(self.value(position, budget)? >= value)
    }

    /// The partial result of the last call of [`ExactSolver::best`] or [`ExactSolver::value`] for this
    /// position. *May know more:* the default is empty.
    fn partial_result(&self, position: &G) -> PartialResult {
        let _ = position;
        PartialResult::default()
    }

    /// True if the solver reads and writes the checkpoint of its options. The default is false.
    fn keeps_checkpoints(&self) -> bool {
        false
    }

    /// Writes the checkpoint, if the options name one: at the end of a solve, however it ended.
    fn keep(&mut self, budget: &Budget<'_>) -> Result<()> {
        let _ = budget;
        Ok(())
    }
}
