//! The class of Connect Four.

use bitgames_core::files::RunLock;
use bitgames_core::games::connect4;
use bitgames_core::solve::SolveOptions;
use pyo3::prelude::*;

use crate::arguments::{self, FilePath, Int};
use crate::callbacks::Progress;
use crate::cells::CellSet;
use crate::error::Result;
use crate::long_call::long_call;
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

    /// Makes a book of exact scores: of all positions of this board with ``plies`` discs (0 to 12) in which
    /// the side to move completes no line with its next disc, and the other side could in one column at
    /// most, up to the mirror. Returns their number.
    ///
    /// Then each is searched for a best move, by one thread. Where that visits two million positions, the
    /// book goes on with those after each move, and from them in the same way.
    ///
    /// A file that is there is gone on with; after Ctrl-C it has what was done. ``table_mib`` is the
    /// size of the table that all solves share, ``threads`` are those of each solve,
    /// and ``progress(done, total)`` counts solves and searches. Boards have at most 64 bits, with an
    /// empty row on top.
    ///
    /// Raises ParameterError for values out of range and for a file of another book, DamagedFileError
    /// and OSError.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.ConnectFour(4, 4).write_scores("small.scores", plies=4, table_mib=1)
    /// 82
    #[pyo3(
        signature = (path, *, plies = Int(8), table_mib = Int(1024), threads = None, progress = None),
        text_signature = "($self, path, *, plies=8, table_mib=1024, threads=None, progress=None)"
    )]
    fn write_scores(
        slf: PyRef<'_, Self>,
        path: FilePath,
        plies: Int,
        table_mib: Int,
        threads: Option<Int>,
        progress: Option<Progress>,
    ) -> Result<usize> {
        let plies = plies.within("plies", 0, 12)? as usize;
        let (table_mib, threads) = (arguments::table_mib(table_mib)?, arguments::threads(threads)?);
        let options = SolveOptions { table_mib, threads, ..SolveOptions::default() };
        let (path, sides) = (path.0, slf.as_super().game().shape());
        long_call(slf.py(), progress, move |control| {
            let _lock = RunLock::take(&path)?;
            connect4::build_book(sides, plies, &path, &options, control)
        })
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
