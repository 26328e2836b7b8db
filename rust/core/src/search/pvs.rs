//! Recursive principal variation search, shared by limited searches and exact solves.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::budget::Budget;
use crate::capability::Searchable;
use crate::engine::{BestMoves, CERTAIN, Line, Ranked, StepResult, put_first};
use crate::error::{Error, Result};
use crate::game::{MAX_MOVES, Move, MoveList, Player};
use crate::table::{Bound, Entry, Table};

/// A depth that no game reaches: search to the end, without evaluation.
const TO_THE_END: usize = 255;
/// Plies from the root within which positions are looked up by symmetry class. Deeper down,
/// computing the images costs more than it saves.
const SYMMETRY_PLIES: usize = 6;
/// Least depth at which all children are looked up before one is searched.
const PROBE_CHILDREN_DEPTH: usize = 3;
/// Nodes between two checks of all limits.
const POLL_NODES: u64 = 1024;
/// Nodes between two checks of the clock and the control: on the largest boards a node takes
/// several microseconds.
const POLL_CLOCK: u64 = 128;

/// Signal that the search was stopped; [`Pvs`] keeps the reason.
struct Stopped;

type Searched<T> = std::result::Result<T, Stopped>;

/// A search window in units: values outside it are known only as bounds.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The window of a child whose side to move is the other side.
    fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// What a search to one depth is asked for.
#[derive(Clone, Copy)]
pub(crate) struct DepthGoal<'a> {
    pub depth: usize,
    /// Number of moves whose own values count, at least 1.
    pub lines: usize,
    /// The best moves of the depth before, best first: they are searched first.
    pub first: &'a [Move],
}

/// Cutoffs by side and move, weighted by depth.
type History = [Vec<u32>; 2];

/// The search state that one search of a call passes to the next, besides the table.
#[derive(Clone, Default)]
pub(crate) struct SearchState {
    /// Nodes visited so far.
    pub nodes: u64,
    history: History,
}

/// One thread of a search: borrows its table and its budget, and keeps the history of cutoffs.
pub(crate) struct Pvs<'a, G> {
    table: &'a Table,
    budget: &'a Budget<'a>,
    nodes: u64,
    /// Nodes already reported to the budget.
    reported: u64,
    /// Evaluations that contributed values so far, directly or through the table: a subtree that
    /// adds none is exact at any depth.
    estimates: u64,
    symmetry_until: usize,
    history: History,
    /// Set once the main thread has ended; `None` in the main thread, whose result counts.
    ended: Option<&'a AtomicBool>,
    stopped: Option<Error>,
    _game: PhantomData<fn() -> G>,
}

impl<G> Clone for Pvs<'_, G> {
    fn clone(&self) -> Self {
        Pvs { history: self.history.clone(), stopped: None, ..*self }
    }
}

impl<'a, G: Searchable> Pvs<'a, G> {
    /// A search below `root` that continues from an earlier one of the same call.
    pub fn new(root: &G, table: &'a Table, budget: &'a Budget<'a>, state: SearchState) -> Self {
        let SearchState { nodes, mut history } = state;
        if history[0].is_empty() {
            history = [vec![0; root.num_moves()], vec![0; root.num_moves()]];
        }
        Pvs {
            table,
            budget,
            nodes,
            reported: nodes,
            estimates: 0,
            symmetry_until: if root.num_symmetries() > 1 { root.ply() + SYMMETRY_PLIES } else { 0 },
            history,
            ended: None,
            stopped: None,
            _game: PhantomData,
        }
    }

