//! The positions of a book and how they follow one another.

use std::collections::HashMap;

use crate::any::AnyGame;
use crate::book::{Book, BookEntry, BookMove, Kind, Settings};
use crate::error::{Error, Result};
use crate::game::Player;
use crate::games;

#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    same_side: bool,
}

/// A canonical position with its entry.
struct GraphNode {
    position: Box<dyn AnyGame>,
    key: u64,
    entry: BookEntry,
    /// The distinct successors; none before it is expanded.
    edges: Vec<Edge>,
}

/// How far a node is from the roots, by the best way to it for each number.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Plies, plus what the moves lose times the weight, in hundredths.
    pub cost: u64,
    /// What the moves lose, in hundredths of a point.
    pub loss: u64,
}

/// An entry with its position, for lists.
pub struct Listed {
    /// The canonical position.
    pub position: Box<dyn AnyGame>,
    /// Its entry.
    pub entry: BookEntry,
    /// Its moves, as [`Book::moves`].
    pub moves: Vec<BookMove>,
}

/// The positions of a book.
pub(super) struct Graph {
    nodes: Vec<GraphNode>,
    by_key: HashMap<u64, usize>,
    roots: Vec<usize>,
}

/// The side to move, as a team.
fn side(position: &dyn AnyGame) -> u8 {
    let turn: Player = position.turn();
    position.facts().team(turn)
}

/// The canonical successors of a position without repeats, and whether the same side is to move.
pub(super) fn successors(position: &dyn AnyGame) -> Result<Vec<(Box<dyn AnyGame>, bool)>> {
    let mut list: Vec<(Box<dyn AnyGame>, bool)> = Vec::new();
    for m in position.legal_moves() {
        let after = position.play(m)?;
        let same_side = side(after.as_ref()) == side(position);
        let after = after.canonical();
        if list.iter().all(|(known, _)| known.key() != after.key()) {
            list.push((after, same_side));
        }
    }
    Ok(list)
}

impl Graph {
    pub fn new() -> Self {
        Graph { nodes: Vec::new(), by_key: HashMap::new(), roots: Vec::new() }
    }

    /// The positions that are reached from the roots of a list of entries.
    ///
    /// # Errors
    /// [`Error::Parameter`] if a root or an entry is not reached.
    pub fn read(settings: &Settings, entries: &HashMap<u64, BookEntry>) -> Result<Self> {
        let refused = |reason: &str| {
            Error::parameter("an opening book", "one whose entries follow from its roots", reason)
        };
        let mut graph = Graph::new();
        for root in &settings.roots {
            let position = games::position(root)?;
            let key = position.key();
            if position.spec() != settings.game || position.canonical_key() != key {
                return Err(refused("one with a root of another game"));
            }
            let entry = entries.get(&key).ok_or_else(|| refused("one without its root"))?;
            let root = graph.add(position, *entry);
            graph.roots.push(root);
        }
        let mut next = 0;
        while next < graph.nodes.len() {
            if graph.nodes[next].entry.kind == Kind::Expanded {
                for (after, same_side) in successors(graph.nodes[next].position.as_ref())? {
                    if let Some(&entry) = entries.get(&after.key()) {
                        let to = graph.add(after, entry);
                        graph.nodes[next].edges.push(Edge { to, same_side });
                    }
                }
                if graph.nodes[next].edges.is_empty() {
                    return Err(refused("one with an expanded entry without successors"));
                }
            }
            next += 1;
        }
        if graph.nodes.len() != entries.len() {
            return Err(refused("one with entries apart from the others"));
        }
        Ok(graph)
    }

