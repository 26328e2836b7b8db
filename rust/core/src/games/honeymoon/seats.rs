//! The two seats.

use crate::game::Player;

/// The seats, in the order of their numbers.
pub const SEATS: [&str; 2] = ["south", "north"];

#[inline]
pub const fn other(player: Player) -> Player {
    Player(1 - (player.0 & 1))
}

/// Converts a score of `player` to one of south, and back.
pub(super) fn south<T: std::ops::Neg<Output = T>>(player: Player, score: T) -> T {
    if player.0 == 0 { score } else { -score }
}
