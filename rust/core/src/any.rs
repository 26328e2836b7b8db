//! Games named at run time, by type erasure.
//!
//! [`AnyGame`] is the object-safe interface of every [`Playable`] game. Each method runs code
//! compiled for the game's own type; the dynamic call costs one indirect jump per call, not one per
//! node.

use std::any::Any;
use std::fmt::{Debug, Display};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::task::Poll;

use crate::batch::{self, Rows};
use crate::bits::CellSet;
use crate::book::{self, Book, BookMove};
use crate::budget::Budget;
use crate::census;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::exact::Effort;
use crate::game::{Facts, Move, MoveList, Outcome, Player};
use crate::levels::Level;
use crate::matches::{self, Match, MatchCounts, Openings, Queue, Queued, Side};
use crate::memory;
use crate::openings::{Opening, Quick, RandomOpenings};
use crate::perft;
use crate::players::{self, Agent, BoxedAgent, GameContext, Insight};
use crate::playout;
use crate::remarks::{Letters, Unit};
use crate::replay::{self, Form, ReplayedGame, Step};
use crate::rng::Rng;
use crate::scene::{self, Scene, Viewer};
use crate::search::mcts::{AnyMcts, AnyPool, Mcts, MctsOptions, Pool, PoolOptions};
use crate::search::{Deepening, SearchResult, Searcher};
use crate::sentences::{Said, Value};
use crate::solve::{self, Solution, SolveOptions, Solver};
use crate::specialists::{Playable, Sampled};

