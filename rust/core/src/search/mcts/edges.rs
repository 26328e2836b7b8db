//! The children of a node as the lists of numbers from which a rule of choice computes.

use super::select::MoveSet;
use super::tree::{Node, NodeId, Tree};
use crate::game::MAX_MOVES;

/// Most children that a rule sees: those of a node.
const MAX: usize = MAX_MOVES;

/// The children of a node, seen by the player to move there. One is made for each thread and filled
/// again and again: there is nothing to clear.
#[derive(Clone, Debug)]
pub struct Edges {
    len: usize,
    prior: [f32; MAX],
    q: [f32; MAX],
    visits: [f32; MAX],
    begun: [f32; MAX],
    settled: [bool; MAX],
    /// In a world: the place among the siblings.
    place: [u8; MAX],
    /// In a world: the number of simulations in which the move was legal.
    available: [f32; MAX],
    /// Room for what a rule computes.
    score: [f32; MAX],
    /// Sum of the visits.
    pub total: f32,
    /// Sum of the visits and of the simulations in flight.
    pub total_begun: f32,
    /// The network's value of the node.
    pub network_value: f32,
    /// The mean value of the node.
    pub mean: f32,
}

impl Default for Edges {
    fn default() -> Self {
        Edges {
            len: 0,
            prior: [0.0; MAX],
            q: [0.0; MAX],
            visits: [0.0; MAX],
            begun: [0.0; MAX],
            settled: [false; MAX],
            place: [0; MAX],
            available: [0.0; MAX],
            score: [0.0; MAX],
            total: 0.0,
            total_begun: 0.0,
            network_value: 0.0,
            mean: 0.0,
        }
    }
}

impl Edges {
    /// Fills it with the children of a node. With `proof`, those at which a search need not look are
    /// settled.
    #[inline]
    pub fn fill(&mut self, tree: &Tree, id: NodeId, proof: bool) {
        let (node, kids) = (&tree[id], tree.kids(id));
        let sign = if node.team() == 0 { 1.0 } else { -1.0 };
        (self.len, self.total, self.total_begun) = (kids.len().min(MAX), 0.0, 0.0);
        (self.network_value, self.mean) = (node.network_value() * sign, node.value() as f32 * sign);
        for (i, kid) in kids.iter().enumerate().take(MAX) {
            let visits = kid.visits as f32;
            self.prior[i] = kid.prior;
            self.visits[i] = visits;
            self.begun[i] = visits + kid.in_flight as f32;
            self.q[i] = if kid.visits > 0 { kid.value() as f32 * sign } else { 0.0 };
            self.settled[i] = proof && kid.is_settled(node);
            self.total += visits;
            self.total_begun += self.begun[i];
        }
    }

    /// Fills it with those children of a node whose moves are legal in one world of a hidden game.
    /// The network has seen the node in several worlds; its value is their mean.
    pub fn fill_in_world(&mut self, tree: &Tree, id: NodeId, legal: &MoveSet) {
        let (node, kids) = (&tree[id], tree.kids(id));
        let sign = if node.team() == 0 { 1.0 } else { -1.0 };
        (self.len, self.total) = (0, 0.0);
        let (mut own_visits, mut own_sum) = (node.visits, node.sum);
        for (place, kid) in kids.iter().enumerate() {
            own_visits -= kid.visits;
            own_sum -= kid.sum;
            if self.len < MAX && legal.has(kid.m) {
                self.add(kid, place as u8, sign);
            }
        }
        let value = own_sum / f64::from(own_visits.max(1));
        (self.network_value, self.mean) = (value as f32 * sign, node.value() as f32 * sign);
    }

    /// What the network says of the children, to be changed.
    pub fn prior_mut(&mut self) -> &mut [f32] {
        &mut self.prior[..self.len]
    }

    /// Adds a child that is legal in a world.
    fn add(&mut self, kid: &Node, place: u8, sign: f32) {
        let (i, visits) = (self.len, kid.visits as f32);
        self.place[i] = place;
        self.prior[i] = kid.prior;
        self.visits[i] = visits;
        self.begun[i] = visits + kid.in_flight as f32;
        self.available[i] = kid.available() as f32;
        self.q[i] = kid.value() as f32 * sign;
        self.total += visits;
        self.len += 1;
    }

    /// The place among its siblings of a child that is legal in a world.
    pub fn place(&self, i: usize) -> NodeId {
        self.place[i].into()
    }

    /// Number of children.
    pub fn count(&self) -> usize {
        self.len
    }

    /// The mean value of each child; without meaning while it has no visits.
    pub fn q(&self) -> &[f32] {
        &self.q[..self.len]
    }

    pub fn visits(&self) -> &[f32] {
        &self.visits[..self.len]
    }

    /// The visits of each child and the simulations in flight through it.
    pub fn begun(&self) -> &[f32] {
        &self.begun[..self.len]
    }

    /// What a rule has computed for each child.
    pub fn score(&self) -> &[f32] {
        &self.score[..self.len]
    }

    /// All lists at once, the scores to be written: prior, q, visits, begun, available (in a world),
    /// settled (in a known position), score.
    #[inline]
    #[allow(clippy::type_complexity)] // the lists of this type, once
    pub fn split(&mut self) -> (&[f32], &[f32], &[f32], &[f32], &[f32], &[bool], &mut [f32]) {
        let n = self.len;
        (
            &self.prior[..n],
            &self.q[..n],
            &self.visits[..n],
            &self.begun[..n],
            &self.available[..n],
            &self.settled[..n],
            &mut self.score[..n],
        )
    }
}

/// The first of the largest scores among the children that `keep` accepts; where no score is a number
/// the first of those children.
#[inline]
pub fn best(score: impl Iterator<Item = f32>, keep: impl Fn(usize) -> bool) -> Option<usize> {
    let mut found = None;
    let mut most = f32::NEG_INFINITY;
    for (i, score) in score.enumerate() {
        if (score > most || found.is_none()) && keep(i) {
            (found, most) = (Some(i), score.max(f32::NEG_INFINITY));
        }
    }
    found
}
