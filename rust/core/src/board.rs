//! The board of a position, for drawings and planes.

use crate::bits::{CellSet, Wide, Word};
use crate::game::{Game, Move, Player};

/// The cells of a game's board, numbered as [`crate::bits::Shape`] says: on a flat board row by row
/// from the top left.
pub trait BoardView: Game {
    /// Columns and rows of the board; of its ground layer on a pyramid.
    fn shape(&self) -> (u8, u8);
    /// The cells that hold this seat's pieces.
    fn pieces(&self, player: Player) -> CellSet;

    /// The cell on which a move places or moves a piece, for drawings; `None` for a pass. By
    /// default the first moves name the cells in order, and moves beyond them have no cell.
    fn cell_of(&self, m: Move) -> Option<usize> {
        let (width, height) = self.shape();
        (m.index() < usize::from(width) * usize::from(height)).then_some(m.index())
    }

    /// The cells and lines that decided the game, marked in drawings; empty before the end.
    fn highlights(&self) -> CellSet {
        self.pieces(Player(0)).with(Wide::EMPTY)
    }

    /// The cells that hold a piece of any seat.
    fn occupied(&self) -> CellSet {
        let seats = 1..Self::FACTS.players();
        let others = seats.map(|seat| self.pieces(Player(seat as u8)));
        others.fold(self.pieces(Player(0)), |all, own| all.with(all.bits() | own.bits()))
    }
}
