//! What the core says of drawings and to people, as data of Python.

use bitgames_core::Error;
use bitgames_core::scene::geometry::{self, View};
use bitgames_core::sentences::{self as said, SENTENCES};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{Int, Text, choice};
use crate::error::Result;
use crate::position::Position;
use crate::typed::{Geometry, SaidData, Sentences, Typed};

/// Every sentence in English by its code: ``bitgames.sentences.SENTENCES``.
#[pyfunction]
pub fn sentences(py: Python<'_>) -> PyResult<Typed<'_, Sentences>> {
    let all = PyDict::new(py);
    for (code, words) in SENTENCES {
        all.set_item(code, words)?;
    }
    Ok(Typed::new(all))
}

/// The caption of a position, as in its scene, by its code and values.
///
/// >>> import bitgames as bg
/// >>> bg._core.caption(bg.TicTacToe())
/// {'code': 'turn', 'values': ['o']}
#[pyfunction]
pub fn caption<'py>(py: Python<'py>, position: &Position) -> PyResult<Typed<'py, SaidData>> {
    Ok(Typed::new(pythonize::pythonize(py, &position.game().caption())?))
}

/// Why a game ended, as the rules name it, by its code and values; None before the end.
#[pyfunction]
pub fn reason<'py>(py: Python<'py>, position: &Position) -> PyResult<Option<Typed<'py, SaidData>>> {
    let outcome = position.game().outcome();
    let said = outcome.map(|outcome| said::reason(outcome.reason));
    said.map(|said| Ok(Typed::new(pythonize::pythonize(py, &said)?))).transpose()
}

const VIEWS: [(&str, View); 5] = [
    ("flat", View::Flat),
    ("upright", View::Upright),
    ("isometric", View::Isometric),
    ("layers", View::Layers),
    ("table", View::Table),
];

/// Where the cells of a board with these labels are in a drawing: the data of
/// ``bitgames.scene.geometry``. Unless ``exact``, lengths are in thousandths.
#[pyfunction]
#[pyo3(signature = (game, view, columns, rows, *, flip = false, exact = false))]
pub fn project(
    py: Python<'_>,
    game: Text,
    view: Text,
    columns: Vec<String>,
    rows: Vec<String>,
    flip: bool,
    exact: bool,
) -> Result<Typed<'_, Geometry>> {
    let view = choice("view", &VIEWS, &view.0)?;
    let is_square = matches!(view, View::Isometric | View::Layers);
    if is_square && columns.len() != rows.len() {
        return Err(Error::parameter("rows", "as many as columns", rows.len()).into());
    }
    let found = geometry::project(game.0, view, &columns, &rows, flip);
    let found = if exact { found } else { found.rounded() };
    Ok(Typed::new(pythonize::pythonize(py, &found).map_err(PyErr::from)?))
}

/// For each cell of a pyramid of ``size`` layers the four cells below it, row by row.
#[pyfunction]
pub fn cells_under(size: Int) -> Result<Vec<Vec<usize>>> {
    Ok(geometry::under(size.within("size", 0, 9)? as usize))
}
