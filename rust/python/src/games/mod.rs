//! The list of Python classes, one per game.

pub mod connect4;
pub mod honeymoon;
pub mod mosaic;
pub mod othello;
pub mod tictactoe;

use pyo3::prelude::*;

use crate::position::Position;
use crate::view::View;

/// Turns a position into an object of its game's class.
pub type Wrap = fn(Python<'_>, Position) -> PyResult<Py<PyAny>>;

/// Turns a view into an object of the class that its game has for views.
pub type WrapView = fn(Python<'_>, View) -> PyResult<Py<PyAny>>;

/// The class of each game, by the name in its facts. A new game adds its line here.
const CLASSES: &[(&str, Wrap)] = &[
    ("tictactoe", tictactoe::wrap),
    ("othello", othello::wrap),
    ("connect4", connect4::wrap),
    ("mosaic", mosaic::wrap),
    ("quo", mosaic::wrap_quo),
    ("honeymoon", honeymoon::wrap),
];

/// The function that makes objects of a game's positions: in its own class, or in the base class.
pub fn wrap(name: &str) -> Wrap {
    CLASSES.iter().find(|class| class.0 == name).map_or(base as Wrap, |class| class.1)
}

fn base(py: Python<'_>, position: Position) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, position)?.into_any())
}

/// The function that makes objects of a game's views: in its own class, or in the base class.
pub fn wrap_view(name: &str) -> WrapView {
    if name == "honeymoon" { honeymoon::wrap_view } else { base_view }
}

fn base_view(py: Python<'_>, view: View) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, view)?.into_any())
}
