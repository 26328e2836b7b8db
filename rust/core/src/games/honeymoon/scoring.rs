//! Contracts and their scores: Laws of Duplicate Bridge 2017, law 77.

use std::fmt;

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
        match self {
            ScoreKind::Tricks => "tricks",
            ScoreKind::Overtricks => "overtricks",
            ScoreKind::Insult => "insult",
            ScoreKind::Slam => "slam",
            ScoreKind::PartScore => "part score",
            ScoreKind::GameBonus => "game",
            ScoreKind::Undertricks => "undertricks",
            ScoreKind::Honours => "honours",
            ScoreKind::Rubber => "rubber",
        }
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Points {
    /// The declarer's points for the tricks bid and made; below the line in a rubber.
    pub(super) tricks: u16,
    /// The declarer's points for overtricks.
    pub(super) overtricks: u16,
    /// The declarer's points for a doubled contract made.
    pub(super) insult: u16,
    /// The declarer's points for a slam.
    pub(super) slam: u16,
    /// The defender's points for undertricks.
    pub(super) penalty: u16,
}

impl Points {
    /// The declarer's points above the line in a rubber.
    pub(super) fn premiums(self) -> u16 {
        self.overtricks + self.insult + self.slam
    }

    /// The lines of the score of a contract; those of 0 points are left out by the caller.
    pub(super) fn lines(self, contract: Contract) -> [ScoreLine; 5] {
        let (own, rival) = (contract.declarer, other(contract.declarer));
        [
            (ScoreKind::Tricks, own, self.tricks),
            (ScoreKind::Overtricks, own, self.overtricks),
            (ScoreKind::Insult, own, self.insult),
            (ScoreKind::Slam, own, self.slam),
            (ScoreKind::Undertricks, rival, self.penalty),
        ]
        .map(|(kind, player, points)| ScoreLine { kind, player, points })
    }
}

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
        let points = self.points(tricks, vulnerable);
        let bonus = duplicate_bonus(points.tricks, vulnerable).map_or(0, |(_, bonus)| bonus);
        (points.tricks + points.premiums() + bonus) as i16 - points.penalty as i16
    }

    /// True if the contract is made with these final tricks of both.
    pub(super) fn is_made(self, tricks: [u8; 2]) -> bool {
        tricks[self.declarer.index()] >= self.wanted()
    }

    fn wanted(self) -> u8 {
        6 + self.bid.level()
    }

    /// The points for `tricks` of 13, without those for games and part scores.
    pub(super) fn points(self, tricks: u8, vulnerable: bool) -> Points {
        let wanted = self.wanted();
        if tricks < wanted {
            let penalty = self.penalty((wanted - tricks).into(), vulnerable);
            return Points { penalty, ..Points::default() };
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
        Points {
            tricks: (u16::from(self.bid.level()) * each + first) << doubled,
            overtricks: u16::from(tricks - wanted) * per_overtrick,
            insult: 50 * doubled,
            slam,
            penalty: 0,
        }
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

/// The bonus of duplicate bridge for these points of tricks bid and made; none for a contract that
/// was defeated.
pub(super) fn duplicate_bonus(tricks: u16, vulnerable: bool) -> Option<(ScoreKind, u16)> {
    match (tricks, vulnerable) {
        (0, _) => None,
        (100.., false) => Some((ScoreKind::GameBonus, 300)),
        (100.., true) => Some((ScoreKind::GameBonus, 500)),
        _ => Some((ScoreKind::PartScore, 50)),
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
