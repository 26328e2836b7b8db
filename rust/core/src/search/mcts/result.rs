//! What a tree search has found.

use std::time::Duration;

use super::select::variation_from;
use super::tree::{Node, NodeId, Tree};
use crate::game::Move;
use crate::order::sort_few;

/// What a tree search knows of its root. Values are from -1 to 1, for the side to move: the expected
/// difference of wins and losses.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsResult {
    /// The best move.
    pub best_move: Option<Move>,
    /// The value of the root.
    pub value: f64,
    /// Proven bounds on the value, each -1, 0 or 1.
    pub bounds: (i8, i8),
    /// The principal variation: the best move, the best answer to it, as far as the tree goes.
    pub pv: Vec<Move>,
    /// Each move of the root, in index order.
    pub moves: Vec<MoveResult>,
    /// Simulations since the root became the root, with those that it brought along.
    pub visits: u64,
    /// Simulations of the last run.
    pub simulations: u64,
    /// Number of nodes in the tree.
    pub nodes: u64,
    /// Time of the last run.
    pub time: Duration,
}

/// A move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveResult {
    /// The move.
    pub m: Move,
    /// Simulations through it.
    pub visits: u32,
    /// Its value for the side that makes it; 0 without visits.
    pub value: f64,
    /// What an evaluator said of it beforehand, as a probability.
    pub prior: f32,
    /// The share of visits; once the value of the root is proven, 1 for the best move.
    pub policy: f32,
}

impl MctsResult {
    /// True if the value is proven.
    pub fn is_proven(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }

    /// What a tree knows, whose root has this team to move, and of whose children this one is best.
    /// `each` is the prior and the policy of a child.
    pub(super) fn of(
        tree: &Tree,
        team: u8,
        best: Option<NodeId>,
        each: &dyn Fn(usize) -> (f32, f32),
    ) -> Self {
        let root = &tree[Tree::ROOT];
        let side = |value: f64| if team == 0 { value } else { -value };
        let (low, high) = root.bounds();
        let of_child = |(i, kid): (usize, &Node)| {
            let ((prior, policy), value) = (each(i), side(kid.value()) + 0.0);
            MoveResult { m: kid.m, visits: kid.visits, value, prior, policy }
        };
        let mut moves: Vec<_> = tree.kids(Tree::ROOT).iter().enumerate().map(of_child).collect();
        sort_few(&mut moves, |each| each.m);
        MctsResult {
            best_move: best.map(|id| tree[id].m),
            value: side(root.value()) + 0.0,
            bounds: if team == 0 { (low, high) } else { (-high, -low) },
            pv: best.map_or_else(Vec::new, |best| variation_from(tree, best)),
            moves,
            visits: u64::from(root.visits),
            simulations: 0,
            nodes: tree.len() as u64,
            time: Duration::ZERO,
        }
    }
}
