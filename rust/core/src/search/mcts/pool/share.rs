//! The trees of a pool on the threads of its workers.

use std::sync::{Mutex, PoisonError};

use crate::search::mcts::edges::Edges;
use crate::search::mcts::tree::NodePath;
use crate::workers::Workers;

/// Trees that a thread takes at a time, and then looks at the control.
pub const CHUNK: usize = 32;
/// Trees that are not worth waking other threads for.
const SHORT: usize = 128;

/// What a thread computes with.
#[derive(Default)]
pub struct Scratch {
    pub edges: Edges,
    pub path: NodePath,
}

/// Does `work` for each job, on all threads if the pool has enough rows to be worth waking them.
pub fn share<T: Send>(
    workers: &mut Workers,
    rows: usize,
    jobs: Vec<T>,
    work: impl Fn(T, &mut Scratch) + Sync,
) {
    let jobs = Mutex::new(jobs.into_iter());
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let all = || {
        let mut scratch = Box::<Scratch>::default();
        while let Some(job) = next() {
            work(job, &mut scratch);
        }
    };
    if rows < SHORT { all() } else { workers.run(|_| all()) }
}
