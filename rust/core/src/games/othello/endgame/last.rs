//! The last cells, where counting moves and looking things up costs more than playing on.

use super::super::eval::around;
use super::super::flips::flips;
use crate::bits::Word;

/// The search of the last tier; it counts its nodes.
#[derive(Default)]
pub(super) struct Few<const N: usize> {
    pub nodes: u64,
}

impl<const N: usize> Few<N> {
    const CELLS: i32 = (N * N) as i32;

    /// Is the value more than `alpha`? A bound on that side of it. `vacant` are the cells left.
    pub fn value(&mut self, own: u64, other: u64, vacant: u64, alpha: i32) -> i32 {
        match vacant.count() {
            0 => {
                self.nodes += 1;
                2 * own.count() as i32 - Self::CELLS
            }
            1 => self.last(own, other, vacant.first()),
            _ => self.some(own, other, vacant, alpha, false),
        }
    }

    fn some(&mut self, own: u64, other: u64, vacant: u64, alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let mut best = -Self::CELLS - 1;
        // Cells of regions with an odd number of cells come first: who plays there has the last word.
        let odd = odd_regions::<N>(vacant);
        for cells in [vacant & odd, vacant & !odd] {
            for cell in cells.cells() {
                if around::<N>(1 << cell) & other == 0 {
                    continue;
                }
                let turned = flips::<N>(own, other, cell);
                if turned == 0 {
                    continue;
                }
                let bit = 1 << cell;
                let (child_own, child_other, left) =
                    (other ^ turned, own ^ turned ^ bit, vacant ^ bit);
                let value = if left.clear_lowest() == 0 {
                    -self.last(child_own, child_other, left.first())
                } else {
                    -self.some(child_own, child_other, left, -alpha - 1, false)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best >= -Self::CELLS {
            best
        } else if passed {
            let difference = own.count() as i32 - other.count() as i32;
            difference + vacant.count() as i32 * difference.signum()
        } else {
            -self.some(other, own, vacant, -alpha - 1, true)
        }
    }

    /// One cell left: the last move only counts what it turns.
    #[inline]
    fn last(&mut self, own: u64, other: u64, cell: usize) -> i32 {
        self.nodes += 1;
        let discs = own.count() as i32;
        let turned = flips::<N>(own, other, cell).count() as i32;
        if turned > 0 {
            return 2 * (discs + turned + 1) - Self::CELLS;
        }
        let lost = flips::<N>(other, own, cell).count() as i32;
        if lost > 0 {
            return 2 * (discs - lost) - Self::CELLS;
        }
        // Nobody can fill it: it goes to the side that leads, and on an odd number one does.
        let difference = 2 * discs - (Self::CELLS - 1);
        difference + difference.signum()
    }
}

/// The quarters of the board that hold an odd number of these cells.
#[inline]
fn odd_regions<const N: usize>(vacant: u64) -> u64 {
    let quarters = const { quarters::<N>() };
    quarters.iter().filter(|&&q| (vacant & q).count() % 2 == 1).fold(0, |set, q| set | q)
}

const fn quarters<const N: usize>() -> [u64; 4] {
    let mut quarters = [0; 4];
    let mut cell = 0;
    while cell < N * N {
        quarters[(cell % N) / (N / 2) + 2 * (cell / N / (N / 2))] |= 1 << cell;
        cell += 1;
    }
    quarters
}

/// Does this cell lie in a quarter with an odd number of these cells?
pub(super) fn is_odd<const N: usize>(vacant: u64, cell: usize) -> bool {
    odd_regions::<N>(vacant) >> cell & 1 == 1
}
