//! Matches of two players over many games. This is the one referee: it seats players, seeds, deals
//! and counts, for players of this library and players from outside alike.

mod adjudicate;
mod clock;
mod counts;
mod queue;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use self::adjudicate::Adjudicator;
pub use self::clock::Clock;
use self::clock::Clocks;
pub use self::counts::{COMPARED, Forfeit, GameResult, MatchCounts, PlayedGame};
pub use self::queue::{Queue, Queued, play_queue};

use crate::bits::mix;
use crate::clock::Instant;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Facts, Game, Move};
use crate::openings::{Opening, Quick, RandomOpenings};
use crate::players::{self, Agent, BoxedAgent, GameContext};
use crate::rng::{GROUP, Rng, child_seed, children};
use crate::specialists::Playable;
use crate::threads::on_threads;

/// Most games that a thread takes at a time: even, so that no pair is divided.
const CHUNK: u64 = 64;
/// A thread takes at most this part of its share of the games that are left, down to one pair: so
/// all threads end at about the same time.
const PARTS: u64 = 8;
/// Number of games that a thread interleaves when its players keep no state: while the next move of
/// one game depends on the last one, the processor works on the other game. With three, tic-tac-toe
/// loses more than Othello gains.
const AT_ONCE: usize = 2;

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
    /// The clock; without one, players think as long as they like.
    pub clock: Option<Clock>,
    /// The most empty cells at which a game ends if the exact solver proves its result, as by
    /// [`Specialists::num_empties`](crate::specialists::Specialists::num_empties). Each solve has
    /// a limit of positions, so that a match repeats exactly; a game goes on where it proves
    /// nothing.
    pub adjudicate: Option<usize>,
    /// True if both games of a pair have the seeds of the first one.
    pub paired_seeds: bool,
}

impl Match<'_> {
    /// The first game that no thread has taken, at the beginning: the first one of a pair.
    fn begin(&self) -> AtomicU64 {
        AtomicU64::new(self.first & !1)
    }

    /// Number of games that a thread takes when `left` games are left.
    fn chunk(&self, left: u64) -> u64 {
        (left / (PARTS * self.threads.max(1) as u64)).clamp(2, CHUNK) & !1
    }

    /// So many games from this root on one thread, without clock and adjudication.
    pub fn new(games: u64, root: u128) -> Self {
        Match {
            first: 0,
            games,
            root,
            threads: 1,
            sink: None,
            clock: None,
            adjudicate: None,
            paired_seeds: false,
        }
    }
}

/// Receives a finished game; an error ends the match.
pub type Sink<'a> = dyn Fn(PlayedGame) -> Result<()> + Sync + 'a;

/// One side of a match.
pub enum Side<'a, G> {
    /// A player of this library by its spec; every thread makes its own instance.
    Spec(&'a str),
    /// A player from outside this library; the match then runs on the calling thread.
    External(Box<dyn Agent<G>>),
}

