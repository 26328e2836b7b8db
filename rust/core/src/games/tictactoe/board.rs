//! The board as drawings show it.

use super::geometry::Geometry;
use super::rules::Board;
use crate::bits::{CellSet, Integer};
use crate::board::BoardView;
use crate::game::{Game, Player};

impl<G: Geometry, W: Integer> Board<G, W> {
    fn cell_set(&self, cells: W) -> CellSet {
        let g = self.geometry();
        CellSet::new(cells.wide(), g.width() as u8, g.height() as u8)
    }
}

impl<G: Geometry, W: Integer> BoardView for Board<G, W> {
    fn shape(&self) -> (u8, u8) {
        (self.geometry().width() as u8, self.geometry().height() as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        self.cell_set(if player == self.turn() { self.own() } else { self.other() })
    }

    fn highlights(&self) -> CellSet {
        self.cell_set(self.winning_line())
    }
}
