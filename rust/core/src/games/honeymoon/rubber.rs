//! Rubbers: Laws of Contract Bridge, 1993, laws 72 to 81.

use super::bids::Strain;
use super::options::{DealRules, GAME, Scoring, check_part_scores};
use super::scoring::{Contract, ScoreKind, ScoreLine, ScoreLines};
use super::seats::{other, south};
use crate::bits::Word;
use crate::cards::{Card, Hand, RANKS, Suit};
use crate::error::{Error, Result};
use crate::game::Player;

/// Games that end a rubber.
const GAMES: u8 = 2;
/// The ace to the ten of a suit.
const HONOURS: usize = 5;
/// Largest total; larger ones are refused.
const MAX: u64 = 1 << 53;

/// The state of a rubber, as a value: each deal gives the next one.
///
/// Pairs are south's and north's.
///
/// ```
/// use bitgames_core::Player;
/// use bitgames_core::games::honeymoon::{Contract, Rubber};
/// let two_hearts = Contract { bid: "2H".parse()?, declarer: Player(0), doubled: 0 };
/// let rubber = Rubber::default().score(two_hearts, 9, 0)?;
/// assert_eq!((rubber.part_scores(), rubber.above()), ([60, 0], [30, 0]));
/// let rubber = rubber.score(two_hearts, 8, 100)?;
/// assert_eq!((rubber.games(), rubber.part_scores(), rubber.totals()), ([1, 0], [0, 0], [250, 0]));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rubber {
    games: [u8; 2],
    part_scores: [u16; 2],
    below: [u64; 2],
    above: [u64; 2],
}

impl Rubber {
    /// A rubber with these numbers: games won, points below the line towards the next game, and all
    /// points below and above the line.
    ///
    /// # Errors
    /// [`Error::Parameter`] for numbers that no rubber can have.
    pub fn new(
        games: [u8; 2],
        part_scores: [u8; 2],
        below: [u64; 2],
        above: [u64; 2],
    ) -> Result<Self> {
        let given = |pair: [u64; 2]| format!("{}/{}", pair[0], pair[1]);
        if games.iter().any(|&won| won > GAMES) || games == [GAMES; 2] {
            let allowed = "from 0 to 2 for south and north, and not 2 for both";
            return Err(Error::parameter("games", allowed, given(games.map(u64::from))));
        }
        check_part_scores("part_scores", part_scores)?;
        if games.contains(&GAMES) && part_scores != [0; 2] {
            let parts = given(part_scores.map(u64::from));
            return Err(Error::parameter("part_scores", "0/0 once the rubber is over", parts));
        }
        let wrong = |points: u64| points > MAX || !points.is_multiple_of(10);
        if below.into_iter().any(wrong) || (0..2).any(|seat| below[seat] < part_scores[seat].into())
        {
            let allowed = "multiples of 10, and the part scores at least";
            return Err(Error::parameter("below", allowed, given(below)));
        }
        if above.into_iter().any(wrong) {
            return Err(Error::parameter("above", "multiples of 10", given(above)));
        }
        Ok(Rubber { games, part_scores: part_scores.map(u16::from), below, above })
    }

    /// The rubber before a deal under these rules, as far as they determine it: its points are the
    /// part scores alone. `None` if the scoring is not that of a rubber.
    pub fn before(rules: &DealRules) -> Option<Self> {
        let part_scores = rules.part_scores().map(u16::from);
        let games = [Player(0), Player(1)].map(|player| rules.is_vulnerable(player).into());
        let below = part_scores.map(u64::from);
        let rubber = Rubber { games, part_scores, below, above: [0; 2] };
        (rules.scoring() == Scoring::Rubber).then_some(rubber)
    }

    /// The rules of the next deal: `rules` with the vulnerability and part scores of this rubber.
    ///
    /// # Errors
    /// [`Error::Parameter`] once the rubber is over.
    pub fn rules(&self, rules: DealRules) -> Result<DealRules> {
        self.check_goes_on()?;
        let part_scores = self.part_scores.map(|points| points as u8);
        Ok(rules.in_rubber(self.games.map(|won| won > 0), part_scores))
    }

    /// The rubber after a deal in which the declarer of a contract took `tricks` tricks. `honours` are
    /// the points for honours, positive if south holds them, negative if north does; see
    /// [`honours`].
    ///
    /// # Errors
    /// [`Error::Parameter`] once the rubber is over, for more than 13 tricks, and for honours that do
    /// not exist in the contract's strain.
    pub fn score(&self, contract: Contract, tricks: u8, honours: i16) -> Result<Self> {
        self.check_goes_on()?;
        if usize::from(tricks) > RANKS {
            return Err(Error::parameter("tricks", "from 0 to 13", tricks));
        }
        let notrump = contract.bid.strain().trump().is_none();
        let points = honours.unsigned_abs();
        if !(points == 0 || points == 150 || points == 100 && !notrump) {
            let allowed =
                if notrump { "0, 150 or -150 at no trump" } else { "0, 100, 150, -100 or -150" };
            return Err(Error::parameter("honours", allowed, honours));
        }
        Ok(self.after(contract, tricks, honours))
    }

