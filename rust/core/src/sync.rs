//! Synchronization primitives under one name, so that models (`tests/models.rs`) can replace them.

pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, atomic};

/// Waits some 20 microseconds, about as long as it takes to wake a thread up, or less if the condition ends.
pub(crate) fn spin_while(condition: impl Fn() -> bool) {
    const LOOKS: usize = 1_000;
    (0..LOOKS).take_while(|_| condition()).for_each(|_| std::hint::spin_loop());
}
