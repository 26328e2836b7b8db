//! Adjudication by proof: a game ends once its result is solved. No estimate ends a game.

use crate::budget::Budget;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::solve::{self, ExactSolver, SolveOptions};
use crate::specialists::Specialists;

/// Table of the solver of a game in MiB.
const TABLE_MIB: usize = 8;
/// Positions that a solve may visit. A limit in positions, not in time: a match repeats exactly.
const NODES: u64 = 1 << 24;
/// An estimate of the work is right within this factor.
const UNSURE: f64 = 100.0;

/// Solves the positions of one game. A new game needs a new one: what a solve proves within its limit
/// depends on the table, and a game must not depend on other games.
pub(super) struct Adjudicator<G> {
    /// The most empty cells at which it solves.
    empties: usize,
    /// Positions that a solve may visit.
    nodes: u64,
    solver: Option<Box<dyn ExactSolver<G>>>,
}

impl<G: Specialists> Adjudicator<G> {
    pub(super) fn new(empties: usize) -> Self {
        Adjudicator { empties, nodes: NODES, solver: None }
    }

    /// The sign of the value of a position for the side to move, and the number of its empty cells;
    /// `None` if the position has too many of them, is not solved within the limit, by estimate is far
    /// beyond it, or is over.
    pub(super) fn value(
        &mut self,
        position: &G,
        control: &Control<'_>,
    ) -> Result<Option<(i32, usize)>> {
        let empties = position.num_empties();
        if empties > self.empties || position.is_over() {
            return Ok(None);
        }
        let most = UNSURE * self.nodes as f64;
        if position.effort().is_some_and(|effort| effort.nodes > most) {
            return Ok(None);
        }
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => {
                let options =
                    SolveOptions { wld: true, table_mib: TABLE_MIB, ..Default::default() };
                none.insert(solve::solver(position, &options)?)
            }
        };
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        match solver.value(position, &Budget::new(limits, control)) {
            Ok(value) => Ok(Some((value.signum(), empties))),
            Err(Error::Limit { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The reason of a game that ends by proof.
pub(super) fn reason(empties: usize) -> String {
    let squares = if empties == 1 { "square" } else { "squares" };
    format!("proven with {empties} empty {squares}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::FixedBoard;
    use crate::games::{Mnk64, TicTacToe3};

    #[test]
    fn a_position_is_solved_within_its_limits_or_not_at_all() {
        let control = Control::default();
        let mut hopeless = Adjudicator::new(60);
        assert_eq!(hopeless.value(&FixedBoard::<6>::default(), &control), Ok(None));
        assert!(hopeless.solver.is_none());
        let wide: Mnk64 = "mnk:5,5,4 ...../...../...../...../.....".parse().expect("a position");
        let mut weak = Adjudicator { empties: 60, nodes: 2000, solver: None };
        assert_eq!(weak.value(&wide, &control), Ok(None));
        assert!(weak.solver.is_some());
        let start = TicTacToe3::default();
        let mut small = Adjudicator::new(8);
        assert_eq!(small.value(&start, &control), Ok(None));
        assert!(small.solver.is_none());
        assert_eq!(Adjudicator::new(9).value(&start, &control), Ok(Some((0, 9))));
        let over: TicTacToe3 = "tictactoe ooo/xx./...".parse().expect("a position");
        assert_eq!(Adjudicator::new(9).value(&over, &control), Ok(None));
        control.stop();
        let stopped = Adjudicator::new(9).value(&start, &control);
        assert!(stopped.is_err() || stopped == Ok(Some((0, 9))), "{stopped:?}");
    }

    #[test]
    fn reasons_count_cells() {
        assert_eq!(reason(1), "proven with 1 empty square");
        assert_eq!(reason(12), "proven with 12 empty squares");
    }
}
