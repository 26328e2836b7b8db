//! Evaluation and move ordering: open lines, threats, forced moves.

use super::geometry::Geometry;
use super::lines::Census;
use super::rules::Board;
use super::sides::MAX_CELLS;
use crate::bits::Integer;
use crate::capability::Evaluate;
use crate::game::{Game, Move, MoveList};

impl<G: Geometry, W: Integer> Board<G, W> {
    fn census(&self) -> Census<W> {
        Census::new(self.own(), self.other(), self.sides())
    }
}

/// Worth of an open line that holds `n` marks: each further mark makes it four times as good.
fn worth(n: usize) -> i32 {
    1 << (2 * n.min(5))
}

impl<G: Geometry, W: Integer> Evaluate for Board<G, W> {
    const UNIT: i32 = 10_000;

    /// An open line of three marks, far from a win.
    const EVEN: i32 = 64;

    /// At five in a row on 9 x 9 it wins nearly every game, at 1,000 simulations a move.
    const JUDGES_LEAVES: bool = true;

    /// Open lines weighted by their marks; a line that needs one more mark decides at once.
    fn evaluate(&self) -> i32 {
        let (census, k) = (self.census(), self.sides().k());
        if census.lines(k - 1, 0) > 0 {
            return Self::UNIT - 1;
        }
        if (census.cells(0, k - 1) & self.empties()).count() > 1 {
            return 1 - Self::UNIT;
        }
        let open = |own: usize, other: usize| census.lines(own, other) as i32;
        let balance: i32 = (1..k).map(|n| worth(n) * (open(n, 0) - open(0, n))).sum();
        balance.clamp(2 - Self::UNIT, Self::UNIT - 2)
    }

    /// A side that has no line free of the other's marks cannot win any more.
    fn bounds(&self) -> (i32, i32) {
        let g = self.sides();
        let board = W::low(g.cells());
        let can_win = g.has_line(board.wrapping_sub(self.other()));
        let can_lose = g.has_line(board.wrapping_sub(self.own()));
        (-i32::from(can_lose), i32::from(can_win))
    }

    /// A winning move if there is one, else the cells that block the opponent's win, else every
    /// move.
    fn essential_moves(&self) -> MoveList {
        if self.is_over() {
            return MoveList::new();
        }
        let (census, k) = (self.census(), self.sides().k());
        let empties = self.empties();
        let wins = census.cells(k - 1, 0) & empties;
        let blocks = census.cells(0, k - 1) & empties;
        let moves = if !wins.is_empty() {
            wins.lowest()
        } else if !blocks.is_empty() {
            blocks
        } else {
            empties
        };
        moves.cells().map(|cell| Move(cell as u16)).collect()
    }

    /// Cells on many open lines come first, fuller lines count more, and the mover's lines weigh
    /// twice the opponent's. Each line counts by itself: with only "is the cell on such a line" 5 x
    /// 5, four in a row, takes forty times the nodes to solve.
    fn order_moves(&self, moves: &[Move], scores: &mut [i32]) {
        let (census, k) = (self.census(), self.sides().k());
        let mut by_cell = [0; MAX_CELLS as usize];
        for n in 0..k {
            census.for_each_cell(n, 0, |cell| by_cell[cell] += 2 * worth(n));
            census.for_each_cell(0, n, |cell| by_cell[cell] += worth(n));
        }
        for (m, score) in moves.iter().zip(scores) {
            *score += by_cell[m.index()];
        }
    }
}
