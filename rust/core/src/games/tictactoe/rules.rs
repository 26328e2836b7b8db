//! The rules, on two sets of cells.

use std::hint::select_unpredictable;

use super::geometry::Geometry;
use super::lines::{line_cells, line_of};
use super::sides::MAX_CELLS;
use crate::bits::{Integer, mix};
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player, legal_set};
use crate::grid;

/// A position of tic-tac-toe or of `k` in a row.
///
/// Stored from the mover's view: `own` holds the marks of the side to move. The side to move
/// follows from the number of marks, so it is not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board<G, W> {
    own: W,
    other: W,
    geometry: G,
}

impl<G: Geometry, W: Integer> Board<G, W> {
    /// The empty board.
    pub fn empty(geometry: G) -> Self {
        Board { own: W::EMPTY, other: W::EMPTY, geometry }
    }

    /// The board with these marks, the first player's first; the caller has checked that a game can
    /// reach it.
    pub(super) fn from_marks(first: W, second: W, geometry: G) -> Self {
        if first.count() == second.count() {
            Board { own: first, other: second, geometry }
        } else {
            Board { own: second, other: first, geometry }
        }
    }

    /// Sides and line length of the board.
    #[inline]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Marks of the side to move.
    #[inline]
    pub fn own(&self) -> W {
        self.own
    }

    /// Marks of the side that has just moved.
    #[inline]
    pub fn other(&self) -> W {
        self.other
    }

    /// Cells without a mark.
    #[inline]
    pub fn empties(&self) -> W {
        W::low(self.geometry.cells()).wrapping_sub(self.own | self.other)
    }

    /// The legal moves as a set; empty once the game is over.
    #[inline]
    pub fn legal(&self) -> W {
        select_unpredictable(self.geometry.has_line(self.other), W::EMPTY, self.empties())
    }

    /// The cells of the winning lines; empty if there are none. Only the side that has just moved
    /// can have one.
    pub fn winning_line(&self) -> W {
        line_cells(self.other, self.geometry)
    }

    fn image(&self, cell: usize, s: usize) -> usize {
        grid::image(self.geometry.width(), self.geometry.height(), cell, s)
    }

    fn map(&self, cells: W, s: usize) -> W {
        cells.cells().fold(W::EMPTY, |set, cell| set | W::bit(self.image(cell, s)))
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
        Board::empty(self.geometry)
    }

    fn num_moves(&self) -> usize {
        self.geometry.cells()
    }

    fn max_plies(&self) -> usize {
        self.geometry.cells()
    }

    #[inline]
    fn turn(&self) -> Player {
        Player((self.ply() & 1) as u8)
    }

    #[inline]
    fn ply(&self) -> usize {
        (self.own | self.other).count()
    }

    legal_set!(|position: &Self, n| position.geometry.nth_cell(position.empties(), n));

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        // The mask keeps the index on the board: an illegal move gives a wrong board instead of an
        // overflow.
        let marks = self.own | W::bit(m.index() % W::BITS);
        self.own = self.other;
        self.other = marks;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.geometry.has_line(self.other) {
            let score = if self.turn().0 == 1 { 1 } else { -1 };
            Some(Outcome::two_player(score, line_of(self.geometry.k())))
        } else if self.empties().is_empty() {
            Some(Outcome::two_player(0, "board full"))
        } else {
            None
        }
    }

    fn key(&self) -> u64 {
        let g = self.geometry;
        let seed = mix((g.width() | g.height() << 8 | g.k() << 16) as u64);
        self.own.key(self.other.key(seed))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.legal().is_empty()
    }
}

impl<G: Geometry, W: Integer> Symmetric for Board<G, W> {
    fn num_symmetries(&self) -> usize {
        grid::num_symmetries(self.geometry.width(), self.geometry.height())
    }

    fn transform(&self, s: usize) -> Self {
        Board { own: self.map(self.own, s), other: self.map(self.other, s), ..*self }
    }

    fn transform_move(&self, m: Move, s: usize) -> Move {
        Move(self.image(m.index(), s) as u16)
    }
}
