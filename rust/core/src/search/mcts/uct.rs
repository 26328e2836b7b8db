//! The search of one position by random playouts.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::options::{MctsOptions, Rollout};
use super::result::MctsResult;
use super::select::{MoveSet, best_child, by_availability, by_confidence, share_of_visits};
use super::tree::{Node, NodeId, NodePath, Tree};
use crate::bits::mix;
use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::exact::{ExactSolver, SolveOptions};
use crate::game::{Move, MoveList, Player};
use crate::playout::playout;
use crate::rng::Rng;
use crate::specialists::Specialists;
use crate::workers::Workers;

/// Visits of the root at which a search ends: a counter has 32 bits.
const MAX_VISITS: u32 = u32::MAX - (1 << 20);
/// Simulations between two looks at the clock.
const ROUND: u64 = 16;

/// Size of the table of the exact solver.
const TABLE_MIB: usize = 16;

/// Makes the exact solver for a position and its successors.
pub type MakeSolver<G> = fn(&G, &SolveOptions) -> Result<Box<dyn ExactSolver<G>>>;

/// A tree search of one position, and of those that follow it.
///
/// A simulation descends from the root: in each node it selects a child by its upper confidence bound.
/// The second visit of a leaf adds its children, and the first visit of one of them ends the descent
/// with an estimate of its value, which is added to all nodes of the path. In a hidden game each
/// simulation begins with a random world that looks to the player to move like the position, and the
/// tree is over the moves, which all see. Nothing but the view of that player has any influence.
///
/// ```
/// use bitgames_core::{control::{Control, Limits}, games::TicTacToe3, solve};
/// use bitgames_core::search::mcts::{Mcts, MctsOptions};
/// let start = TicTacToe3::default();
/// let mut search = Mcts::new(&start, &MctsOptions::default(), solve::solver)?;
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// let found = search.run(limits, 1, 1, &Control::default());
/// assert!(found.is_proven() && found.value == 0.0);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Mcts<G> {
    root: G,
    tree: Tree,
    options: MctsOptions,
    rollout: Rollout,
    c: f64,
    rng: Rng,
    workers: Workers,
    make_solver: MakeSolver<G>,
    /// Made when the first leaf needs it.
    solver: Option<Box<dyn ExactSolver<G>>>,
    /// The player whose view decides; `None` if nothing is hidden.
    viewer: Option<Player>,
}

struct Descent<G> {
    path: NodePath,
    position: G,
}

/// A simulation that waits for its value.
struct Waiting<G> {
    /// Its path, by [`Tree::places`], which holds while the tree grows.
    places: Vec<u8>,
    position: G,
    rng: Rng,
    /// What has been added to the nodes of the path for the time being.
    virtual_values: Vec<f64>,
    /// Its estimate, as [`rollout`] returns it.
    rolled: OnceLock<(f64, bool)>,
}

impl<G: Specialists> Mcts<G> {
    /// A search of an unfinished position. `make_solver` makes what solves the leaves, if
    /// `options.exact` asks for that.
    ///
    /// # Errors
    /// [`Error::Parameter`], [`Error::Memory`]; [`Error::Unsupported`] for a finished game, and for
    /// [`Rollout::Evaluate`] in a game without an evaluation.
    pub fn new(root: &G, options: &MctsOptions, make_solver: MakeSolver<G>) -> Result<Self> {
        Mcts::check(root, options)?;
        if root.is_over() {
            return Err(refused(root, "a tree search", "the game is over"));
        }
        let tree = Tree::new(Tree::nodes_in(options.memory_mib))?;
        let rng = Rng::new(options.seed);
        let (root, options) = (root.clone(), options.clone());
        let own = if G::JUDGES_LEAVES { Rollout::Evaluate } else { Rollout::Random };
        let rollout = options.rollout.unwrap_or(own);
        let c = options.c.unwrap_or(if rollout == Rollout::Random { 0.8 } else { 0.5 });
        let mut search = Mcts {
            root,
            tree,
            options,
            rollout,
            c,
            rng,
            workers: Workers::new(1),
            make_solver,
            solver: None,
            viewer: None,
        };
        search.update_viewer();
        Ok(search)
    }

    /// Checks the options of a search in the game of this position.
    ///
    /// # Errors
    /// As [`Mcts::new`].
    pub fn check(position: &G, options: &MctsOptions) -> Result<()> {
        options.check()?;
        if options.rollout == Some(Rollout::Evaluate) && G::EVEN == 0 {
            return Err(refused(position, "the rollout evaluate", "the game has no evaluation"));
        }
        Ok(())
    }

