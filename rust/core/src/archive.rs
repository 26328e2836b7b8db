//! Games of an archive replayed, many in one call: their moves checked, their positions as keys.
//!
//! [`replay`] reads games as files have them; [`follow`] walks through games that were read. One game
//! is the work of [`crate::replay`].

use std::collections::BTreeMap;

use crate::any::AnyGame;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{MAX_INDICES, Move};
use crate::memory;
use crate::replay::{Form, ReplayedGame, Step};
use crate::threads;

const _: () = assert!(MAX_INDICES <= 1 << u8::BITS, "a move is a byte");

/// Games as a list: the bytes of all moves, one game after another.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    /// The positions in which games start.
    pub starts: &'a [&'a dyn AnyGame],
    /// The number of its start for each game.
    pub start_of: &'a [u32],
    /// The moves of all games.
    pub moves: &'a [u8],
    /// Where the moves of each game end.
    pub ends: &'a [u32],
}

impl<'a> Games<'a> {
    /// Checks that the parts fit one another.
    ///
    /// # Errors
    /// [`Error::Parameter`].
    pub fn check(&self) -> Result<()> {
        let games = self.ends.len();
        if self.start_of.len() != games {
            return Err(Error::parameter(
                "start_of",
                format!("{games} numbers"),
                self.start_of.len(),
            ));
        }
        if let Some(&wrong) = self.start_of.iter().find(|&&s| s as usize >= self.starts.len()) {
            let allowed = format!("below {}, the number of starts", self.starts.len());
            return Err(Error::parameter("start_of", allowed, wrong));
        }
        let rises = self.ends.windows(2).all(|pair| pair[0] <= pair[1]);
        let last = self.ends.last().map_or(0, |&end| end as usize);
        if !rises || last != self.moves.len() {
            let allowed = format!("rising to {}, the number of bytes", self.moves.len());
            return Err(Error::parameter("ends", allowed, last));
        }
        Ok(())
    }

    fn of(&self, game: usize) -> (&'a dyn AnyGame, &'a [u8]) {
        let begin = if game == 0 { 0 } else { self.ends[game - 1] as usize };
        let moves = &self.moves[begin..self.ends[game] as usize];
        (self.starts[self.start_of[game] as usize], moves)
    }
}

/// The positions of many games at one ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// For each game the [`mark`] of its first position at this ply, or 0.
    pub marks: Vec<u32>,
    /// Games with marks of further positions at this ply, such as those after a pass.
    pub more: Vec<[u32; 2]>,
}

/// A key in 32 bits, never 0.
pub fn mark(key: u64) -> u32 {
    (key as u32).max(1)
}

/// A game that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// Its number in the list.
    pub game: usize,
    /// The number of the bad move, from 1.
    pub number: usize,
    /// What is wrong.
    pub error: Error,
}

/// Many games replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// The moves of all games, one game after another; none of a refused game.
    pub moves: Vec<Move>,
    /// Where the moves of each game end.
    pub ends: Vec<u32>,
    /// The end of each game, as [`ReplayedGame::end`].
    pub results: Vec<Option<(i8, i16)>>,
    /// The positions by ply.
    pub columns: BTreeMap<u16, Column>,
    /// The games that were refused, in order.
    pub refused: Vec<IllegalGame>,
}

/// Games that one thread takes at a time.
const SHARE: usize = 512;

/// Replays games on several threads.
///
/// # Errors
/// [`Error::Parameter`] for parts that do not fit, [`Error::Memory`] and [`Error::Interrupted`]. An
/// illegal move refuses its game only.
pub fn replay(
    games: &Games<'_>,
    form: Form,
    threads: usize,
    control: &Control<'_>,
) -> Result<Replayed> {
    games.check()?;
    let parts = in_shares(games.ends.len(), threads, control, |first, last| {
        replay_share(games, form, first, last, control)
    })?;
    merged(games.ends.len(), parts)
}

/// Runs `work` on shares of a number of games, and returns what it made in the order of the games.
fn in_shares<T: Send>(
    games: usize,
    threads: usize,
    control: &Control<'_>,
    work: impl Fn(usize, usize) -> Result<T> + Sync,
) -> Result<Vec<(usize, T)>> {
    control.set_total(games as u64);
    let share = |(): &mut (), number| {
        let first = number * SHARE;
        let last = games.min(first + SHARE);
        let made = work(first, last)?;
        control.add_done((last - first) as u64);
        Ok((first, made))
    };
    threads::in_order(games.div_ceil(SHARE), threads, control, || Ok(()), share)
}

