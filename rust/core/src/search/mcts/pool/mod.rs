//! Many trees that share a network: the search stops where it needs the network, hands out positions
//! as arrays and goes on when it gets logits and values. The network is called by the caller, in
//! between; nothing here knows what it is.
//!
//! A root that hides something from the player to move there is searched by information set Monte
//! Carlo tree search (Peter Cowling, Edward Powley and Daniel Whitehouse, 2012) with a network. Each
//! simulation draws a world that looks to that player like the root. The tree is over the moves, which
//! all see; a node stands for the positions after its moves in all worlds, and a simulation chooses
//! among the moves that are legal in its own. Where a node lacks one of them, the simulation ends: the
//! network sees the position of that world as its player to move does, and the node gets the moves
//! that it lacks. So everything follows from the seed and the view of the player at the root, and
//! nothing can be proven.

mod erased;
mod options;
mod searches;
mod share;
mod tree_search;

use std::any::Any;

pub use self::erased::AnyPool;
pub use self::options::{PoolOptions, Rule};
pub use self::searches::{PoolResult, Searches};

use self::options::check_run;
use self::share::{CHUNK, Scratch, share};
use self::tree_search::{Arrival, TreeSearch};
use super::tree::{NodeId, NodePath, Tree};
use super::uct::seed_of_view;
use crate::capability::{Planes, Searchable};
use crate::clock::Instant;
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
/// while !pool.searches().done() {
///     let waiting = pool.select(None, &Control::default())?;
///     pool.write(&mut planes[..waiting * 18], &mut mask[..waiting * 9]);
///     // Here a network would look at them.
///     pool.searches_mut().update(&vec![0.0; waiting * 9], &vec![0.0; waiting])?;
/// }
/// let found = pool.searches().result()?;
/// assert_eq!(found.visits[..9].iter().sum::<u32>(), 32);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Pool<G> {
    searches: Searches,
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
        options.moves = positions.first().map_or(1, Game::num_moves);
        options.check(positions.len())?;
        let nodes = options.nodes(positions.len())?;
        for (row, position) in positions.iter().enumerate() {
            check_root(position, &positions[0], row, false)?;
        }
        let mut all = memory::list(positions.len())?;
        for (row, root) in positions.iter().enumerate() {
            let mut search = TreeSearch::new(nodes, options.leaves)?;
            search.restart(&options, row, false, view_of(root, options.see_all));
            all.push(search);
        }
        let waiting = memory::filled(positions[0].clone(), all.len() * options.leaves)?;
        let teams = G::FACTS.teams;
        let workers = Workers::new(options.threads.max(1));
        Ok(Pool { searches: Searches { options, all, teams, workers }, roots: positions, waiting })
    }

    fn symmetries(&self) -> usize {
        if self.searches.options.symmetries { self.roots[0].num_symmetries() } else { 1 }
    }
}

/// What the view of the player to move adds to the seeds of a search; `None` if nothing is hidden
/// from them, or if the search sees all.
fn view_of<G: Searchable>(root: &G, see_all: bool) -> Option<u64> {
    let hides = G::FACTS.hidden && !see_all && !root.is_open();
    hides.then(|| seed_of_view(&root.view(root.turn())))
}

/// Refuses a position that a pool cannot hold.
fn check_root<G: Searchable>(position: &G, first: &G, row: usize, may_be_over: bool) -> Result<()> {
    let spec = position.spec();
    if spec != first.spec() {
        let allowed = format!("of {}", first.spec());
        return Err(Error::parameter(&format!("the position of row {row}"), allowed, spec));
    }
    if let Some(outcome) = position.outcome().filter(|_| !may_be_over) {
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

/// Searches one tree until its positions wait or its search ends: each turn of the loop begins a
/// simulation, of which a search has a limited number, or lets a position wait.
fn run<G: Searchable>(
    search: &mut TreeSearch,
    (root, waiting): (&G, &mut [G]),
    options: &PoolOptions,
    symmetries: usize,
    watch: &Watch<'_>,
    Scratch { edges, path }: &mut Scratch,
) {
    if !search.waiting().is_empty() {
        return;
    }
    let in_worlds = G::FACTS.hidden && search.view.is_some();
    let mut known = 0_u32;
    while search.waiting().len() < waiting.len() && search.wants_simulation(options.proof) {
        let mut position = if in_worlds {
            root.determinize(root.turn(), &mut search.world())
        } else {
            root.clone()
        };
        let mut id: NodeId = Tree::ROOT;
        path.clear();
        path.push(id);
        while let Some(kid) = if in_worlds {
            search.choose_in_world(options, edges, id, &position.legal_moves())
        } else {
            search.choose(options, edges, id)
        } {
            id = kid;
            path.push(id);
            position.play_unchecked(search.tree[id].m);
        }
        match search.arrive(path) {
            Arrival::Waits => break,
            Arrival::Known => {}
            Arrival::New => {
                let sure = options.proof && path.len() > 1;
                let Some(value) = known_value(&position, sure) else {
                    ask(search, path, position, waiting, symmetries);
                    continue;
                };
                search.end(path, value, options.proof);
            }
        }
        known += 1;
        if watch.ends(known) {
            break;
        }
    }
}

/// The value for team 0 of a position whose game is over or, if that counts, whose result is
/// sure.
fn known_value<G: Game>(position: &G, sure: bool) -> Option<f64> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.returns(G::FACTS.first_seat(0)));
    }
    let result = if sure { f64::from(position.sure_result()?) } else { return None };
    Some(if G::FACTS.team(position.turn()) == 0 { result } else { -result })
}

