//! Opening books.

use std::path::Path;
use std::sync::Arc;

use bitgames_core::book::{Book as Core, BookEntry, BookMove, Kind, Strength, UNIT};
use bitgames_core::expansion::{self, Plan};
use bitgames_core::files::RunLock;
use bitgames_core::{self as core, Error, memory};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{self, FilePath, Int, Real};
use crate::callbacks::Progress;
use crate::error::Result;
use crate::game_arguments::PositionLike;
use crate::long_call::long_call;
use crate::moves::Move;
use crate::position::Position;
use crate::typed::{Reduced, Typed, reduced};

/// The opening book of a game: the part of ``bitgames.Book`` that is native.
#[pyclass(frozen, module = "bitgames._core")]
pub struct BookTable(Arc<Core>);

/// A value in points, and what it is: leaf, exact or expanded.
type Found = (f64, &'static str);
/// A move with the value after it for the side that makes it, and what it is.
type FoundMove = (Py<Move>, f64, &'static str);
/// A canonical position, its entry, and its moves by index.
type BookRow = (String, f64, &'static str, Vec<(u16, f64, &'static str)>);

fn found(entry: BookEntry) -> Found {
    let kind = match entry.kind {
        Kind::Leaf => "leaf",
        Kind::Exact => "exact",
        Kind::Expanded => "expanded",
    };
    (f64::from(entry.value) / f64::from(UNIT), kind)
}

/// A number of points in hundredths.
fn hundredths(name: &str, points: Real) -> Result<u32> {
    if (0.0..=1000.0).contains(&points.0) {
        return Ok((points.0 * f64::from(UNIT)).round() as u32);
    }
    Err(Error::parameter(name, "from 0 to 1000 points", points.0).into())
}

/// How a book is to be built, as far as it is said.
struct Asked {
    strength: Option<Strength>,
    within: Option<u32>,
    weight: Option<u32>,
}

impl Asked {
    /// Refuses a book that was built in another way.
    fn check(&self, book: &Core, root: &str, path: &Path) -> core::Result<()> {
        let of = book.settings();
        let refuse = |name: &str, has: &dyn std::fmt::Display, asked: &dyn std::fmt::Display| {
            let allowed = format!("{has} as in {}", path.display());
            Err(Error::parameter(name, allowed, asked))
        };
        if let Some(asked) = self.strength.filter(|&asked| asked != of.strength) {
            return refuse("the search", &of.strength, &asked);
        }
        let points = |hundredths: u32| f64::from(hundredths) / f64::from(UNIT);
        if let Some(asked) = self.within.filter(|&asked| asked != of.within) {
            return refuse("within", &points(of.within), &points(asked));
        }
        if let Some(asked) = self.weight.filter(|&asked| asked != of.weight) {
            return refuse("weight", &of.weight, &asked);
        }
        if !of.roots.iter().any(|known| known == root) {
            return refuse("the first position", &of.roots.join(" or "), &root);
        }
        Ok(())
    }

    fn plan(&self, positions: usize) -> Plan {
        let usual = Plan::default();
        Plan {
            positions,
            strength: self.strength.unwrap_or(usual.strength),
            within: self.within.unwrap_or(usual.within),
            weight: self.weight.unwrap_or(usual.weight),
            ..usual
        }
    }
}

#[pymethods]
impl BookTable {
    /// Opens a file.
    #[new]
    fn new(path: FilePath) -> Result<Self> {
        Ok(BookTable(Arc::new(Core::open(&path.0)?)))
    }

    /// The book from the bytes of a file.
    #[staticmethod]
    fn from_bytes(bytes: &Bound<'_, PyBytes>) -> Result<Self> {
        let mut copy = memory::list(bytes.as_bytes().len())?;
        copy.extend_from_slice(bytes.as_bytes());
        Ok(BookTable(Arc::new(Core::read(copy, Path::new("bytes"))?)))
    }

    /// The book that players of the game of a position use.
    #[staticmethod]
    fn of(position: PositionLike<'_>) -> Result<Self> {
        Ok(BookTable(position.0.get().game().book()?))
    }

    /// Builds a book into a file, or goes on with the one that is there.
    #[staticmethod]
    #[pyo3(
        signature = (
            path, position, *, positions, depth = None, level = None, within = None, weight = None,
            threads = None, progress = None
        ),
        text_signature = "(path, position, *, positions, depth=None, level=None, within=None, \
                          weight=None, threads=None, progress=None)"
    )]
    fn build(
        py: Python<'_>,
        path: FilePath,
        position: PositionLike<'_>,
        positions: Int,
        depth: Option<Int>,
        level: Option<Int>,
        within: Option<Real>,
        weight: Option<Int>,
        threads: Option<Int>,
        progress: Option<Progress>,
    ) -> Result<Self> {
        let positions = positions.within("positions", 1, 10_000_000)? as usize;
        let depth = depth.map(|depth| depth.within("depth", 1, 255)).transpose()?;
        let weight = weight.map(|weight| weight.within("weight", 0, 1000)).transpose()?;
        let level = level.map(|level| level.within("level", 0, 255)).transpose()?;
        let strength = match (depth, level) {
            (Some(_), Some(level)) => {
                return Err(Error::parameter("level", "None together with depth", level).into());
            }
            (Some(depth), None) => Some(Strength::Depth(depth as u8)),
            (None, level) => level.map(|level| Strength::Level(level as u8)),
        };
        let asked = Asked {
            strength,
            within: within.map(|within| hundredths("within", within)).transpose()?,
            weight: weight.map(|weight| weight as u32),
        };
        let (threads, path) = (arguments::threads(threads)?, path.0);
        let root = position.0.get().game().boxed_clone();
        let book = long_call(py, progress, move |control| {
            let _lock = RunLock::take(&path)?;
            let save = |book: &Core| book.save(&path);
            if !path.exists() {
                let plan = asked.plan(positions);
                return expansion::build(root.as_ref(), &plan, threads, control, save);
            }
            let book = Core::open(&path)?;
            asked.check(&book, &root.canonical().to_string(), &path)?;
            expansion::resume(&book, positions, threads, control, save)
        })?;
        Ok(BookTable(Arc::new(book)))
    }

    /// The spec of its game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.settings().game
    }

    /// How its leaves were searched.
    #[getter]
    fn search(&self) -> String {
        self.0.settings().strength.to_string()
    }

    /// The largest loss of the moves that lead to an expanded position, in points.
    #[getter]
    fn within(&self) -> f64 {
        f64::from(self.0.settings().within) / f64::from(UNIT)
    }

    /// Plies that a loss of a point counts.
    #[getter]
    fn weight(&self) -> u32 {
        self.0.settings().weight
    }

    /// The program that wrote it.
    #[getter]
    fn generator(&self) -> &str {
        &self.0.settings().generator
    }

    /// The positions it begins with.
    #[getter]
    fn roots(&self) -> Vec<String> {
        self.0.settings().roots.clone()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.bytes())
    }

    /// The value of a position and what it is; None if it is not in the book.
    fn find(&self, position: &Bound<'_, Position>) -> Option<Found> {
        let game = position.get().game();
        let known = game.spec() == self.0.settings().game;
        known.then(|| self.0.get(game.canonical_key())).flatten().map(found)
    }

    /// The moves of an expanded position, best first.
    fn moves(&self, py: Python<'_>, position: &Bound<'_, Position>) -> Vec<FoundMove> {
        let position = position.get();
        let one = |BookMove { m, entry }: BookMove| {
            let (value, kind) = found(entry);
            (position.shared().get(py, m), value, kind)
        };
        position.game().book_moves(&self.0).into_iter().map(one).collect()
    }

    /// All entries by plies.
    fn rows(&self, py: Python<'_>) -> Result<Vec<BookRow>> {
        let book = Arc::clone(&self.0);
        let list = long_call(py, None, move |_| expansion::list(&book))?;
        let row = |listed: expansion::Listed| {
            let (value, kind) = found(listed.entry);
            let moves = listed.moves.iter().map(|BookMove { m, entry }| {
                let (value, kind) = found(*entry);
                (m.0, value, kind)
            });
            (listed.position.to_string(), value, kind, moves.collect())
        };
        Ok(list.into_iter().map(row).collect())
    }

    /// The book with the entries of both.
    fn merge(&self, py: Python<'_>, other: &Bound<'_, BookTable>) -> Result<Self> {
        let (one, other) = (Arc::clone(&self.0), Arc::clone(&other.get().0));
        let merged = long_call(py, None, move |_| expansion::merge(&one, &other))?;
        Ok(BookTable(Arc::new(merged)))
    }

    /// The book without entries that lose more points.
    fn prune(&self, py: Python<'_>, within: Real) -> Result<Self> {
        let (book, within) = (Arc::clone(&self.0), hundredths("within", within)?);
        let pruned = long_call(py, None, move |_| expansion::prune(&book, within))?;
        Ok(BookTable(Arc::new(pruned)))
    }

    /// Writes the file.
    fn save(&self, path: FilePath) -> Result<()> {
        Ok(self.0.save(&path.0)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let maker = py.get_type::<BookTable>().getattr("from_bytes")?;
        reduced(maker, (self.to_bytes(py),))
    }
}
