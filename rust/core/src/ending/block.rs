//! One block of a layer from the layer below: suit by suit, many positions at once.
//!
//! A lead and its reply change the string of one suit, so with the others fixed they select a row
//! of the block below. For all suits but the innermost, rows of neighbouring positions lie side by
//! side in both layers, and a lead is one pass of vector steps. For the innermost suit the same
//! works tile by tile: the block below is transposed into a tile that fits the first-level cache,
//! the leads are played there, and the result is transposed back. Doing that position by position
//! would be three quarters of the work of a table.

use super::leads::{self, Lead, NONE};
use super::rank::{LayerShape, SuitSplit, TrumpClass};
use super::wide::{lost, rows, won};
use crate::cards::SUITS;

/// Positions of the outer suits that share a tile.
const LANES: usize = 64;
/// Positions of a row that are processed together, so that they stay in the first-level cache.
const CHUNK: usize = 4096;

/// A finished layer, or some splits of it, in the form from which the next one is made; see
/// [`super::wide`].
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    shape: LayerShape,
    /// Where each split begins, by its number; anything for a split that is not there.
    starts: Vec<usize>,
    bytes: Vec<u8>,
}

impl Pairs {
    /// The layer without cards: the leader has at most the trick just won.
    pub fn without_cards(strain: TrumpClass) -> Self {
        Pairs::whole(LayerShape::new(strain, 0), vec![1])
    }

    /// A whole layer, split after split.
    pub fn whole(shape: LayerShape, bytes: Vec<u8>) -> Self {
        let all: Vec<usize> = (0..shape.splits.len()).collect();
        Pairs::of(shape, &all, bytes)
    }

    /// The splits of these numbers, one after the other.
    pub fn of(shape: LayerShape, numbers: &[usize], bytes: Vec<u8>) -> Self {
        let mut starts = vec![0; shape.splits.len()];
        for (place, &number) in numbers.iter().enumerate() {
            starts[number] = place * shape.size;
        }
        Pairs { shape, starts, bytes }
    }
}

/// Scratch memory that blocks reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    reply: Vec<u8>,
    below: Vec<u8>,
    turned: Vec<u8>,
}

/// Where a block of the layer below starts, and the strides in it along the axes of the block
/// above.
#[derive(Clone, Copy, Debug)]
struct Child {
    start: usize,
    strides: [usize; SUITS],
}

impl Child {
    fn new(below: &Pairs, split: SuitSplit, lengths: [u8; SUITS], ones: [u8; SUITS]) -> Self {
        let (child, order) = SuitSplit::sorted(lengths, split.trump);
        let ones = order.map(|axis| ones[axis]);
        let dims = child.dims(ones);
        let mut strides = [0; SUITS];
        let mut stride = 1;
        for place in (0..SUITS).rev() {
            strides[order[place]] = stride;
            stride *= dims[place];
        }
        let start = below.starts[below.shape.number(child)] + child.block_start(ones);
        Child { start, strides }
    }
}

/// A block in the making: the leader's tricks in every position, a byte each, go into `out`.
pub(super) struct Block<'a> {
    pub split: SuitSplit,
    pub ones: [u8; SUITS],
    pub below: &'a Pairs,
    pub scratch: &'a mut Scratch,
    pub out: &'a mut [u8],
}

