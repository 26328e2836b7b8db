//! What is said at the table: tricks of the exchange, phases, and how the score comes about.

use super::rules::Honeymoon;
use super::scoring::{Contract, ScoreKind};
use super::seats::{SEATS, other};
use super::state::{Phase, State, beats};
use crate::bits::Word;
use crate::board::BoardView;
use crate::cards::{Card, Suit};
use crate::control::Control;
use crate::error::Result;
use crate::game::{Game, Move, Player};
use crate::notation::Notation;
use crate::remarks::{Told, Unit};
use crate::scene::Viewer;
use crate::sentences::{Said, Value};
use crate::solve::{SolveOptions, solve};

const POINTS: Unit = Unit::new("point", "points", 100.0, 50.0);

impl Told for Honeymoon {
    fn aim(&self) -> String {
        "bridge for two: exchange cards, bid, play 13 tricks".into()
    }

    fn unit(&self) -> Unit {
        POINTS
    }

    /// Short calls, and cards and bids with their symbols, rank or suit first.
    fn spellings(&self, m: Move) -> Vec<String> {
        let text = self.move_text(m);
        match text.as_str() {
            "pass" => return vec!["p".into(), "-".into()],
            "double" => return vec!["x".into(), "dbl".into()],
            "redouble" => return vec!["xx".into(), "rdbl".into(), "redbl".into()],
            _ => {}
        }
        if self.cell_of(m).is_none() {
            let (level, strain) = text.split_at(1);
            return vec![format!("{level}{}", symbol(strain).unwrap_or("N"))];
        }
        let (suit, rank) = text.split_at(1);
        let ranks = if rank == "T" { vec![rank, "10"] } else { vec![rank] };
        let suits = [Some(suit), symbol(suit)].into_iter().flatten();
        let pairs = suits.flat_map(|suit| ranks.iter().map(move |rank| (suit, rank)));
        let both =
            pairs.flat_map(|(suit, rank)| [format!("{suit}{rank}"), format!("{rank}{suit}")]);
        both.filter(|each| *each != text).collect()
    }

    /// The tricks of best play once both hands are known.
    fn reasons(&self, line: &[Move]) -> Vec<Said> {
        if !self.is_open() || self.state().phase != Phase::Play {
            return Vec::new();
        }
        let end = after(self, line);
        let makes = || Said::new("makes", [tricks_of(&end, self.turn()).into()]);
        end.is_over().then(makes).into_iter().collect()
    }

    /// Who won a trick of the exchange, what was drawn, and the phase that begins.
    fn announce(&self, m: Move, viewer: Viewer) -> Vec<Said> {
        let (after, mut lines) = (self.child(m), Vec::new());
        if let (Phase::Draw, Some(led)) = (self.state().phase, self.state().led) {
            self.say_drawn(Card(m.0 as u8), led, &after, viewer, &mut lines);
        }
        if after.state().phase != self.state().phase {
            lines.extend(self.next_phase(&after, viewer));
        }
        lines
    }

    /// The score by its parts, best play, par, and the deal.
    fn account(&self, control: &Control<'_>) -> Result<Vec<Said>> {
        let mut account = Account::default();
        let south = i64::from(self.score(self.state(), self.state().tricks));
        let score = match self.contract() {
            None => Said::plain("no-score"),
            Some(contract) => {
                let made = self.made(contract);
                let result = Said::new("result", [bid_by(contract).into(), made.into()]);
                account.add("account-contract", result);
                for line in self.score_lines() {
                    let (points, seat) = (i64::from(line.points), name(line.player));
                    let values = [points.into(), seat, self.what_for(contract, line.kind)];
                    account.more(Said::new("points-for", values));
                }
                scores(south)
            }
        };
        account.add("account-score", score);
        self.compare(south, control, &mut account)?;
        self.say_dealt(&mut account);
        Ok(account.0)
    }

    /// The tricks of the exchange and of the play.
    fn trick_rows(&self) -> Vec<Vec<Value>> {
        let (mut rows, mut counts) = (Vec::new(), [0_i64; 2]);
        let heads = [Said::plain("trick").into(), SEATS[0].into(), SEATS[1].into()];
        rows.push(heads.into_iter().chain([Said::plain("winner").into()]).collect());
        self.replay(|before, m, _| {
            let Some(led) = before.led else { return };
            let is_exchange = before.phase == Phase::Draw;
            let count = &mut counts[usize::from(is_exchange)];
            *count += 1;
            let number: Value = if is_exchange {
                Said::new("exchange", [(*count).into()]).into()
            } else {
                count.to_string().into()
            };
            let (card, follower) = (Card(m.0 as u8), before.turn);
            let mut cards = [Said::new("leads", [spaced(led).into()]).into(), spaced(card).into()];
            if follower.0 == 0 {
                cards.reverse();
            }
            let wins = beats(card, led, before.trump());
            let winner = if wins { follower } else { other(follower) };
            let [south, north] = cards;
            rows.push(vec![number, south, north, name(winner)]);
        });
        if rows.len() == 1 { Vec::new() } else { rows }
    }

