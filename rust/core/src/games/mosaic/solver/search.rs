//! The search that decides one predicate: the first player reaches this result.

use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::compact::{Frame, State};
use super::order::ordering_score;
use super::table::{Bounds, BoundsTable, effort};
use crate::bits::mix;
use crate::error::Error;

/// Least pieces left at which a position is normalized by symmetry before it is looked up.
const TURN_FROM: u32 = 24;
/// Least pieces left at which all children are looked up before one is searched.
const LOOK_UP_CHILDREN: u32 = 20;
/// Visited positions between two checks of the clock.
const POLL_NODES: u64 = 1 << 11;
/// Upper bound on the legal moves of size 5.
const MAX_MOVES: usize = 32;

/// Called every [`POLL_NODES`] with the positions visited since the last call and the current path
/// in the tree; an error ends the search.
pub(super) type Ask<'a> = dyn Fn(u64, &[Step]) -> Result<(), Error> + Sync + 'a;

/// The number of the move that is searched at a ply, from 1, and the number of moves there.
pub(super) type Step = (u8, u8);
/// Upper bound on the plies of size 5.
pub(super) const MAX_PLIES: usize = 64;

pub(super) struct Search<'a> {
    pub frame: &'a Frame,
    pub table: &'a BoundsTable,
    pub ask: &'a Ask<'a>,
    /// Set once the main thread, whose answer counts, has ended.
    pub found: &'a AtomicBool,
    /// 0 for the main thread, whose answer counts; the others order moves slightly differently.
    pub thread: u64,
    pub nodes: u64,
    pub asked: u64,
    pub trail: ArrayVec<Step, MAX_PLIES>,
    pub stopped: Option<Error>,
}

impl Search<'_> {
    /// True if the first player's result of an unfinished position is at least `goal`, 0 or 1. The
    /// result is meaningless once the search was stopped.
    pub fn reaches(&mut self, state: &State, goal: i8) -> bool {
        self.nodes += 1;
        if let Some(result) = state.certain(self.frame) {
            return result >= i32::from(goal);
        }
        if self.nodes - self.asked >= POLL_NODES {
            self.poll();
        }
        let remaining = state.remaining();
        let key = (remaining >= self.frame.keep_from()).then(|| key(state, self.frame));
        if let Some(answer) = key.and_then(|key| answered(self.table.get(&key), goal)) {
            return answer;
        }
        if self.stopped.is_some() {
            return false;
        }
        let before = self.nodes;
        // The answer that is good for the side to move.
        let aim = state.turn == 0;
        let answer = match self.choices(state, goal, aim) {
            None => aim,
            Some(choices) if remaining >= LOOK_UP_CHILDREN && self.look_up(&choices, goal, aim) => {
                aim
            }
            Some(mut choices) => {
                let count = choices.len() as u8;
                let mut answer = !aim;
                self.trail.push((0, count));
                while let Some(child) = best_first(&mut choices) {
                    if let Some(step) = self.trail.last_mut() {
                        step.0 += 1;
                    }
                    if self.reaches(&child, goal) == aim {
                        answer = aim;
                        break;
                    }
                }
                self.trail.pop();
                answer
            }
        };
        if let Some(key) = key.filter(|_| self.stopped.is_none()) {
            self.table.put(&key, bounds(answer, goal), effort(self.nodes - before));
        }
        answer
    }

    /// The unfinished children with their ordering scores; `None` if a move ends the game with the
    /// answer that is good for the side to move.
    fn choices(
        &self,
        state: &State,
        goal: i8,
        aim: bool,
    ) -> Option<ArrayVec<ScoredChild, MAX_MOVES>> {
        let mut choices = ArrayVec::new();
        let mut legal = state.legal(self.frame);
        while legal != 0 {
            let cell = legal & legal.wrapping_neg();
            legal ^= cell;
            let child = state.play(cell, self.frame);
            match child.result() {
                Some(result) if (result >= i32::from(goal)) == aim => return None,
                Some(_) => {}
                None => {
                    choices.push((self.jitter(cell) - ordering_score(&child, self.frame), child));
                }
            }
        }
        Some(choices)
    }

    /// True if the table has a child that proves the answer that is good for the side to move.
    fn look_up(&self, choices: &[ScoredChild], goal: i8, aim: bool) -> bool {
        choices
            .iter()
            .any(|(_, child)| answered(self.table.get(&key(child, self.frame)), goal) == Some(aim))
    }

    /// A jitter added to the ordering score, different in each helping thread.
    #[inline]
    fn jitter(&self, cell: u64) -> i32 {
        if self.thread == 0 { 0 } else { (mix(self.thread ^ cell) & 31) as i32 }
    }

    fn poll(&mut self) {
        let nodes = self.nodes - self.asked;
        self.asked = self.nodes;
        if self.stopped.is_none() {
            self.stopped = (self.ask)(nodes, &self.trail).err();
        }
        if self.thread > 0 && self.found.load(Ordering::Relaxed) {
            self.stopped = Some(Error::Interrupted);
        }
    }
}

/// The table key of a position: the smallest of its images, which have the same value. Late in the
/// game symmetric positions are too rare for this to pay.
#[inline]
pub(super) fn key(state: &State, frame: &Frame) -> State {
    if state.remaining() >= TURN_FROM { state.canonical(frame) } else { *state }
}

/// A child with its ordering score, seen by the side that moves to it.
type ScoredChild = (i32, State);

/// Takes out the child with the highest ordering score, the first of equals.
#[inline]
fn best_first(choices: &mut ArrayVec<ScoredChild, MAX_MOVES>) -> Option<State> {
    let best = (0..choices.len()).rev().max_by_key(|&i| choices[i].0)?;
    Some(choices.remove(best).1)
}

/// The answer that these bounds prove, if they do.
#[inline]
pub(super) fn answered((low, high): Bounds, goal: i8) -> Option<bool> {
    if low >= goal {
        Some(true)
    } else if high < goal {
        Some(false)
    } else {
        None
    }
}

/// The bounds on the result that an answer gives.
fn bounds(answer: bool, goal: i8) -> Bounds {
    if answer { (goal, 1) } else { (-1, goal - 1) }
}
