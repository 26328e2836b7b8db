//! What the core says about positions, as sentences of Python.

use bitgames_core::editing::{Change, Refused};
use bitgames_core::phrases::{Valued, sentence, with_words};
use bitgames_core::remarks::{self as core_remarks, RESULT};
use bitgames_core::scene::Viewer;
use bitgames_core::sentences::{Said, Value};
use bitgames_core::typed::Unread;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::{Int, Items, Real, Text};
use crate::error::{IllegalMoveError, ParseError, Result, UnsupportedError};
use crate::long_call::long_call;
use crate::moves::{Move, MoveLike};
use crate::position::Position;
use crate::typed::{MoveTuple, SaidData, Sentence, Typed, by_value};

/// A line of moves that nobody has checked.
type AnyLine<'py> = Items<MoveLike<'py>, { core::game::MAX_PLIES }>;

/// A sentence as ``bitgames.sentences.Said``.
pub fn said<'py>(py: Python<'py>, said: &Said) -> PyResult<Typed<'py, Sentence>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "bitgames.sentences", "Said")?;
    let code = said.code.into_pyobject(py)?.into_any();
    let values = said.values.iter().map(|each| Ok(value(py, each)?.into_inner()));
    let arguments = [Ok(code)].into_iter().chain(values).collect::<PyResult<Vec<_>>>()?;
    Ok(Typed::new(class.call1(PyTuple::new(py, arguments)?)?))
}

fn value<'py>(py: Python<'py>, of: &Value) -> PyResult<Typed<'py, Sentence>> {
    Ok(match of {
        Value::Number(number) => Typed::new(number.into_pyobject(py)?),
        Value::Text(text) => Typed::new(text.into_pyobject(py)?),
        Value::Said(sentence) => said(py, sentence)?,
    })
}

fn said_each<'py>(py: Python<'py>, all: &[Said]) -> PyResult<Vec<Typed<'py, Sentence>>> {
    all.iter().map(|each| said(py, each)).collect()
}

/// The unit of a game's values. Immutable: it compares and hashes by value.
///
/// >>> import bitgames as bg
/// >>> discs = bg.games.unit("othello")
/// >>> discs.name, discs.plural, discs.amount(-2.54), discs.result("f5", 6)
/// ('disc', 'discs', '2.5 discs', 'f5 wins by 6 discs')
#[pyclass(frozen, eq, hash, module = "bitgames.games")]
pub struct Unit(core_remarks::Unit);

impl Unit {
    fn compared(&self) -> (&str, &str, [u64; 2], bool) {
        let unit = &self.0;
        (unit.name, unit.plural, [unit.blunder, unit.even].map(f64::to_bits), unit.is_result)
    }
}

by_value!(Unit);
impl Eq for Unit {}

#[pymethods]
impl Unit {
    /// The unit of values that are results: wins, draws and losses, or what is expected of them.
    #[staticmethod]
    fn of_results() -> Self {
        Unit(RESULT)
    }

    /// One of it: ``disc``.
    #[getter]
    fn name(&self) -> &str {
        self.0.name
    }

    /// Several: ``discs``.
    #[getter]
    fn plural(&self) -> &str {
        self.0.plural
    }

    /// The loss from which a move is a blunder.
    #[getter]
    fn blunder(&self) -> f64 {
        self.0.blunder
    }

    /// The estimate below which neither side leads.
    #[getter]
    fn even(&self) -> f64 {
        self.0.even
    }

    /// True if a value is only a win (1), a draw (0) or a loss (-1).
    #[getter]
    fn is_result(&self) -> bool {
        self.0.is_result
    }

    /// The difference of estimates below which neither is better.
    #[getter]
    fn noise(&self) -> f64 {
        self.0.noise()
    }

    /// A number of units in words, never negative.
    fn amount<'py>(&self, py: Python<'py>, value: Real) -> PyResult<Typed<'py, Sentence>> {
        said(py, &self.0.amount(value.0))
    }

    /// A proven value as text: a result, or a number with its sign.
    fn proven(&self, value: Real) -> String {
        self.0.proven(value.0)
    }

    /// What a move with a proven value brings the player who makes it.
    fn result<'py>(
        &self,
        py: Python<'py>,
        r#move: Text,
        value: Real,
    ) -> PyResult<Typed<'py, Sentence>> {
        said(py, &self.0.result(r#move.0, value.0))
    }

    /// The grade of a move by its loss: ``best``, ``good``, ``fair``, ``bad``, or None for the loss of
    /// estimates that differ by less than these are worth.
    #[pyo3(signature = (loss, *, exact, error = None))]
    fn grade(&self, loss: Real, exact: bool, error: Option<Real>) -> Option<&'static str> {
        self.0.grade(loss.0, exact, error.map(|error| error.0))
    }

    fn __repr__(&self) -> String {
        format!("<Unit {}>", self.0.name)
    }
}

