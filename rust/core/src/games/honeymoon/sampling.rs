//! A player that samples worlds that look like its own and solves their plays exactly.

use std::time::Duration;

use super::auction::Auction;
use super::bids::{Bid, PASS, STRAINS, Strain};
use super::heuristic;
use super::rules::Honeymoon;
use super::scoring::Contract;
use super::seats::south;
use super::solver::{Calls, Open, first_best};
use super::state::{Phase, State};
use super::tricks::Tricks;
use super::view::seed_of_view;
use crate::bits::{Word, mix};
use crate::budget::Budget;
use crate::cards::{Card, Hand, Suit};
use crate::control::Control;
use crate::error::Result;
use crate::game::{Game, Move, MoveList, Player};
use crate::notation::Notation;
use crate::players::{Agent, GameContext, Insight};
use crate::rng::Rng;
use crate::specialists::{Sampled, Specialists};

/// Exact where both players know the cards. Before that it samples worlds that look the same to its
/// seat, finishes the exchange by simple rules, and solves the play. Its seed comes from the view,
/// so its choice depends only on what its seat has seen.
pub(super) struct MonteCarlo {
    /// Number of worlds sampled for a move.
    pub(super) samples: u64,
    pub(super) tricks: Tricks,
    /// Time after which it samples no more worlds, if it has one.
    pub(super) time: Option<Duration>,
}

/// The tricks of a declarer in each world and south's points for honours there, by declarer and
/// strain.
type Played = [[Vec<(u8, i16)>; STRAINS]; 2];

impl Agent<Honeymoon> for MonteCarlo {
    fn choose(
        &mut self,
        at: GameContext<'_, Honeymoon>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        let list = self.candidates(at.position, control)?;
        Ok(list[rng.below(list.len())])
    }

    fn insight(
        &mut self,
        at: GameContext<'_, Honeymoon>,
        control: &Control<'_>,
    ) -> Result<Insight> {
        self.candidates(at.position, control).map(Insight::Candidates)
    }
}

impl MonteCarlo {
    fn candidates(&mut self, at: &Honeymoon, control: &Control<'_>) -> Result<MoveList> {
        let budget = &Budget::unlimited(control);
        self.time = control.allowance().and_then(|clock| clock.limits(at.moves_to_time()).time);
        let mut list = MoveList::new();
        if at.is_open() {
            at.best_moves(&mut self.tricks, budget, &mut list)?;
            return Ok(list);
        }
        let mut rng = Rng::new(seed_of_view(&at.view(at.turn())));
        list.push(match at.state().phase {
            Phase::Auction => first_best(&self.call_values(at, &mut rng, budget)?),
            _ => self.card(at, &mut rng, budget)?,
        });
        Ok(list)
    }

    /// True if the time is over, and these worlds must do.
    fn is_late(&self, worlds: u64, budget: &Budget<'_>) -> bool {
        worlds > 0 && self.time.is_some_and(|most| budget.elapsed() >= most)
    }

    /// The card with the best mean over the worlds.
    fn card(&mut self, at: &Honeymoon, rng: &mut Rng, budget: &Budget<'_>) -> Result<Move> {
        let cards = unlike(at);
        let samples = if cards.len() > 1 { self.samples } else { 0 };
        let values = self.card_values(at, &cards, samples, rng, budget)?;
        let sums: Vec<f64> = values.iter().map(|values| values.iter().sum()).collect();
        let best = (0..cards.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]));
        Ok(Move(cards[best.unwrap_or_default()].0.into()))
    }

    /// The value of each card in each world; every card is tried in each world.
    fn card_values(
        &mut self,
        at: &Honeymoon,
        cards: &[Card],
        samples: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        let me = at.turn();
        let hidden = at.hidden(me);
        let mut values = vec![Vec::new(); cards.len()];
        for worlds in 0..samples {
            if self.is_late(worlds, budget) {
                break;
            }
            let world = hidden.world(rng);
            for (card, values) in cards.iter().zip(&mut values) {
                let mut state = *world.state();
                state.apply(*world.rules(), world.dealt().stock(), Move(card.0.into()));
                heuristic::finish_draw(&mut state, *world.rules(), world.dealt().stock());
                values.push(south(me, self.south_value(&world, &state, budget)?));
            }
        }
        Ok(values)
    }

    /// The mean of each legal call, if the other player knows the same means and calls best.
    fn call_values(
        &mut self,
        at: &Honeymoon,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Vec<(Move, f64)>> {
        let played = self.play_out(at, rng, budget)?;
        let calls = Calls::new(*at.rules(), |contract| mean_score(at, &played, contract));
        Ok(calls.of_calls(at.state().auction, at.turn()))
    }

    /// Plays out every declarer and strain in every world.
    fn play_out(&mut self, at: &Honeymoon, rng: &mut Rng, budget: &Budget<'_>) -> Result<Played> {
        let mut played = Played::default();
        let hidden = at.hidden(at.turn());
        for worlds in 0..self.samples {
            if self.is_late(worlds, budget) {
                break;
            }
            let world = hidden.world(rng);
            for declarer in [Player(0), Player(1)] {
                for strain in Strain::all() {
                    let mut state = *world.state();
                    let stock = world.dealt().stock();
                    state.auction = Auction::default();
                    state.turn = declarer;
                    state.apply(*world.rules(), stock, Bid::new(1, strain).as_move());
                    state.apply(*world.rules(), stock, PASS);
                    heuristic::finish_draw(&mut state, *world.rules(), stock);
                    let won = self.tricks.in_the_end(&state, budget)?[declarer.index()];
                    played[declarer.index()][strain.index()].push((won, state.honours));
                }
            }
        }
        Ok(played)
    }

    /// The value of hands to south after the exchange: the score of the contract, or par without a
    /// contract.
    fn south_value(
        &mut self,
        world: &Honeymoon,
        state: &State,
        budget: &Budget<'_>,
    ) -> Result<f64> {
        if state.phase == Phase::Play {
            let tricks = self.tricks.in_the_end(state, budget)?;
            return Ok(world.score(state, tricks).into());
        }
        Ok(Open::new(*world.rules(), state, &mut self.tricks, budget)?.calls().value())
    }
}