    /// Notes who looks at a new root. In a hidden game the random numbers follow from the seed and the
    /// view.
    fn update_viewer(&mut self) {
        let open = self.options.see_all || self.root.is_open();
        self.viewer = (!open).then(|| self.root.turn());
        if self.viewer.is_some() {
            self.reseed(self.options.seed);
        }
        // A leaf that was solved has no children, hence no best move.
        self.tree.reopen_root();
    }

    /// The position at the root.
    pub fn position(&self) -> &G {
        &self.root
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Begins again at another position with another seed.
    pub fn restart(&mut self, root: &G, seed: u64) {
        self.root = root.clone();
        self.tree.clear();
        self.solver = None;
        self.update_viewer();
        self.reseed(seed);
    }

    /// Draws the random numbers of what follows from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.options.seed = seed;
        let view = self.viewer.map_or(0, |viewer| seed_of_view(&self.root.view(viewer)));
        self.rng = Rng::new(seed ^ view);
    }

    /// Plays a move of the root. The subtree of the move is kept, except where something is hidden,
    /// because the next player sees other things. True if anything is kept.
    ///
    /// # Errors
    /// [`Error::IllegalMove`]; nothing is changed.
    pub fn advance(&mut self, m: Move) -> Result<bool> {
        let root = self.root.play(m)?;
        let kept = if self.viewer.is_some() {
            self.tree.clear();
            false
        } else {
            self.tree.advance(m)?
        };
        self.root = root;
        self.update_viewer();
        Ok(kept && self.tree[Tree::ROOT].visits > 0)
    }

    /// Simulates until a limit is met, the control is stopped or the value is proven. `limits.nodes`
    /// counts simulations; the depth has no meaning.
    ///
    /// With `leaves` above 1 that many simulations descend before the first of them gets its value.
    /// Until then each counts as a visit with the mean that its nodes had before, so that they choose
    /// different leaves, and the threads share the playouts. The result depends on the number of
    /// leaves, not on that of the threads.
    pub fn run(
        &mut self,
        limits: Limits,
        leaves: usize,
        threads: usize,
        control: &Control<'_>,
    ) -> MctsResult {
        let budget = Budget::new(limits, control);
        let mut done = 0;
        control.report(0, limits.nodes.unwrap_or(0));
        let mut going = budget.poll().is_ok();
        while going && !self.is_finished() && limits.nodes.is_none_or(|most| done < most) {
            let left = limits.nodes.map_or(u64::MAX, |most| most - done);
            let before = done;
            if leaves > 1 {
                let leaves = left.min(leaves as u64);
                going = self.simulate_batch(leaves as usize, threads, &budget).is_ok();
                done += if going { leaves } else { 0 };
            } else {
                while done - before < left.min(ROUND) && going && !self.is_finished() {
                    going = self.simulate(&budget).is_ok();
                    done += u64::from(going);
                }
            }
            // The positions of the solver are not counted: the limit is one of simulations.
            going = budget.spend(done - before).is_ok() && going;
        }
        let mut found = self.found();
        (found.simulations, found.time) = (done, budget.elapsed());
        found
    }

    /// What the search knows of the root.
    pub fn found(&self) -> MctsResult {
        let best = best_child(&self.tree, Tree::ROOT);
        let policy = share_of_visits(&self.tree, best);
        let prior = 1.0 / policy.len().max(1) as f32;
        let mut found = MctsResult::of(&self.tree, self.team(), best, &|i| (prior, policy[i]));
        if found.best_move.is_none() && !self.root.is_over() {
            found.best_move = Some(self.root.nth_legal(0));
        }
        found
    }

    fn team(&self) -> u8 {
        G::FACTS.team(self.root.turn())
    }

    /// True if nothing is left to find: the value is proven, or the game is over.
    fn is_finished(&self) -> bool {
        let root = &self.tree[Tree::ROOT];
        self.root.is_over() || self.options.proof && root.is_closed() || root.visits >= MAX_VISITS
    }

    fn simulate(&mut self, budget: &Budget<'_>) -> Result<()> {
        let Descent { path, position } = self.descend();
        let value = match self.proven_value(&path, &position, budget)? {
            Some(value) => value,
            None => match rollout(position, self.rollout, &mut self.rng) {
                (value, false) => value,
                (value, true) => self.closed(&path, value as i8),
            },
        };
        self.tree.back_up(&path, value);
        Ok(())
    }

