//! Series of games of chance: their sum, and the start of the next game.

use bitgames_core::any::AnyGame;
use bitgames_core::games::honeymoon::{Honeymoon, Rubber, SEATS};
use bitgames_core::{Player, Result};
use serde_json::{Value, json};

use super::keeping::{KeptRubber, KeptSeries};

/// The sum of the finished games of a series.
#[derive(Clone)]
pub struct Series {
    /// Games that have ended.
    games: u32,
    sum: Sum,
    /// The seat that deals next, in a game with a dealer.
    dealer: Option<Player>,
}

#[derive(Clone)]
enum Sum {
    /// The names of the seats, and the sum of their scores.
    Scores(&'static [&'static str], Vec<i64>),
    /// The rubber after its last deal.
    Rubber(Rubber),
}

impl Series {
    /// The series that begins with this game.
    pub fn new(start: &dyn AnyGame) -> Self {
        let deal = honeymoon(start);
        let rubber = deal.and_then(|deal| Rubber::before(deal.rules()));
        let names = start.facts().player_names;
        Series {
            games: 0,
            sum: rubber.map_or_else(|| Sum::Scores(names, vec![0; names.len()]), Sum::Rubber),
            dealer: deal.map(|deal| deal.rules().dealer()),
        }
    }

    /// The series as data.
    pub fn kept(&self) -> KeptSeries {
        let (scores, rubber) = match &self.sum {
            Sum::Scores(_, sums) => (sums.clone(), None),
            Sum::Rubber(rubber) => {
                // A part score is less than the 100 points of a game.
                let part_scores = rubber.part_scores().map(|points| points as u8);
                let (games, below, above) = (rubber.games(), rubber.below(), rubber.above());
                (Vec::new(), Some(KeptRubber { games, part_scores, below, above }))
            }
        };
        KeptSeries { games: self.games, scores, rubber, dealer: self.dealer.map(|seat| seat.0) }
    }

    /// The series that was kept so, of a game with this start; `None` for other data.
    pub fn reopened(start: &dyn AnyGame, kept: &KeptSeries) -> Option<Self> {
        let mut series = Series::new(start);
        match (&mut series.sum, &kept.rubber) {
            (Sum::Scores(_, sums), None) if kept.scores.len() == sums.len() => {
                sums.clone_from(&kept.scores);
            }
            (Sum::Rubber(rubber), Some(kept)) => {
                *rubber = Rubber::new(kept.games, kept.part_scores, kept.below, kept.above).ok()?;
            }
            _ => return None,
        }
        series.games = kept.games;
        if series.dealer.is_some() {
            series.dealer = kept.dealer.filter(|&seat| seat < 2).map(Player);
        }
        Some(series)
    }

    /// The series with one more game, which ended so.
    pub fn after(&self, end: &dyn AnyGame) -> Self {
        let mut next = self.clone();
        next.games += 1;
        next.dealer = self.dealer.map(|dealer| Player(1 - dealer.0));
        match &mut next.sum {
            Sum::Scores(_, sums) => {
                let outcome = end.outcome().expect("the game has ended");
                for (seat, sum) in (0..).zip(sums) {
                    *sum += i64::from(outcome.score(Player(seat)));
                }
            }
            Sum::Rubber(rubber) => {
                let deal = honeymoon(end).expect("a rubber has deals");
                *rubber = going_on(*rubber);
                if let Some(contract) = deal.contract() {
                    let tricks = deal.state().tricks[contract.declarer.index()];
                    *rubber = rubber
                        .score(contract, tricks, deal.state().honours)
                        .expect("a deal fits its rubber");
                }
            }
        }
        next
    }

