//! The module's functions that belong to no single game.

use bitgames_core::rng::Rng;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::{FilePath, Int, Root, Text};
use crate::callbacks::{Progress, Stop};
use crate::error::Result;
use crate::game_arguments::PositionLike;
use crate::long_call::{Hooks, long_call, long_call_with};
use crate::moves::Move;
use crate::position::Position;
use crate::typed::{Index, MoveCounts, Typed};
use crate::values::{Facts, Outcome};

/// Deepest perft; no game here is longer.
const MAX_DEPTH: u64 = 250;

/// The position that a line of text names: a game spec for the start of the game, or a line of
/// ``Position.to_string`` for any position. Case, spaces and hyphens in the name of the game do not
/// count, and titles and other usual names are read, too, as ``Reversi``, ``gomoku`` or ``オセロ``.
///
/// >>> import bitgames as bg
/// >>> bg.position("mnk:4,3,3")
/// TicTacToe.from_string('mnk:4,3,3 ..../..../....')
#[pyfunction]
#[pyo3(signature = (text) -> "Position")]
pub fn position(py: Python<'_>, text: Text) -> Result<Py<PyAny>> {
    Ok(Position::object(py, core::games::position(&text.0)?)?)
}

/// Number of leaves of the game tree ``depth`` plies below a position, or below the one that a text
/// names as in ``bg.position``. A game that ends earlier counts as one leaf, and a pass is a ply.
///
/// >>> import bitgames as bg
/// >>> bg.perft(bg.TicTacToe(), 9), bg.perft("othello", 3)
/// (255168, 56)
#[pyfunction]
#[pyo3(signature = (position, depth, *, progress = None))]
pub fn perft(
    py: Python<'_>,
    position: PositionLike<'_>,
    depth: Int,
    progress: Option<Progress>,
) -> Result<u64> {
    let game = position.0.get().game();
    let depth = depth.within("depth", 0, MAX_DEPTH)? as usize;
    long_call(py, progress, |control| game.perft(depth, control))
}

/// The numbers of different positions 0 to ``depth`` plies after a position, a list of ``depth + 1``.
///
/// Positions that are symmetric images of one another, or that the side to move sees alike, count as
/// one. A position counts as its last move leaves it; a pass is no ply, and comes with the move after it.
///
/// ``folder`` gets a file for each ply, 16 bytes for each position, and while a ply is counted as much
/// again or a little more; the same call goes on with what is there, also after Ctrl-C. ``memory_mib``
/// is the memory in which positions are sorted, 1 or more.
/// ``progress(done, total)`` counts the positions of the ply before.
///
/// Raises UnsupportedError for other games than Othello, DamagedFileError, also for files of another
/// start, OSError and MemoryError.
///
/// >>> from bitgames._core import census
/// >>> census("othello", 6, "positions")
/// [1, 1, 3, 14, 60, 322, 1773]
#[pyfunction]
#[pyo3(signature = (position, depth, folder, *, memory_mib = Int(1024), progress = None), text_signature = "(position, depth, folder, *, memory_mib=1024, progress=None)")]
pub fn census(
    py: Python<'_>,
    position: PositionLike<'_>,
    depth: Int,
    folder: FilePath,
    memory_mib: Int,
    progress: Option<Progress>,
) -> Result<Vec<u64>> {
    let game = position.0.get().game();
    let depth = depth.within("depth", 0, MAX_DEPTH)? as usize;
    let mib = memory_mib.within("memory_mib", 1, 1 << 24)? as usize;
    long_call(py, progress, |control| game.census(depth, &folder.0, mib, control))
}

/// ``perft`` below each legal move: a dict from move to leaves; empty at depth 0.
///
/// >>> import bitgames as bg
/// >>> sum(bg.divide(bg.TicTacToe(), 9).values())
/// 255168
#[pyfunction]
#[pyo3(signature = (position, depth, *, progress = None))]
pub fn divide<'py>(
    py: Python<'py>,
    position: PositionLike<'py>,
    depth: Int,
    progress: Option<Progress>,
) -> Result<Typed<'py, MoveCounts>> {
    let position = position.0.get();
    let depth = depth.within("depth", 0, MAX_DEPTH)? as usize;
    let split = long_call(py, progress, |control| position.game().divide(depth, control))?;
    let dict = PyDict::new(py);
    for (m, leaves) in split {
        dict.set_item(position.shared().get(py, m), leaves)?;
    }
    Ok(Typed::new(dict))
}

/// Plays uniformly random legal moves to the end: returns the outcome and the number of plies.
///
/// ``seed`` is as in ``bitgames.seeding``; None plays a new game at each call.
///
/// >>> import bitgames as bg
/// >>> outcome, plies = bg.playout(bg.TicTacToe(), seed=1)
/// >>> 5 <= plies <= 9
/// True
#[pyfunction]
#[pyo3(signature = (position, seed = None))]
pub fn playout(position: PositionLike<'_>, seed: Option<Root>) -> Result<(Outcome, usize)> {
    let game = position.0.get().game();
    let root = Root::or_fresh(position.0.py(), seed)?;
    let (outcome, plies) = game.playout(&mut Rng::child(root.0, 0));
    Ok((Outcome::of(game, &outcome), plies))
}

