//! Processor features beyond those of the compilation target, detected once.
//!
//! A wheel must run on every x86-64 processor of the last fifteen years, so the compiler may not
//! use newer instructions. The few functions that gain a tenth or more from them have a second
//! form, and choose by [`level`] at each call: a load and a well predicted branch.

use std::sync::atomic::{AtomicU8, Ordering};

/// A level of processor features; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// The features of the compilation target; the only level on processors other than x86-64.
    Portable = 1,
    /// AVX2 and BMI1, as since Intel's Haswell (2013) and AMD's Excavator (2015).
    Avx2,
    /// BMI2 with a fast PDEP, and AVX-512 F, VL, CD, BW and DQ, as since Intel's Skylake-X (2017) and AMD's
    /// Zen 4 (2022). PDEP is in this level because AMD's processors without AVX-512 may have a slow
    /// one.
    Avx512,
}

/// A [`Level`]; 0 before detection.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// The level in use: the best that this processor has, unless [`limit`] lowers it.
#[inline]
pub fn level() -> Level {
    match LEVEL.load(Ordering::Relaxed) {
        1 => Level::Portable,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => limit(Level::Avx512),
    }
}

/// Limits the level to `most` from now on, in the whole process, and returns the level in use. For
/// benches and tests: results are the same on every level.
///
/// ```
/// use bitgames_core::cpu::{Level, level, limit};
/// assert_eq!(limit(Level::Portable), Level::Portable);
/// assert_eq!(limit(Level::Avx512), level());
/// ```
#[cold]
pub fn limit(most: Level) -> Level {
    let level = most.min(best());
    LEVEL.store(level as u8, Ordering::Relaxed);
    level
}

/// A loop over many numbers, which the compiler may turn into vectors. Its function, and all that it
/// calls, must be inlined: what is not is compiled as usual.
pub trait Work {
    /// The result.
    type Result;
    /// Does it; to be marked as always inlined.
    fn run(self) -> Self::Result;
}

/// Does work in the form that the compiler makes of it for the level in use.
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a choice by the processor"))]
pub fn tuned<W: Work>(work: W) -> W::Result {
    match level() {
        // SAFETY: this level is only in use if the processor has its features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { with_avx512(work) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { with_avx2(work) },
        _ => work.run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn with_avx2<W: Work>(work: W) -> W::Result {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512vl,avx512cd,avx512bw,avx512dq")]
fn with_avx512<W: Work>(work: W) -> W::Result {
    work.run()
}

/// The levels of this processor, the best last.
pub fn levels() -> impl Iterator<Item = Level> {
    [Level::Portable, Level::Avx2, Level::Avx512].into_iter().filter(|&level| level <= best())
}

#[cfg(target_arch = "x86_64")]
fn best() -> Level {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("avx2") && has!("bmi1")) {
        Level::Portable
    } else if has!("bmi2")
        && has!("avx512f")
        && has!("avx512vl")
        && has!("avx512cd")
        && has!("avx512bw")
        && has!("avx512dq")
    {
        Level::Avx512
    } else {
        Level::Avx2
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn best() -> Level {
    Level::Portable
}
