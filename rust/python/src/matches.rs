//! Matches for Python: their arguments, and what becomes of their games.

mod python_player;
mod sheet;

use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use bitgames_core::any::{AnyOpening, AnyOpenings, AnySide};
use bitgames_core::control::Control;
use bitgames_core::game::MAX_PLIES;
use bitgames_core::matches::{Clock, GameResult, Match, MatchCounts, PlayedGame, Queued};
use bitgames_core::openings::RandomOpenings;
use bitgames_core::{self as core, Error};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyString};
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript, type_hint_union};

use self::python_player::{Detached, PythonPlayer, Raised, Sees};
use self::sheet::{GivenSheet, Line, Sheet};
use crate::arguments::{self, Int, Items, Root};
use crate::callbacks::{OnGame, Progress};
use crate::error::{Raise, Result};
use crate::exclusive::lock;
use crate::long_call::long_call;
use crate::moves::{Move, MoveLike};
use crate::position::Position;

/// An opening: the position, and the moves that follow it.
type GivenOpening<'py> = (Bound<'py, Position>, Items<Bound<'py, Move>>);

/// A forfeited game: its number, the loser (0 or 1), what was wrong.
type Forfeit = (u64, usize, String);

/// A finished game: number, start, moves, number of opening moves, result for `a` (1, -1, 0),
/// reason, forfeited or not, seeds of `a` and `b`, seconds of `a` and `b`.
type Played = (u64, String, Vec<String>, usize, i8, String, bool, (u64, u64), (f64, f64));

/// Numbers of pairs of games by the points of `a`, and the results of `a` (1, -1, 0) in a first and
/// a last game without the other game of its pair.
type Pairs = ([u64; 5], (Option<i8>, Option<i8>));

/// The result of a match: moves, results of `a` (won, lost, drawn) by side, seconds, forfeits,
/// number of games that ended by proof, hashes of different games, pairs, games.
type Outcome = (u64, [[u64; 3]; 2], f64, Vec<Forfeit>, u64, Vec<u64>, Pairs, Vec<Played>);

/// A match of a queue: the specs of `a` and `b`, games, root, first game, openings, sheet.
type GivenMatch<'py> = (String, String, Int, Root, Int, Items<GivenOpening<'py>>, GivenSheet);

/// A clock: seconds for a move and for a game, increment, nodes of a move, margin.
type GivenClock = (Option<f64>, Option<f64>, f64, Option<Int>, f64);

/// A side of a match as a Python argument.
pub enum Side<'py> {
    /// The spec of a native player.
    Native(String),
    /// A player written in Python: the callable that chooses, the callable that starts a game, and
    /// the argument of the first.
    Python(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>, String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Side<'py> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_union!(
        type_hint_identifier!("builtins", "str"),
        type_hint_subscript!(
            type_hint_identifier!("builtins", "tuple"),
            type_hint_identifier!("typing", "Any"),
            type_hint_identifier!("typing", "Any"),
            type_hint_identifier!("builtins", "str")
        )
    );

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(spec) = object.cast::<PyString>() {
            return Ok(Side::Native(spec.to_string_lossy().into_owned()));
        }
        let (choose, start, sees): (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>, String) =
            object.extract()?;
        if !choose.is_callable() || start.as_ref().is_some_and(|start| !start.is_callable()) {
            return Err(PyTypeError::new_err("a player is asked and told by callables"));
        }
        Ok(Side::Python(choose, start, sees))
    }
}

fn clock((per_move, game, increment, nodes, margin): GivenClock) -> Result<Clock> {
    let seconds = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| time.as_secs() <= 1 << 32)
            .ok_or_else(|| {
                Error::parameter("a time of a clock", "0 seconds or more", format!("{seconds}"))
            })
    };
    Ok(Clock {
        per_move: per_move.map(seconds).transpose()?,
        game: game.map(seconds).transpose()?,
        increment: seconds(increment)?,
        nodes: nodes.map(|nodes| nodes.within("nodes", 1, 1 << 53)).transpose()?,
        margin: seconds(margin)?,
    })
}

/// A finished game that waits for the callback.
enum Finished {
    Game(PlayedGame),
    Line(Line),
}

/// Collects the finished games of a match and passes them to a Python callback on the calling
/// thread.
struct Collector {
    on_game: Option<OnGame>,
    keep: bool,
    owner: ThreadId,
    board: Py<Position>,
    raised: Raised,
    waiting: Mutex<Vec<Finished>>,
    kept: Mutex<Vec<PlayedGame>>,
}

