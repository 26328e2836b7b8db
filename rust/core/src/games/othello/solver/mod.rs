//! Exact values of Othello positions.
//!
//! A null-window search in tiers; each tier drops a technique that no longer pays as the board
//! fills:
//!
//! - with many empties (here): principal variation search on a transposition table, which looks up
//!   all children before it searches one and orders moves by a shallow search of the evaluation. At
//!   the root selective passes (`ProbCut`) come first, which cut where the evaluation is far
//!   outside the window; only their moves are kept, and their value, around which the next pass
//!   searches (aspiration);
//! - with twelve empties or fewer (`lean.rs`): one thread alone, a table small enough for its cache,
//!   moves ordered by the replies they leave ("fastest first") and by parity;
//! - with five or fewer (`last.rs`): one function for each number, cells in order of parity only.
//!
//! In all tiers stable discs bound the score. The lean tiers and the shallow search are compiled for
//! each level of the processor (`processor.rs`).
//!
//! Threads share the large table and the moves of single positions (`split_point.rs`); the value is
//! the same for any number of threads. The techniques are the field's: fastest first and parity
//! ordering as Gunnar Andersson describes them ("Writing an Othello program", 2007), the lookup of
//! children as in Aske Plaat's thesis ("Research re: search & re-search", 1996), stability as a
//! bound as in Michael Buro's and Richard Delorme's programs. The code is our own.

mod estimate;
mod kept;
mod last;
mod lean;
mod near_table;
mod order;
mod processor;
mod shallow;
mod split_point;
mod stable;

use std::sync::{Mutex, PoisonError};
use std::thread;

use self::kept::{Lean, Shallow, position_key};
use self::lean::MAX_EMPTIES;
use self::order::ScoredMoves;
use self::split_point::{Helpers, SplitPoint, Taken};
use self::stable::stable;
use super::flips::mobility;
use super::rules::Board;
use crate::bits::Word;
use crate::budget::Budget;
use crate::capability::{Evaluate, Symmetric};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};
use crate::solve::{ExactSolver, SoFar, SolveOptions};
use crate::sync::Arc;
use crate::table::{Bound, Entry, Table};
use crate::threads::{self, Finally};

/// How far the estimate must lie beyond the window in each selective pass, in discs.
const MARGINS: [i32; 4] = [4, 7, 10, 14];
/// The exact pass.
const EXACT: u8 = u8::MAX;
/// Least empties at which a selective pass trusts estimates.
const SELECTIVE: usize = 14;
/// Least empties at which threads may share a position.
const SPLIT: usize = 14;
/// One thread of a search: counts its nodes and records that it was stopped.
struct Solver<'a, const N: usize> {
    table: &'a Table,
    budget: &'a Budget<'a>,
    helpers: &'a Helpers,
    /// True for the main thread, whose answer counts and which checks the limits; the others help.
    leads: bool,
    /// The split point that this thread works on.
    split: Option<Arc<SplitPoint>>,
    shallow: &'a Shallow<N>,
    /// The tiers of few empties.
    lean: &'a mut Lean<N>,
    upper_nodes: u64,
    /// Nodes already reported to the budget.
    reported: u64,
    /// True once the answer of the running search is no longer needed.
    unwanted: bool,
    error: Option<Error>,
    /// The result at the root so far.
    so_far: SoFar,
    /// The value that the last pass found; none before the first, which searches around an estimate.
    expected: Option<i32>,
    /// [`EXACT`], or the number of a selective pass.
    pass: u8,
}

/// What stays from one search to the next.
struct Endgame<const N: usize> {
    table: Table,
    /// What each thread keeps for itself.
    own: Vec<Mutex<Own<N>>>,
    wld: bool,
    so_far: SoFar,
    /// Most empties of the positions searched so far.
    most_vacant: usize,
}

/// What one thread keeps for itself.
struct Own<const N: usize> {
    lean: Lean<N>,
    shallow: Shallow<N>,
}

