//! The moves of a game as a tree: an undone move stays, and another move makes a branch.

use std::collections::HashMap;
use std::sync::Arc;

use bitgames_core::Move;
use bitgames_core::any::AnyGame;
use serde::{Deserialize, Serialize};

use super::refusal::{Refusal, Result};

/// Largest number of positions in a tree.
pub const MAX_NODES: usize = 10_000;

/// A position of a tree, and the move that led to it.
pub struct Node {
    /// The position at the node.
    pub position: Arc<dyn AnyGame>,
    /// The previous node, and the move from there to here; `None` at the root.
    pub from: Option<(u32, Move)>,
    /// A node for each move that was tried here; the first is the main line.
    pub children: Vec<u32>,
    /// A person's comment on this position.
    pub comment: String,
    /// Whether a claim or a run of forced moves, not a choice, led here.
    pub is_forced: bool,
    visited: Option<u32>,
}

/// A node as data, in which its children are those whose parent it is.
#[derive(Serialize, Deserialize)]
pub struct KeptNode {
    number: u32,
    from: Option<(u32, u16)>,
    comment: String,
    is_forced: bool,
    visited: Option<u32>,
}

/// All moves that were tried in one game, and the current node.
///
/// Nodes are known by their numbers: the root is 0, and numbers are never reused.
pub struct Tree {
    nodes: HashMap<u32, Node>,
    current: u32,
    next: u32,
}

