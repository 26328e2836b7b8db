//! Steps over rows of positions, many bytes at once.
//!
//! A byte of the layer below holds both values of its position: in the low half the tricks that the
//! leader of *this* trick takes if it wins the trick and leads again (this trick counted), in the
//! high half those it takes if it loses the trick and the other leads.
//!
//! The loops are plain Rust over arrays, which the compiler turns into vector instructions. A
//! second form for AVX2 made building only 5 % faster, too little to keep two forms.

/// Tricks of a leader that wins the trick, from a byte of the layer below.
#[inline]
pub(super) fn won(pair: u8) -> u8 {
    pair & 15
}

/// Tricks of a leader that loses the trick, from a byte of the layer below.
#[inline]
pub(super) fn lost(pair: u8) -> u8 {
    pair >> 4
}

/// `acc = step(acc, a, b)` for every byte. `step` must be idempotent: the last step of a row
/// overlaps the previous one instead of going byte by byte.
#[inline]
pub(super) fn rows(acc: &mut [u8], a: &[u8], b: &[u8], step: impl Fn(u8, u8, u8) -> u8 + Copy) {
    match acc.len() {
        64.. => in_steps::<64>(acc, a, b, step),
        32.. => in_steps::<32>(acc, a, b, step),
        16.. => in_steps::<16>(acc, a, b, step),
        8.. => in_steps::<8>(acc, a, b, step),
        _ => in_steps::<1>(acc, a, b, step),
    }
}

#[inline]
fn in_steps<const W: usize>(
    acc: &mut [u8],
    a: &[u8],
    b: &[u8],
    step: impl Fn(u8, u8, u8) -> u8 + Copy,
) {
    let last = acc.len().saturating_sub(W);
    let (a, b) = (&a[..acc.len()], &b[..acc.len()]);
    let mut at = 0;
    while at < acc.len() {
        let from = at.min(last);
        let (acc, a, b) = (&mut acc[from..from + W], &a[from..from + W], &b[from..from + W]);
        for lane in 0..W {
            acc[lane] = step(acc[lane], a[lane], b[lane]);
        }
        at += W;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Every byte is computed for any length, and a row takes no more steps than the widest array
    /// that fits needs.
    #[test]
    fn rows_of_every_length_are_done_in_wide_steps() {
        for length in 0..200_usize {
            let a: Vec<u8> = (0..length).map(|i| (i * 7) as u8).collect();
            let b: Vec<u8> = (0..length).map(|i| (i * 11 + 3) as u8).collect();
            let (mut acc, calls) = (vec![9; length], Cell::new(0));
            rows(&mut acc, &a, &b, |acc, a, b| {
                calls.set(calls.get() + 1);
                acc.max(a.min(b))
            });
            let expected = a.iter().zip(&b).map(|(&a, &b)| a.min(b).max(9));
            assert!(acc.into_iter().eq(expected), "{length}");
            let width = [64, 32, 16, 8].into_iter().find(|&width| width <= length).unwrap_or(1);
            assert_eq!(calls.get(), length.next_multiple_of(width), "{length}");
        }
    }
}
