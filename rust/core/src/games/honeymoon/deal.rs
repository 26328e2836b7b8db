//! The cards as they are dealt: two hands and a stock.

use arrayvec::ArrayVec;

use super::seats::SEATS;
use crate::bits::mix;
use crate::cards::{CARDS, Card, Hand, RANKS};
use crate::game::Player;

/// Cards in a hand when it is complete.
pub const HAND: usize = RANKS;
pub const STOCK: usize = CARDS - 2 * HAND;

/// Two hands of 13 cards, and the stock from its top: 26 cards, or none for a game without
/// exchange, in which both hands are open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    hands: [Hand; 2],
    stock: ArrayVec<Card, STOCK>,
}

impl Deal {
    /// The deal of these cards, or the reason why it is not valid.
    pub fn new(hands: [Hand; 2], stock: &[Card]) -> Result<Self, String> {
        let [south, north] = hands.map(Hand::len);
        if (south, north) != (HAND, HAND) {
            return Err(format!("south holds {south} cards and north {north}; each has 13"));
        }
        if !stock.is_empty() && stock.len() != STOCK {
            return Err(format!("a stock has 26 cards, or none, not {}", stock.len()));
        }
        if let Some(card) = Hand(hands[0].0 & hands[1].0).cards().next() {
            return Err(format!("{card} is in both hands"));
        }
        let mut seen = Hand::default();
        for &card in stock {
            if let Some(seat) = (0..2).find(|&seat| hands[seat].has(card)) {
                return Err(format!("{card} is in the stock and in {}'s hand", SEATS[seat]));
            }
            if seen.has(card) {
                return Err(format!("{card} is in the stock twice"));
            }
            seen = seen.with(card);
        }
        Ok(Deal { hands, stock: stock.iter().copied().collect() })
    }

    /// The deal of a word of 64 random bits: cards sorted by a number that the word gives each, the
    /// first 13 for south, the next for north, the rest for the stock.
    ///
    /// # Stability
    /// The deal of a word is the same in every release: seeds name deals.
    ///
    /// ```
    /// use bitgames_core::games::honeymoon::Deal;
    /// assert_eq!(Deal::of_word(1), Deal::of_word(1));
    /// assert_ne!(Deal::of_word(1), Deal::of_word(2));
    /// ```
    pub fn of_word(word: u64) -> Self {
        let mut pack: Vec<Card> = Hand::PACK.cards().collect();
        pack.sort_unstable_by_key(|card| mix(word ^ u64::from(card.0)));
        let hand = |from: usize| pack[from..from + HAND].iter().copied().collect();
        Deal { hands: [hand(0), hand(HAND)], stock: pack[2 * HAND..].iter().copied().collect() }
    }

    /// The cards that a seat was dealt.
    #[inline]
    pub fn hand(&self, player: Player) -> Hand {
        self.hands[player.index()]
    }

    /// Both hands, south's first.
    #[inline]
    pub fn hands(&self) -> [Hand; 2] {
        self.hands
    }

    /// The stock from its top, empty where there is no exchange.
    #[inline]
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }
}