impl<const N: usize> Own<N> {
    fn new() -> Result<Self> {
        Ok(Own { lean: Lean::new()?, shallow: Shallow::new()? })
    }
}

/// The solver for boards of this size.
pub(super) fn solver<const N: usize>(
    options: &SolveOptions,
) -> Result<Box<dyn ExactSolver<Board<N>>>> {
    let table = Table::for_threads(options.table_mib, options.threads)?;
    let own = (0..options.threads.max(1)).map(|_| Own::new().map(Mutex::new));
    let own = own.collect::<Result<_>>()?;
    Ok(Box::new(Endgame::<N> {
        table,
        own,
        wld: options.wld,
        so_far: SoFar::default(),
        most_vacant: 0,
    }))
}

impl<const N: usize> Endgame<N> {
    /// Runs a search on all the threads that the system grants.
    fn ask<T>(
        &mut self,
        vacant: usize,
        budget: &Budget<'_>,
        question: impl Fn(&mut Solver<'_, N>) -> T,
    ) -> Result<T> {
        self.most_vacant = self.most_vacant.max(vacant);
        self.table.use_slots(slots(self.most_vacant));
        let helpers = Helpers::default();
        let threads = if vacant < SPLIT { 1 } else { self.own.len() };
        let this = &*self;
        let (answer, so_far) = thread::scope(|scope| {
            // If one thread ends, in whatever way, the others end too.
            let helpers = &helpers;
            let end = || Finally(|| helpers.end());
            let _end = end();
            threads::start(scope, threads - 1, move |thread| {
                let _end = end();
                this.on(thread, budget, helpers, |helper| {
                    helper.help_until(None, |helper| helper.helpers.is_over());
                    helper.count_nodes();
                });
            });
            this.on(0, budget, helpers, |first| {
                first.poll();
                let answer = first.by_selectivity(vacant, question);
                first.count_nodes();
                (first.error.take().map_or(Ok(answer), Err), first.so_far)
            })
        });
        self.so_far = so_far;
        answer
    }

    /// Runs the part of a thread in a search.
    fn on<T>(
        &self,
        thread: usize,
        budget: &Budget<'_>,
        helpers: &Helpers,
        part: impl FnOnce(&mut Solver<'_, N>) -> T,
    ) -> T {
        // A thread that panicked leaves tables of true bounds.
        let mut own = self.own[thread].lock().unwrap_or_else(PoisonError::into_inner);
        let Own { lean, shallow } = &mut *own;
        part(&mut Solver {
            table: &self.table,
            budget,
            helpers,
            leads: thread == 0,
            split: None,
            shallow,
            reported: lean.nodes,
            lean,
            upper_nodes: 0,
            unwanted: false,
            error: None,
            so_far: SoFar::default(),
            expected: None,
            pass: EXACT,
        })
    }
}

impl<const N: usize> ExactSolver<Board<N>> for Endgame<N> {
    fn best(&mut self, position: &Board<N>, budget: &Budget<'_>) -> Result<(i32, Move)> {
        let vacant = position.vacant().count();
        if self.wld {
            let (value, m) = self.ask(vacant, budget, |solver| solver.best(position, -1, 1))?;
            return Ok((value.signum(), m));
        }
        let most = Solver::<N>::CELLS;
        self.ask(vacant, budget, |solver| solver.best(position, -most, most))
    }

    fn reaches(&mut self, position: &Board<N>, value: i32, budget: &Budget<'_>) -> Result<bool> {
        self.ask(position.vacant().count(), budget, |solver| {
            solver.null(position.own(), position.other(), value - 1) >= value
        })
    }

    fn so_far(&self, _: &Board<N>) -> SoFar {
        self.so_far
    }
}

impl<const N: usize> Solver<'_, N> {
    const CELLS: i32 = (N * N) as i32;

    /// Nodes of this thread.
    fn nodes(&self) -> u64 {
        self.upper_nodes + self.lean.nodes
    }

    /// Nodes since the last call.
    fn new_nodes(&mut self) -> u64 {
        let nodes = self.nodes();
        nodes - std::mem::replace(&mut self.reported, nodes)
    }

    /// Reports all nodes to the budget.
    fn count_nodes(&mut self) {
        let nodes = self.new_nodes();
        self.budget.count(nodes);
    }

    /// The answer of the last pass; the earlier passes only find good moves.
    fn by_selectivity<T>(&mut self, vacant: usize, mut question: impl FnMut(&mut Self) -> T) -> T {
        for pass in 1..=selective_passes(vacant) {
            self.pass = pass;
            question(self);
        }
        self.pass = EXACT;
        question(self)
    }

    /// Value and a best move of an unfinished position, exact where it lies within `(low, high)`.
    fn best(&mut self, position: &Board<N>, low: i32, high: i32) -> (i32, Move) {
        if position.must_pass() {
            let mut child = *position;
            child.play_unchecked(Board::<N>::PASS);
            let value = -self.best(&child, -high, -low).0;
            self.so_far.best_move = Some(Board::<N>::PASS);
            self.so_far.bounds = self.so_far.bounds.map(|(low, high)| (-high, -low));
            return (value, Board::<N>::PASS);
        }
        let value = self.expected.unwrap_or_else(|| self.guess(position.own(), position.other()));
        // Values are even, so this window tells whether the expected one is right. An estimate or a
        // selective pass may expect one outside of `(low, high)`, and a stopped one none.
        let value = value.clamp(low + 1, high - 1);
        let (mut alpha, mut beta) = ((value - 1).max(low), (value + 1).min(high));
        let mut step = 2;
        loop {
            let found = self.best_within(position, alpha, beta);
            if self.unwanted {
                return found;
            }
            if found.0 <= alpha && found.0 > low {
                (alpha, beta) = ((found.0 - step).max(low), found.0 + 1);
            } else if found.0 >= beta && found.0 < high {
                (alpha, beta) = (found.0 - 1, (found.0 + step).min(high));
            } else {
                self.expected = Some(found.0);
                return found;
            }
            step *= 2;
            // Windows that miss on either side in turn, as those of a selective pass can, open wholly.
            if step > Self::CELLS {
                (alpha, beta) = (low, high);
            }
        }
    }

    /// The same by one search.
    fn best_within(&mut self, position: &Board<N>, low: i32, high: i32) -> (i32, Move) {
        let (own, other) = (position.own(), position.other());
        let mut best = (-Self::CELLS - 1, Board::<N>::PASS);
        let mut choices = self.choices(own, other, self.remembered(own, other), None);
        let mut seen = Vec::new();
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            // At the start of a game the moves are symmetric images of one another: one is enough.
            let class = Board::<N>::new(child_own, child_other, Player(0)).canonical().0;
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let first = best.0 < -Self::CELLS;
            let m = Move(choice.cell as u16);
            self.so_far.best_move.get_or_insert(m);
            let alpha = best.0.max(low);
            let mut value = alpha;
            // The first move gets the whole window; a null window tests whether another move is
            // better.
            if !first {
                value = -self.null(child_own, child_other, -alpha - 1);
            }
            if first || (value > alpha && value < high) {
                value = -self.principal(child_own, child_other, -high, -alpha);
            }
            if self.unwanted {
                return best;
            }
            if value > best.0 {
                best = (value, m);
                if value > low {
                    self.so_far.best_move = Some(m);
                    if self.pass == EXACT {
                        let most = self.so_far.bounds.map_or(Self::CELLS, |bounds| bounds.1);
                        self.so_far.bounds = Some((value, most));
                    }
                }
            }
            if value >= high {
                break;
            }
        }
        if best.0 <= low && self.pass == EXACT {
            let least = self.so_far.bounds.map_or(-Self::CELLS, |bounds| bounds.0);
            self.so_far.bounds = Some((least, best.0));
        }
        let effort = 63;
        self.remember(own, other, Bound::of(best.0, low, high), best.0, best.1, effort);
        best
    }

