//! The search of one thread: is the value of a position at least so much?
#![allow(clippy::inline_always, reason = "compiled for each level of the processor")]

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::super::sides::{MAX_SIDE, Sides};
use super::busy::Busy;
use super::state::{Look, State, value_of_line};
use super::table::{Known, Memory};
use crate::bits::Integer;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};
use crate::cpu::{InUse, Portable, Processor, on_level};
use crate::error::{Error, Result};

/// Positions between two looks at limits and other threads.
const ASK_EVERY: u64 = 4096;
/// Least empty cells of a position whose moves threads share.
const SHARED: usize = 16;
/// The move that was best before is tried first.
const FIRST: i32 = 1 << 16;
/// Less than any value.
const NOTHING: i32 = i32::MIN / 2;

/// A position to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    pub state: State<W>,
    /// The moves that do not lose at once.
    pub moves: W,
    pub hash: u64,
    pub mirrored: bool,
    /// What the table knew a moment ago.
    pub known: Option<Known>,
}

impl<W> Node<W> {
    /// A column of the position as one of the board under which it is kept, and back.
    #[inline(always)]
    fn turned(&self, g: impl Sides, column: u8) -> u8 {
        if self.mirrored { g.width() as u8 - 1 - column } else { column }
    }
}

/// A move that waits to be searched.
#[derive(Clone, Copy)]
struct Child<W> {
    node: Node<W>,
    /// True if the side that made the move is to move again, after moves that were forced.
    same: bool,
    column: u8,
    score: i32,
}

/// The search of one thread.
pub(super) struct Search<'a, G, W> {
    pub sides: G,
    pub memory: &'a Memory,
    pub busy: &'a Busy,
    /// Called with the positions visited since the last call; an error ends the search.
    pub ask: &'a dyn Fn(u64) -> Result<()>,
    pub nodes: u64,
    pub asked: u64,
    pub stopped: Option<Error>,
    pub word: PhantomData<W>,
}

/// The `i`-th column of so many, the middle first.
#[inline(always)]
pub(super) fn centre_out(width: usize, i: usize) -> usize {
    if i.is_multiple_of(2) { width / 2 + i / 2 } else { width / 2 - 1 - i / 2 }
}

/// A search that can be compiled for each level of the processor.
trait Leveled {
    type Node;
    /// True in effect if the value is at least `beta`: then the result is a lower bound on it, else an
    /// upper bound. It means nothing once the search was stopped.
    fn value(&mut self, p: impl Processor, node: &Self::Node, beta: i32) -> i32;
}

/// The search in its form for a level.
#[inline(always)]
fn value<S: Leveled>(p: impl Processor, search: &mut S, node: &S::Node, beta: i32) -> i32 {
    on_level!(p, #[inline(never)] [S; S: Leveled](search: &mut S, node: &S::Node, beta: i32) -> i32 {
        Avx512 => search.value(Avx512::new(), node, beta),
        Avx2 => search.value(Avx2::new(), node, beta),
        _ => on_level!(@call #[inline(never)] Portable, [S; S: Leveled](
            search: &mut S, node: &S::Node, beta: i32
        ) -> i32 { search.value(Portable::new(), node, beta) }),
    })
}

impl<G: Sides, W: Integer> Search<'_, G, W> {
    /// A bound on the value of a position in which the side to move cannot win at once: a lower one if
    /// it is at least `beta`, else an upper one. It means nothing once the search was stopped.
    pub fn bound(&mut self, state: State<W>, beta: i32) -> i32 {
        match self.decided(state, beta) {
            Ok(value) => value,
            Err((node, true)) => -value(InUse, self, &node, 1 - beta),
            Err((node, false)) => value(InUse, self, &node, beta),
        }
    }

    /// Such a bound if a look or the table has one; else the position to search, and whether the other
    /// side is to move there.
    pub fn decided(&self, state: State<W>, beta: i32) -> std::result::Result<i32, (Node<W>, bool)> {
        let (state, moves, flipped) = match state.look(self.sides, beta) {
            Look::Bound(value) => return Ok(value),
            Look::Open { state, moves, flipped } => (state, moves, flipped),
        };
        let (hash, mirrored) = state.hash(self.sides);
        let known = self.memory.get(hash);
        let beta = if flipped { 1 - beta } else { beta };
        match known.and_then(|known| known.decides(beta)) {
            Some(value) => Ok(if flipped { -value } else { value }),
            None => Err((Node { state, moves, hash, mirrored, known }, flipped)),
        }
    }

    /// Searches the moves of a position for one with at least this value, whatever is known of it, so
    /// that a look or the table can tell which one it is.
    pub fn prove(&mut self, state: State<W>, moves: W, goal: i32) {
        let (hash, mirrored) = state.hash(self.sides);
        let known = self.memory.get(hash);
        value(InUse, self, &Node { state, moves, hash, mirrored, known }, goal);
    }

    /// Counts what was visited since the last time, and looks whether to go on.
    #[cold]
    pub fn poll(&mut self) {
        let nodes = self.nodes - self.asked;
        self.asked = self.nodes;
        if let Err(error) = (self.ask)(nodes) {
            self.stopped = Some(error);
        }
    }
}

/// Worth of a move for the order in which moves are tried, tuned on the number of positions visited.
/// Threats count that the other side cannot take away by threats of its own below.
#[inline(always)]
fn score<G: Sides, W: Integer>(g: G, before: State<W>, theirs: W, cell: W, replies: W) -> i32 {
    let discs = before.discs | cell;
    let ours = g.threats(before.own | cell, discs);
    let useful = ours & !((ours & (theirs | ours << 1)) << 1);
    let answers = g.answers::<W>();
    // Who has the last move of an even rest wants every second row, counted from the top.
    let rows = if (g.cells() - before.ply).is_multiple_of(2) { !answers } else { answers };
    let second = (g.tops(discs) & g.board()) << 1;
    let count = |cells: W| cells.count() as i32;
    5 * count(useful)
        + 4 * count(useful & rows)
        + 10 * count(useful & second)
        + 7 * count(useful & second << 1)
        - 5 * count(replies)
}