/// The unit of the values of a position.
#[pyfunction]
pub fn unit(position: &Position) -> Unit {
    Unit(position.game().unit())
}

/// The aim of a game in a few words.
#[pyfunction]
pub fn aim(position: &Position) -> String {
    position.game().aim()
}

/// What ``games.strongest`` says.
#[pyfunction]
pub fn strongest(position: &Position) -> Option<&'static str> {
    position.game().strongest()
}

/// True if a win counts more than its size: problems then ask for the only move that wins.
#[pyfunction]
pub fn result_decides(position: &Position) -> bool {
    position.game().result_decides()
}

/// A line as people write it, which may be its mirror image.
#[pyfunction]
pub fn usual_line<'py>(
    py: Python<'py>,
    position: &Position,
    line: AnyLine<'_>,
) -> Result<Typed<'py, MoveTuple>> {
    let line = line.checked("line")?.into_iter().map(|m| position.resolve(m));
    let usual = position.game().usual_line(&line.collect::<Result<Vec<_>>>()?);
    Ok(Typed::new(PyTuple::new(py, position.shared().list(py, &usual))?))
}

/// What the first move of a line does, in a few words each.
#[pyfunction]
pub fn reasons<'py>(
    py: Python<'py>,
    position: &Position,
    line: AnyLine<'_>,
) -> Result<Vec<Typed<'py, Sentence>>> {
    Ok(said_each(py, &position.game().reasons(&legal_line(position, line)?))?)
}

/// The moves of a line that can be played here.
fn legal_line(position: &Position, line: AnyLine<'_>) -> Result<Vec<core::Move>> {
    let (mut moves, mut at) = (Vec::new(), None);
    for m in line.checked("line")? {
        let before = at.as_deref().unwrap_or(position.game());
        let m = position.resolve_in(before, m)?;
        let after = before.play(m)?;
        moves.push(m);
        at = Some(after);
    }
    Ok(moves)
}

/// A move with its value, whether that is proven, the standard error of a mean, and its line.
type AnyValued<'py> = (MoveLike<'py>, Real, bool, Option<Real>, AnyLine<'py>);

/// The words of each of some legal moves, best first, and a sentence of the first two.
///
/// Each move is the move, its value, whether that is proven, the standard error of a mean, and its
/// line. ``shows`` is true if the reasons may use the position.
#[pyfunction]
pub fn phrases<'py>(
    py: Python<'py>,
    position: &Position,
    moves: Items<AnyValued<'_>, { core::game::MAX_MOVES }>,
    of: &Unit,
    shows: bool,
) -> Result<(Vec<String>, Typed<'py, Sentence>)> {
    let (mut valued, mut lines) = (Vec::new(), Vec::new());
    for (m, value, exact, error, line) in moves.checked("moves")? {
        lines.push(if shows { legal_line(position, line)? } else { Vec::new() });
        let (m, error) = (position.resolve(m)?, error.map(|error| error.0));
        valued.push(Valued { m, value: value.0, exact, error, line: &[] });
    }
    for (each, line) in valued.iter_mut().zip(&lines) {
        each.line = line;
    }
    let none = || Error::parameter("moves", "at least one", "none");
    let of_best = sentence(position.game(), &valued, &of.0).ok_or_else(none)?;
    Ok((with_words(position.game(), &valued, &of.0), said(py, &of_best)?))
}

/// What a move brings besides what the board shows, in lines for a viewer: a seat, -1 for one who
/// knows what all seats know, or None, who knows everything.
#[pyfunction]
pub fn announce<'py>(
    py: Python<'py>,
    position: &Position,
    r#move: MoveLike<'_>,
    viewer: Option<Int>,
) -> Result<Vec<Typed<'py, Sentence>>> {
    let viewer = match viewer {
        None => Viewer::All,
        Some(Int(-1)) => Viewer::Public,
        Some(seat) => Viewer::Seat(position.player(seat)?),
    };
    let m = position.resolve(r#move)?;
    if !position.game().is_legal(m) {
        return Err(position.illegal(py, m));
    }
    Ok(said_each(py, &position.game().announce(m, viewer))?)
}