    /// The value within `(alpha, beta)`, fail-soft.
    fn principal(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32) -> i32 {
        let vacant = Self::vacant(own, other);
        if vacant.count() <= MAX_EMPTIES || beta - alpha <= 1 {
            return self.by_null_windows(own, other, alpha, beta);
        }
        if mobility::<N>(own, other) == 0 {
            return if mobility::<N>(other, own) == 0 {
                Self::final_score(own, other)
            } else {
                -self.principal(other, own, -beta, -alpha)
            };
        }
        self.poll();
        if self.unwanted {
            return alpha;
        }
        let before = self.nodes();
        let floor = alpha;
        let mut best = (-Self::CELLS - 1, Move(0));
        let mut choices = self.choices(own, other, self.remembered(own, other), None);
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            let first = best.0 < -Self::CELLS;
            let mut value = best.0;
            if !first {
                value = -self.null(child_own, child_other, -alpha - 1);
            }
            if first || (value > alpha && value < beta) {
                value = -self.principal(child_own, child_other, -beta, -alpha);
            }
            if self.unwanted {
                return alpha;
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = Bound::of(best.0, floor, beta);
        self.remember(own, other, bound, best.0, best.1, effort(self.nodes() - before));
        best.0
    }

    /// The value within a window, by null windows from an estimate on, as in MTD(f); for small
    /// trees.
    fn by_null_windows(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let (mut low, mut high) = (alpha, beta);
        let mut bound = self.guess(own, other).clamp(alpha, beta - 1);
        loop {
            let value = self.null(own, other, bound);
            if value > bound {
                low = value;
            } else {
                high = value;
            }
            if low >= high || low >= beta || high <= alpha || self.unwanted {
                return value;
            }
            bound = if value > bound { value } else { value - 1 };
        }
    }

    /// An estimate of the value, even as all values are.
    fn guess(&self, own: u64, other: u64) -> i32 {
        let any = (-i32::MAX / 2, i32::MAX / 2);
        processor::estimate(self.shallow, own, other, any, 2) / (2 * Board::<N>::UNIT) * 2
    }

    /// Tests if the value is more than `alpha`; returns a bound on that side of it.
    fn null(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let vacant = Self::vacant(own, other);
        let n = vacant.count();
        if n <= MAX_EMPTIES {
            return processor::value(self.lean, own, other, alpha);
        }
        self.upper_nodes += 1;
        self.poll();
        if self.split.as_ref().is_some_and(|split| split.is_cut()) {
            self.unwanted = true;
        }
        if self.unwanted {
            return alpha;
        }
        // Stable discs bound the best score that the mover can still reach.
        if alpha >= 2 * n as i32 {
            let most = Self::CELLS - 2 * stable::<N>(other, own).count() as i32;
            if most <= alpha {
                return most;
            }
        }
        let key = position_key(own, other);
        let entry = self.table.get(key);
        if let Some(entry) = entry.filter(|entry| self.trusts(entry)) {
            let above = entry.bound != Bound::Upper && entry.value > alpha;
            let below = entry.bound != Bound::Lower && entry.value <= alpha;
            if above || below {
                return entry.value;
            }
        }
        if self.pass != EXACT
            && n >= SELECTIVE
            && let Some(value) = self.prob_cut(own, other, n, alpha)
        {
            return value;
        }
        if mobility::<N>(own, other) == 0 {
            return if mobility::<N>(other, own) == 0 {
                Self::final_score(own, other)
            } else {
                -self.null(other, own, -alpha - 1)
            };
        }
        let before = self.nodes();
        let mut choices = self.choices(own, other, entry.and_then(|entry| entry.best), Some(alpha));
        if let Some(value) = self.cut_by_children(own, other, &choices, alpha) {
            return value;
        }
        let mut best = (-Self::CELLS - 1, Move(0));
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            let value = -self.null(child_own, child_other, -alpha - 1);
            if self.unwanted {
                return alpha;
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
            }
            if value > alpha {
                break;
            }
            if n >= SPLIT && self.helpers.has_idle() && !choices.is_empty() {
                best = self.together((own, other), alpha, choices, best);
                if self.unwanted {
                    return alpha;
                }
                break;
            }
        }
        let bound = if best.0 > alpha { Bound::Lower } else { Bound::Upper };
        self.remember(own, other, bound, best.0, best.1, effort(self.nodes() - before));
        best.0
    }