impl Collector {
    /// Games that may wait for the callback.
    const MAX: usize = 4096;

    fn new(
        board: &Bound<'_, Position>,
        on_game: Option<OnGame>,
        keep: bool,
        raised: &Raised,
    ) -> Arc<Self> {
        Arc::new(Collector {
            on_game,
            keep,
            owner: thread::current().id(),
            board: board.clone().unbind(),
            raised: raised.clone(),
            waiting: Mutex::default(),
            kept: Mutex::default(),
        })
    }

    /// Takes a game, on the thread that played it; with a sheet the callback gets its line.
    fn take(
        &self,
        game: PlayedGame,
        sheet: Option<&Sheet>,
        is_attached: bool,
        control: &Control<'_>,
    ) -> core::Result<()> {
        if self.on_game.is_none() {
            lock(&self.kept).push(game);
            return Ok(());
        }
        let finished = match sheet {
            Some(sheet) => Finished::Line(sheet.line(&game, self.board.get().shared())),
            None => Finished::Game(game),
        };
        let length = {
            let mut waiting = lock(&self.waiting);
            waiting.push(finished);
            waiting.len()
        };
        if thread::current().id() == self.owner {
            if is_attached || length >= Self::MAX {
                return self.raised.keep(Python::attach(|py| self.hand_out(py)));
            }
            return Ok(());
        }
        // The calling thread hands out the games every 50 ms; a faster player thread waits here,
        // unless the match is stopped: then nobody takes them.
        while lock(&self.waiting).len() >= 16 * Self::MAX {
            control.poll()?;
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Calls the callback with the waiting games.
    fn hand_out(&self, py: Python<'_>) -> PyResult<()> {
        let Some(on_game) = &self.on_game else { return Ok(()) };
        let mut lines = Vec::new();
        // Not in the head of the loop, which would hold the lock while the callback runs.
        let finished = std::mem::take(&mut *lock(&self.waiting));
        for finished in finished {
            match finished {
                Finished::Line(Line { place, game, points, is_forfeit, bytes }) => {
                    lines.push((place, game, points, is_forfeit, PyBytes::new(py, &bytes)));
                }
                Finished::Game(game) => {
                    on_game.0.call1(py, (self.played(py, &game),))?;
                    if self.keep {
                        lock(&self.kept).push(game);
                    }
                }
            }
        }
        if lines.is_empty() { Ok(()) } else { on_game.0.call1(py, (lines,)).map(drop) }
    }

    /// A game as Python data.
    fn played(&self, py: Python<'_>, game: &PlayedGame) -> Played {
        let moves = self.board.get().shared().list(py, &game.moves);
        (
            game.game,
            game.start.clone(),
            moves.iter().map(|m| m.get().text.clone()).collect(),
            game.given,
            number(game.result),
            game.reason.clone(),
            game.is_forfeit,
            game.seeds.into(),
            game.times.map(|time| time.as_secs_f64()).into(),
        )
    }

    /// The games kept, in the order of their numbers.
    fn games(&self, py: Python<'_>) -> Vec<Played> {
        let mut kept = lock(&self.kept);
        kept.sort_by_key(|game| game.game);
        kept.iter().map(|game| self.played(py, game)).collect()
    }
}

/// A result as a number for Python.
fn number(result: GameResult) -> i8 {
    match result {
        GameResult::Won => 1,
        GameResult::Lost => -1,
        GameResult::Drawn => 0,
    }
}

/// A progress callback that first hands out the finished games.
fn handing_out(
    py: Python<'_>,
    collector: Arc<Collector>,
    progress: Option<Progress>,
) -> PyResult<Progress> {
    let callback = PyCFunction::new_closure(py, None, None, move |arguments, _| {
        let py = arguments.py();
        collector.hand_out(py)?;
        progress.as_ref().map_or(Ok(()), |progress| progress.0.call1(py, arguments).map(drop))
    })?;
    Ok(Progress(callback.into_any().unbind()))
}

/// Runs a match on the calling thread, attached to the interpreter, which Python players need at
/// every move.
fn run_attached(
    progress: Option<&Progress>,
    raised: &Raised,
    work: impl FnOnce(&Control<'_>) -> core::Result<MatchCounts>,
) -> core::Result<MatchCounts> {
    let tick = |py: Python<'_>, done: u64, total: u64| {
        py.check_signals()?;
        progress.map_or(Ok(()), |progress| progress.0.call1(py, (done, total)).map(drop))
    };
    let ticker =
        |done: u64, total: u64| raised.keep(Python::attach(|py| tick(py, done, total))).is_ok();
    let control = Control::new(Some(&ticker));
    let counts = work(&control)?;
    if progress.is_some() && !control.tick() {
        return Err(Error::Interrupted);
    }
    Ok(counts)
}

/// Plays a match of ``games`` games, the first of which has the number ``first``.
///
/// ``a`` and ``b`` are specs of native players, or tuples for players written in Python: the
/// callable that chooses, the callable that gets the seed of each game (or None), and the argument
/// of the first callable, ``"position"``, ``"record"`` or ``"view"``. ``a`` has the first side in
/// games 0, 2, 4 ...; side ``s`` of game ``i`` draws from ``child_seed(root, 2 * i + s)``.
/// ``openings`` are pairs of a position and the moves that follow it; each opening serves a pair of
/// games in turn. ``random_openings`` are the number of moves of a random opening for each pair, and
/// whether a search balances it, as in ``draw_openings``. Without either each pair of games of a game
/// of chance gets a new deal. Native players use ``threads``. ``on_game(played)`` is called
/// with every finished game; ``keep_games`` returns them. ``clock`` has the seconds for a move and for a game, the
/// increment, the nodes for a move and the margin; with it the callable that chooses gets the fields
/// of ``MoveLimits`` as a second argument. With ``sheet`` ``on_game`` is called with lists of finished
/// games instead, each the place of the sheet, the number, the points of the player who began, whether
/// it was forfeited, and its line in a results file; the sheet has what these lines share, as ``tournaments.chunk`` makes it. ``adjudicate`` is the most empty squares at which games are
/// solved. With ``paired_seeds`` both games of a pair have the seeds of the first one.
///
/// Returns moves, results of ``a`` (won, lost, drawn) by side, seconds, forfeits, the number of games
/// that ended by proof, hashes of the different games, pairs, and games. Pairs are their numbers by the points of ``a`` in both games (0, 1/2, 1,
/// 3/2, 2), and the results of ``a`` (1, -1, 0) in a first and a last game whose other game is not
/// part of this match. An exception of a player or a callback ends the match and comes out unchanged.
#[pyfunction]
#[pyo3(
    signature = (
        position, a, b, *, games, root, first = Int(0), openings = Items::default(),
        random_openings = None, threads = None, keep_games = false, on_game = None, progress = None,
        clock = None, adjudicate = None, paired_seeds = false, sheet = None
    ),
    text_signature = "(position, a, b, *, games, root, first=0, openings=(), random_openings=None, threads=None, keep_games=False, on_game=None, progress=None, clock=None, adjudicate=None, paired_seeds=False, sheet=None)"
)]
pub fn play_match<'py>(
    position: &Bound<'py, Position>,
    a: Side<'py>,
    b: Side<'py>,
    games: Int,
    root: Root,
    first: Int,
    openings: Items<GivenOpening<'py>>,
    random_openings: Option<(Int, bool)>,
    threads: Option<Int>,
    keep_games: bool,
    on_game: Option<OnGame>,
    progress: Option<Progress>,
    clock: Option<GivenClock>,
    adjudicate: Option<Int>,
    paired_seeds: bool,
    sheet: Option<GivenSheet>,
) -> Result<Outcome> {
    let (py, started) = (position.py(), Instant::now());
    let game = position.get().game();
    let (first, games) = numbers(first, games)?;
    let openings = match random_openings {
        Some((plies, balanced)) => AnyOpenings::Random(random(plies, balanced)?),
        None => given(openings)?,
    };
    let clock = clock.map(self::clock).transpose()?;
    let adjudicate = max_empties(adjudicate)?;
    let raised = Raised::default();
    let is_native = matches!((&a, &b), (Side::Native(_), Side::Native(_)));
    let is_told = on_game.is_some();
    let collector = Collector::new(position, on_game, keep_games, &raised);
    let sheet = sheet.map(Sheet::from);
    let threads = if is_native { arguments::threads(threads)? } else { 1 };
    let play = |players: [AnySide<'_>; 2], control: &Control<'_>| {
        let sink = |game| collector.take(game, sheet.as_ref(), !is_native, control);
        let sink = (keep_games || is_told).then_some(&sink as &core::matches::Sink<'_>);
        let plan =
            Match { first, games, root: root.0, threads, sink, clock, adjudicate, paired_seeds };
        game.many().play_match(players, &openings, &plan, control)
    };
    let played = if let (Side::Native(a), Side::Native(b)) = (&a, &b) {
        let progress =
            if is_told { Some(handing_out(py, collector.clone(), progress)?) } else { progress };
        long_call(py, progress, |control| play([AnySide::Spec(a), AnySide::Spec(b)], control))
    } else {
        let sides = [&a, &b].map(|side| any_side(position, side, &raised));
        let [a, b] = sides;
        let players = [a?, b?];
        let work = |control: &Control<'_>| play(players, control);
        let run = || run_attached(progress.as_ref(), &raised, work).map_err(Raise::from);
        // The solver does not need the interpreter, and solves may be long.
        if adjudicate.is_some() { py.detach(run) } else { run() }
    };
    if let Some(error) = lock(&raised.0).take() {
        return Err(error.into());
    }
    let counts = played?;
    collector.hand_out(py)?;
    let forfeits = counts.forfeits.into_iter();
    let forfeits = forfeits.map(|forfeit| (forfeit.game, forfeit.loser, forfeit.reason)).collect();
    let seconds = started.elapsed().as_secs_f64();
    let [first, last] = counts.halves.map(|half| half.map(number));
    let pairs = (counts.pairs, (first, last));
    let games = collector.games(py);
    let (plies, proven) = (counts.plies, counts.adjudicated);
    Ok((plies, counts.results, seconds, forfeits, proven, counts.hashes, pairs, games))
}

/// Plays the matches that ``queue`` yields, one after the other on the same ``threads``: a
/// thread that finds no game left in a match begins the next one while the others end theirs.
///
/// A match is ``(a, b, games, root, first, openings, sheet)``: the specs of two native players, and
/// arguments of ``play_match``. Both games of a pair have the seeds of the first one. The iterable
/// ``queue`` is asked by one thread at a time, but not always the same; it yields None, a few
/// milliseconds after it is asked, while the next match is not ready. ``on_lines`` is called on this
/// thread with lists of finished games, as ``on_game`` of ``play_match`` with a sheet.
#[pyfunction]
#[pyo3(
    signature = (
        position, queue, *, on_lines, threads = None, progress = None, clock = None,
        adjudicate = None
    ),
    text_signature = "(position, queue, *, on_lines, threads=None, progress=None, clock=None, adjudicate=None)"
)]
pub fn play_queue(
    position: &Bound<'_, Position>,
    queue: &Bound<'_, PyAny>,
    on_lines: OnGame,
    threads: Option<Int>,
    progress: Option<Progress>,
    clock: Option<GivenClock>,
    adjudicate: Option<Int>,
) -> Result<()> {
    let py = position.py();
    let clock = clock.map(self::clock).transpose()?;
    let adjudicate = max_empties(adjudicate)?;
    let threads = arguments::threads(threads)?;
    let raised = Raised::default();
    let collector = Collector::new(position, Some(on_lines), false, &raised);
    let game = position.get().game();
    let iterator = queue.try_iter()?.unbind();
    let progress = handing_out(py, collector.clone(), progress)?;
    let played = long_call(py, Some(progress), |control| {
        let queued = |(a, b, games, root, first, openings, sheet): GivenMatch<'_>| {
            let (first, games) = numbers(first, games)?;
            let (collector, sheet) = (collector.clone(), Sheet::from(sheet));
            Ok::<_, Raise>(Queued {
                specs: [a, b],
                openings: given(openings)?,
                plan: Match {
                    first,
                    clock,
                    adjudicate,
                    paired_seeds: true,
                    ..Match::new(games, root.0)
                },
                sink: Box::new(move |game| collector.take(game, Some(&sheet), false, control)),
            })
        };
        let next = |py: Python<'_>| match iterator.bind(py).clone().next().transpose()? {
            None => Ok(Poll::Ready(None)),
            Some(none) if none.is_none() => Ok(Poll::Pending),
            Some(one) => Ok(Poll::Ready(Some(queued(one.extract()?)?))),
        };
        game.many().play_queue(&|| raised.keep(Python::attach(next)), threads, control)
    });
    if let Some(error) = lock(&raised.0).take() {
        return Err(error.into());
    }
    played?;
    Ok(collector.hand_out(py)?)
}

