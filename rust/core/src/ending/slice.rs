//! The forms of a slice of a table, and what is counted in it.

use super::MAX_CARDS;

/// Two positions to a byte, the first in the low half.
pub(super) fn pack(tricks: &[u8], packed: &mut [u8]) {
    for (byte, two) in packed.iter_mut().zip(tricks.chunks_exact(2)) {
        *byte = two[0] | two[1] << 4;
    }
}

pub(super) fn unpack(packed: &[u8], tricks: &mut [u8]) {
    for (byte, two) in packed.iter().zip(tricks.chunks_exact_mut(2)) {
        two[0] = byte & 15;
        two[1] = byte >> 4;
    }
}

/// The form that the next layer is made from; the same cards with the other player on lead stand at
/// the mirrored index.
pub(super) fn join_pairs(tricks: &[u8], cards: u8, pairs: &mut [u8]) {
    for ((pair, &own), &other) in pairs.iter_mut().zip(tricks).zip(tricks.iter().rev()) {
        *pair = (own + 1) | (cards - other) << 4;
    }
}

/// Positions in which the leader takes more than a trick less than it would if the other led.
pub(super) fn costly_leads(tricks: &[u8], cards: u8) -> u64 {
    // In short stretches, so that a byte can count.
    let (first, second) = tricks.split_at(tricks.len() / 2);
    let mut found = 0;
    for (a, b) in first.chunks(128).zip(second.rchunks(128)) {
        let costly = |(a, b): (&u8, &u8)| u8::from(a + b + 1 < cards);
        found += u64::from(a.iter().zip(b.iter().rev()).map(costly).sum::<u8>());
    }
    2 * found
}

/// Positions by tricks, from the packed form.
pub(super) fn histogram(packed: &[u8]) -> [u64; MAX_CARDS + 1] {
    // Two tables in turn: equal neighbours would wait for each other's count.
    let mut bytes = [[0_u64; 256]; 2];
    for two in packed.chunks(2) {
        for (table, &byte) in bytes.iter_mut().zip(two) {
            table[usize::from(byte)] += 1;
        }
    }
    let mut histogram = [0; MAX_CARDS + 1];
    for (byte, &count) in bytes.iter().flat_map(|table| table.iter().enumerate()) {
        if count > 0 {
            histogram[byte & 15] += count;
            histogram[byte >> 4] += count;
        }
    }
    histogram
}
