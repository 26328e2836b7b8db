//! The recursive search itself, shared by limited searches and exact solves.

use std::marker::PhantomData;
use std::mem;
use std::time::Duration;

use super::SearchResult;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result, Seconds};
use crate::game::{MAX_MOVES, Move, MoveList, Player};
use crate::table::{Bound, Entry, Table};

/// A depth that no game reaches: search to the end, guess nothing.
const TO_THE_END: usize = 255;
/// Plies from the root within which positions are looked up under their symmetry class. Deeper down
/// the images cost more than they save.
const SYMMETRY_PLIES: usize = 6;
/// Least depth at which all children are looked up before one is searched.
const PROBE_CHILDREN_DEPTH: usize = 3;
/// Nodes between two looks at the control and the limits.
const POLL_NODES: u64 = 1024;

/// Why a search unwinds.
enum Stop {
    Interrupted(Error),
    Limit,
}

type Searched<T> = std::result::Result<T, Stop>;

/// A window in units: values outside it are known only as bounds.
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

/// Cutoffs by side and move, weighted by depth.
type History = [Vec<u32>; 2];

/// What a search hands on to the next one of the same call, besides its table.
#[derive(Default)]
pub struct SearchState {
    /// Nodes visited so far.
    pub nodes: u64,
    history: History,
}

/// One search: borrows its table, counts its nodes, remembers which moves cut.
pub struct Searcher<'a, G> {
    table: &'a Table,
    limits: Limits,
    control: &'a Control<'a>,
    reporting: bool,
    started: Duration,
    nodes: u64,
    /// Values taken from an evaluation so far, directly or through the table: a subtree that adds
    /// none is exact whatever its depth.
    estimates: u64,
    symmetry_until: usize,
    history: History,
    _game: PhantomData<G>,
}

impl<'a, G: Searchable> Searcher<'a, G> {
    /// A search below `root` that has visited nothing yet.
    pub fn new(root: &G, table: &'a Table, limits: Limits, control: &'a Control<'a>) -> Self {
        Searcher {
            table,
            limits,
            control,
            reporting: false,
            started: control.elapsed(),
            nodes: 0,
            estimates: 0,
            symmetry_until: if root.num_symmetries() > 1 { root.ply() + SYMMETRY_PLIES } else { 0 },
            history: [vec![0; root.num_moves()], vec![0; root.num_moves()]],
            _game: PhantomData,
        }
    }

    /// The same search, reporting its nodes as the progress of the whole call. The searches of a
    /// player in a match do not: the match counts games.
    #[must_use]
    pub fn reporting(mut self) -> Self {
        self.reporting = true;
        self
    }

    /// The same search as a further one of a longer call, whose time limit counts from its start.
    #[must_use]
    pub fn continuing(mut self, earlier: &mut SearchState) -> Self {
        self.nodes = earlier.nodes;
        if !earlier.history[0].is_empty() {
            self.history = mem::take(&mut earlier.history);
        }
        self.started = Duration::ZERO;
        self
    }

    /// What the next search of the same call takes on.
    pub fn finish(self) -> SearchState {
        SearchState { nodes: self.nodes, history: self.history }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search was made.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed().saturating_sub(self.started)
    }

    /// Searches to depth 1, 2, 3 ... until a limit is met or the value is proven.
    pub fn deepen(mut self, position: &G) -> Result<SearchResult> {
        let mut found = without_search(position);
        if position.is_over() {
            return Ok(found);
        }
        let last = position.max_plies() - position.ply();
        let target = self.limits.depth.map_or(last, |depth| depth.min(last));
        let most = whole_window::<G>();
        for depth in 1..=target {
            let estimates = self.estimates;
            match self.root(position, most, depth) {
                Ok((value, best)) => {
                    found.value = f64::from(value) / f64::from(G::UNIT);
                    found.best_move = Some(best);
                    found.pv = self.line_from_table(position, best, depth);
                    found.depth = depth;
                    found.exact = self.estimates == estimates || value.abs() == most.beta;
                }
                Err(Stop::Limit) => break,
                Err(Stop::Interrupted(error)) => return Err(error),
            }
            if found.exact {
                break;
            }
        }
        found.nodes = self.nodes;
        found.time = self.elapsed();
        Ok(found)
    }

