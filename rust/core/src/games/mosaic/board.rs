//! The pyramids as drawings show them.

use super::quo::Quo;
use super::rules::Board;
use crate::bits::CellSet;
use crate::board::BoardView;
use crate::game::{Move, Player};
use crate::pyramid::PyramidWord;

impl<W: PyramidWord> BoardView for Board<W> {
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

impl<W: PyramidWord> BoardView for Quo<W> {
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
