//! Several threads on one tree: "young brothers wait".
//!
//! Once the first move of a position has not cut, its younger brothers may be searched by whoever has
//! nothing to do. The idea is Rainer Feldmann's ("Spielbaumsuche mit massiv parallelen Systemen",
//! 1993). Who opened a position to the others waits for them, and meanwhile helps those who help: it
//! takes moves of positions opened below its own.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::order::{ScoredMove, ScoredMoves};
use crate::game::Move;

/// The longest sleep of a thread without work, after which it looks at the control.
const NAP: Duration = Duration::from_millis(2);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A position whose remaining moves several threads search: is its value more than `alpha`?
pub(super) struct SplitPoint {
    pub own: u64,
    pub other: u64,
    pub alpha: i32,
    /// The pass of the search that it belongs to.
    pub pass: u8,
    /// The split position that this one was met in.
    parent: Option<Arc<SplitPoint>>,
    /// A move was good enough: the others need no answer.
    cut: AtomicBool,
    state: Mutex<State>,
}

struct State {
    choices: ScoredMoves,
    best: (i32, Move),
    /// Threads that search one of the moves.
    working: usize,
}

impl SplitPoint {
    pub fn new(
        (own, other): (u64, u64),
        alpha: i32,
        pass: u8,
        (choices, best): (ScoredMoves, (i32, Move)),
        parent: Option<Arc<SplitPoint>>,
    ) -> Arc<Self> {
        let state = Mutex::new(State { choices, best, working: 0 });
        Arc::new(SplitPoint { own, other, alpha, pass, parent, cut: AtomicBool::new(false), state })
    }

    /// A move to search, if one is left.
    pub fn take(&self) -> Option<ScoredMove> {
        let mut state = locked(&self.state);
        let choice = if self.cut.load(Ordering::Relaxed) { None } else { state.choices.next() };
        state.working += usize::from(choice.is_some());
        choice
    }

    /// Notes the value of a move that was taken, if its search went to the end.
    pub fn finish(&self, choice: ScoredMove, value: Option<i32>) {
        let mut state = locked(&self.state);
        state.working -= 1;
        if let Some(value) = value {
            if value > state.best.0 {
                state.best = (value, Move(choice.cell as u16));
            }
            if value > self.alpha {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Nobody searches one of its moves.
    pub fn is_left(&self) -> bool {
        locked(&self.state).working == 0
    }

    /// The best move so far, and its value.
    pub fn best(&self) -> (i32, Move) {
        locked(&self.state).best
    }

    /// Nobody needs the answer any more, here or further up.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|p| p.is_cut())
    }

    fn is_below(&self, other: &Arc<SplitPoint>) -> bool {
        self.parent.as_ref().is_some_and(|p| Arc::ptr_eq(p, other) || p.is_below(other))
    }
}

/// What the threads of one question share.
#[derive(Default)]
pub(super) struct Helpers {
    splits: Mutex<Vec<Arc<SplitPoint>>>,
    changed: Condvar,
    idle: AtomicUsize,
    /// The question is answered, or nobody wants to know any more.
    over: AtomicBool,
    nodes: AtomicU64,
}

impl Helpers {
    /// Somebody waits for work.
    #[inline]
    pub fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sends everybody home.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.call();
    }

    /// Adds to the nodes of all threads; returns their sum.
    pub fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Wakes everybody to look for work.
    pub fn call(&self) {
        drop(locked(&self.splits));
        self.changed.notify_all();
    }

    /// Offers the moves of a position.
    pub fn open(&self, split: &Arc<SplitPoint>) {
        locked(&self.splits).push(split.clone());
        self.changed.notify_all();
    }

    /// Offers them no more.
    pub fn close(&self, split: &Arc<SplitPoint>) {
        locked(&self.splits).retain(|each| !Arc::ptr_eq(each, split));
    }

    /// A move to search, of a position below `split` if one is given; waits a little for one to come.
    pub fn work(&self, split: Option<&Arc<SplitPoint>>) -> Option<(Arc<SplitPoint>, ScoredMove)> {
        let find = |splits: &[Arc<SplitPoint>]| {
            splits
                .iter()
                .filter(|each| split.is_none_or(|split| each.is_below(split)))
                .find_map(|each| Some((each.clone(), each.take()?)))
        };
        let splits = locked(&self.splits);
        let found = find(&splits);
        if found.is_some() || self.is_over() || split.is_some_and(|split| split.is_left()) {
            return found;
        }
        self.idle.fetch_add(1, Ordering::Relaxed);
        let woken = self.changed.wait_timeout(splits, NAP);
        self.idle.fetch_sub(1, Ordering::Relaxed);
        find(&woken.unwrap_or_else(PoisonError::into_inner).0)
    }
}
