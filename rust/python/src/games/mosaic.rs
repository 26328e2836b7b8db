//! The words of Mosaic and Mosaic Quo that other games do not have.

use bitgames_core::games::mosaic::{self, LastPiece};
use pyo3::prelude::*;

use crate::arguments::{Int, Text};
use crate::error::Result;
use crate::position::Position;

/// A position of Mosaic.
#[pyclass(frozen, extends = Position, freelist = 256, module = "bitgames")]
pub struct Mosaic;

/// Makes the Python object of a position.
pub fn wrap(py: Python<'_>, position: Position) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, PyClassInitializer::from(position).add_subclass(Mosaic))?.into_any())
}

#[pymethods]
impl Mosaic {
    /// The start of the game on a pyramid of this many layers.
    #[new]
    #[pyo3(signature = (size = Int(7)), text_signature = "(size=7)")]
    fn new(py: Python<'_>, size: Int) -> Result<PyClassInitializer<Self>> {
        let start = mosaic::start(size.checked_as("size", "from 2 to 7")?)?;
        Ok(PyClassInitializer::from(Position::new(py, start)?).add_subclass(Mosaic))
    }
}

/// A position of Mosaic Quo.
#[pyclass(frozen, extends = Position, freelist = 256, module = "bitgames")]
pub struct Quo;

/// Makes the Python object of a position.
pub fn wrap_quo(py: Python<'_>, position: Position) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, PyClassInitializer::from(position).add_subclass(Quo))?.into_any())
}
