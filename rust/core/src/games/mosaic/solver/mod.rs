//! Exact values of Mosaic on pyramids of up to five layers.
//!
//! A value is a win, a draw or a loss, so there are only two questions: does the first player win, and
//! does he at least draw? A depth-first search answers them with yes or no, with
//!
//! - bounds from the pieces left and the chains that are still possible, which end most lines about ten
//!   plies before the game does ([`compact::State::certain`]);
//! - a table of whole positions up to symmetry, which all children are looked up in before one is
//!   searched (after Aske Plaat, "Research re: search & re-search", 1996);
//! - moves ordered by what lies below the vacant cells, the weights learned from the size of the tree;
//! - threads that search the same tree in another order and share the table.
//!
//! A search by proof numbers above the same endings was tried: it visited two to three times as many
//! positions, because a lost move shows in the ordering rather than in the number of replies.

mod checkpoint;
mod compact;
mod order;
mod search;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arrayvec::ArrayVec;

use self::compact::{Frame, State};
use self::search::{Search, Step};
use self::table::BoundsTable;
use super::rules::Board;
use crate::control::Control;
use crate::error::{Error, Result, Seconds};
use crate::game::{Game, Move};
use crate::notation::Notation;
use crate::pyramid::PyramidWord;
use crate::solve::{Checkpoint, ExactSolver, SolveOptions};
/// How often a long solve says how far it is, where somebody listens.
const NEWS: Duration = Duration::from_secs(30);

/// The solver of boards up to size 5; larger ones have none of their own.
pub(super) fn solver<W: PyramidWord>(
    board: &Board<W>,
    options: &SolveOptions,
) -> Result<Option<Box<dyn ExactSolver<Board<W>>>>> {
    if board.size() > compact::MAX_SIZE {
        return Ok(None);
    }
    let table = BoundsTable::new(options.table_mib)?;
    let mut solver = Pyramid {
        frame: Frame::new(board.size()),
        size: board.size(),
        table,
        options: options.clone(),
        nodes: 0,
        resumed: None,
    };
    if let Some(Checkpoint { path, .. }) = &options.checkpoint
        && path.exists()
    {
        solver.nodes = checkpoint::read(path, board.size(), &solver.table)?;
        solver.resumed = Some(solver.nodes);
    }
    Ok(Some(Box::new(solver)))
}

/// What stays from one question to the next.
struct Pyramid {
    frame: Frame,
    size: u8,
    table: BoundsTable,
    options: SolveOptions,
    nodes: u64,
    /// Positions that the run had visited which left the checkpoint, until that has been told.
    resumed: Option<u64>,
}

impl<W: PyramidWord> ExactSolver<Board<W>> for Pyramid {
    fn best(&mut self, position: &Board<W>, control: &Control<'_>) -> Result<(i32, Move)> {
        let root = Root::new(position, &self.frame);
        self.ask(&root, control, |search| root.best(search))
    }

    fn reaches(&mut self, position: &Board<W>, value: i32, control: &Control<'_>) -> Result<bool> {
        let root = Root::new(position, &self.frame);
        if value.abs() > 1 || value == -1 {
            return Ok(value < 0);
        }
        self.ask(&root, control, |search| {
            let goal = root.goal(value);
            search.reaches(&root.state, goal) == root.aim()
        })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }
}

impl Pyramid {
    /// Asks on all threads; the first one's answer counts. Looks after limits, news and checkpoints
    /// meanwhile, and leaves a checkpoint behind however it ends.
    fn ask<T: Send>(
        &mut self,
        root: &Root,
        control: &Control<'_>,
        question: impl Fn(&mut Search<'_>) -> T + Sync,
    ) -> Result<T> {
        let resumed = self.resumed.take();
        let watch = Watch::new(self, root, control);
        if resumed.is_some() {
            control.tell(|| format!("resumed from the checkpoint after {}", watch.status()));
        }
        let found = AtomicBool::new(false);
        let owner = |news, trail: &[Step]| watch.owner(news, trail);
        let helper = |news, _: &[Step]| watch.helper(news);
        let (frame, table) = (&self.frame, &self.table);
        let search = |thread, ask| Search {
            frame,
            table,
            ask,
            found: &found,
            thread,
            nodes: 0,
            asked: 0,
            trail: ArrayVec::new(),
            stopped: None,
        };
        let answer = thread::scope(|scope| {
            for index in 1..self.options.threads {
                let (question, watch) = (&question, &watch);
                let mut search = search(index as u64, &helper);
                scope.spawn(move || {
                    let _ = question(&mut search);
                    watch.count(search.nodes - search.asked);
                });
            }
            let mut first = search(0, &owner);
            let answer = question(&mut first);
            found.store(true, Ordering::Relaxed);
            watch.count(first.nodes - first.asked);
            first.stopped.map_or(Ok(answer), Err)
        });
        let kept = watch.keep();
        self.nodes = watch.nodes();
        let answer = answer?;
        kept?;
        Ok(answer)
    }
}

/// A position that is asked about, and its moves.
struct Root {
    state: State,
    /// The moves that lead to different positions, and these.
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
        // The sort is stable: of equally promising moves the first.
        children.sort_by_key(|(_, _, child)| order::ordering_score(child, frame));
        Root { state, children }
    }

