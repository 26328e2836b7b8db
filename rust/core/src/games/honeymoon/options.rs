//! The forms of the game: three presets and their options.

use std::fmt;

use super::seats::SEATS;
use crate::error::{Error, Result};
use crate::game::Player;

/// Points below the line that make a game.
pub(super) const GAME: u16 = 100;
/// Who is vulnerable: bit 0 of the place is south, bit 1 north.
const VULNERABLE: [&str; 4] = ["none", "south", "north", "both"];

/// A preset: a form of the game under one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Auction, exchange with the contract's trumps and the top card of the stock face up, play.
    #[default]
    Taiwan,
    /// Draw at no trump from a stock face down, auction, play.
    Bicycle,
    /// As bicycle, with the top card of the stock face up.
    FaceUp,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 3] = [Preset::Taiwan, Preset::Bicycle, Preset::FaceUp];

    /// The name in specs.
    pub const fn name(self) -> &'static str {
        ["taiwan", "bicycle", "face_up"][self as usize]
    }

    const fn play_lead(self) -> PlayLead {
        match self {
            Preset::Taiwan => PlayLead::LastWinner,
            Preset::Bicycle | Preset::FaceUp => PlayLead::Defender,
        }
    }
}

/// The player who leads to the first trick of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayLead {
    /// The winner of the last trick of the exchange; the defender if there was none.
    LastWinner,
    /// The other player.
    Defender,
    /// The player who made the last bid.
    Declarer,
}

impl PlayLead {
    const ALL: [PlayLead; 3] = [PlayLead::LastWinner, PlayLead::Defender, PlayLead::Declarer];

    const fn name(self) -> &'static str {
        ["last_winner", "defender", "declarer"][self as usize]
    }
}

/// How the points of a deal count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Each deal by itself.
    #[default]
    Duplicate,
    /// As a deal of a rubber, see [`super::Rubber`].
    Rubber,
}

/// The rules of one game: a preset with changed options.
///
/// ```
/// use bitgames_core::games::honeymoon::DealRules;
/// let rules: DealRules = "bicycle,vulnerable=both".parse()?;
/// assert_eq!(rules.to_string(), "bicycle,vulnerable=both");
/// assert!(!rules.auction_first() && rules.is_vulnerable(bitgames_core::Player(1)));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealRules {
    preset: Preset,
    notrump: bool,
    play_lead: PlayLead,
    scoring: Scoring,
    vulnerable: [bool; 2],
    part_scores: [u8; 2],
    dealer: Player,
}

impl Default for DealRules {
    fn default() -> Self {
        DealRules::of(Preset::default())
    }
}

impl DealRules {
    /// A preset without changed options.
    pub const fn of(preset: Preset) -> Self {
        DealRules {
            preset,
            notrump: true,
            play_lead: preset.play_lead(),
            scoring: Scoring::Duplicate,
            vulnerable: [false; 2],
            part_scores: [0; 2],
            dealer: Player(0),
        }
    }

    /// True if the auction comes before the exchange.
    #[inline]
    pub fn auction_first(&self) -> bool {
        self.preset == Preset::Taiwan
    }

    /// True if the top card of the stock lies face up.
    #[inline]
    pub fn face_up(&self) -> bool {
        self.preset != Preset::Bicycle
    }

    /// True if bids at no trump are allowed.
    #[inline]
    pub fn notrump(&self) -> bool {
        self.notrump
    }

    /// The player who leads to the first trick of the play.
    pub fn play_lead(&self) -> PlayLead {
        self.play_lead
    }

    /// How the points of a deal count.
    #[inline]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Points below the line towards the current game, south's and north's; 0 unless in a rubber.
    #[inline]
    pub fn part_scores(&self) -> [u8; 2] {
        self.part_scores
    }

    /// These rules in a rubber with these games and part scores.
    pub(super) fn in_rubber(self, vulnerable: [bool; 2], part_scores: [u8; 2]) -> Self {
        DealRules { scoring: Scoring::Rubber, vulnerable, part_scores, ..self }
    }

    /// True if this side is vulnerable: in a rubber, if it has won a game.
    #[inline]
    pub fn is_vulnerable(&self, player: Player) -> bool {
        self.vulnerable[player.index()]
    }

    /// The seat that deals and calls first.
    #[inline]
    pub fn dealer(&self) -> Player {
        self.dealer
    }

