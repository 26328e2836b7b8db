//! A block of rows: the piece of a batch that one thread works on at a time.
//!
//! Nothing here depends on the type of the game, so that it is compiled once.

use super::lanes::Lanes;
use super::options::{AutoReset, Layout, OnIllegal};
use super::rows::{Rows, Viewers};
use crate::bits::{Word, unpack_words};
use crate::error::Result;
use crate::game::{Move, Player};
use crate::rng::{Rng, child_seed};

/// Rows of a block: a few microseconds of work.
pub(super) const ROWS: usize = 64;
/// The child of a game's seed from which its random moves come.
const MOVES: u64 = 1;

/// What all rows of a batch share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub root: u128,
    pub first: u64,
    pub autoreset: AutoReset,
    pub on_illegal: OnIllegal,
    pub layout: Layout,
    pub num_moves: usize,
    /// Words of a set of legal moves.
    pub words: usize,
    /// Planes, and the cells of each.
    pub planes: [usize; 2],
}

impl Plan {
    /// The seed of a game of a row.
    pub fn seed(&self, row: usize, episode: u64) -> u64 {
        child_seed(self.root, episode << 32 | (self.first + row as u64))
    }

    /// Bytes of the planes of a position.
    pub fn plane_bytes(&self) -> usize {
        self.planes[0] * self.planes[1]
    }
}

/// Whether the game of a row goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Running,
    Over,
    /// Lost by an illegal move of this seat; the position is the one before it.
    Lost(Player),
}

/// The game of a row, without its position.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub episode: u64,
    pub stream: Rng,
    pub stage: Stage,
}

/// Up to [`ROWS`] rows of a batch.
#[derive(Debug)]
pub(super) struct Block {
    /// The row of the batch that is this block's first.
    pub start: usize,
    pub rows: Box<dyn Rows>,
    /// The legal moves of each row; of a finished row, all.
    pub legal: Vec<u64>,
    pub courses: Vec<Course>,
    /// The rows whose game ended in the last step and began anew in it, and their last positions.
    pub ended: Vec<usize>,
    pub finals: Box<dyn Rows>,
    /// The planes of a row before they are turned into another layout.
    turned: Vec<u8>,
}

impl Clone for Block {
    fn clone(&self) -> Self {
        Block {
            start: self.start,
            rows: self.rows.boxed_clone(),
            legal: self.legal.clone(),
            courses: self.courses.clone(),
            ended: self.ended.clone(),
            finals: self.finals.boxed_clone(),
            turned: self.turned.clone(),
        }
    }
}

impl Block {
    /// Rows with their first games.
    pub fn new(plan: &Plan, kind: &dyn Rows, start: usize, count: usize) -> Self {
        let mut rows = kind.empty();
        (0..count).for_each(|_| rows.push_start());
        let course = Course { episode: 0, stream: Rng::new(0), stage: Stage::Running };
        let turned = if plan.layout == Layout::Chw { 0 } else { plan.plane_bytes() };
        let mut block = Block {
            start,
            rows,
            legal: vec![0; count * plan.words],
            courses: vec![course; count],
            ended: Vec::new(),
            finals: kind.empty(),
            turned: vec![0; turned],
        };
        (0..count).for_each(|row| block.begin(plan, row, 0));
        block
    }

    pub fn len(&self) -> usize {
        self.courses.len()
    }

    fn legal_of(&self, plan: &Plan, row: usize) -> &[u64] {
        &self.legal[row * plan.words..][..plan.words]
    }

    fn begin(&mut self, plan: &Plan, row: usize, episode: u64) {
        let seed = plan.seed(self.start + row, episode);
        self.course(row, episode, seed);
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        self.rows.begin(row, seed, legal);
    }

    fn course(&mut self, row: usize, episode: u64, seed: u64) {
        let stream = Rng::child(seed.into(), MOVES);
        self.courses[row] = Course { episode, stream, stage: Stage::Running };
    }

    /// Begins the next game of a row.
    pub fn begin_next(&mut self, plan: &Plan, row: usize) {
        self.begin(plan, row, self.courses[row].episode + 1);
    }

    /// Begins the next game of a row from a position of the game that is not over.
    pub fn begin_from(&mut self, plan: &Plan, row: usize, position: &dyn std::any::Any) {
        let episode = self.courses[row].episode + 1;
        self.course(row, episode, plan.seed(self.start + row, episode));
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        self.rows.put(row, position, legal);
    }

    /// Puts a game into a row, from the text of its position.
    pub fn restore(&mut self, plan: &Plan, row: usize, text: &str, course: Course) -> Result<()> {
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        self.rows.read(row, text, legal)?;
        self.courses[row] = course;
        let stage = self.courses[row].stage;
        if stage != Stage::Running {
            self.finish(plan, row, stage);
        }
        Ok(())
    }

    /// Adds a game that ended in the last step, from the text of its last position.
    pub fn restore_final(&mut self, plan: &Plan, row: usize, text: &str) -> Result<()> {
        let mut legal = vec![0; plan.words];
        self.finals.push_start();
        self.finals.read(self.ended.len(), text, &mut legal)?;
        self.ended.push(row);
        Ok(())
    }

    /// Marks a game as finished. All moves count as legal then, because a mask without any breaks
    /// the distributions that learning agents make of it.
    pub fn finish(&mut self, plan: &Plan, row: usize, stage: Stage) {
        self.courses[row].stage = stage;
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        legal.fill(u64::MAX);
        if let Some(last) = legal.last_mut() {
            *last = u64::low(plan.num_moves - (plan.words - 1) * 64);
        }
    }

    fn is_legal(&self, plan: &Plan, row: usize, m: i64) -> bool {
        usize::try_from(m).is_ok_and(|m| {
            m < plan.num_moves && self.legal_of(plan, row)[m / 64] >> (m % 64) & 1 == 1
        })
    }

