//! Schedulers: they run the tasks of a layer.

use crate::control::Control;
use crate::error::Result;
use crate::threads::in_order;

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
        let work = |(): &mut (), number| {
            control.poll()?;
            task(number)
        };
        in_order(tasks, self.0, control, || Ok(()), work).map(drop)
    }
}
