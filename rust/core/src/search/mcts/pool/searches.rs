//! The trees of a pool, without the type of their game.

use super::options::PoolOptions;
use super::share::{CHUNK, share};
use super::tree_search::{self, Leaf, TreeSearch};
use crate::error::{Error, Result};
use crate::game::Move;
use crate::memory;
use crate::search::mcts::result::MctsResult;
use crate::search::mcts::tree::Tree;
use crate::workers::Workers;
use std::sync::{Mutex, PoisonError};

/// What the searches of a pool have found. Lists are row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoolResult {
    /// The chosen moves; `None` where the game is over.
    pub moves: Vec<Option<Move>>,
    /// A probability for each move of each row: what a network learns.
    pub policy: Vec<f32>,
    /// The value of each root for the player to move; 0 where the game is over.
    pub values: Vec<f32>,
    /// The visits of each move of each row.
    pub visits: Vec<u32>,
}

/// The trees of a pool, without the type of its game.
pub struct Searches {
    pub(super) options: PoolOptions,
    pub(super) all: Vec<TreeSearch>,
    /// Number of seats, and the team of each.
    pub(super) teams: &'static [u8],
    pub(super) workers: Workers,
}

impl Searches {
    /// Number of rows.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The settings.
    pub fn options(&self) -> &PoolOptions {
        &self.options
    }

    /// The threads, for work between two rounds.
    pub(crate) fn workers(&mut self) -> &mut Workers {
        &mut self.workers
    }

    /// Number of positions that wait for the network.
    pub fn num_waiting(&self) -> usize {
        self.all.iter().map(|search| search.waiting().len()).sum()
    }

    /// True if every search has ended.
    pub fn done(&self) -> bool {
        self.all.iter().all(|search| search.is_done(self.options.proof))
    }

    /// For each row, whether its game is over.
    pub fn over(&self) -> Vec<bool> {
        self.all.iter().map(|search| search.over).collect()
    }

    /// Simulations of the searches that go on, begun and in all.
    pub fn progress(&self) -> (u64, u64) {
        let all = self.all.iter().map(TreeSearch::progress);
        all.fold((0, 0), |(done, all), (begun, budget)| (done + begun, all + budget))
    }

    /// For each row, whether its search has all simulations; a network learns from the policy of those.
    pub fn full(&self) -> Vec<bool> {
        self.all.iter().map(|search| search.full).collect()
    }

    /// For each row, the number of searches that it has begun, the present one included.
    pub fn begun(&self) -> Vec<u32> {
        self.all.iter().map(|search| search.begun_searches).collect()
    }

    /// Number of nodes of all trees.
    pub fn nodes(&self) -> usize {
        self.all.iter().map(|search| search.tree.len()).sum()
    }

    /// Refuses an action while positions wait.
    pub fn check_idle(&self, what: &str) -> Result<()> {
        match self.num_waiting() {
            0 => Ok(()),
            n => Err(Error::Unsupported {
                what: what.into(),
                game: "a pool between select and update".into(),
                reason: format!("{n} positions wait for the network"),
            }),
        }
    }

