//! Stopping a long call, its progress, and its limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::clock::Instant;
use crate::error::{Error, Result};

/// Limits of a search. The first limit met ends it; without any it continues to the end of the
/// game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Depth in plies, at least 1.
    pub depth: Option<usize>,
    /// Positions to visit, checked about every thousand.
    pub nodes: Option<u64>,
    /// Time to use, counted from the start of the search; met within 20 ms.
    pub time: Option<Duration>,
}

impl Limits {
    /// Both limits together: the tighter one of each kind.
    ///
    /// ```
    /// use bitgames_core::control::Limits;
    /// let [few, many] = [5, 9].map(|n| Limits { nodes: Some(n), ..Limits::default() });
    /// assert_eq!(many.and(few).nodes, Some(5));
    /// ```
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            // `None` is less than any number, but no limit at all.
            if a.is_some() && b.is_some() { a.min(b) } else { a.or(b) }
        }
        Limits {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
        }
    }
}

/// What a player may use for its next move, as the referee of a match counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Allowance {
    /// Time for the move: that of each move or what is left for the game, whichever is less.
    pub time: Option<Duration>,
    /// Positions to visit, or simulations.
    pub nodes: Option<u64>,
    /// The time left for the game: the player's and its opponent's.
    pub left: Option<[Duration; 2]>,
    /// Time that the move adds to the player's.
    pub increment: Duration,
    /// Time by which the answer may be late.
    pub margin: Duration,
}

impl Allowance {
    /// The largest reserve of a move: a search meets its time limit within this time.
    const OF_MOVE: Duration = Duration::from_millis(20);
    /// The largest reserve of a game.
    const OF_GAME: Duration = Duration::from_secs(10);

    /// The limits of a search for the next of the moves that still need time: the game's time is
    /// divided among them, and the increment is used at once.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bitgames_core::control::Allowance;
    /// let minute = Duration::from_secs(60);
    /// let blitz = Allowance { time: Some(minute), left: Some([minute, minute]), ..Allowance::default() };
    /// assert_eq!(blitz.limits(30).time, Some(Duration::from_millis(1900)));
    /// ```
    pub fn limits(&self, moves: usize) -> Limits {
        self.most().and(Limits { time: self.share(moves), ..Limits::default() })
    }

    /// The limits that no move may exceed.
    pub fn most(&self) -> Limits {
        let time = self.time.map(|time| time.saturating_sub((time / 10).min(Self::OF_MOVE)));
        Limits { time, nodes: self.nodes, depth: None }
    }

    /// The part of the game's time for the next of the moves that still need time; `None` without a
    /// time for the game.
    pub fn share(&self, moves: usize) -> Option<Duration> {
        self.left.map(|[own, _]| {
            let reserve = (own / 20).min(Self::OF_GAME);
            own.saturating_sub(reserve) / moves.max(1) as u32 + self.increment.mul_f64(0.9)
        })
    }
}

/// Time between two calls of a [`Ticker`].
pub const TICK: Duration = Duration::from_millis(50);

/// Called every [`TICK`] on the owner's thread with `(done, total)`; returns false to stop the
/// call. A total of 0 means unknown.
pub type Ticker<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// Receives the progress lines of a very long call.
pub type Listener<'a> = dyn Fn(&str) + Sync + 'a;

/// State shared by the threads of one long call: a stop flag, a count of work done, and the owner's
/// ticker, which is called on the owner's thread only.
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
    /// Where the depth goes that a search has completed.
    depth: Option<&'a AtomicU64>,
    /// The control of the call to which this part belongs.
    parent: Option<&'a Control<'a>>,
    /// What a player may use for the move that it chooses.
    allowance: Option<Allowance>,
    /// When the time for that move is over, on the clock of the call.
    deadline: Option<Duration>,
    /// The deadline has stopped the work.
    expired: AtomicBool,
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
            depth: None,
            parent: None,
            allowance: None,
            deadline: None,
            expired: AtomicBool::new(false),
        }
    }

    /// A control for a part of a longer call: it stops when the call stops and keeps the call's
    /// ticker running, but does not show its own progress. A player in a match gets one, because
    /// the progress of the match counts games.
    ///
    /// ```
    /// use bitgames_core::control::Control;
    /// let call = Control::default();
    /// let part = call.quiet();
    /// part.report(5, 9);
    /// assert_eq!((part.progress(), call.progress()), ((5, 9), (0, 0)));
    /// call.stop();
    /// assert!(part.poll().is_err());
    /// ```
    #[must_use]
    pub fn quiet(&'a self) -> Control<'a> {
        Control { started: self.started, parent: Some(self), ..Control::new(None) }
    }

    /// The same control for the choice of a move. Once its time and the margin are over, polls stop
    /// the work, and [`Control::has_expired`] is true.
    ///
    /// ```
    /// use bitgames_core::control::{Allowance, Control};
    /// use std::time::Duration;
    /// let none = Allowance { time: Some(Duration::ZERO), ..Allowance::default() };
    /// let control = Control::default().allowing(none);
    /// assert!(control.poll().is_err() && control.has_expired());
    /// ```
    #[must_use]
    pub fn allowing(self, allowance: Allowance) -> Self {
        let now = self.elapsed();
        let deadline = allowance.time.map(|time| now + time + allowance.margin);
        Control { allowance: Some(allowance), deadline, ..self }
    }

    /// What a player may use for the move that it chooses; `None` without a clock.
    pub fn allowance(&self) -> Option<&Allowance> {
        self.allowance.as_ref()
    }

    /// True if the time for a move was over, and therefore the work has been stopped.
    pub fn has_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }

    /// The same control with a listener for progress lines.
    #[must_use]
    pub fn telling(self, listener: Option<&'a Listener<'a>>) -> Self {
        Control { listener, ..self }
    }

    /// The same control with a place for the depth in plies that a search has completed.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use bitgames_core::control::Control;
    /// let depth = AtomicU64::new(0);
    /// Control::default().deepening(Some(&depth)).reach(7);
    /// assert_eq!(depth.load(Ordering::Relaxed), 7);
    /// ```
    #[must_use]
    pub fn deepening(self, depth: Option<&'a AtomicU64>) -> Self {
        Control { depth, ..self }
    }

    /// Tells the depth in plies that a search has completed.
    pub fn reach(&self, depth: usize) {
        if let Some(place) = self.depth {
            place.store(depth as u64, Ordering::Relaxed);
        }
    }

    /// Sends a progress line to the listener, on the owner's thread only.
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

    /// Sets the total amount of work.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Sets the amount of work done, and the total.
    pub fn report(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.set_total(total);
    }

    /// Adds `n` to the amount of work done.
    #[inline]
    pub fn add_done(&self, n: u64) {
        self.done.fetch_add(n, Ordering::Relaxed);
    }

    /// The amount of work done, and the total.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Time since the call began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// `Ok` to continue, or [`Error::Interrupted`]. Loops call it about every ten microseconds to
    /// every millisecond of work; it reads the clock only on the owner's thread.
    pub fn poll(&self) -> Result<()> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| self.elapsed() > deadline) {
            self.expired.store(true, Ordering::Relaxed);
            return Err(Error::Interrupted);
        }
        if let Some(parent) = self.parent {
            return parent.poll();
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

    /// Calls the ticker now and returns its answer: for the last report of a finished call.
    pub fn tick(&self) -> bool {
        let (done, total) = self.progress();
        self.ticker.is_none_or(|ticker| ticker(done, total))
    }
}
