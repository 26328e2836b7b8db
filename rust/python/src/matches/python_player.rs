//! Players written in Python, and native ones among them, behind the face of the referee.

use std::sync::{Arc, Mutex};

use bitgames_core::any::{AnyAgent, AnyContext, AnyGame};
use bitgames_core::control::{Allowance, Control};
use bitgames_core::players::Insight;
use bitgames_core::rng::Rng;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::error::{ForfeitError, Raise};
use crate::exclusive::lock;
use crate::moves::MoveLike;
use crate::position::Position;
use crate::typed::AnyPosition;
use crate::view::View;

/// What a player may use for a move, as `MoveLimits` in Python: seconds, nodes, its own and its
/// opponent's time left, increment, margin.
type MoveLimits = (Option<f64>, Option<u64>, Option<f64>, Option<f64>, f64, f64);

/// The first exception of a match, which ends it.
#[derive(Clone, Default)]
pub(super) struct Raised(pub(super) Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Keeps an exception for the caller of the match, and stops the match.
    pub(super) fn keep<T>(&self, result: PyResult<T>) -> core::Result<T> {
        result.map_err(|error| {
            lock(&self.0).get_or_insert(error);
            Error::Interrupted
        })
    }
}

/// The argument that a player written in Python gets.
pub(super) enum Sees {
    Position,
    Record(Py<PyAny>),
    View,
}

/// A player written in Python.
pub(super) struct PythonPlayer {
    pub(super) choose: Py<PyAny>,
    pub(super) start: Option<Py<PyAny>>,
    pub(super) sees: Sees,
    /// A position on the board of the match, which makes the objects of others.
    pub(super) board: Py<Position>,
    pub(super) raised: Raised,
}

/// The answer of a player: a move, or a fault that loses the game.
type Answer = std::result::Result<core::Move, String>;

impl PythonPlayer {
    /// The argument of the player's callable.
    fn shown<'py>(&self, py: Python<'py>, at: AnyContext<'_>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.board.get();
        let own = |game: &dyn AnyGame| board.sibling::<AnyPosition>(py, game.boxed_clone());
        match &self.sees {
            Sees::Position => Ok(own(at.position)?.into_inner()),
            Sees::View => {
                let position = board.same_board(at.position.boxed_clone());
                Ok(View::object(py, &position, at.position.turn())?.into_bound(py))
            }
            Sees::Record(record) => {
                record.bind(py).call1((own(at.start)?, board.shared().list(py, at.moves)))
            }
        }
    }

    fn ask(
        &self,
        py: Python<'_>,
        at: AnyContext<'_>,
        allowance: Option<&Allowance>,
    ) -> PyResult<Answer> {
        let (choose, shown) = (self.choose.bind(py), self.shown(py, at)?);
        let answer = match allowance {
            None => choose.call1((shown,)),
            Some(allowance) => choose.call1((shown, limits(allowance))),
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) if error.is_instance_of::<ForfeitError>(py) => {
                return Ok(Err(error.value(py).to_string()));
            }
            Err(error) => return Err(error),
        };
        let refused = |raise: Raise| PyErr::from(raise).value(py).to_string();
        let m = answer.extract::<MoveLike<'_>>().map_err(Raise::from);
        let m = match m.and_then(|m| self.board.get().resolve_in(at.position, m)) {
            Ok(m) => m,
            Err(raise) => return Ok(Err(refused(raise))),
        };
        if at.position.is_legal(m) {
            return Ok(Ok(m));
        }
        let error = at.position.play(m).err();
        Ok(Err(error.map_or_else(String::new, |error| refused(error.into()))))
    }
}

fn limits(allowance: &Allowance) -> MoveLimits {
    let [own, other] = match allowance.left {
        Some(left) => left.map(|left| Some(left.as_secs_f64())),
        None => [None; 2],
    };
    let [increment, margin] =
        [allowance.increment, allowance.margin].map(|time| time.as_secs_f64());
    let time = allowance.time.map(|time| time.as_secs_f64());
    (time, allowance.nodes, own, other, increment, margin)
}

impl AnyAgent for PythonPlayer {
    fn plays(&self, _: &dyn AnyGame) -> bool {
        true
    }

    fn start_game(&mut self, seed: u64) -> core::Result<()> {
        let Some(start) = &self.start else { return Ok(()) };
        self.raised.keep(Python::attach(|py| start.call1(py, (seed,)).map(drop)))
    }

    fn choose(
        &mut self,
        at: AnyContext<'_>,
        _: &mut Rng,
        control: &Control<'_>,
    ) -> core::Result<core::Move> {
        let asked = Python::attach(|py| self.ask(py, at, control.allowance()));
        let answer = self.raised.keep(asked)?;
        answer.map_err(|reason| Error::Forfeit { reason })
    }

    fn insight(&mut self, _: AnyContext<'_>, _: &Control<'_>) -> core::Result<Insight> {
        Ok(Insight::Move)
    }
}

/// A native player with long thinking times, in a match that runs attached.
pub(super) struct Detached(pub(super) Box<dyn AnyAgent>);

impl AnyAgent for Detached {
    fn plays(&self, position: &dyn AnyGame) -> bool {
        self.0.plays(position)
    }

    fn start_game(&mut self, seed: u64) -> core::Result<()> {
        self.0.start_game(seed)
    }

    fn choose(
        &mut self,
        at: AnyContext<'_>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> core::Result<core::Move> {
        Python::attach(|py| py.detach(|| self.0.choose(at, rng, control)))
    }

    fn insight(&mut self, at: AnyContext<'_>, control: &Control<'_>) -> core::Result<Insight> {
        self.0.insight(at, control)
    }
}
