//! One tree of a pool, without the type of its game.

use super::options::{PoolOptions, Rule};
use crate::error::{Error, Result};
use crate::game::{MAX_MOVES, Move, MoveList};
use crate::memory;
use crate::rng::{Rng, child_seed};
use crate::search::mcts::edges::Edges;
use crate::search::mcts::gumbel::{self, Halving};
use crate::search::mcts::result::MctsResult;
use crate::search::mcts::select::MoveSet;
use crate::search::mcts::tree::{Node, NodeId, NodePath, Tree};
use crate::search::mcts::{noise, puct, softmax};

/// Values beyond 1 by as much as this come from rounding.
const ROUNDING: f32 = 1e-4;

/// A position that waits for the network.
#[derive(Clone, Debug, Default)]
pub struct Leaf {
    /// The nodes from the root to it.
    pub path: NodePath,
    pub moves: MoveList,
    /// The symmetry under which the network sees it.
    pub symmetry: usize,
    /// Its legal moves as the network sees them; empty without a symmetry.
    pub images: MoveList,
    /// The seat to move, and its team.
    pub seat: u8,
    pub team: u8,
}

impl Leaf {
    /// The legal moves as the network sees them.
    pub fn seen(&self) -> &[Move] {
        if self.symmetry == 0 { &self.moves } else { &self.images }
    }
}

/// What a simulation finds at the end of its way.
pub enum Arrival {
    /// A position that waits already.
    Waits,
    New,
    /// A value that was known, which is now added to the tree.
    Known,
}

/// One tree, and the search that goes on in it.
#[derive(Clone, Debug)]
pub struct TreeSearch {
    pub tree: Tree,
    /// Places for the positions that wait for the network; the first `waiting` are in use.
    leaves: Vec<Leaf>,
    waiting: usize,
    /// Searches begun here, this one included.
    pub begun_searches: u32,
    rng: Rng,
    /// The simulations of this search.
    budget: usize,
    /// Those of them that have begun.
    begun: usize,
    /// The search has all simulations, not those of a cheap one.
    pub full: bool,
    /// The game at the root is over.
    pub over: bool,
    /// Where something is hidden from the player to move at the root, what their view adds to the
    /// seeds. The nodes then stand for the positions of many worlds, and nothing is proven.
    pub view: Option<u64>,
    halving: Halving,
    gumbels: Vec<f32>,
    /// What the network says of the moves of the root, before any noise.
    prior: Vec<f32>,
}

impl TreeSearch {
    /// A tree without a search.
    pub fn new(nodes: usize, leaves: usize) -> Result<Self> {
        Ok(TreeSearch {
            tree: Tree::new(nodes)?,
            leaves: memory::filled(Leaf::default(), leaves)?,
            waiting: 0,
            begun_searches: 0,
            rng: Rng::new(0),
            budget: 0,
            begun: 0,
            full: true,
            over: false,
            view: None,
            halving: Halving::new(1, 1),
            gumbels: Vec::new(),
            prior: Vec::new(),
        })
    }

    /// Begins a search in the tree as it is.
    fn begin(&mut self, options: &PoolOptions, number: usize, over: bool) {
        let child = u64::from(self.begun_searches) << 32 | number as u64;
        self.begun_searches = self.begun_searches.wrapping_add(1);
        self.rng = Rng::new(child_seed(options.root, child) ^ self.view.unwrap_or(0));
        self.full = options.cheap.is_none() || noise::unit(&mut self.rng) < options.full;
        self.budget = match options.cheap {
            Some(cheap) if !self.full => cheap,
            _ => options.simulations,
        };
        (self.begun, self.over) = (0, over);
        if self.tree[Tree::ROOT].is_expanded() {
            self.prepare(options, number);
        }
    }

    /// Simulations of this search: those that have begun, and all.
    pub fn progress(&self) -> (u64, u64) {
        (self.begun as u64, self.budget as u64)
    }

