//! Schedulers: they run the tasks of a layer.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::control::Control;
use crate::error::Result;
use crate::threads::on_threads;

/// Runs numbered tasks in any order and anywhere: each reads the finished layers and writes its own
/// slice of the table, so no task waits for another.
pub trait Scheduler: Sync {
    /// Calls `task` once for each number below `tasks`. The first error ends the run.
    fn run(
        &self,
        tasks: usize,
        task: &(dyn Fn(usize) -> Result<()> + Sync),
        control: &Control<'_>,
    ) -> Result<()>;
}

/// Threads of this process. They end with the call, so a process can fork between two builds.
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
        on_threads(self.0.clamp(1, tasks.max(1)), work, control).map(drop)
    }
}
