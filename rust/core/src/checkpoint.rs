//! Checkpoint: the table of a solver in a file.
//!
//! The file is a sequence of 64-bit words, lowest byte first: two words of text that name it,
//! version, board (a number of the game's own), positions visited, number of slots, the slots, and a
//! checksum of all words before it. Only slots that cost some effort are written: searching the others
//! again is faster than reading them.

use std::io::{BufReader, Read, Write as _};
use std::path::Path;

use crate::bits::mix;
use crate::error::{Error, Result};
use crate::files;
use crate::memory;

const MAGIC: [u64; 2] = [u64::from_le_bytes(*b"bitgames"), u64::from_le_bytes(*b" solver\n")];
const VERSION: u64 = 1;

#[cfg(test)]
thread_local! {
    /// Checkpoints that this thread has written.
    pub(crate) static WRITES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Writes the checkpoint of a board atomically.
pub(crate) fn write(
    path: &Path,
    board: u64,
    nodes: u64,
    worth_keeping: impl Iterator<Item = [u64; 2]>,
) -> Result<()> {
    #[cfg(test)]
    WRITES.set(WRITES.get() + 1);
    // The table changes while it is written, so its slots are collected before they are counted.
    let mut slots = Vec::new();
    for slot in worth_keeping {
        memory::push(&mut slots, slot)?;
    }
    let head = [MAGIC[0], MAGIC[1], VERSION, board, nodes, slots.len() as u64];
    files::replace(path, |file| {
        let mut sum = 0;
        for word in head.into_iter().chain(slots.into_iter().flatten()) {
            sum = mix(sum ^ word);
            file.write_all(&word.to_le_bytes())?;
        }
        file.write_all(&sum.to_le_bytes())
    })
}

/// Reads the checkpoint of a board into an empty table, slot by slot, and returns the positions
/// visited for it. `name` is the name of a board in errors.
pub(crate) fn read(
    path: &Path,
    board: u64,
    name: impl Fn(u64) -> String,
    restore: impl Fn([u64; 2]),
) -> Result<u64> {
    let wrong = |reason: &str| Error::damaged("checkpoint", path, reason);
    let file = files::open(path)?;
    let bytes = file.metadata().map_err(|error| Error::file(path, &error))?.len();
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut sum = 0;
    let mut next = || {
        let mut word = [0; 8];
        file.read_exact(&mut word).map_err(|_| wrong("it is cut off"))?;
        Ok::<u64, Error>(u64::from_le_bytes(word))
    };
    let mut summed = || {
        let word = next()?;
        sum = mix(sum ^ word);
        Ok::<u64, Error>(word)
    };
    if [summed()?, summed()?] != MAGIC {
        return Err(wrong("it is not a checkpoint of a solver"));
    }
    if summed()? != VERSION {
        return Err(wrong("another version of the program wrote it"));
    }
    let written_for = summed()?;
    if written_for != board {
        let (theirs, ours) = (name(written_for), name(board));
        return Err(wrong(&format!("it belongs to {theirs}, not to {ours}")));
    }
    let (nodes, slots) = (summed()?, summed()?);
    if (u128::from(slots) * 2 + 7) * 8 != u128::from(bytes) {
        return Err(wrong("it is damaged: its length is wrong"));
    }
    for _ in 0..slots {
        restore([summed()?, summed()?]);
    }
    if next()? != sum {
        return Err(wrong("it is damaged: its checksum is wrong"));
    }
    Ok(nodes)
}