    /// A value that a child in a table proves to be more than `alpha`.
    fn cut_by_children(
        &self,
        own: u64,
        other: u64,
        choices: &ScoredMoves,
        alpha: i32,
    ) -> Option<i32> {
        let lean = Self::vacant(own, other).count() <= MAX_EMPTIES + 1;
        choices.iter().find_map(|choice| {
            let (child_own, child_other) = choice.after(own, other);
            let value = if lean {
                -self.lean.known(child_own, child_other)?.upper
            } else {
                let entry = self.recall(child_own, child_other);
                let entry = entry.filter(|entry| self.trusts(entry))?;
                if entry.bound == Bound::Lower {
                    return None;
                }
                -entry.value
            };
            (value > alpha).then_some(value)
        })
    }

    /// A bound on one side of `alpha` that a shallow search makes very likely (Michael Buro,
    /// "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995).
    fn prob_cut(&self, own: u64, other: u64, n: usize, alpha: i32) -> Option<i32> {
        let unit = Board::<N>::UNIT;
        let margin = MARGINS[usize::from(self.pass) - 1] * unit;
        let (low, high) = (alpha * unit - margin, (alpha + 1) * unit + margin);
        let depth = match n {
            0..=18 => 2,
            19..=21 => 4,
            _ => 6,
        };
        let estimate = processor::estimate(self.shallow, own, other, (low, high), depth);
        if estimate >= high {
            Some(alpha + 1)
        } else if estimate <= low {
            Some(alpha)
        } else {
            None
        }
    }

