//! Arguments that name a game or a position.

use bitgames_core as core;
use bitgames_core::any::AnyGame;
use pyo3::exceptions::PyTypeError;
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{Borrowed, type_hint_identifier, type_hint_union};

use crate::ending::Ending;
use crate::error::Raise;
use crate::position::Position;

const POSITION: PyStaticExpr = type_hint_identifier!("bitgames._core", "Position");

/// A game argument: a spec, or a position of the game.
pub struct GameLike(pub Box<dyn AnyGame>);

impl<'a, 'py> FromPyObject<'a, 'py> for GameLike {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr =
        type_hint_union!(POSITION, type_hint_identifier!("builtins", "str"));

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(GameLike(position.get().game().start()));
        }
        if let Ok(spec) = object.cast::<PyString>() {
            let start = core::games::start(&spec.to_string_lossy());
            return Ok(GameLike(start.map_err(Raise::from)?));
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("a game is a spec or a Position, not {class}")))
    }
}

/// A position argument: a [`Position`], or text that names one, such as a spec for the start.
pub struct PositionLike<'py>(pub Bound<'py, Position>);

impl<'py> PositionLike<'py> {
    /// Reads what `object` is, if it is a position or names one.
    fn of(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Some(PositionLike(position.to_owned())));
        }
        let Ok(text) = object.cast::<PyString>() else { return Ok(None) };
        let named = core::games::position(&text.to_string_lossy()).map_err(Raise::from)?;
        let position = Position::object(object.py(), named)?.into_bound(object.py());
        Ok(Some(PositionLike(position.cast_into::<Position>()?)))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for PositionLike<'py> {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr =
        type_hint_union!(POSITION, type_hint_identifier!("builtins", "str"));

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Some(position) = PositionLike::of(object)? {
            return Ok(position);
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("a position is a Position or text, not {class}")))
    }
}

/// The argument of `solve`.
pub enum Solvable<'py> {
    Position(Bound<'py, Position>),
    /// An ending of two hands.
    Ending(Bound<'py, Ending>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Solvable<'py> {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr = type_hint_union!(
        POSITION,
        type_hint_identifier!("bitgames._core", "Ending"),
        type_hint_identifier!("builtins", "str")
    );

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Some(position) = PositionLike::of(object)? {
            return Ok(Solvable::Position(position.0));
        }
        if let Ok(ending) = object.cast::<Ending>() {
            return Ok(Solvable::Ending(ending.to_owned()));
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a Position, its text or an Ending can be solved, not {class}"
        )))
    }
}
