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

/// Solves the positions of one game. A new game needs a new one: what a solve proves within its limit
/// depends on the table, and a game must not depend on other games.
pub(super) struct Adjudicator<G> {
    /// The most vacant cells at which it solves.
    vacant: usize,
    solver: Option<Box<dyn ExactSolver<G>>>,
}

impl<G: Specialists> Adjudicator<G> {
    pub(super) fn new(vacant: usize) -> Self {
        Adjudicator { vacant, solver: None }
    }

    /// The sign of the value of a position for the side to move, and the number of its vacant cells;
    /// `None` if the position has too many of them, is not solved within the limit, or is over.
    pub(super) fn value(
        &mut self,
        position: &G,
        control: &Control<'_>,
    ) -> Result<Option<(i32, usize)>> {
        let vacant = position.vacant_cells();
        if vacant > self.vacant || position.is_over() {
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
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        match solver.best(position, &Budget::new(limits, control)) {
            Ok((value, _)) => Ok(Some((value.signum(), vacant))),
            Err(Error::Limit { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The reason of a game that ends by proof.
pub(super) fn reason(vacant: usize) -> String {
    let cells = if vacant == 1 { "cell" } else { "cells" };
    format!("proven with {vacant} vacant {cells}")
}
