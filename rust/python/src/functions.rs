//! The functions of the module that are no game's own.

use bitgames_core::control::{Control, Limits};
use bitgames_core::ending::EndingOptions;
use bitgames_core::matches::MatchOptions;
use bitgames_core::rng::Rng;
use bitgames_core::solve::SolveOptions;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{self, FilePath, Int, News, Progress, Real, Root, Solvable, Text};
use crate::error::Result;
use crate::long_call::{long_call, long_call_with_news};
use crate::moves::Shared;
use crate::position::Position;
use crate::typed::{MoveCounts, Typed};
use crate::values::{Facts, MatchCounts as Counts, Outcome, SearchResult, Solution};

/// Deepest perft; no game here is longer.
const MAX_DEPTH: u64 = 250;

/// The position of a line of text: a game spec names its start, and what ``Position.to_string``
/// wrote names any position.
///
/// >>> import bitgames as bg
/// >>> bg.position("mnk:4,3,3")
/// TicTacToe.from_string('mnk:4,3,3 ..../..../....')
#[pyfunction]
#[pyo3(signature = (text) -> "Position")]
pub fn position(py: Python<'_>, text: Text) -> Result<Py<PyAny>> {
    Ok(Position::object(py, core::games::position(&text.0)?)?)
}

/// Leaves of the game tree ``depth`` plies below a position. A finished game met before the depth
/// counts as one leaf, and a pass is a ply.
///
/// >>> import bitgames as bg
/// >>> bg.perft(bg.TicTacToe(), 9)
/// 255168
#[pyfunction]
#[pyo3(signature = (position, depth, *, progress = None))]
pub fn perft(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: Int,
    progress: Option<Progress>,
) -> Result<u64> {
    let game = position.get().game();
    let depth = depth.within("depth", 0, MAX_DEPTH)? as usize;
    long_call(py, progress, |control| game.perft(depth, control))
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
    position: &Bound<'py, Position>,
    depth: Int,
    progress: Option<Progress>,
) -> Result<Typed<'py, MoveCounts>> {
    let position = position.get();
    let depth = depth.within("depth", 0, MAX_DEPTH)? as usize;
    let split = long_call(py, progress, |control| position.game().divide(depth, control))?;
    let dict = PyDict::new(py);
    for (m, leaves) in split {
        dict.set_item(position.shared().get(py, m), leaves)?;
    }
    Ok(Typed::new(dict.into_any()))
}

/// Plays uniformly random legal moves to the end: the outcome, and how many plies it took.
///
/// ``seed`` is as in ``bitgames.seeding``; None plays another game at each call.
///
/// >>> import bitgames as bg
/// >>> outcome, plies = bg.playout(bg.TicTacToe(), seed=1)
/// >>> 5 <= plies <= 9
/// True
#[pyfunction]
#[pyo3(signature = (position, seed = None))]
pub fn playout(position: &Bound<'_, Position>, seed: Option<Root>) -> Result<(Outcome, usize)> {
    let game = position.get().game();
    let root = Root::or_fresh(position.py(), seed)?;
    let (outcome, plies) = game.playout(&mut Rng::child(root.0, 0));
    Ok((Outcome::of(game, &outcome), plies))
}

/// The exact value of a position, with best play from both sides.
///
/// ``all_moves`` asks for the value of every legal move too. ``wld`` asks for win, loss or draw only:
/// values are 1, -1 and 0, which is less work where scores go further, as in Othello. ``nodes`` and ``seconds`` bound the
/// work; when one is met first, LimitError is raised. ``table_mib`` sizes the transposition table.
/// ``threads`` (None: all cores) is for games whose solver can use more than one, as Othello's and Mosaic's can; the
/// value does not depend on it, the choice among equally good moves may.
/// An Ending is solved by search over tables of endings, and its moves are cards by index; its
/// value is the leader's tricks, whoever is to play.
/// ``progress(done, total)`` is called every 50 ms; done counts positions visited, and
/// the total is the node limit, 0 where there is none.
/// ``checkpoint`` names a file that a very long solve of Mosaic up to size 5 reads at the beginning, if
/// it is there, and writes every ``checkpoint_seconds`` and at the end; a damaged one, or one of another
/// size, is a DamagedFileError. ``news(line)`` hears how far such a solve is, every half minute.
///
/// >>> import bitgames as bg
/// >>> bg.solve(bg.TicTacToe()).value
/// 0
#[pyfunction]
#[pyo3(signature = (
    position, *, all_moves = false, wld = false, nodes = None, seconds = None, table_mib = Int(64),
    threads = Some(Int(1)), checkpoint = None, checkpoint_seconds = Real(180.0), news = None, progress = None
), text_signature = "(position, *, all_moves=False, wld=False, nodes=None, seconds=None, table_mib=64, threads=1, checkpoint=None, checkpoint_seconds=180.0, news=None, progress=None)")]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
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
    news: Option<News>,
    progress: Option<Progress>,
) -> Result<Solution> {
    let limits =
        Limits { depth: None, nodes: arguments::nodes(nodes)?, time: arguments::seconds(seconds)? };
    let options = SolveOptions {
        all_moves,
        wld,
        limits,
        table_mib: arguments::table_mib(table_mib)?,
        threads: arguments::threads(threads)?,
        checkpoint: arguments::checkpoint(checkpoint, checkpoint_seconds.0)?,
        ..SolveOptions::default()
    };
    let position = match position {
        Solvable::Position(position) => position,
        Solvable::Ending(ending) => {
            if wld || options.checkpoint.is_some() {
                return Err(Error::Unsupported {
                    what: if wld { "win, loss or draw only" } else { "a checkpoint" }.into(),
                    game: "an ending".into(),
                    reason: "its value is a number of tricks, found at once".into(),
                }
                .into());
            }
            let options = EndingOptions { all_cards: all_moves, table: None, limits };
            let ending = ending.get().0;
            let solved =
                long_call(py, progress, |control| core::ending::solve(&ending, &options, control))?;
            return Ok(Solution::of(py, Shared::cards(py)?, solved)?);
        }
    };
    let position = position.get();
    let solve = |control: &Control<'_>| position.game().solve(&options, control);
    let solved = long_call_with_news(py, progress, news, solve)?;
    Ok(Solution::of(py, position.shared(), solved)?)
}

