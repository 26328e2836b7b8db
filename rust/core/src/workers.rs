//! Worker threads of one object, which calls of microseconds can share.
//!
//! [`crate::threads`] starts threads anew for each call, which takes longer than a step of a batch.
//! These stay: after a call they look for work for some ten microseconds, and then sleep.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

use crate::threads::Finally;

/// How long the calling thread looks for the end of the others before it sleeps.
const SPIN: Duration = Duration::from_micros(20);

/// The calling thread and its workers.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    pool: Option<Pool>,
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

    /// Runs `work` on this thread and on all others, and returns when all have ended. If the system
    /// grants no threads, it runs on this one alone. A panic of `work` continues here.
    pub fn run(&mut self, work: impl Fn() + Sync) {
        let others = self.threads - 1;
        if others == 0 {
            return work();
        }
        // The threads do not exist in a child process.
        if self.pool.as_ref().is_none_or(|pool| pool.process != process::id()) {
            self.pool = Pool::new(others);
        }
        let Some(Pool { crew: Some(crew), .. }) = &self.pool else { return work() };
        let running = AtomicUsize::new(others);
        crew.in_place_scope(|scope| {
            for _ in 0..others {
                scope.spawn(|_| {
                    let _ended = Finally(|| {
                        running.fetch_sub(1, Ordering::Release);
                    });
                    work();
                });
            }
            work();
            // The scope would sleep at once, and waking up takes longer than most waits.
            let started = Instant::now();
            while running.load(Ordering::Acquire) > 0 && started.elapsed() < SPIN {
                std::hint::spin_loop();
            }
        });
    }
}

/// The other threads, and the process in which they run.
#[derive(Debug)]
struct Pool {
    process: u32,
    crew: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    fn new(count: usize) -> Option<Pool> {
        let mut threads = Vec::new();
        let crew = ThreadPoolBuilder::new().num_threads(count).spawn_handler(|worker| {
            threads.push(thread::Builder::new().spawn(|| worker.run())?);
            Ok(())
        });
        let crew = crew.build().ok()?;
        Some(Pool { process: process::id(), crew: Some(crew), threads })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let (crew, threads) = (self.crew.take(), std::mem::take(&mut self.threads));
        if self.process != process::id() {
            // In a child process there is nobody to ask to end, or to wait for.
            std::mem::forget((crew, threads));
            return;
        }
        drop(crew);
        for thread in threads {
            // A panic has already continued in the call.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_thread_works_again_and_again() {
        for threads in 1..4 {
            let mut workers = Workers::new(threads);
            for _ in 0..50 {
                let seen = Mutex::new(Vec::new());
                workers.run(|| seen.lock().expect("no panic").push(thread::current().id()));
                let mut seen = seen.into_inner().expect("no panic");
                assert_eq!(seen.len(), threads);
                // A thread may take the part of another one, but the calling one has its own.
                seen.retain(|&id| id == thread::current().id());
                assert_eq!(seen.len(), 1);
            }
        }
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_threads_stay() {
        let mut workers = Workers::new(3);
        for at in 0..6 {
            let next = AtomicUsize::new(0);
            let work = || assert!(next.fetch_add(1, Ordering::Relaxed) != at % 3, "one of them");
            assert!(catch_unwind(AssertUnwindSafe(|| workers.run(work))).is_err());
            assert_eq!(next.into_inner(), 3);
        }
        workers.run(|| ());
    }
}
