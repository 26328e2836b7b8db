//! What is said about a position: lines completed, blocked and threatened, and in whose rows.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::Integer;
use crate::board::BoardView;
use crate::game::{Game, Move};
use crate::remarks::{Letters, Told, Unit};
use crate::sentences::Said;

/// The discs that the winner has in hand, the one that wins included.
const LEFT: Unit = Unit::new("disc in hand", "discs in hand", 0.5, 0.5);

impl<G: Sides, W: Integer> Told for Board<G, W> {
    fn aim(&self) -> String {
        let (width, height) = self.shape();
        format!("discs that fall, 4 in a row on a board of {width} x {height}")
    }

    fn unit(&self) -> Unit {
        LEFT
    }

    fn result_decides(&self) -> bool {
        true
    }

    fn letters(&self) -> Option<Letters> {
        Some(Letters { pieces: "ox", empty: '.', turn: false })
    }

    fn reasons(&self, line: &[Move]) -> Vec<Said> {
        let Some(&m) = line.first() else { return Vec::new() };
        let (g, discs, cell) = (self.sides(), self.discs(), self.landing(m));
        let ours = g.threats(self.own(), discs);
        let theirs = g.threats(self.other(), discs);
        if !(ours & cell).is_empty() {
            return vec![Said::plain("completes")];
        }
        let mut found = Vec::new();
        if !(theirs & cell).is_empty() {
            found.push(Said::plain("blocks"));
        }
        if !(theirs & cell << 1).is_empty() {
            found.push(Said::plain("lets-complete"));
            return found;
        }
        let new = g.threats(self.own() | cell, discs | cell) & !ours;
        let at_once = new & self.child(m).playable();
        if at_once.count() > 1 {
            found.push(Said::plain("forks-two"));
        } else if !at_once.is_empty() {
            found.push(Said::plain("threatens"));
        } else if let Some(row) = new.cells().map(|cell| cell % g.stride() + 1).min() {
            let code = if row % 2 == 1 { "threatens-odd" } else { "threatens-even" };
            found.push(Said::new(code, [(row as i64).into()]));
        }
        found
    }
}
