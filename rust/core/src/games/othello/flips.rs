//! Mobility and flips, the two computations of Othello, for whole boards of `N x N` cells at once:
//! in portable words, and in vectors where the processor has them.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m256i;

#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::portable;
pub use super::portable::board;
pub(super) use super::portable::column;
use crate::bits::Word;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, Level};
use crate::cpu::{InUse, Portable, Processor, on_level};

/// The cells from which the mover flips something.
///
/// ```
/// use bitgames_core::games::othello::flips::mobility;
/// let (black, white) = (0x08_1000_0000, 0x10_0800_0000);
/// assert_eq!(mobility::<8>(black, white), 0x1020_0408_0000);      // d3 c4 f5 e6
/// ```
#[inline(never)] // Callers stay small: this jumps to the form of the processor.
pub fn mobility<const N: usize>(own: u64, other: u64) -> u64 {
    mobility_on::<N>(InUse, own, other)
}

/// [`mobility`] on a processor.
#[inline(always)]
pub(super) fn mobility_on<const N: usize>(p: impl Processor, own: u64, other: u64) -> u64 {
    on_level!(p, #[inline] [N; const N: usize](own: u64, other: u64) -> u64 {
        Avx512 => lanes::mobility_avx512::<N>(own, other),
        Avx2 => lanes::mobility_avx2::<N>(own, other),
        _ => portable::mobility::<N>(own, other),
    })
}

/// The discs that a move on `cell` turns over; empty where it turns none.
///
/// ```
/// use bitgames_core::games::othello::flips::flips;
/// let (black, white) = (0x08_1000_0000, 0x10_0800_0000);
/// assert_eq!(flips::<8>(black, white, 19), 0x0800_0000);          // d3 turns d4
/// ```
#[inline(never)] // As `mobility`.
pub fn flips<const N: usize>(own: u64, other: u64, cell: usize) -> u64 {
    flips_on::<N>(InUse, own, other, cell)
}

/// [`flips`] on a processor.
#[inline(always)]
pub(super) fn flips_on<const N: usize>(
    p: impl Processor,
    own: u64,
    other: u64,
    cell: usize,
) -> u64 {
    on_level!(p, #[inline] [N; const N: usize](own: u64, other: u64, cell: usize) -> u64 {
        Avx512 => lanes::flips_avx512::<N>(own, other, cell),
        Avx2 => lanes::flips_avx2::<N>(own, other, cell),
        _ => portable::flips::<N>(own, other, cell),
    })
}

/// The number of discs that a move on the last empty cell flips.
#[inline(always)]
pub(super) fn last_flips_on<const N: usize>(p: impl Processor, own: u64, cell: usize) -> i32 {
    on_level!(p, #[inline] [N; const N: usize](own: u64, cell: usize) -> i32 {
        Avx512 => lanes::last_flips_bmi2::<N>(own, cell),
        _ => portable::last_flips::<N>(own, cell),
    })
}

/// The discs of the side to move and of the other side after a move on `cell`, and the cells from which
/// the new mover flips something.
#[inline(never)] // As `mobility`.
pub(super) fn place<const N: usize>(own: u64, other: u64, cell: usize) -> (u64, u64, u64) {
    on_level!(InUse, #[inline] [N; const N: usize](own: u64, other: u64, cell: usize) -> (u64, u64, u64) {
        Avx512 => place_on::<N>(Avx512::new(), own, other, cell),
        Avx2 => place_on::<N>(Avx2::new(), own, other, cell),
        _ => place_on::<N>(Portable::new(), own, other, cell),
    })
}

/// [`place`] on a processor.
#[inline(always)]
pub(super) fn place_on<const N: usize>(
    p: impl Processor,
    own: u64,
    other: u64,
    cell: usize,
) -> (u64, u64, u64) {
    // In halves, each short enough for the compiler to inline it.
    #[cfg(target_arch = "x86_64")]
    if matches!(p.level(), Level::Avx2) {
        let (before, after) = on_level!(p, #[inline] [N; const N: usize](own: u64, other: u64, cell: usize) -> (__m256i, __m256i) {
            Avx2 => lanes::sides_after::<N>(own, other, cell),
            _ => unreachable!("the level is this one"),
        });
        return on_level!(p, #[inline] [N; const N: usize](before: __m256i, after: __m256i) -> (u64, u64, u64) {
            Avx2 => lanes::with_replies::<N>(before, after),
            _ => unreachable!("the level is this one"),
        });
    }
    let flipped = flips_on::<N>(p, own, other, cell);
    let (own, other) = (other ^ flipped, own ^ flipped | 1 << (cell & 63));
    (own, other, mobility_on::<N>(p, own, other))
}

