//! The classes of Mosaic and Mosaic Quo.

use bitgames_core::Player;
use bitgames_core::games::mosaic::{self, LastPiece, Piled};
use bitgames_core::pyramid::PyramidSet;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Int, Text, choice, name_of};
use crate::cells;
use crate::error::Result;
use crate::moves::MoveLike;
use crate::position::Position;
use crate::pyramid::{Object, object};
use crate::typed::{Ints, Typed};

/// A position on a pyramid: the base class of Mosaic and Mosaic Quo.
///
/// Cells are numbered from the top layer down, row by row in each layer, as in :class:`PyramidSet`.
/// Moves are named by layer (1 is the ground), column and row: ``1d4`` is the centre of the ground
/// of size 7, ``7a1`` its top.
#[pyclass(frozen, subclass, extends = Position, module = "bitgames.mosaic")]
pub struct PyramidPosition;

/// The parts of the object of a position, up to its own class.
pub fn on_pyramid(position: Position) -> PyClassInitializer<PyramidPosition> {
    (PyramidPosition, position).into()
}

/// The pieces of a seat.
fn pieces<'py>(base: &PyRef<'py, PyramidPosition>, seat: u8) -> PyResult<Object<'py>> {
    cells::object(base.py(), base.as_super().game().pieces(Player(seat)))
}

/// The position as one of the two games.
fn piled<'a>(slf: &'a PyRef<'_, PyramidPosition>) -> &'a dyn Piled {
    mosaic::piled(slf.as_super().game()).expect("objects of this class hold these games")
}

/// Its size, as sets of cells take it, and the cells with a piece.
fn board(slf: &PyRef<'_, PyramidPosition>) -> (i64, PyramidSet) {
    let occupied = slf.as_super().game().occupied();
    (occupied.width().into(), PyramidSet::of(occupied.bits(), occupied.width()))
}

#[pymethods]
impl PyramidPosition {
    /// Number of layers, and width of the ground layer.
    #[getter]
    fn size(slf: PyRef<'_, Self>) -> u8 {
        slf.as_super().game().shape().0
    }

