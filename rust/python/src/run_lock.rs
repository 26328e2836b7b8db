//! The use of a file by one run.

use bitgames_core::files;
use pyo3::prelude::*;

use crate::arguments::FilePath;
use crate::error::Result;
use crate::exclusive::Exclusive;

/// The use of a file or folder by one run, until ``close`` or the end of the process.
///
/// Every other run, also one of this process, gets ``BlockingIOError`` with the number of the process
/// that has it. The file need not exist; another file beside it, ``.NAME.lock``, is locked. Raises
/// ``OSError`` if the system cannot make that.
///
/// >>> import bitgames as bg
/// >>> lock = bg._core.RunLock("results.jsonl")
/// >>> bg._core.RunLock("results.jsonl")  # doctest: +ELLIPSIS
/// Traceback (most recent call last):
/// ...
/// BlockingIOError: [Errno ...] another process (PID ...) uses this file: wait for it, or choose another: 'results.jsonl'
/// >>> lock.close()
#[pyclass(frozen, module = "bitgames")]
pub struct RunLock(Exclusive<Option<files::RunLock>>);

#[pymethods]
impl RunLock {
    #[new]
    fn new(py: Python<'_>, path: FilePath) -> Result<Self> {
        let lock = py.detach(|| files::RunLock::take(&path.0))?;
        Ok(RunLock(Exclusive::new("the use of a file", Some(lock))))
    }

    /// Let other runs use the file; a second call does nothing.
    fn close(&self, py: Python<'_>) -> Result<()> {
        let lock = self.0.lock(py)?.take();
        py.detach(|| drop(lock));
        Ok(())
    }
}
