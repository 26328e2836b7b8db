//! What is said about a position: corners, and how few moves the rival has left.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::Word;
use crate::board::BoardView;
use crate::capability::Symmetric;
use crate::game::{Game, Move};
use crate::grid;
use crate::notation::Notation;
use crate::remarks::{Letters, Told, Unit};
use crate::sentences::Said;

const DISCS: Unit = Unit::new("disc", "discs", 6.0, 2.0);
/// Most moves left to the rival that are worth a word.
const FEW_REPLIES: usize = 3;

impl<S: Sides> Told for Board<S> {
    fn aim(&self) -> String {
        "turn the other's discs by enclosing them; most discs win".into()
    }

    fn strongest(&self) -> Option<&'static str> {
        Some("alphabeta:seconds=1")
    }

    fn unit(&self) -> Unit {
        DISCS
    }

    fn letters(&self) -> Option<Letters> {
        Some(Letters { pieces: "XO", empty: '-', turn: true })
    }

    /// The image of the line that begins with f5, where the position is its own image.
    fn usual_line(&self, line: &[Move]) -> Vec<Move> {
        let usual = |&s: &usize| {
            let first = line.first().map(|&m| self.move_text(self.transform_move(m, s)));
            first.as_deref() == Some("f5") && self.transform(s) == *self
        };
        let s = (0..self.num_symmetries()).find(usual).unwrap_or(0);
        line.iter().map(|&m| self.transform_move(m, s)).collect()
    }

    fn reasons(&self, line: &[Move]) -> Vec<Said> {
        let Some(&m) = line.first() else { return Vec::new() };
        let Some(cell) = self.cell_of(m) else { return vec![Said::plain("has-to-pass")] };
        let after = self.child(m);
        if after.is_over() {
            return vec![Said::plain("ends-game")];
        }
        let corners = self.sides().corners();
        let mut found = Vec::new();
        if corners.has(cell) {
            found.push(Said::plain("takes-corner"));
        }
        let replies = after.placements();
        // What the rival could take before is no gift of this move.
        let gifts = corners & replies & !self.replies();
        let gives = |corner| {
            Said::new("gives-corner", [grid::cell_text(self.sides().width(), corner).into()])
        };
        found.extend(gifts.cells().map(gives));
        match replies.count() {
            0 => found.push(Said::plain("leaves-none")),
            1 => found.push(Said::plain("leaves-one")),
            count @ ..=FEW_REPLIES => {
                found.push(Said::new("leaves-moves", [(count as i64).into()]));
            }
            _ => {}
        }
        found
    }
}
