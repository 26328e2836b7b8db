//! Databases of endings.

use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use bitgames_core::bits::Word;
use bitgames_core::cards::SUITS;
use bitgames_core::ending::{self, Database, Ending as Core, MAX_CARDS, Threads, TrumpClass};
use bitgames_core::{Error, memory};
use numpy::ndarray::ArrayView1;
use numpy::{Ix1, Ix2, PyArray1, PyArrayMethods};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_union};

use crate::arguments::{self, Array, Bits, FilePath, Int, Items, Real, Root, Text};
use crate::callbacks::Progress;
use crate::ending::Ending;
use crate::error::{ClosedError, Result};
use crate::long_call::long_call;
use crate::typed::{Bytes, Int8s, IntCounts, Reduced, Typed, Words, by_value, reduced};

/// The entry of a database for hands of one size. Immutable: it compares, hashes and pickles by
/// value.
#[pyclass(frozen, eq, hash, get_all, module = "bitgames.honeymoon")]
#[derive(Clone)]
pub struct EndingLayer {
    /// ``notrump`` or ``trump``.
    pub strain: &'static str,
    /// Cards in a hand.
    pub cards: usize,
    /// Number of positions.
    pub positions: u64,
    /// XXH3 of the layer.
    pub checksum: u64,
    /// Positions by the leader's tricks, from 0.
    pub histogram: Vec<u64>,
    /// Mean of the leader's tricks over the positions.
    pub mean: f64,
    /// Mean of the leader's tricks over all deals of the hands from a pack of 52.
    pub deal_mean: f64,
    /// Positions in which the lead costs more than one trick; always 0.
    pub costly_leads: u64,
}

by_value!(EndingLayer);

impl EndingLayer {
    fn compared(&self) -> impl Hash + PartialEq {
        let means = (self.mean.to_bits(), self.deal_mean.to_bits());
        let counts = (self.cards, self.positions, self.costly_leads, &self.histogram);
        (self.strain, self.checksum, counts, means)
    }
}

#[pymethods]
impl EndingLayer {
    #[new]
    fn new(
        strain: Text,
        cards: Int,
        positions: Int,
        checksum: Bits,
        histogram: Items<Int, { MAX_CARDS + 1 }>,
        mean: Real,
        deal_mean: Real,
        costly_leads: Int,
    ) -> Result<Self> {
        let count = |name: &str, n: Int| n.within(name, 0, i64::MAX as u64);
        let histogram = histogram.checked("histogram")?;
        Ok(EndingLayer {
            strain: self::strain(&strain.0, ONE_STRAIN)?.name(),
            cards: cards.within("cards", 1, MAX_CARDS as u64)? as usize,
            positions: count("positions", positions)?,
            checksum: checksum.word("checksum")?,
            histogram: histogram.iter().map(|&n| count("histogram", n)).collect::<Result<_>>()?,
            mean: mean.0,
            deal_mean: deal_mean.0,
            costly_leads: count("costly_leads", costly_leads)?,
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let fields = (
            self.strain,
            self.cards,
            self.positions,
            self.checksum,
            &self.histogram,
            self.mean,
            self.deal_mean,
            self.costly_leads,
        );
        reduced(py.get_type::<EndingLayer>(), fields)
    }

    fn __repr__(&self) -> String {
        let EndingLayer { strain, cards, positions, mean, .. } = self;
        format!("<EndingLayer {strain}, cards {cards}, positions {positions}, mean {mean:.6}>")
    }
}

/// Exact values of all endings up to some number of cards, from files that ``bitgames db build``
/// made.
///
/// ``path`` is a file of one strain, or a folder with one or both. Files are memory-mapped, so
/// opening is fast, and threads and processes may share them. A database is a context manager:
/// ``close`` or the end of a ``with`` block closes the files, and later calls raise ClosedError. A
/// pickle holds the paths and checksums of the files; unpickling needs the same files.
///
/// Raises DamagedFileError for a file that is damaged, cut short or of another format, for a file
/// of a folder whose name does not fit its content, and for a file that changed after pickling.
/// Raises OSError for a file that the system cannot read.
///
/// >>> import bitgames as bg, tempfile
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     database = bg.honeymoon.EndingDatabase.build(folder, 5)
/// >>> ending = bg.honeymoon.Ending(["1101", "10", "", "0010"], trump=0)
/// >>> database.value(ending), database.best_cards(ending)
/// (4, [0, 1, 4, 8])
#[pyclass(frozen, module = "bitgames.honeymoon")]
pub struct EndingDatabase(RwLock<Option<Arc<Vec<Database>>>>);

/// The database among these that has an ending.
fn of<'a>(databases: &'a [Database], ending: &Core) -> Result<&'a Database> {
    let found = databases.iter().find(|database| database.table().has(ending));
    let closest = |database: &&Database| database.table().strain() == TrumpClass::of(ending);
    match (found, databases.iter().find(closest).or(databases.first())) {
        (Some(found), _) => Ok(found),
        (None, Some(closest)) => Err(closest.lacks(ending).into()),
        (None, None) => Err(Error::parameter("ending", "in a database", ending).into()),
    }
}

