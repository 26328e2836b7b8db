//! A shallow search of the evaluation, by which the exact search orders its moves.
#![allow(clippy::inline_always)]
#![allow(clippy::too_many_arguments, reason = "each in a register")]

use super::super::discs::Discs;
use super::super::order::{ScoredMove, ScoredMoves, ordering_score};
use super::super::rules::FixedBoard;
use super::compiled::{self, in_use};
use super::estimate::Estimate;
use super::kept::Shallow;
use super::last::odd_quarters;
use super::lean::MAX_EMPTIES;
use crate::bits::Word;
use crate::capability::Evaluate;
use crate::cpu::Processor;
use crate::game::Move;
use crate::table::{Bound, Entry, Table};

/// A move that is worse than needed by more discs than this is simply bad.
const MUCH_WORSE: i32 = 8;
/// So is one that is worse than another by more than this.
const WORSE: i32 = 4;
/// Beyond any value.
const ANY: i32 = i32::MAX / 2;

impl<const W: usize, const H: usize> Shallow<W, H> {
    /// The moves of a position with their ordering scores. Moves much worse than `least` need no
    /// order.
    #[inline(always)]
    pub fn choices<P: Processor>(
        &self,
        p: P,
        at: Discs<W, H>,
        table: &Table,
        table_move: Option<Move>,
        least: Option<i32>,
    ) -> ScoredMoves {
        let mut choices = ScoredMoves::default();
        let empties = at.empties();
        let odd = odd_quarters::<W, H>(empties);
        let estimate = Estimate::new(at);
        // Only even depths: the side that moves last affects the estimate more than one ply does.
        let depth = match empties.count() {
            0..=16 => 0,
            17..=20 => 2,
            21..=25 => 4,
            _ => 6,
        };
        let high = least.map_or(ANY, |least| (MUCH_WORSE - least) * FixedBoard::<W, H>::UNIT);
        let score_of = |choice: &ScoredMove| {
            let child = choice.after(at);
            let replies = child.moves_on(p);
            ordering_score::<W, H>(replies, child.other, choice.cell, (empties, odd))
        };
        for cell in at.moves_on(p).cells() {
            let mut choice = ScoredMove { cell, flipped: at.flips_on(p, cell), score: i32::MAX };
            if table_move != Some(Move(cell as u16)) {
                let child = choice.after(at);
                if empties.count() > MAX_EMPTIES + 1 {
                    table.prefetch(child.key());
                }
                let after = estimate.after(cell, choice.flipped);
                let value = self.search(p, child, &after, -ANY, high, 0);
                choice.score = score_of(&choice) - value / 12;
            }
            choices.push(choice);
        }
        if depth == 0 {
            return choices;
        }
        // From the best move on, so that the window is narrow for most.
        let mut searched = ScoredMoves::default();
        let mut best = high;
        while let Some(mut choice) = choices.next() {
            if table_move != Some(Move(choice.cell as u16)) {
                let child = choice.after(at);
                let after = estimate.after(choice.cell, choice.flipped);
                let high = high.min(best + WORSE * FixedBoard::<W, H>::UNIT);
                let value = compiled::search(p, self, child, &after, -ANY, high, depth);
                best = best.min(value);
                choice.score = score_of(&choice) - value / 4;
            }
            searched.push(choice);
        }
        searched
    }

    /// The value `depth` moves ahead of a position, on the level in use.
    pub fn estimate(&self, at: Discs<W, H>, (alpha, beta): (i32, i32), depth: usize) -> i32 {
        compiled::search(in_use::<H>(), self, at, &Estimate::new(at), alpha, beta, depth)
    }

    /// The value `depth` moves ahead within `(alpha, beta)`, fail-soft.
    #[inline(always)]
    pub fn search<P: Processor>(
        &self,
        p: P,
        at: Discs<W, H>,
        estimate: &Estimate<W, H>,
        alpha: i32,
        beta: i32,
        depth: usize,
    ) -> i32 {
        let moves = at.moves_on(p);
        if moves == 0 {
            return if at.passed().moves_on(p) == 0 {
                at.final_score() * FixedBoard::<W, H>::UNIT
            } else {
                -compiled::search(p, self, at.passed(), &estimate.pass(), -beta, -alpha, depth)
            };
        }
        match depth {
            0 => estimate.value(at, moves, at.passed().moves_on(p)),
            1 => self.one_ahead(p, at, estimate, moves, beta),
            _ => self.with_table(p, at, estimate, moves, (alpha, beta), depth),
        }
    }

    /// The best value one move ahead, corners first, or the first value that reaches `beta`.
    #[inline(always)]
    fn one_ahead<P: Processor>(
        &self,
        p: P,
        at: Discs<W, H>,
        estimate: &Estimate<W, H>,
        moves: u64,
        beta: i32,
    ) -> i32 {
        let mut best = i32::MIN + 1;
        for cells in [moves & Discs::<W, H>::CORNERS, moves & !Discs::<W, H>::CORNERS] {
            for cell in cells.cells() {
                let flipped = at.flips_on(p, cell);
                let (child, after) = (at.after(cell, flipped), estimate.after(cell, flipped));
                best = best.max(-compiled::search(p, self, child, &after, -beta, -best, 0));
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Principal variation search on the table: null windows for all moves but the first.
    #[inline(always)]
    fn with_table<P: Processor>(
        &self,
        p: P,
        at: Discs<W, H>,
        estimate: &Estimate<W, H>,
        moves: u64,
        (floor, beta): (i32, i32),
        depth: usize,
    ) -> i32 {
        let key = at.key();
        let entry = self.table.get(key);
        let deep = entry.filter(|entry| usize::from(entry.depth) == depth);
        if let Some(entry) = deep.filter(|entry| entry.answers(floor, beta)) {
            return entry.value;
        }
        let table_move = entry.and_then(|entry| entry.best);
        let mut choices = ScoredMoves::default();
        for cell in moves.cells() {
            let mut choice = ScoredMove { cell, flipped: at.flips_on(p, cell), score: 0 };
            choice.score = if table_move == Some(Move(cell as u16)) {
                i32::MAX
            } else {
                let child = choice.after(at);
                let replies = child.moves_on(p);
                -((replies.count() + (replies & Discs::<W, H>::CORNERS).count()) as i32)
            };
            choices.push(choice);
        }
        let (mut alpha, mut best) = (floor, (i32::MIN + 1, Move(0)));
        while let Some(choice) = choices.next() {
            let child = choice.after(at);
            let after = estimate.after(choice.cell, choice.flipped);
            let first = best.0 == i32::MIN + 1;
            let mut value = alpha;
            if !first {
                value = -compiled::search(p, self, child, &after, -alpha - 1, -alpha, depth - 1);
            }
            if first || (value > alpha && value < beta) {
                value = -compiled::search(p, self, child, &after, -beta, -alpha, depth - 1);
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let (value, bound) = (best.0, Bound::of(best.0, floor, beta));
        let depth = depth as u8;
        self.table.put(key, Entry { value, bound, depth, effort: depth, best: Some(best.1) });
        best.0
    }
}
