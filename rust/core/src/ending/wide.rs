//! Steps over rows of positions, many bytes at once.
//!
//! A byte of the layer below holds both values of its position: in the low half the tricks that the
//! leader of *this* trick takes when it wins the trick and leads on (its own trick counted), in the
//! high half those it takes when it loses the trick and the other leads.
//!
//! The loops are plain Rust over arrays that the compiler turns into vector instructions. On x86-64
//! they exist twice: for every processor, and for those with AVX2, chosen at run time.
#![allow(clippy::inline_always)] // the bodies are to be compiled once for each kind of processor

#[cfg(target_arch = "x86_64")]
use crate::cpu::{Level, level};

/// Tricks of a leader that wins, from a byte of the layer below.
#[inline(always)]
pub(super) fn won(pair: u8) -> u8 {
    pair & 15
}

/// Tricks of a leader that loses, from a byte of the layer below.
#[inline(always)]
pub(super) fn lost(pair: u8) -> u8 {
    pair >> 4
}

/// `acc = step(acc, a, b)` for every byte. `step` must not mind being applied twice: the last step
/// of a row overlaps the one before, rather than going byte by byte.
#[inline(always)]
pub(super) fn rows(acc: &mut [u8], a: &[u8], b: &[u8], step: impl Fn(u8, u8, u8) -> u8 + Copy) {
    match acc.len() {
        64.. => in_steps::<64>(acc, a, b, step),
        32.. => in_steps::<32>(acc, a, b, step),
        16.. => in_steps::<16>(acc, a, b, step),
        8.. => in_steps::<8>(acc, a, b, step),
        _ => in_steps::<1>(acc, a, b, step),
    }
}

#[inline(always)]
fn in_steps<const W: usize>(
    acc: &mut [u8],
    a: &[u8],
    b: &[u8],
    step: impl Fn(u8, u8, u8) -> u8 + Copy,
) {
    let last = acc.len().saturating_sub(W);
    let (a, b) = (&a[..acc.len()], &b[..acc.len()]);
    let mut at = 0;
    while at < acc.len() {
        let from = at.min(last);
        let (acc, a, b) = (&mut acc[from..from + W], &a[from..from + W], &b[from..from + W]);
        for lane in 0..W {
            acc[lane] = step(acc[lane], a[lane], b[lane]);
        }
        at += W;
    }
}

/// Runs `work` compiled for the widest vectors this processor has.
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a choice by the processor"))]
pub(super) fn widest<T>(work: impl Work<T>) -> T {
    #[cfg(target_arch = "x86_64")]
    if level() >= Level::Avx2 {
        // SAFETY: the processor has what its level names.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

/// Work whose body is inlined into each of its compiled forms.
pub(super) trait Work<T> {
    /// Does it; to be marked `#[inline(always)]`.
    fn run(self) -> T;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn with_avx2<T>(work: impl Work<T>) -> T {
    work.run()
}
