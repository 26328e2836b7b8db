//! Exact values.

use bitgames_core::ending::EndingOptions;
use bitgames_core::solve::SolveOptions;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::arguments::{self, FilePath, Int, Real};
use crate::callbacks::{News, Progress, Stop};
use crate::error::Result;
use crate::game_arguments::Solvable;
use crate::lines::wanted;
use crate::long_call::{Hooks, long_call_with};
use crate::moves::Shared;
use crate::search::limits;
use crate::values::Solution;

/// Solves a position, or the one that a text names: its exact value with best play from both sides.
///
/// ``all_moves`` adds the value of every legal move, ``lines`` of that many of the best, each with best
/// play to the end: ``Solution.values`` and ``Solution.lines``. ``wld`` finds win, loss or draw only, as
/// values 1, -1 and 0; this is less work in games with larger scores, such as Othello.
/// ``table_mib`` is the size of the transposition table in MiB. ``threads`` are
/// for the solvers of Othello and Mosaic; they do not change the value, but may change the choice
/// among equally good moves, so None is one.
///
/// ``nodes`` (positions) and ``seconds`` limit the work. ``stop()`` is called every 50 ms; a true
/// result ends the solve. If the value is already proven, the solve returns it with the line found
/// so far. If not, a limit raises LimitError and a stop CancelledError. With ``partial=True`` both,
/// and Ctrl-C, return a Solution that is not ``proven``: its ``bounds``, the best move so far, and
/// the values found.
///
/// ``progress(done, total)`` is called every 50 ms: ``done`` counts positions visited, ``total`` is
/// the node limit or 0 without a limit. ``checkpoint`` is a file for a very long solve of Mosaic up
/// to size 5 or of Connect Four: the solve reads it at the start if it exists, and writes it every
/// ``checkpoint_seconds`` seconds and at the end. A damaged checkpoint, or one of another size,
/// raises DamagedFileError. Every 30 seconds such a solve calls ``news(line)`` with its state in
/// one line.
///
/// A solve of Connect Four on 7 x 6 ends at the positions whose exact scores the package holds;
/// ``book=False`` does without them.
///
/// An Ending is solved by a search with tables of smaller endings. Its moves are card indices; its
/// value is the leader's tricks, whichever player is to play.
///
/// The tables of Mosaic, honeymoon bridge and endings keep whole positions. The tables of Othello
/// and of the generic search keep 64-bit keys: in a full table of 64 MiB a look-up finds the entry
/// of another position with probability 2.3e-13, which is 2.3e-4 for a billion look-ups.
///
/// >>> import bitgames as bg
/// >>> bg.solve(bg.TicTacToe()).value
/// 0
/// >>> bg.solve(bg.Othello(), nodes=10_000, partial=True).proven
/// False
#[pyfunction]
#[pyo3(signature = (
    position, *, lines = None, all_moves = false, wld = false, nodes = None, seconds = None, table_mib = Int(64),
    threads = None, checkpoint = None, checkpoint_seconds = Real(180.0), stop = None,
    news = None,
    progress = None, partial = false, book = true
), text_signature = "(position, *, lines=None, all_moves=False, wld=False, nodes=None, seconds=None, table_mib=64, threads=None, checkpoint=None, checkpoint_seconds=180.0, stop=None, news=None, progress=None, partial=False, book=True)")]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // keyword arguments in Python
pub fn solve(
    py: Python<'_>,
    position: Solvable<'_>,
    lines: Option<Int>,
    all_moves: bool,
    wld: bool,
    nodes: Option<Int>,
    seconds: Option<Real>,
    table_mib: Int,
    threads: Option<Int>,
    checkpoint: Option<FilePath>,
    checkpoint_seconds: Real,
    stop: Option<Stop>,
    news: Option<News>,
    progress: Option<Progress>,
    partial: bool,
    book: bool,
) -> Result<Solution> {
    let limits = limits(None, nodes, seconds)?;
    let lines = wanted(lines, all_moves, 0)?;
    let options = SolveOptions {
        lines,
        wld,
        limits,
        partial,
        table_mib: arguments::table_mib(table_mib)?,
        threads: arguments::search_threads(threads)?,
        checkpoint: arguments::checkpoint(checkpoint, checkpoint_seconds.0)?,
        book,
    };
    let hooks = Hooks { progress, news, stop, partial, ..Hooks::default() };
    match position {
        Solvable::Position(position) => {
            let position = position.get();
            let game = position.game();
            let solved = long_call_with(py, &hooks, |control, _| game.solve(&options, control))?;
            Ok(Solution::of(py, position.shared(), solved)?)
        }
        Solvable::Ending(ending) => {
            if wld || options.checkpoint.is_some() {
                return Err(Error::Unsupported {
                    what: if wld { "win, loss or draw only" } else { "a checkpoint" }.into(),
                    game: "an ending".into(),
                    reason: "its value is a number of tricks, found at once".into(),
                }
                .into());
            }
            let options = EndingOptions { lines, table: None, limits, partial };
            let ending = ending.get().0;
            let solved = long_call_with(py, &hooks, |control, _| {
                core::ending::solve(&ending, &options, control)
            })?;
            Ok(Solution::of(py, Shared::cards(py)?, solved)?)
        }
    }
}
