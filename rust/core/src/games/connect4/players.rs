//! The levels, and the slips between their moves.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::Integer;
use crate::game::{Game, Move};
use crate::levels::{Levels, level};
use crate::slips::{self, Slips};

/// Points in which the odds of a slip double at the start.
const STEP: i32 = 4;

/// What a line of the other side looks like that a cell would complete: along a column or row, and on a
/// diagonal, where it is overlooked more.
const DANGERS: [i32; 2] = [22, 13];

/// Slips as people make them: a win with this disc is never missed; a danger is, above all on a diagonal or
/// one move later; own threats, the middle, and what is near the last move look good.
pub(super) fn slips<G: Sides, W: Integer>(board: &Board<G, W>, last: Option<Move>) -> Slips {
    let (g, ours, theirs) = (board.sides(), board.own(), board.other());
    let wins = g.wins(ours, board.discs());
    let gaps = |discs: W| [g.straight_gaps(discs), g.slanting_gaps(discs)];
    let danger = |cell: W| {
        let of = |(gaps, points): (W, i32)| points * i32::from(!(gaps & cell).is_empty());
        gaps(theirs).into_iter().zip(DANGERS).map(of).max().unwrap_or_default()
    };
    let looks = |m: Move| {
        let cell = board.landing(m);
        let [straight, slanting] = gaps(ours | cell).map(|gaps| {
            let new = gaps & g.board() & !board.discs() & !(g.gaps(ours) | cell);
            i32::from(!new.is_empty())
        });
        let (x, right) = (m.index(), g.width() - 1 - m.index());
        let distance = last.map_or(0, |last| x.abs_diff(last.index()));
        danger(cell) - danger(cell << 1 & g.board()) / 2
            + 6 * straight
            + 2 * slanting
            + 2 * x.min(right) as i32
            - 2 * distance as i32
    };
    let moves = board.legal_moves().into_iter();
    let is_open = |m: &Move| wins.is_empty() || !(board.landing(*m) & wins).is_empty();
    let moves: Vec<_> = moves.filter(is_open).map(|m| (m, looks(m))).collect();
    slips::by_points(&moves, slips::tired(STEP, board.ply(), g.cells()))
}

/// The levels of 7 x 6, where every position is solved within a moment.
pub(super) const LEVELS: Levels = [
    level("glance", 0),
    level("alphabeta:depth=2", 40),
    level("alphabeta:depth=6", 14),
    level("alphabeta:depth=12", 5),
    level("perfect", 0),
];

/// The levels of other boards.
pub(super) const LEVELS_BY_SEARCH: Levels = {
    let [easy, casual, club, strong, _] = LEVELS;
    [easy, casual, club, strong, level("alphabeta:depth=12", 0)]
};
