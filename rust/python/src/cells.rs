//! Sets of cells.

use bitgames_core::Error;
use bitgames_core::bits::{self, Shape, Wide, Word};
use pyo3::Borrowed;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyNotImplemented, PySet};
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript};

use crate::arguments::{Bits, Int};
use crate::error::{Result, wrong_type};
use crate::exclusive::lock;
use crate::typed::{Hint, Integer, Reduced, SelfType, Typed, reduced};

/// A set of the same board: the type of the operators' operands and results.
type Same<'py> = Typed<'py, SelfType>;

/// The object of a set, in the class for the shape of its board; the caller names the class.
pub fn object<H: Hint>(py: Python<'_>, cells: bits::CellSet) -> PyResult<Typed<'_, H>> {
    let base = PyClassInitializer::from(CellSet(cells));
    let object = match cells.shape() {
        Shape::Flat { .. } => Bound::new(py, base)?.into_any(),
        Shape::Pyramid { .. } => Bound::new(py, base.add_subclass(PyramidSet))?.into_any(),
    };
    Ok(Typed::new(object))
}

/// An immutable set of cells of a board: a ``collections.abc.Set`` of cell indices, and an integer.
///
/// ``CellSet(bits, width, height)`` makes one, for a board of at most 128 cells. Iteration gives
/// cell indices in ascending order, ``len`` the number of cells, ``print`` a grid, and
/// ``int(cells)`` the bits, cell 0 lowest. ``& | ^ -`` and the comparisons take a set of the same
/// board or a plain set of indices; ``~`` gives the other cells of the board. Two sets are equal if
/// they have the same board and cells; a plain set is equal if it has the same cells. Sets of a
/// pyramid have the subclass :class:`PyramidSet`.
///
/// Raises ParameterError for a set of another board and for a number that is not a cell of the
/// board.
///
/// >>> import bitgames as bg
/// >>> corners = bg.CellSet(0b101_000_101, 3, 3)
/// >>> list(corners), len(~corners), 4 in corners
/// ([0, 2, 6, 8], 5, False)
/// >>> corners & {0, 1, 2} == {0, 2}, corners > {8}
/// (True, True)
#[pyclass(frozen, subclass, module = "bitgames")]
#[derive(Clone)]
pub struct CellSet(pub bits::CellSet);

/// An immutable set of cells of a pyramid of 1 to 7 square layers; each layer is one cell narrower
/// than the layer below.
///
/// ``PyramidSet(size, bits=0)`` makes one; ``int(cells)`` gives the bits. Cell 0 is the top cell;
/// the wider layers follow down to the ground, each row by row from its top left. It has all
/// methods of ``CellSet``, and prints its layers side by side, the ground first.
///
/// The ``promote`` methods look at the four cells below each cell. This example shows the cells
/// that rest on at least three cells of a set, layer by layer:
///
/// >>> import bitgames as bg
/// >>> cells = bg.mosaic.PyramidSet(4).set(14, 15, 19, 20, 23)
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
/// Each of three cells of the second layer rests on three cells of the set. The cell at the left of
/// the middle row rests on two only.
#[pyclass(frozen, extends = CellSet, module = "bitgames.mosaic")]
pub struct PyramidSet;

/// An operand: a set of a board, or a plain set.
pub enum Cells<'py> {
    /// A set of a board.
    Cells(Bound<'py, CellSet>),
    /// A plain Python set.
    Plain(Bound<'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Cells<'py> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Set"),
        type_hint_identifier!("typing", "Any")
    );

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(cells) = object.cast::<CellSet>() {
            return Ok(Cells::Cells(cells.to_owned()));
        }
        let plain = object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
        if plain || object.is_instance(&object.py().import("collections.abc")?.getattr("Set")?)? {
            return Ok(Cells::Plain(object.to_owned()));
        }
        Err(wrong_type("expected a set", &object))
    }
}

/// The cell that an object names; None for anything but an index of a board.
fn number(cell: &Bound<'_, PyAny>) -> Option<usize> {
    let cell = usize::try_from(cell.extract::<i64>().ok()?).ok()?;
    (cell < Wide::BITS).then_some(cell)
}

