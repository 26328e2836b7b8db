//! Sets of bits as bytes, as arrays of other libraries want them.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    _mm256_and_si256, _mm256_min_epu8, _mm256_set1_epi8, _mm256_setr_epi64x, _mm256_shuffle_epi8,
    _mm256_storeu_si256, _mm512_maskz_set1_epi8, _mm512_storeu_si512,
};

use super::Word;
use crate::cpu::{self, InUse, Level, UpToAvx2, on_level};

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

/// A byte of an array of bits: a number or a truth value.
pub trait Flag: Copy {
    /// The value of a byte that is 0 or 1.
    fn of(byte: u8) -> Self;
}

impl Flag for u8 {
    #[inline]
    fn of(byte: u8) -> Self {
        byte
    }
}

impl Flag for bool {
    #[inline]
    fn of(byte: u8) -> Self {
        byte != 0
    }
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

/// Writes short sets one after the other as bytes, each 0 or 1. Whole words of 64 bits are written at
/// once, so many sets of few bits cost little more than their bits.
///
/// ```
/// use bitgames_core::bits::Unpacker;
/// let mut out = [7; 5];
/// let mut unpacker = Unpacker::new(&mut out);
/// unpacker.push(0b10, 2);
/// unpacker.push(0b101, 3);
/// unpacker.finish();
/// assert_eq!(out, [0, 1, 1, 0, 1]);
/// ```
#[derive(Debug)]
pub struct Unpacker<'a, T: Flag> {
    out: &'a mut [T],
    held: u64,
    count: usize,
}

impl<'a, T: Flag> Unpacker<'a, T> {
    /// Begins at the front of an array.
    #[inline]
    pub fn new(out: &'a mut [T]) -> Self {
        Unpacker { out, held: 0, count: 0 }
    }

    /// Adds a set of `width` bits, from 1 to 64, those above them 0. What the array has no room for is
    /// dropped.
    #[inline]
    pub fn push(&mut self, set: u64, width: usize) {
        debug_assert!((1..=64).contains(&width) && set & !u64::low(width) == 0);
        self.held |= set << self.count;
        self.count += width;
        if self.count >= 64 {
            self.count -= 64;
            let room = self.out.len().min(64);
            unpack_word(self.held, self.out.split_off_mut(..room).unwrap_or_default());
            // The bits that had no room; the shift may be of all 64.
            self.held = set >> 1 >> (width - self.count - 1);
        }
    }

    /// Writes what is left.
    #[inline]
    pub fn finish(self) {
        let count = self.count.min(self.out.len());
        unpack_word(self.held, &mut self.out[..count]);
    }
}

/// Writes each set with all the bytes of its vectors: what follows is written over those beyond its width.
/// The last ones, for which there is no room, go through an array.
#[cfg(target_arch = "x86_64")]
macro_rules! whole_vectors {
    ($write:ident($($order:expr)?), $bytes:literal, $sets:expr, $width:expr, $out:ident) => {{
        let (mut sets, width, length) = ($sets, $width, $out.len());
        let count = sets.len().min(length.div_ceil(width));
        let whole = count.min(length.checked_sub($bytes).map_or(0, |room| room / width + 1));
        let mut last = [T::of(0); 2 * $bytes];
        // One loop, so that the vectors stand in it once.
        for is_rest in [false, true] {
            let (count, out) =
                if is_rest { (count - whole, &mut last[..]) } else { (whole, &mut $out[..]) };
            for (i, set) in (0..count).zip(&mut sets) {
                $write($($order,)? set, &mut out[i * width..i * width + $bytes]);
            }
        }
        let rest = $out.get_mut(whole * width..).unwrap_or_default();
        let length = rest.len().min((count - whole) * width);
        rest[..length].copy_from_slice(&last[..length]);
    }};
}

/// Writes sets of `width` bits, from 1 to 64, one after the other as bytes, each 0 or 1. What the array
/// has no room for is dropped.
///
/// ```
/// use bitgames_core::bits::unpack_each;
/// let mut out = [7; 6];
/// unpack_each(&[0b101, 0b011], 3, &mut out);
/// assert_eq!(out, [1, 0, 1, 1, 1, 0]);
/// ```
#[inline]
pub fn unpack_each<T: Flag>(sets: &[u64], width: usize, out: &mut [T]) {
    if width < SHORT.len() && cpu::level() > Level::Portable {
        let (pairs, last) = sets.as_chunks();
        let (out, rest) = out.split_at_mut(out.len().min(2 * width * pairs.len()));
        unpack_pairs(pairs.iter().copied(), &SHORT[width], out);
        let count = rest.len().min(width);
        return last.iter().for_each(|&set| unpack_by_bytes(set, &mut rest[..count]));
    }
    if width <= 32 {
        let mut unpacker = Unpacker::new(out);
        for &set in sets {
            unpacker.push(set, width);
        }
        return unpacker.finish();
    }
    on_level!(InUse, #[inline] [T; T: Flag](sets: &[u64], width: usize, out: &mut [T]) -> () {
        Avx512 => whole_vectors!(unpack_by_mask(), 64, sets.iter().copied(), width, out),
        Avx2 => whole_vectors!(unpack_word_by_shuffle(), 64, sets.iter().copied(), width, out),
        _ => sets.iter().zip(out.chunks_mut(width)).for_each(|(&set, out)| unpack_by_bytes(set, out)),
    });
}

