//! One thread of a search with many empties.

use super::super::discs::Discs;
use super::super::order::ScoredMoves;
use super::super::rules::FixedBoard;
use super::compiled::{self, in_use};
use super::kept::{Lean, Shallow};
use super::lean::MAX_EMPTIES;
use super::split_point::{Helpers, SplitPoint, Taken};
use crate::bits::Word;
use crate::budget::Budget;
use crate::capability::{Evaluate, Symmetric};
use crate::error::Error;
use crate::game::{Game, Move, Player};
use crate::solve::PartialResult;
use crate::sync::Arc;
use crate::table::{Bound, Entry, Table};

/// How far the estimate must lie beyond the window in each selective pass, in discs.
const MARGINS: [i32; 4] = [4, 7, 10, 14];
pub(super) const EXACT: u8 = u8::MAX;
/// Least empties at which threads may share a position.
pub(super) const SPLIT: usize = 14;
/// Least empties at which a thread offers its moves also while no other waits for work: it finds some
/// at once then, and more of it.
const OFFER: usize = 17;

/// One thread of a search: counts its nodes and records that it was stopped.
pub(super) struct SearchThread<'a, const W: usize, const H: usize> {
    table: &'a Table,
    budget: &'a Budget<'a>,
    pub helpers: &'a Helpers,
    /// True for the main thread, whose answer counts and which checks the limits; the others help.
    is_main: bool,
    /// The split point that this thread works on.
    split: Option<Arc<SplitPoint>>,
    shallow: &'a Shallow<W, H>,
    /// The tiers of few empties.
    lean: &'a mut Lean<W, H>,
    upper_nodes: u64,
    /// Nodes already reported to the budget.
    reported: u64,
    /// True once the answer of the running search is no longer needed.
    aborted: bool,
    pub error: Option<Error>,
    /// The result at the root so far.
    pub partial_result: PartialResult,
    /// The value that the last pass found; none before the first, which searches around an estimate.
    expected: Option<i32>,
    /// [`EXACT`], or the number of a selective pass.
    pass: u8,
}

impl<'a, const W: usize, const H: usize> SearchThread<'a, W, H> {
    pub fn new(
        table: &'a Table,
        budget: &'a Budget<'a>,
        helpers: &'a Helpers,
        is_main: bool,
        shallow: &'a Shallow<W, H>,
        lean: &'a mut Lean<W, H>,
    ) -> Self {
        SearchThread {
            table,
            budget,
            helpers,
            is_main,
            split: None,
            shallow,
            reported: lean.nodes,
            lean,
            upper_nodes: 0,
            aborted: false,
            error: None,
            partial_result: PartialResult::default(),
            expected: None,
            pass: EXACT,
        }
    }

    fn nodes(&self) -> u64 {
        self.upper_nodes + self.lean.nodes
    }

    /// Nodes since the last call.
    fn new_nodes(&mut self) -> u64 {
        let nodes = self.nodes();
        nodes - std::mem::replace(&mut self.reported, nodes)
    }

    /// Reports all nodes to the budget.
    pub fn count_nodes(&mut self) {
        let nodes = self.new_nodes();
        self.budget.count(nodes);
    }

    /// The answer of the last pass; the earlier passes only find good moves.
    pub fn with_probcut_passes<T>(
        &mut self,
        empties: usize,
        mut search: impl FnMut(&mut Self) -> T,
    ) -> T {
        for pass in 1..=selective_passes(empties) {
            self.pass = pass;
            search(self);
        }
        self.pass = EXACT;
        search(self)
    }

    /// Value and a best move of an unfinished position, exact where it lies within `(low, high)`.
    pub fn best(&mut self, position: &FixedBoard<W, H>, low: i32, high: i32) -> (i32, Move) {
        if position.must_pass() {
            let child = position.child(FixedBoard::<W, H>::PASS);
            let value = -self.best(&child, -high, -low).0;
            self.partial_result.best_move = Some(FixedBoard::<W, H>::PASS);
            self.partial_result.bounds =
                self.partial_result.bounds.map(|(low, high)| (-high, -low));
            return (value, FixedBoard::<W, H>::PASS);
        }
        let value = self.expected.unwrap_or_else(|| self.guess(position.discs()));
        // Values are even, so this window tells whether the expected one is right. An estimate or a
        // selective pass may expect one outside of `(low, high)`, and a stopped one none.
        let value = value.clamp(low + 1, high - 1);
        let (mut alpha, mut beta) = ((value - 1).max(low), (value + 1).min(high));
        let mut step = 2;
        loop {
            let found = self.best_within(position, alpha, beta);
            if self.aborted {
                return found;
            }
            if found.0 <= alpha && found.0 > low {
                (alpha, beta) = ((found.0 - step).max(low), found.0 + 1);
            } else if found.0 >= beta && found.0 < high {
                (alpha, beta) = (found.0 - 1, (found.0 + step).min(high));
            } else {
                self.expected = Some(found.0);
                return found;
            }
            step *= 2;
            // Windows that miss on either side in turn, as those of a selective pass can, open wholly.
            if step > Discs::<W, H>::CELLS {
                (alpha, beta) = (low, high);
            }
        }
    }

