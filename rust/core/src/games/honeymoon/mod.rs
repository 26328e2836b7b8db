//! Honeymoon bridge: bridge for two, in which players win cards from the stock before the play.
//!
//! South is player 0, north player 1. A move is a card (0 to 51, as in [`crate::cards`]), pass
//! (52), double (53), redouble (54), or a bid (55 to 89, one club lowest). After the exchange a
//! player who remembers the cards knows both hands, and [`crate::ending`] solves the rest.
//!
//! - `rules`: the game. `options`: presets and options. `state`: the effect of moves.
//! - `seats`: south and north. `deal`: the cards. `bids`, `auction`, `scoring`: bids and their
//!   scores. `rubber`: deals that are scored one after another.
//! - `text`: one-line positions. `board`: hands as sets of cells.
//! - `view`: what each seat has seen, and worlds that look the same to it.
//! - `tricks`, `solver`: solved open hands: tricks, and the auction over them.
//! - `planes`: what the mover knows, for learning agents.
//! - `players`: by `heuristic`, and by `sampling` of what is hidden.

mod auction;
mod bids;
mod board;
mod deal;
mod heuristic;
mod options;
mod planes;
mod players;
mod remarks;
mod rubber;
mod rules;
mod sampling;
mod scene;
mod scoring;
mod seats;
mod solver;
mod state;
mod text;
mod tricks;
mod view;

pub use self::auction::Auction;
pub use self::bids::{BIDS, Bid, STRAINS, Strain};
pub use self::deal::Deal;
pub use self::options::{DealRules, PlayLead, Preset, Scoring};
pub use self::rubber::{Rubber, honours};
pub use self::rules::Honeymoon;
pub use self::scoring::{Contract, ScoreKind, ScoreLine};
pub use self::seats::SEATS;
pub use self::solver::{Par, TrickTable};
pub use self::state::{Phase, State};
pub use self::view::Knowledge;

use crate::any::AnyGame;
use crate::budget::Budget;
use crate::capability::{Evaluate, Symmetric};
use crate::error::Result;
use crate::game::{Move, MoveList};
use crate::levels::Levels;
use crate::players::AgentEntry;
use crate::slips::Slips;
use crate::solve::{ExactSolver, SolveOptions};
use crate::specialists::{Sampled, Specialists};

impl Symmetric for Honeymoon {}

impl Evaluate for Honeymoon {}

impl Specialists for Honeymoon {
    const PLAYERS: &'static [AgentEntry<Self>] = players::PLAYERS;

    fn levels(&self) -> Levels {
        players::LEVELS
    }

    fn greedy(&self, list: &mut MoveList) {
        players::greedy(self, list);
    }

    fn slips(&self, _: Option<Move>) -> Slips {
        players::slips(self)
    }

    fn solver(&self, options: &SolveOptions) -> Result<Option<Box<dyn ExactSolver<Self>>>> {
        solver::solver(self, options).map(Some)
    }

    fn sampled(&self, samples: u64, seed: u64, budget: &Budget<'_>) -> Result<Vec<Sampled>> {
        sampling::sampled(self, samples, seed, budget)
    }
}

/// Registry: what follows `honeymoon:`.
pub(super) fn start_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    Ok(Box::new(Honeymoon::of_seed(parameters.parse()?, 0)))
}
