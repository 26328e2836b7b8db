//! How a game is written: specs, one-line positions, moves, and errors that name them.

use std::fmt::Display;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};

/// The texts of a game. `Display` writes the one-line form of a position, the spec and the cells with
/// a space between; `FromStr` reads it.
///
/// ```
/// use bitgames_core::{Notation, games::TicTacToe3};
/// let start = TicTacToe3::default();
/// let next = start.play(start.parse_move("b2")?)?;
/// assert_eq!(next.to_string(), "tictactoe .../.o./...");
/// let refused = next.play(next.parse_move("b2")?).unwrap_err();
/// assert!(refused.to_string().starts_with("illegal move b2 in 'tictactoe .../.o./...'"));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub trait Notation: Game + Display + FromStr<Err = Error> {
    /// The name and parameters that make this game's start: `tictactoe:5`, `mnk:6,5,4`.
    fn spec(&self) -> String;
    /// The position of this same board that `cells` spells: what the one-line form has after the
    /// spec.
    ///
    /// # Errors
    /// [`Error::Parse`] for a wrong spelling. [`Error::InvalidPosition`] for a position that no game
    /// reaches, as far as the game proves it: tic-tac-toe and honeymoon bridge prove it always,
    /// Mosaic in part, and Othello accepts every board.
    fn read(&self, cells: &str) -> Result<Self>;
    /// The move in the game's notation, for an index below [`Game::num_moves`].
    fn move_text(&self, m: Move) -> String;
    /// Reads a move in the game's notation, in either case, legal here or not.
    fn parse_move(&self, text: &str) -> Result<Move>;

    /// The position as `player` knows it, in one line, with nothing that `player` cannot know. In a
    /// game that hides nothing it is the position.
    fn view(&self, player: Player) -> String {
        debug_assert!(player.index() < Self::FACTS.players());
        self.to_string()
    }

    /// Why an illegal move of an unfinished game is illegal, in the game's own words, where they say
    /// more than the list of legal moves. The player to move reads it, so it depends on nothing that
    /// is hidden from that player.
    fn objection(&self, m: Move) -> Option<String> {
        let _ = m;
        None
    }

    /// The position after a move. `self` stays as it is.
    ///
    /// # Errors
    /// [`Error::IllegalMove`], with the position as the player to move knows it.
    fn play(&self, m: Move) -> Result<Self> {
        if !self.is_legal(m) {
            return Err(illegal_move(self, m));
        }
        let mut next = self.clone();
        next.play_unchecked(m);
        Ok(next)
    }
}

/// Why `m` cannot be played in `position`: both by name, and what is allowed.
fn illegal_move<G: Notation>(position: &G, m: Move) -> Error {
    let in_range = m.index() < position.num_moves();
    let text = if in_range { position.move_text(m) } else { m.0.to_string() };
    let reason = if let Some(outcome) = position.outcome() {
        format!("the game is over ({})", outcome.reason)
    } else if in_range {
        let legal = position.legal_moves();
        let list: Vec<_> = legal.iter().map(|&m| position.move_text(m)).collect();
        let list = format!("legal moves are {}", list.join(" "));
        position.objection(m).map_or(list.clone(), |objection| format!("{objection}; {list}"))
    } else {
        format!("move indices go from 0 to {}", position.num_moves() - 1)
    };
    Error::IllegalMove { text, position: position.view(position.turn()), reason }
}
