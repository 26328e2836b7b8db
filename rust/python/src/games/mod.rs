//! The list of Python classes, one per game.

pub mod connect4;
pub mod honeymoon;
pub mod mosaic;
pub mod othello;
pub mod tictactoe;

use pyo3::PyClass;
use pyo3::prelude::*;

use self::connect4::ConnectFour;
use self::honeymoon::{Honeymoon, HoneymoonView};
use self::mosaic::{Mosaic, Quo, on_pyramid};
use self::othello::Othello;
use self::tictactoe::TicTacToe;
use crate::position::Wrap;
use crate::view::WrapView;

/// The class of each game, by the name in its facts. A new game adds its line here; without one its
/// positions are of the base class.
pub const CLASSES: &[(&str, Wrap)] = &[
    ("tictactoe", |py, position| object(py, (TicTacToe, position))),
    ("othello", |py, position| object(py, (Othello, position))),
    ("connect4", |py, position| object(py, (ConnectFour, position))),
    ("mosaic", |py, position| object(py, on_pyramid(position).add_subclass(Mosaic))),
    ("quo", |py, position| object(py, on_pyramid(position).add_subclass(Quo))),
    ("honeymoon", |py, position| object(py, (Honeymoon, position))),
];

/// The classes for views of their own.
pub const VIEWS: &[(&str, WrapView)] =
    &[("honeymoon", |py, view| object(py, (HoneymoonView, view)))];

fn object<T: PyClass>(
    py: Python<'_>,
    parts: impl Into<PyClassInitializer<T>>,
) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, parts)?.into_any())
}
