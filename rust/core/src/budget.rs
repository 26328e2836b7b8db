//! Budgets: what a search may use and has used; all limits are checked here.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::control::{Control, Limits};
use crate::error::{Error, Result, Seconds};

/// The limits of one search, the positions that all its threads have visited, and the control of
/// the call.
///
/// Every search counts its positions here, about a thousand at a time, and checks the clock at
/// least every few milliseconds, so that a time limit is met within 20 ms.
///
/// ```
/// use bitgames_core::control::{Control, Limits};
/// use bitgames_core::budget::Budget;
/// let control = Control::default();
/// let budget = Budget::new(Limits { nodes: Some(10), ..Limits::default() }, &control);
/// assert!(budget.spend(9).is_ok());
/// assert!(budget.spend(1).is_err());
/// assert_eq!(budget.nodes(), 10);
/// ```
pub struct Budget<'a> {
    control: &'a Control<'a>,
    limits: Limits,
    /// When the budget was made, on the clock of the control.
    began: Duration,
    /// Time used by earlier parts of the search.
    before: Duration,
    nodes: AtomicU64,
}

impl<'a> Budget<'a> {
    /// A new budget; its time starts now.
    pub fn new(limits: Limits, control: &'a Control<'a>) -> Self {
        let began = control.elapsed();
        Budget { control, limits, began, before: Duration::ZERO, nodes: AtomicU64::new(0) }
    }

    /// A budget without limits: only a stop of the control ends the search.
    pub fn unlimited(control: &'a Control<'a>) -> Self {
        Budget::new(Limits::default(), control)
    }

    /// The same budget after an earlier part of the search used some of it.
    #[must_use]
    pub fn resuming(mut self, nodes: u64, time: Duration) -> Self {
        *self.nodes.get_mut() = nodes;
        self.before = time;
        self
    }

    /// The control of the call.
    pub fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Largest depth in plies.
    pub fn depth(&self) -> Option<usize> {
        self.limits.depth
    }

    /// Positions visited by all threads, as far as counted here.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Time used.
    pub fn elapsed(&self) -> Duration {
        self.before + self.control.elapsed().saturating_sub(self.began)
    }

    /// Time until the time limit; `None` without one.
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.limits.time?.saturating_sub(self.elapsed()))
    }

    /// Counts positions without a check of the limits, for helper threads.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Counts positions, reports the sum as progress, and checks all limits and the control.
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Limit`].
    pub fn spend(&self, nodes: u64) -> Result<()> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.control.report(nodes, self.limits.nodes.unwrap_or(0));
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            self.control.poll()?;
            return Err(self.exceeded());
        }
        self.poll()
    }

    /// Checks the control and the clock: for the time between two calls of [`Budget::spend`].
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Limit`].
    pub fn poll(&self) -> Result<()> {
        self.control.poll()?;
        if self.limits.time.is_some_and(|most| self.elapsed() >= most) {
            return Err(self.exceeded());
        }
        Ok(())
    }

    fn exceeded(&self) -> Error {
        Error::Limit { nodes: self.nodes(), seconds: Seconds(self.elapsed().as_secs_f64()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_ends_it() {
        let control = Control::default();
        let limits =
            Limits { nodes: Some(100), time: Some(Duration::from_secs(3600)), depth: None };
        let budget = Budget::new(limits, &control);
        assert_eq!((budget.spend(60), budget.poll()), (Ok(()), Ok(())));
        assert!(matches!(budget.spend(40), Err(Error::Limit { nodes: 100, .. })));
        assert_eq!(control.progress(), (100, 100));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert!(matches!(Budget::new(limits, &control).spend(0), Err(Error::Limit { .. })));
        control.stop();
        assert_eq!(budget.spend(1), Err(Error::Interrupted));
    }

    #[test]
    fn a_resumed_budget_has_spent_what_came_before() {
        let control = Control::default();
        let hour = Duration::from_secs(3600);
        let limits = Limits { nodes: Some(100), time: Some(hour), depth: None };
        assert!(Budget::new(limits, &control).resuming(99, hour / 2).spend(0).is_ok());
        assert!(Budget::new(limits, &control).resuming(100, hour / 2).spend(0).is_err());
        assert!(Budget::new(limits, &control).resuming(0, hour).poll().is_err());
    }
}
