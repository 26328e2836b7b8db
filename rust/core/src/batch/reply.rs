//! The moves of a native player, for all seats of each row but one.
//!
//! Each move is that of a new player whose seed is a child of the game's: results depend neither on
//! threads nor on the other rows, and a single game repeats them.

use std::sync::{Mutex, PoisonError};

use super::block::{Block, Config};
use super::row_arrays::RowArrays;
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
    /// Plays the moves of the arrays, if there are any, and lets the player answer.
    pub fn reply(
        &mut self,
        config: &Config,
        opponent: &mut Opponent,
        arrays: &mut RowArrays<'_>,
        control: &Control<'_>,
    ) -> Result<()> {
        if !arrays.moves.is_empty() {
            let (moves, rewards, ends) = (arrays.moves, &mut *arrays.rewards, &mut *arrays.ends);
            self.step(config, &mut RowArrays { moves, rewards, ends, ..RowArrays::default() });
        }
        let going = u64::low(self.len()) & !self.finished;
        let (start, episodes) = (self.start, &self.episodes);
        let seed = |row: usize| config.seed(start + row, episodes[row]);
        let (seats, legal) = (arrays.viewers, &mut self.legal);
        let over = self.rows.reply(going, seats, &seed, opponent, legal, control)?;
        self.finish(config, over);
        arrays.rewards.fill(0.0);
        self.write_returns(config, self.finished, arrays.rewards);
        for (row, end) in arrays.ends.iter_mut().enumerate() {
            *end = self.finished.has(row);
        }
        self.write_planes(config, Viewers::Each(arrays.viewers), arrays.planes);
        self.write_mask(config, arrays.mask, arrays.flags);
        Ok(())
    }
}
