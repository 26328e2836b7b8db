//! A tree search of a game whose type is known at run time only.

use super::result::MctsResult;
use super::uct::Mcts;
use crate::control::{Control, Limits};
use crate::error::Result;
use crate::game::Move;
use crate::specialists::Specialists;

/// A tree search of some game: as [`Mcts`].
#[allow(missing_docs)] // As in `Mcts`.
pub trait AnyMcts: Send {
    fn run(
        &mut self,
        limits: Limits,
        leaves: usize,
        threads: usize,
        control: &Control<'_>,
    ) -> MctsResult;
    fn found(&self) -> MctsResult;
    fn advance(&mut self, m: Move) -> Result<bool>;
}

impl<G: Specialists> AnyMcts for Mcts<G> {
    fn run(
        &mut self,
        limits: Limits,
        leaves: usize,
        threads: usize,
        control: &Control<'_>,
    ) -> MctsResult {
        self.run(limits, leaves, threads, control)
    }
    fn found(&self) -> MctsResult {
        self.found()
    }
    fn advance(&mut self, m: Move) -> Result<bool> {
        self.advance(m)
    }
}
