//! The lean tiers: null-window search with twelve empties or fewer, by one thread alone.
//!
//! These positions are nearly all of the tree, so nothing here asks for limits, helpers or the
//! shared table. What is known of positions is kept in two small tables, and the parity of the
//! quarters of the board is kept from move to move.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use super::super::eval::{around, corners};
use super::estimate::Estimate;
use super::kept::Lean;
use super::last::{odd_quarters, quarter};
use super::near_table::Bounds;
use super::processor::Processor;
use super::stable::stable;
use crate::bits::Word;

/// Most empties of these tiers.
pub(super) const MAX_EMPTIES: usize = 12;
/// Most moves of a position in these tiers.
const MAX_MOVES: usize = MAX_EMPTIES;
/// Least empties of [`Lean::many`].
const MANY: usize = 8;
/// Least empties at which the evaluation takes part in the ordering.
const EVALUATION: usize = 11;
/// Least empties at which the mover's open discs take part in it.
const FRONTIER: usize = 9;
/// In `some`, a move with at most this number of replies, corners counted twice, is searched before
/// the next one is looked at.
const FEW_REPLIES: i32 = 1;

/// Less than any ordering score.
const TAKEN: i32 = i32::MIN;

/// Moves that wait, with their children and ordering scores.
struct Waiting {
    children: [Child; MAX_MOVES],
    /// The score, then the place in the arrays, then the cell.
    keys: [i32; MAX_MOVES],
    count: usize,
}

/// The position after a move: the discs of the side then to move first, and its moves.
#[derive(Clone, Copy, Default)]
struct Child {
    own: u64,
    other: u64,
    moves: u64,
}

impl Child {
    /// After a move on a cell.
    #[inline(always)]
    fn new<const N: usize>(p: impl Processor, own: u64, other: u64, cell: usize) -> Self {
        let turned = p.flips::<N>(own, other, cell);
        let (own, other) = (other ^ turned, own ^ turned | 1 << cell);
        Child { own, other, moves: p.mobility::<N>(own, other) }
    }
}

