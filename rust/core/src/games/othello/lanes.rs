//! Mobility and flips of Othello with several directions at once, one in each lane of a vector
//! register.
//!
//! [`crate::cpu`] says which forms the processor can run; `flips` chooses by it.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_lzcnt_epi64, _mm256_maskz_and_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
    _mm256_test_epi64_mask,
};

use super::portable::{self, rays};

/// [`portable::mobility`], compiled into vectors of the four axes.
#[target_feature(enable = "avx2,bmi1")]
pub(super) fn mobility_avx2<const N: usize>(own: u64, other: u64) -> u64 {
    portable::mobility::<N>(own, other)
}

/// As [`portable::flips`], four rays at a time. On the rising rays `x & !(x - 1)` is the stop and
/// `!x & (x - 1)` all cells below it, without a carry chain; on the falling rays each lane counts
/// its own leading zeros, and a ray without a stop shifts the one bit out.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
pub(super) fn flips_avx512<const N: usize>(own: u64, other: u64, cell: usize) -> u64 {
    let [rising, falling] = rays::<N>(cell).as_chunks().0 else { unreachable!() };
    let (rising, falling) = (lanes(rising), lanes(falling));
    let (own, other) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(other as i64));

    let stops = _mm256_andnot_si256(other, rising);
    let less = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
    let closed = _mm256_test_epi64_mask(_mm256_andnot_si256(less, stops), own);
    let up = _mm256_maskz_and_epi64(closed, _mm256_andnot_si256(stops, less), rising);

    let stops = _mm256_andnot_si256(other, falling);
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
    let stop = _mm256_and_si256(first, own);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(stop, stop));
    union(_mm256_or_si256(up, _mm256_and_si256(above, falling)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn union(sets: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}