    /// As [`Rubber::score`], for an unfinished rubber and checked arguments.
    fn after(mut self, contract: Contract, tricks: u8, honours: i16) -> Self {
        let declarer = contract.declarer.index();
        for line in contract.lines(tricks, self.games[declarer] > 0) {
            if line.kind == ScoreKind::Tricks {
                self.below[declarer] += u64::from(line.points);
                self.part_scores[declarer] += line.points;
            } else {
                self.above[line.player.index()] += u64::from(line.points);
            }
        }
        self.above[usize::from(honours < 0)] += u64::from(honours.unsigned_abs());
        if self.part_scores[declarer] >= GAME {
            self.part_scores = [0; 2];
            self.games[declarer] += 1;
            self.above[declarer] += u64::from(self.premium(contract.declarer));
        }
        self
    }

    /// The premium for the rubber, if this player has just won it.
    fn premium(&self, winner: Player) -> u16 {
        match (self.games[winner.index()], self.games[other(winner).index()]) {
            (GAMES, 0) => 700,
            (GAMES, _) => 500,
            _ => 0,
        }
    }

    fn check_goes_on(&self) -> Result<()> {
        if self.is_finished() {
            let games = format!("{} to {} games", self.games[0], self.games[1]);
            return Err(Error::parameter("a rubber to go on with", "unfinished", games));
        }
        Ok(())
    }

    /// Games won.
    pub fn games(&self) -> [u8; 2] {
        self.games
    }

    /// True if this side has won a game.
    pub fn is_vulnerable(&self, player: Player) -> bool {
        self.games[player.index()] > 0
    }

    /// Points below the line towards the current game.
    pub fn part_scores(&self) -> [u16; 2] {
        self.part_scores
    }

    /// All points below the line.
    pub fn below(&self) -> [u64; 2] {
        self.below
    }

    /// All points above the line.
    pub fn above(&self) -> [u64; 2] {
        self.above
    }

    /// True if a side has won two games.
    pub fn is_finished(&self) -> bool {
        self.games.contains(&GAMES)
    }

    /// All points so far.
    pub fn totals(&self) -> [u64; 2] {
        std::array::from_fn(|seat| self.below[seat] + self.above[seat])
    }

    /// All points if the rubber ends unfinished now: 300 more for the only side that has won a
    /// game, and 100 for the only side that has a part score (law 80).
    pub fn settled(&self) -> [u64; 2] {
        let mut totals = self.totals();
        if self.is_finished() {
            return totals;
        }
        for (premium, has) in
            [(300, self.games.map(|won| won > 0)), (100, self.part_scores.map(|part| part > 0))]
        {
            if has[0] != has[1] {
                totals[usize::from(has[1])] += premium;
            }
        }
        totals
    }

    /// The winner: the side with the larger total of a finished rubber. `None` before its end and
    /// for equal totals.
    pub fn winner(&self) -> Option<Player> {
        let [south, north] = self.totals();
        (self.is_finished() && south != north).then(|| Player((north > south).into()))
    }
}

/// South's points for honours less north's, with these hands at the start of the play: 100 for four
/// of the five trump honours in one hand, 150 for all five, and at no trump 150 for the four aces.
///
/// ```
/// use bitgames_core::games::honeymoon::honours;
/// let hands = ["AKQT2.A.A.A".parse()?, "J...".parse()?];
/// assert_eq!(honours(hands, "S".parse()?), 100);
/// assert_eq!(honours(hands, "NT".parse()?), 150);
/// assert_eq!(honours(hands, "H".parse()?), 0);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn honours(hands: [Hand; 2], strain: Strain) -> i16 {
    let points = |hand: Hand| match strain.trump() {
        Some(trump) => match (hand.suit(trump) & u16::low(HONOURS)).count() {
            HONOURS => 150,
            4 => 100,
            _ => 0,
        },
        None if Suit::all().all(|suit| hand.has(Card::new(suit, 0))) => 150,
        None => 0,
    };
    points(hands[0]) - points(hands[1])
}

impl DealRules {
    /// South's points for a deal in which the declarer of a contract took `tricks` tricks. In a
    /// rubber they are all points that the deal adds, on both sides of the line, with the premium
    /// for the rubber if the deal ends it; honours count only there.
    pub(super) fn points(&self, contract: Contract, tricks: u8, honours: i16) -> i16 {
        let lines = self.score_lines(contract, tricks, honours).into_iter();
        lines.map(|line| south(line.player, line.points as i16)).sum()
    }

