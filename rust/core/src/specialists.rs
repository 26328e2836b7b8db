//! A game's own players and its own exact solver, separate from `capability`, which describes the
//! game itself.

use crate::capability::{Planes, Searchable};
use crate::error::Result;
use crate::exact::{ExactSolver, SolveOptions};
use crate::thinker::AgentEntry;

/// A game's own players and its own exact solver.
pub trait Specialists: Searchable {
    /// The game's own players.
    const PLAYERS: &'static [AgentEntry<Self>] = &[];

    /// The game's own exact solver, for this position and its successors; `None` if the generic
    /// search is used.
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        let _ = options;
        Ok(None)
    }
}

/// A game with all its capabilities, as in the registry.
pub trait Playable: Specialists + Planes {}

impl<G: Specialists + Planes> Playable for G {}
