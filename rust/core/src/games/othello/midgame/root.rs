//! The steps of a search at the root, and its lines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::super::rules::Board;
use super::super::solver;
use super::cuts::{self, FULL};
use super::moves::ScoredMoves;
use super::node::Node;
use super::plan::{Plan, Step};
use super::search::{MAX, Search, UNIT};
use crate::bits::Word;
use crate::budget::Budget;
use crate::engine::{CERTAIN, Engine, EngineOptions, Found, Line, Task};
use crate::error::Result;
use crate::exact::{ExactSolver, SolveOptions};
use crate::game::{Game, Move, Player};
use crate::table::Table;
use crate::threads::{self, Finally};

/// Least depth at which several threads search; shallower searches end before threads start.
const SHARED_DEPTH: usize = 6;
/// Size in MiB of the large table of a solver that answers the last plies only.
const LEAF_MIB: usize = 1;

/// Positions of a game tree that is visited to see if a search reaches the end of each game.
const MAX_SMALL_TREE: usize = 4_096;

type Solver = Box<dyn ExactSolver<Board<8>>>;
/// A root move with its value in hundredths of a disc, and whether that is proven.
type Ranked = (i32, Move, bool);

/// The search of the 8 x 8 board, with the solvers that it has used so far.
pub(in super::super) struct Midgame {
    options: EngineOptions,
    exact: Option<Solver>,
    /// One for each thread.
    leaves: Vec<Solver>,
}

impl Midgame {
    pub fn new(options: EngineOptions) -> Self {
        Midgame { options, exact: None, leaves: Vec::new() }
    }

    fn deepen(
        &mut self,
        position: &Board<8>,
        task: Task<'_>,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<Found> {
        let plan = Plan::new(position.vacant().count(), task.level, budget.depth());
        let step = plan.after(task.before)?;
        let mut found = match step {
            Step::Search(depth, selectivity) => {
                let empties = position.vacant().count();
                // A search of the whole game proves its value, unless it cuts.
                let mut visits = MAX_SMALL_TREE;
                let is_whole_game = depth < empties && !outlasts(position, depth, &mut visits);
                let selectivity = if is_whole_game { FULL } else { selectivity };
                let found = self.search(position, task, (depth, selectivity), table, budget)?;
                if !found.exact && depth < empties && is_whole(&found.lines[0]) {
                    self.prove(position, task, depth, table, budget).unwrap_or(found)
                } else {
                    found
                }
            }
            Step::Solve => self.solve(position, task, budget)?,
        };
        found.complete |= plan.is_last(step);
        Some(found)
    }

