//! Players in Rust: one table for each game, by spec.

mod alphabeta;
mod book;
mod mcts;
#[cfg(feature = "many")]
mod net;
mod perfect;

use std::marker::PhantomData;

pub use crate::agent::{
    Agent, AgentEntry, Candidates, Considered, GameContext, Insight, Make, MakeAgent, PlayerOptions,
};
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result, shorten};
use crate::game::{Game, Move, MoveList};
use crate::levels::{self, LEVELS, Level};
use crate::rng::Rng;
use crate::search::mcts::MctsResult;
use crate::slips;
use crate::specialists::{Playable, Specialists, best_by};

/// A player of a game. The random player is a variant of its own, because a dynamic call would cost
/// more than its choice.
pub enum BoxedAgent<G> {
    /// Chooses uniformly among the legal moves.
    Random,
    /// All other players.
    Dyn(Box<dyn Agent<G>>),
}

impl<G: Searchable> BoxedAgent<G> {
    /// A legal move; `None` once the game is over.
    #[allow(clippy::inline_always)]
    #[inline(always)] // Worth a fifth of the time of a random game, which is this call and a move.
    pub fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Option<Move>> {
        match self {
            BoxedAgent::Random => Ok(at.position.pick_legal(|n| rng.below(n))),
            BoxedAgent::Dyn(_) if at.position.is_over() => Ok(None),
            // Made anew, field by field: else it would be in memory for random players, too.
            BoxedAgent::Dyn(agent) => agent.choose(GameContext { ..at }, rng, control).map(Some),
        }
    }

    /// What the player can report about its choice in an unfinished game.
    pub fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        match self {
            BoxedAgent::Random => Ok(Insight::Candidates(at.position.legal_moves())),
            BoxedAgent::Dyn(agent) => agent.insight(at, control),
        }
    }

    /// As [`Agent::remembers`].
    pub fn remembers(&self) -> bool {
        match self {
            BoxedAgent::Random => false,
            BoxedAgent::Dyn(agent) => agent.remembers(),
        }
    }

    /// As [`Agent::is_deterministic`].
    pub fn is_deterministic(&self) -> bool {
        match self {
            BoxedAgent::Random => false,
            BoxedAgent::Dyn(agent) => agent.is_deterministic(),
        }
    }

    /// Starts a game, as [`Agent::start_game`].
    pub fn start_game(&mut self, seed: u64) -> Result<()> {
        match self {
            BoxedAgent::Random => Ok(()),
            BoxedAgent::Dyn(agent) => agent.start_game(seed),
        }
    }
}

/// The players that every game has.
struct General<G>(PhantomData<G>);

impl<G: Playable> General<G> {
    const PLAYERS: &'static [AgentEntry<G>] = &[
        AgentEntry::new("random", "any legal move, all with equal chances", Make::Random),
        AgentEntry::new("first", "the first legal move in index order", Make::Certain(first)),
        AgentEntry::new(
            "greedy",
            "a move that wins or gains most at once (discs, pieces, a trick), ties by seed",
            Make::Rule(G::greedy),
        ),
        AgentEntry::new(
            "level",
            "a strength by name: level:easy, level:casual, level:club (default), level:strong or \
                   level:best",
            Make::Level,
        ),
        AgentEntry {
            options: "table, patience, each once",
            ..AgentEntry::new(
                "perfect",
                "a move of the best exact value, ties by seed; refuses a position whose solve takes \
                   an estimated patience=SECONDS or more (default 60); option table=MIB (default 16)",
                Make::Agent(perfect::make),
            )
        },
        AgentEntry {
            options: "depth, level, nodes, seconds, table, threads, book, margin, each once",
            plays_hidden: false,
            ..AgentEntry::new(
                "alphabeta",
                "the best move of a search; options depth=PLIES (default 4 when no limit is given), \
                   nodes=N, seconds=S, table=MIB (default 16), threads=N (default 1), in Othello on \
                   8 by 8 level=0 to level=30; book=yes|no (play from the opening book of the game, \
                   default no), margin=POINTS (how much worse a move from it may be, default 0.5)",
                Make::Agent(alphabeta::make),
            )
        },
        AgentEntry {
            options: mcts::OPTIONS,
            ..AgentEntry::new("mcts", mcts::RULE, Make::Agent(mcts::make))
        },
        #[cfg(feature = "many")]
        AgentEntry::new("net", net::RULE, Make::Text(net::make)),
    ];
}

