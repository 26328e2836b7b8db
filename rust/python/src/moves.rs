//! Moves: one object per move and board, made once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use bitgames_core::any::AnyGame;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;

use crate::arguments::{Int, Text};
use crate::error::Result;
use crate::games::{self, Wrap};
use crate::typed::{Reduced, Typed, reduced};

/// A move: an index, with text for people.
///
/// ``int(move)`` is the index, ``str(move)`` the notation. Moves compare and hash by index, so they
/// also equal that integer; they are made by positions and by ``Position.parse_move``.
///
/// >>> import bitgames as bg
/// >>> move = bg.TicTacToe().parse_move("b2")
/// >>> int(move), str(move), move == 4
/// (4, 'b2', True)
#[pyclass(frozen, module = "bitgames")]
pub struct Move {
    pub(crate) index: u16,
    pub(crate) text: String,
    game: Arc<str>,
}

#[pymethods]
impl Move {
    /// The move `index` of the game `game`, a spec.
    #[new]
    fn new(game: Text, index: Int) -> Result<Self> {
        if game.0 == CARDS_OF_ENDINGS {
            let index = index.within("index", 0, 2 * core::ending::MAX_CARDS as u64 - 1)? as u16;
            return Ok(Move { index, text: index.to_string(), game: game.0.into() });
        }
        let start = core::games::start(&game.0)?;
        let last = start.num_moves() as u64 - 1;
        let index = index.within("index", 0, last)? as u16;
        let text = start.move_text(core::Move(index));
        Ok(Move { index, text, game: start.spec().into() })
    }

    fn __int__(&self) -> u16 {
        self.index
    }

    fn __index__(&self) -> u16 {
        self.index
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> &str {
        &self.text
    }

    fn __hash__(&self) -> isize {
        self.index as isize
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Move>() {
            return self.index == other.get().index;
        }
        other.extract::<i64>().is_ok_and(|index| index == i64::from(self.index))
    }

    fn __lt__(&self, other: &Self) -> bool {
        self.index < other.index
    }

    fn __le__(&self, other: &Self) -> bool {
        self.index <= other.index
    }

    fn __gt__(&self, other: &Self) -> bool {
        self.index > other.index
    }

    fn __ge__(&self, other: &Self) -> bool {
        self.index >= other.index
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        reduced(py.get_type::<Move>().into_any(), (self.game.as_ref(), self.index))
    }
}

/// The name under which cards of endings go as moves; no game has it.
const CARDS_OF_ENDINGS: &str = "ending";

/// What all positions of one board share: its moves, and how its positions become Python objects.
pub struct Shared {
    pub(crate) moves: Vec<Py<Move>>,
    pub(crate) wrap: Wrap,
}

impl Shared {
    /// The shared part for the board of `position`, made at the first call and kept for good: there
    /// are some hundred boards at most, and a plain reference costs a new position nothing.
    pub fn of(py: Python<'_>, position: &dyn AnyGame) -> PyResult<&'static Shared> {
        static BOARDS: LazyLock<Mutex<HashMap<String, &'static Shared>>> =
            LazyLock::new(Mutex::default);
        let spec = position.spec();
        let known = || BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = known().get(&spec) {
            return Ok(shared);
        }
        // Made outside the lock: making objects may run other Python code.
        let game: Arc<str> = spec.as_str().into();
        let moves = (0..position.num_moves() as u16).map(|index| {
            let text = position.move_text(core::Move(index));
            Py::new(py, Move { index, text, game: game.clone() })
        });
        let moves = moves.collect::<PyResult<_>>()?;
        let wrap = games::wrap(position.facts().name);
        Ok(known().entry(spec).or_insert_with(|| Box::leak(Box::new(Shared { moves, wrap }))))
    }

    /// The cards of endings as moves, made at the first call.
    pub fn cards(py: Python<'_>) -> PyResult<&'static Shared> {
        static CARDS: OnceLock<Shared> = OnceLock::new();
        if let Some(cards) = CARDS.get() {
            return Ok(cards);
        }
        let game: Arc<str> = CARDS_OF_ENDINGS.into();
        let moves = (0..2 * core::ending::MAX_CARDS as u16)
            .map(|index| Py::new(py, Move { index, text: index.to_string(), game: game.clone() }));
        let moves = moves.collect::<PyResult<_>>()?;
        Ok(CARDS.get_or_init(|| Shared { moves, wrap: games::wrap(CARDS_OF_ENDINGS) }))
    }

    /// The object of a move of this board.
    pub fn get(&self, py: Python<'_>, m: core::Move) -> Py<Move> {
        self.moves[m.index()].clone_ref(py)
    }

    /// The objects of several moves.
    pub fn list(&self, py: Python<'_>, moves: &[core::Move]) -> Vec<Py<Move>> {
        moves.iter().map(|&m| self.get(py, m)).collect()
    }
}

/// The move of this board that an object of some board means, or why it means none.
pub fn same_board(
    shared: &Shared,
    position: &dyn AnyGame,
    m: &Bound<'_, Move>,
) -> Result<core::Move> {
    let given = m.get();
    let ours = shared.moves.get(usize::from(given.index));
    match ours {
        Some(ours) if ours.is(m) || ours.get().text == given.text => Ok(core::Move(given.index)),
        _ => Err(Error::IllegalMove {
            text: given.text.clone(),
            position: position.view(position.turn()),
            reason: format!("it is a move of {}, not of {}", given.game, position.spec()),
        }
        .into()),
    }
}
