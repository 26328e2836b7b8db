//! The random number generator, and the streams of the games of a run.
//!
//! `SplitMix64` by Guy Steele, Doug Lea and Christine Flood ("Fast splittable pseudorandom number
//! generators", 2014), with the mixing of Sebastiano Vigna: one word of state, so that a new stream
//! costs nothing. Game `i` of a run draws from children of the run's 128-bit root, so results
//! depend neither on the number of threads nor on their scheduling.
//!
//! # Secrecy
//! Players see their seeds, and `SplitMix64` can be run backwards. Children are therefore made by
//! `SipHash-2-4` (Jean-Philippe Aumasson and Daniel J. Bernstein, "`SipHash`: a fast short-input
//! PRF", 2012) under the root as its key: one child tells nothing about the root or another child,
//! so the seed of a seat does not tell the deal. Only a root that can be guessed does.
//!
//! # Stability
//! All values here are stable: a seed gives the same games in every release.

#![allow(clippy::inline_always)] // What makes many seeds side by side becomes vectors.

use crate::bits::mix;
use crate::cpu::{self, Work};

/// Name and version of the generator, stored in files for reproducibility.
pub const GENERATOR: &str = "splitmix64, children by siphash-2-4, v2";

/// Increment of the state from one number to the next: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A seeded stream of random numbers.
///
/// The next number is computed in advance: its mixing overlaps with the move of a game instead of
/// delaying the choice. This saves a third of the time of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
    next: u64,
}

impl Rng {
    /// The stream of this seed.
    ///
    /// ```
    /// use bitgames_core::rng::Rng;
    /// assert_eq!(Rng::new(7).below(100), 38);
    /// ```
    #[inline]
    pub const fn new(seed: u64) -> Self {
        // `mix` adds the step itself.
        Rng { state: seed.wrapping_add(STEP), next: mix(seed) }
    }

    /// The stream of child `index` of a root; see [`child_seed`].
    #[inline]
    pub fn child(root: u128, index: u64) -> Self {
        Rng::new(child_seed(root, index))
    }

    /// The seed of a stream that begins where this one is now.
    ///
    /// ```
    /// use bitgames_core::rng::Rng;
    /// let mut rng = Rng::new(7);
    /// rng.below(100);
    /// assert_eq!(Rng::new(rng.seed_from_here()), rng);
    /// ```
    #[inline]
    pub fn seed_from_here(&self) -> u64 {
        self.state.wrapping_sub(STEP)
    }

    /// A uniform word of 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let next = mix(self.state);
        self.state = self.state.wrapping_add(STEP);
        std::mem::replace(&mut self.next, next)
    }

    /// A number below `n`, uniform to one part in 2^32; `n` from 1 to 2^32 - 1.
    ///
    /// The high half of a word is scaled to the range. If the low half may carry, a second word
    /// decides on the carry (Stephen Canon's method).
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0 && u32::try_from(n).is_ok());
        let scale = |word: u64| (word >> 32) * (n as u64);
        let halves = |product: u64| (product >> 32, product as u32);
        let (mut result, low) = halves(scale(self.word()));
        if low > (n as u32).wrapping_neg() {
            let (more, _) = halves(scale(self.word()));
            result += u64::from(low.checked_add(more as u32).is_none());
        }
        result as usize
    }
}

/// [`Rng::below`] of some of at most 64 streams, a bit for each in `some`: each number becomes one
/// below it, and each seed that of the stream from there on. Without branches; false if a stream needs
/// a second word: then the seeds are as before, and the numbers mean nothing.
#[inline(always)]
pub fn below_each(seeds: &mut [u64], some: u64, numbers: &mut [u64]) -> bool {
    let mut carried = 0;
    for (seed, n) in seeds.iter().zip(&mut *numbers) {
        let scaled = (mix(*seed) >> 32) * *n;
        carried |= u64::from(scaled as u32) + (*n - 1);
        *n = scaled >> 32;
    }
    let is_enough = carried >> 32 == 0;
    if is_enough {
        for (row, seed) in (0..).zip(seeds) {
            *seed = seed.wrapping_add(STEP * (some >> row & 1));
        }
    }
    is_enough
}