/// The order in which the bits of two words are written: some of the first, then the same of the second.
#[derive(Debug)]
pub struct Order {
    /// Places of both words.
    places: usize,
    bits: [u8; 64],
    /// For each place, eight in a word: the byte of the two words in which its bit is.
    bytes: [u64; 16],
    /// In the same way that bit, alone in its byte.
    own: [u64; 16],
}

impl Order {
    /// Has this bit, from 0 to 63, in each place of a word; of at most 64 places.
    pub const fn of(bits: &[u8]) -> Order {
        let places = 2 * bits.len();
        let mut order = Order { places, bits: [0; 64], bytes: [0; 16], own: [0; 16] };
        let mut place = 0;
        while place < places {
            let (word, shift) = (place / bits.len(), place % 8 * 8);
            let bit = bits[place % bits.len()];
            order.bits[place % bits.len()] = bit;
            order.bytes[place / 8] |= (8 * word as u64 + bit as u64 / 8) << shift;
            order.own[place / 8] |= 1 << (bit % 8) << shift;
            place += 1;
        }
        order
    }
}

/// The low bits of words as they are, by their number.
static SHORT: [Order; 17] = {
    let mut orders = [const { Order::of(&[]) }; 17];
    let mut bits = 1;
    while bits < orders.len() {
        orders[bits] = Order::of(ALL.split_at(bits).0);
        bits += 1;
    }
    orders
};

/// All bits of a word.
const ALL: [u8; 64] = {
    let mut bits = [0; 64];
    let mut place = 0;
    while place < 64 {
        bits[place] = place as u8;
        place += 1;
    }
    bits
};

/// Writes the bits of each pair of words in an order, one after the other as bytes, each 0 or 1. What
/// the array has no room for is dropped.
///
/// ```
/// use bitgames_core::bits::{Order, unpack_pairs};
/// let mut out = [7; 6];
/// unpack_pairs([[0b101, 0b011]].into_iter(), &Order::of(&[1, 0, 2]), &mut out);
/// assert_eq!(out, [0, 1, 1, 1, 1, 0]);
/// ```
#[inline]
pub fn unpack_pairs<T: Flag, I>(pairs: I, order: &Order, out: &mut [T])
where
    I: ExactSizeIterator<Item = [u64; 2]>,
{
    on_level!(
        UpToAvx2,
        #[inline]
        [T, I; T: Flag, I: ExactSizeIterator<Item = [u64; 2]>]
        (pairs: I, order: &Order, out: &mut [T]) -> () {
            Avx2 => match order.places.div_ceil(32) {
                0 => (),
                1 => whole_vectors!(unpack_by_shuffle(order), 32, pairs, order.places, out),
                2 => whole_vectors!(unpack_by_shuffle(order), 64, pairs, order.places, out),
                3 => whole_vectors!(unpack_by_shuffle(order), 96, pairs, order.places, out),
                _ => whole_vectors!(unpack_by_shuffle(order), 128, pairs, order.places, out),
            },
            _ => {
                let places = &order.bits[..order.places / 2];
                let bits = pairs.flat_map(|[low, high]| {
                    let each = |word| places.iter().map(move |&bit| word >> bit & 1);
                    each(low).chain(each(high))
                });
                out.iter_mut().zip(bits).for_each(|(out, bit)| *out = T::of(bit as u8));
            }
        }
    );
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

/// At most 64 bits.
#[inline]
fn unpack_word<T: Flag>(word: u64, out: &mut [T]) {
    on_level!((out.len() == 64).then_some(InUse), #[inline] [T; T: Flag](word: u64, out: &mut [T]) -> () {
        Avx512 => unpack_by_mask(word, out),
        Avx2 => unpack_word_by_shuffle(word, out),
        _ => unpack_by_bytes(word, out),
    });
}

/// Eight bits at a time. A call, so that the other way stands in the loops over positions.
#[inline(never)]
fn unpack_by_bytes<T: Flag>(mut word: u64, out: &mut [T]) {
    let (whole, rest) = out.as_chunks_mut::<8>();
    for out in whole {
        *out = spread_byte(word).map(T::of);
        word >>= 8;
    }
    for (out, byte) in rest.iter_mut().zip(spread_byte(word)) {
        *out = T::of(byte);
    }
}

