//! A game's own players, its levels and its own exact solver, separate from `capability`, which
//! describes the game itself.

use crate::agent::AgentEntry;
use crate::budget::Budget;
use crate::capability::{Planes, Searchable};
use crate::data::DataFile;
use crate::engine::{Engine, EngineOptions, SearchLevel};
use crate::error::Result;
use crate::exact::{Effort, ExactSolver, SolveOptions};
use crate::game::{Game, Move, MoveList};
use crate::levels::{BY_SEARCH, Levels};
use crate::remarks::Told;
use crate::slips::Slips;

/// A move with its mean value over sampled worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// The move.
    pub m: Move,
    /// Its mean for the side that makes it, in points of the game's score.
    pub mean: f64,
    /// The standard error of the mean, if it is known.
    pub error: Option<f64>,
}

/// A game's own players, its levels and its own exact solver.
pub trait Specialists: Searchable {
    /// The game's own players.
    const PLAYERS: &'static [AgentEntry<Self>] = &[];

    /// The levels on this board, weakest first; `benches/levels.py` measures them. The default
    /// searches, so it is for games that hide nothing.
    fn levels(&self) -> Levels {
        BY_SEARCH
    }

    /// Adds the moves among which the player `greedy` chooses, in an unfinished game and index
    /// order. The default wins at once if it can, avoids an immediate loss, and else adds all moves.
    fn greedy(&self, list: &mut MoveList) {
        greedy_by(self, list, |_| 0);
    }

    /// The moves that a level plays as slips, in an unfinished game, with their odds; by default all legal
    /// moves with equal odds. `last` is the move before, if it is known.
    fn slips(&self, last: Option<Move>) -> Slips {
        let _ = last;
        self.legal_moves().into_iter().map(|m| (m, 1)).collect()
    }

    /// The game's own exact solver, for this position and its successors; `None` if the generic
    /// search is used. In a game that hides something it serves every open position of the game.
    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        let _ = options;
        Ok(None)
    }

    /// The game's own search, for this position and its successors; `None` if the generic search is
    /// used.
    fn engine(&self, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        let _ = options;
        None
    }

    /// The levels of the game's own search, weakest first; empty if it has none.
    fn search_levels(&self) -> &'static [SearchLevel] {
        &[]
    }

    /// The value of each legal move, in index order, as far as its player can estimate it by sampled
    /// worlds: equal in all worlds that look the same to that player. Empty if the game hides
    /// nothing.
    fn sampled(&self, samples: u64, seed: u64, budget: &Budget<'_>) -> Result<Vec<Sampled>> {
        let _ = (samples, seed, budget);
        Ok(Vec::new())
    }

    /// The file of data that the evaluation of the game on this board reads, if there is one.
    fn data(&self) -> Option<&'static DataFile> {
        None
    }

    /// Refuses what evaluates positions while their data are missing. Provided; do not override.
    ///
    /// # Errors
    /// [`crate::Error::Unsupported`].
    fn check_data(&self) -> Result<()> {
        self.data().map_or(Ok(()), |file| file.check_present(|| self.spec()))
    }

    /// The file of the opening book that this program holds for the game on this board, if there is
    /// one.
    fn book(&self) -> Option<Result<Vec<u8>>> {
        None
    }

    /// The work to solve this position; `None` if every solve is short or is refused.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// The empty cells, or the most plies to come where cells do not count. Provided; do not
    /// override.
    fn num_empties(&self) -> usize {
        let plies = || self.max_plies().saturating_sub(self.ply());
        self.effort().map_or_else(plies, |effort| effort.empties)
    }

    /// Number of moves, this one included, for which the side to move still needs time. The default
    /// is for games in which each side fills half of what is empty, and a win comes when about half
    /// of that is filled.
    fn moves_to_time(&self) -> usize {
        self.num_empties().div_ceil(2).div_ceil(2).max(2)
    }
}

/// Adds the moves of the best result one ply ahead, in index order: a win first, then the largest
/// `gain` of the position after the move, a loss last.
pub fn greedy_by<G: Game>(position: &G, list: &mut MoveList, gain: impl Fn(&G) -> i32) {
    best_by(position, position.legal_moves(), list, gain);
}

/// As [`greedy_by`], of some of the moves.
pub(crate) fn best_by<G: Game>(
    position: &G,
    moves: impl IntoIterator<Item = Move>,
    list: &mut MoveList,
    gain: impl Fn(&G) -> i32,
) {
    let mover = position.turn();
    let mut best = None;
    for m in moves {
        let after = position.child(m);
        let result = after.outcome().map_or(0, |outcome| outcome.returns(mover) as i32);
        let score = Some((result, gain(&after)));
        if score > best {
            best = score;
            list.clear();
        }
        if score == best {
            list.push(m);
        }
    }
}

/// A game with all its capabilities, as in the registry.
pub trait Playable: Specialists + Planes + Told {}

impl<G: Specialists + Planes + Told> Playable for G {}
