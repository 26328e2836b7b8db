//! The primitives that threads share, under one name: models of them (`tests/models.rs`) put others in
//! their place.

pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, atomic};
