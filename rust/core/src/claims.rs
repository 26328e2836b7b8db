//! The rest of a game without a choice: claims of tricks, and moves that are forced.

use crate::any::AnyGame;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::Move;

/// The moves that end the game after a claim of the player to move for a number of the tricks to come,
/// for all of them by default. `None` if best defence takes more tricks: the claim is refused.
///
/// The rest is played out with best play on both sides, so that nobody loses a trick by a claim of
/// fewer.
///
/// # Errors
/// [`Error::Unsupported`] where nothing can be claimed, [`Error::Parameter`] for more tricks than there
/// are, and those of a solve.
pub fn claim(
    position: &dyn AnyGame,
    tricks: Option<i64>,
    control: &Control<'_>,
) -> Result<Option<Vec<Move>>> {
    let left = position.tricks_left();
    if left == 0 {
        return Err(Error::Unsupported {
            what: "a claim".into(),
            game: position.spec(),
            reason: "there are no open tricks to come".into(),
        });
    }
    let wanted = tricks.map_or(Ok(left), |tricks| {
        let allowed = usize::try_from(tricks).ok().filter(|&tricks| tricks <= left);
        allowed.ok_or_else(|| Error::parameter("tricks", format!("from 0 to {left}"), tricks))
    })?;
    let (moves, won) = position.best_rest(control)?;
    Ok((won >= wanted).then_some(moves))
}

/// The moves from here on that leave no choice, up to the first choice or the end. A card that is
/// equivalent to all other legal ones leaves no choice either.
///
/// ```
/// use bitgames_core::{claims::forced_moves, games};
/// let position = games::position("tictactoe oxo/oxx/xo.")?;
/// assert_eq!(forced_moves(&*position).len(), 1);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn forced_moves(position: &dyn AnyGame) -> Vec<Move> {
    let (mut moves, mut at) = (Vec::new(), None);
    loop {
        let here: &dyn AnyGame = at.as_deref().unwrap_or(position);
        let Some(m) = here.forced_move() else { return moves };
        let Ok(after) = here.play(m) else { return moves };
        moves.push(m);
        at = Some(after);
    }
}
