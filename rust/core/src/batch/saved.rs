//! A batch as bytes, in files and in pickles.
//!
//! All numbers are little endian. A text is its length in 4 bytes and its UTF-8 bytes.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 1 |
//! | 4 | kind of file, `ROWS` |
//! | 32 | the program that wrote it, ASCII, padded with zeros |
//! | text, text | the generator of random numbers; the position in which games begin |
//! | 16, 8 | root of the seeds, number of the first row |
//! | 1, 1, 1, 2, 3 | reset (0 next step, 1 same step, 2 disabled), illegal moves (0 raise, 1 lose), layout (0 CHW, 1 HWC), random moves at the start, zeros |
//! | 8, 8 | rows, rows whose game ended in the last step |
//! | for each row | 8 bytes number of the game; 8 seed of the stream from here on; 1 stage (0 running, 1 over, 2 + seat that lost by an illegal move); text of the cells |
//! | for each that ended | 8 bytes number of the row; text of the cells of the last position |
//! | 8 | XXH3 of all before |
//!
//! What is hidden from players is in it: it is the whole state of the games.

use std::path::Path;

use super::Batch;
use super::block::{RowState, Stage};
use super::options::{AutoReset, BatchOptions, Layout, OnIllegal};
use super::rows::{ROWS, Rows};
use crate::error::{self, Error};
use crate::files::{self, HEAD, checksum};
use crate::game::Player;
use crate::rng::GENERATOR;

const VERSION: u32 = 1;
const KIND: [u8; 4] = *b"ROWS";
const PROGRAM: usize = 32;
const WHAT: &str = "a batch";

const RESETS: [AutoReset; 3] = [AutoReset::NextStep, AutoReset::SameStep, AutoReset::Disabled];
const ILLEGAL: [OnIllegal; 2] = [OnIllegal::Raise, OnIllegal::Lose];
const LAYOUTS: [Layout; 2] = [Layout::Chw, Layout::Hwc];

/// A batch that was read and whose game is still to be found.
#[derive(Debug)]
pub struct Saved {
    path: String,
    start: String,
    options: BatchOptions,
    rows: Vec<(RowState, String)>,
    ended: Vec<(usize, String)>,
}

impl Batch {
    /// The batch as bytes, for [`Saved::of_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let options = self.options();
        let mut bytes = files::head(VERSION, KIND);
        bytes.extend(files::program().bytes().take(PROGRAM));
        bytes.resize(HEAD + PROGRAM, 0);
        put_text(&mut bytes, GENERATOR);
        put_text(&mut bytes, &self.kind.start_text());
        bytes.extend(options.root.to_le_bytes());
        bytes.extend(options.first.to_le_bytes());
        bytes.extend([place(&RESETS, &options.autoreset), place(&ILLEGAL, &options.on_illegal)]);
        bytes.push(place(&LAYOUTS, &options.layout));
        bytes.extend(options.random_plies.to_le_bytes());
        bytes.extend([0; 3]);
        bytes.extend((self.len() as u64).to_le_bytes());
        bytes.extend((self.ended().count() as u64).to_le_bytes());
        for block in &self.blocks {
            for (row, state) in (0..block.len()).map(|row| (row, block.state(row))) {
                bytes.extend(state.episode.to_le_bytes());
                bytes.extend(state.stream.to_le_bytes());
                bytes.push(match state.stage {
                    Stage::Running => 0,
                    Stage::Over => 1,
                    Stage::Lost(seat) => 2 + seat.0,
                });
                put_text(&mut bytes, &block.rows.text(row));
            }
        }
        for block in &self.blocks {
            for (index, &row) in block.ended.iter().enumerate() {
                bytes.extend((row as u64).to_le_bytes());
                put_text(&mut bytes, &block.finals.text(index));
            }
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Writes the batch to a file, which is whole or absent.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn save(&self, path: &Path) -> error::Result<()> {
        files::replace(path, |file| std::io::Write::write_all(file, &self.to_bytes()))
    }
}

impl Saved {
    /// Reads a file that [`Batch::save`] wrote.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::DamagedFile`] as [`Saved::of_bytes`].
    pub fn open(path: &Path) -> error::Result<Saved> {
        Saved::of_bytes(&files::read(path)?, path)
    }

    /// Reads the bytes of a batch; the path is for errors.
    ///
    /// # Errors
    /// [`Error::DamagedFile`] for bytes that are damaged, cut short, of another kind or version.
    pub fn of_bytes(bytes: &[u8], path: &Path) -> error::Result<Saved> {
        read(bytes, path).map_err(|reason| Error::damaged(WHAT, path, reason))
    }

