//! Which move to try first.

use arrayvec::ArrayVec;

use super::super::eval::{around, corners};
use super::super::flips::{flips, mobility};
use super::super::rules::Board;
use crate::bits::Word;
use crate::capability::Evaluate;
use crate::game::Player;

/// A move to try: its cell, the discs it turns, and how promising it looks.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub cell: usize,
    pub turned: u64,
    pub score: i32,
}

impl Choice {
    /// The discs after the move, those of the side that is then to move first.
    #[inline]
    pub fn after(&self, own: u64, other: u64) -> (u64, u64) {
        (other ^ self.turned, own ^ self.turned ^ 1 << self.cell)
    }
}

/// The moves of a position; the most promising of those left comes next. Most positions cut after one
/// or two, so they are not sorted.
#[derive(Default)]
pub(super) struct Choices(ArrayVec<Choice, 40>);

impl Choices {
    pub fn push(&mut self, choice: Choice) {
        self.0.push(choice);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Choice> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub fn next(&mut self) -> Option<Choice> {
        let best = (0..self.0.len()).max_by_key(|&i| self.0[i].score)?;
        Some(self.0.swap_remove(best))
    }
}

/// How promising a move looks: few replies, none of them a corner; a corner for oneself; a region with
/// an odd number of cells; and, where there is time to ask, what a shallow search says.
pub(super) fn promise<const N: usize>(
    (own, other): (u64, u64),
    cell: usize,
    (vacant, odd): (u64, u64),
    depth: Option<usize>,
) -> i32 {
    let replies = mobility::<N>(own, other);
    let frontier = around::<N>(other) & vacant & !(1 << cell);
    let mut score = -(32 * replies.count() as i32 + 32 * (replies & corners::<N>()).count() as i32);
    score -= 4 * frontier.count() as i32;
    score += 64 * i32::from(corners::<N>().has(cell));
    score += 16 * i32::from(odd.has(cell));
    match depth {
        None => score,
        Some(depth) => {
            let most = i32::MAX / 2;
            score - shallow::<N>(own, other, -most, most, depth) / 4
        }
    }
}

/// A plain alpha-beta search of the evaluation, in its units.
fn shallow<const N: usize>(own: u64, other: u64, mut alpha: i32, beta: i32, depth: usize) -> i32 {
    let moves = mobility::<N>(own, other);
    if moves == 0 {
        return if mobility::<N>(other, own) == 0 {
            Board::<N>::new(own, other, Player(0)).final_score() * Board::<N>::UNIT
        } else {
            -shallow::<N>(other, own, -beta, -alpha, depth)
        };
    }
    if depth == 0 {
        return Board::<N>::new(own, other, Player(0)).evaluate();
    }
    let mut best = i32::MIN + 1;
    for cells in [moves & corners::<N>(), moves & !corners::<N>()] {
        for cell in cells.cells() {
            let turned = flips::<N>(own, other, cell);
            let value =
                -shallow::<N>(other ^ turned, own ^ turned ^ 1 << cell, -beta, -alpha, depth - 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                return best;
            }
        }
    }
    best
}
