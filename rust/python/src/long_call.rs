//! The one door for long calls: detached from the interpreter, deaf to nothing.

use std::sync::Mutex;

use bitgames_core::control::Control;
use pyo3::prelude::*;

use crate::arguments::Progress;
use crate::error::Result;

/// Runs `work` without holding the interpreter. Every 50 ms signals are looked at (so Ctrl-C raises
/// `KeyboardInterrupt` out of it) and `progress(done, total)` is called; what either raises comes out
/// unchanged, and the work stops.
pub fn long_call<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    work: impl FnOnce(&Control<'_>) -> bitgames_core::Result<T> + Send,
) -> Result<T> {
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let result = py.detach(|| {
        let ticker = |done: u64, total: u64| match tick(progress.as_ref(), done, total) {
            Ok(()) => true,
            Err(error) => {
                *raised.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
                false
            }
        };
        let control = Control::new(Some(&ticker));
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

fn tick(progress: Option<&Progress>, done: u64, total: u64) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.0.call1(py, (done, total))?;
        }
        Ok(())
    })
}
