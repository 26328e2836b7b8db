//! The steps of a search at the root, and its lines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::Othello8;
use super::super::rules::Board;
use super::super::sides::{Fixed, Sides};
use super::super::solver;
use super::cuts::{self, FULL};
use super::moves::scored;
use super::node::SearchNode;
use super::schedule::{Schedule, SearchStep};
use super::search::{MAX, Search, UNIT};
use crate::bits::Word;
use crate::budget::Budget;
use crate::cpu::InUse;
use crate::engine::{
    BestMoves, CERTAIN, Engine, EngineOptions, Line, Ranked, SearchGoal, SearchResult, StepResult,
    put_first,
};
use crate::error::Result;
use crate::game::{Game, Move};
use crate::solve::{ExactSolver, SolveOptions, follow, value_moves};
use crate::table::Table;
use crate::threads;

/// Least depth at which several threads search; shallower searches end before threads start.
const SHARED_DEPTH: usize = 6;
/// Size in MiB of the large table of a solver that answers the last plies only.
const LEAF_MIB: usize = 1;

/// Positions of a game tree that is visited to see if a search reaches the end of each game.
const MAX_SMALL_TREE: usize = 4_096;

type BoxedSolver = Box<dyn ExactSolver<Othello8>>;

/// The search of the 8 x 8 board, with the solvers that it has used so far.
pub(in super::super) struct Midgame {
    options: EngineOptions,
    exact: Option<BoxedSolver>,
    leaves: Vec<BoxedSolver>,
}

impl Midgame {
    pub fn new(options: EngineOptions) -> Self {
        Midgame { options, exact: None, leaves: Vec::new() }
    }

    fn deepen(
        &mut self,
        position: &Othello8,
        goal: SearchGoal<'_>,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<StepResult> {
        let plan = Schedule::new(position.empties().count(), goal.level, budget.depth());
        let step = plan.after(goal.before)?;
        let mut found = match step {
            SearchStep::Search(depth, selectivity) => {
                let empties = position.empties().count();
                // A search of the whole game proves its value, unless it cuts.
                let mut visits = MAX_SMALL_TREE;
                let is_whole_game = depth < empties && !outlasts(position, depth, &mut visits);
                let selectivity = if is_whole_game { FULL } else { selectivity };
                let found = self.search(position, goal, (depth, selectivity), table, budget)?;
                if !found.exact && depth < empties && is_whole(&found.lines[0]) {
                    self.prove(position, goal, depth, table, budget).unwrap_or(found)
                } else {
                    found
                }
            }
            SearchStep::Solve => self.solve(position, goal, budget)?,
        };
        found.complete |= plan.is_last(step);
        Some(found)
    }

