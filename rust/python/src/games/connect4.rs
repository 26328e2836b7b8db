//! The class of Connect Four.

use bitgames_core::games::connect4;
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::cells::CellSet;
use crate::error::Result;
use crate::position::Position;

/// A position of Connect Four.
///
/// ``ConnectFour(width=7, height=6)`` is the start: 4 to 12 columns and rows, and with an empty row on
/// top at most 128 cells. A move is a column: index 0 is the left one, its text ``1``; the name of the
/// cell where the disc lands is read, too. The first player has ``o``. Cells are numbered row by row
/// from the top left.
///
/// Raises ParameterError for other sides.
///
/// >>> import bitgames as bg
/// >>> pos = bg.ConnectFour().play("4").play("d2")
/// >>> pos
/// ConnectFour.from_string('connect4 ......./......./......./......./...x.../...o...')
/// >>> pos.legal_moves
/// [1, 2, 3, 4, 5, 6, 7]
#[pyclass(frozen, extends = Position, freelist = 256, module = "bitgames")]
pub struct ConnectFour;

#[pymethods]
impl ConnectFour {
    /// The start of the game on a board of so many columns and rows.
    #[new]
    #[pyo3(signature = (width = Int(7), height = Int(6)), text_signature = "(width=7, height=6)")]
    fn new(py: Python<'_>, width: Int, height: Int) -> Result<PyClassInitializer<Self>> {
        let side = |side: Int, name| side.checked_as(name, "from 4 to 12");
        let start = connect4::start(side(width, "width")?, side(height, "height")?)?;
        Ok((ConnectFour, Position::new(py, start)?).into())
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

    /// The cells of the finished line or lines; None if there are none.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.ConnectFour(4, 4)
    /// >>> for move in "1212121":
    /// ...     pos = pos.play(move)
    /// >>> list(pos.winning_line)
    /// [0, 4, 8, 12]
    #[getter]
    fn winning_line(slf: PyRef<'_, Self>) -> Option<CellSet> {
        let cells = slf.as_super().game().highlights();
        (cells.count() > 0).then_some(CellSet(cells))
    }
}