    /// The start of the next game, not dealt yet: the same with the other dealer and, in a rubber,
    /// with its state in the rules.
    pub fn start(&self, start: &dyn AnyGame) -> Result<Box<dyn AnyGame>> {
        let (Some(deal), Some(dealer)) = (honeymoon(start), self.dealer) else {
            return Ok(start.boxed_clone());
        };
        let rules = match &self.sum {
            Sum::Rubber(rubber) => going_on(*rubber).rules(*deal.rules())?,
            Sum::Scores(..) => *deal.rules(),
        };
        let rules = rules.with([("dealer", SEATS[dealer.index()])])?;
        Ok(Box::new(Honeymoon::of_seed(rules, 0)))
    }

    /// The series as data of a state. After the last deal of a rubber the sheet is that of the
    /// finished one; when the next deal has begun, it is a new one.
    pub fn data(&self, is_over: bool) -> Value {
        let (scores, sheet) = match &self.sum {
            Sum::Scores(_, sums) => (json!(sums), Value::Null),
            Sum::Rubber(rubber) => {
                let shown = if is_over { *rubber } else { going_on(*rubber) };
                (json!(rubber.totals()), sheet(&shown))
            }
        };
        json!({"games": self.games, "scores": scores, "text": self.words(), "rubber": sheet})
    }

    /// The standing in words.
    fn words(&self) -> String {
        match &self.sum {
            Sum::Scores(names, sums) => {
                let each = names.iter().zip(sums).map(|(name, sum)| format!("{name} {sum:+}"));
                let deals = if self.games == 1 { "deal" } else { "deals" };
                format!("after {} {deals}: {}", self.games, each.collect::<Vec<_>>().join(", "))
            }
            Sum::Rubber(rubber) => sheet_words(rubber),
        }
    }
}

fn honeymoon(position: &dyn AnyGame) -> Option<&Honeymoon> {
    position.as_any().downcast_ref()
}

/// The rubber in which the next deal is played: a new one after the end of one.
fn going_on(rubber: Rubber) -> Rubber {
    if rubber.is_finished() { Rubber::default() } else { rubber }
}

fn sheet(rubber: &Rubber) -> Value {
    json!({
        "games": rubber.games(),
        "part_scores": rubber.part_scores(),
        "below": rubber.below(),
        "above": rubber.above(),
        "totals": rubber.totals(),
        "settled": rubber.settled(),
        "is_finished": rubber.is_finished(),
        "winner": rubber.winner().map(|winner| winner.0),
    })
}

fn sheet_words(rubber: &Rubber) -> String {
    let row = |name: &str, cells: [String; 2]| format!("{name:17}{:>8}{:>8}", cells[0], cells[1]);
    let mut rows = vec![
        row("score sheet", SEATS.map(String::from)),
        row("games", rubber.games().map(|n| n.to_string())),
        row("part score", rubber.part_scores().map(|n| n.to_string())),
        row("below the line", rubber.below().map(|n| n.to_string())),
        row("above the line", rubber.above().map(|n| n.to_string())),
        row("total", rubber.totals().map(|n| n.to_string())),
    ];
    if !rubber.is_finished() {
        rows.push(row("if it ended here", rubber.settled().map(|n| n.to_string())));
    } else if let Some(winner) = rubber.winner() {
        let [south, north] = rubber.totals();
        let name = SEATS[winner.index()];
        rows.push(format!("{name} wins the rubber by {} points", south.abs_diff(north)));
    } else {
        rows.push("the rubber ends with equal totals".into());
    }
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use bitgames_core::games::honeymoon::Scoring;
    use bitgames_core::games::start;

    use super::*;

    #[test]
    fn the_dealer_alternates_and_a_passed_deal_counts() {
        let mut position = start("honeymoon:bicycle").unwrap();
        let mut series = Series::new(&*position);
        while !position.is_over() {
            let moves = position.legal_moves();
            position = position.play(moves[0]).unwrap();
        }
        series = series.after(&*position);
        assert!(series.words().starts_with("after 1 deal: south "));
        let next = series.start(&*position).unwrap();
        assert_eq!(honeymoon(&*next).unwrap().rules().dealer(), Player(1));
        assert_eq!(honeymoon(&*next).unwrap().rules().scoring(), Scoring::Duplicate);
    }
}
