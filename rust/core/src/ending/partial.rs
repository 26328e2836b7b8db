//! Partial files of databases that are being built: they only grow, so a killed build loses no more
//! than the current slice.
//!
//! After the header, each finished slice is stored as: cards, a zero, number of the split (2
//! bytes), length (4), checksum of these and the slice (8), the slice. Bytes after the last whole
//! slice are cut off. One
//! process writes the file; others may read the slices of finished layers meanwhile, as what is
//! written does not change.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use super::build::{Store, locked};
use super::file_name;
use super::format::{PARTIAL, front, layer_sum};
use super::rank::{LayerShape, TrumpClass};
use crate::error::{Error, Result};
use crate::files::{self, Output, RunLock, checksum_with, open_alone, with_suffix};

const RECORD: usize = 16;

/// The partial file of a build.
pub(super) struct Partial {
    pub strain: TrumpClass,
    /// The most cards in a hand.
    pub cards: usize,
    pub path: PathBuf,
    contents: Mutex<Contents>,
    /// The use of the target.
    _lock: RunLock,
}

struct Contents {
    file: Output,
    end: u64,
    slices: Slices,
}

/// The finished slices of a file, by cards and number of the split.
#[derive(Default)]
struct Slices(HashMap<(usize, usize), Place>);

/// Where a slice is in its file.
#[derive(Clone, Copy)]
struct Place {
    start: u64,
    head: Head,
    checksum: u64,
}

impl Slices {
    /// Adds a slice whose record begins at `record`, and returns where it ends.
    fn add(&mut self, number: (usize, usize), record: u64, slice: &[u8]) -> u64 {
        let (start, head) = (record + RECORD as u64, Head::new(number, slice.len()));
        self.0.insert(number, Place { start, head, checksum: head.sum(slice) });
        start + slice.len() as u64
    }

    /// The checksum of a layer; `None` while it is not finished.
    fn seal(&self, strain: TrumpClass, cards: usize) -> Option<u64> {
        // Nothing is kept of the layer without cards.
        let splits = if cards == 0 { 0 } else { LayerShape::new(strain, cards).splits.len() };
        let sums = (0..splits).map(|split| Some(self.0.get(&(cards, split))?.checksum));
        Some(layer_sum(&sums.collect::<Option<Vec<_>>>()?))
    }
}

impl Partial {
    /// Continues an earlier build of the same table, or starts one.
    pub fn open(target: &Path, strain: TrumpClass, cards: usize) -> Result<Self> {
        let lock = RunLock::take(target)?;
        let path = with_suffix(target, ".partial");
        let front = front(PARTIAL, strain, cards, &files::program());
        let contents = open_alone(&path).and_then(|file| Contents::read(file, &front));
        let contents = Mutex::new(contents.map_err(|error| Error::file(&path, &error))?);
        Ok(Partial { strain, cards, path, contents, _lock: lock })
    }

    /// Removes the file after the database has been written.
    pub fn remove(target: &Path) -> Result<()> {
        // A process that finds the database finished removes the file, too, and the lock of a killed one.
        RunLock::clear(target);
        files::remove(&with_suffix(target, ".partial"))
    }

    /// The error of a build that cannot continue, with what stays on the disk. A file without
    /// slices is removed.
    pub fn kept(&self, error: Error) -> Error {
        let Error::Io { path, code, reason } = error else { return error };
        if self.contents().slices.0.is_empty() {
            let _ = files::remove(&self.path);
            return Error::Io { path, code, reason };
        }
        let words = reason.split(" (os error").next().unwrap_or_default();
        let stays = self.path.display();
        let reason = format!("{words}; the slices made so far stay in {stays}, to build on");
        Error::Io { path, code, reason }
    }

    /// The checksum of a layer; `None` while it is not finished.
    pub fn seal(&self, cards: usize) -> Option<u64> {
        self.contents().slices.seal(self.strain, cards)
    }

    /// Waits until all slices are on the disk, where other machines read them.
    pub fn sync(&self) -> Result<()> {
        self.contents().file.sync().map_err(self.failed())
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        locked(&self.contents)
    }

    fn failed(&self) -> impl Fn(io::Error) -> Error {
        |error| Error::file(&self.path, &error)
    }
}

