//! The one generator, and how a run's games get their own streams of it.
//!
//! `SplitMix64` by Sebastiano Vigna, as the crate `rand_xoshiro` gives it: one word of state, so that
//! a game's stream costs nothing to start. Game `i` of a run draws from children of the run's
//! 128-bit root, so results depend neither on the number of threads nor on who plays which game.

use std::convert::Infallible;

use rand::{Rng as _, RngExt, SeedableRng, TryRng};
use rand_xoshiro::SplitMix64;

use crate::bits::mix;

/// Name and version of the generator, for files that must say how they were made.
pub const GENERATOR: &str = "splitmix64 (rand_xoshiro 0.8), children by index, v1";

/// A seeded stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Ahead);

impl Rng {
    /// The stream of this seed.
    ///
    /// ```
    /// use bitgames_core::rng::Rng;
    /// assert_eq!(Rng::new(7).below(100), Rng::new(7).below(100));
    /// ```
    #[inline]
    pub fn new(seed: u64) -> Self {
        let mut source = SplitMix64::seed_from_u64(seed);
        let next = source.next_u64();
        Rng(Ahead { source, next })
    }

    /// The stream of child `index` of a root; see [`child_seed`].
    #[inline]
    pub fn child(root: u128, index: u64) -> Self {
        Rng::new(child_seed(root, index))
    }

    /// Any 64 bits, each word as likely as the other.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `n`, `n > 0`.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n as u32) as usize
    }
}

/// A generator that is one number ahead: a game that draws does not wait for the mixing, which runs
/// beside the move it makes. Worth a third of the time of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ahead {
    source: SplitMix64,
    next: u64,
}

impl TryRng for Ahead {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|n| (n >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(std::mem::replace(&mut self.next, self.source.next_u64()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.try_next_u64()?.to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// The seed of child `index` of a 128-bit root: the low half counts on by the index and is mixed,
/// the high half is added in.
///
/// # Stability
/// The values are a promise: results name the root they came from.
#[inline]
pub const fn child_seed(root: u128, index: u64) -> u64 {
    const STEP: u64 = 0xD1B5_4A32_D192_ED03;
    mix((root as u64).wrapping_add(index.wrapping_mul(STEP))) ^ (root >> 64) as u64
}
