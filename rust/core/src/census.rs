//! Census: the different positions of each ply, up to symmetry.
//!
//! The positions of a ply are a file of sorted numbers ([`Symmetric::number`]). The positions after
//! them fill a buffer again and again; each filling is sorted and written, without repeats, as a *run*,
//! and all runs of a ply are merged to its file (external merge sort). Files are complete or absent, so
//! a census that was stopped goes on from the last run, and one to a greater depth from the last ply.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::board::BoardView;
use crate::capability::Symmetric;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::files::{self, HEAD};
use crate::memory;
use crate::notation::Notation;

const VERSION: u32 = 1;
const KIND: [u8; 4] = *b"CENS";
/// Bytes of a position, and of the numbers behind the last one: of the positions, of those of the
/// ply before that were followed for a run and the runs before it, of the start and its ply, and a
/// checksum of the positions.
const POSITION: usize = 16;
const TAIL: usize = 32;
/// Positions that are sorted between two looks at the control, and others that are followed or merged.
const PIECE: usize = 1 << 20;
const POLL: u64 = 1 << 12;
/// Runs of a ply that are open at once; more are merged to one.
const MOST_RUNS: usize = 256;

/// The numbers of different positions at ply 0, 1, and so on to `depth` plies after a start. Positions
/// that are images of one another, or that the side to move sees alike, are one. A position is counted
/// as its last move leaves it; a pass is no ply, and comes with the move after it.
///
/// `folder` gets a file for each ply, 16 bytes for each position, and while a ply is counted as
/// much again or a little more; the same call goes on with what is there. At most `mib` MiB of
/// positions are sorted at a time. Progress counts the positions of the ply before.
///
/// # Errors
/// [`Error::Unsupported`] for a game whose positions have no numbers; [`Error::DamagedFile`], also for
/// files of another start; [`Error::Io`], [`Error::Memory`], [`Error::Interrupted`].
pub fn census<G: Symmetric + BoardView + Notation>(
    start: &G,
    depth: usize,
    folder: &Path,
    mib: usize,
    control: &Control<'_>,
) -> Result<Vec<u64>> {
    let Some(first) = least_image(start) else {
        let reason = "its positions have no numbers of 128 bits".into();
        return Err(Error::Unsupported { what: "a census".into(), game: start.spec(), reason });
    };
    let most_moves = G::FACTS.most_moves;
    let put_children = |number, found: &mut Vec<u128>| {
        let parent = passed(start.numbered(number));
        parent.for_each_legal(|m| found.extend(least_image(&parent.child(m))));
    };
    let put_children = &put_children;
    let capacity = ((mib << 20) / POSITION).max(2 * most_moves);
    let start = start.to_string();
    Plies { start, first, put_children, most_moves, folder, capacity, control }.count(depth)
}

/// The position after the passes that it forces.
fn passed<G: BoardView>(mut position: G) -> G {
    while position.count_legal() == 1 && position.cell_of(position.nth_legal(0)).is_none() {
        position.play_unchecked(position.nth_legal(0));
    }
    position
}

/// The least number of all images of a position.
fn least_image<G: Symmetric>(position: &G) -> Option<u128> {
    (1..position.num_symmetries())
        .try_fold(position.number()?, |least, s| Some(least.min(position.transform(s).number()?)))
}

/// The plies after a start, whatever its game.
struct Plies<'a> {
    start: String,
    first: u128,
    /// Adds the numbers of the positions after one, the least of their images.
    put_children: &'a dyn Fn(u128, &mut Vec<u128>),
    most_moves: usize,
    folder: &'a Path,
    capacity: usize,
    control: &'a Control<'a>,
}

