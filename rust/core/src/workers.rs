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
        let Some(Pool { pool: Some(pool), .. }) = &self.pool else { return work() };
        let running = AtomicUsize::new(others);
        pool.in_place_scope(|scope| {
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

#[derive(Debug)]
struct Pool {
    process: u32,
    pool: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    fn new(count: usize) -> Option<Pool> {
        let mut threads = Vec::new();
        let pool = ThreadPoolBuilder::new().num_threads(count).spawn_handler(|worker| {
            threads.push(thread::Builder::new().spawn(|| worker.run())?);
            Ok(())
        });
        let pool = pool.build().ok()?;
        Some(Pool { process: process::id(), pool: Some(pool), threads })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let (pool, threads) = (self.pool.take(), std::mem::take(&mut self.threads));
        if self.process != process::id() {
            // In a child process there is nobody to ask to end, or to wait for.
            std::mem::forget((pool, threads));
            return;
        }
        drop(pool);
        for thread in threads {
            // A panic has already continued in the call.
            let _ = thread.join();
        }
    }
}
