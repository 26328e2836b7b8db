//! A small table of exact bounds that one thread keeps for itself, near the end of the game.

use super::super::discs::Discs;
use crate::error::{Error, Result};

/// Bounds of a position's value, and the best move found.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub lower: i32,
    pub upper: i32,
    pub best: usize,
}

impl Bounds {
    /// The bound that tells whether the value is more than `alpha`, if one does.
    #[inline]
    pub fn cut(&self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// Direct-mapped; the newest entry stays. A slot holds the discs of both sides, then the bounds and
/// the move: as it holds the whole position, it is never wrong, and it stays valid from one search to
/// the next. A free slot is a board without discs.
pub(super) struct LocalTable {
    slots: Box<[[u64; 3]]>,
    shift: u32,
}

impl LocalTable {
    /// A table of `2^bits` slots of 24 bytes.
    pub fn new(bits: u32) -> Result<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(1 << bits).map_err(|_| Error::Memory { mib: 1 })?;
        slots.resize(1 << bits, [0; 3]);
        Ok(LocalTable { slots: slots.into_boxed_slice(), shift: 64 - bits })
    }

    #[inline]
    pub fn slot<const N: usize>(&self, at: Discs<N>) -> usize {
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
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.slots.as_ptr().wrapping_add(slot).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// What is known of a position.
    #[inline]
    pub fn get<const N: usize>(&self, slot: usize, at: Discs<N>) -> Option<Bounds> {
        let [a, b, data] = self.slots[slot & (self.slots.len() - 1)];
        (a == at.own && b == at.other).then_some(Bounds {
            lower: i32::from(data as i8),
            upper: i32::from((data >> 8) as i8),
            best: (data >> 16) as usize,
        })
    }

    /// Stores the result of a null window search.
    #[inline]
    pub fn put<const N: usize>(
        &mut self,
        slot: usize,
        at: Discs<N>,
        value: i32,
        alpha: i32,
        best: usize,
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
        let data = u64::from(lower as u8) | u64::from(upper as u8) << 8 | (best as u64) << 16;
        let mask = self.slots.len() - 1;
        self.slots[slot & mask] = [at.own, at.other, data];
    }
}
