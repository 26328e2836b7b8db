//! Exact values: the search without a horizon.

use std::time::Duration;

use crate::capability::{Searchable, Specialists};
use crate::control::{Control, Limits};
use crate::error::Result;
use crate::game::{Game, Move};
use crate::search::Searcher;
use crate::table::Table;

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveOptions {
    /// The value of every root move, not of the position alone.
    pub all_moves: bool,
    /// Positions and time after which the solve gives up with [`crate::Error::Limit`].
    pub limits: Limits,
    /// Size of the transposition table.
    pub table_mib: usize,
    /// Threads to use, for games whose solver can use more than one; the value does not depend on
    /// it, but the choice among equally good moves may.
    pub threads: usize,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions { all_moves: false, limits: Limits::default(), table_mib: 64, threads: 1 }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Value for the side to move, in points of the game's score.
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
    position.solve_exactly(options, control)
}

/// Solves by the generic search.
pub fn by_search<G: Searchable>(
    position: &G,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<Solution> {
    let table = Table::new(options.table_mib)?;
    let mut searcher = Searcher::new(position, &table, options.limits, control).reporting();
    let solution = best_play(position, options.all_moves, |at| searcher.solve(at))?;
    Ok(Solution { nodes: searcher.nodes(), time: searcher.elapsed(), ..solution })
}

/// Value, moves if asked for, and a line to the end, from whoever knows the value and a best move of
/// an unfinished position; counts neither nodes nor time.
pub(crate) fn best_play<G: Game>(
    position: &G,
    all_moves: bool,
    mut best: impl FnMut(&G) -> Result<(i32, Move)>,
) -> Result<Solution> {
    let mut solution = Solution {
        value: final_value(position).unwrap_or_default(),
        best_move: None,
        pv: Vec::new(),
        values: if all_moves { move_values(position, &mut best)? } else { Vec::new() },
        nodes: 0,
        time: Duration::ZERO,
    };
    let mut at = position.clone();
    while !at.is_over() {
        let (value, m) = best(&at)?;
        if solution.pv.is_empty() {
            (solution.value, solution.best_move) = (value, Some(m));
        }
        solution.pv.push(m);
        at.play_unchecked(m);
    }
    Ok(solution)
}

/// The exact value of each legal move for the side that makes it, in index order, from whoever knows
/// the value and a best move of an unfinished position.
///
/// A search that keeps its table between calls makes this cheap for a player.
pub fn move_values<G: Game>(
    position: &G,
    mut best: impl FnMut(&G) -> Result<(i32, Move)>,
) -> Result<Vec<(Move, i32)>> {
    let side = G::FACTS.team(position.turn());
    let mut values = Vec::new();
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let value = match final_value(&child) {
            Some(value) => value,
            None => best(&child)?.0,
        };
        values.push((m, if G::FACTS.team(child.turn()) == side { value } else { -value }));
    }
    Ok(values)
}

fn final_value<G: Game>(position: &G) -> Option<i32> {
    position.outcome().map(|outcome| i32::from(outcome.score(position.turn())))
}