impl Plies<'_> {
    fn count(&self, depth: usize) -> Result<Vec<u64>> {
        fs::create_dir_all(self.folder).map_err(|error| Error::file(self.folder, &error))?;
        let _alone = files::RunLock::take(self.folder)?;
        let mut counts = Vec::new();
        for ply in 0..=depth {
            let path = self.path(ply, None);
            if !path.exists() {
                if ply == 0 {
                    write(&path, self.stamp(0), 0, |put| put(self.first))?;
                } else {
                    self.expand(ply)?;
                }
            }
            counts.push(Reader::open(&path, self.stamp(ply))?.count);
        }
        Ok(counts)
    }

    fn path(&self, ply: usize, run: Option<usize>) -> PathBuf {
        let run = run.map_or_else(String::new, |run| format!("-run-{run:04}"));
        self.folder.join(format!("ply-{ply:02}{run}.positions"))
    }

    /// What tells the file of this ply from all others.
    fn stamp(&self, ply: usize) -> u64 {
        files::checksum(format!("{} {ply}", self.start).as_bytes())
    }

    /// Makes the file of a ply from that of the ply before.
    fn expand(&self, ply: usize) -> Result<()> {
        let mut parents = Reader::open(&self.path(ply - 1, None), self.stamp(ply - 1))?;
        let mut runs = Vec::new();
        loop {
            let path = self.path(ply, Some(runs.len()));
            if !path.exists() {
                break;
            }
            runs.push(Reader::open(&path, self.stamp(ply))?);
        }
        // The first run may be newer than runs that went into it.
        let mut followed = runs.iter().map(|run| run.followed).max().unwrap_or(0);
        for _ in 0..followed {
            parents.next()?;
        }
        let mut found = memory::list(self.capacity)?;
        while followed < parents.count {
            while let Some(number) = parents.next()? {
                (self.put_children)(number, &mut found);
                followed += 1;
                if followed.is_multiple_of(POLL) {
                    self.control.report(followed, parents.count);
                    self.control.poll()?;
                }
                if found.len() + self.most_moves > found.capacity() {
                    break;
                }
            }
            for piece in found.chunks_mut(PIECE) {
                piece.sort_unstable();
                self.control.poll()?;
            }
            let path = self.path(ply, Some(runs.len()));
            let pieces = found.chunks(PIECE).map(|piece| {
                let mut numbers = piece.iter().copied();
                move || Ok(numbers.next())
            });
            let put_all = |put: Put<'_>| self.merge(pieces.collect(), put);
            write(&path, self.stamp(ply), followed, put_all)?;
            found.clear();
            runs.push(Reader::open(&path, self.stamp(ply))?);
            if runs.len() >= MOST_RUNS {
                let path = self.path(ply, Some(0));
                self.merge_runs(runs, ply, &path, followed)?;
                runs = vec![Reader::open(&path, self.stamp(ply))?];
            }
        }
        drop(found);
        self.merge_runs(runs, ply, &self.path(ply, None), followed)
    }

    /// Merges the runs of a ply to a file, and removes the others.
    fn merge_runs(&self, runs: Vec<Reader>, ply: usize, path: &Path, followed: u64) -> Result<()> {
        let paths: Vec<PathBuf> = runs.iter().map(|run| run.path.clone()).collect();
        let readers = runs.into_iter().map(|mut run| move || run.next());
        let put_all = |put: Put<'_>| self.merge(readers.collect(), put);
        write(path, self.stamp(ply), followed, put_all)?;
        // The last ones first: a census that is stopped here finds all that are left.
        paths.iter().rev().filter(|run| *run != path).try_for_each(|run| files::remove(run))
    }

    /// Puts all positions of sorted lists in order, each once.
    fn merge(
        &self,
        mut lists: Vec<impl FnMut() -> Result<Option<u128>>>,
        put: Put<'_>,
    ) -> Result<()> {
        let mut heads = BinaryHeap::new();
        for (list, next) in lists.iter_mut().enumerate() {
            heads.extend(next()?.map(|number| Reverse((number, list))));
        }
        let mut last = None;
        let mut seen = 0_u64;
        while let Some(mut head) = heads.peek_mut() {
            let Reverse((number, list)) = *head;
            if last != Some(number) {
                put(number)?;
                last = Some(number);
            }
            match lists[list]()? {
                Some(next) => head.0.0 = next,
                None => drop(PeekMut::pop(head)),
            }
            seen += 1;
            if seen.is_multiple_of(POLL) {
                self.control.poll()?;
            }
        }
        Ok(())
    }
}

/// Takes the next position of a file.
type Put<'a> = &'a mut dyn FnMut(u128) -> Result<()>;

/// Writes a file of the positions that `fill` puts.
fn write(
    path: &Path,
    stamp: u64,
    followed: u64,
    fill: impl FnOnce(Put<'_>) -> Result<()>,
) -> Result<()> {
    let mut failed = None;
    let written = files::replace(path, |file| {
        file.write_all(&files::head(VERSION, KIND))?;
        let (mut count, mut sum) = (0_u64, Xxh3::new());
        let filled = fill(&mut |number| {
            let bytes = number.to_le_bytes();
            count += 1;
            sum.update(&bytes);
            file.write_all(&bytes).map_err(|error| Error::file(path, &error))
        });
        if let Err(error) = filled {
            failed = Some(error);
            return Err(io::Error::other("not filled"));
        }
        [count, followed, stamp, sum.digest()]
            .into_iter()
            .try_for_each(|number| file.write_all(&number.to_le_bytes()))
    });
    failed.map_or(written, Err)
}

/// Reads a file of positions in order.
struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    count: u64,
    followed: u64,
    sum: u64,
    read: u64,
    sum_read: Xxh3,
}