    /// Searches to a depth with a selectivity, while helpers fill the table; every second helper
    /// searches a ply deeper.
    fn search(
        &mut self,
        position: &Othello8,
        goal: SearchGoal<'_>,
        (depth, selectivity): (usize, u8),
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<StepResult> {
        let empties = position.empties().count();
        let helpers = if depth < SHARED_DEPTH { 0 } else { self.options.threads.saturating_sub(1) };
        if depth >= empties {
            while self.leaves.len() <= helpers {
                self.leaves.push(made(LEAF_MIB, 1).ok()?);
            }
        }
        let root = &Root { position, lines: goal.lines, before: goal.before };
        let leaves = if depth >= empties { &mut self.leaves[..] } else { &mut [] };
        let leaves = &Mutex::new(leaves.iter_mut());
        let leaf = || {
            let leaf = leaves.lock().unwrap_or_else(PoisonError::into_inner).next();
            leaf.map(|leaf| leaf.as_mut() as &mut dyn ExactSolver<Othello8>)
        };
        let mut first = Search::new(table, budget, selectivity).solving(leaf());
        let ended = AtomicBool::new(false);
        let help = |number| {
            let search = Search::new(table, budget, selectivity).solving(leaf());
            let mut search = search.helping(&ended);
            for depth in depth + number % 2..=empties {
                if root.search(&mut search, depth).is_none() {
                    break;
                }
            }
            search.finish();
        };
        let end = || ended.store(true, Ordering::Relaxed);
        let lines = threads::with_helpers(helpers, end, help, || root.search(&mut first, depth));
        first.finish();
        let (lines, exact) = lines?;
        if first.stopped {
            let SearchResult { depth, certainty, .. } = *goal.before;
            return Some(StepResult { lines, depth, certainty, exact: false, complete: false });
        }
        let certainty = if exact { CERTAIN } else { cuts::certainty(selectivity) };
        Some(StepResult { lines, depth, certainty, exact, complete: exact })
    }

    /// Searches a position without selective cuts whose value was that of all discs. No estimate is
    /// as large, so if it is found again, it is proven.
    fn prove(
        &mut self,
        position: &Othello8,
        goal: SearchGoal<'_>,
        depth: usize,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<StepResult> {
        let mut found = self.search(position, goal, (depth, FULL), table, budget)?;
        found.lines.iter_mut().for_each(|line| line.exact |= is_whole(line));
        found.exact |= is_whole(&found.lines[0]);
        found.complete |= found.lines.iter().all(is_whole);
        Some(found)
    }

    /// Solves the position or, for several lines, its moves.
    fn solve(
        &mut self,
        position: &Othello8,
        goal: SearchGoal<'_>,
        budget: &Budget<'_>,
    ) -> Option<StepResult> {
        if self.exact.is_none() {
            self.exact = made(self.options.table_mib, self.options.threads).ok();
        }
        let solver = self.exact.as_mut()?.as_mut();
        let mut best = BestMoves::new(goal.lines);
        if goal.lines == 1 {
            let (value, m) = solver.best(position, budget).ok()?;
            best.add((value, m, true));
        } else {
            let mut moves = position.legal_moves();
            put_first(&mut moves, &moves_of(goal.before));
            value_moves(&mut best, solver, position, moves, false, budget).ok()?;
        }
        let depth = position.empties().count();
        let lines = best.ranked().into_iter().map(|(value, m, _)| {
            let mut pv = Vec::new();
            // Up to a limit or a stop.
            let _ = follow(&mut pv, solver, *position, (value, m), budget);
            Line { depth: Some(depth), ..Line::proven(m, value, pv) }
        });
        let lines = lines.collect();
        Some(StepResult { lines, depth, certainty: CERTAIN, exact: true, complete: true })
    }
}

impl<S: Sides> Engine<Board<S>> for Midgame {
    fn step(
        &mut self,
        position: &Board<S>,
        goal: SearchGoal<'_>,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<StepResult> {
        self.deepen(&position.fixed(), goal, table, budget)
    }
}

fn made(table_mib: usize, threads: usize) -> Result<BoxedSolver> {
    solver::solver::<Fixed<8>, 8, 8>(&SolveOptions {
        table_mib,
        threads,
        ..SolveOptions::default()
    })
}

/// True if a game can outlast this many discs, or if no more positions may be visited to find out.
fn outlasts(at: &Othello8, discs: usize, visits: &mut usize) -> bool {
    if at.is_over() {
        return false;
    }
    if discs == 0 || *visits == 0 {
        return true;
    }
    *visits -= 1;
    at.legal_moves().into_iter().any(|m| {
        let after = at.child(m);
        outlasts(&after, discs - usize::from(m != Othello8::PASS), visits)
    })
}

fn moves_of(step: &SearchResult) -> Vec<Move> {
    step.lines.iter().map(|line| line.m).collect()
}

/// True for a value of all discs.
fn is_whole(line: &Line) -> bool {
    line.value.abs() >= f64::from(MAX / UNIT)
}

struct Root<'a> {
    position: &'a Othello8,
    lines: usize,
    /// What the step before has found.
    before: &'a SearchResult,
}

impl Root<'_> {
    /// Searches the values of the best moves, and whether they are proven, and that no other move is
    /// better. If a limit or a stop comes first, a move that is already better than the one before;
    /// else `None`.
    fn search(&self, search: &mut Search<'_>, depth: usize) -> Option<(Vec<Line>, bool)> {
        search.poll();
        let before = search.estimates;
        let node = SearchNode::of(self.position);
        let mut best = BestMoves::new(self.lines);
        if self.position.must_pass() {
            let value = -search.value(&node.passed(), -MAX, MAX, depth);
            best.add((value, Othello8::PASS, search.estimates == before));
        }
        let moves = self.ordered(search, &node, depth);
        // A move that a null window has found better than the best, whose value is not known yet.
        let mut better = None;
        let value = |m: Move, alpha: i32, beta: i32| {
            let estimates = search.estimates;
            let after = node.after(m.index(), node.discs.flips_on(InUse, m.index()));
            let value = -search.value(&after, -beta, -alpha, depth - 1);
            if search.stopped {
                return None;
            }
            better = (value >= beta).then_some((value, m, false));
            Some((value, search.estimates - estimates))
        };
        best.search(&moves, MAX, value, |_| false);
        if search.stopped {
            if let Some(better) = better {
                best.add(better);
            }
            return self.so_far(&best.ranked());
        }
        let best = best.ranked();
        let (value, m, _) = best[0];
        if m != Othello8::PASS {
            search.store_root(&node, (value, m.index()), depth, before);
        }
        let certainty = search.certainty(depth);
        let line = |&(value, m, exact): &Ranked| Line {
            m,
            value: f64::from(value) / f64::from(UNIT),
            exact,
            depth: Some(depth),
            certainty: if exact { CERTAIN } else { certainty },
            pv: self.line(search, m, depth),
        };
        Some((best.iter().map(line).collect(), search.estimates == before))
    }

    /// The best move of a depth that was not finished, if it is another than that of the step before.
    fn so_far(&self, best: &[Ranked]) -> Option<(Vec<Line>, bool)> {
        let (&(value, m, _), before) = (best.first()?, self.before.lines.first()?);
        let value = f64::from(value) / f64::from(UNIT);
        let line = Line { m, value, exact: false, pv: vec![m], ..before.clone() };
        (self.lines == 1 && m != before.m).then(|| (vec![line], false))
    }

    /// The placements of the root, the best of the step before first.
    fn ordered(&self, search: &Search<'_>, node: &SearchNode, depth: usize) -> Vec<Move> {
        let table_move = search.table_move(node);
        let mut choices = scored(InUse, node, node.discs.moves(), depth.max(8), table_move);
        let mut moves = Vec::new();
        while let Some(choice) = choices.next() {
            moves.push(Move(choice.cell as u16));
        }
        put_first(&mut moves, &moves_of(self.before));
        moves
    }

    /// The principal variation from the table, at most `depth` discs long.
    fn line(&self, search: &Search<'_>, first: Move, depth: usize) -> Vec<Move> {
        let mut at = *self.position;
        let (mut line, mut discs, mut m) = (Vec::new(), 0, first);
        loop {
            line.push(m);
            at.play_unchecked(m);
            discs += usize::from(m != Othello8::PASS);
            if at.is_over() || discs >= depth {
                return line;
            }
            m = Othello8::PASS;
            if !at.must_pass() {
                let Some(cell) = search.table_move(&SearchNode::of(&at)) else { return line };
                m = Move(cell as u16);
            }
            if !at.is_legal(m) {
                return line;
            }
        }
    }
}
