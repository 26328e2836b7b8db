//! Players: the contract of all players, and the table entry that names one.

use std::time::Duration;

use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Move, MoveList};
use crate::rng::Rng;
use crate::table;

/// The game so far, as a player receives it.
#[derive(Debug)]
pub struct GameContext<'a, G> {
    /// The position in which the game began.
    pub start: &'a G,
    /// The moves since; none if only the position is known.
    pub moves: &'a [Move],
    /// The position in which to choose.
    pub position: &'a G,
}

impl<G> Clone for GameContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for GameContext<'_, G> {}

impl<'a, G> GameContext<'a, G> {
    /// A position without its history.
    pub fn position(position: &'a G) -> Self {
        GameContext { start: position, moves: &[], position }
    }
}

/// What a player can report about its choice in a position, besides the move itself.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "made once for a question, and a list is no larger")]
pub enum Insight {
    /// Nothing.
    Move,
    /// The moves among which it chooses uniformly, in index order.
    Candidates(MoveList),
    /// Its evaluation of each legal move, in index order.
    Policy(Vec<Considered>),
}

/// A player's evaluation of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Considered {
    /// The move.
    pub m: Move,
    /// Probability that it is chosen.
    pub probability: f64,
    /// Expected value for the side to move, in points of the game's score, if there is one.
    pub value: Option<f64>,
    /// Visits of a tree search.
    pub visits: u64,
}

/// A player of one game.
pub trait Agent<G>: Send {
    /// Starts a game whose random numbers come from `seed`, and clears the state of earlier games.
    fn start_game(&mut self, seed: u64) -> Result<()> {
        let _ = seed;
        Ok(())
    }

    /// A legal move of an unfinished game. Random numbers come from `rng` alone.
    ///
    /// # Errors
    /// [`Error::Forfeit`] if the player cannot continue and loses the game; any other error ends
    /// the match.
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move>;

    /// What the player can report about its choice in an unfinished game.
    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let _ = (at, control);
        Ok(Insight::Move)
    }

    /// False for a player that answers in microseconds from the position alone and keeps no state.
    /// It may play several games at once and is not told about new ones.
    fn remembers(&self) -> bool {
        true
    }

    /// True for a player that draws no random numbers: two of them repeat their game from the same
    /// start. A time limit may still change what it plays.
    fn is_deterministic(&self) -> bool {
        false
    }
}

/// A player in the table of a game.
pub struct AgentEntry<G> {
    /// Name in player specs.
    pub name: &'static str,
    /// The rule in a line.
    pub rule: &'static str,
    /// The names of its options, as text for the user; empty for a player without options.
    pub options: &'static str,
    /// The reason why it cannot play the game of a position; `None` if it can.
    pub objection: fn(&G) -> Option<&'static str>,
    /// False for a player that uses the position itself: games with hidden information do not list
    /// it.
    pub plays_hidden: bool,
    /// How the player is made.
    pub make: Make<G>,
}

impl<G> AgentEntry<G> {
    /// A player without options, on every board, that hidden information does not trouble.
    pub const fn new(name: &'static str, rule: &'static str, make: Make<G>) -> Self {
        AgentEntry { name, rule, options: "", objection: |_| None, plays_hidden: true, make }
    }
}

/// How a player is made.
pub enum Make<G> {
    /// It chooses uniformly among the legal moves.
    Random,
    /// It chooses uniformly among the moves that a rule finds.
    Rule(Candidates<G>),
    /// It plays the only move that a rule finds.
    Certain(Candidates<G>),
    /// It is made from its options, for the game of a position.
    Agent(MakeAgent<G>),
    /// It is the level that its option names.
    Level,
    /// It is made from the text after its name, for the game of a position.
    Text(MakeFromText<G>),
}

/// Makes a player from its options, for the game of a position.
pub type MakeAgent<G> = fn(&G, &mut PlayerOptions<'_>) -> Result<Box<dyn Agent<G>>>;

/// Makes a player from a text, for the game of a position.
pub type MakeFromText<G> = fn(&G, &str) -> Result<Box<dyn Agent<G>>>;

/// Adds the best moves of an unfinished position, in index order.
pub type Candidates<G> = fn(&G, &mut MoveList);

/// `key=value` pairs after the colon of a spec; each key is taken once, and unknown keys are an
/// error.
pub struct PlayerOptions<'a> {
    player: &'a str,
    allowed: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> PlayerOptions<'a> {
    /// Reads the options; `allowed` lists the known ones.
    pub(crate) fn read(player: &'a str, allowed: &'a str, text: &'a str) -> Result<Self> {
        let allowed = if allowed.is_empty() { "none" } else { allowed };
        let pairs = text.split(',').filter(|part| !part.is_empty()).map(|part| {
            part.split_once('=').ok_or_else(|| {
                Error::parameter(&format!("an option of {player:?}"), "KEY=VALUE", part)
            })
        });
        Ok(PlayerOptions { player, allowed, pairs: pairs.collect::<Result<_>>()? })
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let at = self.pairs.iter().position(|(k, _)| *k == key)?;
        Some(self.pairs.remove(at).1)
    }

    /// Takes a text, if the option is given.
    #[cfg(feature = "many")]
    pub(crate) fn text(&mut self, key: &str) -> Option<&'a str> {
        self.take(key)
    }

    /// Allows only these options from now on.
    #[cfg(feature = "many")]
    pub(crate) fn narrow(&mut self, player: &'a str, allowed: &'a str) {
        (self.player, self.allowed) = (player, allowed);
    }

    /// Takes a whole number from `least` to `most`, if the option is given.
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

    pub(crate) fn seconds(&mut self, key: &str) -> Result<Option<Duration>> {
        let Some(text) = self.take(key) else { return Ok(None) };
        match text.parse::<f64>() {
            Ok(s) if s > 0.0 && s <= 1e6 => Ok(Some(Duration::from_secs_f64(s))),
            _ => Err(self.refuse(key, "above 0 and at most 1000000 seconds", text)),
        }
    }

    pub(crate) fn table_mib(&mut self) -> Result<usize> {
        self.take("table").map_or(Ok(16), |text| {
            table::check_mib(text.parse().unwrap_or(0))
                .map_err(|_| self.refuse("table", "from 1 to 65536 MiB", text))
        })
    }

    /// Takes a real number from 0 to `most`, if the option is given.
    pub(crate) fn real(&mut self, key: &str, most: f64) -> Result<Option<f64>> {
        let Some(text) = self.take(key) else { return Ok(None) };
        match text.parse::<f64>() {
            Ok(x) if (0.0..=most).contains(&x) => Ok(Some(x)),
            _ => Err(self.refuse(key, format!("a number from 0 to {most}"), text)),
        }
    }

    /// Takes one of these words, if the option is given: its index.
    pub(crate) fn word(&mut self, key: &str, words: &[&str]) -> Result<Option<usize>> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let found = words.iter().position(|word| *word == text);
        found.map(Some).ok_or_else(|| self.refuse(key, words.join(" or "), text))
    }

    fn refuse(&self, key: &str, allowed: impl Into<String>, given: &str) -> Error {
        Error::parameter(&format!("the option {key} of {}", self.player), allowed, given)
    }

    pub(crate) fn finish(self) -> Result<()> {
        self.pairs.first().map_or(Ok(()), |(key, _)| {
            Err(Error::parameter(&format!("an option of {:?}", self.player), self.allowed, key))
        })
    }
}
