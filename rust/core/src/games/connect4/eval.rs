//! Evaluation and move ordering: threats, and who has the last move below them.

use super::rules::{Board, score_of_win};
use super::sides::Sides;
use crate::bits::Integer;
use crate::capability::Evaluate;
use crate::game::{Game, Move, MoveList};

impl<G: Sides, W: Integer> Board<G, W> {
    /// Worth of the threats of a side: those count more whose rows the side gets if both play every
    /// other column to its end.
    fn worth(&self, own: W, rows: W) -> i32 {
        let g = self.sides();
        let threats = g.threats(own, self.discs());
        // Above two of them nobody plays.
        let useful = threats & !((threats & threats << 1) << 1);
        (useful.count() + 3 * (useful & rows).count()) as i32
    }
}

/// Units of a threat in a row that counts.
const THREAT: i32 = 40;

impl<G: Sides, W: Integer> Evaluate for Board<G, W> {
    const UNIT: i32 = 1000;

    /// A threat in a row that counts.
    const EVEN: i32 = THREAT;

    fn evaluate(&self) -> i32 {
        let g = self.sides();
        if !self.sides().wins(self.own(), self.discs()).is_empty() {
            return Self::UNIT * i32::from(score_of_win(g.cells(), self.ply() + 1)) - 1;
        }
        let answers = g.answers::<W>();
        // Who moves when an even number of cells is left does not get the rows of the answers.
        let (ours, theirs) = if (g.cells() - self.ply()).is_multiple_of(2) {
            (!answers, answers)
        } else {
            (answers, !answers)
        };
        let balance = self.worth(self.own(), ours) - self.worth(self.other(), theirs);
        (balance * THREAT / 4).clamp(1 - Self::UNIT, Self::UNIT - 1)
    }

    /// A side without a line that it could still fill does not win; a win comes with the next disc at
    /// the earliest, a loss with the one after it.
    fn bounds(&self) -> (i32, i32) {
        let g = self.sides();
        let empties = g.board::<W>() & !self.discs();
        let most = |own: W, discs: usize| {
            let score = score_of_win(g.cells(), discs);
            if g.has_line(own | empties) { i32::from(score).max(0) } else { 0 }
        };
        (-most(self.other(), self.ply() + 2), most(self.own(), self.ply() + 1))
    }

    /// A winning move if there is one, else the cell that blocks the other side's win, else what
    /// does not lose at once, else every move.
    fn essential_moves(&self) -> MoveList {
        if self.is_over() {
            return MoveList::new();
        }
        let (g, legal, wins) =
            (self.sides(), self.playable(), self.sides().wins(self.own(), self.discs()));
        let theirs = g.threats(self.other(), self.discs());
        let choices = [wins.lowest(), theirs & legal, legal & !(theirs >> 1), legal];
        let moves = choices.into_iter().find(|moves| !moves.is_empty()).unwrap_or_default();
        moves.cells().map(|cell| Move((cell / g.stride()) as u16)).collect()
    }

    /// Threats first, then the middle.
    fn order_moves(&self, moves: &[Move], scores: &mut [i32]) {
        let g = self.sides();
        for (&m, score) in moves.iter().zip(scores) {
            let cell = self.landing(m);
            let threats = g.threats(self.own() | cell, self.discs() | cell).count() as i32;
            *score += 16 * threats + m.index().min(g.width() - 1 - m.index()) as i32;
        }
    }
}
