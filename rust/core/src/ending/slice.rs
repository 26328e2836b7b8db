//! A slice of a table in the making, one byte for the tricks of each position.

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