    /// Takes what the network says of the positions that wait, in their order: logits of all moves,
    /// and a value for the player to move or one for each seat. What it says of illegal moves and of
    /// rows of padding is ignored.
    ///
    /// # Errors
    /// [`Error::Parameter`] for lists of another length, logits of legal moves that are not finite, and
    /// values that are not from -1 to 1; nothing has changed then. [`Error::Unsupported`] if no position
    /// waits.
    pub fn update(&mut self, logits: &[f32], values: &[f32]) -> Result<()> {
        let (waiting, moves) = (self.num_waiting(), self.options.moves);
        if waiting == 0 {
            return Err(Error::Unsupported {
                what: "update".into(),
                game: "a pool before select".into(),
                reason: "no position waits for the network".into(),
            });
        }
        let given = logits.len() / moves;
        if given < waiting || !logits.len().is_multiple_of(moves) {
            let allowed = format!("{waiting} rows of {moves}");
            return Err(Error::parameter("logits", allowed, format!("{} values", logits.len())));
        }
        let each = if values.len() == given { 1 } else { self.teams.len() };
        if values.len() != given * each {
            let allowed = format!("one for each row or for each seat, {given} rows");
            return Err(Error::parameter("values", allowed, format!("{} values", values.len())));
        }
        let leaves = self.all.iter().flat_map(TreeSearch::waiting);
        let outputs = logits.chunks_exact(moves).zip(values.chunks_exact(each));
        for (row, (leaf, (logits, values))) in leaves.zip(outputs).enumerate() {
            tree_search::check(leaf, row, logits, values)?;
        }
        // Each chunk of rows has its part of the lists.
        let (mut logits, mut values, mut jobs) = (logits, values, Vec::new());
        for (at, searches) in self.all.chunks_mut(CHUNK).enumerate() {
            let waiting: usize = searches.iter().map(|search| search.waiting().len()).sum();
            let (first_logits, more) = logits.split_at(waiting * moves);
            let (first_values, others) = values.split_at(waiting * each);
            (logits, values) = (more, others);
            jobs.push((at * CHUNK, searches, first_logits, first_values));
        }
        let (options, teams, count) = (&self.options, self.teams, given);
        let failed = Mutex::new(Ok(()));
        share(&mut self.workers, count, jobs, |(first, searches, mut logits, mut values), _| {
            let mut own = Vec::new();
            for (row, search) in (first..).zip(searches) {
                let leaves = search.waiting();
                let (its_logits, more) = logits.split_at(leaves.len() * moves);
                let (its_values, others) = values.split_at(leaves.len() * each);
                (logits, values) = (more, others);
                let seen = leaves.iter().zip(its_values.chunks_exact(each));
                own.clear();
                own.extend(seen.map(|(leaf, values)| value_of_team_0(values, teams, leaf.team)));
                if let Err(error) = search.update(options, row, its_logits, &own) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                }
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the searches have found.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the network has not seen every root; [`Error::Memory`].
    pub fn result(&self) -> Result<PoolResult> {
        let (rows, moves) = (self.all.len(), self.options.moves);
        let mut found = PoolResult {
            moves: memory::filled(None, rows)?,
            policy: memory::filled(0.0, rows * moves)?,
            values: memory::filled(0.0, rows)?,
            visits: memory::filled(0, rows * moves)?,
        };
        for row in (0..rows).filter(|&row| !self.all[row].over) {
            let of_row = self.result_of(row)?;
            found.moves[row] = of_row.best_move;
            found.values[row] = of_row.value as f32;
            for each in of_row.moves {
                found.policy[row * moves + each.m.index()] = each.policy;
                found.visits[row * moves + each.m.index()] = each.visits;
            }
        }
        Ok(found)
    }

    /// What the search of a row has found. Without visits the value of a move is that of the root.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the network has not seen the root.
    pub fn result_of(&self, row: usize) -> Result<MctsResult> {
        self.all[row].result(&self.options).ok_or_else(|| Error::Unsupported {
            what: "a result".into(),
            game: format!("row {row}"),
            reason: "the network has not seen its position yet".into(),
        })
    }

    /// Begins another search in each row, with so many simulations and positions that wait at a time;
    /// those that wait now are forgotten.
    ///
    /// # Errors
    /// [`Error::Memory`]; nothing has changed then.
    pub(super) fn again(&mut self, simulations: usize, leaves: usize) -> Result<()> {
        let mut places = memory::list(self.all.len())?;
        if leaves != self.options.leaves {
            for _ in &self.all {
                places.push(memory::filled(Leaf::default(), leaves)?);
            }
        }
        (self.options.simulations, self.options.leaves) = (simulations, leaves);
        let mut places = places.into_iter();
        for (row, search) in self.all.iter_mut().enumerate() {
            search.again(&self.options, row, places.next());
        }
        Ok(())
    }

    /// Takes back the positions that wait, after a run that was stopped. The search of their rows
    /// cannot go on: another one has to begin.
    pub fn forget_waiting(&mut self) {
        self.all.iter_mut().for_each(TreeSearch::forget_waiting);
    }

    /// True if the tree of a row has simulations.
    pub fn has_visits(&self, number: usize) -> bool {
        self.all[number].tree[Tree::ROOT].visits > 0
    }
}

fn sign_of(team: u8) -> f32 {
    if team == 0 { 1.0 } else { -1.0 }
}

/// The value of team 0 by what a network says: for the mover, or for each seat.
fn value_of_team_0(values: &[f32], teams: &[u8], mover: u8) -> f32 {
    let value = match values {
        [value] => sign_of(mover) * value,
        seats => {
            // Both teams have equally many seats.
            let sum: f32 =
                seats.iter().zip(teams).map(|(value, &team)| sign_of(team) * value).sum();
            sum / seats.len() as f32
        }
    };
    value.clamp(-1.0, 1.0)
}