    /// The line of text of the position in which games begin.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The batch, with rows of the kind of its start.
    ///
    /// # Errors
    /// [`Error::DamagedFile`] for rows that cannot be; errors of [`Batch::new`].
    pub fn restore(&self, kind: Box<dyn Rows>, threads: usize) -> error::Result<Batch> {
        let damaged = |reason: String| Error::damaged(WHAT, Path::new(&self.path), reason);
        let options = BatchOptions { threads, ..self.options };
        let mut batch = Batch::new(kind, self.rows.len(), &options)?;
        let seats = batch.facts().players();
        let config = batch.config;
        let mut rows = self.rows.iter();
        for block in &mut batch.blocks {
            for (row, (state, text)) in rows.by_ref().take(block.len()).enumerate() {
                let (number, stage) = (block.start + row, state.stage);
                let wrong = |why: String| damaged(format!("row {number}: {why}"));
                if matches!(stage, Stage::Lost(seat) if seat.index() >= seats) {
                    return Err(wrong("it was lost by a seat that is not there".into()));
                }
                let read = block.restore(&config, row, text, *state);
                read.map_err(|error| wrong(error.to_string()))?;
                if block.rows.outcome(row).is_some() != (stage == Stage::Over) {
                    return Err(wrong("its position does not fit its stage".into()));
                }
            }
        }
        for &(row, ref text) in &self.ended {
            if row >= batch.len() {
                return Err(damaged("a game ended in a row that is not there".into()));
            }
            let read = batch.blocks[row / ROWS].restore_final(&config, row, text);
            read.map_err(|error| damaged(format!("row {row}: {error}")))?;
        }
        Ok(batch)
    }
}

/// The number of a choice in the file.
fn place<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().position(|other| other == one).unwrap_or_default() as u8
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.bytes());
}

/// The rest of the bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        self.0.split_off(..count).ok_or_else(|| "it is cut short".into())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let bytes = self.bytes(N)?;
        Ok(std::array::from_fn(|index| bytes[index]))
    }

    fn number(&mut self) -> Result<u64, String> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.array().map(u32::from_le_bytes)? as usize;
        String::from_utf8(self.bytes(length)?.to_vec()).map_err(|_| "it is damaged".into())
    }

    fn choice<T: Copy>(&mut self, all: &[T]) -> Result<T, String> {
        let [index] = self.array()?;
        all.get(usize::from(index)).copied().ok_or_else(|| "it is damaged".into())
    }
}

fn read(bytes: &[u8], path: &Path) -> Result<Saved, String> {
    files::check_head(bytes, VERSION, KIND, WHAT)?;
    let Some((all, sum)) = bytes.split_last_chunk::<8>() else {
        return Err("it is cut short".into());
    };
    if checksum(all) != u64::from_le_bytes(*sum) {
        return Err("it is damaged or cut short: its checksum does not fit".into());
    }
    let mut reader = Reader(all);
    reader.bytes(HEAD + PROGRAM)?;
    let generator = reader.text()?;
    if generator != GENERATOR {
        return Err(format!("its random numbers are of {generator:?}, not of {GENERATOR:?}"));
    }
    let start = reader.text()?;
    let root = reader.array().map(u128::from_le_bytes)?;
    let first = reader.number()?;
    let autoreset = reader.choice(&RESETS)?;
    let on_illegal = reader.choice(&ILLEGAL)?;
    let layout = reader.choice(&LAYOUTS)?;
    let random_plies = reader.array().map(u16::from_le_bytes)?;
    reader.bytes(3)?;
    let (len, ends) = (reader.number()?, reader.number()?);
    let (mut rows, mut ended) = (Vec::new(), Vec::new());
    for _ in 0..len {
        let episode = reader.number()?;
        let stream = reader.number()?;
        let stage = match reader.array()? {
            [0] => Stage::Running,
            [1] => Stage::Over,
            [seat] => Stage::Lost(Player(seat - 2)),
        };
        rows.push((RowState { episode, stream, stage }, reader.text()?));
    }
    for _ in 0..ends {
        ended.push((reader.number()? as usize, reader.text()?));
    }
    if !reader.0.is_empty() {
        return Err("it is longer than its contents".into());
    }
    let options =
        BatchOptions { root, first, autoreset, on_illegal, layout, random_plies, threads: 1 };
    Ok(Saved { path: path.display().to_string(), start, options, rows, ended })
}
