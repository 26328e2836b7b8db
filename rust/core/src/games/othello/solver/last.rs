//! The last empties, where counting moves costs more than searching on: cells in order of parity
//! only, one function for each number.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use super::super::discs::Discs;
use super::super::flips::last_flips_on;
use super::super::sides::around;
use super::compiled;
use super::kept::Lean;
use crate::bits::Word;
use crate::cpu::Processor;

/// Less than any score.
const NONE: i32 = i32::MIN;

impl<const W: usize, const H: usize> Lean<W, H> {
    const AROUND: [u64; 64] = neighbours::<W>();
    const QUARTER: [u64; 64] = quarters::<W, H>();

    /// Three empties or fewer.
    #[inline(always)]
    pub(super) fn last<P: Processor>(&mut self, p: P, at: Discs<W, H>, alpha: i32) -> i32 {
        let empties = at.empties();
        let (a, b, c) = by_parity(empties, odd_quarters::<W, H>(empties));
        match empties.count() {
            0 => {
                self.nodes += 1;
                2 * at.own.count() as i32 - Discs::<W, H>::CELLS
            }
            1 => self.one(p, at, empties.first(), alpha),
            2 => {
                let (a, b) = (empties.first(), empties.clear_lowest().first());
                compiled::two(p, self, at, a, b, alpha)
            }
            _ => compiled::three(p, self, at, a, b, c, alpha),
        }
    }

    #[inline(always)]
    pub(super) fn five<P: Processor>(
        &mut self,
        p: P,
        at: Discs<W, H>,
        moves: u64,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let slot = self.last_table.slot(at);
        if let Some(value) = Self::enter(&self.last_table, slot, at, alpha) {
            return value;
        }
        if moves == 0 {
            return at.pass(p, |at, moves| compiled::five(p, self, at, moves, odd, -alpha - 1));
        }
        let alone = alone::<W>(at.empties());
        let mut best = NONE;
        for cell in in_order(moves, alone, odd) {
            let child = at.after(cell, at.flips_on(p, cell));
            let odd = odd ^ quarter::<W, H>(cell);
            best = best.max(-compiled::four(p, self, child, odd, -alpha - 1));
            if best > alpha {
                break;
            }
        }
        self.last_table.put(slot, at, best, alpha);
        best
    }

    #[inline(always)]
    pub(super) fn four<P: Processor>(
        &mut self,
        p: P,
        at: Discs<W, H>,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(value) = Self::bound_by_stable(at, alpha) {
            return value;
        }
        let empties = at.empties();
        let alone = alone::<W>(empties);
        let mut best = NONE;
        for cell in in_order(empties, alone, odd).take(4) {
            let Some(child) = Self::after(p, at, cell) else { continue };
            let (a, b, c) = by_parity(empties ^ 1 << cell, odd ^ quarter::<W, H>(cell));
            best = best.max(-compiled::three(p, self, child, a, b, c, -alpha - 1));
            if best > alpha {
                return best;
            }
        }
        if best == NONE {
            return at.pass(p, |at, _| compiled::four(p, self, at, odd, -alpha - 1));
        }
        best
    }

