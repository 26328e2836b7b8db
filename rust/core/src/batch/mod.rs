//! Batches: many games of one kind, stepped together, for learning agents.
//!
//! - `rows`: the rows in the type of their game: play, planes, playouts. Compiled for each game.
//! - `block`: 64 rows with their legal moves, streams and results. Compiled once, as all the rest.
//! - `options`: the choices of a batch. `row_arrays`: the arrays of a call, cut into parts.
//! - `pace`: when a call is worth all threads.
//! - `reply`: the moves of a player for all seats but one.
//! - `saved`: a batch as bytes.
//!
//! # Streams
//! Game `e` of row `r` has the seed `child(root, e * 2^32 + first + r)`, and its random moves come
//! from child 1 of that seed. Rows do not depend on each other, so neither the number of threads nor
//! a division into several batches changes a game.

mod block;
mod options;
mod pace;
mod reply;
mod row_arrays;
mod rows;
mod saved;

use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub use self::options::{AutoReset, BatchOptions, Layout, OnIllegal};
pub use self::rows::{Opponent, Rows, Viewers, rows_of};
pub use self::saved::Saved;

use self::block::{Block, Config, write_planes};
use self::pace::{LONG, Pace};
use self::reply::Opponents;
use self::row_arrays::{RowArrays, Widths};
use self::rows::ROWS;
use crate::clock::Instant;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Facts, Move};
use crate::memory;
use crate::workers::Workers;

/// Most rows of a batch.
pub const MAX_ROWS: usize = 1 << 24;
/// The numbers of rows, `first` and those after it, are below this.
pub const MAX_FIRST: u64 = 1 << 32;
/// Bytes of a row besides its position and its legal moves: number of the game, stream, loser.
const OTHER: usize = 32;
/// The arrays that a step fills: rewards for each row and seat, whether its game ended; and if they
/// are not empty, planes and legal moves after the step.
#[derive(Debug, Default)]
pub struct StepArrays<'a> {
    /// +1 for a win, -1 for a loss, 0 for a draw and for games that did not end in this step.
    pub rewards: &'a mut [f32],
    /// True if the game ended in this step, or before if it is not reset.
    pub ends: &'a mut [bool],
    /// As [`Batch::write_planes`] for the movers.
    pub planes: &'a mut [u8],
    /// The legal moves after the step, as [`Batch::write_legal`] writes them.
    pub mask: Mask<'a>,
}

/// An array for legal moves, of bytes or of truth values.
#[derive(Debug)]
pub enum Mask<'a> {
    /// Bytes, each 0 or 1.
    Bytes(&'a mut [u8]),
    /// Truth values.
    Flags(&'a mut [bool]),
}

impl Default for Mask<'_> {
    fn default() -> Self {
        Mask::Bytes(&mut [])
    }
}

impl<'a> Mask<'a> {
    fn len(&self) -> usize {
        match self {
            Mask::Bytes(bytes) => bytes.len(),
            Mask::Flags(flags) => flags.len(),
        }
    }

    fn parts(self) -> (&'a mut [u8], &'a mut [bool]) {
        match self {
            Mask::Bytes(bytes) => (bytes, &mut []),
            Mask::Flags(flags) => (&mut [], flags),
        }
    }
}

/// Many games of one kind. A row is a game; arrays are row by row.
#[derive(Debug)]
pub struct Batch {
    config: Config,
    kind: Box<dyn Rows>,
    blocks: Vec<Block>,
    len: usize,
    workers: Workers,
    paces: Vec<Pace>,
    opponents: Opponents,
}

/// Refuses an array whose size does not match the batch.
fn check_size(name: &str, given: usize, needed: usize) -> Result<()> {
    if given == needed {
        return Ok(());
    }
    Err(Error::parameter(name, format!("{needed} values"), given))
}

/// Asks whether there is room for this number of rows, which are stored block by block.
fn check_room(kind: &dyn Rows, config: &Config, len: usize) -> Result<()> {
    let bytes = kind.row_bytes() + config.words * 8 + size_of::<Block>() / ROWS + OTHER;
    memory::check(bytes * len)
}

