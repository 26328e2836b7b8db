//! Players in Rust: one table for each game, by spec.

use std::marker::PhantomData;

use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result, shorten};
use crate::game::{Game, Move, MoveList};
use crate::rng::Rng;
use crate::search::Searcher;
use crate::solve::{self, ExactSolver, SolveOptions};
use crate::specialists::Specialists;
pub use crate::thinker::{
    AgentEntry, At, Candidates, Considered, Insight, Make, MakeThinker, Options, Thinker,
};

/// A player of a game. The random player is a variant of its own, because a dynamic call would cost
/// more than its choice.
pub enum Agent<G> {
    /// Chooses uniformly among the legal moves.
    Random,
    /// All other players.
    Thinker(Box<dyn Thinker<G>>),
}

impl<G: Searchable> Agent<G> {
    /// A legal move; `None` once the game is over.
    #[allow(clippy::inline_always)]
    #[inline(always)] // Worth a fifth of the time of a random game, which is this call and a move.
    pub fn choose(
        &mut self,
        at: At<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Option<Move>> {
        match self {
            Agent::Random => Ok(at.position.pick_legal(|n| rng.below(n))),
            Agent::Thinker(_) if at.position.is_over() => Ok(None),
            Agent::Thinker(thinker) => thinker.choose(at, rng, control).map(Some),
        }
    }

    /// What the player can report about its choice in an unfinished game.
    pub fn insight(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<Insight> {
        match self {
            Agent::Random => Ok(Insight::Candidates(at.position.legal_moves())),
            Agent::Thinker(thinker) => thinker.insight(at, control),
        }
    }

    /// As [`Thinker::remembers`].
    pub fn remembers(&self) -> bool {
        match self {
            Agent::Random => false,
            Agent::Thinker(thinker) => thinker.remembers(),
        }
    }

    /// As [`Thinker::is_deterministic`].
    pub fn is_deterministic(&self) -> bool {
        match self {
            Agent::Random => false,
            Agent::Thinker(thinker) => thinker.is_deterministic(),
        }
    }

    /// Starts a game, as [`Thinker::start_game`].
    pub fn start_game(&mut self, seed: u64) -> Result<()> {
        match self {
            Agent::Random => Ok(()),
            Agent::Thinker(thinker) => thinker.start_game(seed),
        }
    }
}

/// The players that every game has.
struct General<G>(PhantomData<G>);

impl<G: Specialists> General<G> {
    const PLAYERS: &'static [AgentEntry<G>] = &[
        AgentEntry {
            name: "random",
            rule: "any legal move, all with equal chances",
            options: "",
            objection: |_| None,
            plays_hidden: true,
            make: Make::Random,
        },
        AgentEntry {
            name: "first",
            rule: "the first legal move in index order",
            options: "",
            objection: |_| None,
            plays_hidden: true,
            make: Make::Certain(first),
        },
        AgentEntry {
            name: "perfect",
            rule: "a move of the best exact value, ties by seed; option table=MIB (default 16)",
            options: "table, once",
            objection: |_| None,
            plays_hidden: true,
            make: Make::Thinker(perfect),
        },
        AgentEntry {
            name: "alphabeta",
            rule: "the best move of a search; options depth=PLIES (default 4 when no limit is given), \
                   nodes=N, seconds=S, table=MIB (default 16)",
            options: "depth, nodes, seconds, table, each once",
            objection: |_| None,
            plays_hidden: false,
            make: Make::Thinker(alpha_beta),
        },
    ];
}

/// The table of a game's players: those of every game, then the game's own.
fn table<G: Specialists>() -> impl Iterator<Item = &'static AgentEntry<G>> {
    General::<G>::PLAYERS.iter().chain(G::PLAYERS)
}

/// The players of a game: name and rule.
pub fn names<G: Specialists>() -> Vec<(&'static str, &'static str)> {
    let listed = table::<G>().filter(|entry| entry.plays_hidden || !G::FACTS.hidden);
    listed.map(|entry| (entry.name, entry.rule)).collect()
}

