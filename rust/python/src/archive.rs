//! Games of archives for Python: many replayed in one call, as bytes that an index keeps.

use std::collections::HashSet;

use bitgames_core::archive::{self, Column, Games, Replayed};
use bitgames_core::memory;
use bitgames_core::replay::{Form, Step};
use numpy::ndarray::Ix1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{self, Array, Int, Items};
use crate::callbacks::Progress;
use crate::error::Result;
use crate::long_call::long_call;
use crate::position::Position;

/// A refused game: its number in the list, the number of the bad move from 1, and what is wrong.
type IllegalGame = (usize, usize, String);

/// The positions at a ply: the ply, the mark of each game or 0, and pairs of a game and a further
/// mark. Both are 32-bit numbers, the least significant byte first.
type Marks<'py> = (u16, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Many games replayed: moves (a byte each), where each game ends (32 bits), results (a signed byte;
/// 2 for an unfinished game), scores (16 bits), positions by ply, refused games.
type Made<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Vec<Marks<'py>>,
    Vec<IllegalGame>,
);

/// Positions found, in order, each part as bytes: numbers of the games, moves before them, plies (32
/// bits), keys up to symmetries (64 bits), and next moves on the representative boards, -1 at the end
/// of a game (16 bits).
type Found<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

/// Does `work` with the games of a call.
fn with_games<T>(
    starts: Items<Bound<'_, Position>>,
    start_of: &Array<'_, u32, Ix1>,
    moves: &Bound<'_, PyBytes>,
    ends: &Array<'_, u32, Ix1>,
    work: impl FnOnce(&Games<'_>) -> Result<T>,
) -> Result<T> {
    let starts = starts.checked("starts")?;
    let starts: Vec<_> = starts.iter().map(|start| start.get().game()).collect();
    let (start_of, ends) = (start_of.list()?, ends.list()?);
    work(&Games { starts: &starts, start_of: &start_of, moves: moves.as_bytes(), ends: &ends })
}

/// Replays many games and returns their moves, results and positions as bytes, and the games with an
/// illegal move, which have no moves then.
///
/// ``start_of`` has the number of its start for each game and ``ends`` the end of its part of
/// ``moves``: text with spaces if ``text``, else indices, a byte each, among which forced passes may be
/// missing.
#[pyfunction]
#[pyo3(signature = (starts, start_of, moves, ends, *, text, threads = None, progress = None))]
pub fn replay_games<'py>(
    py: Python<'py>,
    starts: Items<Bound<'py, Position>>,
    start_of: Array<'py, u32, Ix1>,
    moves: &Bound<'py, PyBytes>,
    ends: Array<'py, u32, Ix1>,
    text: bool,
    threads: Option<Int>,
    progress: Option<Progress>,
) -> Result<Made<'py>> {
    let form = if text { Form::Text } else { Form::Indices };
    let threads = arguments::threads(threads)?;
    let made = with_games(starts, &start_of, moves, &ends, |games| {
        long_call(py, progress, |control| archive::replay(games, form, threads, control))
    })?;
    packed(py, made)
}

fn packed(py: Python<'_>, made: Replayed) -> Result<Made<'_>> {
    let mut moves = memory::list(made.moves.len())?;
    moves.extend(made.moves.iter().map(|m| m.0 as u8));
    let results: Vec<u8> =
        made.results.iter().map(|end| end.map_or(2, |(result, _)| result) as u8).collect();
    let scores: Vec<u8> = made
        .results
        .iter()
        .flat_map(|end| end.map_or(0, |(_, score)| score).to_le_bytes())
        .collect();
    let column = |(ply, column): (u16, Column)| -> Result<Marks<'_>> {
        let marks = words(py, &column.marks)?;
        Ok((ply, marks, words(py, column.more.as_flattened())?))
    };
    let refused = made.refused.into_iter();
    Ok((
        PyBytes::new(py, &moves),
        words(py, &made.ends)?,
        PyBytes::new(py, &results),
        PyBytes::new(py, &scores),
        made.columns.into_iter().map(column).collect::<Result<_>>()?,
        refused.map(|each| (each.game, each.number, each.error.to_string())).collect(),
    ))
}

