//! The lean tiers: null-window search with twelve empties or fewer, by one thread alone.
//!
//! These positions are nearly all of the tree, so nothing here asks for limits, helpers or the
//! shared table. What is known of positions is kept in two small tables, and the parity of the
//! quarters of the board is kept from move to move.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use super::super::discs::Discs;
use super::super::eval::{around, corners};
use super::compiled;
use super::estimate::Estimate;
use super::kept::Lean;
use super::last::{odd_quarters, quarter};
use super::local_table::{Bounds, LocalTable};
use super::stable::stable;
use crate::bits::Word;
use crate::cpu::Processor;

/// Most empties of these tiers.
pub(super) const MAX_EMPTIES: usize = 12;
/// Most moves of a position in these tiers.
const MAX_MOVES: usize = MAX_EMPTIES;
/// Least empties of [`Lean::search_8_to_12`].
const MIN_ORDERED: usize = 8;
/// Least empties at which the evaluation takes part in the ordering.
const EVALUATION: usize = 11;
/// Least empties at which the mover's open discs take part in it.
const FRONTIER: usize = 9;
/// In `search_6_7`, a move with at most this number of replies, corners counted twice, is searched before
/// the next one is looked at.
const FEW_REPLIES: i32 = 1;

/// Less than any ordering score.
const TAKEN: i32 = i32::MIN;

/// The discs after a move, and the moves of the side then to move.
type Child<const N: usize> = (Discs<N>, u64);

/// Moves that wait, with their children and ordering scores.
struct Waiting<const N: usize> {
    children: [Child<N>; MAX_MOVES],
    /// The score, then the place in the arrays, then the cell.
    keys: [i32; MAX_MOVES],
    count: usize,
}

impl<const N: usize> Waiting<N> {
    #[inline(always)]
    fn new() -> Self {
        Waiting { children: [Child::default(); MAX_MOVES], keys: [TAKEN; MAX_MOVES], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, child: Child<N>, cell: usize, score: i32) {
        let at = self.count % MAX_MOVES;
        self.children[at] = child;
        self.keys[at] = score << 10 | (at << 6 | cell) as i32;
        self.count += 1;
    }

    /// Takes the move with the highest score: its child and its cell.
    #[inline(always)]
    fn next(&mut self) -> Option<(Child<N>, usize)> {
        let mut best = TAKEN;
        for &key in &self.keys[..self.count.min(MAX_MOVES)] {
            best = best.max(key);
        }
        if best == TAKEN {
            return None;
        }
        let at = (best >> 6 & 15) as usize % MAX_MOVES;
        self.keys[at] = TAKEN;
        Some((self.children[at], (best & 63) as usize))
    }
}

impl<const N: usize> Lean<N> {
    /// Tests if the value of a position is more than `alpha`.
    #[inline(always)]
    pub fn value<P: Processor>(&mut self, p: P, at: Discs<N>, alpha: i32) -> i32 {
        let empties = at.empties();
        let odd = odd_quarters::<N>(empties);
        match empties.count() {
            0..=3 => self.last(p, at, alpha),
            4 => compiled::four(p, self, at, odd, alpha),
            5 => compiled::five(p, self, at, at.moves_on(p), odd, alpha),
            n @ 6..MIN_ORDERED => compiled::search_6_7(p, self, at, at.moves_on(p), odd, n, alpha),
            n => compiled::search_8_to_12(p, self, at, at.moves_on(p), odd, n, alpha),
        }
    }

    /// What is known of a position of eight empties or more.
    #[inline(always)]
    pub fn proven_bounds(&self, at: Discs<N>) -> Option<Bounds> {
        self.table.get(self.table.slot(at), at)
    }

