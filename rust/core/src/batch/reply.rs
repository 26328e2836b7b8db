//! The moves of a native player, for all seats of each row but one.
//!
//! Each move is that of a new player whose seed is a child of the game's: results depend neither on
//! threads nor on the other rows, and a single game repeats them.

use std::sync::{Mutex, PoisonError};

use super::block::{Block, Plan};
use super::lanes::Lanes;
use super::rows::{Opponent, Rows, Viewers};
use crate::bits::Word;
use crate::control::Control;
use crate::error::Result;

/// Players of one spec, as many as threads have needed at once.
#[derive(Debug, Default)]
pub(super) struct Opponents {
    pub spec: String,
    idle: Mutex<Vec<Opponent>>,
}

impl Opponents {
    pub fn of(spec: &str) -> Self {
        Opponents { spec: spec.into(), ..Opponents::default() }
    }

    pub fn take(&self, kind: &dyn Rows) -> Result<Opponent> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| kind.opponent(&self.spec), Ok)
    }

    pub fn give_back(&self, opponent: Opponent) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(opponent);
    }
}

impl Block {
    /// Plays the moves of the lanes, if there are any, and lets the player answer.
    pub fn reply(
        &mut self,
        plan: &Plan,
        opponent: &mut Opponent,
        lanes: &mut Lanes<'_>,
        control: &Control<'_>,
    ) -> Result<()> {
        if !lanes.moves.is_empty() {
            let (moves, rewards, ends) = (lanes.moves, &mut *lanes.rewards, &mut *lanes.ends);
            self.step(plan, &mut Lanes { moves, rewards, ends, ..Lanes::default() });
        }
        let going = u64::low(self.len()) & !self.finished;
        let (start, episodes) = (self.start, &self.episodes);
        let seed = |row: usize| plan.seed(start + row, episodes[row]);
        let (seats, legal) = (lanes.viewers, &mut self.legal);
        let over = self.rows.reply(going, seats, &seed, opponent, legal, control)?;
        self.finish(plan, over);
        lanes.rewards.fill(0.0);
        self.write_returns(plan, self.finished, lanes.rewards);
        for (row, end) in lanes.ends.iter_mut().enumerate() {
            *end = self.finished.has(row);
        }
        self.write_planes(plan, Viewers::Each(lanes.viewers), lanes.planes);
        self.write_mask(plan, lanes.mask, lanes.flags);
        Ok(())
    }
}
