//! A node of a search tree: 32 bytes.

use std::ops::Range;

use crate::game::Move;

/// The place of a node in its tree.
pub type NodeId = u32;

/// A node: a move, and what the search knows of the position after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Sum of the values of team 0, each from -1 to 1, of the simulations through this node.
    pub sum: f64,
    /// Number of simulations through this node.
    pub visits: u32,
    /// Number of simulations in flight through this node.
    pub in_flight: u32,
    /// What an evaluator says of the move beforehand: a probability or a logit.
    pub prior: f32,
    /// In the worlds of a hidden game [`Node::available`], else the bits of [`Node::network_value`].
    value_or_available: u32,
    /// The first child; without meaning while there is none.
    pub(super) first: NodeId,
    /// The move that leads here from the parent.
    pub m: Move,
    /// Number of children.
    pub(super) count: u8,
    /// From the lowest bit: lower bound + 1 (2 bits), upper bound + 1 (2 bits), team to move (1 bit).
    pub(super) state: u8,
}

const _: () = assert!(size_of::<Node>() == 32);

/// The bits of the team to move in the state of a node.
pub(super) const TEAM: u8 = 1 << 4;
/// The state of a node of which nothing is known: bounds -1 and 1.
const OPEN: u8 = 2 << 2;

impl Node {
    /// A node of which nothing is known.
    pub const fn new(m: Move) -> Self {
        Node {
            sum: 0.0,
            visits: 0,
            in_flight: 0,
            prior: 0.0,
            value_or_available: 0,
            first: 0,
            m,
            count: 0,
            state: OPEN,
        }
    }

    /// The mean value of team 0; 0 without visits.
    #[inline]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) }
    }

    /// The best estimate of the value of team 0: its mean within its proven bounds.
    #[inline]
    pub fn value(&self) -> f64 {
        let (low, high) = self.bounds();
        self.mean().clamp(f64::from(low), f64::from(high))
    }

    /// What the network says of the position, as a value of team 0. Without meaning below the root in
    /// the worlds of a hidden game.
    #[inline]
    pub const fn network_value(&self) -> f32 {
        f32::from_bits(self.value_or_available)
    }

    /// Notes what the network says of the position.
    #[inline]
    pub const fn set_network_value(&mut self, value: f32) {
        self.value_or_available = value.to_bits();
    }

    /// In the worlds of a hidden game the number of simulations in which this move was legal at its
    /// parent.
    #[inline]
    pub const fn available(&self) -> u32 {
        self.value_or_available
    }

    /// Counts a simulation in which this move is legal at its parent.
    #[inline]
    pub const fn add_available(&mut self) {
        self.value_or_available += 1;
    }

    /// True once it has children.
    #[inline]
    pub const fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// Number of its children.
    #[inline]
    pub const fn num_children(&self) -> usize {
        self.count as usize
    }

    /// The team to move, as [`super::Tree::expand`] was told.
    #[inline]
    pub const fn team(&self) -> u8 {
        (self.state & TEAM != 0) as u8
    }

    /// Proven lower bound on the value of team 0.
    #[inline]
    pub const fn low(&self) -> i8 {
        (self.state & 3) as i8 - 1
    }

    /// Proven upper bound on the value of team 0.
    #[inline]
    pub const fn high(&self) -> i8 {
        (self.state >> 2 & 3) as i8 - 1
    }

    /// Proven bounds on the value of team 0.
    #[inline]
    pub const fn bounds(&self) -> (i8, i8) {
        (self.low(), self.high())
    }

    /// True if the value is proven.
    #[inline]
    pub const fn is_closed(&self) -> bool {
        self.state & 3 == self.state >> 2 & 3
    }

    /// Sets proven bounds, each from -1 to 1.
    #[inline]
    pub fn set_bounds(&mut self, low: i8, high: i8) {
        debug_assert!(-1 <= low && low <= high && high <= 1);
        self.state = self.state & TEAM | (low + 1) as u8 | ((high + 1) as u8) << 2;
    }

    /// Sets the proven value.
    #[inline]
    pub fn close(&mut self, value: i8) {
        self.set_bounds(value, value);
    }

    /// True if a search need not look at this child: its value is proven, or its bounds show that it is
    /// no better than another child. While the parent is not closed, some child is needed.
    #[inline]
    pub const fn is_settled(&self, parent: &Node) -> bool {
        self.is_closed()
            || if parent.team() == 0 {
                self.high() <= parent.low()
            } else {
                self.low() >= parent.high()
            }
    }

    pub(super) fn children(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + self.num_children()
    }
}
