//! One game replayed: its moves checked, its positions as keys.
//!
//! A position counts up to the symmetries of its board: its key is [`Symmetric::canonical_key`].
//!
//! [`Symmetric::canonical_key`]: crate::capability::Symmetric::canonical_key

use crate::error::Result;
use crate::game::{Move, Player};
use crate::specialists::Playable;

/// How the moves of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text, with spaces between moves.
    Text,
    /// As indices, a byte each.
    Indices,
}

/// A game replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayedGame {
    /// Its moves, with forced passes that were not written.
    pub moves: Vec<Move>,
    /// Ply and key of each position, one more than there are moves.
    pub positions: Vec<(u16, u64)>,
    /// The result of seat 0's side, 1, 0 or -1, and its score; `None` for an unfinished game.
    pub end: Option<(i8, i16)>,
}

/// A position of a game that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Number of moves before it.
    pub at: usize,
    /// Its ply, as [`crate::Game::ply`] counts.
    pub ply: usize,
    /// Its key up to symmetries.
    pub key: u64,
    /// The next move on the board that represents all symmetric ones, the least of equivalent moves;
    /// `None` at the end of the game.
    pub next: Option<Move>,
}

/// Replays a game into `path`. Among indices passes may be missing: a move that is illegal while the
/// only legal move has no cell, a pass, is played after that pass.
pub fn replay_one<G: Playable>(
    start: &G,
    written: &[u8],
    form: Form,
    path: &mut ReplayedGame,
) -> Result<()> {
    let mut position = start.clone();
    path.moves.clear();
    path.positions.clear();
    path.end = None;
    path.positions.push((position.ply() as u16, position.canonical_key()));
    let mut words = Words { rest: written, form };
    while let Some(word) = words.next() {
        let m = match form {
            Form::Indices => Move(u16::from(word[0])),
            Form::Text => position.parse_move(&String::from_utf8_lossy(word))?,
        };
        if !position.is_legal(m) {
            let legal = position.legal_moves();
            let is_forced = form == Form::Indices && legal.len() == 1;
            let pass = legal.first().copied().filter(|_| is_forced);
            match pass.filter(|&pass| position.cell_of(pass).is_none()) {
                Some(pass) => step(&mut position, pass, path),
                None => drop(position.play(m)?),
            }
            drop(position.play(m)?);
        }
        step(&mut position, m, path);
    }
    path.end = position
        .outcome()
        .map(|outcome| (outcome.returns(Player(0)) as i8, outcome.score(Player(0))));
    Ok(())
}

fn step<G: Playable>(position: &mut G, m: Move, path: &mut ReplayedGame) {
    position.play_unchecked(m);
    path.moves.push(m);
    path.positions.push((position.ply() as u16, position.canonical_key()));
}

/// The written moves of a game.
struct Words<'a> {
    rest: &'a [u8],
    form: Form,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.form == Form::Text {
            self.rest = self.rest.trim_ascii_start();
        }
        if self.rest.is_empty() {
            return None;
        }
        let end = match self.form {
            Form::Indices => 1,
            Form::Text => {
                self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len())
            }
        };
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// Walks through a game and calls `found` with each position for which `wanted` is true. Positions at
/// plies for which `plies` is not true are skipped, those beyond its end are not reached. The moves
/// are known to be legal; the walk ends at one that is not.
pub fn follow_one<G: Playable>(
    start: &G,
    moves: &[Move],
    plies: &[bool],
    wanted: &dyn Fn(usize, u64) -> bool,
    found: &mut dyn FnMut(Step),
) {
    let mut position = start.clone();
    for at in 0..=moves.len() {
        let ply = position.ply();
        let Some(&looked) = plies.get(ply) else { return };
        let next = moves.get(at).copied().filter(|&m| position.is_legal(m));
        if looked {
            let key = position.canonical_key();
            if wanted(ply, key) {
                let next = next.map(|m| representative(&position, m, key));
                found(Step { at, ply, key, next });
            }
        }
        match next {
            Some(m) => position.play_unchecked(m),
            None => return,
        }
    }
}

/// The least image of a move under the symmetries that take its position to the representative.
fn representative<G: Playable>(position: &G, m: Move, key: u64) -> Move {
    (0..position.num_symmetries())
        .filter(|&s| position.transform(s).key() == key)
        .map(|s| position.transform_move(m, s))
        .min_by_key(|image| image.0)
        .unwrap_or(m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::games;

    fn path(spec: &str, written: &str) -> (Result<()>, ReplayedGame) {
        let mut path = ReplayedGame::default();
        let start = games::position(spec).expect("a position");
        (start.replay(written.as_bytes(), Form::Text, &mut path), path)
    }

    #[test]
    fn a_game_has_a_key_for_each_position() {
        let (done, path) = path("tictactoe", " b2 a1\tc3 ");
        assert_eq!(done, Ok(()));
        assert_eq!(path.moves, [Move(4), Move(0), Move(8)]);
        let plies: Vec<_> = path.positions.iter().map(|position| position.0).collect();
        assert_eq!(plies, [0, 1, 2, 3]);
        assert_eq!(path.end, None);
        let other = self::path("tictactoe", "b2 c3 a1").1;
        assert_eq!(path.positions[2], other.positions[2]);
    }

    #[test]
    fn a_pass_that_is_not_among_the_indices_is_played() {
        let (done, all) = path("othello:4", "a2 a3 b4 c1 a4 pass b1");
        assert_eq!(done, Ok(()));
        let mut left_out = ReplayedGame::default();
        let start = games::position("othello:4").expect("a position");
        let written: Vec<u8> = all.moves.iter().map(|m| m.0 as u8).filter(|&m| m < 16).collect();
        assert_eq!(start.replay(&written, Form::Indices, &mut left_out), Ok(()));
        assert_eq!((written.len(), left_out), (6, all));
        assert!(path("othello:4", "a2 a3 b4 c1 a4 b1").0.is_err());
    }

    #[test]
    fn an_illegal_move_names_its_place() {
        let (done, path) = path("tictactoe", "b2 b2");
        assert!(matches!(done, Err(Error::IllegalMove { .. })));
        assert_eq!(path.moves.len(), 1);
        assert!(self::path("tictactoe", "b2 z9").0.is_err());
    }
}
