//! Exact values of Mosaic on pyramids of up to five layers.
//!
//! A value is a win, a draw or a loss, so two predicates decide it: the first player wins, and the
//! first player at least draws. A depth-first search decides each predicate, with
//!
//! - bounds from the pieces left and the chains that are still possible, which end most lines about
//!   ten plies before the game does ([`compact::State::certain`]);
//! - a table of whole positions up to symmetry; all children are looked up before one is searched
//!   (after Aske Plaat, "Research re: search & re-search", 1996);
//! - moves ordered by the contents below the empty cells, with weights tuned on the size of the
//!   tree;
//! - threads that search the same tree in different orders and share the table.
//!
//! Proof-number search above the same endings was tried: it visited two to three times as many
//! positions, because a lost move shows in the ordering rather than in the number of replies.

mod compact;
mod order;
mod search;
mod table;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arrayvec::ArrayVec;

use self::compact::{Frame, State};
use self::search::{Search, Step};
use self::table::{Bounds, BoundsTable};
use super::rules::Board;
use crate::budget::Budget;
use crate::checkpoint;
use crate::error::Result;
use crate::files::RunLock;
use crate::game::{Game, Move};
use crate::notation::Notation;
use crate::order::sort_few;
use crate::pyramid::PyramidWord;
use crate::solve::{Checkpoint, ExactSolver, PartialResult, SolveOptions};
use crate::threads;

/// Time between two lines of progress of a long solve.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);
/// Least effort of a slot that a checkpoint keeps: about 256 positions visited.
const MIN_EFFORT: u64 = 4;

/// The solver of boards up to size 5; larger boards have none.
pub(super) fn solver<W: PyramidWord>(
    board: &Board<W>,
    options: &SolveOptions,
) -> Result<Option<Box<dyn ExactSolver<Board<W>>>>> {
    if board.size() > compact::MAX_SIZE {
        return Ok(None);
    }
    let mut solver = Pyramid::new(board.size(), options)?;
    if let Some(Checkpoint { path, .. }) = &options.checkpoint {
        solver.lock = Some(RunLock::take(path)?);
        if path.exists() {
            let name = |number| match u8::try_from(number) {
                Ok(size) => format!("size {size}"),
                Err(_) => "another game".into(),
            };
            let (size, restore) = (board.size().into(), |slot| solver.table.restore(slot));
            solver.resumed = Some(checkpoint::read(path, size, name, restore)?);
        }
    }
    Ok(Some(Box::new(solver)))
}

/// What stays from one search to the next.
struct Pyramid {
    frame: Frame,
    size: u8,
    table: BoundsTable,
    options: SolveOptions,
    /// The use of the checkpoint by this solver.
    lock: Option<RunLock>,
    /// Positions visited for the checkpoint that was read, until the budget has counted them.
    resumed: Option<u64>,
    due: Mutex<Due>,
}

/// When the next progress line and the next checkpoint are due, in time of the budget. They come at
/// regular intervals, independent of the number of searches in a solve.
#[derive(Default, PartialEq, Eq)]
struct Due {
    progress: Duration,
    checkpoint: Duration,
}

impl<W: PyramidWord> ExactSolver<Board<W>> for Pyramid {
    fn best(&mut self, position: &Board<W>, budget: &Budget<'_>) -> Result<(i32, Move)> {
        let root = Root::new(position, &self.frame);
        self.search_root(&root, budget, |search| root.best(search))
    }

    fn reaches(&mut self, position: &Board<W>, value: i32, budget: &Budget<'_>) -> Result<bool> {
        let root = Root::new(position, &self.frame);
        if value.abs() > 1 || value == -1 {
            return Ok(value < 0);
        }
        self.search_root(&root, budget, |search| {
            let goal = root.goal(value);
            search.reaches(&root.state, goal) == root.aim()
        })
    }

    fn partial_result(&self, position: &Board<W>) -> PartialResult {
        Root::new(position, &self.frame).partial_result(&self.frame, &self.table)
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn keep(&mut self, budget: &Budget<'_>) -> Result<()> {
        self.write_checkpoint(budget)
    }
}

impl Pyramid {
    fn new(size: u8, options: &SolveOptions) -> Result<Self> {
        Ok(Pyramid {
            frame: Frame::new(size),
            size,
            table: BoundsTable::new(options.table_mib, options.threads)?,
            options: options.clone(),
            lock: None,
            resumed: None,
            due: Mutex::default(),
        })
    }

