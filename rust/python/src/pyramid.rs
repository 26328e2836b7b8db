//! Sets of cells of a pyramid.

use bitgames_core::bits::Wide;
use bitgames_core::pyramid;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Bits, Int, Text};
use crate::cells::{self, CellSet, PyramidSet};
use crate::error::Result;
use crate::typed::{Pyramid, Typed};

/// The object of a set of a pyramid.
pub type Object<'py> = Typed<'py, Pyramid>;

fn set(slf: &PyRef<'_, PyramidSet>) -> pyramid::PyramidSet {
    let cells = slf.as_super().0;
    pyramid::PyramidSet::of(cells.bits(), cells.width())
}

pub fn object(py: Python<'_>, set: pyramid::PyramidSet) -> PyResult<Object<'_>> {
    cells::object(py, set.into())
}

/// A size, to be checked in the core.
fn size(size: Int) -> Result<i64> {
    size.checked_as("size", "from 1 to 7")
}

/// Numbers of cells of a set's pyramid.
fn numbers(set: pyramid::PyramidSet, cells: &Bound<'_, PyTuple>) -> Result<Vec<usize>> {
    let last = set.num_cells() as u64 - 1;
    let number = |cell: Bound<'_, PyAny>| -> Result<usize> {
        Ok(cell.extract::<Int>()?.within("cell", 0, last)? as usize)
    };
    cells.iter().map(number).collect()
}

#[pymethods]
impl PyramidSet {
    /// The set of the cells whose bits are one in ``bits``.
    #[new]
    #[pyo3(signature = (size, bits = Bits(Wide::default())), text_signature = "(size, bits=0)")]
    fn new(size: Int, bits: Bits) -> Result<PyClassInitializer<Self>> {
        let set = pyramid::PyramidSet::new(self::size(size)?, bits.0)?;
        Ok(PyClassInitializer::from(CellSet(set.into())).add_subclass(PyramidSet))
    }