    #[inline(always)]
    pub(super) fn three<P: Processor>(
        &mut self,
        p: P,
        at: Discs<W, H>,
        a: usize,
        b: usize,
        c: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (cell, b, c) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let Some(child) = Self::after(p, at, cell) {
                best = best.max(-self.two(p, child, b, c, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > NONE {
            return best;
        }
        // The mover passes.
        self.nodes += 1;
        let mut least = -NONE_OF_OTHER;
        for (cell, b, c) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let Some(child) = Self::after(p, at.passed(), cell) {
                least = least.min(compiled::two(p, self, child, b, c, alpha));
                if least <= alpha {
                    return least;
                }
            }
        }
        if least < -NONE_OF_OTHER {
            return least;
        }
        at.final_score()
    }

    #[inline(always)]
    pub(super) fn two<P: Processor>(
        &mut self,
        p: P,
        at: Discs<W, H>,
        a: usize,
        b: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (cell, left) in [(a, b), (b, a)] {
            if let Some(child) = Self::after(p, at, cell) {
                best = best.max(-self.one(p, child, left, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > NONE {
            return best;
        }
        // The mover passes.
        self.nodes += 1;
        let mut least = -NONE_OF_OTHER;
        for (cell, left) in [(a, b), (b, a)] {
            if let Some(child) = Self::after(p, at.passed(), cell) {
                least = least.min(self.one(p, child, left, alpha));
                if least <= alpha {
                    return least;
                }
            }
        }
        if least < -NONE_OF_OTHER {
            return least;
        }
        at.final_score()
    }

    /// One empty: the score follows from the number of flipped discs.
    #[inline(always)]
    fn one<P: Processor>(&mut self, p: P, at: Discs<W, H>, cell: usize, alpha: i32) -> i32 {
        self.nodes += 1;
        let discs = at.own.count() as i32;
        let flipped = last_flips_on::<W>(p, at.own, cell);
        if flipped > 0 {
            return 2 * (discs + flipped + 1) - Discs::<W, H>::CELLS;
        }
        // If neither side can fill the cell, it goes to the side that leads; with an odd number of
        // discs one side leads.
        let difference = 2 * discs - (Discs::<W, H>::CELLS - 1);
        let most = difference + difference.signum();
        if most <= alpha {
            return most;
        }
        let lost = last_flips_on::<W>(p, at.other, cell);
        if lost > 0 { 2 * (discs - lost) - Discs::<W, H>::CELLS } else { most }
    }

    /// The discs after a move on an empty cell; `None` if it flips nothing.
    #[inline(always)]
    fn after<P: Processor>(p: P, at: Discs<W, H>, cell: usize) -> Option<Discs<W, H>> {
        if Self::AROUND[cell & 63] & at.other == 0 {
            return None;
        }
        let flipped = at.flips_on(p, cell);
        (flipped != 0).then(|| at.after(cell, flipped))
    }
}

/// As [`NONE`] for the other side, more than any score when negated.
const NONE_OF_OTHER: i32 = -i32::MAX;

/// The empty squares without an empty neighbour.
#[inline(always)]
fn alone<const W: usize>(empties: u64) -> u64 {
    empties & !around::<W>(empties)
}

/// The cells of a set, those of `first` first, then those of `second`. One loop without a branch between the
/// sets, which would be hard to predict.
#[inline(always)]
pub(super) fn in_order(mut set: u64, first: u64, second: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let rest = std::hint::select_unpredictable(set & second == 0, set, set & second);
        let next = std::hint::select_unpredictable(set & first == 0, rest, set & first);
        let cell = next.first();
        set &= !(1 << cell);
        Some(cell)
    })
}

/// Three empties; the first is in a quarter with an odd number of them.
#[inline(always)]
fn by_parity(empties: u64, odd: u64) -> (usize, usize, usize) {
    let first = empties & odd;
    let first = (first & first.wrapping_neg()).trailing_zeros() as usize & 63;
    let rest = empties & !(1 << first);
    (first, rest.first(), rest.clear_lowest().first())
}

/// The quarters of the board that hold an odd number of these cells.
#[inline]
pub(super) fn odd_quarters<const W: usize, const H: usize>(empties: u64) -> u64 {
    empties.cells().fold(0, |odd, cell| odd ^ quarter::<W, H>(cell))
}

/// The quarter of the board that a cell lies in.
#[inline(always)]
pub(super) fn quarter<const W: usize, const H: usize>(cell: usize) -> u64 {
    Lean::<W, H>::QUARTER[cell & 63]
}

/// The quarter of the board that each cell lies in.
const fn quarters<const W: usize, const H: usize>() -> [u64; 64] {
    let mut table = [0; 64];
    let mut a = 0;
    while a < W * H {
        let mut b = 0;
        while b < W * H {
            let is_left = [a % W < W / 2, b % W < W / 2];
            let is_upper = [a / W < H / 2, b / W < H / 2];
            if is_left[0] == is_left[1] && is_upper[0] == is_upper[1] {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The cells around each cell.
const fn neighbours<const W: usize>() -> [u64; 64] {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < W * W {
        table[cell] = around::<W>(1 << cell);
        cell += 1;
    }
    table
}