    /// The cells with a piece of a player, 0 for the first player; the neutral piece belongs to no
    /// player.
    fn pieces(slf: PyRef<'_, Self>, player: Int) -> Result<Object<'_>> {
        let player = slf.as_super().player(player)?;
        Ok(pieces(&slf, player.0)?)
    }

    /// The cells of the first player's pieces.
    #[getter]
    fn first(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        pieces(&slf, 0)
    }

    /// The cells of the second player's pieces.
    #[getter]
    fn second(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        pieces(&slf, 1)
    }

    /// The cell of the neutral piece, as a set; empty for an even size.
    #[getter]
    fn neutral(slf: PyRef<'_, Self>) -> Result<Object<'_>> {
        Ok(object(slf.py(), PyramidSet::neutral(board(&slf).0)?)?)
    }

    /// The cells with a piece, the neutral piece included.
    #[getter]
    fn occupied(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        object(slf.py(), board(&slf).1)
    }

    /// The cells without a piece.
    #[getter]
    fn empty(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        object(slf.py(), !board(&slf).1)
    }

    /// The cells on the ground or on four pieces, with a piece or without.
    #[getter]
    fn supported(slf: PyRef<'_, Self>) -> Result<Object<'_>> {
        let (size, occupied) = board(&slf);
        Ok(object(slf.py(), PyramidSet::ground(size)? | occupied.promote_four())?)
    }

    /// The cells that may be played; empty once the game is over.
    #[getter]
    fn legal(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        object(slf.py(), piled(&slf).legal())
    }

    /// Number of pieces that each player still has to place.
    #[getter]
    fn pieces_left(slf: PyRef<'_, Self>) -> PyResult<Typed<'_, Ints>> {
        Ok(Typed::new(PyTuple::new(slf.py(), piled(&slf).left())?))
    }

    /// The cells that the chain of a move would fill: pairs of a player and their cells, in order.
    ///
    /// A wave serves the players in the order of their seats, so a new wave begins where the seat number does not increase. The list ends where a player has to choose. Raises IllegalMoveError for a move that is not legal here.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.position("mosaic:3 ./..../11..*.... 1")
    /// >>> [(player, list(cells)) for player, cells in pos.waves("1a2")]
    /// [(0, [1])]
    #[pyo3(signature = (r#move))]
    fn waves<'py>(
        slf: PyRef<'py, Self>,
        py: Python<'py>,
        r#move: MoveLike<'_>,
    ) -> Result<Vec<(u8, Object<'py>)>> {
        let position = slf.as_super();
        let m = position.resolve(r#move)?;
        position.game().play(m)?;
        let steps = piled(&slf).waves(m).into_iter();
        steps.map(|(seat, cells)| Ok((seat.0, object(py, cells)?))).collect()
    }
}

/// A position of Mosaic on a pyramid of 2 to 7 layers.
///
/// ``Mosaic(size=7)`` is the start. A move places a piece on an empty square of the ground or on four
/// pieces. An empty square above three or four pieces of one player gets one more piece of that
/// player at once, after a move of either player. The first player to place all pieces wins.
///
/// >>> import bitgames as bg
/// >>> pos = bg.Mosaic(3).play("1a1").play("1c1")
/// >>> pos.to_string(), pos.pieces_left
/// ('mosaic:3 ./..../1.2.*.... 1', (6, 6))
/// >>> print(pos.occupied)
/// # . #   . .   .
/// . # .   . .
/// . . .
#[pyclass(frozen, extends = PyramidPosition, freelist = 256, module = "bitgames")]
pub struct Mosaic;

#[pymethods]
impl Mosaic {
    /// The start of the game on a pyramid of this many layers.
    #[new]
    #[pyo3(signature = (size = Int(7)), text_signature = "(size=7)")]
    fn new(py: Python<'_>, size: Int) -> Result<PyClassInitializer<Self>> {
        let start = mosaic::start(size.checked_as("size", "from 2 to 7")?)?;
        Ok(on_pyramid(Position::new(py, start)?).add_subclass(Mosaic))
    }
}

/// A position of Mosaic Quo, for four players in two teams, on a pyramid of 3 to 7 layers.
///
/// ``Quo(size=7, last_piece="owner")`` is the start. The first and the third player are partners,
/// and so are the second and the fourth. An empty square above two pieces of one player gets one more
/// piece of that player. If a chain offers a player more cells than they have pieces left, that
/// player chooses the cells, even during the turn of another player: ``choosing`` is their seat,
/// and each move is one of the cells ``offered``. With ``last_piece="lowest"`` the last pieces go
/// on the cells with the lowest numbers.
///
/// >>> import bitgames as bg
/// >>> pos = bg.Quo(4)
/// >>> pos.pieces_left, pos.facts.teams, pos.choosing
/// ((8, 8, 8, 8), (0, 1, 0, 1), None)
/// >>> bg.Quo(4, last_piece="lowest").game
/// 'quo:4,lowest'
#[pyclass(frozen, extends = PyramidPosition, freelist = 256, module = "bitgames")]
pub struct Quo;

/// The rules for last pieces.
const LAST_PIECES: [(&str, LastPiece); 2] =
    [("owner", LastPiece::Owner), ("lowest", LastPiece::Lowest)];

#[pymethods]
impl Quo {
    /// The start of the game on a pyramid of this many layers.
    #[new]
    #[pyo3(
        signature = (size = Int(7), last_piece = Text("owner".into())),
        text_signature = "(size=7, last_piece='owner')"
    )]
    fn new(py: Python<'_>, size: Int, last_piece: Text) -> Result<PyClassInitializer<Self>> {
        let size = size.checked_as("size", "from 3 to 7")?;
        let last_piece = choice("last_piece", &LAST_PIECES, &last_piece.0)?;
        let start = mosaic::start_quo(size, last_piece)?;
        Ok(on_pyramid(Position::new(py, start)?).add_subclass(Quo))
    }

    /// The cells of the third player's pieces.
    #[getter]
    fn third(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        pieces(&slf.into_super(), 2)
    }

    /// The cells of the fourth player's pieces.
    #[getter]
    fn fourth(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        pieces(&slf.into_super(), 3)
    }

    /// The player whose turn it is, also while another player chooses.
    #[getter]
    fn mover(slf: PyRef<'_, Self>) -> u8 {
        piled(&slf.into_super()).mover().0
    }

    /// The seat that chooses the cells of its last pieces; None if there is no choice.
    ///
    /// >>> import bitgames as bg
    /// >>> line = "quo:5 ./..../3..?..?../33..33..23..4331/21242333.421*2.4231141341 3@3"
    /// >>> pos = bg.position(line)
    /// >>> pos.choosing, pos.turn, pos.pieces_left
    /// (2, 2, (7, 7, 1, 8))
    /// >>> pos.legal_moves == list(pos.offered)
    /// True
    #[getter]
    fn choosing(slf: PyRef<'_, Self>) -> Option<u8> {
        piled(&slf.into_super()).choosing().map(|seat| seat.0)
    }

    /// The cells to choose from; empty if there is no choice.
    #[getter]
    fn offered(slf: PyRef<'_, Self>) -> PyResult<Object<'_>> {
        let base = slf.into_super();
        object(base.py(), piled(&base).offered())
    }

    /// The rule for last pieces: ``owner`` (they choose) or ``lowest``.
    #[getter(last_piece)]
    fn last_piece_rule(slf: PyRef<'_, Self>) -> &'static str {
        name_of(&LAST_PIECES, piled(&slf.into_super()).last_piece())
    }
}
