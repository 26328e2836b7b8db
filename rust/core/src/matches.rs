//! Matches: two players, many games. This is the one referee: it seats, seeds, deals and counts, for
//! players of this library and from outside alike.

use std::array;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::any::{Contestant, Guest};
use crate::bits::mix;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Facts, Game, Move};
use crate::notation::Notation;
use crate::players::{self, Agent, At};
use crate::rng::{Rng, child_seed};
use crate::specialists::Playable;
use crate::threads::on_threads;

/// Games a thread takes at a time.
const CHUNK: u64 = 64;
/// Games a thread plays at once, by turns, when its players remember nothing: while the next move of
/// one game waits for the last, the processor works on the other. With three, tic-tac-toe loses
/// more than Othello gains.
const AT_ONCE: usize = 2;
/// The games with a number below this are compared with each other.
pub const COMPARED: u64 = 1024;
/// Most different games that are told apart.
pub const MOST_DISTINCT: usize = 64;

/// How to play a match.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// Number of the first game. A match that is cut into pieces by this has the same games.
    pub first: u64,
    /// Number of games.
    pub games: u64,
    /// Root of all random numbers: side `s` of game `i` draws from child `2 i + s`, and in a game of
    /// chance a child beyond those deals a pair of games.
    pub root: u128,
    /// Threads to use; the result does not depend on it.
    pub threads: usize,
    /// Receives every game as it ends, on the thread that played it, in no order.
    pub sink: Option<&'a Sink<'a>>,
}

/// Receives a finished game; an error ends the match.
pub type Sink<'a> = dyn Fn(PlayedGame) -> Result<()> + Sync + 'a;

/// How a game ended for the first player `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// `a` won.
    Won = 0,
    /// `a` lost.
    Lost = 1,
    /// Nobody won.
    Drawn = 2,
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number.
    pub game: u64,
    /// The position in which it began, in its one-line form.
    pub start: String,
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// Moves that the opening gave.
    pub given: usize,
    /// The result for `a`.
    pub result: GameResult,
    /// Why it ended.
    pub reason: String,
    /// True if the loser answered with something that cannot be played, or gave up.
    pub is_forfeit: bool,
    /// The seeds of `a` and `b`.
    pub seeds: [u64; 2],
    /// The time that `a` and `b` used.
    pub times: [Duration; 2],
}

/// A game lost by an answer that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Number of the game.
    pub game: u64,
    /// The loser: 0 for `a`, 1 for `b`.
    pub loser: usize,
    /// What was wrong.
    pub reason: String,
}

/// The results of the games of a match, seen from the first player `a`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Moves that the players made in all games.
    pub plies: u64,
    /// Games that `a` won, lost and drew, in this order: first those in which it had the first side,
    /// then those in which it had the second.
    pub results: [[u64; 3]; 2],
    /// Games lost by forfeit, in the order of their numbers.
    pub forfeits: Vec<Forfeit>,
    /// Hashes of the different games among the first [`COMPARED`], the [`MOST_DISTINCT`] smallest of
    /// them in order.
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
        if let Err(place) = self.hashes.binary_search(&hash)
            && place < MOST_DISTINCT
        {
            self.hashes.insert(place, hash);
            self.hashes.truncate(MOST_DISTINCT);
        }
    }
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

/// The children of a root from here on deal: one for each pair of games.
const DEALS: u64 = 1 << 63;

/// What deals game `game` of a match, where it is dealt anew: from the start of a game of chance.
/// Both games of a pair have the same deal, so that each player plays it from either side.
fn dealer(facts: &Facts, plies_before: usize, root: u128, game: u64) -> Option<Rng> {
    (facts.chance && plies_before == 0).then(|| Rng::child(root, DEALS + game / 2))
}

