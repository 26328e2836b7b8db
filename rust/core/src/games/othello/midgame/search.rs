//! The recursive search of one thread, compiled once for each level of the processor.
#![allow(clippy::inline_always)] // What is inlined is compiled for the level of its caller.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::Othello8;
use super::super::discs::Discs;
use super::super::order::ScoredMoves;
use super::cuts::{self, FULL};
use super::moves::scored;
use super::node::{SearchNode, turned};
use crate::bits::Word;
use crate::budget::Budget;
use crate::capability::Evaluate;
use crate::control::Control;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};
use crate::cpu::{InUse, Portable, Processor, on_level};
use crate::engine::CERTAIN;
use crate::error::Result;
use crate::exact::ExactSolver;
use crate::game::Move;
use crate::grid;
use crate::table::{Bound, Entry, Table};

/// Hundredths of a disc.
pub(super) const UNIT: i32 = Othello8::UNIT;
/// The largest value.
pub(super) const MAX: i32 = 64 * UNIT;
/// Nodes between two checks of the limits.
const POLL_NODES: u64 = 1 << 10;
/// Least depth of positions in the table.
const STORED: usize = 2;
/// Least depth at which all children are looked up before one is searched.
const LOOK_UP_CHILDREN: usize = 4;
/// Most empty squares of positions that the exact solver answers in a search to the end.
const EXACT: usize = 10;
/// Bits of a stored move that hold its cell; those above hold the selectivity.
const CELL_BITS: u16 = 7;

/// The value of a search to this depth without selective cuts, in hundredths of a disc for the side to
/// move: what the cuts are fitted to.
pub fn estimate(position: &Othello8, depth: usize, table: &Table) -> i32 {
    let control = Control::default();
    let budget = Budget::unlimited(&control);
    let mut search = Search::new(table, &budget, FULL);
    search.value(&SearchNode::of(position), -MAX, MAX, depth)
}

/// An entry of the table as this search reads it.
#[derive(Clone, Copy)]
struct Known {
    entry: Entry,
    selectivity: u8,
    /// The best move.
    cell: usize,
}

impl Known {
    /// True if no estimate contributed to the entry, of a position with this number of empties.
    fn is_proven(&self, empties: usize) -> bool {
        self.selectivity == FULL && usize::from(self.entry.depth) >= empties
    }
}

pub(super) struct Search<'a> {
    table: &'a Table,
    budget: &'a Budget<'a>,
    /// Set once the main thread has ended; `None` in the main thread, whose result counts.
    ended: Option<&'a AtomicBool>,
    /// Answers positions near the end of the game.
    solver: Option<&'a mut dyn ExactSolver<Othello8>>,
    selectivity: u8,
    /// Searches that predict a cut, inside one another.
    nested: u8,
    nodes: u64,
    /// Estimates that contributed to values so far, directly, through the table or by a cut: a search
    /// that adds none has proven its value.
    pub estimates: u64,
    /// Nodes already reported to the budget.
    reported: u64,
    /// True once the result no longer counts.
    pub stopped: bool,
}

impl<'a> Search<'a> {
    pub fn new(table: &'a Table, budget: &'a Budget<'a>, selectivity: u8) -> Self {
        Search {
            table,
            budget,
            ended: None,
            solver: None,
            selectivity,
            nested: 0,
            nodes: 0,
            estimates: 0,
            reported: 0,
            stopped: false,
        }
    }

    /// The same search with a solver for the last plies of searches to the end of the game.
    pub fn solving(self, solver: Option<&'a mut dyn ExactSolver<Othello8>>) -> Self {
        Search { solver, ..self }
    }

    /// The same search as a helper of another one, until `ended` is set.
    pub fn helping(self, ended: &'a AtomicBool) -> Self {
        Search { ended: Some(ended), ..self }
    }

    /// Reports all nodes to the budget.
    pub fn finish(&mut self) {
        let nodes = self.count();
        self.budget.count(nodes);
    }

