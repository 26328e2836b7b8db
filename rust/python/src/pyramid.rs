//! Sets of cells of a pyramid.

use bitgames_core::bits::Shape;
use bitgames_core::{bits, pyramid};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Bits, Int, Text};
use crate::cells::{self, CellSet};
use crate::error::Result;
use crate::typed::{Pyramid, Typed};

/// The object of a set that is known to be of a pyramid.
pub type Object<'py> = Typed<'py, Pyramid>;

/// An immutable set of cells of a pyramid of 1 to 7 square layers, each one narrower than the layer it
/// rests on.
///
/// ``PyramidSet(size, bits=0)`` makes one; ``int(cells)`` gives the bits back. Cell 0 is the top, then
/// comes each wider layer in turn, row by row from its top left; the ground is last. All that a
/// ``CellSet`` does, it does, and it prints its layers side by side, the ground first.
///
/// The ``promote`` family looks at the four cells that each cell rests on. Here is which cells rest on
/// at least three cells of a set, layer by layer:
///
/// >>> import bitgames as bg
/// >>> cells = bg.PyramidSet(4).set(14, 15, 19, 20, 23)
/// >>> print(cells)
/// # # . .   . . .   . .   .
/// . # # .   . . .   . .
/// . # . .   . . .
/// . . . .
/// >>> print(cells.promote_majority())
/// . . . .   # # .   . .   .
/// . . . .   . # .   . .
/// . . . .   . . .
/// . . . .
///
/// Three cells of the second layer rest on three cells of the set each; the cell at the left of its
/// middle row rests on two, which is not enough.
#[pyclass(frozen, extends = CellSet, module = "bitgames")]
pub struct PyramidSet;

/// The set of an object.
fn set(slf: &PyRef<'_, PyramidSet>) -> pyramid::PyramidSet {
    let cells = slf.as_super().0;
    pyramid::PyramidSet::of(cells.bits(), cells.width())
}

/// The object of a set.
pub fn object(py: Python<'_>, set: pyramid::PyramidSet) -> PyResult<Object<'_>> {
    cells::object(py, set.into())
}

/// A size for the checks of the core, which say what is allowed.
fn size(size: Int) -> Result<i64> {
    size.checked_as("size", "from 1 to 7")
}

/// Cell numbers as Python gives them, for the checks of the core.
fn numbers(cells: &Bound<'_, PyTuple>) -> Result<Vec<usize>> {
    let number = |cell: Bound<'_, PyAny>| -> Result<usize> {
        // A negative number saturates to one that is no cell, too.
        Ok(usize::try_from(cell.extract::<Int>()?.0).unwrap_or(usize::MAX))
    };
    cells.iter().map(number).collect()
}

#[pymethods]
impl PyramidSet {
    /// The set of the cells whose bits are one in ``bits``.
    #[new]
    #[pyo3(signature = (size, bits = Bits(bits::Wide::default())), text_signature = "(size, bits=0)")]
    fn new(size: Int, bits: Bits) -> Result<PyClassInitializer<Self>> {
        let set = pyramid::PyramidSet::new(self::size(size)?, bits.0)?;
        Ok(PyClassInitializer::from(CellSet(set.into())).add_subclass(PyramidSet))
    }
}
