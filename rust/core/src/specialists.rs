//! What belongs to one game alone: its own players and its own exact solver. A game says it here, so
//! that `capability` stays what a game knows.

use crate::capability::{Planes, Searchable};
use crate::error::Result;
use crate::exact::{ExactSolver, SolveOptions};
use crate::thinker::AgentEntry;

/// The door for what belongs to one game alone: its own players, its own exact solver.
pub trait Specialists: Searchable {
    /// The game's own players.
    const PLAYERS: &'static [AgentEntry<Self>] = &[];

    /// The game's own exact solver, for this position and those that follow it; `None` where the
    /// generic search serves.
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        let _ = options;
        Ok(None)
    }
}

/// A game with all its capabilities: what the registry holds.
pub trait Playable: Specialists + Planes {}

impl<G: Specialists + Planes> Playable for G {}
