//! Endings of two hands with open cards: the play of honeymoon bridge as bits, solved.
//!
//! Once both players know all remaining cards, only the order of the cards within a suit and their
//! owners matter. A suit is then a string of owners, highest card first: 1 for a card of the
//! leader, 0 for one of the follower. Two full hands take 26 bits. The idea is from the seed
//! article of this project on making the play of honeymoon bridge fast by bit operations (2021).
//!
//! - [`Ending`]: the cards, the leader, trumps, and the card on the table; legal cards, one of each
//!   run of equals, the ending after a card. Its text is one line.
//! - [`EndingSolver`] and [`solve`]: exact values by search, with tables below.
//! - [`EndingTable`]: all endings up to a number of cards, built layer by layer ([`build`]).
//! - [`Database`]: a table as a file; [`SliceBuild`] builds one by tasks of other processes.
//!
//! An ending is a value with its own methods, not a game of the registry: it has no seats, only a
//! leader and a follower, who can change places with every trick.

mod block;
pub mod build;
mod check;
mod file;
mod format;
mod leads;
mod mapped;
mod moves;
mod partial;
mod pool;
mod rank;
mod scheduler;
mod search;
mod slice;
mod table;
mod tasks;
mod text;
mod wide;

use crate::bits::{Word, mix};
use crate::cards::{CARDS, Card, Hand, RANKS, SUITS, Suit};
use crate::error::{Error, Result};
use crate::order::sort_few;
use crate::rng::Rng;

pub use self::build::LayerSummary;
pub use self::check::verify;
pub use self::file::{Database, FOLDER_VARIABLE, file_name, shared_table};
pub use self::moves::remove_pair;
pub use self::rank::TrumpClass;
pub use self::scheduler::{Scheduler, Threads};
pub use self::search::{EndingOptions, EndingSolver, solve};
pub use self::table::{EndingTable, SMALL};
pub use self::tasks::{SliceBuild, make_slices, slice_positions};

/// Most cards in a hand.
pub const MAX_CARDS: usize = 13;

/// Two hands of equal size, with the player who leads.
///
/// A card is an index into the four owner strings one after the other: 0 is the highest card of
/// suit 0. In the word of owners its bit is 1 when the leader holds it.
///
/// ```
/// use bitgames_core::ending::Ending;
/// let ending: Ending = "10.1.0. n".parse()?;
/// assert_eq!(ending.cards(), 2);
/// assert_eq!(ending.legal(), 0b101);             // the ace of suit 0 and the card of suit 1
/// let reply = ending.play(0)?;                   // the ace is led ...
/// assert_eq!(reply.legal(), 0b010);              // ... and must be followed
/// assert!(!reply.takes(1));
/// assert_eq!(reply.play(1)?.to_string(), ".1.0. n");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    owners: u32,
    lengths: [u8; SUITS],
    trump: Option<u8>,
    led: Option<u8>,
}

impl Ending {
    /// The ending of these owner strings: `suits[s]` has its highest card in bit 0 and `lengths[s]`
    /// cards; `led` is the leader's card on the table, if there is one.
    ///
    /// # Errors
    /// [`Error::InvalidPosition`] for hands that differ in size or are larger than 13 cards, and
    /// for a led card that the leader does not hold; [`Error::Parameter`] for a suit that does not
    /// exist.
    pub fn new(
        suits: [u16; SUITS],
        lengths: [u8; SUITS],
        trump: Option<u8>,
        led: Option<u8>,
    ) -> Result<Self> {
        if let Some(length) = lengths.iter().find(|&&length| usize::from(length) > RANKS) {
            return Err(Error::parameter("the length of a suit", "from 0 to 13", length));
        }
        if let Some(trump) = trump.filter(|&trump| usize::from(trump) >= SUITS) {
            return Err(Error::parameter("trump", "a suit from 0 to 3, or none", trump));
        }
        let mut owners = 0_u64;
        let mut start = 0;
        for (suit, length) in suits.into_iter().zip(lengths) {
            owners |= u64::from(suit & u16::low(usize::from(length))) << start;
            start += length;
        }
        let leaders = owners.count();
        let followers = usize::from(start) - leaders;
        if leaders != followers || leaders > MAX_CARDS {
            let reason = format!(
                "both hands must have equally many cards, 13 at most; \
                 the leader has {leaders}, the follower {followers}"
            );
            return Err(Error::invalid_position(
                &text::owner_strings(suits, lengths).join("."),
                reason,
            ));
        }
        let ending = Ending { owners: owners as u32, lengths, trump, led: None };
        if let Some(card) = led.filter(|&card| card >= 32 || !ending.owners.has(usize::from(card)))
        {
            let reason = format!("card {card} cannot be led: the leader does not hold it");
            return Err(Error::invalid_position(&ending.to_string(), reason));
        }
        Ok(Ending { led, ..ending })
    }

