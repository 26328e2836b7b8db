//! What both games show of their pyramids, and the pyramids as drawings show them.

use super::quo::Quo;
use super::rules::Board;
use super::sets::Piled;
use crate::bits::CellSet;
use crate::board::BoardView;
use crate::capability::HiddenInfo;
use crate::game::{Game, Move, Player};
use crate::pyramid::PyramidWord;

macro_rules! on_pyramids {
    ($($game:ident)*) => {$(
        impl<W: PyramidWord> $game<W> {
            /// Layers of the pyramid.
            #[inline]
            pub fn size(&self) -> u8 {
                self.pile().size()
            }

            /// The neutral piece, on boards that have one.
            #[inline]
            pub fn neutral(&self) -> W {
                self.pile().neutral()
            }

            /// Cells with a piece, including the neutral one.
            #[inline]
            pub fn occupied(&self) -> W {
                self.pile().occupied()
            }

            /// Cells without a piece.
            #[inline]
            pub fn empties(&self) -> W {
                self.pile().empties()
            }

            /// Cells on the ground or upon four pieces, empty or not.
            pub fn supported(&self) -> W {
                self.pile().supported()
            }
        }

        impl<W: PyramidWord> HiddenInfo for $game<W> {}
    )*};
}
on_pyramids!(Board Quo);

impl<G: Game + Piled> BoardView for G {
    fn shape(&self) -> (u8, u8) {
        (self.pile().size(), self.pile().size())
    }

    fn pieces(&self, player: Player) -> CellSet {
        self.pile().of(player).into()
    }

    fn cell_of(&self, m: Move) -> Option<usize> {
        Some(m.index())
    }

    fn occupied(&self) -> CellSet {
        self.pile().occupied().into()
    }
}
