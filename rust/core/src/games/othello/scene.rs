//! How a position looks: with the counts of discs.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::Word;
use crate::board::BoardView;
use crate::game::{Game, Move, Player};
use crate::scene::{self, Look, Scene, Shown, Viewer};
use crate::sentences::{Said, reason};

impl<S: Sides> Board<S> {
    /// Discs of black and of white.
    fn counts(&self) -> [usize; 2] {
        [Player(0), Player(1)].map(|seat| self.pieces(seat).count())
    }
}

impl<S: Sides> Shown for Board<S> {
    fn drawn(&self, viewer: Viewer) -> Scene {
        let look = Look {
            caption: Some(self.caption()),
            letters: Some(["X", "O"]),
            shapes: ["dark", "light"],
            scores: Some(self.counts()),
            ..Look::default()
        };
        scene::grid(self, viewer, look)
    }

    /// The player to move and the count of the discs, or the result.
    fn caption(&self) -> Said {
        let names = Self::FACTS.player_names;
        let [black, white] = self.counts().map(|discs| discs as i64);
        let score = Said::new("discs", [black.into(), white.into()]);
        let Some(outcome) = self.outcome() else {
            let code = if self.must_pass() { "turn-pass" } else { "turn" };
            let turn = Said::new(code, [names[self.turn().index()].into()]);
            return Said::new("with", [turn.into(), score.into()]);
        };
        let is_full = self.empties() == 0;
        let margin = if outcome.is_draw() {
            Said::plain("draw")
        } else {
            let winner = Player(u8::from(outcome.is_winner(Player(1))));
            let mut values = vec![names[winner.index()].into(), (black - white).abs().into()];
            if is_full {
                Said::new("wins-discs", values)
            } else {
                values.push(i64::from(outcome.score(winner)).into());
                Said::new("wins-empty", values)
            }
        };
        if is_full {
            return Said::new("result", [score.into(), margin.into()]);
        }
        let reason = reason(outcome.reason);
        Said::new("result-early", [score.into(), margin.into(), reason.into()])
    }

    /// The discs that the move turns, as one wave.
    fn changes(&self, m: Move) -> Vec<Vec<usize>> {
        let turned: Vec<_> =
            (self.child(m).pieces(self.turn()).bits() & self.other().into()).cells().collect();
        if turned.is_empty() { Vec::new() } else { vec![turned] }
    }
}