    /// The ending of four owner strings, highest card first: `1` for the leader's cards, `0` for the
    /// follower's.
    ///
    /// # Errors
    /// As [`Ending::new`]; [`Error::Parse`] for other characters and for a suit of more than 13.
    pub fn of_strings(suits: [&str; SUITS], trump: Option<u8>, led: Option<u8>) -> Result<Self> {
        let wrong = |reason| Error::parse("ending", &suits.join("."), reason);
        let (owners, lengths) = text::read_suits(suits).map_err(wrong)?;
        Ending::new(owners, lengths, trump, led)
    }

    /// The owner strings of the four suits.
    pub fn owner_strings(&self) -> [String; SUITS] {
        text::owner_strings(self.words(), self.lengths)
    }

    /// The ending of a word of owners, as [`Ending::owners`] returns it; bits beyond the last card
    /// are dropped.
    ///
    /// # Errors
    /// As [`Ending::new`].
    pub fn of_words(
        owners: u32,
        lengths: [u8; SUITS],
        trump: Option<u8>,
        led: Option<u8>,
    ) -> Result<Self> {
        let mut rest = u64::from(owners);
        let suits = lengths.map(|length| {
            let suit = rest as u16;
            rest = rest.checked_shr(u32::from(length)).unwrap_or(0);
            suit
        });
        Ending::new(suits, lengths, trump, led)
    }

    /// The ending of two hands of a pack.
    ///
    /// ```
    /// use bitgames_core::{cards::Suit, ending::Ending};
    /// let ending = Ending::of_hands("AK...2".parse()?, "Q.3..4".parse()?, Some(Suit::CLUBS))?;
    /// assert_eq!(ending.to_string(), "110.0..01 3");
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Ending::new`]; and [`Error::InvalidPosition`] for a card in both hands.
    pub fn of_hands(leader: Hand, follower: Hand, trump: Option<Suit>) -> Result<Self> {
        if let Some(card) = Hand(leader.0 & follower.0).cards().next() {
            let text = format!("{leader} {follower}");
            return Err(Error::invalid_position(&text, format!("{card} is in both hands")));
        }
        let mut suits = [0; SUITS];
        let mut lengths = [0; SUITS];
        for suit in Suit::all() {
            let (own, other) = (leader.suit(suit), follower.suit(suit));
            for (place, rank) in (own | other).cells().enumerate() {
                suits[suit.index()] |= u16::from(own.has(rank)) << place;
            }
            lengths[suit.index()] = (own | other).count() as u8;
        }
        Ending::new(suits, lengths, trump.map(|suit| suit.0), None)
    }

    /// A random ending: `2 * cards` cards of a pack, dealt uniformly. `cards` above 13 count as 13.
    #[allow(clippy::missing_panics_doc)] // nothing can fail
    pub fn random(cards: usize, trump: Option<Suit>, rng: &mut Rng) -> Self {
        let mut pack: [u8; CARDS] = std::array::from_fn(|card| card as u8);
        let dealt = 2 * cards.min(MAX_CARDS);
        for place in 0..dealt {
            pack.swap(place, place + rng.below(CARDS - place));
        }
        let (own, other) = pack[..dealt].split_at(dealt / 2);
        let hand = |cards: &[u8]| cards.iter().map(|&card| Card(card)).collect();
        Ending::of_hands(hand(own), hand(other), trump).expect("two hands of different cards")
    }

    /// Cards in each hand, the led card included; this is also the number of tricks to come.
    #[inline]
    pub fn cards(&self) -> usize {
        self.owners.count()
    }

    /// Cards in both hands.
    #[inline]
    pub(crate) fn total(&self) -> usize {
        2 * self.cards()
    }

    /// Bit `i` is 1 when the leader holds card `i`.
    #[inline]
    pub fn owners(&self) -> u32 {
        self.owners
    }

    /// Cards of each suit in both hands.
    #[inline]
    pub fn lengths(&self) -> [u8; SUITS] {
        self.lengths
    }

    /// The trump suit.
    #[inline]
    pub fn trump(&self) -> Option<u8> {
        self.trump
    }

    /// The leader's card on the table.
    #[inline]
    pub fn led(&self) -> Option<u8> {
        self.led
    }

    /// The owner string of a suit, its highest card in bit 0.
    #[inline]
    pub fn suit(&self, suit: usize) -> u16 {
        (self.owners >> self.start(suit)) as u16 & u16::low(usize::from(self.lengths[suit]))
    }

    /// The owner strings of the four suits.
    #[inline]
    pub(crate) fn words(&self) -> [u16; SUITS] {
        let mut rest = self.owners;
        self.lengths.map(|length| {
            let suit = rest as u16 & u16::low(usize::from(length));
            rest >>= length;
            suit
        })
    }

    /// Index of the first card of a suit.
    #[inline]
    pub fn start(&self, suit: usize) -> usize {
        self.lengths[..suit].iter().map(|&length| usize::from(length)).sum()
    }

    /// Suit of a card, and its place from the top of the owner string; `None` beyond the last card.
    pub fn place(&self, card: usize) -> Option<(usize, usize)> {
        let suit =
            (0..SUITS).find(|&suit| card < self.start(suit) + usize::from(self.lengths[suit]))?;
        Some((suit, card - self.start(suit)))
    }

    /// The same cards with the other player on lead, at the start of a trick.
    ///
    /// ```
    /// use bitgames_core::ending::Ending;
    /// let ending: Ending = "10.1.0. n".parse()?;
    /// assert_eq!(ending.other_leads().to_string(), "01.0.1. n");
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    #[must_use]
    pub fn other_leads(&self) -> Self {
        Ending { owners: !self.owners & u32::low(self.total()), led: None, ..*self }
    }