impl Batch {
    /// A batch of `len` games of this kind.
    ///
    /// # Errors
    /// [`Error::Parameter`] for more than [`MAX_ROWS`] rows, or numbers of rows beyond
    /// [`MAX_FIRST`]; [`Error::Memory`].
    pub fn new(kind: Box<dyn Rows>, len: usize, options: &BatchOptions) -> Result<Self> {
        if len > MAX_ROWS {
            return Err(Error::parameter("n", format!("from 0 to {MAX_ROWS}"), len));
        }
        let most = MAX_FIRST - len as u64;
        if options.first > most {
            return Err(Error::parameter("first", format!("from 0 to {most}"), options.first));
        }
        let [planes, height, width] = kind.planes_shape();
        let config = Config {
            options: *options,
            num_moves: kind.num_moves(),
            words: kind.num_moves().div_ceil(64),
            seats: kind.facts().players(),
            planes: [planes, height * width],
        };
        check_room(kind.as_ref(), &config, len)?;
        let mut blocks = memory::list(len.div_ceil(ROWS))?;
        for start in (0..len).step_by(ROWS) {
            blocks.push(Block::new(&config, kind.as_ref(), start, ROWS.min(len - start)));
        }
        Ok(Batch {
            config,
            kind,
            blocks,
            len,
            workers: Workers::new(options.threads.max(1)),
            paces: Vec::new(),
            opponents: Opponents::default(),
        })
    }

