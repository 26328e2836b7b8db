//! One-line positions, and moves as text.

use std::fmt;
use std::str::FromStr;

use super::bids::{Bid, DOUBLE, FIRST_BID, PASS, REDOUBLE};
use super::deal::Deal;
use super::options::DealRules;
use super::rules::Honeymoon;
use super::seats::SEATS;
use super::state::Phase;
use crate::bits::Word;
use crate::cards::{CARDS, Card, Hand};
use crate::error::{Error, Result};
use crate::game::{Move, Player};
use crate::notation::Notation;

/// The text for an empty stock.
const NO_STOCK: &str = "-";

/// Reads the cards of a stock from its top, two characters each.
fn read_stock(text: &str) -> Result<Vec<Card>> {
    if text == NO_STOCK {
        return Ok(Vec::new());
    }
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        let reason = "a stock is - or 26 cards of two characters each, from its top";
        return Err(Error::parse("stock", text, reason));
    }
    (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse()).collect()
}

/// The stock from its top; `show` writes each card.
pub(super) fn stock_text(stock: &[Card], show: impl Fn(usize, Card) -> String) -> String {
    if stock.is_empty() {
        return NO_STOCK.into();
    }
    stock.iter().enumerate().map(|(place, &card)| show(place, card)).collect()
}

impl Notation for Honeymoon {
    /// The game's name and the rules that differ from the default.
    fn spec(&self) -> String {
        if *self.rules() == DealRules::default() {
            "honeymoon".into()
        } else {
            format!("honeymoon:{}", self.rules())
        }
    }

    /// Reads south's hand, north's, the stock (`-` for none) and the moves, with spaces between. Two
    /// hands alone are a start without a stock.
    fn read(&self, text: &str) -> Result<Self> {
        let mut words = text.split(' ');
        let (Some(south), Some(north)) = (words.next(), words.next()) else {
            let reason = "a deal is the hands of south and north, the stock or -, and the moves";
            return Err(Error::parse("position", text, reason));
        };
        let hands = [south.parse::<Hand>()?, north.parse()?];
        let stock = read_stock(words.next().unwrap_or(NO_STOCK))?;
        let deal = Deal::new(hands, &stock).map_err(|why| Error::invalid_position(text, why))?;
        let mut position = Honeymoon::new(*self.rules(), deal);
        for (number, word) in words.enumerate() {
            let m = position.parse_move(word)?;
            position = position.play(m).map_err(|error| {
                let reason = match error {
                    Error::IllegalMove { reason, .. } => reason,
                    error => error.to_string(),
                };
                let why = format!("move {}, {}: {reason}", number + 1, position.move_text(m));
                Error::invalid_position(text, why)
            })?;
        }
        Ok(position)
    }

    fn move_text(&self, m: Move) -> String {
        match m {
            PASS => "pass".into(),
            DOUBLE => "double".into(),
            REDOUBLE => "redouble".into(),
            Move(m) if usize::from(m) < CARDS => Card(m as u8).to_string(),
            Move(m) => Bid((m - FIRST_BID) as u8).to_string(),
        }
    }

    /// Reads a card, a call or a bid, in either case. A digit and a suit are a bid.
    fn parse_move(&self, text: &str) -> Result<Move> {
        let call = match text.to_ascii_lowercase().as_str() {
            "pass" | "p" | "-" => Some(PASS),
            "double" | "dbl" | "x" => Some(DOUBLE),
            "redouble" | "redbl" | "rdbl" | "xx" => Some(REDOUBLE),
            _ => None,
        };
        if let Some(call) = call {
            return Ok(call);
        }
        let bid = text.parse::<Bid>();
        if let Ok(bid) = bid {
            return Ok(bid.as_move());
        }
        let card: Card = text.parse().map_err(|_| match bid {
            Err(error) if text.starts_with(|first: char| first.is_ascii_digit()) => error,
            _ => {
                let reason =
                    "a move is a card like SA or HT, a bid from 1C to 7NT, pass, double or redouble";
                Error::parse("move", text, reason)
            }
        })?;
        Ok(Move(card.0.into()))
    }

    /// The line of the position without anything that `player` has not seen: `?` for the other's
    /// dealt hand, `??` for cards of the stock; the seat follows the spec.
    fn view(&self, player: Player) -> String {
        let deal = self.dealt();
        let open = deal.stock().is_empty();
        let hands = [0, 1].map(|seat| {
            let seat = Player(seat);
            if open || seat == player { deal.hand(seat).to_string() } else { "?".into() }
        });
        let seen = self.seen_stock(player);
        let stock =
            stock_text(
                deal.stock(),
                |place, card| {
                    if seen.has(place) { card.to_string() } else { "??".into() }
                },
            );
        let mut line =
            [self.spec(), SEATS[player.index()].into(), hands.join(" "), stock].join(" ");
        for m in self.moves() {
            line.push(' ');
            line.push_str(&self.move_text(m));
        }
        line
    }

    fn objection(&self, m: Move) -> Option<String> {
        let is_card = m.index() < CARDS;
        if self.state().phase == Phase::Auction {
            let of_call = || self.state().auction.objection(*self.rules(), self.state().turn, m);
            return if is_card { Some("the auction is not over".into()) } else { of_call() };
        }
        if !is_card {
            return Some("calls are allowed only in the auction".into());
        }
        let card = Card(m.0 as u8);
        let seat = SEATS[self.state().turn.index()];
        if !self.hand(self.state().turn).has(card) {
            return Some(format!("{card} is not in the hand of {seat}"));
        }
        let suit = self.state().led?.suit();
        Some(format!("{card} would be a revoke: {seat} can follow in {suit}"))
    }
}

impl fmt::Display for Honeymoon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [south, north] = self.dealt().hands();
        let stock = stock_text(self.dealt().stock(), |_, card| card.to_string());
        write!(f, "{} {south} {north} {stock}", self.spec())?;
        self.moves().try_for_each(|m| write!(f, " {}", self.move_text(m)))
    }
}

impl FromStr for Honeymoon {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self> {
        let (spec, cells) = line.split_once(' ').unwrap_or((line, ""));
        let rules = match spec.strip_prefix("honeymoon") {
            Some("") => DealRules::default(),
            Some(rest) if rest.starts_with(':') => rest[1..].parse()?,
            _ => return Err(Error::parse("position", line, "it must begin with honeymoon")),
        };
        Honeymoon::of_seed(rules, 0).read(cells)
    }
}
