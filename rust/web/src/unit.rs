//! The units of values.

use bitgames_core::any::AnyGame;
use bitgames_core::sentences::Said;

/// The unit of a game's values.
#[derive(Clone, Copy)]
pub struct Unit {
    /// One of it: `disc`.
    pub name: &'static str,
    /// Several of it: `discs`.
    pub plural: &'static str,
    /// The loss from which a move is a blunder.
    pub blunder: f64,
    /// The estimate below which neither side leads.
    pub even: f64,
    /// True if a value is only a win (1), a draw (0) or a loss (-1).
    pub is_result: bool,
}

/// Wins, draws and losses, or what is expected of them.
pub const RESULT: Unit =
    Unit { name: "half point", plural: "half points", blunder: 1.0, even: 0.25, is_result: true };

/// The unit of a position's values.
pub fn unit(position: &dyn AnyGame) -> Unit {
    let unit = |name, plural, blunder, even| Unit { name, plural, blunder, even, is_result: false };
    match position.facts().name {
        "othello" => unit("disc", "discs", 6.0, 2.0),
        "connect4" => unit("disc in hand", "discs in hand", 0.5, 0.5),
        "honeymoon" => unit("point", "points", 100.0, 50.0),
        _ if position.facts().max_score == 1 => RESULT,
        _ => unit("point", "points", 1.0, 1.0),
    }
}

impl Unit {
    /// A number of units in words, never negative.
    pub fn amount(&self, value: f64) -> Said {
        let size = if self.is_result {
            two_digits(value.abs())
        } else {
            let size = format!("{:.1}", value.abs());
            size.strip_suffix(".0").map_or(size.clone(), String::from)
        };
        let name = if size == "1" { self.name } else { self.plural };
        Said::new("amount", [size.into(), name.into()])
    }

    /// What a move with a proven value brings the player who makes it.
    pub fn result(&self, m: String, value: f64) -> Said {
        let by =
            |code: &'static str, m: String| Said::new(code, [m.into(), self.amount(value).into()]);
        match (value > 0.0, value < 0.0) {
            (false, false) => Said::new("move-draws", [m.into()]),
            (true, _) if self.is_result => Said::new("move-wins", [m.into()]),
            (_, true) if self.is_result => Said::new("move-loses", [m.into()]),
            (true, _) => by("move-wins-by", m),
            (_, true) => by("move-loses-by", m),
        }
    }
}

/// A number from 0 to 2 with two significant digits.
fn two_digits(value: f64) -> String {
    let digits = if value >= 1.0 { 1 } else { 2 };
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// The grade of a move by what it loses; `error` is the standard error of means. `None` for the loss
/// of estimates that differ by less than they are worth.
pub fn grade(unit: Unit, loss: f64, exact: bool, error: Option<f64>) -> Option<&'static str> {
    /// The part of a blunder's loss below which a move is good.
    const GOOD: f64 = 1.0 / 3.0;
    if loss <= 1e-9 {
        return Some("best");
    }
    if !exact && loss < (unit.even / 2.0).max(2.0 * error.unwrap_or(0.0)) {
        return None;
    }
    Some(match loss {
        _ if loss >= unit.blunder => "bad",
        _ if loss < GOOD * unit.blunder => "good",
        _ => "fair",
    })
}
