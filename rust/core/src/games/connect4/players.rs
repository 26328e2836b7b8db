//! The levels.

use crate::levels::{Levels, level};

/// The levels of 7 x 6, where every position is solved within a moment.
pub(super) const LEVELS: Levels = [
    level("greedy", 0),
    level("alphabeta:depth=1", 37),
    level("alphabeta:depth=4", 11),
    level("alphabeta:depth=10", 2),
    level("perfect", 0),
];

/// The levels of other boards.
pub(super) const LEVELS_BY_SEARCH: Levels = {
    let [easy, casual, club, strong, _] = LEVELS;
    [easy, casual, club, strong, level("alphabeta:depth=12", 0)]
};
