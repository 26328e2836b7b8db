//! Read access to the boards of both games as sets of cells, independent of the word type.

use super::chain::LastPiece;
use super::chain::Pile;
use super::quo::Quo;
use super::rules::Board;
use super::{Mosaic5, Mosaic7, Quo5, Quo7};
use crate::any::AnyGame;
use crate::game::{Game, Move, Player};
use crate::pyramid::{PyramidSet, PyramidWord};

/// The pieces on a pyramid.
pub trait Pieces {
    /// Layers of the pyramid.
    fn size(&self) -> u8;
    /// The pieces of a seat.
    fn of(&self, seat: Player) -> PyramidSet;
    /// The neutral piece, on boards that have one.
    fn neutral(&self) -> PyramidSet;
    /// Cells with a piece, including the neutral one.
    fn occupied(&self) -> PyramidSet;
    /// Cells without a piece.
    fn empties(&self) -> PyramidSet;
    /// Cells on the ground or upon four pieces, empty or not.
    fn supported(&self) -> PyramidSet;
    /// Pieces each seat has still to place.
    fn left(&self) -> Vec<u8>;
}

impl<W: PyramidWord, const SEATS: usize> Pieces for Pile<W, SEATS> {
    fn size(&self) -> u8 {
        self.size()
    }
    fn of(&self, seat: Player) -> PyramidSet {
        self.set(self.pieces(seat.index()))
    }
    fn neutral(&self) -> PyramidSet {
        self.set(self.neutral())
    }
    fn occupied(&self) -> PyramidSet {
        self.set(self.occupied())
    }
    fn empties(&self) -> PyramidSet {
        self.set(self.empties())
    }
    fn supported(&self) -> PyramidSet {
        self.set(self.supported())
    }
    fn left(&self) -> Vec<u8> {
        self.left().to_vec()
    }
}

/// A position of either game.
pub trait Piled {
    /// The pieces on the board.
    fn pile(&self) -> &dyn Pieces;
    /// The legal moves; empty once the game is over.
    fn legal(&self) -> PyramidSet;
    /// The chain of a legal move up to the next choice: seats and filled cells in order.
    fn waves(&self, m: Move) -> Vec<(Player, PyramidSet)>;
    /// The seat whose turn it is, even while another one chooses.
    fn mover(&self) -> Player;
    /// The seat that has to choose where its last pieces go, if there is one.
    fn choosing(&self) -> Option<Player> {
        None
    }
    /// The cells from which that seat may choose; empty without a choice.
    fn offered(&self) -> PyramidSet;
    /// What happens when a chain offers a seat more cells than it has pieces left.
    fn last_piece(&self) -> LastPiece {
        LastPiece::Lowest
    }
}

/// A position as one of these games; `None` for another game.
pub fn piled(position: &dyn AnyGame) -> Option<&dyn Piled> {
    fn is<G: Piled + 'static>(position: &dyn AnyGame) -> Option<&dyn Piled> {
        position.as_any().downcast_ref::<G>().map(|board| board as &dyn Piled)
    }
    is::<Mosaic7>(position)
        .or_else(|| is::<Mosaic5>(position))
        .or_else(|| is::<Quo7>(position))
        .or_else(|| is::<Quo5>(position))
}

impl<W: PyramidWord> Piled for Board<W> {
    fn pile(&self) -> &dyn Pieces {
        self.pile()
    }
    fn legal(&self) -> PyramidSet {
        self.pile().set(self.legal())
    }
    fn waves(&self, m: Move) -> Vec<(Player, PyramidSet)> {
        self.waves(m)
    }
    fn mover(&self) -> Player {
        Game::turn(self)
    }
    fn offered(&self) -> PyramidSet {
        self.pile().set(W::EMPTY)
    }
}

impl<W: PyramidWord> Piled for Quo<W> {
    fn pile(&self) -> &dyn Pieces {
        self.pile()
    }
    fn legal(&self) -> PyramidSet {
        self.pile().set(self.legal())
    }
    fn waves(&self, m: Move) -> Vec<(Player, PyramidSet)> {
        self.waves(m)
    }
    fn mover(&self) -> Player {
        self.mover()
    }
    fn choosing(&self) -> Option<Player> {
        self.choosing()
    }
    fn offered(&self) -> PyramidSet {
        self.pile().set(self.offered())
    }
    fn last_piece(&self) -> LastPiece {
        self.last_piece()
    }
}