/// The value of each legal move over sampled worlds, from the view of the player to move alone.
pub(super) fn sampled(
    at: &Honeymoon,
    samples: u64,
    seed: u64,
    budget: &Budget<'_>,
) -> Result<Vec<Sampled>> {
    let mut player = MonteCarlo { samples, tricks: Tricks::default(), time: None };
    let mut rng = Rng::new(mix(seed) ^ seed_of_view(&at.view(at.turn())));
    if at.state().phase == Phase::Auction {
        let values = player.call_values(at, &mut rng, budget)?.into_iter();
        return Ok(values.map(|(m, mean)| Sampled { m, mean, error: None }).collect());
    }
    let cards = unlike(at);
    let values = player.card_values(at, &cards, samples, &mut rng, budget)?;
    let legal = at.legal_moves().into_iter().map(|m| {
        // The lowest card of its run stands for each card.
        let same = |card: &Card| {
            card.suit() == Card(m.0 as u8).suit() && card.rank() <= Card(m.0 as u8).rank()
        };
        let run = cards.iter().enumerate().filter(|&(_, card)| same(card));
        let at = run.max_by_key(|(_, card)| card.rank()).map_or(0, |(at, _)| at);
        let (mean, error) = mean_and_error(&values[at]);
        Sampled { m, mean, error }
    });
    Ok(legal.collect())
}

/// The mean of some values and its standard error.
fn mean_and_error(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt()))
}

/// South's mean score for a contract over the sampled worlds.
fn mean_score(at: &Honeymoon, played: &Played, contract: Contract) -> f64 {
    let played = &played[contract.declarer.index()][contract.bid.strain().index()];
    let scores = played
        .iter()
        .map(|&(tricks, honours)| i64::from(at.rules().points(contract, tricks, honours)));
    scores.sum::<i64>() as f64 / played.len().max(1) as f64
}

/// One legal card, the lowest, of each run: cards between which the other can hold and has led no
/// card.
fn unlike(at: &Honeymoon) -> Vec<Card> {
    let legal = at.state().playable();
    let known = at.knowledge(at.turn());
    let mut gone = Hand(known.played[0].0 | known.played[1].0);
    if let Some(led) = at.state().led {
        // Over the led card the higher of two wins, under it the lower one loses.
        gone = gone.without(led);
    }
    let elsewhere = Hand(!(known.own.0 | gone.0) & Hand::PACK.0);
    let mut cards = Vec::new();
    for suit in Suit::all() {
        let (own, others) = (legal.suit(suit), elsewhere.suit(suit));
        for rank in own.cells() {
            // The next own card below, without counting played cards, represents this one.
            let below = (own | others) & !u16::low(rank + 1);
            if below == 0 || !own.has(below.first()) {
                cards.push(Card::new(suit, rank));
            }
        }
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_comes_with_its_standard_error() {
        assert_eq!(mean_and_error(&[1.0, 3.0]), (2.0, Some(1.0)));
        assert_eq!(mean_and_error(&[5.0]), (5.0, None));
    }

    #[test]
    fn a_mean_score_does_not_grow_with_the_worlds() {
        let at: Honeymoon =
            "honeymoon AKQJT98765432... .AKQJT98765432.. -".parse().expect("a deal");
        let bid: Bid = Bid::new(1, "S".parse().expect("a strain"));
        let contract = Contract { bid, declarer: Player(0), doubled: 0 };
        let mean = |worlds: &[u8]| {
            let mut played = Played::default();
            played[0][bid.strain().index()] = worlds.iter().map(|&tricks| (tricks, 0)).collect();
            mean_score(&at, &played, contract)
        };
        let (seven, nine) = (mean(&[7]), mean(&[9]));
        assert!(seven > 0.0 && nine > seven);
        assert_eq!(mean(&[7, 7, 7, 7]).to_bits(), seven.to_bits());
        assert!((mean(&[7, 9]) - f64::midpoint(seven, nine)).abs() < 1e-9);
        assert_eq!(mean(&[]).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn cards_above_and_below_the_led_one_are_unlike() {
        // The ace and the queen enclose the king, which is led; the jack is equal to the queen.
        let deal = "honeymoon:face_up AQJ2.A432.A432.3 K.KQJ.KQJT.AKQJT \
                    S3S4S5S6S7S8S9STH5H6H7H8H9HTD5D6D7D8D9C2C4C5C6C7C8C9 SK";
        let at: Honeymoon = deal.parse().expect("a position");
        let cards: Vec<_> = unlike(&at).into_iter().map(|card| card.to_string()).collect();
        assert_eq!(cards, ["SA", "SJ", "S2"]);
    }
}
