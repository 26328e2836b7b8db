//! Bids, strains, and calls as moves.

use std::fmt;
use std::str::FromStr;

use crate::cards::{CARDS, SUITS, Suit};
use crate::error::{Error, Result};
use crate::game::Move;

pub const PASS: Move = Move(CARDS as u16);
pub const DOUBLE: Move = Move(CARDS as u16 + 1);
pub const REDOUBLE: Move = Move(CARDS as u16 + 2);
/// The move of the lowest bid, one club; the others follow by rank.
pub const FIRST_BID: u16 = CARDS as u16 + 3;
/// Number of bids: seven levels of five strains.
pub const BIDS: usize = 35;
/// Strains: the four suits from clubs up, and no trump.
pub const STRAINS: usize = SUITS + 1;

/// The strain of a contract: 0 clubs, 1 diamonds, 2 hearts, 3 spades, 4 no trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strain(pub u8);

impl Strain {
    /// The five strains, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Strain> {
        (0..STRAINS as u8).map(Strain)
    }

    /// The strain as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The trump suit; none at no trump.
    #[inline]
    pub const fn trump(self) -> Option<Suit> {
        if self.index() < SUITS { Some(Suit(SUITS as u8 - 1 - self.0)) } else { None }
    }

    /// True for clubs and diamonds, whose tricks count less.
    pub const fn is_minor(self) -> bool {
        self.0 < 2
    }
}

impl fmt::Display for Strain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.trump() {
            Some(suit) => suit.fmt(f),
            None => f.write_str("NT"),
        }
    }
}

impl FromStr for Strain {
    type Err = Error;

    /// `C`, `D`, `H`, `S`, `NT` or `N`, in either case.
    fn from_str(text: &str) -> Result<Self> {
        if text.eq_ignore_ascii_case("nt") || text.eq_ignore_ascii_case("n") {
            return Ok(Strain(SUITS as u8));
        }
        let suit: Suit = text
            .parse()
            .map_err(|_| Error::parse("strain", text, "the strains are C, D, H, S and NT"))?;
        Ok(Strain(SUITS as u8 - 1 - suit.0))
    }
}

/// A bid, from 0 for one club to 34 for seven no trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(pub u8);

impl Bid {
    /// All bids, lowest first.
    pub fn all() -> impl Iterator<Item = Bid> {
        (0..BIDS as u8).map(Bid)
    }

    /// The bid of a level from 1 to 7.
    pub const fn new(level: u8, strain: Strain) -> Self {
        Bid((level - 1) * STRAINS as u8 + strain.0)
    }

    /// Tricks above six.
    #[inline]
    pub const fn level(self) -> u8 {
        self.0 / STRAINS as u8 + 1
    }

    /// The strain.
    #[inline]
    pub const fn strain(self) -> Strain {
        Strain(self.0 % STRAINS as u8)
    }

    /// The bid as a move.
    #[inline]
    pub const fn as_move(self) -> Move {
        Move(FIRST_BID + self.0 as u16)
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.level(), self.strain())
    }
}

impl FromStr for Bid {
    type Err = Error;

    /// A level and a strain, in either case: `1C`, `3nt`.
    fn from_str(text: &str) -> Result<Self> {
        let level = text.bytes().next().filter(|level| (b'1'..=b'7').contains(level));
        let Some(level) = level else {
            return Err(Error::parse("bid", text, "a bid is a level from 1 to 7 and a strain"));
        };
        Ok(Bid::new(level - b'0', text[1..].parse()?))
    }
}
