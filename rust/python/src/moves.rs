//! Moves: one object per move and board, made once.

use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use bitgames_core::any::AnyGame;
use bitgames_core::{self as core, Error};
use numpy::PyArray1;
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_union};

use crate::arguments::{Int, Items, Text};
use crate::error::{Result, wrong_type};
use crate::exclusive::lock;
use crate::typed::{Booleans, Reduced, Typed, reduced};

/// A move: a stable index with its notation.
///
/// ``int(move)`` is the index, ``str(move)`` the notation. Moves compare and hash by index, so a
/// move equals that integer (but no bool). ``Position.legal_moves`` and ``Position.parse_move``
/// return moves; ``Move(game, index)`` makes the move with this index of the game with this spec.
///
/// Raises ParameterError for an index outside of the game, UnknownGameError for an unknown game.
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
        !other.is_exact_instance_of::<PyBool>()
            && other.extract::<i64>().is_ok_and(|index| index == i64::from(self.index))
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
        reduced(py.get_type::<Move>(), (self.game.as_ref(), self.index))
    }
}

/// A move argument: a [`Move`], an index, or text.
pub enum MoveLike<'py> {
    Move(Bound<'py, Move>),
    /// An index, not checked yet.
    Index(i64),
    /// Notation, not checked yet.
    Text(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for MoveLike<'py> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_union!(
        type_hint_identifier!("bitgames._core", "Move"),
        type_hint_identifier!("typing", "SupportsIndex"),
        type_hint_identifier!("builtins", "str")
    );

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(m) = object.cast::<Move>() {
            return Ok(MoveLike::Move(m.to_owned()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(MoveLike::Text(text.to_string_lossy().into_owned()));
        }
        match object.extract::<Int>() {
            Ok(Int(index)) => Ok(MoveLike::Index(index)),
            Err(_) => Err(wrong_type("a move is a Move, an index or text", &object)),
        }
    }
}

/// A line of moves for a result that is made again; no game is longer.
pub type Line = Items<Py<Move>, 1024>;

/// Indices and texts of moves, for comparisons.
pub fn moves<'a>(moves: impl IntoIterator<Item = &'a Py<Move>>) -> Vec<(u16, &'a str)> {
    moves.into_iter().map(|m| (m.get().index, m.get().text.as_str())).collect()
}

/// Moves as an array of bools, indexed by move.
pub fn mask(py: Python<'_>, num_moves: usize, moves: core::MoveList) -> Typed<'_, Booleans> {
    let mut mask = vec![false; num_moves];
    for m in moves {
        mask[m.index()] = true;
    }
    Typed::new(PyArray1::from_vec(py, mask))
}

/// The game name of the moves that are cards of endings; no game has this name.
const CARDS_OF_ENDINGS: &str = "ending";

/// Data that all positions of one board share: its moves.
pub struct Shared {
    pub(crate) moves: Vec<Py<Move>>,
}

/// A handle to the shared data of a board.
///
/// There is a board for each size and set of rules, so not all are kept. The first boards of a
/// process stay until it ends, because a plain reference costs a new position nothing. Later boards
/// are reference-counted: they live while a position uses them, or until enough newer boards exist.
#[derive(Clone)]
pub enum Board {
    /// Kept until the process ends.
    Kept(&'static Shared),
    /// Reference-counted.
    Counted(Arc<Shared>),
}

impl Deref for Board {
    type Target = Shared;

    #[inline]
    fn deref(&self) -> &Shared {
        match self {
            Board::Kept(shared) => shared,
            Board::Counted(shared) => shared,
        }
    }
}

/// Number of boards that are kept until the process ends: some 10 KB each.
const KEPT: usize = 32;
/// Number of reference-counted boards that are kept without a position.
const REMEMBERED: usize = 32;

/// The known boards, by their specs.
#[derive(Default)]
struct Boards {
    kept: HashMap<String, &'static Shared>,
    recent: VecDeque<(String, Arc<Shared>)>,
}

impl Boards {
    fn find(&mut self, spec: &str) -> Option<Board> {
        if let Some(shared) = self.kept.get(spec) {
            return Some(Board::Kept(shared));
        }
        let place = self.recent.iter().position(|known| known.0 == spec)?;
        let found = self.recent.remove(place)?;
        let shared = found.1.clone();
        self.recent.push_back(found);
        Some(Board::Counted(shared))
    }

    /// The board of a spec (`shared`, unless another thread was faster) and the board that it
    /// replaces, which the caller drops without holding the lock.
    fn add(&mut self, spec: String, shared: Shared) -> (Board, Option<Arc<Shared>>) {
        if let Some(known) = self.find(&spec) {
            return (known, Some(Arc::new(shared)));
        }
        if self.kept.len() < KEPT {
            let shared = &*Box::leak(Box::new(shared));
            self.kept.insert(spec, shared);
            return (Board::Kept(shared), None);
        }
        let shared = Arc::new(shared);
        self.recent.push_back((spec, shared.clone()));
        let forgotten = if self.recent.len() > REMEMBERED { self.recent.pop_front() } else { None };
        (Board::Counted(shared), forgotten.map(|old| old.1))
    }
}

impl Shared {
    /// The shared part for the board of `position`, made at the first call.
    pub fn of(py: Python<'_>, position: &dyn AnyGame) -> PyResult<Board> {
        // Used by attached threads alone, and never while Python runs: so no fork comes in between.
        static BOARDS: LazyLock<Mutex<Boards>> = LazyLock::new(Mutex::default);
        let spec = position.spec();
        let boards = || lock(&BOARDS);
        if let Some(known) = boards().find(&spec) {
            return Ok(known);
        }
        // Made, and dropped, outside the lock: both may run other Python code.
        let text = |index| position.move_text(core::Move(index));
        let shared = Shared::new(py, &spec, position.num_moves(), text)?;
        let (board, _forgotten) = boards().add(spec, shared);
        Ok(board)
    }

    fn new(
        py: Python<'_>,
        game: &str,
        num_moves: usize,
        text: impl Fn(u16) -> String,
    ) -> PyResult<Self> {
        let game: Arc<str> = game.into();
        let made = |index| Py::new(py, Move { index, text: text(index), game: game.clone() });
        Ok(Shared { moves: (0..num_moves as u16).map(made).collect::<PyResult<_>>()? })
    }

    /// The cards of endings as moves, made at the first call.
    pub fn cards(py: Python<'_>) -> PyResult<&'static Shared> {
        static CARDS: OnceLock<Shared> = OnceLock::new();
        if let Some(cards) = CARDS.get() {
            return Ok(cards);
        }
        let text = |index: u16| index.to_string();
        let cards = Shared::new(py, CARDS_OF_ENDINGS, 2 * core::ending::MAX_CARDS, text)?;
        Ok(CARDS.get_or_init(|| cards))
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

/// The move of this board that a move object means, or the reason why there is none, which shows the
/// position as `seat` knows it.
pub fn same_board(
    shared: &Shared,
    position: &dyn AnyGame,
    seat: core::Player,
    m: &Bound<'_, Move>,
) -> Result<core::Move> {
    let given = m.get();
    let ours = shared.moves.get(usize::from(given.index));
    match ours {
        Some(ours) if ours.is(m) || ours.get().text == given.text => Ok(core::Move(given.index)),
        _ => Err(Error::IllegalMove {
            text: given.text.clone(),
            position: position.view(seat),
            reason: format!("it is a move of {}, not of {}", given.game, position.spec()),
        }
        .into()),
    }
}
