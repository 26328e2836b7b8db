//! Models of the structures that threads share, checked over all interleavings by loom: the split
//! point of Othello's solver, the job slot of the workers, and the two lock-free tables. The sources are those of the core; only
//! their primitives are replaced.
//!
//! `cargo test --test models` runs them in seconds. A waiting thread has no timeout here, so a lost
//! wake-up shows as a deadlock.

#![allow(dead_code, unused_imports, missing_docs, unsafe_code)]
#![allow(clippy::unnecessary_wraps)] // the model always has memory

/// Replaces what the core uses of `std::sync`.
mod sync {
    pub(crate) use loom::sync::{Arc, Condvar, Mutex, MutexGuard, atomic};

    /// Time does not pass here.
    pub(crate) fn spin_while(_: impl Fn() -> bool) {}
}

mod error {
    pub(crate) use bitgames_core::error::*;
}

mod game {
    pub(crate) use bitgames_core::game::*;
}

mod bits {
    pub(crate) use bitgames_core::bits::mix;
}

/// Memory for tables, made of loom's atomics.
mod pages {
    use std::ops::Deref;

    use loom::sync::atomic::AtomicU64;

    pub(crate) type Slot = [AtomicU64; 2];
    pub(crate) struct Slots(Vec<Slot>);

    impl Slots {
        #[allow(clippy::unnecessary_wraps)] // same signature as the replaced function
        pub(crate) fn new(_: usize, _: usize) -> std::io::Result<Self> {
            // One bucket, so that all keys collide.
            Ok(Slots((0..4).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect()))
        }
    }

    impl Deref for Slots {
        type Target = [Slot];
        fn deref(&self) -> &[Slot] {
            &self.0
        }
    }

    /// A hint to the processor: no result depends on it.
    pub(crate) fn prefetch(_: &[Slot]) {}
}

/// There is always enough of it.
mod memory {
    use crate::error::Result;

    pub(crate) fn table<T>(mib: usize, make: impl Fn(usize) -> Result<T>) -> Result<T> {
        make(mib)
    }
}

#[path = "../rust/core/src/table.rs"]
mod table;

/// Moves without a board.
mod order {
    #[derive(Clone, Copy)]
    pub(crate) struct ScoredMove {
        pub cell: usize,
    }

    #[derive(Default)]
    pub(crate) struct ScoredMoves(pub Vec<ScoredMove>);

    impl ScoredMoves {
        pub(crate) fn next(&mut self) -> Option<ScoredMove> {
            self.0.pop()
        }
    }
}

#[path = "../rust/core/src/games/othello/solver/split_point.rs"]
mod split_point;

/// Positions of Mosaic as two words.
mod compact {
    pub(crate) const BITS: u32 = 60;

    #[derive(Clone, Copy)]
    pub(crate) struct State {
        pub pieces: [u64; 2],
        pub turn: usize,
    }
}

#[path = "../rust/core/src/games/mosaic/solver/table.rs"]
mod bounds_table;

#[path = "../rust/core/src/job_slot.rs"]
mod job_slot;

use bitgames_core::Move;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

use self::order::{ScoredMove, ScoredMoves};
use self::split_point::{Helpers, SplitPoint};

/// Limits the switches between threads in one run, where exploring all of them takes too long.
fn bounded(preemptions: usize) -> loom::model::Builder {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder
}

fn split(moves: usize, alpha: i32) -> Arc<SplitPoint> {
    let moves = (0..moves).map(|cell| ScoredMove { cell }).collect();
    SplitPoint::new((0, 0), alpha, 1, (ScoredMoves(moves), (-64, Move(63))), None)
}

/// As the solver does it: the value of a move is its number.
fn work_on(split: &Arc<SplitPoint>, helpers: &Helpers) {
    while let Some(mut taken) = SplitPoint::take(split) {
        taken.value = Some(taken.choice.cell as i32);
        drop(taken);
        if split.is_left() {
            helpers.call();
        }
    }
}

#[test]
fn a_master_waits_for_its_helper_and_has_the_best_move() {
    bounded(3).check(|| {
        let (helpers, split) = (Arc::new(Helpers::default()), split(2, 60));
        let helper = {
            let helpers = helpers.clone();
            thread::spawn(move || {
                while !helpers.is_over() {
                    let Some(mut taken) = helpers.work(None) else { continue };
                    let split = taken.split.clone();
                    taken.value = Some(taken.choice.cell as i32);
                    drop(taken);
                    if split.is_left() {
                        helpers.call();
                    }
                }
            })
        };
        helpers.open(&split);
        work_on(&split, &helpers);
        helpers.close(&split);
        while !split.is_left() {
            assert!(helpers.work(Some(&split)).is_none(), "no split point lies below this one");
        }
        assert_eq!(split.best(), (1, Move(1)));
        helpers.end();
        helper.join().expect("the helper ends");
    });
}

