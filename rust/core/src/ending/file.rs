//! Databases of endings as files: built in steps that survive an end by force, then only read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::build::{self, LayerSummary, Store};
use super::check;
use super::format::{FRONT_BYTES, Header, Layout, array, checksum};
use super::mapped::Mapped;
use super::rank::Strain;
use super::scheduler::Scheduler;
use super::table::Table;
use super::{Ending, MAX_CARDS};
use crate::control::Control;
use crate::error::{Error, Result};

/// The usual name of a database file: `honeymoon-trump-13.endings`.
pub fn file_name(strain: Strain, cards: usize) -> String {
    format!("honeymoon-{strain}-{cards}.endings")
}

/// A database file, open for looking endings up. It may be shared by threads.
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
    table: Table,
    layout: Layout,
    header: Header,
    bytes: Mapped,
}

impl Database {
    /// Opens a finished file. Its header is checked, its data are not: that is [`Database::verify`].
    ///
    /// # Errors
    /// [`Error::Io`] as the system reports it; [`Error::Parse`] for a file that is damaged, cut
    /// short, of another kind or of a newer format.
    pub fn open(path: &Path) -> Result<Self> {
        let refused = |reason: String| damaged(path, reason);
        let mut file = File::open(path).map_err(|error| Error::file(path, &error))?;
        let length = file.metadata().map_err(|error| Error::file(path, &error))?.len();
        let mut front = Vec::new();
        let head = Read::by_ref(&mut file).take(FRONT_BYTES as u64).read_to_end(&mut front);
        head.map_err(|error| Error::file(path, &error))?;
        let layout = Layout::read_front(&front).map_err(refused)?;
        if length != layout.file_bytes() {
            let wanted = layout.file_bytes();
            return Err(refused(format!("it has {length} bytes instead of {wanted}")));
        }
        let bytes = Mapped::new(&file).map_err(|error| Error::file(path, &error))?;
        let header =
            layout.read_header(&bytes.bytes()[..layout.header_bytes()]).map_err(refused)?;
        let layers = (1..=layout.cards()).map(|cards| {
            let (start, length) = layout.layer(cards);
            bytes.part(start as usize, length as usize)
        });
        let table = Table::mapped(layout.strain, layers);
        Ok(Database { path: path.to_owned(), table, layout, header, bytes })
    }

    /// Opens the databases of a folder: for each strain the one with the most cards.
    ///
    /// # Errors
    /// As [`Database::open`]; [`Error::Parse`] for a folder without databases.
    pub fn open_folder(folder: &Path) -> Result<Vec<Self>> {
        let mut found = Vec::new();
        for strain in Strain::ALL {
            found.extend(Database::largest(folder, strain)?);
        }
        if found.is_empty() {
            let name = file_name(Strain::NoTrump, 8);
            return Err(damaged(folder, format!("the folder has no database such as {name}")));
        }
        Ok(found)
    }

    /// Opens the database of a strain with the most cards in a folder, if there is any.
    fn largest(folder: &Path, strain: Strain) -> Result<Option<Self>> {
        let mut paths = (1..=MAX_CARDS).rev().map(|cards| folder.join(file_name(strain, cards)));
        paths.find(|path| path.exists()).map(|path| Database::open(&path)).transpose()
    }

    /// Builds a database into a folder, which is made if there is none, and opens it. Where a build
    /// was interrupted, it goes on; where there is a finished file, that is all.
    ///
    /// The work grows in a file whose name ends in `.partial`, slice by slice, each with its
    /// checksum, and takes its final name once it is whole and on the disk. The bytes depend on
    /// nothing but strain and cards.
    ///
    /// # Errors
    /// [`Error::Parameter`] for cards outside 1 to 13, [`Error::Io`], [`Error::Interrupted`];
    /// [`Error::Parse`] for a file of the final name that is damaged.
    pub fn build(
        folder: &Path,
        strain: Strain,
        cards: usize,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<Self> {
        if !(1..=MAX_CARDS).contains(&cards) {
            return Err(Error::parameter("cards", "from 1 to 13", cards));
        }
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
        let path = folder.join(file_name(strain, cards));
        if path.exists() {
            return Database::open(&path);
        }
        let work = Partial::open(&path, Layout::new(strain, cards))?;
        let layers = build::build(strain, cards, &work, scheduler, control)?;
        work.finish(layers, &path)?;
        Database::open(&path)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The positions, for looking them up.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.layout.file_bytes()
    }

    /// The program that made it.
    pub fn generator(&self) -> &str {
        &self.header.generator
    }

    /// What the layers hold, hands of one card first, with their checksums.
    pub fn layers(&self) -> impl Iterator<Item = (LayerSummary, u64)> {
        self.header.layers.iter().copied().zip(self.header.layer_sums.iter().copied())
    }

    /// The value of an ending, as [`Table::value`].
    ///
    /// # Errors
    /// [`Error::Parameter`] for an ending that the database does not have.
    pub fn value(&self, ending: &Ending) -> Result<usize> {
        self.table.value(ending).ok_or_else(|| self.lacks(ending))
    }

    /// Why an ending cannot be looked up here.
    pub fn lacks(&self, ending: &Ending) -> Error {
        let (strain, cards) = (self.table.strain(), self.table.cards());
        let allowed = format!(
            "of strain {strain} and at most {cards} cards a hand ({})",
            self.path.display()
        );
        Error::parameter("ending", allowed, ending)
    }

    /// Checks every checksum, and derives `sample` random positions of each layer anew by search
    /// one trick ahead. Returns how many positions were derived; work is counted in bytes.
    ///
    /// # Errors
    /// [`Error::Parse`] that names the layer where something is wrong; [`Error::Interrupted`].
    pub fn verify(&self, sample: u64, seed: u64, control: &Control<'_>) -> Result<u64> {
        control.set_total(self.file_bytes());
        let sums = self.layout.layer_sums(&self.header.slice_sums);
        for cards in 1..=self.layout.cards() {
            for split in 0..self.layout.slices(cards) {
                control.poll()?;
                let (start, length) = self.layout.slice(cards, split);
                let slice = &self.bytes.bytes()[start as usize..][..length];
                if checksum(slice) != self.header.slice_sums[self.layout.slice_number(cards, split)]
                {
                    let reason = format!("the checksum of layer {cards}, slice {split} is wrong");
                    return Err(damaged(&self.path, reason));
                }
                control.add_done(length as u64);
            }
            if sums[cards - 1] != self.header.layer_sums[cards - 1] {
                return Err(damaged(&self.path, format!("the checksum of layer {cards} is wrong")));
            }
        }
        check::verify(&self.table, sample, seed, control).map_err(|error| match error {
            Error::Interrupted => error,
            error => damaged(&self.path, error.to_string()),
        })
    }
}

/// Names the folder whose databases every solve of this process may use.
pub const FOLDER_VARIABLE: &str = "BITGAMES_ENDINGS";

/// The best table that this process has for a strain: a database in the folder that the environment
/// variable `BITGAMES_ENDINGS` names, when it was set at the first call, or else [`Table::small`].
///
/// # Errors
/// As [`Database::open`], for a database in that folder.
pub fn shared_table(strain: Strain) -> Result<&'static Table> {
    static DATABASES: [OnceLock<Result<Option<Database>>>; 2] = [OnceLock::new(), OnceLock::new()];
    let database = DATABASES[strain as usize].get_or_init(|| {
        let folder = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty());
        folder.map_or(Ok(None), |folder| Database::largest(Path::new(&folder), strain))
    });
    Ok(match database.as_ref().map_err(Clone::clone)? {
        Some(database) => database.table(),
        None => Table::small(strain),
    })
}