/// The moves of a position that have to be searched.
type Children<W> = ArrayVec<Child<W>, { MAX_SIDE as usize }>;
/// Their places, the best first.
type Order = ArrayVec<usize, { MAX_SIDE as usize }>;

impl<G: Sides, W: Integer> Search<'_, G, W> {
    /// The moves that have to be searched; those that a look or the table decides only raise `best`. A
    /// value of at least `beta` ends it.
    #[inline(always)]
    fn children(
        &self,
        node: &Node<W>,
        beta: i32,
        best: &mut i32,
    ) -> std::result::Result<Children<W>, i32> {
        let (g, state) = (self.sides, node.state);
        let theirs = g.threats(state.other(), state.discs);
        let table_move =
            node.known.and_then(|known| known.best).map(|column| node.turned(g, column));
        let mut children = Children::new();
        for i in 0..g.width() {
            // Of equal moves the first is tried first.
            let column = centre_out(g.width(), i);
            let cell = node.moves & g.column(column);
            if cell.is_empty() {
                continue;
            }
            let (after, moves, same) = match state.after(cell).look(g, 1 - beta) {
                Look::Bound(value) if -value >= beta => return Err(-value),
                Look::Bound(value) => {
                    *best = (*best).max(-value);
                    continue;
                }
                Look::Open { state, moves, flipped } => (state, moves, flipped),
            };
            let (hash, mirrored) = after.hash(g);
            self.memory.prefetch(hash);
            let node = Node { state: after, moves, hash, mirrored, known: None };
            children.push(Child { node, same, column: column as u8, score: 0 });
        }
        let mut at = 0;
        while let Some(child) = children.get_mut(at) {
            // Here, as the memory needs a while to bring what the table knows.
            let column = usize::from(child.column);
            let cell = node.moves & g.column(column);
            child.score = score(g, state, theirs, cell, child.node.moves)
                + 2 * column.min(g.width() - 1 - column) as i32
                + 6 * i32::from(child.same)
                + if table_move == Some(child.column) { FIRST } else { 0 };
            child.node.known = self.memory.get(child.node.hash);
            if let Some(known) = child.node.known {
                let same = (known.low, known.high);
                let (low, high) = if child.same { same } else { (-same.1, -same.0) };
                if low >= beta {
                    return Err(low);
                }
                if high < beta {
                    *best = (*best).max(high);
                    children.remove(at);
                    continue;
                }
                child.score += 2;
            }
            at += 1;
        }
        Ok(children)
    }

    /// Searches a move for the side that makes it. If the move has waited for another thread, that one
    /// may have answered.
    #[inline(always)]
    fn value_of_child(
        &mut self,
        p: impl Processor,
        child: &Child<W>,
        shared: bool,
        waited: bool,
        beta: i32,
    ) -> i32 {
        let (node, beta) = (&child.node, if child.same { beta } else { 1 - beta });
        let known = if waited { self.memory.get(node.hash) } else { None };
        let found = known.and_then(|known| known.decides(beta)).unwrap_or_else(|| {
            if shared {
                self.busy.begin(node.hash);
            }
            let found = value(p, self, node, beta);
            if shared {
                self.busy.end(node.hash);
            }
            found
        });
        if child.same { found } else { -found }
    }
}

impl<G: Sides, W: Integer> Leveled for Search<'_, G, W> {
    type Node = Node<W>;

    #[inline(always)]
    fn value(&mut self, p: impl Processor, node: &Node<W>, beta: i32) -> i32 {
        self.nodes += 1;
        let began = self.nodes;
        if self.nodes - self.asked >= ASK_EVERY {
            self.poll();
        }
        if self.stopped.is_some() {
            return 0;
        }
        let mut best = NOTHING;
        let children = match self.children(node, beta, &mut best) {
            Err(value) => return value,
            Ok(children) => children,
        };
        // A stable sort by insertion: there are few.
        let mut order = Order::new();
        for (i, child) in children.iter().enumerate() {
            let better = order.iter().take_while(|&&j| children[j].score >= child.score);
            order.insert(better.count(), i);
        }
        let (g, ply) = (self.sides, node.state.ply);
        let shared = g.cells() - ply >= SHARED;
        let (mut at, mut best_column, mut later) = (0, None, Order::new());
        while let Some(&i) = order.get(at).or_else(|| later.get(at - order.len())) {
            let (child, waited) = (&children[i], at >= order.len());
            at += 1;
            if !waited && shared && at > 1 && self.busy.has(child.node.hash) {
                later.push(i);
                continue;
            }
            let found = self.value_of_child(p, child, shared, waited, beta);
            if self.stopped.is_some() {
                return 0;
            }
            if found > best {
                (best, best_column) = (found, Some(child.column));
            }
            if found >= beta {
                break;
            }
        }
        let cells = g.cells();
        let mut known = node.known.unwrap_or(Known {
            low: value_of_line(cells, ply, 4),
            high: value_of_line(cells, ply, 3),
            best: None,
        });
        if best >= beta {
            known.low = known.low.max(best);
            known.best = best_column.map(|column| node.turned(g, column));
        } else {
            known.high = known.high.min(best);
            known.best = None;
        }
        self.memory.put(node.hash, known, self.nodes - began);
        best
    }
}
