//! The lean tiers: null-window search with twelve empties or fewer, by one thread alone.
//!
//! These positions are nearly all of the tree, so nothing here asks for limits, helpers or the
//! shared table. What is known of positions is kept in two small tables, and the parity of the
//! quarters of the board is kept from move to move.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use arrayvec::ArrayVec;

use super::super::discs::Discs;
use super::super::sides::around;
use super::compiled;
use super::kept::Lean;
use super::last::{in_order, odd_quarters, quarter};
use super::local_table::{Bounds, LocalTable};
use super::stable::stable;
use crate::bits::Word;
use crate::cpu::Processor;

/// Most empties of these tiers.
pub(super) const MAX_EMPTIES: usize = 12;
/// Least empties of [`Lean::search_8_to_12`].
const MIN_ORDERED: usize = 8;
/// Least empties at which open discs take part in the ordering.
const FRONTIER: usize = 9;
/// In `search_6_7`, a move with at most this number of replies, corners counted twice, is searched before
/// the next one is looked at.
const FEW_REPLIES: i32 = 1;

/// Less than any ordering score.
const TAKEN: i32 = i32::MIN;

/// The discs after a move, and the moves of the side then to move.
type Child<const W: usize, const H: usize> = (Discs<W, H>, u64);

/// At most `K` moves that wait, with their children and ordering scores; `K` is a power of two of at
/// most 16, so that the highest score of all is found without a branch.
struct Waiting<const W: usize, const H: usize, const K: usize> {
    children: ArrayVec<Child<W, H>, K>,
    /// The score, then the place in the arrays, then the cell.
    keys: [i32; K],
    /// The highest key, as long as it is the first.
    first: i32,
}

impl<const W: usize, const H: usize, const K: usize> Waiting<W, H, K> {
    #[inline(always)]
    fn new() -> Self {
        Waiting { children: ArrayVec::new_const(), keys: [TAKEN; K], first: TAKEN }
    }

    #[inline(always)]
    fn push(&mut self, child: Child<W, H>, cell: usize, score: i32) {
        let at = self.children.len();
        self.children.push(child);
        self.keys[at] = score << 10 | (at << 6 | cell) as i32;
        self.first = self.first.max(self.keys[at]);
    }

    /// Takes the move with the highest score: its child and its cell.
    #[inline(always)]
    fn next(&mut self) -> Option<(Child<W, H>, usize)> {
        let mut best = std::mem::replace(&mut self.first, TAKEN);
        if best == TAKEN {
            best = self.keys.iter().fold(TAKEN, |best, &key| best.max(key));
            if best == TAKEN {
                return None;
            }
        }
        let at = (best >> 6 & 15) as usize % K;
        self.keys[at] = TAKEN;
        Some((self.children[at], (best & 63) as usize))
    }
}

