//! Result types: outcomes, facts, solutions, search results.

use std::collections::BTreeMap;
use std::hash::Hash;

use bitgames_core as core;
use bitgames_core::any::AnyGame;
use bitgames_core::search::SearchResult as Found;
use bitgames_core::solve::Solution as Solved;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{Int, Items, Real, Text};
use crate::error::{LimitError, Result};
use crate::lines::{Lines, SearchLine, known, lines_of, tuple_of};
use crate::moves::{Line, Move, Shared, moves};
use crate::typed::{Ints, MoveCounts, Reduced, SearchLines, Strings, Typed, by_value, reduced};

/// A number for each seat of a game, or for some seats.
type Seats = Items<Int, { core::game::MAX_PLAYERS }>;

/// How a game ended: the winners, a score for each seat, the reason. Immutable: it compares, hashes
/// and pickles by value.
///
/// >>> import bitgames as bg
/// >>> outcome = bg.TicTacToe.from_string("tictactoe ooo/xx./...").outcome
/// >>> outcome.winner, outcome.scores, outcome.reason
/// (0, (1, -1), '3 in a row')
#[pyclass(frozen, eq, hash, module = "bitgames")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    winners: Vec<u8>,
    scores: Vec<i16>,
    /// Why the game ended, in a few words.
    #[pyo3(get)]
    reason: String,
}

impl Outcome {
    /// The outcome of a position of this game.
    pub fn of(game: &dyn AnyGame, outcome: &core::Outcome) -> Self {
        let seats = || (0..game.facts().players() as u8).map(core::Player);
        Outcome {
            winners: seats().filter(|&p| outcome.is_winner(p)).map(|p| p.0).collect(),
            scores: seats().map(|p| outcome.score(p)).collect(),
            reason: outcome.reason.into(),
        }
    }
}

#[pymethods]
impl Outcome {
    /// An outcome with these winners, scores and reason.
    #[new]
    fn new(winners: Seats, scores: Seats, reason: Text) -> Result<Self> {
        let (winners, scores) = (winners.checked("winners")?, scores.checked("scores")?);
        let last_seat = core::game::MAX_PLAYERS as u64 - 1;
        let seat = |n: &Int| n.within("a winner", 0, last_seat).map(|seat| seat as u8);
        let score = |n: &Int| {
            let wrong = || core::Error::parameter("a score", "from -32768 to 32767", n.0);
            i16::try_from(n.0).map_err(|_| wrong().into())
        };
        Ok(Outcome {
            winners: winners.iter().map(seat).collect::<Result<_>>()?,
            scores: scores.iter().map(score).collect::<Result<_>>()?,
            reason: reason.0,
        })
    }

    /// The seats that won; none for a draw.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Ints>> {
        Ok(Typed::new(PyTuple::new(py, &self.winners)?))
    }

    /// The first seat that won; None for a draw.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.winners.first().copied()
    }

    /// True for a draw.
    #[getter]
    fn is_draw(&self) -> bool {
        self.winners.is_empty()
    }

    /// The score of each seat in the game's own unit: -1, 0 or 1, or a difference of discs or of
    /// tricks.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Ints>> {
        Ok(Typed::new(PyTuple::new(py, &self.scores)?))
    }

    fn __repr__(&self) -> String {
        let tuple = |numbers: Vec<String>| match numbers.as_slice() {
            [only] => format!("({only},)"),
            all => format!("({})", all.join(", ")),
        };
        let winners = tuple(self.winners.iter().map(u8::to_string).collect());
        let scores = tuple(self.scores.iter().map(i16::to_string).collect());
        format!("Outcome({winners}, {scores}, {:?})", self.reason)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let fields = (self.winners(py)?, self.scores(py)?, &self.reason);
        reduced(py.get_type::<Outcome>(), fields)
    }
}