    /// The empty set of a pyramid of this size.
    #[staticmethod]
    fn empty(py: Python<'_>, size: Int) -> Result<Object<'_>> {
        Ok(object(py, pyramid::PyramidSet::empty(self::size(size)?)?)?)
    }

    /// The ground, the widest layer, of a pyramid of this size.
    #[staticmethod]
    fn ground(py: Python<'_>, size: Int) -> Result<Object<'_>> {
        Ok(object(py, pyramid::PyramidSet::ground(self::size(size)?)?)?)
    }

    /// The centre of the ground; empty for an even size.
    #[staticmethod]
    fn neutral(py: Python<'_>, size: Int) -> Result<Object<'_>> {
        Ok(object(py, pyramid::PyramidSet::neutral(self::size(size)?)?)?)
    }

    /// Every cell of a pyramid of this size.
    #[staticmethod]
    fn filled(py: Python<'_>, size: Int) -> Result<Object<'_>> {
        Ok(object(py, pyramid::PyramidSet::filled(self::size(size)?)?)?)
    }

    /// The set from one digit 0 or 1 per cell, the last cell of the ground first and the top last:
    /// the binary form of ``int(cells)`` with all leading zeros.
    ///
    /// Raises ParseError for another length or another character.
    ///
    /// >>> import bitgames as bg
    /// >>> list(bg.mosaic.PyramidSet.from_binary(2, "10001"))
    /// [0, 4]
    #[staticmethod]
    fn from_binary(py: Python<'_>, size: Int, text: Text) -> Result<Object<'_>> {
        Ok(object(py, pyramid::PyramidSet::from_binary(self::size(size)?, &text.0)?)?)
    }

    /// The set as digits 0 and 1, which ``from_binary`` reads back.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.mosaic.PyramidSet(2, 0b10001).to_binary()
    /// '10001'
    fn to_binary(slf: PyRef<'_, Self>) -> String {
        set(&slf).to_binary()
    }

    /// Number of layers, and width of the ground layer.
    #[getter]
    #[pyo3(name = "size")]
    fn layers_high(slf: PyRef<'_, Self>) -> u8 {
        set(&slf).size()
    }

    /// Number of cells of the pyramid.
    #[getter]
    fn num_cells(slf: PyRef<'_, Self>) -> usize {
        set(&slf).num_cells()
    }

    /// The set with these cells added.
    ///
    /// Raises ParameterError for a number that is not a cell.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.mosaic.PyramidSet(2).set(0, 4)
    /// PyramidSet(2, 0b10001)
    #[pyo3(signature = (*cells: "SupportsIndex") -> "PyramidSet")]
    fn set<'py>(
        slf: PyRef<'py, Self>,
        py: Python<'py>,
        cells: &Bound<'py, PyTuple>,
    ) -> Result<Object<'py>> {
        let set = self::set(&slf);
        Ok(object(py, set.set(&numbers(set, cells)?)?)?)
    }

    /// The set with these cells taken away.
    ///
    /// Raises ParameterError for a number that is not a cell.
    #[pyo3(signature = (*cells: "SupportsIndex") -> "PyramidSet")]
    fn clear<'py>(
        slf: PyRef<'py, Self>,
        py: Python<'py>,
        cells: &Bound<'py, PyTuple>,
    ) -> Result<Object<'py>> {
        let set = self::set(&slf);
        Ok(object(py, set.clear(&numbers(set, cells)?)?)?)
    }

    /// One layer as a flat set; layer 1 is the ground, layer ``size`` the top.
    ///
    /// >>> import bitgames as bg
    /// >>> print(bg.mosaic.PyramidSet.neutral(3).layer(1))
    /// . . .
    /// . # .
    /// . . .
    fn layer(slf: PyRef<'_, Self>, number: Int) -> Result<CellSet> {
        let number = number.checked_as("layer", "a layer of the pyramid")?;
        Ok(CellSet(set(&slf).layer(number)?))
    }

    /// All layers as flat sets, the ground first.
    fn layers(slf: PyRef<'_, Self>) -> Vec<CellSet> {
        set(&slf).layers().into_iter().map(CellSet).collect()
    }

    /// The cells that rest on no cell of the set.
    fn promote_zero<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_zero())
    }

    /// The cells that rest on exactly one cell of the set.
    fn promote_one<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_one())
    }

    /// The cells that rest on exactly two cells of the set.
    fn promote_two<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_two())
    }

    /// The cells that rest on exactly three cells of the set.
    fn promote_three<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_three())
    }

    /// The cells that rest on four cells of the set: the supported cells, if the set holds the
    /// occupied cells.
    ///
    /// >>> import bitgames as bg
    /// >>> print(bg.mosaic.PyramidSet(3).set(5, 6, 8, 9).promote_four())
    /// . . .   # .   .
    /// . . .   . .
    /// . . .
    fn promote_four<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_four())
    }

    /// The cells that rest on at least two cells of the set.
    fn promote_half_or_more<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_half_or_more())
    }

    /// The cells that rest on at least three cells of the set.
    fn promote_majority<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).promote_majority())
    }

    /// Mirrors every layer left to right: row y, column x goes to (y, last - x).
    fn mirror_horizontal<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(1))
    }

    /// Mirrors every layer top to bottom: (y, x) goes to (last - y, x).
    fn flip_vertical<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(2))
    }

    /// Mirrors every layer at the diagonal from bottom left to top right: (y, x) goes to (last - x,
    /// last - y).
    fn flip_anti_diagonal<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(7))
    }

    /// Transposes every layer, rows to columns: (y, x) goes to (x, y).
    fn transpose<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(4))
    }

    /// Rotates by 90 degrees clockwise: (y, x) goes to (x, last - y).
    fn rotate90<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(6))
    }

    /// Rotates by 180 degrees: (y, x) goes to (last - y, last - x).
    fn rotate180<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(3))
    }

    /// Rotates by 90 degrees counterclockwise: (y, x) goes to (last - x, y).
    fn rotate270<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Object<'py>> {
        object(py, set(&slf).transform(5))
    }
}
