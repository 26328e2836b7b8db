//! What each seat has seen, and worlds that look the same to it.

use super::deal::{Deal, HAND};
use super::rules::Honeymoon;
use super::seats::other;
use super::state::{Phase, State};
use crate::bits::Word;
use crate::capability::HiddenInfo;
use crate::cards::{CARDS, Card, Hand};
use crate::game::{Game, Player};
use crate::rng::Rng;

/// Time of the deal, on the scale of the times at which a card comes into a hand; draw `n`, counted
/// from 0, has time `n + 1`.
const DEALT: u8 = 0;
/// The time of cards that are still in the stock.
const LATER: u8 = u8::MAX;
/// Random exchanges per hidden card that mix a world in which some cards cannot go everywhere.
const EXCHANGES: usize = 8;

/// What a seat with a perfect memory knows of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Knowledge {
    /// Cards of its own.
    pub own: Hand,
    /// Cards that the other certainly holds: taken face up and not played since; all of them once
    /// the stock is empty.
    pub theirs: Hand,
    /// Cards that may be in the other's hand or in the stock.
    pub unseen: Hand,
    /// Cards already played.
    pub played: [Hand; 2],
}

impl Honeymoon {
    /// What `player` knows of the cards.
    ///
    /// ```
    /// use bitgames_core::{Player, games::honeymoon::Honeymoon};
    /// let known = Honeymoon::default().knowledge(Player(0));
    /// assert_eq!((known.own.len(), known.theirs.len(), known.unseen.len()), (13, 0, 39));
    /// ```
    pub fn knowledge(&self, player: Player) -> Knowledge {
        let rival = other(player);
        let mut played = [Hand::default(); 2];
        let mut taken = Hand::default();
        self.replay(|before, m, after| {
            if m.index() >= CARDS {
                return;
            }
            let hand = &mut played[before.turn.index()];
            *hand = hand.with(Card(m.0 as u8));
            let shown = before.face_up(*self.rules(), self.dealt().stock());
            let theirs = after.draws > before.draws && after.last_winner == Some(rival);
            if let Some(card) = shown.filter(|_| theirs) {
                taken = taken.with(card);
            }
        });
        let own = self.hand(player);
        let shown = self.face_up().map_or(0, |card| Hand::default().with(card).0);
        let gone = played[0].0 | played[1].0;
        let elsewhere = Hand::PACK.0 & !(own.0 | gone | shown);
        // An open game has 26 cards that neither player has.
        let theirs = if self.is_open() { self.hand(rival).0 } else { taken.0 & !gone };
        let unseen = if self.is_open() { 0 } else { elsewhere & !theirs };
        Knowledge { own, theirs: Hand(theirs), unseen: Hand(unseen), played }
    }

    /// The places of the stock whose cards `player` has seen, as bits.
    pub(super) fn seen_stock(&self, player: Player) -> u32 {
        let shown = |state: &State| {
            let shown = state.phase == Phase::Draw && self.rules().face_up();
            if shown { 1_u32 << (2 * state.draws) } else { 0 }
        };
        let mut seen = shown(self.state());
        self.replay(|before, _, after| {
            seen |= shown(before);
            if after.draws > before.draws {
                seen |= 1 << place_of(player, before, after);
            }
        });
        seen
    }

    /// The hidden cards of the deal as `player` sees it, and where they can be.
    pub(super) fn hidden(&self, player: Player) -> Hidden<'_> {
        let rival = other(player);
        let seen = self.seen_stock(player);
        let mut slots = vec![Slot { time: DEALT, place: None }; HAND];
        let stock = seen.cells().map(|place| self.dealt().stock()[place]).collect::<Hand>();
        let hidden = Hand(Hand::PACK.0 & !(self.dealt().hand(player).0 | stock.0));
        let unknown = |card| HiddenCard { card, earliest: DEALT, latest: LATER };
        let mut cards: Vec<_> = hidden.cards().map(unknown).collect();
        self.replay(|before, m, after| {
            if before.turn == rival && m.index() < CARDS {
                note_played(&mut cards, Card(m.0 as u8), before);
            }
            if after.draws > before.draws {
                let theirs = place_of(rival, before, after);
                if !seen.has(theirs.into()) {
                    slots.push(Slot { time: after.draws, place: Some(theirs) });
                }
            }
        });
        let left = 2 * self.state().draws..self.dealt().stock().len() as u8;
        let later = left.filter(|&place| !seen.has(place.into()));
        slots.extend(later.map(|place| Slot { time: LATER, place: Some(place) }));
        Hidden { position: self, rival, slots, cards }
    }
}

/// The place in the stock of the card that `player` takes when a trick of the draw ends.
fn place_of(player: Player, before: &State, after: &State) -> u8 {
    2 * before.draws + u8::from(after.last_winner != Some(player))
}