/// Facts of a game and its board that hold in every position.
///
/// >>> import bitgames as bg
/// >>> facts = bg.games.facts("mnk:6,5,4")
/// >>> facts.title, facts.player_names, facts.num_moves, facts.width, facts.height
/// ('Tic-tac-toe', ('o', 'x'), 30, 6, 5)
#[pyclass(frozen, eq, hash, module = "bitgames.games")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Facts {
    /// The game and its parameters.
    #[pyo3(get)]
    spec: String,
    /// Name of the game's rules.
    #[pyo3(get)]
    name: &'static str,
    /// Title of the game, as people write it.
    #[pyo3(get)]
    title: &'static str,
    /// Number of players.
    #[pyo3(get)]
    players: usize,
    player_names: &'static [&'static str],
    teams: &'static [u8],
    /// Number of move indices.
    #[pyo3(get)]
    num_moves: usize,
    /// Columns of the board.
    #[pyo3(get)]
    width: u8,
    /// Rows of the board.
    #[pyo3(get)]
    height: u8,
    /// Largest number of plies of a game.
    #[pyo3(get)]
    max_ply: usize,
    /// Largest score a game can end with.
    #[pyo3(get)]
    max_score: i16,
    /// True if the game has hidden information.
    #[pyo3(get)]
    hidden: bool,
    /// True if the start is dealt at random.
    #[pyo3(get)]
    chance: bool,
}

impl Facts {
    /// The facts of the game of a position.
    pub fn of(game: &dyn AnyGame) -> Self {
        let (rules, (width, height)) = (game.facts(), game.shape());
        let core::Facts { name, title, player_names, teams, hidden, chance, .. } = *rules;
        Facts {
            spec: game.spec(),
            name,
            title,
            players: rules.players(),
            player_names,
            teams,
            num_moves: game.num_moves(),
            width,
            height,
            max_ply: game.max_plies(),
            max_score: game.max_score(),
            hidden,
            chance,
        }
    }
}

#[pymethods]
impl Facts {
    /// Short names of the players, in seat order.
    #[getter]
    fn player_names<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Strings>> {
        Ok(Typed::new(PyTuple::new(py, self.player_names)?))
    }

    /// Team of each seat; in a game of two players each seat is a team.
    #[getter]
    fn teams<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Ints>> {
        Ok(Typed::new(PyTuple::new(py, self.teams)?))
    }

    fn __repr__(&self) -> String {
        format!("games.facts({:?})", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let make = py.import("bitgames._core")?.getattr("game_facts")?;
        reduced(make, (&self.spec,))
    }
}

/// A solved position. Solutions compare by everything but the time.
///
/// >>> import bitgames as bg
/// >>> solution = bg.solve(bg.mnk(4, 3, 3), all_moves=True)
/// >>> solution.value, len(solution.values)
/// (1, 12)
#[pyclass(frozen, eq, hash, module = "bitgames")]
pub struct Solution {
    /// Proven lower and upper bound of the value; both are equal once it is proven.
    #[pyo3(get)]
    bounds: (i32, i32),
    /// A best move; None after the end of the game. If the value is not proven, the best move so
    /// far, or None.
    #[pyo3(get)]
    best_move: Option<Py<Move>>,
    /// Principal variation: best play from both sides, the best move first, to the end of the game.
    /// A limit or a stop may cut it short.
    #[pyo3(get)]
    pv: Vec<Py<Move>>,
    values: Vec<(Py<Move>, i32)>,
    lines: Vec<Py<SearchLine>>,
    /// Positions visited.
    #[pyo3(get)]
    nodes: u64,
    /// Time used.
    #[pyo3(get)]
    seconds: f64,
}

by_value!(Solution);

impl Solution {
    /// The Python form of a solution on this board.
    pub fn of(py: Python<'_>, shared: &Shared, solved: Solved) -> PyResult<Self> {
        let values = solved.values.into_iter();
        Ok(Solution {
            bounds: solved.bounds,
            best_move: solved.best_move.map(|m| shared.get(py, m)),
            pv: shared.list(py, &solved.pv),
            values: values.map(|(m, value)| (shared.get(py, m), value)).collect(),
            lines: lines_of(py, shared, solved.lines)?,
            nodes: solved.nodes,
            seconds: solved.time.as_secs_f64(),
        })
    }

