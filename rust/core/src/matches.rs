//! Matches of two players over many games. This is the one referee: it seats players, seeds, deals
//! and counts, for players of this library and guest players alike.

use std::array;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::bits::mix;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Facts, Game, Move};
use crate::notation::Notation;
use crate::players::{self, Agent, At, Thinker};
use crate::rng::{Rng, child_seed};
use crate::specialists::Playable;
use crate::threads::on_threads;

/// Number of games that a thread takes at a time.
const CHUNK: u64 = 64;
/// Number of games that a thread interleaves when its players keep no state: while the next move of
/// one game depends on the last one, the processor works on the other game. With three, tic-tac-toe
/// loses more than Othello gains.
const AT_ONCE: usize = 2;
/// Games with numbers below this are checked for duplicates.
pub const COMPARED: u64 = 32;

/// How to play a match.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// Number of the first game. Matches split at any number play the same games.
    pub first: u64,
    /// Number of games.
    pub games: u64,
    /// Root of all random numbers: side `s` of game `i` draws from child `2 i + s`; in a game of
    /// chance, a child beyond those deals each pair of games.
    pub root: u128,
    /// Number of threads; the result does not depend on it.
    pub threads: usize,
    /// Receives every game when it ends, on the thread that played it, in any order.
    pub sink: Option<&'a Sink<'a>>,
}

/// Receives a finished game; an error ends the match.
pub type Sink<'a> = dyn Fn(PlayedGame) -> Result<()> + Sync + 'a;

/// The result of a game for the first player `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// `a` won.
    Won = 0,
    /// `a` lost.
    Lost = 1,
    /// A draw.
    Drawn = 2,
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Number of the game.
    pub game: u64,
    /// The position in which it began, in its one-line form.
    pub start: String,
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// Number of moves of the opening.
    pub given: usize,
    /// The result for `a`.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: String,
    /// True if the loser returned an invalid move or resigned.
    pub is_forfeit: bool,
    /// The seeds of `a` and `b`.
    pub seeds: [u64; 2],
    /// The time that `a` and `b` used.
    pub times: [Duration; 2],
}

/// A game lost by an invalid answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Number of the game.
    pub game: u64,
    /// The loser: 0 for `a`, 1 for `b`.
    pub loser: usize,
    /// The reason.
    pub reason: String,
}

/// The results of the games of a match, seen from the first player `a`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Moves that the players made in all games.
    pub plies: u64,
    /// Games that `a` won, lost and drew, in this order: first as the first side, then as the
    /// second side.
    pub results: [[u64; 3]; 2],
    /// Games lost by forfeit, in the order of their numbers.
    pub forfeits: Vec<Forfeit>,
    /// Sorted hashes of the different games among the first [`COMPARED`].
    pub hashes: Vec<u64>,
}

impl MatchCounts {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().flatten().sum()
    }

    fn add(&mut self, other: MatchCounts) {
        self.plies += other.plies;
        let others = other.results.iter().flatten();
        self.results.iter_mut().flatten().zip(others).for_each(|(sum, n)| *sum += n);
        self.forfeits.extend(other.forfeits);
        self.forfeits.sort_by_key(|forfeit| forfeit.game);
        other.hashes.into_iter().for_each(|hash| self.add_hash(hash));
    }

    fn add_hash(&mut self, hash: u64) {
        if let Err(place) = self.hashes.binary_search(&hash) {
            self.hashes.insert(place, hash);
        }
    }
}

/// One side of a match.
pub enum Side<'a, G> {
    /// A player of this library by its spec; every thread makes its own instance.
    Spec(&'a str),
    /// A guest player; the match then runs on the calling thread.
    Guest(Box<dyn Thinker<G>>),
}

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
}

/// First child of a root that deals; each pair of games has one.
const DEALS: u64 = 1 << 63;