/// The table of a game's players: those of every game, then the game's own.
fn table<G: Playable>() -> impl Iterator<Item = &'static AgentEntry<G>> {
    General::<G>::PLAYERS.iter().chain(G::PLAYERS)
}

/// The players of a game: name and rule.
pub fn names<G: Playable>() -> Vec<(&'static str, &'static str)> {
    let listed = table::<G>().filter(|entry| entry.plays_hidden || !G::FACTS.hidden);
    listed.map(|entry| (entry.name, entry.rule)).collect()
}

/// The players that only this game has, as far as they play on the board of a position.
pub fn own_names<G: Specialists>(position: &G) -> Vec<(&'static str, &'static str)> {
    let own = G::PLAYERS.iter().filter(|entry| (entry.objection)(position).is_none());
    own.map(|entry| (entry.name, entry.rule)).collect()
}

/// Makes the player of a spec such as `random`, `ai14` or `alphabeta:depth=4,table=1`, for the game
/// of `position`.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, players::{self, GameContext}, rng::Rng, Notation};
/// let start = TicTacToe3::default();
/// let mut player = players::build("ai14", &start)?;
/// let chosen = player.choose(GameContext::position(&start), &mut Rng::new(1), &Control::default())?;
/// assert_eq!(chosen, Some(start.parse_move("b2")?));
/// assert!(players::build("ai15", &start).is_err());
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn build<G: Playable>(spec: &str, position: &G) -> Result<BoxedAgent<G>> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let Some(entry) = table::<G>().find(|entry| entry.name == name) else {
        return Err(Error::UnknownPlayer {
            name: shorten(name),
            game: position.spec(),
            known: names::<G>().iter().map(|n| n.0).collect::<Vec<_>>().join(", "),
        });
    };
    if let Some(reason) = (entry.objection)(position) {
        return Err(Error::Unsupported {
            what: format!("player {name}"),
            game: position.spec(),
            reason: reason.into(),
        });
    }
    if !entry.plays_hidden {
        position.check_open(&format!("player {name}"))?;
    }
    let read = || PlayerOptions::read(entry.name, entry.options, options);
    Ok(match entry.make {
        Make::Level => at_level(position.levels()[levels::find(options)?], position)?,
        Make::Random => {
            read()?.finish()?;
            BoxedAgent::Random
        }
        Make::Rule(find) | Make::Certain(find) => {
            read()?.finish()?;
            let is_certain = matches!(entry.make, Make::Certain(_));
            BoxedAgent::Dyn(Box::new(Rule { find, is_certain }))
        }
        Make::Text(make) => BoxedAgent::Dyn(make(position, options)?),
        Make::Agent(make) => {
            position.check_data()?;
            let mut options = read()?;
            let agent = make(position, &mut options)?;
            options.finish()?;
            BoxedAgent::Dyn(agent)
        }
    })
}

/// The levels of the game of a position, weakest first: name and how it plays.
pub fn levels<G: Specialists>(position: &G) -> Vec<(&'static str, Level)> {
    LEVELS.into_iter().zip(position.levels()).collect()
}

fn at_level<G: Playable>(level: Level, position: &G) -> Result<BoxedAgent<G>> {
    let player = build(level.player, position)?;
    Ok(match level.slip_percent {
        0 => player,
        percent => BoxedAgent::Dyn(Box::new(WithSlips { player, percent })),
    })
}

/// The player of the slips alone, for games whose slips are those of people.
pub(crate) const fn glance<G: Specialists>() -> AgentEntry<G> {
    AgentEntry {
        options: "care, once",
        ..AgentEntry::new(
            "glance",
            "a move as people play at a glance: never misses a win, errs most late in the game; option \
               care=PERCENT, the part of the moves that are weighed by the evaluation one ply ahead \
               (default 0)",
            Make::Agent(|_, options| {
                let care = options.number("care", 0, 100)?.unwrap_or(0) as u8;
                let player = BoxedAgent::Dyn(Box::new(Rule { find: weighed, is_certain: false }));
                Ok(Box::new(WithSlips { player, percent: 100 - care }))
            }),
        )
    }
}

