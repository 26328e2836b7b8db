//! The course of a deal: the effect of each move on the hands on the table.

use super::auction::Auction;
use super::options::{DealRules, PlayLead};
use super::rubber::honours;
use super::scoring::Contract;
use super::seats::other;
use crate::cards::{Card, Hand, Suit};
use crate::game::{Move, Player};

/// The phase of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Calls.
    Auction,
    /// Tricks for the cards of the stock: the exchange, or the draw.
    Draw,
    /// Tricks that count.
    Play,
    /// Finished: thirteen tricks, or passed out.
    Over,
}

impl Phase {
    /// The name in one word.
    pub const fn name(self) -> &'static str {
        ["auction", "draw", "play", "over"][self as usize]
    }
}

/// The state of a deal, without its history. The rules and the stock are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The phase.
    pub phase: Phase,
    /// The seat to move; once the deal is over, the seat whose turn it would be.
    pub turn: Player,
    /// The cards held, without the led card.
    pub hands: [Hand; 2],
    /// The calls so far.
    pub auction: Auction,
    /// The first card of the trick on the table.
    pub led: Option<Card>,
    /// Number of finished tricks of the draw.
    pub draws: u8,
    /// Tricks won in the play.
    pub tricks: [u8; 2],
    /// The winner of the last trick of the draw so far.
    pub last_winner: Option<Player>,
    /// South's points for honours less north's, once the play has begun.
    pub honours: i16,
}

/// True if `card`, played second, wins the trick.
#[inline]
pub fn beats(card: Card, led: Card, trump: Option<Suit>) -> bool {
    if card.suit() == led.suit() { card < led } else { Some(card.suit()) == trump }
}

impl State {
    /// The state at the start.
    pub fn new(rules: DealRules, hands: [Hand; 2], has_stock: bool) -> Self {
        let (phase, turn) = if has_stock && !rules.auction_first() {
            (Phase::Draw, other(rules.dealer()))
        } else {
            (Phase::Auction, rules.dealer())
        };
        State {
            phase,
            turn,
            hands,
            auction: Auction::default(),
            led: None,
            draws: 0,
            tricks: [0; 2],
            last_winner: None,
            honours: 0,
        }
    }

    /// The contract, once the auction is over and was not passed out.
    #[inline]
    pub fn contract(&self) -> Option<Contract> {
        self.auction.contract().filter(|_| self.auction.is_over())
    }

    /// The trump suit of the contract; none without a contract, and none at no trump.
    #[inline]
    pub fn trump(&self) -> Option<Suit> {
        self.contract().and_then(|contract| contract.bid.strain().trump())
    }

    /// The face-up card of the stock.
    #[inline]
    pub fn face_up(&self, rules: DealRules, stock: &[Card]) -> Option<Card> {
        let shown = self.phase == Phase::Draw && rules.face_up();
        shown.then(|| stock.get(2 * usize::from(self.draws)).copied()).flatten()
    }

    /// The cards that may be played now, outside the auction.
    #[inline]
    pub fn playable(&self) -> Hand {
        let hand = self.hands[self.turn.index()];
        let Some(led) = self.led else { return hand };
        let following = hand.of_suit(led.suit());
        if following.is_empty() { hand } else { following }
    }

    /// Makes a move that is known to be legal.
    #[inline]
    pub fn apply(&mut self, rules: DealRules, stock: &[Card], m: Move) {
        match self.phase {
            Phase::Auction => self.call(rules, stock, m),
            // A call here is invalid; the mask keeps it inside the word.
            Phase::Draw | Phase::Play => self.card(rules, stock, Card(m.0 as u8 & 63)),
            Phase::Over => {}
        }
    }

    fn call(&mut self, rules: DealRules, stock: &[Card], call: Move) {
        self.auction.call(self.turn, call);
        self.turn = other(self.turn);
        if !self.auction.is_over() {
            return;
        }
        match self.auction.contract() {
            None => self.phase = Phase::Over,
            Some(contract) if rules.auction_first() && !stock.is_empty() => {
                (self.phase, self.turn) = (Phase::Draw, contract.declarer);
            }
            Some(contract) => self.begin_play(rules, contract),
        }
    }

    fn begin_play(&mut self, rules: DealRules, contract: Contract) {
        self.phase = Phase::Play;
        self.turn = first_leader(rules, contract.declarer, self.last_winner);
        self.honours = honours(self.hands, contract.bid.strain());
    }

    fn card(&mut self, rules: DealRules, stock: &[Card], card: Card) {
        let hand = &mut self.hands[self.turn.index()];
        *hand = hand.without(card);
        let follower = self.turn;
        self.turn = other(follower);
        let Some(led) = self.led.take() else {
            self.led = Some(card);
            return;
        };
        if beats(card, led, self.trump()) {
            self.turn = follower;
        }
        if self.phase == Phase::Draw {
            self.draw(rules, stock);
        } else {
            self.tricks[self.turn.index()] += 1;
            if self.hands[0].is_empty() {
                self.phase = Phase::Over;
            }
        }
    }

    /// The winner of the trick takes the top card and moves next; the other takes the card below.
    fn draw(&mut self, rules: DealRules, stock: &[Card]) {
        let winner = self.turn;
        let top = 2 * usize::from(self.draws);
        for (player, &card) in [winner, other(winner)].into_iter().zip(&stock[top..]) {
            let hand = &mut self.hands[player.index()];
            *hand = hand.with(card);
        }
        self.draws += 1;
        self.last_winner = Some(winner);
        if top + 2 < stock.len() {
            return;
        }
        if let Some(contract) = self.contract() {
            self.begin_play(rules, contract);
        } else {
            (self.phase, self.turn) = (Phase::Auction, rules.dealer());
        }
    }
}

/// The player who leads to the first trick of the play.
pub fn first_leader(rules: DealRules, declarer: Player, last_winner: Option<Player>) -> Player {
    match (rules.play_lead(), last_winner) {
        (PlayLead::LastWinner, Some(winner)) => winner,
        (PlayLead::Declarer, _) => declarer,
        (PlayLead::LastWinner | PlayLead::Defender, _) => other(declarer),
    }
}