    /// Searches to a depth with a selectivity, while helpers fill the table; every second helper
    /// searches a ply deeper.
    fn search(
        &mut self,
        position: &Board<8>,
        task: Task<'_>,
        (depth, selectivity): (usize, u8),
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<Found> {
        let empties = position.vacant().count();
        let helpers = if depth < SHARED_DEPTH { 0 } else { self.options.threads.saturating_sub(1) };
        if depth >= empties {
            while self.leaves.len() <= helpers {
                self.leaves.push(made(LEAF_MIB, 1).ok()?);
            }
        }
        let before: Vec<Move> = task.before.lines.iter().map(|line| line.m).collect();
        let root = &Root { position, lines: task.lines, before: &before };
        let leaves = if depth >= empties { &mut self.leaves[..] } else { &mut [] };
        let leaves = &Mutex::new(leaves.iter_mut());
        let leaf = || {
            let leaf = leaves.lock().unwrap_or_else(PoisonError::into_inner).next();
            leaf.map(|leaf| leaf.as_mut() as &mut dyn ExactSolver<Board<8>>)
        };
        let mut first = Search::new(table, budget, selectivity).solving(leaf());
        let ended = AtomicBool::new(false);
        let lines = thread::scope(|scope| {
            let ended = &ended;
            let _ended = Finally(|| ended.store(true, Ordering::Relaxed));
            threads::start(scope, helpers, move |number| {
                let search = Search::new(table, budget, selectivity).solving(leaf());
                let mut search = search.helping(ended);
                for depth in depth + number % 2..=empties {
                    if root.search(&mut search, depth).is_none() {
                        break;
                    }
                }
                search.finish();
            });
            root.search(&mut first, depth)
        });
        first.finish();
        let (lines, exact) = lines?;
        let certainty = if exact { CERTAIN } else { cuts::certainty(selectivity) };
        Some(Found { lines, depth, certainty, exact, complete: exact })
    }

    /// Searches a position without selective cuts whose value was that of all discs. No estimate is
    /// as large, so if it is found again, it is proven.
    fn prove(
        &mut self,
        position: &Board<8>,
        task: Task<'_>,
        depth: usize,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<Found> {
        let mut found = self.search(position, task, (depth, FULL), table, budget)?;
        found.lines.iter_mut().for_each(|line| line.exact |= is_whole(line));
        found.exact |= is_whole(&found.lines[0]);
        found.complete |= found.lines.iter().all(is_whole);
        Some(found)
    }

    /// Solves the position or, for several lines, its moves.
    fn solve(&mut self, position: &Board<8>, task: Task<'_>, budget: &Budget<'_>) -> Option<Found> {
        if self.exact.is_none() {
            self.exact = made(self.options.table_mib, self.options.threads).ok();
        }
        let solver = self.exact.as_mut()?.as_mut();
        let ranked = if task.lines == 1 {
            let (value, m) = solver.best(position, budget).ok()?;
            vec![(value, m, true)]
        } else {
            solve_lines(solver, position, task, budget).ok()?
        };
        let lines = ranked.into_iter().map(|(value, m, exact)| Line {
            m,
            value: f64::from(value),
            exact,
            depth: Some(position.vacant().count()),
            certainty: CERTAIN,
            pv: best_play(solver, position, m, budget),
        });
        let depth = position.vacant().count();
        let lines = lines.collect();
        Some(Found { lines, depth, certainty: CERTAIN, exact: true, complete: true })
    }
}

impl<const N: usize> Engine<Board<N>> for Midgame {
    fn step(
        &mut self,
        position: &Board<N>,
        task: Task<'_>,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<Found> {
        let (own, other) = (position.own(), position.other());
        let (black, white) = if position.turn() == Player(0) { (own, other) } else { (other, own) };
        self.deepen(&Board::new(black, white, position.turn()), task, table, budget)
    }
}

fn made(table_mib: usize, threads: usize) -> Result<Solver> {
    solver::solver::<8>(&SolveOptions { table_mib, threads, ..SolveOptions::default() })
}

/// True if a game can outlast this many discs, or if no more positions may be visited to find out.
fn outlasts(at: &Board<8>, discs: usize, visits: &mut usize) -> bool {
    if at.is_over() {
        return false;
    }
    if discs == 0 || *visits == 0 {
        return true;
    }
    *visits -= 1;
    at.legal_moves().into_iter().any(|m| {
        let mut after = *at;
        after.play_unchecked(m);
        outlasts(&after, discs - usize::from(m != Board::<8>::PASS), visits)
    })
}

/// True for a value of all discs.
fn is_whole(line: &Line) -> bool {
    line.value.abs() >= f64::from(MAX / UNIT)
}

/// The exact values of the best moves for the side that makes them, best first. Once there are
/// enough, the solver only tests for each further move if it is better than the worst of them.
fn solve_lines(
    solver: &mut dyn ExactSolver<Board<8>>,
    position: &Board<8>,
    task: Task<'_>,
    budget: &Budget<'_>,
) -> Result<Vec<Ranked>> {
    let mut best: Vec<Ranked> = Vec::new();
    let before = task.before.lines.iter().map(|line| line.m);
    let rest = position.legal_moves().into_iter();
    let rest = rest.filter(|&m| task.before.lines.iter().all(|line| line.m != m));
    for m in before.chain(rest) {
        let mut child = *position;
        child.play_unchecked(m);
        let is_open = best.len() < task.lines;
        let value = if child.is_over() {
            -child.final_score()
        } else {
            let worst = best.last().map_or(0, |&(value, ..)| value);
            if !is_open && solver.reaches(&child, -worst, budget)? {
                continue;
            }
            -solver.best(&child, budget)?.0
        };
        keep(&mut best, (value, m, true), task.lines);
    }
    rank(&mut best);
    Ok(best)
}

/// A move, and best play after it to the end of the game, or until a limit or a stop comes.
fn best_play(
    solver: &mut dyn ExactSolver<Board<8>>,
    position: &Board<8>,
    m: Move,
    budget: &Budget<'_>,
) -> Vec<Move> {
    let mut line = vec![m];
    let mut at = *position;
    at.play_unchecked(m);
    while !at.is_over()
        && let Ok((_, m)) = solver.best(&at, budget)
    {
        line.push(m);
        at.play_unchecked(m);
    }
    line
}

/// Adds a move to the best ones, if it is among them.
fn keep(best: &mut Vec<Ranked>, new: Ranked, lines: usize) {
    if best.len() == lines && best.last().is_none_or(|&(worst, ..)| worst >= new.0) {
        return;
    }
    best.truncate(lines - 1);
    let at = best.partition_point(|&(value, ..)| value >= new.0);
    best.insert(at, new);
}

/// Sorts by value, the best move first.
fn rank(best: &mut [Ranked]) {
    best.sort_unstable_by_key(|&(value, m, _)| (-value, m));
}

/// The root of a search.
struct Root<'a> {
    position: &'a Board<8>,
    lines: usize,
    /// The best moves of the step before, best first.
    before: &'a [Move],
}

impl Root<'_> {
    /// Searches the values of the best moves, and whether they are proven, and that no other move is
    /// better; `None` if a limit or a stop comes first. The first moves get the whole window; a null
    /// window at the worst of the best so far tests each further one.
    fn search(&self, search: &mut Search<'_>, depth: usize) -> Option<(Vec<Line>, bool)> {
        search.poll();
        let before = search.estimates;
        let node = Node::of(self.position);
        let mut best: Vec<Ranked> = Vec::new();
        if self.position.must_pass() {
            let value = -search.value(&node.passed(), -MAX, MAX, depth);
            best.push((value, Board::<8>::PASS, search.estimates == before));
        }
        for m in self.ordered(search, &node, depth) {
            let after = node.after(m.index(), node.flips(m.index()));
            let estimates = search.estimates;
            let mut alpha = -MAX;
            let is_open = best.len() < self.lines;
            let mut value = alpha;
            if !is_open {
                alpha = best[self.lines - 1].0;
                value = -search.value(&after, -alpha - 1, -alpha, depth - 1);
            }
            if is_open || value > alpha {
                value = -search.value(&after, -MAX, -alpha, depth - 1);
            }
            if search.stopped {
                return None;
            }
            keep(&mut best, (value, m, search.estimates == estimates), self.lines);
        }
        if search.stopped {
            return None;
        }
        rank(&mut best);
        let (value, m, _) = best[0];
        if m != Board::<8>::PASS {
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

    /// The placements of the root, the best of the step before first.
    fn ordered(&self, search: &Search<'_>, node: &Node, depth: usize) -> Vec<Move> {
        let table_move = search.table_move(node);
        let mut choices = ScoredMoves::new(node, node.moves(), depth.max(8), table_move);
        let mut moves: Vec<Move> = self.before.to_vec();
        while let Some(choice) = choices.next() {
            let m = Move(choice.cell as u16);
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
        moves.retain(|&m| m != Board::<8>::PASS);
        moves
    }

    /// The principal variation from the table, at most `depth` discs long.
    fn line(&self, search: &Search<'_>, first: Move, depth: usize) -> Vec<Move> {
        let mut at = *self.position;
        let (mut line, mut discs, mut m) = (Vec::new(), 0, first);
        loop {
            line.push(m);
            at.play_unchecked(m);
            discs += usize::from(m != Board::<8>::PASS);
            if at.is_over() || discs >= depth {
                return line;
            }
            m = Board::<8>::PASS;
            if !at.must_pass() {
                let Some(cell) = search.table_move(&Node::of(&at)) else { return line };
                m = Move(cell as u16);
            }
            if !at.is_legal(m) {
                return line;
            }
        }
    }
}