    /// Several simulations at once, whose leaves the threads play out.
    fn simulate_batch(&mut self, leaves: usize, threads: usize, budget: &Budget<'_>) -> Result<()> {
        let mut waiting = Vec::with_capacity(leaves);
        for _ in 0..leaves {
            let Descent { path, position } = self.descend();
            let rng = Rng::new(self.rng.word());
            let virtual_values = add_virtual(&mut self.tree, &path);
            let (places, rolled) = (self.tree.places(&path), OnceLock::new());
            waiting.push(Waiting { places, position, rng, virtual_values, rolled });
        }
        let (next, kind) = (AtomicUsize::new(0), self.rollout);
        let work = || {
            while let Some(each) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                let position = each.position.clone();
                each.rolled.get_or_init(|| rollout(position, kind, &mut each.rng.clone()));
            }
        };
        if self.workers.threads() != threads {
            self.workers = Workers::new(threads);
        }
        self.workers.run(|_| work());
        let mut failed = Ok(());
        for Waiting { places, position, virtual_values, rolled, .. } in waiting {
            let path = self.tree.path(&places);
            take_virtual(&mut self.tree, &path, &virtual_values);
            if failed.is_err() {
                continue;
            }
            let value = match (self.proven_value(&path, &position, budget), rolled.into_inner()) {
                (Ok(Some(value)), _) | (Ok(None), Some((value, false))) => value,
                (Ok(None), Some((value, true))) => self.closed(&path, value as i8),
                (Ok(None), None) => continue,
                (Err(error), _) => {
                    failed = Err(error);
                    continue;
                }
            };
            self.tree.back_up(&path, value);
        }
        failed
    }

    fn descend(&mut self) -> Descent<G> {
        match self.viewer {
            None => self.descend_open(),
            Some(viewer) => self.descend_hidden(viewer),
        }
    }

    fn descend_open(&mut self) -> Descent<G> {
        let mut position = self.root.clone();
        let mut path = NodePath::new();
        let mut id = Tree::ROOT;
        path.push(id);
        loop {
            let node = &self.tree[id];
            let stays = |node: &Node| node.visits == 0 || node.is_closed();
            if !node.is_expanded() && (stays(node) || !self.expand(id, &position)) {
                return Descent { path, position };
            }
            id = by_confidence(&self.tree, id, self.c, self.options.proof);
            position.play_unchecked(self.tree[id].m);
            path.push(id);
        }
    }

    /// Adds the children of a leaf, in index order from a random one on.
    fn expand(&mut self, id: NodeId, position: &G) -> bool {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            // The game is over, and the simulation that says so has not come back.
            return false;
        }
        let offset = self.rng.below(moves.len());
        moves.rotate_left(offset);
        self.tree.expand(id, G::FACTS.team(position.turn()), &moves)
    }

    /// Descends in a random world that looks to `viewer` like the position. The moves of a node are
    /// those of all worlds so far.
    fn descend_hidden(&mut self, viewer: Player) -> Descent<G> {
        let mut position = self.root.determinize(viewer, &mut Rng::new(self.rng.word()));
        let mut path = NodePath::new();
        let mut id = Tree::ROOT;
        path.push(id);
        while self.tree[id].visits > 0 && !position.is_over() {
            let mut moves = position.legal_moves();
            let legal = MoveSet::of(&moves);
            if !self.add_unseen_moves(id, &mut moves, &legal, G::FACTS.team(position.turn())) {
                break;
            }
            id = by_availability(&mut self.tree, id, self.c, &legal);
            position.play_unchecked(self.tree[id].m);
            path.push(id);
        }
        Descent { path, position }
    }

    /// Gives a node those of the legal moves that it lacks, from a random one on. False if it has no
    /// child among them.
    fn add_unseen_moves(
        &mut self,
        id: NodeId,
        moves: &mut MoveList,
        legal: &MoveSet,
        team: u8,
    ) -> bool {
        let kids = self.tree.kids(id);
        let known = kids.iter().filter(|kid| legal.has(kid.m)).count();
        if known == moves.len() {
            return true;
        }
        if known > 0 {
            moves.retain(|m| kids.iter().all(|kid| kid.m != *m));
        }
        let offset = self.rng.below(moves.len());
        moves.rotate_left(offset);
        let grown = if self.tree[id].is_expanded() {
            self.tree.add_children(id, &moves)
        } else {
            self.tree.expand(id, team, &moves)
        };
        grown || known > 0
    }

    /// The value of a leaf for team 0, if it is proven or can be solved.
    #[inline]
    fn proven_value(
        &mut self,
        path: &[NodeId],
        position: &G,
        budget: &Budget<'_>,
    ) -> Result<Option<f64>> {
        let leaf = &self.tree[path.last().copied().unwrap_or(Tree::ROOT)];
        // In a hidden game the node stands for many positions.
        if self.viewer.is_none() && leaf.is_closed() {
            return Ok(Some(f64::from(leaf.low())));
        }
        if self.options.exact == 0 || path.len() == 1 || !self.is_exact(position) {
            return Ok(None);
        }
        let value = self.solved(position, budget)?;
        Ok(Some(self.closed(path, value)))
    }

    /// Notes the exact value of a leaf, and what follows from it. Returns the value to back up: that of
    /// the first node of the path that is now closed.
    #[inline]
    fn closed(&mut self, path: &[NodeId], value: i8) -> f64 {
        if self.viewer.is_none() {
            return f64::from(close(&mut self.tree, path, value, self.options.proof));
        }
        f64::from(value)
    }

    /// True if this leaf is to be solved.
    fn is_exact(&self, position: &G) -> bool {
        if position.is_over() {
            return false;
        }
        if G::FACTS.hidden && !self.options.see_all {
            return position.is_open();
        }
        position.num_empties() <= self.options.exact
    }

    /// The exact value of an unfinished position for team 0.
    fn solved(&mut self, position: &G, budget: &Budget<'_>) -> Result<i8> {
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => {
                let options =
                    SolveOptions { wld: true, table_mib: TABLE_MIB, ..Default::default() };
                // What is open at a leaf may be hidden at the root.
                let from = if self.viewer.is_none() { &self.root } else { position };
                none.insert((self.make_solver)(from, &options)?)
            }
        };
        let quiet = budget.control().quiet();
        let limits = Limits { time: budget.time_left(), ..Limits::default() };
        let own = Budget::new(limits, &quiet);
        let value = solver.value(position, &own)?.signum() as i8;
        Ok(if G::FACTS.team(position.turn()) == 0 { value } else { -value })
    }
}

