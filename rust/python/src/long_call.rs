//! The one way to run long work: detached from the interpreter, open to signals, progress and stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bitgames_core::control::{Control, Listener};
use bitgames_core::{self as core};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::callbacks::{News, Progress, Stop};
use crate::error::{CancelledError, Result};
use crate::exclusive::lock;

/// The hooks of a long call.
#[derive(Default)]
pub struct Hooks {
    /// Called every 50 ms and at the end with `(done, total)`.
    pub progress: Option<Progress>,
    /// Called with lines of news.
    pub news: Option<News>,
    /// Called every 50 ms; a true answer ends the work.
    pub stop: Option<Stop>,
    /// Gets the depth in plies that a search has completed.
    pub depth: Option<Arc<AtomicU64>>,
    /// Ctrl-C ends the work like `stop`, instead of raising `KeyboardInterrupt`.
    pub partial: bool,
}

/// Runs `work` without holding the interpreter. Every 50 ms it checks for signals (Ctrl-C raises
/// `KeyboardInterrupt`) and calls `progress(done, total)`. An exception of either stops the work
/// and comes out unchanged.
pub fn long_call<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    work: impl FnOnce(&Control<'_>) -> core::Result<T> + Send,
) -> Result<T> {
    let hooks = Hooks { progress, ..Hooks::default() };
    long_call_with(py, &hooks, |control, _| work(control))
}

/// Like [`long_call`], with more hooks. Stopped work returns its result so far, or
/// [`core::Error::Interrupted`], which becomes `CancelledError` after `stop` and
/// `KeyboardInterrupt` after Ctrl-C.
pub fn long_call_with<T: Send>(
    py: Python<'_>,
    hooks: &Hooks,
    work: impl FnOnce(&Control<'_>, &Callbacks<'_>) -> core::Result<T> + Send,
) -> Result<T> {
    let callbacks = Callbacks { hooks, raised: Mutex::default(), stopped: AtomicBool::new(false) };
    let result = py.detach(|| {
        let ticker = |done: u64, total: u64| callbacks.tick(done, total);
        let listener = |line: &str| {
            if let Some(news) = &hooks.news {
                callbacks.call(|py| news.0.call1(py, (line,)).map(drop));
            }
        };
        let listener = hooks.news.is_some().then_some(&listener as &Listener<'_>);
        let control = Control::new(Some(&ticker)).telling(listener);
        let control = control.deepening(hooks.depth.as_deref());
        let result = work(&control, &callbacks);
        // A call of microseconds, without anybody to report to, does not come back for it.
        if result.is_ok() && hooks.progress.is_some() {
            let (done, total) = control.progress();
            callbacks.call(|py| hooks.report(py, done, total));
        }
        result
    });
    let raised = callbacks.raised.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (raised, result) {
        (Some(error), Ok(result)) if hooks.partial && is_interrupt(py, &error) => Ok(result),
        (Some(error), _) => Err(error.into()),
        (None, Err(core::Error::Interrupted)) if callbacks.stopped.into_inner() => {
            Err(CancelledError::new_err("stopped before there was a result").into())
        }
        (None, result) => Ok(result?),
    }
}

impl Hooks {
    /// Calls `progress`, if there is one.
    pub fn report(&self, py: Python<'_>, done: u64, total: u64) -> PyResult<()> {
        match &self.progress {
            Some(progress) => progress.0.call1(py, (done, total)).map(drop),
            None => Ok(()),
        }
    }
}

/// Calls from the work of a long call back into Python.
pub struct Callbacks<'a> {
    hooks: &'a Hooks,
    /// The first exception of a callback, or of a signal.
    raised: Mutex<Option<PyErr>>,
    /// `stop` has returned true.
    stopped: AtomicBool,
}

impl Callbacks<'_> {
    /// Calls into Python and keeps the first exception. Returns false if the work should end.
    pub fn call(&self, callback: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        let result = Python::attach(callback);
        let mut raised = lock(&self.raised);
        if let Err(error) = result {
            raised.get_or_insert(error);
        }
        raised.is_none()
    }

    fn tick(&self, done: u64, total: u64) -> bool {
        let goes_on = self.call(|py| {
            py.check_signals()?;
            self.hooks.report(py, done, total)?;
            if let Some(stop) = &self.hooks.stop
                && stop.0.call0(py)?.is_truthy(py)?
            {
                self.stopped.store(true, Ordering::Relaxed);
            }
            Ok(())
        });
        goes_on && !self.stopped.load(Ordering::Relaxed)
    }
}

fn is_interrupt(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyKeyboardInterrupt>(py)
}
