//! The levels of this game, and its greedy moves.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::Word;
use crate::game::{Game, MoveList};
use crate::levels::{Levels, level};
use crate::specialists::greedy_by;

/// The moves that turn the most discs.
pub(super) fn greedy<S: Sides>(board: &Board<S>, list: &mut MoveList) {
    let mover = board.turn();
    greedy_by(board, list, |after| {
        let difference = after.own().count() as i32 - after.other().count() as i32;
        if after.turn() == mover { difference } else { -difference }
    });
}

/// The levels of 8 x 8, by the levels of its own search.
pub(super) const LEVELS: Levels = [
    level("greedy", 0),
    level("alphabeta:level=1", 5),
    level("alphabeta:level=5", 7),
    level("alphabeta:level=8", 3),
    level("alphabeta:level=9", 0),
];

/// The levels of the smaller boards, measured on 6 x 6.
pub(super) const LEVELS_OF_SMALL: Levels = [
    level("greedy", 0),
    level("alphabeta:depth=1", 18),
    level("alphabeta:depth=3", 10),
    level("alphabeta:depth=5", 5),
    level("alphabeta:depth=7", 0),
];
