//! Exact values of Connect Four on every board.
//!
//! Null-window searches narrow the value: near wins and losses first, which are cheap to exclude,
//! then win, draw or loss, then how fast. Each is a depth-first search with
//!
//! - moves that do not lose at once; a single one is played without a search;
//! - what a side can force by answering in the same column, with and without a threat ("claimeven" and
//!   zugzwang; `state.rs`): it ends most lines long before the board is full;
//! - bounds from the number of discs that are left;
//! - a table of bounds in which no position is taken for another (`table.rs`), up to the mirror; all
//!   children are looked up before one is searched (after Aske Plaat, "Research re: search &
//!   re-search", 1996);
//! - moves ordered by the threats that they make, with weights tuned on the size of the tree;
//! - threads that share the tree by the table (`busy.rs`);
//! - on 7 x 6 the scores of all positions with so many discs (`book.rs`).
//!
//! The scale of values, winning moves by shifts, and the test for moves that lose at once are those
//! of Pascal Pons's "Solving Connect Four" (2015); forced moves and answers in the same column as
//! bounds are also in Christophe Steininger's solver `c4`. The code is our own.

pub(super) mod book;
pub(super) mod build;
mod busy;
mod search;
mod state;
mod table;

use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use self::book::Book;
use self::busy::Busy;
use self::search::Search;
use self::state::{State, value_of_line};
use self::table::{Known, Memory};
use super::rules::Board;
use super::sides::{LINE, Sides};
use crate::bits::Integer;
use crate::budget::Budget;
use crate::checkpoint;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{Checkpoint, ExactSolver, PartialResult, SolveOptions};
use crate::files::RunLock;
use crate::game::Move;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::threads;

/// The solver of a board.
pub(super) fn solver<G: Sides, W: Integer>(
    sides: G,
    options: &SolveOptions,
) -> Result<Box<dyn ExactSolver<Board<G, W>>>> {
    let mut solver = Solver::new(sides, options)?;
    if let Some(to) = options.checkpoint.clone() {
        solver.resume(to)?;
    }
    Ok(Box::new(solver))
}

/// A solver for many positions of a board, without a book: it uses all of its table.
fn solver_of_many<G: Sides, W: Integer>(
    sides: G,
    options: &SolveOptions,
) -> Result<impl ExactSolver<Board<G, W>>> {
    let solver = Solver::new(sides, &SolveOptions { book: false, ..options.clone() })?;
    Ok(Solver { max_empties: sides.cells(), ..solver })
}

/// The discs of the positions whose scores the program holds; `None` for a board without a book.
pub(super) fn book_plies(sides: impl Sides) -> Option<usize> {
    book::of(sides).map(|book| book.plies)
}

/// The value of a position, and how many positions a search visits until it has a best move, too, on one
/// thread in a table of the usual size that has these scores.
fn work_of<G: Sides, W: Integer>(
    sides: G,
    at: State<W>,
    scores: &[book::Entry],
    control: &Control<'_>,
) -> Result<(i32, u64)> {
    let budget = Budget::unlimited(control);
    let mut solver = Solver::new(sides, &SolveOptions { book: false, ..SolveOptions::default() })?;
    solver.prepare(at);
    solver.put(scores, at.ply);
    let value = solver.value_of(at, &budget)?;
    solver.move_of(at, value, &budget)?;
    Ok((value, budget.nodes()))
}

/// What stays from one search to the next.
struct Solver<G> {
    sides: G,
    memory: Memory,
    busy: Busy,
    threads: usize,
    wld: bool,
    partial_result: PartialResult,
    /// Most empty cells of the positions searched so far.
    max_empties: usize,
    book: Option<Book>,
    /// The least discs of the positions of the book that the table has.
    book_from: usize,
    kept: Option<Kept>,
}

/// The checkpoint of a solver.
struct Kept {
    to: Checkpoint,
    /// The use of the file by this solver.
    _lock: RunLock,
    /// Positions visited for the checkpoint that was read, until a budget has counted them.
    resumed: u64,
    /// When the next line of news and the next checkpoint are due, in time of the control.
    due: Mutex<[Duration; 2]>,
}

/// Time between two lines of news of a solve with a checkpoint.
const BETWEEN_NEWS: Duration = Duration::from_secs(30);

/// Plies within which a line is looked for before anything else.
const NEAR: usize = 16;

