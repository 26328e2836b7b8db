//! A block of rows: the piece of a batch that one thread works on at a time.
//!
//! Nothing here depends on the type of the game, so that it is compiled once.

use arrayvec::ArrayVec;

use super::options::{AutoReset, BatchOptions, Layout, OnIllegal};
use super::row_arrays::RowArrays;
use super::rows::{ROWS, Rows, Viewers};
use crate::bits::{Cells, Flag, Unpacker, Word, nth_each, unpack_each};
use crate::cpu;
use crate::error::Result;
use crate::game::Player;
use crate::rng::{GROUP, Rng, below_each, child_seed, children};

/// The bit in which the child that a game's random moves come from differs from the child that is its
/// seed. A child of the seed would take twice the time, which short games notice.
const MOVES: u64 = 1 << 62;

/// What all rows of a batch share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Config {
    pub options: BatchOptions,
    pub num_moves: usize,
    /// Words of a set of legal moves.
    pub words: usize,
    pub seats: usize,
    /// Planes, and the cells of each.
    pub planes: [usize; 2],
}

impl Config {
    /// The child of the root whose seed is that of a game.
    fn child(&self, row: usize, episode: u64) -> u64 {
        episode << 32 | (self.options.first + row as u64)
    }

    pub fn seed(&self, row: usize, episode: u64) -> u64 {
        child_seed(self.options.root, self.child(row, episode))
    }

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
#[derive(Clone, Copy, Debug)]
pub(super) struct RowState {
    pub episode: u64,
    /// The seed of its random moves from here on.
    pub stream: u64,
    pub stage: Stage,
}

/// Up to [`ROWS`] rows of a batch; some of them are a word with a bit for each.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The row of the batch that is this block's first.
    pub start: usize,
    pub rows: Box<dyn Rows>,
    /// The legal moves of each row; of a finished row, all.
    pub legal: Vec<u64>,
    /// The seeds of the random moves from here on.
    streams: Vec<u64>,
    pub episodes: Vec<u64>,
    /// The rows whose game is over.
    pub finished: u64,
    /// The seats that lost the games of the rows by an illegal move.
    pub losers: Vec<Option<Player>>,
    /// The rows whose game ended in the last step and began anew in it, and their last positions.
    pub ended: Vec<usize>,
    pub finals: Box<dyn Rows>,
    /// The planes of a row before they are turned into another layout.
    turned: Vec<u8>,
}

impl Block {
    /// Rows with their first games.
    pub fn new(config: &Config, kind: &dyn Rows, start: usize, count: usize) -> Self {
        let mut rows = kind.empty();
        (0..count).for_each(|_| rows.push_start());
        let turned = if config.options.layout == Layout::Chw { 0 } else { config.plane_bytes() };
        let mut block = Block {
            start,
            rows,
            legal: vec![0; count * config.words],
            streams: vec![0; count],
            episodes: vec![0; count],
            finished: 0,
            losers: vec![None; count],
            ended: Vec::new(),
            finals: kind.empty(),
            turned: vec![0; turned],
        };
        block.begin(config, u64::low(count), 0);
        block
    }

    pub fn len(&self) -> usize {
        self.episodes.len()
    }

    /// The game of a row, without its position.
    pub fn state(&self, row: usize) -> RowState {
        let stage = match (self.finished.has(row), self.losers[row]) {
            (false, _) => Stage::Running,
            (true, None) => Stage::Over,
            (true, Some(loser)) => Stage::Lost(loser),
        };
        RowState { episode: self.episodes[row], stream: self.streams[row], stage }
    }

    pub fn is_finished(&self, row: usize) -> bool {
        self.finished.has(row)
    }

    /// The streams of all rows, to be put back.
    pub fn streams(&self) -> &[u64] {
        &self.streams
    }

    pub fn put_streams(&mut self, streams: &[u64]) {
        self.streams.copy_from_slice(streams);
    }

