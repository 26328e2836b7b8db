//! What is said about a position: the chain that a move sets off.

use super::rules::Board;
use crate::game::{Game, Move};
use crate::pyramid::PyramidWord;
use crate::remarks::{Letters, Told};
use crate::sentences::Said;

impl<W: PyramidWord, const SEATS: usize> Told for Board<W, SEATS> {
    fn aim(&self) -> String {
        let aim = if SEATS == 2 {
            "build a pyramid that grows in chains; place all your pieces first"
        } else {
            "Mosaic for four in two teams"
        };
        aim.into()
    }

    fn strongest(&self) -> Option<&'static str> {
        Some("mcts:seconds=1")
    }

    fn letters(&self) -> Option<Letters> {
        Some(Letters { pieces: "1234", empty: '.', turn: true })
    }

    fn reasons(&self, line: &[Move]) -> Vec<Said> {
        let Some(&m) = line.first() else { return Vec::new() };
        if self.child(m).is_over() {
            return vec![Said::plain("ends-game")];
        }
        match self.waves(m).into_iter().map(|(_, cells)| cells.count()).sum::<usize>() {
            0 => Vec::new(),
            filled => {
                let code = if filled == 1 { "chain-one" } else { "chain" };
                vec![Said::new(code, [(filled as i64).into()])]
            }
        }
    }
}
