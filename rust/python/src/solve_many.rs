//! Exact values of many positions, as arrays.

use bitgames_core::control::Limits;
use bitgames_core::solve::{Solution, SolveOptions};
use bitgames_core::solve_many as core;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::arguments::{self, Int, Items};
use crate::buffers;
use crate::callbacks::{Progress, Stop};
use crate::error::Result;
use crate::game_arguments::PositionLike;
use crate::long_call::{Hooks, long_call_with};
use crate::search::check_game;
use crate::typed::{Booleans, Int16s, Int64s, Typed};

/// What ``bg.solve_many`` found: a row for each position.
#[pyclass(frozen, module = "bitgames._core")]
pub struct Solutions {
    bounds: Py<PyArray2<i16>>,
    best_moves: Py<PyArray1<i64>>,
    nodes: Py<PyArray1<i64>>,
}

#[pymethods]
impl Solutions {
    /// The proven bounds on the value for the side to move, equal once it is proven: int16 of shape
    /// ``(n, 2)``.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> Typed<'py, Int16s> {
        Typed::new(self.bounds.bind(py).clone())
    }

    /// The values for the side to move, in the unit of ``bg.solve``; the lower bound where a limit came
    /// before the proof: int16 of shape ``(n,)``.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Typed<'py, Int16s> {
        let bounds = self.bounds.bind(py).readonly();
        Typed::new(PyArray1::from_iter(py, bounds.as_array().column(0).iter().copied()))
    }

    /// Whether the value is proven: bool of shape ``(n,)``.
    #[getter]
    fn proven<'py>(&self, py: Python<'py>) -> Typed<'py, Booleans> {
        let bounds = self.bounds.bind(py).readonly();
        let rows = bounds.as_array();
        Typed::new(PyArray1::from_iter(py, rows.rows().into_iter().map(|row| row[0] == row[1])))
    }

    /// The indices of best moves, of the best so far where the value is not proven, -1 where there is
    /// none, as in a finished game: int64 of shape ``(n,)``.
    #[getter]
    fn best_moves<'py>(&self, py: Python<'py>) -> Typed<'py, Int64s> {
        Typed::new(self.best_moves.bind(py).clone())
    }

    /// The positions visited for each: int64 of shape ``(n,)``.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> Typed<'py, Int64s> {
        Typed::new(self.nodes.bind(py).clone())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.best_moves.bind(py).len()
    }
}

/// Solves many positions of one game: their exact values with best play, as arrays.
///
/// ``threads`` work on different positions (None: one for each core), each with a transposition table
/// of ``table_mib`` MiB, which it keeps from one position to the next: order positions so that those of
/// one game follow each other from its end to its start. The values do not depend on threads or order;
/// the choice among equally good moves may.
///
/// ``nodes`` limits the positions visited for each: where that is not enough, the row is not ``proven``
/// and has bounds. ``wld`` and ``book`` are as in ``bg.solve``. ``stop()`` is called every 50 ms; a true
/// result ends the call with CancelledError. ``progress(done, total)`` counts positions.
///
/// Raises UnsupportedError for positions of several games and for a position that hides something from
/// the player to move.
///
/// >>> import bitgames as bg
/// >>> start = bg.TicTacToe()
/// >>> found = bg.solve_many([start, start.play("b2"), start.play("b1")], threads=1)
/// >>> found.values.tolist(), found.proven.all()
/// ([0, 0, 0], np.True_)
#[pyfunction]
#[pyo3(signature = (
    positions, *, wld = false, nodes = None, table_mib = Int(64), threads = None, book = true,
    stop = None, progress = None
), text_signature = "(positions, *, wld=False, nodes=None, table_mib=64, threads=None, book=True, stop=None, progress=None)")]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
pub fn solve_many(
    py: Python<'_>,
    positions: Items<PositionLike<'_>>,
    wld: bool,
    nodes: Option<Int>,
    table_mib: Int,
    threads: Option<Int>,
    book: bool,
    stop: Option<Stop>,
    progress: Option<Progress>,
) -> Result<Solutions> {
    let positions = positions.checked("positions")?;
    let games: Vec<_> = positions.iter().map(|position| position.0.get().game()).collect();
    for &game in &games {
        check_game("a call", games[0], game)?;
    }
    let options = SolveOptions {
        wld,
        limits: Limits { nodes: arguments::nodes(nodes)?, ..Limits::default() },
        partial: nodes.is_some(),
        table_mib: arguments::table_mib(table_mib)?,
        book,
        ..SolveOptions::default()
    };
    let threads = arguments::threads(threads)?;
    let hooks = Hooks { progress, stop, ..Hooks::default() };
    let solved = long_call_with(py, &hooks, |control, _| {
        core::solve_many(&games, &options, threads, control)
    })?;
    arrays(py, &solved)
}

fn arrays(py: Python<'_>, solved: &[Solution]) -> Result<Solutions> {
    // Two numbers of 8 bytes and two of 2 for each.
    buffers::check_room(20 * solved.len())?;
    let bounds = solved.iter().flat_map(|each| [each.bounds.0 as i16, each.bounds.1 as i16]);
    let best = solved.iter().map(|each| each.best_move.map_or(-1, |m| i64::from(m.0)));
    let nodes = solved.iter().map(|each| each.nodes as i64);
    Ok(Solutions {
        bounds: PyArray1::from_iter(py, bounds).reshape([solved.len(), 2])?.unbind(),
        best_moves: PyArray1::from_iter(py, best).unbind(),
        nodes: PyArray1::from_iter(py, nodes).unbind(),
    })
}
