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

/// Largest amount of Gumbel noise that is given for a move.
pub const MAX_NOISE: f32 = 1e6;

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
        c: f64,
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
    pub noise: f64,
    /// Noise of each move of each row, instead of random numbers: for PUCT from 0 to 1, for Gumbel from
    /// -1e6 to 1e6.
    pub given: Option<Vec<f32>>,
    /// PUCT: temperature of the policy of the root.
    pub temperature: f64,
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

/// Refuses numbers of simulations and of positions that may wait which are out of their ranges.
pub(super) fn check_run(simulations: usize, leaves: usize) -> Result<()> {
    within("simulations", simulations, MAX_SIMULATIONS)?;
    within("leaves", leaves, MAX_LEAVES)
}

impl PoolOptions {
    /// Refuses a setting that is out of its range.
    pub fn check(&self, rows: usize) -> Result<()> {
        within("the number of positions", rows, MAX_ROWS)?;
        check_run(self.simulations, self.leaves)?;
        within("cheap", self.cheap.unwrap_or(1), MAX_SIMULATIONS)?;
        between("full", self.full, 0.0, 1.0)?;
        between("temperature", self.temperature, 0.01, 100.0)?;
        match self.rule {
            Rule::Gumbel { considered } => {
                within("considered", considered, MAX_MOVES)?;
                between("noise", self.noise, 0.0, 100.0)?;
                self.check_given(-MAX_NOISE, MAX_NOISE)
            }
            Rule::Puct { c } => {
                between("c", c, 0.0, 1000.0)?;
                between("noise", self.noise, 0.0, 1.0)?;
                self.check_given(0.0, 1.0)
            }
        }
    }

    /// Refuses given noise that is out of its range.
    fn check_given(&self, least: f32, most: f32) -> Result<()> {
        let given = self.given.as_deref().unwrap_or_default();
        match given.iter().position(|noise| !(least..=most).contains(noise)) {
            None => Ok(()),
            Some(at) => {
                let name = format!("noise of row {}", at / self.moves.max(1));
                Err(Error::parameter(&name, format!("from {least} to {most}"), given[at]))
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
    pub const C: f64 = puct::C;
    /// The share of noise of PUCT in self-play, if no other is given.
    pub const NOISE: f64 = puct::NOISE as f64;
    /// The temperature of PUCT in self-play, if no other is given.
    pub const TEMPERATURE: f64 = puct::TEMPERATURE;
}
