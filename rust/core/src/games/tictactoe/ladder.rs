//! The ladder of players `ai1` to `ai14` of the second seed article series ("making an AI for noughts
//! and crosses from scratch in Python"): each scores the position after every legal move by a rule
//! of a line or two and takes one of the best. Each rule here is that line, on one shared helper.

use super::geometry::Geometry;
use super::rules::Board;
use crate::bits::Word;
use crate::capability::{OwnAgent, Specialists};
use crate::error::{Error, Result};
use crate::game::{Game, Move, MoveList};

/// The position after a move, from the mover's view.
struct After<G, W> {
    geometry: G,
    own: W,
    other: W,
    cell: usize,
}

impl<G: Geometry, W: Word> After<G, W> {
    /// Lines with `own` of the mover's marks and `other` of the opponent's, the rest empty.
    fn lines(&self, own: usize, other: usize) -> i32 {
        self.geometry.count_lines(self.own, self.other, own, other) as i32
    }

    fn is_centre(&self) -> bool {
        self.geometry.centre() == Some(self.cell)
    }

    fn wins(&self) -> bool {
        self.lines(self.geometry.k(), 0) > 0
    }

    /// Lines with which the opponent wins next: 0-2-1 on the 3 x 3 board.
    fn dangers(&self) -> i32 {
        self.lines(0, self.geometry.k() - 1)
    }

    /// Lines with which the mover threatens to win: 2-0-1 on the 3 x 3 board.
    fn threats(&self) -> i32 {
        self.lines(self.geometry.k() - 1, 0)
    }

    /// `ai11`'s weights in half points: 2 for a single 2-0-1, 0.5 for each 1-0-2, -1 for each 0-1-2.
    fn weights(&self) -> i32 {
        4 * i32::from(self.threats() == 1) + self.lines(1, 0) - 2 * self.lines(0, 1)
    }

    /// After four marks: x in the centre and on one edge cell, o in two opposite corners.
    fn is_special(&self) -> bool {
        const CENTRE: u128 = 0b000_010_000;
        const EDGES: u128 = 0b010_101_010;
        const CORNERS: [u128; 2] = [0b100_000_001, 0b001_000_100];
        let (x, o) = (self.own.wide(), self.other.wide());
        x.count() == 2 && x & CENTRE != 0 && x & EDGES != 0 && CORNERS.contains(&o)
    }
}

/// Makes `best` the list of the moves whose score is highest, in index order.
fn best_by<G: Geometry, W: Word>(
    board: &Board<G, W>,
    best: &mut MoveList,
    score: impl Fn(&After<G, W>) -> i32,
) -> Result<()> {
    let mut highest = i32::MIN;
    board.for_each_legal(|m| {
        let own = board.own() | W::bit(m.index());
        let after =
            After { geometry: board.geometry(), own, other: board.other(), cell: m.index() };
        let score = score(&after);
        if score > highest {
            highest = score;
            best.clear();
        }
        if score == highest {
            best.push(m);
        }
    });
    Ok(())
}

/// For rules whose weights are made for three in a row on nine cells.
fn only_3x3<G: Geometry, W: Word>(board: &Board<G, W>, name: &str) -> Result<()> {
    let g = board.geometry();
    if (g.width(), g.height(), g.k()) == (3, 3, 3) {
        return Ok(());
    }
    Err(undefined(board, name, "its rule is made for the 3 x 3 board"))
}

/// For rules that name the centre.
fn with_centre<G: Geometry, W: Word>(board: &Board<G, W>, name: &str) -> Result<()> {
    match board.geometry().centre() {
        Some(_) => Ok(()),
        None => Err(undefined(board, name, "its rule needs a centre cell, so odd sides")),
    }
}

fn undefined<G: Geometry, W: Word>(board: &Board<G, W>, name: &str, reason: &str) -> Error {
    Error::Unsupported { what: format!("player {name}"), game: board.spec(), reason: reason.into() }
}

fn ai1<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    best.push(Move(board.legal().first() as u16));
    Ok(())
}

fn ai3<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    with_centre(board, "ai3")?;
    best_by(board, best, |after| i32::from(after.is_centre()))
}

fn ai4<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    only_3x3(board, "ai4")?;
    best_by(board, best, |after| match (after.cell % 3, after.cell / 3) {
        (1, 1) => 10,
        (x @ (0 | 2), y @ (0 | 2)) => 9 - (x + 3 * y) as i32,
        _ => 0,
    })
}

fn ai5<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    best_by(board, best, |after| i32::from(after.wins()))
}

fn win_or_block<G: Geometry, W: Word>(after: &After<G, W>) -> i32 {
    if after.wins() { 1 } else { -i32::from(after.dangers() > 0) }
}

fn ai6<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    best_by(board, best, win_or_block)
}