/// The databases of a file, or of a folder.
fn open(path: &Path) -> Result<Vec<Database>> {
    if path.is_dir() {
        return Ok(Database::open_folder(path)?);
    }
    Ok(vec![Database::open(path)?])
}

impl EndingDatabase {
    /// The files, open.
    pub fn holding(databases: Vec<Database>) -> Self {
        EndingDatabase(RwLock::new(Some(Arc::new(databases))))
    }

    /// The files, while they are open. Nothing of Python runs while the lock is held.
    fn databases(&self) -> Result<Arc<Vec<Database>>> {
        let open = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        open.ok_or_else(|| ClosedError::new_err("the database of endings is closed").into())
    }

    /// Looks up many endings, each in the database of its strain.
    fn batch<T: Copy + Default + Send>(
        &self,
        py: Python<'_>,
        positions: Positions<'_>,
        ask: impl Fn(&Database, &[Core]) -> Vec<T> + Send,
    ) -> Result<Vec<T>> {
        let databases = self.databases()?;
        let endings = positions.read()?;
        for ending in &endings {
            of(&databases, ending)?;
        }
        long_call(py, None, move |control| {
            let mut answers = memory::list(endings.len())?;
            for some in endings.chunks(BETWEEN_POLLS) {
                control.poll()?;
                answers.extend(answer(&databases, some, &ask));
            }
            Ok(answers)
        })
    }
}

/// Endings of a batch that are looked up between two checks for Ctrl-C.
const BETWEEN_POLLS: usize = 1 << 12;

/// The answers for endings, each of which is in one of the databases.
fn answer<T: Copy + Default>(
    databases: &[Database],
    endings: &[Core],
    ask: &impl Fn(&Database, &[Core]) -> Vec<T>,
) -> Vec<T> {
    let mut answers = vec![T::default(); endings.len()];
    for database in databases {
        let (places, known): (Vec<_>, Vec<_>) = endings
            .iter()
            .enumerate()
            .filter(|(_, ending)| database.table().has(ending))
            .map(|(place, &ending)| (place, ending))
            .unzip();
        for (place, answer) in places.into_iter().zip(ask(database, &known)) {
            answers[place] = answer;
        }
    }
    answers
}

/// Owners, lengths, trumps and values of the endings of a layer.
type Layer<'py> = (Typed<'py, Words>, Typed<'py, Bytes>, Typed<'py, Int8s>, Typed<'py, Bytes>);

/// Endings, or their owners, which other arrays complete.
enum Given<'py> {
    Endings(Vec<Core>),
    Owners(Array<'py, u32, Ix1>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'py> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr =
        type_hint_union!(Items::<Bound<'_, Ending>>::INPUT_TYPE, Array::<u32, Ix1>::INPUT_TYPE);

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(owners) = object.extract() {
            return Ok(Given::Owners(owners));
        }
        let endings: Items<Bound<'_, Ending>> = object.extract()?;
        let endings = endings.checked("endings")?;
        Ok(Given::Endings(endings.iter().map(|ending| ending.get().0).collect()))
    }
}

