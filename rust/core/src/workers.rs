//! Worker threads of one object, which calls of microseconds can share.
//!
//! [`crate::threads`] starts threads anew for each call, which takes longer than a step of a batch.
//! These stay: after a job they look for the next one for a while, and then sleep. A job that its
//! caller has finished alone is withdrawn, so nobody waits for a thread that wakes up late.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::clock::Instant;
use crate::job_slot::JobSlot;
use crate::sync::{Arc, Mutex};
use crate::threads::Defer;

/// How long a thread looks for a change before it sleeps. Waking up takes longer than many jobs.
const SPIN: Duration = Duration::from_micros(30);

/// The work of a call, whose life [`Workers::run`] watches.
type Job = &'static (dyn Fn(usize) + Sync);

/// The calling thread and its workers.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    pool: Option<WorkerPool>,
}

impl Workers {
    /// This many threads, the calling one included. The others start with the first work for them.
    pub fn new(threads: usize) -> Self {
        Workers { threads, pool: None }
    }

    /// Number of threads, the calling one included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs `work` on this thread, and on each of the others that is free before this one has done it;
    /// returns when all have ended. So `work` takes its share from what is left until nothing is. If
    /// the system grants no threads, it runs on this one alone. It gets the number of its thread, 0 for this
    /// one. A panic of `work` continues here.
    pub fn run(&mut self, work: impl Fn(usize) + Sync) {
        let others = self.threads - 1;
        if others == 0 {
            return work(0);
        }
        let WorkerPool { shared, .. } = match &mut self.pool {
            // The threads do not exist in a child process.
            Some(pool) if pool.process == process::id() => pool,
            none => none.insert(WorkerPool::new(others)),
        };
        shared.panic.lock().expect("nobody panics with it").take();
        let job: &(dyn Fn(usize) + Sync) = &work;
        // SAFETY: nobody uses the job after this call: `withdraw` returns when no thread has it and
        // none can get it any more, and it runs before `work` ends, even if `work` panics here.
        #[expect(unsafe_code, reason = "threads that outlive a call work on what it has borrowed")]
        let job = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), Job>(job) };
        shared.slot.offer(job);
        let withdrawn = Defer(|| shared.slot.withdraw(look));
        work(0);
        drop(withdrawn);
        let panic = shared.panic.lock().expect("nobody panics with it").take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

/// Looks whether `is_here` for a while.
fn look(is_here: &dyn Fn() -> bool) {
    let started = Instant::now();
    while started.elapsed() < SPIN {
        for _ in 0..64 {
            if is_here() {
                return;
            }
            std::hint::spin_loop();
        }
    }
}

/// What the threads share.
#[derive(Default)]
struct Shared {
    slot: JobSlot<Job>,
    /// A panic of one of the others in the last job.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Shared {
    fn work(&self, thread: usize) {
        let mut seen = 0;
        while let Some(job) = self.slot.wait(&mut seen, look) {
            let _left = Defer(|| self.slot.leave());
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| job(thread))) {
                self.panic.lock().expect("nobody panics with it").get_or_insert(panic);
            }
        }
    }
}

/// The other threads, and the process in which they run.
struct WorkerPool {
    process: u32,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl std::fmt::Debug for WorkerPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerPool").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl WorkerPool {
    /// As many threads as the system grants, up to `count`.
    fn new(count: usize) -> WorkerPool {
        let shared = Arc::<Shared>::default();
        let start = |thread| {
            let shared = shared.clone();
            thread::Builder::new().spawn(move || shared.work(thread)).ok()
        };
        let threads = (1..=count).map_while(start).collect();
        WorkerPool { process: process::id(), shared, threads }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        let threads = std::mem::take(&mut self.threads);
        if self.process != process::id() {
            // In a child process there is nobody to ask to end, or to wait for, and a thread that does
            // not exist may hold the lock.
            std::mem::forget((threads, self.shared.clone()));
            return;
        }
        self.shared.slot.end();
        for thread in threads {
            // A panic has already continued in the call.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn all_is_done_once_by_any_number_of_threads() {
        for threads in 1..5 {
            let mut workers = Workers::new(threads);
            for left in 0..50 {
                let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
                workers.run(|_| {
                    while next.fetch_add(1, Ordering::Relaxed) < left {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert_eq!(done.into_inner(), left);
            }
        }
    }

    #[test]
    fn the_others_help_once_they_are_awake() {
        let mut workers = Workers::new(3);
        for _ in 0..20 {
            let here = AtomicUsize::new(0);
            workers.run(|_| {
                here.fetch_add(1, Ordering::Relaxed);
                while here.load(Ordering::Relaxed) < 3 {
                    thread::yield_now();
                }
            });
            // Longer than they look for work.
            thread::sleep(2 * SPIN);
        }
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller_and_the_threads_stay() {
        let mut workers = Workers::new(3);
        for at in 0..6 {
            let here = AtomicUsize::new(0);
            let work = |_| {
                let number = here.fetch_add(1, Ordering::Relaxed);
                while here.load(Ordering::Relaxed) < 3 {
                    thread::yield_now();
                }
                assert!(number != at % 3, "one of them");
            };
            assert!(catch_unwind(AssertUnwindSafe(|| workers.run(work))).is_err());
        }
        workers.run(|_| ());
    }
}