    /// The first row whose game goes on and whose move is illegal.
    pub fn first_illegal(&self, plan: &Plan, moves: &[i64]) -> Option<usize> {
        let wrong = |&row: &usize| {
            self.courses[row].stage == Stage::Running && !self.is_legal(plan, row, moves[row])
        };
        (0..self.len()).find(wrong)
    }

    /// A step of all rows. Writes rewards and ends, and planes and masks if there is room for them.
    pub fn step(&mut self, plan: &Plan, mut lanes: Lanes<'_>) {
        self.ended.clear();
        self.finals.clear();
        lanes.rewards.fill(0.0);
        lanes.ends.fill(false);
        let (mut moves, mut lost) = ([None; ROWS], 0_u64);
        for row in 0..self.len() {
            match self.courses[row].stage {
                Stage::Running if self.is_legal(plan, row, lanes.moves[row]) => {
                    moves[row] = Some(Move(lanes.moves[row] as u16));
                }
                Stage::Running => lost |= u64::bit(row),
                _ if plan.autoreset == AutoReset::NextStep => self.begin_next(plan, row),
                _ => lanes.ends[row] = true,
            }
        }
        self.rows.play(&moves[..self.len()], &mut self.legal);
        for row in 0..self.len() {
            if moves[row].is_some() && self.legal_of(plan, row).iter().all(|&word| word == 0) {
                self.end(plan, row, Stage::Over, &mut lanes);
            } else if lost.has(row) {
                let (loser, _) = self.rows.turn_and_ply(row);
                self.end(plan, row, Stage::Lost(loser), &mut lanes);
            }
        }
        self.write_planes(plan, Viewers::Mover, lanes.planes);
        self.write_mask(plan, lanes.mask);
    }

    /// Ends the game of a row in this step.
    fn end(&mut self, plan: &Plan, row: usize, stage: Stage, lanes: &mut Lanes<'_>) {
        let seats = self.rows.facts().players();
        self.write_returns(row, stage, &mut lanes.rewards[row * seats..][..seats]);
        lanes.ends[row] = true;
        if plan.autoreset == AutoReset::SameStep {
            self.ended.push(self.start + row);
            self.finals.push_of(self.rows.as_ref(), row);
            self.begin_next(plan, row);
        } else {
            self.finish(plan, row, stage);
        }
    }

    /// Writes the result of a game for each seat.
    pub fn write_returns(&self, row: usize, stage: Stage, out: &mut [f32]) {
        let facts = self.rows.facts();
        let outcome = self.rows.outcome(row);
        for (seat, out) in (0..).map(Player).zip(out) {
            *out = match stage {
                Stage::Lost(loser) if facts.team(loser) == facts.team(seat) => -1.0,
                Stage::Lost(_) => 1.0,
                _ => outcome.map_or(0.0, |outcome| outcome.returns(seat) as f32),
            };
        }
    }

    /// Draws a legal move for each row, uniformly; 0 for a finished row.
    pub fn sample(&mut self, plan: &Plan, out: &mut [i64]) {
        let sets = self.legal.chunks_exact(plan.words);
        for ((course, legal), out) in self.courses.iter_mut().zip(sets).zip(out) {
            *out = match course.stage {
                Stage::Running => nth(legal, course.stream.below(count(legal))) as i64,
                _ => 0,
            };
        }
    }

    /// Plays each row to its end by random moves, without changing it, and writes the results.
    pub fn playout(&mut self, row: usize, out: &mut [f32]) {
        let course = &mut self.courses[row];
        if course.stage != Stage::Running {
            let stage = course.stage;
            self.write_returns(row, stage, out);
            return;
        }
        let outcome = self.rows.playout(row, &mut course.stream);
        for (seat, out) in (0..).map(Player).zip(out) {
            *out = outcome.returns(seat) as f32;
        }
    }

    /// Writes the planes of all rows, or nothing if there is no room for any.
    pub fn write_planes(&mut self, plan: &Plan, viewers: Viewers<'_>, out: &mut [u8]) {
        write_planes(self.rows.as_ref(), plan, viewers, &mut self.turned, out);
    }

    /// Writes the legal moves of all rows, or nothing if there is no room for any.
    pub fn write_mask(&self, plan: &Plan, out: &mut [u8]) {
        let sets = self.legal.chunks_exact(plan.words);
        for (legal, out) in sets.zip(out.chunks_exact_mut(plan.num_moves)) {
            unpack_words(legal, out);
        }
    }
}

/// Writes the planes of rows in the layout of the batch; `turned` has room for those of one row in
/// all layouts but the rows' own.
pub(super) fn write_planes(
    rows: &dyn Rows,
    plan: &Plan,
    viewers: Viewers<'_>,
    turned: &mut [u8],
    out: &mut [u8],
) {
    if plan.layout == Layout::Chw {
        rows.write_planes(0, viewers, out);
        return;
    }
    let [planes, cells] = plan.planes;
    for (row, out) in out.chunks_exact_mut(plan.plane_bytes()).enumerate() {
        rows.write_planes(row, viewers, turned);
        for (plane, values) in turned.chunks_exact(cells).enumerate() {
            for (out, &value) in out.chunks_exact_mut(planes).zip(values) {
                out[plane] = value;
            }
        }
    }
}

fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count()).sum()
}

/// The `n`-th bit of a set of words, `n` below the count.
fn nth(set: &[u64], mut n: usize) -> usize {
    for (i, &word) in set.iter().enumerate() {
        let here = word.count();
        if n < here {
            return 64 * i + word.nth(n);
        }
        n -= here;
    }
    unreachable!("n is below the count")
}
