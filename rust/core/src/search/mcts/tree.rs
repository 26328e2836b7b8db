//! The arena of a search tree: nodes of 32 bytes in one list, the children of a node side by side.
//!
//! A node holds no position: a search plays the moves from the root again, which costs less than to
//! store and load positions. It holds no parent either: a simulation keeps its own path. All values
//! are those of team 0, so nothing changes its sign on the way up, with either side to move.
//!
//! # Interface
//! - [`Tree::new`] makes a tree of a root alone, with a capacity in nodes ([`Tree::nodes_in`]).
//! - [`Tree::expand`] adds children, [`Tree::add_children`] adds more of them later, as the worlds of a
//!   hidden game show more moves. Both return false, and change nothing, at the capacity: the search
//!   goes on without.
//! - [`Tree::children`] are the ids of the children, [`Tree::kids`] and [`Tree::kids_mut`] the children
//!   themselves. `tree[id]` is a node.
//! - [`Tree::back_up`] adds a value along a path, [`Tree::prove`] and [`Tree::prove_path`] draw
//!   conclusions from the proven bounds of children.
//! - [`Tree::advance`] makes a child the root and drops the rest, [`Tree::clear`] drops all.
//!
//! The id of a node changes when `add_children` or `advance` moves it; the root's is always
//! [`Tree::ROOT`]. A path that outlives a growth is kept as [`Tree::places`].
//!
//! # Proven bounds
//! Each node holds proven bounds on the value of team 0, -1, 0 or 1 (Mark Winands, Yngvi Björnsson
//! and Jahn-Takeshi Saito, "Monte-Carlo tree search solver", 2008; Tristan Cazenave and Abdallah
//! Saffidine, "Score bounded Monte-Carlo tree search", 2010). A node is closed when they meet.

use std::ops::{Index, IndexMut, Range};

use super::node::TEAM;
pub(super) use super::node::{Node, NodeId};
use crate::error::{Error, Result};
use crate::game::{MAX_MOVES, Move};
use crate::memory;

/// A tree in an arena of limited size.
///
/// ```
/// use bitgames_core::{Move, search::mcts::{NodePath, Tree}};
/// let mut tree = Tree::new(1000)?;
/// assert!(tree.expand(Tree::ROOT, 0, [Move(4), Move(7)]));
/// let child = tree.children(Tree::ROOT).start;
/// tree[child].close(1);
/// let path: NodePath = [Tree::ROOT, child].into_iter().collect();
/// tree.back_up(&path, 1.0);
/// tree.prove_path(&path);
/// // Team 0 moves, and wins by move 4.
/// assert_eq!((tree[Tree::ROOT].visits, tree[Tree::ROOT].bounds()), (1, (1, 1)));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
    /// Places that `add_children` freed, as lists by their number of nodes: the first of each, whose
    /// `first` is the next. 0, the root's place, ends a list.
    free_lists: Vec<NodeId>,
}

/// The nodes of a simulation, the root first.
pub type NodePath = arrayvec::ArrayVec<NodeId, { crate::game::MAX_PLIES + 1 }>;

impl Tree {
    /// The root.
    pub const ROOT: NodeId = 0;
    /// Least capacity: a root with its children.
    pub const MIN: usize = 1 + MAX_MOVES;

    /// A tree of a root alone, that grows to at most `capacity` nodes. Memory is taken as it grows.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a capacity below [`Tree::MIN`] or beyond 2^31, [`Error::Memory`].
    pub fn new(capacity: usize) -> Result<Self> {
        if !(Tree::MIN..=1 << 31).contains(&capacity) {
            let allowed = format!("from {} to {} nodes", Tree::MIN, 1_u32 << 31);
            return Err(Error::parameter("the capacity of a tree", allowed, capacity));
        }
        let mut nodes = Vec::new();
        memory::push(&mut nodes, Node::new(Move(0)))?;
        Ok(Tree { nodes, capacity, free_lists: Vec::new() })
    }

    /// Number of nodes that fit this number of MiB.
    pub const fn nodes_in(mib: usize) -> usize {
        mib.saturating_mul((1 << 20) / size_of::<Node>())
    }

