//! Databases of endings as files: a build survives being killed; finished files are read-only.

use std::fs;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

use super::build::{self, LayerSummary, Store as _};
use super::check;
use super::format::{FRONT, Header, header_bytes, layer_sum, read_front};
use super::mapped::{self, Bytes};
use super::partial::Partial;
use super::pool::Packer;
use super::rank::TrumpClass;
use super::scheduler::Scheduler;
use super::slice::Counts;
use super::table::{EndingTable, SMALL};
use super::{Ending, MAX_CARDS};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::files::{self, checksum};
use crate::once::Once;

/// The usual name of a database file: `honeymoon-trump-13.endings`.
pub fn file_name(strain: TrumpClass, cards: usize) -> String {
    format!("honeymoon-{strain}-{cards}.endings")
}

/// A database file, open for lookups. Threads can share it.
///
/// ```no_run
/// use std::path::Path;
/// use bitgames_core::ending::{Database, Ending};
/// let database = Database::open(Path::new("honeymoon-trump-8.endings"))?;
/// let ending: Ending = "1100.0.1.0110 2".parse()?;
/// assert_eq!(database.table().value(&ending), Some(3));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    table: EndingTable,
    header: Header,
}

/// What a folder has of a database.
pub(super) enum Begun {
    Finished(Database),
    /// The file of a build, which may have some slices.
    Partial(Partial),
}

impl Database {
    /// Opens a finished file. Checks its header but not its data; [`Database::verify`] checks
    /// those.
    ///
    /// # Errors
    /// [`Error::Io`] as the system reports it; [`Error::DamagedFile`] for a file that is damaged, cut
    /// short, of another kind or of another format.
    pub fn open(path: &Path) -> Result<Self> {
        let refused = |reason: String| damaged(path, reason);
        let mut file = files::open(path)?;
        let mut front = Vec::new();
        let head = Read::by_ref(&mut file).take(FRONT as u64).read_to_end(&mut front);
        head.map_err(|error| Error::file(path, &error))?;
        let (strain, cards) = read_front(&front).map_err(refused)?;
        let bytes = mapped::map(&file).map_err(|error| Error::file(path, &error))?;
        let header = Header::read(&bytes, strain, cards).map_err(refused)?;
        let begin = header_bytes(cards);
        let (length, wanted) = (bytes.len(), begin.saturating_add(header.data_bytes()));
        if length != wanted {
            return Err(refused(format!("it has {length} bytes instead of {wanted}")));
        }
        let table = EndingTable::of(strain, cards, Bytes::Mapped(bytes, begin), header.rows);
        Ok(Database { path: path.to_owned(), table, header })
    }

    /// Opens the databases of a folder: for each strain the one with the most cards.
    ///
    /// # Errors
    /// As [`Database::open`]; [`Error::DamagedFile`] for a folder without databases, and for a
    /// database whose name does not match its contents.
    pub fn open_folder(folder: &Path) -> Result<Vec<Self>> {
        let mut found = Vec::new();
        for strain in TrumpClass::ALL {
            found.extend(Database::largest(folder, strain)?);
        }
        if found.is_empty() {
            let name = file_name(TrumpClass::NoTrump, 8);
            return Err(damaged(folder, format!("the folder has no database such as {name}")));
        }
        Ok(found)
    }

    /// Opens the database of a strain with the most cards in a folder, if there is any.
    fn largest(folder: &Path, strain: TrumpClass) -> Result<Option<Self>> {
        let exists = |&cards: &usize| folder.join(file_name(strain, cards)).exists();
        let most = (1..=MAX_CARDS).rev().find(exists);
        most.map(|cards| Database::open_named(folder, strain, cards)).transpose()
    }

    /// Opens the database that is named after this strain and number of cards.
    fn open_named(folder: &Path, strain: TrumpClass, cards: usize) -> Result<Self> {
        let database = Database::open(&folder.join(file_name(strain, cards)))?;
        let (held, most) = (database.table.strain(), database.table.cards());
        if (held, most) == (strain, cards) {
            return Ok(database);
        }
        let reason = format!("it holds strain {held} to {most} cards, not what its name says");
        Err(damaged(&database.path, reason))
    }

