//! Marks as planes for learning agents: those of a small board as words.

use super::geometry::Geometry;
use super::rules::Board;
use crate::bits::Integer;
use crate::capability::Planes;

impl<G: Geometry, W: Integer> Planes for Board<G, W> {
    #[inline]
    fn plane_words(&self) -> Option<[u64; 2]> {
        let is_small = self.sides().cells() <= 64;
        is_small.then(|| [self.own(), self.other()].map(|marks| marks.piece(0)))
    }
}
