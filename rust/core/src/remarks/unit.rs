//! Units of values.

use crate::sentences::Said;

/// The unit of a game's values.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// The unit of values that are results: wins, draws and losses, or what is expected of them.
pub const RESULT: Unit =
    Unit { is_result: true, ..Unit::new("half point", "half points", 1.0, 0.25) };

/// A loss that is none.
const NOTHING: f64 = 1e-9;
/// The part of a blunder's loss below which a move is good.
const GOOD: f64 = 1.0 / 3.0;
/// How many standard errors the loss of a mean must have.
const DEVIATIONS: f64 = 2.0;

impl Unit {
    /// A unit of scores.
    pub const fn new(name: &'static str, plural: &'static str, blunder: f64, even: f64) -> Self {
        Unit { name, plural, blunder, even, is_result: false }
    }

    /// The difference of estimates below which neither is better.
    pub fn noise(&self) -> f64 {
        self.even / 2.0
    }

    /// A number of units in words, never negative.
    ///
    /// ```
    /// use bitgames_core::remarks::{RESULT, Unit};
    /// let discs = Unit::new("disc", "discs", 6.0, 2.0);
    /// assert_eq!(discs.amount(-2.54).to_string(), "2.5 discs");
    /// assert_eq!(RESULT.amount(0.125).to_string(), "0.12 half points");
    /// ```
    pub fn amount(&self, value: f64) -> Said {
        let size = value.abs();
        let digits = if self.is_result { after_point(size) } else { 1 };
        let text = format!("{size:.digits$}");
        let text =
            if digits == 0 { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
        let name = if text == "1" { self.name } else { self.plural };
        Said::new("amount", [text.to_owned().into(), name.into()])
    }

    /// A proven value as text: a result, or a number with its sign.
    ///
    /// ```
    /// use bitgames_core::remarks::{RESULT, Unit};
    /// let discs = Unit::new("disc", "discs", 6.0, 2.0);
    /// assert_eq!((discs.proven(6.0), RESULT.proven(1.0)), ("+6".into(), "win".into()));
    /// ```
    pub fn proven(&self, value: f64) -> String {
        match value {
            _ if !self.is_result => format!("{value:+}"),
            _ if value > 0.0 => "win".into(),
            _ if value < 0.0 => "loss".into(),
            _ => "draw".into(),
        }
    }

    /// What a move with a proven value brings the player who makes it.
    ///
    /// ```
    /// use bitgames_core::remarks::{RESULT, Unit};
    /// let discs = Unit::new("disc", "discs", 6.0, 2.0);
    /// assert_eq!(discs.result("f5".into(), 6.0).to_string(), "f5 wins by 6 discs");
    /// assert_eq!(RESULT.result("c1".into(), -1.0).to_string(), "c1 loses");
    /// ```
    pub fn result(&self, m: String, value: f64) -> Said {
        let (code, code_by) = if value > 0.0 {
            ("move-wins", "move-wins-by")
        } else if value < 0.0 {
            ("move-loses", "move-loses-by")
        } else {
            return Said::new("move-draws", [m.into()]);
        };
        if self.is_result {
            return Said::new(code, [m.into()]);
        }
        Said::new(code_by, [m.into(), self.amount(value).into()])
    }

    /// The grade of a move by its loss: `best` for none, `good` for a little, `fair`, and `bad` for as
    /// much as a blunder. The steps are the same in every position.
    ///
    /// `exact` says that both values are proven, `error` is the standard error of means. `None` for the
    /// loss of estimates that differ by less than these are worth.
    ///
    /// ```
    /// use bitgames_core::remarks::Unit;
    /// let discs = Unit::new("disc", "discs", 6.0, 2.0);
    /// assert_eq!(discs.grade(2.0, true, None), Some("fair"));
    /// assert_eq!(discs.grade(0.3, false, None), None);
    /// ```
    pub fn grade(&self, loss: f64, exact: bool, error: Option<f64>) -> Option<&'static str> {
        if loss <= NOTHING {
            return Some("best");
        }
        if !exact && loss < self.noise().max(DEVIATIONS * error.unwrap_or(0.0)) {
            return None;
        }
        Some(match loss {
            _ if loss >= self.blunder => "bad",
            _ if loss < GOOD * self.blunder => "good",
            _ => "fair",
        })
    }
}

/// How many digits after the point show two that count.
fn after_point(size: f64) -> usize {
    // Rounding may add a digit before the point: 0.996 is 1.0.
    let written = format!("{size:.1e}");
    let exponent = written.split_once('e').and_then(|(_, exponent)| exponent.parse().ok());
    usize::try_from(1 - exponent.unwrap_or(0)).unwrap_or(0)
}
