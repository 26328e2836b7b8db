//! How a position looks: its size, its finished lines.

use super::geometry::Geometry;
use super::rules::Board;
use crate::bits::{CellSet, Integer, Word};
use crate::board::BoardView;
use crate::game::{Game, Move, Player};
use crate::scene::{self, Look, Scene, Shown, Viewer};

/// Steps (column, row) of the four directions: row, column, both diagonals.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl<G: Geometry, W: Integer> Shown for Board<G, W> {
    fn drawn(&self, viewer: Viewer) -> Scene {
        let (width, height) = self.shape();
        let k = self.sides().k();
        let title = format!("{} {width} x {height}, {k} in a row", Self::FACTS.title);
        let lines = finished_lines(self.highlights(), k);
        scene::grid(self, viewer, Look { title: Some(title), lines, ..Look::default() })
    }

    /// True if the mark belongs to the player who is not to move: marks never move.
    fn can_be_last(&self, m: Move) -> bool {
        let other = Player(1 - self.turn().0);
        self.cell_of(m).is_some_and(|cell| self.pieces(other).bits().has(cell))
    }
}

/// The straight lines of at least `k` cells among those that ended the game.
fn finished_lines(cells: CellSet, k: usize) -> Vec<Vec<usize>> {
    let (width, height) = (i32::from(cells.width()), i32::from(cells.height()));
    let at = |x: i32, y: i32| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        let cell = (y * width + x) as usize;
        (inside && cells.bits().has(cell)).then_some(cell)
    };
    let mut lines = Vec::new();
    for (dx, dy) in DIRECTIONS {
        for cell in cells.cells() {
            let (x, y) = (cell as i32 % width, cell as i32 / width);
            if at(x - dx, y - dy).is_some() {
                continue;
            }
            let line: Vec<_> = (0..).map_while(|step| at(x + step * dx, y + step * dy)).collect();
            // For k = 1 every direction finds the same single cell.
            if line.len() >= k && !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}
