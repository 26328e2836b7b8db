//! Sets of cells.

use bitgames_core::Error;
use bitgames_core::bits::{self, Shape, Wide, Word};
use pyo3::prelude::*;

use crate::arguments::{Bits, Int};
use crate::error::Result;
use crate::pyramid::PyramidSet;
use crate::typed::{Hint, Integer, Reduced, SelfType, Typed, reduced};

/// A set of the same board: what the operators take and give.
type Same<'py> = Typed<'py, SelfType>;

/// The object of a set, of the class that its board's shape asks for; the caller names the class.
pub fn object<H: Hint>(py: Python<'_>, cells: bits::CellSet) -> PyResult<Typed<'_, H>> {
    let base = PyClassInitializer::from(CellSet(cells));
    let object = match cells.shape() {
        Shape::Flat { .. } => Bound::new(py, base)?.into_any(),
        Shape::Pyramid { .. } => Bound::new(py, base.add_subclass(PyramidSet))?.into_any(),
    };
    Ok(Typed::new(object))
}

/// An immutable set of cells of a board: int-like and set-like.
///
/// Iterates cell indices in ascending order, takes ``& | ^ - ~``, counts with ``len``, prints as a
/// grid; ``int(cells)`` gives the bits, cell 0 lowest. Sets of a pyramid have a class of their own,
/// :class:`PyramidSet`.
///
/// >>> import bitgames as bg
/// >>> corners = bg.CellSet(0b101_000_101, 3, 3)
/// >>> list(corners), len(~corners), 4 in corners
/// ([0, 2, 6, 8], 5, False)
#[pyclass(frozen, subclass, eq, hash, module = "bitgames")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CellSet(pub bits::CellSet);

impl CellSet {
    fn with<'py>(&self, py: Python<'py>, bits: Wide) -> PyResult<Same<'py>> {
        object(py, self.0.with(bits))
    }

    /// The other set's bits, if it is of the same board.
    fn same_board(&self, other: &CellSet) -> Result<Wide> {
        let (a, b) = (self.0, other.0);
        if a.shape() == b.shape() {
            return Ok(b.bits());
        }
        let board = |shape| match shape {
            Shape::Flat { width, height } => format!("{width} x {height} board"),
            Shape::Pyramid { size } => format!("pyramid of size {size}"),
        };
        let wanted = format!("of the same {}", board(a.shape()));
        Err(Error::parameter("the other set", wanted, format!("of a {}", board(b.shape()))).into())
    }
}

#[pymethods]
impl CellSet {
    /// The set of the cells whose bits are one in ``bits``, on a board of at most 128 cells.
    #[new]
    fn new(bits: Bits, width: Int, height: Int) -> Result<Self> {
        let width = width.within("width", 1, 128)?;
        let height = height.within("height", 1, 128 / width)?;
        let set = bits::CellSet::new(bits.0.low, width as u8, height as u8);
        if set.bits() != bits.0 {
            let allowed = format!("below 2**{}", width * height);
            let value = format!("a set with cell {}", (bits.0 ^ set.bits()).first());
            return Err(Error::parameter("bits", allowed, value).into());
        }
        Ok(CellSet(set))
    }

    /// Columns of the board.
    #[getter]
    fn width(&self) -> u8 {
        self.0.width()
    }

    /// Rows of the board.
    #[getter]
    fn height(&self) -> u8 {
        self.0.height()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Integer>> {
        integer(py, self.0.bits())
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Integer>> {
        integer(py, self.0.bits())
    }

    fn __len__(&self) -> usize {
        self.0.count()
    }

    fn __bool__(&self) -> bool {
        self.0.count() > 0
    }

    fn __contains__(&self, cell: Int) -> bool {
        (0..Wide::BITS as i64).contains(&cell.0) && self.0.bits().has(cell.0 as usize)
    }

    fn __iter__(&self) -> CellIter {
        CellIter(std::sync::Mutex::new(self.0.cells()))
    }

    fn __and__<'py>(&self, py: Python<'py>, other: &CellSet) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() & self.same_board(other)?)?)
    }

    fn __or__<'py>(&self, py: Python<'py>, other: &CellSet) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() | self.same_board(other)?)?)
    }

    fn __xor__<'py>(&self, py: Python<'py>, other: &CellSet) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() ^ self.same_board(other)?)?)
    }

    fn __sub__<'py>(&self, py: Python<'py>, other: &CellSet) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() & !self.same_board(other)?)?)
    }

    fn __invert__<'py>(&self, py: Python<'py>) -> PyResult<Same<'py>> {
        self.with(py, !self.0.bits())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let bits = self.0.bits();
        let digits = match bits.high {
            0 => format!("{:b}", bits.low),
            high => format!("{high:b}{:0128b}", bits.low),
        };
        match self.0.shape() {
            Shape::Flat { width, height } => format!("CellSet(0b{digits}, {width}, {height})"),
            Shape::Pyramid { size } => format!("PyramidSet({size}, 0b{digits})"),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let bits = integer(py, self.0.bits())?.into_inner();
        match self.0.shape() {
            Shape::Flat { width, height } => {
                reduced(py.get_type::<CellSet>().into_any(), (bits, width, height))
            }
            Shape::Pyramid { size } => {
                reduced(py.get_type::<PyramidSet>().into_any(), (size, bits))
            }
        }
    }
}

/// The number that a wide word stands for.
fn integer(py: Python<'_>, bits: Wide) -> PyResult<Typed<'_, Integer>> {
    let low = bits.low.into_pyobject(py)?.into_any();
    if bits.high == 0 {
        return Ok(Typed::new(low));
    }
    let high = bits.high.into_pyobject(py)?.into_any().lshift(128)?;
    Ok(Typed::new(high.bitor(low)?))
}

/// Iterator over the cells of a set.
#[pyclass(frozen, module = "bitgames")]
pub struct CellIter(std::sync::Mutex<bits::Cells<Wide>>);

#[pymethods]
impl CellIter {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<usize> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    }
}