    /// The lines of [`DealRules::points`].
    pub(super) fn score_lines(&self, contract: Contract, tricks: u8, honours: i16) -> ScoreLines {
        let declarer = contract.declarer;
        let vulnerable = self.is_vulnerable(declarer);
        let Some(before) = Rubber::before(self) else {
            return contract.duplicate_lines(tricks, vulnerable);
        };
        let premium = before.after(contract, tricks, honours).premium(declarer);
        let holder = Player((honours < 0).into());
        let of_rubber = [
            (ScoreKind::Honours, holder, honours.unsigned_abs()),
            (ScoreKind::Rubber, declarer, premium),
        ];
        let mut lines = contract.lines(tricks, vulnerable);
        lines.extend(of_rubber.map(|(kind, player, points)| ScoreLine { kind, player, points }));
        lines.retain(|line| line.points > 0);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::super::bids::Bid;
    use super::*;

    /// A deal scores the points it adds, not those already on the sheet.
    #[test]
    fn a_deal_of_a_rubber_scores_what_it_writes() {
        let points = |rules: &str, bid: &str, tricks: u8, honours: i16| {
            let rules: DealRules = rules.parse().expect("rules");
            let bid: Bid = bid.parse().expect("a bid");
            rules.points(Contract { bid, declarer: Player(0), doubled: 0 }, tricks, honours)
        };
        let part = "taiwan,scoring=rubber,part_scores=60/0";
        assert_eq!(points(part, "1S", 7, 0), 30);
        assert_eq!(points(part, "1S", 8, 100), 30 + 30 + 100);
        assert_eq!(points(part, "1S", 5, 0), -100);
        let rubber = "taiwan,scoring=rubber,vulnerable=south,part_scores=60/0";
        assert_eq!(points(rubber, "2S", 8, 0), 60 + 700);
        assert_eq!(points("taiwan,scoring=duplicate", "1S", 7, 100), 80);
    }

    #[test]
    fn lines_of_a_score_add_up_to_it() {
        let duplicate = ["", ",vulnerable=both"];
        let rubber =
            ["", ",part_scores=60/90", ",vulnerable=south", ",vulnerable=both,part_scores=0/40"];
        let rules = (duplicate.map(|more| format!("taiwan{more}")).into_iter())
            .chain(rubber.map(|more| format!("taiwan,scoring=rubber{more}")));
        for rules in rules.map(|rules| rules.parse::<DealRules>().expect("rules")) {
            for bid in ["1C", "1NT", "3NT", "4S", "5D", "6H", "7NT"] {
                let bid: Bid = bid.parse().expect("a bid");
                for (declarer, doubled) in [(0, 0), (1, 1), (0, 2), (1, 0)] {
                    let contract = Contract { bid, declarer: Player(declarer), doubled };
                    for (tricks, honours) in (0..=13).zip([0, 150, -150].into_iter().cycle()) {
                        let lines = rules.score_lines(contract, tricks, honours);
                        assert!(lines.iter().all(|line| line.points > 0));
                        let sum: i16 =
                            (lines.iter()).map(|line| south(line.player, line.points as i16)).sum();
                        assert_eq!(sum, rules.points(contract, tricks, honours));
                    }
                }
            }
        }
    }

    #[test]
    fn a_score_says_what_its_points_are_for() {
        let lines = |rules: &str, bid: &str, doubled: u8, tricks: u8, honours: i16| {
            let rules: DealRules = rules.parse().expect("rules");
            let bid: Bid = bid.parse().expect("a bid");
            let contract = Contract { bid, declarer: Player(1), doubled };
            (rules.score_lines(contract, tricks, honours).into_iter())
                .map(|line| (line.kind.name(), line.player.0, line.points))
                .collect::<Vec<_>>()
        };
        let made =
            [("tricks", 1, 240), ("overtricks", 1, 400), ("insult", 1, 100), ("game", 1, 500)];
        assert_eq!(lines("taiwan,vulnerable=both", "2S", 2, 9, 0), made);
        let slam = [("tricks", 1, 180), ("slam", 1, 500), ("game", 1, 300)];
        assert_eq!(lines("taiwan", "6H", 0, 12, 150), slam);
        assert_eq!(lines("taiwan", "6H", 0, 11, 0), [("undertricks", 0, 50)]);
        let part = [("tricks", 1, 40), ("overtricks", 1, 20), ("part score", 1, 50)];
        assert_eq!(lines("taiwan", "2C", 0, 9, 0), part);
        let rubber = [("tricks", 1, 60), ("honours", 0, 100), ("rubber", 1, 500)];
        assert_eq!(
            lines("taiwan,scoring=rubber,vulnerable=both,part_scores=0/40", "2S", 0, 8, 100),
            rubber
        );
    }
}
