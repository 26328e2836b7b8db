//! Contracts and their scores: Laws of Duplicate Bridge 2017, law 77.

use std::fmt;

use arrayvec::ArrayVec;

use super::bids::Bid;
use super::seats::other;
use crate::game::Player;

/// The last bid, the player who made it, and its doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contract {
    /// The bid.
    pub bid: Bid,
    /// The player who made the last bid.
    pub declarer: Player,
    /// 0 undoubled, 1 doubled, 2 redoubled.
    pub doubled: u8,
}

/// What points are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    /// The tricks bid and made; below the line in a rubber.
    Tricks,
    /// The tricks above the contract.
    Overtricks,
    /// A contract that was doubled or redoubled, and made.
    Insult,
    /// Twelve or thirteen tricks bid and made.
    Slam,
    /// A part score, in duplicate bridge.
    PartScore,
    /// A game, in duplicate bridge.
    GameBonus,
    /// The tricks that the declarer is short of.
    Undertricks,
    /// Trump honours or aces in one hand, in a rubber.
    Honours,
    /// The second game of a rubber.
    Rubber,
}

impl ScoreKind {
    /// The name in words.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 9] = [
            "tricks",
            "overtricks",
            "insult",
            "slam",
            "part score",
            "game",
            "undertricks",
            "honours",
            "rubber",
        ];
        NAMES[self as usize]
    }
}

/// A line of the score of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreLine {
    /// What the points are for.
    pub kind: ScoreKind,
    /// Who gets them.
    pub player: Player,
    /// Their number, never 0.
    pub points: u16,
}

/// The lines of a score: at most five of the contract, one for honours, one for a rubber.
pub(super) type ScoreLines = ArrayVec<ScoreLine, 7>;

impl Contract {
    /// The declarer's score in duplicate bridge for `tricks` of 13, negative when the contract is
    /// defeated.
    ///
    /// ```
    /// use bitgames_core::Player;
    /// use bitgames_core::games::honeymoon::{Bid, Contract};
    /// let bid: Bid = "4S".parse()?;
    /// let contract = Contract { bid, declarer: Player(0), doubled: 0 };
    /// assert_eq!(contract.score(11, false), 450);
    /// assert_eq!(contract.score(8, true), -200);
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn score(self, tricks: u8, vulnerable: bool) -> i16 {
        let signed = |line: ScoreLine| {
            if line.player == self.declarer { line.points as i16 } else { -(line.points as i16) }
        };
        self.duplicate_lines(tricks, vulnerable).into_iter().map(signed).sum()
    }

    /// The lines of the score in duplicate bridge.
    pub(super) fn duplicate_lines(self, tricks: u8, vulnerable: bool) -> ScoreLines {
        let mut lines = self.lines(tricks, vulnerable);
        if let Some(&ScoreLine { kind: ScoreKind::Tricks, player, points }) = lines.first() {
            let (kind, points) = match (points, vulnerable) {
                (100.., false) => (ScoreKind::GameBonus, 300),
                (100.., true) => (ScoreKind::GameBonus, 500),
                _ => (ScoreKind::PartScore, 50),
            };
            lines.push(ScoreLine { kind, player, points });
        }
        lines
    }

    /// True if the contract is made with these final tricks of both.
    pub(super) fn is_made(self, tricks: [u8; 2]) -> bool {
        tricks[self.declarer.index()] >= self.wanted()
    }

    /// The tricks that make the contract.
    pub(super) fn wanted(self) -> u8 {
        6 + self.bid.level()
    }

