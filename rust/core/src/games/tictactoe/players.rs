//! The ladder of players `ai1` to `ai14` of the second seed article series ("making an AI for
//! noughts and crosses from scratch in Python"): each player scores the position after every legal
//! move by a short rule and chooses among the best. Each rule here is a short function on one
//! shared helper.

use super::geometry::Geometry;
use super::rules::Board;
use crate::bits::{Integer, Word};
use crate::exact::Effort;
use crate::game::{Game, Move, MoveList};
use crate::levels::{BY_SEARCH, Levels, level};
use crate::players::{AgentEntry, Make};
use crate::specialists::Specialists;

/// The position after a move, from the mover's view.
struct After<G, W> {
    geometry: G,
    own: W,
    other: W,
    cell: usize,
}

impl<G: Geometry, W: Integer> After<G, W> {
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

    /// Lines with which the opponent wins on the next move: 0-2-1 on the 3 x 3 board.
    fn dangers(&self) -> i32 {
        self.lines(0, self.geometry.k() - 1)
    }

    /// Lines with which the mover threatens to win: 2-0-1 on the 3 x 3 board.
    fn threats(&self) -> i32 {
        self.lines(self.geometry.k() - 1, 0)
    }

    /// `ai11`'s weights in half points: 2 for a single 2-0-1, 0.5 for each 1-0-2, -1 for each
    /// 0-1-2.
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
fn best_by<G: Geometry, W: Integer>(
    board: &Board<G, W>,
    best: &mut MoveList,
    score: impl Fn(&After<G, W>) -> i32,
) {
    let mut highest = i32::MIN;
    board.for_each_legal(|m| {
        let own = board.own() | W::bit(m.index());
        let after = After { geometry: board.sides(), own, other: board.other(), cell: m.index() };
        let score = score(&after);
        if score > highest {
            highest = score;
            best.clear();
        }
        if score == highest {
            best.push(m);
        }
    });
}

/// The rule of a player by the score of the position after a move.
macro_rules! best {
    ($score:expr) => {
        Make::Rule(|board, best| best_by(board, best, $score))
    };
}

/// Condition of rules that work on every board.
fn anywhere<G, W>(_: &Board<G, W>) -> Option<&'static str> {
    None
}

/// Condition of rules whose weights are made for the 3 x 3 board.
fn only_3x3<G: Geometry, W: Integer>(board: &Board<G, W>) -> Option<&'static str> {
    let g = board.sides();
    let is_3x3 = (g.width(), g.height(), g.k()) == (3, 3, 3);
    (!is_3x3).then_some("its rule is made for the 3 x 3 board")
}

/// Condition of rules that need a centre.
fn with_centre<G: Geometry, W: Integer>(board: &Board<G, W>) -> Option<&'static str> {
    let centre = board.sides().centre();
    centre.is_none().then_some("its rule needs a centre cell, so odd sides")
}

fn ai1<G: Geometry, W: Integer>(board: &Board<G, W>, best: &mut MoveList) {
    best.push(Move(board.legal().first() as u16));
}

fn ai4<G: Geometry, W: Integer>(after: &After<G, W>) -> i32 {
    match (after.cell % 3, after.cell / 3) {
        (1, 1) => 10,
        (x @ (0 | 2), y @ (0 | 2)) => 9 - (x + 3 * y) as i32,
        _ => 0,
    }
}

fn win_or_block<G: Geometry, W: Integer>(after: &After<G, W>) -> i32 {
    if after.wins() { 1 } else { -i32::from(after.dangers() > 0) }
}

/// `ai8` to `ai11`, in half points: the same order of rules, with different ones at the end.
fn centre_win_block<G: Geometry, W: Integer>(
    after: &After<G, W>,
    rest: impl Fn(&After<G, W>) -> i32,
) -> i32 {
    match after {
        after if after.is_centre() => 600,
        after if after.wins() => 400,
        after if after.dangers() > 0 => -200,
        after => rest(after),
    }
}