    /// The moves of a position with their ordering scores. Moves much worse than `least` need no order.
    fn choices(
        &self,
        own: u64,
        other: u64,
        table_move: Option<Move>,
        least: Option<i32>,
    ) -> ScoredMoves {
        processor::choices(self.shallow, own, other, self.table, table_move, least)
    }

    /// Opens a split point and searches the remaining moves of a position together with the
    /// helpers.
    fn together(
        &mut self,
        discs: (u64, u64),
        alpha: i32,
        choices: ScoredMoves,
        best: (i32, Move),
    ) -> (i32, Move) {
        let split = SplitPoint::new(discs, alpha, self.pass, (choices, best), self.split.clone());
        self.helpers.open(&split);
        while let Some(taken) = SplitPoint::take(&split) {
            self.work(taken);
        }
        self.helpers.close(&split);
        self.help_until(Some(&split), |_| split.is_left());
        split.best()
    }

    /// Searches a move of a split point.
    fn work(&mut self, mut taken: Taken) {
        let split = taken.split.clone();
        let before = self.split.replace(split.clone());
        self.pass = split.pass;
        let (own, other) = taken.choice.after(split.own, split.other);
        let value = -self.null(own, other, -split.alpha - 1);
        taken.value = (!self.unwanted).then_some(value);
        drop(taken);
        self.split = before;
        self.unwanted = self.error.is_some()
            || self.helpers.is_over()
            || self.split.as_ref().is_some_and(|split| split.is_cut());
        if split.is_left() {
            self.helpers.call();
        }
    }

    /// Searches moves of open split points; if `split` is given, only of those below it.
    fn help_until(&mut self, split: Option<&Arc<SplitPoint>>, done: impl Fn(&Self) -> bool) {
        while !done(self) {
            if let Some(taken) = self.helpers.work(split) {
                self.work(taken);
            } else {
                self.poll();
            }
        }
    }

