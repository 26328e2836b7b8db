//! What is said about a position: lines completed, blocked and threatened.

use super::geometry::Geometry;
use super::lines::Census;
use super::rules::Board;
use crate::bits::Integer;
use crate::board::BoardView;
use crate::game::{Game, Move};
use crate::remarks::{Letters, Told};
use crate::sentences::Said;

/// Cells of the largest board that the perfect player knows.
const KNOWN: usize = 9;

impl<G: Geometry, W: Integer> Told for Board<G, W> {
    fn aim(&self) -> String {
        let (width, height) = self.shape();
        format!("{} in a row on a board of {width} x {height}", self.sides().k())
    }

    fn strongest(&self) -> Option<&'static str> {
        (self.num_moves() > KNOWN).then_some("alphabeta:seconds=1")
    }

    fn letters(&self) -> Option<Letters> {
        Some(Letters { pieces: "ox", empty: '.', turn: false })
    }

    fn reasons(&self, line: &[Move]) -> Vec<Said> {
        let Some(m) = line.first() else { return Vec::new() };
        let (g, cell) = (self.sides(), W::bit(m.index()));
        // The empty cells that complete a line.
        let gaps =
            |own: W, other: W| Census::new(own, other, g).cells(g.k() - 1, 0) & !(own | other);
        let (own, other) = (self.own(), self.other());
        let after = own | cell;
        if !(gaps(own, other) & cell).is_empty() {
            return vec![Said::plain("completes")];
        }
        let mut found = Vec::new();
        if !(gaps(other, own) & cell).is_empty() {
            found.push(Said::plain("blocks"));
        }
        if !gaps(other, after).is_empty() {
            found.push(Said::plain("leaves-line"));
            return found;
        }
        match gaps(after, other).count() {
            0 => {}
            1 => found.push(Said::plain("threatens")),
            threats => found.push(Said::new("forks", [(threats as i64).into()])),
        }
        found
    }
}
