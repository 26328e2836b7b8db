//! The lines of a search or a solve as Python values.

use std::hash::Hash;

use bitgames_core::search::Line as Found;
use bitgames_core::solve::ALL_MOVES;
use bitgames_core::{self as core, Error};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Int, Items, Real};
use crate::error::Result;
use crate::moves::{Line, Move, Shared, moves};
use crate::typed::{Reduced, SearchLines, Typed, by_value, reduced};

/// The lines of a result that is made again; no position has more moves.
pub type Lines = Items<Py<SearchLine>, { core::game::MAX_MOVES }>;

/// The number of lines from the arguments `lines` and `all_moves`, `usual` if neither is given.
pub fn wanted(lines: Option<Int>, all_moves: bool, usual: usize) -> Result<usize> {
    const MAX: u64 = core::game::MAX_MOVES as u64;
    let lines = lines.map(|n| n.within("lines", 1, MAX)).transpose()?;
    match lines {
        Some(lines) if all_moves => {
            Err(Error::parameter("lines", "None together with all_moves", lines).into())
        }
        Some(lines) => Ok(lines as usize),
        None => Ok(if all_moves { ALL_MOVES } else { usual }),
    }
}

/// A legal move with its own value, in ``SearchResult.lines`` and ``Solution.lines``. Immutable: it
/// compares, hashes and pickles by value.
///
/// >>> import bitgames as bg
/// >>> found = bg.search(bg.position("tictactoe oo./xx./..."), lines=2)
/// >>> [(line.move, line.value, line.exact) for line in found.lines]
/// [(c1, 1.0, True), (c2, 0.0, True)]
#[pyclass(frozen, eq, hash, module = "bitgames")]
pub struct SearchLine {
    /// The move.
    #[pyo3(get, name = "move")]
    m: Py<Move>,
    /// Its value for the player who makes it, in points of the game's score; an estimate unless
    /// ``exact``. In an ending: the leader's tricks.
    #[pyo3(get)]
    value: f64,
    /// True when the value is proven.
    #[pyo3(get)]
    exact: bool,
    /// Plies searched in full; None after a solve, which reaches the end of the game.
    #[pyo3(get)]
    depth: Option<usize>,
    /// Principal variation: best play from both sides as far as it was searched; it begins with the
    /// move.
    #[pyo3(get)]
    pv: Vec<Py<Move>>,
    /// Certainty of the search in percent: how likely each of its selective cuts is right; 100 if it
    /// makes none, and for proven values.
    #[pyo3(get)]
    certainty: u8,
}

by_value!(SearchLine);

impl SearchLine {
    fn of(py: Python<'_>, shared: &Shared, line: Found) -> PyResult<Py<Self>> {
        let pv = shared.list(py, &line.pv);
        let Found { m, value, exact, depth, certainty, .. } = line;
        Py::new(py, SearchLine { m: shared.get(py, m), value, exact, depth, pv, certainty })
    }

    fn compared(&self) -> impl Hash + PartialEq {
        // 0.0 equals -0.0, so both have one hash.
        let value = (self.value + 0.0).to_bits();
        (moves([&self.m]), value, self.exact, self.depth, moves(&self.pv), self.certainty)
    }
}

#[pymethods]
impl SearchLine {
    #[new]
    #[pyo3(
        signature = (r#move, value, exact, depth, pv, certainty = Int(100)),
        text_signature = "(move, value, exact, depth, pv, certainty=100)"
    )]
    fn new(
        r#move: Py<Move>,
        value: Real,
        exact: bool,
        depth: Option<Int>,
        pv: Line,
        certainty: Int,
    ) -> Result<Self> {
        let depth = depth.map(|depth| depth.within("depth", 0, 255)).transpose()?;
        let depth = depth.map(|depth| depth as usize);
        let certainty = certainty.within("certainty", 0, 100)? as u8;
        Ok(SearchLine { m: r#move, value: value.0, exact, depth, pv: pv.checked("pv")?, certainty })
    }

    fn __repr__(&self) -> String {
        let (m, value) = (&self.m.get().text, self.value);
        let exact = if self.exact { " exact" } else { "" };
        format!("<SearchLine {m} value={value}{exact}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let fields = (&self.m, self.value, self.exact, self.depth, &self.pv, self.certainty);
        reduced(py.get_type::<SearchLine>(), fields)
    }
}

/// The lines of a result on this board.
pub fn lines_of(
    py: Python<'_>,
    shared: &Shared,
    lines: Vec<Found>,
) -> PyResult<Vec<Py<SearchLine>>> {
    lines.into_iter().map(|line| SearchLine::of(py, shared, line)).collect()
}

/// Lines for comparisons.
pub fn known(lines: &[Py<SearchLine>]) -> Vec<&SearchLine> {
    lines.iter().map(Py::get).collect()
}

pub fn tuple_of<'py>(
    py: Python<'py>,
    lines: &[Py<SearchLine>],
) -> PyResult<Typed<'py, SearchLines>> {
    Ok(Typed::new(PyTuple::new(py, lines)?))
}
