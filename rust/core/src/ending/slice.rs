//! A slice of a table in the making: its tricks, one byte for each position, and what a build keeps
//! of it: its counts, then the packed tricks.

use super::MAX_CARDS;
use crate::error::Result;
use crate::memory;

/// The form from which the next layer is made; the same cards with the other player on lead have
/// the mirrored index.
pub(super) fn join_pairs(tricks: &[u8], cards: u8, pairs: &mut [u8]) {
    for ((pair, &own), &other) in pairs.iter_mut().zip(tricks).zip(tricks.iter().rev()) {
        *pair = (own + 1) | (cards - other) << 4;
    }
}

/// Positions in which the leader takes over one trick less than with the other player on lead.
pub(super) fn costly_leads(tricks: &[u8], cards: u8) -> u64 {
    // In short parts, so that a byte can hold the count.
    let (first, second) = tricks.split_at(tricks.len() / 2);
    let mut found = 0;
    for (a, b) in first.chunks(128).zip(second.rchunks(128)) {
        let costly = |(a, b): (&u8, &u8)| u8::from(a + b + 1 < cards);
        found += u64::from(a.iter().zip(b.iter().rev()).map(costly).sum::<u8>());
    }
    2 * found
}

/// What a build counts in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    /// Positions by the leader's tricks.
    pub histogram: [u64; MAX_CARDS + 1],
    /// As [`costly_leads`].
    pub costly_leads: u64,
}

impl Counts {
    const NUMBERS: usize = MAX_CARDS + 2;
    const BYTES: usize = 8 * Counts::NUMBERS;

    pub fn positions(&self) -> u64 {
        self.histogram.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The bytes that a build keeps of a slice.
    pub fn before(&self, packed: &[u8]) -> Result<Vec<u8>> {
        let mut bytes = memory::list(Counts::BYTES + packed.len())?;
        bytes.extend(self.histogram.iter().flat_map(|count| count.to_le_bytes()));
        bytes.extend(self.costly_leads.to_le_bytes());
        bytes.extend_from_slice(packed);
        Ok(bytes)
    }

    /// The counts and the packed tricks of such bytes; `None` if they are too short.
    pub fn split(kept: &[u8]) -> Option<(Self, &[u8])> {
        let (counts, packed) = kept.split_at_checked(Counts::BYTES)?;
        let numbers = counts.as_chunks::<8>().0;
        let number = |index: usize| u64::from_le_bytes(numbers[index]);
        let histogram = std::array::from_fn(number);
        Some((Counts { histogram, costly_leads: number(Counts::NUMBERS - 1) }, packed))
    }
}
