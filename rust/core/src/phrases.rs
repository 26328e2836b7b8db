//! Values of moves and their differences in words.

use crate::any::AnyGame;
use crate::game::Move;
use crate::remarks::Unit;
use crate::sentences::Said;

/// A legal move with its value for the player who makes it.
#[derive(Clone, Copy, Debug)]
pub struct Valued<'a> {
    /// The move.
    pub m: Move,
    /// Its value, in units of the game.
    pub value: f64,
    /// True if the value is proven.
    pub exact: bool,
    /// The standard error of a mean.
    pub error: Option<f64>,
    /// Best play, which begins with the move; empty for a move whose reasons are not to be told.
    pub line: &'a [Move],
}

/// The words of each move: its value, its distance to the next, its reasons.
///
/// ```
/// use bitgames_core::phrases::{Valued, sentence, with_words};
/// use bitgames_core::{Move, games};
/// let position = games::position("tictactoe oo./xx./...")?;
/// let valued = |index, value| Valued {
///     m: Move(index), value, exact: true, error: None, line: &[],
/// };
/// let moves = [valued(2, 1.0), valued(6, -1.0)];
/// let words = with_words(&*position, &moves, &position.unit());
/// assert_eq!(words, ["win, better than a3", "loss"]);
/// let said = sentence(&*position, &moves, &position.unit());
/// assert_eq!(said.unwrap().to_string(), "c1 wins; a3 loses");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn with_words(position: &dyn AnyGame, moves: &[Valued<'_>], of: &Unit) -> Vec<String> {
    let words = moves.iter().enumerate().map(|(number, each)| {
        let mut words = if each.exact { of.proven(each.value) } else { near(of, each).to_string() };
        if let Some(next) = moves.get(number + 1) {
            let apart = difference(position, of, each, next).map(|said| said.to_string());
            let equal = || format!("as good as {}", position.move_text(next.m));
            words = format!("{words}, {}", apart.unwrap_or_else(equal));
        }
        let why = reasons(position, each);
        why.iter().fold(words, |words, reason| format!("{words}; {reason}"))
    });
    words.collect()
}

/// What the best move, the first one, does and how far the next one is behind; `None` without moves.
pub fn sentence(position: &dyn AnyGame, moves: &[Valued<'_>], of: &Unit) -> Option<Said> {
    let best = moves.first()?;
    let name = position.move_text(best.m);
    let mut words = if best.exact {
        of.result(name, best.value)
    } else {
        let near = near(of, best).into();
        let near =
            if of.is_result { near } else { Said::new("amount", [near, of.plural.into()]).into() };
        Said::new("result", [name.into(), near])
    };
    let why = reasons(position, best).into_iter();
    if let Some(why) = why.reduce(|one, two| Said::new("with", [one.into(), two.into()])) {
        words = Said::new("result", [words.into(), why.into()]);
    }
    let next = if position.legal_moves().len() == 1 {
        Said::plain("only-move")
    } else if let Some(other) = moves.get(1) {
        behind(position, of, best, other)
    } else {
        return Some(words);
    };
    Some(Said::new("then", [words.into(), next.into()]))
}

/// How far a move is behind the best one.
fn behind(position: &dyn AnyGame, of: &Unit, best: &Valued<'_>, other: &Valued<'_>) -> Said {
    let name = position.move_text(other.m);
    if best.exact && other.exact && (of.is_result || best.value * other.value <= 0.0) {
        let words = of.result(name, other.value);
        #[expect(clippy::float_cmp, reason = "proven values are whole numbers")]
        let is_equal = best.value == other.value;
        return if is_equal { Said::new("too", [words.into()]) } else { words };
    }
    let equal = || Said::new("is-as-good", [name.into()]);
    difference(position, of, best, other).unwrap_or_else(equal)
}

/// An estimate as text.
fn near(of: &Unit, each: &Valued<'_>) -> Said {
    let digits = if of.is_result { 2 } else { 1 };
    let mut value = format!("{:+.digits$}", each.value);
    // A small negative estimate is no -0.0.
    if value.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.')) {
        value.replace_range(..1, "+");
    }
    match each.error {
        None => Said::new("about", [value.into()]),
        Some(error) => Said::new("about-error", [value.into(), format!("{error:.digits$}").into()]),
    }
}

/// How much better a move is than another, in words; `None` if that is within what is known.
fn difference(
    position: &dyn AnyGame,
    of: &Unit,
    each: &Valued<'_>,
    other: &Valued<'_>,
) -> Option<Said> {
    let (gap, both) = (each.value - other.value, each.exact && other.exact);
    let least = match (both, of.is_result) {
        (true, _) => 1e-9,
        (false, true) => 0.005,
        (false, false) => 0.05,
    };
    if gap.abs() < least {
        return None;
    }
    let name = position.move_text(other.m).into();
    Some(if gap < 0.0 {
        // A tree search trusts the moves that it tried most.
        Said::new("surer", [name])
    } else if of.is_result {
        Said::new("better", [name])
    } else {
        Said::new(if both { "better-by" } else { "better-about" }, [of.amount(gap).into(), name])
    })
}

fn reasons(position: &dyn AnyGame, each: &Valued<'_>) -> Vec<Said> {
    if each.line.is_empty() { Vec::new() } else { position.reasons(each.line) }
}
