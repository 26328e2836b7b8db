//! Play by simple rules: a player of its own, and the rollout policy of samples.
//!
//! It uses only what its seat knows: its own cards, the card led, the card face up, and in the
//! play, where both players know them, the other's cards.

use super::bids::{BIDS, Bid, DOUBLE, PASS, Strain};
use super::options::DealRules;
use super::rules::Honeymoon;
use super::scoring::Contract;
use super::seats::other;
use super::state::{Phase, State, beats};
use crate::bits::Word;
use crate::cards::{Card, Hand, RANKS, Suit};
use crate::game::{Game, Move, MoveList};

/// Extra worth of a trump over a plain card of its rank, in ranks.
const TRUMP: i32 = 7;
/// Average worth of an unknown card of the stock, in ranks.
const UNKNOWN: i32 = 8;

pub(super) fn best(position: &Honeymoon, list: &mut MoveList) {
    let state = position.state();
    let m = match state.phase {
        Phase::Auction => call(position),
        _ => Move(card(state, *position.rules(), position.dealt().stock()).0.into()),
    };
    list.push(m);
}

/// Plays by rule until the exchange is over.
pub(super) fn finish_draw(state: &mut State, rules: DealRules, stock: &[Card]) {
    while state.phase == Phase::Draw {
        let card = card(state, rules, stock);
        state.apply(rules, stock, Move(card.0.into()));
    }
}

pub(super) fn card(state: &State, rules: DealRules, stock: &[Card]) -> Card {
    let chooser = Chooser {
        state,
        trump: state.trump(),
        legal: state.playable(),
        prize: state.face_up(rules, stock),
    };
    match (state.phase, state.led) {
        (Phase::Play, None) => chooser.lead(),
        (Phase::Play, Some(led)) => chooser.follow(led, true),
        (_, None) => chooser.lead_for_prize(),
        (_, Some(led)) => chooser.follow(led, false),
    }
}

struct Chooser<'a> {
    state: &'a State,
    trump: Option<Suit>,
    legal: Hand,
    prize: Option<Card>,
}

impl Chooser<'_> {
    /// Worth of a card in ranks: its rank, and more for a trump.
    fn worth(&self, card: Card) -> i32 {
        let trump = if Some(card.suit()) == self.trump { TRUMP } else { 0 };
        (RANKS - card.rank()) as i32 + trump
    }

    fn cheapest(&self, cards: impl Iterator<Item = Card>) -> Option<Card> {
        cards.min_by_key(|&card| (self.worth(card), card))
    }

    fn cheapest_of_all(&self) -> Card {
        // A player to move has a card.
        self.cheapest(self.legal.cards()).unwrap_or(Card(0))
    }

    /// Wins as cheaply as possible where that pays, else plays the cheapest card.
    fn follow(&self, led: Card, always: bool) -> Card {
        let winners = self.legal.cards().filter(|&card| beats(card, led, self.trump));
        let wanted = |card: &Card| {
            always
                || self
                    .prize
                    .is_some_and(|prize| self.worth(prize) > self.worth(*card).max(UNKNOWN))
        };
        if let Some(card) = self.cheapest(winners).filter(wanted) {
            return card;
        }
        let losers = self.legal.cards().filter(|&card| !beats(card, led, self.trump));
        self.cheapest(losers).unwrap_or_else(|| self.cheapest_of_all())
    }

    /// For a good face-up card leads the best card that is worth less, else the cheapest.
    fn lead_for_prize(&self) -> Card {
        let Some(prize) = self.prize else { return self.cheapest_of_all() };
        let most = self.worth(prize) - 2;
        let spare = self.legal.cards().filter(|&card| self.worth(card) <= most);
        let best = spare.max_by_key(|&card| (self.worth(card), card));
        best.filter(|_| most > UNKNOWN).unwrap_or_else(|| self.cheapest_of_all())
    }

    /// Cashes a sure trick, trumps first; without one leads low from the longest suit.
    fn lead(&self) -> Card {
        let theirs = self.state.hands[other(self.state.turn).index()];
        let trumps = self.trump.map_or(0, |trump| theirs.suit(trump));
        let sure = |card: &Card| {
            let suit = theirs.suit(card.suit());
            let ruffed = suit == 0 && trumps != 0 && Some(card.suit()) != self.trump;
            !ruffed && (suit == 0 || card.rank() < suit.first())
        };
        let cashed = self.legal.cards().filter(sure);
        let first = cashed.min_by_key(|card| (Some(card.suit()) != self.trump, *card));
        first.unwrap_or_else(|| {
            let length = |card: &Card| self.legal.suit(card.suit()).count();
            let low = self.legal.cards().max_by_key(|card| (length(card), card.rank()));
            low.unwrap_or(Card(0))
        })
    }
}

/// Estimated tricks of a hand in a strain, after the exchange that may still follow. The
/// coefficients are a least squares fit over some hundred random deals, with the exchange played by
/// this rule and the play solved.
fn estimated_tricks(position: &Honeymoon, strain: Strain) -> f64 {
    let me = position.turn();
    let own = position.hand(me);
    let rival = if position.is_open() { Some(position.hand(other(me))) } else { None };
    let points = points(own) - rival.map_or(10.0, points);
    let length = |hand: Hand, suit| hand.suit(suit).count() as f64;
    match (strain.trump(), rival) {
        (None, None) => 6.6 + 0.28 * points,
        (None, Some(_)) => 6.2 + 0.23 * points,
        (Some(suit), None) => 6.5 + 0.19 * points + 0.88 * (length(own, suit) - 3.25),
        (Some(suit), Some(theirs)) => {
            6.4 + 0.18 * points + 0.55 * (length(own, suit) - length(theirs, suit))
        }
    }
}

/// High card points: 4 for an ace, 3, 2, and 1 for a jack.
fn points(hand: Hand) -> f64 {
    hand.cards().map(|card| 4_usize.saturating_sub(card.rank())).sum::<usize>() as f64
}

/// Bids the lowest contract that the estimated tricks make, in the strain with the highest
/// estimate; doubles a contract that is two tricks too high; else passes.
fn call(position: &Honeymoon) -> Move {
    let auction = position.state().auction;
    let contract = auction.contract();
    let strains = Strain::all().filter(|s| position.rules().notrump() || s.trump().is_some());
    let estimates = strains.map(|strain| (strain, estimated_tricks(position, strain)));
    let Some((strain, tricks)) = estimates.max_by(|a, b| a.1.total_cmp(&b.1)) else { return PASS };
    let lowest = contract.map_or(0, |contract| contract.bid.0 + 1);
    let bid = (lowest..BIDS as u8).map(Bid).find(|bid| bid.strain() == strain);
    if let Some(bid) = bid.filter(|bid| f64::from(bid.level()) + 6.0 <= tricks) {
        return bid.as_move();
    }
    let too_high = |contract: Contract| {
        let theirs = 13.0 - estimated_tricks(position, contract.bid.strain());
        f64::from(contract.bid.level()) + 6.0 >= theirs + 2.0
    };
    let [may_double, _] = auction.doubles(position.turn());
    if may_double && contract.is_some_and(too_high) { DOUBLE } else { PASS }
}