    /// The same by one search.
    fn best_within(&mut self, position: &FixedBoard<W, H>, low: i32, high: i32) -> (i32, Move) {
        let at = position.discs();
        let mut best = (-Discs::<W, H>::CELLS - 1, FixedBoard::<W, H>::PASS);
        let mut choices = self.choices(at, self.remembered(at), None);
        let mut seen = Vec::new();
        while let Some(choice) = choices.next() {
            let child = choice.after(at);
            // At the start of a game the moves are symmetric images of one another: one is enough.
            let class = FixedBoard::<W, H>::new(child.own, child.other, Player(0)).canonical().0;
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let first = best.0 < -Discs::<W, H>::CELLS;
            let m = Move(choice.cell as u16);
            self.partial_result.best_move.get_or_insert(m);
            let value = self.value_of(child, best.0.max(low), high, first);
            if self.aborted {
                return best;
            }
            if value > best.0 {
                best = (value, m);
                if value > low {
                    self.partial_result.best_move = Some(m);
                    if self.pass == EXACT {
                        let most = self
                            .partial_result
                            .bounds
                            .map_or(Discs::<W, H>::CELLS, |bounds| bounds.1);
                        self.partial_result.bounds = Some((value, most));
                    }
                }
            }
            if value >= high {
                break;
            }
        }
        if best.0 <= low && self.pass == EXACT {
            let least = self.partial_result.bounds.map_or(-Discs::<W, H>::CELLS, |bounds| bounds.0);
            self.partial_result.bounds = Some((least, best.0));
        }
        let effort = 63;
        self.remember(at, Bound::of(best.0, low, high), best.0, best.1, effort);
        best
    }

    /// The value of a move that leads to a child. The first move gets the whole window; a null window
    /// tests whether another move is better.
    fn value_of(&mut self, child: Discs<W, H>, alpha: i32, beta: i32, first: bool) -> i32 {
        let value = if first { alpha } else { -self.null(child, -alpha - 1) };
        if first || (value > alpha && value < beta) {
            return -self.principal(child, -beta, -alpha);
        }
        value
    }

