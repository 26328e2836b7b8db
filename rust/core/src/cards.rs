//! A pack of 52 cards: suits, ranks, cards, hands as words, and their texts.
//!
//! Suits and ranks count from the top: suit 0 is spades, rank 0 the ace, and card `13 * suit +
//! rank` is card 0 for the ace of spades and 51 for the two of clubs. So the highest card of a suit
//! in a hand is the lowest one bit of its 13.

use std::fmt;
use std::str::FromStr;

use crate::bits::Word;
use crate::error::{Error, Result};

/// Cards in a suit.
pub const RANKS: usize = 13;
/// Suits in a pack.
pub const SUITS: usize = 4;
/// Cards in a pack.
pub const CARDS: usize = RANKS * SUITS;

/// How players write a suit without cards.
const VOIDS: [&str; 3] = ["-", "–", "—"];
const SUIT_LETTERS: &[u8; SUITS] = b"SHDC";
const RANK_LETTERS: &[u8; RANKS] = b"AKQJT98765432";

/// A suit: 0 spades, 1 hearts, 2 diamonds, 3 clubs, which is the order of the auction from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(pub u8);

impl Suit {
    /// ♠
    pub const SPADES: Suit = Suit(0);
    /// ♥
    pub const HEARTS: Suit = Suit(1);
    /// ♦
    pub const DIAMONDS: Suit = Suit(2);
    /// ♣
    pub const CLUBS: Suit = Suit(3);

    /// The four suits, spades first.
    pub fn all() -> impl Iterator<Item = Suit> {
        (0..SUITS as u8).map(Suit)
    }

    /// From 0, spades, to 3, clubs.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `S`, `H`, `D` or `C`.
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self.index()] as char
    }

    /// ♠, ♥, ♦ or ♣.
    pub const fn symbol(self) -> char {
        ['♠', '♥', '♦', '♣'][self.index()]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Suit {
    type Err = Error;

    /// A letter in either case, or a symbol.
    fn from_str(text: &str) -> Result<Self> {
        let means = |suit: &Suit| {
            text.chars().map(|c| c.to_ascii_uppercase()).eq([suit.letter()])
                || text.chars().eq([suit.symbol()])
        };
        let found = Suit::all().find(means);
        found.ok_or_else(|| Error::parse("suit", text, "the suits are S, H, D and C"))
    }
}

/// A card, `13 * suit + rank`, below 52.
///
/// ```
/// use bitgames_core::cards::{Card, Suit};
/// let ten: Card = "h10".parse()?;
/// assert_eq!(ten, Card::new(Suit::HEARTS, 4));
/// assert_eq!(ten.to_string(), "HT");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// The card of a suit at `rank` below its ace, `rank < 13`.
    #[inline]
    pub const fn new(suit: Suit, rank: usize) -> Self {
        Card(suit.0 * RANKS as u8 + rank as u8)
    }

    /// From 0 to 51: by suits, the highest card of each first.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit(self.0 / RANKS as u8)
    }

    /// Number of higher cards of its suit: 0 for the ace, 12 for the two.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() % RANKS
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit(), char::from(RANK_LETTERS[self.rank()]))
    }
}

impl FromStr for Card {
    type Err = Error;

    /// Suit and rank in either order and case: `SA`, `hT`, `D10`, `10♦`.
    fn from_str(text: &str) -> Result<Self> {
        let read = |suit: &str, rank: &str| {
            Some(Card::new(suit.parse::<Suit>().ok()?, rank_of(rank.as_bytes())?))
        };
        let end = text.chars().next().map_or(0, char::len_utf8);
        let begin = text.len() - text.chars().next_back().map_or(0, char::len_utf8);
        let found =
            read(&text[..end], &text[end..]).or_else(|| read(&text[begin..], &text[..begin]));
        found.ok_or_else(|| {
            let reason =
                "a card is a suit S, H, D or C and a rank A, K, Q, J, T, 9 to 2, as in SA or HT";
            Error::parse("card", text, reason)
        })
    }
}

fn rank_of(text: &[u8]) -> Option<usize> {
    match text {
        b"10" => Some(4),
        &[letter] => RANK_LETTERS.iter().position(|&l| l == letter.to_ascii_uppercase()),
        _ => None,
    }
}

