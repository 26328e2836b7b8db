//! A searcher as a Python object.

use bitgames_core::any::AnyGame;
use bitgames_core::search::Searcher as Core;
use bitgames_core::{self as core};
use pyo3::prelude::*;

use crate::arguments::{self, Int, Real};
use crate::callbacks::{OnDepth, Progress, Stop};
use crate::error::Result;
use crate::exclusive::Exclusive;
use crate::game_arguments::GameLike;
use crate::long_call::{Hooks, long_call_with};
use crate::position::Position;
use crate::search::{Plan, check_game, limits, plan, run};
use crate::typed::{Reduced, Typed, reduced};
use crate::values::SearchResult;

/// Searches positions of one game and keeps its transposition table, so that a search can use the
/// results of earlier searches.
///
/// ``game`` is a spec or a position, ``table_mib`` the size of the table in MiB (1 to 65536). ``threads``
/// are as in ``bg.search``.
///
/// Threads may share it: a search waits until the one before it has ended, and its seconds count
/// from then on. While it waits, Ctrl-C and ``stop`` work. A pickle holds the arguments, not the table.
///
/// >>> import bitgames as bg
/// >>> searcher = bg.Searcher("othello", table_mib=1)
/// >>> pos = bg.Othello().play("f5")
/// >>> first = searcher.search(pos, depth=6)
/// >>> again = searcher.search(pos, depth=6)
/// >>> again.value == first.value, again.nodes < first.nodes
/// (True, True)
#[pyclass(frozen, module = "bitgames")]
pub struct Searcher {
    start: Box<dyn AnyGame>,
    /// Size of its table in MiB.
    #[pyo3(get)]
    table_mib: usize,
    /// Threads that it uses.
    #[pyo3(get)]
    threads: usize,
    core: Exclusive<Core>,
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(
        signature = (game, table_mib = Int(64), threads = None),
        text_signature = "(game, table_mib=64, threads=None)"
    )]
    fn new(game: GameLike, table_mib: Int, threads: Option<Int>) -> Result<Self> {
        let table_mib = arguments::table_mib(table_mib)?;
        let threads = arguments::search_threads(threads)?;
        let core = Exclusive::new("a searcher", Core::new(table_mib, threads)?);
        Ok(Searcher { start: game.0.start(), table_mib, threads, core })
    }

    /// The spec of its game.
    #[getter]
    fn game(&self) -> String {
        self.start.spec()
    }

    /// Searches for the best move within limits, as ``bg.search`` does. Raises UnsupportedError for
    /// a position of another game, and for a call from within its own ``on_depth``.
    #[pyo3(signature = (
        position, *, lines = None, all_moves = false, depth = None, nodes = None, seconds = None, level = None, see_all = false, stop = None,
        on_depth = None, progress = None, partial = false
    ))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        lines: Option<Int>,
        all_moves: bool,
        depth: Option<Int>,
        nodes: Option<Int>,
        seconds: Option<Real>,
        level: Option<Int>,
        see_all: bool,
        stop: Option<Stop>,
        on_depth: Option<OnDepth>,
        progress: Option<Progress>,
        partial: bool,
    ) -> Result<SearchResult> {
        let position = position.get();
        let hooks = Hooks { progress, stop, partial, ..Hooks::default() };
        let limits = limits(depth, nodes, seconds)?;
        check_game("a searcher", self.start.as_ref(), position.game())?;
        let plan = plan(position, (lines, all_moves), limits, level, see_all, Some(&hooks))?;
        run(py, position, plan, &hooks, on_depth.as_ref(), |control, search| {
            match self.core.lock_in(control) {
                Ok(mut core) => search(&mut core),
                // Stopped while it waited: the result has a move and depth 0.
                Err(core::Error::Interrupted) => {}
                Err(error) => return Err(error),
            }
            Ok(())
        })
    }

    /// Iterates over the results of depth 1, 2, 3 ...; each ``next`` searches one depth. The
    /// iteration ends when the value is proven or a limit is reached; the last result is the best.
    /// The limits hold for the whole iteration; seconds count only during searches. Without limits
    /// it continues to the end of the game.
    ///
    /// >>> import bitgames as bg
    /// >>> searcher = bg.Searcher("tictactoe", table_mib=1)
    /// >>> [result.depth for result in searcher.deepen(bg.TicTacToe(), depth=4)]
    /// [1, 2, 3, 4]
    #[pyo3(signature = (
        position, *, lines = None, all_moves = false, depth = None, nodes = None, seconds = None, level = None, see_all = false, stop = None,
        progress = None, partial = false
    ))]
    fn deepen(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, Position>,
        lines: Option<Int>,
        all_moves: bool,
        depth: Option<Int>,
        nodes: Option<Int>,
        seconds: Option<Real>,
        level: Option<Int>,
        see_all: bool,
        stop: Option<Stop>,
        progress: Option<Progress>,
        partial: bool,
    ) -> Result<Deepening> {
        check_game("a searcher", slf.get().start.as_ref(), position.get().game())?;
        let limits = limits(depth, nodes, seconds)?;
        let plan = plan(position.get(), (lines, all_moves), limits, level, see_all, None)?;
        Ok(Deepening {
            searcher: slf.clone().unbind(),
            position: position.clone().unbind(),
            hooks: Hooks { progress, stop, partial, ..Hooks::default() },
            running: Exclusive::new(
                "an iteration over depths",
                Some(Running { plan, told: false }),
            ),
        })
    }

    /// Empties the table.
    fn clear(&self, py: Python<'_>) -> Result<()> {
        let core = &mut *self.core.lock(py)?;
        py.detach(|| core.clear());
        Ok(())
    }

    fn __repr__(&self) -> String {
        let (game, mib, threads) = (self.start.spec(), self.table_mib, self.threads);
        format!("Searcher({game:?}, table_mib={mib}, threads={threads})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let arguments = (self.start.spec(), self.table_mib, self.threads);
        reduced(py.get_type::<Searcher>(), arguments)
    }
}

/// A search that yields the result of each depth; made by ``Searcher.deepen``.
#[pyclass(frozen, module = "bitgames")]
pub struct Deepening {
    searcher: Py<Searcher>,
    position: Py<Position>,
    hooks: Hooks,
    /// None after the end of the iteration.
    running: Exclusive<Option<Running>>,
}

struct Running {
    plan: Plan,
    /// A result was yielded.
    told: bool,
}

#[pymethods]
impl Deepening {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<SearchResult>> {
        let mut place = self.running.lock(py)?;
        let Some(mut running) = place.take() else { return Ok(None) };
        let searcher = &self.searcher.get().core;
        let (deepening, limits) = &mut running.plan;
        let deeper =
            long_call_with(py, &self.hooks, |control, _| match searcher.lock_in(control) {
                Ok(mut core) => Ok(deepening.step(&mut core, *limits, control)),
                Err(core::Error::Interrupted) => Ok(false),
                Err(error) => Err(error),
            });
        let deeper = deeper?;
        if !deeper && running.told {
            return Ok(None);
        }
        let position = self.position.get();
        let result = SearchResult::of(py, position.shared(), deepening.found().clone())?;
        running.told = true;
        if deeper {
            *place = Some(running);
        }
        Ok(Some(result))
    }
}
