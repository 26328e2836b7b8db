//! The one door for long calls: detached from the interpreter, deaf to nothing.

use std::sync::Mutex;

use bitgames_core::control::{Control, Listener};
use pyo3::prelude::*;

use crate::arguments::{News, Progress};
use crate::error::Result;

/// Runs `work` without holding the interpreter. Every 50 ms signals are looked at (so Ctrl-C raises
/// `KeyboardInterrupt` out of it) and `progress(done, total)` is called; what either raises comes out
/// unchanged, and the work stops.
pub fn long_call<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    work: impl FnOnce(&Control<'_>) -> bitgames_core::Result<T> + Send,
) -> Result<T> {
    long_call_with_news(py, progress, None, work)
}

/// The same for a call that has lines to tell meanwhile: `news(line)` is called with each.
pub fn long_call_with_news<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    news: Option<News>,
    work: impl FnOnce(&Control<'_>) -> bitgames_core::Result<T> + Send,
) -> Result<T> {
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let result = py.detach(|| {
        let keep = |result: PyResult<()>| {
            let mut raised = raised.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Err(error) = result {
                raised.get_or_insert(error);
            }
            raised.is_none()
        };
        let ticker = |done: u64, total: u64| keep(tick(progress.as_ref(), done, total));
        let listener = |line: &str| {
            if let Some(news) = &news {
                keep(Python::attach(|py| news.0.call1(py, (line,)).map(drop)));
            }
        };
        let listener = news.is_some().then_some(&listener as &Listener<'_>);
        let control = Control::new(Some(&ticker)).telling(listener);
        let result = work(&control);
        if progress.is_some() && result.is_ok() {
            control.tick();
        }
        result
    });
    match raised.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(error) => Err(error.into()),
        None => Ok(result?),
    }
}

/// Looks at signals and tells how far a call is.
pub fn tick(progress: Option<&Progress>, done: u64, total: u64) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.0.call1(py, (done, total))?;
        }
        Ok(())
    })
}
