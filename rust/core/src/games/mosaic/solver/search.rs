//! The search for one question: does the first player reach this result?

use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::compact::{Frame, State};
use super::order::ordering_score;
use super::table::{Bounds, BoundsTable, effort};
use crate::bits::mix;
use crate::error::Error;

/// Pieces left from which a position is turned to the least of its images before it is looked up.
const TURN_FROM: u32 = 24;
/// Pieces left from which all children are looked up before one is searched.
const LOOK_UP_CHILDREN: u32 = 20;
/// Visited positions between two looks at the clock.
const POLL_NODES: u64 = 1 << 12;
/// More than there are legal moves on size 5.
const MOST_MOVES: usize = 32;

/// What a search asks those who wait for it, now and then: to go on, or why not. They are told the
/// positions visited since they were last asked, and where the search is.
pub(super) type Ask<'a> = dyn Fn(u64, &[Step]) -> Result<(), Error> + Sync + 'a;

/// Which move of how many is searched at a ply, from the first.
pub(super) type Step = (u8, u8);
/// More than there are plies on size 5.
pub(super) const MOST_PLIES: usize = 64;

/// One thread of a search.
pub(super) struct Search<'a> {
    pub frame: &'a Frame,
    pub table: &'a BoundsTable,
    pub ask: &'a Ask<'a>,
    /// The thread whose answer counts has it.
    pub found: &'a AtomicBool,
    /// 0 for the thread whose answer counts; the others order moves a little differently.
    pub thread: u64,
    pub nodes: u64,
    pub asked: u64,
    pub trail: ArrayVec<Step, MOST_PLIES>,
    pub stopped: Option<Error>,
}

impl Search<'_> {
    /// Is the first player's result of an unfinished position at least `goal`, 0 or 1? Means nothing
    /// once the search was stopped.
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
        // What the side to move would like to hear.
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

    /// The unfinished children with what they ordering_score the side to move; `None` if a move ends the game
    /// as it likes.
    fn choices(
        &self,
        state: &State,
        goal: i8,
        aim: bool,
    ) -> Option<ArrayVec<ScoredChild, MOST_MOVES>> {
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
                    choices.push((self.jitter(cell) - ordering_score(&child, self.frame), child))
                }
            }
        }
        Some(choices)
    }

    /// Does the table know a child that gives the side to move what it likes?
    fn look_up(&self, choices: &[ScoredChild], goal: i8, aim: bool) -> bool {
        choices
            .iter()
            .any(|(_, child)| answered(self.table.get(&key(child, self.frame)), goal) == Some(aim))
    }

    /// What makes a helping thread order moves its own way.
    #[inline]
    fn jitter(&self, cell: u64) -> i32 {
        if self.thread == 0 { 0 } else { (mix(self.thread ^ cell) & 31) as i32 }
    }

    fn poll(&mut self) {
        let news = self.nodes - self.asked;
        self.asked = self.nodes;
        if self.stopped.is_none() {
            self.stopped = (self.ask)(news, &self.trail).err();
        }
        if self.thread > 0 && self.found.load(Ordering::Relaxed) {
            self.stopped = Some(Error::Interrupted);
        }
    }
}

/// The position as the table knows it. Its images have the same value; late in the game they are too
/// rare to be worth the turning.
#[inline]
pub(super) fn key(state: &State, frame: &Frame) -> State {
    if state.remaining() >= TURN_FROM { state.canonical(frame) } else { *state }
}

/// A child, and how good it looks to the side that moves there.
type ScoredChild = (i32, State);

/// Takes out the child with the most ordering_score, the first of equals.
#[inline]
fn best_first(choices: &mut ArrayVec<ScoredChild, MOST_MOVES>) -> Option<State> {
    let best = (0..choices.len()).rev().max_by_key(|&i| choices[i].0)?;
    Some(choices.remove(best).1)
}

/// What bounds say to a question.
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

/// What an answer says about the result.
fn bounds(answer: bool, goal: i8) -> Bounds {
    if answer { (goal, 1) } else { (-1, goal - 1) }
}
