//! Search engines: the result of a search, and the contract of a game's own search.

use std::time::Duration;

use crate::budget::Budget;
use crate::game::Move;
use crate::order::sort_few;
use crate::table::Table;

/// The certainty of a search without selective cuts, in percent.
pub const CERTAIN: u8 = 100;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Value for the side to move, in points of the game's score.
    pub value: f64,
    /// The best move; `None` in a finished game.
    pub best_move: Option<Move>,
    /// The principal variation: best play from both sides as far as searched, the best move first.
    pub pv: Vec<Move>,
    /// Depth in plies of the last full search. A limit may have ended a deeper one that had already
    /// found a better move.
    pub depth: usize,
    /// Certainty of that search in percent: how likely each of its selective cuts is right;
    /// [`CERTAIN`] if it makes none, and for proven values.
    pub certainty: u8,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// True if the value is proven, not an estimate.
    pub exact: bool,
    /// The best moves with their own values, best first: as many as asked for, or as there are.
    pub lines: Vec<Line>,
}

/// A move of the root with its own value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move.
    pub m: Move,
    /// Its value for the side that makes it, in points of the game's score.
    pub value: f64,
    /// True if the value is proven, not an estimate.
    pub exact: bool,
    /// Depth of the search in plies; `None` after a solve, which reaches the end of the game.
    pub depth: Option<usize>,
    /// Certainty in percent, as in [`SearchResult::certainty`].
    pub certainty: u8,
    /// The principal variation that begins with the move.
    pub pv: Vec<Move>,
}

impl Line {
    /// A proven value, in points of the game's score.
    pub(crate) fn proven(m: Move, value: i32, pv: Vec<Move>) -> Self {
        let value = f64::from(value);
        Line { m, value, exact: true, depth: None, certainty: CERTAIN, pv }
    }
}

/// A move of the root with its value in the unit of the search, and whether that is proven.
pub(crate) type Ranked = (i32, Move, bool);

/// The best of the root's moves so far, the best first; of equal moves those that came first.
pub(crate) struct BestMoves {
    count: usize,
    list: Vec<Ranked>,
}

impl BestMoves {
    /// For this number of moves, at least 1.
    pub fn new(count: usize) -> Self {
        BestMoves { count, list: Vec::new() }
    }

    /// The value that a further move must exceed to be one of them; `None` while there is room.
    pub fn bar(&self) -> Option<i32> {
        self.list.get(self.count - 1).map(|&(value, ..)| value)
    }

    /// Adds a move, if it is one of the best.
    #[inline]
    pub fn add(&mut self, new: Ranked) {
        if self.bar().is_none_or(|bar| new.0 > bar) {
            self.list.truncate(self.count - 1);
            let at = self.list.partition_point(|&(value, ..)| value >= new.0);
            self.list.insert(at, new);
        }
    }

    /// Searches moves by a function of the move and a window, which says a value and the estimates
    /// that contributed to it, or `None` once the search is stopped. The first moves get the whole
    /// window, up to `most`; a null window at the worst of the best so far tests each further one. A
    /// value without estimates is proven, and what `is_proof` says. True if all values are proven.
    pub fn search(
        &mut self,
        moves: &[Move],
        most: i32,
        mut value: impl FnMut(Move, i32, i32) -> Option<(i32, u64)>,
        is_proof: impl Fn(i32) -> bool,
    ) -> Option<bool> {
        let mut all_proven = true;
        for &m in moves {
            let bar = self.bar();
            let alpha = bar.unwrap_or(-most);
            let mut found = (alpha, 0);
            if bar.is_some() {
                found = value(m, alpha, alpha + 1)?;
            }
            if bar.is_none() || (found.0 > alpha && alpha + 1 < most) {
                let (value, estimates) = value(m, alpha, most)?;
                found = (value, estimates + found.1);
            }
            let proven = found.1 == 0 || is_proof(found.0);
            all_proven &= proven;
            self.add((found.0, m, proven));
        }
        Some(all_proven)
    }

    /// The moves sorted by value, then by index.
    pub fn ranked(mut self) -> Vec<Ranked> {
        sort_few(&mut self.list, |&(value, m, _)| (-value, m));
        self.list
    }
}

/// Puts these moves to the front, in their order.
pub(crate) fn put_first(moves: &mut [Move], first: &[Move]) {
    let place = |m: &Move| first.iter().position(|first| first == m);
    sort_few(moves, |m| place(m).unwrap_or(usize::MAX));
}

/// What one step of a search finds.
#[derive(Clone, Debug, PartialEq)]
pub struct StepResult {
    /// The best moves, best first; at least one.
    pub lines: Vec<Line>,
    /// Depth in plies.
    pub depth: usize,
    /// Certainty in percent.
    pub certainty: u8,
    /// True if the best value is proven.
    pub exact: bool,
    /// True if the search is over: the values of all lines are proven, and that no other move is
    /// better; or the level asks for no more.
    pub complete: bool,
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug)]
pub struct SearchGoal<'a> {
    /// Number of moves whose own values count, at least 1.
    pub lines: usize,
    /// The level that says how deep to search, as an index of the game's search levels; `None` for
    /// a search within its limits alone.
    pub level: Option<usize>,
    /// The result of the step before.
    pub before: &'a SearchResult,
}

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Size of further tables in MiB.
    pub table_mib: usize,
    /// Number of threads.
    pub threads: usize,
}

/// A game's own search, which keeps what it has learned from one search to the next.
pub trait Engine<G>: Send {
    /// The next step of a search of an unfinished position: a deeper or a more certain result.
    /// `None` if there is none, or if a limit or a stop comes first.
    fn step(
        &mut self,
        position: &G,
        goal: SearchGoal<'_>,
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<StepResult>;
}

/// How far a search level looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLevel {
    /// Depth in plies far from the end of the game.
    pub depth: usize,
    /// Certainty of that search in percent.
    pub certainty: u8,
    /// Searches to the end of the game: the most empty cells from which each is made, and its
    /// certainty in percent; [`CERTAIN`] is an exact solve.
    pub ends: &'static [(usize, u8)],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A second move that only estimates call better, until its own search finds a win.
    #[test]
    fn what_is_as_good_as_can_be_is_proven() {
        let value = |m: Move, alpha, beta| match (m.0, beta - alpha) {
            (0, _) => Some((0, 0)),
            (_, 1) => Some((1, 1)),
            _ => Some((10, 0)),
        };
        for (is_proof, proven) in [(true, true), (false, false)] {
            let mut best = BestMoves::new(1);
            let all = best.search(&[Move(0), Move(1)], 10, value, |value| is_proof && value == 10);
            assert_eq!((all, best.ranked()), (Some(proven), vec![(10, Move(1), proven)]));
        }
    }
}
