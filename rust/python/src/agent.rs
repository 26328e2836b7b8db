//! Native players as Python objects.

use std::sync::{Mutex, PoisonError};

use bitgames_core::any::{AnyAgent, AnyGame};
use bitgames_core::control::Control;
use bitgames_core::rng::Rng;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::arguments::{Root, Text};
use crate::error::Result;
use crate::long_call::long_call;
use crate::moves::Move;
use crate::position::Position;
use crate::typed::{Reduced, Typed, reduced};

/// A player written in Rust: ``random``, ``first``, ``perfect``, ``alphabeta:depth=4`` or one of a
/// game's own, such as ``ai14``.
///
/// The behaviour is ``candidates``; ``choose`` takes one of them, each as likely as the other, from
/// the stream of its seed. It plays any game that knows its name, and may be shared by threads.
///
/// >>> import bitgames as bg
/// >>> player = bg.Agent("ai14", seed=7)
/// >>> player.candidates(bg.TicTacToe())
/// [b2]
#[pyclass(frozen, module = "bitgames")]
pub struct Agent {
    spec: String,
    seed: u128,
    state: Mutex<State>,
}

struct State {
    rng: Rng,
    agent: Option<Box<dyn AnyAgent>>,
}

impl State {
    /// The player for the game that `position` belongs to; made when the game changes.
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
        position: &Position,
        question: impl FnOnce(&mut dyn AnyAgent, &mut Rng, &Control<'_>) -> core::Result<T> + Send,
    ) -> Result<T> {
        let game = position.game();
        long_call(py, None, |control| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let mut rng = state.rng.clone();
            let answer = question(state.agent(&self.spec, game)?, &mut rng, control);
            state.rng = rng;
            answer
        })
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
        let state = Mutex::new(State { rng: Rng::child(seed.0, 0), agent: None });
        Ok(Agent { spec, seed: seed.0, state })
    }

    /// The spec it was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The same under the name that Python players have.
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

    /// A move in an unfinished position.
    fn choose(&self, py: Python<'_>, position: &Bound<'_, Position>) -> Result<Py<Move>> {
        let position = position.get();
        let game = position.game();
        let m = self.ask(py, position, |agent, rng, control| agent.choose(game, rng, control))?;
        Ok(position.shared().get(py, m))
    }

    /// The moves it chooses among uniformly, in index order.
    fn candidates(&self, py: Python<'_>, position: &Bound<'_, Position>) -> Result<Vec<Py<Move>>> {
        let position = position.get();
        let game = position.game();
        let moves = self.ask(py, position, |agent, _, control| agent.candidates(game, control))?;
        Ok(position.shared().list(py, &moves))
    }

    /// Begins a game: the stream of this seed, and no memory of earlier games.
    #[pyo3(signature = (seed = None))]
    fn start_game(&self, py: Python<'_>, seed: Option<Root>) -> Result<()> {
        let seed = Root::or_fresh(py, seed)?.stream();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.rng = Rng::new(seed);
        if let Some(agent) = &mut state.agent {
            agent.start_game();
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
