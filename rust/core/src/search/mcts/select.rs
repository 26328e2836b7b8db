//! Which child a simulation visits, and which move is best in the end.

use super::tree::{Node, NodeId, Tree};
use crate::game::{MAX_INDICES, Move};

/// A value of team 0 as `team` sees it.
#[inline]
fn seen_by(team: u8, value: f64) -> f64 {
    if team == 0 { value } else { -value }
}

/// Selects a child by the upper confidence bound (Levente Kocsis and Csaba Szepesvári, "Bandit based
/// Monte-Carlo planning", 2006): the largest sum of the mean and `c * sqrt(ln N / n)`. A child without
/// visits comes first, the first of them in the order of the children. With `proof` the children
/// that are settled are left out.
#[inline]
pub(super) fn by_confidence(tree: &Tree, id: NodeId, c: f64, proof: bool) -> NodeId {
    let node = &tree[id];
    let team = node.team();
    let scale = c * f64::from(node.visits.max(1)).ln().sqrt();
    let sign = seen_by(team, 1.0);
    let (mut best, mut chosen) = (f64::NEG_INFINITY, 0);
    for (n, kid) in tree.kids(id).iter().enumerate() {
        if proof && kid.is_settled(node) {
            continue;
        }
        if kid.visits == 0 {
            chosen = n;
            break;
        }
        let inverse = 1.0 / f64::from(kid.visits);
        let score = sign * kid.sum * inverse + scale * inverse.sqrt();
        if score > best {
            (best, chosen) = (score, n);
        }
    }
    tree.children(id).start + chosen as NodeId
}

/// The same among the children whose moves are `legal` in the world of this simulation, where `N` is
/// the number of simulations in which the child's move was legal (Peter Cowling, Edward Powley and
/// Daniel Whitehouse, "Information set Monte Carlo tree search", 2012). Counts those simulations.
pub(super) fn by_availability(tree: &mut Tree, id: NodeId, c: f64, legal: &MoveSet) -> NodeId {
    let sign = seen_by(tree[id].team(), 1.0);
    let (mut best, mut chosen) = (f64::NEG_INFINITY, 0);
    for (n, kid) in tree.kids_mut(id).iter_mut().enumerate() {
        if !legal.has(kid.m) {
            continue;
        }
        kid.add_available();
        let score = if kid.visits == 0 {
            // Among those without visits the first.
            if best == f64::INFINITY { f64::NEG_INFINITY } else { f64::INFINITY }
        } else {
            let inverse = 1.0 / f64::from(kid.visits);
            sign * kid.sum * inverse + c * (f64::from(kid.available()).ln() * inverse).sqrt()
        };
        if score > best {
            (best, chosen) = (score, n);
        }
    }
    tree.children(id).start + chosen as NodeId
}

#[derive(Clone, Copy, Default)]
pub(super) struct MoveSet([u64; MAX_INDICES.div_ceil(64)]);

impl MoveSet {
    pub(super) fn of(moves: &[Move]) -> Self {
        let mut set = MoveSet::default();
        for m in moves {
            set.0[m.index() >> 6] |= 1 << (m.index() & 63);
        }
        set
    }

    #[inline]
    pub(super) fn has(&self, m: Move) -> bool {
        self.0[m.index() >> 6] >> (m.index() & 63) & 1 == 1
    }
}

/// The best child of a node; `None` without visited children.
///
/// A proven win, else the most visits, without moves that are proven worse than another. A move of
/// proven value comes before one with more visits and a smaller mean.
pub(super) fn best_child(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let node = &tree[id];
    let team = node.team();
    // As the side to move sees it, -1 the worst.
    let bounds = |kid: &Node| match (team, kid.bounds()) {
        (0, bounds) => bounds,
        (_, (low, high)) => (-high, -low),
    };
    let (sure, _) = bounds(node);
    let open = |kid: &&Node| node.is_closed() && bounds(kid).0 == sure || bounds(kid).1 > sure;
    let ids = || tree.children(id).zip(tree.kids(id));
    // The first of the most visits, in index order.
    let most = |kids: &mut dyn Iterator<Item = (NodeId, &Node)>| {
        kids.max_by_key(|(_, kid)| (kid.visits, std::cmp::Reverse(kid.m))).map(|(id, _)| id)
    };
    let best = most(&mut ids().filter(|(_, kid)| open(kid)))?;
    if node.is_closed() {
        return Some(best);
    }
    let kept = most(&mut ids().filter(|(_, kid)| sure > -1 && bounds(kid).0 == sure));
    let kept = kept.filter(|_| seen_by(team, tree[best].value()) < f64::from(sure));
    kept.or(Some(best).filter(|&best| tree[best].visits > 0 || tree[best].is_closed()))
}

/// The move of a node and the best moves of both sides after it.
pub(super) fn variation_from(tree: &Tree, mut id: NodeId) -> Vec<Move> {
    let mut line = vec![tree[id].m];
    while let Some(best) = best_child(tree, id) {
        line.push(tree[best].m);
        id = best;
    }
    line
}

/// The policy over the children of the root, in their order.
pub(super) fn share_of_visits(tree: &Tree, best: Option<NodeId>) -> Vec<f32> {
    let kids = tree.kids(Tree::ROOT);
    let all: u64 = kids.iter().map(|kid| u64::from(kid.visits)).sum();
    if tree[Tree::ROOT].is_closed() || all == 0 {
        let is_best = |id| if Some(id) == best { 1.0 } else { 0.0 };
        return tree.children(Tree::ROOT).map(is_best).collect();
    }
    kids.iter().map(|kid| (f64::from(kid.visits) / all as f64) as f32).collect()
}
