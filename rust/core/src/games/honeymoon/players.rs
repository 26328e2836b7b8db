//! The players of this game, and its levels.

use std::mem;

use super::bids::{Bid, FIRST_BID, PASS, STRAINS};
use super::heuristic;
use super::rules::Honeymoon;
use super::sampling::MonteCarlo;
use super::state::{Phase, beats};
use super::tricks::Tricks;
use crate::bits::Word;
use crate::cards::{Hand, Suit};
use crate::error::Result;
use crate::game::{Game, Move, MoveList};
use crate::levels::{Levels, level};
use crate::players::{AgentEntry, Make, PlayerOptions};
use crate::slips::Slips;

/// Number of worlds that `montecarlo` samples by default.
const SAMPLES: u64 = 24;

/// The game's own players.
pub(super) const PLAYERS: &[AgentEntry<Honeymoon>] = &[
    AgentEntry::new(
        "rule",
        "bids by high cards and length, wins good cards cheaply, cashes sure tricks",
        Make::Rule(heuristic::best),
    ),
    AgentEntry {
        options: "samples, once",
        ..AgentEntry::new(
            "montecarlo",
            "samples worlds that fit its view and solves their play, exact once all cards are \
               known; option samples=N (default 24)",
            Make::Agent(|_, options| Ok(Box::new(monte_carlo(options)?))),
        )
    },
];

fn monte_carlo(options: &mut PlayerOptions<'_>) -> Result<MonteCarlo> {
    let samples = options.number("samples", 1, 100_000)?.unwrap_or(SAMPLES);
    Ok(MonteCarlo { samples, tricks: Tricks::default(), time: None })
}

/// The levels, calibrated on the usual rules.
pub(super) const LEVELS: Levels = [
    level("greedy", 0),
    level("rule", 34),
    level("rule", 11),
    level("montecarlo:samples=9", 6),
    level("montecarlo:samples=48", 0),
];

/// Greed without a look at what is hidden: a bid of one in a longest suit if nobody has bid, else a
/// pass; a card that wins the trick if there is one, else any card.
pub(super) fn greedy(position: &Honeymoon, list: &mut MoveList) {
    let state = position.state();
    if state.phase == Phase::Auction {
        if state.auction.contract().is_some() {
            list.push(PASS);
            return;
        }
        let hand = position.hand(position.turn());
        let length = |suit| hand.suit(suit).count();
        let longest = Suit::all().map(length).max();
        let ones = Bid::all().filter(|bid| bid.level() == 1);
        let trump = |bid: &Bid| bid.strain().trump();
        let in_longest = ones.filter(|bid| trump(bid).map(length) == longest);
        list.extend(in_longest.map(Bid::as_move));
        return;
    }
    let legal = state.playable();
    let wins = |led| legal.cards().filter(move |&card| beats(card, led, state.trump()));
    let winners = state.led.map_or(Hand::default(), |led| wins(led).collect());
    let cards = if winners.is_empty() { legal } else { winners };
    list.extend(cards.cards().map(|card| Move(card.0.into())));
}

/// Slips of a level are random, but stay small in the auction: a pass, a double, or the lowest bid in a
/// strain. Any card.
pub(super) fn slips(position: &Honeymoon) -> Slips {
    let (mut strains, mut slips) = ([false; STRAINS], Slips::new());
    position.for_each_legal(|m| {
        let bid = m.0.checked_sub(FIRST_BID).map(|n| Bid(n as u8));
        let seen = bid.map(|bid| mem::replace(&mut strains[bid.strain().index()], true));
        if seen != Some(true) {
            slips.push((m, 1));
        }
    });
    slips
}