    /// Runs a search on all the threads that the system grants; the answer of the first one counts.
    /// Checks limits, reports progress and writes checkpoints meanwhile.
    fn search_root<T: Send>(
        &mut self,
        root: &Root,
        budget: &Budget<'_>,
        search_part: impl Fn(&mut Search<'_>) -> T + Sync,
    ) -> Result<T> {
        let resumed = self.resumed.take();
        budget.count(resumed.unwrap_or_default());
        let watch = Watch::new(self, root, budget);
        if resumed.is_some() {
            let control = budget.control();
            control.tell(|| format!("resumed from the checkpoint after {}", watch.status()));
        }
        budget.spend(0)?;
        let found = AtomicBool::new(false);
        let owner = |nodes, trail: &[Step]| watch.owner(nodes, trail);
        let helper = |nodes, _: &[Step]| watch.helper(nodes);
        let (frame, table, found) = (&self.frame, &self.table, &found);
        let search = |thread, ask| Search {
            frame,
            table,
            ask,
            found,
            thread,
            nodes: 0,
            asked: 0,
            trail: ArrayVec::new(),
            stopped: None,
        };
        let run = |mut search: Search<'_>| {
            let answer = search_part(&mut search);
            budget.count(search.nodes - search.asked);
            search.stopped.map_or(Ok(answer), Err)
        };
        let help = |number| drop(run(search(number as u64, &helper)));
        let end = || found.store(true, Ordering::Relaxed);
        let helpers = self.options.threads.saturating_sub(1);
        threads::with_helpers(helpers, end, help, || run(search(0, &owner)))
    }

    /// Writes the checkpoint, if the options name one.
    fn write_checkpoint(&self, budget: &Budget<'_>) -> Result<()> {
        match &self.options.checkpoint {
            // A search that the table answers alone may not have counted them.
            Some(to) => {
                let nodes = budget.nodes() + self.resumed.unwrap_or_default();
                let slots = self.table.worth_keeping(MIN_EFFORT);
                checkpoint::write(&to.path, self.size.into(), nodes, slots)
            }
            None => Ok(()),
        }
    }
}

/// The root position of a search, and its moves.
struct Root {
    state: State,
    /// The moves that lead to different positions, with these positions.
    children: Vec<(Move, String, State)>,
}

impl Root {
    fn new<W: PyramidWord>(position: &Board<W>, frame: &Frame) -> Self {
        let state = State::of(position);
        let mut children: Vec<(Move, String, State)> = Vec::new();
        for m in position.legal_moves() {
            let child = state.after(m, frame);
            let image = child.canonical(frame);
            if !children.iter().any(|(_, _, other)| other.canonical(frame) == image) {
                children.push((m, position.move_text(m), child));
            }
        }
        // The first of moves with equal scores stays first.
        sort_few(&mut children, |(_, _, child)| order::ordering_score(child, frame));
        Root { state, children }
    }

    /// True if the side to move wants the predicate "the first player reaches the goal" to hold.
    fn aim(&self) -> bool {
        self.state.turn == 0
    }

    /// The goal that the first player must reach, or must fail to reach, if the side to move has
    /// this value, 0 or 1.
    fn goal(&self, value: i32) -> i8 {
        (if self.aim() { value } else { 1 - value }) as i8
    }

    /// Value for the side to move and a best move.
    fn best(&self, search: &mut Search<'_>) -> (i32, Move) {
        for value in [1, 0] {
            let goal = self.goal(value);
            let known = |(_, _, child): &&(Move, String, State)| {
                let bounds = bounds(child, search.frame, search.table);
                search::answered(bounds, goal) == Some(self.aim())
            };
            if let Some((m, _, _)) = self.children.iter().find(known) {
                return (value, *m);
            }
            search.trail.clear();
            search.trail.push((0, self.children.len() as u8));
            for (m, _, child) in &self.children {
                search.trail[0].0 += 1;
                if child.result().is_none() && search.reaches(child, goal) == self.aim() {
                    return (value, *m);
                }
                if search.stopped.is_some() {
                    return (0, *m);
                }
            }
        }
        (-1, self.children[0].0)
    }

    /// Bounds on the value for the side to move after a child.
    fn child_bounds(&self, child: &State, frame: &Frame, table: &BoundsTable) -> Bounds {
        let (low, high) = bounds(child, frame, table);
        if self.aim() { (low, high) } else { (-high, -low) }
    }