impl Block<'_> {
    /// Computes the block.
    pub fn make(mut self) {
        self.out.fill(0);
        for axis in 0..SUITS {
            let (length, ones) = (self.split.lengths[axis], self.ones[axis]);
            if ones == 0 {
                continue;
            }
            if ones == length {
                self.lead_where_follower_is_void(axis);
            } else {
                let mut lengths = self.split.lengths;
                let mut left = self.ones;
                lengths[axis] -= 2;
                left[axis] -= 1;
                let child = Child::new(self.below, self.split, lengths, left);
                if axis == SUITS - 1 {
                    self.lead_innermost(child);
                } else {
                    self.lead_outer(axis, child);
                }
            }
        }
    }

    fn dims(&self) -> [usize; SUITS] {
        self.split.dims(self.ones)
    }

    /// All leads from a suit other than the innermost, when the follower can follow.
    #[inline]
    fn lead_outer(&mut self, axis: usize, child: Child) {
        let dims = self.dims();
        let inner: usize = dims[axis + 1..].iter().product();
        let suit = leads::suit(self.split.lengths[axis], self.ones[axis]);
        let below = &self.below.bytes;
        for_each_outer(&dims[..axis], &child, |outer, base| {
            for from in (0..inner).step_by(CHUNK) {
                let length = CHUNK.min(inner - from);
                for rank in 0..dims[axis] {
                    let acc = &mut self.out[(outer * dims[axis] + rank) * inner + from..][..length];
                    for lead in suit.leads(rank) {
                        let row = |rank: u16| {
                            let at = base + usize::from(rank) * child.strides[axis] + from;
                            &below[at..at + length]
                        };
                        lead_rows(acc, *lead, row);
                    }
                }
            }
        });
    }

    /// All leads from the innermost suit, when the follower can follow.
    #[inline]
    fn lead_innermost(&mut self, child: Child) {
        const AXIS: usize = SUITS - 1;
        let dims = self.dims();
        let suit = leads::suit(self.split.lengths[AXIS], self.ones[AXIS]);
        let ranks_below = super::rank::strings(self.split.lengths[AXIS] - 2, self.ones[AXIS] - 1);
        let outer: usize = dims[..AXIS].iter().product();
        self.scratch.below.resize(ranks_below * LANES, 0);
        self.scratch.turned.resize(dims[AXIS] * LANES, 0);
        let mut bases = [0; LANES];
        let mut places = OuterPlaces::new(&dims[..AXIS], &child);
        for first in (0..outer).step_by(LANES) {
            let lanes = LANES.min(outer - first);
            for base in &mut bases[..lanes] {
                *base = places.next();
            }
            let stride = child.strides[AXIS];
            turn_in(&self.below.bytes, &bases[..lanes], stride, &mut self.scratch.below);
            let below = &self.scratch.below;
            for (rank, acc) in self.scratch.turned.chunks_exact_mut(LANES).enumerate() {
                acc.fill(0);
                for lead in suit.leads(rank) {
                    lead_rows(acc, *lead, |rank| &below[usize::from(rank) * LANES..][..LANES]);
                }
            }
            let out = &mut self.out[first * dims[AXIS]..(first + lanes) * dims[AXIS]];
            turn_out(&self.scratch.turned, dims[AXIS], out);
        }
    }

    /// The lead from a suit that only the leader has: all its cards are equal, and the follower
    /// discards its lowest card of some suit or ruffs with its lowest trump.
    #[inline]
    fn lead_where_follower_is_void(&mut self, led: usize) {
        let mut reply = std::mem::take(&mut self.scratch.reply);
        reply.clear();
        reply.resize(self.out.len(), u8::MAX);
        for axis in (0..SUITS).filter(|&axis| self.ones[axis] < self.split.lengths[axis]) {
            let mut lengths = self.split.lengths;
            let mut left = self.ones;
            lengths[led] -= 1;
            left[led] -= 1;
            lengths[axis] -= 1;
            let child = Child::new(self.below, self.split, lengths, left);
            if self.split.trump == Some(axis as u8) {
                self.discard(axis, child, &mut reply, |best, pair| best.min(lost(pair)));
            } else {
                self.discard(axis, child, &mut reply, |best, pair| best.min(won(pair)));
            }
        }
        rows(self.out, &reply, &reply, |acc, best, _| acc.max(best));
        self.scratch.reply = reply;
    }

    /// One discard in every position.
    #[inline]
    fn discard(
        &self,
        axis: usize,
        child: Child,
        reply: &mut [u8],
        step: impl Fn(u8, u8) -> u8 + Copy,
    ) {
        let dims = self.dims();
        let inner: usize = dims[axis + 1..].iter().product();
        let discards = &leads::suit(self.split.lengths[axis], self.ones[axis]).discards;
        let below = &self.below.bytes;
        let stride = child.strides[axis];
        for_each_outer(&dims[..axis], &child, |outer, base| {
            let reply = &mut reply[outer * dims[axis] * inner..][..dims[axis] * inner];
            if inner == 1 {
                for (best, &rank) in reply.iter_mut().zip(discards) {
                    *best = step(*best, below[base + usize::from(rank) * stride]);
                }
                return;
            }
            for (best, &rank) in reply.chunks_exact_mut(inner).zip(discards) {
                let row = &below[base + usize::from(rank) * stride..][..inner];
                rows(best, row, row, |best, pair, _| step(best, pair));
            }
        });
    }
}

