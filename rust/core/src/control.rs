//! How a long call hears that it should stop, and says how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// When a search stops. The first limit met ends it; without any it searches to the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies to look ahead, at least 1.
    pub depth: Option<usize>,
    /// Positions to visit; looked at every thousand or so.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<Duration>,
}

/// How often the owner of a long call is asked whether to go on.
pub const TICK: Duration = Duration::from_millis(50);

/// What the owner of a call does every [`TICK`]: sees `(done, total)` and answers whether to go on.
/// A total of 0 means that it is not known.
pub type Ticker<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// Who hears lines of news of a very long call.
pub type Listener<'a> = dyn Fn(&str) + Sync + 'a;

/// Shared by the threads of one long call: a stop flag, a count of work done, and the owner's
/// ticker, called on the owner's thread only.
///
/// ```
/// use bitgames_core::control::Control;
/// let control = Control::default();
/// assert!(control.poll().is_ok());
/// control.stop();
/// assert!(control.poll().is_err());
/// ```
pub struct Control<'a> {
    stopped: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    owner: ThreadId,
    started: Instant,
    next_tick: AtomicU64,
    ticker: Option<&'a Ticker<'a>>,
    listener: Option<&'a Listener<'a>>,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new(None)
    }
}

impl<'a> Control<'a> {
    /// A control owned by the calling thread.
    pub fn new(ticker: Option<&'a Ticker<'a>>) -> Self {
        Control {
            stopped: AtomicBool::new(false),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            owner: thread::current().id(),
            started: Instant::now(),
            next_tick: AtomicU64::new(TICK.as_millis() as u64),
            ticker,
            listener: None,
        }
    }

    /// The same, with somebody who hears what there is to tell.
    #[must_use]
    pub fn telling(self, listener: Option<&'a Listener<'a>>) -> Self {
        Control { listener, ..self }
    }

    /// Tells a line of news, if somebody listens and the calling thread is the owner's.
    pub fn tell(&self, line: impl FnOnce() -> String) {
        if let Some(listener) = self.listener
            && thread::current().id() == self.owner
        {
            listener(&line());
        }
    }

    /// Asks every thread of the call to stop at its next poll.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Says how much there is to do.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Says how far a call is that counts by itself.
    pub fn report(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.set_total(total);
    }

    /// Says that `n` more are done.
    #[inline]
    pub fn add_done(&self, n: u64) {
        self.done.fetch_add(n, Ordering::Relaxed);
    }

    /// Time since the call began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Goes on, or [`Error::Interrupted`]. Loops call it about every ten microseconds to every
    /// millisecond of work; it reads the clock only on the owner's thread.
    pub fn poll(&self) -> Result<()> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        if self.ticker.is_none() || thread::current().id() != self.owner {
            return Ok(());
        }
        let now = self.elapsed().as_millis() as u64;
        if now < self.next_tick.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.next_tick.store(now + TICK.as_millis() as u64, Ordering::Relaxed);
        if self.tick() {
            Ok(())
        } else {
            self.stop();
            Err(Error::Interrupted)
        }
    }

    /// Calls the ticker now, and says what it answered: for the last report of a finished call.
    pub fn tick(&self) -> bool {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        self.ticker.is_none_or(|ticker| ticker(done, total))
    }
}
