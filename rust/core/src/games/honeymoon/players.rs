//! The players of this game.

use super::heuristic;
use super::rules::Honeymoon;
use super::sampling::MonteCarlo;
use super::tricks::Tricks;
use crate::agent::Options;
use crate::error::Result;
use crate::specialists::{OwnAgent, OwnThinker};

/// Worlds that `montecarlo` looks at, unless its options say otherwise.
const SAMPLES: u64 = 24;

/// Players by rule.
pub(super) const AGENTS: &[OwnAgent<Honeymoon>] = &[OwnAgent {
    name: "rule",
    rule: "bids by high cards and length, wins cheaply what is worth it, cashes sure tricks",
    objection: |_| None,
    candidates: Some(heuristic::best),
}];

/// Players that think.
pub(super) const THINKERS: &[OwnThinker<Honeymoon>] = &[OwnThinker {
    name: "montecarlo",
    rule: "plays out and solves worlds that look like its own, exact once all cards are known; \
               option samples=N (default 24)",
    objection: |_| None,
    options: "samples, once",
    make: |options| Ok(Box::new(monte_carlo(options)?)),
}];

fn monte_carlo(options: &mut Options<'_>) -> Result<MonteCarlo> {
    let samples = options.number("samples", 1, 100_000)?.unwrap_or(SAMPLES);
    Ok(MonteCarlo { samples, tricks: Tricks::new() })
}