fn ai10<G: Geometry, W: Integer>(after: &After<G, W>) -> i32 {
    match after.threats() {
        2.. => 200,
        threats => 2 * threats + 2 * after.lines(1, 0),
    }
}

fn ai11<G: Geometry, W: Integer>(after: &After<G, W>) -> i32 {
    if after.threats() >= 2 { 200 } else { after.weights() }
}

/// `ai12` and `ai13`, in half points: they differ in the cost of a danger.
fn win_block_fork_special<G: Geometry, W: Integer>(
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

fn ai14<G: Geometry, W: Integer>(after: &After<G, W>) -> i32 {
    match (after, after.dangers()) {
        (after, _) if after.wins() => 600,
        (after, 0) if after.threats() >= 2 => 400,
        (after, _) if after.is_special() => 200,
        (after, dangers) => -200 * dangers + after.weights(),
    }
}

impl<G: Geometry, W: Integer> Specialists for Board<G, W> {
    const PLAYERS: &'static [AgentEntry<Self>] = &[
        own("ai1", "the first empty cell, row by row", anywhere, Make::Certain(ai1)),
        own("ai2", "any empty cell", anywhere, Make::Random),
        own(
            "ai3",
            "the centre, else any cell",
            with_centre,
            best!(|after| i32::from(after.is_centre())),
        ),
        own(
            "ai4",
            "the centre, then the corners from the top left, else any cell",
            only_3x3,
            best!(ai4),
        ),
        own("ai5", "a win, else any cell", anywhere, best!(|after| i32::from(after.wins()))),
        own("ai6", "a win, a block, else any cell", anywhere, best!(win_or_block)),
        own(
            "ai7",
            "the centre, then as ai6",
            with_centre,
            best!(|after| if after.is_centre() { 2 } else { win_or_block(after) }),
        ),
        own(
            "ai8",
            "the centre, a win, a block, then a threat",
            with_centre,
            best!(|after| centre_win_block(after, |after| after.threats().min(1))),
        ),
        own(
            "ai9",
            "as ai8, two threats before one",
            with_centre,
            best!(|after| centre_win_block(after, |after| after.threats().min(2))),
        ),
        own(
            "ai10",
            "as ai9, then 1 for a threat and 1 for each line 1-0-2",
            only_3x3,
            best!(|after| centre_win_block(after, ai10)),
        ),
        own(
            "ai11",
            "as ai10 with 2 for a threat, 0.5 for each 1-0-2, -1 for each 0-1-2",
            only_3x3,
            best!(|after| centre_win_block(after, ai11)),
        ),
        own(
            "ai12",
            "as ai11 without the centre rule, and an edge against two opposite corners",
            only_3x3,
            best!(|after| win_block_fork_special(after, |_| -200)),
        ),
        own(
            "ai13",
            "as ai12, each danger left open counted",
            only_3x3,
            best!(|after| win_block_fork_special(after, |dangers| -200 * dangers)),
        ),
        own(
            "ai14",
            "as ai13, the weights of ai11 counted among dangers too",
            only_3x3,
            best!(ai14),
        ),
    ];

    fn levels(&self) -> Levels {
        if only_3x3(self).is_none() { LEVELS } else { BY_SEARCH }
    }

    /// Boards with room for lines of 3 or 4 are won early; the others fill.
    fn effort(&self) -> Option<Effort> {
        let g = self.sides();
        if g.k() <= 3 || (g.k() == 4 && g.width().min(g.height()) > 4) {
            return None;
        }
        Some(Effort::of_fillings(self.empties().count(), 1.0, 5e5))
    }
}

/// The levels on 3 x 3; other boards have the general ones.
const LEVELS: Levels =
    [level("greedy", 0), level("ai6", 24), level("ai9", 8), level("ai10", 9), level("perfect", 0)];

const fn own<G>(
    name: &'static str,
    rule: &'static str,
    objection: fn(&G) -> Option<&'static str>,
    make: Make<G>,
) -> AgentEntry<G> {
    AgentEntry { objection, ..AgentEntry::new(name, rule, make) }
}
