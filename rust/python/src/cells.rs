//! Sets of cells.

use bitgames_core::Error;
use bitgames_core::bits::{self, Word};
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::error::Result;
use crate::typed::{Reduced, Typed, reduced};

/// An immutable set of cells of a flat board: int-like and set-like.
///
/// Iterates cell indices in ascending order, takes ``& | ^ - ~``, counts with ``len``, prints as a
/// grid; ``int(cells)`` gives the bits, cell 0 lowest.
///
/// >>> import bitgames as bg
/// >>> corners = bg.CellSet(0b101_000_101, 3, 3)
/// >>> list(corners), len(~corners), 4 in corners
/// ([0, 2, 6, 8], 5, False)
#[pyclass(frozen, eq, hash, module = "bitgames")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CellSet(pub bits::CellSet);

impl CellSet {
    fn with(&self, bits: u128) -> Self {
        CellSet(bits::CellSet::new(bits, self.0.width(), self.0.height()))
    }

    /// The other set's bits, if it is of the same board.
    fn same_board(&self, other: &CellSet) -> Result<u128> {
        let (a, b) = (self.0, other.0);
        if (a.width(), a.height()) == (b.width(), b.height()) {
            return Ok(b.bits());
        }
        let given = format!("{} x {}", b.width(), b.height());
        let wanted = format!("of the same {} x {} board", a.width(), a.height());
        Err(Error::parameter("the other set", wanted, given).into())
    }
}

#[pymethods]
impl CellSet {
    /// The set of the cells whose bits are one in ``bits``, on a board of at most 128 cells.
    #[new]
    fn new(bits: crate::arguments::Root, width: Int, height: Int) -> Result<Self> {
        let width = width.within("width", 1, 128)?;
        let height = height.within("height", 1, 128 / width)?;
        if bits.0 & !u128::low((width * height) as usize) != 0 {
            let allowed = format!("below 2**{}", width * height);
            return Err(Error::parameter("bits", allowed, format!("{:#x}", bits.0)).into());
        }
        Ok(CellSet(bits::CellSet::new(bits.0, width as u8, height as u8)))
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

    fn __int__(&self) -> u128 {
        self.0.bits()
    }

    fn __index__(&self) -> u128 {
        self.0.bits()
    }

    fn __len__(&self) -> usize {
        self.0.count()
    }

    fn __bool__(&self) -> bool {
        self.0.bits() != 0
    }

    fn __contains__(&self, cell: Int) -> bool {
        (0..128).contains(&cell.0) && self.0.bits().has(cell.0 as usize)
    }

    fn __iter__(&self) -> CellIter {
        CellIter(std::sync::Mutex::new(self.0.cells()))
    }

    fn __and__(&self, other: &CellSet) -> Result<Self> {
        Ok(self.with(self.0.bits() & self.same_board(other)?))
    }

    fn __or__(&self, other: &CellSet) -> Result<Self> {
        Ok(self.with(self.0.bits() | self.same_board(other)?))
    }

    fn __xor__(&self, other: &CellSet) -> Result<Self> {
        Ok(self.with(self.0.bits() ^ self.same_board(other)?))
    }

    fn __sub__(&self, other: &CellSet) -> Result<Self> {
        Ok(self.with(self.0.bits() & !self.same_board(other)?))
    }

    fn __invert__(&self) -> Self {
        self.with(!self.0.bits())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("CellSet({:#b}, {}, {})", self.0.bits(), self.0.width(), self.0.height())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let arguments = (self.0.bits(), self.0.width(), self.0.height());
        reduced(py.get_type::<CellSet>().into_any(), arguments)
    }
}

/// Iterator over the cells of a set.
#[pyclass(frozen, module = "bitgames")]
pub struct CellIter(std::sync::Mutex<bits::Cells<u128>>);

#[pymethods]
impl CellIter {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<usize> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    }
}
