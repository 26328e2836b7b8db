//! The levels of both games, and their greedy moves.

use super::rules::Board;
use crate::game::{Game, MoveList};
use crate::levels::{Levels, level};
use crate::pyramid::PyramidWord;
use crate::specialists::greedy_by;

/// The moves that place the most pieces of the mover's team, by their chains, less the other's.
pub(super) fn greedy<W: PyramidWord, const SEATS: usize>(
    board: &Board<W, SEATS>,
    list: &mut MoveList,
) {
    let team = board.turn().index() % 2;
    let left = |after: &Board<W, SEATS>, team| after.pile().team_left(team) as i32;
    greedy_by(board, list, |after| left(after, 1 - team) - left(after, team));
}

/// The levels, calibrated on size 7.
pub(super) const LEVELS: Levels = [
    level("greedy", 0),
    level("alphabeta:depth=1", 45),
    level("alphabeta:depth=1", 18),
    level("alphabeta:depth=2", 8),
    level("alphabeta:depth=3", 0),
];

/// The levels of the game of four, calibrated on size 7.
pub(super) const QUO_LEVELS: Levels = [
    level("greedy", 0),
    level("alphabeta:depth=1", 18),
    level("alphabeta:depth=3", 10),
    level("alphabeta:depth=5", 6),
    level("alphabeta:depth=7", 0),
];
