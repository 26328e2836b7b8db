//! How a position looks: an upright board, whose rows count from the bottom.

use super::rules::Board;
use super::sides::{LINE, Sides};
use crate::bits::{CellSet, Integer, Word};
use crate::board::BoardView;
use crate::game::{Game, Move, Player};
use crate::scene::{self, Look, Scene, Shown, Viewer};

/// Steps (column, row from the top) of the four directions.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl<G: Sides, W: Integer> Shown for Board<G, W> {
    fn drawn(&self, viewer: Viewer) -> Scene {
        let look = Look {
            letters: Some(["o", "x"]),
            shapes: ["yellow", "red"],
            lines: lines(self.highlights()),
            falls: true,
            ..Look::default()
        };
        scene::grid(self, viewer, look)
    }

    /// The highest disc of the column.
    fn last_cell(&self, m: Move) -> Option<usize> {
        let (width, height) = self.shape();
        let occupied = self.occupied().bits();
        let mut column = (0..height).map(|row| usize::from(row) * usize::from(width) + m.index());
        column.find(|&cell| occupied.has(cell))
    }

    /// True if the highest disc of the column is of the player who is not to move.
    fn can_be_last(&self, m: Move) -> bool {
        let other = Player(1 - self.turn().0);
        self.last_cell(m).is_some_and(|cell| self.pieces(other).bits().has(cell))
    }
}

/// The lines of four among these cells.
fn lines(cells: CellSet) -> Vec<Vec<usize>> {
    if cells.count() == 0 {
        return Vec::new();
    }
    let (width, height) = (i32::from(cells.width()), i32::from(cells.height()));
    let line = |x: i32, y: i32, (dx, dy): (i32, i32)| {
        let places = (0..LINE as i32).map(|step| (x + step * dx, y + step * dy));
        let inside = |(x, y)| (0..width).contains(&x) && (0..height).contains(&y);
        let found = places.map(|(x, y)| {
            let cell = (y * width + x) as usize;
            (inside((x, y)) && cells.bits().has(cell)).then_some(cell)
        });
        found.collect::<Option<Vec<_>>>()
    };
    let starts = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
    starts.flat_map(|(x, y)| STEPS.into_iter().filter_map(move |step| line(x, y, step))).collect()
}