impl<G: Sides> Solver<G> {
    fn new(sides: G, options: &SolveOptions) -> Result<Self> {
        let threads = options.threads.max(1);
        Ok(Solver {
            sides,
            memory: Memory::new(sides.bits(), options.table_mib, threads)?,
            busy: Busy::new(threads),
            threads,
            wld: options.wld,
            partial_result: PartialResult::default(),
            max_empties: 0,
            book: if options.book { book::of(sides) } else { None },
            book_from: usize::MAX,
            kept: None,
        })
    }

    /// The number of the board in checkpoints, and the name of a number.
    fn board(&self) -> u64 {
        (self.sides.width() | self.sides.height() << 8 | LINE << 16) as u64
    }

    fn board_name(board: u64) -> String {
        if board >> 16 == LINE as u64 {
            format!("a board of {} x {}", board & 0xFF, board >> 8 & 0xFF)
        } else {
            "another game".into()
        }
    }

    /// Reads the checkpoint, if there is one, and keeps it from now on.
    fn resume(&mut self, to: Checkpoint) -> Result<()> {
        let mut kept =
            Kept { _lock: RunLock::take(&to.path)?, resumed: 0, due: Mutex::default(), to };
        // Entries keep their places only while the part of the table in use stays the same.
        self.max_empties = self.sides.cells();
        self.memory.use_for(self.max_empties);
        if kept.to.path.exists() {
            let restore = |entry| self.memory.restore(entry);
            let path = &kept.to.path;
            kept.resumed = checkpoint::read(path, self.board(), Self::board_name, restore)?;
        }
        self.kept = Some(kept);
        Ok(())
    }

    /// Writes the checkpoint, if there is one to keep.
    fn write_checkpoint(&self, budget: &Budget<'_>) -> Result<()> {
        self.kept.as_ref().map_or(Ok(()), |kept| {
            let nodes = kept.resumed + budget.nodes();
            checkpoint::write(&kept.to.path, self.board(), nodes, self.memory.worth_keeping())
        })
    }

    /// Tells news and writes the checkpoint when they are due.
    fn supervise(&self, budget: &Budget<'_>) -> Result<()> {
        let Some(kept) = &self.kept else { return Ok(()) };
        let (now, every) = (budget.control().elapsed(), [BETWEEN_NEWS, kept.to.every]);
        let mut due = kept.due.lock().unwrap_or_else(PoisonError::into_inner);
        if *due == [Duration::ZERO; 2] {
            *due = every.map(|every| now.saturating_add(every));
        }
        let [news, write] = due.map(|due| now >= due);
        if news {
            due[0] = now + BETWEEN_NEWS;
            budget.control().tell(|| {
                let speed = budget.nodes() as f64 / budget.elapsed().as_secs_f64().max(1e-3) / 1e6;
                format!("{} nodes, {speed:.2} million nodes/s", kept.resumed + budget.nodes())
            });
        }
        if write {
            self.write_checkpoint(budget)?;
            due[1] = budget.control().elapsed().saturating_add(kept.to.every);
        }
        Ok(())
    }

    /// Makes room for a search from this position, and puts the book into its way.
    fn prepare<W: Integer>(&mut self, at: State<W>) {
        self.max_empties = self.max_empties.max(self.sides.cells() - at.ply);
        if self.memory.use_for(self.max_empties) {
            self.book_from = usize::MAX;
        }
        let is_new = |book: &Book| at.ply <= book.most_plies && at.ply < self.book_from;
        if let Some(book) = self.book.filter(is_new) {
            self.put(book.scores, at.ply);
            self.book_from = at.ply;
        }
    }

    /// Keeps the scores of positions with `plies` discs or more.
    fn put(&self, scores: &[book::Entry], plies: usize) {
        for entry in scores.iter().filter(|entry| usize::from(entry.plies) >= plies) {
            let score = i32::from(entry.score);
            // Nothing that a search finds takes its room.
            let nodes = u64::MAX >> 1;
            self.memory.put(entry.hash, Known { low: score, high: score, best: None }, nodes);
        }
    }

