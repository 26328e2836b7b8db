//! The moves of a native player, for all seats of each row but one.
//!
//! Each move is that of a new player whose seed is a child of the game's: results depend neither on
//! threads nor on the other rows, and a single game repeats them.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use super::block::{Block, Plan, Stage};
use super::lanes::Lanes;
use super::options::AutoReset;
use super::rows::{Rows, Viewers};
use super::{Batch, StepArrays};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::Player;
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
    /// In each unfinished row the player of `spec` plays all seats but that of `seats`, until it is
    /// to move or the game is over. `out` is filled as by [`Batch::step`], but `ends` tells which
    /// games are over, and the planes are those that `seats` see.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a batch whose games begin anew in the same step; those of
    /// [`crate::players::build`] and of the player, and [`Error::Interrupted`]. No row has changed
    /// then.
    pub fn reply(
        &mut self,
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
        let lanes = Lanes { viewers: seats, rewards, ends, planes, mask, ..Lanes::default() };
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
        lanes.rewards.fill(0.0);
        for row in 0..self.len() {
            if !opponent.is_quick {
                control.poll()?;
            }
            if self.courses[row].stage == Stage::Running {
                let seed = plan.seed(self.start + row, self.courses[row].episode);
                let legal = &mut self.legal[row * plan.words..][..plan.words];
                let seat = Player(lanes.viewers[row]);
                self.rows.reply(row, seat, opponent, seed, legal, control)?;
                if legal.iter().all(|&word| word == 0) {
                    self.end(plan, row, Stage::Over, &mut lanes);
                }
            }
            lanes.ends[row] = self.courses[row].stage != Stage::Running;
        }
        self.write_planes(plan, Viewers::Each(lanes.viewers), lanes.planes);
        self.write_mask(plan, lanes.mask);
        Ok(())
    }
}