/// Plays `a` against `b`. `a` has the first side in games 0, 2, 4 ...; in team games a player holds all
/// seats of its side. Games begin with the openings in turn, each in both seatings; without openings,
/// at `start`, and the start of a game of chance is dealt anew for each pair of games.
///
/// ```
/// use bitgames_core::any::Contestant::Spec;
/// use bitgames_core::{control::Control, games::TicTacToe3, matches::{play_match, Match}};
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
    contestants: [Contestant<'_>; 2],
    openings: &[Opening<G>],
    plan: &Match<'_>,
    control: &Control<'_>,
) -> Result<MatchCounts> {
    if !(0..2).all(|team| G::FACTS.teams.contains(&team)) || G::FACTS.teams.iter().any(|&t| t > 1) {
        let (what, reason) = ("a match".into(), "it has not two sides".into());
        return Err(Error::Unsupported { what, game: start.spec(), reason });
    }
    control.set_total(plan.games);
    let referee = Referee { start, openings, plan, control, next: AtomicU64::new(plan.first) };
    if let [Contestant::Spec(a), Contestant::Spec(b)] = contestants {
        let threads = plan.threads.clamp(1, plan.games.div_ceil(CHUNK).max(1) as usize);
        let work = || referee.work([players::build(a, start)?, players::build(b, start)?]);
        let mut total = MatchCounts::default();
        on_threads(threads, work, control)?.into_iter().for_each(|counts| total.add(counts));
        return Ok(total);
    }
    let [a, b] = contestants.map(|contestant| match contestant {
        Contestant::Spec(spec) => players::build(spec, start),
        Contestant::Guest(guest) => Ok(Agent::Thinker(Box::new(Guest(guest)))),
    });
    referee.work([a?, b?])
}

/// A game that is being played.
struct Running<G> {
    game: u64,
    start: G,
    moves: Vec<Move>,
    position: G,
    rngs: (Rng, Rng),
    times: [Duration; 2],
}

/// What the threads of a match share.
struct Referee<'a, G> {
    start: &'a G,
    openings: &'a [Opening<G>],
    plan: &'a Match<'a>,
    control: &'a Control<'a>,
    /// The first game that no thread has taken yet.
    next: AtomicU64,
}

