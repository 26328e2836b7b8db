//! Discs as planes for learning agents, as words.

use super::rules::Board;
use super::sides::Sides;
use crate::capability::Planes;

impl<S: Sides> Planes for Board<S> {
    #[inline]
    fn plane_words(&self) -> Option<[u64; 2]> {
        Some([self.own(), self.other()])
    }
}