fn refused<G: Specialists>(position: &G, what: &str, reason: &str) -> Error {
    Error::Unsupported { what: what.into(), game: position.spec(), reason: reason.into() }
}

/// An estimate of the value of a position for team 0, and true if it is the value, because the game
/// is over.
#[inline]
fn rollout<G: Searchable>(position: G, kind: Rollout, rng: &mut Rng) -> (f64, bool) {
    let seat = G::FACTS.first_seat(0);
    match kind {
        Rollout::Random => {
            let (outcome, plies) = playout(position, rng);
            (outcome.returns(seat), plies == 0)
        }
        Rollout::Evaluate => match position.outcome() {
            Some(outcome) => (outcome.returns(seat), true),
            None => (estimate(&position), false),
        },
    }
}

/// The game's evaluation of an unfinished position as a value of team 0.
fn estimate<G: Searchable>(position: &G) -> f64 {
    let logits = f64::from(position.evaluate()) / f64::from(G::EVEN.max(1));
    let value = (logits / 2.0).tanh();
    if G::FACTS.team(position.turn()) == 0 { value } else { -value }
}

/// Closes the last node of a path, and with `proof` those before it that follow. Returns the value of
/// the first closed node of the path.
fn close(tree: &mut Tree, path: &[NodeId], value: i8, proof: bool) -> i8 {
    if let Some(&leaf) = path.last() {
        tree[leaf].close(value);
    }
    if proof {
        tree.prove_path(path);
    }
    let first = path.iter().find(|&&id| tree[id].is_closed());
    first.map_or(value, |&id| tree[id].low())
}

/// Counts a simulation in flight as a visit with the mean of each node.
fn add_virtual(tree: &mut Tree, path: &[NodeId]) -> Vec<f64> {
    let mut mean = 0.0;
    let add = |&id: &NodeId| {
        let node = &mut tree[id];
        if node.visits > 0 {
            mean = node.mean();
        }
        node.visits += 1;
        node.sum += mean;
        mean
    };
    path.iter().map(add).collect()
}

fn take_virtual(tree: &mut Tree, path: &[NodeId], values: &[f64]) {
    for (&id, value) in path.iter().zip(values) {
        let node = &mut tree[id];
        node.visits -= 1;
        node.sum -= value;
    }
}

/// A seed that is the same in all worlds of a view.
pub(super) fn seed_of_view(view: &str) -> u64 {
    view.bytes().fold(0, |key, byte| mix(key ^ u64::from(byte)))
}