/// Where the games of a match begin. Both games of a pair have the same beginning.
pub enum Openings<G> {
    /// At the start of the match, or, in a game of chance, with a new deal for each pair.
    Start,
    /// With these openings in turn; none mean the start.
    Given(Vec<Opening<G>>),
    /// With a random opening for each pair.
    Random(RandomOpenings),
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
/// all seats of its side.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3};
/// use bitgames_core::matches::{play_match, Match, Openings, Side::Spec};
/// let plan = Match::new(100, 1);
/// let players = [Spec("ai14"), Spec("ai2")];
/// let counts = play_match(&TicTacToe3::default(), players, &Openings::Start, &plan, &Control::default())?;
/// assert_eq!(counts.games(), 100);
/// let [[_, lost_as_o, _], [_, lost_as_x, _]] = counts.results;
/// assert_eq!((lost_as_o, lost_as_x), (0, 0));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn play_match<G: Playable>(
    start: &G,
    sides: [Side<'_, G>; 2],
    openings: &Openings<G>,
    plan: &Match<'_>,
    control: &Control<'_>,
) -> Result<MatchCounts> {
    check(start, plan)?;
    control.set_total(plan.games);
    let next = plan.begin();
    let referee = Referee { start, openings, plan, control, next: &next };
    if let [Side::Spec(a), Side::Spec(b)] = sides {
        let threads = plan.threads.clamp(1, plan.games.div_ceil(2).max(1) as usize);
        let work = || referee.work(&mut [players::build(a, start)?, players::build(b, start)?]);
        let mut total = MatchCounts::default();
        on_threads(threads, work, control)?.into_iter().for_each(|counts| total.add(counts));
        return Ok(total);
    }
    let [a, b] = sides.map(|side| match side {
        Side::Spec(spec) => players::build(spec, start),
        Side::External(player) => Ok(BoxedAgent::Dyn(player)),
    });
    referee.work(&mut [a?, b?])
}

/// Refuses a match that the game does not have.
fn check<G: Playable>(start: &G, plan: &Match<'_>) -> Result<()> {
    if !(0..2).all(|team| G::FACTS.teams.contains(&team)) || G::FACTS.teams.iter().any(|&t| t > 1) {
        let (what, reason) = ("a match".into(), "a match needs two sides".into());
        return Err(Error::Unsupported { what, game: start.spec(), reason });
    }
    if plan.adjudicate.is_some() && G::FACTS.hidden {
        let (what, reason) = ("adjudication by proof".into(), "the game hides information".into());
        return Err(Error::Unsupported { what, game: start.spec(), reason });
    }
    Ok(())
}

/// State that the threads of a match share.
struct Referee<'a, G> {
    start: &'a G,
    openings: &'a Openings<G>,
    plan: &'a Match<'a>,
    control: &'a Control<'a>,
    /// The first game that no thread has taken.
    next: &'a AtomicU64,
}

/// The random opening of the last pair of a thread, and the search that balances the next one.
struct Drawn<G> {
    quick: Option<Quick>,
    last: Option<(u64, Opening<G>)>,
}

impl<G> Default for Drawn<G> {
    fn default() -> Self {
        Drawn { quick: None, last: None }
    }
}

