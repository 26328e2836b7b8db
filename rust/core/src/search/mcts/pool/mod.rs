//! Many trees that share a network: the search stops where it needs the network, hands out positions
//! as arrays and goes on when it gets logits and values. The network is called by the caller, in
//! between; nothing here knows what it is.

mod erased;
mod hidden;
mod options;
mod row;
mod rows;
mod share;

use std::any::Any;
use std::time::Instant;

pub use self::erased::AnyPool;
pub use self::options::{PoolOptions, Rule};
pub use self::rows::{Found, Rows};

use self::row::{Arrival, Row};
use self::share::{CHUNK, Scratch, share};
use super::tree::{NodeId, Path, Tree};
use crate::capability::{Planes, Searchable};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::memory;
use crate::workers::Workers;

/// Many trees of one game, each with its own search.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, search::mcts::{AnyPool, Pool, PoolOptions}};
/// let mut pool = Pool::new(vec![TicTacToe3::default(); 2], PoolOptions::default())?;
/// let (mut planes, mut mask) = (vec![0; 2 * 18], vec![false; 2 * 9]);
/// while !pool.rows().done() {
///     let waiting = pool.select(None, &Control::default())?;
///     pool.write(&mut planes[..waiting * 18], &mut mask[..waiting * 9]);
///     // Here a network would look at them.
///     pool.rows_mut().update(&vec![0.0; waiting * 9], &vec![0.0; waiting])?;
/// }
/// let found = pool.rows_mut().found()?;
/// assert_eq!(found.visits[..9].iter().sum::<u32>(), 32);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Pool<G> {
    rows: Rows,
    roots: Vec<G>,
    /// The positions that wait, at the places of their rows.
    waiting: Vec<G>,
}

impl<G: Searchable + Planes> Pool<G> {
    /// A pool of trees, one for each position.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a setting out of its range, a position of another board and a game that
    /// is over; [`Error::Memory`].
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
        for (number, (row, root)) in rows.iter_mut().zip(&positions).enumerate() {
            row.view = hidden::view(root, options.see_all);
            row.begin(&options, number, false);
        }
        let waiting = memory::filled(positions[0].clone(), rows.len() * options.leaves)?;
        let teams = G::FACTS.teams;
        let workers = Workers::new(options.threads.max(1));
        let rows = Rows { options, all: rows, teams, workers };
        Ok(Pool { rows, roots: positions, waiting })
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
    Ok(())
}

/// Simulations without the network after which a search looks at the time.
const WATCHED: u32 = 256;

/// When a call ends before its searches wait.
struct Watch<'a> {
    control: &'a Control<'a>,
    deadline: Option<Instant>,
}

impl Watch<'_> {
    /// Asked after each simulation without the network, of which `known` are done.
    fn ends(&self, known: u32) -> bool {
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        known.is_multiple_of(WATCHED) && (self.control.poll().is_err() || late())
    }
}

/// Searches one tree until its positions wait or its search ends.
fn search<G: Searchable>(
    row: &mut Row,
    (root, waiting): (&G, &mut [G]),
    options: &PoolOptions,
    symmetries: usize,
    watch: &Watch<'_>,
    Scratch { edges, path }: &mut Scratch,
) {
    if !row.waiting().is_empty() {
        return;
    }
    let mut known = 0_u32;
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
            Arrival::Known => {
                known += 1;
                if watch.ends(known) {
                    break;
                }
            }
            Arrival::Waits => break,
            Arrival::New => {
                if let Some(outcome) = position.outcome() {
                    let value = outcome.returns(G::FACTS.first_seat(0)) as i8;
                    row.end(path, value, options.proof);
                    continue;
                }
                ask(row, path, position, waiting, symmetries);
            }
        }
    }
}

/// Lets the position at the end of a path wait for the network.
fn ask<G: Searchable>(
    row: &mut Row,
    path: &Path,
    mut position: G,
    waiting: &mut [G],
    symmetries: usize,
) {
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

    fn position(&self, row: usize) -> &dyn Any {
        &self.roots[row]
    }

    fn select(&mut self, deadline: Option<Instant>, control: &Control<'_>) -> Result<usize> {
        let symmetries = self.symmetries();
        let Rows { options, all: rows, workers, .. } = &mut self.rows;
        let (options, count) = (&*options, rows.len());
        let places = self.waiting.chunks_mut(CHUNK * options.leaves);
        let jobs = rows.chunks_mut(CHUNK).zip(self.roots.chunks(CHUNK)).zip(places).collect();
        let watch = Watch { control, deadline };
        share(workers, count, jobs, |((rows, roots), places), scratch| {
            let places = places.chunks_exact_mut(options.leaves);
            if control.poll().is_ok() {
                for ((row, root), places) in rows.iter_mut().zip(roots).zip(places) {
                    let at = (root, places);
                    if G::FACTS.hidden && row.view.is_some() {
                        hidden::search(row, at, options, symmetries, &watch, scratch);
                    } else {
                        search(row, at, options, symmetries, &watch, scratch);
                    }
                }
            }
        });
        control.poll()?;
        Ok(self.rows.num_waiting())
    }

    fn write(&self, planes: &mut [u8], mask: &mut [bool]) {
        let shape: usize = self.planes_shape().iter().product();
        let mut arrays =
            planes.chunks_exact_mut(shape).zip(mask.chunks_exact_mut(self.rows.options.moves));
        let places = self.waiting.chunks_exact(self.rows.options.leaves);
        for (row, places) in self.rows.all.iter().zip(places) {
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

    fn again(&mut self, simulations: usize, leaves: usize) -> Result<()> {
        self.rows.again(simulations, leaves)?;
        self.waiting = memory::filled(self.roots[0].clone(), self.roots.len() * leaves)?;
        Ok(())
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
                let view = hidden::view(root, self.rows.options.see_all);
                self.rows.advance(number, m, root.is_over(), view);
            }
        }
        Ok(())
    }

    fn reset(&mut self, row: usize, position: &dyn Any) -> Result<()> {
        self.rows.check_idle("reset")?;
        let Some(root) = self.roots.get_mut(row) else {
            return Err(Error::parameter("row", format!("below {}", self.rows.all.len()), row));
        };
        let Some(position) = position.downcast_ref::<G>() else {
            let allowed = format!("of {}", root.spec());
            let name = format!("the position of row {row}");
            return Err(Error::parameter(&name, allowed, "of another game"));
        };
        check_root(position, root, row)?;
        root.clone_from(position);
        let view = hidden::view(root, self.rows.options.see_all);
        self.rows.restart(row, view);
        Ok(())
    }
}
