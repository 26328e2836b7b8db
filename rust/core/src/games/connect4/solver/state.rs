//! Positions as the solver sees them, and what is proven without a search.
#![allow(clippy::inline_always, reason = "compiled for each level of the processor")]

use super::super::rules::{Board, score_of_win};
use super::super::sides::Sides;
use crate::bits::{Integer, mix};
use crate::game::Game;

/// A position in which the side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<W> {
    /// Discs of the side to move.
    pub own: W,
    /// All discs.
    pub discs: W,
    /// Their number.
    pub ply: usize,
}

/// What a first look at a position finds.
pub(super) enum Look<W> {
    /// A bound that decides the question, for the side that was to move at first.
    Bound(i32),
    /// The position after the moves that were forced.
    Open {
        state: State<W>,
        /// The moves that do not lose at once, at least two.
        moves: W,
        /// True if the other side is to move than at first.
        flipped: bool,
    },
}

/// Value for the side to move if a line comes after so many more plies: positive for its own line,
/// which comes after an odd number.
pub(super) fn value_of_line(cells: usize, ply: usize, plies: usize) -> i32 {
    let value = i32::from(score_of_win(cells, ply + plies));
    if plies % 2 == 1 { value } else { -value }
}

/// The cells above these in their columns.
#[inline(always)]
fn above<G: Sides, W: Integer>(g: G, cells: W) -> W {
    let (mut all, mut next) = (W::EMPTY, cells);
    while !next.is_empty() {
        next = next << 1 & g.board();
        all |= next;
    }
    all
}

impl<W: Integer> State<W> {
    /// The position of a board, whose bits are at most as many as those of `W`.
    pub fn of<G: Sides, V: Integer>(board: &Board<G, V>) -> Self {
        let [own, discs] = [board.own(), board.discs()].map(|cells| W::narrow(cells.wide()));
        State { own, discs, ply: board.ply() }
    }

    /// The position as a board.
    pub fn board<G: Sides>(self, g: G) -> Board<G, W> {
        Board::of(self.own, self.other(), g)
    }

    /// Discs of the other side.
    #[inline(always)]
    pub fn other(self) -> W {
        self.own ^ self.discs
    }

    /// The position after a disc on this cell.
    #[inline(always)]
    pub fn after(self, cell: W) -> Self {
        State { own: self.other(), discs: self.discs | cell, ply: self.ply + 1 }
    }

    /// Bits that no other position of the board has: the discs of the side to move, and the lowest
    /// free cell of each column. The mirror image has the same; true if they are of that.
    #[inline(always)]
    pub fn canonical<G: Sides>(self, g: G) -> (W, bool) {
        let word = self.own | g.tops(self.discs);
        let mirror = g.mirror(word);
        (word.min(mirror), mirror < word)
    }

    /// The canonical bits as 64, mixed: of other positions, too, where the board has more.
    #[inline(always)]
    pub fn hash<G: Sides>(self, g: G) -> (u64, bool) {
        let bits = g.bits();
        let (least, mirrored) = self.canonical(g);
        if bits > 64 {
            return (least.key(mix(0)), mirrored);
        }
        // One to one on words of so many bits.
        let low = u64::MAX >> (64 - bits);
        let fold = |word: u64| word ^ word >> (bits / 2 + 1);
        let hash = fold(fold(least.piece(0)).wrapping_mul(0x9E37_79B9_7F4A_7C15) & low);
        (hash, mirrored)
    }

    /// The moves that do not lose at once to these threats of the other side.
    #[inline(always)]
    pub fn safe_moves<G: Sides>(self, g: G, theirs: W) -> W {
        let playable = g.tops(self.discs) & g.board();
        let forced = playable & theirs;
        if !forced.clear_lowest().is_empty() {
            return W::EMPTY;
        }
        (if forced.is_empty() { playable } else { forced }) & !(theirs >> 1)
    }

