//! Native players as Python objects.

use std::process;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use bitgames_core::any::{AnyAgent, AnyGame};
use bitgames_core::control::Control;
use bitgames_core::rng::Rng;
use bitgames_core::{self as core, Error};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::PyCFunction;
use pyo3::{Borrowed, type_hint_identifier, type_hint_union};

use crate::arguments::{Progress, Root, Stop, Text};
use crate::error::{CancelledError, Result};
use crate::long_call::long_call;
use crate::moves::Move;
use crate::position::Position;
use crate::typed::{Reduced, Typed, reduced};
use crate::view::View;

/// A player written in Rust: ``random``, ``first``, ``perfect``, ``alphabeta:depth=4`` or one of a
/// game's own, such as ``ai14``.
///
/// It plays every game that has a player of this name. Threads may share it: one call at a time is
/// answered, the others wait. A child process that ``os.fork`` made while a thread was inside begins
/// with the seed again.
///
/// >>> import bitgames as bg
/// >>> player = bg.Agent("ai14", seed=7)
/// >>> player.candidates(bg.TicTacToe())
/// [b2]
#[pyclass(frozen, module = "bitgames")]
pub struct Agent {
    spec: String,
    seed: u128,
    /// Locked for a few instructions only, and only while attached to the interpreter: a process
    /// cannot fork meanwhile.
    desk: Mutex<Desk>,
}

/// Where the state lies while nobody uses it.
struct Desk {
    state: Option<State>,
    /// Process and thread that took the state last.
    holder: (u32, ThreadId),
}

struct State {
    rng: Rng,
    agent: Option<Box<dyn AnyAgent>>,
}

impl State {
    fn new(seed: u128) -> Self {
        State { rng: Rng::child(seed, 0), agent: None }
    }

    /// The player for the game that `position` belongs to; made when the game changes.
    fn agent(&mut self, spec: &str, position: &dyn AnyGame) -> core::Result<&mut dyn AnyAgent> {
        let agent = match self.agent.take() {
            Some(agent) if agent.plays(position) => agent,
            _ => position.agent(spec)?,
        };
        Ok(self.agent.insert(agent).as_mut())
    }
}

/// The state in use; it goes back to its desk when this is dropped, after a panic as a new one.
struct InUse<'a> {
    agent: &'a Agent,
    state: Option<State>,
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        let state = self.state.take().unwrap_or_else(|| State::new(self.agent.seed));
        self.agent.desk.lock().unwrap_or_else(PoisonError::into_inner).state = Some(state);
    }
}

impl Agent {
    /// Takes the state, if it lies on the desk. In a child process a state that a thread of the
    /// parent holds never comes back: the child gets a new one.
    fn try_take(&self) -> PyResult<Option<State>> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let me = (process::id(), thread::current().id());
        if desk.state.is_none() && desk.holder == me {
            let text =
                format!("the player {:?} is asked while it answers, by the same thread", self.spec);
            return Err(PyRuntimeError::new_err(text));
        }
        let is_lost = desk.state.is_none() && desk.holder.0 != me.0;
        let state = if is_lost { Some(State::new(self.seed)) } else { desk.state.take() };
        if state.is_some() {
            desk.holder = me;
        }
        Ok(state)
    }

    /// Waits for the state, detached and with an eye on signals and on `stop`.
    fn take(&self, py: Python<'_>, stop: Option<&Stop>) -> PyResult<InUse<'_>> {
        const LONGEST: Duration = Duration::from_millis(5);
        let mut pause = Duration::from_micros(20);
        loop {
            if let Some(state) = self.try_take()? {
                return Ok(InUse { agent: self, state: Some(state) });
            }
            py.detach(|| thread::sleep(pause));
            pause = LONGEST.min(2 * pause);
            py.check_signals()?;
            if let Some(stop) = stop {
                self.check_stop(py, stop)?;
            }
        }
    }

    fn check_stop(&self, py: Python<'_>, stop: &Stop) -> PyResult<()> {
        if stop.0.call0(py)?.is_truthy(py)? {
            return Err(cancelled(&self.spec));
        }
        Ok(())
    }

    /// Runs `question` with the player and its stream, detached.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        game: &dyn AnyGame,
        stop: Option<Stop>,
        progress: Option<Progress>,
        question: impl FnOnce(&mut dyn AnyAgent, &mut Rng, &Control<'_>) -> core::Result<T> + Send,
    ) -> Result<T> {
        let mut in_use = self.take(py, stop.as_ref())?;
        let progress = match stop {
            None => progress,
            Some(stop) => Some(stopping(py, self.spec.clone(), stop, progress)?),
        };
        let slot = &mut in_use.state;
        long_call(py, progress, |control| {
            let mut state = slot.take().unwrap_or_else(|| State::new(self.seed));
            let mut rng = state.rng.clone();
            let answer =
                state.agent(&self.spec, game).and_then(|agent| question(agent, &mut rng, control));
            state.rng = rng;
            *slot = Some(state);
            answer
        })
    }
}