/// The leaves of perft two plies below a position, on the cells of a board. Of a deep count nine tenths of
/// the time pass here: in one function for each level, without calls.
#[inline(never)]
pub(super) fn leaves_below<const N: usize>(own: u64, other: u64, board: u64) -> u64 {
    on_level!(InUse, #[inline] [N; const N: usize](own: u64, other: u64, board: u64) -> u64 {
        Avx512 => leaves_on::<N>(Avx512::new(), own, other, board),
        Avx2 => leaves_on::<N>(Avx2::new(), own, other, board),
        _ => leaves_on::<N>(Portable::new(), own, other, board),
    })
}

#[inline(always)]
fn leaves_on<const N: usize>(p: impl Processor, own: u64, other: u64, board: u64) -> u64 {
    let replies = |own, other| ((mobility_on::<N>(p, own, other) & board).count() as u64).max(1);
    let moves = mobility_on::<N>(p, own, other) & board;
    if moves == 0 {
        return replies(other, own);
    }
    let mut leaves = 0;
    for cell in moves.cells() {
        let flipped = flips_on::<N>(p, own, other, cell);
        leaves += replies(other ^ flipped, own ^ flipped | 1 << cell);
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu;
    use crate::rng::Rng;

    /// Flips by a walk in each of the eight directions.
    fn walked<const N: usize>(own: u64, other: u64, cell: usize) -> u64 {
        let mut flipped = 0;
        for (dx, dy) in [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)] {
            let (mut x, mut y) = ((cell % N) as i32 + dx, (cell / N) as i32 + dy);
            let mut run = 0_u64;
            while (0..N as i32).contains(&x) && (0..N as i32).contains(&y) {
                let bit = 1 << (y * N as i32 + x);
                if own & bit != 0 {
                    flipped |= run;
                    break;
                }
                if other & bit == 0 {
                    break;
                }
                run |= bit;
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    fn random_board<const N: usize>(rng: &mut Rng) -> (u64, u64) {
        let (mut own, mut other) = (0, 0);
        let density = 1 + rng.below(4);
        for cell in 0..N * N {
            match rng.below(2 + density) {
                0 => own |= 1 << cell,
                1 => {}
                _ => other |= 1 << cell,
            }
        }
        (own, other)
    }

    fn check<const N: usize>() {
        let boards = if cfg!(miri) { 10 } else { 34_000 };
        let mut rng = Rng::new(8);
        for _ in 0..boards {
            let (own, other) = random_board::<N>(&mut rng);
            let flipped: Vec<_> = (0..N * N).map(|cell| walked::<N>(own, other, cell)).collect();
            let legal = |&cell: &usize| (own | other) >> cell & 1 == 0 && flipped[cell] != 0;
            let moves = (0..N * N).filter(legal).fold(0, |set, cell| set | 1 << cell);
            for level in cpu::levels() {
                cpu::limit(level);
                assert_eq!(mobility::<N>(own, other), moves, "{level:?} {N} {own:x} {other:x}");
                for (cell, &flipped) in flipped.iter().enumerate() {
                    let found = flips::<N>(own, other, cell);
                    assert_eq!(found, flipped, "{level:?} {N} {own:x} {other:x} {cell}");
                    let (next, last) = (other ^ flipped, own ^ flipped | 1 << cell);
                    let placed = (next, last, mobility::<N>(next, last));
                    assert_eq!(place::<N>(own, other, cell), placed, "{level:?} {N} {cell}");
                }
                let replies = |own, other| mobility::<N>(own, other).count_ones().max(1).into();
                let below =
                    |cell: usize| replies(other ^ flipped[cell], own ^ flipped[cell] | 1 << cell);
                let leaves: u64 = moves.cells().map(below).sum();
                let leaves = if moves == 0 { replies(other, own) } else { leaves };
                assert_eq!(leaves_below::<N>(own, other, board::<N>()), leaves, "{level:?} {N}");
            }
        }
    }

    /// On every level of the processor; under Miri only the portable one.
    #[test]
    fn flips_and_moves_agree_with_walking() {
        check::<4>();
        check::<6>();
        check::<8>();
    }

    /// The count on the last empty square is that of the flips.
    #[test]
    fn last_flips_are_counted() {
        fn check<const N: usize>(rng: &mut Rng) {
            for cell in 0..N * N {
                let full = board::<N>() & !(1 << cell);
                for _ in 0..if cfg!(miri) { 1 } else { 100 } {
                    let own = rng.word() & rng.word() & full;
                    let flipped = portable::flips::<N>(own, full ^ own, cell).count_ones() as i32;
                    assert_eq!(portable::last_flips::<N>(own, cell), flipped, "{N} {own:x} {cell}");
                }
            }
        }
        let mut rng = Rng::new(9);
        check::<4>(&mut rng);
        check::<6>(&mut rng);
        check::<8>(&mut rng);
    }
}
