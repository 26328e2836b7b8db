//! Clocks of a game: the time of each seat, kept for every node of the tree.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Room;
use super::game::{End, How};
use super::keeping::KeptClock;
use super::refusal::{Refusal, Result};
use super::tree::Tree;

const MAX_SECONDS: f64 = 24.0 * 3600.0;
/// A time in which the host did not run is charged to nobody.
const PAUSE_SECONDS: f64 = 2.0;

/// How much time each seat has, in seconds: `main` for the whole game with an `increment` for each
/// move, or `move` for each move.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    main: Option<f64>,
    increment: Option<f64>,
    r#move: Option<f64>,
}

/// The clocks of all seats of one game.
///
/// A node keeps the time that each seat had when the game came there, so that an undone move gives
/// its time back.
pub struct Clock {
    control: Control,
    seats: usize,
    left: HashMap<u32, Vec<f64>>,
    spent: HashMap<u32, f64>,
    /// The node and the seat whose clock runs there, and since when, in seconds.
    running: Option<(u32, usize, f64)>,
    ticked: f64,
}

impl Control {
    fn check(self) -> Result<Self> {
        let given = [self.main, self.increment, self.r#move];
        if self.main.is_some() == self.r#move.is_some()
            || self.increment.is_some() && self.main.is_none()
        {
            return Err(Refusal::damaged("a clock must have main and increment, or move"));
        }
        if given.into_iter().flatten().any(|seconds| !(0.0..=MAX_SECONDS).contains(&seconds)) {
            let text = format!("times of a clock must be seconds from 0 to {MAX_SECONDS}");
            return Err(Refusal::damaged(text));
        }
        if self.whole() == 0.0 {
            let text = "a clock needs some time: main or move must be above 0";
            return Err(Refusal::damaged(text));
        }
        Ok(self)
    }

    fn whole(self) -> f64 {
        self.r#move.or(self.main).unwrap_or(0.0)
    }

    fn data(self) -> Value {
        match self.r#move {
            Some(seconds) => json!({"move": seconds}),
            None => json!({
                "main": self.main.unwrap_or(0.0), "increment": self.increment.unwrap_or(0.0),
            }),
        }
    }
}

impl Clock {
    /// Clocks for the seats of a game; `now` is in seconds.
    pub fn new(control: Control, seats: usize, now: f64) -> Result<Self> {
        let control = control.check()?;
        let (left, spent) = (HashMap::new(), HashMap::new());
        Ok(Clock { control, seats, left, spent, running: None, ticked: now })
    }

    /// Clocks of the same kind for another game.
    pub fn again(&self, now: f64) -> Self {
        let (left, spent) = (HashMap::new(), HashMap::new());
        Clock { control: self.control, seats: self.seats, left, spent, running: None, ticked: now }
    }

    /// The times as data; the seat whose clock runs has what is left to it now.
    pub fn kept(&self, tree: &Tree, now: f64) -> KeptClock {
        let mut left = self.left.clone();
        if let Some((node, ..)) = self.running {
            left.insert(node, self.left(tree, node, now));
        }
        KeptClock { control: self.control, left, spent: self.spent.clone() }
    }

    /// The clocks of times that were kept; an error for other data.
    pub fn reopened(kept: &KeptClock, seats: usize, now: f64) -> Result<Self> {
        let mut clock = Clock::new(kept.control, seats, now)?;
        if kept.left.values().any(|left| left.len() != seats) {
            return Err(Refusal::damaged("damaged clock"));
        }
        (clock.left, clock.spent) = (kept.left.clone(), kept.spent.clone());
        Ok(clock)
    }

    /// Lets the clock of a seat run at a node; where it runs already, it goes on.
    pub fn run(&mut self, node: u32, seat: Option<usize>, now: f64) {
        let known = self.running.map(|(at, seat, _)| (at, seat));
        if known != seat.map(|seat| (node, seat)) {
            self.running = seat.map(|seat| (node, seat, now));
        }
    }

    /// Charges the move that led to a node to the seat that made it.
    pub fn played(&mut self, tree: &Tree, node: u32, now: f64) {
        let Some((parent, _)) = tree.at(node).from else { return };
        let seat = tree.at(parent).position.turn().index();
        let mut left = self.arrived(tree, parent);
        let runs = self.running.filter(|&(_, running, _)| running == seat);
        let spent = runs.map_or(0.0, |(_, _, since)| now - since);
        self.spent.insert(node, spent);
        left[seat] = match self.control.r#move {
            Some(seconds) => seconds,
            None => left[seat] + self.control.increment.unwrap_or(0.0) - spent,
        };
        self.left.insert(node, left);
        self.running = None;
    }

    /// The seconds left to each seat at a node; at the one where a clock runs up to now.
    pub fn left(&self, tree: &Tree, node: u32, now: f64) -> Vec<f64> {
        let mut left = self.arrived(tree, node);
        if let Some((at, seat, since)) = self.running
            && at == node
        {
            left[seat] = (left[seat] - (now - since)).max(0.0);
        }
        left
    }

    /// The seconds that the move to a node took.
    pub fn spent(&self, node: u32) -> Option<f64> {
        self.spent.get(&node).copied()
    }

    /// The clocks as data of a state; `wall` is the time of day in milliseconds.
    pub fn data(&self, tree: &Tree, node: u32, now: f64) -> Value {
        let left = self.left(tree, node, now).into_iter();
        json!({
            "control": self.control.data(),
            "left": left.map(|left| (left * 1000.0).round() / 1000.0).collect::<Vec<_>>(),
            "running": self.running.map(|(_, seat, _)| seat),
            "now": (now * 1000.0).round(),
        })
    }

    fn arrived(&self, tree: &Tree, node: u32) -> Vec<f64> {
        let path = tree.path(node);
        let known = path.iter().rev().find_map(|at| self.left.get(at));
        known.cloned().unwrap_or_else(|| vec![self.control.whole(); self.seats])
    }
}

impl Room {
    /// The time of the clocks, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.now / 1000.0
    }

    /// Lets the clock of the seat to move run, if the game goes on here.
    pub(super) fn run_clock(&mut self) {
        let (now, node, turn) = (self.seconds(), self.game.tree.current(), self.game.turn());
        let is_at_end = self.game.tree.at(node).children.is_empty();
        let goes_on = is_at_end && !self.game.is_over() && !self.waits;
        if let Some(clock) = &mut self.game.clock {
            clock.run(node, goes_on.then_some(turn), now);
        }
    }

    /// Ends the game if the time of the seat to move is over.
    pub(super) fn check_clock(&mut self) {
        let now = self.seconds();
        let node = self.game.tree.current();
        let Some(clock) = &mut self.game.clock else { return };
        if now - clock.ticked > PAUSE_SECONDS
            && let Some((_, _, since)) = &mut clock.running
        {
            *since += now - clock.ticked;
        }
        clock.ticked = now;
        let Some((_, seat, _)) = clock.running else { return };
        if clock.left(&self.game.tree, node, now)[seat] <= 0.0 && !self.game.is_over() {
            self.cancel();
            self.game.end = Some(End { how: How::Time, seat: self.game.turn() });
            self.tell();
        }
    }

    /// When the time of the seat to move ends, and a moment within which the host shows that it runs,
    /// in milliseconds.
    pub(super) fn runs_out(&self) -> Option<f64> {
        let clock = self.game.clock.as_ref()?;
        let (node, seat, _) = clock.running?;
        let left = clock.left(&self.game.tree, node, self.seconds())[seat];
        Some(self.now + 1000.0 * left.min(PAUSE_SECONDS / 2.0))
    }
}
