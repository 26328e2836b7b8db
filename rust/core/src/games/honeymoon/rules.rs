//! A position: a deal and the moves so far.

use arrayvec::ArrayVec;

use super::bids::{BIDS, FIRST_BID};
use super::deal::{Deal, STOCK};
use super::options::DealRules;
use super::scoring::{Contract, ScoreLine};
use super::seats::{SEATS, other};
use super::state::{Phase, State, beats};
use crate::bits::mix;
use crate::cards::{CARDS, Card, Hand};
use crate::game::{Facts, Game, Move, Outcome, Player};
use crate::rng::Rng;

/// Number of different moves.
const MOVES: usize = FIRST_BID as usize + BIDS;
/// The longest auction passes first, doubles and redoubles each bid, and ends with a pass.
const MAX_CALLS: usize = 1 + 3 * BIDS + 1;
/// Moves of the longest game.
const MAX_PLIES: usize = MAX_CALLS + CARDS;

/// A position of honeymoon bridge.
///
/// # Equality
/// Rules, deal and all moves: a player who remembers the cards plays differently after different
/// moves, even if the hands are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Honeymoon {
    rules: DealRules,
    deal: Deal,
    moves: ArrayVec<u8, MAX_PLIES>,
    state: State,
    key: u64,
}

impl Default for Honeymoon {
    fn default() -> Self {
        Honeymoon::of_seed(DealRules::default(), 0)
    }
}

impl Honeymoon {
    /// The start of a deal.
    pub fn new(rules: DealRules, deal: Deal) -> Self {
        let state = State::new(rules, deal.hands(), !deal.stock().is_empty());
        let key = start_key(rules, &deal);
        Honeymoon { rules, deal, moves: ArrayVec::new(), state, key }
    }

    /// The start of the deal of a seed.
    ///
    /// ```
    /// use bitgames_core::{Game, games::honeymoon::{Honeymoon, DealRules}, rng::Rng};
    /// let start = Honeymoon::of_seed(DealRules::default(), 7);
    /// assert_eq!(start, Honeymoon::default().deal(&mut Rng::new(7)));
    /// ```
    pub fn of_seed(rules: DealRules, seed: u64) -> Self {
        Honeymoon::new(rules, Deal::of_word(Rng::new(seed).word()))
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &DealRules {
        &self.rules
    }

    /// The cards as they were dealt.
    #[inline]
    pub fn dealt(&self) -> &Deal {
        &self.deal
    }

    /// The current state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The moves since the deal.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map(|&m| Move(u16::from(m)))
    }

    /// The cards that a player holds.
    #[inline]
    pub fn hand(&self, player: Player) -> Hand {
        self.state.hands[player.index()]
    }

    /// The contract, once the auction is over and was not passed out.
    pub fn contract(&self) -> Option<Contract> {
        self.state.contract()
    }

    /// The card of the stock that lies face up.
    pub fn face_up(&self) -> Option<Card> {
        self.state.face_up(self.rules, self.deal.stock())
    }

    /// The calls so far in order, each with its seat.
    pub fn calls(&self) -> Vec<(Player, Move)> {
        let calls = self.moves().filter(|m| m.index() >= CARDS);
        let seats = [self.rules.dealer(), other(self.rules.dealer())].into_iter().cycle();
        seats.zip(calls).collect()
    }

    /// The last complete trick, if it has just ended or the next one has only been led to: its
    /// cards in the order of play, each with its seat.
    pub fn last_trick(&self) -> Option<[(Player, Card); 2]> {
        let mut last = None;
        self.replay(|before, m, _| {
            if before.phase == Phase::Auction {
                last = None;
            } else if let Some(led) = before.led {
                last = Some([(other(before.turn), led), (before.turn, Card(m.0 as u8))]);
            }
        });
        last
    }

    /// The winner of [`Honeymoon::last_trick`].
    pub fn last_trick_winner(&self) -> Option<Player> {
        let [(leader, led), (follower, card)] = self.last_trick()?;
        Some(if beats(card, led, self.state.trump()) { follower } else { leader })
    }

