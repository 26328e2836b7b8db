//! Games named at run time: the type is erased once, here.
//!
//! [`AnyGame`] has an object-safe face of every [`Playable`] game. Each method runs code made for
//! the game's own type inside; the dynamic call costs one jump per call, not one per node.

use std::any::Any;
use std::fmt::{Debug, Display};

use crate::agent::{self, Agent};
use crate::bits::CellSet;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::game::{Facts, Move, MoveList, Outcome, Player};
use crate::matches::{self, MatchCounts, MatchOptions};
use crate::perft;
use crate::playout;
use crate::rng::Rng;
use crate::search::{Deepening, SearchResult, Searcher};
use crate::solve::{self, Solution, SolveOptions};
use crate::specialists::Playable;

/// A position of some game. The methods are those of [`crate::Game`], [`crate::Notation`],
/// [`crate::BoardView`] and the capability traits, under the same names.
#[allow(missing_docs)] // Each is documented where it is defined.
pub trait AnyGame: Debug + Display + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    fn equals(&self, other: &dyn AnyGame) -> bool;

    fn facts(&self) -> &'static Facts;
    fn spec(&self) -> String;
    fn read(&self, cells: &str) -> Result<Box<dyn AnyGame>>;
    fn start(&self) -> Box<dyn AnyGame>;
    fn deal(&self, rng: &mut Rng) -> Box<dyn AnyGame>;
    fn shape(&self) -> (u8, u8);
    fn num_moves(&self) -> usize;
    fn max_plies(&self) -> usize;
    fn turn(&self) -> Player;
    fn ply(&self) -> usize;
    fn is_over(&self) -> bool;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> MoveList;
    fn is_legal(&self, m: Move) -> bool;
    fn play(&self, m: Move) -> Result<Box<dyn AnyGame>>;
    fn key(&self) -> u64;
    fn pieces(&self, player: Player) -> CellSet;
    fn highlights(&self) -> CellSet;
    fn occupied(&self) -> CellSet;
    fn move_text(&self, m: Move) -> String;
    fn parse_move(&self, text: &str) -> Result<Move>;
    fn cell_of(&self, m: Move) -> Option<usize>;

    fn num_symmetries(&self) -> usize;
    fn transform(&self, s: usize) -> Box<dyn AnyGame>;
    fn transform_move(&self, m: Move, s: usize) -> Move;
    fn inverse(&self, s: usize) -> usize;
    fn canonical(&self) -> Box<dyn AnyGame>;
    fn view(&self, player: Player) -> String;
    fn determinize(&self, player: Player, rng: &mut Rng) -> Box<dyn AnyGame>;
    fn num_planes(&self) -> usize;
    fn write_planes(&self, player: Player, out: &mut [u8]);

    fn perft(&self, depth: usize, control: &Control<'_>) -> Result<u64>;
    fn divide(&self, depth: usize, control: &Control<'_>) -> Result<Vec<(Move, u64)>>;
    fn playout(&self, rng: &mut Rng) -> (Outcome, usize);
    /// A search of this position by depths. `see_all` says that the position may be looked at even
    /// where it hides something from the player to move.
    fn deepening(&self, see_all: bool) -> Result<Box<dyn AnyDeepening>>;
    fn solve(&self, options: &SolveOptions, control: &Control<'_>) -> Result<Solution>;
    fn agents(&self) -> Vec<(&'static str, &'static str)>;
    fn agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>>;
    fn play_match(
        &self,
        a: &str,
        b: &str,
        options: &MatchOptions,
        control: &Control<'_>,
    ) -> Result<MatchCounts>;
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
    fn spec(&self) -> String {
        G::spec(self)
    }
    fn read(&self, cells: &str) -> Result<Box<dyn AnyGame>> {
        Ok(Box::new(G::read(self, cells)?))
    }
    fn start(&self) -> Box<dyn AnyGame> {
        Box::new(G::start(self))
    }
    fn deal(&self, rng: &mut Rng) -> Box<dyn AnyGame> {
        Box::new(G::deal(self, rng))
    }
    fn shape(&self) -> (u8, u8) {
        G::shape(self)
    }
    fn num_moves(&self) -> usize {
        G::num_moves(self)
    }
    fn max_plies(&self) -> usize {
        G::max_plies(self)
    }
    fn turn(&self) -> Player {
        G::turn(self)
    }
    fn ply(&self) -> usize {
        G::ply(self)
    }
    fn is_over(&self) -> bool {
        G::is_over(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        G::outcome(self)
    }
    fn legal_moves(&self) -> MoveList {
        G::legal_moves(self)
    }
    fn is_legal(&self, m: Move) -> bool {
        G::is_legal(self, m)
    }
    fn play(&self, m: Move) -> Result<Box<dyn AnyGame>> {
        Ok(Box::new(G::play(self, m)?))
    }
    fn key(&self) -> u64 {
        G::key(self)
    }
    fn pieces(&self, player: Player) -> CellSet {
        G::pieces(self, player)
    }
    fn occupied(&self) -> CellSet {
        G::occupied(self)
    }
    fn highlights(&self) -> CellSet {
        G::highlights(self)
    }
    fn move_text(&self, m: Move) -> String {
        G::move_text(self, m)
    }
    fn parse_move(&self, text: &str) -> Result<Move> {
        G::parse_move(self, text)
    }
    fn cell_of(&self, m: Move) -> Option<usize> {
        G::cell_of(self, m)
    }

    fn num_symmetries(&self) -> usize {
        G::num_symmetries(self)
    }
    fn transform(&self, s: usize) -> Box<dyn AnyGame> {
        Box::new(G::transform(self, s))
    }
    fn transform_move(&self, m: Move, s: usize) -> Move {
        G::transform_move(self, m, s)
    }
    fn inverse(&self, s: usize) -> usize {
        G::inverse(self, s)
    }
    fn canonical(&self) -> Box<dyn AnyGame> {
        Box::new(G::canonical(self).0)
    }
    fn view(&self, player: Player) -> String {
        G::view(self, player)
    }
    fn determinize(&self, player: Player, rng: &mut Rng) -> Box<dyn AnyGame> {
        Box::new(G::determinize(self, player, rng))
    }
    fn num_planes(&self) -> usize {
        G::num_planes(self)
    }
    fn write_planes(&self, player: Player, out: &mut [u8]) {
        G::write_planes(self, player, out);
    }

    fn perft(&self, depth: usize, control: &Control<'_>) -> Result<u64> {
        perft::perft_with(self, depth, control)
    }
    fn divide(&self, depth: usize, control: &Control<'_>) -> Result<Vec<(Move, u64)>> {
        perft::divide(self, depth, control)
    }
    fn playout(&self, rng: &mut Rng) -> (Outcome, usize) {
        playout::playout(self.clone(), rng)
    }
    fn deepening(&self, see_all: bool) -> Result<Box<dyn AnyDeepening>> {
        if !see_all {
            G::check_open(self, "a search")?;
        }
        Ok(Box::new(Deepening::new(self)))
    }
    fn solve(&self, options: &SolveOptions, control: &Control<'_>) -> Result<Solution> {
        solve::solve(self, options, control)
    }
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        agent::names::<G>()
    }
    fn agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>> {
        Ok(Box::new(Erased { agent: agent::build(spec, self)?, start: G::start(self) }))
    }
    fn play_match(
        &self,
        a: &str,
        b: &str,
        options: &MatchOptions,
        control: &Control<'_>,
    ) -> Result<MatchCounts> {
        matches::play_match(self, a, b, options, control)
    }
}

/// A search by depths of a position of some game.
#[allow(missing_docs)] // As in `Deepening`.
pub trait AnyDeepening: Send {
    fn found(&self) -> &SearchResult;
    /// As [`Searcher::deepen`].
    fn step(&mut self, searcher: &mut Searcher, limits: Limits, control: &Control<'_>) -> bool;
}

impl<G: Playable> AnyDeepening for Deepening<G> {
    fn found(&self) -> &SearchResult {
        self.found()
    }
    fn step(&mut self, searcher: &mut Searcher, limits: Limits, control: &Control<'_>) -> bool {
        searcher.deepen(self, limits, control)
    }
}

/// A player of one game, for positions of that game.
#[allow(missing_docs)] // As in `Agent`.
pub trait AnyAgent: Send {
    /// True if this player was made for the game that `position` belongs to.
    fn plays(&self, position: &dyn AnyGame) -> bool;
    fn candidates(&mut self, position: &dyn AnyGame, control: &Control<'_>) -> Result<MoveList>;
    fn choose(
        &mut self,
        position: &dyn AnyGame,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move>;
    fn start_game(&mut self);
}

struct Erased<G> {
    agent: Agent<G>,
    start: G,
}

impl<G: Playable> Erased<G> {
    /// The position as the agent's own type.
    fn own(position: &dyn AnyGame) -> Result<&G> {
        let own = position.as_any().downcast_ref::<G>();
        own.ok_or_else(|| no_choice(position, "it was made for another board"))
    }
}

const GAME_OVER: &str = "the game is over";

fn no_choice(position: &dyn AnyGame, reason: &str) -> Error {
    Error::Unsupported {
        what: "a choice of this player".into(),
        game: position.spec(),
        reason: reason.into(),
    }
}

impl<G: Playable> AnyAgent for Erased<G> {
    fn plays(&self, position: &dyn AnyGame) -> bool {
        position.as_any().downcast_ref::<G>().is_some_and(|p| G::start(p) == self.start)
    }
    fn candidates(&mut self, position: &dyn AnyGame, control: &Control<'_>) -> Result<MoveList> {
        let own = Self::own(position)?;
        if own.is_over() {
            return Err(no_choice(position, GAME_OVER));
        }
        self.agent.candidates(own, control)
    }
    fn choose(
        &mut self,
        position: &dyn AnyGame,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        let chosen = self.agent.choose(Self::own(position)?, rng, control)?;
        chosen.ok_or_else(|| no_choice(position, GAME_OVER))
    }
    fn start_game(&mut self) {
        self.agent.start_game();
    }
}
