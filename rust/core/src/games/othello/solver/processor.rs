//! The lean tiers, compiled once for each level of the processor.
//!
//! Newer instructions help most where the compiler may use them across whole functions. The
//! functions of the lean tiers are generic in a [`Processor`] and always inlined; here each gets a
//! compiled form for each level. The choice is made once, on entry.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

#[cfg(target_arch = "x86_64")]
use super::super::lanes;
use super::super::portable;
use super::estimate::Estimate;
use super::kept::{Lean, Shallow};
use super::order::ScoredMoves;
use crate::cpu::{Level, level};
use crate::game::Move;
use crate::table::Table;

/// Proof that the processor has the features of a level, and what is compiled for it. Positions are
/// the mover's discs, the other's, the mover's moves (which its parent has counted as replies), and the
/// quarters of the board with an odd number of vacant cells.
pub(super) trait Processor: Copy {
    fn mobility<const N: usize>(self, own: u64, other: u64) -> u64;
    fn flips<const N: usize>(self, own: u64, other: u64, cell: usize) -> u64;
    /// The number of discs that a move on the last vacant cell turns over.
    fn last_flips<const N: usize>(self, own: u64, cell: usize) -> i32;

    /// [`Lean::many`] for this level, and so on.
    fn many<const N: usize>(
        self,
        lean: &mut Lean<N>,
        own: u64,
        other: u64,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32;
    fn some<const N: usize>(
        self,
        lean: &mut Lean<N>,
        own: u64,
        other: u64,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32;
    fn five<const N: usize>(
        self,
        lean: &mut Lean<N>,
        own: u64,
        other: u64,
        moves: u64,
        odd: u64,
        alpha: i32,
    ) -> i32;
    fn four<const N: usize>(
        self,
        lean: &mut Lean<N>,
        own: u64,
        other: u64,
        odd: u64,
        alpha: i32,
    ) -> i32;
    /// The last vacant cells in the order in which to try them.
    fn three<const N: usize>(
        self,
        lean: &mut Lean<N>,
        own: u64,
        other: u64,
        a: usize,
        b: usize,
        c: usize,
        alpha: i32,
    ) -> i32;
    fn two<const N: usize>(
        self,
        lean: &mut Lean<N>,
        own: u64,
        other: u64,
        a: usize,
        b: usize,
        alpha: i32,
    ) -> i32;

    /// [`Shallow::search`] for this level, and so on.
    fn search<const N: usize>(
        self,
        shallow: &Shallow<N>,
        own: u64,
        other: u64,
        at: &Estimate<N>,
        alpha: i32,
        beta: i32,
        depth: usize,
    ) -> i32;
    fn choices<const N: usize>(
        self,
        shallow: &Shallow<N>,
        own: u64,
        other: u64,
        table: &Table,
        table_move: Option<Move>,
        least: Option<i32>,
    ) -> ScoredMoves;
}

/// The functions that are compiled with some features.
macro_rules! compiled {
    ($($features:literal)?) => {
        compiled!(
            fn many(lean: &mut Lean<N>, moves: u64, odd: u64, n: usize, alpha: i32) -> i32,
            $($features)?
        );
        compiled!(
            fn some(lean: &mut Lean<N>, moves: u64, odd: u64, n: usize, alpha: i32) -> i32,
            $($features)?
        );
        compiled!(
            fn five(lean: &mut Lean<N>, moves: u64, odd: u64, alpha: i32) -> i32,
            $($features)?
        );
        compiled!(fn four(lean: &mut Lean<N>, odd: u64, alpha: i32) -> i32, $($features)?);
        compiled!(
            fn three(lean: &mut Lean<N>, a: usize, b: usize, c: usize, alpha: i32) -> i32,
            $($features)?
        );
        compiled!(fn two(lean: &mut Lean<N>, a: usize, b: usize, alpha: i32) -> i32, $($features)?);
        compiled!(
            fn search(
                shallow: &Shallow<N>,
                at: &Estimate<N>,
                alpha: i32,
                beta: i32,
                depth: usize
            ) -> i32,
            $($features)?
        );
        compiled!(
            fn choices(
                shallow: &Shallow<N>,
                table: &Table,
                table_move: Option<Move>,
                least: Option<i32>
            ) -> ScoredMoves,
            $($features)?
        );
    };
    (
        fn $name:ident($on:ident: $of:ty, $($arg:ident: $kind:ty),*) -> $result:ty,
        $($features:literal)?
    ) => {
        #[inline(always)]
        #[allow(unsafe_code, unused_unsafe, reason = "compiled for a level of the processor")]
        fn $name<const N: usize>(
            self,
            $on: $of,
            own: u64,
            other: u64,
            $($arg: $kind),*
        ) -> $result {
            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            fn compiled<const N: usize, P: Processor>(
                p: P,
                $on: $of,
                own: u64,
                other: u64,
                $($arg: $kind),*
            ) -> $result {
                $on.$name(p, own, other, $($arg),*)
            }
            // SAFETY: `self` exists only if the processor has these features.
            unsafe { compiled(self, $on, own, other, $($arg),*) }
        }
    };
}

/// The features of the compilation target.
#[derive(Clone, Copy)]
struct Portable;

impl Processor for Portable {
    #[inline(always)]
    fn mobility<const N: usize>(self, own: u64, other: u64) -> u64 {
        portable::mobility::<N>(own, other)
    }

    #[inline(always)]
    fn flips<const N: usize>(self, own: u64, other: u64, cell: usize) -> u64 {
        portable::flips::<N>(own, other, cell)
    }

    #[inline(always)]
    fn last_flips<const N: usize>(self, own: u64, cell: usize) -> i32 {
        portable::last_flips::<N>(own, cell)
    }

    compiled!();
}

/// [`Level::Avx2`].
#[derive(Clone, Copy)]
#[cfg(target_arch = "x86_64")]
struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Processor for Avx2 {
    #[inline(always)]
    fn mobility<const N: usize>(self, own: u64, other: u64) -> u64 {
        portable::mobility::<N>(own, other)
    }

    #[inline(always)]
    fn flips<const N: usize>(self, own: u64, other: u64, cell: usize) -> u64 {
        portable::flips::<N>(own, other, cell)
    }

    #[inline(always)]
    fn last_flips<const N: usize>(self, own: u64, cell: usize) -> i32 {
        portable::last_flips::<N>(own, cell)
    }

    compiled!("avx2,bmi1,bmi2,lzcnt");
}

/// [`Level::Avx512`].
#[derive(Clone, Copy)]
#[cfg(target_arch = "x86_64")]
struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Processor for Avx512 {
    #[inline(always)]
    #[expect(unsafe_code, reason = "compiled for a level of the processor")]
    fn mobility<const N: usize>(self, own: u64, other: u64) -> u64 {
        // SAFETY: `self` exists only if the processor has these features.
        unsafe { lanes::mobility_avx512::<N>(own, other) }
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "compiled for a level of the processor")]
    fn flips<const N: usize>(self, own: u64, other: u64, cell: usize) -> u64 {
        // SAFETY: `self` exists only if the processor has these features.
        unsafe { lanes::flips_avx512::<N>(own, other, cell) }
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "compiled for a level of the processor")]
    fn last_flips<const N: usize>(self, own: u64, cell: usize) -> i32 {
        // SAFETY: `self` exists only if the processor has these features.
        unsafe { lanes::last_flips_bmi2::<N>(own, cell) }
    }

