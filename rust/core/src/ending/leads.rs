//! The effect of a lead on its suit, for every owner string: the small tables behind the large
//! ones.
//!
//! Two facts reduce the replies to two at most. A higher card is never worse to keep, so the
//! follower wins as cheaply and ducks as low as possible. And the card to win with stands directly
//! above the run that is led, so it can be read off the string. (While tables are built, every
//! position is checked for the fact that the lead costs at most one trick; see [`super::build`].)

use std::array::from_fn;

use super::rank::{all_strings, rank};
use crate::bits::Word;
use crate::cards::RANKS;
use crate::once::Once;

/// Marks a reply that does not exist.
pub(super) const NONE: u16 = u16::MAX;

/// A lead from one run of a suit in which the follower can follow, as ranks of the remaining owner
/// string, two cards shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    /// After the follower's lowest card; [`NONE`] if all its cards are higher.
    pub duck: u16,
    /// After the lowest card that beats the lead; [`NONE`] if there is none.
    pub win: u16,
}

/// Leads and discards for the owner strings of one length and number of ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Suit {
    starts: Vec<u32>,
    leads: Vec<Lead>,
    /// By rank: the string without the follower's lowest card, which is the lowest zero.
    pub discards: Vec<u16>,
}

impl Suit {
    /// The leads from the string of this rank, highest run first.
    #[inline]
    pub fn leads(&self, rank: usize) -> &[Lead] {
        &self.leads[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }

    fn new(length: u8, ones: u8) -> Self {
        let mut suit = Suit { starts: vec![0], ..Suit::default() };
        for string in all_strings(length, ones) {
            let zeros = !string & u16::low(usize::from(length));
            let lowest = (zeros != 0).then(|| zeros.ilog2() as usize);
            for top in (string & !(string << 1)).cells() {
                if lowest.is_some() {
                    suit.leads.push(lead(string, top, lowest));
                }
            }
            suit.starts.push(suit.leads.len() as u32);
            suit.discards.extend(lowest.map(|at| rank(string.close_gap(at)) as u16));
        }
        suit
    }
}

fn lead(string: u16, top: usize, lowest: Option<usize>) -> Lead {
    let left = |reply: usize| {
        let pair = (top.max(reply), top.min(reply));
        rank(string.close_gap(pair.0).close_gap(pair.1)) as u16
    };
    Lead {
        duck: lowest.filter(|&reply| reply > top).map_or(NONE, left),
        win: top.checked_sub(1).map_or(NONE, left),
    }
}

/// The table of a length and number of ones, `ones <= length <= 13`.
#[inline]
pub(super) fn suit(length: u8, ones: u8) -> &'static Suit {
    static SUITS: Once<[[Suit; RANKS + 1]; RANKS + 1]> = Once::new(|| {
        Box::new(from_fn(|length| from_fn(|ones| Suit::new(length as u8, ones as u8))))
    });
    &SUITS[usize::from(length)][usize::from(ones)]
}