    /// The card if all legal ones are equivalent. Before the play a move without a choice would tell
    /// the other what is in the hand.
    fn forced_move(&self) -> Option<Move> {
        let is_forced = self.ending().is_ok_and(|ending| ending.runs().count() == 1);
        is_forced.then(|| self.legal_moves().last().copied()).flatten()
    }

    fn has_tricks(&self) -> bool {
        true
    }

    /// Those of the play, in which all cards are known to both: an answer to a claim tells nothing new.
    fn tricks_left(&self) -> usize {
        if self.state().phase == Phase::Play { self.hand(self.turn()).len() } else { 0 }
    }

    /// The score rises with every trick, so the best score has the most tricks.
    fn best_rest(&self, control: &Control<'_>) -> Result<(Vec<Move>, usize)> {
        let line = solve(self, &SolveOptions::default(), control)?.pv;
        let tricks = |state: &State| usize::from(state.tricks[self.turn().index()]);
        let won = tricks(after(self, &line).state()) - tricks(self.state());
        Ok((line, won))
    }
}

/// The lines of an account, each under a name, or under that of the line before it.
#[derive(Default)]
struct Account(Vec<Said>);

impl Account {
    fn add(&mut self, name: &'static str, words: impl Into<Value>) {
        self.0.push(Said::new("account", [Said::plain(name).into(), words.into()]));
    }

    fn more(&mut self, words: impl Into<Value>) {
        self.0.push(Said::new("account", ["".into(), words.into()]));
    }
}

impl Honeymoon {
    /// Says who won a trick of the exchange, and what each player drew as far as it was seen.
    fn say_drawn(
        &self,
        card: Card,
        led: Card,
        after: &Honeymoon,
        viewer: Viewer,
        lines: &mut Vec<Said>,
    ) {
        if card.suit() != led.suit() {
            let suit = suit_name(led.suit()).into();
            lines.push(does(["shows-out", "you-shows-out"], self.turn(), viewer, Some(suit)));
        }
        let drew = |seat: Player| {
            let new = after.hand(seat).0 & !self.hand(seat).0;
            if viewer.sees(seat) {
                text(Card(new.first() as u8))
            } else {
                Said::plain("a-card").into()
            }
        };
        let wins = beats(card, led, self.state().trump());
        let winner = if wins { self.turn() } else { other(self.turn()) };
        let won = match self.face_up() {
            None => does(["wins-draws", "you-wins-draws"], winner, viewer, Some(drew(winner))),
            Some(up) => does(["wins-takes", "you-wins-takes"], winner, viewer, Some(text(up))),
        };
        let loser = other(winner);
        let drawn = does(["draws", "you-draws"], loser, viewer, Some(drew(loser)));
        lines.push(Said::new("then", [won.into(), drawn.into()]));
    }

    /// Announces the exchange, the auction or the play, which begins at a position.
    fn next_phase(&self, begun: &Honeymoon, viewer: Viewer) -> Option<Said> {
        let codes = match begun.state().phase {
            Phase::Over => return None,
            Phase::Auction => ["calls-first", "you-calls-first"],
            Phase::Draw => ["leads-exchange", "you-leads-exchange"],
            Phase::Play => ["leads-play", "you-leads-play"],
        };
        let first = does(codes, begun.turn(), viewer, None);
        let contract = begun.contract().filter(|_| self.state().phase == Phase::Auction);
        Some(match contract {
            None => Said::new("all-known", [first.into()]),
            Some(contract) => {
                let values = [contract.to_string().into(), name(contract.declarer), first.into()];
                Said::new("contract-is", values)
            }
        })
    }

    /// The declarer's tricks above the contract; below it they are negative.
    fn over(&self, contract: Contract) -> i64 {
        let tricks = self.state().tricks[contract.declarer.index()];
        i64::from(tricks) - i64::from(contract.wanted())
    }

    fn made(&self, contract: Contract) -> Said {
        let (tricks, over) = (tricks_of(self, contract.declarer).into(), self.over(contract));
        match over {
            0 => Said::new("tricks-made", [tricks]),
            1.. => Said::new("tricks-over", [tricks, over.into()]),
            _ => Said::new("tricks-down", [tricks, (-over).into()]),
        }
    }

    /// What points are for.
    fn what_for(&self, contract: Contract, kind: ScoreKind) -> Value {
        let doubled = |words: Value| match contract.doubled {
            0 => words,
            1 => Said::new("doubled", [words]).into(),
            _ => Said::new("redoubled", [words]).into(),
        };
        let over = self.over(contract);
        let said = match kind {
            ScoreKind::Overtricks => {
                return doubled(count(over, "one-overtrick", "overtricks").into());
            }
            ScoreKind::Undertricks => {
                return doubled(count(-over, "one-undertrick", "undertricks").into());
            }
            ScoreKind::Tricks => Said::new("bid-made", [doubled(contract.bid.to_string().into())]),
            ScoreKind::Insult if contract.doubled == 1 => Said::plain("insult"),
            ScoreKind::Insult => Said::plain("insult-redoubled"),
            ScoreKind::Slam if contract.bid.level() == 7 => Said::plain("grand-slam"),
            ScoreKind::Slam => Said::plain("small-slam"),
            other => return other.name().into(),
        };
        said.into()
    }

