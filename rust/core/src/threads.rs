//! The same work on several threads of one call.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::control::{Control, TICK};
use crate::error::{Error, Result};

/// Runs `work` on scoped threads while the calling thread keeps its control ticking, and returns what
/// each made, in no order. Scoped threads, not a pool: nothing outlives the call, so a process may fork
/// between two calls. An error stops the others; of several, one that is not the echo of a stop is
/// returned.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> Result<T> + Sync,
    control: &Control<'_>,
) -> Result<Vec<T>> {
    if threads <= 1 {
        return Ok(vec![work()?]);
    }
    let all = Mutex::new(Ok(Vec::new()));
    let running = AtomicUsize::new(threads);
    let owner = thread::current();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let made = work();
                if made.is_err() {
                    control.stop();
                }
                keep(&mut all.lock().unwrap_or_else(PoisonError::into_inner), made);
                running.fetch_sub(1, Ordering::Release);
                owner.unpark();
            });
        }
        while running.load(Ordering::Acquire) > 0 {
            thread::park_timeout(TICK.min(Duration::from_millis(20)));
            // A refusal has set the stop flag, which the workers see.
            let _ = control.poll();
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn keep<T>(all: &mut Result<Vec<T>>, made: Result<T>) {
    match (all.as_mut(), made) {
        (Ok(list), Ok(made)) => list.push(made),
        (Ok(_) | Err(Error::Interrupted), Err(error)) => *all = Err(error),
        (Err(_), _) => {}
    }
}
