//! A block of rows: the piece of a batch that one thread works on at a time.
//!
//! Nothing here depends on the type of the game, so that it is compiled once.

use super::lanes::Lanes;
use super::options::{AutoReset, Layout, OnIllegal};
use super::rows::{Rows, Viewers};
use crate::bits::{Word, unpack_flags, unpack_words};
use crate::error::Result;
use crate::game::Player;
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
    pub seats: usize,
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

/// Up to [`ROWS`] rows of a batch; some of them are a word with a bit for each.
#[derive(Debug)]
pub(super) struct Block {
    /// The row of the batch that is this block's first.
    pub start: usize,
    pub rows: Box<dyn Rows>,
    /// The legal moves of each row; of a finished row, all.
    pub legal: Vec<u64>,
    streams: Vec<Rng>,
    pub episodes: Vec<u64>,
    /// The rows whose game is over.
    pub finished: u64,
    /// The seats that lost by an illegal move, by row.
    pub losers: Vec<Option<Player>>,
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
            streams: self.streams.clone(),
            episodes: self.episodes.clone(),
            finished: self.finished,
            losers: self.losers.clone(),
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
        let turned = if plan.layout == Layout::Chw { 0 } else { plan.plane_bytes() };
        let mut block = Block {
            start,
            rows,
            legal: vec![0; count * plan.words],
            streams: vec![Rng::new(0); count],
            episodes: vec![0; count],
            finished: 0,
            losers: vec![None; count],
            ended: Vec::new(),
            finals: kind.empty(),
            turned: vec![0; turned],
        };
        (0..count).for_each(|row| block.begin(plan, row, 0));
        block
    }

    pub fn len(&self) -> usize {
        self.episodes.len()
    }

    /// The game of a row, without its position.
    pub fn course(&self, row: usize) -> Course {
        let stage = match (self.finished.has(row), self.losers[row]) {
            (false, _) => Stage::Running,
            (true, None) => Stage::Over,
            (true, Some(loser)) => Stage::Lost(loser),
        };
        Course { episode: self.episodes[row], stream: self.streams[row].clone(), stage }
    }

    pub fn is_finished(&self, row: usize) -> bool {
        self.finished.has(row)
    }

    /// The streams of all rows, to be put back.
    pub fn streams(&self) -> &[Rng] {
        &self.streams
    }

    pub fn put_streams(&mut self, streams: &[Rng]) {
        self.streams.clone_from_slice(streams);
    }

    fn legal_of(&mut self, plan: &Plan, row: usize) -> &mut [u64] {
        &mut self.legal[row * plan.words..][..plan.words]
    }

    /// Counts on to a game of a row; returns its seed.
    fn turn_to(&mut self, plan: &Plan, row: usize, episode: u64) -> u64 {
        let seed = plan.seed(self.start + row, episode);
        self.streams[row] = Rng::child(seed.into(), MOVES);
        self.episodes[row] = episode;
        self.finished &= !u64::bit(row);
        seed
    }

    fn begin(&mut self, plan: &Plan, row: usize, episode: u64) {
        let seed = self.turn_to(plan, row, episode);
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        self.rows.begin(row, seed, legal);
    }

    /// Begins the next game of a row.
    pub fn begin_next(&mut self, plan: &Plan, row: usize) {
        self.begin(plan, row, self.episodes[row] + 1);
    }

    /// Begins the next game of a row from a position of the game that is not over.
    pub fn begin_from(&mut self, plan: &Plan, row: usize, position: &dyn std::any::Any) {
        self.turn_to(plan, row, self.episodes[row] + 1);
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        self.rows.put(row, position, legal);
    }

    /// Puts a game into a row, from the text of its position.
    pub fn restore(&mut self, plan: &Plan, row: usize, text: &str, course: Course) -> Result<()> {
        let legal = &mut self.legal[row * plan.words..][..plan.words];
        self.rows.read(row, text, legal)?;
        (self.episodes[row], self.streams[row]) = (course.episode, course.stream);
        match course.stage {
            Stage::Running => self.finished &= !u64::bit(row),
            Stage::Over => self.finish(plan, row, None),
            Stage::Lost(loser) => self.finish(plan, row, Some(loser)),
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
    pub fn finish(&mut self, plan: &Plan, row: usize, loser: Option<Player>) {
        self.finished |= u64::bit(row);
        self.losers[row] = loser;
        let legal = self.legal_of(plan, row);
        legal.fill(u64::MAX);
        if let Some(last) = legal.last_mut() {
            *last = u64::low(plan.num_moves - (plan.words - 1) * 64);
        }
    }

    /// The rows whose move is legal. Without branches, because nothing is known of moves from
    /// outside.
    fn legal_rows(&self, plan: &Plan, moves: &[i64]) -> u64 {
        let last = plan.words - 1;
        let mut legal = 0;
        for (row, (&m, set)) in moves.iter().zip(self.legal.chunks_exact(plan.words)).enumerate() {
            // Negative numbers become huge ones. The bits beyond the moves of the game are 0.
            let (word, bit) = ((m as u64 / 64) as usize, m as u64 % 64);
            legal |= u64::from(word <= last && set[word.min(last)] >> bit & 1 == 1) << row;
        }
        legal
    }

    /// The first row whose game goes on and whose move is illegal.
    pub fn first_illegal(&self, plan: &Plan, moves: &[i64]) -> Option<usize> {
        let running = u64::low(self.len()) & !self.finished;
        (running & !self.legal_rows(plan, moves)).cells().next()
    }

    /// A step of all rows, whose moves are legal if illegal ones are an error. Writes rewards and
    /// ends, and planes and masks if there is room for them.
    pub fn step(&mut self, plan: &Plan, lanes: &mut Lanes<'_>) {
        self.ended.clear();
        self.finals.clear();
        lanes.rewards.fill(0.0);
        lanes.ends.fill(false);
        let running = u64::low(self.len()) & !self.finished;
        let legal = match plan.on_illegal {
            OnIllegal::Raise => running,
            OnIllegal::Lose => running & self.legal_rows(plan, lanes.moves),
        };
        for row in self.finished.cells() {
            if plan.autoreset == AutoReset::NextStep {
                self.begin_next(plan, row);
            } else {
                lanes.ends[row] = true;
            }
        }
        let over = self.rows.play(lanes.moves, legal, &mut self.legal);
        let lost = running & !legal;
        for row in (over | lost).cells() {
            let loser = lost.has(row).then(|| self.rows.turn_and_ply(row).0);
            self.write_returns(row, loser, &mut lanes.rewards[row * plan.seats..][..plan.seats]);
            lanes.ends[row] = true;
            if plan.autoreset == AutoReset::SameStep {
                self.ended.push(self.start + row);
                self.finals.push_of(self.rows.as_ref(), row);
                self.begin_next(plan, row);
            } else {
                self.finish(plan, row, loser);
            }
        }
        self.write_planes(plan, Viewers::Mover, lanes.planes);
        self.write_mask(plan, lanes.mask, lanes.flags);
    }

    /// Writes the result of a game for each seat: of one that is over, or that this seat lost.
    pub fn write_returns(&self, row: usize, loser: Option<Player>, out: &mut [f32]) {
        let (facts, outcome) = (self.rows.facts(), self.rows.outcome(row));
        for (seat, out) in (0..).map(Player).zip(out) {
            *out = match loser {
                Some(loser) if facts.team(loser) == facts.team(seat) => -1.0,
                Some(_) => 1.0,
                None => outcome.map_or(0.0, |outcome| outcome.returns(seat) as f32),
            };
        }
    }

    /// Draws a legal move for each row, uniformly; 0 for a finished row.
    pub fn sample(&mut self, plan: &Plan, out: &mut [i64]) {
        let sets = self.legal.chunks_exact(plan.words);
        for (row, ((stream, legal), out)) in self.streams.iter_mut().zip(sets).zip(out).enumerate()
        {
            *out = if self.finished.has(row) {
                0
            } else {
                nth(legal, stream.below(count(legal))) as i64
            };
        }
    }

    /// Plays a row to its end by random moves, without changing it, and writes the result.
    pub fn playout(&mut self, row: usize, out: &mut [f32]) {
        if self.finished.has(row) {
            return self.write_returns(row, self.losers[row], out);
        }
        let outcome = self.rows.playout(row, &mut self.streams[row]);
        for (seat, out) in (0..).map(Player).zip(out) {
            *out = outcome.returns(seat) as f32;
        }
    }

    /// Writes the planes of all rows, or nothing if there is no room for any.
    pub fn write_planes(&mut self, plan: &Plan, viewers: Viewers<'_>, out: &mut [u8]) {
        write_planes(self.rows.as_ref(), plan, viewers, &mut self.turned, out);
    }

    /// Writes the legal moves of all rows to those arrays that have room for them.
    pub fn write_mask(&self, plan: &Plan, mask: &mut [u8], flags: &mut [bool]) {
        let sets = || self.legal.chunks_exact(plan.words);
        for (legal, out) in sets().zip(mask.chunks_exact_mut(plan.num_moves)) {
            unpack_words(legal, out);
        }
        for (legal, out) in sets().zip(flags.chunks_exact_mut(plan.num_moves)) {
            unpack_flags(legal, out);
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