    /// Replays the moves: the state before each, the move, and the state after it.
    pub(super) fn replay(&self, mut f: impl FnMut(&State, Move, &State)) {
        let mut before = State::new(self.rules, self.deal.hands(), !self.deal.stock().is_empty());
        for m in self.moves() {
            let mut after = before;
            after.apply(self.rules, self.deal.stock(), m);
            f(&before, m, &after);
            before = after;
        }
    }

    /// What the score of a finished deal is made of; empty before the end and without a contract.
    ///
    /// South's points less north's are the score of the outcome.
    pub fn score_lines(&self) -> Vec<ScoreLine> {
        let contract = self.contract().filter(|_| self.is_over());
        contract.map_or(Vec::new(), |contract| {
            let tricks = self.state.tricks[contract.declarer.index()];
            self.rules.score_lines(contract, tricks, self.state.honours).to_vec()
        })
    }

    /// South's score when the contract of `state` ends with these tricks.
    pub(super) fn score(&self, state: &State, tricks: [u8; 2]) -> i16 {
        state.contract().map_or(0, |contract| {
            self.rules.points(contract, tricks[contract.declarer.index()], state.honours)
        })
    }
}

fn start_key(rules: DealRules, deal: &Deal) -> u64 {
    let spelled = rules.to_string();
    let rules = spelled.bytes().fold(0x0B1D_6E00, |key, byte| mix(key ^ u64::from(byte)));
    let hands = mix(mix(rules ^ deal.hand(Player(0)).0) ^ deal.hand(Player(1)).0);
    deal.stock().iter().fold(hands, |key, card| mix(key ^ u64::from(card.0)))
}

impl Game for Honeymoon {
    const FACTS: Facts = Facts {
        name: "honeymoon",
        title: "Honeymoon bridge",
        player_names: &SEATS,
        teams: &[0, 1],
        // The maximum: in a rubber, seven no trump redoubled, vulnerable, no trick, against four
        // aces.
        max_score: 7750,
        most_moves: MOVES,
        max_indices: MOVES,
        most_plies: MAX_PLIES,
        hidden: true,
        chance: true,
    };

    fn start(&self) -> Self {
        Honeymoon::new(self.rules, self.deal.clone())
    }

    fn deal(&self, rng: &mut Rng) -> Self {
        Honeymoon::new(self.rules, Deal::of_word(rng.word()))
    }

    fn num_moves(&self) -> usize {
        MOVES
    }

    fn max_plies(&self) -> usize {
        if self.deal.stock().is_empty() { MAX_PLIES - STOCK } else { MAX_PLIES }
    }

    #[inline]
    fn turn(&self) -> Player {
        self.state.turn
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    #[inline]
    fn for_each_legal(&self, mut f: impl FnMut(Move)) {
        match self.state.phase {
            Phase::Auction => {
                self.state.auction.for_each_legal(self.rules, self.state.turn, f);
            }
            Phase::Draw | Phase::Play => {
                for card in self.state.playable().cards() {
                    f(Move(card.0.into()));
                }
            }
            Phase::Over => {}
        }
    }

    fn write_legal_bits(&self, out: &mut [u64]) {
        out.fill(0);
        match self.state.phase {
            Phase::Draw | Phase::Play => out[0] = self.state.playable().0,
            _ => self.for_each_legal(|m| out[m.index() / 64] |= 1 << (m.index() % 64)),
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        self.state.apply(self.rules, self.deal.stock(), m);
        self.key = mix(self.key ^ u64::from(m.0 + 1));
        // Only illegal moves exceed the longest game.
        let _ = self.moves.try_push(m.0 as u8);
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let points = self.score(&self.state, self.state.tricks);
        let reason = match self.contract() {
            None => "passed out",
            Some(contract) if contract.is_made(self.state.tricks) => "contract made",
            Some(_) => "contract defeated",
        };
        Some(Outcome::two_player(points, reason))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.state.phase == Phase::Over
    }

    /// True from the end of the exchange on, when a player who remembers the cards knows both
    /// hands; without an exchange, always.
    fn is_open(&self) -> bool {
        2 * usize::from(self.state.draws) == self.deal.stock().len()
    }
}