/// Numbers as bytes.
fn words<'py>(py: Python<'py>, numbers: &[u32]) -> Result<Bound<'py, PyBytes>> {
    let mut bytes = memory::list(4 * numbers.len())?;
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    Ok(PyBytes::new(py, &bytes))
}

/// The key of a position up to symmetries: equal for all positions that a symmetry of the board takes
/// to one another.
#[pyfunction]
pub fn canonical_key(position: &Bound<'_, Position>) -> u64 {
    position.get().game().canonical_key()
}

/// Finds one position in games that ``replay_games`` has read: its ply and its key up to symmetries.
#[pyfunction]
#[pyo3(signature = (starts, start_of, moves, ends, ply, key, *, threads = None, progress = None))]
pub fn find_position<'py>(
    py: Python<'py>,
    starts: Items<Bound<'py, Position>>,
    start_of: Array<'py, u32, Ix1>,
    moves: &Bound<'py, PyBytes>,
    ends: Array<'py, u32, Ix1>,
    ply: u16,
    key: u64,
    threads: Option<Int>,
    progress: Option<Progress>,
) -> Result<Found<'py>> {
    with_games(starts, &start_of, moves, &ends, |games| {
        follow(py, games, &[usize::from(ply)], &|_, found| found == key, threads, progress)
    })
}

/// Finds the positions of such games whose ply and mark, the low half of their key, are among
/// ``plies`` and ``marks``.
#[pyfunction]
#[pyo3(signature = (starts, start_of, moves, ends, plies, marks, *, threads = None, progress = None))]
pub fn find_marks<'py>(
    py: Python<'py>,
    starts: Items<Bound<'py, Position>>,
    start_of: Array<'py, u32, Ix1>,
    moves: &Bound<'py, PyBytes>,
    ends: Array<'py, u32, Ix1>,
    plies: Array<'py, u32, Ix1>,
    marks: Array<'py, u32, Ix1>,
    threads: Option<Int>,
    progress: Option<Progress>,
) -> Result<Found<'py>> {
    let wanted: HashSet<(u32, u32)> = plies.list()?.into_iter().zip(marks.list()?).collect();
    let plies: Vec<usize> = wanted.iter().map(|&(ply, _)| ply as usize).collect();
    let is_wanted = |ply: usize, key| wanted.contains(&(ply as u32, archive::mark(key)));
    with_games(starts, &start_of, moves, &ends, |games| {
        follow(py, games, &plies, &is_wanted, threads, progress)
    })
}

/// The positions at these plies that are wanted, by their plies and keys.
fn follow<'py>(
    py: Python<'py>,
    games: &Games<'_>,
    plies: &[usize],
    is_wanted: &(dyn Fn(usize, u64) -> bool + Sync),
    threads: Option<Int>,
    progress: Option<Progress>,
) -> Result<Found<'py>> {
    let threads = arguments::threads(threads)?;
    let found = long_call(py, progress, |control| {
        archive::follow(games, plies, is_wanted, threads, control)
    })?;
    let numbers = |of: &dyn Fn(&(u32, Step)) -> u32| -> Result<_> {
        let mut list = memory::list(found.len())?;
        list.extend(found.iter().map(of));
        words(py, &list)
    };
    let mut keys = memory::list(8 * found.len())?;
    keys.extend(found.iter().flat_map(|(_, step)| step.key.to_le_bytes()));
    let mut moves = memory::list(2 * found.len())?;
    let next = |step: &Step| step.next.map_or(-1, |m| m.0 as i16);
    moves.extend(found.iter().flat_map(|(_, step)| next(step).to_le_bytes()));
    Ok((
        numbers(&|&(game, _)| game)?,
        numbers(&|(_, step)| step.at as u32)?,
        numbers(&|(_, step)| step.ply as u32)?,
        PyBytes::new(py, &keys),
        PyBytes::new(py, &moves),
    ))
}
