//! The beginnings of games in a match: given ones, and random ones that a quick search balances.

use std::cell::Cell;

use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::Result;
use crate::game::Move;
use crate::notation::Notation;
use crate::rng::Rng;
use crate::search::Searcher;

/// First child of a root that draws openings; each pair of games has one.
const OPENINGS: u64 = 3 << 62;
/// Random lines of each length that are tried for one opening.
const TRIES: usize = 32;
/// Limits of the search that values an opening, at most about a millisecond.
const QUICK: Limits = Limits { depth: Some(6), nodes: Some(2_000), time: None };
/// Limits of the search before it, a twentieth of its time.
const GLANCE: Limits = Limits { depth: Some(2), nodes: None, time: None };
/// A position whose value at a glance is this many times further from even than an opening may be is
/// not searched deeper. At Othello that drops six in ten random lines and one in twenty-five of the
/// even ones, and halves the time of a balanced opening.
const FAR: f64 = 2.0;

/// The beginning of a game: a position, the moves that follow it, and the position they lead to.
#[derive(Clone, Debug)]
pub struct Opening<G> {
    start: G,
    moves: Vec<Move>,
    position: G,
}

impl<G: Notation> Opening<G> {
    /// Plays the moves from `start`.
    ///
    /// # Errors
    /// As [`Notation::play`].
    pub fn new(start: &G, moves: &[Move]) -> Result<Self> {
        let position = moves.iter().try_fold(start.clone(), |position, &m| position.play(m))?;
        Ok(Opening { start: start.clone(), moves: moves.to_vec(), position })
    }

    fn empty(start: &G) -> Self {
        Opening { start: start.clone(), moves: Vec::new(), position: start.clone() }
    }

    /// The position in which the game began.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The moves since.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the moves, in which the players begin.
    pub fn position(&self) -> &G {
        &self.position
    }
}

/// How to draw random openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpenings {
    /// Number of moves. An opening has fewer if the game would be over by then.
    pub plies: usize,
    /// True to draw again until a quick search finds the position about even
    /// ([`crate::capability::Evaluate::EVEN`]).
    pub balanced: bool,
}

thread_local! {
    /// The search of the last call of [`Quick::with`] on this thread.
    static KEPT: Cell<Option<Quick>> = const { Cell::new(None) };
}

/// The search that values openings.
pub struct Quick(Searcher);

impl Quick {
    /// A search with a small table.
    ///
    /// # Errors
    /// [`crate::Error::Memory`].
    pub fn new() -> Result<Self> {
        Ok(Quick(Searcher::new(1, 1)?))
    }

    /// Calls `work` with a search that the thread keeps for the next call: a new one takes as long as
    /// some openings, most of it for the memory of its table.
    ///
    /// # Errors
    /// [`crate::Error::Memory`], and those of `work`.
    pub fn with<T>(work: impl FnOnce(&mut Quick) -> Result<T>) -> Result<T> {
        let mut quick = KEPT.take().map_or_else(Quick::new, Ok)?;
        let done = work(&mut quick);
        KEPT.set(Some(quick));
        done
    }

    /// The distance of a position's value from an even game, in units of the evaluation; only at a
    /// glance if it is [`FAR`]. It depends on the position alone.
    fn distance<G: Searchable>(&mut self, position: &G, control: &Control<'_>) -> Result<f64> {
        self.0.clear();
        let mut distance = 0.0;
        for limits in [GLANCE, QUICK] {
            distance =
                self.0.search_generic(position, limits, control).value.abs() * f64::from(G::UNIT);
            control.poll()?;
            if distance > FAR * f64::from(G::EVEN) {
                break;
            }
        }
        Ok(distance)
    }
}