impl CellSet {
    /// The elements of another set that are cells of this board.
    fn those_here(&self, other: &Cells<'_>) -> Result<Wide> {
        match other {
            Cells::Cells(cells) => self.same_board(cells.get()),
            Cells::Plain(set) => {
                let mut bits = Wide::EMPTY;
                for cell in set.try_iter()? {
                    bits |= number(&cell?).map_or(Wide::EMPTY, Wide::bit);
                }
                Ok(self.0.with(bits).bits())
            }
        }
    }

    /// All elements of another set, if they are cells of this board.
    fn all_here(&self, other: &Cells<'_>) -> Result<Wide> {
        let bits = self.those_here(other)?;
        if let Cells::Plain(set) = other
            && bits.count() != set.len()?
        {
            let allowed = format!("of cells from 0 to {}", self.0.shape().cells() - 1);
            return Err(Error::parameter("the other set", allowed, set.repr()?).into());
        }
        Ok(bits)
    }

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

    fn __contains__(&self, cell: &Bound<'_, PyAny>) -> bool {
        number(cell).is_some_and(|cell| self.0.bits().has(cell))
    }

    fn __iter__(&self) -> CellIter {
        CellIter(std::sync::Mutex::new(self.0.cells()))
    }

    fn __and__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() & self.those_here(&other)?)?)
    }

    fn __or__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() | self.all_here(&other)?)?)
    }

    fn __xor__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() ^ self.all_here(&other)?)?)
    }

    fn __sub__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        Ok(self.with(py, self.0.bits() & !self.those_here(&other)?)?)
    }

    fn __rand__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        self.__and__(py, other)
    }

    fn __ror__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        self.__or__(py, other)
    }

    fn __rxor__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        self.__xor__(py, other)
    }

    fn __rsub__<'py>(&self, py: Python<'py>, other: Cells<'py>) -> Result<Same<'py>> {
        Ok(self.with(py, self.all_here(&other)? & !self.0.bits())?)
    }

    /// True when this set and ``other``, any iterable, have no cell in common.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.CellSet(0b101, 3, 3).isdisjoint([1, 3])
    /// True
    #[pyo3(signature = (other: "Iterable[object]"))]
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for cell in other.try_iter()? {
            // What has no end can be interrupted.
            other.py().check_signals()?;
            if number(&cell?).is_some_and(|cell| self.0.bits().has(cell)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: CompareOp,
    ) -> Result<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.extract::<Cells<'_>>() else {
            return Ok(PyNotImplemented::get(py).to_owned().into_any());
        };
        let is_equality = matches!(operation, CompareOp::Eq | CompareOp::Ne);
        let (own, theirs, common) = match &other {
            Cells::Cells(cells) if is_equality && cells.get().0.shape() != self.0.shape() => {
                (0, 1, 0)
            }
            Cells::Cells(cells) => {
                let theirs = self.same_board(cells.get())?;
                (self.0.count(), theirs.count(), (self.0.bits() & theirs).count())
            }
            Cells::Plain(set) => {
                let common = self.0.bits() & self.those_here(&other)?;
                (self.0.count(), set.len()?, common.count())
            }
        };
        let holds = match operation {
            CompareOp::Eq => common == own && common == theirs,
            CompareOp::Ne => common != own || common != theirs,
            CompareOp::Le => common == own,
            CompareOp::Lt => common == own && own < theirs,
            CompareOp::Ge => common == theirs,
            CompareOp::Gt => common == theirs && theirs < own,
        };
        Ok(PyBool::new(py, holds).to_owned().into_any())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyFrozenSet::new(py, self.0.cells())?.hash()
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
                reduced(py.get_type::<CellSet>(), (bits, width, height))
            }
            Shape::Pyramid { size } => reduced(py.get_type::<PyramidSet>(), (size, bits)),
        }
    }
}

/// A wide word as a Python integer.
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
        lock(&self.0).next()
    }
}
