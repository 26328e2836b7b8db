//! What a book says of a position, and how it was built.

use std::fmt;
use std::str::FromStr;

use crate::game::Move;

/// Hundredths of a point in the values of books.
pub const UNIT: i32 = 100;
/// The largest value of an entry, in hundredths of a point.
pub const MAX_VALUE: i32 = 8191;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Searched, with no successors in the book.
    Leaf,
    /// Proven, or the end of the game.
    Exact,
    /// Its value comes from its successors.
    Expanded,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// For the side to move, in hundredths of a point of the game's score.
    pub value: i32,
    /// Where it comes from.
    pub kind: Kind,
}

/// A move that leads to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// The entry after it, with the value for the side that makes the move.
    pub entry: BookEntry,
}

/// How leaves are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// To a depth in plies, at least 1.
    Depth(u8),
    /// By a level of the game's own search.
    Level(u8),
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Depth(depth) => write!(f, "depth={depth}"),
            Strength::Level(level) => write!(f, "level={level}"),
        }
    }
}

impl FromStr for Strength {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        let (kind, number) = text.split_once('=').ok_or(())?;
        match (kind, number.parse().map_err(drop)?) {
            ("depth", depth @ 1..) => Ok(Strength::Depth(depth)),
            ("level", level) => Ok(Strength::Level(level)),
            _ => Err(()),
        }
    }
}

/// How a book was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The spec of its game.
    pub game: String,
    /// How its leaves were searched.
    pub strength: Strength,
    /// The largest sum of what the moves that lead to an expanded entry lose against the best ones,
    /// in hundredths of a point.
    pub within: u32,
    /// Plies that a loss of one point counts in the order of expansion.
    pub weight: u32,
    /// Positions expanded in a round.
    pub batch: u32,
    /// The program that wrote it.
    pub generator: String,
    /// Canonical positions in one line each from which all entries are reached, in order.
    pub roots: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_texts() {
        for strength in [Strength::Depth(1), Strength::Depth(255), Strength::Level(0)] {
            assert_eq!(strength.to_string().parse(), Ok(strength));
        }
        for wrong in ["", "depth", "depth=", "depth=0", "depth=256", "level=-1", "nodes=3"] {
            assert_eq!(wrong.parse::<Strength>(), Err(()), "{wrong}");
        }
    }
}