    /// The ending with its suits in another order: suit `s` of the result is suit `order[s]`.
    fn reordered(&self, order: [usize; SUITS]) -> Self {
        let mut owners = 0;
        let mut start = 0;
        let mut led = None;
        for suit in order {
            owners |= u32::from(self.suit(suit)) << start;
            led = led.or(self.led.and_then(|card| {
                let (led_suit, place) = self.place(usize::from(card))?;
                (led_suit == suit).then_some((start + place) as u8)
            }));
            start += usize::from(self.lengths[suit]);
        }
        let trump = self.trump.and_then(|trump| {
            order.iter().position(|&suit| suit == usize::from(trump)).map(|suit| suit as u8)
        });
        Ending { owners, lengths: order.map(|suit| self.lengths[suit]), trump, led }
    }

    /// The ending seen through each of the 24 orders of its suits, the identity first. All have the
    /// same value.
    pub fn symmetries(&self) -> Vec<Ending> {
        SUIT_ORDERS.iter().map(|&order| self.reordered(order)).collect()
    }

    /// The canonical form under the symmetries: trumps first, then longer suits before shorter
    /// ones.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let led_suit = self.led.and_then(|card| self.place(usize::from(card)));
        let mut order = [0, 1, 2, 3];
        sort_few(&mut order, |&suit| {
            let led = led_suit.filter(|&(s, _)| s == suit).map_or(0, |(_, place)| place + 1);
            let is_trump = self.trump == Some(suit as u8);
            std::cmp::Reverse((is_trump, self.lengths[suit], self.suit(suit), led))
        });
        self.reordered(order)
    }

    /// A 64-bit key, equal for equal endings and stable across releases.
    pub fn key(&self) -> u64 {
        let lengths = self.lengths.iter().fold(0, |word, &length| word << 4 | u64::from(length));
        let state = u64::from(self.trump.unwrap_or(7)) << 5 | u64::from(self.led.unwrap_or(31));
        mix(mix(u64::from(self.owners) << 16 | lengths) ^ state)
    }
}

/// All orders of four suits, the identity first.
const SUIT_ORDERS: [[usize; SUITS]; 24] = {
    let mut orders = [[0; SUITS]; 24];
    let (mut found, mut code) = (0, 0);
    while found < orders.len() {
        let order = [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3];
        let seen = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if seen == 0b1111 {
            orders[found] = order;
            found += 1;
        }
        code += 1;
    }
    orders
};

/// Random endings for tests: every other one with trumps, the trump suits in turn; `cards` gives
/// the size of the hands for the number of the deal.
#[cfg(test)]
fn random_endings(
    deals: usize,
    cards: impl Fn(usize) -> usize,
    seed: u64,
) -> impl Iterator<Item = Ending> {
    let mut rng = Rng::new(seed);
    (0..deals).map(move |deal| {
        let trump = (deal % 2 == 1).then_some(Suit((deal / 2 % 4) as u8));
        Ending::random(cards(deal), trump, &mut rng)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_player_leads_to_a_new_trick() {
        let ending: Ending = "10.1.0. n".parse().expect("an ending");
        let card = 0;
        let following = Ending { led: Some(card), ..ending };
        assert_ne!(following, ending);
        // A card that is led does not stay on the table.
        assert_eq!(following.other_leads(), ending.other_leads());
        assert_eq!(following.other_leads().other_leads(), ending);
    }
}
