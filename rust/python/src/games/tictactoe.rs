//! The class of tic-tac-toe, and the judge of written games.

use std::any::Any;
use std::io::Read;

use bitgames_core::Error;
use bitgames_core::files;
use bitgames_core::games::tictactoe::{self, judge};
use bitgames_core::games::{Mnk64, Mnk128, TicTacToe3};
use bitgames_core::marks::Sides;
use pyo3::prelude::*;

use crate::arguments::{FilePath, Int, Text};
use crate::cells::CellSet;
use crate::error::{Raise, Result};
use crate::long_call::long_call;
use crate::position::Position;
use crate::typed::{Reduced, Typed, reduced};

/// A position of tic-tac-toe, or of ``k`` in a row on a board of at most 121 cells.
///
/// ``TicTacToe(size=3)`` is the start of the n x n game (sizes 1 to 8, ``size`` in a row);
/// :func:`mnk` makes other boards. Cells are numbered row by row from ``a1``, top left; ``o`` moves
/// first.
///
/// >>> import bitgames as bg
/// >>> pos = bg.TicTacToe().play("b2").play("a1")
/// >>> pos
/// TicTacToe.from_string('tictactoe x../.o./...')
/// >>> print(pos.pieces(0))
/// . . .
/// . # .
/// . . .
#[pyclass(frozen, extends = Position, freelist = 256, module = "bitgames")]
pub struct TicTacToe;

/// Marks in a row that win a game of this class.
fn line_length(game: &dyn Any) -> usize {
    fn of(sides: impl Sides) -> usize {
        sides.k()
    }
    let small = || game.downcast_ref::<TicTacToe3>().map(|board| of(board.sides()));
    let middle = || game.downcast_ref::<Mnk64>().map(|board| of(board.sides()));
    let large = || game.downcast_ref::<Mnk128>().map(|board| of(board.sides()));
    small().or_else(middle).or_else(large).unwrap_or_default()
}

#[pymethods]
impl TicTacToe {
    /// The start of the n x n game.
    #[new]
    #[pyo3(signature = (size = Int(3)), text_signature = "(size=3)")]
    fn new(py: Python<'_>, size: Int) -> Result<PyClassInitializer<Self>> {
        let start = tictactoe::square(size.checked_as("size", "from 1 to 8")?)?;
        Ok((TicTacToe, Position::new(py, start)?).into())
    }

    /// Number of cells along a side of a square board; None if width and height differ.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.TicTacToe(5).size, bg.mnk(6, 5, 4).size
    /// (5, None)
    #[getter]
    fn size(slf: PyRef<'_, Self>) -> Option<u8> {
        let (width, height) = slf.as_super().game().shape();
        (width == height).then_some(width)
    }

    /// Columns of the board.
    #[getter]
    fn width(slf: PyRef<'_, Self>) -> u8 {
        slf.as_super().game().shape().0
    }

    /// Rows of the board.
    #[getter]
    fn height(slf: PyRef<'_, Self>) -> u8 {
        slf.as_super().game().shape().1
    }

    /// Number of marks in a row that win.
    #[getter]
    fn k(slf: PyRef<'_, Self>) -> usize {
        line_length(slf.as_super().game().as_any())
    }

    /// The cells of the finished line or lines; None if there are none.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.TicTacToe.from_string("tictactoe ooo/xx./...")
    /// >>> list(pos.winning_line)
    /// [0, 1, 2]
    #[getter]
    fn winning_line(slf: PyRef<'_, Self>) -> Option<CellSet> {
        let cells = slf.as_super().game().highlights();
        (cells.count() > 0).then_some(CellSet(cells))
    }
}

