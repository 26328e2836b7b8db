//! Players in Rust: named by a spec, asked for a move.

use std::time::Duration;

use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::{Error, Result, shorten};
use crate::game::{Game, Move, MoveList};
use crate::rng::Rng;
use crate::search::Searcher;
use crate::solve::{self, ExactSolver, SolveOptions};
use crate::specialists::{Candidates, Specialists};
use crate::table;

/// Somebody who chooses moves. `candidates` is the whole behaviour: the choice among them is
/// uniform, so exact win probabilities can be computed from it.
pub trait Thinker<G: Searchable>: Send {
    /// Adds the moves it chooses among, in index order, for an unfinished position.
    fn candidates(&mut self, at: &G, control: &Control<'_>, list: &mut MoveList) -> Result<()>;

    /// Forgets what an earlier game taught it.
    fn start_game(&mut self) {}
}

/// A player of one game. The quick ones are told apart without a dynamic call, which would cost more
/// than their thinking.
pub enum Agent<G> {
    /// Any legal move.
    Random,
    /// The best moves by a rule of the game's own.
    Rule(Candidates<G>),
    /// Whoever thinks longer.
    Thinker(Box<dyn Thinker<G>>),
}

impl<G: Searchable> Agent<G> {
    /// The moves it chooses among, in index order, for an unfinished position.
    pub fn candidates(&mut self, position: &G, control: &Control<'_>) -> Result<MoveList> {
        let mut list = MoveList::new();
        match self {
            Agent::Random => position.for_each_legal(|m| list.push(m)),
            Agent::Rule(rule) => rule(position, &mut list),
            Agent::Thinker(thinker) => thinker.candidates(position, control, &mut list)?,
        }
        Ok(list)
    }

    /// One of the candidates; `None` once the game is over.
    #[allow(clippy::inline_always)]
    #[inline(always)] // Worth a fifth of the time of a random game, which is this call and a move.
    pub fn choose(
        &mut self,
        position: &G,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Option<Move>> {
        if let Agent::Random = self {
            return Ok(position.pick_legal(|n| rng.below(n)));
        }
        if position.is_over() {
            return Ok(None);
        }
        let list = self.candidates(position, control)?;
        Ok(Some(list[rng.below(list.len())]))
    }

    /// Does it keep something from one move to the next? Such a player plays one game at a time.
    pub fn remembers(&self) -> bool {
        matches!(self, Agent::Thinker(_))
    }

    /// Forgets what an earlier game taught it.
    #[inline]
    pub fn start_game(&mut self) {
        if let Agent::Thinker(thinker) = self {
            thinker.start_game();
        }
    }
}

/// The players every game has: spec and rule.
pub const GENERAL: &[(&str, &str)] = &[
    ("random", "any legal move, each as likely as the other"),
    ("first", "the first legal move in index order"),
    ("perfect", "a move of the best exact value, ties by seed; option table=MIB (default 16)"),
    (
        "alphabeta",
        "the best move of a search; options depth=PLIES (default 4 when no limit is given), \
         nodes=N, seconds=S, table=MIB (default 16)",
    ),
];

/// Every player of a game: name and rule.
pub fn names<G: Specialists>() -> Vec<(&'static str, &'static str)> {
    let own = G::AGENTS.iter().map(|agent| (agent.name, agent.rule));
    let thinkers = G::THINKERS.iter().map(|thinker| (thinker.name, thinker.rule));
    let general = GENERAL.iter().copied().filter(|&(name, _)| !cheats::<G>(name));
    general.chain(own).chain(thinkers).collect()
}

/// Would this general player see what the game hides? A search looks ahead at the position itself, so
/// it plays open positions alone; exact solvers refuse what depends on hidden things.
fn cheats<G: Game>(name: &str) -> bool {
    G::FACTS.hidden && name == "alphabeta"
}

/// Makes the player of a spec such as `random`, `ai14` or `alphabeta:depth=4,table=1`, for the game
/// that `position` belongs to.
///
/// ```
/// use bitgames_core::{agent, control::Control, games::TicTacToe3, Notation};
/// let start = TicTacToe3::default();
/// let mut player = agent::build("ai14", &start)?;
/// assert_eq!(player.candidates(&start, &Control::default())?.as_slice(), [start.parse_move("b2")?]);
/// assert!(agent::build("ai15", &start).is_err());
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn build<G: Specialists>(spec: &str, position: &G) -> Result<Agent<G>> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let unsupported = |reason: &str| Error::Unsupported {
        what: format!("player {name}"),
        game: position.spec(),
        reason: reason.into(),
    };
    if let Some(own) = G::THINKERS.iter().find(|own| own.name == name) {
        if let Some(reason) = (own.objection)(position) {
            return Err(unsupported(reason));
        }
        let mut options = Options::read(name, Some(own.options), options)?;
        let thinker = (own.make)(&mut options)?;
        options.finish()?;
        return Ok(Agent::Thinker(thinker));
    }
    if cheats::<G>(name) {
        position.check_open(&format!("player {name}"))?;
    }
    let mut options = Options::read(name, None, options)?;
    let agent = match name {
        "random" => Agent::Random,
        "first" => Agent::Rule(first),
        "perfect" => {
            let table_mib = options.table_mib()?;
            let options = SolveOptions { table_mib, ..SolveOptions::default() };
            Agent::Thinker(Box::new(Perfect(solve::solver(position, &options)?)))
        }
        "alphabeta" => {
            let mut limits = Limits {
                depth: options.number("depth", 1, 255)?.map(|n| n as usize),
                nodes: options.number("nodes", 1, 1 << 53)?,
                time: options.seconds("seconds")?,
            };
            if limits == Limits::default() {
                limits.depth = Some(4);
            }
            let searcher = Searcher::new(options.table_mib()?, 1)?;
            Agent::Thinker(Box::new(AlphaBeta { searcher, limits }))
        }
        _ => {
            let Some(own) = G::AGENTS.iter().find(|own| own.name == name) else {
                return Err(Error::UnknownPlayer {
                    name: shorten(name),
                    game: position.spec(),
                    known: names::<G>().iter().map(|n| n.0).collect::<Vec<_>>().join(", "),
                });
            };
            if let Some(reason) = (own.objection)(position) {
                return Err(unsupported(reason));
            }
            own.candidates.map_or(Agent::Random, Agent::Rule)
        }
    };
    options.finish()?;
    Ok(agent)
}

/// `key=value` pairs after the colon of a spec; each is taken once, and none may be left over.
pub struct Options<'a> {
    player: &'a str,
    allowed: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Options<'a> {
    /// `own` names the options of a game's own player.
    fn read(player: &'a str, own: Option<&'a str>, text: &'a str) -> Result<Self> {
        let allowed = own.unwrap_or(match player {
            "alphabeta" => "depth, nodes, seconds, table, each once",
            "perfect" => "table, once",
            _ => "none",
        });
        let pairs = text.split(',').filter(|part| !part.is_empty()).map(|part| {
            part.split_once('=').ok_or_else(|| {
                Error::parameter(&format!("an option of {player:?}"), "KEY=VALUE", part)
            })
        });
        Ok(Options { player, allowed, pairs: pairs.collect::<Result<_>>()? })
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let at = self.pairs.iter().position(|(k, _)| *k == key)?;
        Some(self.pairs.remove(at).1)
    }