    /// The position after the moves that are forced, which a search looks up, and true if the other
    /// side is to move there than here; `None` if they end the game.
    pub fn after_forced<G: Sides>(mut self, g: G) -> Option<(Self, bool)> {
        let mut flipped = false;
        loop {
            let moves = self.safe_moves(g, g.threats(self.other(), self.discs));
            if moves.is_empty() || self.ply + 2 >= g.cells() {
                return None;
            }
            if !moves.clear_lowest().is_empty() {
                return Some((self, flipped));
            }
            (self, flipped) = (self.after(moves), !flipped);
        }
    }

    /// Follows forced moves, and looks for a proof that the value is at least `beta`, or less.
    #[inline(always)]
    pub fn look<G: Sides>(mut self, g: G, mut beta: i32) -> Look<W> {
        let cells = g.cells();
        let mut flipped = false;
        loop {
            let said = |value: i32| Look::Bound(if flipped { -value } else { value });
            let other = self.other();
            let theirs = g.threats(other, self.discs);
            let moves = self.safe_moves(g, theirs);
            if self.ply == cells || self.ply + 2 >= cells && !moves.is_empty() {
                return said(0);
            }
            if moves.is_empty() {
                return said(value_of_line(cells, self.ply, 2));
            }
            // Neither side wins at once: the next lines come after three plies, and after four.
            let (low, high) =
                (value_of_line(cells, self.ply, 4), value_of_line(cells, self.ply, 3));
            if low >= beta {
                return said(low);
            }
            if high < beta {
                return said(high);
            }
            if !moves.clear_lowest().is_empty() {
                if let Some(value) = self.strategy(g, theirs, beta) {
                    return said(value);
                }
                return Look::Open { state: self, moves, flipped };
            }
            self = self.after(moves);
            (beta, flipped) = (1 - beta, !flipped);
        }
    }

    /// A bound from what the other side, or the side to move, can force by simple means; `None` if
    /// that does not decide whether the value is at least `beta`.
    ///
    /// A side without a line that it could still fill does not win. If the number of empty cells is
    /// even, the other side can answer each move in the same column, or, where that column is full
    /// and another one is odd, in that one: it gets every second cell, counted from the top, but
    /// those that the side to move can take now ("claimeven" and its relatives; Victor Allis, "A
    /// knowledge-based approach of Connect-Four", 1988). A threat of the other side changes the
    /// count: both sides leave its column below it, until the side to move has no other move. Then the
    /// rest must be even. Nobody plays above a threat of the other side among the cells that it gets.
    #[inline(always)]
    fn strategy<G: Sides>(self, g: G, theirs: W, beta: i32) -> Option<i32> {
        let (board, other) = (g.board::<W>(), self.other());
        let empties = board & !self.discs;
        let hopeful = if beta > 0 { self.own } else { other };
        if !g.has_line(hopeful | empties) {
            return Some(0);
        }
        let height = g.height() as i32;
        if beta <= -(height / 2) {
            return None;
        }
        let (left, answers) = (empties & !g.tops(self.discs), g.answers::<W>());
        let even = (g.cells() - self.ply).is_multiple_of(2);
        if even {
            let gets = answers & left;
            let ours = self.own | empties & !gets & !above(g, theirs & gets);
            if !g.has_line(ours) {
                if beta > 0 {
                    return Some(0);
                }
                if beta == 0 && g.has_line(other | gets) {
                    return Some(-1);
                }
            }
        }
        let rows = if even { answers } else { board & !answers };
        let mut threats = theirs & rows;
        while !threats.is_empty() {
            let at = threats.first();
            let (x, y) = (at / g.stride(), at % g.stride());
            let column = g.column::<W>(x);
            threats &= !column;
            let value = -(1 + (height - 1 - y as i32) / 2);
            if value >= beta {
                continue;
            }
            let below = W::low(at);
            let gets = (answers & !column | rows & column & below) & left;
            let unplayed = column & !below | above(g, theirs & gets);
            if !g.has_line(self.own | empties & !gets & !unplayed) {
                return Some(value);
            }
        }
        None
    }
}
