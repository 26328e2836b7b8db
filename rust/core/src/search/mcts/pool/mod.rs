//! Many trees that share a network: the search stops where it needs the network, hands out positions
//! as arrays and goes on when it gets logits and values. The network is called by the caller, in
//! between; nothing here knows what it is.

mod erased;
mod options;
mod row;

pub use self::erased::{AnyPool, Found, Outputs};
pub use self::options::{PoolOptions, Rule};

use self::row::{Arrival, Row};
use super::edges::Edges;
use super::tree::{NodeId, Path, Tree};
use crate::capability::{Planes, Searchable};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::memory;

/// Many trees of one game, each with its own search.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, search::mcts::{AnyPool, Pool, PoolOptions}};
/// let mut pool = Pool::new(vec![TicTacToe3::default(); 2], PoolOptions::default())?;
/// let (mut planes, mut mask) = (vec![0; 2 * 18], vec![false; 2 * 9]);
/// while !pool.rows().done() {
///     let waiting = pool.select(&Control::default())?;
///     pool.write(&mut planes[..waiting * 18], &mut mask[..waiting * 9]);
///     // Here a network would look at them.
///     pool.rows_mut().update(&vec![0.0; waiting * 9], &vec![0.0; waiting])?;
/// }
/// let found = pool.rows().found()?;
/// assert_eq!(found.visits[..9].iter().sum::<u32>(), 32);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Pool<G> {
    rows: Rows,
    roots: Vec<G>,
    /// The positions that wait, at the places of their rows.
    waiting: Vec<G>,
}

/// The trees of a pool, without the type of its game.
pub struct Rows {
    options: PoolOptions,
    rows: Vec<Row>,
    /// Number of seats, and the team of each.
    teams: &'static [u8],
    /// What a thread computes with.
    edges: Box<Edges>,
    path: Path,
}

impl<G: Searchable + Planes> Pool<G> {
    /// A pool of trees, one for each position.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a setting out of its range, a position of another board and a game that
    /// is over; [`Error::Hidden`] for a position that hides something; [`Error::Memory`].
    pub fn new(positions: Vec<G>, mut options: PoolOptions) -> Result<Self> {
        options.check(positions.len())?;
        options.moves = positions.first().map_or(1, Game::num_moves);
        let nodes = options.nodes(positions.len())?;
        for (row, position) in positions.iter().enumerate() {
            check_root(position, &positions[0], row)?;
        }
        let mut rows = memory::list(positions.len())?;
        for _ in &positions {
            rows.push(Row::new(nodes, options.leaves)?);
        }
        for (number, row) in rows.iter_mut().enumerate() {
            row.begin(&options, number, false);
        }
        let waiting = memory::filled(positions[0].clone(), rows.len() * options.leaves)?;
        let teams = G::FACTS.teams;
        let rows = Rows { options, rows, teams, edges: Box::default(), path: Path::new() };
        Ok(Pool { rows, roots: positions, waiting })
    }

    /// The position at the root of a row.
    pub fn root(&self, row: usize) -> &G {
        &self.roots[row]
    }

    fn symmetries(&self) -> usize {
        if self.rows.options.symmetries { self.roots[0].num_symmetries() } else { 1 }
    }
}

/// Refuses a position that a pool cannot search.
fn check_root<G: Searchable>(position: &G, first: &G, row: usize) -> Result<()> {
    let spec = position.spec();
    if spec != first.spec() {
        let allowed = format!("of {}", first.spec());
        return Err(Error::parameter(&format!("the position of row {row}"), allowed, spec));
    }
    if let Some(outcome) = position.outcome() {
        let name = format!("the position of row {row}");
        return Err(Error::parameter(&name, "unfinished", outcome.reason));
    }
    position.check_open("a pool of searches")
}