    /// Counts some rows on to a later game, each with the stream of that game.
    fn count_on(&mut self, config: &Config, some: u64, more: u64) {
        let mut rows = some.cells();
        while rows.len() > 0 {
            if rows.len() <= GROUP / 2 {
                self.count_group::<{ GROUP / 2 }>(config, &mut rows, more);
            } else {
                self.count_group::<GROUP>(config, &mut rows, more);
            }
        }
        self.finished &= !some;
    }

    /// Counts on the next `N` rows, or as many as are left; their seeds are made side by side.
    fn count_group<const N: usize>(&mut self, config: &Config, rows: &mut Cells<u64>, more: u64) {
        let group: ArrayVec<usize, N> = rows.take(N).collect();
        let mut indices = [0; N];
        for (index, &row) in indices.iter_mut().zip(&group) {
            self.episodes[row] += more;
            *index = config.child(self.start + row, self.episodes[row]) ^ MOVES;
        }
        let mut seeds = [[0; N]];
        children(config.options.root, &[indices], &mut seeds, |seed| seed);
        for (row, seed) in group.into_iter().zip(seeds.into_iter().flatten()) {
            self.streams[row] = seed;
            self.losers[row] = None;
        }
    }

    /// Begins games of some rows, counted on by `more`.
    fn begin(&mut self, config: &Config, some: u64, more: u64) {
        if some == 0 {
            return;
        }
        self.count_on(config, some, more);
        let (start, episodes) = (self.start, &self.episodes);
        let seed = |row: usize| config.seed(start + row, episodes[row]);
        self.rows.begin(some, &seed, config.options.random_plies, &mut self.legal);
    }

    /// Begins the next games of some rows.
    pub fn begin_next(&mut self, config: &Config, some: u64) {
        self.begin(config, some, 1);
    }

    /// Begins the next game of a row from a position of the game that is not over.
    pub fn begin_from(&mut self, config: &Config, row: usize, position: &dyn std::any::Any) {
        self.count_on(config, u64::bit(row), 1);
        let legal = &mut self.legal[row * config.words..][..config.words];
        self.rows.put(row, position, legal);
    }

    /// Puts a game into a row, from the text of its position.
    pub fn restore(
        &mut self,
        config: &Config,
        row: usize,
        text: &str,
        state: RowState,
    ) -> Result<()> {
        let legal = &mut self.legal[row * config.words..][..config.words];
        self.rows.read(row, text, legal)?;
        (self.episodes[row], self.streams[row]) = (state.episode, state.stream);
        self.losers[row] = if let Stage::Lost(loser) = state.stage { Some(loser) } else { None };
        self.finished &= !u64::bit(row);
        if state.stage != Stage::Running {
            self.finish(config, u64::bit(row));
        }
        Ok(())
    }

    /// Adds a game that ended in the last step, from the text of its last position.
    pub fn restore_final(&mut self, config: &Config, row: usize, text: &str) -> Result<()> {
        let mut legal = vec![0; config.words];
        self.finals.push_start();
        self.finals.read(self.ended.len(), text, &mut legal)?;
        self.ended.push(row);
        Ok(())
    }

    /// Marks the games of some rows as finished. All moves count as legal then, because a mask without
    /// any breaks the distributions that learning agents make of it.
    pub fn finish(&mut self, config: &Config, some: u64) {
        self.finished |= some;
        for row in some.cells() {
            let legal = &mut self.legal[row * config.words..][..config.words];
            legal.fill(u64::MAX);
            if let Some(last) = legal.last_mut() {
                *last = u64::low(config.num_moves - (config.words - 1) * 64);
            }
        }
    }