    /// Compares a deal with best play of its contract, and with par of the hands at that time.
    fn compare(&self, south: i64, control: &Control<'_>, account: &mut Account) -> Result<()> {
        // Both hands are whole and known from the end of the exchange to the first lead of the play.
        let (mut position, mut whole) = (self.start(), None);
        for m in self.moves().map(Some).chain([None]) {
            let phase = position.state().phase;
            if position.is_open() && matches!(phase, Phase::Auction | Phase::Play) {
                whole = Some(position.clone());
            }
            match m {
                Some(m) if phase != Phase::Play => position = position.child(m),
                _ => break,
            }
        }
        let Some(whole) = whole else { return Ok(()) };
        if let Some(contract) = whole.contract() {
            let best = after(&whole, &solve(&whole, &SolveOptions::default(), control)?.pv);
            let score = scores(best.score(best.state(), best.state().tricks).into());
            let tricks = tricks_of(&best, contract.declarer);
            account.add("account-best", Said::new("with", [tricks.into(), score.into()]));
        }
        let par = whole.par(control)?;
        let bid = par.contract.map_or_else(|| Said::plain("both-pass"), bid_by);
        let (score, more) = (i64::from(par.score), south - i64::from(par.score));
        let compared = if more == 0 {
            Said::plain("as-scored")
        } else {
            Said::new("did-better", [name(Player(u8::from(more < 0))), more.abs().into()])
        };
        let result = Said::new("with", [bid.into(), scores(score).into()]);
        account.add("account-par", Said::new("then", [result.into(), compared.into()]));
        Ok(())
    }

    /// Says what was dealt: both hands, and the stock from its top.
    fn say_dealt(&self, account: &mut Account) {
        let [south, north] = self.dealt().hands().map(|hand| {
            let written = hand.to_string();
            let suits = Suit::all().zip(written.split('.')).filter(|(_, ranks)| !ranks.is_empty());
            suits.map(|(suit, ranks)| format!("{suit} {ranks}")).collect::<Vec<_>>().join("  ")
        });
        account.add("account-dealt", Said::new("hand", [SEATS[0].into(), south.into()]));
        account.more(Said::new("hand", [SEATS[1].into(), north.into()]));
        let stock = self.dealt().stock();
        if !stock.is_empty() {
            let cards =
                |part: &[Card]| part.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
            let (upper, lower) = stock.split_at(stock.len() / 2);
            account.add("account-stock", cards(upper));
            account.more(cards(lower));
        }
    }
}

/// The position after a line of legal moves.
fn after(position: &Honeymoon, line: &[Move]) -> Honeymoon {
    line.iter().fold(position.clone(), |position, &m| position.child(m))
}

/// Says what a seat does, or in the second sentence what the viewer does: "north draws", "you draw".
fn does(codes: [&'static str; 2], seat: Player, viewer: Viewer, what: Option<Value>) -> Said {
    if viewer == Viewer::Seat(seat) {
        return Said::new(codes[1], what.into_iter().collect::<Vec<_>>());
    }
    Said::new(codes[0], [name(seat)].into_iter().chain(what).collect::<Vec<_>>())
}

fn name(seat: Player) -> Value {
    SEATS[seat.index()].into()
}

fn text(card: Card) -> Value {
    card.to_string().into()
}

/// A card for a table, with its rank as people write it.
fn spaced(card: Card) -> String {
    let text = card.to_string();
    let (suit, rank) = text.split_at(1);
    format!("{suit} {}", if rank == "T" { "10" } else { rank })
}

/// The symbol of a suit's letter; notrump has none.
fn symbol(letter: &str) -> Option<&'static str> {
    let at = "SHDC".find(letter).filter(|_| letter.len() == 1)?;
    Some(["\u{2660}", "\u{2665}", "\u{2666}", "\u{2663}"][at])
}

fn suit_name(suit: Suit) -> &'static str {
    ["spades", "hearts", "diamonds", "clubs"][suit.index()]
}

fn bid_by(contract: Contract) -> Said {
    Said::new("bid-by", [contract.to_string().into(), name(contract.declarer)])
}

fn scores(south: i64) -> Said {
    let [south, north] = [south, -south].map(|score| format!("{score:+}").into());
    Said::new("both-scores", [SEATS[0].into(), south, SEATS[1].into(), north])
}

fn count(number: i64, one: &'static str, many: &'static str) -> Said {
    Said::new(if number == 1 { one } else { many }, [number.into()])
}

fn tricks_of(position: &Honeymoon, seat: Player) -> Said {
    count(position.state().tricks[seat.index()].into(), "one-trick", "tricks")
}
