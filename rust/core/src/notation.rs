//! Texts of a game: specs, one-line positions, moves, and errors that quote them.

use std::fmt::Display;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Player};

/// The texts of a game. `Display` writes the one-line form of a position, the spec and the cells
/// with a space between them; `FromStr` reads it.
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
    /// The name and parameters of this game's start: `tictactoe:5`, `mnk:6,5,4`.
    fn spec(&self) -> String;
    /// Reads a position of this board from `cells`, the part of the one-line form after the spec.
    ///
    /// # Errors
    /// [`Error::Parse`] for a wrong format. [`Error::InvalidPosition`] for a position that no game
    /// reaches, as far as the game can tell: tic-tac-toe and honeymoon bridge always can, Mosaic in
    /// part, and Othello accepts every board.
    fn read(&self, cells: &str) -> Result<Self>;
    /// The text of a move, for an index below [`Game::num_moves`].
    fn move_text(&self, m: Move) -> String;
    /// Reads a move in either case; it need not be legal here.
    fn parse_move(&self, text: &str) -> Result<Move>;

    /// The position as `player` knows it, in one line, without anything hidden from `player`. In a
    /// game that hides nothing it is the position.
    fn view(&self, player: Player) -> String {
        debug_assert!(player.index() < Self::FACTS.players());
        self.to_string()
    }

    /// The reason why an illegal move of an unfinished game is illegal, if it adds to the list of
    /// legal moves. The player to move reads it, so it does not depend on anything that is hidden
    /// from that player.
    fn objection(&self, m: Move) -> Option<String> {
        let _ = m;
        None
    }

    /// The position after a move. `self` is not changed.
    ///
    /// # Errors
    /// [`Error::IllegalMove`], with the position as the player to move knows it.
    fn play(&self, m: Move) -> Result<Self> {
        if !self.is_legal(m) {
            return Err(illegal_move(self, m));
        }
        let next = self.child(m);
        Ok(next)
    }
}

/// The error for a move that is illegal in `position`, with both as text and what is allowed.
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
