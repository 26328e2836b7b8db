//! Searching for a best move.

use bitgames_core::any::{AnyDeepening, AnyGame};
use bitgames_core::control::{Control, Limits};
use bitgames_core::search::{SearchResult as Found, Searcher as Core};
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::arguments::{self, Int, Real};
use crate::callbacks::{OnDepth, Progress, Stop};
use crate::error::Result;
use crate::game_arguments::PositionLike;
use crate::lines::wanted;
use crate::long_call::{Hooks, long_call_with};
use crate::position::Position;
use crate::values::SearchResult;

/// Deepest search; no game here is longer.
const MAX_DEPTH: u64 = 250;

/// The limits of a search from Python arguments.
pub fn limits(depth: Option<Int>, nodes: Option<Int>, seconds: Option<Real>) -> Result<Limits> {
    Ok(Limits {
        depth: depth.map(|n| n.within("depth", 1, MAX_DEPTH)).transpose()?.map(|n| n as usize),
        nodes: arguments::nodes(nodes)?,
        time: arguments::seconds(seconds)?,
    })
}

/// A search that is to be run, and its limits.
pub type Plan = (Box<dyn AnyDeepening>, Limits);

/// What the arguments of a search ask for; with `hooks` a search of its own end: one second, if there
/// is no other limit, no level and no `stop`.
pub fn plan(
    position: &Position,
    (lines, all_moves): (Option<Int>, bool),
    limits: Limits,
    level: Option<Int>,
    see_all: bool,
    hooks: Option<&Hooks>,
) -> Result<Plan> {
    // The search knows which levels there are.
    let level = level.map(|n| n.within("level", 0, 30)).transpose()?;
    let limits = match hooks {
        Some(hooks) if level.is_none() => own_end(limits, hooks),
        _ => limits,
    };
    Ok((position.game().deepening(see_all, wanted(lines, all_moves, 1)?, level)?, limits))
}

/// The limits with the default: one second, if there is no other limit and no `stop`.
pub fn own_end(limits: Limits, hooks: &Hooks) -> Limits {
    if limits == Limits::default() && hooks.stop.is_none() {
        return Limits { time: Some(std::time::Duration::from_secs(1)), ..limits };
    }
    limits
}

/// Runs a search to its end with the searcher that `with` gives it, and reports each depth.
pub fn run(
    py: Python<'_>,
    position: &Position,
    (mut deepening, limits): Plan,
    hooks: &Hooks,
    on_depth: Option<&OnDepth>,
    with: impl FnOnce(&Control<'_>, &mut dyn FnMut(&mut Core)) -> core::Result<()> + Send,
) -> Result<SearchResult> {
    let result = |py: Python<'_>, found: Found| SearchResult::of(py, position.shared(), found);
    let found = long_call_with(py, hooks, |control, callbacks| {
        let tell = |found: &Found| {
            let Some(OnDepth(on_depth)) = on_depth else { return true };
            callbacks.call(|py| on_depth.call1(py, (result(py, found.clone())?,)).map(drop))
        };
        with(control, &mut |searcher| {
            while deepening.step(searcher, limits, control) && tell(deepening.found()) {}
        })?;
        Ok(deepening.found().clone())
    })?;
    Ok(result(py, found)?)
}

/// Searches for the best move within limits: ``depth`` in plies (1 to 250), ``nodes`` in positions,
/// ``seconds``. Without a limit and without ``stop`` it searches for one second. Each call uses a
/// new transposition table of ``table_mib`` MiB; a ``Searcher`` keeps its table.
///
/// A search that ends before the value is proven returns the result of the last finished depth:
/// best move, value, line, depth; in Othello on 8 by 8 also a better move that the next depth had
/// found by then. ``on_depth(result)`` is called with the result of each depth.
/// ``stop()`` is called every 50 ms; a true result ends the search. With ``partial=True`` Ctrl-C
/// ends it too, instead of raising KeyboardInterrupt. ``progress(done, total)`` is called every 50
/// ms: ``done`` counts positions visited, ``total`` is the node limit or 0 without a limit.
///
/// ``lines`` searches the own values of that many of the best moves instead of the best alone,
/// ``all_moves`` of all: ``SearchResult.lines`` holds them. The search then goes on until all of them
/// are proven. Each line costs time: it reaches less depth in the same time.
///
/// ``threads`` search the same tree and share the table; with more than one, results may differ from
/// one run to the next, so None is one.
///
/// ``level`` from 0 to 30 says how deep to search instead of a limit, in Othello on 8 by 8, where the
/// search has levels; ``SearchResult.certainty`` is then what its result is worth. Other games raise
/// UnsupportedError.
///
/// A search sees the whole position. If the position hides something from the player to move, the
/// search raises UnsupportedError unless ``see_all`` is true, for instance for a world that
/// ``determinize`` drew.
///
/// >>> import bitgames as bg
/// >>> bg.search("tictactoe oo./xx./...", depth=3).best_move
/// c1
/// >>> pos = bg.position("tictactoe oo./xx./...")
/// >>> [(line.move, line.value) for line in bg.search(pos, all_moves=True).lines]
/// [(c1, 1.0), (c2, 0.0), (a3, -1.0), (b3, -1.0), (c3, -1.0)]
#[pyfunction]
#[pyo3(signature = (
    position, *, lines = None, all_moves = false, depth = None, nodes = None, seconds = None,
    level = None, table_mib = Int(64),
    threads = None, see_all = false, stop = None, on_depth = None, progress = None,
    partial = false
), text_signature = "(position, *, lines=None, all_moves=False, depth=None, nodes=None, seconds=None, level=None, table_mib=64, threads=None, see_all=False, stop=None, on_depth=None, progress=None, partial=False)")]
pub fn search(
    py: Python<'_>,
    position: PositionLike<'_>,
    lines: Option<Int>,
    all_moves: bool,
    depth: Option<Int>,
    nodes: Option<Int>,
    seconds: Option<Real>,
    level: Option<Int>,
    table_mib: Int,
    threads: Option<Int>,
    see_all: bool,
    stop: Option<Stop>,
    on_depth: Option<OnDepth>,
    progress: Option<Progress>,
    partial: bool,
) -> Result<SearchResult> {
    let position = position.0.get();
    let hooks = Hooks { progress, stop, partial, ..Hooks::default() };
    let limits = limits(depth, nodes, seconds)?;
    let mib = arguments::table_mib(table_mib)?;
    let threads = arguments::search_threads(threads)?;
    let plan = plan(position, (lines, all_moves), limits, level, see_all, Some(&hooks))?;
    run(py, position, plan, &hooks, on_depth.as_ref(), |_, search| {
        search(&mut Core::new(mib, threads)?);
        Ok(())
    })
}

/// An error unless the position belongs to the game of `start`.
pub fn check_game(what: &str, start: &dyn AnyGame, position: &dyn AnyGame) -> core::Result<()> {
    if position.spec() == start.spec() {
        return Ok(());
    }
    Err(Error::Unsupported {
        what: format!("{what} of {}", start.spec()),
        game: position.spec(),
        reason: "its table holds positions of one game and board".into(),
    })
}
