//! Levels: named strengths of play, five for every game.

use crate::error::{Error, Result};

/// The names of the levels, weakest first.
pub const LEVELS: [&str; 5] = ["easy", "casual", "club", "strong", "best"];
/// The level that `level` without a name means, as an index into [`LEVELS`].
pub const USUAL_LEVEL: usize = 2;

/// How a level plays a game: as a player of the game, with slips in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The spec of the player.
    pub player: &'static str,
    /// Of 100 moves, the number that are [slips](crate::slips) of the game instead.
    pub slip_percent: u8,
}

/// The levels of a game, as in [`LEVELS`].
pub type Levels = [Level; LEVELS.len()];

/// A level that plays as this player, with slips in between.
pub const fn level(player: &'static str, slip_percent: u8) -> Level {
    Level { player, slip_percent }
}

/// Levels by search, for games that hide nothing and have no levels of their own. They are measured
/// at four in a row on 6 x 5 cells.
pub const BY_SEARCH: Levels = [
    level("greedy", 0),
    level("alphabeta:depth=1", 50),
    level("alphabeta:depth=1", 18),
    level("alphabeta:depth=2", 5),
    level("alphabeta:depth=4", 0),
];

/// The index of a level by its name; without a name, of the usual one.
///
/// ```
/// use bitgames_core::levels::find;
/// assert_eq!((find("best")?, find("")?), (4, 2));
/// assert!(find("worst").is_err());
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`].
pub fn find(name: &str) -> Result<usize> {
    if name.is_empty() {
        return Ok(USUAL_LEVEL);
    }
    let found = LEVELS.iter().position(|level| *level == name);
    found.ok_or_else(|| Error::parameter("the level", one_of_them(), format!("{name:?}")))
}

/// The names as text for the user.
fn one_of_them() -> String {
    format!("one of {}", LEVELS.join(", "))
}