    /// Takes a whole number from `least` to `most`, if it is there.
    pub fn number(&mut self, key: &str, least: u64, most: u64) -> Result<Option<u64>> {
        let Some(text) = self.take(key) else { return Ok(None) };
        match text.parse() {
            Ok(n) if (least..=most).contains(&n) => Ok(Some(n)),
            _ => {
                let allowed = format!("a whole number from {least} to {most}");
                Err(self.refuse(key, allowed, text))
            }
        }
    }

    fn seconds(&mut self, key: &str) -> Result<Option<Duration>> {
        let Some(text) = self.take(key) else { return Ok(None) };
        match text.parse::<f64>() {
            Ok(s) if s > 0.0 && s <= 1e6 => Ok(Some(Duration::from_secs_f64(s))),
            _ => Err(self.refuse(key, "above 0 and at most 1000000 seconds", text)),
        }
    }

    fn table_mib(&mut self) -> Result<usize> {
        self.take("table").map_or(Ok(16), |text| {
            table::check_mib(text.parse().unwrap_or(0))
                .map_err(|_| self.refuse("table", "from 1 to 65536 MiB", text))
        })
    }

    fn refuse(&self, key: &str, allowed: impl Into<String>, given: &str) -> Error {
        Error::parameter(&format!("the option {key} of {}", self.player), allowed, given)
    }

    fn finish(self) -> Result<()> {
        self.pairs.first().map_or(Ok(()), |(key, _)| {
            Err(Error::parameter(&format!("an option of {:?}", self.player), self.allowed, key))
        })
    }
}

fn first<G: Game>(position: &G, list: &mut MoveList) {
    list.push(position.nth_legal(0));
}

struct Perfect<G>(Box<dyn ExactSolver<G>>);

impl<G: Searchable> Thinker<G> for Perfect<G> {
    fn candidates(&mut self, at: &G, control: &Control<'_>, list: &mut MoveList) -> Result<()> {
        list.extend(solve::best_moves(self.0.as_mut(), at, &Budget::unlimited(control))?);
        Ok(())
    }
}

/// Its table is emptied before each game, so that a game does not depend on those before it.
struct AlphaBeta {
    searcher: Searcher,
    limits: Limits,
}

impl<G: Searchable> Thinker<G> for AlphaBeta {
    fn candidates(&mut self, at: &G, control: &Control<'_>, list: &mut MoveList) -> Result<()> {
        at.check_open("player alphabeta")?;
        let found = self.searcher.search(at, self.limits, control, |_| ());
        // A stopped search has an answer, but a stopped player has none.
        control.poll()?;
        list.extend(found.best_move);
        Ok(())
    }

    fn start_game(&mut self) {
        self.searcher.clear();
    }
}
