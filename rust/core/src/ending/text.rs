//! The one-line form: `1101.10..0010 n`.
//!
//! Four owner strings, highest card first, with dots between them; `n` for no trumps or the number
//! of the trump suit; and, when a card is led, its index in the four strings one after the other.

use std::fmt;
use std::str::FromStr;

use super::Ending;
use crate::bits::Word;
use crate::cards::{RANKS, SUITS};
use crate::error::{Error, Result};

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for suit in 0..SUITS {
            if suit > 0 {
                f.write_str(".")?;
            }
            let owners = self.suit(suit);
            for place in 0..usize::from(self.lengths[suit]) {
                f.write_str(if owners.has(place) { "1" } else { "0" })?;
            }
        }
        match self.trump {
            None => f.write_str(" n")?,
            Some(trump) => write!(f, " {trump}")?,
        }
        self.led.map_or(Ok(()), |led| write!(f, " {led}"))
    }
}

impl FromStr for Ending {
    type Err = Error;

    /// The exact inverse of `to_string`.
    fn from_str(text: &str) -> Result<Self> {
        let wrong = |reason: String| Error::parse("ending", text, reason);
        let mut parts = text.split(' ');
        let (suits, strain) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let led = parts.next();
        if parts.next().is_some() {
            return Err(wrong("after suits, strain and led card there is nothing more".into()));
        }
        let suits: Vec<&str> = suits.split('.').collect();
        let suits: [&str; SUITS] = suits.try_into().map_err(|_| {
            wrong("an ending is four suits of 1 and 0 with dots between, then n or a trump suit: '10.1.0. n'".into())
        })?;
        let (owners, lengths) = read_suits(suits).map_err(wrong)?;
        let trump = match strain.as_bytes() {
            b"n" => None,
            &[digit @ b'0'..=b'3'] => Some(digit - b'0'),
            _ => return Err(wrong("after the suits comes n or the trump suit, 0 to 3".into())),
        };
        let led = led.map(|led| {
            let card = led.parse::<u8>().ok().filter(|card| card.to_string() == led);
            card.ok_or_else(|| wrong("a led card is an index from 0".into()))
        });
        Ending::new(owners, lengths, trump, led.transpose()?)
    }
}

/// Owner strings as words, or what is wrong with them.
pub(super) fn read_suits(
    suits: [&str; SUITS],
) -> std::result::Result<([u16; SUITS], [u8; SUITS]), String> {
    let mut owners = [0; SUITS];
    for (word, suit) in owners.iter_mut().zip(suits) {
        if suit.len() > RANKS {
            return Err(format!("a suit has at most 13 cards, not {}", suit.chars().count()));
        }
        for (place, owner) in suit.chars().enumerate() {
            match owner {
                '0' => {}
                '1' => *word |= 1 << place,
                other => return Err(format!("owners are 1 and 0, not {other:?}")),
            }
        }
    }
    Ok((owners, suits.map(|suit| suit.len() as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_their_texts() {
        for text in ["... n", "1101.10..0010 0", "10.1.0. n", "..10. 2 2", "0.1.. 3"] {
            match text.parse::<Ending>() {
                Ok(ending) => assert_eq!(ending.to_string(), text),
                Err(error) => assert!(matches!(error, Error::InvalidPosition { .. }), "{text}"),
            }
        }
        for text in [
            "",
            "10",
            "10... ",
            "10... 4",
            "10... n ",
            "10... n 00",
            "10... n +0",
            "1x... n",
            "10... n 0 0",
            "é... n",
        ] {
            assert!(matches!(text.parse::<Ending>(), Err(Error::Parse { .. })), "{text}");
        }
        for text in ["1... n", "10... n 1", "10... n 9", "11111111111111... n"] {
            assert!(text.parse::<Ending>().is_err(), "{text}");
        }
    }
}
