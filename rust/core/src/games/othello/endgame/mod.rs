//! Exact values of Othello positions.
//!
//! A null-window search in tiers, each dropping what no longer pays as the board fills:
//!
//! - with many empties, principal variation search on a transposition table, children looked up
//!   before one is searched, moves ordered by a shallow search of the evaluation;
//! - then moves ordered by the replies they leave ("fastest first") and by parity;
//! - with few, cells in order of parity only, no table, no counting of moves;
//! - the last two by hand.
//!
//! The techniques are the field's: fastest first and parity ordering as Gunnar Andersson describes
//! them ("Writing an Othello program", 2007), the lookup of children as in Aske Plaat's thesis
//! ("Research re: search & re-search", 1996), stability as a bound as in Michael Buro's and Richard
//! Delorme's programs. The code is our own.

mod last;
mod order;
mod stable;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use self::last::Few;
use self::order::{Choice, Choices};
use self::stable::stable;
use super::flips::{flips, mobility};
use super::rules::Board;
use crate::bits::{Word, mix};
use crate::control::Control;
use crate::error::{Error, Result, Seconds};
use crate::game::{Game, Move, Player};
use crate::solve::{ExactSolver, SolveOptions};
use crate::table::{Bound, Entry, Table};

/// Empties up to which no table is kept and moves are not counted.
const FEW: usize = 6;
/// Empties from which the children are looked up before one is searched.
const LOOK_UP_CHILDREN: usize = 11;
/// Empties from which a shallow search orders the moves.
const SHALLOW_SEARCH: usize = 13;
/// Nodes between two looks at the control and the limits, counted above the last tier.
const POLL_NODES: u64 = 1 << 10;

/// One thread of a solve: counts its nodes, and remembers that it was stopped.
struct Solver<'a, const N: usize> {
    table: &'a Table,
    options: &'a SolveOptions,
    control: &'a Control<'a>,
    /// 0 for the thread whose result counts; the others order moves a little differently.
    thread: u64,
    /// The thread whose result counts has it.
    found: &'a AtomicBool,
    few: Few<N>,
    upper_nodes: u64,
    stopped: Option<Error>,
}

/// What stays from one question to the next.
struct Endgame<const N: usize> {
    table: Table,
    options: SolveOptions,
    nodes: u64,
}

/// The solver of a board.
pub(super) fn solver<const N: usize>(
    options: &SolveOptions,
) -> Result<Box<dyn ExactSolver<Board<N>>>> {
    let table = Table::new(options.table_mib)?;
    Ok(Box::new(Endgame::<N> { table, options: *options, nodes: 0 }))
}

impl<const N: usize> Endgame<N> {
    /// Asks on all threads. The others search the same tree in another order and fill the shared
    /// table: what they have proven, the first thread need not prove again. Their answers are not
    /// looked at.
    fn ask<T: Send>(
        &mut self,
        control: &Control<'_>,
        question: impl Fn(&mut Solver<'_, N>) -> Result<T> + Sync,
    ) -> Result<T> {
        let found = AtomicBool::new(false);
        let before = self.nodes;
        let solver = |thread| Solver::<N> {
            table: &self.table,
            options: &self.options,
            control,
            thread,
            found: &found,
            few: Few::default(),
            upper_nodes: if thread == 0 { before } else { 0 },
            stopped: None,
        };
        let (answer, nodes) = thread::scope(|scope| {
            let helper = |index: usize| {
                let mut helper = solver(index as u64);
                let question = &question;
                scope.spawn(move || {
                    let _ = question(&mut helper);
                    helper.nodes()
                })
            };
            let helpers: Vec<_> = (1..self.options.threads).map(helper).collect();
            let mut first = solver(0);
            let answer = question(&mut first);
            found.store(true, Ordering::Relaxed);
            let helped: u64 = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum();
            (answer, first.nodes() + helped)
        });
        self.nodes = nodes;
        answer
    }
}

impl<const N: usize> ExactSolver<Board<N>> for Endgame<N> {
    fn best(&mut self, position: &Board<N>, control: &Control<'_>) -> Result<(i32, Move)> {
        if self.options.wld {
            let (value, m) = self.ask(control, |solver| solver.best(position, -1, 1))?;
            return Ok((value.signum(), m));
        }
        let most = Solver::<N>::CELLS;
        self.ask(control, |solver| solver.best(position, -most, most))
    }

