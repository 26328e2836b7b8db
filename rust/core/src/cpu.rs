//! Processor features beyond those of the compilation target, detected once.
//!
//! A wheel must run on every x86-64 processor of the last fifteen years, so the compiler may not
//! use newer instructions. The few functions that gain a tenth or more from them are compiled once
//! more for each level, and choose by [`level`] at each call: a load and a well predicted branch. There
//! bits are counted in hardware, whatever the compilation target.
//!
//! The environment variable `BITGAMES_CPU` lowers the level, for tests and benches: results are the
//! same on every level.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::error::{Error, Result};

/// The environment variable that names the level to use: `portable`, `avx2` or `avx512`.
pub const VARIABLE: &str = "BITGAMES_CPU";

/// A level of processor features; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// The features of the compilation target; the only level on processors other than x86-64.
    Portable = 1,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT, as since Intel's Haswell (2013) and AMD's Excavator (2015).
    /// AMD's processors of this level may have a slow PDEP.
    Avx2,
    /// AVX-512 F, VL, CD, BW and DQ, as since Intel's Skylake-X (2017) and AMD's Zen 4 (2022); PDEP and
    /// PEXT are fast on all of these.
    Avx512,
}

impl Level {
    const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// The name of the level, as in [`VARIABLE`].
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// The level of a name that this processor has.
    ///
    /// ```
    /// use bitgames_core::cpu::Level;
    /// assert_eq!(Level::named("portable"), Ok(Level::Portable));
    /// assert!(Level::named("mmx").unwrap_err().to_string().starts_with("BITGAMES_CPU must be one of"));
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] with the levels that it has.
    pub fn named(name: &str) -> Result<Level> {
        levels().find(|level| level.name() == name).ok_or_else(|| {
            let names: Vec<_> = levels().map(Level::name).collect();
            let allowed = format!("one of this processor's levels ({})", names.join(", "));
            Error::parameter(VARIABLE, allowed, format!("{name:?}"))
        })
    }
}

/// Hands the features of a level to another macro.
macro_rules! features {
    (Portable, $macro:ident $($rest:tt)*) => { $crate::cpu::$macro! { [] $($rest)* } };
    (Avx2, $macro:ident $($rest:tt)*) => {
        $crate::cpu::$macro! { ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"] $($rest)* }
    };
    (Avx512, $macro:ident $($rest:tt)*) => {
        $crate::cpu::$macro! { ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
            "avx512f" "avx512vl" "avx512cd" "avx512bw" "avx512dq"] $($rest)* }
    };
}

/// A function compiled with features.
macro_rules! compiled {
    ([] , $($function:tt)*) => { $($function)* };
    ([$($feature:tt)*], $($function:tt)*) => {
        #[target_feature($(enable = $feature),*)]
        $($function)*
    };
}

/// True if the processor has all of the features.
#[cfg(target_arch = "x86_64")]
macro_rules! detected {
    ([$($feature:tt)*]) => { true $(&& std::arch::is_x86_feature_detected!($feature))* };
}

/// Chooses by a [`Processor`]: an expression for some levels, each compiled with its features as a
/// function of the arguments listed, and one for the others. What is not inlined into them is
/// compiled as usual. Before the arguments stands the function's generic parameter, if any, and how
/// it is declared.
macro_rules! on_level {
    ($processor:expr, #[$inline:meta] $params:tt $args:tt -> $result:ty {
        $($on:ident => $do:expr,)* _ => $rest:expr $(,)?
    }) => {
        match $crate::cpu::Processor::level($processor) {
            $(
                #[cfg(target_arch = "x86_64")]
                $crate::cpu::Level::$on => {
                    $crate::cpu::on_level!(@call #[$inline] $on, $params $args -> $result { $do })
                }
            )*
            _ => $rest,
        }
    };
    (@call #[$inline:meta] $on:ident,
        [$($($name:ident),+; $($parameter:tt)*)?]
        ($($arg:ident: $kind:ty),*) -> $result:ty { $do:expr }
    ) => {{
        $crate::cpu::features!($on, compiled,
            #[$inline]
            fn compiled<$($($parameter)*)?>($($arg: $kind),*) -> $result {
                $do
            }
        );
        // SAFETY: the proof of a level exists only if the processor has its features.
        #[allow(unsafe_code, unused_unsafe, clippy::let_and_return, reason = "by the processor")]
        let result = unsafe { compiled::<$($($name),+)?>($($arg),*) };
        result
    }};
}

