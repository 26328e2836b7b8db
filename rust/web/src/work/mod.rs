//! Work that takes long: moves of computer players, and values.
//!
//! A room orders it as tasks, which say everything that is needed, so that another thread without
//! shared memory can do it. What is found is data of the answers to a page.

mod game;
mod hint;
pub mod values;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bitgames_core::any::{AnyAgent, AnyContext, AnyGame};
use bitgames_core::control::Control;
use bitgames_core::rng::Rng;
use bitgames_core::{Move, Result, games};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::values::{Found, MoveValue, Work, refine, solve};

/// Longest line of play that is told.
const LONGEST_LINE: usize = 12;

/// A game so far: its start as text and the moves since, as indices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub start: String,
    pub moves: Vec<u16>,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Task {
    /// A move of the player `spec`, who sits at this place of a game and draws from `seed`.
    Think {
        line: Line,
        game: u64,
        place: (usize, u32),
        spec: String,
        #[serde(with = "as_text")]
        seed: u64,
    },
    /// The values of all moves, ever better.
    Analyze {
        line: Line,
        seconds: Option<f64>,
        depth: Option<usize>,
        #[serde(with = "as_text")]
        seed: u64,
    },
    /// The proven values of all moves; with `wld` only who wins.
    Solve { line: Line, wld: bool },
    /// The best moves, as many as `count` or all for 0, with their reasons.
    Hint {
        line: Line,
        count: usize,
        #[serde(with = "as_text")]
        seed: u64,
    },
    /// The values along the whole line, from its end to its start.
    Graph { line: Line, seconds: Option<f64> },
}

/// Seeds as text: a host's numbers have 53 bits.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
    pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(seed)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Does tasks, and keeps what helps with the next one.
#[derive(Default)]
pub struct Worker {
    /// The number of the game whose players are kept, so that their tables serve the next move.
    game: u64,
    players: HashMap<(usize, u32), Player>,
}

/// Takes what a task has found so far, or its progress.
pub type Report<'a> = dyn Fn(Value) + Sync + 'a;

struct Player {
    agent: Box<dyn AnyAgent>,
    rng: Rng,
}

impl Worker {
    /// Does a task: each report is better than the one before, and what is returned is the last.
    pub fn run(&mut self, task: Task, report: &Report<'_>) -> Result<Value> {
        match task {
            Task::Think { line, game, place, spec, seed } => {
                if self.game != game {
                    self.game = game;
                    self.players.clear();
                }
                self.think(&line, place, &spec, seed)
            }
            Task::Analyze { line, seconds, depth, seed } => {
                let position = line.position()?;
                let work = Work { seconds, depth, seed, table_mib: TABLE_MIB };
                let mut last = Value::Null;
                let told = &mut |found: &Found| {
                    last = values(&*position, found);
                    if !found.is_final {
                        report(last.clone());
                    }
                };
                refine(&*position, work, told)?;
                Ok(last)
            }
            Task::Solve { line, wld } => {
                let position = line.position()?;
                let work = Work { seconds: Some(60.0), depth: None, seed: 0, table_mib: TABLE_MIB };
                let told = |done: u64, total: u64| {
                    report(json!({"progress": {"done": done, "total": total, "depth": 0}}));
                    true
                };
                let (found, bounds) = solve(&*position, work, wld, &Control::new(Some(&told)))?;
                let mut data = values(&*position, &found);
                data["bounds"] = json!([bounds.0, bounds.1]);
                Ok(data)
            }
            Task::Hint { line, count, seed } => hint::hint(&*line.position()?, count, seed, report),
            Task::Graph { line, seconds } => game::graph(&line, seconds, report),
        }
    }

    fn think(&mut self, line: &Line, place: (usize, u32), spec: &str, seed: u64) -> Result<Value> {
        let start = games::position(&line.start)?;
        let (moves, position) = line.replay(&*start)?;
        let player = match self.players.entry(place) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(free) => {
                let mut agent = start.agent(spec)?;
                agent.start_game(seed)?;
                free.insert(Player { agent, rng: Rng::new(seed) })
            }
        };
        let at = AnyContext { start: &*start, moves: &moves, position: &*position };
        let chosen = player.agent.choose(at, &mut player.rng, &Control::default())?;
        Ok(json!({"i": chosen.0}))
    }
}

/// Size of the tables of a study.
const TABLE_MIB: usize = 64;

impl Line {
    /// The last position.
    pub fn position(&self) -> Result<Box<dyn AnyGame>> {
        Ok(self.replay(&*games::position(&self.start)?)?.1)
    }

    fn replay(&self, start: &dyn AnyGame) -> Result<(Vec<Move>, Box<dyn AnyGame>)> {
        let moves: Vec<_> = self.moves.iter().copied().map(Move).collect();
        let mut position = start.boxed_clone();
        for &m in &moves {
            position = position.play(m)?;
        }
        Ok((moves, position))
    }
}

/// The moves of a position with their values, as data of an answer.
pub fn moves_data(position: &dyn AnyGame, found: &Found) -> Value {
    let (of, best) = (position.unit(), best_of(&found.moves));
    let one = |each: &MoveValue| {
        let loss = best.map_or(0.0, |best| best.value - each.value);
        let is_exact = each.exact && best.is_some_and(|best| best.exact);
        json!({
            "i": each.m.0,
            "text": position.move_text(each.m),
            "value": each.value + 0.0,
            "exact": each.exact,
            "depth": each.depth,
            "certainty": each.certainty,
            "error": each.error,
            "line": steps(position, &each.line),
            "grade": of.grade(loss, is_exact, each.error),
        })
    };
    found.moves.iter().map(one).collect()
}

/// The values of a position as data of an answer.
fn values(position: &dyn AnyGame, found: &Found) -> Value {
    let of = position.unit();
    json!({
        "team": position.facts().team(position.turn()),
        "unit": of.plural,
        "is_result": of.is_result,
        "moves": moves_data(position, found),
        "pv": best_of(&found.moves).map_or(Vec::new(), |best| steps(position, &best.line)),
        "nodes": found.nodes,
        "seconds": (found.seconds * 1000.0).round() / 1000.0,
    })
}

/// The best of some moves, the first among equals.
fn best_of(moves: &[MoveValue]) -> Option<&MoveValue> {
    moves.iter().reduce(|best, each| if each.value > best.value { each } else { best })
}

/// The moves of a line as text.
fn texts(position: &dyn AnyGame, line: &[Move]) -> Vec<String> {
    let mut position = position.boxed_clone();
    let mut found = Vec::new();
    for &m in line {
        found.push(position.move_text(m));
        let Ok(next) = position.play(m) else { break };
        position = next;
    }
    found
}

/// A line of moves as data: index, text, cell and seat of each.
fn steps(position: &dyn AnyGame, line: &[Move]) -> Vec<Value> {
    let hides = position.facts().hidden;
    let mut position = position.boxed_clone();
    let mut found = Vec::new();
    for &m in line.iter().take(LONGEST_LINE) {
        found.push(json!({
            "i": m.0,
            "text": position.move_text(m),
            "cell": position.cell_of(m),
            "seat": position.turn().0,
        }));
        // The moves after it might come from cards that the player does not see.
        let Ok(next) = position.play(m) else { break };
        if hides {
            break;
        }
        position = next;
    }
    found
}