    fn reaches(&mut self, position: &Board<N>, value: i32, control: &Control<'_>) -> Result<bool> {
        self.ask(control, |solver| {
            let found = solver.null(position.own(), position.other(), value - 1);
            solver.stopped.take().map_or(Ok(found >= value), Err)
        })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<const N: usize> Solver<'_, N> {
    const CELLS: i32 = (N * N) as i32;

    fn nodes(&self) -> u64 {
        self.upper_nodes + self.few.nodes
    }

    /// Value and a best move of an unfinished position, exact where it lies within `(low, high)`.
    fn best(&mut self, position: &Board<N>, low: i32, high: i32) -> Result<(i32, Move)> {
        if position.must_pass() {
            let mut child = *position;
            child.play_unchecked(Board::<N>::PASS);
            return Ok((-self.best(&child, -high, -low)?.0, Board::<N>::PASS));
        }
        let (own, other) = (position.own(), position.other());
        let mut best = (-Self::CELLS - 1, Board::<N>::PASS);
        let mut choices =
            self.choices(own, other, position.vacant().count(), self.remembered(own, other));
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            let first = best.0 < -Self::CELLS;
            let alpha = best.0.max(low);
            let mut value = alpha;
            // The first move gets the whole window; the others must first show that they are better.
            if !first {
                value = -self.null(child_own, child_other, -alpha - 1);
            }
            if first || (value > alpha && value < high) {
                value = -self.principal(child_own, child_other, -high, -alpha);
            }
            if let Some(error) = self.stopped.take() {
                return Err(error);
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
            }
            if value >= high {
                break;
            }
        }
        let effort = 63;
        self.remember(own, other, bound_of(best.0, low, high), best.0, best.1, effort);
        Ok(best)
    }

