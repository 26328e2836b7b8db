//! Partial files of databases that are being built: they only grow, so a killed build loses no more
//! than the current slice.
//!
//! After the header, each finished slice is stored as: cards, a zero, number of the split (2
//! bytes), length (4), checksum (8), the slice. Bytes after the last whole slice are cut off.

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::build::Store;
use super::format::{Kind, front, generator};
use super::rank::TrumpClass;
use crate::error::{Error, Result};
use crate::files::{self, Output, checksum, open_alone, with_suffix};

const RECORD: usize = 16;

/// The partial file of a build.
pub(super) struct Partial {
    path: PathBuf,
    contents: Mutex<Contents>,
}

struct Contents {
    file: Output,
    end: u64,
    /// Places and lengths of the finished slices, by cards and number of the split.
    slices: HashMap<(usize, usize), (u64, usize)>,
}

impl Partial {
    /// Continues an earlier build of the same table, or starts one.
    pub fn open(target: &Path, strain: TrumpClass, cards: usize) -> Result<Self> {
        let path = with_suffix(target, ".partial");
        let front = front(Kind::Partial, strain, cards, &generator());
        let opened = open_alone(&path).map_err(|error| Error::file(&path, &error))?;
        match Contents::read(opened, &front) {
            Ok(contents) => Ok(Partial { path, contents: Mutex::new(contents) }),
            Err(error) => Err(Error::file(&path, &error)),
        }
    }

    /// Removes the file after the database has been written.
    pub fn remove(target: &Path) -> Result<()> {
        // A process that finds the database finished removes the file, too.
        files::remove(&with_suffix(target, ".partial"))
    }

    /// The error of a build that cannot continue, with what stays on the disk. A file without
    /// slices is removed.
    pub fn kept(&self, error: Error) -> Error {
        let Error::Io { path, code, reason } = error else { return error };
        if self.contents().slices.is_empty() {
            let _ = files::remove(&self.path);
            return Error::Io { path, code, reason };
        }
        let words = reason.split(" (os error").next().unwrap_or_default();
        let stays = self.path.display();
        let reason = format!("{words}; the slices made so far stay in {stays}, to build on");
        Error::Io { path, code, reason }
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self) -> impl Fn(io::Error) -> Error {
        |error| Error::file(&self.path, &error)
    }
}

impl Contents {
    fn read(mut file: Output, front: &[u8]) -> io::Result<Self> {
        let mut slices = HashMap::new();
        let mut end = front.len() as u64;
        let mut reader = BufReader::with_capacity(1 << 20, &mut file);
        let mut found = Vec::new();
        Read::by_ref(&mut reader).take(end).read_to_end(&mut found)?;
        if found == front {
            while let Some((place, length)) = read_slice(&mut reader)? {
                slices.insert(place, (end + RECORD as u64, length));
                end += (RECORD + length) as u64;
            }
            file.set_len(end)?;
        } else {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(front)?;
        }
        Ok(Contents { file, end, slices })
    }
}

/// Place and length of the next slice of a file; `None` if the rest is not a whole slice.
fn read_slice(reader: &mut impl Read) -> io::Result<Option<((usize, usize), usize)>> {
    let Some(record) = read_bytes(reader, RECORD)? else { return Ok(None) };
    let place = (usize::from(record[0]), usize::from(u16::from_le_bytes([record[2], record[3]])));
    let length = u32::from_le_bytes([record[4], record[5], record[6], record[7]]) as usize;
    let slice = read_bytes(reader, length)?;
    let is_whole = slice.is_some_and(|slice| checksum(&slice).to_le_bytes() == record[8..]);
    Ok(is_whole.then_some((place, length)))
}

/// The next `length` bytes; `None` if there are fewer.
fn read_bytes(reader: &mut impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}

impl Store for Partial {
    fn load(&self, cards: usize, split: usize) -> Result<Option<Vec<u8>>> {
        let mut contents = self.contents();
        let Some(&(start, length)) = contents.slices.get(&(cards, split)) else {
            return Ok(None);
        };
        let mut slice = vec![0; length];
        let read = contents.file.seek(SeekFrom::Start(start));
        read.and_then(|_| contents.file.read_exact(&mut slice)).map_err(self.failed())?;
        Ok(Some(slice))
    }

    fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()> {
        let mut record = vec![cards as u8, 0];
        record.extend((split as u16).to_le_bytes());
        record.extend((slice.len() as u32).to_le_bytes());
        record.extend(checksum(slice).to_le_bytes());
        record.extend_from_slice(slice);
        let mut contents = self.contents();
        let end = contents.end;
        let written = contents.file.seek(SeekFrom::Start(end));
        if let Err(error) = written.and_then(|_| contents.file.write_all(&record)) {
            // A partly written slice would only take space on a full disk.
            let _ = contents.file.set_len(end);
            return Err(self.failed()(error));
        }
        contents.slices.insert((cards, split), (end + RECORD as u64, slice.len()));
        contents.end += record.len() as u64;
        Ok(())
    }
}
