//! What is counted in a match, and what is told of each of its games.

use std::ops::Range;
use std::time::Duration;

use crate::game::Move;

/// Games with numbers below this are checked for duplicates.
pub const COMPARED: u64 = 1024;

/// The result of a game for the first player `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// `a` won.
    Won = 0,
    /// `a` lost.
    Lost = 1,
    /// A draw.
    Drawn = 2,
}

impl GameResult {
    /// The result of a value for a player, 0 for `a` and 1 for `b`.
    pub(super) fn of(value: i32, player: usize) -> Self {
        match if player == 0 { value.signum() } else { -value.signum() } {
            1 => GameResult::Won,
            -1 => GameResult::Lost,
            _ => GameResult::Drawn,
        }
    }

    /// The result for `b`.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            GameResult::Won => GameResult::Lost,
            GameResult::Lost => GameResult::Won,
            GameResult::Drawn => GameResult::Drawn,
        }
    }

    /// The points of `a`, doubled.
    pub fn half_points(self) -> usize {
        match self {
            GameResult::Won => 2,
            GameResult::Lost => 0,
            GameResult::Drawn => 1,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Number of the game.
    pub game: u64,
    /// The position in which it began, in its one-line form.
    pub start: String,
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// Number of moves of the opening.
    pub given: usize,
    /// The result for `a`.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: String,
    /// True if the loser returned an invalid move, was late, resigned or failed.
    pub is_forfeit: bool,
    /// The seeds of `a` and `b`.
    pub seeds: [u64; 2],
    /// The time that `a` and `b` used.
    pub times: [Duration; 2],
}

/// A game lost by an invalid answer, a late one or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Number of the game.
    pub game: u64,
    /// The loser: 0 for `a`, 1 for `b`.
    pub loser: usize,
    /// The reason.
    pub reason: String,
}

/// The results of the games of a match, seen from the first player `a`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Moves that the players made in all games.
    pub plies: u64,
    /// Games that `a` won, lost and drew, in this order: first as the first side, then as the
    /// second side.
    pub results: [[u64; 3]; 2],
    /// Games lost by forfeit, in the order of their numbers.
    pub forfeits: Vec<Forfeit>,
    /// Games that ended by proof.
    pub adjudicated: u64,
    /// Sorted hashes of the different games among the first [`COMPARED`].
    pub hashes: Vec<u64>,
    /// Pairs of games `2 i` and `2 i + 1` by the points of `a` in both: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
    /// The result of the first game if it is the second of a pair, and of the last game if it is
    /// the first of a pair: the other game of the pair belongs to another part of the match.
    pub halves: [Option<GameResult>; 2],
}

impl MatchCounts {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().flatten().sum()
    }

    pub(super) fn add(&mut self, other: MatchCounts) {
        self.plies += other.plies;
        self.adjudicated += other.adjudicated;
        let others = other.results.iter().flatten();
        self.results.iter_mut().flatten().zip(others).for_each(|(sum, n)| *sum += n);
        self.forfeits.extend(other.forfeits);
        self.forfeits.sort_by_key(|forfeit| forfeit.game);
        other.hashes.into_iter().for_each(|hash| self.add_hash(hash));
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, n)| *sum += n);
        let [first, last] = self.halves;
        self.halves = [first.or(other.halves[0]), last.or(other.halves[1])];
    }

    /// Counts the pairs of a chunk of games, whose results are given in order. Only the first and
    /// the last chunk of a match divide a pair.
    pub(super) fn add_pairs(&mut self, games: &Range<u64>, results: &[GameResult]) {
        let (odd, last) = ((games.start % 2) as usize, games.end % 2 == 1);
        if let (1, Some(&half)) = (odd, results.first()) {
            self.halves[0] = Some(half);
        }
        if let (true, Some(&half)) = (last, results.last()) {
            self.halves[1] = Some(half);
        }
        for pair in results[odd..].chunks_exact(2) {
            self.pairs[pair[0].half_points() + pair[1].half_points()] += 1;
        }
    }

    pub(super) fn add_hash(&mut self, hash: u64) {
        if let Err(place) = self.hashes.binary_search(&hash) {
            self.hashes.insert(place, hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins, losses and draws in an order that gives each sum of points, counted by hand.
    #[test]
    fn pairs_are_counted_by_the_points_of_both_games() {
        use GameResult::{Drawn, Lost, Won};
        let results = [Won, Won, Won, Lost, Lost, Lost, Drawn, Won, Lost, Drawn, Drawn, Drawn];
        let mut even = MatchCounts::default();
        even.add_pairs(&(4..16), &results);
        assert_eq!((even.pairs, even.halves), ([1, 1, 2, 1, 1], [None, None]));
        let mut odd = MatchCounts::default();
        odd.add_pairs(&(5..17), &results);
        assert_eq!((odd.pairs, odd.halves), ([1, 1, 2, 0, 1], [Some(Won), Some(Drawn)]));
        let mut one = MatchCounts::default();
        one.add_pairs(&(4..5), &results[..1]);
        assert_eq!((one.pairs, one.halves), ([0; 5], [None, Some(Won)]));
        let mut other = MatchCounts::default();
        other.add_pairs(&(3..4), &results[..1]);
        assert_eq!((other.pairs, other.halves), ([0; 5], [Some(Won), None]));
    }
}