impl<G: Playable> Referee<'_, G> {
    /// Plays chunks of games until none is left.
    fn work(&self, mut agents: [Agent<G>; 2]) -> Result<MatchCounts> {
        // The progress of a match counts games, not what its players search.
        let quiet = self.control.quiet();
        let mut counts = MatchCounts::default();
        let last = self.plan.first + self.plan.games;
        let by_turns = !agents.iter().any(Agent::remembers);
        let random = agents.iter().all(|agent| matches!(agent, Agent::Random));
        loop {
            let first = self.next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= last {
                return Ok(counts);
            }
            let games = first..last.min(first + CHUNK);
            let done = games.end - games.start;
            if !by_turns || done < AT_ONCE as u64 {
                self.play::<1, true>(&mut agents, games, &quiet, &mut counts)?;
            } else if random && self.plan.sink.is_none() && first >= COMPARED {
                self.play::<AT_ONCE, false>(&mut agents, games, &quiet, &mut counts)?;
            } else {
                self.play::<AT_ONCE, true>(&mut agents, games, &quiet, &mut counts)?;
            }
            self.control.poll()?;
        }
    }

    /// The opening of a game, where openings are given: the same one for both games of a pair.
    fn opening(&self, game: u64) -> Option<&Opening<G>> {
        let number = (game / 2).checked_rem(self.openings.len() as u64)?;
        self.openings.get(number as usize)
    }

    /// Seats, seeds and deals a game.
    fn begin<const TRACK: bool>(
        &self,
        game: u64,
        agents: &mut [Agent<G>; 2],
    ) -> Result<Running<G>> {
        let root = self.plan.root;
        let seeds = (child_seed(root, 2 * game), child_seed(root, 2 * game + 1));
        if TRACK {
            let [a, b] =
                if game.is_multiple_of(2) { [seeds.0, seeds.1] } else { [seeds.1, seeds.0] };
            agents[0].start_game(a)?;
            agents[1].start_game(b)?;
        }
        let rngs = (Rng::new(seeds.0), Rng::new(seeds.1));
        let times = [Duration::ZERO; 2];
        if let Some(opening) = self.opening(game) {
            let Opening { start, moves, position } = opening.clone();
            return Ok(Running { game, start, moves, position, rngs, times });
        }
        let position = match dealer(&G::FACTS, self.start.ply(), root, game) {
            Some(mut rng) => self.start.deal(&mut rng),
            None => self.start.clone(),
        };
        Ok(Running { game, start: position.clone(), moves: Vec::new(), position, rngs, times })
    }

    /// Plays these games, at least `K`, and `K` of them at once: in each place every `K`-th one.
    /// `TRACK` keeps the moves and tells the players of new games; matches of random players do
    /// without.
    fn play<const K: usize, const TRACK: bool>(
        &self,
        agents: &mut [Agent<G>; 2],
        games: Range<u64>,
        quiet: &Control<'_>,
        counts: &mut MatchCounts,
    ) -> Result<()> {
        let mut places = Vec::with_capacity(K);
        for place in 0..K as u64 {
            places.push(self.begin::<TRACK>(games.start + place, agents)?);
        }
        let mut places: [_; K] = array::from_fn(|_| places.remove(0));
        let mut left = games.end - games.start;
        let mut plies = 0;
        while left > 0 {
            for place in &mut places {
                let chosen = self.ask::<TRACK>(place, agents, quiet);
                if let Ok(Some(m)) = chosen {
                    place.position.play_unchecked(m);
                    if TRACK {
                        place.moves.push(m);
                    }
                    plies += 1;
                } else if place.game < games.end {
                    let complaint = match chosen {
                        Err(Error::Forfeit { reason }) => Some(reason),
                        Err(error) => return Err(error),
                        Ok(_) => None,
                    };
                    if TRACK {
                        self.end(place, complaint, counts)?;
                    } else {
                        let a_side = (place.game % 2) as usize;
                        counts.results[a_side][result(&place.position, a_side)] += 1;
                    }
                    if K == 1 {
                        // The game may have taken long.
                        self.control.add_done(1);
                        self.control.poll()?;
                    }
                    left -= 1;
                    place.game += K as u64;
                    if place.game < games.end {
                        *place = self.begin::<TRACK>(place.game, agents)?;
                    }
                }
            }
        }
        if K > 1 {
            self.control.add_done(games.end - games.start);
        }
        counts.plies += plies;
        Ok(())
    }

    /// The move of the side to move; `None` once the game is over.
    #[allow(clippy::inline_always)]
    #[inline(always)] // As the choice of a random player, which this is around.
    fn ask<const TRACK: bool>(
        &self,
        place: &mut Running<G>,
        agents: &mut [Agent<G>; 2],
        quiet: &Control<'_>,
    ) -> Result<Option<Move>> {
        let [a, b] = agents;
        let a_side = (place.game % 2) as usize;
        let (first, second) = if a_side == 0 { (a, b) } else { (b, a) };
        let moves = if TRACK { place.moves.as_slice() } else { &[] };
        let at = At { start: &place.start, moves, position: &place.position };
        let team = G::FACTS.team(place.position.turn());
        let since = (TRACK && self.plan.sink.is_some()).then(Instant::now);
        // A branch, not an index: the processor foresees whose turn it is and need not wait for
        // the board to know which stream to draw from.
        let chosen = if team == 0 {
            first.choose(at, &mut place.rngs.0, quiet)
        } else {
            second.choose(at, &mut place.rngs.1, quiet)
        };
        if let Some(since) = since {
            place.times[usize::from(team) ^ a_side] += since.elapsed();
        }
        chosen
    }

    /// Counts a finished game and hands it out.
    fn end(
        &self,
        place: &mut Running<G>,
        complaint: Option<String>,
        counts: &mut MatchCounts,
    ) -> Result<()> {
        let game = place.game;
        let a_side = (game % 2) as usize;
        // The player to move: the loser, if the game was forfeited.
        let player = usize::from(G::FACTS.team(place.position.turn())) ^ a_side;
        let result = match complaint {
            Some(_) => usize::from(player == 0),
            None => result(&place.position, a_side),
        };
        counts.results[a_side][result] += 1;
        if game < COMPARED {
            let hash =
                place.moves.iter().fold(place.start.key(), |h, m| mix(h ^ u64::from(m.0 + 1)));
            counts.add_hash(hash);
        }
        if let Some(sink) = self.plan.sink {
            let seed = |player: u64| child_seed(self.plan.root, 2 * game + (player ^ game % 2));
            sink(PlayedGame {
                game,
                start: place.start.to_string(),
                moves: std::mem::take(&mut place.moves),
                given: self.opening(game).map_or(0, |opening| opening.moves.len()),
                result: [GameResult::Won, GameResult::Lost, GameResult::Drawn][result],
                reason: complaint
                    .clone()
                    .unwrap_or_else(|| place.position.final_outcome().reason.into()),
                is_forfeit: complaint.is_some(),
                seeds: [seed(0), seed(1)],
                times: place.times,
            })?;
        }
        if let Some(reason) = complaint {
            counts.forfeits.push(Forfeit { game, loser: player, reason });
        }
        Ok(())
    }
}