    /// The same games; later ones do not depend on those of the original.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn copy(&self) -> Result<Self> {
        Ok(Batch {
            config: self.config,
            kind: self.kind.clone(),
            blocks: self.copied_blocks()?,
            len: self.len,
            workers: Workers::new(self.workers.threads()),
            paces: Vec::new(),
            opponents: Opponents::default(),
        })
    }

    fn copied_blocks(&self) -> Result<Vec<Block>> {
        check_room(self.kind.as_ref(), &self.config, self.len)?;
        Ok(self.blocks.clone())
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True for a batch without rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Facts about the game.
    pub fn facts(&self) -> &'static Facts {
        self.kind.facts()
    }

    /// The choices of the batch.
    pub fn options(&self) -> BatchOptions {
        BatchOptions { threads: self.workers.threads(), ..self.config.options }
    }

    /// Size of the index space of moves.
    pub fn num_moves(&self) -> usize {
        self.config.num_moves
    }

    /// Planes, rows and columns of the planes of a position, in the layout of the batch.
    pub fn planes_shape(&self) -> [usize; 3] {
        let [planes, height, width] = self.kind.planes_shape();
        match self.config.options.layout {
            Layout::Chw => [planes, height, width],
            Layout::Hwc => [height, width, planes],
        }
    }

    /// The position of a row below [`Batch::len`], in its own type.
    pub fn position(&self, row: usize) -> Result<&dyn Any> {
        let wrong = || Error::parameter("row", format!("below {}", self.len), row);
        let block = self.blocks.get(row / ROWS).filter(|_| row < self.len).ok_or_else(wrong)?;
        Ok(block.rows.position(row % ROWS))
    }

    /// The seat to move and the moves since the start, as [`crate::Game::ply`], of each row.
    pub fn turns_and_plies(&self) -> impl Iterator<Item = (u8, usize)> {
        let rows = self.blocks.iter().flat_map(|block| (0..block.len()).map(move |r| (block, r)));
        rows.map(|(block, row)| block.rows.turn_and_ply(row)).map(|(turn, ply)| (turn.0, ply))
    }

    /// The number of the game of each row, counted from 0.
    pub fn episodes(&self) -> impl Iterator<Item = u64> {
        self.blocks.iter().flat_map(|block| block.episodes.iter().copied())
    }

    /// Whether the game of each row is over.
    pub fn finished(&self) -> impl Iterator<Item = bool> {
        let rows = self.blocks.iter().flat_map(|block| (0..block.len()).map(move |r| (block, r)));
        rows.map(|(block, row)| block.is_finished(row))
    }

    /// Draws a legal move for each row, uniformly, from the stream of its game; a finished row draws
    /// nothing and gets 0.
    pub fn sample(&mut self, out: &mut [i64]) -> Result<()> {
        check_size("out", out.len(), self.len)?;
        let config = self.config;
        let arrays = RowArrays { samples: out, ..RowArrays::default() };
        self.share(arrays, |block, arrays| block.sample(&config, arrays.samples));
        Ok(())
    }

    /// Plays a move in each row; without `moves` those that [`Batch::sample`] would draw. Finished rows
    /// take any number.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] names the first row with an illegal move, if that is an error here; in
    /// that case no row has changed.
    pub fn step(&mut self, moves: Option<&[i64]>, out: StepArrays<'_>) -> Result<()> {
        let config = self.config;
        self.check_arrays(&out)?;
        if let Some(moves) = moves {
            self.check_moves(moves)?;
        }
        let moves = moves.unwrap_or_default();
        let StepArrays { rewards, ends, planes, mask } = out;
        let (mask, flags) = mask.parts();
        let arrays =
            RowArrays { moves, rewards, ends, planes, mask, flags, ..RowArrays::default() };
        self.share(arrays, |block, mut arrays| block.step(&config, &mut arrays));
        Ok(())
    }

    fn check_arrays(&self, out: &StepArrays<'_>) -> Result<()> {
        let (len, config) = (self.len, self.config);
        check_size("rewards", out.rewards.len(), len * self.facts().players())?;
        check_size("ends", out.ends.len(), len)?;
        let some = |given: usize, size| if given == 0 { 0 } else { size };
        let (planes, mask) = (out.planes.len(), out.mask.len());
        check_size("planes", planes, some(planes, len * config.plane_bytes()))?;
        check_size("mask", mask, some(mask, len * config.num_moves))?;
        Ok(())
    }

    /// Plays `moves`, if there are any, as [`Batch::step`]. Then, in each unfinished row, the player of `spec` plays all seats but that of `seats`, until it is
    /// to move or the game is over. `out` is filled as by [`Batch::step`], but `ends` and `rewards` tell
    /// of all games that are over, and the planes are those that `seats` see.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a batch whose games begin anew in the same step; those of
    /// [`crate::players::build`] and of the player, [`Error::Interrupted`], and [`Error::Memory`] where
    /// a player that can fail leaves no room for a copy of the games. No row has changed then.
    pub fn reply(
        &mut self,
        moves: Option<&[i64]>,
        seats: &[u8],
        spec: &str,
        out: StepArrays<'_>,
        control: &Control<'_>,
    ) -> Result<()> {
        if self.config.options.autoreset == AutoReset::SameStep {
            let allowed = "next_step or disabled for replies";
            return Err(Error::parameter("autoreset", allowed, "same_step"));
        }
        self.check_arrays(&out)?;
        check_size("seats", seats.len(), self.len)?;
        if let Some(moves) = moves {
            self.check_moves(moves)?;
        }
        if self.opponents.spec != spec {
            self.opponents = Opponents::of(spec);
            self.paces.clear();
        }
        let first = self.opponents.take(self.kind.as_ref())?;
        // Only a player that may fail, or be interrupted, leaves rows that have to go back.
        let before = if first.is_quick { None } else { Some(self.copied_blocks()?) };
        self.opponents.give_back(first);
        let opponents = std::mem::take(&mut self.opponents);
        let (config, kind) = (self.config, self.kind.clone());
        let failed = Mutex::new(None);
        let StepArrays { rewards, ends, planes, mask } = out;
        let moves = moves.unwrap_or_default();
        let (mask, flags) = mask.parts();
        let arrays = RowArrays {
            moves,
            viewers: seats,
            rewards,
            ends,
            planes,
            mask,
            flags,
            ..RowArrays::default()
        };
        self.share(arrays, |block, mut arrays| {
            let replied = opponents.take(kind.as_ref()).and_then(|mut opponent| {
                let replied = block.reply(&config, &mut opponent, &mut arrays, control);
                opponents.give_back(opponent);
                replied
            });
            if let Err(error) = replied {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        });
        self.opponents = opponents;
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some(error) => {
                if let Some(before) = before {
                    self.blocks = before;
                }
                Err(error)
            }
        }
    }

    /// Refuses an illegal move in a row whose game goes on, if that is an error here.
    fn check_moves(&mut self, moves: &[i64]) -> Result<()> {
        let config = self.config;
        check_size("moves", moves.len(), self.len)?;
        if config.options.on_illegal == OnIllegal::Lose {
            return Ok(());
        }
        let first = AtomicUsize::new(usize::MAX);
        self.share(RowArrays { moves, ..RowArrays::default() }, |block, arrays| {
            if let Some(row) = block.first_illegal(&config, arrays.moves) {
                first.fetch_min(block.start + row, Ordering::Relaxed);
            }
        });
        match first.into_inner() {
            usize::MAX => Ok(()),
            row => Err(self.refusal(row, moves[row])),
        }
    }

    fn refusal(&self, row: usize, m: i64) -> Error {
        let named = u16::try_from(m).ok().map(Move);
        match self.blocks[row / ROWS].rows.refusal(row % ROWS, named) {
            Error::IllegalMove { text, position, reason } => Error::IllegalMove {
                text: if named.is_some() { text } else { m.to_string() },
                position,
                reason: format!("row {row}: {reason}"),
            },
            other => other,
        }
    }

    /// Writes the planes of each row, each as its viewer sees it.
    pub fn write_planes(&mut self, viewers: Viewers<'_>, out: &mut [u8]) -> Result<()> {
        let (len, config) = (self.len, self.config);
        check_size("out", out.len(), len * config.plane_bytes())?;
        let each = if let Viewers::Each(seats) = viewers { seats } else { &[] };
        let arrays = RowArrays { planes: out, viewers: each, ..RowArrays::default() };
        self.share(arrays, |block, arrays| {
            let each = matches!(viewers, Viewers::Each(_));
            let viewers = if each { Viewers::Each(arrays.viewers) } else { viewers };
            block.write_planes(&config, viewers, arrays.planes);
        });
        Ok(())
    }

    /// Writes 1 for each legal move of each row and 0 for the others; of a finished row all are 1.
    pub fn write_legal(&mut self, out: Mask<'_>) -> Result<()> {
        check_size("out", out.len(), self.len * self.config.num_moves)?;
        let (config, (mask, flags)) = (self.config, out.parts());
        let arrays = RowArrays { mask, flags, ..RowArrays::default() };
        self.share(arrays, |block, arrays| block.write_mask(&config, arrays.mask, arrays.flags));
        Ok(())
    }

    /// Begins the next game in each of these rows: a new deal in games of chance, or one of these
    /// positions, as many as rows. Games from the start begin with this number of random moves, or else
    /// with that of the batch.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a row that is not there or is named twice, and for a position of
    /// another game or in which the game is over. Nothing has changed then.
    pub fn reset(
        &mut self,
        rows: &[usize],
        positions: Option<&[&dyn Any]>,
        random_plies: Option<u16>,
    ) -> Result<()> {
        let mut seen = memory::filled(false, self.len)?;
        for &row in rows {
            if row >= self.len || std::mem::replace(&mut seen[row], true) {
                let allowed = format!("different numbers below {}", self.len);
                return Err(Error::parameter("rows", allowed, row));
            }
        }
        if let Some(positions) = positions {
            check_size("positions", positions.len(), rows.len())?;
            for (index, position) in positions.iter().enumerate() {
                self.kind.check(&format!("positions[{index}]"), *position)?;
            }
        }
        let mut config = self.config;
        config.options.random_plies = random_plies.unwrap_or(config.options.random_plies);
        for (index, &row) in rows.iter().enumerate() {
            let block = &mut self.blocks[row / ROWS];
            match positions {
                None => block.begin_next(&config, 1 << (row % ROWS)),
                Some(positions) => block.begin_from(&config, row % ROWS, positions[index]),
            }
        }
        Ok(())
    }

    /// The rows whose game ended in the last step and began anew in it, in ascending order.
    pub fn ended(&self) -> impl Iterator<Item = usize> {
        self.blocks.iter().flat_map(|block| block.ended.iter().copied())
    }

    /// The last positions of those games, as they are now.
    pub fn finals(&self) -> Finals {
        let mut rows = self.kind.empty();
        for block in &self.blocks {
            (0..block.ended.len()).for_each(|row| rows.push_of(block.finals.as_ref(), row));
        }
        Finals { config: self.config, rows, len: self.ended().count() }
    }

    /// Plays a random game from each row on, and writes the result for each seat. No row changes,
    /// but their streams go on.
    ///
    /// # Errors
    /// [`Error::Interrupted`]; no stream has changed then.
    pub fn playout(&mut self, out: &mut [f32], control: &Control<'_>) -> Result<()> {
        let config = self.config;
        check_size("out", out.len(), self.len * config.seats)?;
        let streams: Vec<_> = self.blocks.iter().map(|block| block.streams().to_vec()).collect();
        control.set_total(self.len as u64);
        self.share(RowArrays { rewards: out, ..RowArrays::default() }, |block, arrays| {
            for row in 0..block.len() {
                if control.poll().is_ok() {
                    block.playout(&config, row, arrays.rewards);
                    control.add_done(1);
                }
            }
        });
        // If the last report is refused, too, all is as it was.
        let done =
            control.poll().and_then(|()| control.tick().then_some(()).ok_or(Error::Interrupted));
        if done.is_err() {
            for (block, streams) in self.blocks.iter_mut().zip(streams) {
                block.put_streams(&streams);
            }
        }
        done
    }

    /// Does `work` for each block, with its part of the arrays, on all threads if that is faster.
    fn share(&mut self, arrays: RowArrays<'_>, work: impl Fn(&mut Block, RowArrays<'_>) + Sync) {
        let (threads, len) = (self.workers.threads(), self.len);
        if len == 0 {
            return;
        }
        let widths = arrays.widths(len);
        let mut all = Share { blocks: &mut self.blocks, arrays };
        let done = |mut share: Share<'_>| {
            for block in share.blocks {
                let rows = block.len();
                work(block, share.arrays.take(rows, &widths));
            }
        };
        let count = all.blocks.len();
        if threads == 1 || count < 2 {
            return done(all);
        }
        let started = Instant::now();
        let pace = Pace::of(&widths, &mut self.paces);
        let mut is_alone = pace.is_alone();
        if is_alone && pace.begins() {
            // The first block tells how long all will take.
            done(all.take(1, &widths));
            is_alone = started.elapsed() * (count as u32) < LONG;
        }
        if is_alone {
            done(all);
            return pace.count(true, started.elapsed());
        }
        // A thread has the same share in every call, which stays in the cache of its core; then it helps
        // others. It takes large pieces first, so that threads seldom meet, and small ones last, so that
        // they end together.
        let shares = (0..threads).map(|thread| {
            let last = count * (thread + 1) / threads;
            let taken = count - all.blocks.len();
            Mutex::new(all.take(last.saturating_sub(taken), &widths))
        });
        let shares: Vec<_> = shares.collect();
        self.workers.run(|thread| {
            for share in shares.iter().cycle().skip(thread).take(threads) {
                loop {
                    let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
                    let count = share.blocks.len().div_ceil(4);
                    let piece = share.take(count, &widths);
                    drop(share);
                    if piece.blocks.is_empty() {
                        break;
                    }
                    done(piece);
                }
            }
        });
        pace.count(false, started.elapsed());
    }
}

/// Some blocks, with their part of the arrays.
struct Share<'a> {
    blocks: &'a mut [Block],
    arrays: RowArrays<'a>,
}

impl<'a> Share<'a> {
    /// Takes away the first blocks.
    fn take(&mut self, count: usize, widths: &Widths) -> Share<'a> {
        let blocks = self.blocks.split_off_mut(..count).unwrap_or_default();
        let rows = blocks.iter().map(Block::len).sum();
        Share { blocks, arrays: self.arrays.take(rows, widths) }
    }
}

/// Positions at the end of games.
#[derive(Debug)]
pub struct Finals {
    config: Config,
    rows: Box<dyn Rows>,
    len: usize,
}

impl Finals {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True without positions.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A position in its own type.
    pub fn position(&self, index: usize) -> &dyn Any {
        self.rows.position(index)
    }

    /// Writes their planes, in the layout of the batch.
    pub fn write_planes(&self, viewers: Viewers<'_>, out: &mut [u8]) -> Result<()> {
        check_size("out", out.len(), self.len * self.config.plane_bytes())?;
        let mut turned = vec![0; self.config.plane_bytes()];
        write_planes(self.rows.as_ref(), &self.config, viewers, &mut turned, out);
        Ok(())
    }
}