impl Waiting {
    #[inline(always)]
    fn new() -> Self {
        Waiting { children: [Child::default(); MAX_MOVES], keys: [TAKEN; MAX_MOVES], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, child: Child, cell: usize, score: i32) {
        let at = self.count % MAX_MOVES;
        self.children[at] = child;
        self.keys[at] = score << 10 | (at << 6 | cell) as i32;
        self.count += 1;
    }

    /// Takes the move with the highest score: its child and its cell.
    #[inline(always)]
    fn next(&mut self) -> Option<(Child, usize)> {
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
    pub const CELLS: i32 = (N * N) as i32;

    /// Tests if the value of a position is more than `alpha`.
    #[inline(always)]
    pub fn value<P: Processor>(&mut self, p: P, own: u64, other: u64, alpha: i32) -> i32 {
        let vacant = Self::vacant(own, other);
        let odd = odd_quarters::<N>(vacant);
        match vacant.count() {
            0..=3 => self.last(p, own, other, alpha),
            4 => p.four(self, own, other, odd, alpha),
            5 => p.five(self, own, other, p.mobility::<N>(own, other), odd, alpha),
            n @ 6..MANY => p.some(self, own, other, p.mobility::<N>(own, other), odd, n, alpha),
            n => p.many(self, own, other, p.mobility::<N>(own, other), odd, n, alpha),
        }
    }

    /// What is known of a position of eight empties or more.
    pub fn known(&self, own: u64, other: u64) -> Option<Bounds> {
        self.table.get(self.table.slot(own, other), own, other)
    }

    /// Eight empties or more: moves in order of the replies that they leave ("fastest first"), with
    /// the evaluation, corners, open discs and parity.
    #[inline(always)]
    pub fn many<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        other: u64,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(most) = Self::stable_cut(own, other, n, alpha) {
            return most;
        }
        let slot = self.table.slot(own, other);
        let mut table_move = N * N;
        if let Some(known) = self.table.get(slot, own, other) {
            if let Some(value) = known.cut(alpha) {
                return value;
            }
            table_move = known.best;
        }
        if moves == 0 {
            let replies = p.mobility::<N>(other, own);
            return if replies == 0 {
                Self::final_score(own, other)
            } else {
                -p.many(self, other, own, replies, odd, n, -alpha - 1)
            };
        }
        let estimate = (n >= EVALUATION).then(|| Estimate::<N>::new(own, other));
        let vacant = Self::vacant(own, other);
        let mut best = (-Self::CELLS - 1, N * N);
        let mut waiting = Waiting::new();
        for cell in moves.cells() {
            let turned = p.flips::<N>(own, other, cell);
            let (child_own, child_other) = (other ^ turned, own ^ turned | 1 << cell);
            if child_own == 0 {
                // A wipe-out: no value is higher.
                self.nodes += 1;
                return Self::CELLS;
            }
            self.table.prefetch(self.table.slot(child_own, child_other));
            let replies = p.mobility::<N>(child_own, child_other);
            let mut score = 1 << 20;
            if cell != table_move {
                let corner_replies = replies & corners::<N>();
                score = 16 * i32::from(corners::<N>().has(cell)) + 16 * i32::from(odd.has(cell))
                    - 32 * (replies.count() + corner_replies.count()) as i32;
                if n >= FRONTIER {
                    let open = around::<N>(child_other) & vacant & !(1 << cell);
                    score -= 8 * open.count() as i32;
                }
                if let Some(estimate) = &estimate {
                    let moves = p.mobility::<N>(child_other, child_own);
                    let after = estimate.after(cell, turned);
                    score -= after.value(child_own, child_other, replies, moves) / 16;
                }
            }
            waiting.push(Child { own: child_own, other: child_other, moves: replies }, cell, score);
        }
        // All children are looked up before one is searched.
        for at in 0..waiting.count.min(MAX_MOVES) {
            let Child { own, other, .. } = waiting.children[at];
            let slot = self.table.slot(own, other);
            if let Some(known) = self.table.get(slot, own, other) {
                if -known.upper > alpha {
                    return -known.upper;
                }
                if -known.lower <= alpha {
                    best = best.max((-known.lower, (waiting.keys[at] & 63) as usize));
                    waiting.keys[at] = TAKEN;
                }
            }
        }
        while let Some((Child { own, other, moves }, cell)) = waiting.next() {
            let odd = odd ^ quarter::<N>(cell);
            let value = -if n == MANY {
                p.some(self, own, other, moves, odd, n - 1, -alpha - 1)
            } else {
                p.many(self, own, other, moves, odd, n - 1, -alpha - 1)
            };
            if value > best.0 {
                best = (value, cell);
                if value > alpha {
                    break;
                }
            }
        }
        self.table.put(slot, own, other, best.0, alpha, best.1);
        best.0
    }

    /// Six or seven empties: moves in order of their replies and parity; a move that leaves hardly a
    /// reply is searched at once.
    #[inline(always)]
    pub fn some<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        other: u64,
        moves: u64,
        odd: u64,
        n: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(most) = Self::stable_cut(own, other, n, alpha) {
            return most;
        }
        let slot = self.table.slot(own, other);
        let mut table_move = 0;
        if let Some(known) = self.table.get(slot, own, other) {
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
                -p.some(self, other, own, replies, odd, n, -alpha - 1)
            };
        }
        let table_move = table_move & moves;
        let mut best = (-Self::CELLS - 1, N * N);
        let mut waiting = Waiting::new();
        let search = |lean: &mut Self, child: Child, cell: usize, best: &mut (i32, usize)| {
            let odd = odd ^ quarter::<N>(cell);
            let Child { own, other, moves } = child;
            let value = -if n == 6 {
                p.five(lean, own, other, moves, odd, -alpha - 1)
            } else {
                p.some(lean, own, other, moves, odd, n - 1, -alpha - 1)
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
                    let child = Child::new::<N>(p, own, other, cell);
                    let corner_replies = child.moves & corners::<N>();
                    let replies = (child.moves.count() + corner_replies.count()) as i32;
                    if replies <= FEW_REPLIES || table_move.has(cell) {
                        if search(self, child, cell, &mut best) {
                            break 'moves;
                        }
                    } else {
                        waiting.push(child, cell, i32::from(odd.has(cell)) - 2 * replies);
                    }
                }
            }
            while let Some((child, cell)) = waiting.next() {
                if search(self, child, cell, &mut best) {
                    break 'moves;
                }
            }
        }
        self.table.put(slot, own, other, best.0, alpha, best.1);
        best.0
    }

    /// An upper bound of at most `alpha`, if the other's stable discs give one.
    #[inline(always)]
    pub(super) fn stable_cut(own: u64, other: u64, n: usize, alpha: i32) -> Option<i32> {
        // Even if all discs of the other were stable.
        if alpha < 2 * n as i32 || 2 * other.count() as i32 + alpha < Self::CELLS {
            return None;
        }
        let most = Self::CELLS - 2 * stable::<N>(other, own).count() as i32;
        (most <= alpha).then_some(most)
    }

    #[inline(always)]
    pub(super) fn vacant(own: u64, other: u64) -> u64 {
        super::super::flips::board::<N>() & !(own | other)
    }

    #[cold]
    pub(super) fn final_score(own: u64, other: u64) -> i32 {
        let difference = own.count() as i32 - other.count() as i32;
        let vacant = Self::CELLS - (own | other).count() as i32;
        difference + vacant * difference.signum()
    }
}