/// A place of a hidden card: in the hand as dealt, or in the stock.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// When the card at this place comes into the rival's hand.
    time: u8,
    /// Its place in the stock; none for the dealt hand.
    place: Option<u8>,
}

/// A hidden card, and when it can have come into the rival's hand.
#[derive(Clone, Copy, Debug)]
struct HiddenCard {
    card: Card,
    earliest: u8,
    latest: u8,
}

/// The rival played `card` in the state `before`: it was in the hand by then, and if it does not
/// follow suit, the rival held no card of the suit led.
fn note_played(cards: &mut [HiddenCard], card: Card, before: &State) {
    // In the play all is known, and nothing more can be learned.
    let void = before.led.map(Card::suit).filter(|&suit| suit != card.suit());
    if let Some(suit) = void.filter(|_| before.phase == Phase::Draw) {
        for hidden in cards.iter_mut().filter(|hidden| hidden.latest == LATER) {
            if hidden.card.suit() == suit {
                hidden.earliest = before.draws + 1;
            }
        }
    }
    if let Some(hidden) = cards.iter_mut().find(|hidden| hidden.card == card) {
        hidden.latest = before.draws;
    }
}

/// All worlds that look to a player like this one. Nothing here depends on what the player has not
/// seen.
pub(super) struct Hidden<'a> {
    position: &'a Honeymoon,
    rival: Player,
    slots: Vec<Slot>,
    cards: Vec<HiddenCard>,
}

impl Hidden<'_> {
    /// A random one of these worlds.
    ///
    /// Each hidden card may have come into the rival's hand within an interval of time, so a world
    /// is a perfect matching of a convex bipartite graph. A first matching gives each slot, in
    /// order of time, a card whose interval ends first (random among equals, so that it is uniform
    /// without constraints). Random exchanges of two cards then mix it: they reach every matching
    /// of such a graph, with equal probability in the limit (Martin Dyer, Mark Jerrum, Haiko
    /// Müller, "On the switch Markov chain for perfect matchings", Journal of the ACM, 2017).
    pub(super) fn world(&self, rng: &mut Rng) -> Honeymoon {
        let mut cards = self.cards.clone();
        shuffle(&mut cards, rng);
        for (at, slot) in self.slots.iter().enumerate() {
            let ready = (at..cards.len()).filter(|&i| cards[i].earliest <= slot.time);
            let soonest = ready.min_by_key(|&i| cards[i].latest).unwrap_or(at);
            cards.swap(at, soonest);
        }
        if self.cards.iter().any(|card| card.earliest > DEALT || card.latest < LATER) {
            self.mix(&mut cards, rng);
        }
        self.position_with(&cards)
    }

    fn mix(&self, cards: &mut [HiddenCard], rng: &mut Rng) {
        let fits =
            |card: &HiddenCard, slot: &Slot| (card.earliest..=card.latest).contains(&slot.time);
        for _ in 0..EXCHANGES * cards.len() {
            let (a, b) = (rng.below(cards.len()), rng.below(cards.len()));
            if fits(&cards[a], &self.slots[b]) && fits(&cards[b], &self.slots[a]) {
                cards.swap(a, b);
            }
        }
    }

    /// The game with `cards[i]` in `slots[i]`.
    fn position_with(&self, cards: &[HiddenCard]) -> Honeymoon {
        let deal = self.position.dealt();
        let mut hands = deal.hands();
        let mut stock = deal.stock().to_vec();
        let theirs = &mut hands[self.rival.index()];
        *theirs = Hand::default();
        for (slot, hidden) in self.slots.iter().zip(cards) {
            match slot.place {
                None => *theirs = theirs.with(hidden.card),
                Some(place) => stock[usize::from(place)] = hidden.card,
            }
        }
        let deal = Deal::new(hands, &stock).expect("hidden cards changed places among themselves");
        let mut world = Honeymoon::new(*self.position.rules(), deal);
        for m in self.position.moves() {
            debug_assert!(world.is_legal(m), "{world} {m:?}");
            world.play_unchecked(m);
        }
        world
    }
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for at in (1..list.len()).rev() {
        list.swap(at, rng.below(at + 1));
    }
}

impl HiddenInfo for Honeymoon {
    fn determinize(&self, player: Player, rng: &mut Rng) -> Self {
        if self.dealt().stock().is_empty() {
            return self.clone();
        }
        self.hidden(player).world(rng)
    }
}

/// A seed that is the same in all worlds of a view.
pub(super) fn seed_of_view(view: &str) -> u64 {
    view.bytes().fold(0, |key, byte| crate::bits::mix(key ^ u64::from(byte)))
}
