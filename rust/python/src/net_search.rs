//! A tree search that asks a network in Python: the loop over a pool of one tree.

use std::time::{Duration, Instant};

use bitgames_core::any::AnyGame;
use bitgames_core::search::mcts::{MctsResult as Found, PoolOptions};
use bitgames_core::{self as core, Error};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::callbacks::Stop;
use crate::error::{CancelledError, Result};
use crate::exclusive::Exclusive;
use crate::long_call::Hooks;
use crate::pool::{MctsPool, TICK};

/// A search with a network.
pub struct NetSearch {
    evaluate: Py<PyAny>,
    state: Exclusive<State>,
}

struct State {
    pool: MctsPool,
    root: Box<dyn AnyGame>,
}

pub struct Run {
    /// Simulations at most.
    pub simulations: usize,
    /// Time at most.
    pub time: Option<Duration>,
    /// Positions that the network sees at a time.
    pub leaves: usize,
}

impl NetSearch {
    /// A search of a position that calls `evaluate(planes, mask)`.
    pub fn new(
        py: Python<'_>,
        position: &dyn AnyGame,
        evaluate: Py<PyAny>,
        options: PoolOptions,
    ) -> Result<Self> {
        if position.is_over() {
            return Err(Error::Unsupported {
                what: "a tree search".into(),
                game: position.spec(),
                reason: "the game is over".into(),
            }
            .into());
        }
        let pool = MctsPool::of(py, position, &[position], options, false)?;
        let state = State { pool, root: position.boxed_clone() };
        Ok(NetSearch { evaluate, state: Exclusive::new("a tree search", state) })
    }

    /// The position at the root.
    pub fn root(&self, py: Python<'_>) -> Result<Box<dyn AnyGame>> {
        Ok(self.state.lock(py)?.root.boxed_clone())
    }

    /// Searches, and returns what the tree knows then.
    pub fn run(&self, py: Python<'_>, run: &Run, hooks: &Hooks) -> Result<Found> {
        let mut state = self.state.lock(py)?;
        let begin = Instant::now();
        if state.root.is_over() {
            return Ok(over(state.root.as_ref()));
        }
        state.pool.again(py, run.simulations, run.leaves)?;
        let looped = self.pull(py, &state.pool, run, hooks, begin);
        // A result needs the root's evaluation.
        let found = state.pool.with(py, |pool| pool.searches().result_of(0));
        let stopped = match looped {
            Ok(stopped) => stopped,
            Err(raise)
                if hooks.partial && raise.error().is_instance_of::<PyKeyboardInterrupt>(py) =>
            {
                return found.map_err(|_| raise).map(|found| timed(found, begin));
            }
            Err(raise) => return Err(raise),
        };
        match found {
            Ok(found) => Ok(timed(found, begin)),
            Err(_) if stopped => {
                Err(CancelledError::new_err("stopped before there was a result").into())
            }
            Err(raise) => Err(raise),
        }
    }

    /// The loop: true if it was stopped.
    fn pull(
        &self,
        py: Python<'_>,
        pool: &MctsPool,
        run: &Run,
        hooks: &Hooks,
        begin: Instant,
    ) -> Result<bool> {
        let mut next_tick = TICK;
        let report = || {
            let (done, total) = pool.with(py, |pool| Ok(pool.searches().progress()))?;
            Result::Ok(hooks.report(py, done, total)?)
        };
        let deadline = run.time.and_then(|time| begin.checked_add(time));
        let stop = hooks.stop.as_ref().map(|stop| Stop(stop.0.clone_ref(py)));
        let inner = Hooks { stop, ..Hooks::default() };
        loop {
            match pool.search(py, &inner, deadline) {
                Ok(true) => break,
                Err(raise) if raise.error().is_instance_of::<CancelledError>(py) => {
                    return Ok(true);
                }
                searched => drop(searched?),
            }
            py.check_signals()?;
            let elapsed = begin.elapsed();
            if elapsed >= next_tick {
                next_tick = elapsed + TICK;
                report()?;
                if let Some(stop) = &hooks.stop
                    && stop.0.call0(py)?.is_truthy(py)?
                {
                    return Ok(true);
                }
            }
            // The root is always evaluated, so that there is a result.
            let has_root = pool.with(py, |pool| Ok(pool.searches().has_visits(0)))?;
            if has_root && run.time.is_some_and(|most| elapsed >= most) {
                break;
            }
            pool.ask(py, self.evaluate.bind(py))?;
        }
        report()?;
        Ok(false)
    }

    /// Plays a move at the root; true if its subtree has simulations, which are kept.
    pub fn advance(&self, py: Python<'_>, m: core::Move) -> Result<bool> {
        let mut state = self.state.lock(py)?;
        let root = state.root.play(m)?;
        let kept = state.pool.with(py, |pool| {
            // What waits, after a run that was stopped, is forgotten.
            pool.searches_mut().forget_waiting();
            pool.play(&[m])?;
            Ok(pool.searches().has_visits(0))
        })?;
        state.root = root;
        Ok(kept)
    }
}

fn timed(found: Found, begin: Instant) -> Found {
    Found { time: begin.elapsed(), ..found }
}

/// The result of a search where the game is over.
fn over(root: &dyn AnyGame) -> Found {
    let value = root.outcome().map_or(0.0, |outcome| outcome.returns(root.turn()));
    Found {
        best_move: None,
        value,
        bounds: (value as i8, value as i8),
        pv: Vec::new(),
        moves: Vec::new(),
        visits: 0,
        simulations: 0,
        nodes: 1,
        time: Duration::ZERO,
    }
}
