//! The last empties, where counting moves costs more than searching on: cells in order of parity
//! only, one function for each number.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use super::super::eval::around;
use super::kept::Lean;
use super::processor::Processor;
use crate::bits::Word;

/// Less than any score.
const NONE: i32 = i32::MIN;

impl<const N: usize> Lean<N> {
    const AROUND: [u64; 64] = neighbours::<N>();
    const QUARTER: [u64; 64] = quarters::<N>();

    /// Three empties or fewer.
    #[inline(always)]
    pub(super) fn last<P: Processor>(&mut self, p: P, own: u64, other: u64, alpha: i32) -> i32 {
        let vacant = Self::vacant(own, other);
        let (a, b, c) = by_parity(vacant, odd_quarters::<N>(vacant));
        match vacant.count() {
            0 => {
                self.nodes += 1;
                2 * own.count() as i32 - Self::CELLS
            }
            1 => self.one(p, own, other, vacant.first(), alpha),
            2 => p.two(self, own, other, vacant.first(), vacant.clear_lowest().first(), alpha),
            _ => p.three(self, own, other, a, b, c, alpha),
        }
    }

    #[inline(always)]
    pub(super) fn five<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        other: u64,
        moves: u64,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(most) = Self::stable_cut(own, other, 5, alpha) {
            return most;
        }
        let slot = self.last_table.slot(own, other);
        let mut table_move = 0;
        if let Some(known) = self.last_table.get(slot, own, other) {
            if let Some(value) = known.cut(alpha) {
                return value;
            }
            table_move = 1 << known.best;
        }
        if moves == 0 {
            let replies = p.mobility::<N>(other, own);
            return if replies == 0 {
                Self::final_score(own, other)
            } else {
                -p.five(self, other, own, replies, odd, -alpha - 1)
            };
        }
        let table_move = table_move & moves;
        let alone = alone::<N>(Self::vacant(own, other));
        let rest = moves ^ table_move;
        let (first, second) = (rest & alone, rest & odd & !alone);
        let mut best = (NONE, 0);
        'moves: for cells in [table_move, first, second, rest & !(first | second)] {
            for cell in cells.cells() {
                let turned = p.flips::<N>(own, other, cell);
                let (child_own, child_other) = (other ^ turned, own ^ turned | 1 << cell);
                let odd = odd ^ quarter::<N>(cell);
                let value = -p.four(self, child_own, child_other, odd, -alpha - 1);
                if value > best.0 {
                    best = (value, cell);
                    if value > alpha {
                        break 'moves;
                    }
                }
            }
        }
        self.last_table.put(slot, own, other, best.0, alpha, best.1);
        best.0
    }

    #[inline(always)]
    pub(super) fn four<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        other: u64,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(most) = Self::stable_cut(own, other, 4, alpha) {
            return most;
        }
        let slot = self.last_table.slot(own, other);
        let known = self.last_table.get(slot, own, other);
        if let Some(value) = known.and_then(|known| known.cut(alpha)) {
            return value;
        }
        let vacant = Self::vacant(own, other);
        let alone = alone::<N>(vacant);
        let mut best = (NONE, 0);
        'moves: for cells in [alone, vacant & odd & !alone, vacant & !(odd | alone)] {
            for cell in cells.cells() {
                let Some((own, other)) = Self::after(p, own, other, cell) else { continue };
                let (a, b, c) = by_parity(vacant ^ 1 << cell, odd ^ quarter::<N>(cell));
                let value = -p.three(self, own, other, a, b, c, -alpha - 1);
                if value > best.0 {
                    best = (value, cell);
                    if value > alpha {
                        break 'moves;
                    }
                }
            }
        }
        if best.0 == NONE {
            return if p.mobility::<N>(other, own) == 0 {
                Self::final_score(own, other)
            } else {
                -p.four(self, other, own, odd, -alpha - 1)
            };
        }
        self.last_table.put(slot, own, other, best.0, alpha, best.1);
        best.0
    }

    #[inline(always)]
    pub(super) fn three<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        other: u64,
        a: usize,
        b: usize,
        c: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let mut tried = |cell, b, c| {
            if let Some((own, other)) = Self::after(p, own, other, cell) {
                best = best.max(-p.two(self, own, other, b, c, -alpha - 1));
            }
            best > alpha
        };
        if tried(a, b, c) || tried(b, a, c) || tried(c, a, b) || best > NONE {
            return best;
        }
        // The mover passes.
        self.nodes += 1;
        let mut least = -NONE_OF_OTHER;
        let mut tried = |cell, b, c| {
            if let Some((own, other)) = Self::after(p, other, own, cell) {
                least = least.min(p.two(self, own, other, b, c, alpha));
            }
            least <= alpha
        };
        if tried(a, b, c) || tried(b, a, c) || tried(c, a, b) || least < -NONE_OF_OTHER {
            return least;
        }
        Self::final_score(own, other)
    }

    #[inline(always)]
    pub(super) fn two<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        other: u64,
        a: usize,
        b: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let mut tried = |cell, left| {
            if let Some((own, other)) = Self::after(p, own, other, cell) {
                best = best.max(-self.one(p, own, other, left, -alpha - 1));
            }
            best > alpha
        };
        if tried(a, b) || tried(b, a) || best > NONE {
            return best;
        }
        // The mover passes.
        self.nodes += 1;
        let mut least = -NONE_OF_OTHER;
        let mut tried = |cell, left| {
            if let Some((own, other)) = Self::after(p, other, own, cell) {
                least = least.min(self.one(p, own, other, left, alpha));
            }
            least <= alpha
        };
        if tried(a, b) || tried(b, a) || least < -NONE_OF_OTHER {
            return least;
        }
        Self::final_score(own, other)
    }

    /// One empty: the score follows from the number of flipped discs.
    #[inline(always)]
    fn one<P: Processor>(&mut self, p: P, own: u64, other: u64, cell: usize, alpha: i32) -> i32 {
        self.nodes += 1;
        let discs = own.count() as i32;
        let turned = p.last_flips::<N>(own, cell);
        if turned > 0 {
            return 2 * (discs + turned + 1) - Self::CELLS;
        }
        // If neither side can fill the cell, it goes to the side that leads; with an odd number of
        // discs one side leads.
        let difference = 2 * discs - (Self::CELLS - 1);
        let most = difference + difference.signum();
        if most <= alpha {
            return most;
        }
        let lost = p.last_flips::<N>(other, cell);
        if lost > 0 { 2 * (discs - lost) - Self::CELLS } else { most }
    }

    /// The discs after a move on a vacant cell, those of the side then to move first; `None` if it
    /// flips nothing.
    #[inline(always)]
    fn after<P: Processor>(p: P, own: u64, other: u64, cell: usize) -> Option<(u64, u64)> {
        if Self::AROUND[cell & 63] & other == 0 {
            return None;
        }
        let turned = p.flips::<N>(own, other, cell);
        if turned == 0 { None } else { Some((other ^ turned, own ^ turned | 1 << cell)) }
    }
}