    /// Begins another search of the same root, with other places for positions that wait. PUCT goes on
    /// in its tree; the order of visits of Gumbel needs a root without visits.
    pub fn again(&mut self, options: &PoolOptions, number: usize, leaves: Option<Vec<Leaf>>) {
        self.forget_waiting();
        if let Some(leaves) = leaves {
            self.leaves = leaves;
        }
        if !options.keeps() {
            self.forget();
        }
        self.begin(options, number, self.over);
    }

    /// Takes back the positions that wait.
    pub fn forget_waiting(&mut self) {
        for leaf in &self.leaves[..self.waiting] {
            for &id in &leaf.path {
                self.tree[id].in_flight -= 1;
            }
        }
        self.waiting = 0;
    }

    /// Drops the tree.
    fn forget(&mut self) {
        self.tree.clear();
        self.prior.clear();
    }

    /// Begins the search of another position; `view` is what its mover's view adds to the seeds.
    pub fn restart(&mut self, options: &PoolOptions, number: usize, over: bool, view: Option<u64>) {
        self.forget();
        self.view = view;
        self.begin(options, number, over);
    }

    /// Begins the search of the position after a move, with its subtree where the rule can use it and
    /// both players see all. `view` and `over` are as in the search of that position.
    pub fn advance(
        &mut self,
        options: &PoolOptions,
        number: usize,
        m: Move,
        over: bool,
        view: Option<u64>,
    ) {
        self.prior.clear();
        let keeps = options.keeps() && self.view.is_none() && view.is_none();
        // Without memory for the list of what is kept, nothing is. A root that the full tree gave no
        // children is one that the network has to see again.
        let kept = keeps && self.tree.advance(m) == Ok(true);
        if !(kept && self.tree[Tree::ROOT].is_expanded()) {
            self.forget();
        }
        self.view = view;
        self.begin(options, number, over);
    }

    /// Prepares the root, once it has children.
    fn prepare(&mut self, options: &PoolOptions, number: usize) {
        let count = self.tree[Tree::ROOT].num_children();
        if self.prior.len() != count {
            self.prior.clear();
            self.prior.extend(self.tree.kids(Tree::ROOT).iter().map(|kid| kid.prior));
        }
        let given = options.given(number);
        self.gumbels.clear();
        match options.rule {
            Rule::Gumbel { considered } => {
                let moves = self.tree.kids(Tree::ROOT).iter().map(|kid| kid.m.index());
                match given {
                    Some(given) => self.gumbels.extend(moves.map(|m| given[m])),
                    None if options.noise == 0.0 => self.gumbels.resize(count, 0.0),
                    None => {
                        let (rng, scale) = (&mut self.rng, options.noise as f32);
                        self.gumbels.extend(moves.map(|_| scale * noise::gumbel(rng)));
                    }
                }
                self.halving = Halving::new(considered.min(count), self.budget);
            }
            Rule::Puct { .. } => {
                let mut prior = self.prior.clone();
                let mut drawn = Vec::new();
                // A cheap search only finds the next move; nobody learns from its policy.
                if self.full {
                    let mut share = options.noise as f32;
                    if let Some(given) = given {
                        let moves = self.tree.kids(Tree::ROOT).iter().map(|kid| kid.m.index());
                        drawn.extend(moves.map(|m| given[m]));
                        share = puct::NOISE;
                    } else if share > 0.0 {
                        noise::dirichlet(&mut self.rng, count, &mut drawn);
                    }
                    let temperature = options.temperature as f32;
                    puct::apply_root_noise(&mut prior, temperature, share, &drawn);
                }
                for (kid, prior) in self.tree.kids_mut(Tree::ROOT).iter_mut().zip(prior) {
                    kid.prior = prior;
                }
            }
        }
    }

    /// True if the search begins another simulation. The first one is the evaluation of the root, for
    /// which all others wait.
    pub fn wants_simulation(&self, proof: bool) -> bool {
        let root = &self.tree[Tree::ROOT];
        let closed = proof && root.is_closed();
        let more = if root.visits == 0 { self.waiting == 0 } else { self.begun < self.budget };
        more && !self.over && !closed
    }