    /// These rules with some options changed, keys and values as in a spec, in any order.
    ///
    /// # Errors
    /// [`Error::Parameter`] for an option that does not exist, and for part scores without a rubber.
    pub fn with<'a>(
        mut self,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self> {
        for (key, value) in options {
            self.set(key, value)?;
        }
        if self.scoring != Scoring::Rubber && self.part_scores != [0; 2] {
            let allowed = "0/0 without scoring=rubber";
            return Err(Error::parameter("part_scores", allowed, pair_text(self.part_scores)));
        }
        Ok(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let pick = |names: &[&str]| {
            let found = names.iter().position(|name| name.eq_ignore_ascii_case(value));
            found.ok_or_else(|| Error::parameter(key, listed(names), format!("{value:?}")))
        };
        match key {
            "notrump" => self.notrump = pick(&["no", "yes"])? == 1,
            "play_lead" => {
                let found = pick(&PlayLead::ALL.map(PlayLead::name))?;
                self.play_lead = PlayLead::ALL[found];
            }
            "vulnerable" => {
                // South is one side of the table, north the other: PBN's words mean them, too.
                let found = match value.to_ascii_lowercase().as_str() {
                    "-" | "love" => 0,
                    "ns" => 1,
                    "ew" => 2,
                    "all" => 3,
                    _ => pick(&VULNERABLE)?,
                };
                self.vulnerable = [found & 1 == 1, found & 2 == 2];
            }
            "scoring" => {
                self.scoring =
                    [Scoring::Duplicate, Scoring::Rubber][pick(&["duplicate", "rubber"])?];
            }
            "part_scores" => self.part_scores = read_part_scores(value)?,
            "dealer" => self.dealer = Player(pick(&SEATS)? as u8),
            _ => {
                let known = "notrump, play_lead, scoring, vulnerable, part_scores or dealer";
                return Err(Error::parameter("an option of honeymoon", known, key));
            }
        }
        Ok(())
    }
}

fn listed(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", others.join(", "))
}

/// Reads points of south and north such as `60/0`.
fn read_part_scores(text: &str) -> Result<[u8; 2]> {
    let number = |text: &str| text.parse().ok().filter(|n: &u8| n.to_string() == text);
    let pair = text.split_once('/').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    let pair = pair.ok_or_else(|| {
        Error::parameter("part_scores", "south's/north's, such as 60/0", format!("{text:?}"))
    })?;
    check_part_scores("part_scores", pair)?;
    Ok(pair)
}

fn pair_text([south, north]: [u8; 2]) -> String {
    format!("{south}/{north}")
}

impl fmt::Display for DealRules {
    /// The preset, and each option that differs from it, with commas between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        if !self.notrump {
            f.write_str(",notrump=no")?;
        }
        if self.play_lead != self.preset.play_lead() {
            write!(f, ",play_lead={}", self.play_lead.name())?;
        }
        if self.scoring == Scoring::Rubber {
            f.write_str(",scoring=rubber")?;
        }
        let [south, north] = self.vulnerable.map(usize::from);
        if south + north > 0 {
            write!(f, ",vulnerable={}", VULNERABLE[south + 2 * north])?;
        }
        if self.part_scores != [0; 2] {
            write!(f, ",part_scores={}", pair_text(self.part_scores))?;
        }
        if self.dealer.0 != 0 {
            write!(f, ",dealer={}", SEATS[self.dealer.index()])?;
        }
        Ok(())
    }
}

impl std::str::FromStr for DealRules {
    type Err = Error;

    /// A preset and options with commas between; `taiwan` may be left out.
    fn from_str(text: &str) -> Result<Self> {
        let mut words = text.split(',').filter(|word| !word.is_empty()).peekable();
        let mut rules = DealRules::default();
        if let Some(name) = words.next_if(|word| !word.contains('=')) {
            let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
            let known = listed(&Preset::ALL.map(Preset::name));
            let wrong = || Error::parameter("rules", known, format!("{name:?}"));
            rules = DealRules::of(preset.ok_or_else(wrong)?);
        }
        let options = words.map(|word| {
            word.split_once('=').ok_or_else(|| {
                Error::parameter("an option of honeymoon", "KEY=VALUE", format!("{word:?}"))
            })
        });
        rules.with(options.collect::<Result<Vec<_>>>()?)
    }
}

/// Refuses points below the line that no contracts of an unfinished game give.
pub(super) fn check_part_scores(name: &str, part_scores: [u8; 2]) -> Result<()> {
    let is_one = |&points: &u8| points != 10 && points < GAME as u8 && points.is_multiple_of(10);
    if part_scores.iter().all(is_one) {
        return Ok(());
    }
    let allowed = "0 or a multiple of 10 from 20 to 90, south's/north's";
    Err(Error::parameter(name, allowed, pair_text(part_scores)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_as_written() {
        let mut all = Vec::new();
        for preset in Preset::ALL {
            for lead in PlayLead::ALL {
                for bits in 0..32_u8 {
                    let rubber = bits & 16 == 16;
                    all.push(DealRules {
                        preset,
                        notrump: bits & 1 == 1,
                        play_lead: lead,
                        scoring: if rubber { Scoring::Rubber } else { Scoring::Duplicate },
                        vulnerable: [bits & 2 == 2, bits & 4 == 4],
                        part_scores: if rubber { [10 * (bits & 6), 90] } else { [0; 2] },
                        dealer: Player(bits >> 3 & 1),
                    });
                }
            }
        }
        for rules in all {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        for (spec, vulnerable) in [("", [false; 2]), ("vulnerable=north", [false, true])] {
            let rules: DealRules = spec.parse().expect("rules");
            assert_eq!([0, 1].map(|seat| rules.is_vulnerable(Player(seat))), vulnerable);
        }
        assert_eq!("".parse(), Ok(DealRules::default()));
        assert_eq!("dealer=south".parse(), Ok(DealRules::default()));
        for wrong in ["chess", "taiwan,x=1", "taiwan,dealer", "dealer=east", "vulnerable=", "=,="] {
            let error = wrong.parse::<DealRules>().expect_err("it is wrong");
            assert!(matches!(error, Error::Parameter { .. }), "{wrong}: {error}");
        }
    }
}