impl<G: Playable> Referee<'_, G> {
    /// Plays chunks of games until none is left.
    fn work(&self, agents: &mut [BoxedAgent<G>; 2]) -> Result<MatchCounts> {
        // The progress of a match counts games, not the searches of its players.
        let quiet = self.control.quiet();
        let mut counts = MatchCounts::default();
        let last = self.plan.first + self.plan.games;
        let is_plain = self.plan.clock.is_none() && self.plan.adjudicate.is_none();
        let by_turns =
            is_plain && self.plan.sink.is_none() && !agents.iter().any(BoxedAgent::remembers);
        let (mut moves, mut drawn) = (Vec::new(), Drawn::default());
        let mut results = Vec::with_capacity(CHUNK as usize);
        while let Some(Range { start: first, end }) = self.take() {
            let games = first.max(self.plan.first)..last.min(end);
            let done = games.end - games.start;
            results.clear();
            if by_turns && first >= COMPARED && done >= AT_ONCE as u64 {
                results.resize(done as usize, GameResult::Drawn);
                let chunk = games.clone();
                self.play_by_turns::<AT_ONCE>(
                    agents,
                    chunk,
                    &mut drawn,
                    &quiet,
                    &mut counts,
                    &mut results,
                )?;
                self.control.add_done(done);
                self.control.poll()?;
            } else {
                for game in games.clone() {
                    results.push(self.play_game(
                        agents,
                        game,
                        &mut moves,
                        &mut drawn,
                        &quiet,
                        &mut counts,
                    )?);
                    self.control.add_done(1);
                    self.control.poll()?;
                }
            }
            counts.add_pairs(&games, &results);
        }
        Ok(counts)
    }

    /// Takes the next games, beginning with the first of a pair.
    fn take(&self) -> Option<Range<u64>> {
        let last = self.plan.first + self.plan.games;
        let mut games = 0;
        let more = |first| {
            games = self.plan.chunk(last.saturating_sub(first));
            (first < last).then_some(first + games)
        };
        let taken = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        taken.ok().map(|first| first..first + games)
    }

    /// The opening of a game, if there are openings: the same one for both games of a pair.
    #[inline]
    fn opening<'b>(
        &'b self,
        game: u64,
        drawn: &'b mut Drawn<G>,
        quiet: &Control<'_>,
    ) -> Result<Option<&'b Opening<G>>> {
        let pair = game / 2;
        match self.openings {
            Openings::Start => Ok(None),
            Openings::Given(given) => {
                Ok(pair.checked_rem(given.len() as u64).and_then(|n| given.get(n as usize)))
            }
            Openings::Random(rule) => {
                if drawn.last.as_ref().is_none_or(|(number, _)| *number != pair) {
                    let quick = match &mut drawn.quick {
                        Some(quick) => quick,
                        none => none.insert(Quick::new()?),
                    };
                    let opening = rule.draw(self.start, self.plan.root, pair, quick, quiet)?;
                    drawn.last = Some((pair, opening));
                }
                Ok(drawn.last.as_ref().map(|(_, opening)| opening))
            }
        }
    }

    /// The position in which the players begin a game without an opening: dealt, or the start.
    #[inline]
    fn position(&self, game: u64) -> G {
        match dealer(&G::FACTS, self.start.ply(), self.plan.root, game) {
            Some(mut rng) => self.start.deal(&mut rng),
            None => self.start.clone(),
        }
    }

    /// The children of the root whose seeds are those of both sides in a game.
    #[inline]
    fn children(&self, game: u64) -> [u64; 2] {
        let game = if self.plan.paired_seeds { game & !1 } else { game };
        [2 * game, 2 * game + 1]
    }

    /// Plays these games, at least `K`, interleaving `K` of them: place `i` plays every `K`-th
    /// game. For players that keep no state and choose from the position alone. `results` gets the
    /// result of each game.
    fn play_by_turns<const K: usize>(
        &self,
        agents: &mut [BoxedAgent<G>; 2],
        games: Range<u64>,
        drawn: &mut Drawn<G>,
        quiet: &Control<'_>,
        counts: &mut MatchCounts,
        results: &mut [GameResult],
    ) -> Result<()> {
        struct Running<G> {
            game: u64,
            position: G,
            rngs: (Rng, Rng),
        }
        // The streams of the chunk at once.
        const GROUPS: usize = 2 * CHUNK as usize / GROUP;
        let mut indices = [[0; GROUP]; GROUPS];
        for (game, indices) in games.clone().zip(indices.as_flattened_mut().as_chunks_mut().0) {
            *indices = self.children(game);
        }
        let groups = (2 * (games.end - games.start) as usize).div_ceil(GROUP);
        let mut streams = [const { [const { Rng::new(0) }; GROUP] }; GROUPS];
        children(self.plan.root, &indices[..groups], &mut streams, Rng::new);
        let mut begin = |game: u64| {
            let [first, second] =
                &streams.as_flattened().as_chunks().0[(game - games.start) as usize];
            let opening = match self.openings {
                // Without a call, which short games notice.
                Openings::Start => None,
                _ => self.opening(game, drawn, quiet)?,
            };
            let position = match opening {
                Some(opening) => opening.position().clone(),
                None => self.position(game),
            };
            Ok(Running { game, position, rngs: (first.clone(), second.clone()) })
        };
        let mut places = Vec::with_capacity(K);
        for game in (games.start..).take(K) {
            places.push(begin(game)?);
        }
        let [a, b] = agents;
        let mut left = games.end - games.start;
        let mut plies = 0;
        while left > 0 {
            for place in &mut places {
                let a_side = (place.game % 2) as usize;
                let (first, second) =
                    if a_side == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
                let at = GameContext::position(&place.position);
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
                    let result = result(&place.position, a_side);
                    counts.results[a_side][result as usize] += 1;
                    results[(place.game - games.start) as usize] = result;
                    left -= 1;
                    place.game += K as u64;
                    if place.game < games.end {
                        *place = begin(place.game)?;
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
        agents: &mut [BoxedAgent<G>; 2],
        game: u64,
        moves: &mut Vec<Move>,
        drawn: &mut Drawn<G>,
        quiet: &Control<'_>,
        counts: &mut MatchCounts,
    ) -> Result<GameResult> {
        let a_side = (game % 2) as usize;
        let seeds = self.children(game).map(|child| child_seed(self.plan.root, child));
        let [a, b] = agents;
        a.start_game(seeds[a_side])?;
        b.start_game(seeds[1 - a_side])?;
        let mut rngs = seeds.map(Rng::new);
        moves.clear();
        let (start, mut position) = if let Some(opening) = self.opening(game, drawn, quiet)? {
            moves.extend(opening.moves());
            (opening.start().clone(), opening.position().clone())
        } else {
            let start = self.position(game);
            (start.clone(), start)
        };
        let given = moves.len();
        let mut times = [Duration::ZERO; 2];
        let mut clocks = self.plan.clock.as_ref().map(Clocks::new);
        let mut adjudicator = self.plan.adjudicate.map(Adjudicator::new);
        // One look at the clock for each move: to play it takes no time.
        let is_timed = self.plan.sink.is_some() || clocks.is_some();
        let mut since = is_timed.then(Instant::now);
        let end = loop {
            if let Some(adjudicator) = &mut adjudicator {
                if let Some((value, empties)) = adjudicator.value(&position, quiet)? {
                    break End::Proof { value, empties };
                }
                since = is_timed.then(Instant::now);
            }
            let side = usize::from(G::FACTS.team(position.turn()));
            let player = side ^ a_side;
            let agent = if side == a_side { &mut *a } else { &mut *b };
            let at = GameContext { start: &start, moves, position: &position };
            let allowing =
                clocks.as_ref().map(|clocks| quiet.quiet().allowing(clocks.allowance(player)));
            let chosen = agent.choose(at, &mut rngs[side], allowing.as_ref().unwrap_or(quiet));
            let now = is_timed.then(Instant::now);
            let spent = now.zip(since).map_or(Duration::ZERO, |(now, since)| now - since);
            since = now;
            times[player] += spent;
            let late = clocks.as_mut().and_then(|clocks| clocks.spend(player, spent));
            match (chosen, late) {
                (Ok(None), _) => break End::Rules,
                (Err(Error::Forfeit { reason }), _) | (Ok(Some(_)), Some(reason)) => {
                    break End::Fault(reason);
                }
                (Ok(Some(m)), None) => {
                    position.play_unchecked(m);
                    moves.push(m);
                }
                (Err(error), late) => {
                    let expired = allowing.as_ref().is_some_and(Control::has_expired);
                    break End::Fault(late.filter(|_| expired).ok_or(error)?);
                }
            }
        };
        // The player to move; it is the loser if the game was forfeited.
        let player = usize::from(G::FACTS.team(position.turn())) ^ a_side;
        let result = match end {
            End::Rules => result(&position, a_side),
            End::Fault(_) => GameResult::of(-1, player),
            End::Proof { value, .. } => GameResult::of(value, player),
        };
        counts.results[a_side][result as usize] += 1;
        counts.plies += (moves.len() - given) as u64;
        if game < COMPARED {
            counts.add_hash(hash_of(&start, moves));
        }
        if let Some(sink) = self.plan.sink {
            sink(PlayedGame {
                game,
                start: start.to_string(),
                moves: moves.clone(),
                given,
                result,
                reason: match &end {
                    End::Rules => position.final_outcome().reason.into(),
                    End::Fault(reason) => reason.clone(),
                    End::Proof { empties, .. } => adjudicate::reason(*empties),
                },
                is_forfeit: matches!(end, End::Fault(_)),
                seeds: [seeds[a_side], seeds[1 - a_side]],
                times,
            })?;
        }
        match end {
            End::Rules => {}
            End::Fault(reason) => counts.forfeits.push(Forfeit { game, loser: player, reason }),
            End::Proof { .. } => counts.adjudicated += 1,
        }
        Ok(result)
    }
}

/// How a game ended.
enum End {
    Rules,
    /// By a fault of the player to move: the reason.
    Fault(String),
    /// By proof: the sign of the value for the side to move, and the number of empty cells.
    Proof {
        value: i32,
        empties: usize,
    },
}

/// A hash of a game: of its start and its moves in order.
fn hash_of<G: Game>(start: &G, moves: &[Move]) -> u64 {
    const FACTOR: u64 = 0xD1B5_4A32_D192_ED03;
    let add = |hash: u64, m: &Move| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(m.0) + 1);
    mix(moves.iter().fold(start.key(), add))
}

/// The result for `a`, which had this side.
#[inline]
fn result<G: Game>(position: &G, a_side: usize) -> GameResult {
    const RESULTS: [GameResult; 3] = [GameResult::Won, GameResult::Lost, GameResult::Drawn];
    let outcome = position.final_outcome();
    // Sums instead of branches, because the winner is not predictable.
    let a_won = usize::from(outcome.is_winner(G::FACTS.first_seat(a_side as u8)));
    RESULTS[if outcome.is_draw() { 2 } else { 1 - a_won }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe3;
    use crate::games::othello::FixedBoard;

    /// Plays games one by one (`K` 1) or interleaved.
    fn counts<G: Playable + Default, const K: usize>(games: Range<u64>) -> MatchCounts {
        let (start, control) = (G::default(), Control::default());
        let plan = Match::new(games.end, 7);
        let next = &AtomicU64::new(0);
        let openings = &Openings::Random(RandomOpenings { plies: 2, balanced: true });
        let referee = Referee { start: &start, openings, plan: &plan, control: &control, next };
        let mut agents = [BoxedAgent::Random, BoxedAgent::Random];
        let (mut counts, mut drawn) = (MatchCounts::default(), Drawn::default());
        let mut results = Vec::new();
        if K > 1 {
            results.resize((games.end - games.start) as usize, GameResult::Drawn);
            let chunk = games.clone();
            let played = referee.play_by_turns::<K>(
                &mut agents,
                chunk,
                &mut drawn,
                &control,
                &mut counts,
                &mut results,
            );
            played.expect("no limit");
        } else {
            for game in games.clone() {
                let moves = &mut Vec::new();
                let played =
                    referee.play_game(&mut agents, game, moves, &mut drawn, &control, &mut counts);
                results.push(played.expect("no limit"));
            }
        }
        counts.add_pairs(&games, &results);
        counts
    }

    #[test]
    fn games_at_once_end_as_games_one_by_one() {
        for games in [COMPARED..COMPARED + 5, 2003..2067] {
            assert_eq!(
                counts::<FixedBoard<6>, 1>(games.clone()),
                counts::<FixedBoard<6>, 2>(games.clone())
            );
            assert_eq!(counts::<TicTacToe3, 1>(games.clone()), counts::<TicTacToe3, 3>(games));
        }
    }

    #[test]
    fn the_first_games_are_told_apart() {
        let all = counts::<FixedBoard<6>, 1>(0..COMPARED + 20);
        assert_eq!(all.hashes.len() as u64, COMPARED);
        assert!(all.hashes.is_sorted());
        let mut parts = counts::<FixedBoard<6>, 1>(40..COMPARED + 20);
        parts.add(counts::<FixedBoard<6>, 1>(0..40));
        assert_eq!(parts, all);
        let hashes = all.hashes.clone();
        parts.add(all);
        assert_eq!(parts.hashes, hashes);
    }

    /// A player that thinks until it is stopped.
    struct Stuck;

    impl<G> Agent<G> for Stuck {
        fn choose(
            &mut self,
            _: GameContext<'_, G>,
            _: &mut Rng,
            control: &Control<'_>,
        ) -> Result<Move> {
            loop {
                control.poll()?;
            }
        }
    }

    #[test]
    fn a_player_that_does_not_answer_is_stopped_and_loses() {
        let clock = Clock { per_move: Some(Duration::from_millis(2)), ..Clock::default() };
        let plan = Match { clock: Some(clock), ..Match::new(3, 1) };
        let stuck = || Side::External(Box::new(Stuck) as Box<dyn Agent<TicTacToe3>>);
        let play = |control: &Control<'_>| {
            let sides = [stuck(), Side::Spec("first")];
            play_match(&TicTacToe3::default(), sides, &Openings::Start, &plan, control)
        };
        let counts = play(&Control::default()).expect("a match");
        assert_eq!(counts.results, [[0, 2, 0], [0, 1, 0]]);
        let losers: Vec<_> = counts.forfeits.iter().map(|each| (each.game, each.loser)).collect();
        assert_eq!(losers, [(0, 0), (1, 0), (2, 0)]);
        assert!(counts.forfeits.iter().all(|each| each.reason.starts_with("late: 0.")));
        // A stop of the whole match is no fault of the player.
        let stopped = Control::default();
        stopped.stop();
        assert_eq!(play(&stopped), Err(Error::Interrupted));
    }
}
