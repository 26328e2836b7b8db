//! Exact values.

use bitgames_core::ending::EndingOptions;
use bitgames_core::solve::SolveOptions;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::arguments::{self, FilePath, Int, News, Progress, Real, Solvable, Stop};
use crate::error::Result;
use crate::long_call::{Hooks, long_call_with};
use crate::moves::Shared;
use crate::search::limits;
use crate::values::Solution;

/// The exact value of a position, with best play from both sides.
///
/// ``all_moves`` asks for the value of every legal move too. ``wld`` asks for win, loss or draw only:
/// values are 1, -1 and 0, which is less work where scores go further, as in Othello. ``table_mib`` sizes
/// the transposition table. ``threads`` (None: all cores) is for games whose solver can use more than one, as
/// Othello's and Mosaic's can; the value does not depend on it, the choice among equally good moves may.
///
/// ``nodes`` and ``seconds`` bound the work. ``stop()`` is called every 50 ms; a true answer ends it. Once
/// the value is proven it is returned, with the part of the line that was found by then. Before that, a
/// limit raises LimitError and a stop CancelledError; with ``partial=True`` both, and Ctrl-C too, return
/// a Solution that is not ``proven``: its ``bounds``, the best move so far, and the values found.
///
/// ``progress(done, total)`` is called every 50 ms; done counts positions visited, and
/// the total is the node limit, 0 where there is none.
/// ``checkpoint`` names a file that a very long solve of Mosaic up to size 5 reads at the beginning, if
/// it is there, and writes every ``checkpoint_seconds`` and at the end; a damaged one, or one of another
/// size, is a DamagedFileError. ``news(line)`` is called with a line about the state of such a solve every
/// half minute.
///
/// An Ending is solved by search over tables of endings, and its moves are cards by index; its
/// value is the leader's tricks, also when the other player is to play.
///
/// Tables of Mosaic, honeymoon bridge and endings keep whole positions. Othello and the games of the generic
/// search keep 64-bit keys: in a full table of 64 MiB one look-up finds another position's entry with
/// probability 2.3e-13, a billion look-ups find one with probability 2.3e-4.
///
/// >>> import bitgames as bg
/// >>> bg.solve(bg.TicTacToe()).value
/// 0
/// >>> bg.solve(bg.Othello(), nodes=10_000, partial=True).proven
/// False
#[pyfunction]
#[pyo3(signature = (
    position, *, all_moves = false, wld = false, nodes = None, seconds = None, table_mib = Int(64),
    threads = Some(Int(1)), checkpoint = None, checkpoint_seconds = Real(180.0), stop = None,
    news = None,
    progress = None, partial = false
), text_signature = "(position, *, all_moves=False, wld=False, nodes=None, seconds=None, table_mib=64, threads=1, checkpoint=None, checkpoint_seconds=180.0, stop=None, news=None, progress=None, partial=False)")]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // keyword arguments in Python
pub fn solve(
    py: Python<'_>,
    position: Solvable<'_>,
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
) -> Result<Solution> {
    let limits = limits(None, nodes, seconds)?;
    let options = SolveOptions {
        all_moves,
        wld,
        limits,
        partial,
        table_mib: arguments::table_mib(table_mib)?,
        threads: arguments::threads(threads)?,
        checkpoint: arguments::checkpoint(checkpoint, checkpoint_seconds.0)?,
    };
    let hooks = Hooks { progress, news, stop, partial };
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
            let options = EndingOptions { all_cards: all_moves, table: None, limits, partial };
            let ending = ending.get().0;
            let solved = long_call_with(py, &hooks, |control, _| {
                core::ending::solve(&ending, &options, control)
            })?;
            Ok(Solution::of(py, Shared::cards(py)?, solved)?)
        }
    }
}