/// The bits of a word are the mask under which ones are stored.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn unpack_by_mask<T: Flag>(word: u64, out: &mut [T]) {
    let mut bytes = [0_u8; 64];
    // SAFETY: the array has room for a vector, and needs no alignment.
    #[expect(unsafe_code, reason = "vectors are stored through pointers")]
    unsafe {
        _mm512_storeu_si512(bytes.as_mut_ptr().cast(), _mm512_maskz_set1_epi8(word, 1));
    }
    if let Some(out) = out.first_chunk_mut() {
        *out = bytes.map(T::of);
    }
}

/// The bits of a word in their order.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn unpack_word_by_shuffle<T: Flag>(word: u64, out: &mut [T]) {
    const WORDS: Order = Order::of(&ALL);
    unpack_by_shuffle(&WORDS, [word; 2], out);
}

/// 32 bits at a time: each byte of a vector gets the byte in which its bit is, and keeps this bit.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn unpack_by_shuffle<T: Flag>(order: &Order, [low, high]: [u64; 2], out: &mut [T]) {
    let vector = |of: &[u64; 4]| {
        let [a, b, c, d] = of.map(|each| each as i64);
        _mm256_setr_epi64x(a, b, c, d)
    };
    let words = vector(&[low, high, low, high]);
    let order = order.bytes.as_chunks().0.iter().zip(order.own.as_chunks().0);
    for ((bytes, own), out) in order.zip(out.as_chunks_mut::<32>().0) {
        let copies = _mm256_shuffle_epi8(words, vector(bytes));
        let own = _mm256_and_si256(copies, vector(own));
        let flags = _mm256_min_epu8(own, _mm256_set1_epi8(1));
        let mut bytes = [0_u8; 32];
        // SAFETY: the array has room for a vector, and needs no alignment.
        #[expect(unsafe_code, reason = "vectors are stored through pointers")]
        unsafe {
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), flags);
        }
        *out = bytes.map(T::of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Wide, mix};
    use crate::cpu;
    use crate::rng::Rng;

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
                if length <= 64 {
                    out.fill(9);
                    unpack(words[0], &mut out);
                    assert_eq!(out, expected);
                }
            }
        }
    }

    #[test]
    fn bits_of_pairs_come_in_any_order() {
        let mut rng = Rng::new(5);
        for level in cpu::levels() {
            cpu::limit(level);
            for width in 1..=64 {
                let places: Vec<u8> = (0..width).map(|_| rng.below(64) as u8).collect();
                let pairs: Vec<_> = (0..5).map(|_| [rng.word(), rng.word()]).collect();
                let words = pairs.as_flattened().iter();
                let expected = words.flat_map(|word| places.iter().map(move |at| word >> at & 1));
                let expected: Vec<u8> = expected.map(|bit| bit as u8).collect();
                let mut out = vec![9; 10 * width - rng.below(3)];
                unpack_pairs(pairs.iter().copied(), &Order::of(&places), &mut out);
                assert_eq!(out, expected[..out.len()], "{level:?}");
            }
        }
    }

    /// Sets of all widths in a row, on each level of the processor.
    #[test]
    fn short_sets_follow_each_other() {
        let mut rng = Rng::new(4);
        for level in cpu::levels() {
            cpu::limit(level);
            for most in 1..=64 {
                let width = |rng: &mut Rng| if most % 2 == 0 { most } else { 1 + rng.below(most) };
                let sets: Vec<_> = (0..40).map(|_| width(&mut rng)).collect();
                let sets: Vec<_> =
                    sets.into_iter().map(|width| (rng.word() & u64::low(width), width)).collect();
                let bits =
                    sets.iter().flat_map(|&(set, width)| (0..width).map(move |i| set.has(i)));
                let expected: Vec<bool> = bits.collect();
                // What there is no room for is dropped.
                for length in [expected.len(), rng.below(expected.len())] {
                    let (mut flags, mut bytes) = (vec![false; length], vec![9; length]);
                    let mut into_flags = Unpacker::new(&mut flags);
                    for &(set, width) in &sets {
                        into_flags.push(set, width);
                    }
                    into_flags.finish();
                    let mut into_bytes = Unpacker::new(&mut bytes);
                    for &(set, width) in &sets {
                        into_bytes.push(set, width);
                    }
                    into_bytes.finish();
                    assert_eq!(flags, expected[..length], "{level:?} {most}");
                    assert!(bytes.into_iter().eq(expected[..length].iter().map(|&b| u8::from(b))));
                    if most % 2 == 0 {
                        let sets: Vec<_> = sets.iter().map(|&(set, _)| set).collect();
                        flags.fill(true);
                        unpack_each(&sets, most, &mut flags);
                        assert_eq!(flags, expected[..length], "{level:?} {most}");
                    }
                }
            }
        }
    }
}
