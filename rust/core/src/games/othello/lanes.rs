//! Mobility and flips of Othello with several directions at once, one in each lane of a vector
//! register.
//!
//! [`crate::cpu`] says which forms the processor can run; `flips` chooses by it.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_lzcnt_epi64, _mm256_maskz_and_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
    _mm256_test_epi64_mask, _mm512_add_epi64, _mm512_and_si512, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_ternarylogic_epi64, _pext_u64,
};

use super::portable::{LAST_FLIPS, board, inner, inner_rows, lines, rays};

/// As `portable::mobility`, with all eight directions at once. Lanes rotate by a step in their
/// direction; as no disc at the edge of the board turns over across it, the inner cells alone may
/// hold runs, and nothing wraps around.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn mobility_avx512<const N: usize>(own: u64, other: u64) -> u64 {
    let step = N as i64;
    let steps = _mm512_setr_epi64(1, step, step - 1, step + 1, -1, -step, 1 - step, -1 - step);
    let twice = _mm512_add_epi64(steps, steps);
    let (columns, rows) = const { (inner::<N>() as i64, inner_rows::<N>() as i64) };
    let both = columns & rows;
    let inner = _mm512_setr_epi64(columns, rows, both, both, columns, rows, both, both);
    let runs = _mm512_and_si512(_mm512_set1_epi64(other as i64), inner);
    let own_lanes = _mm512_set1_epi64(own as i64);
    // `a | b & c`, by the truth table of three inputs.
    let grown = |a, b, c| _mm512_ternarylogic_epi64::<0b1111_1000>(a, b, c);
    let mut found = _mm512_and_si512(runs, _mm512_rolv_epi64(own_lanes, steps));
    found = grown(found, runs, _mm512_rolv_epi64(found, steps));
    let pairs = _mm512_and_si512(runs, _mm512_rolv_epi64(runs, steps));
    found = grown(found, pairs, _mm512_rolv_epi64(found, twice));
    if N > 6 {
        found = grown(found, pairs, _mm512_rolv_epi64(found, twice));
    }
    let reach = _mm512_reduce_or_epi64(_mm512_rolv_epi64(found, steps)) as u64;
    reach & !(own | other) & board::<N>()
}

/// As `portable::flips`, four rays at a time. On the rising rays `x & !(x - 1)` is the stop and
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

/// As `portable::last_flips`; PEXT reads a line as a row.
#[inline]
#[target_feature(enable = "bmi2")]
pub(super) fn last_flips_bmi2<const N: usize>(own: u64, cell: usize) -> i32 {
    let lines = lines::<N>(cell);
    let read = |line: usize| {
        let held = _pext_u64(own, lines.cells[line]) as usize;
        i32::from(LAST_FLIPS[usize::from(lines.at[line] & 7)][held & 255])
    };
    read(0) + read(1) + read(2) + read(3)
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