fn cancelled(spec: &str) -> PyErr {
    CancelledError::new_err(format!("the choice of {spec} was cancelled"))
}

/// A progress callback that asks `stop` first.
fn stopping(
    py: Python<'_>,
    spec: String,
    stop: Stop,
    progress: Option<Progress>,
) -> PyResult<Progress> {
    let check = PyCFunction::new_closure(py, None, None, move |arguments, _| {
        let py = arguments.py();
        if stop.0.call0(py)?.is_truthy(py)? {
            return Err(cancelled(&spec));
        }
        progress.as_ref().map_or(Ok(()), |progress| progress.0.call1(py, arguments).map(drop))
    })?;
    Ok(Progress(check.into_any().unbind()))
}

/// The game so far, as a native player is asked about it: a position, a view or a record.
pub enum Asked<'py> {
    /// A position, whose past does not count.
    Position(Bound<'py, Position>),
    /// What a seat may know.
    View(Bound<'py, View>),
}

impl Asked<'_> {
    /// The position to choose in.
    fn position(&self) -> &Position {
        match self {
            Asked::Position(position) => position.get(),
            Asked::View(view) => view.get().world(),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Asked<'py> {
    type Error = PyErr;
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
        let position = object.getattr_opt("position")?;
        if let Some(Ok(position)) = position.map(|position| position.cast_into::<Position>()) {
            return Ok(Asked::Position(position));
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a Position, a View or a Record, not {class}")))
    }
}

#[pymethods]
impl Agent {
    /// The player of a spec. That some game has its name is checked at once, that the game at hand
    /// has it and that its options are right at the first position: each game has its own players.
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
        let holder = (process::id(), thread::current().id());
        let desk = Mutex::new(Desk { state: Some(State::new(seed.0)), holder });
        Ok(Agent { spec, seed: seed.0, desk })
    }

    /// The spec it was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The spec, under the name that Python players have.
    #[getter]
    fn name(&self) -> &str {
        &self.spec
    }

    /// Checks that this player is defined for the game of ``position``.
    ///
    /// Raises UnknownPlayerError, UnsupportedError or ParameterError.
    fn check(&self, position: &Bound<'_, Position>) -> Result<()> {
        position.get().game().agent(&self.spec)?;
        Ok(())
    }

    /// A move in an unfinished game, given as a position, a view or a record.
    ///
    /// ``stop()`` is called every 50 ms; once it returns True, CancelledError is raised.
    /// ``progress(done, total)`` is called as often, with the positions visited and the node limit, 0
    /// where there is none.
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
        let position = at.position();
        let game = position.game();
        let choose = |agent: &mut dyn AnyAgent, rng: &mut Rng, control: &Control<'_>| {
            agent.choose(game, rng, control)
        };
        let m = self.ask(py, game, stop, progress, choose)?;
        Ok(position.shared().get(py, m))
    }

    /// The moves that it chooses with equal chances, in index order.
    fn candidates(&self, py: Python<'_>, at: Asked<'_>) -> Result<Vec<Py<Move>>> {
        let position = at.position();
        let game = position.game();
        let moves =
            self.ask(py, game, None, None, |agent, _, control| agent.candidates(game, control))?;
        Ok(position.shared().list(py, &moves))
    }

    /// Begins a game: the stream of this seed, and no memory of earlier games.
    #[pyo3(signature = (seed = None))]
    fn start_game(&self, py: Python<'_>, seed: Option<Root>) -> Result<()> {
        let seed = Root::or_fresh(py, seed)?.stream();
        let mut in_use = self.take(py, None)?;
        if let Some(state) = &mut in_use.state {
            state.rng = Rng::new(seed);
            if let Some(agent) = &mut state.agent {
                agent.start_game();
            }
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?}, seed={})", self.spec, self.seed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        reduced(py.get_type::<Agent>().into_any(), (&self.spec, self.seed))
    }
}
