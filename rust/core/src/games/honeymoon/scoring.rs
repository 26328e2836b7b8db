//! Contracts and what they score: Laws of Duplicate Bridge 2017, law 77.

use std::fmt;

use super::auction::Bid;
use crate::game::Player;

/// The last bid, who made it, and how often it was doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contract {
    /// What was bid.
    pub bid: Bid,
    /// Who made the last bid.
    pub declarer: Player,
    /// 0 undoubled, 1 doubled, 2 redoubled.
    pub doubled: u8,
}

impl Contract {
    /// What the declarer scores for `tricks` of 13, negative when the contract is defeated.
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
        let over = i16::from(tricks) - 6 - self.level();
        if over < 0 { -self.penalty(-over, vulnerable) } else { self.made(over, vulnerable) }
    }

    fn level(self) -> i16 {
        i16::from(self.bid.level())
    }

    fn made(self, overtricks: i16, vulnerable: bool) -> i16 {
        let strain = self.bid.strain();
        let each = if strain.is_minor() { 20 } else { 30 };
        let first = if strain.trump().is_none() { 10 } else { 0 };
        let tricks = (self.level() * each + first) << self.doubled;
        let game = match (tricks >= 100, vulnerable) {
            (false, _) => 50,
            (true, false) => 300,
            (true, true) => 500,
        };
        let slam = match (self.bid.level(), vulnerable) {
            (6, false) => 500,
            (6, true) => 750,
            (7, false) => 1000,
            (7, true) => 1500,
            _ => 0,
        };
        let doubled = i16::from(self.doubled);
        let per_overtrick = match (doubled, vulnerable) {
            (0, _) => each,
            (_, false) => 100 * doubled,
            (_, true) => 200 * doubled,
        };
        tricks + game + slam + 50 * doubled + overtricks * per_overtrick
    }

    fn penalty(self, down: i16, vulnerable: bool) -> i16 {
        let doubled = match (self.doubled, vulnerable) {
            (0, false) => return 50 * down,
            (0, true) => return 100 * down,
            (_, true) => 300 * down - 100,
            // 100, then 200 for the second and the third, then 300.
            (_, false) => 300 * down - 200 - 100 * (down - 1).min(2),
        };
        doubled * i16::from(self.doubled)
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