/// Searches one tree until its positions wait or its search ends.
fn search<G: Searchable>(
    row: &mut Row,
    (root, waiting): (&G, &mut [G]),
    options: &PoolOptions,
    symmetries: usize,
    edges: &mut Edges,
    path: &mut Path,
) {
    if !row.waiting().is_empty() {
        return;
    }
    while row.waiting().len() < waiting.len() && row.goes_on(options.proof) {
        let mut position = root.clone();
        let mut id: NodeId = Tree::ROOT;
        path.clear();
        path.push(id);
        while row.tree[id].is_expanded() && !(id != Tree::ROOT && row.tree[id].is_closed()) {
            let Some(kid) = row.choose(options, edges, id) else { break };
            id = kid;
            path.push(id);
            position.play_unchecked(row.tree[id].m);
        }
        match row.arrive(path) {
            Arrival::Known => {}
            Arrival::Waits => break,
            Arrival::New => {
                if let Some(outcome) = position.outcome() {
                    let value = outcome.returns(G::FACTS.first_seat(0)) as i8;
                    row.end(path, value, options.proof);
                    continue;
                }
                let place = row.waiting().len();
                let leaf = row.wait(path, symmetries);
                let seat = position.turn();
                (leaf.seat, leaf.team) = (seat.0, G::FACTS.team(seat));
                position.for_each_legal(|m| leaf.moves.push(m));
                if leaf.symmetry > 0 {
                    let image = |&m: &Move| position.transform_move(m, leaf.symmetry);
                    leaf.images.extend(leaf.moves.iter().map(image));
                    position = position.transform(leaf.symmetry);
                }
                waiting[place] = position;
            }
        }
    }
}

impl<G: Searchable + Planes> AnyPool for Pool<G> {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn rows_mut(&mut self) -> &mut Rows {
        &mut self.rows
    }

    fn planes_shape(&self) -> [usize; 3] {
        let (width, height) = self.roots[0].shape();
        [self.roots[0].num_planes(), height.into(), width.into()]
    }

    fn game(&self) -> String {
        self.roots[0].spec()
    }

    fn position(&self, row: usize) -> String {
        self.roots[row].to_string()
    }

    fn select(&mut self, control: &Control<'_>) -> Result<usize> {
        let symmetries = self.symmetries();
        let Rows { options, rows, edges, path, .. } = &mut self.rows;
        let places = self.waiting.chunks_exact_mut(options.leaves);
        for ((row, root), places) in rows.iter_mut().zip(&self.roots).zip(places) {
            control.poll()?;
            search(row, (root, places), options, symmetries, edges, path);
        }
        Ok(self.rows.num_waiting())
    }

    fn write(&self, planes: &mut [u8], mask: &mut [bool]) {
        let shape: usize = self.planes_shape().iter().product();
        let mut arrays =
            planes.chunks_exact_mut(shape).zip(mask.chunks_exact_mut(self.rows.options.moves));
        let places = self.waiting.chunks_exact(self.rows.options.leaves);
        for (row, places) in self.rows.rows.iter().zip(places) {
            for (leaf, position) in row.waiting().iter().zip(places) {
                let Some((planes, mask)) = arrays.next() else { return };
                position.write_planes(position.turn(), planes);
                mask.fill(false);
                leaf.seen().iter().for_each(|m| mask[m.index()] = true);
            }
        }
        for (planes, mask) in arrays {
            planes.fill(0);
            mask.fill(true);
        }
    }

    fn play(&mut self, moves: &[Move]) -> Result<()> {
        self.rows.check_idle("play")?;
        if moves.len() != self.roots.len() {
            let allowed = format!("{} values", self.roots.len());
            return Err(Error::parameter("moves", allowed, moves.len()));
        }
        for (row, (root, &m)) in self.roots.iter().zip(moves).enumerate() {
            if !root.is_over()
                && let Err(Error::IllegalMove { text, position, reason }) = root.play(m)
            {
                let reason = format!("row {row}: {reason}");
                return Err(Error::IllegalMove { text, position, reason });
            }
        }
        for (number, (root, &m)) in self.roots.iter_mut().zip(moves).enumerate() {
            if !root.is_over() {
                root.play_unchecked(m);
                self.rows.advance(number, m, root.is_over());
            }
        }
        Ok(())
    }

    fn reset(&mut self, row: usize, position: &dyn std::any::Any) -> Result<()> {
        self.rows.check_idle("reset")?;
        let Some(root) = self.roots.get_mut(row) else {
            return Err(Error::parameter("row", format!("below {}", self.rows.rows.len()), row));
        };
        let Some(position) = position.downcast_ref::<G>() else {
            let allowed = format!("of {}", root.spec());
            let name = format!("the position of row {row}");
            return Err(Error::parameter(&name, allowed, "of another game"));
        };
        check_root(position, root, row)?;
        root.clone_from(position);
        self.rows.restart(row);
        Ok(())
    }
}