fn replay_share(
    games: &Games<'_>,
    form: Form,
    first: usize,
    last: usize,
    control: &Control<'_>,
) -> Result<Replayed> {
    let (mut made, mut path) = (Replayed::default(), ReplayedGame::default());
    for game in first..last {
        if game % 16 == 0 {
            control.poll()?;
        }
        let (start, written) = games.of(game);
        if let Err(error) = start.replay(written, form, &mut path) {
            let number = path.moves.len() + 1;
            made.refused.push(IllegalGame { game, number, error });
            path = ReplayedGame::default();
        }
        memory::reserve(&mut made.moves, path.moves.len())?;
        made.moves.extend_from_slice(&path.moves);
        made.ends.push(made.moves.len() as u32);
        made.results.push(path.end);
        for &(ply, key) in &path.positions {
            let column = made.columns.entry(ply).or_default();
            if column.marks.is_empty() {
                column.marks = memory::filled(0, last - first)?;
            }
            match &mut column.marks[game - first] {
                free @ 0 => *free = mark(key),
                _ => column.more.push([game as u32, mark(key)]),
            }
        }
    }
    Ok(made)
}

fn merged(games: usize, parts: Vec<(usize, Replayed)>) -> Result<Replayed> {
    let mut whole = Replayed::default();
    memory::reserve(&mut whole.moves, parts.iter().map(|(_, part)| part.moves.len()).sum())?;
    for (first, part) in parts {
        let base = whole.moves.len() as u32;
        whole.moves.extend(part.moves);
        whole.ends.extend(part.ends.iter().map(|end| base + end));
        whole.results.extend(part.results);
        whole.refused.extend(part.refused);
        for (ply, column) in part.columns {
            let all = whole.columns.entry(ply).or_default();
            if all.marks.is_empty() {
                all.marks = memory::filled(0, games)?;
            }
            all.marks[first..first + column.marks.len()].copy_from_slice(&column.marks);
            all.more.extend(column.more);
        }
    }
    Ok(whole)
}

/// Walks through games, whose moves are indices of a byte each, on several threads: calls `wanted`
/// with ply and key of each position at one of these plies, and returns the steps for which it is
/// true with the numbers of their games, in order.
///
/// # Errors
/// As [`replay`].
pub fn follow(
    games: &Games<'_>,
    plies: &[usize],
    wanted: &(dyn Fn(usize, u64) -> bool + Sync),
    threads: usize,
    control: &Control<'_>,
) -> Result<Vec<(u32, Step)>> {
    games.check()?;
    let mut looked = memory::filled(false, plies.iter().max().map_or(0, |&most| most + 1))?;
    for &ply in plies {
        looked[ply] = true;
    }
    let walk = |first, last| -> Result<Vec<(u32, Step)>> {
        let (mut steps, mut moves) = (Vec::new(), Vec::new());
        for game in first..last {
            if game % 16 == 0 {
                control.poll()?;
            }
            let (start, written) = games.of(game);
            moves.clear();
            moves.extend(written.iter().map(|&index| Move(index.into())));
            start.follow(&moves, &looked, wanted, &mut |step| steps.push((game as u32, step)));
        }
        Ok(steps)
    };
    let parts = in_shares(games.ends.len(), threads, control, walk)?;
    Ok(parts.into_iter().flat_map(|(_, steps)| steps).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn many_games_are_the_games_one_by_one() {
        let start = games::position("othello").expect("a position");
        let texts = ["f5 d6 c3", "d3 c5", "", "f5 f5", "c4 c3 c2"];
        let moves = texts.concat().into_bytes();
        let ends: Vec<u32> = texts
            .iter()
            .scan(0, |end, text| {
                *end += text.len() as u32;
                Some(*end)
            })
            .collect();
        let starts = [start.as_ref()];
        let games = Games { starts: &starts, start_of: &[0; 5], moves: &moves, ends: &ends };
        let made = replay(&games, Form::Text, 2, &Control::default()).expect("no error");
        assert_eq!(made.ends, [3, 5, 5, 5, 8]);
        assert_eq!(made.refused.len(), 1);
        assert_eq!((made.refused[0].game, made.refused[0].number), (3, 2));
        let column = &made.columns[&2];
        assert_eq!(column.marks[0], column.marks[1]);
        assert_eq!((column.marks[2], column.marks[3]), (0, 0));
        let mut path = ReplayedGame::default();
        start.replay(b"f5 d6", Form::Text, &mut path).expect("legal moves");
        let key = path.positions[2].1;
        let bytes: Vec<u8> = made.moves.iter().map(|m| m.0 as u8).collect();
        let games = Games { moves: &bytes, ends: &made.ends, ..games };
        let wanted = |ply: usize, found: u64| ply == 2 && found == key;
        let steps = follow(&games, &[2], &wanted, 2, &Control::default()).expect("no error");
        assert_eq!(steps.iter().map(|step| step.0).collect::<Vec<_>>(), [0, 1]);
        assert!(steps[0].1.next.is_some() && steps[1].1.next.is_none());
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let start = games::position("othello").expect("a position");
        let starts = [start.as_ref()];
        let games = Games { starts: &starts, start_of: &[0], moves: b"f5", ends: &[2] };
        assert_eq!(games.check(), Ok(()));
        assert!(Games { start_of: &[1], ..games }.check().is_err());
        assert!(Games { start_of: &[], ..games }.check().is_err());
        assert!(Games { ends: &[3], ..games }.check().is_err());
        assert!(Games { start_of: &[0, 0], ends: &[2, 1], ..games }.check().is_err());
    }
}