/// The start of ``k`` in a row on a board of ``width`` by ``height`` cells.
///
/// Sides are 1 to 26 cells, the board at most 121 cells, ``k`` is 1 to the longer side. If all
/// three are equal and at most 8, the result equals ``TicTacToe(width)``.
///
/// >>> import bitgames as bg
/// >>> bg.mnk(6, 5, 4).game
/// 'mnk:6,5,4'
/// >>> bg.mnk(3, 3, 3) == bg.TicTacToe()
/// True
#[pyfunction]
pub fn mnk(py: Python<'_>, width: Int, height: Int, k: Int) -> Result<Py<TicTacToe>> {
    let side = |name, n: Int| n.checked_as(name, "from 1 to 26");
    let start = tictactoe::mnk(side("width", width)?, side("height", height)?, side("k", k)?)?;
    Ok(Py::new(py, (TicTacToe, Position::new(py, start)?))?)
}

/// The result of a game of tic-tac-toe that is written as digits.
///
/// ``str(judgement)`` is one line: ``o won.``, ``x won.``, ``Draw game.``, ``Foul : o won.`` or
/// ``Foul : x won.``.
#[pyclass(frozen, eq, hash, module = "bitgames.tictactoe")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Judgement(judge::Judgement);

#[pymethods]
impl Judgement {
    /// The result as one line, equal to ``str``.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.verdict.text()
    }

    /// The winner's seat, 0 for o and 1 for x; None for a draw.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.verdict.winner()
    }

    /// True if a move on an occupied cell decided the game.
    #[getter]
    fn foul(&self) -> bool {
        self.0.verdict.is_foul()
    }

    /// Number of moves to the decision, the deciding move included.
    #[getter]
    fn ply(&self) -> usize {
        self.0.plies
    }

    fn __str__(&self) -> &'static str {
        self.result()
    }

    fn __repr__(&self) -> String {
        format!("<Judgement {:?} after {} plies>", self.result(), self.0.plies)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let make = py.get_type::<Judgement>().getattr("_of")?;
        reduced(make, (format!("{}@{}", self.result(), self.0.plies),))
    }

    #[staticmethod]
    fn _of(code: Text) -> Result<Self> {
        let code = code.0.as_str();
        let wrong =
            || Error::parse("judgement", code, "it is not the state of a pickled judgement");
        let (text, plies) = code.split_once('@').ok_or_else(wrong)?;
        let plies = plies.parse().map_err(|_| wrong())?;
        let verdict = judge::Verdict::ALL.into_iter().find(|verdict| verdict.text() == text);
        Ok(Judgement(judge::Judgement { verdict: verdict.ok_or_else(wrong)?, plies }))
    }
}

/// Judges a game of tic-tac-toe that is written as digits: the cells in the order of play, 1 to 9
/// row by row, o first.
///
/// Raises ParseError for an empty record, another character, or a game that is not decided.
///
/// >>> import bitgames as bg
/// >>> print(bg.tictactoe.judge("79538246"))
/// x won.
/// >>> bg.tictactoe.judge("91593").foul
/// True
#[pyfunction(name = "judge")]
pub fn judge_record(record: Text) -> Result<Judgement> {
    Ok(Judgement(judge::judge(record.0.as_bytes())?))
}

/// Judges every line of a file (None: standard input) and prints the results to standard output.
/// Errors go to standard error as ``file:line: reason``. Returns the number of records and the
/// number of errors. Raises OSError for a path that cannot be read or is not a regular file.
#[pyfunction]
#[pyo3(signature = (path))]
pub fn judge_file(py: Python<'_>, path: Option<FilePath>) -> Result<(u64, u64)> {
    let path = path.map(|path| path.0);
    let mut input: Box<dyn Read + Send> = match &path {
        Some(path) => Box::new(files::open(path).map_err(Raise::from)?),
        None => Box::new(std::io::stdin()),
    };
    let name = path.as_ref().map_or("-".into(), |path| path.to_string_lossy());
    let judged = long_call(py, None, |control| {
        let (mut output, mut complaints) = (std::io::stdout().lock(), std::io::stderr().lock());
        Ok(judge::judge_stream(&name, &mut input, &mut output, &mut complaints, control))
    });
    let tally = judged?.map_err(PyErr::from)?;
    Ok((tally.records, tally.errors))
}
