//! A shallow search of the evaluation, by which the exact search orders its moves.

use super::super::eval::corners;
use super::super::flips::{flips, mobility};
use super::super::rules::Board;
use super::order::{ScoredMove, ScoredMoves};
use crate::bits::{Word, mix};
use crate::capability::Evaluate;
use crate::error::Result;
use crate::game::{Move, Player};
use crate::table::{Bound, Entry, Table};

/// Size of the table of estimates, small enough for a cache.
const MIB: usize = 2;

/// Estimates values by a shallow search, in units of the evaluation, with a table of its own.
pub(super) struct Shallow<const N: usize> {
    table: Table,
}

impl<const N: usize> Shallow<N> {
    pub fn new() -> Result<Self> {
        Ok(Shallow { table: Table::new(MIB)? })
    }

    /// The value `depth` moves ahead within `(alpha, beta)`, fail-soft.
    pub fn value(&self, own: u64, other: u64, alpha: i32, beta: i32, depth: usize) -> i32 {
        let moves = mobility::<N>(own, other);
        if moves == 0 {
            let board = Board::<N>::new(own, other, Player(0));
            return if mobility::<N>(other, own) == 0 {
                board.final_score() * Board::<N>::UNIT
            } else {
                -self.value(other, own, -beta, -alpha, depth)
            };
        }
        match depth {
            0 => Board::<N>::new(own, other, Player(0)).evaluate(),
            1 => self.one_ahead(own, other, moves, beta),
            _ => self.with_table(own, other, moves, (alpha, beta), depth),
        }
    }

    /// The best value one move ahead, corners first, or the first value that reaches `beta`.
    fn one_ahead(&self, own: u64, other: u64, moves: u64, beta: i32) -> i32 {
        let mut best = i32::MIN + 1;
        for cells in [moves & corners::<N>(), moves & !corners::<N>()] {
            for cell in cells.cells() {
                let turned = flips::<N>(own, other, cell);
                let (child_own, child_other) = (other ^ turned, own ^ turned ^ 1 << cell);
                best = best.max(-self.value(child_own, child_other, -beta, -best, 0));
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Principal variation search on the table: null windows for all moves but the first.
    fn with_table(
        &self,
        own: u64,
        other: u64,
        moves: u64,
        (floor, beta): (i32, i32),
        depth: usize,
    ) -> i32 {
        let key = mix(own ^ mix(other));
        let entry = self.table.get(key);
        if let Some(entry) = entry.filter(|entry| usize::from(entry.depth) == depth) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= floor,
            };
            if enough {
                return entry.value;
            }
        }
        let table_move = entry.and_then(|entry| entry.best);
        let mut choices = ScoredMoves::default();
        for cell in moves.cells() {
            let mut choice = ScoredMove { cell, turned: flips::<N>(own, other, cell), score: 0 };
            choice.score = if table_move == Some(Move(cell as u16)) {
                i32::MAX
            } else {
                let (child_own, child_other) = choice.after(own, other);
                let replies = mobility::<N>(child_own, child_other);
                -((replies.count() + (replies & corners::<N>()).count()) as i32)
            };
            choices.push(choice);
        }
        let (mut alpha, mut best) = (floor, (i32::MIN + 1, Move(0)));
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            let first = best.0 == i32::MIN + 1;
            let mut value = alpha;
            if !first {
                value = -self.value(child_own, child_other, -alpha - 1, -alpha, depth - 1);
            }
            if first || (value > alpha && value < beta) {
                value = -self.value(child_own, child_other, -beta, -alpha, depth - 1);
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = Bound::of(best.0, floor, beta);
        let entry = Entry {
            value: best.0,
            bound,
            depth: depth as u8,
            effort: depth as u8,
            best: Some(best.1),
        };
        self.table.put(key, entry);
        best.0
    }
}
