//! The board as drawings show it.

use super::rules::Board;
use crate::bits::{CellSet, Integer};
use crate::board::BoardView;
use crate::game::{Game, Player};

impl<const N: usize> BoardView for Board<N> {
    fn shape(&self) -> (u8, u8) {
        (N as u8, N as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        let discs = if player == self.turn() { self.own() } else { self.other() };
        CellSet::new(discs.wide(), N as u8, N as u8)
    }
}
