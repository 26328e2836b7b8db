//! Discs as planes for learning agents, as words.

use super::rules::Board;
use crate::capability::Planes;

impl<const W: usize, const H: usize> Planes for Board<W, H> {
    #[inline]
    fn plane_words(&self) -> Option<[u64; 2]> {
        Some([self.own(), self.other()])
    }
}
