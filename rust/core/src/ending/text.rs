//! The one-line form: `1101.10..0010 n`.
//!
//! Four owner strings, highest card first, with dots between them; `n` for no trumps or the number
//! of the trump suit; and, if a card is led, its index in the four strings one after the other.

use std::fmt;
use std::str::FromStr;

use super::Ending;
use crate::bits::Word;
use crate::cards::{RANKS, SUITS};
use crate::error::{Error, Result};

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.owner_strings().join("."))?;
        match self.trump {
            None => f.write_str(" n")?,
            Some(trump) => write!(f, " {trump}")?,
        }
        self.led.map_or(Ok(()), |led| write!(f, " {led}"))
    }
}

impl Ending {
    /// A drawing of some lines: a suit on each, highest card on the left, a led card in brackets.
    ///
    /// ```
    /// use bitgames_core::ending::Ending;
    /// let ending: Ending = "1101.10..0010 0 0".parse()?;
    /// assert_eq!(ending.picture(), "\
    /// 0 [1]1 0 1   trumps
    /// 1  1 0
    /// 2  -
    /// 3  0 0 1 0
    /// 5 cards each, 1 has led, 0 to follow");
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn picture(&self) -> String {
        let mut lines = Vec::new();
        for suit in 0..SUITS {
            let (start, owners) = (self.start(suit), self.suit(suit));
            let mut line = format!("{suit} ");
            for place in 0..usize::from(self.lengths[suit]) {
                let is_led = |place: usize| self.led.map(usize::from) == Some(start + place);
                let before = match place.checked_sub(1) {
                    _ if is_led(place) => "[",
                    Some(last) if is_led(last) => "]",
                    _ => " ",
                };
                line += before;
                line += if owners.has(place) { "1" } else { "0" };
            }
            match self.led.map(usize::from) {
                _ if self.lengths[suit] == 0 => line += " -",
                Some(led) if led + 1 == start + usize::from(self.lengths[suit]) => line += "]",
                _ => {}
            }
            if self.trump == Some(suit as u8) {
                line += "   trumps";
            }
            lines.push(line);
        }
        let turn = if self.led.is_some() { "1 has led, 0 to follow" } else { "1 to lead" };
        let cards = if self.cards() == 1 { "1 card" } else { &format!("{} cards", self.cards()) };
        lines.push(format!("{cards} each, {turn}"));
        lines.join("\n")
    }
}

impl FromStr for Ending {
    type Err = Error;

    /// Inverse of `to_string`.
    fn from_str(text: &str) -> Result<Self> {
        let wrong = |reason: String| Error::parse("ending", text, reason);
        let mut parts = text.split(' ');
        let (suits, strain) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let led = parts.next();
        if parts.next().is_some() {
            return Err(wrong("at most suits, strain and led card are allowed".into()));
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

/// Words as owner strings.
pub(super) fn owner_strings(suits: [u16; SUITS], lengths: [u8; SUITS]) -> [String; SUITS] {
    std::array::from_fn(|suit| {
        let places = 0..usize::from(lengths[suit]);
        places.map(|place| if suits[suit].has(place) { '1' } else { '0' }).collect()
    })
}

/// Owner strings as words, or the reason why they are not valid.
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