/// The generator that deals game `game` of a match; `None` unless it begins at the start of a game
/// of chance. Both games of a pair have the same deal, so that each player plays it from either
/// side.
fn dealer(facts: &Facts, plies_before: usize, root: u128, game: u64) -> Option<Rng> {
    (facts.chance && plies_before == 0).then(|| Rng::child(root, DEALS + game / 2))
}

/// Plays `a` against `b`. `a` has the first side in games 0, 2, 4 ...; in team games a player holds
/// all seats of its side. Games use the openings in turn, each once per seating. Without openings
/// games begin at `start`, and the start of a game of chance is dealt anew for each pair of games.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, matches::{play_match, Match, Side::Spec}};
/// let plan = Match { first: 0, games: 100, root: 1, threads: 1, sink: None };
/// let players = [Spec("ai14"), Spec("ai2")];
/// let counts = play_match(&TicTacToe3::default(), players, &[], &plan, &Control::default())?;
/// assert_eq!(counts.games(), 100);
/// let [[_, lost_as_o, _], [_, lost_as_x, _]] = counts.results;
/// assert_eq!((lost_as_o, lost_as_x), (0, 0));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn play_match<G: Playable>(
    start: &G,
    sides: [Side<'_, G>; 2],
    openings: &[Opening<G>],
    plan: &Match<'_>,
    control: &Control<'_>,
) -> Result<MatchCounts> {
    if !(0..2).all(|team| G::FACTS.teams.contains(&team)) || G::FACTS.teams.iter().any(|&t| t > 1) {
        let (what, reason) = ("a match".into(), "a match needs two sides".into());
        return Err(Error::Unsupported { what, game: start.spec(), reason });
    }
    control.set_total(plan.games);
    let first = openings.first().map_or(start, |opening| &opening.position);
    let referee = Referee { start, openings, plan, control, next: AtomicU64::new(plan.first) };
    if let [Side::Spec(a), Side::Spec(b)] = sides {
        let threads = plan.threads.clamp(1, plan.games.div_ceil(CHUNK).max(1) as usize);
        let work = || referee.work([players::build(a, first)?, players::build(b, first)?]);
        let mut total = MatchCounts::default();
        on_threads(threads, work, control)?.into_iter().for_each(|counts| total.add(counts));
        return Ok(total);
    }
    let [a, b] = sides.map(|contestant| match contestant {
        Side::Spec(spec) => players::build(spec, first),
        Side::Guest(guest) => Ok(Agent::Thinker(guest)),
    });
    referee.work([a?, b?])
}

/// State that the threads of a match share.
struct Referee<'a, G> {
    start: &'a G,
    openings: &'a [Opening<G>],
    plan: &'a Match<'a>,
    control: &'a Control<'a>,
    /// The first game that no thread has taken.
    next: AtomicU64,
}

