//! How to search a tree.

use crate::error::{Error, Result};

/// How the value of a new leaf is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollout {
    /// By the outcome of uniformly random moves to the end of the game.
    Random,
    /// By the game's own evaluation: `tanh(e / 2)`, where `e` counts in [`crate::Evaluate::EVEN`].
    Evaluate,
}

/// How to search a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// Weight of exploration, from 0 on; `None` for 0.8 with random moves and 0.5 with evaluations,
    /// which played best over all games.
    pub c: Option<f64>,
    /// Leaves with at most this number of empty cells, or of plies to come where cells do not count,
    /// are solved exactly; in a game that hides something all leaves without a secret. 0 for none.
    pub exact: usize,
    /// Prove values: children whose values are proven, or that are proven to be no better than
    /// others, are no longer visited, and a proven root ends the search.
    pub proof: bool,
    /// The estimate of a new leaf; `None` for the one that plays better in this game, by
    /// [`crate::Evaluate::JUDGES_LEAVES`].
    pub rollout: Option<Rollout>,
    /// Memory of the tree in MiB.
    pub memory_mib: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Search the whole position even if it hides something from the player to move.
    pub see_all: bool,
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions {
            c: None,
            exact: 0,
            proof: true,
            rollout: None,
            memory_mib: 64,
            seed: 0,
            see_all: false,
        }
    }
}

impl MctsOptions {
    pub(super) fn check(&self) -> Result<()> {
        if let Some(c) = self.c.filter(|c| !(0.0..=1e6).contains(c)) {
            return Err(Error::parameter("c", "from 0 to 1000000", c));
        }
        if !(1..=65536).contains(&self.memory_mib) {
            return Err(Error::parameter("memory", "from 1 to 65536 MiB", self.memory_mib));
        }
        Ok(())
    }
}
