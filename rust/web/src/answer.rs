//! Answers: what the core says, as JSON.

use bitgames_core::any::AnyGame;
use bitgames_core::data::DataFile;
use bitgames_core::games::GameEntry;
use bitgames_core::search::{Line, SearchResult};
use bitgames_core::solve::Solution;
use bitgames_core::{Error, Move, Player};
use serde::Serialize;
use serde_json::Value;

/// An error: its kind and its text.
#[derive(Serialize)]
pub struct Refusal {
    error: &'static str,
    message: String,
}

impl Refusal {
    /// A request that is not in the form of one.
    pub fn request(message: String) -> Self {
        Refusal { error: "request", message }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let kind = match error {
            Error::IllegalMove { .. } => "illegalMove",
            Error::Parse { .. } => "parse",
            Error::DamagedFile { .. } => "damagedFile",
            Error::InvalidPosition { .. } => "invalidPosition",
            Error::UnknownGame { .. } => "unknownGame",
            Error::UnknownPlayer { .. } => "unknownPlayer",
            Error::Parameter { .. } => "parameter",
            Error::Unsupported { .. } => "unsupported",
            Error::Forfeit { .. } => "forfeit",
            Error::Hidden { .. } => "hidden",
            Error::Limit { .. } => "limit",
            Error::Memory { .. } => "memory",
            Error::Io { .. } => "io",
            Error::Interrupted => "interrupted",
            _ => "other",
        };
        Refusal { error: kind, message: error.to_string() }
    }
}

/// A move with its index.
#[derive(Serialize)]
pub struct MoveAnswer {
    index: u16,
    text: String,
    /// Its cell; none for a move without one, such as a pass.
    cell: Option<usize>,
}

impl MoveAnswer {
    pub fn of(position: &dyn AnyGame, m: Move) -> Self {
        MoveAnswer { index: m.0, text: position.move_text(m), cell: position.cell_of(m) }
    }
}

#[derive(Serialize)]
struct OutcomeAnswer {
    /// The winning seats; none in a draw.
    winners: Vec<u8>,
    /// The score of each seat.
    scores: Vec<i16>,
    /// 1, 0 or -1 for each seat.
    returns: Vec<f64>,
    reason: &'static str,
}

/// A position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionAnswer {
    position: String,
    game: String,
    turn: u8,
    ply: usize,
    /// The transposition key, in hexadecimal digits.
    key: String,
    legal_moves: Vec<MoveAnswer>,
    outcome: Option<OutcomeAnswer>,
}

impl PositionAnswer {
    pub fn of(position: &dyn AnyGame) -> Self {
        let seats = (0..position.facts().players() as u8).map(Player);
        let outcome = position.outcome().map(|outcome| OutcomeAnswer {
            winners: seats.clone().filter(|&p| outcome.is_winner(p)).map(|p| p.0).collect(),
            scores: seats.clone().map(|p| outcome.score(p)).collect(),
            returns: seats.map(|p| outcome.returns(p)).collect(),
            reason: outcome.reason,
        });
        let legal = position.legal_moves();
        PositionAnswer {
            position: position.to_string(),
            game: position.spec(),
            turn: position.turn().0,
            ply: position.ply(),
            key: format!("{:016x}", position.key()),
            legal_moves: legal.into_iter().map(|m| MoveAnswer::of(position, m)).collect(),
            outcome,
        }
    }
}

/// The texts of a line of play.
fn texts(position: &dyn AnyGame, moves: &[Move]) -> Vec<String> {
    let mut at = position.boxed_clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(at.move_text(m));
        match at.play(m) {
            Ok(after) => at = after,
            Err(_) => break,
        }
    }
    texts
}

#[derive(Serialize)]
struct LineAnswer {
    #[serde(rename = "move")]
    m: String,
    value: f64,
    exact: bool,
    depth: Option<usize>,
    certainty: u8,
    pv: Vec<String>,
}

impl LineAnswer {
    fn of(position: &dyn AnyGame, line: &Line) -> Self {
        LineAnswer {
            m: position.move_text(line.m),
            value: line.value,
            exact: line.exact,
            depth: line.depth,
            certainty: line.certainty,
            pv: texts(position, &line.pv),
        }
    }
}

fn lines_of(position: &dyn AnyGame, lines: &[Line]) -> Vec<LineAnswer> {
    lines.iter().map(|line| LineAnswer::of(position, line)).collect()
}

/// How far a search is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    value: f64,
    best_move: Option<String>,
    pv: Vec<String>,
    depth: usize,
    certainty: u8,
    exact: bool,
    lines: Vec<LineAnswer>,
    nodes: u64,
    seconds: f64,
    /// True if there is no further step.
    over: bool,
}

impl SearchAnswer {
    pub fn of(position: &dyn AnyGame, found: &SearchResult, over: bool) -> Self {
        SearchAnswer {
            value: found.value,
            best_move: found.best_move.map(|m| position.move_text(m)),
            pv: texts(position, &found.pv),
            depth: found.depth,
            certainty: found.certainty,
            exact: found.exact,
            lines: lines_of(position, &found.lines),
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
            over,
        }
    }
}

/// How far a solve is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SolveAnswer {
    value: i32,
    bounds: (i32, i32),
    proven: bool,
    best_move: Option<String>,
    pv: Vec<String>,
    lines: Vec<LineAnswer>,
    nodes: u64,
    seconds: f64,
    /// True if there is no further step.
    over: bool,
}

impl SolveAnswer {
    pub fn of(position: &dyn AnyGame, found: &Solution, over: bool) -> Self {
        SolveAnswer {
            value: found.value,
            bounds: found.bounds,
            proven: found.is_proven(),
            best_move: found.best_move.map(|m| position.move_text(m)),
            pv: texts(position, &found.pv),
            lines: lines_of(position, &found.lines),
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
            over,
        }
    }
}

/// A game of the registry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameAnswer {
    name: &'static str,
    title: &'static str,
    parameters: &'static str,
    examples: &'static [&'static str],
    player_names: &'static [&'static str],
    teams: &'static [u8],
    max_score: i16,
    hidden: bool,
    chance: bool,
}

impl GameAnswer {
    pub fn of(entry: &GameEntry) -> Self {
        GameAnswer {
            name: entry.name,
            title: entry.facts.title,
            parameters: entry.parameters,
            examples: entry.examples,
            player_names: entry.facts.player_names,
            teams: entry.facts.teams,
            max_score: entry.facts.max_score,
            hidden: entry.facts.hidden,
            chance: entry.facts.chance,
        }
    }
}

/// A file of data.
#[derive(Serialize)]
pub struct FileAnswer {
    name: &'static str,
    game: &'static str,
    required: bool,
    loaded: bool,
}

impl FileAnswer {
    pub fn of(file: &DataFile) -> Self {
        let loaded = file.bytes().is_some();
        FileAnswer { name: file.name, game: file.game, required: file.required, loaded }
    }
}

/// Every answer that is not an error.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Games { games: Vec<GameAnswer>, files: Vec<FileAnswer> },
    Position(PositionAnswer),
    View { view: String },
    Players { players: Vec<(&'static str, &'static str)>, levels: Vec<&'static str> },
    Count { count: u64 },
    Handle { handle: u32 },
    Search(SearchAnswer),
    Solve(SolveAnswer),
    Move(MoveAnswer),
    Room { answers: Vec<Value>, rests: Option<f64> },
    Found(Value),
    Done {},
}
