//! The lock of all objects that threads share.
//!
//! One call at a time uses such an object. A call from another thread waits until it has ended, detached
//! from the interpreter, and Ctrl-C ends the wait. A call from a callback of a running call of the same
//! thread is refused, because nothing could end the wait. So is a call in a forked process, if another
//! thread was in a call when the process was forked: that thread is missing there.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use bitgames_core::control::Control;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::error::Result;

/// Number of forks between the first process with this module and this one.
pub static FORKS: AtomicU32 = AtomicU32::new(0);

/// Time between two attempts to get the value.
const PAUSE: Duration = Duration::from_millis(1);

/// A value that one call at a time uses.
pub struct Exclusive<T> {
    /// What it is, for errors.
    name: &'static str,
    /// The caller that has it; 0 if none has. Nobody waits for the mutex, which this one guards.
    holder: AtomicU64,
    /// A thread was waiting for it.
    wanted: AtomicBool,
    value: Mutex<T>,
}

/// The value, while this call has it. The fields are dropped in this order.
pub struct Held<'a, T> {
    value: MutexGuard<'a, T>,
    _release: Release<'a>,
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

struct Release<'a>(&'a AtomicU64);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Release);
    }
}

impl<T> Exclusive<T> {
    /// A value that no call uses, with the name of its kind: "a searcher".
    pub fn new(name: &'static str, value: T) -> Self {
        let (holder, wanted) = (AtomicU64::new(0), AtomicBool::new(false));
        Exclusive { name, holder, wanted, value: Mutex::new(value) }
    }

    /// The value for a thread that is attached to the interpreter; it waits detached.
    pub fn lock(&self, py: Python<'_>) -> Result<Held<'_, T>> {
        self.wait(|| {
            py.detach(|| thread::sleep(PAUSE));
            Ok(py.check_signals()?)
        })
    }

    /// The value for a thread that is detached, in a long call that may end the wait.
    pub fn lock_in(&self, control: &Control<'_>) -> core::Result<Held<'_, T>> {
        self.wait(|| {
            thread::sleep(PAUSE);
            control.poll()
        })
    }

    /// Waits for the value, from pause to pause.
    fn wait<E: From<Error>>(
        &self,
        pause: impl Fn() -> std::result::Result<(), E>,
    ) -> std::result::Result<Held<'_, T>, E> {
        // A thread that comes again and again lets those that wait go first.
        let mut steps_back = self.wanted.load(Ordering::Relaxed);
        loop {
            if !steps_back && let Some(held) = self.take()? {
                return Ok(held);
            }
            self.wanted.store(!steps_back, Ordering::Relaxed);
            steps_back = false;
            pause()?;
        }
    }

    /// The value, unless the call of another thread has it.
    fn take(&self) -> core::Result<Option<Held<'_, T>>> {
        let caller = caller();
        let taken = self.holder.compare_exchange(0, caller, Ordering::Acquire, Ordering::Relaxed);
        let Err(holder) = taken else {
            let release = Release(&self.holder);
            let value = lock(&self.value);
            return Ok(Some(Held { value, _release: release }));
        };
        let (what, reason) = if holder == caller {
            ("a call inside its own callback", "it is busy until the callback returns")
        } else if holder >> u32::BITS != caller >> u32::BITS {
            let reason = "another thread used it when the process was forked; make a new one";
            ("a call in this forked process", reason)
        } else {
            return Ok(None);
        };
        Err(Error::Unsupported { what: what.into(), game: self.name.into(), reason: reason.into() })
    }
}

/// The value of a lock that is held for moments only; a panic leaves none half done.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A number of this thread that is not 0, and that no other one has in this process or one that it was
/// forked from.
fn caller() -> u64 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    thread_local!(static NUMBER: Cell<u32> = const { Cell::new(0) });
    let number = NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(LAST.fetch_add(1, Ordering::Relaxed) + 1);
        }
        number.get()
    });
    u64::from(FORKS.load(Ordering::Relaxed)) << u32::BITS | u64::from(number)
}