/// Endings as arrays.
struct Positions<'py> {
    endings: Given<'py>,
    lengths: Option<Array<'py, u8, Ix2>>,
    trumps: Option<Array<'py, i8, Ix1>>,
    led: Option<Array<'py, i8, Ix1>>,
}

impl Positions<'_> {
    fn read(self) -> Result<Vec<Core>> {
        let (owners, lengths) = match (self.endings, &self.lengths) {
            (Given::Owners(owners), Some(lengths)) => (owners, lengths.0.as_array()),
            (Given::Endings(endings), None) if self.trumps.is_none() && self.led.is_none() => {
                return Ok(endings);
            }
            (Given::Owners(_), None) => {
                return Err(Error::parameter("lengths", "an array beside owners", "None").into());
            }
            (Given::Endings(_), _) => {
                let allowed = "None beside endings";
                return Err(Error::parameter("lengths, trumps and led", allowed, "given").into());
            }
        };
        let owners = owners.0.as_array();
        let count = owners.len();
        if lengths.dim() != (count, SUITS) {
            let allowed = format!("of shape ({count}, 4)");
            return Err(Error::parameter("lengths", allowed, format!("{:?}", lengths.dim())).into());
        }
        let trumps = in_step("trumps", self.trumps.as_ref(), count)?;
        let led = in_step("led", self.led.as_ref(), count)?;
        let number = |array: &Option<ArrayView1<'_, i8>>, index| array.map_or(-1, |a| a[index]);
        // A strided array may be longer than its memory, so its length is no bound for an
        // allocation.
        let mut endings = memory::list(count)?;
        for (index, row) in lengths.outer_iter().enumerate() {
            let lengths = [row[0], row[1], row[2], row[3]];
            endings.push(Core::of_words(
                owners[index],
                lengths,
                or_none("trumps", number(&trumps, index))?,
                or_none("led", number(&led, index))?,
            )?);
        }
        Ok(endings)
    }
}

/// An array with a number for each ending, if there is one.
fn in_step<'a>(
    name: &str,
    array: Option<&'a Array<'_, i8, Ix1>>,
    count: usize,
) -> Result<Option<ArrayView1<'a, i8>>> {
    let array = array.map(|array| array.0.as_array());
    match array.map(|array| array.len()).filter(|&length| length != count) {
        Some(length) => Err(Error::parameter(name, format!("of shape ({count},)"), length).into()),
        None => Ok(array),
    }
}

/// A number of an array; -1 means none.
fn or_none(name: &str, number: i8) -> Result<Option<u8>> {
    match u8::try_from(number) {
        Ok(known) => Ok(Some(known)),
        Err(_) if number == -1 => Ok(None),
        Err(_) => Err(Error::parameter(name, "-1 for none, or 0 and more", number).into()),
    }
}

#[pymethods]
impl EndingDatabase {
    #[new]
    fn new(path: FilePath) -> Result<Self> {
        Ok(EndingDatabase::holding(open(&path.0)?))
    }

    /// Opens the files of a pickled database, if they are unchanged.
    #[staticmethod]
    fn _reopen(files: Items<(FilePath, Items<u64>), 2>) -> Result<Self> {
        let mut databases = Vec::new();
        for (path, checksums) in files.checked("files")? {
            let found = open(&path.0)?;
            let now = found.iter().flat_map(Database::layers).map(|(_, checksum)| checksum);
            if !now.eq(checksums.checked("checksums")?) {
                let reason = "the file has changed since the database was pickled";
                return Err(Error::damaged("database", &path.0, reason).into());
            }
            databases.extend(found);
        }
        Ok(EndingDatabase::holding(databases))
    }

    /// Closes the files. A second ``close`` does nothing; every other use afterwards raises
    /// ClosedError.
    ///
    /// >>> import bitgames as bg, tempfile
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     with bg.honeymoon.EndingDatabase.build(folder, 2) as database:
    /// ...         database.cards
    /// [2, 2]
    /// >>> database.closed
    /// True
    fn close(&self) {
        // Dropped after the lock is released: unmapping may take long.
        let _open = self.0.write().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// True once the files are closed.
    #[getter]
    fn closed(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> Result<PyRef<'_, Self>> {
        slf.databases()?;
        Ok(slf)
    }

    #[pyo3(signature = (*_error: "object"))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.close();
    }

