//! Players in Rust: one table for each game, by spec.

mod book;
mod mcts;

use std::marker::PhantomData;

use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result, shorten};
use crate::game::{Game, Move, MoveList};
use crate::levels::{self, LEVELS, Level};
use crate::rng::Rng;
use crate::search::{Deepening, SearchResult, Searcher};
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
            name: "greedy",
            rule: "a move that wins or gains most at once (discs, pieces, a trick), ties by seed",
            options: "",
            objection: |_| None,
            plays_hidden: true,
            make: Make::Rule(G::greedy),
        },
        AgentEntry {
            name: "level",
            rule: "a strength by name: level:easy, level:casual, level:club (default), level:strong or \
                   level:best",
            options: "",
            objection: |_| None,
            plays_hidden: true,
            make: Make::Level,
        },
        AgentEntry {
            name: "perfect",
            rule: "a move of the best exact value, ties by seed; refuses a position whose solve takes \
                   longer at a guess than patience=SECONDS (default 60); option table=MIB (default 16)",
            options: "table, patience, each once",
            objection: |_| None,
            plays_hidden: true,
            make: Make::Thinker(perfect),
        },
        AgentEntry {
            name: "alphabeta",
            rule: "the best move of a search; options depth=PLIES (default 4 when no limit is given), \
                   nodes=N, seconds=S, table=MIB (default 16), threads=N (default 1), in Othello on \
                   8 by 8 level=0 to level=30; book=yes|no (play from the opening book of the game, \
                   default no), margin=POINTS (how much worse a move from it may be, default 0.5)",
            options: "depth, level, nodes, seconds, table, threads, book, margin, each once",
            objection: |_| None,
            plays_hidden: false,
            make: Make::Thinker(alpha_beta),
        },
        AgentEntry {
            name: "mcts",
            rule: mcts::RULE,
            options: mcts::OPTIONS,
            objection: |_| None,
            plays_hidden: true,
            make: Make::Thinker(mcts::make),
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

/// The players that only this game has, as far as they play on the board of a position.
pub fn own_names<G: Specialists>(position: &G) -> Vec<(&'static str, &'static str)> {
    let own = G::PLAYERS.iter().filter(|entry| (entry.objection)(position).is_none());
    own.map(|entry| (entry.name, entry.rule)).collect()
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
    let read = || Options::read(entry.name, entry.options, options);
    Ok(match entry.make {
        Make::Level => at_level(position.levels()[levels::find(options)?], position)?,
        Make::Random => {
            read()?.finish()?;
            Agent::Random
        }
        Make::Rule(rule) => {
            read()?.finish()?;
            Agent::Thinker(Box::new(Rule { find: rule, is_certain: false }))
        }
        Make::Certain(rule) => {
            read()?.finish()?;
            Agent::Thinker(Box::new(Rule { find: rule, is_certain: true }))
        }
        Make::Thinker(make) => {
            let mut options = read()?;
            let thinker = make(position, &mut options)?;
            options.finish()?;
            Agent::Thinker(thinker)
        }
    })
}

/// The levels of the game of a position, weakest first: name and how it plays.
pub fn levels<G: Specialists>(position: &G) -> Vec<(&'static str, Level)> {
    LEVELS.into_iter().zip(position.levels()).collect()
}

/// The player of a level.
fn at_level<G: Specialists>(level: Level, position: &G) -> Result<Agent<G>> {
    let player = build(level.player, position)?;
    Ok(match level.slips {
        0 => player,
        slips => Agent::Thinker(Box::new(Slipping { player, slips })),
    })
}

/// A player that sometimes plays a random move instead of its own.
struct Slipping<G> {
    player: Agent<G>,
    /// Of 100 moves, the number of random ones.
    slips: u8,
}

impl<G: Specialists> Thinker<G> for Slipping<G> {
    fn start_game(&mut self, seed: u64) -> Result<()> {
        self.player.start_game(seed)
    }

    fn choose(&mut self, at: At<'_, G>, rng: &mut Rng, control: &Control<'_>) -> Result<Move> {
        if rng.below(100) < usize::from(self.slips) {
            let mut list = MoveList::new();
            at.position.slips(&mut list);
            return Ok(one_of(&list, rng));
        }
        let chosen = self.player.choose(at, rng, control)?;
        Ok(chosen.unwrap_or_else(|| at.position.nth_legal(0)))
    }

    /// The probability of each move, where the player itself chooses uniformly.
    fn insight(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let Insight::Candidates(candidates) = self.player.insight(at, control)? else {
            return Ok(Insight::Move);
        };
        let mut slips = MoveList::new();
        at.position.slips(&mut slips);
        let slipping = f64::from(self.slips) / 100.0;
        let share = |list: &MoveList, m| {
            if list.contains(&m) { 1.0 / list.len() as f64 } else { 0.0 }
        };
        let consider = |m: Move| Considered {
            m,
            probability: slipping * share(&slips, m) + (1.0 - slipping) * share(&candidates, m),
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

/// Estimated seconds of a solve that `perfect` begins by default.
const PATIENCE: f64 = 60.0;

fn perfect<G: Specialists>(position: &G, options: &mut Options<'_>) -> Result<Box<dyn Thinker<G>>> {
    let table_mib = options.table_mib()?;
    // Some guesses are millions of times too high, so the limit of other times is too low here.
    let patience = options.number("patience", 1, 1 << 53)?.map_or(PATIENCE, |n| n as f64);
    check_reach(position, patience)?;
    let options = SolveOptions { table_mib, ..SolveOptions::default() };
    Ok(Box::new(Perfect { solver: solve::solver(position, &options)?, patience }))
}

/// Refuses a position whose solve takes longer than `patience` seconds at a guess.
fn check_reach<G: Specialists>(position: &G, patience: f64) -> Result<()> {
    let effort = if position.is_over() { None } else { position.effort() };
    let Some(effort) = effort.filter(|effort| effort.seconds > patience) else { return Ok(()) };
    let reason = format!(
        "a solve with {} vacant cells takes {effort}; level:best plays here, and \
         perfect:patience=SECONDS allows longer solves",
        effort.vacant
    );
    Err(Error::Unsupported { what: "player perfect".into(), game: position.spec(), reason })
}

/// The limits of a player for its next move: its own, and those of the clock if there is one.
fn within<G: Specialists>(own: Limits, position: &G, control: &Control<'_>) -> Limits {
    control.allowance().map_or(own, |clock| own.and(clock.limits(position.moves_to_time())))
}

/// Plays a move of the best exact value, in positions whose estimated solve is short enough.
struct Perfect<G> {
    solver: Box<dyn ExactSolver<G>>,
    patience: f64,
}

impl<G: Specialists> Perfect<G> {
    fn candidates(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<MoveList> {
        check_reach(at.position, self.patience)?;
        let limits = within(Limits::default(), at.position, control);
        let budget = Budget::new(limits, control);
        match solve::best_moves(self.solver.as_mut(), at.position, &budget) {
            // The clock allows no more: the best move so far.
            Err(Error::Limit { .. }) => {
                let mut list = MoveList::new();
                match self.solver.so_far(at.position).best_move {
                    Some(m) => list.push(m),
                    None => at.position.greedy(&mut list),
                }
                Ok(list)
            }
            found => found,
        }
    }
}

impl<G: Specialists> Thinker<G> for Perfect<G> {
    fn choose(&mut self, at: At<'_, G>, rng: &mut Rng, control: &Control<'_>) -> Result<Move> {
        Ok(one_of(&self.candidates(at, control)?, rng))
    }

    fn insight(&mut self, at: At<'_, G>, control: &Control<'_>) -> Result<Insight> {
        self.candidates(at, control).map(Insight::Candidates)
    }
}

fn alpha_beta<G: Specialists>(
    position: &G,
    options: &mut Options<'_>,
) -> Result<Box<dyn Thinker<G>>> {
    let limits = Limits {
        depth: options.number("depth", 1, 255)?.map(|n| n as usize),
        nodes: options.number("nodes", 1, 1 << 53)?,
        time: options.seconds("seconds")?,
    };
    let level = options.number("level", 0, u64::MAX)?;
    Deepening::new(position).level(level)?;
    let threads = options.number("threads", 1, MAX_THREADS)?.map_or(1, |n| n as usize);
    let searcher = Searcher::new(options.table_mib()?, threads)?;
    let player = AlphaBeta { searcher, limits, level, is_alone: threads == 1 };
    book::by_book(position, options, Box::new(player))
}

/// Depth of a search without any limit.
const DEPTH: usize = 4;
/// Part of a move's share of the game's time after which a search ends that finds the same move again:
/// the next depth would hardly end in time.
const ENOUGH_OF_SHARE: f64 = 0.6;
/// Part of the share after which every search ends.
const MAX_OF_SHARE: f64 = 1.5;
/// Most threads of a player.
const MAX_THREADS: u64 = 256;

/// Plays the best move of a search. Its table is emptied before each game, so that a game does not
/// depend on earlier ones.
struct AlphaBeta {
    searcher: Searcher,
    limits: Limits,
    level: Option<u64>,
    /// One thread searches.
    is_alone: bool,
}

impl AlphaBeta {
    fn best<G: Specialists>(&mut self, position: &G, control: &Control<'_>) -> Result<Move> {
        position.check_open("player alphabeta")?;
        if control.allowance().is_some() && position.count_legal() == 1 {
            return Ok(position.nth_legal(0));
        }
        let mut limits = within(self.limits, position, control);
        if limits == Limits::default() && self.level.is_none() {
            limits.depth = Some(DEPTH);
        }
        let search = Deepening::new(position).level(self.level)?;
        let found = self.think(search, limits, control);
        // A stopped search has a result, but a stopped player makes no move.
        control.poll()?;
        Ok(found.best_move.unwrap_or_else(|| position.nth_legal(0)))
    }
}

impl AlphaBeta {
    /// Searches within the limits. Where the game's time is divided among its moves, the search ends
    /// early if a deeper one found the same move again, and may take longer after the value has
    /// dropped: time well spent differs by move.
    fn think<G: Specialists>(
        &mut self,
        mut search: Deepening<G>,
        mut limits: Limits,
        control: &Control<'_>,
    ) -> SearchResult {
        let moves = search.position().moves_to_time();
        let share = control.allowance().and_then(|clock| clock.share(moves));
        let share = share.filter(|&share| limits.time == Some(share));
        if let (Some(share), Some(clock)) = (share, control.allowance()) {
            limits.time = Some(share.mul_f64(MAX_OF_SHARE));
            limits = limits.and(clock.most());
        }
        let margin = f64::from(G::EVEN) / f64::from(G::UNIT);
        let mut before = search.found().clone();
        while self.searcher.deepen(&mut search, limits, control) {
            let found = search.found();
            control.reach(found.depth);
            let is_stable =
                found.best_move == before.best_move && found.value >= before.value - margin;
            let enough = if is_stable { ENOUGH_OF_SHARE } else { 1.0 };
            if share.is_some_and(|share| found.time >= share.mul_f64(enough)) {
                break;
            }
            before = found.clone();
        }
        search.found().clone()
    }
}

impl<G: Specialists> Thinker<G> for AlphaBeta {
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
        self.is_alone
    }
}