    /// All but the time; the values in any order.
    fn compared(&self) -> impl Hash + PartialEq {
        let values: BTreeMap<_, _> =
            self.values.iter().map(|(m, value)| (m.get().index, value)).collect();
        let line = (moves(&self.best_move), moves(&self.pv));
        (self.bounds, line, values, known(&self.lines), self.nodes)
    }
}

#[pymethods]
impl Solution {
    #[new]
    #[pyo3(signature = (bounds, best_move, pv, values: "dict[Move, int]", nodes, seconds, lines = Lines::default()), text_signature = "(bounds, best_move, pv, values, nodes, seconds, lines=())")]
    fn new(
        bounds: (Int, Int),
        best_move: Option<Py<Move>>,
        pv: Line,
        values: Bound<'_, PyDict>,
        nodes: Int,
        seconds: Real,
        lines: Lines,
    ) -> Result<Self> {
        let seconds = seconds.0;
        let number = |name: &str, Int(n): Int| {
            i32::try_from(n).map_err(|_| core::Error::parameter(name, "an int of 32 bits", n))
        };
        let bounds = (number("a bound", bounds.0)?, number("a bound", bounds.1)?);
        let value = |(m, n): (Bound<'_, PyAny>, Bound<'_, PyAny>)| -> Result<_> {
            let m = m.cast_into::<Move>().map_err(PyErr::from)?;
            Ok((m.unbind(), number("a value", n.extract()?)?))
        };
        let values = values.iter().map(value).collect::<Result<_>>()?;
        let nodes = nodes.within("nodes", 0, i64::MAX as u64)?;
        let pv = pv.checked("pv")?;
        let lines = lines.checked("lines")?;
        Ok(Solution { bounds, best_move, pv, values, lines, nodes, seconds })
    }

    /// Exact value for the side to move, in points of the game's score; 1, 0 or -1 with ``wld``.
    /// Raises LimitError unless ``proven``.
    #[getter]
    fn value(&self) -> Result<i32> {
        let (low, high) = self.bounds;
        if low == high {
            return Ok(low);
        }
        let text = format!("the value is not proven: it lies from {low} to {high}");
        Err(LimitError::new_err(text).into())
    }

    /// True if the value is proven; always true without ``partial=True``.
    #[getter]
    fn proven(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }

    /// With ``all_moves`` the exact value of every legal move, with ``lines`` of the best; if the value
    /// is not proven, of the moves solved so far.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, MoveCounts>> {
        let values = PyDict::new(py);
        for (m, value) in &self.values {
            values.set_item(m, value)?;
        }
        Ok(Typed::new(values))
    }

    /// The moves of ``values`` as ``SearchLine`` objects, the best first, each with best play to the
    /// end of the game. A limit or a stop may leave out some.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, SearchLines>> {
        tuple_of(py, &self.lines)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("bitgames.tables")?.call_method1("of_lines", (slf,))?.extract()
    }

    fn __repr__(&self) -> String {
        let best = self.best_move.as_ref().map_or("None", |m| m.get().text.as_str());
        let value = match self.bounds {
            (low, high) if low == high => format!("value={low}"),
            (low, high) => format!("bounds=({low}, {high})"),
        };
        format!("<Solution {value} best_move={best} nodes={}>", self.nodes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let fields = (
            self.bounds,
            &self.best_move,
            &self.pv,
            self.values(py)?,
            self.nodes,
            self.seconds,
            self.lines(py)?,
        );
        reduced(py.get_type::<Solution>(), fields)
    }
}

