//! What calls of batches return.

use bitgames_core::Error;
use bitgames_core::batch::Finals;
use numpy::{PyArray1, PyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::batch::Batch;
use crate::buffers;
use crate::error::Result;
use crate::typed::{AnyPosition, ArrayLike, Booleans, Bytes, Float32s, Int64s, Typed};

/// What a step of a batch returns.
#[pyclass(frozen, module = "bitgames")]
pub struct BatchStep {
    rewards: Py<PyArrayDyn<f32>>,
    terminated: Py<PyArrayDyn<bool>>,
}

impl BatchStep {
    /// New arrays for this many rows.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn new(py: Python<'_>, rows: usize, seats: usize) -> Result<Self> {
        buffers::check_room(rows * (4 * seats + 1))?;
        Ok(BatchStep {
            rewards: PyArrayDyn::zeros(py, [rows, seats].as_slice(), false).unbind(),
            terminated: PyArrayDyn::zeros(py, [rows].as_slice(), false).unbind(),
        })
    }

    /// The right to write rewards and ends of this many rows, which are the parameter `out`.
    ///
    /// # Errors
    /// `ParameterError` for a step of a batch of another shape, and those of [`buffers::writable`].
    pub fn writable<'py>(
        &self,
        py: Python<'py>,
        rows: usize,
        seats: usize,
    ) -> Result<(PyReadwriteArrayDyn<'py, f32>, PyReadwriteArrayDyn<'py, bool>)> {
        let (rewards, ends) = (self.rewards.bind(py), self.terminated.bind(py));
        if rewards.shape() != [rows, seats] {
            let allowed = format!("a step with rewards of shape ({rows}, {seats})");
            return Err(
                Error::parameter("out", allowed, buffers::shape_text(rewards.shape())).into()
            );
        }
        Ok((buffers::writable("out", rewards)?, buffers::writable("out", ends)?))
    }
}

#[pymethods]
impl BatchStep {
    /// The results of the games that ended in this step, 1 for a win, -1 for a loss; 0 for all other
    /// rows: float32 of shape ``(n, seats)``.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Typed<'py, Float32s> {
        Typed::new(self.rewards.bind(py).clone())
    }

    /// Whether the game of a row ended in this step, or before it if it is not reset: bool of shape
    /// ``(n,)``.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Typed<'py, Booleans> {
        Typed::new(self.terminated.bind(py).clone())
    }

    /// All false, because every game here ends: a new array of bools of shape ``(n,)``.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Typed<'py, Booleans> {
        Typed::new(PyArray1::<bool>::zeros(py, [self.terminated.bind(py).len()], false))
    }
}

/// The games of a batch that ended in a step and began anew in it.
#[pyclass(frozen, module = "bitgames")]
pub struct BatchFinal {
    pub(crate) rows: Vec<i64>,
    pub(crate) finals: Finals,
    pub(crate) batch: Py<Batch>,
}

#[pymethods]
impl BatchFinal {
    /// Their rows in ascending order: int64.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Typed<'py, Int64s> {
        Typed::new(PyArray1::from_slice(py, &self.rows))
    }

    /// Their positions at the end.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Typed<'py, AnyPosition>>> {
        let batch = self.batch.get();
        (0..self.finals.len()).map(|at| batch.object(py, self.finals.position(at))).collect()
    }

    /// The planes of these positions, a row of the array for each: as ``Batch.planes``.
    #[pyo3(signature = (viewer = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<Typed<'py, ArrayLike>>,
    ) -> Result<Typed<'py, Bytes>> {
        let batch = self.batch.get();
        let seats = batch.seats(viewer.map(Typed::into_inner).as_ref(), self.rows.len())?;
        let array = buffers::bytes(py, &batch.planes_sides(self.rows.len()))?;
        buffers::filled("planes", &array, |bytes| {
            Ok(py.detach(|| self.finals.write_planes(seats.viewers(), bytes))?)
        })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}
