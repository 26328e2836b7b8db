//! The moves of a native player, for all seats of each row but one.
//!
//! Each move is that of a new player whose seed is a child of the game's: results depend neither on
//! threads nor on the other rows, and a single game repeats them.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use super::block::{Block, Plan};
use super::lanes::Lanes;
use super::options::AutoReset;
use super::rows::{Rows, Viewers};
use super::{Batch, StepArrays};
use crate::bits::Word;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::memory;

/// The first child of a game's seed that is the seed of a move, of the one at ply 0.
pub(super) const REPLIES: u64 = 2;

/// A player in the type of the game, [`crate::players::Agent`].
#[derive(Debug)]
pub struct Opponent {
    pub(super) agent: Box<dyn Any + Send>,
    /// It answers in microseconds, and cannot fail.
    pub(super) is_quick: bool,
}

/// Players of one spec, as many as threads have needed at once.
#[derive(Debug, Default)]
pub(super) struct Opponents {
    spec: String,
    idle: Mutex<Vec<Opponent>>,
}

impl Opponents {
    fn take(&self, kind: &dyn Rows) -> Result<Opponent> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| kind.opponent(&self.spec), Ok)
    }

    fn give_back(&self, opponent: Opponent) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(opponent);
    }
}

impl Batch {
    /// Plays `moves`, if there are any, as [`Batch::step`]. Then, in each unfinished row, the player of `spec` plays all seats but that of `seats`, until it is
    /// to move or the game is over. `out` is filled as by [`Batch::step`], but `ends` and `rewards` tell
    /// of all games that are over, and the planes are those that `seats` see.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a batch whose games begin anew in the same step; those of
    /// [`crate::players::build`] and of the player, and [`Error::Interrupted`]. No row has changed
    /// then.
    pub fn reply(
        &mut self,
        moves: Option<&[i64]>,
        seats: &[u8],
        spec: &str,
        out: StepArrays<'_>,
        control: &Control<'_>,
    ) -> Result<()> {
        if self.plan.autoreset == AutoReset::SameStep {
            let allowed = "next_step or disabled for replies";
            return Err(Error::parameter("autoreset", allowed, "same_step"));
        }
        self.check_arrays(&out)?;
        super::check_size("seats", seats.len(), self.len)?;
        if let Some(moves) = moves {
            self.check_moves(moves)?;
        }
        if self.opponents.spec != spec {
            self.opponents = Opponents { spec: spec.into(), ..Opponents::default() };
        }
        let first = self.opponents.take(self.kind.as_ref())?;
        // Only a player that may fail, or be interrupted, leaves rows that have to go back.
        let mut before = memory::list(0)?;
        if !first.is_quick {
            before.clone_from(&self.blocks);
        }
        self.opponents.give_back(first);
        let opponents = std::mem::take(&mut self.opponents);
        let (plan, kind) = (self.plan, self.kind.boxed_clone());
        let failed = Mutex::new(None);
        let StepArrays { rewards, ends, planes, mask } = out;
        let moves = moves.unwrap_or_default();
        let lanes =
            Lanes { moves, viewers: seats, rewards, ends, planes, mask, ..Lanes::default() };
        self.share(lanes, |block, lanes| {
            let replied = opponents.take(kind.as_ref()).and_then(|mut opponent| {
                let replied = block.reply(&plan, &mut opponent, lanes, control);
                opponents.give_back(opponent);
                replied
            });
            if let Err(error) = replied {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        });
        self.opponents = opponents;
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some(error) => {
                self.blocks = before;
                Err(error)
            }
        }
    }
}

impl Block {
    fn reply(
        &mut self,
        plan: &Plan,
        opponent: &mut Opponent,
        mut lanes: Lanes<'_>,
        control: &Control<'_>,
    ) -> Result<()> {
        if !lanes.moves.is_empty() {
            let Lanes { moves, ref mut rewards, ref mut ends, .. } = lanes;
            self.step(plan, Lanes { moves, rewards, ends, ..Lanes::default() });
        }
        let going = u64::low(self.len()) & !self.finished;
        let (start, episodes) = (self.start, &self.episodes);
        let seed = |row: usize| plan.seed(start + row, episodes[row]);
        let (seats, legal) = (lanes.viewers, &mut self.legal);
        let over = self.rows.reply(going, seats, &seed, opponent, legal, control)?;
        over.cells().for_each(|row| self.finish(plan, row, None));
        lanes.rewards.fill(0.0);
        let seats = self.rows.facts().players();
        for (row, end) in lanes.ends.iter_mut().enumerate() {
            *end = self.finished.has(row);
            if *end {
                let out = &mut lanes.rewards[row * seats..][..seats];
                self.write_returns(row, self.losers[row], out);
            }
        }
        self.write_planes(plan, Viewers::Each(lanes.viewers), lanes.planes);
        self.write_mask(plan, lanes.mask);
        Ok(())
    }
}