/// The result of a search. Results compare by everything but the time.
///
/// >>> import bitgames as bg
/// >>> found = bg.search(bg.TicTacToe(), depth=9)
/// >>> found.value, found.exact
/// (0.0, True)
#[pyclass(frozen, eq, hash, module = "bitgames")]
pub struct SearchResult {
    /// Value for the side to move, in points of the game's score; an estimate unless ``exact``.
    #[pyo3(get)]
    value: f64,
    /// The best move found; None after the end of the game.
    #[pyo3(get)]
    best_move: Option<Py<Move>>,
    /// Principal variation: best play from both sides as far as the search saw it, the best move
    /// first.
    #[pyo3(get)]
    pv: Vec<Py<Move>>,
    /// Plies searched in full.
    #[pyo3(get)]
    depth: usize,
    /// Positions visited.
    #[pyo3(get)]
    nodes: u64,
    /// Time used.
    #[pyo3(get)]
    seconds: f64,
    /// True when the value is proven.
    #[pyo3(get)]
    exact: bool,
    lines: Vec<Py<SearchLine>>,
    /// Certainty of the search in percent: how likely each of its selective cuts is right; 100 if it
    /// makes none, and for a proven value.
    #[pyo3(get)]
    certainty: u8,
}

by_value!(SearchResult);

impl SearchResult {
    /// The Python form of a search's result on this board.
    pub fn of(py: Python<'_>, shared: &Shared, found: Found) -> PyResult<Self> {
        Ok(SearchResult {
            value: found.value,
            best_move: found.best_move.map(|m| shared.get(py, m)),
            pv: shared.list(py, &found.pv),
            depth: found.depth,
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
            exact: found.exact,
            lines: lines_of(py, shared, found.lines)?,
            certainty: found.certainty,
        })
    }

    /// All but the time.
    fn compared(&self) -> impl Hash + PartialEq {
        // 0.0 equals -0.0, so both have one hash.
        let value = (self.value + 0.0).to_bits();
        let of_search = (self.depth, self.certainty, self.nodes, self.exact);
        (value, moves(&self.best_move), moves(&self.pv), known(&self.lines), of_search)
    }
}

#[pymethods]
impl SearchResult {
    #[new]
    #[pyo3(
        signature = (
            value, best_move, pv, depth, nodes, seconds, exact, lines = Lines::default(),
            certainty = Int(100)
        ),
        text_signature = "(value, best_move, pv, depth, nodes, seconds, exact, lines=(), certainty=100)"
    )]
    fn new(
        value: Real,
        best_move: Option<Py<Move>>,
        pv: Line,
        depth: Int,
        nodes: Int,
        seconds: Real,
        exact: bool,
        lines: Lines,
        certainty: Int,
    ) -> Result<Self> {
        let (value, seconds) = (value.0, seconds.0);
        let depth = depth.within("depth", 0, 255)? as usize;
        let nodes = nodes.within("nodes", 0, i64::MAX as u64)?;
        let pv = pv.checked("pv")?;
        let lines = lines.checked("lines")?;
        let certainty = certainty.within("certainty", 0, 100)? as u8;
        Ok(SearchResult { value, best_move, pv, depth, nodes, seconds, exact, lines, certainty })
    }

    /// The best moves with their own values as ``SearchLine`` objects, the best first: one, or with
    /// ``lines`` and ``all_moves`` as many as asked for. Empty until depth 1 is finished.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, SearchLines>> {
        tuple_of(py, &self.lines)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("bitgames.tables")?.call_method1("of_lines", (slf,))?.extract()
    }

    fn __repr__(&self) -> String {
        let best = self.best_move.as_ref().map_or("None", |m| m.get().text.as_str());
        let (value, depth) = (self.value, self.depth);
        format!("<SearchResult value={value} best_move={best} depth={depth} nodes={}>", self.nodes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let fields = (
            self.value,
            &self.best_move,
            &self.pv,
            self.depth,
            self.nodes,
            self.seconds,
            self.exact,
            self.lines(py)?,
            self.certainty,
        );
        reduced(py.get_type::<SearchResult>(), fields)
    }
}
