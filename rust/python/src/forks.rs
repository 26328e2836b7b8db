//! Forks: a forked process has one thread, and must not wait for another one.
//!
//! pyo3 and the crate of NumPy make some values at their first use, under a lock with which a thread
//! waits for the interpreter. A process forked at this moment would wait for that lock for ever. So a
//! process with several threads makes all these values before it forks.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bitgames_core::games;
use numpy::{PyArray1, PyArrayMethods, npyffi};
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCFunction, PyDict, PySequence, PyTuple};

use crate::error::Result;
use crate::exclusive::FORKS;
use crate::position::Position;

/// Lets forks be prepared and counted, where the system has them.
pub fn watch(py: Python<'_>) -> PyResult<()> {
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else { return Ok(()) };
    let before = |given: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| prepare(given.py());
    let count = |_: &Bound<'_, _>, _: Option<&Bound<'_, _>>| FORKS.fetch_add(1, Ordering::Relaxed);
    let hooks = [
        ("before", PyCFunction::new_closure(py, None, None, before)?),
        ("after_in_child", PyCFunction::new_closure(py, None, None, count)?),
    ];
    register.call((), Some(&hooks.into_py_dict(py)?)).map(drop)
}

/// Makes all that is made at its first use, once and if there are other threads.
fn prepare(py: Python<'_>) -> Result<()> {
    static MADE: AtomicBool = AtomicBool::new(false);
    if MADE.load(Ordering::Relaxed)
        || py.import("sys")?.call_method0("_current_frames")?.len()? == 1
    {
        return Ok(());
    }
    for game in games::GAMES {
        // The lists of free objects of its class, and of legal moves.
        let start = Position::object(py, games::position(game.examples[0])?)?;
        start.getattr(py, "legal_moves")?;
        // What the note on an argument of a wrong type needs.
        drop(start.call_method1(py, "play", ((),)));
        drop(start.call_method1(py, "planes", ("",)));
    }
    PySequence::type_object(py);
    Path::new("").into_pyobject(py)?;
    if py.import("numpy").is_ok() {
        let array = PyArray1::<bool>::zeros(py, 1, false);
        drop(array.readonly());
        array.get_item(0)?.extract::<bool>()?;
        npyffi::is_numpy_2(py);
    }
    MADE.store(true, Ordering::Relaxed);
    Ok(())
}