/// The result for `a`, which had this side, as an index into the counts.
#[inline]
fn result<G: Game>(position: &G, a_side: usize) -> usize {
    let outcome = position.final_outcome();
    // Sums, not branches: who wins cannot be predicted.
    let a_won = usize::from(outcome.is_winner(G::FACTS.first_seat(a_side as u8)));
    if outcome.is_draw() { 2 } else { 1 - a_won }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Othello6, TicTacToe3};

    fn counts<G: Playable + Default, const K: usize, const TRACK: bool>(
        games: Range<u64>,
    ) -> MatchCounts {
        let (start, control) = (G::default(), Control::default());
        let plan = Match { first: 0, games: games.end, root: 7, threads: 1, sink: None };
        let next = AtomicU64::new(0);
        let referee =
            Referee { start: &start, openings: &[], plan: &plan, control: &control, next };
        let mut agents = [Agent::Random, Agent::Random];
        let mut counts = MatchCounts::default();
        referee.play::<K, TRACK>(&mut agents, games, &control, &mut counts).expect("no limit");
        counts
    }

    #[test]
    fn games_at_once_end_as_games_one_by_one() {
        for games in [0..5, 3..67] {
            let one = counts::<Othello6, 1, true>(games.clone());
            assert_eq!(one, counts::<Othello6, 2, true>(games.clone()));
            let one = counts::<TicTacToe3, 1, true>(games.clone());
            assert_eq!(one, counts::<TicTacToe3, 3, true>(games));
        }
    }

    #[test]
    fn games_whose_moves_are_not_kept_end_alike() {
        let kept = counts::<TicTacToe3, 1, true>(2000..2500);
        assert_eq!(kept, counts::<TicTacToe3, 2, false>(2000..2500));
        assert!(kept.hashes.is_empty());
    }

    #[test]
    fn different_games_are_told_apart_up_to_a_number() {
        let some = counts::<TicTacToe3, 1, true>(0..20);
        assert_eq!(some.hashes.len(), 20);
        let mut many = counts::<TicTacToe3, 1, true>(0..200);
        assert_eq!(many.hashes.len(), MOST_DISTINCT);
        assert!(many.hashes.is_sorted());
        let mut parts = counts::<TicTacToe3, 1, true>(0..90);
        parts.add(counts::<TicTacToe3, 1, true>(90..200));
        assert_eq!(parts, many);
        let hashes = many.hashes.clone();
        many.add(many.clone());
        assert_eq!(many.hashes, hashes);
    }
}
