//! Values and differences in words.

use bitgames_core::any::AnyGame;
use bitgames_core::remarks::Unit;
use bitgames_core::sentences::Said;

use super::values::MoveValue;

/// The words of each move: its value, its distance to the next, its reasons. `shows` is true if the
/// reasons may use the position.
pub fn with_words(
    position: &dyn AnyGame,
    moves: &[MoveValue],
    of: Unit,
    shows: bool,
) -> Vec<String> {
    let words = moves.iter().enumerate().map(|(number, each)| {
        let mut words = value_text(of, each);
        if let Some(next) = moves.get(number + 1) {
            words = if gap(of, each, next) == 0.0 {
                format!("{words}, as good as {}", position.move_text(next.m))
            } else {
                format!("{words}, {}", difference(position, of, each, next))
            };
        }
        let why = if shows { position.reasons(&each.line) } else { Vec::new() };
        why.iter().fold(words, |words, reason| format!("{words}; {reason}"))
    });
    words.collect()
}

/// What the best move does and how far the next one is behind.
pub fn sentence(position: &dyn AnyGame, moves: &[MoveValue], of: Unit, shows: bool) -> Said {
    let best = &moves[0];
    let name = |each: &MoveValue| position.move_text(each.m);
    let mut words = if best.exact {
        of.result(name(best), best.value)
    } else {
        let near = near(of, best);
        let near =
            if of.is_result { near } else { Said::new("amount", [near.into(), of.plural.into()]) };
        Said::new("result", [name(best).into(), near.into()])
    };
    let why = if shows { position.reasons(&best.line) } else { Vec::new() };
    let joined = why.into_iter().reduce(|one, two| Said::new("with", [one.into(), two.into()]));
    if let Some(why) = joined {
        words = Said::new("result", [words.into(), why.into()]);
    }
    let next = if position.legal_moves().len() == 1 {
        Said::plain("only-move")
    } else if let Some(other) = moves.get(1) {
        behind(position, of, best, other)
    } else {
        return words;
    };
    Said::new("then", [words.into(), next.into()])
}

/// How far a move is behind the best one.
fn behind(position: &dyn AnyGame, of: Unit, best: &MoveValue, other: &MoveValue) -> Said {
    let name = position.move_text(other.m);
    if best.exact && other.exact && (of.is_result || best.value * other.value <= 0.0) {
        let words = of.result(name, other.value);
        #[expect(clippy::float_cmp, reason = "proven values are whole numbers")]
        let is_equal = best.value == other.value;
        return if is_equal { Said::new("too", [words.into()]) } else { words };
    }
    if gap(of, best, other) == 0.0 {
        return Said::new("is-as-good", [name.into()]);
    }
    difference(position, of, best, other)
}

/// A value as text: a result or a number with its sign.
fn value_text(of: Unit, each: &MoveValue) -> String {
    if !each.exact {
        return near(of, each).to_string();
    }
    if !of.is_result {
        return format!("{:+}", each.value);
    }
    let result = if each.value > 0.0 {
        "win"
    } else if each.value < 0.0 {
        "loss"
    } else {
        "draw"
    };
    result.into()
}

/// An estimate as text.
fn near(of: Unit, each: &MoveValue) -> Said {
    let digits = if of.is_result { 2 } else { 1 };
    let scale = 10_f64.powi(digits);
    // A small negative estimate is no -0.0.
    let rounded = (each.value * scale).round_ties_even() / scale + 0.0;
    let digits = digits as usize;
    let value = format!("{rounded:+.digits$}");
    match each.error {
        None => Said::new("about", [value.into()]),
        Some(error) => Said::new("about-error", [value.into(), format!("{error:.digits$}").into()]),
    }
}

/// How much better a move is than another; 0 if that is within what is known.
fn gap(of: Unit, each: &MoveValue, other: &MoveValue) -> f64 {
    let gap = each.value - other.value;
    let least = match (each.exact && other.exact, of.is_result) {
        (true, _) => 1e-9,
        (false, true) => 0.005,
        (false, false) => 0.05,
    };
    if gap.abs() < least { 0.0 } else { gap }
}

/// How much better a move is than another that is not as good, in words.
fn difference(position: &dyn AnyGame, of: Unit, each: &MoveValue, other: &MoveValue) -> Said {
    let (gap, name) = (gap(of, each, other), position.move_text(other.m));
    if gap < 0.0 {
        // A tree search trusts the moves that it tried most.
        return Said::new("surer", [name.into()]);
    }
    if of.is_result {
        return Said::new("better", [name.into()]);
    }
    let code = if each.exact && other.exact { "better-by" } else { "better-about" };
    Said::new(code, [of.amount(gap).into(), name.into()])
}