fn ai7<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    with_centre(board, "ai7")?;
    best_by(board, best, |after| if after.is_centre() { 2 } else { win_or_block(after) })
}

fn ai8<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    with_centre(board, "ai8")?;
    best_by(board, best, |after| match after {
        after if after.is_centre() => 3,
        after if after.wins() => 2,
        after if after.dangers() > 0 => -1,
        after => i32::from(after.threats() > 0),
    })
}

fn ai9<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    with_centre(board, "ai9")?;
    best_by(board, best, |after| match after {
        after if after.is_centre() => 4,
        after if after.wins() => 3,
        after if after.dangers() > 0 => -1,
        after => after.threats().min(2),
    })
}

/// `ai10` and `ai11`, in half points: the same order of rules, other weights at its end.
fn centre_win_block_fork<G: Geometry, W: Word>(
    after: &After<G, W>,
    weights: impl Fn(&After<G, W>) -> i32,
) -> i32 {
    match after {
        after if after.is_centre() => 600,
        after if after.wins() => 400,
        after if after.dangers() > 0 => -200,
        after if after.threats() >= 2 => 200,
        after => weights(after),
    }
}

fn ai10<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    only_3x3(board, "ai10")?;
    let weights = |after: &After<G, W>| 2 * i32::from(after.threats() == 1) + 2 * after.lines(1, 0);
    best_by(board, best, |after| centre_win_block_fork(after, weights))
}

fn ai11<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    only_3x3(board, "ai11")?;
    best_by(board, best, |after| centre_win_block_fork(after, After::weights))
}

/// `ai12` and `ai13`, in half points: they differ in what a danger costs.
fn win_block_fork_special<G: Geometry, W: Word>(
    after: &After<G, W>,
    danger: impl Fn(i32) -> i32,
) -> i32 {
    match after {
        after if after.wins() => 600,
        after if after.dangers() > 0 => danger(after.dangers()),
        after if after.threats() >= 2 => 400,
        after if after.is_special() => 200,
        after => after.weights(),
    }
}

fn ai12<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    only_3x3(board, "ai12")?;
    best_by(board, best, |after| win_block_fork_special(after, |_| -200))
}

fn ai13<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    only_3x3(board, "ai13")?;
    best_by(board, best, |after| win_block_fork_special(after, |dangers| -200 * dangers))
}

fn ai14<G: Geometry, W: Word>(board: &Board<G, W>, best: &mut MoveList) -> Result<()> {
    only_3x3(board, "ai14")?;
    best_by(board, best, |after| match (after, after.dangers()) {
        (after, _) if after.wins() => 600,
        (after, 0) if after.threats() >= 2 => 400,
        (after, _) if after.is_special() => 200,
        (after, dangers) => -200 * dangers + after.weights(),
    })
}

impl<G: Geometry, W: Word> Specialists for Board<G, W> {
    const AGENTS: &'static [OwnAgent<Self>] = &[
        OwnAgent { name: "ai1", rule: "the first empty cell, row by row", candidates: Some(ai1) },
        OwnAgent { name: "ai2", rule: "any empty cell", candidates: None },
        OwnAgent { name: "ai3", rule: "the centre, else any cell", candidates: Some(ai3) },
        OwnAgent {
            name: "ai4",
            rule: "the centre, then the corners from the top left, else any cell",
            candidates: Some(ai4),
        },
        OwnAgent { name: "ai5", rule: "a win, else any cell", candidates: Some(ai5) },
        OwnAgent { name: "ai6", rule: "a win, a block, else any cell", candidates: Some(ai6) },
        OwnAgent { name: "ai7", rule: "the centre, then as ai6", candidates: Some(ai7) },
        OwnAgent {
            name: "ai8",
            rule: "the centre, a win, a block, then a threat",
            candidates: Some(ai8),
        },
        OwnAgent { name: "ai9", rule: "as ai8, two threats before one", candidates: Some(ai9) },
        OwnAgent {
            name: "ai10",
            rule: "as ai9, then 1 for a threat and 1 for each line 1-0-2",
            candidates: Some(ai10),
        },
        OwnAgent {
            name: "ai11",
            rule: "as ai10 with 2 for a threat, 0.5 for each 1-0-2, -1 for each 0-1-2",
            candidates: Some(ai11),
        },
        OwnAgent {
            name: "ai12",
            rule: "as ai11 without the centre rule, and an edge against two opposite corners",
            candidates: Some(ai12),
        },
        OwnAgent {
            name: "ai13",
            rule: "as ai12, each danger left open counted",
            candidates: Some(ai13),
        },
        OwnAgent {
            name: "ai14",
            rule: "as ai13, the weights of ai11 counted among dangers too",
            candidates: Some(ai14),
        },
    ];
}
