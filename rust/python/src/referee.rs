//! Games between players written in Python: the loop is here, the choices are theirs.

use std::time::Instant;

use bitgames_core::control::TICK;
use bitgames_core::matches::dealer;
use bitgames_core::rng::child_seed;
use bitgames_core::{Error, Player};
use pyo3::prelude::*;

use crate::arguments::{Chooser, Int, Progress, Root, Starter};
use crate::error::{ForfeitError, Raise, Result};
use crate::position::Position;
use crate::values::MatchCounts as Counts;

/// A game lost by a bad answer: its number, the loser, what was wrong.
type Forfeit = (u64, usize, String);

/// Plays to the end: team ``t`` moves as ``choosers[t]`` says. The last position and None, or the
/// position in which a chooser answered with no legal move, and what was wrong with the answer.
fn play_out<'py>(
    position: &Bound<'py, Position>,
    choosers: [&Chooser<'py>; 2],
) -> PyResult<(Bound<'py, PyAny>, Option<String>, u64)> {
    let py = position.py();
    let teams = position.get().game().facts().teams;
    let mut at = position.as_any().clone();
    let mut plies = 0;
    loop {
        let current = at.cast::<Position>()?.get();
        if current.game().is_over() {
            return Ok((at, None, plies));
        }
        let team = teams[current.game().turn().index()];
        let choice = match choosers[usize::from(team)].0.call1((&at,)) {
            Err(error) if error.is_instance_of::<ForfeitError>(py) => {
                return Ok((at, Some(error.value(py).to_string()), plies));
            }
            choice => choice?,
        };
        let next = choice.extract().map_err(Raise::from).and_then(|m| current.after(py, m));
        match next {
            Ok(next) => at = next.into_inner(),
            Err(raise) => return Ok((at, Some(PyErr::from(raise).value(py).to_string()), plies)),
        }
        plies += 1;
    }
}

/// Plays from a position to the end of the game: the side to move is asked for a move by
/// ``first(position)`` or ``second(position)``.
///
/// Returns the last position and None, or the position in which somebody answered with something
/// that is no legal move and what was wrong with it. What a player raises comes out unchanged.
///
/// >>> import bitgames as bg
/// >>> top_left = lambda position: position.legal_moves[0]
/// >>> end, complaint = bg._core.play_game(bg.TicTacToe(), top_left, top_left)
/// >>> end.to_string(), complaint
/// ('tictactoe oxo/xox/o..', None)
#[pyfunction]
#[pyo3(signature = (position, first, second) -> "tuple[Position, str | None]")]
pub fn play_game<'py>(
    position: &Bound<'py, Position>,
    first: Chooser<'py>,
    second: Chooser<'py>,
) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let (end, complaint, _) = play_out(position, [&first, &second])?;
    Ok((end, complaint))
}

/// Plays ``games`` games between two players written in Python, seated and seeded as by
/// ``play_match``, and dealt alike.
///
/// ``choosers`` are asked for moves; ``starters``, where not None, are called with the seed of a
/// game before it. Returns the counts, and for each game that was lost by an answer that is no legal
/// move its number, the loser (0 or 1) and what was wrong. What a player raises comes out unchanged.
#[pyfunction]
#[pyo3(signature = (position, choosers, starters, *, games, root, progress = None))]
pub fn play_games<'py>(
    position: &Bound<'py, Position>,
    choosers: (Chooser<'py>, Chooser<'py>),
    starters: (Option<Starter<'py>>, Option<Starter<'py>>),
    games: Int,
    root: Root,
    progress: Option<Progress>,
) -> Result<(Counts, Vec<Forfeit>)> {
    let (py, facts) = (position.py(), position.get().game().facts());
    let games = games.within("games", 1, 1 << 53)?;
    if !(0..2).all(|team| facts.teams.contains(&team)) {
        let reason = "it has not two sides".into();
        let game = position.get().game().spec();
        return Err(Error::Unsupported { what: "a match".into(), game, reason }.into());
    }
    let (choosers, starters) = ([&choosers.0, &choosers.1], [&starters.0, &starters.1]);
    let started = Instant::now();
    let mut next_tick = TICK;
    let mut results = [[0_u64; 3]; 2];
    let mut plies = 0;
    let mut forfeits = Vec::new();
    for game in 0..games {
        let a_side = (game % 2) as usize;
        for (player, starter) in starters.iter().enumerate() {
            if let Some(starter) = starter {
                starter.0.call1((child_seed(root.0, 2 * game + (player ^ a_side) as u64),))?;
            }
        }
        let start = match dealer(facts, position.get().game().ply(), root.0, game) {
            Some(mut rng) => position.get().dealt(py, &mut rng)?,
            None => position.clone(),
        };
        let (end, complaint, moves) = play_out(&start, [choosers[a_side], choosers[1 - a_side]])?;
        let end = end.cast::<Position>().map_err(PyErr::from)?.get().game();
        plies += moves;
        let team = |seat: Player| usize::from(facts.team(seat));
        let result = match (end.outcome(), complaint) {
            (Some(outcome), _) if outcome.is_draw() => 2,
            (Some(outcome), _) => usize::from(!outcome.is_winner(facts.first_seat(a_side as u8))),
            (None, complaint) => {
                let loser = team(end.turn()) ^ a_side;
                forfeits.push((game, loser, complaint.unwrap_or_default()));
                usize::from(loser == 0)
            }
        };
        results[a_side][result] += 1;
        if started.elapsed() >= next_tick {
            next_tick = started.elapsed() + TICK;
            py.check_signals()?;
            if let Some(progress) = &progress {
                progress.0.call1(py, (game + 1, games))?;
            }
        }
    }
    if let Some(progress) = &progress {
        progress.0.call1(py, (games, games))?;
    }
    Ok((Counts::new(&results, plies, started.elapsed()), forfeits))
}
