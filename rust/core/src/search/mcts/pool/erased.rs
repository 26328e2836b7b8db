//! A pool of any game, and what does not depend on the game.

use std::any::Any;

use super::Rows;
use super::options::{PoolOptions, Rule};
use super::row;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::Move;
use crate::search::mcts::tree::{Node, NodeId, Tree};

/// A pool of any game. Its searches go on in rounds: [`AnyPool::select`], [`AnyPool::write`] and
/// [`Rows::update`].
pub trait AnyPool: Send + Sync {
    /// What does not depend on the game.
    fn rows(&self) -> &Rows;
    /// The same, to change it.
    fn rows_mut(&mut self) -> &mut Rows;
    /// Planes, rows and columns of the planes of a position.
    fn planes_shape(&self) -> [usize; 3];
    /// The spec of the game.
    fn game(&self) -> String;
    /// The position at the root of a row, in one line.
    fn position(&self, row: usize) -> String;
    /// Searches each tree until positions of it wait for the network or its search ends; returns how
    /// many wait in all. Where positions wait already nothing happens, so a call that was stopped can
    /// be made again.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn select(&mut self, control: &Control<'_>) -> Result<usize>;
    /// Writes the planes of the positions that wait, as their players to move see them, and their legal
    /// moves. Rows of the arrays that are left over become planes of zeros, with all moves legal.
    fn write(&self, planes: &mut [u8], mask: &mut [bool]);
    /// Plays a move in each row and begins new searches. The moves of rows whose game is over are
    /// ignored.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] names the row, [`Error::Unsupported`] while positions wait; nothing has
    /// changed then.
    fn play(&mut self, moves: &[Move]) -> Result<()>;
    /// Begins a new search in a row, at a position of the same game.
    ///
    /// # Errors
    /// As [`super::Pool::new`]; [`Error::Unsupported`] while positions wait.
    fn reset(&mut self, row: usize, position: &dyn Any) -> Result<()>;
}

/// What the searches of a pool have found. Lists are row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The chosen moves; `None` where the game is over.
    pub moves: Vec<Option<Move>>,
    /// A probability for each move of each row: what a network learns.
    pub policy: Vec<f32>,
    /// The value of each root for the player to move; 0 where the game is over.
    pub values: Vec<f32>,
    /// The visits of each move of each row.
    pub visits: Vec<u32>,
}

/// One row in detail.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// The chosen move.
    pub m: Move,
    /// The value for the player to move, within its proven bounds.
    pub value: f32,
    /// The value is proven.
    pub proven: bool,
    /// The moves that both sides would choose.
    pub pv: Vec<Move>,
    /// For each legal move: the move, its visits, its mean value (that of the parent without visits),
    /// what the network said of it beforehand as a probability, and the policy to learn.
    pub moves: Vec<(Move, u32, f32, f32, f32)>,
}

impl Rows {
    /// Number of rows.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The settings.
    pub fn options(&self) -> &PoolOptions {
        &self.options
    }

    /// Number of positions that wait for the network.
    pub fn num_waiting(&self) -> usize {
        self.rows.iter().map(|row| row.waiting().len()).sum()
    }

    /// True if every search has ended.
    pub fn done(&self) -> bool {
        self.rows.iter().all(|row| row.is_done(self.options.proof))
    }

    /// For each row, whether its game is over.
    pub fn over(&self) -> Vec<bool> {
        self.rows.iter().map(|row| row.over).collect()
    }

    /// For each row, whether its search has all simulations; a network learns from the policy of those.
    pub fn full(&self) -> Vec<bool> {
        self.rows.iter().map(|row| row.full).collect()
    }

    /// Number of nodes of all trees.
    pub fn nodes(&self) -> usize {
        self.rows.iter().map(|row| row.tree.len()).sum()
    }