impl Reader {
    fn open(path: &Path, stamp: u64) -> Result<Self> {
        let wrong = |reason: &str| Error::damaged("positions", path, reason);
        let failed = |error: io::Error| Error::file(path, &error);
        let file = files::open(path)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut file = BufReader::with_capacity(1 << 18, file);
        let mut head = [0; HEAD];
        file.read_exact(&mut head).map_err(|_| wrong("it is cut off"))?;
        files::check_head(&head, VERSION, KIND, "a file of positions")
            .map_err(|reason| wrong(&reason))?;
        file.seek(SeekFrom::End(-(TAIL as i64))).map_err(|_| wrong("it is cut off"))?;
        let mut tail = [[0; 8]; TAIL / 8];
        file.read_exact(tail.as_flattened_mut()).map_err(failed)?;
        let [count, followed, written_for, sum] = tail.map(u64::from_le_bytes);
        if written_for != stamp {
            return Err(wrong("it belongs to another start, or to another ply"));
        }
        if u128::from(count) * POSITION as u128 + (HEAD + TAIL) as u128 != u128::from(length) {
            return Err(wrong("its length is wrong"));
        }
        file.seek(SeekFrom::Start(HEAD as u64)).map_err(failed)?;
        let (path, sum_read) = (path.to_owned(), Xxh3::new());
        Ok(Reader { path, file, count, followed, sum, read: 0, sum_read })
    }

    /// The next position; `None` after the last one, once the checksum was found right.
    fn next(&mut self) -> Result<Option<u128>> {
        if self.read == self.count {
            if self.sum_read.digest() != self.sum {
                return Err(Error::damaged("positions", &self.path, "its checksum is wrong"));
            }
            return Ok(None);
        }
        let mut bytes = [0; POSITION];
        self.file.read_exact(&mut bytes).map_err(|error| Error::file(&self.path, &error))?;
        self.sum_read.update(&bytes);
        self.read += 1;
        Ok(Some(u128::from_le_bytes(bytes)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::Game;
    use crate::games::TicTacToe3;
    use crate::games::othello::FixedBoard;

    /// Sets of positions in memory count the same, whatever fits into the buffer; a census that
    /// is there is gone on with, and a damaged or foreign one refused.
    #[test]
    fn a_census_counts_as_sets_do() {
        let folder = std::env::temp_dir().join(format!("bitgames-census-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let control = Control::default();
        let start = FixedBoard::<4>::default();
        let mut ply = BTreeSet::from([least_image(&start)]);
        let mut expected = vec![1];
        for _ in 0..10 {
            let parents = ply.iter().flatten().map(|&number| passed(start.numbered(number)));
            let children = parents.flat_map(|parent| {
                parent.legal_moves().into_iter().map(move |m| least_image(&parent.child(m)))
            });
            ply = children.collect();
            expected.push(ply.len() as u64);
        }
        for mib in [0, 1] {
            let each = folder.join(mib.to_string());
            assert_eq!(census(&start, 5, &each, mib, &control), Ok(expected[..6].to_vec()));
            assert_eq!(census(&start, 10, &each, mib, &control), Ok(expected.clone()));
            let names = fs::read_dir(&each).expect("a folder").count();
            assert_eq!(names, expected.len(), "only the files of the plies stay");
        }
        let last = folder.join("1").join("ply-10.positions");
        let mut bytes = fs::read(&last).expect("a file");
        bytes[HEAD] ^= 1;
        fs::write(&last, bytes).expect("a file");
        let damaged = census(&start, 11, &folder.join("1"), 1, &control);
        assert!(matches!(damaged, Err(Error::DamagedFile { .. })), "{damaged:?}");
        let foreign = census(&start.child(start.nth_legal(0)), 1, &folder.join("0"), 1, &control);
        assert!(matches!(foreign, Err(Error::DamagedFile { .. })), "{foreign:?}");
        let unnumbered = census(&TicTacToe3::default(), 1, &folder, 1, &control);
        assert!(matches!(unnumbered, Err(Error::Unsupported { .. })), "{unnumbered:?}");
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
