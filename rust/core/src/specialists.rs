//! What belongs to one game alone: its own players and its own exact solver. A game says it here, so
//! that `capability` stays what a game knows.

use crate::agent::{Options, Thinker};
use crate::capability::{Planes, Searchable};
use crate::error::Result;
use crate::game::MoveList;
use crate::solve::{ExactSolver, SolveOptions};

/// A player that belongs to one game: it scores the legal moves by a rule of its own and takes one
/// of the best, each as likely as the other.
pub struct OwnAgent<G> {
    /// Name in player specs.
    pub name: &'static str,
    /// The rule in a line.
    pub rule: &'static str,
    /// Why the rule makes no sense on the board of a position, if it does not.
    pub objection: fn(&G) -> Option<&'static str>,
    /// The moves it chooses among; `None` for every legal move.
    pub candidates: Option<Candidates<G>>,
}

/// A player that belongs to one game and thinks longer than [`OwnAgent`] does, with options of its
/// own.
pub struct OwnThinker<G> {
    /// Name in player specs.
    pub name: &'static str,
    /// The rule in a line.
    pub rule: &'static str,
    /// Why it cannot play the game of a position, if it cannot.
    pub objection: fn(&G) -> Option<&'static str>,
    /// The names of its options, for people.
    pub options: &'static str,
    /// Makes it from its options.
    pub make: fn(&mut Options<'_>) -> Result<Box<dyn Thinker<G>>>,
}

/// Adds the best moves of an unfinished position, in index order.
pub type Candidates<G> = fn(&G, &mut MoveList);

/// The door for what belongs to one game alone: its own players, its own exact solver.
pub trait Specialists: Searchable {
    /// The game's own players.
    const AGENTS: &'static [OwnAgent<Self>] = &[];
    /// Those of them that think longer.
    const THINKERS: &'static [OwnThinker<Self>] = &[];

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
