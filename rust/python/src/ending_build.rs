//! Building databases of endings by tasks.

use bitgames_core::ending::{self, MAX_CARDS, SliceBuild, Threads};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{self, Bits, FilePath, Int, Items, Text};
use crate::callbacks::Progress;
use crate::ending_database::{EndingDatabase, ONE_STRAIN, strain};
use crate::error::{ClosedError, Result};
use crate::exclusive::Exclusive;
use crate::long_call::long_call;

/// Most slices of a layer; 13 cards and trumps have fewer.
const MAX_SLICES: usize = 1 << 12;

/// A database of one strain whose slices are made by tasks; this process alone writes it.
///
/// ``missing(cards)`` are the slices to make of a layer, ``seal(cards)`` identifies a finished layer
/// for the tasks of the next one, ``keep`` adds what ``make_slices`` returns, and ``finish`` writes the
/// database. Raises what ``EndingDatabase.build`` raises. ``close`` lets other processes go on.
///
/// >>> import bitgames as bg, tempfile
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     build = bg._core.EndingBuild(folder, "trump", 2)
/// ...     for cards in (1, 2):
/// ...         below, slices = build.seal(cards - 1), build.missing(cards)
/// ...         build.keep(bg._core.make_slices(folder, "trump", 2, cards, slices, below))
/// ...     build.finish().cards
/// [2]
#[pyclass(frozen, module = "bitgames")]
pub struct EndingBuild(Exclusive<Option<SliceBuild>>);

impl EndingBuild {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&SliceBuild) -> bitgames_core::Result<T> + Send,
    ) -> Result<T> {
        let open = self.0.lock(py)?;
        let build = open.as_ref().ok_or_else(closed)?;
        Ok(py.detach(|| work(build))?)
    }
}

fn closed() -> PyErr {
    ClosedError::new_err("the build is closed")
}

fn layer(cards: Int, least: u64) -> Result<usize> {
    Ok(cards.within("cards", least, MAX_CARDS as u64)? as usize)
}

#[pymethods]
impl EndingBuild {
    #[new]
    fn new(py: Python<'_>, folder: FilePath, strain: Text, cards: Int) -> Result<Self> {
        let (strain, cards) = (self::strain(&strain.0, ONE_STRAIN)?, layer(cards, 1)?);
        let build = long_call(py, None, |_| SliceBuild::open(&folder.0, strain, cards))?;
        Ok(EndingBuild(Exclusive::new("a build of endings", Some(build))))
    }

    /// The numbers of the missing slices of the layer with hands of ``cards`` cards.
    fn missing(&self, py: Python<'_>, cards: Int) -> Result<Vec<usize>> {
        let cards = layer(cards, 1)?;
        Ok(self.0.lock(py)?.as_ref().ok_or_else(closed)?.missing(cards))
    }

    /// Adds what ``make_slices`` returned. Slices that are there stay as they are.
    fn keep(&self, py: Python<'_>, made: &Bound<'_, PyBytes>) -> Result<()> {
        let made = made.as_bytes();
        self.with(py, |build| build.keep(made))
    }

    /// The checksum of a finished layer, 0 for hands of no cards to start with. Its slices are on
    /// the disk then.
    fn seal(&self, py: Python<'_>, cards: Int) -> Result<u64> {
        let cards = layer(cards, 0)?;
        self.with(py, |build| build.seal(cards))
    }

    /// Writes the database and opens it; the build is closed then. Slices that are missing are made
    /// here, by ``threads``. ``progress(done, total)`` counts positions.
    #[pyo3(
        signature = (*, threads = None, progress = None),
        text_signature = "($self, *, threads=None, progress=None)"
    )]
    fn finish(
        &self,
        py: Python<'_>,
        threads: Option<Int>,
        progress: Option<Progress>,
    ) -> Result<EndingDatabase> {
        let threads = Threads(arguments::threads(threads)?);
        let build = self.0.lock(py)?.take().ok_or_else(closed)?;
        let database = long_call(py, progress, |control| build.finish(&threads, control))?;
        Ok(EndingDatabase::holding(vec![database]))
    }

    /// Lets other processes build; a second call does nothing.
    fn close(&self, py: Python<'_>) -> Result<()> {
        let build = self.0.lock(py)?.take();
        py.detach(|| drop(build));
        Ok(())
    }
}

/// Makes slices of the layer with hands of ``layer`` cards for the build of a database of up to
/// ``cards`` cards in ``folder``, where it finds the layer below.
///
/// ``below`` is the ``EndingBuild.seal`` of that layer. Returns the slices for ``EndingBuild.keep``.
/// Raises OSError if the folder lacks the build, and DamagedFileError if it has another one.
#[pyfunction]
#[pyo3(signature = (folder, strain, cards, layer, slices, below))]
pub fn make_slices(
    py: Python<'_>,
    folder: FilePath,
    strain: Text,
    cards: Int,
    layer: Int,
    slices: Items<Int, MAX_SLICES>,
    below: Bits,
) -> Result<Bound<'_, PyBytes>> {
    let (strain, cards) = (self::strain(&strain.0, ONE_STRAIN)?, self::layer(cards, 1)?);
    let layer = self::layer(layer, 1)?;
    let slices = slices.checked("slices")?.into_iter();
    let slices = slices.map(|slice| Ok(slice.within("slice", 0, MAX_SLICES as u64)? as usize));
    let slices = slices.collect::<Result<Vec<_>>>()?;
    let below = below.word("below")?;
    let made = long_call(py, None, |control| {
        ending::make_slices(&folder.0, (strain, cards), layer, &slices, below, control)
    })?;
    Ok(PyBytes::new(py, &made))
}

/// The number of positions of a slice of the layer with hands of ``cards`` cards.
#[pyfunction]
pub fn slice_positions(cards: Int) -> Result<u64> {
    Ok(ending::slice_positions(layer(cards, 1)?))
}