    fn count(&mut self) -> u64 {
        let nodes = self.nodes - self.reported;
        self.reported = self.nodes;
        nodes
    }

    /// Checks all limits.
    #[cold]
    pub fn poll(&mut self) {
        let nodes = self.count();
        self.stopped |= match self.ended {
            None => self.budget.spend(nodes).is_err(),
            Some(ended) => {
                self.budget.count(nodes);
                ended.load(Ordering::Relaxed)
            }
        };
    }

    /// The value for the side to move, fail-soft; any value once the search is stopped.
    pub fn value(&mut self, at: &SearchNode, alpha: i32, beta: i32, depth: usize) -> i32 {
        self.value_on(InUse, at, alpha, beta, depth)
    }

    /// [`Search::value`] on a processor.
    #[inline(always)]
    fn value_on(
        &mut self,
        p: impl Processor,
        at: &SearchNode,
        alpha: i32,
        beta: i32,
        depth: usize,
    ) -> i32 {
        let search = self;
        on_level!(p, #[inline(never)] [](
            search: &mut Search<'_>, at: &SearchNode, alpha: i32, beta: i32, depth: usize
        ) -> i32 {
            Avx512 => search.search(Avx512::new(), at, alpha, beta, depth),
            Avx2 => search.search(Avx2::new(), at, alpha, beta, depth),
            _ => on_level!(@call #[inline(never)] Portable, [](
                search: &mut Search<'_>, at: &SearchNode, alpha: i32, beta: i32, depth: usize
            ) -> i32 { search.search(Portable::new(), at, alpha, beta, depth) }),
        })
    }

    #[inline(always)]
    fn search<P: Processor>(
        &mut self,
        p: P,
        at: &SearchNode,
        mut alpha: i32,
        mut beta: i32,
        depth: usize,
    ) -> i32 {
        self.nodes += 1;
        let moves = at.discs.moves_on(p);
        if moves == 0 {
            if at.discs.passed().moves_on(p) == 0 {
                return at.final_value();
            }
            self.nodes -= 1;
            return -self.value_on(p, &at.passed(), -beta, -alpha, depth);
        }
        if depth <= 1 {
            if depth > 0 {
                return self.one_ahead(p, at, moves, beta);
            }
            self.estimates += 1;
            return at.estimate(p, moves);
        }
        if self.nodes - self.reported >= POLL_NODES {
            self.poll();
        }
        if self.stopped {
            return alpha;
        }
        let empties = at.empties();
        let to_end = depth >= empties;
        if to_end && empties <= EXACT && self.solver.is_some() {
            return self.solved(at, alpha, beta);
        }
        let (key, symmetry) = at.key();
        let known = if depth >= STORED { self.look_up(key, symmetry) } else { None };
        if let Some(known) = known.filter(|known| self.trusts(known, depth)) {
            self.estimates += u64::from(!known.is_proven(empties));
            match known.entry.bound {
                Bound::Exact => return known.entry.value,
                Bound::Lower => alpha = alpha.max(known.entry.value),
                Bound::Upper => beta = beta.min(known.entry.value),
            }
            if alpha >= beta {
                return known.entry.value;
            }
        }
        let before = (self.nodes, self.estimates);
        if depth >= cuts::MIN_DEPTH
            && beta - alpha == 1
            && self.selectivity < FULL
            && self.nested < cuts::MAX_NESTED
            && let Some(value) = self.prob_cut(p, at, moves, alpha, depth)
        {
            return value;
        }
        let mut choices = scored(p, at, moves, depth, known.map(|known| known.cell));
        if depth >= LOOK_UP_CHILDREN
            && let Some(value) = self.cut_by_children(at, &choices, beta, depth)
        {
            return value;
        }
        let floor = alpha;
        let mut best = (i32::MIN, 0);
        while let Some(choice) = choices.next() {
            let after = at.after(choice.cell, choice.flipped);
            let mut value = alpha;
            if best.0 > i32::MIN {
                value = -self.value_on(p, &after, -alpha - 1, -alpha, depth - 1);
            }
            if best.0 == i32::MIN || (value > alpha && value < beta) {
                value = -self.value_on(p, &after, -beta, -alpha, depth - 1);
            }
            if self.stopped {
                return alpha;
            }
            if value > best.0 {
                best = (value, choice.cell);
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if depth >= STORED {
            let bound = Bound::of(best.0, floor, beta);
            self.store(at, (key, symmetry), (best.0, bound, best.1), depth, before, known);
        }
        best.0
    }

    /// The best static value one move ahead, corners first, or the first that reaches `beta`.
    #[inline(always)]
    fn one_ahead(&mut self, p: impl Processor, at: &SearchNode, moves: u64, beta: i32) -> i32 {
        let mut best = i32::MIN;
        for cells in [moves & Discs::<8>::CORNERS, moves & !Discs::<8>::CORNERS] {
            for cell in cells.cells() {
                let after = at.after(cell, at.discs.flips_on(p, cell));
                let replies = after.discs.moves_on(p);
                let value = if replies == 0 {
                    -self.value_on(p, &after, 0, 0, 0)
                } else {
                    (self.nodes, self.estimates) = (self.nodes + 1, self.estimates + 1);
                    -after.estimate(p, replies)
                };
                best = best.max(value);
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// A bound on one side of `alpha` that a shallower search makes likely.
    #[inline(always)]
    fn prob_cut(
        &mut self,
        p: impl Processor,
        at: &SearchNode,
        moves: u64,
        alpha: i32,
        depth: usize,
    ) -> Option<i32> {
        let margin = cuts::SELECTIVITIES[usize::from(self.selectivity)].1;
        let margin = margin * cuts::deviation_of_probe(at.empties(), depth) / 100;
        let beta = alpha + 1;
        let static_eval = at.estimate(p, moves);
        let probe = cuts::probe(depth, depth >= at.empties());
        self.nested += 1;
        let estimates = self.estimates;
        let mut found = None;
        // The static value says on which side a cut may be.
        let high = beta + margin;
        if static_eval >= beta && high <= MAX {
            let value =
                if probe == 0 { static_eval } else { self.value_on(p, at, high - 1, high, probe) };
            found = (value >= high).then_some(beta);
        }
        let low = alpha - margin;
        if found.is_none() && static_eval <= alpha && low >= -MAX {
            let value =
                if probe == 0 { static_eval } else { self.value_on(p, at, low, low + 1, probe) };
            found = (value <= low).then_some(alpha);
        }
        self.nested -= 1;
        // Without a cut the values of the shallower searches contribute nothing.
        self.estimates = estimates + u64::from(found.is_some());
        found.filter(|_| !self.stopped)
    }

    /// The exact value, or a bound outside of the window, from the solver.
    fn solved(&mut self, at: &SearchNode, alpha: i32, beta: i32) -> i32 {
        let key = at.key().0;
        let known = self.look_up(key, 0);
        let proven = known.filter(|known| known.is_proven(at.empties()));
        if let Some(known) = proven.filter(|known| known.entry.answers(alpha, beta)) {
            return known.entry.value;
        }
        let Ok((value, bound, cell)) = self.ask_solver(at, alpha, beta) else {
            self.stopped = true;
            return alpha;
        };
        // A bound has no move: the move that is known stays.
        let cell = cell.or(known.map(|known| known.cell)).unwrap_or(NO_CELL);
        let entry = Entry {
            value,
            bound,
            depth: at.empties() as u8,
            effort: at.empties() as u8,
            best: Some(Move(u16::from(FULL) << CELL_BITS | cell as u16)),
        };
        self.table.put(key, entry);
        value
    }

    /// The value with a best move, or for a null window a bound.
    fn ask_solver(
        &mut self,
        at: &SearchNode,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, Bound, Option<usize>)> {
        let solver = self.solver.as_mut().expect("asked only with a solver");
        let position = at.board();
        if beta - alpha > 1 {
            let (value, m) = solver.best(&position, self.budget)?;
            return Ok((value * UNIT, Bound::Exact, Some(m.index())));
        }
        // Final scores are even: the least one that is above alpha.
        let reached = alpha.div_euclid(2 * UNIT) * 2 + 2;
        if solver.reaches(&position, reached, self.budget)? {
            Ok((reached * UNIT, Bound::Lower, None))
        } else {
            Ok(((reached - 2) * UNIT, Bound::Upper, None))
        }
    }

    /// A move for which the table already proves a cutoff.
    fn cut_by_children(
        &mut self,
        at: &SearchNode,
        choices: &ScoredMoves,
        beta: i32,
        depth: usize,
    ) -> Option<i32> {
        choices.iter().find_map(|choice| {
            let (key, symmetry) = at.after(choice.cell, choice.flipped).key();
            let known = self.look_up(key, symmetry)?;
            let is_cut = self.trusts(&known, depth - 1)
                && known.entry.bound != Bound::Lower
                && -known.entry.value >= beta;
            self.estimates += u64::from(is_cut && !known.is_proven(at.empties() - 1));
            is_cut.then_some(-known.entry.value)
        })
    }

    fn look_up(&self, key: u64, symmetry: usize) -> Option<Known> {
        let entry = self.table.get(key)?;
        let stored = entry.best.map_or(0, |m| m.0);
        let cell = usize::from(stored & ((1 << CELL_BITS) - 1));
        let cell = turned(cell, grid::inverse(symmetry));
        Some(Known { entry, selectivity: (stored >> CELL_BITS) as u8, cell })
    }

    /// True if an entry is good enough for a search of this depth.
    fn trusts(&self, known: &Known, depth: usize) -> bool {
        usize::from(known.entry.depth) >= depth && known.selectivity >= self.selectivity
    }

    /// Keeps a result, unless the table has a better one of the same position.
    fn store(
        &self,
        at: &SearchNode,
        (key, symmetry): (u64, usize),
        (value, bound, cell): (i32, Bound, usize),
        depth: usize,
        (nodes_before, estimates_before): (u64, u64),
        known: Option<Known>,
    ) {
        let is_proven = self.estimates == estimates_before;
        let (depth, selectivity) =
            if is_proven { (at.empties(), FULL) } else { (depth, self.selectivity) };
        let deeper = |known: Known| {
            usize::from(known.entry.depth) > depth && known.selectivity >= selectivity
        };
        if known.is_some_and(deeper) {
            return;
        }
        let cell = turned(cell, symmetry);
        let entry = Entry {
            value,
            bound,
            depth: depth as u8,
            effort: (self.nodes - nodes_before + 1).ilog2() as u8,
            best: Some(Move(u16::from(selectivity) << CELL_BITS | cell as u16)),
        };
        self.table.put(key, entry);
    }

    /// The best move of a position by the table.
    pub fn table_move(&self, at: &SearchNode) -> Option<usize> {
        let (key, symmetry) = at.key();
        self.look_up(key, symmetry).map(|known| known.cell)
    }

    /// The certainty of a search from the root to this depth, in percent; the root itself is not cut.
    pub fn certainty(&self, depth: usize) -> u8 {
        if depth <= cuts::MIN_DEPTH { CERTAIN } else { cuts::certainty(self.selectivity) }
    }

    /// Keeps the result at the root, with the number of estimates before the search.
    pub fn store_root(
        &self,
        at: &SearchNode,
        (value, cell): (i32, usize),
        depth: usize,
        estimates_before: u64,
    ) {
        let result = (value, Bound::Exact, cell);
        self.store(at, at.key(), result, depth, (0, estimates_before), None);
    }
}

/// In place of a best move that is not known; no symmetry moves it.
const NO_CELL: usize = 64;