    /// True if the search has ended.
    pub fn is_done(&self, proof: bool) -> bool {
        self.waiting == 0 && !self.wants_simulation(proof)
    }

    /// The child of a node with which a simulation goes on; `None` at its end.
    pub fn choose(
        &mut self,
        options: &PoolOptions,
        edges: &mut Edges,
        id: NodeId,
    ) -> Option<NodeId> {
        let node = &self.tree[id];
        if !node.is_expanded() || id != Tree::ROOT && node.is_closed() {
            return None;
        }
        let has_illegal_actions = options.moves > node.num_children();
        edges.fill(&self.tree, id, options.proof);
        let chosen = match options.rule {
            Rule::Puct { c } => puct::choose(edges, c as f32, id == Tree::ROOT),
            Rule::Gumbel { .. } => {
                let planned =
                    if id == Tree::ROOT { self.planned(edges, has_illegal_actions) } else { None };
                planned.or_else(|| gumbel::interior_action(edges, has_illegal_actions))
            }
        };
        chosen.map(|i| self.tree.children(id).start + i as NodeId)
    }

    /// The child of the root whose turn it is. A search that goes on beyond its plan has none.
    fn planned(&self, edges: &mut Edges, has_illegal_actions: bool) -> Option<usize> {
        gumbel::improve(edges, has_illegal_actions);
        gumbel::root_action(edges, &self.gumbels, self.halving.visits())
    }

    /// The random numbers of the world of the next simulation.
    pub fn world(&mut self) -> Rng {
        Rng::new(self.rng.word())
    }

    /// The child with which a simulation goes on in a world in which these are the legal moves. `None`
    /// if a node lacks one of them, which the network has to judge first, and at the end of the game.
    pub fn choose_in_world(
        &mut self,
        options: &PoolOptions,
        edges: &mut Edges,
        id: NodeId,
        moves: &[Move],
    ) -> Option<NodeId> {
        let legal = MoveSet::of(moves);
        let known = self.tree.kids(id).iter().filter(|kid| legal.has(kid.m)).count();
        if known < moves.len() || moves.is_empty() {
            return None;
        }
        for kid in self.tree.kids_mut(id).iter_mut().filter(|kid| legal.has(kid.m)) {
            kid.add_available();
        }
        let has_illegal_actions = options.moves > known;
        edges.fill_in_world(&self.tree, id, &legal);
        if id != Tree::ROOT {
            normalize(edges.prior_mut(), options.rule);
        }
        let chosen = match options.rule {
            Rule::Puct { c } => puct::choose_in_world(edges, c as f32, id == Tree::ROOT),
            Rule::Gumbel { .. } => {
                let planned =
                    if id == Tree::ROOT { self.planned(edges, has_illegal_actions) } else { None };
                planned.or_else(|| gumbel::interior_action_in_world(edges, has_illegal_actions))
            }
        };
        chosen.map(|i| self.tree.children(id).start + edges.place(i))
    }

    /// Ends a simulation whose value is known, or tells what its end is.
    pub fn arrive(&mut self, path: &[NodeId]) -> Arrival {
        let id = path.last().copied().unwrap_or(Tree::ROOT);
        let node = &self.tree[id];
        if self.view.is_some() {
            // The position is one of many that the node stands for.
            Arrival::New
        } else if node.is_closed() {
            let value = f64::from(node.low());
            self.finish(path, value);
            Arrival::Known
        } else if node.visits > 0 {
            // There was no room for its children.
            let value = f64::from(node.network_value());
            self.finish(path, value);
            Arrival::Known
        } else if node.in_flight > 0 {
            Arrival::Waits
        } else {
            Arrival::New
        }
    }

    /// The positions that wait for the network.
    pub fn waiting(&self) -> &[Leaf] {
        &self.leaves[..self.waiting]
    }

    /// Counts a simulation that has begun.
    fn count(&mut self) {
        self.begun += 1;
        self.halving.advance();
    }