    /// The exact value of an unfinished position, in points of the game's score, and a best move; or
    /// the sign of the value and a move that keeps it.
    pub fn solve(&mut self, position: &G, sign_only: bool) -> Result<(i32, Move)> {
        if sign_only {
            let (value, best) = self.whole_game(position, Window { alpha: -1, beta: 1 })?;
            return Ok((value.signum(), best));
        }
        let (value, best) = self.whole_game(position, whole_window::<G>())?;
        Ok((value / G::UNIT, best))
    }

    /// Is the value of an unfinished position, in points of the game's score, at least this?
    pub fn reaches(&mut self, position: &G, value: i32) -> Result<bool> {
        let beta = value * G::UNIT;
        Ok(self.whole_game(position, Window { alpha: beta - 1, beta })?.0 >= beta)
    }

    fn whole_game(&mut self, position: &G, window: Window) -> Result<(i32, Move)> {
        self.root(position, window, TO_THE_END).map_err(|stop| match stop {
            Stop::Interrupted(error) => error,
            Stop::Limit => {
                Error::Limit { nodes: self.nodes, seconds: Seconds(self.elapsed().as_secs_f64()) }
            }
        })
    }

    fn check_limits(&self) -> Searched<()> {
        if self.reporting {
            self.control.report(self.nodes, self.limits.nodes.unwrap_or(0));
        }
        self.control.poll().map_err(Stop::Interrupted)?;
        let out_of_nodes = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        let out_of_time = self.limits.time.is_some_and(|most| self.elapsed() >= most);
        if out_of_nodes || out_of_time { Err(Stop::Limit) } else { Ok(()) }
    }

    /// Key of a position in the table, and the symmetry it is stored under.
    fn key(&self, position: &G) -> (u64, usize) {
        if position.ply() < self.symmetry_until {
            let (image, symmetry) = position.canonical();
            (image.key(), symmetry)
        } else {
            (position.key(), 0)
        }
    }

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
        if self.nodes.is_multiple_of(POLL_NODES) {
            self.check_limits()?;
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

    /// Searches the moves of a position, the promising first.
    fn expand(
        &mut self,
        position: &G,
        mut window: Window,
        depth: usize,
        table_move: Option<Move>,
    ) -> Searched<(i32, Move)> {
        let moves = self.ordered(position, table_move);
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
    fn after(&mut self, position: &G, m: Move, window: Window, depth: usize) -> Searched<i32> {
        let mut child = position.clone();
        child.play_unchecked(m);
        let depth = one_less(depth);
        if same_side::<G>(position.turn(), child.turn()) {
            self.node(&child, window, depth)
        } else {
            Ok(-self.node(&child, window.flipped(), depth)?)
        }
    }

    /// A move that the table already proves good enough for a cutoff.
    fn cut_by_children(
        &mut self,
        position: &G,
        moves: &[Move],
        beta: i32,
        depth: usize,
    ) -> Option<(i32, Move)> {
        moves.iter().find_map(|&m| {
            let mut child = position.clone();
            child.play_unchecked(m);
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

    fn ordered(&self, position: &G, table_move: Option<Move>) -> MoveList {
        let mut moves = position.essential_moves();
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

    /// Notes that a move of this side made a cutoff.
    fn credit(&mut self, turn: Player, m: Move, depth: usize) {
        let count = &mut self.history[usize::from(G::FACTS.team(turn) & 1)][m.index()];
        *count = count.saturating_add(1 << depth.min(16));
    }

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
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
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

    /// The line of best moves that the table remembers, at most `length` plies, `first` at its head.
    fn line_from_table(&self, position: &G, first: Move, length: usize) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = position.clone();
        position.play_unchecked(first);
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

/// What is known before the first node: the value of a finished game, or some move.
fn without_search<G: Searchable>(position: &G) -> SearchResult {
    let value = position.outcome().map(|outcome| outcome.score(position.turn()));
    SearchResult {
        value: value.map_or(0.0, f64::from),
        best_move: position.essential_moves().first().copied(),
        pv: Vec::new(),
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        exact: value.is_some(),
    }
}

fn whole_window<G: Searchable>() -> Window {
    let most = i32::from(G::FACTS.max_score) * G::UNIT;
    Window { alpha: -most, beta: most }
}

fn one_less(depth: usize) -> usize {
    if depth == TO_THE_END { TO_THE_END } else { depth - 1 }
}

fn same_side<G: Searchable>(a: Player, b: Player) -> bool {
    G::FACTS.team(a) == G::FACTS.team(b)
}
