//! Native players as Python objects.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bitgames_core::any::{AnyAgent, AnyContext, AnyGame};
use bitgames_core::control::Control;
use bitgames_core::players::Insight;
use bitgames_core::rng::Rng;
use bitgames_core::{self as core, Error};
use pyo3::Borrowed;
use pyo3::prelude::*;
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_union};

use crate::arguments::{Items, Root, Text};
use crate::callbacks::{Progress, Stop};
use crate::error::{Raise, Result, wrong_type};
use crate::exclusive::Exclusive;
use crate::long_call::{Hooks, long_call_with};
use crate::moves::Move;
use crate::position::Position;
use crate::typed::{Reduced, Typed, reduced};
use crate::view::View;

/// A player written in Rust: ``random``, ``first``, ``perfect``, ``alphabeta:depth=4`` or one of a
/// game's own, such as ``ai14``.
///
/// It plays every game that has a player of this name. Threads may share an agent: it answers one
/// call at a time, and other calls wait.
///
/// >>> import bitgames as bg
/// >>> player = bg.Agent("ai14", seed=7)
/// >>> player.candidates(bg.TicTacToe())
/// [b2]
#[pyclass(frozen, module = "bitgames")]
pub struct Agent {
    /// The spec it was made from.
    #[pyo3(get)]
    spec: String,
    seed: u128,
    state: Exclusive<State>,
    depth: Arc<AtomicU64>,
}

/// A move, its probability, its value if there is one, and its visits.
type Considered = (Py<Move>, f64, Option<f64>, u64);

struct State {
    rng: Rng,
    agent: Option<Box<dyn AnyAgent>>,
}

impl State {
    /// The player for the game of `position`, made anew when the game changes.
    fn agent(&mut self, spec: &str, position: &dyn AnyGame) -> core::Result<&mut dyn AnyAgent> {
        let agent = match self.agent.take() {
            Some(agent) if agent.plays(position) => agent,
            _ => position.agent(spec)?,
        };
        Ok(self.agent.insert(agent).as_mut())
    }
}

impl Agent {
    /// Runs `question` with the player and its stream, detached.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        at: AnyContext<'_>,
        hooks: &Hooks,
        question: impl FnOnce(&mut dyn AnyAgent, &mut Rng, &Control<'_>) -> core::Result<T> + Send,
    ) -> Result<T> {
        long_call_with(py, hooks, |control, _| {
            let state = &mut *self.state.lock_in(control)?;
            let mut rng = state.rng.clone();
            let answer = question(state.agent(&self.spec, at.position)?, &mut rng, control);
            state.rng = rng;
            answer
        })
    }

    /// What the player tells of a position besides its move.
    fn insight(&self, py: Python<'_>, at: &Asked<'_>) -> Result<Insight> {
        let at = at.at();
        self.ask(py, at, &Hooks::default(), |agent, _, control| agent.insight(at, control))
    }

    fn lacks(&self, what: &str, position: &Position, why: &str) -> Raise {
        let (what, game) = (what.into(), position.game().spec());
        Error::Unsupported { what, game, reason: format!("{} {why}", self.spec) }.into()
    }
}

