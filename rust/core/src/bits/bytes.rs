//! Sets of bits as bytes, as arrays of other libraries want them.

use super::Word;

/// The low eight bits of `bits` as eight bytes, each 0 or 1, the lowest bit first.
///
/// One multiplication copies the bits into each byte, a mask leaves each byte its own bit, and an
/// addition carries that bit to the byte's highest one (Sean Eron Anderson, *Bit Twiddling Hacks*,
/// has the same multiplication in the sections on reversing a byte).
///
/// ```text
/// bits * 0x0101...01        bits    bits    bits   ...      one copy in each byte, lowest first
///   & 0x8040...01           bit 0   bit 1   bit 2  ...      each byte keeps its own bit
///   + 0x7f7f...7f           bit 7 of each byte is 1 where that bit was; no carry leaves its byte
/// ```
#[inline]
const fn spread_byte(bits: u64) -> [u8; 8] {
    const COPIES: u64 = 0x0101_0101_0101_0101;
    const OWN: u64 = 0x8040_2010_0804_0201;
    const CARRY: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let own = (bits & 0xff).wrapping_mul(COPIES) & OWN;
    ((own + CARRY) >> 7 & COPIES).to_le_bytes()
}

/// Writes the first `out.len()` bits of a set as bytes, each 0 or 1; at most `W::BITS`.
///
/// ```
/// use bitgames_core::bits::unpack;
/// let mut out = [7; 5];
/// unpack(0b1_0110_u64, &mut out);
/// assert_eq!(out, [0, 1, 1, 0, 1]);
/// ```
#[inline]
pub fn unpack<W: Word>(set: W, out: &mut [u8]) {
    debug_assert!(out.len() <= W::PIECES * 64);
    for (i, out) in out.chunks_mut(64).enumerate() {
        unpack_word(set.piece(i), out);
    }
}

/// The same for a set as words of 64 bits, the lowest first.
#[inline]
pub fn unpack_words(words: &[u64], out: &mut [u8]) {
    debug_assert!(out.len() <= words.len() * 64);
    for (&word, out) in words.iter().zip(out.chunks_mut(64)) {
        unpack_word(word, out);
    }
}

/// The same as truth values.
#[inline]
pub fn unpack_flags(words: &[u64], out: &mut [bool]) {
    debug_assert!(out.len() <= words.len() * 64);
    for (&word, out) in words.iter().zip(out.chunks_mut(64)) {
        let mut word = word;
        let (whole, rest) = out.as_chunks_mut::<8>();
        for out in whole {
            *out = spread_byte(word).map(|byte| byte != 0);
            word >>= 8;
        }
        for (out, byte) in rest.iter_mut().zip(spread_byte(word)) {
            *out = byte != 0;
        }
    }
}

/// Writes a set as words of 64 bits, the lowest first, as many as `out` has.
///
/// ```
/// use bitgames_core::bits::write_pieces;
/// let mut out = [7; 2];
/// write_pieces(1_u128 << 65 | 3, &mut out);
/// assert_eq!(out, [3, 2]);
/// ```
#[inline]
pub fn write_pieces<W: Word>(set: W, out: &mut [u64]) {
    debug_assert!(out.len() <= W::PIECES);
    for (i, out) in out.iter_mut().enumerate() {
        *out = set.piece(i);
    }
}

#[inline]
fn unpack_word(mut word: u64, out: &mut [u8]) {
    let (whole, rest) = out.as_chunks_mut::<8>();
    for out in whole {
        *out = spread_byte(word);
        word >>= 8;
    }
    let last = spread_byte(word);
    for (out, byte) in rest.iter_mut().zip(last) {
        *out = byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Wide, mix};

    #[test]
    fn bytes_are_the_bits() {
        for step in 0..200 {
            let words = [mix(step), mix(step + 1000), mix(step + 2000)];
            let low = u128::from(words[1]) << 64 | u128::from(words[0]);
            let wide = Wide { high: words[2] as u16, low };
            for length in 0..=144 {
                let expected: Vec<u8> =
                    (0..length).map(|bit| (words[bit / 64] >> (bit % 64) & 1) as u8).collect();
                let mut out = vec![9; length];
                unpack(wide, &mut out);
                assert_eq!(out, expected);
                out.fill(9);
                unpack_words(&words, &mut out);
                assert_eq!(out, expected);
                let mut flags = vec![false; length];
                unpack_flags(&words, &mut flags);
                assert!(flags.into_iter().map(u8::from).eq(expected.iter().copied()));
                if length <= 64 {
                    out.fill(9);
                    unpack(words[0], &mut out);
                    assert_eq!(out, expected);
                }
            }
        }
    }
}
