//! A solver that keeps its table, as a Python object.

use bitgames_core::any::AnySolver;
use bitgames_core::solve::SolveOptions;
use pyo3::prelude::*;

use crate::arguments::{self, Int, Real};
use crate::callbacks::{Progress, Stop};
use crate::error::Result;
use crate::exclusive::Exclusive;
use crate::game_arguments::PositionLike;
use crate::lines::wanted;
use crate::long_call::{Hooks, long_call_with};
use crate::position::Position;
use crate::search::{check_game, limits};
use crate::typed::{Reduced, Typed, reduced};
use crate::values::Solution;

/// Solves positions of one game and keeps its transposition table, so that a solve can use the
/// results of earlier solves: of the positions of a game, from its end to its start.
///
/// ``position`` belongs to the game. ``wld``, ``table_mib``, ``threads`` and ``book`` are as in
/// ``bg.solve``.
/// Raises UnsupportedError for a position that hides something from the player to move.
///
/// Threads may share it, as they may share a ``Searcher``. A pickle holds the arguments, not the
/// table.
///
/// >>> import bitgames as bg
/// >>> solver = bg.Solver(bg.TicTacToe(), table_mib=1)
/// >>> first = solver.solve(bg.TicTacToe())
/// >>> again = solver.solve(bg.TicTacToe())
/// >>> again.value == first.value, again.nodes < first.nodes
/// (True, True)
#[pyclass(frozen, module = "bitgames")]
pub struct Solver {
    position: Py<Position>,
    /// True if it finds win, loss or draw only.
    #[pyo3(get)]
    wld: bool,
    /// Size of its table in MiB.
    #[pyo3(get)]
    table_mib: usize,
    /// Threads that it uses.
    #[pyo3(get)]
    threads: usize,
    book: bool,
    core: Exclusive<Box<dyn AnySolver>>,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(
        signature = (position, table_mib = Int(64), threads = None, wld = false, book = true),
        text_signature = "(position, table_mib=64, threads=None, wld=False, book=True)"
    )]
    fn new(
        position: PositionLike<'_>,
        table_mib: Int,
        threads: Option<Int>,
        wld: bool,
        book: bool,
    ) -> Result<Self> {
        let table_mib = arguments::table_mib(table_mib)?;
        let threads = arguments::search_threads(threads)?;
        let options = SolveOptions { wld, table_mib, threads, book, ..SolveOptions::default() };
        let core = Exclusive::new("a solver", position.0.get().game().solver(&options)?);
        Ok(Solver { position: position.0.unbind(), wld, table_mib, threads, book, core })
    }

    /// The spec of its game.
    #[getter]
    fn game(&self) -> String {
        self.position.get().game().spec()
    }

    /// Solves a position, as ``bg.solve`` does. Raises UnsupportedError for a position of another
    /// game.
    #[pyo3(signature = (
        position, *, lines = None, all_moves = false, nodes = None, seconds = None, stop = None,
        progress = None, partial = false
    ))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        lines: Option<Int>,
        all_moves: bool,
        nodes: Option<Int>,
        seconds: Option<Real>,
        stop: Option<Stop>,
        progress: Option<Progress>,
        partial: bool,
    ) -> Result<Solution> {
        let position = position.get();
        let hooks = Hooks { progress, stop, partial, ..Hooks::default() };
        let limits = limits(None, nodes, seconds)?;
        let lines = wanted(lines, all_moves, 0)?;
        check_game("a solver", self.position.get().game(), position.game())?;
        let solved = long_call_with(py, &hooks, |control, _| {
            let mut core = self.core.lock_in(control)?;
            core.solve(position.game(), lines, limits, partial, control)
        })?;
        Ok(Solution::of(py, position.shared(), solved)?)
    }

    /// Proves that the value of a position is at least ``value``, or that it is less: a Solution whose
    /// ``bounds`` lie on one side of ``value``, without a move. This is less work than the value; a
    /// search that is split into parts asks such questions.
    ///
    /// ``nodes``, ``seconds``, ``stop`` and ``progress`` are as in ``solve``. Raises UnsupportedError for
    /// a solver with ``wld``, and for a position of another game.
    ///
    /// >>> import bitgames as bg
    /// >>> solver = bg.Solver(bg.TicTacToe())
    /// >>> solver.bound(bg.TicTacToe(), 1).bounds, solver.bound(bg.TicTacToe(), 0).bounds
    /// ((-1, 0), (0, 1))
    #[pyo3(signature = (position, value, *, nodes = None, seconds = None, stop = None, progress = None))]
    fn bound(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        value: Int,
        nodes: Option<Int>,
        seconds: Option<Real>,
        stop: Option<Stop>,
        progress: Option<Progress>,
    ) -> Result<Solution> {
        let position = position.get();
        let hooks = Hooks { progress, stop, ..Hooks::default() };
        let limits = limits(None, nodes, seconds)?;
        check_game("a solver", self.position.get().game(), position.game())?;
        // No game has scores as large.
        let value = value.0.clamp(-i64::from(i16::MAX), i64::from(i16::MAX)) as i32;
        let solved = long_call_with(py, &hooks, |control, _| {
            self.core.lock_in(control)?.bound(position.game(), value, limits, control)
        })?;
        Ok(Solution::of(py, position.shared(), solved)?)
    }

    fn __repr__(&self) -> String {
        let Solver { wld, table_mib, threads, book, .. } = *self;
        let wld = if wld { " wld" } else { "" };
        let book = if book { "" } else { " book=False" };
        format!("<Solver {}{wld} table_mib={table_mib} threads={threads}{book}>", self.game())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let arguments = (&self.position, self.table_mib, self.threads, self.wld, self.book);
        reduced(py.get_type::<Solver>(), arguments)
    }
}