impl<const W: usize, const H: usize> Lean<W, H> {
    /// Tests if the value of a position is more than `alpha`.
    #[inline(always)]
    pub fn value<P: Processor>(&mut self, p: P, at: Discs<W, H>, alpha: i32) -> i32 {
        let empties = at.empties();
        let odd = odd_quarters::<W, H>(empties);
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
    pub fn proven_bounds(&self, at: Discs<W, H>) -> Option<Bounds> {
        self.table.get(self.table.slot(at), at)
    }

    /// Eight empties or more: moves in order of the replies that they leave ("fastest first"), with
    /// corners, open discs and parity.
    #[inline(always)]
    pub fn search_8_to_12<P: Processor>(
        &mut self,
        p: P,
        at: Discs<W, H>,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let slot = self.table.slot(at);
        if let Some(value) = Self::enter(&self.table, slot, at, alpha) {
            return value;
        }
        if moves == 0 {
            return at.pass(p, |at, moves| {
                compiled::search_8_to_12(p, self, at, moves, odd, n, -alpha - 1)
            });
        }
        let mut best = -Discs::<W, H>::CELLS - 1;
        let mut waiting = Waiting::<W, H, 16>::new();
        for cell in moves.cells() {
            let (child, replies) = at.place_on(p, cell);
            if child.own == 0 {
                // A wipe-out: no value is higher.
                self.nodes += 1;
                return Discs::<W, H>::CELLS;
            }
            self.table.prefetch(self.table.slot(child));
            let corner_replies = replies & Discs::<W, H>::CORNERS;
            let mut score = 16 * i32::from(Discs::<W, H>::CORNERS.has(cell))
                + 16 * i32::from(odd.has(cell))
                - 32 * (replies.count() + corner_replies.count()) as i32;
            if n >= FRONTIER {
                let open = around::<W>(child.other) & child.empties();
                score -= 8 * open.count() as i32;
            }
            waiting.push((child, replies), cell, score);
        }
        // All children are looked up before one is searched.
        for place in 0..waiting.children.len().min(MAX_EMPTIES) {
            if let Some(known) = self.proven_bounds(waiting.children[place].0) {
                if -known.upper > alpha {
                    return -known.upper;
                }
                if -known.lower <= alpha {
                    best = best.max(-known.lower);
                    waiting.keys[place] = TAKEN;
                    waiting.first = TAKEN;
                }
            }
        }
        while let Some(((child, moves), cell)) = waiting.next() {
            let odd = odd ^ quarter::<W, H>(cell);
            let value = -if n == MIN_ORDERED {
                compiled::search_6_7(p, self, child, moves, odd, n - 1, -alpha - 1)
            } else {
                compiled::search_8_to_12(p, self, child, moves, odd, n - 1, -alpha - 1)
            };
            best = best.max(value);
            if value > alpha {
                break;
            }
        }
        self.table.put(slot, at, best, alpha);
        best
    }

    /// Six or seven empties: moves in order of their replies and parity; a move that leaves hardly a
    /// reply is searched at once.
    #[inline(always)]
    pub fn search_6_7<P: Processor>(
        &mut self,
        p: P,
        at: Discs<W, H>,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let table = if n == 6 { &self.last_table } else { &self.table };
        let slot = table.slot(at);
        if let Some(value) = Self::enter(table, slot, at, alpha) {
            return value;
        }
        if moves == 0 {
            return at
                .pass(p, |at, moves| compiled::search_6_7(p, self, at, moves, odd, n, -alpha - 1));
        }
        let mut best = -Discs::<W, H>::CELLS - 1;
        let mut waiting = Waiting::<W, H, 8>::new();
        let search = |lean: &mut Self, (child, moves): Child<W, H>, cell: usize| {
            let odd = odd ^ quarter::<W, H>(cell);
            -if n == 6 {
                compiled::five(p, lean, child, moves, odd, -alpha - 1)
            } else {
                compiled::search_6_7(p, lean, child, moves, odd, n - 1, -alpha - 1)
            }
        };
        'moves: {
            for cell in in_order(moves, odd, 0) {
                let (child, moves) = at.place_on(p, cell);
                self.last_table.prefetch(self.last_table.slot(child));
                let replies = (moves.count() + (moves & Discs::<W, H>::CORNERS).count()) as i32;
                if replies <= FEW_REPLIES {
                    best = best.max(search(self, (child, moves), cell));
                    if best > alpha {
                        break 'moves;
                    }
                } else {
                    waiting.push((child, moves), cell, i32::from(odd.has(cell)) - 2 * replies);
                }
            }
            while let Some((child, cell)) = waiting.next() {
                best = best.max(search(self, child, cell));
                if best > alpha {
                    break 'moves;
                }
            }
        }
        let table = if n == 6 { &mut self.last_table } else { &mut self.table };
        table.put(slot, at, best, alpha);
        best
    }

    /// A bound that ends the search: by the other's stable discs or from the table.
    #[inline(always)]
    pub(super) fn enter(
        table: &LocalTable,
        slot: usize,
        at: Discs<W, H>,
        alpha: i32,
    ) -> Option<i32> {
        Self::bound_by_stable(at, alpha)
            .or_else(|| table.get(slot, at).and_then(|known| known.cut(alpha)))
    }

    /// An upper bound by the other's stable discs, if it ends the search.
    #[inline(always)]
    pub(super) fn bound_by_stable(at: Discs<W, H>, alpha: i32) -> Option<i32> {
        // With fewer discs above those that would be enough, hardly one look of ten finds enough.
        let enough = (Discs::<W, H>::CELLS - alpha + 1) / 2;
        if (at.other.count() as i32) < enough + Discs::<W, H>::CELLS / 6 {
            return None;
        }
        let most = Discs::<W, H>::CELLS - 2 * stable(at.passed(), enough as usize).count() as i32;
        (most <= alpha).then_some(most)
    }
}