/// Lets the position at the end of a path wait for the network.
fn ask<G: Searchable>(
    search: &mut TreeSearch,
    path: &NodePath,
    mut position: G,
    waiting: &mut [G],
    symmetries: usize,
) {
    let place = search.waiting().len();
    let leaf = search.wait(path, symmetries);
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
    fn searches(&self) -> &Searches {
        &self.searches
    }

    fn searches_mut(&mut self) -> &mut Searches {
        &mut self.searches
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
        let Searches { options, all, workers, .. } = &mut self.searches;
        let (options, count) = (&*options, all.len());
        let places = self.waiting.chunks_mut(CHUNK * options.leaves);
        let jobs = all.chunks_mut(CHUNK).zip(self.roots.chunks(CHUNK)).zip(places).collect();
        let watch = Watch { control, deadline };
        share(workers, count, jobs, |((searches, roots), places), scratch| {
            let places = places.chunks_exact_mut(options.leaves);
            if control.poll().is_ok() {
                for ((search, root), places) in searches.iter_mut().zip(roots).zip(places) {
                    run(search, (root, places), options, symmetries, &watch, scratch);
                }
            }
        });
        control.poll()?;
        Ok(self.searches.num_waiting())
    }

    fn write(&self, planes: &mut [u8], mask: &mut [bool]) {
        let shape: usize = self.planes_shape().iter().product();
        let mut arrays =
            planes.chunks_exact_mut(shape).zip(mask.chunks_exact_mut(self.searches.options.moves));
        let places = self.waiting.chunks_exact(self.searches.options.leaves);
        for (search, places) in self.searches.all.iter().zip(places) {
            for (leaf, position) in search.waiting().iter().zip(places) {
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
        check_run(simulations, leaves)?;
        let waiting = memory::filled(self.roots[0].clone(), self.roots.len() * leaves)?;
        self.searches.again(simulations, leaves)?;
        self.waiting = waiting;
        Ok(())
    }

    fn play(&mut self, moves: &[Move]) -> Result<()> {
        self.searches.check_idle("play")?;
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
                let view = view_of(root, self.searches.options.see_all);
                let (options, all) = (&self.searches.options, &mut self.searches.all);
                all[number].advance(options, number, m, root.is_over(), view);
            }
        }
        Ok(())
    }

    fn reset(
        &mut self,
        rows: &[usize],
        positions: &[&dyn Any],
        begun: Option<&[u32]>,
    ) -> Result<()> {
        self.searches.check_idle("reset")?;
        let mut seen = memory::filled(false, self.roots.len())?;
        let mut roots = memory::list(rows.len())?;
        for (&row, position) in rows.iter().zip(positions) {
            if row >= seen.len() || std::mem::replace(&mut seen[row], true) {
                let allowed = format!("different numbers below {}", seen.len());
                return Err(Error::parameter("rows", allowed, row));
            }
            let first = &self.roots[0];
            let Some(position) = position.downcast_ref::<G>() else {
                let allowed = format!("of {}", first.spec());
                let name = format!("the position of row {row}");
                return Err(Error::parameter(&name, allowed, "of another game"));
            };
            check_root(position, first, row, begun.is_some())?;
            roots.push(position);
        }
        let Searches { options, all, .. } = &mut self.searches;
        for (at, (&row, root)) in rows.iter().zip(roots).enumerate() {
            if let Some(begun) = begun {
                all[row].begun_searches = begun[at].saturating_sub(1);
            }
            all[row].restart(options, row, root.is_over(), view_of(root, options.see_all));
            self.roots[row].clone_from(root);
        }
        Ok(())
    }

    fn turns(&self) -> Vec<u8> {
        self.roots.iter().map(|root| root.turn().0).collect()
    }

    fn write_roots(&self, planes: &mut [u8], mask: &mut [bool]) {
        let (shape, moves) =
            (self.planes_shape().iter().product::<usize>(), self.searches.options.moves);
        for (root, planes) in self.roots.iter().zip(planes.chunks_exact_mut(shape)) {
            root.write_planes(root.turn(), planes);
        }
        for (root, mask) in self.roots.iter().zip(mask.chunks_exact_mut(moves)) {
            mask.fill(root.is_over());
            root.for_each_legal(|m| mask[m.index()] = true);
        }
    }
}
