//! The hands as sets of cells: a column for each rank, a row for each suit.

use super::rules::Honeymoon;
use crate::bits::CellSet;
use crate::board::BoardView;
use crate::cards::{RANKS, SUITS};
use crate::game::Player;

impl BoardView for Honeymoon {
    fn shape(&self) -> (u8, u8) {
        (RANKS as u8, SUITS as u8)
    }

    fn pieces(&self, player: Player) -> CellSet {
        CellSet::new(self.hand(player).0.into(), RANKS as u8, SUITS as u8)
    }
}
