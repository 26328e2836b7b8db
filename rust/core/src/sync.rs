//! Synchronization primitives under one name, so that models (`tests/models.rs`) can replace them.

pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, atomic};