impl Tree {
    /// A tree of the start alone.
    pub fn new(start: Arc<dyn AnyGame>) -> Self {
        Tree { nodes: HashMap::from([(0, Node::new(start, None))]), current: 0, next: 1 }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of the next new node.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// The number of the current node.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// The node with this number.
    pub fn node(&self, number: u32) -> Result<&Node> {
        self.nodes.get(&number).ok_or_else(|| Refusal::no_node(number))
    }

    /// A node that is known to be there.
    pub fn at(&self, number: u32) -> &Node {
        &self.nodes[&number]
    }

    /// The same, to be changed.
    pub fn at_mut(&mut self, number: u32) -> &mut Node {
        self.nodes.get_mut(&number).expect("the node is in the tree")
    }

    /// The nodes from the root to one of them, both included.
    pub fn path(&self, number: u32) -> Vec<u32> {
        let mut found = vec![number];
        let mut last = number;
        while let Some((parent, _)) = self.at(last).from {
            found.push(parent);
            last = parent;
        }
        found.reverse();
        found
    }

    /// The child to which `redo` goes: the child visited last, else the main line.
    pub fn ahead(&self, number: u32) -> Option<u32> {
        let node = self.at(number);
        node.visited.or_else(|| node.children.first().copied())
    }

    /// The nodes to which `redo` would go from a node, one after the other.
    pub fn line_ahead(&self, number: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut last = number;
        while let Some(next) = self.ahead(last) {
            found.push(next);
            last = next;
        }
        found
    }

    /// Goes to the child of this move; a new child if the move is new here. A move that cannot be
    /// played, or one more than the tree can hold, changes nothing.
    pub fn play(&mut self, m: Move) -> Result<u32> {
        let here = self.at(self.current);
        let known = |&child: &u32| self.at(child).from.is_some_and(|(_, made)| made == m);
        if let Some(child) = here.children.iter().copied().find(known) {
            self.visit(child);
            return Ok(child);
        }
        let after: Arc<dyn AnyGame> = here.position.play(m)?.into();
        if self.len() >= MAX_NODES {
            return Err(Refusal::full_tree());
        }
        let child = self.next;
        self.next += 1;
        self.nodes.insert(child, Node::new(after, Some((self.current, m))));
        self.at_mut(self.current).children.push(child);
        self.visit(child);
        Ok(child)
    }

    /// Goes to a node, which all nodes before it remember as visited last.
    pub fn visit(&mut self, number: u32) {
        self.current = number;
        let mut child = number;
        while let Some((parent, _)) = self.at(child).from {
            self.at_mut(parent).visited = Some(child);
            child = parent;
        }
    }

    /// Adds moves below a node and hands out the last node; the game stays where it is, and what
    /// was visited last as well.
    pub fn branch(&mut self, number: u32, moves: &[Move]) -> Result<u32> {
        let here = self.current;
        let before: Vec<_> = self.nodes.iter().map(|(&at, node)| (at, node.visited)).collect();
        self.current = number;
        let last = moves.iter().try_fold(number, |_, &m| self.play(m));
        for (at, visited) in before {
            self.at_mut(at).visited = visited;
        }
        self.current = here;
        last
    }

    /// Makes the line to this node the main line.
    pub fn promote(&mut self, number: u32) {
        let mut child = number;
        while let Some((parent, _)) = self.at(child).from {
            let children = &mut self.at_mut(parent).children;
            children.retain(|&other| other != child);
            children.insert(0, child);
            child = parent;
        }
    }

    /// Deletes this node and all that follows; if the current node is there, goes to its parent.
    pub fn delete(&mut self, number: u32) -> Result<()> {
        let Some((parent, _)) = self.at(number).from else {
            return Err(Refusal::damaged("the start of the game cannot be deleted"));
        };
        if self.path(self.current).contains(&number) {
            self.visit(parent);
        }
        let above = self.at_mut(parent);
        above.children.retain(|&other| other != number);
        if above.visited == Some(number) {
            above.visited = None;
        }
        let mut gone = vec![number];
        while let Some(each) = gone.pop() {
            gone.extend(self.nodes.remove(&each).expect("a child is in the tree").children);
        }
        Ok(())
    }

    /// All nodes as data: a node comes after its parent, and after the children before it.
    pub fn kept(&self) -> Vec<KeptNode> {
        let mut found = Vec::new();
        let mut waiting = vec![0];
        while let Some(number) = waiting.pop() {
            let node = self.at(number);
            found.push(KeptNode {
                number,
                from: node.from.map(|(parent, m)| (parent, m.0)),
                comment: node.comment.clone(),
                is_forced: node.is_forced,
                visited: node.visited,
            });
            waiting.extend(node.children.iter().rev());
        }
        found
    }

    /// The tree that was kept so; an error for other data.
    pub fn reopened(
        start: Arc<dyn AnyGame>,
        kept: &[KeptNode],
        current: u32,
        next: u32,
    ) -> Result<Self> {
        let damaged = || Refusal::damaged("damaged tree of moves");
        let mut tree = Tree::new(start);
        for each in kept {
            if let Some((parent, m)) = each.from {
                if tree.nodes.contains_key(&each.number) || each.number >= next {
                    return Err(damaged());
                }
                tree.current =
                    Some(parent).filter(|_| tree.node(parent).is_ok()).ok_or_else(damaged)?;
                tree.next = each.number;
                tree.play(Move(m))?;
            }
            let node = tree.nodes.get_mut(&each.number).ok_or_else(damaged)?;
            (node.comment, node.is_forced) = (each.comment.clone(), each.is_forced);
        }
        for each in kept {
            let is_child = |child: &u32| tree.at(each.number).children.contains(child);
            let visited = each.visited.filter(is_child);
            tree.at_mut(each.number).visited = visited;
        }
        (tree.current, tree.next) = (current, next);
        tree.node(current)?;
        Ok(tree)
    }

    /// The moves from the start to a node.
    pub fn moves(&self, number: u32) -> Vec<Move> {
        let made = |&each: &u32| self.at(each).from.map(|(_, m)| m);
        self.path(number).iter().filter_map(made).collect()
    }
}

impl Node {
    fn new(position: Arc<dyn AnyGame>, from: Option<(u32, Move)>) -> Self {
        Node {
            position,
            from,
            children: Vec::new(),
            comment: String::new(),
            is_forced: false,
            visited: None,
        }
    }
}