    /// The lines of the score for `tricks` of 13, without those for games and part scores.
    pub(super) fn lines(self, tricks: u8, vulnerable: bool) -> ScoreLines {
        let wanted = self.wanted();
        if tricks < wanted {
            let points = self.penalty((wanted - tricks).into(), vulnerable);
            let (kind, player) = (ScoreKind::Undertricks, other(self.declarer));
            return [ScoreLine { kind, player, points }].into_iter().collect();
        }
        let strain = self.bid.strain();
        let each = if strain.is_minor() { 20 } else { 30 };
        let first = if strain.trump().is_none() { 10 } else { 0 };
        let slam = match (self.bid.level(), vulnerable) {
            (6, false) => 500,
            (6, true) => 750,
            (7, false) => 1000,
            (7, true) => 1500,
            _ => 0,
        };
        let doubled = u16::from(self.doubled);
        let per_overtrick = match (doubled, vulnerable) {
            (0, _) => each,
            (_, false) => 100 * doubled,
            (_, true) => 200 * doubled,
        };
        let lines = [
            (ScoreKind::Tricks, (u16::from(self.bid.level()) * each + first) << doubled),
            (ScoreKind::Overtricks, u16::from(tricks - wanted) * per_overtrick),
            (ScoreKind::Insult, 50 * doubled),
            (ScoreKind::Slam, slam),
        ];
        let line = |(kind, points)| ScoreLine { kind, player: self.declarer, points };
        lines.into_iter().map(line).filter(|line| line.points > 0).collect()
    }

    fn penalty(self, down: u16, vulnerable: bool) -> u16 {
        let doubled = match (self.doubled, vulnerable) {
            (0, false) => return 50 * down,
            (0, true) => return 100 * down,
            (_, true) => 300 * down - 100,
            // 100, then 200 for the second and the third, then 300.
            (_, false) => 300 * down - 200 - 100 * (down - 1).min(2),
        };
        doubled * u16::from(self.doubled)
    }
}

impl fmt::Display for Contract {
    /// `4S`, `4Sx` doubled, `4Sxx` redoubled.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.bid, &"xx"[..usize::from(self.doubled.min(2))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(contract: &str, tricks: u8, vulnerable: bool) -> i16 {
        let bid = contract.trim_end_matches('x');
        let doubled = (contract.len() - bid.len()) as u8;
        let bid = bid.parse().expect("a bid");
        Contract { bid, declarer: Player(0), doubled }.score(tricks, vulnerable)
    }

    #[test]
    fn scores_of_the_score_table() {
        // Contract, tricks, not vulnerable, vulnerable.
        let table = [
            ("1C", 7, 70, 70),
            ("1NT", 8, 120, 120),
            ("2H", 8, 110, 110),
            ("3NT", 9, 400, 600),
            ("3NT", 12, 490, 690),
            ("4S", 10, 420, 620),
            ("5D", 11, 400, 600),
            ("6C", 12, 920, 1370),
            ("6NT", 13, 1020, 1470),
            ("7NT", 13, 1520, 2220),
            ("1Cx", 7, 140, 140),
            ("2Dx", 8, 180, 180),
            ("2Hx", 9, 570, 870),
            ("2Hxx", 9, 840, 1240),
            ("1NTxx", 7, 560, 760),
            ("7NTxx", 13, 2280, 2980),
            ("7Sx", 13, 1770, 2470),
            ("3NT", 8, -50, -100),
            ("3NT", 5, -200, -400),
            ("4Sx", 9, -100, -200),
            ("4Sx", 8, -300, -500),
            ("4Sx", 7, -500, -800),
            ("4Sx", 6, -800, -1100),
            ("4Sxx", 6, -1600, -2200),
            ("7NTxx", 0, -7000, -7600),
        ];
        for (contract, tricks, plain, vulnerable) in table {
            assert_eq!(score(contract, tricks, false), plain, "{contract} {tricks}");
            assert_eq!(score(contract, tricks, true), vulnerable, "{contract} {tricks} vulnerable");
        }
    }

    #[test]
    fn more_tricks_score_more() {
        for contract in ["1C", "3NTx", "4Sxx", "6D", "7NT"] {
            for vulnerable in [false, true] {
                assert!((1..=13).all(|tricks| {
                    score(contract, tricks - 1, vulnerable) < score(contract, tricks, vulnerable)
                }));
            }
        }
    }
}