    /// Eight empties or more: moves in order of the replies that they leave ("fastest first"), with
    /// the evaluation, corners, open discs and parity.
    #[inline(always)]
    pub fn search_8_to_12<P: Processor>(
        &mut self,
        p: P,
        at: Discs<N>,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let slot = self.table.slot(at);
        let table_move = match Self::enter(&self.table, slot, at, n, alpha) {
            Ok(best) => best.unwrap_or(N * N),
            Err(value) => return value,
        };
        if moves == 0 {
            return at.pass(p, |at, moves| {
                compiled::search_8_to_12(p, self, at, moves, odd, n, -alpha - 1)
            });
        }
        let estimate = (n >= EVALUATION).then(|| Estimate::new(at));
        let empties = at.empties();
        let mut best = (-Discs::<N>::CELLS - 1, N * N);
        let mut waiting = Waiting::new();
        for cell in moves.cells() {
            let flipped = at.flips_on(p, cell);
            let child = at.after(cell, flipped);
            if child.own == 0 {
                // A wipe-out: no value is higher.
                self.nodes += 1;
                return Discs::<N>::CELLS;
            }
            self.table.prefetch(self.table.slot(child));
            let replies = child.moves_on(p);
            let mut score = 1 << 20;
            if cell != table_move {
                let corner_replies = replies & corners::<N>();
                score = 16 * i32::from(corners::<N>().has(cell)) + 16 * i32::from(odd.has(cell))
                    - 32 * (replies.count() + corner_replies.count()) as i32;
                if n >= FRONTIER {
                    let open = around::<N>(child.other) & empties & !(1 << cell);
                    score -= 8 * open.count() as i32;
                }
                if let Some(estimate) = &estimate {
                    let moves = child.passed().moves_on(p);
                    let after = estimate.after(cell, flipped);
                    score -= after.value(child, replies, moves) / 16;
                }
            }
            waiting.push((child, replies), cell, score);
        }
        // All children are looked up before one is searched.
        for place in 0..waiting.count.min(MAX_MOVES) {
            if let Some(known) = self.proven_bounds(waiting.children[place].0) {
                if -known.upper > alpha {
                    return -known.upper;
                }
                if -known.lower <= alpha {
                    best = best.max((-known.lower, (waiting.keys[place] & 63) as usize));
                    waiting.keys[place] = TAKEN;
                }
            }
        }
        while let Some(((child, moves), cell)) = waiting.next() {
            let odd = odd ^ quarter::<N>(cell);
            let value = -if n == MIN_ORDERED {
                compiled::search_6_7(p, self, child, moves, odd, n - 1, -alpha - 1)
            } else {
                compiled::search_8_to_12(p, self, child, moves, odd, n - 1, -alpha - 1)
            };
            if value > best.0 {
                best = (value, cell);
                if value > alpha {
                    break;
                }
            }
        }
        self.table.put(slot, at, best.0, alpha, best.1);
        best.0
    }

    /// Six or seven empties: moves in order of their replies and parity; a move that leaves hardly a
    /// reply is searched at once.
    #[inline(always)]
    pub fn search_6_7<P: Processor>(
        &mut self,
        p: P,
        at: Discs<N>,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let slot = self.table.slot(at);
        let table_move = match Self::enter(&self.table, slot, at, n, alpha) {
            Ok(best) => best.map_or(0, |cell| 1 << cell),
            Err(value) => return value,
        };
        if moves == 0 {
            return at
                .pass(p, |at, moves| compiled::search_6_7(p, self, at, moves, odd, n, -alpha - 1));
        }
        let table_move = table_move & moves;
        let mut best = (-Discs::<N>::CELLS - 1, N * N);
        let mut waiting = Waiting::new();
        let search =
            |lean: &mut Self, (child, moves): Child<N>, cell: usize, best: &mut (i32, usize)| {
                let odd = odd ^ quarter::<N>(cell);
                let value = -if n == 6 {
                    compiled::five(p, lean, child, moves, odd, -alpha - 1)
                } else {
                    compiled::search_6_7(p, lean, child, moves, odd, n - 1, -alpha - 1)
                };
                if value > best.0 {
                    *best = (value, cell);
                }
                value > alpha
            };
        let rest = moves ^ table_move;
        'moves: {
            for cells in [table_move, rest & odd, rest & !odd] {
                for cell in cells.cells() {
                    let child = at.after(cell, at.flips_on(p, cell));
                    let moves = child.moves_on(p);
                    let replies = (moves.count() + (moves & corners::<N>()).count()) as i32;
                    if replies <= FEW_REPLIES || table_move.has(cell) {
                        if search(self, (child, moves), cell, &mut best) {
                            break 'moves;
                        }
                    } else {
                        waiting.push((child, moves), cell, i32::from(odd.has(cell)) - 2 * replies);
                    }
                }
            }
            while let Some((child, cell)) = waiting.next() {
                if search(self, child, cell, &mut best) {
                    break 'moves;
                }
            }
        }
        self.table.put(slot, at, best.0, alpha, best.1);
        best.0
    }

    /// The best move that a table knows, or as an error a bound that ends the search: by the other's
    /// stable discs or from the table.
    #[inline(always)]
    pub(super) fn enter(
        table: &LocalTable,
        slot: usize,
        at: Discs<N>,
        n: usize,
        alpha: i32,
    ) -> Result<Option<usize>, i32> {
        // Not if even all discs of the other would not be enough.
        if alpha >= 2 * n as i32 && 2 * at.other.count() as i32 + alpha >= Discs::<N>::CELLS {
            let most = Discs::<N>::CELLS - 2 * stable(at.passed()).count() as i32;
            if most <= alpha {
                return Err(most);
            }
        }
        let known = table.get(slot, at);
        match known.and_then(|known| known.cut(alpha)) {
            Some(value) => Err(value),
            None => Ok(known.map(|known| known.best)),
        }
    }
}
