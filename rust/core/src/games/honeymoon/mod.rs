//! Honeymoon bridge: bridge for two, with cards to be won before the play.
//!
//! South is player 0, north player 1. A move is a card (0 to 51, as in [`crate::cards`]), pass (52),
//! double (53), redouble (54), or a bid (55 to 89, one club lowest). Once the exchange is over each
//! player who remembers the cards knows both hands, and the rest is a matter of [`crate::ending`].
//!
//! - `rules`: presets and options. `deal`: the cards. `auction`, `scoring`: bids and what they win.
//!   `rubber`: deals that are scored one after another.
//! - `state`: what moves do. `position`: the game. `text`: its lines.
//! - `view`: what each seat has seen, and worlds that look the same to it.
//! - `tricks`, `par`: open hands solved: tricks, and the auction over them.
//! - `planes`: what the mover knows, for learning agents.
//! - `players`: by `rule`, by exact values, and by `sampling` what is hidden.

mod auction;
mod deal;
mod heuristic;
mod par;
mod planes;
mod players;
mod position;
mod rubber;
mod rules;
mod sampling;
mod scoring;
mod state;
mod text;
mod tricks;
mod view;

pub use self::auction::{Auction, BIDS, Bid, STRAINS, Strain};
pub use self::deal::Deal;
pub use self::par::{Par, TrickTable};
pub use self::position::Honeymoon;
pub use self::rubber::{Rubber, honours};
pub use self::rules::{DealRules, PlayLead, Preset, SEATS, Scoring};
pub use self::scoring::Contract;
pub use self::state::{Phase, State};
pub use self::view::Knowledge;

use crate::any::AnyGame;
use crate::error::Result;

/// Registry: what follows `honeymoon:`.
pub(super) fn start_spec(parameters: &str) -> Result<Box<dyn AnyGame>> {
    Ok(Box::new(Honeymoon::of_seed(parameters.parse()?, 0)))
}