    compiled!("avx2,bmi1,bmi2,lzcnt,avx512f,avx512vl,avx512cd");
}

/// Does something with the proof of the level in use.
macro_rules! on_level {
    ($p:ident => $do:expr) => {
        match level() {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                let $p = Avx512(());
                $do
            }
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => {
                let $p = Avx2(());
                $do
            }
            _ => {
                let $p = Portable;
                $do
            }
        }
    };
}

/// [`Lean::value`] on the level in use.
pub(super) fn value<const N: usize>(lean: &mut Lean<N>, own: u64, other: u64, alpha: i32) -> i32 {
    on_level!(p => lean.value(p, own, other, alpha))
}

/// [`Shallow::search`] from a position, on the level in use.
pub(super) fn estimate<const N: usize>(
    shallow: &Shallow<N>,
    own: u64,
    other: u64,
    (alpha, beta): (i32, i32),
    depth: usize,
) -> i32 {
    let at = Estimate::new(own, other);
    on_level!(p => p.search(shallow, own, other, &at, alpha, beta, depth))
}

/// [`Shallow::choices`] on the level in use.
pub(super) fn choices<const N: usize>(
    shallow: &Shallow<N>,
    own: u64,
    other: u64,
    table: &Table,
    table_move: Option<Move>,
    least: Option<i32>,
) -> ScoredMoves {
    on_level!(p => p.choices(shallow, own, other, table, table_move, least))
}
