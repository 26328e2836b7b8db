//! The last empties, where counting moves and table lookups cost more than searching on.

use super::super::eval::around;
use super::super::flips::flips;
use crate::bits::Word;

/// The search of the last tier; it counts its nodes. Each value is a bound on one side of `alpha`
/// that tells whether the true value is more.
#[derive(Default)]
pub(super) struct LastEmpties<const N: usize> {
    pub nodes: u64,
}

/// Less than any score.
const NONE: i32 = i32::MIN;

impl<const N: usize> LastEmpties<N> {
    const CELLS: i32 = (N * N) as i32;
    const AROUND: [u64; 64] = neighbours::<N>();
    const QUARTER: [u64; 64] = quarters::<N>();

    /// Tests if the value is more than `alpha`; `vacant` are the empty cells.
    pub fn value(&mut self, own: u64, other: u64, vacant: u64, alpha: i32) -> i32 {
        let (first, second) = (vacant.first(), vacant.clear_lowest().first());
        match vacant.count() {
            0 => {
                self.nodes += 1;
                2 * own.count() as i32 - Self::CELLS
            }
            1 => self.one(own, other, first, alpha),
            2 => self.two(own, other, [first, second], alpha, false),
            3 => self.three(
                own,
                other,
                cells_by_parity(vacant, odd_quarters::<N>(vacant)),
                alpha,
                false,
            ),
            n => self.some(own, other, vacant, (n, odd_quarters::<N>(vacant)), alpha, false),
        }
    }

    /// Four empties or more. `n` is their number, `odd` the quarters of the board with an odd
    /// number of them: cells there come first, because the side that plays into such a quarter can
    /// also play its last move (parity).
    fn some(
        &mut self,
        own: u64,
        other: u64,
        vacant: u64,
        (n, odd): (usize, u64),
        alpha: i32,
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for cells in [vacant & odd, vacant & !odd] {
            for cell in cells.cells() {
                let Some((child_own, child_other)) = Self::after(own, other, cell) else {
                    continue;
                };
                let (left, odd) = (vacant ^ 1 << cell, odd ^ Self::QUARTER[cell]);
                let value = -if n == 4 {
                    let cells = cells_by_parity(left, odd);
                    self.three(child_own, child_other, cells, -alpha - 1, false)
                } else {
                    self.some(child_own, child_other, left, (n - 1, odd), -alpha - 1, false)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > NONE {
            best
        } else if passed {
            Self::final_score(own, other)
        } else {
            -self.some(other, own, vacant, (n, odd), -alpha - 1, true)
        }
    }

    fn three(
        &mut self,
        own: u64,
        other: u64,
        [a, b, c]: [usize; 3],
        alpha: i32,
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (cell, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some((child_own, child_other)) = Self::after(own, other, cell) {
                let value = -self.two(child_own, child_other, left, -alpha - 1, false);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > NONE {
            best
        } else if passed {
            Self::final_score(own, other)
        } else {
            -self.three(other, own, [a, b, c], -alpha - 1, true)
        }
    }

    fn two(&mut self, own: u64, other: u64, [a, b]: [usize; 2], alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (cell, left) in [(a, b), (b, a)] {
            if let Some((child_own, child_other)) = Self::after(own, other, cell) {
                let value = -self.one(child_own, child_other, left, -alpha - 1);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best > NONE {
            best
        } else if passed {
            Self::final_score(own, other)
        } else {
            -self.two(other, own, [a, b], -alpha - 1, true)
        }
    }

    /// One empty: the score follows from the number of flipped discs.
    #[inline]
    fn one(&mut self, own: u64, other: u64, cell: usize, alpha: i32) -> i32 {
        self.nodes += 1;
        let discs = own.count() as i32;
        let turned = flips::<N>(own, other, cell).count() as i32;
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
        let lost = flips::<N>(other, own, cell).count() as i32;
        if lost > 0 { 2 * (discs - lost) - Self::CELLS } else { most }
    }

    /// The discs after a move on a vacant cell, those of the side then to move first; `None` if it
    /// flips nothing.
    #[inline]
    fn after(own: u64, other: u64, cell: usize) -> Option<(u64, u64)> {
        if Self::AROUND[cell] & other == 0 {
            return None;
        }
        let turned = flips::<N>(own, other, cell);
        if turned == 0 { None } else { Some((other ^ turned, own ^ turned | 1 << cell)) }
    }

    #[cold]
    fn final_score(own: u64, other: u64) -> i32 {
        let difference = own.count() as i32 - other.count() as i32;
        let vacant = Self::CELLS - (own | other).count() as i32;
        difference + vacant * difference.signum()
    }
}

/// Three empties; the first is in a quarter with an odd number of them.
#[inline]
fn cells_by_parity(vacant: u64, odd: u64) -> [usize; 3] {
    let first = (vacant & odd).first();
    let rest = vacant & !(1 << first);
    [first, rest.first(), rest.clear_lowest().first()]
}

/// The quarters of the board that hold an odd number of these cells.
#[inline]
pub(super) fn odd_quarters<const N: usize>(vacant: u64) -> u64 {
    vacant.cells().fold(0, |odd, cell| odd ^ LastEmpties::<N>::QUARTER[cell])
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
