//! Exact values by search to the end of the game.

use std::mem;
use std::time::Duration;

use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::Control;
use crate::error::{Error, Result};
pub use crate::exact::{Checkpoint, ExactSolver, SoFar, SolveOptions};
use crate::game::{Game, Move, MoveList};
use crate::search::{Pvs, SearchState};
use crate::specialists::Specialists;
use crate::table::Table;

/// A solved position, or what is proven of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Value for the side to move, in points of the game's score; with the option `wld` only its
    /// sign. For a stopped solve, the lower bound.
    pub value: i32,
    /// Proven bounds on the value, equal once it is proven.
    pub bounds: (i32, i32),
    /// A best move; `None` in a finished game. For a stopped solve, the best move so far, if there
    /// is one.
    pub best_move: Option<Move>,
    /// The principal variation: best play from both sides, the best move first, to the end of the
    /// game, or shorter if a limit or a stop came while it was computed.
    pub pv: Vec<Move>,
    /// Values of the root moves in index order; empty unless requested. For a stopped solve, those
    /// of the moves solved before the stop.
    pub values: Vec<(Move, i32)>,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

impl Solution {
    /// True if the value is proven.
    pub fn is_proven(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }

    fn prove(&mut self, value: i32, best_move: Move) {
        (self.value, self.bounds, self.best_move) = (value, (value, value), Some(best_move));
    }
}

/// Solves a position with a table of its own, by the game's own solver if it has one.
///
/// The solvers of Mosaic, of honeymoon bridge and of endings store whole positions in their tables,
/// so their values are exact. The generic search and Othello's solver store 64-bit keys: a lookup
/// in a table of `n` entries finds the entry of another position with probability `n / 2^64`. In a
/// full table of 64 MiB (`n = 2^22`) that is 2.3e-13: a solve of a billion lookups finds such an
/// entry with probability 2.3e-4, and few of those would change the value.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, solve::{solve, SolveOptions}};
/// let solution = solve(&TicTacToe3::default(), &SolveOptions::default(), &Control::default())?;
/// assert_eq!(solution.value, 0);
/// assert_eq!(solution.pv.len(), 9);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Limit`] or [`Error::Interrupted`] if the solve ends before the value is proven and
/// `options.partial` is not set; [`Error::Unsupported`], [`Error::Memory`], [`Error::Io`].
pub fn solve<G: Specialists>(
    position: &G,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<Solution> {
    let budget = Budget::new(options.limits, control);
    let mut solver = solver(position, options)?;
    let solver = solver.as_mut();
    if options.checkpoint.is_some() && !solver.keeps_checkpoints() {
        return Err(Error::Unsupported {
            what: "a checkpoint".into(),
            game: position.spec(),
            reason: "its solver does not support them".into(),
        });
    }
    let most = i32::from(G::FACTS.max_score);
    let (low, high) = final_value(position).map_or((-most, most), |value| (value, value));
    let mut solution = Solution {
        value: low,
        bounds: (low, high),
        best_move: None,
        pv: Vec::new(),
        values: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
    };
    let ended = fill(&mut solution, solver, position, options, &budget);
    let kept = solver.keep(&budget);
    if let Err(error) = ended
        && !solution.is_proven()
    {
        if !options.partial || !is_stop(&error) {
            return Err(error);
        }
        add_bounds(&mut solution, solver.so_far(position));
    }
    kept?;
    if options.wld {
        let (low, high) = solution.bounds;
        solution.bounds = (low.signum(), high.signum());
        solution.value = solution.bounds.0;
    }
    solution.nodes = budget.nodes();
    solution.time = budget.elapsed();
    Ok(solution)
}

fn is_stop(error: &Error) -> bool {
    matches!(error, Error::Limit { .. } | Error::Interrupted)
}

/// Computes the requested results one by one; after an error the earlier results stay.
fn fill<G: Game>(
    solution: &mut Solution,
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    options: &SolveOptions,
    budget: &Budget<'_>,
) -> Result<()> {
    if options.all_moves {
        add_move_values(solution, solver, position, options.wld, budget)?;
    }
    let mut at = position.clone();
    while !at.is_over() {
        let (value, m) = solver.best(&at, budget)?;
        if solution.pv.is_empty() {
            solution.prove(value, m);
        }
        solution.pv.push(m);
        at.play_unchecked(m);
    }
    Ok(())
}

/// Adds the value of each legal move for the side that makes it, in index order.
fn add_move_values<G: Game>(
    solution: &mut Solution,
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    sign_only: bool,
    budget: &Budget<'_>,
) -> Result<()> {
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let value = match final_value(&child) {
            Some(value) => value,
            None => solver.best(&child, budget)?.0,
        };
        let value = if same_side(position, &child) { value } else { -value };
        let value = if sign_only { value.signum() } else { value };
        solution.values.push((m, value));
    }
    let best = solution.values.iter().copied().rev().max_by_key(|&(_, value)| value);
    if let Some((m, value)) = best {
        solution.prove(value, m);
    }
    Ok(())
}

/// Adds the bounds of an unproven value.
fn add_bounds(solution: &mut Solution, so_far: SoFar) {
    let (low, high) = so_far.bounds.unwrap_or(solution.bounds);
    let best = solution.values.iter().copied().rev().max_by_key(|&(_, value)| value);
    let (known_move, known) = best.map_or((None, low), |(m, value)| (Some(m), value));
    solution.bounds = (low.max(known), high.max(known));
    solution.value = solution.bounds.0;
    solution.best_move = so_far.best_move.or(known_move);
}

/// All moves of the best value, in index order, of an unfinished position, by a solver made without
/// the option `wld`. For the other moves the solver only tests if they reach the best value, which
/// is less work than their values.
pub fn best_moves<G: Game>(
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    budget: &Budget<'_>,
) -> Result<MoveList> {
    let (best, found) = solver.best(position, budget)?;
    let mut moves = MoveList::new();
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let is_best = match (final_value(&child), same_side(position, &child)) {
            _ if m == found => true,
            (Some(value), same) => value == if same { best } else { -best },
            (None, true) => solver.reaches(&child, best, budget)?,
            (None, false) => !solver.reaches(&child, 1 - best, budget)?,
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
    /// Root of the search, near which positions are looked up by symmetry.
    root: G,
    table: Table,
    wld: bool,
    state: SearchState,
}

/// The solver for a position and its successors: the game's own if it has one, else the generic
/// search.
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
    let (root, state) = (root.clone(), SearchState::default());
    Ok(Box::new(BySearch { root, table, wld: options.wld, state }))
}

impl<G: Searchable> BySearch<G> {
    fn ask<T>(
        &mut self,
        budget: &Budget<'_>,
        question: impl FnOnce(&mut Pvs<'_, G>) -> Result<T>,
    ) -> Result<T> {
        let mut search = Pvs::new(&self.root, &self.table, budget, mem::take(&mut self.state));
        let answer = question(&mut search);
        self.state = search.finish();
        answer
    }
}

impl<G: Searchable> ExactSolver<G> for BySearch<G> {
    fn best(&mut self, position: &G, budget: &Budget<'_>) -> Result<(i32, Move)> {
        let wld = self.wld;
        self.ask(budget, |search| search.solve(position, wld))
    }

    fn reaches(&mut self, position: &G, value: i32, budget: &Budget<'_>) -> Result<bool> {
        self.ask(budget, |search| search.reaches(position, value))
    }

    fn so_far(&self, position: &G) -> SoFar {
        SoFar { bounds: Some(position.bounds()), best_move: None }
    }
}