    /// Builds databases of hands of up to ``cards`` cards, 1 to 13, into a folder, and opens them.
    ///
    /// ``strain`` is ``"notrump"``, ``"trump"`` or ``"both"``. An interrupted build continues where
    /// it stopped, and finished files stay as they are. Interruptions and ``threads`` do
    /// not change the bytes of the files. ``progress(done, total)`` counts positions.
    #[staticmethod]
    #[pyo3(
        signature = (folder, cards, *, strain = None, threads = None, progress = None),
        text_signature = "(folder, cards, *, strain=None, threads=None, progress=None)"
    )]
    fn build(
        py: Python<'_>,
        folder: FilePath,
        cards: Int,
        strain: Option<Text>,
        threads: Option<Int>,
        progress: Option<Progress>,
    ) -> Result<Self> {
        let cards = cards.within("cards", 1, MAX_CARDS as u64)? as usize;
        let strains = match strain.as_ref().map_or("both", |strain| strain.0.as_str()) {
            "both" => TrumpClass::ALL.to_vec(),
            one => vec![self::strain(one, "notrump, trump or both")?],
        };
        let threads = Threads(arguments::threads(threads)?);
        let databases = long_call(py, progress, |control| {
            control.set_total(strains.iter().map(|&s| ending::build::positions(s, cards)).sum());
            let build =
                |&strain: &TrumpClass| Database::build(&folder.0, strain, cards, &threads, control);
            strains.iter().map(build).collect()
        })?;
        Ok(EndingDatabase::holding(databases))
    }

    /// Checks every checksum, and recomputes ``sample`` random positions of each layer by a search
    /// one trick deep. Returns the number of positions recomputed.
    ///
    /// Raises DamagedFileError, which names the file and the layer, for a wrong checksum or value.
    /// ``progress(done, total)`` counts positions.
    #[pyo3(
        signature = (*, sample = Int(1000), seed = None, progress = None),
        text_signature = "($self, *, sample=1000, seed=None, progress=None)"
    )]
    fn verify(
        &self,
        py: Python<'_>,
        sample: Int,
        seed: Option<Root>,
        progress: Option<Progress>,
    ) -> Result<u64> {
        let sample = sample.within("sample", 0, 1 << 32)?;
        let seed = Root::or_fresh(py, seed)?.stream();
        let databases = self.databases()?;
        long_call(py, progress, |control| {
            control.set_total(databases.iter().map(Database::positions).sum());
            databases.iter().map(|database| database.verify(sample, seed, control)).sum()
        })
    }

    /// The value of an ending: tricks of the leader of the current trick, this trick included.
    ///
    /// Raises ParameterError for an ending of a strain or a number of cards that the database does
    /// not have.
    fn value(&self, ending: &Ending) -> Result<usize> {
        Ok(of(&self.databases()?, &ending.0)?.value(&ending.0)?)
    }

    /// Every legal card of an ending with its value, the leader's tricks.
    fn card_values<'py>(&self, py: Python<'py>, ending: &Ending) -> Result<Typed<'py, IntCounts>> {
        let values = PyDict::new(py);
        let databases = self.databases()?;
        let table = of(&databases, &ending.0)?.table();
        for (card, value) in table.card_values(&ending.0).unwrap_or_default() {
            values.set_item(card, value)?;
        }
        Ok(Typed::new(values))
    }

    /// The best cards of an ending, in index order: those with the largest value for a leader to
    /// play, those with the smallest for a follower to play.
    fn best_cards(&self, ending: &Ending) -> Result<Vec<usize>> {
        let best =
            of(&self.databases()?, &ending.0)?.table().best_cards(&ending.0).unwrap_or_default();
        Ok(best.cells().collect())
    }

    /// The values of many endings, an array of uint8.
    ///
    /// ``endings`` is a sequence of Endings, or without them an array of their ``owners`` (uint32, shape
    /// ``(n,)``). Then ``lengths`` (uint8, ``(n, 4)``) are as the attribute of an Ending; ``trumps`` and
    /// ``led`` (int8, ``(n,)``) have -1 for none; an array that is left out means -1 for all endings.
    ///
    /// >>> import bitgames as bg, numpy as np, tempfile
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     database = bg.honeymoon.EndingDatabase.build(folder, 3, strain="notrump")
    /// >>> endings = [bg.honeymoon.Ending.random(3, seed=n) for n in range(5)]
    /// >>> database.values(endings).tolist() == [database.value(ending) for ending in endings]
    /// True
    /// >>> owners = np.array([ending.owners for ending in endings], dtype=np.uint32)
    /// >>> lengths = np.array([ending.lengths for ending in endings], dtype=np.uint8)
    /// >>> bool((database.values(owners, lengths) == database.values(endings)).all())
    /// True
    #[pyo3(signature = (endings, lengths = None, trumps = None, led = None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        endings: Given<'py>,
        lengths: Option<Array<'py, u8, Ix2>>,
        trumps: Option<Array<'py, i8, Ix1>>,
        led: Option<Array<'py, i8, Ix1>>,
    ) -> Result<Typed<'py, Bytes>> {
        let positions = Positions { endings, lengths, trumps, led };
        let values = self.batch(py, positions, |database, endings| {
            database.table().values(endings).unwrap_or_default()
        })?;
        Ok(Typed::new(PyArray1::from_vec(py, values)))
    }

    /// The best cards of many endings, an array of uint32 with bit ``i`` for card ``i``; arguments
    /// as for ``values``.
    #[pyo3(signature = (endings, lengths = None, trumps = None, led = None))]
    fn best_card_sets<'py>(
        &self,
        py: Python<'py>,
        endings: Given<'py>,
        lengths: Option<Array<'py, u8, Ix2>>,
        trumps: Option<Array<'py, i8, Ix1>>,
        led: Option<Array<'py, i8, Ix1>>,
    ) -> Result<Typed<'py, Words>> {
        let positions = Positions { endings, lengths, trumps, led };
        let sets = self.batch(py, positions, |database, endings| {
            let best = |ending| database.table().best_cards(ending).unwrap_or_default();
            endings.iter().map(best).collect()
        })?;
        Ok(Typed::new(PyArray1::from_vec(py, sets)))
    }

    /// The endings of a layer at the start of a trick, and their values: arrays of owners, lengths and
    /// trumps as ``values`` takes them, and of values (uint8, shape ``(n,)``). Endings that differ in the
    /// order of suits alone are there once.
    ///
    /// ``first`` and ``count`` (None: all from there on) take some of them: the layer of thirteen cards
    /// has billions. Raises ParameterError for a strain or a layer that the database does not have.
    ///
    /// >>> import bitgames as bg, tempfile
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     database = bg.honeymoon.EndingDatabase.build(folder, 3, strain="notrump")
    /// >>> owners, lengths, trumps, values = database.layer("notrump", 3)
    /// >>> values.shape, float(values.mean()) == database.layers[2].mean
    /// ((180,), True)
    #[pyo3(
        signature = (strain, cards, *, first = Int(0), count = None),
        text_signature = "($self, strain, cards, *, first=0, count=None)"
    )]
    fn layer<'py>(
        &self,
        py: Python<'py>,
        strain: Text,
        cards: Int,
        first: Int,
        count: Option<Int>,
    ) -> Result<Layer<'py>> {
        let databases = self.databases()?;
        let tables = || databases.iter().map(Database::table);
        let Some(table) = tables().find(|table| table.strain().name() == strain.0) else {
            let known: Vec<_> = tables().map(|table| table.strain().name()).collect();
            return Err(Error::parameter("strain", known.join(" or "), strain.0).into());
        };
        let cards = cards.within("cards", 1, table.cards() as u64)? as usize;
        let positions = table.positions(cards);
        let first = first.within("first", 0, positions)? as usize;
        let rest = positions - first as u64;
        let count = count.map_or(Ok(rest), |count| count.within("count", 0, rest))? as usize;
        let (owners, lengths, trumps, values) = long_call(py, None, |control| {
            let (mut owners, mut lengths) = (memory::list(count)?, memory::list(SUITS * count)?);
            let (mut trumps, mut values) = (memory::list(count)?, memory::list(count)?);
            for begin in (first..first + count).step_by(BETWEEN_POLLS) {
                control.poll()?;
                let some = begin..(begin + BETWEEN_POLLS).min(first + count);
                let some: Vec<_> = some.filter_map(|index| table.ending(cards, index)).collect();
                owners.extend(some.iter().map(Core::owners));
                lengths.extend(some.iter().flat_map(Core::lengths));
                trumps.extend(some.iter().map(|one| one.trump().map_or(-1, |trump| trump as i8)));
                values.extend(table.values(&some).unwrap_or_default());
            }
            Ok((owners, lengths, trumps, values))
        })?;
        Ok((
            Typed::new(PyArray1::from_vec(py, owners)),
            Typed::new(PyArray1::from_vec(py, lengths).reshape([count, SUITS])?),
            Typed::new(PyArray1::from_vec(py, trumps)),
            Typed::new(PyArray1::from_vec(py, values)),
        ))
    }

    /// The files, in the order of ``strains``.
    #[getter]
    fn paths(&self) -> Result<Vec<String>> {
        Ok(self.databases()?.iter().map(|database| database.path().display().to_string()).collect())
    }

    /// The strains of the database: ``notrump``, ``trump``.
    #[getter]
    fn strains(&self) -> Result<Vec<&'static str>> {
        Ok(self.databases()?.iter().map(|database| database.table().strain().name()).collect())
    }

    /// Most cards in a hand, for each of ``strains``.
    #[getter]
    fn cards(&self) -> Result<Vec<usize>> {
        Ok(self.databases()?.iter().map(|database| database.table().cards()).collect())
    }

    /// Bytes of each file.
    #[getter]
    fn file_bytes(&self) -> Result<Vec<u64>> {
        Ok(self.databases()?.iter().map(Database::file_bytes).collect())
    }

    /// The program that made each file.
    #[getter]
    fn generators(&self) -> Result<Vec<String>> {
        Ok(self.databases()?.iter().map(|database| database.generator().to_owned()).collect())
    }

    /// The layers, as the headers of the files describe them.
    #[getter]
    fn layers(&self) -> Result<Vec<EndingLayer>> {
        let mut layers = Vec::new();
        for database in self.databases()?.iter() {
            let strain = database.table().strain().name();
            for (cards, (layer, checksum)) in (1..).zip(database.layers()) {
                layers.push(EndingLayer {
                    strain,
                    cards,
                    positions: layer.positions(),
                    checksum,
                    histogram: layer.histogram[..=cards].to_vec(),
                    mean: layer.mean(),
                    deal_mean: layer.deal_mean(),
                    costly_leads: layer.costly_leads,
                });
            }
        }
        Ok(layers)
    }

    fn __repr__(&self) -> String {
        match self.paths() {
            Ok(paths) => format!("<EndingDatabase {}>", paths.join(", ")),
            Err(_) => "<EndingDatabase, closed>".into(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Reduced>> {
        let file = |database: &Database| -> Result<(PathBuf, Vec<u64>)> {
            let path = std::path::absolute(database.path());
            let path = path.map_err(|error| Error::file(database.path(), &error))?;
            Ok((path, database.layers().map(|(_, checksum)| checksum).collect()))
        };
        let files = self.databases()?.iter().map(file).collect::<Result<Vec<_>>>()?;
        let open = py.get_type::<EndingDatabase>().getattr("_reopen")?;
        Ok(reduced(open, (files,))?)
    }
}

/// The names of strains, where both are not allowed.
pub const ONE_STRAIN: &str = "notrump or trump";

/// The strain with this name.
pub fn strain(name: &str, allowed: &str) -> Result<TrumpClass> {
    let found = TrumpClass::ALL.into_iter().find(|strain| strain.name() == name);
    Ok(found.ok_or_else(|| Error::parameter("strain", allowed, name))?)
}