/// The names of the levels of processor features that this processor has, the one in use last: the
/// best, or the one that the environment variable ``BITGAMES_CPU`` names.
///
/// >>> from bitgames import _core
/// >>> set(_core.cpu_levels()) <= {"portable", "avx2", "avx512"}
/// True
#[pyfunction]
pub fn cpu_levels() -> Vec<&'static str> {
    let in_use = core::cpu::level();
    let others = core::cpu::levels().filter(|&level| level != in_use);
    others.chain([in_use]).map(core::cpu::Level::name).collect()
}

/// The names of the games.
///
/// >>> import bitgames as bg
/// >>> bg.games.names()[:3]
/// ['tictactoe', 'mnk', 'othello']
#[pyfunction]
pub fn game_names() -> Vec<&'static str> {
    core::games::GAMES.iter().map(|entry| entry.name).collect()
}

/// Specs of various sizes of a game, for tests and demonstrations.
#[pyfunction]
pub fn game_examples(name: Text) -> Result<Vec<&'static str>> {
    let ((entry, _), rest) = core::games::named(&name.0)?;
    if !rest.is_empty() {
        let allowed = "the name of a game, without a size";
        return Err(Error::parameter("name", allowed, format!("{:?}", name.0)).into());
    }
    Ok(entry.examples.to_vec())
}

/// The facts of the game of a spec.
#[pyfunction]
pub fn game_facts(spec: Text) -> Result<Facts> {
    Ok(Facts::of(core::games::start(&spec.0)?.as_ref()))
}

/// The 64-bit seed of child ``index``, from 0 to ``2**64 - 1``, of a 128-bit root of random numbers.
#[pyfunction]
pub fn child_seed(root: Root, index: Typed<'_, Index>) -> Result<u64> {
    let index = index.into_inner();
    let number: Int = index.extract()?;
    match index.extract() {
        Ok(index) => Ok(core::rng::child_seed(root.0, index)),
        Err::<_, PyErr>(_) => {
            Err(Error::parameter("index", "from 0 to 2**64 - 1", number.shown()).into())
        }
    }
}

/// The checksum of some bytes in the files of this library: 64-bit XXH3.
///
/// >>> import bitgames as bg
/// >>> f"{bg._core.checksum(b'o x'):016x}"
/// '0b65e6219af8c7f4'
#[pyfunction]
pub fn checksum(data: &Bound<'_, PyBytes>) -> u64 {
    core::files::checksum(data.as_bytes())
}

/// The levels of a position's game, weakest first: name, spec of the player that plays, and the
/// probability of a slip instead.
#[pyfunction]
pub fn levels(position: &Bound<'_, Position>) -> Vec<(&'static str, &'static str, f64)> {
    let levels = position.get().game().levels().into_iter();
    levels
        .map(|(name, level)| (name, level.player, f64::from(level.slip_percent) / 100.0))
        .collect()
}

/// A move, its mean value and the standard error of the mean.
type Mean = (Py<Move>, f64, Option<f64>);

/// Mean values of the legal moves over sampled worlds, for the player to move and from their view
/// alone: move, mean, standard error if it is known. Empty if the game hides nothing.
#[pyfunction]
#[pyo3(signature = (position, samples, seed, *, stop = None, progress = None))]
pub fn sampled(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    samples: Int,
    seed: Root,
    stop: Option<Stop>,
    progress: Option<Progress>,
) -> Result<Vec<Mean>> {
    let samples = samples.within("samples", 1, 100_000)?;
    let position = position.get();
    let hooks = Hooks { progress, stop, ..Hooks::default() };
    let found = long_call_with(py, &hooks, |control, _| {
        position.game().sampled(samples, seed.stream(), control)
    })?;
    let shared = position.shared();
    Ok(found.into_iter().map(|each| (shared.get(py, each.m), each.mean, each.error)).collect())
}

/// An estimate of the work to solve a position: positions to visit, seconds, empty squares, and both
/// in words. None if every solve is short or is refused.
#[pyfunction]
pub fn effort(position: &Bound<'_, Position>) -> Option<(f64, f64, usize, String)> {
    let effort = position.get().game().effort()?;
    Some((effort.nodes, effort.seconds, effort.empties, effort.to_string()))
}

/// Number of moves, the next one included, for which the side to move still needs time.
///
/// Each side fills half of the empty squares. One search solves the last cells of Othello, and a game
/// that a line ends does not fill the board.
///
/// >>> import bitgames as bg
/// >>> bg._core.moves_to_time(bg.Othello()), bg._core.moves_to_time(bg.mnk(11, 11, 5))
/// (20, 31)
#[pyfunction]
pub fn moves_to_time(position: &Bound<'_, Position>) -> usize {
    position.get().game().moves_to_time()
}
