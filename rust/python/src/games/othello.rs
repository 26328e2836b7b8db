//! The class of Othello.

use bitgames_core::any::AnyGame;
use bitgames_core::games::othello;
use bitgames_core::{Move, Player};
use pyo3::prelude::*;

use crate::arguments::{Int, Text};
use crate::error::Result;
use crate::position::Position;

/// A position of Othello on 8 x 8 cells, or on 6 x 6, 4 x 4, 8 x 4 or 6 x 4.
///
/// ``Othello(size=8, height=None)`` is the start on ``size`` columns and ``height`` rows, by default
/// as many; 4 rows also have 6 or 8 columns. Cells are numbered row by row from ``a1``, top left;
/// black moves first. If a side cannot place a disc and the other side can, its only legal move is
/// ``pass``.
///
/// >>> import bitgames as bg
/// >>> pos = bg.Othello()
/// >>> pos.legal_moves
/// [d3, c4, f5, e6]
/// >>> pos.play("f5").play("d6").counts
/// (3, 3)
#[pyclass(frozen, extends = Position, freelist = 256, module = "bitgames")]
pub struct Othello;

/// Discs of black and of white.
fn discs(game: &dyn AnyGame) -> (usize, usize) {
    (game.pieces(Player(0)).count(), game.pieces(Player(1)).count())
}

#[pymethods]
impl Othello {
    /// The start of the game on a board of this size.
    #[new]
    #[pyo3(signature = (size = Int(8), height = None), text_signature = "(size=8, height=None)")]
    fn new(py: Python<'_>, size: Int, height: Option<Int>) -> Result<PyClassInitializer<Self>> {
        let width = size.checked_as("size", "4, 6 or 8")?;
        let height = height.map_or(Ok(width), |height| height.checked_as("height", "4, 6 or 8"))?;
        let start = othello::start(width, height)?;
        Ok((Othello, Position::new(py, start)?).into())
    }

    /// The position of a board in the OBF format: 64 characters ``X`` (black), ``O`` (white) and
    /// ``-`` from a1, a space, and the side to move. Shorter lines give smaller boards.
    ///
    /// Raises ParseError for text that is not such a line.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Othello.from_obf("-----OX--XO----- X") == bg.Othello(4)
    /// True
    #[staticmethod]
    #[pyo3(signature = (line) -> "Othello")]
    fn from_obf(py: Python<'_>, line: Text) -> Result<Py<PyAny>> {
        let (width, height) = match line.0.chars().take_while(|&c| c != ' ').count() {
            16 => (4, 4),
            24 => (6, 4),
            32 => (8, 4),
            36 => (6, 6),
            _ => (8, 8),
        };
        Ok(Position::object(py, othello::start(width, height)?.read(&line.0)?)?)
    }

    /// The board in the OBF format.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Othello(4).to_obf()
    /// '-----OX--XO----- X'
    fn to_obf(slf: PyRef<'_, Self>) -> String {
        let line = slf.as_super().game().to_string();
        let cells = line.split_once(' ').map_or("", |(_, cells)| cells);
        cells.replace('/', "")
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

    /// Number of cells along a side; ``None`` if columns and rows differ.
    #[getter]
    fn size(slf: PyRef<'_, Self>) -> Option<u8> {
        let (width, height) = slf.as_super().game().shape();
        (width == height).then_some(width)
    }

    /// Discs on the board, black's and white's.
    #[getter]
    fn counts(slf: PyRef<'_, Self>) -> (usize, usize) {
        discs(slf.as_super().game())
    }

    /// Number of cells without a disc.
    #[getter]
    fn empties(slf: PyRef<'_, Self>) -> usize {
        let game = slf.as_super().game();
        let (black, white) = discs(game);
        game.num_moves() - 1 - black - white
    }

    /// True when passing is the only legal move.
    #[getter]
    fn must_pass(slf: PyRef<'_, Self>) -> bool {
        let game = slf.as_super().game();
        game.is_legal(Move(game.num_moves() as u16 - 1))
    }
}