    /// Ends a simulation with this value of team 0.
    fn finish(&mut self, path: &[NodeId], value: f64) {
        self.count();
        self.tree.back_up(path, value);
    }

    /// Ends a simulation at a finished position, with its value for team 0.
    pub fn end(&mut self, path: &[NodeId], value: f64, proof: bool) {
        let id = path.last().copied().unwrap_or(Tree::ROOT);
        if self.view.is_none() {
            self.tree[id].close(value as i8);
            if proof {
                self.tree.prove_path(path);
            }
        }
        self.finish(path, value);
    }

    /// Lets a position wait for the network, and returns its place, whose moves are to be filled in.
    pub fn wait(&mut self, path: &[NodeId], symmetries: usize) -> &mut Leaf {
        for &id in path {
            self.tree[id].in_flight += 1;
        }
        // The evaluation of the root is no simulation.
        if self.tree[Tree::ROOT].visits > 0 {
            self.count();
        }
        let symmetry = if symmetries > 1 { self.rng.below(symmetries) } else { 0 };
        let leaf = &mut self.leaves[self.waiting];
        self.waiting += 1;
        leaf.path.clear();
        leaf.path.extend(path.iter().copied());
        leaf.moves.clear();
        leaf.images.clear();
        leaf.symmetry = symmetry;
        leaf
    }

    /// Takes what the network says of the positions that wait: logits of all moves for each, checked
    /// by [`check`], and values of team 0.
    ///
    /// # Errors
    /// [`Error::Memory`] if there is no room for the moves of the root, which then waits on.
    pub fn update(
        &mut self,
        options: &PoolOptions,
        number: usize,
        logits: &[f32],
        values: &[f32],
    ) -> Result<()> {
        // A node that gets more children in the worlds of a hidden game moves those that it has.
        let mut places = Vec::new();
        if self.view.is_some() {
            places.extend(self.waiting().iter().map(|leaf| self.tree.places(&leaf.path)));
        }
        let rows = logits.chunks_exact(options.moves).zip(values);
        for (i, (logits, &value)) in rows.enumerate().take(self.waiting) {
            let leaf = &mut self.leaves[i];
            if let Some(places) = places.get(i) {
                leaf.path = self.tree.path(places);
            }
            let id = leaf.path.last().copied().unwrap_or(Tree::ROOT);
            let keeps_logits = self.view.is_some() && id != Tree::ROOT;
            let rule = if keeps_logits { None } else { Some(options.rule) };
            let grown = grow(&mut self.tree, id, leaf, logits, rule);
            if id == Tree::ROOT && !grown {
                return Err(Error::Memory { mib: 1 });
            }
            if self.view.is_none() || id == Tree::ROOT {
                self.tree[id].set_network_value(value);
            }
            self.tree.back_up(&leaf.path, f64::from(value));
            for &id in &leaf.path {
                self.tree[id].in_flight -= 1;
            }
            if id == Tree::ROOT {
                self.prepare(options, number);
            }
        }
        self.waiting = 0;
        Ok(())
    }

    /// What the search has found; `None` if the network has not seen the root.
    pub fn result(&self, options: &PoolOptions) -> Option<MctsResult> {
        let root = &self.tree[Tree::ROOT];
        if !root.is_expanded() {
            return None;
        }
        let (chosen, policy) = self.decide(options);
        let chosen = self.tree.children(Tree::ROOT).start + chosen as NodeId;
        let gumbel = matches!(options.rule, Rule::Gumbel { .. });
        let prior = |i: usize| if gumbel { self.prior[i].exp() } else { self.prior[i] };
        let each = |i: usize| (prior(i), policy[i]);
        let mut found = MctsResult::of(&self.tree, root.team(), Some(chosen), &each);
        found.simulations = self.begun as u64;
        let value = found.value;
        let untried = found.moves.iter_mut().filter(|each| each.visits == 0);
        untried.for_each(|each| each.value = value);
        Some(found)
    }

