//! Exact values by search to the end of the game.

use std::mem;
use std::time::Duration;

use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::engine::{BestMoves, Line};
use crate::error::{Error, Result};
pub use crate::exact::{ALL_MOVES, Checkpoint, ExactSolver, PartialResult, SolveOptions};
use crate::game::{Game, MAX_MOVES, Move, MoveList};
use crate::order::sort_few;
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
    /// Values of the requested root moves in index order; empty unless requested. For a stopped
    /// solve, those of the moves solved before the stop.
    pub values: Vec<(Move, i32)>,
    /// The same moves with their principal variations, best first. For a stopped solve, those whose
    /// lines were found before the stop.
    pub lines: Vec<Line>,
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

    /// A solution that has bounds and nothing else.
    pub(crate) fn new(bounds: (i32, i32)) -> Self {
        Solution {
            value: bounds.0,
            bounds,
            best_move: None,
            pv: Vec::new(),
            values: Vec::new(),
            lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Ends a solve with this outcome: a limit or a stop does not matter once the value is proven,
    /// and leaves bounds if the result may be `partial`.
    pub(crate) fn end(
        &mut self,
        ended: Result<()>,
        partial: bool,
        partial_result: impl FnOnce() -> PartialResult,
    ) -> Result<()> {
        match ended {
            Err(error) if !self.is_proven() => {
                if !partial || !matches!(error, Error::Limit { .. } | Error::Interrupted) {
                    return Err(error);
                }
                self.add_bounds(partial_result());
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the bounds of an unproven value.
    fn add_bounds(&mut self, partial_result: PartialResult) {
        let (low, high) = partial_result.bounds.unwrap_or(self.bounds);
        let best = self.values.iter().copied().rev().max_by_key(|&(_, value)| value);
        let (known_move, known) = best.map_or((None, low), |(m, value)| (Some(m), value));
        self.bounds = (low.max(known), high.max(known));
        self.value = self.bounds.0;
        self.best_move = partial_result.best_move.or(known_move);
    }

    /// The solution with the nodes and the time of a budget.
    pub(crate) fn within(self, budget: &Budget<'_>) -> Self {
        Solution { nodes: budget.nodes(), time: budget.elapsed(), ..self }
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
    Solver::new(position, options)?.run(position, options, control)
}

/// Solves positions of one game and keeps its table from one solve to the next.
///
/// ```
/// use bitgames_core::{Game, Move, control::{Control, Limits}, games::TicTacToe3};
/// use bitgames_core::solve::{SolveOptions, Solver};
/// let start = TicTacToe3::default();
/// let mut solver = Solver::new(&start, &SolveOptions::default())?;
/// let mut solve = |position: &TicTacToe3| {
///     solver.solve(position, 0, Limits::default(), false, &Control::default())
/// };
/// let first = solve(&start)?;
/// assert!(solve(&start)?.nodes < first.nodes);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Solver<G> {
    solver: Box<dyn ExactSolver<G>>,
    options: SolveOptions,
}

impl<G: Specialists> Solver<G> {
    /// A solver for a position and its successors, with the table, the threads and the option `wld`
    /// of `options`.
    ///
    /// # Errors
    /// [`Error::Unsupported`], [`Error::Memory`], [`Error::Io`].
    pub fn new(root: &G, options: &SolveOptions) -> Result<Self> {
        Ok(Solver { solver: solver(root, options)?, options: options.clone() })
    }

    /// Solves a position as [`solve`] does, with these options instead of those of the solver.
    ///
    /// # Errors
    /// As [`solve`].
    pub fn solve(
        &mut self,
        position: &G,
        lines: usize,
        limits: Limits,
        partial: bool,
        control: &Control<'_>,
    ) -> Result<Solution> {
        let options = SolveOptions { lines, limits, partial, ..self.options.clone() };
        self.run(position, &options, control)
    }

    /// Proves that the value of a position is at least this, or that it is less. The bounds of the
    /// solution tell which; it has no move and no line. This is less work than the value, and what
    /// the parts of a larger search need.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a solver with the option `wld`, [`Error::Limit`],
    /// [`Error::Interrupted`].
    pub fn bound(
        &mut self,
        position: &G,
        value: i32,
        limits: Limits,
        control: &Control<'_>,
    ) -> Result<Solution> {
        if self.options.wld {
            return Err(Error::Unsupported {
                what: "a bound".into(),
                game: position.spec(),
                reason: "this solver finds win, loss or draw only".into(),
            });
        }
        let budget = Budget::new(limits, control);
        let most = i32::from(position.max_score());
        let bounds = match final_value(position) {
            Some(value) => (value, value),
            None if value <= -most || value > most => (-most, most),
            None if self.solver.reaches(position, value, &budget)? => (value, most),
            None => (-most, value - 1),
        };
        Ok(Solution::new(bounds).within(&budget))
    }

    fn run(
        &mut self,
        position: &G,
        options: &SolveOptions,
        control: &Control<'_>,
    ) -> Result<Solution> {
        run(self.solver.as_mut(), position, options, control)
    }
}

fn run<G: Specialists>(
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<Solution> {
    let budget = Budget::new(options.limits, control);
    if options.checkpoint.is_some() && !solver.keeps_checkpoints() {
        return Err(Error::Unsupported {
            what: "a checkpoint".into(),
            game: position.spec(),
            reason: "its solver does not support them".into(),
        });
    }
    let most = i32::from(position.max_score());
    let (low, high) = final_value(position).map_or((-most, most), |value| (value, value));
    let mut solution = Solution::new((low, high));
    let ended = fill(&mut solution, solver, position, options, &budget);
    let kept = solver.keep(&budget);
    solution.end(ended, options.partial, || solver.partial_result(position))?;
    kept?;
    if options.wld {
        let (low, high) = solution.bounds;
        solution.bounds = (low.signum(), high.signum());
        solution.value = solution.bounds.0;
    }
    Ok(solution.within(&budget))
}

/// Computes the requested results one by one; after an error the earlier results stay.
fn fill<G: Searchable>(
    solution: &mut Solution,
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    options: &SolveOptions,
    budget: &Budget<'_>,
) -> Result<()> {
    if position.is_over() {
        return Ok(());
    }
    if options.lines == 0 {
        let (value, m) = solver.best(position, budget)?;
        solution.prove(value, m);
        return follow(&mut solution.pv, solver, position.clone(), (value, m), budget);
    }
    add_move_values(solution, solver, position, options, budget)?;
    // Among equals the move of the solver comes first.
    let (value, first) = solver.best(position, budget)?;
    solution.prove(value, first);
    for (m, value) in best_values(&solution.values, first) {
        let mut pv = Vec::new();
        let followed = follow(&mut pv, solver, position.clone(), (value, m), budget);
        if solution.pv.is_empty() {
            solution.pv.clone_from(&pv);
        }
        solution.lines.push(Line::proven(m, value, pv));
        followed?;
    }
    Ok(())
}

/// The moves in the order of their values, the best one first; among equals `first` comes first.
fn best_values(values: &[(Move, i32)], first: Move) -> Vec<(Move, i32)> {
    let mut best = values.to_vec();
    sort_few(&mut best, |&(m, value)| (-value, m != first, m));
    best
}

/// Adds a move and best play after it to the end of the game; `value` is that of the move.
pub(crate) fn follow<G: Game>(
    line: &mut Vec<Move>,
    solver: &mut dyn ExactSolver<G>,
    mut at: G,
    (mut value, mut m): (i32, Move),
    budget: &Budget<'_>,
) -> Result<()> {
    loop {
        line.push(m);
        let child = at.child(m);
        if child.is_over() {
            return Ok(());
        }
        if !same_side(&at, &child) {
            value = -value;
        }
        m = solver.best_move(&child, value, budget)?;
        at = child;
    }
}

/// Adds the values of the best root moves.
fn add_move_values<G: Searchable>(
    solution: &mut Solution,
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    options: &SolveOptions,
    budget: &Budget<'_>,
) -> Result<()> {
    let mut moves = position.legal_moves();
    if options.lines < moves.len() {
        let (value, m) = solver.best(position, budget)?;
        solution.prove(value, m);
        best_first(position, &mut moves, m);
    }
    let mut best = BestMoves::new(options.lines);
    let ended = value_moves(&mut best, solver, position, moves, options.wld, budget);
    let best = best.ranked();
    solution.values = best.iter().map(|&(value, m, _)| (m, value)).collect();
    sort_few(&mut solution.values, |&(m, _)| m);
    ended?;
    if let Some(&(value, m, _)) = best.first() {
        solution.prove(value, m);
    }
    Ok(())
}

/// Adds the values of moves for the side that makes them, as [`ExactSolver::best`] finds them. Once
/// there are enough, the solver only tests for each further move if it is better than the worst of
/// them.
pub(crate) fn value_moves<G: Game>(
    best: &mut BestMoves,
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    moves: MoveList,
    wld: bool,
    budget: &Budget<'_>,
) -> Result<()> {
    for m in moves {
        let child = position.child(m);
        let same = same_side(position, &child);
        let value = match (final_value(&child), best.bar()) {
            (Some(value), _) => value,
            (None, Some(bar)) if !wld && !is_better(solver, &child, bar, same, budget)? => continue,
            (None, _) => solver.value(&child, budget)?,
        };
        let value = if same { value } else { -value };
        best.add((if wld { value.signum() } else { value }, m, true));
    }
    Ok(())
}

/// True if a move is worth more than a value for the side that makes it.
fn is_better<G: Game>(
    solver: &mut dyn ExactSolver<G>,
    child: &G,
    value: i32,
    same: bool,
    budget: &Budget<'_>,
) -> Result<bool> {
    if same {
        return solver.reaches(child, value + 1, budget);
    }
    Ok(!solver.reaches(child, -value, budget)?)
}

/// Puts the best move first and the others in the order in which a search tries them.
fn best_first<G: Searchable>(position: &G, moves: &mut MoveList, best: Move) {
    let mut scores = [0; MAX_MOVES];
    position.order_moves(moves, &mut scores[..moves.len()]);
    let mut ranked: Vec<_> =
        moves.iter().zip(scores).map(|(&m, score)| (m != best, -i64::from(score), m)).collect();
    sort_few(&mut ranked, |&each| each);
    for (place, (.., m)) in moves.iter_mut().zip(ranked) {
        *place = m;
    }
}

/// Positions that [`best_moves`] visits for the moves after the first.
const OTHERS: u64 = 1_000_000;

/// Moves of the best value, in index order, of an unfinished position, by a solver made without the
/// option `wld`. For all moves but the first found, the solver only tests if they reach the best value,
/// which is less work than their values, and visits a million positions for that: a move not proven by
/// then is left out, as the first one is as good.
pub fn best_moves<G: Game>(
    solver: &mut dyn ExactSolver<G>,
    position: &G,
    budget: &Budget<'_>,
) -> Result<MoveList> {
    let (best, found) = solver.best(position, budget)?;
    let limits = Limits { nodes: Some(OTHERS), time: budget.time_left(), ..Limits::default() };
    let others = Budget::new(limits, budget.control());
    let mut moves = MoveList::new();
    for m in position.legal_moves() {
        let child = position.child(m);
        let is_best = match (final_value(&child), same_side(position, &child)) {
            _ if m == found => Ok(true),
            (Some(value), same) => Ok(value == if same { best } else { -best }),
            (None, true) => solver.reaches(&child, best, &others),
            (None, false) => solver.reaches(&child, 1 - best, &others).map(|better| !better),
        };
        match is_best {
            Ok(true) => moves.push(m),
            Ok(false) | Err(Error::Limit { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    budget.count(others.nodes());
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
///
/// # Errors
/// As [`Solver::new`].
pub fn solver<G: Specialists>(root: &G, options: &SolveOptions) -> Result<Box<dyn ExactSolver<G>>> {
    root.check_data()?;
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
    fn search_root<T>(
        &mut self,
        budget: &Budget<'_>,
        part: impl FnOnce(&mut Pvs<'_, G>) -> Result<T>,
    ) -> Result<T> {
        let mut search = Pvs::new(&self.root, &self.table, budget, mem::take(&mut self.state));
        let answer = part(&mut search);
        self.state = search.finish();
        answer
    }
}

impl<G: Searchable> ExactSolver<G> for BySearch<G> {
    fn best(&mut self, position: &G, budget: &Budget<'_>) -> Result<(i32, Move)> {
        let wld = self.wld;
        self.search_root(budget, |search| search.solve(position, wld))
    }

    fn reaches(&mut self, position: &G, value: i32, budget: &Budget<'_>) -> Result<bool> {
        self.search_root(budget, |search| search.reaches(position, value))
    }

    fn partial_result(&self, position: &G) -> PartialResult {
        PartialResult { bounds: Some(position.bounds()), best_move: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe3;

    #[test]
    fn bounds_lie_on_the_side_of_the_value() {
        let start = TicTacToe3::default();
        let control = Control::default();
        let none = Limits::default();
        let mut solver = Solver::new(&start, &SolveOptions::default()).expect("a small table");
        let mut bounds = |position: &TicTacToe3, value| {
            solver.bound(position, value, none, &control).expect("no limit").bounds
        };
        assert_eq!(
            [-1, 0, 1, 2].map(|value| bounds(&start, value)),
            [(-1, 1), (0, 1), (-1, 0), (-1, 1)]
        );
        let over: TicTacToe3 = "tictactoe ooo/xx./...".parse().expect("a finished game");
        assert_eq!(bounds(&over, 1), (-1, -1));
        let wld = SolveOptions { wld: true, ..SolveOptions::default() };
        let mut solver = Solver::new(&start, &wld).expect("a small table");
        assert!(solver.bound(&start, 0, none, &control).is_err());
    }

    #[test]
    fn a_kept_solver_takes_the_options_of_each_call() {
        let start = TicTacToe3::default();
        let control = Control::default();
        let none = Limits::default();
        let few = Limits { nodes: Some(0), ..none };
        let fresh = || Solver::new(&start, &SolveOptions::default()).expect("a small table");
        // The options of the solver itself stand at no lines, no limits and no partial results.
        let mut solver = fresh();
        let stopped = solver.solve(&start, 0, few, false, &control);
        assert!(matches!(stopped, Err(Error::Limit { .. })), "{stopped:?}");
        let partial = fresh().solve(&start, 0, few, true, &control).expect("what is proven so far");
        assert!(!partial.is_proven());
        let best = solver.solve(&start, 2, none, false, &control).expect("no limit");
        assert_eq!((best.value, best.values.len(), best.lines.len()), (0, 2, 2));
        let alone = solver.solve(&start, 0, none, false, &control).expect("no limit");
        assert_eq!((alone.value, alone.values.len()), (0, 0));
    }
}