/// The game so far, as a native player receives it: a position, a view or a record.
pub enum Asked<'py> {
    /// A position without its history.
    Position(Bound<'py, Position>),
    View(Bound<'py, View>),
    /// The start, the moves since and the position.
    Record(Bound<'py, Position>, Vec<core::Move>, Bound<'py, Position>),
}

impl Asked<'_> {
    /// The position to choose in.
    fn position(&self) -> &Position {
        match self {
            Asked::Position(position) | Asked::Record(_, _, position) => position.get(),
            Asked::View(view) => view.get().world(),
        }
    }

    /// The form that the core takes.
    fn at(&self) -> AnyContext<'_> {
        let position = self.position().game();
        match self {
            Asked::Record(start, moves, _) => {
                AnyContext { start: start.get().game(), moves, position }
            }
            Asked::Position(_) | Asked::View(_) => AnyContext::position(position),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Asked<'py> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_union!(
        type_hint_identifier!("bitgames._core", "Position"),
        type_hint_identifier!("bitgames._core", "View"),
        type_hint_identifier!("bitgames.record", "Record")
    );

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Asked::Position(position.to_owned()));
        }
        if let Ok(view) = object.cast::<View>() {
            return Ok(Asked::View(view.to_owned()));
        }
        let record = object.py().import("bitgames.record")?.getattr("Record")?;
        if object.is_instance(&record)? {
            let moves: Items<Bound<'py, Move>> = object.getattr("moves")?.extract()?;
            let moves = moves.checked("moves")?.iter().map(|m| core::Move(m.get().index)).collect();
            let [start, position] = ["start", "position"].map(|name| object.getattr(name));
            return Ok(Asked::Record(start?.cast_into()?, moves, position?.cast_into()?));
        }
        Err(wrong_type("expected a Position, a View or a Record", &object))
    }
}

#[pymethods]
impl Agent {
    /// The player of a spec. The name is checked now. The options, and whether the game has this
    /// player, are checked at the first position, because each game has its own players.
    #[new]
    #[pyo3(signature = (spec, seed = None))]
    fn new(py: Python<'_>, spec: Text, seed: Option<Root>) -> Result<Self> {
        let seed = Root::or_fresh(py, seed)?;
        let spec = spec.0;
        let name = spec.split(':').next().unwrap_or_default();
        let known = core::games::all_agents()?;
        if !known.iter().any(|agent| agent.0 == name) {
            let names: Vec<_> = known.iter().map(|agent| agent.0).collect();
            return Err(Error::UnknownPlayer {
                name: name.into(),
                game: "all games".into(),
                known: names.join(", "),
            }
            .into());
        }
        let state = State { rng: Rng::child(seed.0, 0), agent: None };
        let state = Exclusive::new("a player", state);
        Ok(Agent { spec, seed: seed.0, state, depth: Arc::default() })
    }

    /// The spec, under the name that Python players have.
    #[getter]
    fn name(&self) -> &str {
        &self.spec
    }

    /// The depth in plies that the search of the present or last choice has completed; 0 if there
    /// was none.
    ///
    /// >>> import bitgames as bg
    /// >>> player = bg.Agent("alphabeta:depth=3")
    /// >>> _ = player.choose(bg.Othello())
    /// >>> player.depth
    /// 3
    #[getter]
    fn depth(&self) -> u64 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Checks that this player is defined for the game of ``position``.
    ///
    /// Raises UnknownPlayerError, UnsupportedError or ParameterError.
    fn check(&self, position: &Bound<'_, Position>) -> Result<()> {
        position.get().game().agent(&self.spec)?;
        Ok(())
    }