    /// Number of nodes, with the places that are free among them.
    #[allow(clippy::len_without_is_empty)] // there is always a root
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Largest number of nodes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Drops all nodes but the root, of which nothing is known afterwards. Keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.truncate(1);
        self.nodes[0] = Node::new(Move(0));
        self.free_lists.clear();
    }

    /// Draws the bounds of the root from its children alone. A node that was solved without looking at
    /// its children has no best move; as a root it needs one.
    pub fn reopen_root(&mut self) {
        self[Tree::ROOT].set_bounds(-1, 1);
        if self[Tree::ROOT].is_expanded() {
            self.prove(Tree::ROOT);
        }
    }

    /// The ids of the children of a node.
    #[inline]
    pub fn children(&self, id: NodeId) -> Range<NodeId> {
        let node = &self[id];
        node.first..node.first + NodeId::from(node.count)
    }

    /// The children of a node.
    #[inline]
    pub fn kids(&self, id: NodeId) -> &[Node] {
        let node = &self[id];
        if node.is_expanded() { &self.nodes[node.children()] } else { &[] }
    }

    /// The children of a node, to change them.
    #[inline]
    pub fn kids_mut(&mut self, id: NodeId) -> &mut [Node] {
        let node = &self[id];
        if node.is_expanded() {
            let children = node.children();
            &mut self.nodes[children]
        } else {
            &mut []
        }
    }

    /// The child of a node by this move.
    pub fn child(&self, id: NodeId, m: Move) -> Option<NodeId> {
        let at = self.kids(id).iter().position(|kid| kid.m == m)?;
        Some(self[id].first + at as NodeId)
    }

    /// Gives a node without children one for each move, in this order, and notes the team to move.
    /// False, and nothing is changed, if the tree is full or the system has no more memory.
    pub fn expand(&mut self, id: NodeId, team: u8, moves: impl AsRef<[Move]>) -> bool {
        debug_assert!(!self[id].is_expanded());
        let moves = moves.as_ref();
        let Some(first) = self.alloc(moves.len()) else { return false };
        for (node, &m) in self.nodes[first as usize..].iter_mut().zip(moves) {
            *node = Node::new(m);
        }
        let node = &mut self[id];
        (node.first, node.count) = (first, moves.len() as u8);
        node.state = node.state & !TEAM | if team == 0 { 0 } else { TEAM };
        true
    }

    /// Gives a node more children; those that it has move with them. False, and nothing is changed, if
    /// there is no room.
    pub fn add_children(&mut self, id: NodeId, moves: impl AsRef<[Move]>) -> bool {
        let moves = moves.as_ref();
        let (old, count) = (self[id].first, self[id].num_children());
        if count == 0 || count + moves.len() > usize::from(u8::MAX) {
            return false;
        }
        let Some(first) = self.alloc(count + moves.len()) else { return false };
        self.nodes.copy_within(old as usize..old as usize + count, first as usize);
        for (node, &m) in self.nodes[first as usize + count..].iter_mut().zip(moves) {
            *node = Node::new(m);
        }
        let node = &mut self[id];
        (node.first, node.count) = (first, (count + moves.len()) as u8);
        self.free(old, count);
        true
    }

    /// Takes a place for this number of nodes side by side.
    fn alloc(&mut self, count: usize) -> Option<NodeId> {
        debug_assert!(count > 0 && u8::try_from(count).is_ok());
        if let Some(&first) = self.free_lists.get(count).filter(|&&first| first != 0) {
            self.free_lists[count] = self[first].first;
            return Some(first);
        }
        let first = self.nodes.len();
        if first + count > self.capacity {
            return None;
        }
        if first + count > self.nodes.capacity() {
            let more = (first / 2).max(1024).min(self.capacity - first);
            memory::reserve(&mut self.nodes, more.max(count)).ok()?;
        }
        self.nodes.resize(first + count, Node::new(Move(0)));
        Some(first as NodeId)
    }

    /// Keeps a place for the next nodes of this number.
    fn free(&mut self, first: NodeId, count: usize) {
        if self.free_lists.len() <= count {
            self.free_lists.resize(count + 1, 0);
        }
        self[first].first = self.free_lists[count];
        self.free_lists[count] = first;
    }

    /// The place of each node of a path among its siblings, without the root's. They stay while
    /// [`Tree::add_children`] changes ids.
    pub fn places(&self, path: &[NodeId]) -> Vec<u8> {
        let place = |pair: &[NodeId]| (pair[1] - self.children(pair[0]).start) as u8;
        path.windows(2).map(place).collect()
    }

    /// The nodes at these places among their siblings, the inverse of [`Tree::places`].
    pub fn path(&self, places: &[u8]) -> NodePath {
        let mut path = NodePath::new();
        let mut id = Tree::ROOT;
        path.push(id);
        for &place in places {
            id = self.children(id).start + NodeId::from(place);
            path.push(id);
        }
        path
    }

    /// Adds a simulation with this value of team 0 to all nodes of a path.
    #[inline]
    pub fn back_up(&mut self, path: &[NodeId], value: f64) {
        for &id in path {
            let node = &mut self[id];
            node.visits += 1;
            node.sum += value;
        }
    }

    /// Draws the bounds of an expanded node from those of its children, which must be all its moves.
    /// True if they have changed.
    pub fn prove(&mut self, id: NodeId) -> bool {
        let node = self[id];
        let (mut low, mut high) = if node.team() == 0 { (-1, -1) } else { (1, 1) };
        for kid in self.kids(id) {
            if node.team() == 0 {
                (low, high) = (low.max(kid.low()), high.max(kid.high()));
            } else {
                (low, high) = (low.min(kid.low()), high.min(kid.high()));
            }
        }
        // What was known of the node itself stays.
        let (low, high) = (low.max(node.low()), high.min(node.high()));
        self[id].set_bounds(low, high);
        (low, high) != node.bounds()
    }

    /// After the bounds of the last node of a path have changed, draws those of the nodes before it, as
    /// far as anything changes.
    pub fn prove_path(&mut self, path: &[NodeId]) {
        for &id in path.iter().rev().skip(1) {
            if !self.prove(id) {
                break;
            }
        }
    }

    /// Makes the child of the root by this move the root, keeps its subtree and drops all else. Without
    /// such a child the tree is cleared, and the answer is false.
    ///
    /// The nodes that are kept move to the front of the list in their order.
    ///
    /// # Errors
    /// [`Error::Memory`]; the tree is then unchanged.
    pub fn advance(&mut self, m: Move) -> Result<bool> {
        let Some(root) = self.child(Tree::ROOT, m) else {
            self.clear();
            return Ok(false);
        };
        let kept = self.sibling_blocks(root)?;
        self.nodes[0] = self[root];
        self.compact(&kept);
        Ok(true)
    }

    /// The nodes below a node, as blocks of siblings in the order of their places.
    fn sibling_blocks(&self, root: NodeId) -> Result<Vec<SiblingBlock>> {
        let mut blocks = Vec::new();
        let mut open = Vec::new();
        memory::push(&mut open, root)?;
        while let Some(id) = open.pop() {
            let node = &self[id];
            if !node.is_expanded() {
                continue;
            }
            memory::push(
                &mut blocks,
                SiblingBlock { first: node.first, to: 0, count: node.count },
            )?;
            for kid in self.children(id).filter(|&kid| self[kid].is_expanded()) {
                memory::push(&mut open, kid)?;
            }
        }
        blocks.sort_unstable_by_key(|block| block.first);
        let mut to = 1;
        for block in &mut blocks {
            block.to = to;
            to += NodeId::from(block.count);
        }
        Ok(blocks)
    }

    /// Moves the blocks to their new places; all of them move towards the root.
    fn compact(&mut self, blocks: &[SiblingBlock]) {
        let moved = |node: &mut Node| {
            if node.is_expanded() {
                let at = blocks.binary_search_by_key(&node.first, |block| block.first);
                node.first = at.map_or(0, |at| blocks[at].to);
            }
        };
        moved(&mut self.nodes[0]);
        let mut len = 1;
        for block in blocks {
            let (from, to) = (block.first as usize, block.to as usize);
            let count = usize::from(block.count);
            self.nodes.copy_within(from..from + count, to);
            self.nodes[to..to + count].iter_mut().for_each(&moved);
            len = to + count;
        }
        self.nodes.truncate(len);
        self.free_lists.clear();
    }
}

