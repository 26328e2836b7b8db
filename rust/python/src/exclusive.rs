//! A value that one thread at a time uses, possibly for long.

use std::process;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use bitgames_core::control::Control;
use bitgames_core::{Error, Result};

/// Time between two attempts to get the value.
const PAUSE: Duration = Duration::from_millis(1);
/// Attempts after which a lock without a known holder counts as left behind by another process.
const MAX_TRIES: u32 = 200;

/// A lock for a thread that is detached from the interpreter. Waiting notices signals and `stop`. A
/// fork cannot leave it locked: if another thread of the parent held the value, the child process
/// gets a fresh one.
pub struct Exclusive<T> {
    /// The process that it was made in.
    process: u32,
    /// Process and thread of the holder; 0 without one.
    holder: AtomicU32,
    thread: AtomicUsize,
    value: Mutex<T>,
    /// The value of a child process in which nothing releases the lock above.
    in_child: OnceLock<Box<Exclusive<T>>>,
}

/// The value, while this thread holds it.
pub struct Held<'a, T> {
    of: &'a Exclusive<T>,
    /// The value.
    pub value: MutexGuard<'a, T>,
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        self.of.thread.store(0, Ordering::Relaxed);
        self.of.holder.store(0, Ordering::Relaxed);
    }
}

impl<T> Exclusive<T> {
    /// A value that no thread holds.
    pub fn new(value: T) -> Self {
        Exclusive {
            process: process::id(),
            holder: AtomicU32::new(0),
            thread: AtomicUsize::new(0),
            value: Mutex::new(value),
            in_child: OnceLock::new(),
        }
    }

    /// Waits for the value; call it detached. `what` names the value in the error for a thread that
    /// already holds it. `fresh` makes the value of a child process.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control is stopped meanwhile; [`Error::Unsupported`] if the calling
    /// thread holds it, as in a callback of its own search; errors of `fresh`.
    pub fn lock(
        &self,
        what: &str,
        control: &Control<'_>,
        fresh: &dyn Fn() -> Result<T>,
    ) -> Result<Held<'_, T>> {
        let here = process::id();
        let mut tries = 0;
        loop {
            let value = match self.value.try_lock() {
                Ok(value) => Some(value),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            if let Some(value) = value {
                self.thread.store(this_thread(), Ordering::Relaxed);
                self.holder.store(here, Ordering::Relaxed);
                return Ok(Held { of: self, value });
            }
            let holder = self.holder.load(Ordering::Relaxed);
            if holder == here && self.thread.load(Ordering::Relaxed) == this_thread() {
                return Err(Error::Unsupported {
                    what: format!("{what} inside its own callback"),
                    game: "one thread".into(),
                    reason: "it is busy until the callback returns".into(),
                });
            }
            let left_behind = holder != here && (holder != 0 || tries >= MAX_TRIES);
            if self.process != here && left_behind {
                if self.in_child.get().is_none() {
                    // If two threads come here at once, one of the two new values is dropped.
                    let _ = self.in_child.set(Box::new(Exclusive::new(fresh()?)));
                }
                if let Some(own) = self.in_child.get() {
                    return own.lock(what, control, fresh);
                }
            }
            control.poll()?;
            thread::sleep(PAUSE);
            tries += 1;
        }
    }
}

/// The value if no thread holds it, without waiting.
///
/// # Errors
/// What `busy` says.
pub fn at_once<T>(value: &Mutex<T>, busy: impl FnOnce() -> Error) -> Result<MutexGuard<'_, T>> {
    match value.try_lock() {
        Ok(value) => Ok(value),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(busy()),
    }
}

/// A number that no other living thread has.
fn this_thread() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}