    /// Runs a search on all the threads that the system grants; the answer of the first one counts.
    fn on_threads<W: Integer, T>(
        &mut self,
        at: State<W>,
        budget: &Budget<'_>,
        search: impl Fn(&mut Search<'_, G, W>) -> T + Sync,
    ) -> Result<(Result<()>, T)> {
        self.prepare(at);
        let this = &*self;
        budget.spend(0)?;
        let over = AtomicBool::new(false);
        let run = |ask: &dyn Fn(u64) -> Result<()>| {
            let mut at = Search {
                sides: this.sides,
                memory: &this.memory,
                busy: &this.busy,
                ask,
                nodes: 0,
                asked: 0,
                stopped: None,
                word: PhantomData,
            };
            let answer = search(&mut at);
            budget.count(at.nodes - at.asked);
            (at.stopped.map_or(Ok(()), Err), answer)
        };
        let help = |_| {
            let ask = |nodes| {
                budget.count(nodes);
                if over.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
            };
            drop(run(&ask));
        };
        let end = || over.store(true, Ordering::Relaxed);
        let first = || run(&|nodes| budget.spend(nodes).and_then(|()| this.supervise(budget)));
        Ok(threads::with_helpers(this.threads - 1, end, help, first))
    }
}

/// Proven bounds on a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    /// Bounds from the number of discs alone, for a side that cannot win at once.
    fn new(cells: usize, ply: usize) -> Self {
        Bounds { low: value_of_line(cells, ply, 2), high: value_of_line(cells, ply, 3).max(0) }
    }

    /// Asks whether the value is at least `beta`, unless that is known, by a function that returns a
    /// bound; by `None` it stops.
    fn ask(&mut self, beta: i32, bound: &mut impl FnMut(i32) -> Option<i32>) -> Option<()> {
        if self.low < beta && beta <= self.high {
            let value = bound(beta)?;
            if value >= beta {
                self.low = value.min(self.high);
            } else {
                self.high = value.max(self.low);
            }
        }
        Some(())
    }

    /// Narrows the bounds until they meet, or with `wld` until the sign is known.
    fn narrow(
        &mut self,
        (cells, ply): (usize, usize),
        wld: bool,
        mut bound: impl FnMut(i32) -> Option<i32>,
    ) -> Option<()> {
        let near = if wld { 0 } else { NEAR.min(cells - ply) };
        for plies in (5..near).step_by(4) {
            if self.low < 1 && self.high > 0 {
                self.ask(value_of_line(cells, ply, plies), &mut bound)?;
                self.ask(value_of_line(cells, ply, plies + 1) + 1, &mut bound)?;
            }
        }
        self.ask(1, &mut bound)?;
        self.ask(0, &mut bound)?;
        while self.low < self.high && !wld {
            // From the draw outwards; a wide range is halved.
            let room = self.high - self.low;
            let step = if room > 3 { (room + 1) / 2 } else { 1 };
            let beta = if self.low > 0 { self.low + step } else { self.high + 1 - step };
            self.ask(beta, &mut bound)?;
        }
        Some(())
    }
}

impl<G: Sides, W: Integer> Search<'_, G, W> {
    /// A bound as [`Search::bound`]'s; `None` once the search was stopped.
    fn try_bound(&mut self, state: State<W>, beta: i32) -> Option<i32> {
        let value = self.bound(state, beta);
        if self.stopped.is_some() { None } else { Some(value) }
    }

    /// Narrows the bounds on the value of a position without a win at once.
    fn narrow(&mut self, at: State<W>, wld: bool, bounds: &mut Bounds) -> Option<()> {
        let g = self.sides;
        if let Some(known) = self.memory.get(at.hash(g).0) {
            bounds.low = bounds.low.max(known.low);
            bounds.high = bounds.high.min(known.high);
        }
        bounds.narrow((g.cells(), at.ply), wld, |beta| self.try_bound(at, beta))
    }

    /// A move with at least this value, which the position has.
    fn move_with(&mut self, at: State<W>, value: i32) -> Option<W> {
        let g = self.sides;
        let mut moves = at.safe_moves(g, g.threats(at.other(), at.discs));
        if moves.is_empty() {
            moves = (g.tops(at.discs) & g.board()).lowest();
        }
        if moves.clear_lowest().is_empty() {
            return Some(moves);
        }
        self.prove(at, moves, value);
        let cells = (0..g.width()).map(|i| moves & g.column(search::centre_out(g.width(), i)));
        let cells = cells.filter(|cell| !cell.is_empty());
        let reaches = |after: i32| -after >= value;
        let proven = |cell: &W| self.decided(at.after(*cell), 1 - value).is_ok_and(reaches);
        if let Some(cell) = cells.clone().find(proven) {
            return Some(cell);
        }
        // What proves it may have lost its room in the table.
        for cell in cells {
            if reaches(self.try_bound(at.after(cell), 1 - value)?) {
                return Some(cell);
            }
        }
        None
    }
}

