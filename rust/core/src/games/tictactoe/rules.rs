//! The rules, on two sets of cells.

use std::hint::select_unpredictable;

use super::geometry::Geometry;
use super::lines::line_of;
use super::sides::MAX_CELLS;
use crate::bits::{Integer, mix};
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player, legal_set};
use crate::grid;
use crate::marks::Marks;

/// Marks that go on any empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnAnyCell;

/// A position of tic-tac-toe or of `k` in a row.
pub type Board<G, W> = Marks<OnAnyCell, G, W>;

impl<G: Geometry, W: Integer> Board<G, W> {
    /// Cells without a mark.
    #[inline]
    pub fn empties(&self) -> W {
        W::low(self.sides().cells()).wrapping_sub(self.own() | self.other())
    }

    /// The legal moves as a set; empty once the game is over.
    #[inline]
    pub fn legal(&self) -> W {
        select_unpredictable(self.sides().has_line(self.other()), W::EMPTY, self.empties())
    }

    fn image(&self, cell: usize, s: usize) -> usize {
        grid::image(self.sides().width(), self.sides().height(), cell, s)
    }
}

impl<G: Geometry, W: Integer> Game for Board<G, W> {
    const FACTS: Facts = Facts {
        name: "tictactoe",
        title: "Tic-tac-toe",
        player_names: &["o", "x"],
        teams: &[0, 1],
        max_score: 1,
        most_moves: MAX_CELLS as usize,
        max_indices: MAX_CELLS as usize,
        most_plies: MAX_CELLS as usize,
        hidden: false,
        chance: false,
    };

    fn start(&self) -> Self {
        Board::empty(self.sides())
    }

    fn num_moves(&self) -> usize {
        self.sides().cells()
    }

    fn max_plies(&self) -> usize {
        self.sides().cells()
    }

    #[inline]
    fn turn(&self) -> Player {
        Player((self.ply() & 1) as u8)
    }

    #[inline]
    fn ply(&self) -> usize {
        (self.own() | self.other()).count()
    }

    legal_set!(|position: &Self, n| position.sides().nth_cell(position.empties(), n));

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        // The mask keeps the index on the board: an illegal move gives a wrong board instead of an
        // overflow.
        self.put(W::bit(m.index() % W::BITS));
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.sides().has_line(self.other()) {
            let score = if self.turn().0 == 1 { 1 } else { -1 };
            Some(Outcome::two_player(score, line_of(self.sides().k())))
        } else if self.empties().is_empty() {
            Some(Outcome::two_player(0, "board full"))
        } else {
            None
        }
    }

    fn key(&self) -> u64 {
        let g = self.sides();
        let seed = mix((g.width() | g.height() << 8 | g.k() << 16) as u64);
        self.own().key(self.other().key(seed))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.legal().is_empty()
    }
}

impl<G: Geometry, W: Integer> Symmetric for Board<G, W> {
    fn num_symmetries(&self) -> usize {
        grid::num_symmetries(self.sides().width(), self.sides().height())
    }

    fn transform(&self, s: usize) -> Self {
        let image = |set, cell| set | W::bit(self.image(cell, s));
        self.map(|marks| marks.cells().fold(W::EMPTY, image))
    }

    fn transform_move(&self, m: Move, s: usize) -> Move {
        Move(self.image(m.index(), s) as u16)
    }
}