    /// The player's move in an unfinished game, which is given as a position, a view or a record.
    ///
    /// ``stop()`` is called every 50 ms; once it returns True, CancelledError is raised.
    /// ``progress(done, total)`` is called at the same rate: ``done`` counts positions visited,
    /// ``total`` is the node limit or 0 without a limit.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Agent("perfect", seed=1).choose(bg.Record("tictactoe", ["a1", "a2", "b1", "b2"]))
    /// c1
    #[pyo3(signature = (at, *, stop = None, progress = None))]
    fn choose(
        &self,
        py: Python<'_>,
        at: Asked<'_>,
        stop: Option<Stop>,
        progress: Option<Progress>,
    ) -> Result<Py<Move>> {
        let (position, at) = (at.position(), at.at());
        let choose = |agent: &mut dyn AnyAgent, rng: &mut Rng, control: &Control<'_>| {
            agent.choose(at, rng, control)
        };
        self.depth.store(0, Ordering::Relaxed);
        let depth = Some(Arc::clone(&self.depth));
        let hooks = Hooks { progress, stop, depth, ..Hooks::default() };
        let m = self.ask(py, at, &hooks, choose)?;
        Ok(position.shared().get(py, m))
    }

    /// The moves among which the player chooses uniformly, in index order.
    ///
    /// Raises UnsupportedError for a player that does not choose uniformly.
    fn candidates(&self, py: Python<'_>, at: Asked<'_>) -> Result<Vec<Py<Move>>> {
        let position = at.position();
        match self.insight(py, &at)? {
            Insight::Candidates(moves) => Ok(position.shared().list(py, &moves)),
            Insight::Move | Insight::Policy(_) => {
                Err(self.lacks("a list of candidates", position, "does not choose uniformly"))
            }
        }
    }

    /// What the player thinks of each legal move, in index order: the move, the probability that it is
    /// played, its value in points of the game's score if the player has one, and its visits in a tree
    /// search.
    ///
    /// Raises UnsupportedError for a player that tells no more than its move.
    ///
    /// >>> import bitgames as bg
    /// >>> rows = bg.Agent("mcts:sims=1000", seed=1).policy(bg.position("tictactoe oo./xx./..."))
    /// >>> max(rows, key=lambda row: row[1])[0]
    /// c1
    fn policy(&self, py: Python<'_>, at: Asked<'_>) -> Result<Vec<Considered>> {
        let position = at.position();
        let shared = position.shared();
        match self.insight(py, &at)? {
            Insight::Policy(moves) => {
                let row = |each: &core::players::Considered| {
                    (shared.get(py, each.m), each.probability, each.value, each.visits)
                };
                Ok(moves.iter().map(row).collect())
            }
            Insight::Candidates(moves) => {
                let each = 1.0 / f64::from(moves.len() as u32);
                let share = |m| if moves.contains(&m) { each } else { 0.0 };
                let legal = position.game().legal_moves().into_iter();
                Ok(legal.map(|m| (shared.get(py, m), share(m), None, 0)).collect())
            }
            Insight::Move => Err(self.lacks("a policy", position, "tells no more than its move")),
        }
    }

    /// Whether the player draws no random numbers in the game of ``position``: two such
    /// players repeat their game from the same start. A time limit may still change its moves.
    ///
    /// Raises as ``check``.
    ///
    /// >>> import bitgames as bg
    /// >>> [bg.Agent(spec).is_deterministic(bg.Othello()) for spec in ("alphabeta", "random")]
    /// [True, False]
    fn is_deterministic(&self, position: &Bound<'_, Position>) -> Result<bool> {
        Ok(position.get().game().agent(&self.spec)?.is_deterministic())
    }

    /// Begins a game: sets the random stream to ``seed`` and forgets earlier games.
    #[pyo3(signature = (seed = None))]
    fn start_game(&self, py: Python<'_>, seed: Option<Root>) -> Result<()> {
        let seed = Root::or_fresh(py, seed)?.stream();
        let state = &mut *self.state.lock(py)?;
        state.rng = Rng::new(seed);
        Ok(py.detach(|| state.agent.as_mut().map_or(Ok(()), |agent| agent.start_game(seed)))?)
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?}, seed={})", self.spec, self.seed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        reduced(py.get_type::<Agent>(), (&self.spec, self.seed))
    }
}

/// The native players that only this game has, as far as they play on the board of ``position``:
/// pairs of a name and its rule.
#[pyfunction]
pub fn own_agents(position: &Bound<'_, Position>) -> Vec<(&'static str, &'static str)> {
    position.get().game().own_agents()
}

/// The native players of a game, or of all games for None: pairs of a name and its rule in one
/// line. General players come first.
///
/// >>> import bitgames as bg
/// >>> bg._core.agent_names("tictactoe")[0]
/// ('random', 'any legal move, all with equal chances')
#[pyfunction]
#[pyo3(signature = (game = None))]
pub fn agent_names(game: Option<Text>) -> Result<Vec<(&'static str, &'static str)>> {
    Ok(match game {
        Some(game) => core::games::start(&game.0)?.agents(),
        None => core::games::all_agents()?,
    })
}