/// Methods of games by their own names, plain ones and those that make positions.
macro_rules! forwarded {
    (
        $(fn $name:ident(&self$(, $arg:ident: $kind:ty)*) $(-> $result:ty)?;)*
        boxed:
        $(fn $made:ident(&self$(, $given:ident: $type:ty)*);)*
    ) => {
        /// The methods of a game of the same names.
        #[allow(missing_docs)] // Each is documented where it is defined.
        pub trait Rules: Debug + Display + Send + Sync {
            $(fn $name(&self$(, $arg: $kind)*) $(-> $result)?;)*
            $(fn $made(&self$(, $given: $type)*) -> Box<dyn AnyGame>;)*
        }

        impl<G: Playable> Rules for G {
            $(fn $name(&self$(, $arg: $kind)*) $(-> $result)? {
                G::$name(self$(, $arg)*)
            })*
            $(fn $made(&self$(, $given: $type)*) -> Box<dyn AnyGame> {
                Box::new(G::$made(self$(, $given)*))
            })*
        }
    };
}
forwarded! {
    fn spec(&self) -> String;
    fn shape(&self) -> (u8, u8);
    fn num_moves(&self) -> usize;
    fn max_plies(&self) -> usize;
    fn max_score(&self) -> i16;
    fn turn(&self) -> Player;
    fn ply(&self) -> usize;
    fn is_over(&self) -> bool;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> MoveList;
    fn is_legal(&self, m: Move) -> bool;
    fn write_legal(&self, out: &mut [u8]);
    fn key(&self) -> u64;
    fn pieces(&self, player: Player) -> CellSet;
    fn occupied(&self) -> CellSet;
    fn highlights(&self) -> CellSet;
    fn move_text(&self, m: Move) -> String;
    fn parse_move(&self, text: &str) -> Result<Move>;
    fn cell_of(&self, m: Move) -> Option<usize>;
    fn num_symmetries(&self) -> usize;
    fn transform_move(&self, m: Move, s: usize) -> Move;
    fn inverse(&self, s: usize) -> usize;
    fn canonical_key(&self) -> u64;
    fn view(&self, player: Player) -> String;
    fn num_planes(&self) -> usize;
    fn plane_image(&self, place: usize, s: usize) -> usize;
    fn plane_names(&self) -> Vec<String>;
    fn write_planes(&self, player: Player, out: &mut [u8]);
    fn caption(&self) -> Said;
    fn aim(&self) -> String;
    fn strongest(&self) -> Option<&'static str>;
    fn unit(&self) -> Unit;
    fn result_decides(&self) -> bool;
    fn letters(&self) -> Option<Letters>;
    fn spellings(&self, m: Move) -> Vec<String>;
    fn usual_line(&self, line: &[Move]) -> Vec<Move>;
    fn reasons(&self, line: &[Move]) -> Vec<Said>;
    fn announce(&self, m: Move, viewer: Viewer) -> Vec<Said>;
    fn account(&self, control: &Control<'_>) -> Result<Vec<Said>>;
    fn trick_rows(&self) -> Vec<Vec<Value>>;
    fn forced_move(&self) -> Option<Move>;
    fn has_tricks(&self) -> bool;
    fn tricks_left(&self) -> usize;
    fn best_rest(&self, control: &Control<'_>) -> Result<(Vec<Move>, usize)>;
    fn effort(&self) -> Option<Effort>;
    fn moves_to_time(&self) -> usize;
    boxed:
    fn start(&self);
    fn deal(&self, rng: &mut Rng);
    fn transform(&self, s: usize);
    fn determinize(&self, player: Player, rng: &mut Rng);
}

/// A position of some game. The methods are those of [`crate::Game`], [`crate::Notation`],
/// [`crate::BoardView`] and the capability traits, under the same names.
#[allow(missing_docs)] // Each is documented where it is defined.
pub trait AnyGame: Rules {
    fn as_any(&self) -> &dyn Any;
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    fn equals(&self, other: &dyn AnyGame) -> bool;

    fn facts(&self) -> &'static Facts;
    fn read(&self, cells: &str) -> Result<Box<dyn AnyGame>>;
    fn play(&self, m: Move) -> Result<Box<dyn AnyGame>>;

    /// As [`scene::of`]; without a viewer for [`Viewer::usual`].
    fn scene(
        &self,
        viewer: Option<Viewer>,
        last: Option<Move>,
        before: Option<&dyn AnyGame>,
    ) -> Result<Scene>;

    fn canonical(&self) -> Box<dyn AnyGame>;
    /// As [`Book::moves`].
    fn book_moves(&self, book: &Book) -> Vec<BookMove>;

    fn perft(&self, depth: usize, control: &Control<'_>) -> Result<u64>;
    fn divide(&self, depth: usize, control: &Control<'_>) -> Result<Vec<(Move, u64)>>;
    /// As [`census::census`] from here.
    fn census(
        &self,
        depth: usize,
        folder: &Path,
        mib: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u64>>;
    fn playout(&self, rng: &mut Rng) -> (Outcome, usize);
    /// As [`replay::replay_one`] from here; after an error `path` has the moves
    /// before the bad one.
    fn replay(&self, written: &[u8], form: Form, path: &mut ReplayedGame) -> Result<()>;
    /// As [`replay::follow_one`] from here.
    fn follow(
        &self,
        moves: &[Move],
        plies: &[bool],
        wanted: &dyn Fn(usize, u64) -> bool,
        found: &mut dyn FnMut(Step),
    );
    /// A search of this position by depths. `see_all` allows a search of the whole position even if
    /// it hides something from the player to move. `lines` is as in [`Deepening::lines`], `level` as
    /// in [`Deepening::level`].
    fn deepening(
        &self,
        see_all: bool,
        lines: usize,
        level: Option<u64>,
    ) -> Result<Box<dyn AnyDeepening>>;
    /// As [`Mcts::new`].
    fn mcts(&self, options: &MctsOptions) -> Result<Box<dyn AnyMcts>>;
    /// A solver that keeps its table: for this position and its successors.
    fn solver(&self, options: &SolveOptions) -> Result<Box<dyn AnySolver>>;
    fn solve(&self, options: &SolveOptions, control: &Control<'_>) -> Result<Solution>;
    fn agents(&self) -> Vec<(&'static str, &'static str)>;
    fn own_agents(&self) -> Vec<(&'static str, &'static str)>;
    fn agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>>;
    fn levels(&self) -> Vec<(&'static str, Level)>;
    /// As [`crate::book::of`].
    fn book(&self) -> Result<Arc<Book>>;
    /// As [`crate::specialists::Specialists::sampled`].
    fn sampled(&self, samples: u64, seed: u64, control: &Control<'_>) -> Result<Vec<Sampled>>;
    /// A position in its own type, such as a row of a batch, behind this face; `None` if it is of
    /// another type than this one.
    fn of(&self, position: &dyn Any) -> Option<Box<dyn AnyGame>>;
    /// The same game for work with many of its games.
    #[cfg(feature = "many")]
    fn many(&self) -> &dyn ManyGames;
}

/// What is done with many games of a kind at once, which a program of one game does without.
pub trait ManyGames {
    /// A pool of searches at these positions, which are of the same game; as [`Pool::new`].
    fn pool(&self, positions: &[&dyn AnyGame], options: PoolOptions) -> Result<Box<dyn AnyPool>>;
    /// As [`batch::rows_of`].
    fn rows(&self) -> Result<Box<dyn Rows>>;
    /// The moves of the random openings of these pairs of a match, as [`RandomOpenings::draw`].
    fn draw_openings(
        &self,
        rule: &RandomOpenings,
        root: u128,
        pairs: Range<u64>,
        control: &Control<'_>,
    ) -> Result<Vec<Vec<Move>>>;
    /// As [`matches::play_match`]; the openings must be of this game.
    fn play_match(
        &self,
        sides: [AnySide<'_>; 2],
        openings: &AnyOpenings,
        plan: &Match<'_>,
        control: &Control<'_>,
    ) -> Result<MatchCounts>;
    /// As [`matches::play_queue`]; the openings must be of this game.
    fn play_queue(
        &self,
        queue: &Queue<'_, AnyOpenings>,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<()>;
}

impl<G: Playable> AnyGame for G {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn AnyGame) -> bool {
        other.as_any().downcast_ref::<G>() == Some(self)
    }

    fn facts(&self) -> &'static Facts {
        const { G::FACTS.check() };
        &G::FACTS
    }
    fn read(&self, cells: &str) -> Result<Box<dyn AnyGame>> {
        Ok(Box::new(G::read(self, cells)?))
    }
    fn play(&self, m: Move) -> Result<Box<dyn AnyGame>> {
        Ok(Box::new(G::play(self, m)?))
    }

    fn scene(
        &self,
        viewer: Option<Viewer>,
        last: Option<Move>,
        before: Option<&dyn AnyGame>,
    ) -> Result<Scene> {
        let viewer = viewer.unwrap_or_else(|| Viewer::usual(self));
        let own = before.and_then(|before| before.as_any().downcast_ref::<G>());
        let scene = scene::of(self, viewer, last, own)?;
        match (before, last) {
            (Some(before), Some(m)) if own.is_none() => {
                Err(scene::not_from(self, viewer, G::move_text(self, m), before.spec()))
            }
            _ => Ok(scene),
        }
    }

    fn canonical(&self) -> Box<dyn AnyGame> {
        Box::new(G::canonical(self).0)
    }
    fn book_moves(&self, book: &Book) -> Vec<BookMove> {
        book.moves(self)
    }

    fn perft(&self, depth: usize, control: &Control<'_>) -> Result<u64> {
        perft::perft_with(self, depth, control)
    }
    fn divide(&self, depth: usize, control: &Control<'_>) -> Result<Vec<(Move, u64)>> {
        perft::divide(self, depth, control)
    }
    fn census(
        &self,
        depth: usize,
        folder: &Path,
        mib: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u64>> {
        census::census(self, depth, folder, mib, control)
    }
    fn playout(&self, rng: &mut Rng) -> (Outcome, usize) {
        playout::playout(self.clone(), rng)
    }
    fn replay(&self, written: &[u8], form: Form, path: &mut ReplayedGame) -> Result<()> {
        replay::replay_one(self, written, form, path)
    }
    fn follow(
        &self,
        moves: &[Move],
        plies: &[bool],
        wanted: &dyn Fn(usize, u64) -> bool,
        found: &mut dyn FnMut(Step),
    ) {
        replay::follow_one(self, moves, plies, wanted, found);
    }
    fn deepening(
        &self,
        see_all: bool,
        lines: usize,
        level: Option<u64>,
    ) -> Result<Box<dyn AnyDeepening>> {
        if !see_all {
            G::check_open(self, "a search")?;
        }
        G::check_data(self)?;
        Ok(Box::new(Deepening::new(self).lines(lines).level(level)?))
    }
    fn mcts(&self, options: &MctsOptions) -> Result<Box<dyn AnyMcts>> {
        G::check_data(self)?;
        Ok(Box::new(Mcts::new(self, options, solve::solver)?))
    }
    fn solver(&self, options: &SolveOptions) -> Result<Box<dyn AnySolver>> {
        Ok(Box::new(Solver::new(self, options)?))
    }
    fn solve(&self, options: &SolveOptions, control: &Control<'_>) -> Result<Solution> {
        solve::solve(self, options, control)
    }
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        players::names::<G>()
    }
    fn agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>> {
        Ok(Box::new(Erased { agent: players::build(spec, self)?, start: G::start(self) }))
    }
    fn own_agents(&self) -> Vec<(&'static str, &'static str)> {
        players::own_names(self)
    }
    fn levels(&self) -> Vec<(&'static str, Level)> {
        players::levels(self)
    }
    fn book(&self) -> Result<Arc<Book>> {
        book::of(self)
    }
    fn sampled(&self, samples: u64, seed: u64, control: &Control<'_>) -> Result<Vec<Sampled>> {
        check_going(self)?;
        G::sampled(self, samples, seed, &Budget::unlimited(control))
    }
    fn of(&self, position: &dyn Any) -> Option<Box<dyn AnyGame>> {
        position.downcast_ref::<G>().map(AnyGame::boxed_clone)
    }
    #[cfg(feature = "many")]
    fn many(&self) -> &dyn ManyGames {
        self
    }
}

impl<G: Playable> ManyGames for G {
    fn rows(&self) -> Result<Box<dyn Rows>> {
        batch::rows_of(self)
    }
    fn pool(&self, positions: &[&dyn AnyGame], options: PoolOptions) -> Result<Box<dyn AnyPool>> {
        let mut own_positions = memory::list(positions.len())?;
        for &position in positions {
            own_positions.push(own::<G>(position)?.clone());
        }
        Ok(Box::new(Pool::new(own_positions, options)?))
    }
    fn draw_openings(
        &self,
        rule: &RandomOpenings,
        root: u128,
        pairs: Range<u64>,
        control: &Control<'_>,
    ) -> Result<Vec<Vec<Move>>> {
        G::check_data(self)?;
        let quiet = control.quiet();
        control.set_total(pairs.end.saturating_sub(pairs.start));
        Quick::with(|quick| {
            let draw = |pair| {
                let opening = rule.draw(self, root, pair, quick, &quiet)?;
                control.add_done(1);
                control.poll()?;
                Ok(opening.moves().to_vec())
            };
            pairs.map(draw).collect()
        })
    }
    fn play_match(
        &self,
        sides: [AnySide<'_>; 2],
        openings: &AnyOpenings,
        plan: &Match<'_>,
        control: &Control<'_>,
    ) -> Result<MatchCounts> {
        let openings = openings.own(self)?;
        let sides = sides.map(|side| match side {
            AnySide::Spec(spec) => Side::Spec(spec),
            AnySide::External(player) => Side::External(Box::new(ExternalPlayer(player))),
        });
        matches::play_match(self, sides, &openings, plan, control)
    }
    fn play_queue(
        &self,
        queue: &Queue<'_, AnyOpenings>,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<()> {
        let queue = || {
            Ok(match queue()? {
                Poll::Ready(Some(Queued { specs, openings, plan, sink })) => {
                    Poll::Ready(Some(Queued { specs, openings: openings.own(self)?, plan, sink }))
                }
                Poll::Ready(None) => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            })
        };
        matches::play_queue(self, &queue, threads, control)
    }
}

/// A search by depths of a position of some game.
#[allow(missing_docs)] // As in `Deepening`.
pub trait AnyDeepening: Send {
    fn found(&self) -> &SearchResult;
    /// As [`Searcher::deepen`].
    fn step(&mut self, searcher: &mut Searcher, limits: Limits, control: &Control<'_>) -> bool;
    fn resume(&mut self);
}

impl<G: Playable> AnyDeepening for Deepening<G> {
    fn found(&self) -> &SearchResult {
        self.found()
    }
    fn step(&mut self, searcher: &mut Searcher, limits: Limits, control: &Control<'_>) -> bool {
        searcher.deepen(self, limits, control)
    }
    fn resume(&mut self) {
        self.resume();
    }
}

/// A solver that keeps its table, of some game: as [`Solver`].
#[allow(missing_docs)] // As in `Solver`.
pub trait AnySolver: Send {
    fn solve(
        &mut self,
        position: &dyn AnyGame,
        lines: usize,
        limits: Limits,
        partial: bool,
        control: &Control<'_>,
    ) -> Result<Solution>;
    fn bound(
        &mut self,
        position: &dyn AnyGame,
        value: i32,
        limits: Limits,
        control: &Control<'_>,
    ) -> Result<Solution>;
}

impl<G: Playable> AnySolver for Solver<G> {
    fn solve(
        &mut self,
        position: &dyn AnyGame,
        lines: usize,
        limits: Limits,
        partial: bool,
        control: &Control<'_>,
    ) -> Result<Solution> {
        self.solve(own(position)?, lines, limits, partial, control)
    }
    fn bound(
        &mut self,
        position: &dyn AnyGame,
        value: i32,
        limits: Limits,
        control: &Control<'_>,
    ) -> Result<Solution> {
        self.bound(own(position)?, value, limits, control)
    }
}

/// The game so far, of any game: as [`GameContext`].
#[derive(Clone, Copy)]
pub struct AnyContext<'a> {
    /// The position in which the game began.
    pub start: &'a dyn AnyGame,
    /// The moves since; none if only the position is known.
    pub moves: &'a [Move],
    /// The position in which to choose.
    pub position: &'a dyn AnyGame,
}

impl<'a> AnyContext<'a> {
    /// A position without its history.
    pub fn position(position: &'a dyn AnyGame) -> Self {
        AnyContext { start: position, moves: &[], position }
    }

    /// The same value in the game's own type.
    fn own<G: Playable>(self) -> Result<GameContext<'a, G>> {
        Ok(GameContext {
            start: own(self.start)?,
            moves: self.moves,
            position: own(self.position)?,
        })
    }
}

/// The beginning of a game: a position, and moves that follow it.
pub struct AnyOpening {
    /// The position in which the game began.
    pub start: Box<dyn AnyGame>,
    /// The moves since.
    pub moves: Vec<Move>,
}

/// Where the games of a match of any game begin: as [`Openings`].
pub enum AnyOpenings {
    /// At the start, or with a new deal for each pair.
    Start,
    /// With these openings in turn.
    Given(Vec<AnyOpening>),
    /// With a random opening for each pair.
    Random(RandomOpenings),
}

impl AnyOpenings {
    fn own<G: Playable>(&self, game: &G) -> Result<Openings<G>> {
        Ok(match self {
            AnyOpenings::Start => Openings::Start,
            AnyOpenings::Given(given) => {
                Openings::Given(given.iter().map(|each| each.own(game)).collect::<Result<_>>()?)
            }
            AnyOpenings::Random(rule) => Openings::Random(*rule),
        })
    }
}

impl AnyOpening {
    fn own<G: Playable>(&self, game: &G) -> Result<Opening<G>> {
        match self.start.as_any().downcast_ref::<G>() {
            Some(start) if G::spec(start) == G::spec(game) => Opening::new(start, &self.moves),
            _ => {
                let (allowed, given) =
                    (format!("a position of {}", game.spec()), self.start.spec());
                Err(Error::parameter("an opening", allowed, format!("one of {given}")))
            }
        }
    }
}

/// A player of one game, for positions of that game. Players that come from outside this
/// library, implement it to play in matches.
pub trait AnyAgent: Send {
    /// True if this player was made for the game that `position` belongs to.
    fn plays(&self, position: &dyn AnyGame) -> bool;
    /// As [`Agent::start_game`].
    fn start_game(&mut self, seed: u64) -> Result<()>;
    /// As [`Agent::choose`].
    fn choose(&mut self, at: AnyContext<'_>, rng: &mut Rng, control: &Control<'_>) -> Result<Move>;
    /// As [`Agent::insight`].
    fn insight(&mut self, at: AnyContext<'_>, control: &Control<'_>) -> Result<Insight>;
    /// As [`Agent::remembers`].
    fn remembers(&self) -> bool {
        true
    }
    /// As [`Agent::is_deterministic`].
    fn is_deterministic(&self) -> bool {
        false
    }
}

/// One side of a match of any game: as [`Side`].
pub enum AnySide<'a> {
    /// A player of this library by its spec; every thread makes its own instance.
    Spec(&'a str),
    /// A player from outside this library; the match then runs on the calling thread.
    External(Box<dyn AnyAgent>),
}

struct Erased<G> {
    agent: BoxedAgent<G>,
    start: G,
}

impl<G: Playable> AnyAgent for Erased<G> {
    fn plays(&self, position: &dyn AnyGame) -> bool {
        // A new deal belongs to the same game.
        position.as_any().downcast_ref::<G>().is_some_and(|p| {
            let same = || G::num_moves(p) == G::num_moves(&self.start);
            G::start(p) == self.start || G::FACTS.chance && same()
        })
    }
    fn start_game(&mut self, seed: u64) -> Result<()> {
        self.agent.start_game(seed)
    }
    fn choose(&mut self, at: AnyContext<'_>, rng: &mut Rng, control: &Control<'_>) -> Result<Move> {
        let chosen = self.agent.choose(at.own()?, rng, control)?;
        chosen.ok_or_else(|| no_choice(at.position, "the game is over"))
    }
    fn insight(&mut self, at: AnyContext<'_>, control: &Control<'_>) -> Result<Insight> {
        check_going(at.position)?;
        self.agent.insight(at.own()?, control)
    }
    fn remembers(&self) -> bool {
        self.agent.remembers()
    }
    fn is_deterministic(&self) -> bool {
        self.agent.is_deterministic()
    }
}

/// A player from outside as a player of a game's own type.
struct ExternalPlayer(Box<dyn AnyAgent>);

fn any<G: Playable>(at: GameContext<'_, G>) -> AnyContext<'_> {
    AnyContext { start: at.start, moves: at.moves, position: at.position }
}

impl<G: Playable> Agent<G> for ExternalPlayer {
    fn start_game(&mut self, seed: u64) -> Result<()> {
        self.0.start_game(seed)
    }
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        self.0.choose(any(at), rng, control)
    }
    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        self.0.insight(any(at), control)
    }
}

fn own<G: Playable>(position: &dyn AnyGame) -> Result<&G> {
    let own = position.as_any().downcast_ref::<G>();
    own.ok_or_else(|| no_choice(position, "it was made for another board"))
}

fn no_choice(position: &dyn AnyGame, reason: &str) -> Error {
    Error::Unsupported {
        what: "a choice of this player".into(),
        game: position.spec(),
        reason: reason.into(),
    }
}

/// Refuses a position in which the game is over.
fn check_going(position: &dyn AnyGame) -> Result<()> {
    if position.is_over() { Err(no_choice(position, "the game is over")) } else { Ok(()) }
}