/// As [`NONE`] for the other side, more than any score when negated.
const NONE_OF_OTHER: i32 = -i32::MAX;

/// The vacant cells without a vacant neighbour.
#[inline(always)]
fn alone<const N: usize>(vacant: u64) -> u64 {
    vacant & !around::<N>(vacant)
}

/// Three empties; the first is in a quarter with an odd number of them.
#[inline(always)]
fn by_parity(vacant: u64, odd: u64) -> (usize, usize, usize) {
    let first = vacant & odd;
    let first = (first & first.wrapping_neg()).trailing_zeros() as usize & 63;
    let rest = vacant & !(1 << first);
    (first, rest.first(), rest.clear_lowest().first())
}

/// The quarters of the board that hold an odd number of these cells.
#[inline]
pub(super) fn odd_quarters<const N: usize>(vacant: u64) -> u64 {
    vacant.cells().fold(0, |odd, cell| odd ^ quarter::<N>(cell))
}

/// The quarter of the board that a cell lies in.
#[inline(always)]
pub(super) fn quarter<const N: usize>(cell: usize) -> u64 {
    Lean::<N>::QUARTER[cell & 63]
}

/// The quarter of the board that each cell lies in.
const fn quarters<const N: usize>() -> [u64; 64] {
    let mut table = [0; 64];
    let (mut a, half) = (0, N / 2);
    while a < N * N {
        let mut b = 0;
        while b < N * N {
            if a % N / half == b % N / half && a / N / half == b / N / half {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The cells around each cell.
const fn neighbours<const N: usize>() -> [u64; 64] {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < N * N {
        table[cell] = around::<N>(1 << cell);
        cell += 1;
    }
    table
}
