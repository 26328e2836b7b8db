//! What the arguments of batches mean.

use bitgames_core::batch::{AutoReset, Layout, Mask, OnIllegal, Viewers};
use bitgames_core::{Error, Player, memory};
use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::buffers;
use crate::error::{Result, wrong_type};
use crate::integers::{Integers, as_array};
use crate::position::Position;

pub(crate) const RESETS: [(&str, AutoReset); 3] = [
    ("next_step", AutoReset::NextStep),
    ("same_step", AutoReset::SameStep),
    ("disabled", AutoReset::Disabled),
];
pub(crate) const ILLEGAL: [(&str, OnIllegal); 2] =
    [("raise", OnIllegal::Raise), ("lose", OnIllegal::Lose)];
pub(crate) const LAYOUTS: [(&str, Layout); 2] = [("CHW", Layout::Chw), ("HWC", Layout::Hwc)];

/// The random moves with which games begin: none, or as ``random:6`` says.
pub(crate) fn random_plies(openings: &str) -> Result<u16> {
    if openings == "none" {
        return Ok(0);
    }
    let plies = openings.strip_prefix("random:").and_then(|plies| plies.parse().ok());
    plies.filter(|&plies| plies > 0).ok_or_else(|| {
        let allowed = format!("none, or random:PLIES with PLIES from 1 to {}", u16::MAX);
        Error::parameter("openings", allowed, openings).into()
    })
}

/// An array that is filled with legal moves.
pub(crate) enum MaskArray<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Flags(PyReadwriteArrayDyn<'py, bool>),
}

impl MaskArray<'_> {
    pub fn values(&mut self) -> Result<Mask<'_>> {
        Ok(match self {
            MaskArray::Bytes(array) => Mask::Bytes(buffers::slice("mask", array)?),
            MaskArray::Flags(array) => Mask::Flags(buffers::slice("mask", array)?),
        })
    }
}

/// The viewers of planes.
pub(crate) enum Seats {
    Mover,
    One(Player),
    Each(Vec<u8>),
}

impl Seats {
    pub fn viewers(&self) -> Viewers<'_> {
        match self {
            Seats::Mover => Viewers::Mover,
            Seats::One(seat) => Viewers::Seat(*seat),
            Seats::Each(seats) => Viewers::Each(seats),
        }
    }
}

/// The rows that an argument names: all, one by its number, some by an array of numbers or of bools.
pub(crate) fn chosen_rows(rows: Option<&Bound<'_, PyAny>>, len: usize) -> Result<Vec<usize>> {
    let Some(rows) = rows else { return Ok((0..len).collect()) };
    let row = |row: i64| {
        let wrong = || Error::parameter("rows", format!("different numbers below {len}"), row);
        usize::try_from(row).map_err(|_| wrong().into())
    };
    if rows.cast::<PyUntypedArray>().is_err()
        && let Ok(Int(one)) = rows.extract()
    {
        return Ok(vec![row(one)?]);
    }
    let array = as_array("rows", rows, len)?;
    if array.dtype().kind() == b'b' && array.shape() == [len] {
        let chosen = array.cast::<PyArray1<bool>>().map_err(PyErr::from)?.readonly();
        let rows = chosen.as_array();
        return Ok(rows.iter().enumerate().filter_map(|(row, &is)| is.then_some(row)).collect());
    }
    let size = array.len();
    if array.dtype().kind() == b'b' || array.ndim() != 1 || size > len {
        let allowed = format!("an array of at most {len} row numbers, or of {len} bools");
        return Err(Error::parameter("rows", allowed, buffers::described(&array)).into());
    }
    let numbers = Integers::of("rows", &array, size)?;
    numbers.values()?.iter().map(|&number| row(number)).collect()
}

/// One position for all rows, or one for each.
pub(crate) fn given_positions<'py>(
    given: &Bound<'py, PyAny>,
    rows: usize,
) -> Result<Vec<Bound<'py, Position>>> {
    if let Ok(position) = given.cast::<Position>() {
        return Ok(memory::filled(position.clone(), rows)?);
    }
    let mut positions = Vec::new();
    // One more than fits is enough to see that there are too many.
    for item in given.try_iter()?.take(rows + 1) {
        let item = item?;
        let Ok(position) = item.cast::<Position>() else {
            return Err(wrong_type("positions are Positions", &item).into());
        };
        memory::push(&mut positions, position.clone())?;
    }
    if positions.len() != rows {
        let more = if positions.len() > rows { " or more" } else { "" };
        let found = format!("{}{more}", positions.len());
        return Err(
            Error::parameter("positions", format!("{rows}, one for each row"), found).into()
        );
    }
    Ok(positions)
}