    /// What the search says of the children of the root: the child to play, and for each one a
    /// probability, the policy to learn.
    fn decide(&self, options: &PoolOptions) -> (usize, Vec<f32>) {
        let mut edges = Edges::default();
        edges.fill(&self.tree, Tree::ROOT, options.proof);
        let root = &self.tree[Tree::ROOT];
        // A proof goes before any mean: no move that is proven worse than another.
        let kids = self.tree.kids(Tree::ROOT);
        let low = |node: &Node| if root.team() == 0 { node.low() } else { -node.high() };
        let floor = low(root);
        let keep = |i: usize| {
            let known = low(&kids[i]) == floor && (floor > -1 || root.is_closed());
            let open = !root.is_closed() && !kids[i].is_settled(root);
            known || open || !options.proof
        };
        let mut policy = Vec::new();
        let chosen = match options.rule {
            Rule::Gumbel { .. } => {
                gumbel::improve(&mut edges, options.moves > kids.len());
                gumbel::policy(&edges, &mut policy);
                gumbel::chosen(&edges, &self.gumbels, keep)
            }
            Rule::Puct { .. } => {
                policy.extend_from_slice(edges.visits());
                puct::most_visited(&edges, keep)
            }
        };
        let kept: f32 = (0..kids.len()).filter(|&i| keep(i)).map(|i| policy[i]).sum();
        let count = (0..kids.len()).filter(|&i| keep(i)).count();
        for (i, p) in policy.iter_mut().enumerate() {
            *p = match (keep(i), kept > 0.0) {
                (false, _) => 0.0,
                (true, true) => *p / kept,
                (true, false) => 1.0 / count as f32,
            };
        }
        (chosen.unwrap_or(0), policy)
    }
}

/// Turns the logits of all moves of a position into what a rule needs.
fn normalize(logits: &mut [f32], rule: Rule) {
    match rule {
        Rule::Gumbel { .. } => softmax::log_softmax(logits),
        Rule::Puct { .. } => softmax::softmax(logits),
    }
}

/// Gives a node the children that it lacks, with what the network says of them, as the rule needs it;
/// with their logits if there is none, because more of them may come in other worlds. False if there
/// is no room for them.
fn grow(tree: &mut Tree, id: NodeId, leaf: &Leaf, logits: &[f32], rule: Option<Rule>) -> bool {
    let mut prior = [0.0; MAX_MOVES];
    let prior = &mut prior[..leaf.moves.len()];
    for (prior, m) in prior.iter_mut().zip(leaf.seen()) {
        *prior = logits[m.index()];
    }
    if let Some(rule) = rule {
        normalize(prior, rule);
    }
    let kept = tree[id].num_children();
    let mut new = MoveList::new();
    if kept > 0 {
        for (i, &m) in leaf.moves.iter().enumerate() {
            if tree.child(id, m).is_none() {
                prior[new.len()] = prior[i];
                new.push(m);
            }
        }
    }
    let grown = match kept {
        0 => tree.expand(id, leaf.team, &leaf.moves),
        _ => new.is_empty() || tree.add_children(id, &new),
    };
    if grown {
        let kids = tree.kids_mut(id)[kept..].iter_mut();
        kids.zip(prior).for_each(|(kid, prior)| kid.prior = *prior);
    }
    grown
}

/// Refuses what a network says of a position that cannot be used.
pub fn check(leaf: &Leaf, row: usize, logits: &[f32], values: &[f32]) -> Result<()> {
    if let Some(m) = leaf.seen().iter().find(|m| !logits[m.index()].is_finite()) {
        let value = format!("{} for move {}", logits[m.index()], m.0);
        return Err(Error::parameter(
            &format!("logits of row {row}"),
            "finite numbers for legal moves",
            value,
        ));
    }
    let range = -1.0 - ROUNDING..=1.0 + ROUNDING;
    match values.iter().find(|value| !range.contains(value)) {
        Some(value) => Err(Error::parameter(&format!("value of row {row}"), "from -1 to 1", value)),
        None => Ok(()),
    }
}