/// Makes the player of a spec such as `random`, `ai14` or `alphabeta:depth=4,table=1`, for the game
/// of `position`.
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3, players::{self, At}, rng::Rng, Notation};
/// let start = TicTacToe3::default();
/// let mut player = players::build("ai14", &start)?;
/// let chosen = player.choose(At::position(&start), &mut Rng::new(1), &Control::default())?;
/// assert_eq!(chosen, Some(start.parse_move("b2")?));
/// assert!(players::build("ai15", &start).is_err());
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn build<G: Specialists>(spec: &str, position: &G) -> Result<Agent<G>> {
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
    let mut options = Options::read(entry.name, entry.options, options)?;
    let agent = match entry.make {
        Make::Random => Agent::Random,
        Make::Rule(find) => Agent::Thinker(Box::new(Rule { find, is_certain: false })),
        Make::Certain(find) => Agent::Thinker(Box::new(Rule { find, is_certain: true })),
        Make::Thinker(make) => Agent::Thinker(make(position, &mut options)?),
    };
    options.finish()?;
    Ok(agent)
}

/// A player that chooses uniformly among the moves that a rule finds.
struct Rule<G> {
    find: Candidates<G>,
    /// True if the rule always finds one move.
    is_certain: bool,
}

impl<G: Game> Thinker<G> for Rule<G> {
    fn choose(&mut self, at: At<'_, G>, rng: &mut Rng, _: &Control<'_>) -> Result<Move> {
        let mut list = MoveList::new();
        (self.find)(at.position, &mut list);
        Ok(one_of(&list, rng))
    }

    fn insight(&mut self, at: At<'_, G>, _: &Control<'_>) -> Result<Insight> {
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

/// Chooses uniformly among some moves.
fn one_of(moves: &[Move], rng: &mut Rng) -> Move {
    moves[rng.below(moves.len())]
}

fn first<G: Game>(position: &G, list: &mut MoveList) {
    list.push(position.nth_legal(0));
}

fn perfect<G: Specialists>(position: &G, options: &mut Options<'_>) -> Result<Box<dyn Thinker<G>>> {
    let table_mib = options.table_mib()?;
    let options = SolveOptions { table_mib, ..SolveOptions::default() };
    Ok(Box::new(Perfect(solve::solver(position, &options)?)))
}

struct Perfect<G>(Box<dyn ExactSolver<G>>);

impl<G: Searchable> Perfect<G> {
    fn candidates(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<MoveList> {
        solve::best_moves(self.0.as_mut(), at.position, &Budget::unlimited(control))
    }
}

impl<G: Searchable> Thinker<G> for Perfect<G> {
    fn choose(&mut self, at: At<'_, G>, rng: &mut Rng, control: &Control<'_>) -> Result<Move> {
        Ok(one_of(&self.candidates(at, control)?, rng))
    }

    fn insight(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<Insight> {
        self.candidates(at, control).map(Insight::Candidates)
    }
}

fn alpha_beta<G: Specialists>(_: &G, options: &mut Options<'_>) -> Result<Box<dyn Thinker<G>>> {
    let mut limits = Limits {
        depth: options.number("depth", 1, 255)?.map(|n| n as usize),
        nodes: options.number("nodes", 1, 1 << 53)?,
        time: options.seconds("seconds")?,
    };
    if limits == Limits::default() {
        limits.depth = Some(4);
    }
    let searcher = Searcher::new(options.table_mib()?, 1)?;
    Ok(Box::new(AlphaBeta { searcher, limits }))
}

/// Plays the best move of a search. Its table is emptied before each game, so that a game does not
/// depend on earlier ones.
struct AlphaBeta {
    searcher: Searcher,
    limits: Limits,
}

impl AlphaBeta {
    fn best<G: Searchable>(&mut self, position: &G, control: &Control<'_>) -> Result<Move> {
        position.check_open("player alphabeta")?;
        let found = self
            .searcher
            .search(position, self.limits, control, |found| control.reach(found.depth));
        // A stopped search has a result, but a stopped player makes no move.
        control.poll()?;
        Ok(found.best_move.unwrap_or_else(|| position.nth_legal(0)))
    }
}

impl<G: Searchable> Thinker<G> for AlphaBeta {
    fn choose(&mut self, at: At<'_, G>, _: &mut Rng, control: &Control<'_>) -> Result<Move> {
        self.best(at.position, control)
    }

    fn insight(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let best = self.best(at.position, control)?;
        Ok(Insight::Candidates([best].into_iter().collect()))
    }

    fn start_game(&mut self, _: u64) -> Result<()> {
        self.searcher.clear();
        Ok(())
    }

    fn is_deterministic(&self) -> bool {
        true
    }
}