    /// The positions of a book, whose values are checked.
    pub fn of(book: &Book) -> Result<Self> {
        let mut graph = Graph::read(book.settings(), &book.entries().collect())?;
        graph.settle();
        if graph.nodes.iter().any(|node| book.get(node.key) != Some(node.entry)) {
            let allowed = "one whose values are the best of their successors";
            return Err(Error::parameter("an opening book", allowed, "one with other values"));
        }
        Ok(graph)
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if this canonical position is one of them.
    pub fn has(&self, position: &dyn AnyGame) -> bool {
        self.by_key.contains_key(&position.key())
    }

    pub fn position(&self, node: usize) -> &dyn AnyGame {
        self.nodes[node].position.as_ref()
    }

    pub fn entry(&self, node: usize) -> BookEntry {
        self.nodes[node].entry
    }

    /// Adds a canonical position, or finds it.
    pub fn add(&mut self, position: Box<dyn AnyGame>, entry: BookEntry) -> usize {
        let key = position.key();
        *self.by_key.entry(key).or_insert_with(|| {
            self.nodes.push(GraphNode { position, key, entry, edges: Vec::new() });
            self.nodes.len() - 1
        })
    }

    pub fn add_root(&mut self, position: Box<dyn AnyGame>, entry: BookEntry) {
        let root = self.add(position, entry);
        self.roots.push(root);
    }

    /// Makes a node one with all its successors, which are there.
    pub fn expand(&mut self, node: usize) -> Result<()> {
        let after = successors(self.position(node))?;
        let edge = |(after, same_side): &(Box<dyn AnyGame>, bool)| {
            let to = *self.by_key.get(&after.key())?;
            Some(Edge { to, same_side: *same_side })
        };
        self.nodes[node].edges = after.iter().filter_map(edge).collect();
        self.nodes[node].entry.kind = Kind::Expanded;
        Ok(())
    }

    /// The nodes with all successors before each of them.
    fn successors_first(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        for &root in &self.roots {
            let mut path = vec![(root, 0)];
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            while let Some((node, next)) = path.last_mut() {
                if let Some(edge) = self.nodes[*node].edges.get(*next) {
                    *next += 1;
                    if !std::mem::replace(&mut seen[edge.to], true) {
                        path.push((edge.to, 0));
                    }
                } else {
                    order.push(*node);
                    path.pop();
                }
            }
        }
        order
    }

    /// The value of an edge for the side that moves.
    fn value(&self, edge: Edge) -> i32 {
        let value = self.nodes[edge.to].entry.value;
        if edge.same_side { value } else { -value }
    }

    /// Gives each expanded node the best value of its successors.
    pub fn settle(&mut self) {
        for node in self.successors_first() {
            if let Some(best) = self.nodes[node].edges.iter().map(|&e| self.value(e)).max() {
                self.nodes[node].entry.value = best;
            }
        }
    }

    /// How far each node is from the roots.
    pub fn reach(&self, weight: u32) -> Vec<Reach> {
        let far = Reach { cost: u64::MAX, loss: u64::MAX };
        let mut reach = vec![far; self.nodes.len()];
        for &root in &self.roots {
            reach[root] = Reach { cost: 0, loss: 0 };
        }
        for node in self.successors_first().into_iter().rev() {
            let (from, best) = (reach[node], self.nodes[node].entry.value);
            for &edge in &self.nodes[node].edges {
                // Values are settled, so no successor is better.
                let lost = u64::from((best - self.value(edge)).unsigned_abs());
                let to = &mut reach[edge.to];
                to.cost = to.cost.min(from.cost + 100 + u64::from(weight) * lost);
                to.loss = to.loss.min(from.loss + lost);
            }
        }
        reach
    }

    /// The leaves to expand next: at most a batch of those within the limit, the nearest first.
    pub fn next(&self, settings: &Settings) -> Vec<usize> {
        let reach = self.reach(settings.weight);
        let cost = |Reach { cost, loss }| (loss <= u64::from(settings.within)).then_some(cost);
        self.leaves(settings.batch as usize, |node| cost(reach[node]))
    }

    /// The expanded nodes with successors that are not there.
    pub fn incomplete(&self) -> Result<Vec<usize>> {
        let mut list = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let expanded = node.entry.kind == Kind::Expanded;
            if expanded && successors(node.position.as_ref())?.len() > node.edges.len() {
                list.push(number);
            }
        }
        Ok(list)
    }

    /// At most `count` of the leaves that have a rank, by it and then by key.
    pub fn leaves(&self, count: usize, rank: impl Fn(usize) -> Option<u64>) -> Vec<usize> {
        let leaf = |(at, node): (usize, &GraphNode)| match node.entry.kind {
            Kind::Leaf => Some((rank(at)?, node.key, at)),
            _ => None,
        };
        let mut found: Vec<_> = self.nodes.iter().enumerate().filter_map(leaf).collect();
        found.sort_unstable();
        found.into_iter().take(count).map(|(.., node)| node).collect()
    }

    /// The book of those nodes that are within a loss.
    pub fn book(&self, settings: &Settings, within: Option<u32>) -> Result<Book> {
        let reach = within.map(|within| (within, self.reach(settings.weight)));
        let kept = |node: usize| {
            reach.as_ref().is_none_or(|(within, reach)| reach[node].loss <= (*within).into())
        };
        let entry =
            |(number, node): (usize, &GraphNode)| kept(number).then_some((node.key, node.entry));
        let within = within.map_or(settings.within, |within| within.min(settings.within));
        let settings = Settings { within, ..settings.clone() };
        Book::of(&settings, self.nodes.iter().enumerate().filter_map(entry).collect())
    }

    /// All entries with their positions, by plies and then by key.
    pub fn list(self, book: &Book) -> Vec<Listed> {
        let mut nodes = self.nodes;
        nodes.sort_by_key(|node| (node.position.ply(), node.key));
        let listed = |node: GraphNode| {
            let moves = node.position.book_moves(book);
            Listed { position: node.position, entry: node.entry, moves }
        };
        nodes.into_iter().map(listed).collect()
    }
}