    /// The bounds on the value in the table, and a move that may reach the lower bound.
    fn partial_result(&self, frame: &Frame, table: &BoundsTable) -> PartialResult {
        let bounds = self.children.iter().map(|(m, _, child)| {
            let (low, high) = self.child_bounds(child, frame, table);
            (low, high, *m)
        });
        let bounds: Vec<_> = bounds.collect();
        let low = bounds.iter().map(|&(low, ..)| low).max().unwrap_or(-1);
        let high = bounds.iter().map(|&(_, high, _)| high).max().unwrap_or(1);
        // The best move is the first of the children that are not known to lose.
        let best = bounds.iter().find(|&&(own, up_to, _)| own == low && up_to == high);
        let best = best.or_else(|| bounds.iter().find(|&&(own, ..)| own == low));
        PartialResult {
            bounds: Some((low.into(), high.into())),
            best_move: best.map(|&(_, _, m)| m),
        }
    }

    /// The known verdicts on the moves, as text for the user.
    fn verdicts(&self, frame: &Frame, table: &BoundsTable) -> String {
        let verdict = |(_, name, child): &(Move, String, State)| {
            let (low, high) = self.child_bounds(child, frame, table);
            let words = match (low, high) {
                (1, _) => "wins",
                (0, 0) => "draws",
                (0, _) => "does not lose",
                (_, -1) => "loses",
                (_, 0) => "does not win",
                _ => "open",
            };
            format!("{name} {words}")
        };
        self.children.iter().map(verdict).collect::<Vec<_>>().join(", ")
    }
}

/// Known bounds on the first player's result.
fn bounds(state: &State, frame: &Frame, table: &BoundsTable) -> Bounds {
    let known = || table.get(&search::key(state, frame));
    state.result().map_or_else(known, |result| (result as i8, result as i8))
}

/// Supervises a running search: limits, progress lines, checkpoints.
struct Watch<'a> {
    solver: &'a Pyramid,
    root: &'a Root,
    budget: &'a Budget<'a>,
    began: Duration,
    before: u64,
}

impl<'a> Watch<'a> {
    fn new(solver: &'a Pyramid, root: &'a Root, budget: &'a Budget<'a>) -> Self {
        let (began, before) = (budget.elapsed(), budget.nodes());
        let watch = Watch { solver, root, budget, began, before };
        let mut due = watch.due();
        if *due == Due::default() {
            *due = Due { progress: began + PROGRESS_INTERVAL, checkpoint: watch.next_checkpoint() };
        }
        drop(due);
        watch
    }

    fn due(&self) -> MutexGuard<'_, Due> {
        self.solver.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_checkpoint(&self) -> Duration {
        let every = self.solver.options.checkpoint.as_ref().map_or(Duration::MAX, |to| to.every);
        self.budget.elapsed().saturating_add(every)
    }

    fn helper(&self, nodes: u64) -> Result<()> {
        self.budget.count(nodes);
        self.budget.control().poll()
    }

    fn owner(&self, nodes: u64, trail: &[Step]) -> Result<()> {
        self.budget.spend(nodes)?;
        let now = self.budget.elapsed();
        let mut due = self.due();
        if now >= due.progress {
            due.progress = now + PROGRESS_INTERVAL;
            self.budget.control().tell(|| format!("{}{}", self.status(), place(trail)));
        }
        if now >= due.checkpoint {
            self.solver.write_checkpoint(self.budget)?;
            due.checkpoint = self.next_checkpoint();
        }
        Ok(())
    }

    /// Progress in one line.
    fn status(&self) -> String {
        let nodes = self.budget.nodes();
        let seconds = self.budget.elapsed().saturating_sub(self.began).as_secs_f64();
        let speed = (nodes - self.before) as f64 / seconds.max(1e-3) / 1e6;
        let permille = self.solver.table.permille();
        let verdicts = self.root.verdicts(&self.solver.frame, &self.solver.table);
        format!(
            "{nodes} nodes, {speed:.2} million nodes/s, table {}.{} % full: {verdicts}",
            permille / 10,
            permille % 10
        )
    }
}

/// The number of the move searched at each of the first plies, of how many.
fn place(trail: &[Step]) -> String {
    const SHOWN: usize = 12;
    let steps: Vec<_> = trail.iter().take(SHOWN).map(|(i, n)| format!("{i}/{n}")).collect();
    format!("; at move {}", steps.join(" "))
}

#[cfg(test)]
mod tests;
