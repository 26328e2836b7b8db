//! The levels of this game, and its greedy moves.

use super::rules::Board;
use super::sides::Sides;
use crate::bits::Word;
use crate::game::{Game, Move, MoveList};
use crate::levels::{Levels, level};
use crate::slips::{self, Slips};
use crate::specialists::greedy_by;

/// The moves that turn the most discs.
pub(super) fn greedy<S: Sides>(board: &Board<S>, list: &mut MoveList) {
    let mover = board.turn();
    greedy_by(board, list, |after| {
        let difference = after.own().count() as i32 - after.other().count() as i32;
        if after.turn() == mover { difference } else { -difference }
    });
}

/// The cells that people look at, of those where the side to move may place a disc: what wins at once, else
/// the corners, else what leaves the other side no corner, else all.
fn considered<S: Sides>(board: &Board<S>) -> u64 {
    let (placements, corners) = (board.placements(), board.sides().corners());
    let those = |keep: fn(&Board<S>) -> bool| {
        let kept = placements.cells().filter(|&cell| keep(&board.child(Move(cell as u16))));
        kept.fold(0, |set, cell| set | u64::bit(cell))
    };
    let wins = those(|after| after.is_over() && after.final_score() < 0);
    let safe = those(|after| after.placements() & after.sides().corners() == 0);
    let choices = [wins, placements & corners, safe];
    choices.into_iter().find(|&cells| cells != 0).unwrap_or(placements)
}

/// Points in which the odds of a slip double at the start.
const STEP: i32 = 24;

/// Slips as people make them: discs of now and edges look good, the other side's moves count too little, cells
/// beside an empty corner are bad but not taboo, and what is far from the last move is overlooked.
pub(super) fn slips<S: Sides>(board: &Board<S>, last: Option<Move>) -> Slips {
    let sides = board.sides();
    let (width, height) = (sides.width(), sides.height());
    let danger = sides.around(sides.corners() & board.empties());
    let place = |cell: usize| (cell % width, cell / width);
    let last = last.filter(|&m| m != board.pass_move()).map(|m| place(m.index()));
    let looks = |cell: usize| {
        let after = board.child(Move(cell as u16));
        let (x, y) = place(cell);
        let is_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
        let distance = last.map_or(0, |last| x.abs_diff(last.0).max(y.abs_diff(last.1)));
        2 * (after.other().count() as i32 - after.placements().count() as i32)
            + 6 * i32::from(is_edge)
            - 8 * i32::from(danger.has(cell))
            - distance as i32
    };
    let cells = considered(board).cells();
    let moves: Vec<_> = cells.map(|cell| (Move(cell as u16), looks(cell))).collect();
    if moves.is_empty() {
        return vec![(board.pass_move(), 1)];
    }
    slips::by_points(&moves, slips::tired(STEP, board.ply(), sides.cells()))
}

/// The levels of 8 x 8, by the levels of its own search.
pub(super) const LEVELS: Levels = [
    level("greedy", 0),
    level("glance:care=85", 0),
    level("alphabeta:level=4", 15),
    level("alphabeta:level=8", 5),
    level("alphabeta:level=9", 0),
];

/// The levels of the smaller boards, measured on 6 x 6.
pub(super) const LEVELS_OF_SMALL: Levels = [
    level("greedy", 0),
    level("glance:care=85", 0),
    level("alphabeta:depth=3", 10),
    level("alphabeta:depth=5", 5),
    level("alphabeta:depth=7", 0),
];
