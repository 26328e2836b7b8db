//! A game, its seats and its tree of moves, for one page without a server.
//!
//! It speaks the messages of the rooms of the Python package, as JSON data, for one person who
//! chooses games and players, holds all seats of people, and is alone: what needs other people
//! or other programs, a page is not offered here.
//!
//! The host calls [`Room::handle`] with each message, and [`Room::tick`] when [`Room::rests`] says so.
//! Among the answers are orders for the host itself: `job` has a task for a
//! [`Worker`](crate::work::Worker), whose results come back by [`Room::report`], and `end` says
//! that nobody waits for it any more.

mod clock;
mod explorer;
mod files;
mod game;
mod keeping;
mod messages;
mod play;
mod refusal;
mod series;
mod state;
mod study;
mod tree;

use std::collections::{BTreeSet, VecDeque};

use bitgames_core::games;
use bitgames_core::rng::Rng;
use serde_json::{Value, json};

use self::explorer::Explorer;
use self::game::{Game, Position};
use self::messages::{Message, Sent};
pub use self::refusal::{Code, Refusal, Result};
use self::study::Study;
use crate::work::Task;
use bitgames_core::sentences::Said;

/// The version of the messages.
const PROTOCOL: u32 = 1;
/// The viewer without a seat.
pub const PUBLIC: i32 = -1;
/// Messages whose repetition is noticed.
const KEPT_IDS: usize = 64;

/// A game with the person at the page and the computer players.
pub struct Room {
    game: Game,
    explorer: Explorer,
    /// The number of the game in this room.
    serial: u64,
    /// True if the computer waits for `go`.
    waits: bool,
    /// The number of the job in which a computer player thinks.
    thinking: Option<u32>,
    studies: Vec<Study>,
    /// The account and the tricks of a finished game, which every state has, and its position.
    told: Option<(Position, Value)>,
    /// The seats whose hidden cards the page has shown.
    seen: BTreeSet<usize>,
    /// The time from which the next move of a game without people is played.
    due: Option<f64>,
    /// Milliseconds between the moves of a game without people, so that one can watch it.
    pace: f64,
    now: f64,
    jobs: u32,
    ids: VecDeque<Value>,
    reply: Option<Value>,
    answers: Vec<Value>,
    /// Seeds of games for which the page gives none.
    fresh: Rng,
}

impl Room {
    /// A room with tic-tac-toe for two people. `seed` is from the system's source of random numbers;
    /// `pace` is the time in milliseconds for each move of a game that one watches.
    pub fn new(seed: u64, pace: f64) -> Self {
        let mut fresh = Rng::new(seed);
        let start = games::start("tictactoe").expect("the game is known").into();
        Room {
            game: Game::new(start, root(&mut fresh)),
            explorer: Explorer::default(),
            serial: 0,
            waits: false,
            thinking: None,
            studies: Vec::new(),
            told: None,
            seen: BTreeSet::new(),
            due: None,
            pace,
            now: 0.0,
            jobs: 0,
            ids: VecDeque::new(),
            reply: None,
            answers: Vec::new(),
            fresh,
        }
    }

    /// Carries out a message, and hands out the answers; `now` is the time in milliseconds.
    pub fn handle(&mut self, now: f64, message: Value) -> Vec<Value> {
        self.now = now;
        self.reply = message.get("id").filter(|id| id.is_string() || id.is_u64()).cloned();
        let done = Sent::read(message).and_then(|sent| self.take(sent));
        if let Err(refusal) = done {
            self.send("note", refusal.note());
        }
        self.reply = None;
        std::mem::take(&mut self.answers)
    }

    /// Takes what a job has found, which may be all that it finds; a job that failed gives its error
    /// as text.
    pub fn report(
        &mut self,
        now: f64,
        job: u32,
        found: std::result::Result<Value, String>,
        is_final: bool,
    ) -> Vec<Value> {
        self.now = now;
        if self.thinking == Some(job) {
            self.thinking = None;
            self.thought(found);
        } else {
            self.studied(job, found, is_final);
        }
        std::mem::take(&mut self.answers)
    }

    /// How long the host may wait before it calls [`Room::tick`], in milliseconds; `None` if nothing is
    /// due.
    pub fn rests(&self, now: f64) -> Option<f64> {
        let due = [self.due, self.runs_out()].into_iter().flatten().reduce(f64::min);
        due.map(|due| (due - now).max(0.0))
    }

    /// Does what is due: the next move of a game that one watches, the end of a seat without time.
    pub fn tick(&mut self, now: f64) -> Vec<Value> {
        self.now = now;
        self.check_clock();
        if self.due.is_some_and(|due| now >= due) {
            self.due = None;
            self.think();
            self.tell();
        }
        std::mem::take(&mut self.answers)
    }

    fn take(&mut self, sent: Sent) -> Result<()> {
        let is_hello = matches!(sent.message, Message::Hello {});
        if let Some(id) = self.reply.clone().filter(|_| !is_hello) {
            if self.ids.contains(&id) {
                self.tell();
                return Ok(());
            }
            self.ids.push_back(id);
            if self.ids.len() > KEPT_IDS {
                self.ids.pop_front();
            }
        }
        self.check_clock();
        let here = self.game.tree.current();
        if sent.serial.unwrap_or(self.serial) != self.serial || sent.at.unwrap_or(here) != here {
            self.tell();
            return Err(Refusal::said(Code::Stale, Said::plain("changed")));
        }
        self.carry_out(sent.message)
    }

    /// Orders a task, and hands out the number of its job.
    fn order(&mut self, task: &Task) -> u32 {
        self.jobs += 1;
        let job = self.jobs;
        self.answers.push(json!({"is": "job", "job": job, "task": task}));
        job
    }

    /// Says that nobody waits for a job.
    fn end(&mut self, job: u32) {
        self.answers.push(json!({"is": "end", "job": job}));
    }

    /// Lets the computer wait, and tells why.
    fn halt(&mut self, why: &Refusal) {
        self.waits = true;
        self.send("note", why.note());
    }

    fn tell(&mut self) {
        let state = self.state();
        self.send("state", state);
    }

    fn send(&mut self, kind: &str, fields: Value) {
        let reply = self.reply.clone();
        self.send_to(reply, kind, fields);
    }

    /// Sends an answer to the message with this id.
    fn send_to(&mut self, reply: Option<Value>, kind: &str, mut fields: Value) {
        if let Some(answer) = fields.as_object_mut() {
            answer.insert("v".into(), PROTOCOL.into());
            answer.insert("is".into(), kind.into());
            if let Some(reply) = reply {
                answer.insert("re".into(), reply);
            }
        }
        self.answers.push(fields);
    }
}

/// A seed that nobody knows.
fn root(fresh: &mut Rng) -> u128 {
    u128::from(fresh.word()) << 64 | u128::from(fresh.word())
}
