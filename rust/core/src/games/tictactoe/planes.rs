//! Marks as planes for learning agents: those of a small board in a word.

use super::geometry::Geometry;
use super::rules::Board;
use crate::bits::Integer;
use crate::capability::Planes;
use crate::game::{Game, Player};

impl<G: Geometry, W: Integer> Planes for Board<G, W> {
    #[inline]
    fn planes_word(&self, player: Player) -> Option<u64> {
        let cells = self.sides().cells();
        let (own, other) = (self.own().piece(0), self.other().piece(0));
        let (first, second) = if player == self.turn() { (own, other) } else { (other, own) };
        (2 * cells <= 64).then(|| first | second << cells)
    }
}
