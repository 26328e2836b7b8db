//! What threads search at the moment: the others put such a position off, and find it in the table
//! later.
//!
//! The least that lets threads share a tree by its table alone (after Jean-Christophe Weill's ABDADA,
//! "The ABDADA distributed minimax search algorithm", 1996). A mark that is lost costs double work,
//! never a wrong value.

use crate::sync::atomic::{AtomicU64, Ordering};

const MARKS: usize = 1 << 12;

/// The marks of a search.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// No marks; none are ever made for one thread.
    pub fn new(threads: usize) -> Self {
        let marks = if threads > 1 { MARKS } else { 0 };
        Busy((0..marks).map(|_| AtomicU64::new(0)).collect())
    }

    fn mark(&self, hash: u64) -> Option<&AtomicU64> {
        self.0.get(hash as usize % MARKS)
    }

    /// True if a thread searches this position.
    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        self.mark(hash).is_some_and(|mark| mark.load(Ordering::Relaxed) == hash)
    }

    /// Marks a position.
    #[inline]
    pub fn begin(&self, hash: u64) {
        self.mark(hash).into_iter().for_each(|mark| mark.store(hash, Ordering::Relaxed));
    }

    /// Takes the mark of a position away.
    #[inline]
    pub fn end(&self, hash: u64) {
        if self.has(hash) {
            self.mark(hash).into_iter().for_each(|mark| mark.store(0, Ordering::Relaxed));
        }
    }
}