    /// Would the side to move like to hear yes, when it is asked whether the first player reaches
    /// something?
    fn aim(&self) -> bool {
        self.state.turn == 0
    }

    /// What the first player must reach, or must not, for the side to move to have this value, 0 or 1.
    fn goal(&self, value: i32) -> i8 {
        (if self.aim() { value } else { 1 - value }) as i8
    }

    /// Value for the side to move and a best move.
    fn best(&self, search: &mut Search<'_>) -> (i32, Move) {
        for value in [1, 0] {
            let goal = self.goal(value);
            let known = |(_, _, child): &&(Move, String, State)| {
                let bounds = child.result().map_or_else(
                    || search.table.get(&search::key(child, search.frame)),
                    |result| (result as i8, result as i8),
                );
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

    /// What is known of the moves, for people.
    fn verdicts(&self, frame: &Frame, table: &BoundsTable) -> String {
        let verdict = |(_, name, child): &(Move, String, State)| {
            let (low, high) = child.result().map_or_else(
                || table.get(&search::key(child, frame)),
                |result| (result as i8, result as i8),
            );
            let (low, high) = if self.aim() { (low, high) } else { (-high, -low) };
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

/// Looks after a running question: limits, news, checkpoints.
struct Watch<'a> {
    frame: &'a Frame,
    size: u8,
    table: &'a BoundsTable,
    options: &'a SolveOptions,
    root: &'a Root,
    control: &'a Control<'a>,
    began: Duration,
    before: u64,
    nodes: AtomicU64,
    /// When the next news and the next checkpoint are due.
    due: Mutex<(Duration, Duration)>,
}

impl<'a> Watch<'a> {
    fn new(solver: &'a Pyramid, root: &'a Root, control: &'a Control<'a>) -> Self {
        let now = control.elapsed();
        let every = solver.options.checkpoint.as_ref().map_or(Duration::MAX, |to| to.every);
        Watch {
            frame: &solver.frame,
            size: solver.size,
            table: &solver.table,
            options: &solver.options,
            root,
            control,
            began: now,
            before: solver.nodes,
            nodes: AtomicU64::new(solver.nodes),
            due: Mutex::new((now + NEWS, now.saturating_add(every))),
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn helper(&self, nodes: u64) -> Result<()> {
        self.count(nodes);
        self.control.poll()
    }

    fn owner(&self, nodes: u64, trail: &[Step]) -> Result<()> {
        self.count(nodes);
        let (nodes, now) = (self.nodes(), self.control.elapsed());
        let limits = &self.options.limits;
        if self.options.progress {
            self.control.report(nodes, limits.nodes.unwrap_or(0));
        }
        self.control.poll()?;
        if limits.nodes.is_some_and(|most| nodes >= most)
            || limits.time.is_some_and(|most| now >= most)
        {
            return Err(Error::Limit { nodes, seconds: Seconds(now.as_secs_f64()) });
        }
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= due.0 {
            due.0 = now + NEWS;
            self.control.tell(|| format!("{}{}", self.status(), place(trail)));
        }
        if now >= due.1 {
            self.keep()?;
            due.1 = self.control.elapsed()
                + self.options.checkpoint.as_ref().map_or(NEWS, |to| to.every);
        }
        Ok(())
    }

    /// Writes the checkpoint, if there is to be one.
    fn keep(&self) -> Result<()> {
        match &self.options.checkpoint {
            Some(to) => checkpoint::write(&to.path, self.size, self.nodes(), self.table),
            None => Ok(()),
        }
    }

    /// How far it is, in a line.
    fn status(&self) -> String {
        let seconds = self.control.elapsed().saturating_sub(self.began).as_secs_f64();
        let speed = (self.nodes() - self.before) as f64 / seconds.max(1e-3) / 1e6;
        let permille = self.table.permille();
        let verdicts = self.root.verdicts(self.frame, self.table);
        format!(
            "{} nodes, {speed:.2} million nodes/s, table {}.{} % full: {verdicts}",
            self.nodes(),
            permille / 10,
            permille % 10
        )
    }
}

/// Which move of how many is searched at the first plies.
fn place(trail: &[Step]) -> String {
    const SHOWN: usize = 12;
    let steps: Vec<_> = trail.iter().take(SHOWN).map(|(i, n)| format!("{i}/{n}")).collect();
    format!("; at move {}", steps.join(" "))
}

#[cfg(test)]
mod tests;