    /// The rows whose move is legal. Without branches, because nothing is known of moves from
    /// outside.
    fn legal_rows(&self, config: &Config, moves: &[i64]) -> u64 {
        // Negative numbers become huge ones. The bits beyond the moves of the game are 0.
        if config.words == 1 {
            return cpu::tuned(LegalRows { moves, sets: &self.legal });
        }
        let last = config.words - 1;
        let mut legal = 0;
        for (row, (&m, set)) in moves.iter().zip(self.legal.chunks_exact(config.words)).enumerate()
        {
            let (word, bit) = ((m as u64 / 64) as usize, m as u64 % 64);
            legal |= u64::from(word <= last && set[word.min(last)] >> bit & 1 == 1) << row;
        }
        legal
    }

    /// The first row whose game goes on and whose move is illegal.
    pub fn first_illegal(&self, config: &Config, moves: &[i64]) -> Option<usize> {
        let running = u64::low(self.len()) & !self.finished;
        (running & !self.legal_rows(config, moves)).cells().next()
    }

    /// A step of all rows, whose moves are legal if illegal ones are an error, and drawn if there are
    /// none. Writes rewards and ends, and planes and masks if there is room for them.
    pub fn step(&mut self, config: &Config, arrays: &mut RowArrays<'_>) {
        self.ended.clear();
        self.finals.clear();
        arrays.rewards.fill(0.0);
        arrays.ends.fill(false);
        let running = u64::low(self.len()) & !self.finished;
        let mut drawn = [0; ROWS];
        let (moves, legal) = if arrays.moves.is_empty() {
            let drawn = &mut drawn[..self.len()];
            self.sample(config, drawn);
            (&*drawn, running)
        } else if config.options.on_illegal == OnIllegal::Lose {
            (arrays.moves, running & self.legal_rows(config, arrays.moves))
        } else {
            (arrays.moves, running)
        };
        if config.options.autoreset == AutoReset::NextStep {
            self.begin_next(config, self.finished);
        }
        let over = self.rows.play(moves, legal, &mut self.legal);
        let lost = running & !legal;
        for row in lost.cells() {
            self.losers[row] = Some(self.rows.turn_and_ply(row).0);
        }
        let ended = over | lost;
        self.write_returns(config, ended, arrays.rewards);
        (ended | self.finished).cells().for_each(|row| arrays.ends[row] = true);
        if config.options.autoreset == AutoReset::SameStep {
            for row in ended.cells() {
                self.ended.push(self.start + row);
                self.finals.push_of(self.rows.as_ref(), row);
            }
            self.begin_next(config, ended);
        } else {
            self.finish(config, ended);
        }
        self.write_planes(config, Viewers::Mover, arrays.planes);
        self.write_mask(config, arrays.mask, arrays.flags);
    }

    /// Writes the results of some games for each seat: of those that are over, or that a seat lost.
    pub fn write_returns(&self, config: &Config, some: u64, out: &mut [f32]) {
        self.rows.write_returns(some, out);
        let facts = self.rows.facts();
        for row in some.cells() {
            let Some(loser) = self.losers[row] else { continue };
            for (seat, out) in (0..).map(Player).zip(&mut out[row * config.seats..][..config.seats])
            {
                *out = if facts.team(loser) == facts.team(seat) { -1.0 } else { 1.0 };
            }
        }
    }

    /// Draws a legal move for each row, uniformly; 0 for a finished row.
    pub fn sample(&mut self, config: &Config, out: &mut [i64]) {
        let running = u64::low(self.len()) & !self.finished;
        let (streams, sets) = (&mut self.streams[..], &self.legal[..]);
        cpu::tuned(Draw { rows: running, words: config.words, streams, sets, out });
    }

    /// Plays a row to its end by random moves, without changing it, and writes the result among those of
    /// all rows.
    pub fn playout(&mut self, config: &Config, row: usize, out: &mut [f32]) {
        if self.finished.has(row) {
            return self.write_returns(config, u64::bit(row), out);
        }
        let mut stream = Rng::new(self.streams[row]);
        let outcome = self.rows.playout(row, &mut stream);
        self.streams[row] = stream.seed_from_here();
        for (seat, out) in (0..).map(Player).zip(&mut out[row * config.seats..][..config.seats]) {
            *out = outcome.returns(seat) as f32;
        }
    }