impl<G: Playable> Referee<'_, G> {
    /// Plays chunks of games until none is left.
    fn work(&self, mut agents: [Agent<G>; 2]) -> Result<MatchCounts> {
        // The progress of a match counts games, not the searches of its players.
        let quiet = self.control.quiet();
        let mut counts = MatchCounts::default();
        let last = self.plan.first + self.plan.games;
        let by_turns = self.plan.sink.is_none() && !agents.iter().any(Agent::remembers);
        let mut moves = Vec::new();
        loop {
            let first = self.next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= last {
                return Ok(counts);
            }
            let games = first..last.min(first + CHUNK);
            let done = games.end - games.start;
            if by_turns && first >= COMPARED && done >= AT_ONCE as u64 {
                self.play_by_turns::<AT_ONCE>(&mut agents, games, &quiet, &mut counts)?;
                self.control.add_done(done);
                self.control.poll()?;
                continue;
            }
            for game in games {
                self.play_game(&mut agents, game, &mut moves, &quiet, &mut counts)?;
                self.control.add_done(1);
                self.control.poll()?;
            }
        }
    }

    /// The opening of a game, if there are openings: the same one for both games of a pair.
    fn opening(&self, game: u64) -> Option<&Opening<G>> {
        let number = (game / 2).checked_rem(self.openings.len() as u64)?;
        self.openings.get(number as usize)
    }

    /// The position in which the players begin a game: of its opening, dealt, or the start.
    #[inline]
    fn position(&self, game: u64) -> G {
        if let Some(opening) = self.opening(game) {
            return opening.position.clone();
        }
        match dealer(&G::FACTS, self.start.ply(), self.plan.root, game) {
            Some(mut rng) => self.start.deal(&mut rng),
            None => self.start.clone(),
        }
    }

    /// The seeds of both sides in a game.
    #[inline]
    fn seeds(&self, game: u64) -> [u64; 2] {
        [0, 1].map(|side| child_seed(self.plan.root, 2 * game + side))
    }

    /// Plays these games, at least `K`, interleaving `K` of them: place `i` plays every `K`-th
    /// game. For players that keep no state and choose from the position alone.
    fn play_by_turns<const K: usize>(
        &self,
        agents: &mut [Agent<G>; 2],
        games: Range<u64>,
        quiet: &Control<'_>,
        counts: &mut MatchCounts,
    ) -> Result<()> {
        /// A running game.
        struct Running<G> {
            game: u64,
            position: G,
            rngs: (Rng, Rng),
        }
        let begin = |game| {
            let [first, second] = self.seeds(game);
            Running {
                game,
                position: self.position(game),
                rngs: (Rng::new(first), Rng::new(second)),
            }
        };
        let mut places: [_; K] = array::from_fn(|place| begin(games.start + place as u64));
        let [a, b] = agents;
        let mut left = games.end - games.start;
        let mut plies = 0;
        while left > 0 {
            for place in &mut places {
                let a_side = (place.game % 2) as usize;
                let (first, second) =
                    if a_side == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
                let at = At::position(&place.position);
                // A branch, not an index: the processor predicts the side to move and need not wait
                // for the board to know the random stream.
                let chosen = if G::FACTS.team(place.position.turn()) == 0 {
                    first.choose(at, &mut place.rngs.0, quiet)?
                } else {
                    second.choose(at, &mut place.rngs.1, quiet)?
                };
                if let Some(m) = chosen {
                    place.position.play_unchecked(m);
                    plies += 1;
                } else if place.game < games.end {
                    counts.results[a_side][result(&place.position, a_side)] += 1;
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

    /// Plays a game and keeps its moves in `moves`, for the players and for the record.
    fn play_game(
        &self,
        agents: &mut [Agent<G>; 2],
        game: u64,
        moves: &mut Vec<Move>,
        quiet: &Control<'_>,
        counts: &mut MatchCounts,
    ) -> Result<()> {
        let a_side = (game % 2) as usize;
        let seeds = self.seeds(game);
        let [a, b] = agents;
        a.start_game(seeds[a_side])?;
        b.start_game(seeds[1 - a_side])?;
        let mut rngs = seeds.map(Rng::new);
        let mut position = self.position(game);
        let opening = self.opening(game);
        let start = opening.map_or_else(|| position.clone(), |opening| opening.start.clone());
        moves.clear();
        moves.extend(opening.iter().flat_map(|opening| &opening.moves));
        let given = moves.len();
        let mut times = [Duration::ZERO; 2];
        let complaint = loop {
            let side = usize::from(G::FACTS.team(position.turn()));
            let agent = if side == a_side { &mut *a } else { &mut *b };
            let at = At { start: &start, moves, position: &position };
            let since = self.plan.sink.map(|_| Instant::now());
            let chosen = agent.choose(at, &mut rngs[side], quiet);
            if let Some(since) = since {
                times[side ^ a_side] += since.elapsed();
            }
            match chosen {
                Ok(Some(m)) => {
                    position.play_unchecked(m);
                    moves.push(m);
                }
                Ok(None) => break None,
                Err(Error::Forfeit { reason }) => break Some(reason),
                Err(error) => return Err(error),
            }
        };
        // The player to move; it is the loser if the game was forfeited.
        let player = usize::from(G::FACTS.team(position.turn())) ^ a_side;
        let result = match complaint {
            Some(_) => usize::from(player == 0),
            None => result(&position, a_side),
        };
        counts.results[a_side][result] += 1;
        counts.plies += (moves.len() - given) as u64;
        if game < COMPARED {
            counts.add_hash(hash_of(&start, moves));
        }
        if let Some(sink) = self.plan.sink {
            let reason = complaint.clone();
            sink(PlayedGame {
                game,
                start: start.to_string(),
                moves: moves.clone(),
                given,
                result: [GameResult::Won, GameResult::Lost, GameResult::Drawn][result],
                reason: reason.unwrap_or_else(|| position.final_outcome().reason.into()),
                is_forfeit: complaint.is_some(),
                seeds: [seeds[a_side], seeds[1 - a_side]],
                times,
            })?;
        }
        if let Some(reason) = complaint {
            counts.forfeits.push(Forfeit { game, loser: player, reason });
        }
        Ok(())
    }
}

/// A hash of a game: of its start and its moves in order.
fn hash_of<G: Game>(start: &G, moves: &[Move]) -> u64 {
    const FACTOR: u64 = 0xD1B5_4A32_D192_ED03;
    let add = |hash: u64, m: &Move| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(m.0) + 1);
    mix(moves.iter().fold(start.key(), add))
}

/// The result for `a`, which had this side, as an index into the counts.
#[inline]
fn result<G: Game>(position: &G, a_side: usize) -> usize {
    let outcome = position.final_outcome();
    // Sums instead of branches, because the winner is not predictable.
    let a_won = usize::from(outcome.is_winner(G::FACTS.first_seat(a_side as u8)));
    if outcome.is_draw() { 2 } else { 1 - a_won }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Othello6, TicTacToe3};

    /// Plays games one by one (`K` 1) or interleaved.
    fn counts<G: Playable + Default, const K: usize>(games: Range<u64>) -> MatchCounts {
        let (start, control) = (G::default(), Control::default());
        let plan = Match { first: 0, games: games.end, root: 7, threads: 1, sink: None };
        let next = AtomicU64::new(0);
        let referee =
            Referee { start: &start, openings: &[], plan: &plan, control: &control, next };
        let mut agents = [Agent::Random, Agent::Random];
        let mut counts = MatchCounts::default();
        if K > 1 {
            let played = referee.play_by_turns::<K>(&mut agents, games, &control, &mut counts);
            played.expect("no limit");
            return counts;
        }
        for game in games {
            let played =
                referee.play_game(&mut agents, game, &mut Vec::new(), &control, &mut counts);
            played.expect("no limit");
        }
        counts
    }

    #[test]
    fn games_at_once_end_as_games_one_by_one() {
        for games in [COMPARED..COMPARED + 5, 1003..1067] {
            assert_eq!(counts::<Othello6, 1>(games.clone()), counts::<Othello6, 2>(games.clone()));
            assert_eq!(counts::<TicTacToe3, 1>(games.clone()), counts::<TicTacToe3, 3>(games));
        }
    }

    #[test]
    fn the_first_games_are_told_apart() {
        let all = counts::<TicTacToe3, 1>(0..COMPARED + 20);
        assert_eq!(all.hashes.len() as u64, COMPARED);
        assert!(all.hashes.is_sorted());
        let mut parts = counts::<TicTacToe3, 1>(40..COMPARED + 20);
        parts.add(counts::<TicTacToe3, 1>(0..40));
        assert_eq!(parts, all);
        let hashes = all.hashes.clone();
        parts.add(all);
        assert_eq!(parts.hashes, hashes);
    }
}