impl Contents {
    fn read(mut file: Output, front: &[u8]) -> io::Result<Self> {
        let mut slices = Slices::default();
        let mut end = front.len() as u64;
        let mut reader = BufReader::with_capacity(1 << 20, &mut file);
        if read_bytes(&mut reader, front.len())?.as_deref() == Some(front) {
            while let Some((number, slice)) = read_slice(&mut reader)? {
                end = slices.add(number, end, &slice);
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

/// The first half of a record: cards, number of the split, length of the slice.
#[derive(Clone, Copy)]
struct Head(u64);

impl Head {
    fn new((cards, split): (usize, usize), length: usize) -> Self {
        Head(cards as u64 | (split as u64) << 16 | (length as u64) << 32)
    }

    /// Cards and number of the split.
    fn number(self) -> (usize, usize) {
        ((self.0 & 0xFFFF) as usize, (self.0 >> 16 & 0xFFFF) as usize)
    }

    /// Bytes of the slice.
    fn length(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// The checksum of the head and the slice.
    fn sum(self, slice: &[u8]) -> u64 {
        checksum_with(self.0, slice)
    }

    /// The next head of a file, with the checksum of its slice.
    fn read(reader: &mut impl Read) -> io::Result<Option<(Self, u64)>> {
        let Some(bytes) = read_bytes(reader, RECORD)? else { return Ok(None) };
        let number = |at| files::array(&bytes, at).map_or(0, u64::from_le_bytes);
        Ok(Some((Head(number(0)), number(8))))
    }
}

impl Place {
    /// Reads the slice; one that is not what it was is an error.
    fn read(self, file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.start))?;
        read_bytes(file, self.head.length())?
            .filter(|slice| self.head.sum(slice) == self.checksum)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a slice in it is damaged"))
    }
}

/// A slice with its cards and the number of its split.
pub(super) type Numbered = ((usize, usize), Vec<u8>);

/// Number and bytes of the next slice of a file; `None` if the rest is not a whole slice.
pub(super) fn read_slice(reader: &mut impl Read) -> io::Result<Option<Numbered>> {
    let Some((head, sum)) = Head::read(reader)? else { return Ok(None) };
    let slice = read_bytes(reader, head.length())?;
    Ok(slice.filter(|slice| head.sum(slice) == sum).map(|slice| (head.number(), slice)))
}

pub(super) fn record(cards: usize, split: usize, slice: &[u8]) -> Vec<u8> {
    let head = Head::new((cards, split), slice.len());
    let mut record = Vec::with_capacity(RECORD + slice.len());
    record.extend(head.0.to_le_bytes());
    record.extend(head.sum(slice).to_le_bytes());
    record.extend_from_slice(slice);
    record
}

/// The next `length` bytes; `None` if there are fewer.
fn read_bytes(reader: &mut impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}

impl Store for Partial {
    fn has(&self, cards: usize, split: usize) -> bool {
        self.contents().slices.0.contains_key(&(cards, split))
    }

    fn load(&self, cards: usize, split: usize) -> Result<Option<Vec<u8>>> {
        let mut contents = self.contents();
        let Some(&place) = contents.slices.0.get(&(cards, split)) else { return Ok(None) };
        place.read(&mut contents.file).map(Some).map_err(self.failed())
    }

    fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()> {
        let record = record(cards, split, slice);
        let mut contents = self.contents();
        let end = contents.end;
        let written = contents.file.seek(SeekFrom::Start(end));
        if let Err(error) = written.and_then(|_| contents.file.write_all(&record)) {
            // A partly written slice would only take space on a full disk.
            let _ = contents.file.set_len(end);
            return Err(self.failed()(error));
        }
        contents.end = contents.slices.add((cards, split), end, slice);
        Ok(())
    }
}

/// The finished slices of a build that another process writes.
pub(super) struct Others {
    pub path: PathBuf,
    strain: TrumpClass,
    file: File,
    slices: Slices,
}

impl Others {
    /// Opens the file of the build of a table in a folder, and finds its slices without reading
    /// them.
    pub fn open(folder: &Path, strain: TrumpClass, cards: usize) -> Result<Self> {
        let path = with_suffix(&folder.join(file_name(strain, cards)), ".partial");
        let file = files::open(&path)?;
        let front = front(PARTIAL, strain, cards, &files::program());
        match Others::find(file, &front) {
            Ok(Some((file, slices))) => Ok(Others { path, strain, file, slices }),
            Ok(None) => Err(Error::damaged("build", &path, "it is of another table or version")),
            Err(error) => Err(Error::file(&path, &error)),
        }
    }

    fn find(mut file: File, front: &[u8]) -> io::Result<Option<(File, Slices)>> {
        if read_bytes(&mut file, front.len())?.as_deref() != Some(front) {
            return Ok(None);
        }
        let length = file.metadata()?.len();
        let mut slices = Slices::default();
        let mut start = (front.len() + RECORD) as u64;
        while let Some((head, checksum)) = Head::read(&mut file)? {
            let end = start + head.length() as u64;
            // The slice that is being written.
            if end > length {
                break;
            }
            slices.0.insert(head.number(), Place { start, head, checksum });
            file.seek(SeekFrom::Start(end))?;
            start = end + RECORD as u64;
        }
        Ok(Some((file, slices)))
    }

    /// The checksum of a layer; `None` if it is not finished there.
    pub fn seal(&self, cards: usize) -> Option<u64> {
        self.slices.seal(self.strain, cards)
    }

    /// Reads a slice of a finished layer.
    pub fn load(&mut self, cards: usize, split: usize) -> Result<Vec<u8>> {
        let found = self.slices.0.get(&(cards, split)).copied();
        let place = found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound));
        let read = place.and_then(|place| place.read(&mut self.file));
        read.map_err(|error| Error::file(&self.path, &error))
    }
}
