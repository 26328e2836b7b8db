//! The rules, on two sets of discs.

use std::hint::select_unpredictable;

use super::sides::{LINE, MAX_CELLS, MAX_SIDE, Sides};
use crate::bits::{Integer, Word, mix};
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player, legal_set};
use crate::marks::Marks;

/// Marks that fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dropped;

/// A position of Connect Four.
pub type Board<G, W> = Marks<Dropped, G, W>;

impl<G: Sides, W: Integer> Board<G, W> {
    /// All discs.
    #[inline]
    pub fn discs(&self) -> W {
        self.own() | self.other()
    }

    /// The cells into which a disc can fall, also once the game is over.
    #[inline]
    pub fn playable(&self) -> W {
        self.sides().tops(self.discs()) & self.sides().board()
    }

    /// The legal moves as a set of columns; empty once the game is over.
    #[inline]
    pub fn legal(&self) -> u64 {
        let g = self.sides();
        let open = !g.row(self.discs(), g.height() - 1) & u64::low(g.width());
        select_unpredictable(g.has_line(self.other()), 0, open)
    }

    /// The cell into which a disc falls in a column; empty if the column is full.
    #[inline]
    pub(super) fn landing(&self, m: Move) -> W {
        self.playable() & self.sides().column(m.index().min(self.sides().width() - 1))
    }
}

/// One more than the discs that the winner still has when a line comes with the last of `discs`
/// discs: the score of Pascal Pons's solver.
pub(super) const fn score_of_win(cells: usize, discs: usize) -> i16 {
    ((cells + 2 - discs) / 2) as i16
}

impl<G: Sides, W: Integer> Game for Board<G, W> {
    const FACTS: Facts = Facts {
        name: "connect4",
        title: "Connect Four",
        player_names: &["first", "second"],
        teams: &[0, 1],
        max_score: score_of_win(MAX_CELLS, 2 * LINE - 1),
        most_moves: MAX_SIDE as usize,
        max_indices: MAX_SIDE as usize,
        most_plies: MAX_CELLS,
        hidden: false,
        chance: false,
    };

    const IN_LANES: bool = true;

    fn start(&self) -> Self {
        Board::empty(self.sides())
    }

    fn num_moves(&self) -> usize {
        self.sides().width()
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
        self.discs().count()
    }

    legal_set!();

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.put(self.landing(m));
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.sides().has_line(self.other()) {
            let score = score_of_win(self.sides().cells(), self.ply());
            let score = if self.turn().0 == 1 { score } else { -score };
            Some(Outcome::two_player(score, "4 in a row"))
        } else if self.playable().is_empty() {
            Some(Outcome::two_player(0, "board full"))
        } else {
            None
        }
    }

    /// A disc has to go where the other side would win, and not below such a cell.
    #[inline]
    fn sure_result(&self) -> Option<i8> {
        let (g, discs) = (self.sides(), self.discs());
        if !g.wins(self.own(), discs).is_empty() {
            return Some(1);
        }
        let threats = g.threats(self.other(), discs);
        let wins = threats & self.playable();
        let open = match wins.count() {
            0 => self.playable(),
            1 => wins,
            _ => W::EMPTY,
        };
        (open & !(threats >> 1)).is_empty().then_some(-1)
    }

    fn key(&self) -> u64 {
        let seed =
            mix((self.sides().width() | self.sides().height() << 8 | LINE << 16 | 1 << 24) as u64);
        self.own().key(self.other().key(seed))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.legal() == 0
    }

    #[inline]
    fn pick_legal(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        let legal = self.legal();
        (legal != 0).then(|| Move(legal.nth(choose(legal.count())) as u16))
    }
}

impl<G: Sides, W: Integer> Symmetric for Board<G, W> {
    fn num_symmetries(&self) -> usize {
        2
    }

    fn transform(&self, s: usize) -> Self {
        if s == 0 { *self } else { self.map(|discs| self.sides().mirror(discs)) }
    }

    fn transform_move(&self, m: Move, s: usize) -> Move {
        if s == 0 { m } else { Move(self.sides().width() as u16 - 1 - m.0) }
    }
}
