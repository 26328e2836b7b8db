//! The board as drawings show it: row by row from the top left.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::{CellSet, Integer};
use crate::board::BoardView;
use crate::game::{Game, Move, Player};

impl<G: Sides, W: Integer> Board<G, W> {
    /// The number that a cell has in drawings.
    fn drawn(&self, cell: usize) -> usize {
        let g = self.sides();
        (g.height() - 1 - cell % g.stride()) * g.width() + cell / g.stride()
    }

    fn cell_set(&self, cells: W) -> CellSet {
        let g = self.sides();
        // Row by row from the top.
        let drawn =
            (0..g.height()).fold(0, |set, y| set << g.width() | u128::from(g.row(cells, y)));
        CellSet::new(drawn.wide(), g.width() as u8, g.height() as u8)
    }
}

impl<G: Sides, W: Integer> BoardView for Board<G, W> {
    fn shape(&self) -> (u8, u8) {
        (self.sides().width() as u8, self.sides().height() as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        self.cell_set(if player == self.turn() { self.own() } else { self.other() })
    }

    /// The cell into which the disc falls; none in a full column.
    fn cell_of(&self, m: Move) -> Option<usize> {
        let cell = self.landing(m);
        (!cell.is_empty()).then(|| self.drawn(cell.first()))
    }

    fn highlights(&self) -> CellSet {
        self.cell_set(self.sides().line_cells(self.other()))
    }
}
