//! What only positions of both games have, as sets of cells, independent of the word type.

use super::chain::LastPiece;
use super::rules::Board;
use super::{Mosaic5, Mosaic7, Quo7};
use crate::any::AnyGame;
use crate::game::{Move, Player};
use crate::pyramid::{PyramidSet, PyramidWord};

/// A position of either game.
pub trait Piled {
    /// Pieces each seat has still to place.
    fn left(&self) -> Vec<u8>;
    /// The legal moves; empty once the game is over.
    fn legal(&self) -> PyramidSet;
    /// The chain of a legal move up to the next choice: seats and filled cells in order.
    fn waves(&self, m: Move) -> Vec<(Player, PyramidSet)>;
    /// The seat whose turn it is, even while another one chooses.
    fn mover(&self) -> Player;
    /// The seat that has to choose where its last pieces go, if there is one.
    fn choosing(&self) -> Option<Player>;
    /// The cells from which that seat may choose; empty without a choice.
    fn offered(&self) -> PyramidSet;
    /// What happens when a chain offers a seat more cells than it has pieces left.
    fn last_piece(&self) -> LastPiece;
}

/// A position as one of these games; `None` for another game.
pub fn piled(position: &dyn AnyGame) -> Option<&dyn Piled> {
    fn is<G: Piled + 'static>(position: &dyn AnyGame) -> Option<&dyn Piled> {
        position.as_any().downcast_ref::<G>().map(|board| board as &dyn Piled)
    }
    is::<Mosaic7>(position).or_else(|| is::<Mosaic5>(position)).or_else(|| is::<Quo7>(position))
}

impl<W: PyramidWord, const SEATS: usize> Piled for Board<W, SEATS> {
    fn left(&self) -> Vec<u8> {
        self.pieces_left().to_vec()
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