/// A set of cards, bit `13 * suit + rank` for each.
///
/// Its text is that of PBN (Portable Bridge Notation): the ranks of spades, hearts, diamonds and
/// clubs, highest first, with a dot between suits.
///
/// ```
/// use bitgames_core::cards::{Hand, Suit};
/// let hand: Hand = "AK2.T9..5".parse()?;
/// assert_eq!(hand.len(), 6);
/// assert_eq!(hand.suit(Suit::HEARTS), 0b11_0000);
/// assert_eq!(hand.to_string(), "AK2.T9..5");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(pub u64);

impl Hand {
    /// All 52 cards.
    pub const PACK: Hand = Hand((1 << CARDS) - 1);

    /// Number of cards.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// True if the hand is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks held in a suit: 13 bits, the ace lowest.
    #[inline]
    pub const fn suit(self, suit: Suit) -> u16 {
        (self.0 >> (RANKS * suit.index())) as u16 & ((1 << RANKS) - 1)
    }

    /// The cards of one suit.
    #[inline]
    #[must_use]
    pub const fn of_suit(self, suit: Suit) -> Self {
        Hand(self.0 & ((1 << RANKS) - 1) << (RANKS * suit.index()))
    }

    /// True if this card is in the hand.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The hand with this card added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Hand(self.0 | 1 << card.0)
    }

    /// The hand without this card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Hand(self.0 & !(1 << card.0))
    }

    /// The cards in index order: spades first, highest first.
    #[inline]
    pub fn cards(self) -> impl ExactSizeIterator<Item = Card> + Clone {
        self.0.cells().map(|index| Card(index as u8))
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Hand::default(), Hand::with)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for suit in Suit::all() {
            if suit.0 > 0 {
                f.write_str(".")?;
            }
            for rank in self.suit(suit).cells() {
                write!(f, "{}", char::from(RANK_LETTERS[rank]))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Hand {
    type Err = Error;

    /// Four suits with dots between them, ranks in any order and case, each card once; a ten is T
    /// or 10, and a void nothing or a dash.
    fn from_str(text: &str) -> Result<Self> {
        let suits: Vec<&str> = text.split('.').collect();
        if suits.len() != SUITS {
            let reason = "a hand is four suits with dots between: spades, hearts, diamonds, clubs";
            return Err(Error::parse("hand", text, reason));
        }
        let mut hand = Hand::default();
        for (suit, ranks) in Suit::all().zip(suits) {
            let ranks = if VOIDS.contains(&ranks) { "" } else { ranks };
            for letter in ranks.replace("10", "T").chars() {
                let rank = u8::try_from(letter).ok().and_then(|letter| rank_of(&[letter]));
                let unknown = || format!("{letter:?} is not a rank: allowed are AKQJT98765432");
                let rank = rank.ok_or_else(|| Error::parse("hand", text, unknown()))?;
                let card = Card::new(suit, rank);
                if hand.has(card) {
                    return Err(Error::parse("hand", text, format!("{card} is listed twice")));
                }
                hand = hand.with(card);
            }
        }
        Ok(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_their_texts() {
        for card in Hand::PACK.cards() {
            let text = card.to_string();
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
            assert_eq!(Card::new(card.suit(), card.rank()), card);
        }
        for text in ["D10", "10D", "Td", "♦10", "10♦"] {
            assert_eq!(text.parse(), "DT".parse::<Card>());
        }
        assert_eq!(Card(0).to_string(), "SA");
        assert_eq!(Card(51).to_string(), "C2");
        for text in ["", "S", "A", "S1", "SAA", "XA", "S100", "♠♠", "10"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn hands_are_their_texts() {
        for text in ["...", "AKQJT98765432...", ".A.K.Q", "2.3.4.5", "AK2.T9..5"] {
            let hand: Hand = text.parse().expect("a hand");
            assert_eq!(hand.to_string(), text);
            assert_eq!(hand.cards().collect::<Hand>(), hand);
        }
        assert_eq!("2ak...".parse(), "AK2...".parse::<Hand>());
        assert_eq!("A109...".parse(), "AT9...".parse::<Hand>());
        assert_eq!("-.A.—.–".parse(), ".A..".parse::<Hand>());
        for text in ["", "A", "A..", "A....", "AA...", "1...", "100...", "♠...", "A-...", "--..."]
        {
            assert!(text.parse::<Hand>().is_err(), "{text}");
        }
    }
}
