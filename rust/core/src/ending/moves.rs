//! Legal cards, and the ending after a card.

use super::Ending;
use crate::bits::Word;
use crate::cpu::{InUse, on_level};
use crate::error::{Error, Result};

impl Ending {
    /// The legal cards of the side to play, as a set: any card of the leader; for the follower
    /// those of the suit led, or any if there is none. Empty once all tricks are played.
    #[inline]
    pub fn legal(&self) -> u32 {
        let Some(led) = self.led else {
            return self.owners;
        };
        let followers = !self.owners & u32::low(self.total());
        let in_suit = followers & self.suit_of_card(led);
        if in_suit == 0 { followers } else { in_suit }
    }

    /// The highest card of each run of equals among the legal cards. Adjacent cards of one owner
    /// are equally good, for either player; a led card still separates its neighbours, so the
    /// follower's ace and queen around a led king stay two.
    ///
    /// On one suit this is the walk `b &= b + lowest` of the seed article, which takes the lowest
    /// one bit and clears its whole run. Here all runs of all suits start at once: at each one
    /// without a one directly before it, and at the first card of a suit.
    ///
    /// ```text
    /// b                    1 1 0 1 | 1 1 0      two suits, highest card on the left
    /// b << 1, the card before
    ///                      . 1 1 0 | . 1 1      a suit's first card has none before it
    /// b & !before          1 0 0 1 | 1 0 0
    /// ```
    #[inline]
    pub fn runs(&self) -> u32 {
        let legal = self.legal();
        legal & !(legal << 1 & !self.firsts())
    }

    /// A set of cards that contains a best one for the follower: the lowest that takes the trick,
    /// and the lowest legal card of each suit. Of two cards of a suit that both take the trick, or
    /// both do not, the higher is never worse to keep.
    #[inline]
    pub(super) fn sufficient_replies(&self) -> u32 {
        let lowest = |cards: u32| cards.checked_ilog2().map_or(0, |card| 1 << card);
        let legal = self.legal();
        let mut start = 0;
        let mut replies = 0;
        for length in self.lengths {
            replies |= lowest(legal & u32::low(usize::from(length)) << start);
            start += length;
        }
        let above = |led: u8| legal & self.suit_of_card(led) & u32::low(usize::from(led));
        replies | self.led.map_or(0, |led| lowest(above(led)))
    }

    /// The first card of each suit.
    #[inline]
    fn firsts(&self) -> u32 {
        let [a, b, c, _] = self.lengths;
        1 | 1 << a | 1 << (a + b) | 1 << (a + b + c)
    }

    #[inline]
    fn suit_of_card(&self, card: u8) -> u32 {
        let mut start = 0;
        for length in self.lengths {
            let cards = u32::low(usize::from(length)) << start;
            if cards >> card & 1 == 1 {
                return cards;
            }
            start += length;
        }
        0
    }

    /// True if this reply of the follower takes the trick; false if no card is led.
    #[inline]
    pub fn takes(&self, reply: usize) -> bool {
        let Some(led) = self.led else {
            return false;
        };
        if self.suit_of_card(led) >> reply & 1 == 1 {
            return reply < usize::from(led);
        }
        self.trump.is_some_and(|trump| {
            let trump = usize::from(trump);
            let cards = u32::low(usize::from(self.lengths[trump])) << self.start(trump);
            cards >> reply & 1 == 1
        })
    }

    /// Tricks of the leader of the current trick if the side to play plays this legal card, from
    /// the ending after it and its value.
    #[inline]
    pub(super) fn tricks_through(&self, card: usize, after: &Ending, value: usize) -> usize {
        if self.led.is_none() { value } else { after.tricks_before(self.takes(card), value) }
    }

    /// Converts the value of this ending to one for the leader of the previous trick; `taken` tells
    /// if the follower took that trick.
    #[inline]
    pub(super) fn tricks_before(&self, taken: bool, value: usize) -> usize {
        if taken { self.cards() - value } else { 1 + value }
    }

    /// The ending after a card: with that card led, or after the trick, seen by its winner.
    /// [`Ending::takes`] tells before if that is the follower.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] for a card that is not legal here.
    pub fn play(&self, card: usize) -> Result<Self> {
        let legal = self.legal();
        if card < 32 && legal >> card & 1 == 1 {
            return Ok(self.play_unchecked(card));
        }
        let list: Vec<_> = legal.cells().map(|card| card.to_string()).collect();
        let reason = if legal == 0 {
            "no cards are left".into()
        } else {
            format!("legal cards are {}", list.join(" "))
        };
        Err(Error::IllegalMove { text: card.to_string(), position: self.to_string(), reason })
    }

    /// The ending after a card that is known to be legal.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, card: usize) -> Self {
        let Some(led) = self.led else {
            return Ending { led: Some(card as u8), ..*self };
        };
        let left = remove_pair(self.owners, usize::from(led), card);
        let mut lengths = self.lengths;
        for played in [usize::from(led), card] {
            if let Some((suit, _)) = self.place(played) {
                lengths[suit] -= 1;
            }
        }
        let all = u32::low(self.total().saturating_sub(2));
        let owners = if self.takes(card) { !left & all } else { left };
        Ending { owners, lengths, led: None, ..*self }
    }
}

/// The word without two of its bits; those above move down. One instruction on processors with
/// PEXT.
///
/// ```
/// use bitgames_core::ending::remove_pair;
/// assert_eq!(remove_pair(0b11_0101, 1, 4), 0b1011);
/// ```
#[inline]
pub fn remove_pair(word: u32, a: usize, b: usize) -> u32 {
    on_level!(InUse, #[inline] [](word: u32, a: usize, b: usize) -> u32 {
        Avx512 => std::arch::x86_64::_pext_u32(word, !(1 << a | 1 << b)),
        _ => word.close_gap(a.max(b)).close_gap(a.min(b)),
    })
}

/// The starts of the runs of ones of one suit, by the walk of the seed article.
#[cfg(test)]
fn walk(mut b: u32) -> u32 {
    let mut starts = 0;
    while b != 0 {
        let lowest = b.lowest();
        starts |= lowest;
        b &= b + lowest;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::SUITS;
    use crate::cpu;
    use crate::rng::Rng;

    #[test]
    fn a_removed_pair_leaves_the_rest_in_order() {
        for a in 0..26 {
            for b in (0..26).filter(|&b| b != a) {
                let word = 0x2A9_3C5F_u32 & u32::low(26);
                let expected = (0..26)
                    .filter(|&i| i != a && i != b)
                    .enumerate()
                    .fold(0, |left, (to, from)| left | (word >> from & 1) << to);
                for level in cpu::levels() {
                    cpu::limit(level);
                    assert_eq!(remove_pair(word, a, b), expected, "{level:?}");
                }
            }
        }
    }

    #[test]
    fn runs_of_all_suits_are_the_walks_of_each() {
        let mut rng = Rng::new(1);
        for deal in 0..2000 {
            let ending = Ending::random(deal % 14, None, &mut rng);
            let mut expected = 0;
            for suit in 0..SUITS {
                expected |= walk(u32::from(ending.suit(suit))) << ending.start(suit);
            }
            assert_eq!(ending.runs(), expected, "{ending}");
        }
    }
}