/// A database that is being built.
struct Partial {
    path: PathBuf,
    layout: Layout,
    file: Mutex<File>,
    /// Checksums of the slices that are in the file; 0 for those still to be made.
    sums: Mutex<Vec<u64>>,
}

impl Partial {
    /// Goes on with an earlier build of the same, or begins.
    fn open(target: &Path, layout: Layout) -> Result<Self> {
        let mut path = target.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(|error| Error::file(&path, &error))?;
        let front = layout.front(&generator());
        let slices = layout.slice_number(layout.cards(), layout.slices(layout.cards()));
        let mut header = vec![0; layout.sum_place(1, 0) as usize + 8 * slices];
        let ours = file.read_exact(&mut header).is_ok() && header.starts_with(&front);
        if !ours {
            header.fill(0);
            header[..front.len()].copy_from_slice(&front);
            begin(&mut file, &header, layout.file_bytes())
                .map_err(|error| Error::file(&path, &error))?;
        }
        let sums = header[layout.sum_place(1, 0) as usize..].chunks_exact(8);
        let sums = sums.map(|bytes| u64::from_le_bytes(array(bytes))).collect();
        Ok(Partial { path, layout, file: Mutex::new(file), sums: Mutex::new(sums) })
    }

    fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sums(&self) -> MutexGuard<'_, Vec<u64>> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, place: u64, bytes: &[u8]) -> Result<()> {
        let mut file = self.file();
        let written = file.seek(SeekFrom::Start(place)).and_then(|_| file.write_all(bytes));
        written.map_err(|error| Error::file(&self.path, &error))
    }

    /// Gives the whole file its header and its name.
    fn finish(self, layers: Vec<LayerSummary>, target: &Path) -> Result<()> {
        let slice_sums = self.sums().clone();
        let layer_sums = self.layout.layer_sums(&slice_sums);
        let header = Header { generator: generator(), layers, layer_sums, slice_sums };
        self.write(0, &self.layout.header(&header))?;
        self.file().sync_all().map_err(|error| Error::file(&self.path, &error))?;
        fs::rename(&self.path, target).map_err(|error| Error::file(target, &error))?;
        // Makes the new name durable, where the system lets a folder be opened.
        if let Some(folder) = target.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

fn begin(file: &mut File, header: &[u8], length: u64) -> io::Result<()> {
    file.set_len(0)?;
    file.set_len(length)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(header)
}

impl Store for Partial {
    fn load(&self, cards: usize, split: usize, slice: &mut [u8]) -> Result<bool> {
        let number = self.layout.slice_number(cards, split);
        let sum = self.sums()[number];
        if sum == 0 {
            return Ok(false);
        }
        let (start, _) = self.layout.slice(cards, split);
        let mut file = self.file();
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(slice));
        // A slice that the machine's end has torn is made again.
        Ok(read.is_ok() && checksum(slice) == sum)
    }

    fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()> {
        let (start, _) = self.layout.slice(cards, split);
        self.write(start, slice)?;
        let sum = checksum(slice);
        self.write(self.layout.sum_place(cards, split), &sum.to_le_bytes())?;
        self.sums()[self.layout.slice_number(cards, split)] = sum;
        Ok(())
    }
}

/// Name and version of this program, for files that say who made them.
fn generator() -> String {
    format!("bitgames {}", env!("CARGO_PKG_VERSION"))
}

fn damaged(path: &Path, reason: impl Into<String>) -> Error {
    Error::parse("database", &path.display().to_string(), reason)
}
