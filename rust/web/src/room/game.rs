//! One game of a series: its tree of moves, its seats, and its end.

use std::sync::Arc;

use bitgames_core::Move;
use bitgames_core::any::AnyGame;
use bitgames_core::rng::{Rng, child_seed};

use serde_json::{Map, Value};

use super::clock::Clock;
use super::refusal::Result;
use super::series::Series;
use super::tree::Tree;
use bitgames_core::sentences::Said;

/// The name of a seat's player that is a person.
pub const HUMAN: &str = "human";
/// First child of the seed for deals, far from those for the players of games.
const DEAL_CHILD: u64 = (1 << 62) + (1 << 61);

/// A position that nodes share.
pub type Position = Arc<dyn AnyGame>;

/// The end of a game other than by its rules.
#[derive(Clone)]
pub struct End {
    /// What happened.
    pub how: How,
    /// The seat that lost.
    pub seat: usize,
}

/// How a game ends other than by its rules.
#[derive(Clone)]
pub enum How {
    /// A person has resigned.
    Resigned,
    /// A player gave no move, for this reason.
    Forfeit(Said),
    /// A seat has no time left.
    Time,
}

/// A seat of a game.
pub struct Seat {
    /// The game's name of the seat.
    pub name: &'static str,
    /// `human`, or the spec of the player.
    pub spec: String,
    /// Which of the players that sat here in turn it is.
    pub since: u32,
}

impl Seat {
    /// True if a person plays here.
    pub fn is_person(&self) -> bool {
        self.spec == HUMAN
    }
}

/// A game, and its seats.
///
/// Game `n` of a series is dealt from the seed and `n`; seat `s` draws from child `seats * n + s`
/// of the seed, as in a match.
pub struct Game {
    pub tree: Tree,
    pub seats: Vec<Seat>,
    pub seed: u128,
    /// The number of the game in its series.
    pub number: u64,
    pub end: Option<End>,
    /// The sum of the finished games before this one.
    pub earlier: Series,
    /// The clocks of the seats; `None` for a game without.
    pub clock: Option<Clock>,
    /// What the file of the game says of it.
    pub about: Map<String, Value>,
}

impl Game {
    /// A game in which a person has all seats.
    pub fn new(start: Position, seed: u128) -> Self {
        let names = start.facts().player_names.iter();
        Game {
            seats: names.map(|name| Seat { name, spec: HUMAN.into(), since: 0 }).collect(),
            earlier: Series::new(&*start),
            tree: Tree::new(start),
            seed,
            number: 0,
            end: None,
            clock: None,
            about: Map::new(),
        }
    }

    /// The start of the game.
    pub fn start(&self) -> &Position {
        &self.tree.at(0).position
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.tree.at(self.tree.current()).position
    }

    /// The seat to move, as an index.
    pub fn turn(&self) -> usize {
        self.position().turn().index()
    }

    /// The seats of the person.
    pub fn own(&self) -> Vec<usize> {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].is_person()).collect()
    }

    /// True once the game has ended: by its rules, by resignation or by forfeit.
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.position().is_over()
    }

    /// True if a game with moves has not ended, neither here nor ahead of here.
    pub fn is_running(&self) -> bool {
        let here = self.tree.current();
        let last = self.tree.line_ahead(here).last().copied().unwrap_or(here);
        self.tree.len() > 1 && self.end.is_none() && !self.tree.at(last).position.is_over()
    }

    /// True if cards are hidden now from those who do not hold them.
    pub fn hides(&self) -> bool {
        self.start().facts().hidden && !self.position().is_over()
    }

    /// The sum of the finished games, this one included.
    pub fn series(&self) -> Series {
        let position = self.position();
        if position.is_over() { self.earlier.after(&**position) } else { self.earlier.clone() }
    }

    /// Plays a move; an earlier resignation or forfeit is cancelled.
    pub fn play(&mut self, m: Move) -> Result<u32> {
        let node = self.tree.play(m)?;
        self.end = None;
        Ok(node)
    }

    /// Goes to another node; a resignation or forfeit is cancelled.
    pub fn goto(&mut self, node: u32) {
        self.tree.visit(node);
        self.end = None;
    }

    /// Whether a person chooses the move at a node.
    pub fn has_choice(&self, node: u32) -> bool {
        let position = &self.tree.at(node).position;
        let is_theirs = || self.seats[position.turn().index()].is_person();
        !position.is_over() && is_theirs() && forced_pass(&**position).is_none()
    }

    /// The last node before the current one at which the person chose.
    pub fn last_choice(&self) -> Option<u32> {
        let path = self.tree.path(self.tree.current());
        let mut pairs = path.windows(2).rev();
        pairs
            .find(|pair| self.has_choice(pair[0]) && !self.tree.at(pair[1]).is_forced)
            .map(|p| p[0])
    }

    /// The next node ahead at which the person chooses, or the end of the moves played; `None` if
    /// no move was played after the current node.
    pub fn next_choice(&self) -> Option<u32> {
        let line = self.tree.line_ahead(self.tree.current());
        let mut pairs = line.windows(2);
        let chooses = |pair: &&[u32]| self.has_choice(pair[0]) && !self.tree.at(pair[1]).is_forced;
        pairs.find(chooses).map(|pair| pair[0]).or(line.last().copied())
    }

    /// Begins the next game of the series with the same seats.
    pub fn again(&mut self, now: f64) -> Result<()> {
        self.earlier = self.series();
        self.number += 1;
        let next = self.earlier.start(&**self.start())?;
        self.tree = Tree::new(dealt(&*next, self.seed, self.number));
        self.end = None;
        self.about.clear();
        self.clock = self.clock.as_ref().map(|clock| clock.again(now));
        Ok(())
    }
}

/// The start of game number `game`; a game of chance is dealt.
pub fn dealt(start: &dyn AnyGame, seed: u128, game: u64) -> Position {
    let mut rng = Rng::new(child_seed(seed, DEAL_CHILD + game));
    if start.facts().chance { start.deal(&mut rng).into() } else { start.boxed_clone().into() }
}

/// The pass if it is the only legal move.
pub fn forced_pass(position: &dyn AnyGame) -> Option<Move> {
    let moves = position.legal_moves();
    let [only] = moves[..] else { return None };
    (position.move_text(only) == "pass").then_some(only)
}
