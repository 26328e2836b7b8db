//! Open hands: the tricks of each player with best play.

use super::seats::other;
use super::state::State;
use crate::budget::Budget;
use crate::cards::Hand;
use crate::ending::{Ending, EndingSolver, TrumpClass, shared_table};
use crate::error::Result;
use crate::game::Player;

/// Solves endings and reuses proven bounds from one to the next.
#[derive(Default)]
pub(super) struct Tricks {
    /// One for each kind of strain, made at its first ending.
    solvers: [Option<EndingSolver<'static>>; 2],
}

impl Tricks {
    /// The final tricks of each seat, from a state in the play.
    pub(super) fn in_the_end(&mut self, state: &State, budget: &Budget<'_>) -> Result<[u8; 2]> {
        let ending = ending_of(state)?;
        let leader = leader_of(state);
        let won = self.value(&ending, budget)?;
        let mut tricks = state.tricks;
        tricks[leader.index()] += won;
        tricks[other(leader).index()] += ending.cards() as u8 - won;
        Ok(tricks)
    }

    /// The tricks that the leader takes.
    pub(super) fn value(&mut self, ending: &Ending, budget: &Budget<'_>) -> Result<u8> {
        // A position that the tables answer counts as visited, too.
        budget.spend(1)?;
        let strain = TrumpClass::of(ending);
        let solver = match &mut self.solvers[strain as usize] {
            Some(solver) => solver,
            none => none.insert(EndingSolver::new(Some(shared_table(strain)?))),
        };
        Ok(solver.value(ending, budget)? as u8)
    }
}

/// The player who leads the current trick, or has led it.
fn leader_of(state: &State) -> Player {
    if state.led.is_some() { other(state.turn) } else { state.turn }
}

/// The ending of a state in the play: the cards held, and the leader's card on the table.
pub(super) fn ending_of(state: &State) -> Result<Ending> {
    let leader = leader_of(state);
    let [own, theirs] = [leader, other(leader)].map(|player| state.hands[player.index()]);
    let Some(led) = state.led else { return Ending::of_hands(own, theirs, state.trump()) };
    let own = own.with(led);
    let above = Hand(own.0 | theirs.0).cards().take_while(|&card| card < led).count();
    Ending::of_hands(own, theirs, state.trump())?.play(above)
}