    /// A thread that helps this one until `ended` is set.
    pub fn helper<'b>(&self, ended: &'b AtomicBool) -> Pvs<'b, G>
    where
        'a: 'b,
    {
        Pvs { ended: Some(ended), reported: self.nodes, ..self.clone() }
    }

    /// The state for the next search of the same call; reports all nodes to the budget.
    pub fn finish(self) -> SearchState {
        self.budget.count(self.nodes - self.reported);
        SearchState { nodes: self.nodes, history: self.history }
    }

    /// Searches to one depth: the best moves with their values and principal variations, and whether
    /// the values are proven. `None` if a limit or a stop came first.
    pub fn at_depth(&mut self, position: &G, goal: DepthGoal<'_>) -> Option<StepResult> {
        if goal.lines > 1 {
            return self.several(position, goal).ok();
        }
        let most = whole_window(position);
        let estimates = self.estimates;
        let (value, best) = self.root(position, most, goal.depth).ok()?;
        let exact = self.estimates == estimates || value.abs() == most.beta;
        let line = self.line(position, (value, best), goal.depth, exact);
        let depth = goal.depth;
        Some(StepResult { lines: vec![line], depth, certainty: CERTAIN, exact, complete: exact })
    }

    /// Searches the own values of the best moves.
    fn several(&mut self, position: &G, goal: DepthGoal<'_>) -> Searched<StepResult> {
        self.check_limits()?;
        let whole = whole_window(position);
        let (key, symmetry) = self.key(position);
        let (_, table_move) = self.look_up(position, key, symmetry);
        let before = (self.nodes, self.estimates);
        self.nodes += 1;
        let mut moves = self.ordered(position, position.legal_moves(), table_move);
        put_first(&mut moves, goal.first);
        let mut best = BestMoves::new(goal.lines);
        let value = |m, alpha, beta| {
            let estimates = self.estimates;
            let value = self.after(position, m, Window { alpha, beta }, goal.depth).ok()?;
            Some((value, self.estimates - estimates))
        };
        let is_most = |value: i32| value.abs() == whole.beta;
        let all_proven = best.search(&moves, whole.beta, value, is_most).ok_or(Stopped)?;
        let best = best.ranked();
        let (value, m, _) = best[0];
        self.remember(position, (key, symmetry), whole, (value, m), goal.depth, before);
        let is_most = |&(value, ..): &Ranked| value == whole.beta;
        let lines = best
            .iter()
            .map(|&(value, m, proven)| self.line(position, (value, m), goal.depth, proven));
        Ok(StepResult {
            lines: lines.collect(),
            depth: goal.depth,
            certainty: CERTAIN,
            exact: all_proven || is_most(&best[0]),
            complete: all_proven || best.iter().all(is_most),
        })
    }

    fn line(&self, position: &G, (value, m): (i32, Move), depth: usize, exact: bool) -> Line {
        Line {
            m,
            value: f64::from(value) / f64::from(G::UNIT),
            exact,
            depth: Some(depth),
            certainty: CERTAIN,
            pv: self.line_from_table(position, m, depth),
        }
    }

    /// The exact value of an unfinished position, in points of the game's score, and a best move; or
    /// the sign of the value and a move that keeps it.
    pub fn solve(&mut self, position: &G, sign_only: bool) -> Result<(i32, Move)> {
        if sign_only {
            let (value, best) = self.whole_game(position, Window { alpha: -1, beta: 1 })?;
            return Ok((value.signum(), best));
        }
        let (value, best) = self.whole_game(position, whole_window(position))?;
        Ok((value / G::UNIT, best))
    }

    /// True if the value of an unfinished position, in points of the game's score, is at least this.
    pub fn reaches(&mut self, position: &G, value: i32) -> Result<bool> {
        let beta = value * G::UNIT;
        Ok(self.whole_game(position, Window { alpha: beta - 1, beta })?.0 >= beta)
    }

    fn whole_game(&mut self, position: &G, window: Window) -> Result<(i32, Move)> {
        let found = self.root(position, window, TO_THE_END);
        found.map_err(|Stopped| self.stopped.take().unwrap_or(Error::Interrupted))
    }

    fn check_limits(&mut self) -> Searched<()> {
        let nodes = self.nodes - self.reported;
        self.reported = self.nodes;
        let answer = match self.ended {
            None => self.budget.spend(nodes),
            Some(ended) => {
                self.budget.count(nodes);
                if ended.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
            }
        };
        self.keep_on(answer)
    }

    #[cold]
    fn poll(&mut self) -> Searched<()> {
        if self.nodes.is_multiple_of(POLL_NODES) || self.ended.is_some() {
            self.check_limits()
        } else {
            self.keep_on(self.budget.poll())
        }
    }

    fn keep_on(&mut self, answer: Result<()>) -> Searched<()> {
        answer.map_err(|error| {
            self.stopped = Some(error);
            Stopped
        })
    }

    /// Key of a position in the table, and the symmetry under which it is stored.
    fn key(&self, position: &G) -> (u64, usize) {
        if position.ply() < self.symmetry_until {
            let (image, symmetry) = position.canonical();
            (image.key(), symmetry)
        } else {
            (position.key(), 0)
        }
    }

    #[inline]
    fn look_up(&self, position: &G, key: u64, symmetry: usize) -> (Option<Entry>, Option<Move>) {
        let entry = self.table.get(key);
        let undo = || position.inverse(symmetry);
        let best = entry.and_then(|e| e.best).map(|m| position.transform_move(m, undo()));
        (entry, best)
    }

    /// Value and best move of an unfinished position; never answered from the table alone.
    fn root(&mut self, position: &G, window: Window, depth: usize) -> Searched<(i32, Move)> {
        self.check_limits()?;
        let (key, symmetry) = self.key(position);
        let (_, table_move) = self.look_up(position, key, symmetry);
        let before = (self.nodes, self.estimates);
        self.nodes += 1;
        let (value, best) = self.expand(position, window, depth, table_move)?;
        self.remember(position, (key, symmetry), window, (value, best), depth, before);
        Ok((value, best))
    }

    /// Value of a position for its side to move, in units, fail-soft.
    fn node(&mut self, position: &G, mut window: Window, depth: usize) -> Searched<i32> {
        if let Some(outcome) = position.outcome() {
            return Ok(i32::from(outcome.score(position.turn())) * G::UNIT);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_CLOCK) {
            self.poll()?;
        }
        let (low, high) = position.bounds();
        let (low, high) = (low * G::UNIT, high * G::UNIT);
        if low >= window.beta || low == high {
            return Ok(low);
        }
        if high <= window.alpha {
            return Ok(high);
        }
        if depth == 0 {
            self.estimates += 1;
            return Ok(position.evaluate().clamp(low, high));
        }
        window = Window { alpha: window.alpha.max(low), beta: window.beta.min(high) };
        let (key, symmetry) = self.key(position);
        let (entry, table_move) = self.look_up(position, key, symmetry);
        if let Some(entry) = entry.filter(|entry| usize::from(entry.depth) >= depth) {
            self.estimates += u64::from(usize::from(entry.depth) < TO_THE_END);
            match entry.bound {
                Bound::Exact => return Ok(entry.value),
                Bound::Lower => window.alpha = window.alpha.max(entry.value),
                Bound::Upper => window.beta = window.beta.min(entry.value),
            }
            if window.is_closed() {
                return Ok(entry.value);
            }
        }
        let before = (self.nodes, self.estimates);
        let (value, best) = self.expand(position, window, depth, table_move)?;
        self.remember(position, (key, symmetry), window, (value, best), depth, before);
        Ok(value)
    }

    /// Searches the moves of a position, those with the best ordering scores first.
    fn expand(
        &mut self,
        position: &G,
        mut window: Window,
        depth: usize,
        table_move: Option<Move>,
    ) -> Searched<(i32, Move)> {
        let moves = self.ordered(position, position.essential_moves(), table_move);
        if depth >= PROBE_CHILDREN_DEPTH
            && moves.len() > 1
            && let Some(cut) = self.cut_by_children(position, &moves, window.beta, depth)
        {
            return Ok(cut);
        }
        let mut best: Option<(i32, Move)> = None;
        for &m in &moves {
            let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let first_try = if best.is_some() { null } else { window };
            let mut value = self.after(position, m, first_try, depth)?;
            if best.is_some() && value > window.alpha && value < window.beta {
                value = self.after(position, m, Window { alpha: value, ..window }, depth)?;
            }
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, m));
                window.alpha = window.alpha.max(value);
            }
            if window.is_closed() {
                self.credit(position.turn(), m, depth.min(position.max_plies() - position.ply()));
                break;
            }
        }
        Ok(best.expect("an unfinished position has a legal move"))
    }

    /// Value of a move for the side that makes it.
    #[inline]
    fn after(&mut self, position: &G, m: Move, window: Window, depth: usize) -> Searched<i32> {
        let child = position.child(m);
        let depth = one_less(depth);
        if same_side::<G>(position.turn(), child.turn()) {
            self.node(&child, window, depth)
        } else {
            Ok(-self.node(&child, window.flipped(), depth)?)
        }
    }

    /// A move for which the table already proves a cutoff.
    fn cut_by_children(
        &mut self,
        position: &G,
        moves: &[Move],
        beta: i32,
        depth: usize,
    ) -> Option<(i32, Move)> {
        moves.iter().find_map(|&m| {
            let child = position.child(m);
            let entry = self.table.get(self.key(&child).0)?;
            if usize::from(entry.depth) < one_less(depth) {
                return None;
            }
            self.estimates += u64::from(usize::from(entry.depth) < TO_THE_END);
            let same = same_side::<G>(position.turn(), child.turn());
            let (value, at_least) = if same {
                (entry.value, entry.bound != Bound::Upper)
            } else {
                (-entry.value, entry.bound != Bound::Lower)
            };
            (at_least && value >= beta).then_some((value, m))
        })
    }

    fn ordered(&self, position: &G, mut moves: MoveList, table_move: Option<Move>) -> MoveList {
        if moves.len() < 2 {
            return moves;
        }
        let mut scores = [0; MAX_MOVES];
        let scores = &mut scores[..moves.len()];
        position.order_moves(&moves, scores);
        let history = &self.history[usize::from(G::FACTS.team(position.turn()) & 1)];
        let mut ranked: arrayvec::ArrayVec<_, MAX_MOVES> = moves
            .iter()
            .zip(scores.iter())
            .map(|(&m, &score)| {
                ((Some(m) != table_move), -i64::from(score), !history[m.index()], m)
            })
            .collect();
        ranked.sort_unstable();
        for (slot, (.., m)) in moves.iter_mut().zip(&ranked) {
            *slot = *m;
        }
        moves
    }

    /// Credits a move of this side that caused a cutoff.
    fn credit(&mut self, turn: Player, m: Move, depth: usize) {
        let count = &mut self.history[usize::from(G::FACTS.team(turn) & 1)][m.index()];
        *count = count.saturating_add(1 << depth.min(16));
    }

    #[inline]
    fn remember(
        &self,
        position: &G,
        (key, symmetry): (u64, usize),
        window: Window,
        (value, best): (i32, Move),
        depth: usize,
        (nodes_before, estimates_before): (u64, u64),
    ) {
        let depth = if self.estimates == estimates_before { TO_THE_END } else { depth };
        let bound = Bound::of(value, window.alpha, window.beta);
        self.table.put(
            key,
            Entry {
                value,
                bound,
                depth: depth as u8,
                effort: (self.nodes - nodes_before + 1).ilog2() as u8,
                best: Some(position.transform_move(best, symmetry)),
            },
        );
    }

    /// The principal variation from the table, at most `length` plies, beginning with `first`.
    fn line_from_table(&self, position: &G, first: Move, length: usize) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = position.child(first);
        while line.len() < length && !position.is_over() {
            let (key, symmetry) = self.key(&position);
            let (_, best) = self.look_up(&position, key, symmetry);
            let Some(m) = best.filter(|&m| position.is_legal(m)) else { break };
            line.push(m);
            position.play_unchecked(m);
        }
        line
    }
}

fn whole_window<G: Searchable>(position: &G) -> Window {
    let most = i32::from(position.max_score()) * G::UNIT;
    Window { alpha: -most, beta: most }
}

fn one_less(depth: usize) -> usize {
    if depth == TO_THE_END { TO_THE_END } else { depth - 1 }
}

fn same_side<G: Searchable>(a: Player, b: Player) -> bool {
    G::FACTS.team(a) == G::FACTS.team(b)
}