/// The best move that a search finds within its limits: plies, positions, seconds. Without any
/// limit it searches for one second.
///
/// A search looks at the position itself. Where that hides something from the player to move, it is
/// refused with UnsupportedError, unless ``see_all`` says that all may be seen, as in a world that
/// ``determinize`` drew.
///
/// >>> import bitgames as bg
/// >>> pos = bg.position("tictactoe oo./xx./...")
/// >>> bg.search(pos, depth=3).best_move
/// c1
#[pyfunction]
#[pyo3(signature = (
    position, *, depth = None, nodes = None, seconds = None, table_mib = Int(64), see_all = false,
    progress = None
), text_signature = "(position, *, depth=None, nodes=None, seconds=None, table_mib=64, see_all=False, progress=None)")]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
pub fn search(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: Option<Int>,
    nodes: Option<Int>,
    seconds: Option<Real>,
    table_mib: Int,
    see_all: bool,
    progress: Option<Progress>,
) -> Result<SearchResult> {
    let position = position.get();
    let unlimited = depth.is_none() && nodes.is_none() && seconds.is_none();
    let limits = Limits {
        depth: depth.map(|n| n.within("depth", 1, MAX_DEPTH)).transpose()?.map(|n| n as usize),
        nodes: arguments::nodes(nodes)?,
        time: arguments::seconds(if unlimited { Some(Real(1.0)) } else { seconds })?,
    };
    let mib = arguments::table_mib(table_mib)?;
    let search = |control: &Control<'_>| position.game().search(limits, mib, see_all, control);
    let found = long_call(py, progress, search)?;
    Ok(SearchResult::of(py, position.shared(), found))
}

/// Plays ``games`` games between two native players, all of it in Rust.
///
/// ``a`` has the first side in games 0, 2, 4 ...; side ``s`` of game ``i`` draws from
/// ``child_seed(root, 2 * i + s)``, so the result does not depend on ``threads`` (None: all cores). The
/// start of a game of chance is dealt anew for each pair of games.
#[pyfunction]
#[pyo3(
    signature = (position, a, b, *, games, root, threads = None, progress = None),
    text_signature = "(position, a, b, *, games, root, threads=None, progress=None)"
)]
#[allow(clippy::too_many_arguments)] // keyword arguments in Python
pub fn play_match(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    a: Text,
    b: Text,
    games: Int,
    root: Root,
    threads: Option<Int>,
    progress: Option<Progress>,
) -> Result<Counts> {
    let game = position.get().game();
    let threads = arguments::threads(threads)?;
    let games = games.within("games", 1, 1 << 53)?;
    let options = MatchOptions { games, root: root.0, threads };
    let started = std::time::Instant::now();
    let counts = long_call(py, progress, |control| game.play_match(&a.0, &b.0, &options, control))?;
    Ok(Counts::new(&counts.results, counts.plies, started.elapsed()))
}

/// The names of the games.
///
/// >>> import bitgames as bg
/// >>> bg.games.names()
/// ['tictactoe', 'mnk', 'othello', 'mosaic', 'quo', 'honeymoon']
#[pyfunction]
pub fn game_names() -> Vec<&'static str> {
    core::games::GAMES.iter().map(|entry| entry.name).collect()
}

/// Specs that go through the sizes of a game, for tests and demonstrations.
#[pyfunction]
pub fn game_examples(name: Text) -> Result<Vec<&'static str>> {
    let entry = core::games::GAMES.iter().find(|entry| entry.name == name.0);
    Ok(entry
        .ok_or_else(|| Error::UnknownGame { name: name.0, known: game_names().join(", ") })?
        .examples
        .to_vec())
}

/// The facts of the game of a spec.
#[pyfunction]
pub fn game_facts(spec: Text) -> Result<Facts> {
    Ok(Facts::of(core::games::start(&spec.0)?.as_ref()))
}

/// The native players of a game, of all games for None, the general ones first: name and rule in a
/// line.
///
/// >>> import bitgames as bg
/// >>> bg._core.agent_names("tictactoe")[0]
/// ('random', 'any legal move, each as likely as the other')
#[pyfunction]
#[pyo3(signature = (game = None))]
pub fn agent_names(game: Option<Text>) -> Result<Vec<(&'static str, &'static str)>> {
    Ok(match game {
        Some(game) => core::games::start(&game.0)?.agents(),
        None => core::games::all_agents()?,
    })
}

/// The 64-bit seed of child ``index`` of a 128-bit root of random numbers.
#[pyfunction]
pub fn child_seed(root: Root, index: Int) -> Result<u64> {
    Ok(core::rng::child_seed(root.0, index.within("index", 0, i64::MAX as u64)?))
}