/// How the score of a finished game comes about, in lines; none before its end.
#[pyfunction]
pub fn account<'py>(py: Python<'py>, position: &Position) -> Result<Vec<Typed<'py, Sentence>>> {
    let game = position.game();
    if !game.is_over() {
        return Ok(Vec::new());
    }
    let lines = long_call(py, None, |control| game.account(control))?;
    Ok(said_each(py, &lines)?)
}

/// The tricks of a finished game as a table, its heads first; none before its end.
#[pyfunction]
pub fn tricks<'py>(
    py: Python<'py>,
    position: &Position,
) -> PyResult<Vec<Vec<Typed<'py, Sentence>>>> {
    let game = position.game();
    let rows = if game.is_over() { game.trick_rows() } else { Vec::new() };
    rows.iter().map(|row| row.iter().map(|cell| value(py, cell)).collect()).collect()
}

/// The moves from here on that leave no choice, up to the first choice or the end.
#[pyfunction]
pub fn forced_moves(py: Python<'_>, position: &Position) -> Vec<Py<Move>> {
    position.shared().list(py, &core::claims::forced_moves(position.game()))
}

/// True if the game is played in tricks, which a player may claim.
#[pyfunction]
pub fn has_tricks(position: &Position) -> bool {
    position.game().has_tricks()
}

/// How many tricks to come the player to move may claim; 0 for no claims.
#[pyfunction]
pub fn tricks_left(position: &Position) -> usize {
    position.game().tricks_left()
}

/// The moves that end the game after a claim of ``tricks`` of the tricks to come, None for all; None
/// if the claim is refused. Raises ParameterError for more tricks than there are, UnsupportedError
/// where nothing can be claimed.
#[pyfunction]
#[pyo3(signature = (position, tricks = None))]
pub fn claim(
    py: Python<'_>,
    position: &Position,
    tricks: Option<Int>,
) -> Result<Option<Vec<Py<Move>>>> {
    let (game, tricks) = (position.game(), tricks.map(|tricks| tricks.0));
    let moves = long_call(py, None, |control| core::claims::claim(game, tricks, control))?;
    Ok(moves.map(|moves| position.shared().list(py, &moves)))
}

/// What ``bitgames.play.moves.read_move`` says.
#[pyfunction]
pub fn read_move(py: Python<'_>, position: &Position, text: Text) -> Result<Py<Move>> {
    match core::typed::read_move(position.game(), &text.0) {
        Ok(m) => Ok(position.shared().get(py, m)),
        Err(Unread::Unknown(words)) => {
            Err(ParseError::new_err(said(py, &words)?.into_inner().unbind()).into())
        }
        Err(Unread::Illegal(words)) => {
            Err(IllegalMoveError::new_err(said(py, &words)?.into_inner().unbind()).into())
        }
    }
}

/// The text of the position of a drawn board: ``owners`` are the cells as in a scene, ``turn`` is the
/// player to move. The position need not be possible. Raises UnsupportedError where a drawing does not
/// tell it.
#[pyfunction]
pub fn text_from_drawing(start: &Position, owners: Text, turn: Int) -> Result<String> {
    Ok(core::editing::text_from_drawing(start.game(), &owners.0, start.player(turn)?)?)
}

/// What ``bitgames.play.editing.edited`` says, of the text of a board in one line.
#[pyfunction]
#[pyo3(signature = (text, *, cell = None, owner = None, turn = None, clear = false))]
pub fn edited(
    py: Python<'_>,
    text: Text,
    cell: Option<Int>,
    owner: Option<Int>,
    turn: Option<Int>,
    clear: bool,
) -> Result<Typed<'_, SaidData>> {
    let [cell, owner, turn] = [cell, owner, turn].map(|given| given.map(|given| given.0));
    match core::editing::edited(&text.0, Change { cell, owner, turn, clear }) {
        Ok(found) => Ok(Typed::new(pythonize::pythonize(py, &found).map_err(PyErr::from)?)),
        Err(Refused::Error(error)) => Err(error.into()),
        Err(Refused::Said(words)) => {
            Err(UnsupportedError::new_err(said(py, &words)?.into_inner().unbind()).into())
        }
    }
}
