//! The slot from which workers take the job of their caller. `tests/models.rs` has models of it.

use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Condvar, Mutex};

/// A job that one thread offers to others until it withdraws it. All that counts is behind the lock;
/// two numbers beside it tell those who look for a change without it.
pub(crate) struct JobSlot<J> {
    state: Mutex<State<J>>,
    /// There is a job, or the end.
    called: Condvar,
    /// Nobody has the job any more.
    left: Condvar,
    /// The number of the last job, and the number of threads that have it.
    shown: [AtomicUsize; 2],
}

struct State<J> {
    job: Option<J>,
    /// Jobs so far; the end counts as one.
    number: usize,
    /// Threads that have the job.
    busy: usize,
    /// Threads that sleep until they are called.
    asleep: usize,
    /// The caller sleeps until nobody has the job. A call that wakes nobody takes a microsecond, too.
    caller_sleeps: bool,
    ended: bool,
}

impl<J> Default for JobSlot<J> {
    fn default() -> Self {
        let state =
            State { job: None, number: 0, busy: 0, asleep: 0, caller_sleeps: false, ended: false };
        let (called, left) = (Condvar::new(), Condvar::new());
        JobSlot {
            state: Mutex::new(state),
            called,
            left,
            shown: [AtomicUsize::new(0), AtomicUsize::new(0)],
        }
    }
}

const UNPOISONED: &str = "nobody panics with it";

impl<J: Copy> JobSlot<J> {
    /// Offers a job. The one before it has been withdrawn.
    pub(crate) fn offer(&self, job: J) {
        self.call(Some(job));
    }

    /// Sends all threads home.
    pub(crate) fn end(&self) {
        self.call(None);
    }

    fn call(&self, job: Option<J>) {
        let mut state = self.state.lock().expect(UNPOISONED);
        debug_assert!(state.job.is_none() && state.busy == 0);
        state.ended = job.is_none();
        state.job = job;
        state.number += 1;
        let (number, anyone) = (state.number, state.asleep > 0);
        drop(state);
        self.shown[0].store(number, Ordering::Release);
        if anyone {
            self.called.notify_all();
        }
    }

    /// Takes back the job, and waits until those who have it have left. `look` may look for a while
    /// before this thread sleeps.
    pub(crate) fn withdraw(&self, look: impl Fn(&dyn Fn() -> bool)) {
        let mut state = self.state.lock().expect(UNPOISONED);
        state.job = None;
        if state.busy > 0 {
            drop(state);
            look(&|| self.shown[1].load(Ordering::Acquire) == 0);
            state = self.state.lock().expect(UNPOISONED);
        }
        while state.busy > 0 {
            state.caller_sleeps = true;
            state = self.left.wait(state).expect(UNPOISONED);
        }
        state.caller_sleeps = false;
    }

    /// Waits for a job after number `seen`; `None` at the end. Who gets one must [`JobSlot::leave`].
    pub(crate) fn wait(&self, seen: &mut usize, look: impl Fn(&dyn Fn() -> bool)) -> Option<J> {
        loop {
            look(&|| self.shown[0].load(Ordering::Acquire) != *seen);
            let mut state = self.state.lock().expect(UNPOISONED);
            while state.number == *seen {
                state.asleep += 1;
                state = self.called.wait(state).expect(UNPOISONED);
                state.asleep -= 1;
            }
            *seen = state.number;
            if state.ended {
                return None;
            }
            if let Some(job) = state.job {
                state.busy += 1;
                self.shown[1].store(state.busy, Ordering::Release);
                return Some(job);
            }
        }
    }

    /// Ends the work of a thread at its job.
    pub(crate) fn leave(&self) {
        let mut state = self.state.lock().expect(UNPOISONED);
        state.busy -= 1;
        let (busy, caller_sleeps) = (state.busy, state.caller_sleeps);
        drop(state);
        self.shown[1].store(busy, Ordering::Release);
        if busy == 0 && caller_sleeps {
            self.left.notify_all();
        }
    }
}
