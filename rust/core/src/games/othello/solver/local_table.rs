//! A small table of exact bounds that one thread keeps for itself, near the end of the game.

use super::super::discs::Discs;
use crate::error::Result;
use crate::memory::filled;

/// Bounds of a position's value.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

impl Bounds {
    /// The bound that tells whether the value is more than `alpha`, if one does.
    #[inline]
    pub fn cut(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// Direct-mapped; the newest entry stays. A slot holds the discs of both sides, and the bounds: as it
/// holds the whole position, it is never wrong, and it stays valid from one search to the next. A free
/// slot is a board without discs. Moves are not kept: where a position is met again, a bound of it is
/// enough in all but one case of a thousand.
pub(super) struct LocalTable {
    /// Four to a line of the cache: most positions that are looked up are not there.
    keys: Box<[[u64; 2]]>,
    /// The lower and the upper bound.
    bounds: Box<[[i8; 2]]>,
    shift: u32,
}

impl LocalTable {
    /// A table of `2^bits` slots of 18 bytes.
    pub fn new(bits: u32) -> Result<Self> {
        let keys = filled([0; 2], 1 << bits)?.into_boxed_slice();
        let bounds = filled([0; 2], 1 << bits)?.into_boxed_slice();
        Ok(LocalTable { keys, bounds, shift: 64 - bits })
    }

    #[inline]
    pub fn slot<const W: usize, const H: usize>(&self, at: Discs<W, H>) -> usize {
        // Odd numbers of random bits; the top bits of the products depend on all cells.
        let own = at.own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let other = at.other.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        ((own ^ other) >> self.shift) as usize
    }

    /// Asks the processor to load a slot that is needed soon.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a hint to the processor"))]
    pub fn prefetch(&self, slot: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of any address has no effect but on speed.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.keys.as_ptr().wrapping_add(slot).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// What is known of a position.
    #[inline]
    pub fn get<const W: usize, const H: usize>(
        &self,
        slot: usize,
        at: Discs<W, H>,
    ) -> Option<Bounds> {
        if self.keys[slot & (self.keys.len() - 1)] != [at.own, at.other] {
            return None;
        }
        let [lower, upper] = self.bounds[slot & (self.bounds.len() - 1)].map(i32::from);
        Some(Bounds { lower, upper })
    }

    /// Stores the result of a null window search.
    #[inline]
    pub fn put<const W: usize, const H: usize>(
        &mut self,
        slot: usize,
        at: Discs<W, H>,
        value: i32,
        alpha: i32,
    ) {
        let (mut lower, mut upper) = (-64, 64);
        if let Some(known) = self.get(slot, at) {
            (lower, upper) = (known.lower, known.upper);
        }
        if value > alpha {
            lower = value;
        } else {
            upper = value;
        }
        self.keys[slot & (self.keys.len() - 1)] = [at.own, at.other];
        self.bounds[slot & (self.bounds.len() - 1)] = [lower as i8, upper as i8];
    }
}
