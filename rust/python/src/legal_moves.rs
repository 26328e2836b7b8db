//! The legal moves of a position, as a sequence that reads text too.

use bitgames_core::{Error, MoveList};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyNotImplemented, PySlice, PyTuple};

use crate::arguments::Int;
use crate::error::Result;
use crate::moves::MoveLike;
use crate::position::Position;
use crate::typed::{MoveIterator, Reduced, Typed, reduced};

/// The legal moves of a position in index order: an immutable sequence of ``Move``.
///
/// ``Position.legal_moves`` returns it. Like a list it has a length, indices, slices (which are
/// lists) and iteration, and it equals a list of the same moves. ``in``, ``index`` and ``count``
/// take a move as ``Position.play`` does: a Move, an index or text.
///
/// >>> import bitgames as bg
/// >>> moves = bg.Othello().legal_moves
/// >>> moves, len(moves), moves[-1]
/// ([d3, c4, f5, e6], 4, e6)
/// >>> "d3" in moves, 19 in moves, "a1" in moves, moves.index("F5")
/// (True, True, False, 2)
#[pyclass(frozen, freelist = 64, module = "bitgames")]
pub struct Moves {
    position: Py<Position>,
    moves: MoveList,
}

impl Moves {
    /// The legal moves of the position that an object holds.
    #[inline]
    pub fn of(position: &Bound<'_, Position>) -> Self {
        let moves = position.get().game().legal_moves();
        Moves { position: position.clone().unbind(), moves }
    }

    /// All of them as a list.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let shared = self.position.get().shared();
        PyList::new(py, self.moves.iter().map(|&m| &shared.moves[m.index()]))
    }

    /// The place of a move among them; None for anything but a legal move.
    fn place(&self, m: &Bound<'_, PyAny>) -> Option<usize> {
        let m = self.position.get().resolve(m.extract().ok()?).ok()?;
        self.moves.iter().position(|&known| known == m)
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if key.is_instance_of::<PySlice>() {
            return self.list(py)?.into_any().get_item(key);
        }
        let count = self.moves.len();
        match key.extract::<Int>()?.place_among(count) {
            Some(place) => {
                let m = self.position.get().shared().get(py, self.moves[place]);
                Ok(m.into_bound(py).into_any())
            }
            None => Err(PyIndexError::new_err(format!("there are {count} legal moves"))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, MoveIterator>> {
        Ok(Typed::new(self.list(py)?.try_iter()?))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, MoveIterator>> {
        let list = self.list(py)?;
        list.reverse()?;
        Ok(Typed::new(list.try_iter()?))
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.place(r#move).is_some()
    }

    /// The place of a move in the sequence, from 0; only places from ``start`` up to ``stop`` count.
    ///
    /// Raises IllegalMoveError (a ValueError, as ``list.index`` raises) for a move that is not
    /// legal here, ParseError for text that names no move, and TypeError for an object that is not
    /// a Move, an index or text.
    #[pyo3(
        signature = (r#move, start = Int(0), stop = None),
        text_signature = "($self, move, start=0, stop=None)"
    )]
    fn index(
        &self,
        py: Python<'_>,
        r#move: MoveLike<'_>,
        start: Int,
        stop: Option<Int>,
    ) -> Result<usize> {
        let position = self.position.get();
        let m = position.resolve(r#move)?;
        let count = self.moves.len();
        let from_start = |n: i64| match usize::try_from(n) {
            Ok(place) => place,
            Err(_) => usize::try_from(n.saturating_add_unsigned(count as u64)).unwrap_or(0),
        };
        let places = from_start(start.0)..stop.map_or(count, |stop| from_start(stop.0));
        match self.moves.iter().position(|&known| known == m) {
            Some(place) if places.contains(&place) => Ok(place),
            Some(_) => {
                let allowed = "at a place from start up to stop";
                Err(Error::parameter("move", allowed, "elsewhere").into())
            }
            None => Err(position.illegal(py, m)),
        }
    }

    /// The number of times that a move is in the sequence: 1 if it is legal, else 0.
    #[pyo3(signature = (r#move: "object"))]
    fn count(&self, r#move: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(r#move).is_some())
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Moves>() {
            return Ok(PyBool::new(py, self.moves == other.get().moves).to_owned().into_any());
        }
        if let Ok(other) = other.cast::<PyTuple>() {
            return self.list(py)?.rich_compare(other.to_list(), CompareOp::Eq);
        }
        if other.is_instance_of::<PyList>() {
            return self.list(py)?.rich_compare(other, CompareOp::Eq);
        }
        Ok(PyNotImplemented::get(py).to_owned().into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let read = py.import("operator")?.getattr("attrgetter")?.call1(("legal_moves",))?;
        reduced(read, (self.position.clone_ref(py),))
    }
}
