//! A value that one thread at a time works with for long.

use std::process;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use bitgames_core::control::Control;
use bitgames_core::{Error, Result};

/// Time between two tries to get the value.
const PAUSE: Duration = Duration::from_millis(1);
/// Tries after which a lock without a known holder was left behind by another process.
const MOST_TRIES: u32 = 200;

/// A lock that is waited for without holding the interpreter, with signals and stops looked at, and
/// that a fork cannot leave locked: a child process whose parent forked while another thread held the
/// value gets a fresh one.
pub struct Exclusive<T> {
    /// The process that it was made in.
    process: u32,
    /// Process and thread of the holder; 0 without one.
    holder: AtomicU32,
    thread: AtomicUsize,
    value: Mutex<T>,
    /// The value of a child process in which the lock above is held for ever.
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

    /// Waits for the value; call it detached. `what` names it in the error of a thread that holds it
    /// already, and `fresh` makes the one of a child process.
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
            let left_behind = holder != here && (holder != 0 || tries >= MOST_TRIES);
            if self.process != here && left_behind {
                if self.in_child.get().is_none() {
                    // Of two threads that come here at once, one has made a value for nothing.
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

/// A number that no other living thread has.
fn this_thread() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}
