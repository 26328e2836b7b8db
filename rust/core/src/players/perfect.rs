//! The player `perfect`, by exact solves.

use super::{one_of, within};
use crate::agent::{Agent, GameContext, Insight, PlayerOptions};
use crate::budget::Budget;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::game::{Move, MoveList};
use crate::rng::Rng;
use crate::solve::{self, ExactSolver, SolveOptions};
use crate::specialists::Specialists;

/// Estimated seconds of a solve that `perfect` begins by default.
const PATIENCE: f64 = 60.0;

pub(super) fn make<G: Specialists>(
    position: &G,
    options: &mut PlayerOptions<'_>,
) -> Result<Box<dyn Agent<G>>> {
    let table_mib = options.table_mib()?;
    // Some guesses are millions of times too high, so the limit of other times is too low here.
    let patience = options.number("patience", 1, 1 << 53)?.map_or(PATIENCE, |n| n as f64);
    check_reach(position, patience)?;
    let options = SolveOptions { table_mib, ..SolveOptions::default() };
    Ok(Box::new(Perfect { solver: solve::solver(position, &options)?, patience }))
}

/// Refuses a position whose solve takes longer than `patience` seconds by estimate.
fn check_reach<G: Specialists>(position: &G, patience: f64) -> Result<()> {
    let effort = if position.is_over() { None } else { position.effort() };
    let Some(effort) = effort.filter(|effort| effort.seconds > patience) else { return Ok(()) };
    let reason = format!(
        "a solve with {} empty squares takes {effort}; level:best plays here, and \
         perfect:patience=SECONDS allows longer solves",
        effort.empties
    );
    Err(Error::Unsupported { what: "player perfect".into(), game: position.spec(), reason })
}

/// Plays a move of the best exact value, in positions whose estimated solve is short enough.
struct Perfect<G> {
    solver: Box<dyn ExactSolver<G>>,
    patience: f64,
}

impl<G: Specialists> Perfect<G> {
    fn candidates(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<MoveList> {
        check_reach(at.position, self.patience)?;
        let limits = within(Limits::default(), at.position, control);
        let budget = Budget::new(limits, control);
        match solve::best_moves(self.solver.as_mut(), at.position, &budget) {
            // The clock allows no more: the best move so far.
            Err(Error::Limit { .. }) => {
                let mut list = MoveList::new();
                match self.solver.partial_result(at.position).best_move {
                    Some(m) => list.push(m),
                    None => at.position.greedy(&mut list),
                }
                Ok(list)
            }
            found => found,
        }
    }
}

impl<G: Specialists> Agent<G> for Perfect<G> {
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        Ok(one_of(&self.candidates(at, control)?, rng))
    }

    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        self.candidates(at, control).map(Insight::Candidates)
    }
}
