//! Two players, many games.

use std::array;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::agent::{self, Agent};
use crate::control::Control;
use crate::error::Result;
use crate::game::{Facts, Game, Outcome};
use crate::rng::Rng;
use crate::specialists::Playable;
use crate::threads::on_threads;

/// Games a thread takes at a time.
const CHUNK: u64 = 64;
/// Games a thread plays at once, by turns, when its players remember nothing: while the next move of
/// one game waits for the last, the processor works on the other. With three, tic-tac-toe loses
/// more than Othello gains.
const AT_ONCE: usize = 2;

/// How to play a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// Number of games.
    pub games: u64,
    /// Root of every game's random numbers: side `s` of game `i` draws from child `2 i + s`, and in
    /// a game of chance a child beyond those deals a pair of games.
    pub root: u128,
    /// Threads to use; the result does not depend on it.
    pub threads: usize,
}

/// What the games of a match came to, seen from the first player `a`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Plies of all games.
    pub plies: u64,
    /// Games that `a` won, lost and drew, in this order: first those in which it had the first side,
    /// then those in which it had the second.
    pub results: [[u64; 3]; 2],
}

impl MatchCounts {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().flatten().sum()
    }

    /// Counts a game in which `a` had this side.
    #[inline]
    fn count<G: Game>(&mut self, a_side: usize, outcome: &Outcome) {
        // Sums, not branches: who wins cannot be predicted.
        let a_won = usize::from(outcome.is_winner(G::FACTS.first_seat(a_side as u8)));
        let result = if outcome.is_draw() { 2 } else { 1 - a_won };
        self.results[a_side][result] += 1;
    }

    fn add(&mut self, other: &MatchCounts) {
        self.plies += other.plies;
        let others = other.results.iter().flatten();
        self.results.iter_mut().flatten().zip(others).for_each(|(sum, n)| *sum += n);
    }
}

/// The children of a root from here on deal: one for each pair of games.
const DEALS: u64 = 1 << 63;

/// What deals game `game` of a match, where it is dealt anew: from the start of a game of chance.
/// Both games of a pair have the same deal, so that each player plays it from either side.
pub fn dealer(facts: &Facts, plies_before: usize, root: u128, game: u64) -> Option<Rng> {
    (facts.chance && plies_before == 0).then(|| Rng::child(root, DEALS + game / 2))
}

/// Plays `a` against `b` from `start`. `a` has the first side in games 0, 2, 4 ...; in team games a
/// player holds all seats of its side. The start of a game of chance is dealt anew for each pair of
/// games.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, matches::{play_match, MatchOptions}};
/// let options = MatchOptions { games: 100, root: 1, threads: 1 };
/// let counts = play_match(&TicTacToe3::default(), "ai14", "ai2", &options, &Control::default())?;
/// assert_eq!(counts.games(), 100);
/// let [[_, lost_as_o, _], [_, lost_as_x, _]] = counts.results;
/// assert_eq!((lost_as_o, lost_as_x), (0, 0));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn play_match<G: Playable>(
    start: &G,
    a: &str,
    b: &str,
    options: &MatchOptions,
    control: &Control<'_>,
) -> Result<MatchCounts> {
    control.set_total(options.games);
    let next = AtomicU64::new(0);
    let work = || -> Result<MatchCounts> {
        // The progress of a match counts games, not what its players search.
        let quiet = control.quiet();
        let mut agents = [agent::build(a, start)?, agent::build(b, start)?];
        let mut counts = MatchCounts::default();
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= options.games {
                return Ok(counts);
            }
            let games = first..options.games.min(first + CHUNK);
            let done = games.end - first;
            let (agents, counts) = (&mut agents, &mut counts);
            if done >= AT_ONCE as u64 && !agents.iter().any(Agent::remembers) {
                play_games::<G, AT_ONCE>(start, agents, games, options.root, &quiet, counts)?;
            } else {
                for game in games {
                    agents.iter_mut().for_each(Agent::start_game);
                    let one = game..game + 1;
                    play_games::<G, 1>(start, agents, one, options.root, &quiet, counts)?;
                }
            }
            control.add_done(done);
            control.poll()?;
        }
    };
    let threads = options.threads.clamp(1, options.games.div_ceil(CHUNK).max(1) as usize);
    let mut total = MatchCounts::default();
    for counts in on_threads(threads, work, control)? {
        total.add(&counts);
    }
    Ok(total)
}

/// A game on the way.
struct Running<G> {
    game: u64,
    position: G,
    rngs: (Rng, Rng),
}

/// Plays these games, at least `K`, and `K` of them at once: in each place every `K`-th one.
fn play_games<G: Playable, const K: usize>(
    start: &G,
    agents: &mut [Agent<G>; 2],
    games: Range<u64>,
    root: u128,
    control: &Control<'_>,
    counts: &mut MatchCounts,
) -> Result<()> {
    let begin = |game| {
        let rngs = (Rng::child(root, 2 * game), Rng::child(root, 2 * game + 1));
        let position = match dealer(&G::FACTS, start.ply(), root, game) {
            Some(mut rng) => start.deal(&mut rng),
            None => start.clone(),
        };
        Running { game, position, rngs }
    };
    let mut places: [_; K] = array::from_fn(|place| begin(games.start + place as u64));
    let [a, b] = agents;
    let mut left = games.end - games.start;
    let mut plies = 0;
    while left > 0 {
        for place in &mut places {
            let a_side = (place.game % 2) as usize;
            let (first, second) = if a_side == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
            // A branch, not an index: the processor foresees whose turn it is and need not wait for
            // the board to know which stream to draw from.
            let chosen = if G::FACTS.team(place.position.turn()) == 0 {
                first.choose(&place.position, &mut place.rngs.0, control)?
            } else {
                second.choose(&place.position, &mut place.rngs.1, control)?
            };
            if let Some(m) = chosen {
                place.position.play_unchecked(m);
                plies += 1;
            } else if place.game < games.end {
                counts.count::<G>(a_side, &place.position.final_outcome());
                left -= 1;
                place.game += K as u64;
                if place.game < games.end {
                    *place = begin(place.game);
                }
            }
        }
    }
    counts.plies += plies;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Othello6, TicTacToe3};

    fn counts<G: Playable + Default, const K: usize>(games: Range<u64>) -> MatchCounts {
        let mut agents = [Agent::Random, Agent::Random];
        let mut counts = MatchCounts::default();
        let (start, control) = (G::default(), Control::default());
        play_games::<G, K>(&start, &mut agents, games, 7, &control, &mut counts).expect("no limit");
        counts
    }

    #[test]
    fn games_at_once_end_as_games_one_by_one() {
        for games in [0..5, 3..67] {
            assert_eq!(counts::<Othello6, 1>(games.clone()), counts::<Othello6, 2>(games.clone()));
            assert_eq!(counts::<TicTacToe3, 1>(games.clone()), counts::<TicTacToe3, 3>(games));
        }
    }
}