/// The best of `acc` and a lead, whose replies are rows of the layer below.
#[inline]
fn lead_rows<'a>(acc: &mut [u8], lead: Lead, row: impl Fn(u16) -> &'a [u8]) {
    match (lead.duck, lead.win) {
        (NONE, win) => {
            let win = row(win);
            rows(acc, win, win, |acc, win, _| acc.max(lost(win)));
        }
        (duck, NONE) => {
            let duck = row(duck);
            rows(acc, duck, duck, |acc, duck, _| acc.max(won(duck)));
        }
        (duck, win) => {
            rows(acc, row(duck), row(win), |acc, duck, win| acc.max(won(duck).min(lost(win))));
        }
    }
}

/// Walks the positions of the outer axes in order and gives the place of each in the layer below.
struct OuterPlaces<'a> {
    dims: &'a [usize],
    strides: [usize; SUITS],
    at: [usize; SUITS],
    place: usize,
}

impl<'a> OuterPlaces<'a> {
    fn new(dims: &'a [usize], child: &Child) -> Self {
        OuterPlaces { dims, strides: child.strides, at: [0; SUITS], place: child.start }
    }

    #[inline]
    fn next(&mut self) -> usize {
        let place = self.place;
        for axis in (0..self.dims.len()).rev() {
            self.at[axis] += 1;
            self.place += self.strides[axis];
            if self.at[axis] < self.dims[axis] {
                break;
            }
            self.place -= self.at[axis] * self.strides[axis];
            self.at[axis] = 0;
        }
        place
    }
}

#[inline]
fn for_each_outer(dims: &[usize], child: &Child, mut f: impl FnMut(usize, usize)) {
    let mut places = OuterPlaces::new(dims, child);
    for outer in 0..dims.iter().product() {
        f(outer, places.next());
    }
}

/// Copies positions into a tile, with ranks of the innermost suit as rows and outer positions as
/// columns.
#[inline]
fn turn_in(below: &[u8], bases: &[usize], stride: usize, tile: &mut [u8]) {
    let ranks = tile.len() / LANES;
    if stride == 1 {
        for (lane, &base) in bases.iter().enumerate() {
            let row = &below[base..base + ranks];
            for (to, &from) in tile[lane..].iter_mut().step_by(LANES).zip(row) {
                *to = from;
            }
        }
    } else {
        for (rank, tile) in tile.chunks_exact_mut(LANES).enumerate() {
            for (to, &base) in tile.iter_mut().zip(bases) {
                *to = below[base + rank * stride];
            }
        }
    }
}

/// Merges a finished tile into the block, in which the innermost suit runs along the rows.
#[inline]
fn turn_out(tile: &[u8], ranks: usize, out: &mut [u8]) {
    for (lane, out) in out.chunks_exact_mut(ranks).enumerate() {
        for (to, &from) in out.iter_mut().zip(tile[lane..].iter().step_by(LANES)) {
            *to = from.max(*to);
        }
    }
}
