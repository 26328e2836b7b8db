//! Who does the tasks of a layer.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::control::{Control, TICK};
use crate::error::{Error, Result};

/// Takes numbered tasks and has them done, in any order and anywhere: each reads what the layers
/// before left and writes its own slice of the table, so no task waits for another.
pub trait Scheduler: Sync {
    /// Calls `task` once for each number below `tasks`. The first error ends it.
    fn run(
        &self,
        tasks: usize,
        task: &(dyn Fn(usize) -> Result<()> + Sync),
        control: &Control<'_>,
    ) -> Result<()>;
}

/// Threads of this process. They end with the call, so a process may fork between two builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Scheduler for Threads {
    fn run(
        &self,
        tasks: usize,
        task: &(dyn Fn(usize) -> Result<()> + Sync),
        control: &Control<'_>,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        let work = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= tasks {
                    return Ok(());
                }
                control.poll()?;
                task(number)?;
            }
        };
        let threads = self.0.clamp(1, tasks.max(1));
        if threads == 1 {
            return work();
        }
        let failed = Mutex::new(Ok(()));
        let running = AtomicUsize::new(threads);
        let owner = thread::current();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        control.stop();
                        keep(&mut failed.lock().unwrap_or_else(PoisonError::into_inner), error);
                    }
                    running.fetch_sub(1, Ordering::Release);
                    owner.unpark();
                });
            }
            while running.load(Ordering::Acquire) > 0 {
                thread::park_timeout(TICK / 2);
                // A refusal has set the stop flag, which the workers see.
                let _ = control.poll();
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Of several errors, the one that is not the echo of a stop stays.
fn keep(failed: &mut Result<()>, error: Error) {
    if matches!(failed, Ok(()) | Err(Error::Interrupted)) {
        *failed = Err(error);
    }
}