    /// The value within `(alpha, beta)`, fail-soft.
    fn principal(&mut self, at: Discs<W, H>, mut alpha: i32, beta: i32) -> i32 {
        let empties = at.empties();
        if empties.count() <= MAX_EMPTIES || beta - alpha <= 1 {
            return self.by_null_windows(at, alpha, beta);
        }
        if at.moves() == 0 {
            return at.pass(in_use::<H>(), |at, _| self.principal(at, -beta, -alpha));
        }
        self.poll();
        if self.aborted {
            return alpha;
        }
        let before = self.nodes();
        let floor = alpha;
        let mut best = (-Discs::<W, H>::CELLS - 1, Move(0));
        let mut choices = self.choices(at, self.remembered(at), None);
        while let Some(choice) = choices.next() {
            let child = choice.after(at);
            let first = best.0 < -Discs::<W, H>::CELLS;
            let value = self.value_of(child, alpha, beta, first);
            if self.aborted {
                return alpha;
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = Bound::of(best.0, floor, beta);
        self.remember(at, bound, best.0, best.1, effort(self.nodes() - before));
        best.0
    }

    /// The value within a window, by null windows from an estimate on, as in MTD(f); for small
    /// trees.
    fn by_null_windows(&mut self, at: Discs<W, H>, alpha: i32, beta: i32) -> i32 {
        let (mut low, mut high) = (alpha, beta);
        let mut bound = self.guess(at).clamp(alpha, beta - 1);
        loop {
            let value = self.null(at, bound);
            if value > bound {
                low = value;
            } else {
                high = value;
            }
            if low >= high || low >= beta || high <= alpha || self.aborted {
                return value;
            }
            bound = if value > bound { value } else { value - 1 };
        }
    }

    /// An estimate of the value, even as all values are.
    fn guess(&self, at: Discs<W, H>) -> i32 {
        let any = (-i32::MAX / 2, i32::MAX / 2);
        self.shallow.estimate(at, any, 2) / (2 * FixedBoard::<W, H>::UNIT) * 2
    }

    /// Tests if the value is more than `alpha`; returns a bound on that side of it.
    pub fn null(&mut self, at: Discs<W, H>, alpha: i32) -> i32 {
        let empties = at.empties();
        let n = empties.count();
        if n <= MAX_EMPTIES {
            return compiled::value(in_use::<H>(), self.lean, at, alpha);
        }
        self.upper_nodes += 1;
        self.poll();
        if self.split.as_ref().is_some_and(|split| split.is_cut()) {
            self.aborted = true;
        }
        if self.aborted {
            return alpha;
        }
        if let Some(value) = Lean::bound_by_stable(at, alpha) {
            return value;
        }
        let key = at.key();
        let entry = self.table.get(key);
        let trusted = entry.filter(|entry| self.trusts(entry));
        if let Some(entry) = trusted.filter(|entry| entry.answers(alpha, alpha + 1)) {
            return entry.value;
        }
        if self.pass != EXACT
            && let Some(value) = self.prob_cut(at, n, alpha)
        {
            return value;
        }
        if at.moves() == 0 {
            return at.pass(in_use::<H>(), |at, _| self.null(at, -alpha - 1));
        }
        let before = self.nodes();
        let mut choices = self.choices(at, entry.and_then(|entry| entry.best), Some(alpha));
        if let Some(value) = self.cut_by_children(at, &choices, alpha) {
            return value;
        }
        let mut best = (-Discs::<W, H>::CELLS - 1, Move(0));
        while let Some(choice) = choices.next() {
            let child = choice.after(at);
            let value = -self.null(child, -alpha - 1);
            if self.aborted {
                return alpha;
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
            }
            if value > alpha {
                break;
            }
            let is_offered =
                n >= SPLIT && self.helpers.has_idle() || n >= OFFER && self.helpers.exist();
            if is_offered && !choices.is_empty() {
                best = self.split(at, alpha, choices, best);
                if self.aborted {
                    return alpha;
                }
                break;
            }
        }
        let bound = if best.0 > alpha { Bound::Lower } else { Bound::Upper };
        self.remember(at, bound, best.0, best.1, effort(self.nodes() - before));
        best.0
    }

    /// A value that a child in a table proves to be more than `alpha`.
    fn cut_by_children(&self, at: Discs<W, H>, choices: &ScoredMoves, alpha: i32) -> Option<i32> {
        let lean = at.empties().count() <= MAX_EMPTIES + 1;
        choices.iter().find_map(|choice| {
            let child = choice.after(at);
            let value = if lean {
                -self.lean.proven_bounds(child)?.upper
            } else {
                let entry = self.recall(child);
                let entry = entry.filter(|entry| self.trusts(entry))?;
                if entry.bound == Bound::Lower {
                    return None;
                }
                -entry.value
            };
            (value > alpha).then_some(value)
        })
    }

    /// A bound on one side of `alpha` that a shallow search makes very likely (Michael Buro,
    /// "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995).
    fn prob_cut(&self, at: Discs<W, H>, n: usize, alpha: i32) -> Option<i32> {
        let unit = FixedBoard::<W, H>::UNIT;
        let margin = MARGINS[usize::from(self.pass) - 1] * unit;
        let (low, high) = (alpha * unit - margin, (alpha + 1) * unit + margin);
        let depth = match n {
            0..=18 => 2,
            19..=21 => 4,
            _ => 6,
        };
        let estimate = self.shallow.estimate(at, (low, high), depth);
        if estimate >= high {
            Some(alpha + 1)
        } else if estimate <= low {
            Some(alpha)
        } else {
            None
        }
    }

    /// The moves of a position with their ordering scores. Moves much worse than `least` need no order.
    fn choices(
        &self,
        at: Discs<W, H>,
        table_move: Option<Move>,
        least: Option<i32>,
    ) -> ScoredMoves {
        compiled::choices(in_use::<H>(), self.shallow, at, self.table, table_move, least)
    }

    /// Opens a split point and searches the remaining moves of a position together with the
    /// helpers.
    fn split(
        &mut self,
        at: Discs<W, H>,
        alpha: i32,
        choices: ScoredMoves,
        best: (i32, Move),
    ) -> (i32, Move) {
        let split = SplitPoint::new(
            (at.own, at.other),
            alpha,
            self.pass,
            (choices, best),
            self.split.clone(),
        );
        self.helpers.open(&split);
        while let Some(taken) = SplitPoint::take(&split) {
            self.work(taken);
        }
        self.helpers.close(&split);
        self.help_until(Some(&split), |_| split.is_left());
        // A helper gives up its move once a split point above is cut: what is known of the others
        // is then no bound of the position, even if this thread has met no cut itself.
        self.see_if_aborted();
        split.best()
    }

    /// Records if the answer of the running search is no longer needed.
    fn see_if_aborted(&mut self) {
        self.aborted = self.error.is_some()
            || self.helpers.is_over()
            || self.split.as_ref().is_some_and(|split| split.is_cut());
    }

    /// Searches a move of a split point.
    fn work(&mut self, mut taken: Taken) {
        let split = taken.split.clone();
        let before = self.split.replace(split.clone());
        self.pass = split.pass;
        let at = Discs { own: split.own, other: split.other };
        let value = -self.null(taken.choice.after(at), -split.alpha - 1);
        taken.value = (!self.aborted).then_some(value);
        drop(taken);
        self.split = before;
        self.see_if_aborted();
        if split.is_left() {
            self.helpers.call();
        }
    }

    /// Searches moves of open split points; if `split` is given, only of those below it.
    pub fn help_until(&mut self, split: Option<&Arc<SplitPoint>>, done: impl Fn(&Self) -> bool) {
        while !done(self) {
            if let Some(taken) = self.helpers.work(split) {
                self.work(taken);
            } else {
                self.poll();
            }
        }
    }

    pub fn poll(&mut self) {
        if self.is_main && self.error.is_none() {
            let nodes = self.new_nodes();
            self.error = self.budget.spend(nodes).err();
            if self.error.is_some() {
                self.helpers.end();
            }
        } else {
            self.count_nodes();
        }
        self.aborted |= self.helpers.is_over();
    }

    fn recall(&self, at: Discs<W, H>) -> Option<Entry> {
        self.table.get(at.key())
    }

    fn remembered(&self, at: Discs<W, H>) -> Option<Move> {
        self.recall(at).and_then(|entry| entry.best)
    }

    /// True if a table entry is valid in this pass.
    fn trusts(&self, entry: &Entry) -> bool {
        entry.depth >= self.pass
    }

    fn remember(&self, at: Discs<W, H>, bound: Bound, value: i32, best: Move, effort: u8) {
        let n = at.empties().count();
        // The lean tiers are never selective, so what is searched one move above them is exact.
        let depth = if n <= MAX_EMPTIES + 1 { EXACT } else { self.pass };
        if depth < EXACT && self.recall(at).is_some_and(|entry| entry.depth == EXACT) {
            return;
        }
        let entry = Entry { value, bound, depth, effort, best: Some(best) };
        self.table.put(at.key(), entry);
    }
}

/// The number of selective passes before the exact one, by the empties of the root: each finds better
/// moves for the next, and a large tree gains most by the last of them.
fn selective_passes(empties: usize) -> u8 {
    match empties {
        0..=18 => 0,
        19..=21 => 3,
        _ => MARGINS.len() as u8,
    }
}

fn effort(nodes: u64) -> u8 {
    (nodes + 1).ilog2() as u8
}

#[cfg(test)]
mod tests {
    use super::super::super::order::ScoredMove;
    use super::super::kept::Own;
    use super::*;
    use crate::control::Control;

    /// A thread below a cut split point whose helpers have taken all moves of its own, and given them
    /// up, knows that it has no answer.
    #[test]
    fn moves_given_up_by_helpers_are_no_answer() {
        let Own { mut lean, shallow } = Own::<8, 8>::new(1).expect("a little memory");
        let (table, control, helpers) =
            (Table::new(1).expect("a MiB"), Control::default(), Helpers::default());
        let budget = Budget::unlimited(&control);
        let mut thread = SearchThread::new(&table, &budget, &helpers, false, &shallow, &mut lean);
        let mut choices = ScoredMoves::default();
        choices.push(ScoredMove { cell: 0, flipped: 0, score: 0 });
        let above = SplitPoint::new((0, 0), 0, EXACT, (choices, (-64, Move(0))), None);
        let mut taken = SplitPoint::take(&above).expect("a move");
        thread.split = Some(above.clone());
        let at = FixedBoard::<8>::default().discs();
        let left = (-64, Move(0));
        assert_eq!(thread.split(at, 0, ScoredMoves::default(), left), left);
        assert!(!thread.aborted);
        taken.value = Some(2);
        drop(taken);
        assert_eq!(thread.split(at, 0, ScoredMoves::default(), left), left);
        assert!(thread.aborted);
    }
}
