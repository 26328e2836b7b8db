//! Exact values: the search without a horizon.

use std::path::PathBuf;
use std::time::Duration;

use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::game::{Game, Move, MoveList};
use crate::search::{SearchState, Searcher};
use crate::specialists::Specialists;
use crate::table::Table;

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
    /// Positions and time after which the solve gives up with [`crate::Error::Limit`].
    pub limits: Limits,
    /// Size of the transposition table.
    pub table_mib: usize,
    /// Threads to use, for games whose solver can use more than one; the value does not depend on
    /// it, but the choice among equally good moves may.
    pub threads: usize,
    /// Report nodes as the progress of the whole call. The solver of a player in a match does not: the
    /// match counts games.
    pub progress: bool,
    /// Where to keep what is learned, for games whose solver can.
    pub checkpoint: Option<Checkpoint>,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions {
            all_moves: false,
            wld: false,
            limits: Limits::default(),
            table_mib: 64,
            threads: 1,
            progress: true,
            checkpoint: None,
        }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Value for the side to move, in points of the game's score; its sign alone if only that was
    /// asked for.
    pub value: i32,
    /// A best move; `None` in a finished game.
    pub best_move: Option<Move>,
    /// Best play from both sides to the end, the best move first.
    pub pv: Vec<Move>,
    /// Values of the root moves in index order; empty unless asked for.
    pub values: Vec<(Move, i32)>,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// Knows the exact values of the positions of one game, and keeps what it has learned from one question
/// to the next.
///
/// The limits of the options it was made with count for all its questions together: nodes since it was
/// made, time on the clock of the control.
pub trait ExactSolver<G>: Send {
    /// Value of an unfinished position for the side to move, in points of the game's score, and a best
    /// move. With the option `wld` the sign of the value, and a move that keeps it.
    fn best(&mut self, position: &G, control: &Control<'_>) -> Result<(i32, Move)>;

    /// Is the value of an unfinished position at least this, in points of the game's score? *May be
    /// faster:* the default finds the value, and so is right only without the option `wld`.
    fn reaches(&mut self, position: &G, value: i32, control: &Control<'_>) -> Result<bool> {
        Ok(self.best(position, control)?.0 >= value)
    }

    /// Positions visited since it was made, and for the checkpoint that it resumed from.
    fn nodes(&self) -> u64;

    /// Does it read and write the checkpoint of its options? *May do so:* the default does not.
    fn keeps_checkpoints(&self) -> bool {
        false
    }
}

/// Solves a position with a table of its own, by the game's own solver where it has one.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, solve::{solve, SolveOptions}};
/// let solution = solve(&TicTacToe3::default(), &SolveOptions::default(), &Control::default())?;
/// assert_eq!(solution.value, 0);
/// assert_eq!(solution.pv.len(), 9);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn solve<G: Specialists>(
    position: &G,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<Solution> {
    let started = control.elapsed();
    let time = options.limits.time.map(|time| started + time);
    let limits = Limits { time, ..options.limits };
    let mut solver = solver(position, &SolveOptions { limits, ..options.clone() })?;
    let solver = solver.as_mut();
    let sign = |value: i32| if options.wld { value.signum() } else { value };
    if options.checkpoint.is_some() && !solver.keeps_checkpoints() {
        return Err(Error::Unsupported {
            what: "a checkpoint".into(),
            game: position.spec(),
            reason: "its solver keeps none".into(),
        });
    }
    let mut values =
        if options.all_moves { move_values(solver, position, control)? } else { Vec::new() };
    for (_, value) in &mut values {
        *value = sign(*value);
    }
    let mut solution = Solution {
        value: sign(final_value(position).unwrap_or_default()),
        best_move: None,
        pv: Vec::new(),
        values,
        nodes: 0,
        time: Duration::ZERO,
    };
    let mut at = position.clone();
    while !at.is_over() {
        let (value, m) = solver.best(&at, control)?;
        if solution.pv.is_empty() {
            (solution.value, solution.best_move) = (value, Some(m));
        }
        solution.pv.push(m);
        at.play_unchecked(m);
    }
    solution.nodes = solver.nodes();
    solution.time = control.elapsed().saturating_sub(started);
    Ok(solution)
}

/// The value of each legal move for the side that makes it, in index order.
fn move_values<G: Game>(
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    control: &Control<'_>,
) -> Result<Vec<(Move, i32)>> {
    let mut values = Vec::new();
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let value = match final_value(&child) {
            Some(value) => value,
            None => solver.best(&child, control)?.0,
        };
        values.push((m, if same_side(position, &child) { value } else { -value }));
    }
    Ok(values)
}

/// All moves of the best value, in index order, of an unfinished position, by a solver made without
/// the option `wld`. Whether another move is as good as the first one found is a smaller question than
/// what it is worth.
pub fn best_moves<G: Game>(
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    control: &Control<'_>,
) -> Result<MoveList> {
    let (best, found) = solver.best(position, control)?;
    let mut moves = MoveList::new();
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let is_best = match (final_value(&child), same_side(position, &child)) {
            _ if m == found => true,
            (Some(value), same) => value == if same { best } else { -best },
            (None, true) => solver.reaches(&child, best, control)?,
            (None, false) => !solver.reaches(&child, 1 - best, control)?,
        };
        if is_best {
            moves.push(m);
        }
    }
    Ok(moves)
}

fn same_side<G: Game>(a: &G, b: &G) -> bool {
    G::FACTS.team(a.turn()) == G::FACTS.team(b.turn())
}

fn final_value<G: Game>(position: &G) -> Option<i32> {
    position.outcome().map(|outcome| i32::from(outcome.score(position.turn())))
}

/// The generic search as a solver.
struct BySearch<G> {
    /// Positions near it are looked up by symmetry.
    root: G,
    table: Table,
    options: SolveOptions,
    earlier: SearchState,
}

/// The solver of a position and of those that follow it: the game's own where it has one, else the
/// generic search.
pub(crate) fn solver<G: Specialists>(
    root: &G,
    options: &SolveOptions,
) -> Result<Box<dyn ExactSolver<G>>> {
    match root.solver(options)? {
        Some(own) => Ok(own),
        None => by_search(root, options),
    }
}

fn by_search<G: Searchable>(root: &G, options: &SolveOptions) -> Result<Box<dyn ExactSolver<G>>> {
    let table = Table::new(options.table_mib)?;
    Ok(Box::new(BySearch {
        root: root.clone(),
        table,
        options: options.clone(),
        earlier: SearchState::default(),
    }))
}

impl<G: Searchable> BySearch<G> {
    fn ask<T>(
        &mut self,
        control: &Control<'_>,
        question: impl FnOnce(&mut Searcher<'_, G>) -> Result<T>,
    ) -> Result<T> {
        let mut searcher = Searcher::new(&self.root, &self.table, self.options.limits, control)
            .continuing(&mut self.earlier);
        if self.options.progress {
            searcher = searcher.reporting();
        }
        let answer = question(&mut searcher);
        self.earlier = searcher.finish();
        answer
    }
}

impl<G: Searchable> ExactSolver<G> for BySearch<G> {
    fn best(&mut self, position: &G, control: &Control<'_>) -> Result<(i32, Move)> {
        let wld = self.options.wld;
        self.ask(control, |searcher| searcher.solve(position, wld))
    }

    fn reaches(&mut self, position: &G, value: i32, control: &Control<'_>) -> Result<bool> {
        self.ask(control, |searcher| searcher.reaches(position, value))
    }

    fn nodes(&self) -> u64 {
        self.earlier.nodes
    }
}