/// The seed of child `index` of a 128-bit root: `SipHash-2-4` of the index as 8 bytes, under the
/// root as key, both little-endian.
#[inline(always)]
pub const fn child_seed(root: u128, index: u64) -> u64 {
    let (low, high) = (root as u64, (root >> 64) as u64);
    let state = [
        low ^ 0x736F_6D65_7073_6575,
        high ^ 0x646F_7261_6E64_6F6D,
        low ^ 0x6C79_6765_6E65_7261,
        high ^ 0x7465_6462_7974_6573,
    ];
    // The second block holds the length of the message.
    let [a, b, c, d] = sip_block(sip_block(state, index), 8 << 56);
    let [a, b, c, d] = sip_rounds(sip_rounds([a, b, c ^ 0xFF, d]));
    a ^ b ^ c ^ d
}

/// Children that are made side by side, in about the time of one.
pub const GROUP: usize = 8;

/// Makes something of the seeds of children of a root, by their indices.
pub fn children<T, const N: usize>(
    root: u128,
    indices: &[[u64; N]],
    out: &mut [[T; N]],
    make: impl Fn(u64) -> T,
) {
    cpu::tuned(Children { root, indices, out, make });
}

struct Children<'a, T, F, const N: usize> {
    root: u128,
    indices: &'a [[u64; N]],
    out: &'a mut [[T; N]],
    make: F,
}

impl<T, F: Fn(u64) -> T, const N: usize> Work for Children<'_, T, F, N> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        for (out, indices) in
            self.out.as_flattened_mut().iter_mut().zip(self.indices.as_flattened())
        {
            *out = (self.make)(child_seed(self.root, *indices));
        }
    }
}

/// Takes a block of the message into the state of `SipHash-2-4`.
#[inline(always)]
const fn sip_block([a, b, c, d]: [u64; 4], block: u64) -> [u64; 4] {
    let [a, b, c, d] = sip_rounds([a, b, c, d ^ block]);
    [a ^ block, b, c, d]
}

