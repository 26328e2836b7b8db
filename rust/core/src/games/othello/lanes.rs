//! Mobility and flips of Othello with several directions at once, one in each lane of a vector
//! register.
//!
//! [`crate::cpu`] says which forms the processor can run; `flips` chooses by it.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_lzcnt_epi64, _mm256_maskz_and_epi64, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi32, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
    _mm256_test_epi64_mask, _mm256_xor_si256, _mm512_add_epi64, _mm512_and_si512,
    _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_setr_epi64,
    _mm512_ternarylogic_epi64, _pext_u64,
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
    let (own, other) = (splat(own), splat(other));

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

/// As `portable::mobility`, one axis in each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn mobility_avx2<const N: usize>(own: u64, other: u64) -> u64 {
    union(reach_avx2::<N>(splat(own), splat(other))) & !(own | other) & board::<N>()
}

/// The cells behind runs of the other's discs, taken or not, one axis in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn reach_avx2<const N: usize>(own: __m256i, other: __m256i) -> __m256i {
    let steps = lanes(&const { steps::<N>() });
    let twice = _mm256_add_epi64(steps, steps);
    let inner = const { inner::<N>() };
    let runs = _mm256_and_si256(other, lanes(&[inner, inner, u64::MAX, inner]));
    let up = |a, by| _mm256_sllv_epi64(a, by);
    let down = |a, by| _mm256_srlv_epi64(a, by);
    let (and, or) = (|a, b| _mm256_and_si256(a, b), |a, b| _mm256_or_si256(a, b));
    let mut rising = and(runs, up(own, steps));
    let mut falling = and(runs, down(own, steps));
    rising = or(rising, and(runs, up(rising, steps)));
    falling = or(falling, and(runs, down(falling, steps)));
    if N > 4 {
        let pairs_up = and(runs, up(runs, steps));
        let pairs_down = down(pairs_up, steps);
        rising = or(rising, and(pairs_up, up(rising, twice)));
        falling = or(falling, and(pairs_down, down(falling, twice)));
        if N > 6 {
            rising = or(rising, and(pairs_up, up(rising, twice)));
            falling = or(falling, and(pairs_down, down(falling, twice)));
        }
    }
    or(up(rising, steps), down(falling, steps))
}

/// As [`flips_avx512`]. Here the first stop of a falling ray is the one that lies behind no other.
#[target_feature(enable = "avx2")]
pub(super) fn flips_avx2<const N: usize>(own: u64, other: u64, cell: usize) -> u64 {
    union(turned_avx2::<N>(splat(own), splat(other), cell))
}

/// The discs that turn, some in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn turned_avx2<const N: usize>(own: __m256i, other: __m256i, cell: usize) -> __m256i {
    let [rising, falling] = rays::<N>(cell).as_chunks().0 else { unreachable!() };
    let (rising, falling) = (lanes(rising), lanes(falling));
    let zero = _mm256_setzero_si256();

    // All cells below the stop, if it is the mover's: less one, or nothing less.
    let stops = _mm256_andnot_si256(other, rising);
    let less = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
    let first = _mm256_andnot_si256(less, stops);
    let open = _mm256_cmpeq_epi64(_mm256_and_si256(first, own), zero);
    let run = _mm256_and_si256(_mm256_andnot_si256(stops, less), rising);
    let up = _mm256_andnot_si256(open, run);

    let steps = lanes(&const { steps::<N>() });
    let twice = _mm256_add_epi64(steps, steps);
    let down = |a, by| _mm256_srlv_epi64(a, by);
    let stops = _mm256_andnot_si256(other, falling);
    let mut behind = down(stops, steps);
    behind = _mm256_or_si256(behind, down(behind, steps));
    behind = _mm256_or_si256(behind, down(behind, twice));
    if N > 4 {
        behind = _mm256_or_si256(behind, down(behind, _mm256_add_epi64(twice, twice)));
    }
    let stop = _mm256_and_si256(_mm256_andnot_si256(behind, stops), own);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(stop, stop));
    _mm256_or_si256(up, _mm256_and_si256(above, falling))
}

/// The discs of both sides after a move, each in all lanes: the first half of `flips::place`. Between the flips
/// and the moves after them the discs stay in vectors: the way through other registers takes longer
/// than a third of either.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sides_after<const N: usize>(own: u64, other: u64, cell: usize) -> (__m256i, __m256i) {
    let (own, other) = (splat(own), splat(other));
    let turned = turned_avx2::<N>(own, other, cell);
    let pairs = _mm256_or_si256(turned, _mm256_permute2x128_si256::<1>(turned, turned));
    let turned = _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0b0100_1110>(pairs));
    let after = _mm256_or_si256(_mm256_xor_si256(own, turned), splat(1 << (cell & 63)));
    (_mm256_xor_si256(other, turned), after)
}

/// The second half: the discs as words, and the moves of the new mover.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn with_replies<const N: usize>(own: __m256i, other: __m256i) -> (u64, u64, u64) {
    let reach = union(reach_avx2::<N>(own, other));
    let word = |lanes| _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64;
    let (own, other) = (word(own), word(other));
    (own, other, reach & !(own | other) & board::<N>())
}

/// The steps of the axes in which the numbers of cells rise, in the order of the rays.
const fn steps<const N: usize>() -> [u64; 4] {
    let n = N as u64;
    [1, n - 1, n, n + 1]
}

/// As `portable::last_flips`; PEXT, fast on every processor with AVX-512, reads a line as a row.
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
fn splat(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn union(sets: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}