    /// The value within `(alpha, beta)`, fail-soft.
    fn principal(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32) -> i32 {
        let vacant = Self::vacant(own, other);
        if vacant.count() <= FEW + 1 || beta - alpha <= 1 {
            return self.by_null_windows(own, other, alpha, beta);
        }
        if mobility::<N>(own, other) == 0 {
            return if mobility::<N>(other, own) == 0 {
                Self::final_score(own, other)
            } else {
                -self.principal(other, own, -beta, -alpha)
            };
        }
        let before = self.nodes();
        let floor = alpha;
        let mut best = (-Self::CELLS - 1, Move(0));
        let mut choices = self.choices(own, other, vacant.count(), self.remembered(own, other));
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            let first = best.0 < -Self::CELLS;
            let mut value = best.0;
            if !first {
                value = -self.null(child_own, child_other, -alpha - 1);
            }
            if first || (value > alpha && value < beta) {
                value = -self.principal(child_own, child_other, -beta, -alpha);
            }
            if self.stopped.is_some() {
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
        let bound = bound_of(best.0, floor, beta);
        self.remember(own, other, bound, best.0, best.1, effort(self.nodes() - before));
        best.0
    }

    /// The value within a window, by null windows from its middle outwards: for small trees.
    fn by_null_windows(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let (mut low, mut high) = (alpha, beta);
        let mut guess = Self::final_score(own, other).clamp(alpha, beta - 1);
        loop {
            let value = self.null(own, other, guess);
            if value > guess {
                low = value;
            } else {
                high = value;
            }
            if low >= high || low >= beta || high <= alpha || self.stopped.is_some() {
                return value;
            }
            guess = if value > guess { value } else { value - 1 };
        }
    }

    /// Is the value more than `alpha`? A bound on that side of it.
    fn null(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let vacant = Self::vacant(own, other);
        let n = vacant.count();
        if n <= FEW {
            return self.few.value(own, other, vacant, alpha);
        }
        self.upper_nodes += 1;
        if self.upper_nodes.is_multiple_of(POLL_NODES) {
            self.poll();
        }
        if self.stopped.is_some() {
            return alpha;
        }
        // Discs that can never turn again bound what the mover may still get.
        if alpha >= Self::CELLS / 4 + 2 * (n as i32 - FEW as i32).min(8) {
            let most = Self::CELLS - 2 * stable::<N>(other, own).count() as i32;
            if most <= alpha {
                return most;
            }
        }
        let key = Self::key(own, other);
        let entry = self.table.get(key);
        if let Some(entry) = entry {
            let above = entry.bound != Bound::Upper && entry.value > alpha;
            let below = entry.bound != Bound::Lower && entry.value <= alpha;
            if above || below {
                return entry.value;
            }
        }
        if mobility::<N>(own, other) == 0 {
            return if mobility::<N>(other, own) == 0 {
                Self::final_score(own, other)
            } else {
                -self.null(other, own, -alpha - 1)
            };
        }
        let before = self.nodes();
        let mut choices = self.choices(own, other, n, entry.and_then(|entry| entry.best));
        if n >= LOOK_UP_CHILDREN
            && let Some(value) = self.cut_by_children(own, other, &choices, alpha)
        {
            return value;
        }
        let mut best = (-Self::CELLS - 1, Move(0));
        while let Some(choice) = choices.next() {
            let (child_own, child_other) = choice.after(own, other);
            let value = -self.null(child_own, child_other, -alpha - 1);
            if self.stopped.is_some() {
                return alpha;
            }
            if value > best.0 {
                best = (value, Move(choice.cell as u16));
            }
            if value > alpha {
                break;
            }
        }
        let bound = if best.0 > alpha { Bound::Lower } else { Bound::Upper };
        self.remember(own, other, bound, best.0, best.1, effort(self.nodes() - before));
        best.0
    }

    fn cut_by_children(&self, own: u64, other: u64, choices: &Choices, alpha: i32) -> Option<i32> {
        choices.iter().find_map(|choice| {
            let (child_own, child_other) = choice.after(own, other);
            let entry = self.table.get(Self::key(child_own, child_other))?;
            (entry.bound != Bound::Lower && -entry.value > alpha).then_some(-entry.value)
        })
    }

    /// The moves of a position, to be taken in order of promise.
    fn choices(&self, own: u64, other: u64, n: usize, table_move: Option<Move>) -> Choices {
        let depth = if n < SHALLOW_SEARCH { None } else { Some(((n - SHALLOW_SEARCH) / 2).min(4)) };
        let mut choices = Choices::default();
        let vacant = Self::vacant(own, other);
        for cell in mobility::<N>(own, other).cells() {
            let mut choice = Choice { cell, turned: flips::<N>(own, other, cell), score: 0 };
            choice.score = if table_move == Some(Move(cell as u16)) {
                i32::MAX
            } else {
                order::promise::<N>(choice.after(own, other), cell, vacant, depth) + self.whim(cell)
            };
            choices.push(choice);
        }
        choices
    }

    /// What makes a helping thread order moves its own way.
    fn whim(&self, cell: usize) -> i32 {
        if self.thread == 0 { 0 } else { (mix(self.thread << 8 | cell as u64) & 63) as i32 }
    }

    fn poll(&mut self) {
        if self.thread > 0 {
            if self.found.load(Ordering::Relaxed) || self.control.poll().is_err() {
                self.stopped = Some(Error::Interrupted);
            }
            return;
        }
        let limits = self.options.limits;
        if self.options.progress {
            self.control.report(self.nodes(), limits.nodes.unwrap_or(0));
        }
        let out_of_nodes = limits.nodes.is_some_and(|most| self.nodes() >= most);
        let out_of_time = limits.time.is_some_and(|most| self.control.elapsed() >= most);
        if let Err(error) = self.control.poll() {
            self.stopped = Some(error);
        } else if out_of_nodes || out_of_time {
            let seconds = Seconds(self.control.elapsed().as_secs_f64());
            self.stopped = Some(Error::Limit { nodes: self.nodes(), seconds });
        }
    }

    fn remembered(&self, own: u64, other: u64) -> Option<Move> {
        self.table.get(Self::key(own, other)).and_then(|entry| entry.best)
    }

    fn remember(&self, own: u64, other: u64, bound: Bound, value: i32, best: Move, effort: u8) {
        let entry = Entry { value, bound, depth: 255, effort, best: Some(best) };
        self.table.put(Self::key(own, other), entry);
    }

    #[inline]
    fn key(own: u64, other: u64) -> u64 {
        mix(own ^ mix(other))
    }

    #[inline]
    fn vacant(own: u64, other: u64) -> u64 {
        super::flips::board::<N>() & !(own | other)
    }

    fn final_score(own: u64, other: u64) -> i32 {
        Board::<N>::new(own, other, Player(0)).final_score()
    }
}

/// What a fail-soft value says after a search of the window `(alpha, beta)`.
fn bound_of(value: i32, alpha: i32, beta: i32) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

fn effort(nodes: u64) -> u8 {
    (nodes + 1).ilog2() as u8
}