#[test]
fn a_sleeping_helper_hears_the_end() {
    loom::model(|| {
        let helpers = Arc::new(Helpers::default());
        let sleeper = {
            let helpers = helpers.clone();
            thread::spawn(move || {
                while !helpers.is_over() {
                    assert!(helpers.work(None).is_none());
                }
            })
        };
        helpers.end();
        sleeper.join().expect("it ends");
    });
}

#[test]
fn a_move_that_is_dropped_without_a_value_does_not_count() {
    loom::model(|| {
        let (helpers, split) = (Arc::new(Helpers::default()), split(2, 60));
        let lost = {
            let (helpers, split) = (helpers.clone(), split.clone());
            thread::spawn(move || {
                // As a thread that unwinds does.
                drop(SplitPoint::take(&split));
                helpers.end();
            })
        };
        while let Some(mut taken) = SplitPoint::take(&split) {
            taken.value = Some(taken.choice.cell as i32);
        }
        while !split.is_left() && !helpers.is_over() {
            let _ = helpers.work(Some(&split));
        }
        lost.join().expect("it ends");
        assert!(split.is_left());
    });
}

#[test]
fn a_cut_stops_the_other_moves() {
    loom::model(|| {
        let split = split(3, 0);
        let other = {
            let split = split.clone();
            thread::spawn(move || SplitPoint::take(&split).map(|taken| taken.choice.cell))
        };
        // The first of these has a value above alpha.
        let mine = SplitPoint::take(&split).map(|mut taken| {
            taken.value = Some(5);
            taken.choice.cell
        });
        let theirs = other.join().expect("it ends");
        assert!(mine.is_some() && mine != theirs);
        assert!(split.is_cut() && SplitPoint::take(&split).is_none());
        assert_eq!(split.best().0, 5);
    });
}

#[test]
fn a_torn_entry_matches_no_key() {
    use self::table::{Bound, Entry, Table};

    let entry = |value| Entry { value, bound: Bound::Exact, depth: 9, effort: 9, best: None };
    bounded(3).check(move || {
        let table = Arc::new(Table::new(1).expect("a bucket"));
        let writers = [(1_u64 << 40, 11), (2 << 40, 22)].map(|(key, value)| {
            let table = table.clone();
            thread::spawn(move || table.put(key, entry(value)))
        });
        for (key, value) in [(1_u64 << 40, 11), (2 << 40, 22), (3 << 40, 0)] {
            let found = table.get(key);
            assert!(found.is_none() || found == Some(entry(value)), "{key:x}: {found:?}");
        }
        for writer in writers {
            writer.join().expect("it ends");
        }
    });
}

#[test]
fn bounds_are_those_that_one_writer_wrote() {
    use self::bounds_table::BoundsTable;
    use self::compact::State;

    let state = |n: u64| State { pieces: [n, 8 + n], turn: 0 };
    bounded(3).check(move || {
        let table = Arc::new(BoundsTable::with_stamps(1, 1, 1).expect("a bucket"));
        let writer = {
            let table = table.clone();
            thread::spawn(move || {
                table.put(&state(1), (1, 1), 3);
                table.put(&state(2), (-1, 0), 3);
            })
        };
        // Bounds merge: a reader sees nothing, one of them, or both together.
        table.put(&state(2), (0, 1), 3);
        assert!([(-1, 1), (1, 1)].contains(&table.get(&state(1))));
        assert!([(-1, 1), (-1, 0), (0, 1), (0, 0)].contains(&table.get(&state(2))));
        assert_eq!(table.get(&state(3)), (-1, 1));
        writer.join().expect("it ends");
    });
}

/// Two jobs, each a number, for one worker; then the end. Nobody looks for a change: all sleep and are
/// woken.
#[test]
fn a_withdrawn_job_is_with_nobody() {
    bounded(3).check(|| {
        let slot = Arc::new(self::job_slot::JobSlot::default());
        let current = Arc::new(AtomicUsize::new(0));
        let worker = {
            let (slot, current) = (slot.clone(), current.clone());
            thread::spawn(move || {
                let mut seen = 0;
                while let Some(job) = slot.wait(&mut seen, |_| ()) {
                    // The job lives while it is at the worker.
                    assert_eq!(current.load(Ordering::Relaxed), job);
                    loom::thread::yield_now();
                    assert_eq!(current.load(Ordering::Relaxed), job);
                    slot.leave();
                }
            })
        };
        for job in 1..3 {
            current.store(job, Ordering::Relaxed);
            slot.offer(job);
            slot.withdraw(|_| ());
            current.store(0, Ordering::Relaxed);
        }
        slot.end();
        worker.join().expect("it ends");
    });
}
