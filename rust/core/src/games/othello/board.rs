//! The board as drawings show it.

use super::rules::Board;
use crate::bits::{CellSet, Integer};
use crate::board::BoardView;
use crate::game::{Game, Player};

impl<const W: usize, const H: usize> BoardView for Board<W, H> {
    fn shape(&self) -> (u8, u8) {
        (W as u8, H as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        let discs = if player == self.turn() { self.own() } else { self.other() };
        CellSet::new(discs.wide(), W as u8, H as u8)
    }
}
