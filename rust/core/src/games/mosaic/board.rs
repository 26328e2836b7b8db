//! The pyramids as drawings show them.

use super::rules::Board;
use crate::bits::CellSet;
use crate::board::BoardView;
use crate::game::{Move, Player};
use crate::pyramid::PyramidWord;

impl<W: PyramidWord, const SEATS: usize> BoardView for Board<W, SEATS> {
    fn shape(&self) -> (u8, u8) {
        (self.size(), self.size())
    }

    fn pieces(&self, player: Player) -> CellSet {
        self.pile().set(self.pile().pieces(player.index())).into()
    }

    fn cell_of(&self, m: Move) -> Option<usize> {
        Some(m.index())
    }

    fn occupied(&self) -> CellSet {
        self.pile().set(self.pile().occupied()).into()
    }
}