    /// Writes the planes of all rows, or nothing if there is no room for any.
    pub fn write_planes(&mut self, config: &Config, viewers: Viewers<'_>, out: &mut [u8]) {
        write_planes(self.rows.as_ref(), config, viewers, &mut self.turned, out);
    }

    /// Writes the legal moves of all rows to those arrays that have room for them.
    pub fn write_mask(&self, config: &Config, mask: &mut [u8], flags: &mut [bool]) {
        let (sets, moves) = (&self.legal[..], config.num_moves);
        if !mask.is_empty() {
            cpu::tuned(WriteSets { sets, moves, out: mask });
        }
        if !flags.is_empty() {
            cpu::tuned(WriteSets { sets, moves, out: flags });
        }
    }
}

/// The rows whose move is in their set, of at most 64 rows with a word each.
struct LegalRows<'a> {
    moves: &'a [i64],
    sets: &'a [u64],
}

impl cpu::Work for LegalRows<'_> {
    type Result = u64;

    #[expect(clippy::inline_always, reason = "for vectors")]
    #[inline(always)]
    fn run(self) -> u64 {
        let rows = (0..).zip(self.moves.iter().zip(self.sets));
        rows.fold(0, |legal, (row, (&m, &set))| {
            legal | (u64::from((m as u64) < 64) & set >> (m & 63)) << row
        })
    }
}

/// Draws one of the bits of the set of each of these rows.
struct Draw<'a> {
    rows: u64,
    words: usize,
    streams: &'a mut [u64],
    sets: &'a [u64],
    out: &'a mut [i64],
}

impl cpu::Work for Draw<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "for vectors")]
    #[inline(always)]
    fn run(self) {
        let Draw { rows, words, streams, sets, out } = self;
        if words == 1 {
            let mut chosen = [0; ROWS];
            let chosen = &mut chosen[..streams.len()];
            for (n, set) in chosen.iter_mut().zip(sets) {
                *n = set.count() as u64;
            }
            if below_each(streams, rows, chosen) {
                nth_each(sets, chosen, out);
                (u64::low(out.len()) & !rows).cells().for_each(|row| out[row] = 0);
                return;
            }
        }
        out.fill(0);
        for row in rows.cells() {
            let set = &sets[row * words..][..words];
            let mut stream = Rng::new(streams[row]);
            out[row] = nth(set, stream.below(count(set))) as i64;
            streams[row] = stream.seed_from_here();
        }
    }
}

/// Writes sets of moves as bytes, one for each move.
struct WriteSets<'a, T> {
    sets: &'a [u64],
    moves: usize,
    out: &'a mut [T],
}

impl<T: Flag> cpu::Work for WriteSets<'_, T> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "for vectors")]
    #[inline(always)]
    fn run(self) {
        let WriteSets { sets, moves, out } = self;
        if moves <= 64 {
            return unpack_each(sets, moves, out);
        }
        let mut unpacker = Unpacker::new(out);
        for set in sets.chunks_exact(moves.div_ceil(64)) {
            let (&last, whole) = set.split_last().unwrap_or((&0, &[]));
            for &word in whole {
                unpacker.push(word, 64);
            }
            unpacker.push(last, moves - 64 * whole.len());
        }
        unpacker.finish();
    }
}

/// Writes the planes of rows in the layout of the batch; `turned` has room for those of one row in
/// all layouts but the rows' own.
pub(super) fn write_planes(
    rows: &dyn Rows,
    config: &Config,
    viewers: Viewers<'_>,
    turned: &mut [u8],
    out: &mut [u8],
) {
    if config.options.layout == Layout::Chw {
        rows.write_planes(0, viewers, out);
        return;
    }
    let [planes, cells] = config.planes;
    for (row, out) in out.chunks_exact_mut(config.plane_bytes()).enumerate() {
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
