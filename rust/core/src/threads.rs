//! Threads of one call: starting them, and running the same work on several of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use crate::control::{Control, TICK};
use crate::error::{Error, Result};

/// Runs `first` on this thread, and `help` on up to `helpers` others with the numbers from 1 on.
/// `end`, by which the helpers notice that nobody needs them, is called when `first` is done and
/// when any of them panics.
pub(crate) fn with_helpers<T>(
    helpers: usize,
    end: impl Fn() + Sync,
    help: impl Fn(usize) + Sync,
    first: impl FnOnce() -> T,
) -> T {
    let work = |number| {
        let _end = Defer(|| {
            if thread::panicking() {
                end();
            }
        });
        help(number);
    };
    thread::scope(|scope| {
        let _end = Defer(&end);
        start(scope, helpers, &work);
        first()
    })
}

/// Runs `work` on up to `count` threads of `scope` with the numbers from 1 on, and returns the
/// number of threads started. If the system grants fewer threads, the call continues with those.
///
/// Compiled once: what starts a thread is long.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    work: &'scope (dyn Fn(usize) + Sync),
) -> usize {
    let start =
        |&number: &usize| thread::Builder::new().spawn_scoped(scope, move || work(number)).is_ok();
    (1..=count).take_while(start).count()
}

/// Calls a function when it is dropped, also while the thread unwinds, so that other threads never
/// wait in vain.
pub(crate) struct Defer<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for Defer<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Runs `work` on scoped threads while the calling thread keeps its control ticking, and returns
/// their results in any order. Scoped threads, not a pool: nothing outlives the call, so a process
/// can fork between two calls. An error stops the others; of several errors the first that is not
/// caused by the stop is returned. A panic of `work` stops the others too, and continues in the
/// calling thread.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> Result<T> + Sync,
    control: &Control<'_>,
) -> Result<Vec<T>> {
    if threads <= 1 {
        return Ok(vec![work()?]);
    }
    let all = Mutex::new(Vec::new());
    let run = || {
        let made = work()?;
        all.lock().unwrap_or_else(PoisonError::into_inner).push(made);
        Ok(())
    };
    run_on(threads, &run, control)?;
    Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// [`on_threads`] for several threads and work that keeps its results itself.
fn run_on(
    threads: usize,
    work: &(dyn Fn() -> Result<()> + Sync),
    control: &Control<'_>,
) -> Result<()> {
    let outcome = Mutex::new(Ok(()));
    let ended = AtomicUsize::new(0);
    let owner = thread::current();
    let run = |_| {
        let _ended = Defer(|| {
            if thread::panicking() {
                control.stop();
            }
            ended.fetch_add(1, Ordering::Release);
            owner.unpark();
        });
        if let Err(error) = work() {
            control.stop();
            let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(*outcome, Ok(()) | Err(Error::Interrupted)) {
                *outcome = Err(error);
            }
        }
    };
    thread::scope(|scope| {
        let started = start(scope, threads, &run);
        if started == 0 {
            run(0);
        }
        while ended.load(Ordering::Acquire) < started {
            thread::park_timeout(TICK.min(Duration::from_millis(20)));
            // A ticker's refusal sets the stop flag, which the workers see.
            let _ = control.poll();
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` once for each number below `count` on several threads, each with its own `state`;
/// returns what it made in the order of the numbers.
pub(crate) fn in_order<S, T: Send>(
    count: usize,
    threads: usize,
    control: &Control<'_>,
    state: impl Fn() -> Result<S> + Sync,
    work: impl Fn(&mut S, usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let run = || {
        let (mut state, mut made) = (state()?, Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(made);
            }
            made.push((number, work(&mut state, number)?));
        }
    };
    let made = on_threads(threads.clamp(1, count.max(1)), run, control)?;
    let mut in_order: Vec<_> = (0..count).map(|_| None).collect();
    for (number, made) in made.into_iter().flatten() {
        in_order[number] = Some(made);
    }
    Ok(in_order.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn every_thread_hands_in_its_result() {
        let next = AtomicU64::new(0);
        let work = || Ok(next.fetch_add(1, Ordering::Relaxed));
        let mut made = on_threads(5, work, &Control::default()).expect("no error");
        made.sort_unstable();
        assert_eq!(made, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_panic_ends_the_others_and_reaches_the_caller() {
        let (next, control) = (AtomicU64::new(0), Control::default());
        let work = || -> Result<()> {
            assert!(next.fetch_add(1, Ordering::Relaxed) != 1, "the second one fails");
            loop {
                control.poll()?;
                thread::sleep(Duration::from_millis(1));
            }
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| on_threads(3, work, &control)));
        assert!(outcome.is_err());
    }

    #[test]
    fn an_error_stops_the_others_and_is_the_result() {
        let (next, control) = (AtomicU64::new(0), Control::default());
        let work = || -> Result<()> {
            if next.fetch_add(1, Ordering::Relaxed) == 1 {
                return Err(Error::Memory { mib: 7 });
            }
            loop {
                control.poll()?;
                thread::sleep(Duration::from_millis(1));
            }
        };
        assert_eq!(on_threads(3, work, &control), Err(Error::Memory { mib: 7 }));
    }
}
