//! Split point (young brothers wait): helpers search the remaining moves of a position once the
//! first is done (Rainer Feldmann, "Spielbaumsuche mit massiv parallelen Systemen", 1993).
//!
//! The thread that opened a split point waits for its helpers, and meanwhile takes moves of split points
//! below its own ("helpful master").

use std::sync::PoisonError;
use std::time::Duration;

use super::order::{ScoredMove, ScoredMoves};
use crate::game::Move;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::{Arc, Condvar, Mutex, MutexGuard, spin_while};

/// The longest sleep of a thread without work; after it the thread checks the control.
const NAP: Duration = Duration::from_millis(2);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A position whose remaining moves several threads search, to test if its value is more than
/// `alpha`.
pub(super) struct SplitPoint {
    pub own: u64,
    pub other: u64,
    pub alpha: i32,
    /// The selectivity of the search that it belongs to.
    pub pass: u8,
    /// The split point below which this one was opened.
    parent: Option<Arc<SplitPoint>>,
    /// Set once a move was good enough: the other moves are not needed.
    cut: AtomicBool,
    state: Mutex<State>,
}

struct State {
    choices: ScoredMoves,
    best: (i32, Move),
    /// Number of threads that search one of the moves.
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

    /// Takes a move to search, if one is left.
    pub fn take(split: &Arc<Self>) -> Option<Taken> {
        let mut state = locked(&split.state);
        let choice = if split.cut.load(Ordering::Relaxed) { None } else { state.choices.next() }?;
        state.working += 1;
        drop(state);
        Some(Taken { split: split.clone(), choice, value: None })
    }

    /// True if no thread searches one of its moves.
    pub fn is_left(&self) -> bool {
        locked(&self.state).working == 0
    }

    /// The best move so far, and its value.
    pub fn best(&self) -> (i32, Move) {
        locked(&self.state).best
    }

    /// True if the answer is no longer needed: a move here or at a parent was good enough.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|p| p.is_cut())
    }

    fn is_below(&self, other: &Arc<SplitPoint>) -> bool {
        self.parent.as_ref().is_some_and(|p| Arc::ptr_eq(p, other) || p.is_below(other))
    }
}

/// A move that a thread searches. Dropping it reports its value to the split point; if the thread
/// unwinds, it reports none.
pub(super) struct Taken {
    pub split: Arc<SplitPoint>,
    pub choice: ScoredMove,
    /// The value, if the search was completed.
    pub value: Option<i32>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut state = locked(&self.split.state);
        state.working -= 1;
        let Some(value) = self.value else { return };
        if value > state.best.0 {
            state.best = (value, Move(self.choice.cell as u16));
        }
        if value > self.split.alpha {
            self.split.cut.store(true, Ordering::Relaxed);
        }
    }
}

/// What the threads of one search share.
#[derive(Default)]
pub(super) struct Helpers {
    /// The number of threads besides the main one.
    count: usize,
    splits: Mutex<Vec<Arc<SplitPoint>>>,
    changed: Condvar,
    idle: AtomicUsize,
    /// True once the search has an answer or has ended for another reason.
    over: AtomicBool,
    /// Counts what a waiting thread may have waited for.
    news: AtomicUsize,
}

impl Helpers {
    pub fn new(count: usize) -> Self {
        Helpers { count, ..Helpers::default() }
    }

    /// True if other threads may take work at any time.
    #[inline]
    pub fn exist(&self) -> bool {
        self.count > 0
    }

    /// True if a thread waits for work.
    #[inline]
    pub fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// True if the threads must end.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Ends all threads of the search.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.call();
    }

    /// Wakes all waiting threads. Whether there are any is certain under the lock; if not, the system is
    /// not asked, which would take time from short searches.
    pub fn call(&self) {
        let splits = locked(&self.splits);
        let is_awaited = self.has_idle();
        self.news.fetch_add(1, Ordering::Relaxed);
        drop(splits);
        if is_awaited {
            self.changed.notify_all();
        }
    }

    /// Offers the moves of a split point.
    pub fn open(&self, split: &Arc<SplitPoint>) {
        locked(&self.splits).push(split.clone());
        self.call();
    }

    /// Withdraws the offer.
    pub fn close(&self, split: &Arc<SplitPoint>) {
        locked(&self.splits).retain(|each| !Arc::ptr_eq(each, split));
    }

    /// Takes a move to search, below `split` if it is given; waits a short time for one. Most waits are
    /// so short that a sleep would last longer.
    pub fn work(&self, split: Option<&Arc<SplitPoint>>) -> Option<Taken> {
        let find = |splits: &[Arc<SplitPoint>]| {
            splits
                .iter()
                .filter(|each| split.is_none_or(|split| each.is_below(split)))
                .find_map(SplitPoint::take)
        };
        let splits = locked(&self.splits);
        let found = find(&splits);
        if found.is_some() || self.is_over() || split.is_some_and(|split| split.is_left()) {
            return found;
        }
        self.idle.fetch_add(1, Ordering::Relaxed);
        let news = self.news.load(Ordering::Relaxed);
        drop(splits);
        let is_same = || self.news.load(Ordering::Relaxed) == news;
        spin_while(is_same);
        let mut splits = locked(&self.splits);
        if is_same() {
            let woken = self.changed.wait_timeout(splits, NAP);
            splits = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
        find(&splits)
    }
}