/// The random openings of ``pairs`` pairs of games, the first of which has the number ``first``.
///
/// Opening ``i`` is a pure function of ``position``, ``plies``, ``balanced`` and the child ``i`` of
/// ``root`` for openings: uniform random moves, drawn again until the game is not over and, with
/// ``balanced``, a quick search finds the position about even. Returns the moves of each.
/// ``progress(done, total)`` counts openings.
///
/// >>> import bitgames as bg
/// >>> bg._core.draw_openings(bg.Othello(), plies=2, pairs=1, root=1)
/// [[c4, c3]]
#[pyfunction]
#[pyo3(
    signature = (position, *, plies, pairs, root, first = Int(0), balanced = true, progress = None),
    text_signature = "(position, *, plies, pairs, root, first=0, balanced=True, progress=None)"
)]
pub fn draw_openings(
    position: &Bound<'_, Position>,
    plies: Int,
    pairs: Int,
    root: Root,
    first: Int,
    balanced: bool,
    progress: Option<Progress>,
) -> Result<Vec<Vec<Py<Move>>>> {
    const MAX: u64 = 1 << 53;
    let py = position.py();
    let rule = random(plies, balanced)?;
    let pairs = pairs.within("pairs", 0, 1 << 24)?;
    let first = first.within("first", 0, MAX)?;
    let game = position.get().game();
    let drawn = long_call(py, progress, |control| {
        game.many().draw_openings(&rule, root.0, first..first + pairs, control)
    })?;
    let shared = position.get().shared();
    Ok(drawn.iter().map(|moves| shared.list(py, moves)).collect())
}

