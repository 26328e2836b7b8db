//! The board as drawings show it.

use super::geometry::Geometry;
use super::lines::line_cells;
use super::rules::Board;
use crate::bits::{CellSet, Integer};
use crate::board::BoardView;
use crate::game::{Game, Player};

impl<G: Geometry, W: Integer> Board<G, W> {
    fn cell_set(&self, cells: W) -> CellSet {
        let g = self.sides();
        CellSet::new(cells.wide(), g.width() as u8, g.height() as u8)
    }
}

impl<G: Geometry, W: Integer> BoardView for Board<G, W> {
    fn shape(&self) -> (u8, u8) {
        (self.sides().width() as u8, self.sides().height() as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        self.cell_set(if player == self.turn() { self.own() } else { self.other() })
    }

    fn highlights(&self) -> CellSet {
        // Only the side that has just moved can have a line.
        self.cell_set(line_cells(self.other(), self.sides()))
    }
}
