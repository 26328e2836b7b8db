//! The lean tiers, compiled once for each level of the processor.
//!
//! Newer instructions help most where the compiler may use them across whole functions. The
//! functions of the lean tiers are generic in a [`Processor`] and always inlined; here each gets a
//! compiled form for each level. A closure cannot be marked so, and one that the compiler does not
//! inline is compiled for no level: what flips discs stands in loops. The choice is made once, on
//! entry. Positions are the discs, the mover's moves (which its parent has counted as replies), and the
//! quarters of the board with an odd number of empties.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use super::super::discs::Discs;
use super::super::order::ScoredMoves;
use super::estimate::Estimate;
use super::kept::{Lean, Shallow};
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};
use crate::cpu::{InUse, Portable, Processor, on_level};
use crate::game::Move;
use crate::table::Table;

/// The level in use, for boards of this height. Those of four rows have the portable form alone: they
/// are solved in seconds, and each form is a part of the size of the library.
#[inline(always)]
pub(super) fn in_use<const H: usize>() -> Option<InUse> {
    (H > 4).then_some(InUse)
}

/// Functions of these names, compiled for each level, that call the inlined ones.
macro_rules! compiled {
    ($(fn $name:ident($on:ident: $of:ty, $($arg:ident: $kind:ty),* $(,)?) -> $result:ty;)*) => {$(
        #[inline(always)]
        pub(super) fn $name<const W: usize, const H: usize>(
            p: impl Processor,
            $on: $of,
            at: Discs<W, H>,
            $($arg: $kind),*
        ) -> $result {
            on_level!(p, #[inline(never)] [W, H; const W: usize, const H: usize](
                $on: $of, at: Discs<W, H>, $($arg: $kind),*
            ) -> $result {
                Avx512 => $on.$name(Avx512::new(), at, $($arg),*),
                Avx2 => $on.$name(Avx2::new(), at, $($arg),*),
                _ => on_level!(@call #[inline(never)] Portable, [W, H; const W: usize, const H: usize](
                    $on: $of, at: Discs<W, H>, $($arg: $kind),*
                ) -> $result { $on.$name(Portable::new(), at, $($arg),*) }),
            })
        }
    )*};
}
compiled! {
    fn value(lean: &mut Lean<W, H>, alpha: i32) -> i32;
    fn search_8_to_12(lean: &mut Lean<W, H>, moves: u64, odd: u64, n: usize, alpha: i32) -> i32;
    fn search_6_7(lean: &mut Lean<W, H>, moves: u64, odd: u64, n: usize, alpha: i32) -> i32;
    fn five(lean: &mut Lean<W, H>, moves: u64, odd: u64, alpha: i32) -> i32;
    fn four(lean: &mut Lean<W, H>, odd: u64, alpha: i32) -> i32;
    // The last empties in the order in which to try them.
    fn three(lean: &mut Lean<W, H>, a: usize, b: usize, c: usize, alpha: i32) -> i32;
    fn two(lean: &mut Lean<W, H>, a: usize, b: usize, alpha: i32) -> i32;
    fn search(
        shallow: &Shallow<W, H>, estimate: &Estimate<W, H>, alpha: i32, beta: i32, depth: usize,
    ) -> i32;
    fn choices(
        shallow: &Shallow<W, H>, table: &Table, table_move: Option<Move>, least: Option<i32>,
    ) -> ScoredMoves;
}
