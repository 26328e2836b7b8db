//! Arguments that name a game or a position.

use bitgames_core as core;
use bitgames_core::any::AnyGame;
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyString;
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_union};

use crate::ending::Ending;
use crate::error::{Raise, wrong_type};
use crate::position::Position;

#[cfg(feature = "stub")]
const POSITION: PyStaticExpr = type_hint_identifier!("bitgames._core", "Position");

/// A game argument: a position, or text that names one, such as a spec for the start.
pub struct GameLike(pub Box<dyn AnyGame>);

impl<'a, 'py> FromPyObject<'a, 'py> for GameLike {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr =
        type_hint_union!(POSITION, type_hint_identifier!("builtins", "str"));

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(GameLike(position.get().game().boxed_clone()));
        }
        let Ok(text) = object.cast::<PyString>() else {
            return Err(wrong_type("a game is a spec or a Position", &object));
        };
        let named = core::games::position(&text.to_string_lossy());
        Ok(GameLike(named.map_err(Raise::from)?))
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
        if !object.is_instance_of::<PyString>() {
            return Ok(None);
        }
        let GameLike(named) = object.extract()?;
        let position = Position::object(object.py(), named)?.into_bound(object.py());
        Ok(Some(PositionLike(position.cast_into::<Position>()?)))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for PositionLike<'py> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr =
        type_hint_union!(POSITION, type_hint_identifier!("builtins", "str"));

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        PositionLike::of(object)?
            .ok_or_else(|| wrong_type("a position is a Position or text", &object))
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
    #[cfg(feature = "stub")]
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
        Err(wrong_type("a Position, its text or an Ending can be solved", &object))
    }
}
