//! A room as data, for a page that is loaded anew and goes on with its game.
//!
//! The data has all cards, as the memory of the page has: the host keeps it where that page alone
//! finds it, and gives it to nobody.

use std::collections::{BTreeSet, HashMap};

use bitgames_core::games;
use bitgames_core::sentences::Said;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Room;
use super::clock::{Clock, Control};
use super::files::not_read;
use super::game::{End, Game, How};
use super::play::seat_all;
use super::refusal::Result;
use super::series::Series;
use super::tree::{KeptNode, Tree};

/// What the data is: a page goes on with data of its own version alone.
const FORMAT: &str = concat!("bitgames room ", env!("CARGO_PKG_VERSION"));

#[derive(Serialize, Deserialize)]
struct Kept {
    format: String,
    start: String,
    nodes: Vec<KeptNode>,
    current: u32,
    next: u32,
    seats: Vec<(String, u32)>,
    /// As text: JSON has no numbers of 128 bits.
    seed: String,
    number: u64,
    serial: u64,
    jobs: u32,
    end: Option<KeptEnd>,
    series: KeptSeries,
    clock: Option<KeptClock>,
    about: Map<String, Value>,
    seen: BTreeSet<usize>,
    waits: bool,
}

#[derive(Serialize, Deserialize)]
struct KeptEnd {
    seat: usize,
    how: KeptHow,
}

#[derive(Serialize, Deserialize)]
enum KeptHow {
    Resigned,
    Forfeit,
    Time,
}

/// The sum of finished games.
#[derive(Serialize, Deserialize)]
pub struct KeptSeries {
    pub games: u32,
    pub scores: Vec<i64>,
    pub rubber: Option<KeptRubber>,
    pub dealer: Option<u8>,
}

#[derive(Serialize, Deserialize)]
pub struct KeptRubber {
    pub games: [u8; 2],
    pub part_scores: [u8; 2],
    pub below: [u64; 2],
    pub above: [u64; 2],
}

/// The times of all nodes; the clock at the current one begins anew.
#[derive(Serialize, Deserialize)]
pub struct KeptClock {
    pub control: Control,
    pub left: HashMap<u32, Vec<f64>>,
    pub spent: HashMap<u32, f64>,
}

impl Room {
    /// The game and all that belongs to it.
    pub fn kept(&self) -> Value {
        let game = &self.game;
        let end = game.end.as_ref().map(|end| KeptEnd {
            seat: end.seat,
            how: match end.how {
                How::Resigned => KeptHow::Resigned,
                How::Forfeit(_) => KeptHow::Forfeit,
                How::Time => KeptHow::Time,
            },
        });
        let kept = Kept {
            format: FORMAT.into(),
            start: game.start().to_string(),
            nodes: game.tree.kept(),
            current: game.tree.current(),
            next: game.tree.next(),
            seats: game.seats.iter().map(|seat| (seat.spec.clone(), seat.since)).collect(),
            seed: game.seed.to_string(),
            number: game.number,
            serial: self.serial,
            jobs: self.jobs,
            end,
            series: game.earlier.kept(),
            clock: game.clock.as_ref().map(|clock| clock.kept(&game.tree, self.seconds())),
            about: game.about.clone(),
            seen: self.seen.clone(),
            waits: self.waits,
        };
        serde_json::to_value(kept).expect("its keys are texts")
    }

    /// Goes on with the game of a room that was kept, and hands out the answers. Other data
    /// changes nothing, and the answer says why.
    pub fn reopen(&mut self, now: f64, kept: Value) -> Vec<Value> {
        if let Err(refusal) = self.go_on(now, kept) {
            self.send("note", refusal.note());
        }
        std::mem::take(&mut self.answers)
    }

    fn go_on(&mut self, now: f64, kept: Value) -> Result<()> {
        let kept: Kept = serde_json::from_value(kept).map_err(not_read)?;
        if kept.format != FORMAT {
            return Err(not_read("the page is of another version"));
        }
        self.now = now;
        self.game = game(&kept, self.seconds())?;
        (self.serial, self.jobs, self.waits) = (kept.serial, kept.jobs, kept.waits);
        self.seen = kept.seen;
        let here = self.game.tree.current();
        if self.game.tree.at(here).children.is_empty() {
            self.settle();
        } else {
            self.tell();
        }
        Ok(())
    }
}

fn game(kept: &Kept, now: f64) -> Result<Game> {
    let damaged = || not_read("a part of it does not fit");
    let start = games::position(&kept.start).map_err(not_read)?.into();
    let mut game = Game::new(start, kept.seed.parse().map_err(not_read)?);
    let seats = game.seats.len();
    game.earlier = Series::reopened(&**game.start(), &kept.series).ok_or_else(damaged)?;
    game.tree = Tree::reopened(game.start().clone(), &kept.nodes, kept.current, kept.next)?;
    let (specs, since): (Vec<_>, Vec<_>) = kept.seats.iter().cloned().unzip();
    seat_all(&mut game, &specs)?;
    for (seat, since) in game.seats.iter_mut().zip(since) {
        seat.since = since;
    }
    if let Some(KeptEnd { seat, how }) = &kept.end {
        let how = match how {
            KeptHow::Resigned => How::Resigned,
            KeptHow::Forfeit => How::Forfeit(Said::plain("no-move")),
            KeptHow::Time => How::Time,
        };
        let seat = Some(*seat).filter(|&seat| seat < seats).ok_or_else(damaged)?;
        game.end = Some(End { how, seat });
    }
    game.clock = kept.clock.as_ref().map(|clock| Clock::reopened(clock, seats, now)).transpose()?;
    (game.number, game.about) = (kept.number, kept.about.clone());
    Ok(game)
}
