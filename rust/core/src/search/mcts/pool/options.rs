//! The settings of a pool, checked.

use crate::error::{Error, Result};
use crate::game::MAX_MOVES;
use crate::search::mcts::gumbel::CONSIDERED;
use crate::search::mcts::puct;
use crate::search::mcts::tree::Tree;

/// Most rows of a pool.
pub const MAX_ROWS: usize = 1 << 24;
/// Most simulations of a search.
pub const MAX_SIMULATIONS: usize = 1 << 30;
/// Most positions of one tree that wait for the network at a time.
pub const MAX_LEAVES: usize = 1 << 10;

/// How a search with a network chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// `search::mcts::gumbel`, with this many moves considered at the root.
    Gumbel {
        /// Moves that the root considers.
        considered: usize,
    },
    /// `search::mcts::puct`, with this weight of the bonus.
    Puct {
        /// Weight of the bonus while there are few visits.
        c: f32,
    },
}

impl Default for Rule {
    fn default() -> Self {
        Rule::Gumbel { considered: CONSIDERED }
    }
}

/// The settings of a pool.
#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// How moves are chosen.
    pub rule: Rule,
    /// Simulations of a search; the evaluation of the root comes before them.
    pub simulations: usize,
    /// Simulations of a cheap search; `None` if there are none.
    pub cheap: Option<usize>,
    /// Share of the searches that are not cheap.
    pub full: f64,
    /// Gumbel: scale of the noise. PUCT: share of the noise in the policy of the root.
    pub noise: f32,
    /// Noise of each move of each row, instead of random numbers.
    pub given: Option<Vec<f32>>,
    /// PUCT: temperature of the policy of the root.
    pub temperature: f32,
    /// Proven values end searches, and moves that are proven worse are not searched.
    pub proof: bool,
    /// The network sees each position under a random symmetry.
    pub symmetries: bool,
    /// Positions are searched as they are, even if they hide something from the player to move.
    pub see_all: bool,
    /// Positions of one tree that may wait at a time.
    pub leaves: usize,
    /// Memory of all trees together.
    pub mib: usize,
    /// Threads that search, the calling one included; they change no result.
    pub threads: usize,
    /// Root of all random numbers: search `n` of row `r` draws from child `n * 2^32 + r`.
    pub root: u128,
    /// Size of the index space of moves; set by the pool.
    pub moves: usize,
}

impl Default for PoolOptions {
    fn default() -> Self {
        PoolOptions {
            rule: Rule::default(),
            simulations: 32,
            cheap: None,
            full: 0.25,
            noise: 1.0,
            given: None,
            temperature: 1.0,
            proof: true,
            symmetries: false,
            see_all: false,
            leaves: 1,
            mib: 256,
            threads: 1,
            root: 0,
            moves: 0,
        }
    }
}

fn within(name: &str, n: usize, most: usize) -> Result<()> {
    if (1..=most).contains(&n) {
        return Ok(());
    }
    Err(Error::parameter(name, format!("from 1 to {most}"), n))
}

fn between(name: &str, x: f64, least: f64, most: f64) -> Result<()> {
    if (least..=most).contains(&x) {
        return Ok(());
    }
    Err(Error::parameter(name, format!("from {least} to {most}"), x))
}

impl PoolOptions {
    /// Refuses a setting that is out of its range.
    pub fn check(&self, rows: usize) -> Result<()> {
        within("the number of positions", rows, MAX_ROWS)?;
        within("simulations", self.simulations, MAX_SIMULATIONS)?;
        within("cheap", self.cheap.unwrap_or(1), MAX_SIMULATIONS)?;
        within("leaves", self.leaves, MAX_LEAVES)?;
        between("full", self.full, 0.0, 1.0)?;
        between("temperature", self.temperature.into(), 0.01, 100.0)?;
        match self.rule {
            Rule::Gumbel { considered } => {
                within("considered", considered, MAX_MOVES)?;
                between("noise", self.noise.into(), 0.0, 100.0)
            }
            Rule::Puct { c } => {
                between("c", c.into(), 0.0, 1000.0)?;
                between("noise", self.noise.into(), 0.0, 1.0)
            }
        }
    }

    /// True if a search can go on in the tree of another.
    pub(super) fn keeps(&self) -> bool {
        matches!(self.rule, Rule::Puct { .. })
    }

    /// The most nodes of each tree.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the memory is too small for a root and its moves.
    pub fn nodes(&self, rows: usize) -> Result<usize> {
        let nodes = Tree::nodes_in(self.mib) / rows.max(1);
        if nodes < Tree::MIN {
            let least = (Tree::MIN * rows).div_ceil(Tree::nodes_in(1));
            let allowed = format!("at least {least} MiB for {rows} trees");
            return Err(Error::parameter("memory", allowed, self.mib));
        }
        Ok(nodes.min(1 << 31))
    }

    /// The noise that was given for a row, by move.
    pub fn given(&self, row: usize) -> Option<&[f32]> {
        let given = self.given.as_deref()?;
        given.get(row * self.moves..(row + 1) * self.moves)
    }

    /// The moves that the root considers under Gumbel, if no other number is given.
    pub const CONSIDERED: usize = CONSIDERED;
    /// The weight of the bonus of PUCT, if no other is given.
    pub const C: f32 = puct::C;
    /// The share of noise of PUCT in self-play, if no other is given.
    pub const NOISE: f32 = puct::NOISE;
    /// The temperature of PUCT in self-play, if no other is given.
    pub const TEMPERATURE: f32 = puct::TEMPERATURE;
}