/// The children of one node.
struct SiblingBlock {
    first: NodeId,
    to: NodeId,
    count: u8,
}

impl Index<NodeId> for Tree {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }
}

impl IndexMut<NodeId> for Tree {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// A tree of random shape, and the same tree by moves: the slow twin.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Twin {
        visits: u32,
        kids: Vec<(Move, Twin)>,
    }

    fn twin(tree: &Tree, id: NodeId) -> Twin {
        let kids = tree.children(id).map(|kid| (tree[kid].m, twin(tree, kid))).collect();
        Twin { visits: tree[id].visits, kids }
    }

    fn grown(rng: &mut Rng, steps: usize) -> (Tree, Twin) {
        let mut tree = Tree::new(100_000).expect("small");
        let mut slow = Twin::default();
        let mut next = 0;
        let mut new = |n: usize| -> Vec<Move> {
            next += n as u16;
            (next - n as u16..next).map(Move).collect()
        };
        for _ in 0..steps {
            let (mut id, mut place) = (Tree::ROOT, &mut slow);
            let mut path = NodePath::new();
            path.push(id);
            place.visits += 1;
            while tree[id].is_expanded() && rng.below(8) > 0 {
                let n = rng.below(tree[id].num_children());
                id = tree.children(id).start + n as NodeId;
                place = &mut place.kids[n].1;
                place.visits += 1;
                path.push(id);
            }
            tree.back_up(&path, 1.0);
            let moves = new(1 + rng.below(3));
            let grown = if tree[id].is_expanded() {
                tree.add_children(id, &moves)
            } else {
                tree.expand(id, 0, &moves)
            };
            if grown {
                place.kids.extend(moves.iter().map(|&m| (m, Twin::default())));
            }
        }
        (tree, slow)
    }

    #[test]
    fn it_grows_and_advances_as_its_twin_does() {
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let (mut tree, mut slow) = grown(&mut rng, 300);
            assert_eq!(twin(&tree, Tree::ROOT), slow);
            while !slow.kids.is_empty() {
                let chosen = rng.below(slow.kids.len());
                let (m, below) = slow.kids.swap_remove(chosen);
                let before = tree.len();
                assert_eq!(tree.advance(m), Ok(true));
                assert_eq!(twin(&tree, Tree::ROOT), below);
                assert!(tree.len() < before && tree.len() == size(&below));
                slow = below;
            }
            assert_eq!(tree.advance(Move(0)), Ok(false));
        }
    }

    fn size(twin: &Twin) -> usize {
        1 + twin.kids.iter().map(|(_, kid)| size(kid)).sum::<usize>()
    }

    #[test]
    fn a_full_tree_stays_as_it_is() {
        let mut tree = Tree::new(Tree::MIN).expect("small");
        let moves: Vec<Move> = (0..150).map(Move).collect();
        assert!(tree.expand(Tree::ROOT, 1, &moves));
        let child = tree.children(Tree::ROOT).start;
        let before = tree.clone();
        assert!(!tree.expand(child, 0, &moves) && !tree.add_children(Tree::ROOT, &moves[..1]));
        assert_eq!(before.nodes, tree.nodes);
        assert!(tree.expand(child, 0, &moves[..10]));
        assert!(Tree::new(Tree::MIN - 1).is_err());
    }

    #[test]
    fn a_free_place_is_used_again() {
        let mut tree = Tree::new(1000).expect("small");
        assert!(tree.expand(Tree::ROOT, 0, [Move(0), Move(1)]));
        assert!(tree.add_children(Tree::ROOT, [Move(2)]));
        assert_eq!(tree.len(), 6);
        let child = tree.children(Tree::ROOT).start;
        assert!(tree.expand(child, 0, [Move(7), Move(8)]));
        assert_eq!(tree.len(), 6);
        assert_eq!(tree.kids(child).iter().map(|kid| kid.m.0).collect::<Vec<_>>(), [7, 8]);
    }

    /// Bounds of three nodes below one, against all their values.
    #[test]
    fn bounds_are_those_of_all_values() {
        const BOUNDS: [(i8, i8); 6] = [(-1, -1), (-1, 0), (-1, 1), (0, 0), (0, 1), (1, 1)];
        for (team, i) in (0..2).flat_map(|team| (0..216).map(move |i| (team, i))) {
            let mut tree = Tree::new(1000).expect("small");
            assert!(tree.expand(Tree::ROOT, team, [Move(0), Move(1), Move(2)]));
            let given = [BOUNDS[i % 6], BOUNDS[i / 6 % 6], BOUNDS[i / 36]];
            for (kid, (low, high)) in tree.kids_mut(Tree::ROOT).iter_mut().zip(given) {
                kid.set_bounds(low, high);
            }
            tree.prove(Tree::ROOT);
            let best = |values: [i8; 3]| {
                if team == 0 { values.into_iter().max() } else { values.into_iter().min() }
            };
            let ends = (best(given.map(|b| b.0)), best(given.map(|b| b.1)));
            let root = tree[Tree::ROOT];
            assert_eq!((Some(root.low()), Some(root.high())), ends);
            assert_eq!((root.team(), root.is_expanded()), (team, true));
            let settled = tree.kids(Tree::ROOT).iter().all(|kid| kid.is_settled(&root));
            assert!(root.is_closed() || !settled);
        }
    }
}
