//! The solver: what stays from one search to the next, and the threads of a search.

use std::sync::{Mutex, PoisonError};

use super::super::discs::Discs;
use super::super::rules::Board;
use super::super::sides::Sides;
use super::kept::Own;
use super::search::{SPLIT, SearchThread};
use super::split_point::Helpers;
use crate::bits::Word;
use crate::budget::Budget;
use crate::error::Result;
use crate::game::Move;
use crate::solve::{ExactSolver, PartialResult, SolveOptions};
use crate::table::Table;
use crate::threads;

/// What stays from one search to the next.
struct Endgame<const W: usize, const H: usize> {
    table: Table,
    /// What each thread keeps for itself.
    own: Vec<Mutex<Own<W, H>>>,
    wld: bool,
    partial_result: PartialResult,
    /// Most empties of the positions searched so far.
    max_empties: usize,
}

/// The solver for boards of this size.
pub(in super::super) fn solver<S: Sides, const W: usize, const H: usize>(
    options: &SolveOptions,
) -> Result<Box<dyn ExactSolver<Board<S>>>> {
    let threads = options.threads.max(1);
    let table = Table::for_threads(options.table_mib, threads)?;
    let own = (0..threads).map(|_| Own::new(threads).map(Mutex::new));
    let own = own.collect::<Result<_>>()?;
    Ok(Box::new(Endgame::<W, H> {
        table,
        own,
        wld: options.wld,
        partial_result: PartialResult::default(),
        max_empties: 0,
    }))
}

impl<const W: usize, const H: usize> Endgame<W, H> {
    /// Runs a search on all the threads that the system grants.
    fn search_root<T>(
        &mut self,
        empties: usize,
        budget: &Budget<'_>,
        search: impl Fn(&mut SearchThread<'_, W, H>) -> T,
    ) -> Result<T> {
        self.max_empties = self.max_empties.max(empties);
        self.table.use_slots(slots(self.max_empties));
        for own in &mut self.own {
            let own = own.get_mut().unwrap_or_else(PoisonError::into_inner);
            own.shallow.table.use_slots(estimate_slots(self.max_empties));
        }
        let threads = if empties < SPLIT { 1 } else { self.own.len() };
        let helpers = Helpers::new(threads - 1);
        let this = &*self;
        let help = |thread| {
            this.on(thread, budget, &helpers, |helper| {
                helper.help_until(None, |helper| helper.helpers.is_over());
                helper.count_nodes();
            });
        };
        let first = || {
            this.on(0, budget, &helpers, |first| {
                first.poll();
                let answer = first.with_probcut_passes(empties, search);
                first.count_nodes();
                (first.error.take().map_or(Ok(answer), Err), first.partial_result)
            })
        };
        let (answer, partial_result) =
            threads::with_helpers(threads - 1, || helpers.end(), help, first);
        self.partial_result = partial_result;
        answer
    }

    /// Runs the part of a thread in a search.
    fn on<T>(
        &self,
        thread: usize,
        budget: &Budget<'_>,
        helpers: &Helpers,
        part: impl FnOnce(&mut SearchThread<'_, W, H>) -> T,
    ) -> T {
        // A thread that panicked leaves tables of true bounds.
        let mut own = self.own[thread].lock().unwrap_or_else(PoisonError::into_inner);
        let Own { lean, shallow } = &mut *own;
        part(&mut SearchThread::new(&self.table, budget, helpers, thread == 0, shallow, lean))
    }
}

impl<S: Sides, const W: usize, const H: usize> ExactSolver<Board<S>> for Endgame<W, H> {
    fn best(&mut self, position: &Board<S>, budget: &Budget<'_>) -> Result<(i32, Move)> {
        let position = &position.fixed();
        let empties = position.empties().count();
        if self.wld {
            let (value, m) =
                self.search_root(empties, budget, |solver| solver.best(position, -1, 1))?;
            return Ok((value.signum(), m));
        }
        let most = Discs::<W, H>::CELLS;
        self.search_root(empties, budget, |solver| solver.best(position, -most, most))
    }

    fn reaches(&mut self, position: &Board<S>, value: i32, budget: &Budget<'_>) -> Result<bool> {
        self.search_root(position.empties().count(), budget, |solver| {
            solver.null(position.fixed().discs(), value - 1) >= value
        })
    }

    fn partial_result(&self, _: &Board<S>) -> PartialResult {
        self.partial_result
    }
}

/// About the entries of the shared table that a hard search from this number of empties writes: three
/// times as many for each further one. More slots cost time, as the system clears their memory
/// and the caches hold less of them.
fn slots(empties: usize) -> usize {
    1 << (4 + empties.saturating_sub(14) * 3 / 2).min(40)
}

/// The same for the estimates of a thread, of which a small search makes few.
fn estimate_slots(empties: usize) -> usize {
    1 << (8 + empties.saturating_sub(14) * 2).min(40)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::super::super::order::{ScoredMove, ScoredMoves};
    use super::super::search::EXACT;
    use super::super::split_point::SplitPoint;
    use super::*;
    use crate::control::Control;

    /// A panic in any thread ends the others and reaches the caller; the solver works on.
    #[test]
    fn a_panic_ends_all_threads() {
        let options = SolveOptions { threads: 3, table_mib: 1, ..SolveOptions::default() };
        let table = || Table::new(1).expect("a MiB");
        let own = (0..3).map(|_| Mutex::new(Own::new(3).expect("a little memory"))).collect();
        let partial_result = PartialResult::default();
        let mut solver = Endgame::<8, 8> {
            table: table(),
            own,
            wld: options.wld,
            partial_result,
            max_empties: 0,
        };
        let control = Control::default();
        let budget = Budget::unlimited(&control);
        let search_root = AssertUnwindSafe(|| {
            solver.search_root(60, &budget, |_| -> i32 { panic!("as a test") })
        });
        assert!(catch_unwind(search_root).is_err());
        assert_eq!(solver.search_root(60, &budget, |_| 5), Ok(5));
    }

    #[test]
    fn a_helper_that_unwinds_gives_its_move_back() {
        let moves = |count: usize| {
            let mut moves = ScoredMoves::default();
            (0..count).for_each(|cell| moves.push(ScoredMove { cell, flipped: 0, score: 0 }));
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