    fn poll(&mut self) {
        if self.leads && self.error.is_none() {
            let nodes = self.new_nodes();
            self.error = self.budget.spend(nodes).err();
            if self.error.is_some() {
                self.helpers.end();
            }
        } else {
            self.count_nodes();
        }
        self.unwanted |= self.helpers.is_over();
    }

    fn recall(&self, own: u64, other: u64) -> Option<Entry> {
        self.table.get(position_key(own, other))
    }

    fn remembered(&self, own: u64, other: u64) -> Option<Move> {
        self.recall(own, other).and_then(|entry| entry.best)
    }

    /// True if a table entry is valid in this pass.
    fn trusts(&self, entry: &Entry) -> bool {
        entry.depth >= self.pass
    }

    fn remember(&self, own: u64, other: u64, bound: Bound, value: i32, best: Move, effort: u8) {
        let n = Self::vacant(own, other).count();
        // Below this number of empties no pass is selective, so the entry is exact.
        let depth = if n < SELECTIVE { EXACT } else { self.pass };
        if depth < EXACT && self.recall(own, other).is_some_and(|entry| entry.depth == EXACT) {
            return;
        }
        let entry = Entry { value, bound, depth, effort, best: Some(best) };
        self.table.put(position_key(own, other), entry);
    }

    #[inline]
    fn vacant(own: u64, other: u64) -> u64 {
        super::flips::board::<N>() & !(own | other)
    }

    fn final_score(own: u64, other: u64) -> i32 {
        Board::<N>::new(own, other, Player(0)).final_score()
    }
}

/// The number of selective passes before the exact one, by the empties of the root: each finds better
/// moves for the next, and a large tree gains most by the last of them.
fn selective_passes(vacant: usize) -> u8 {
    match vacant {
        0..=18 => 0,
        19..=21 => 3,
        _ => MARGINS.len() as u8,
    }
}

/// About twice the entries of the shared table that a hard search from this number of empties writes:
/// three times as many for each further one. More slots cost time, as the system clears their memory
/// and the caches hold less of them.
fn slots(vacant: usize) -> usize {
    1 << (5 + vacant.saturating_sub(14) * 3 / 2).min(40)
}

fn effort(nodes: u64) -> u8 {
    (nodes + 1).ilog2() as u8
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::order::ScoredMove;
    use super::*;
    use crate::control::Control;

    /// A panic in any thread ends the others and reaches the caller; the solver works on.
    #[test]
    fn a_panic_ends_all_threads() {
        let options = SolveOptions { threads: 3, table_mib: 1, ..SolveOptions::default() };
        let table = || Table::new(1).expect("a MiB");
        let own = (0..3).map(|_| Mutex::new(Own::new().expect("a little memory"))).collect();
        let so_far = SoFar::default();
        let mut solver =
            Endgame::<8> { table: table(), own, wld: options.wld, so_far, most_vacant: 0 };
        let control = Control::default();
        let budget = Budget::unlimited(&control);
        let ask = AssertUnwindSafe(|| solver.ask(60, &budget, |_| -> i32 { panic!("as a test") }));
        assert!(catch_unwind(ask).is_err());
        assert_eq!(solver.ask(60, &budget, |_| 5), Ok(5));
    }

    #[test]
    fn a_helper_that_unwinds_gives_its_move_back() {
        let moves = |count: usize| {
            let mut moves = ScoredMoves::default();
            (0..count).for_each(|cell| moves.push(ScoredMove { cell, turned: 0, score: 0 }));
            moves
        };
        let helpers = Helpers::default();
        let split = SplitPoint::new((0, 0), 0, EXACT, (moves(1), (-64, Move(0))), None);
        helpers.open(&split);
        let lost = catch_unwind(AssertUnwindSafe(|| {
            let _taken = helpers.work(None).expect("a move is offered");
            assert!(!split.is_left());
            panic!("as a test");
        }));
        assert!(lost.is_err() && split.is_left());
        assert_eq!(split.best(), (-64, Move(0)));
    }
}
