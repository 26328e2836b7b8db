//! The players of this game.

use super::position::Honeymoon;
use super::rule;
use super::sampling::MonteCarlo;
use super::tricks::Tricks;
use crate::agent::{Options, Thinker};
use crate::capability::{OwnAgent, OwnThinker};
use crate::control::Control;
use crate::error::Result;
use crate::game::MoveList;

/// Worlds that `montecarlo` looks at, unless its options say otherwise.
const SAMPLES: u64 = 24;

/// Players by rule.
pub(super) const AGENTS: &[OwnAgent<Honeymoon>] = &[OwnAgent {
    name: "rule",
    rule: "bids by high cards and length, wins cheaply what is worth it, cashes sure tricks",
    objection: |_| None,
    candidates: Some(rule::best),
}];

/// Players that think.
pub(super) const THINKERS: &[OwnThinker<Honeymoon>] = &[
    OwnThinker {
        name: "perfect",
        rule: "a move of the best exact value once both players know all cards",
        objection: |at| {
            (!at.is_open()).then_some(
                "the stock hides cards, and it would have to see them; montecarlo need not",
            )
        },
        options: "none",
        make: |_| Ok(Box::new(Perfect(Tricks::new()))),
    },
    OwnThinker {
        name: "montecarlo",
        rule: "plays out and solves worlds that look like its own, exact once all cards are known; \
               option samples=N (default 24)",
        objection: |_| None,
        options: "samples, once",
        make: |options| Ok(Box::new(monte_carlo(options)?)),
    },
];

fn monte_carlo(options: &mut Options<'_>) -> Result<MonteCarlo> {
    let samples = options.number("samples", 1, 100_000)?.unwrap_or(SAMPLES);
    Ok(MonteCarlo { samples, tricks: Tricks::new() })
}

struct Perfect(Tricks);

impl Thinker<Honeymoon> for Perfect {
    fn candidates(
        &mut self,
        at: &Honeymoon,
        control: &Control<'_>,
        list: &mut MoveList,
    ) -> Result<()> {
        at.best_moves(&mut self.0, control, list)
    }
}