impl RandomOpenings {
    /// The opening of pair `pair` of a match with this root: uniform random moves from `start`, the
    /// first line of some that is balanced, or the most balanced of them. Nothing else changes it.
    /// At the end of the game it has no moves.
    ///
    /// ```
    /// use bitgames_core::{control::Control, games::Othello8, openings::{Quick, RandomOpenings}};
    /// let (rule, start) = (RandomOpenings { plies: 8, balanced: true }, Othello8::default());
    /// let (quick, control) = (&mut Quick::new()?, Control::default());
    /// let opening = rule.draw(&start, 1, 5, quick, &control)?;
    /// assert_eq!(opening.moves().len(), 8);
    /// assert_eq!(rule.draw(&start, 1, 5, quick, &control)?.moves(), opening.moves());
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`].
    pub fn draw<G: Searchable>(
        &self,
        start: &G,
        root: u128,
        pair: u64,
        quick: &mut Quick,
        control: &Control<'_>,
    ) -> Result<Opening<G>> {
        let mut rng = Rng::child(root, OPENINGS + pair);
        if !self.balanced {
            return Ok(unbalanced(start, self.plies, &mut rng));
        }
        for plies in (1..=self.plies).rev() {
            let mut best: Option<(f64, Opening<G>)> = None;
            for _ in 0..TRIES {
                let Some(opening) = walk(start, plies, &mut rng) else { continue };
                let distance = quick.distance(&opening.position, control)?;
                if distance <= f64::from(G::EVEN) {
                    return Ok(opening);
                }
                if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    best = Some((distance, opening));
                }
            }
            if let Some((_, opening)) = best {
                return Ok(opening);
            }
        }
        Ok(Opening::empty(start))
    }
}

/// The position after `plies` random moves, drawn by a game's seed as [`RandomOpenings::draw`] draws the
/// opening of the first pair of a match with this root.
pub(crate) fn random<G: Notation>(start: &G, plies: u16, seed: u64) -> G {
    unbalanced(start, plies.into(), &mut Rng::child(seed.into(), OPENINGS)).position
}

/// A random line of this many moves, or of as many as leave the game open.
fn unbalanced<G: Notation>(start: &G, plies: usize, rng: &mut Rng) -> Opening<G> {
    let longest = (1..=plies)
        .rev()
        .flat_map(|plies| [plies; TRIES])
        .find_map(|plies| walk(start, plies, rng));
    longest.unwrap_or_else(|| Opening::empty(start))
}

/// A random line of this many moves; `None` if the game is over before or after the last one.
fn walk<G: Notation>(start: &G, plies: usize, rng: &mut Rng) -> Option<Opening<G>> {
    let (mut position, mut moves) = (start.clone(), Vec::with_capacity(plies));
    for _ in 0..plies {
        let m = position.pick_legal(|n| rng.below(n))?;
        position.play_unchecked(m);
        moves.push(m);
    }
    (!position.is_over()).then(|| Opening { start: start.clone(), moves, position })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::{Othello8, TicTacToe3};

    fn draw<G: Searchable + Default>(plies: usize, balanced: bool, pair: u64) -> Opening<G> {
        let (rule, control) = (RandomOpenings { plies, balanced }, Control::default());
        let quick = &mut Quick::new().expect("memory");
        rule.draw(&G::default(), 3, pair, quick, &control).expect("no limit")
    }

    #[test]
    fn balanced_openings_are_closer_to_even() {
        let quick = &mut Quick::new().expect("memory");
        let mut sum = |balanced| {
            let distance = |pair| {
                let opening = draw::<Othello8>(8, balanced, pair);
                quick.distance(opening.position(), &Control::default()).expect("no limit")
            };
            (0..40).map(distance).sum::<f64>()
        };
        let (any, balanced) = (sum(false), sum(true));
        assert!(balanced <= 40.0 * 300.0, "each within three discs: {balanced}");
        assert!(any > 1.5 * balanced, "{any} {balanced}");
    }

    #[test]
    fn openings_end_before_the_game_does() {
        for pair in 0..200 {
            let opening = draw::<TicTacToe3>(9, false, pair);
            assert!(!opening.position().is_over() && opening.moves().len() < 9);
        }
        let over: TicTacToe3 = "tictactoe ooo/xx./...".parse().expect("a position");
        let (rule, control) = (RandomOpenings { plies: 4, balanced: true }, Control::default());
        let quick = &mut Quick::new().expect("memory");
        let opening = rule.draw(&over, 1, 0, quick, &control).expect("no limit");
        assert!(opening.moves().is_empty() && opening.position() == &over);
    }
}