    /// Refuses an action while positions wait.
    pub(super) fn check_idle(&self, what: &str) -> Result<()> {
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
        if given < waiting || logits.len() % moves != 0 {
            let allowed = format!("{waiting} rows of {moves}");
            return Err(Error::parameter("logits", allowed, format!("{} values", logits.len())));
        }
        let each = if values.len() == given { 1 } else { self.teams.len() };
        if values.len() != given * each {
            let allowed = format!("one for each row or for each seat, {given} rows");
            return Err(Error::parameter("values", allowed, format!("{} values", values.len())));
        }
        let leaves = self.rows.iter().flat_map(row::Row::waiting);
        let outputs = logits.chunks_exact(moves).zip(values.chunks_exact(each));
        for (row, (leaf, (logits, values))) in leaves.zip(outputs).enumerate() {
            row::check(leaf, row, logits, values)?;
        }
        let (mut at, mut failed, mut own) = (0, Ok(()), Vec::new());
        for (number, row) in self.rows.iter_mut().enumerate() {
            own.clear();
            let begin = at;
            for leaf in row.waiting() {
                own.push(value_of_team_0(
                    &values[at * each..(at + 1) * each],
                    self.teams,
                    leaf.team,
                ));
                at += 1;
            }
            if at > begin {
                let updated =
                    row.update(&self.options, number, &logits[begin * moves..at * moves], &own);
                failed = failed.and(updated);
            }
        }
        failed
    }

    /// What the searches have found.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the network has not seen every root.
    pub fn found(&mut self) -> Result<Found> {
        let (rows, moves) = (self.rows.len(), self.options.moves);
        let mut found = Found {
            moves: Vec::with_capacity(rows),
            policy: vec![0.0; rows * moves],
            values: vec![0.0; rows],
            visits: vec![0; rows * moves],
        };
        for number in 0..rows {
            if self.rows[number].over {
                found.moves.push(None);
                continue;
            }
            let outputs = self.outputs(number)?;
            found.moves.push(Some(outputs.m));
            found.values[number] = outputs.value;
            for (m, visits, _, _, policy) in outputs.moves {
                found.policy[number * moves + m.index()] = policy;
                found.visits[number * moves + m.index()] = visits;
            }
        }
        Ok(found)
    }

    /// What the search of a row has found.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the network has not seen the root.
    pub fn outputs(&mut self, number: usize) -> Result<Outputs> {
        let row = &self.rows[number];
        let root = &row.tree[Tree::ROOT];
        if !root.is_expanded() {
            return Err(Error::Unsupported {
                what: "a result".into(),
                game: format!("row {number}"),
                reason: "the network has not seen its position yet".into(),
            });
        }
        let decision = row.decide(&self.options, &mut self.edges);
        let kids = row.tree.kids(Tree::ROOT);
        let sign = sign_of(root.team());
        let mean = root.value() as f32 * sign;
        let gumbel = matches!(self.options.rule, Rule::Gumbel { .. });
        let of = |(i, kid): (usize, &Node)| {
            let q = if kid.visits > 0 { kid.value() as f32 * sign } else { mean };
            let prior = row.prior.get(i).copied().unwrap_or(kid.prior);
            let prior = if gumbel { prior.exp() } else { prior };
            (kid.m, kid.visits, q, prior, decision.policy[i])
        };
        let chosen = kids[decision.chosen].m;
        let mut pv = vec![chosen];
        let mut id = row.tree.child(Tree::ROOT, chosen);
        while let Some(at) = id
            && pv.len() < usize::from(u8::MAX)
        {
            id = most_visited(&row.tree, at);
            pv.extend(id.map(|id| row.tree[id].m));
        }
        Ok(Outputs {
            m: chosen,
            value: mean,
            proven: root.is_closed(),
            pv,
            moves: kids.iter().enumerate().map(of).collect(),
        })
    }

    /// Lets a row search on, for so many more simulations.
    pub fn extend(&mut self, number: usize, simulations: usize) {
        self.rows[number].extend(simulations);
    }

    /// Begins the search of a row that has moved on. PUCT keeps what it knows of the new position; the
    /// order of visits of Gumbel needs a root without visits.
    pub(super) fn advance(&mut self, number: usize, m: Move, over: bool) {
        let row = &mut self.rows[number];
        let keeps = matches!(self.options.rule, Rule::Puct { .. }) && !over;
        // Without memory for the list of what is kept, nothing is.
        if !(keeps && row.tree.advance(m).is_ok()) {
            row.tree.clear();
        }
        row.begin(&self.options, number, over);
    }

    /// Begins the search of a row at another position.
    pub(super) fn restart(&mut self, number: usize) {
        self.rows[number].tree.clear();
        self.rows[number].begin(&self.options, number, false);
    }
}

/// The child with the most visits, if any has one; of several the first.
fn most_visited(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let visited = tree.kids(id).iter().any(|kid| kid.visits > 0);
    visited.then(|| tree.children(id))?.rev().max_by_key(|&kid| tree[kid].visits)
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
