//! A move as a person types it.

use crate::any::AnyGame;
use crate::error::shorten_to;
use crate::game::Move;
use crate::sentences::Said;

/// Up to this many meanings of a text are listed.
const MAX_MEANINGS: usize = 13;
/// Characters of a text that are said again.
const MAX_SAID: usize = 80;

/// Why a text cannot be read as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It names none, or more than one.
    Unknown(Said),
    /// It names one that is not legal now.
    Illegal(Said),
}

/// The legal move for its number in the list of moves, its notation, or a short form.
///
/// Where a game has other spellings of its moves, as card games have, the beginning of one is enough
/// if it means a single legal move.
///
/// ```
/// use bitgames_core::{games, typed::read_move};
/// let start = games::position("othello")?;
/// assert_eq!(read_move(&*start, "1"), Ok(start.parse_move("d3")?));
/// assert_eq!(read_move(&*start, "E6"), Ok(start.parse_move("e6")?));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Errors
/// [`Unread`] for any other text.
pub fn read_move(position: &dyn AnyGame, text: &str) -> Result<Move, Unread> {
    let moves = position.legal_moves();
    let name = |m: Move| position.move_text(m);
    if is_number(text) && has_numbers(position) {
        // Compared as text, so that a number of any length works.
        let found = (1_usize..).zip(&moves).find(|(number, _)| number.to_string() == text);
        return found.map(|(_, &m)| m).ok_or_else(|| {
            let number = shorten_to(text, MAX_SAID);
            let said = [number.into(), (moves.len() as i64).into()];
            Unread::Unknown(Said::new("no-such-number", said))
        });
    }
    let named = position.parse_move(text).ok();
    if let Some(m) = named.filter(|&m| position.is_legal(m)) {
        return Ok(m);
    }
    let typed = text.to_lowercase();
    let mut meant = Vec::new();
    for &m in &moves {
        let mut names = position.spellings(m);
        if names.is_empty() {
            continue;
        }
        names.push(name(m));
        let is = |each: &String| each.to_lowercase() == typed;
        if names.iter().any(is) {
            return Ok(m);
        }
        if names.iter().any(|each| each.to_lowercase().starts_with(&typed)) {
            meant.push(m);
        }
    }
    if let Some(m) = named {
        // The whole name of one move is not the short form of another.
        return Err(Unread::Illegal(Said::new("not-now", [name(m).into()])));
    }
    let given = format!("'{}'", shorten_to(text, MAX_SAID).escape_debug());
    Err(Unread::Unknown(match meant[..] {
        [m] => return Ok(m),
        [] => {
            let like = moves.first().map_or_else(String::new, |&m| name(m));
            Said::new("no-such-move", [given.into(), like.into()])
        }
        [ref most @ .., last] if meant.len() <= MAX_MEANINGS => {
            let most = most.iter().map(|&m| name(m)).collect::<Vec<_>>().join(", ");
            Said::new("means", [given.into(), most.into(), name(last).into()])
        }
        [first, ..] => {
            let count = meant.len() as i64;
            Said::new("means-many", [given.into(), count.into(), name(first).into()])
        }
    }))
}

/// Whether moves can be named by numbers; not if moves are numbers or calls. A call has no cell, and a
/// bid begins with a number.
fn has_numbers(position: &dyn AnyGame) -> bool {
    let moves = position.legal_moves();
    !moves.iter().any(|&m| is_number(&position.move_text(m)))
        && moves.iter().any(|&m| position.cell_of(m).is_some())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