/// Two rounds of `SipHash`.
#[inline(always)]
const fn sip_rounds([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    let mut rounds = 0;
    while rounds < 2 {
        a = a.wrapping_add(b);
        c = c.wrapping_add(d);
        b = b.rotate_left(13) ^ a;
        d = d.rotate_left(16) ^ c;
        a = a.rotate_left(32).wrapping_add(d);
        c = c.wrapping_add(b);
        d = d.rotate_left(21) ^ a;
        b = b.rotate_left(17) ^ c;
        c = c.rotate_left(32);
        rounds += 1;
    }
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Word;

    const SIZES: [usize; 15] =
        [1, 2, 3, 5, 7, 10, 64, 100, 140, 255, 1000, 65536, 1 << 20, 3_000_000_000, 0xFFFF_FFFF];

    /// Values of the first release, which used other crates.
    #[test]
    fn values_never_change() {
        let words = |seed| {
            let mut rng = Rng::new(seed);
            [(); 4].map(|()| rng.word())
        };
        assert_eq!(
            words(0),
            [
                16_294_208_416_658_607_535,
                7_960_286_522_194_355_700,
                487_617_019_471_545_679,
                17_909_611_376_780_542_444
            ]
        );
        assert_eq!(
            words(u64::MAX),
            [
                16_490_336_266_968_443_936,
                16_834_447_057_089_888_969,
                4_048_727_598_324_417_001,
                7_862_637_804_313_477_842
            ]
        );
        let below = |seed| {
            let mut rng = Rng::new(seed);
            SIZES.map(|n| rng.below(n))
        };
        let of_1 = [0, 1, 2, 2, 3, 7, 56, 52, 39, 202, 404, 39676, 477_036];
        let of_7 = [0, 0, 2, 2, 3, 2, 29, 32, 18, 105, 103, 62906, 962_613];
        assert_eq!(below(1), [&of_1[..], &[1_590_236_992, 1_872_457_133]].concat()[..]);
        assert_eq!(below(7), [&of_7[..], &[2_613_995_279, 3_710_884_652]].concat()[..]);
    }

    /// The published value of 8 bytes, and those of the standard library, which is another program.
    #[test]
    #[allow(deprecated)] // `DefaultHasher` makes no promise about its algorithm.
    fn children_are_of_siphash() {
        use std::hash::{Hasher, SipHasher};
        let published = u128::from_le_bytes(std::array::from_fn(|i| i as u8));
        assert_eq!(child_seed(published, published as u64), 0x93F5_F579_9A93_2462);
        let mut rng = Rng::new(1);
        for index in [0, 1, 8 << 56, u64::MAX].into_iter().chain((0..100).map(|i| 1 << (i % 64))) {
            let (low, high) = (rng.word(), rng.word());
            let mut expected = SipHasher::new_with_keys(low, high);
            expected.write(&index.to_le_bytes());
            let root = u128::from(high) << 64 | u128::from(low);
            assert_eq!(child_seed(root, index), expected.finish());
        }
    }

    #[test]
    fn many_children_are_those_of_each() {
        let root = 7 << 64 | 9;
        let indices: [[u64; GROUP]; 3] = std::array::from_fn(|group| {
            std::array::from_fn(|i| (u64::MAX / 25).wrapping_mul((group * GROUP + i) as u64))
        });
        let mut streams = [const { [const { Rng::new(0) }; GROUP] }; 3];
        children(root, &indices, &mut streams, Rng::new);
        assert_eq!(streams, indices.map(|group| group.map(|index| Rng::child(root, index))));
    }

    /// Numbers so large that some need second words: then nothing changes.
    #[test]
    fn numbers_of_many_streams_are_those_of_each() {
        let mut rng = Rng::new(3);
        let mut refused = 0;
        for round in 0..300 {
            let some = rng.word();
            let most = if round % 2 == 0 { 64 } else { 100_000_000 };
            let mut numbers: Vec<_> = (0..64).map(|_| 1 + rng.below(most) as u64).collect();
            let mut seeds: Vec<_> = (0..64).map(|_| rng.word()).collect();
            let (before, sizes) = (seeds.clone(), numbers.clone());
            if !below_each(&mut seeds, some, &mut numbers) {
                assert_eq!(seeds, before);
                refused += 1;
                continue;
            }
            for (i, &seed) in before.iter().enumerate() {
                let mut stream = Rng::new(seed);
                if some.has(i) {
                    assert_eq!(numbers[i], stream.below(sizes[i] as usize) as u64);
                }
                assert_eq!(seeds[i], stream.seed_from_here());
            }
        }
        assert!((1..150).contains(&refused));
    }

    /// A million numbers per seed, every fifth from a range so large that second words are drawn.
    #[test]
    fn a_million_values_never_change() {
        let run = |seed| {
            let mut rng = Rng::new(seed);
            let _ = SIZES.map(|n| rng.below(n));
            let step = |hash: u64, i: usize| {
                let n = if i % 5 == 4 { 3_000_000_000 + i } else { 1 + i * 7 % 5000 };
                hash.wrapping_mul(0x0100_0000_01B3) ^ rng.below(n) as u64
            };
            let hash = (0..1_000_000).fold(0, step);
            (hash, rng.word())
        };
        assert_eq!(run(0), (0x8876_4E56_EAF9_9230, 15_644_515_301_707_033_901));
        assert_eq!(run(7), (0x687D_F6F0_BDE8_A364, 12_539_248_440_312_523_522));
        assert_eq!(run(u64::MAX), (0xB65C_90B1_3183_1D14, 6_481_818_963_704_577_052));
    }
}