/// Numbers of a first game, and of games.
fn numbers(first: Int, games: Int) -> Result<(u64, u64)> {
    const MAX: u64 = 1 << 53;
    let games = games.within("games", 1, MAX)?;
    Ok((first.within("first_game", 0, MAX - games)?, games))
}

fn max_empties(adjudicate: Option<Int>) -> Result<Option<usize>> {
    let most = adjudicate.map(|most| most.within("adjudicate", 1, 1 << 16)).transpose()?;
    Ok(most.map(|most| most as usize))
}

fn given(openings: Items<GivenOpening<'_>>) -> Result<AnyOpenings> {
    let openings =
        openings.checked("openings")?.into_iter().map(|(start, moves)| opening(start.get(), moves));
    let openings = openings.collect::<Result<Vec<_>>>()?;
    Ok(if openings.is_empty() { AnyOpenings::Start } else { AnyOpenings::Given(openings) })
}

fn random(plies: Int, balanced: bool) -> Result<RandomOpenings> {
    let plies = plies.within("plies", 1, MAX_PLIES as u64)? as usize;
    Ok(RandomOpenings { plies, balanced })
}

fn opening(start: &Position, moves: Items<Bound<'_, Move>>) -> Result<AnyOpening> {
    let moves = moves.checked("moves")?.into_iter().map(|m| start.resolve(MoveLike::Move(m)));
    let moves = moves.collect::<Result<Vec<_>>>()?;
    Ok(AnyOpening { start: start.game().boxed_clone(), moves })
}

/// A side of a match that runs attached.
fn any_side<'a>(
    position: &Bound<'_, Position>,
    side: &'a Side<'_>,
    raised: &Raised,
) -> Result<AnySide<'a>> {
    let py = position.py();
    match side {
        Side::Native(spec) => {
            let agent = position.get().game().agent(spec)?;
            Ok(if agent.remembers() {
                AnySide::External(Box::new(Detached(agent)))
            } else {
                AnySide::Spec(spec)
            })
        }
        Side::Python(choose, start, sees) => {
            let sees = match sees.as_str() {
                "position" => Sees::Position,
                "record" => {
                    let record = py.import("bitgames.record")?.getattr("Record")?;
                    Sees::Record(record.unbind())
                }
                "view" => Sees::View,
                other => {
                    let allowed = "\"position\", \"record\" or \"view\"";
                    return Err(Error::parameter("sees", allowed, other).into());
                }
            };
            let player = PythonPlayer {
                choose: choose.clone().unbind(),
                start: start.as_ref().map(|start| start.clone().unbind()),
                sees,
                board: position.clone().unbind(),
                raised: raised.clone(),
            };
            Ok(AnySide::External(Box::new(player)))
        }
    }
}