    /// Builds a database in a folder, which is created if it is missing, and opens it. An
    /// interrupted build continues; a finished file is only opened.
    ///
    /// The work grows in a file whose name ends in `.partial`, slice by slice, each with its
    /// checksum. The finished database is assembled from it, and gets its name once it is complete
    /// and on the disk. The bytes depend only on strain and cards.
    ///
    /// # Errors
    /// [`Error::Parameter`] for cards outside 1 to 13, [`Error::Io`], [`Error::Interrupted`];
    /// [`Error::DamagedFile`] for a file of the final name that is damaged, or that holds another
    /// table.
    pub fn build(
        folder: &Path,
        strain: TrumpClass,
        cards: usize,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<Self> {
        match Database::begin(folder, strain, cards)? {
            Begun::Finished(database) => Ok(database),
            Begun::Partial(work) => Database::complete(folder, &work, scheduler, control),
        }
    }

    /// Opens a finished database, or else the file of the build.
    pub(super) fn begin(folder: &Path, strain: TrumpClass, cards: usize) -> Result<Begun> {
        if !(1..=MAX_CARDS).contains(&cards) {
            return Err(Error::parameter("cards", "from 1 to 13", cards));
        }
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
        let path = folder.join(file_name(strain, cards));
        if path.exists() {
            return Database::finished(folder, strain, cards).map(Begun::Finished);
        }
        let work = Partial::open(&path, strain, cards)?;
        // Another process may have finished it meanwhile.
        if path.exists() {
            return Database::finished(folder, strain, cards).map(Begun::Finished);
        }
        Ok(Begun::Partial(work))
    }

    /// Makes the slices that a build lacks, writes the database, and opens it.
    pub(super) fn complete(
        folder: &Path,
        work: &Partial,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<Self> {
        let written = Database::write(folder, work, scheduler, control);
        written.map_err(|error| work.kept(error))?;
        Database::finished(folder, work.strain, work.cards)
    }

    /// Opens a database that has just been finished. A build that was killed just before its last
    /// step has left its slices.
    fn finished(folder: &Path, strain: TrumpClass, cards: usize) -> Result<Self> {
        let database = Database::open_named(folder, strain, cards)?;
        Partial::remove(&database.path).map(|()| database)
    }

    /// Builds the missing slices, and assembles the file.
    fn write(
        folder: &Path,
        work: &Partial,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<()> {
        let (strain, cards) = (work.strain, work.cards);
        let layers = build::build(strain, cards, work, scheduler, control)?;
        let mut slice_sums = vec![Vec::new(); cards];
        let table = EndingTable::assemble(strain, cards, |(layer, split)| {
            control.poll()?;
            // Every slice has been saved.
            let kept = work.load(layer, split)?.unwrap_or_default();
            let packed = Counts::split(&kept).map_or(&[][..], |(_, packed)| packed);
            slice_sums[layer - 1].push(checksum(packed));
            Ok(kept)
        })?;
        let header = Header {
            strain,
            generator: files::program(),
            rows: table.rows,
            values: table.lists().values.len(),
            data_sum: checksum(table.bytes()),
            layers,
            layer_sums: slice_sums.iter().map(|sums| layer_sum(sums)).collect(),
        };
        files::replace(&folder.join(file_name(strain, cards)), |file| {
            file.write_all(&header.write())?;
            file.write_all(table.bytes())
        })
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The table of its positions.
    pub fn table(&self) -> &EndingTable {
        &self.table
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        (header_bytes(self.table.cards()) + self.table.bytes().len()) as u64
    }

    /// Positions of all layers.
    pub fn positions(&self) -> u64 {
        self.header.layers.iter().map(LayerSummary::positions).sum()
    }

    /// The program that wrote it.
    pub fn generator(&self) -> &str {
        &self.header.generator
    }

    /// Summaries of the layers with their checksums, hands of one card first.
    pub fn layers(&self) -> impl Iterator<Item = (LayerSummary, u64)> {
        self.header.layers.iter().copied().zip(self.header.layer_sums.iter().copied())
    }

    /// The value of an ending, as [`EndingTable::value`].
    ///
    /// # Errors
    /// [`Error::Parameter`] for an ending that the database does not contain.
    pub fn value(&self, ending: &Ending) -> Result<usize> {
        self.table.value(ending).ok_or_else(|| self.lacks(ending))
    }

    /// The error for an ending that the database does not contain.
    pub fn lacks(&self, ending: &Ending) -> Error {
        let (strain, cards) = (self.table.strain(), self.table.cards());
        let allowed = format!(
            "of strain {strain} and at most {cards} cards a hand ({})",
            self.path.display()
        );
        Error::parameter("ending", allowed, ending)
    }

    /// Checks every checksum, and recomputes `sample` random positions of each layer by a search
    /// one trick ahead. Returns the number of positions recomputed; progress is counted in
    /// positions.
    ///
    /// # Errors
    /// [`Error::DamagedFile`] that names the damaged layer; [`Error::Interrupted`].
    pub fn verify(&self, sample: u64, seed: u64, control: &Control<'_>) -> Result<u64> {
        let refused = |reason: String| Err(damaged(&self.path, reason));
        let mut packer = Packer::default();
        for (cards, sum) in (1..).zip(&self.header.layer_sums) {
            let mut slice_sums = Vec::new();
            for split in 0..self.table.splits(cards) {
                control.poll()?;
                slice_sums.push(checksum(self.table.pack(cards, split, &mut packer)));
                control.add_done(self.table.positions(cards) / self.table.splits(cards) as u64);
            }
            if layer_sum(&slice_sums) != *sum {
                return refused(format!("the checksum of layer {cards} is wrong"));
            }
        }
        if checksum(self.table.bytes()) != self.header.data_sum {
            return refused("the checksum of its data is wrong".into());
        }
        check::verify(&self.table, sample, seed, control).map_err(|error| match error {
            Error::Interrupted => error,
            error => damaged(&self.path, error.to_string()),
        })
    }
}

/// Environment variable with the folder of databases that every solve of this process may use.
pub const FOLDER_VARIABLE: &str = "BITGAMES_ENDINGS";

/// The largest table that this process has for a strain: [`EndingTable::small`], or a larger
/// database in the folder that the environment variable `BITGAMES_ENDINGS` named at the first call.
///
/// # Errors
/// As [`Database::open`], for a database in that folder.
pub fn shared_table(strain: TrumpClass) -> Result<&'static EndingTable> {
    static DATABASES: [Once<Result<Option<Database>>>; 2] = [
        Once::new(|| Box::new(largest(TrumpClass::NoTrump))),
        Once::new(|| Box::new(largest(TrumpClass::Trump))),
    ];
    let database = DATABASES[strain as usize].as_ref().map_err(Clone::clone)?;
    let table = database.as_ref().map(Database::table);
    Ok(table.filter(|table| table.cards() >= SMALL).unwrap_or_else(|| EndingTable::small(strain)))
}

/// The largest database of a strain in the folder that the environment variable names.
fn largest(strain: TrumpClass) -> Result<Option<Database>> {
    let folder = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty());
    folder.map_or(Ok(None), |folder| Database::largest(Path::new(&folder), strain))
}

fn damaged(path: &Path, reason: impl Into<String>) -> Error {
    Error::damaged("database", path, reason)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::rank::LayerShape;
    use super::*;
    use crate::ending::Threads;
    use crate::faults::Armed;
    use crate::files::tests::Folder;
    use crate::files::with_suffix;

    const CARDS: usize = 3;

    fn build(folder: &Path, control: &Control<'_>) -> Result<Database> {
        Database::build(folder, TrumpClass::Trump, CARDS, &Threads(1), control)
    }

    fn bytes(folder: &Path) -> Vec<u8> {
        fs::read(folder.join(file_name(TrumpClass::Trump, CARDS))).expect("it is finished")
    }

    /// A failed build leaves either work to continue from or the finished file.
    fn check_left(folder: &Folder, error: &Error) {
        let name = file_name(TrumpClass::Trump, CARDS);
        let partial = format!("{name}.partial");
        let left = folder.names();
        assert!(left.iter().all(|left| [&name, &partial].contains(&left)), "{left:?}");
        let finished = left.contains(&name);
        assert!(finished || left.is_empty() || error.to_string().contains(&partial), "{error}");
    }

    #[test]
    fn whatever_fails_a_build_says_so_and_the_next_one_makes_the_same_file() {
        let folder = Folder::new("build");
        build(&folder.0, &Control::default()).expect("nothing fails");
        let whole = bytes(&folder.0);
        for passes in 0.. {
            fs::remove_file(folder.0.join(file_name(TrumpClass::Trump, CARDS)))
                .expect("it is there");
            let armed = Armed::disk(&folder.0, passes);
            let built = build(&folder.0, &Control::default());
            let failed = armed.has_failed();
            drop(armed);
            if !failed {
                assert!(built.is_ok() && passes > 20, "{passes}");
                return;
            }
            // A failed cleanup does not fail the build.
            if let Err(error) = built {
                assert!(matches!(error, Error::Io { .. }), "{error}");
                check_left(&folder, &error);
            }
            build(&folder.0, &Control::default()).expect("nothing fails now");
            assert_eq!(folder.names(), [file_name(TrumpClass::Trump, CARDS)], "{passes}");
            assert!(bytes(&folder.0) == whole, "{passes}");
        }
    }

    #[test]
    fn a_build_without_memory_is_an_error() {
        for passes in 0.. {
            let folder = Folder::new("memory");
            let armed = Armed::memory(passes);
            let built = build(&folder.0, &Control::default());
            if !armed.has_failed() {
                assert!(built.is_ok() && passes > 2);
                return;
            }
            let error = built.expect_err("an allocation failed");
            assert!(matches!(error, Error::Memory { .. }), "{error}");
            drop(armed);
            build(&folder.0, &Control::default()).expect("there is memory now");
        }
    }

    /// Counts the slices that are made instead of loaded.
    struct Counted<'a>(&'a Partial, AtomicUsize);

    impl build::Store for Counted<'_> {
        fn has(&self, cards: usize, split: usize) -> bool {
            self.0.has(cards, split)
        }

        fn load(&self, cards: usize, split: usize) -> Result<Option<Vec<u8>>> {
            self.0.load(cards, split)
        }

        fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.save(cards, split, slice)
        }
    }

    #[test]
    fn slices_that_are_finished_are_not_made_again() {
        let folder = Folder::new("resume");
        let path = folder.0.join(file_name(TrumpClass::Trump, CARDS));
        let layers = |cards| {
            let work = Partial::open(&path, TrumpClass::Trump, CARDS).expect("a file to write");
            let store = Counted(&work, AtomicUsize::new(0));
            let control = Control::default();
            let made = build::build(TrumpClass::Trump, cards, &store, &Threads(1), &control);
            (made.expect("it is not stopped"), store.1.into_inner())
        };
        let splits = |cards| LayerShape::new(TrumpClass::Trump, cards).splits.len();
        let (two, made) = layers(2);
        assert_eq!(made, splits(1) + splits(2));
        // As if the process had been killed in the middle of a slice.
        let file = fs::OpenOptions::new().append(true).open(with_suffix(&path, ".partial"));
        file.and_then(|mut file| file.write_all(&[3, 0, 0, 0, 9])).expect("it is there");
        let (three, made) = layers(3);
        assert_eq!((&three[..2], made), (&two[..], splits(3)));
        assert_eq!(layers(3), (three, 0));
    }
}