#[cfg(target_arch = "x86_64")]
pub(crate) use detected;
pub(crate) use {compiled, features, on_level};

/// A [`Level`]; 0 before detection.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// Whether PDEP is a loop of microcode here; set with the level.
static HAS_SLOW_PDEP: AtomicBool = AtomicBool::new(false);

/// The level in use: the best that this processor has, unless [`VARIABLE`] or [`limit`] lowers it.
///
/// # Panics
/// At the first call if the variable names a level that the processor lacks: see [`detect`].
#[inline]
pub fn level() -> Level {
    match LEVEL.load(Ordering::Relaxed) {
        1 => Level::Portable,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => first_level(),
    }
}

#[cold]
fn first_level() -> Level {
    detect().expect("the environment names a level of this processor")
}

/// Finds the level to use, from [`VARIABLE`] or, where it is not set, from the processor.
///
/// # Errors
/// As [`Level::named`].
pub fn detect() -> Result<Level> {
    match std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
        Some(name) => Level::named(&name.to_string_lossy()).map(limit),
        None => Ok(limit(best())),
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
    HAS_SLOW_PDEP.store(has_slow_pdep(), Ordering::Relaxed);
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
pub fn tuned<W: Work>(work: W) -> W::Result {
    on_level!(InUse, #[inline] [W; W: Work](work: W) -> W::Result {
        Avx512 => work.run(),
        Avx2 => work.run(),
        _ => work.run(),
    })
}

/// Proof that the processor has the features of a level.
pub(crate) trait Processor: Copy {
    fn level(self) -> Level;
}

#[derive(Clone, Copy)]
pub(crate) struct InUse;

impl Processor for InUse {
    #[inline]
    fn level(self) -> Level {
        level()
    }
}

/// AVX2, also on processors with AVX-512: for code that has no form of its own for them.
#[derive(Clone, Copy)]
pub(crate) struct UpToAvx2;

impl Processor for UpToAvx2 {
    #[inline]
    fn level(self) -> Level {
        level().min(Level::Avx2)
    }
}

/// AVX2 where PDEP and PEXT are fast and in use; else portable.
#[derive(Clone, Copy)]
pub(crate) struct FastPdep;

impl Processor for FastPdep {
    #[inline]
    fn level(self) -> Level {
        if HAS_SLOW_PDEP.load(Ordering::Relaxed) { Level::Portable } else { UpToAvx2.level() }
    }
}

/// Portable for none.
impl<P: Processor> Processor for Option<P> {
    #[inline]
    fn level(self) -> Level {
        self.map_or(Level::Portable, P::level)
    }
}

macro_rules! proof {
    ($level:ident) => {
        #[doc = concat!("Proof of [`Level::", stringify!($level), "`].")]
        #[derive(Clone, Copy)]
        pub(crate) struct $level(());

        impl Processor for $level {
            #[inline]
            fn level(self) -> Level {
                Level::$level
            }
        }

        impl $level {
            features!(
                $level,
                compiled,
                /// Safe to call where the features are.
                #[inline]
                pub(crate) fn new() -> Self {
                    $level(())
                }
            );
        }
    };
}
proof!(Portable);
#[cfg(target_arch = "x86_64")]
proof!(Avx2);
#[cfg(target_arch = "x86_64")]
proof!(Avx512);

/// The levels of this processor, the best last.
pub fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|&level| level <= best())
}

#[cfg(target_arch = "x86_64")]
fn best() -> Level {
    if features!(Avx512, detected) {
        Level::Avx512
    } else if features!(Avx2, detected) {
        Level::Avx2
    } else {
        Level::Portable
    }
}

/// True for AMD's processors before Zen 3 (family 25), and for Hygon's, which are of Zen 1.
#[cfg(target_arch = "x86_64")]
fn has_slow_pdep() -> bool {
    // SAFETY: every x86-64 processor has the instruction, with these two leaves.
    #[allow(unsafe_code, unused_unsafe, reason = "safe in later versions of the library")]
    let [names, versions] = [0, 1].map(|leaf| unsafe { std::arch::x86_64::__cpuid(leaf) });
    let maker = [names.ebx, names.edx, names.ecx].map(u32::to_le_bytes);
    let (base, more) = (versions.eax >> 8 & 15, versions.eax >> 20 & 255);
    match maker.as_flattened() {
        b"AuthenticAMD" => base + more < 25,
        maker => maker == b"HygonGenuine",
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn best() -> Level {
    Level::Portable
}

#[cfg(not(target_arch = "x86_64"))]
fn has_slow_pdep() -> bool {
    false
}
