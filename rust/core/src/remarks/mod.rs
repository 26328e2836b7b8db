//! What is said about a position: units of values, reasons for moves, what a move brought, how a score
//! comes about.
//!
//! A game says by [`Told`] what it knows better than the defaults.

mod unit;

pub use self::unit::{RESULT, Unit};

use crate::control::Control;
use crate::error::Result;
use crate::game::Move;
use crate::scene::{Shown, Viewer};
use crate::sentences::{Said, Value};

/// Points whose worth a game does not say.
const POINTS: Unit = Unit::new("point", "points", 1.0, 1.0);

/// The letters of a board in the text of a position, whose cells are those of the scene in the same
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// The pieces of the players, in seat order.
    pub pieces: &'static str,
    /// An empty cell.
    pub empty: char,
    /// True if the letter of the player to move follows; else the pieces tell whose turn it is.
    pub turn: bool,
}

/// What is said about a position. The defaults are those of an open game of two players on one flat
/// board.
pub trait Told: Shown {
    /// The aim of the game in a few words, for a list of games.
    fn aim(&self) -> String {
        Self::FACTS.title.into()
    }

    /// The player that plays best with a second a move; `None` where none beats the game's own ones.
    fn strongest(&self) -> Option<&'static str> {
        None
    }

    /// The unit of the values.
    fn unit(&self) -> Unit {
        if Self::FACTS.max_score == 1 { RESULT } else { POINTS }
    }

    /// True if a win counts more than its size: problems then ask for the only move that wins.
    fn result_decides(&self) -> bool {
        false
    }

    /// How a text of a position writes the board; `None` where a drawing does not tell the position.
    fn letters(&self) -> Option<Letters> {
        None
    }

    /// Other texts for a move, of which a person may type the beginning alone.
    fn spellings(&self, m: Move) -> Vec<String> {
        let _ = m;
        Vec::new()
    }

    /// A line as people write it, which may be its mirror image.
    fn usual_line(&self, line: &[Move]) -> Vec<Move> {
        line.to_vec()
    }

    /// What the first move of a line does, in a few words each. They follow from the rules alone, and
    /// say nothing that is hidden from the player to move. The moves are legal.
    fn reasons(&self, line: &[Move]) -> Vec<Said> {
        let _ = line;
        Vec::new()
    }

    /// What a legal move brings besides what the board shows, in lines that say nothing that the
    /// viewer does not know.
    fn announce(&self, m: Move, viewer: Viewer) -> Vec<Said> {
        let _ = (m, viewer);
        Vec::new()
    }

    /// How the score of a finished game comes about, in lines.
    ///
    /// # Errors
    /// Those of a solve.
    fn account(&self, control: &Control<'_>) -> Result<Vec<Said>> {
        let _ = control;
        Ok(Vec::new())
    }

    /// The tricks of a finished game as a table, its heads first.
    fn trick_rows(&self) -> Vec<Vec<Value>> {
        Vec::new()
    }

    /// The move to play where there is no choice: the only legal one, or one of several that are
    /// equivalent. `None`, too, where a player must not learn that the other has no choice.
    fn forced_move(&self) -> Option<Move> {
        if Self::FACTS.hidden {
            return None;
        }
        match self.legal_moves().as_slice() {
            &[only] => Some(only),
            _ => None,
        }
    }

    /// True if the game is played in tricks, which a player may claim.
    fn has_tricks(&self) -> bool {
        false
    }

    /// How many tricks to come the player to move may claim; 0 for no claims.
    fn tricks_left(&self) -> usize {
        0
    }

    /// Best play to the end, and the tricks it brings the player to move. It is asked for where there
    /// are tricks to claim.
    ///
    /// # Errors
    /// Those of a solve.
    fn best_rest(&self, control: &Control<'_>) -> Result<(Vec<Move>, usize)> {
        let _ = control;
        Ok((Vec::new(), 0))
    }
}