impl<G: Sides> Solver<G> {
    /// The value of a position, with `wld` its sign.
    fn value_of<W: Integer>(&mut self, at: State<W>, budget: &Budget<'_>) -> Result<i32> {
        let (g, wld) = (self.sides, self.wld);
        let value = if g.wins(at.own, at.discs).is_empty() {
            let (ended, bounds) =
                self.on_threads(at, budget, |search: &mut Search<'_, G, W>| {
                    let mut bounds = Bounds::new(g.cells(), at.ply);
                    search.narrow(at, wld, &mut bounds);
                    bounds
                })?;
            self.partial_result.bounds = Some((bounds.low, bounds.high));
            ended.map(|()| bounds.low)?
        } else {
            value_of_line(g.cells(), at.ply, 1)
        };
        Ok(if wld { value.signum() } else { value })
    }

    /// A best move of a position of this value.
    fn move_of<W: Integer>(
        &mut self,
        at: State<W>,
        value: i32,
        budget: &Budget<'_>,
    ) -> Result<Move> {
        let g = self.sides;
        let mut cell = g.wins(at.own, at.discs);
        if cell.is_empty() {
            // Where only the sign counts, no move makes a loss worse.
            let lost = value_of_line(g.cells(), at.ply, 2);
            let goal = if self.wld && value < 0 { lost } else { value };
            let find = |search: &mut Search<'_, G, W>| search.move_with(at, goal);
            let (ended, found) = self.on_threads(at, budget, find)?;
            ended?;
            cell = found.unwrap_or_default();
        }
        Ok(Move((cell.first() / g.stride()) as u16))
    }

    /// True if the value of a position is at least this.
    fn is_at_least<W: Integer>(
        &mut self,
        at: State<W>,
        value: i32,
        budget: &Budget<'_>,
    ) -> Result<bool> {
        let g = self.sides;
        if !g.wins(at.own, at.discs).is_empty() {
            return Ok(value_of_line(g.cells(), at.ply, 1) >= value);
        }
        let reaches = |search: &mut Search<'_, G, W>| search.bound(at, value) >= value;
        let (ended, answer) = self.on_threads(at, budget, reaches)?;
        ended.map(|()| answer)
    }
}

/// A search of a position: boards of at most 64 bits as words of 64, however they are stored.
macro_rules! in_word {
    ($solver:ident, $position:ident, $at:ident => $search:expr) => {
        if $solver.sides.bits() <= 64 {
            let $at = State::<u64>::of($position);
            $search
        } else {
            let $at = State::<u128>::of($position);
            $search
        }
    };
}

impl<G: Sides, V: Integer> ExactSolver<Board<G, V>> for Solver<G> {
    fn best(&mut self, position: &Board<G, V>, budget: &Budget<'_>) -> Result<(i32, Move)> {
        let value = self.value(position, budget)?;
        Ok((value, self.best_move(position, value, budget)?))
    }

    fn value(&mut self, position: &Board<G, V>, budget: &Budget<'_>) -> Result<i32> {
        in_word!(self, position, at => self.value_of(at, budget))
    }

    fn best_move(
        &mut self,
        position: &Board<G, V>,
        value: i32,
        budget: &Budget<'_>,
    ) -> Result<Move> {
        in_word!(self, position, at => self.move_of(at, value, budget))
    }

    fn reaches(&mut self, position: &Board<G, V>, value: i32, budget: &Budget<'_>) -> Result<bool> {
        in_word!(self, position, at => self.is_at_least(at, value, budget))
    }

    fn partial_result(&self, _: &Board<G, V>) -> PartialResult {
        self.partial_result
    }

    fn keeps_checkpoints(&self) -> bool {
        self.kept.is_some()
    }

    fn keep(&mut self, budget: &Budget<'_>) -> Result<()> {
        self.write_checkpoint(budget)
    }
}

#[cfg(test)]
mod tests;