/// The best moves by the evaluation one ply ahead, among those that a slip may be.
fn weighed<G: Specialists>(position: &G, list: &mut MoveList) {
    let moves = position.slips(None).into_iter().map(|(m, _)| m);
    best_by(position, moves, list, |after| {
        if after.turn() == position.turn() { after.evaluate() } else { -after.evaluate() }
    });
}

/// A player that sometimes plays a slip of its game instead of its own move.
struct WithSlips<G> {
    player: BoxedAgent<G>,
    /// Of 100 moves, the number of slips.
    percent: u8,
}

impl<G: Specialists> Agent<G> for WithSlips<G> {
    fn start_game(&mut self, seed: u64) -> Result<()> {
        self.player.start_game(seed)
    }

    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        if rng.below(100) < usize::from(self.percent) {
            return Ok(slips::draw(&at.position.slips(at.moves.last().copied()), rng));
        }
        let chosen = self.player.choose(at, rng, control)?;
        Ok(chosen.unwrap_or_else(|| at.position.nth_legal(0)))
    }

    /// The probability of each move, where the player itself chooses uniformly.
    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let Insight::Candidates(candidates) = self.player.insight(at, control)? else {
            return Ok(Insight::Move);
        };
        let slips = at.position.slips(at.moves.last().copied());
        let rate = f64::from(self.percent) / 100.0;
        let own = |m| f64::from(u8::from(candidates.contains(&m))) / candidates.len() as f64;
        let consider = |m: Move| Considered {
            m,
            probability: rate * slips::probability(&slips, m) + (1.0 - rate) * own(m),
            value: None,
            visits: 0,
        };
        Ok(Insight::Policy(at.position.legal_moves().into_iter().map(consider).collect()))
    }

    fn remembers(&self) -> bool {
        self.player.remembers()
    }
}

/// A player that chooses uniformly among the moves that a rule finds.
struct Rule<G> {
    find: Candidates<G>,
    /// True if the rule always finds one move.
    is_certain: bool,
}

impl<G: Game> Agent<G> for Rule<G> {
    fn choose(&mut self, at: GameContext<'_, G>, rng: &mut Rng, _: &Control<'_>) -> Result<Move> {
        let mut list = MoveList::new();
        (self.find)(at.position, &mut list);
        Ok(one_of(&list, rng))
    }

    fn insight(&mut self, at: GameContext<'_, G>, _: &Control<'_>) -> Result<Insight> {
        let mut list = MoveList::new();
        (self.find)(at.position, &mut list);
        Ok(Insight::Candidates(list))
    }

    fn remembers(&self) -> bool {
        false
    }

    fn is_deterministic(&self) -> bool {
        self.is_certain
    }
}

/// What a tree search says of each legal move. The values are those of the game's score where this is
/// win, draw or loss.
fn considered<G: Game>(position: &G, found: &MctsResult) -> Vec<Considered> {
    // Single precision sums to 1 in seven digits only.
    let sum: f64 = found.moves.iter().map(|each| f64::from(each.policy)).sum();
    let consider = |m| {
        let of = found.moves.iter().find(|each| each.m == m);
        Considered {
            m,
            probability: of.map_or(0.0, |of| f64::from(of.policy) / sum),
            value: of.filter(|of| G::FACTS.max_score == 1 && of.visits > 0).map(|of| of.value),
            visits: of.map_or(0, |of| u64::from(of.visits)),
        }
    };
    position.legal_moves().into_iter().map(consider).collect()
}

/// Chooses uniformly among some moves.
fn one_of(moves: &[Move], rng: &mut Rng) -> Move {
    moves[rng.below(moves.len())]
}

fn first<G: Game>(position: &G, list: &mut MoveList) {
    list.push(position.nth_legal(0));
}

/// The limits of a player for its next move: its own, and those of the clock if there is one.
fn within<G: Specialists>(own: Limits, position: &G, control: &Control<'_>) -> Limits {
    control.allowance().map_or(own, |clock| own.and(clock.limits(position.moves_to_time())))
}
