//! The players of this game.

use super::heuristic;
use super::rules::Honeymoon;
use super::sampling::MonteCarlo;
use super::tricks::Tricks;
use crate::error::Result;
use crate::players::{AgentEntry, Make, Options};

/// Number of worlds that `montecarlo` samples by default.
const SAMPLES: u64 = 24;

/// The game's own players.
pub(super) const PLAYERS: &[AgentEntry<Honeymoon>] = &[
    AgentEntry {
        name: "rule",
        rule: "bids by high cards and length, wins good cards cheaply, cashes sure tricks",
        options: "",
        objection: |_| None,
        plays_hidden: true,
        make: Make::Rule(heuristic::best),
    },
    AgentEntry {
        name: "montecarlo",
        rule: "samples worlds that fit its view and solves their play, exact once all cards are \
               known; option samples=N (default 24)",
        options: "samples, once",
        objection: |_| None,
        plays_hidden: true,
        make: Make::Thinker(|_, options| Ok(Box::new(monte_carlo(options)?))),
    },
];

fn monte_carlo(options: &mut Options<'_>) -> Result<MonteCarlo> {
    let samples = options.number("samples", 1, 100_000)?.unwrap_or(SAMPLES);
    Ok(MonteCarlo { samples, tricks: Tricks::new() })
}
