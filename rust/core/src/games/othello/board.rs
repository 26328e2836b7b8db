//! The board as drawings show it.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::{CellSet, Integer};
use crate::board::BoardView;
use crate::game::{Game, Player};

impl<S: Sides> BoardView for Board<S> {
    fn shape(&self) -> (u8, u8) {
        (self.sides().width() as u8, self.sides().height() as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        let discs = if player == self.turn() { self.own() } else { self.other() };
        let (width, height) = self.shape();
        CellSet::new(discs.wide(), width, height)
    }
}
