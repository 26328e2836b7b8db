//! What a scene holds, in the order in which its JSON form has it.

use serde::{Serialize, Serializer};

use crate::sentences::Said;

/// The version of scenes; it increases when a field changes its meaning or is removed.
pub const VERSION: u8 = 1;

/// All that a viewer may know of a position and that drawings of it need: plain data. The package's
/// `bitgames.scene` says what each field means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Scene {
    pub version: u8,
    pub game: String,
    pub title: String,
    #[serde(serialize_with = "as_text")]
    pub caption: Said,
    pub viewer: Option<u8>,
    pub ply: usize,
    pub turn: Option<u8>,
    pub outcome: Option<Ending>,
    pub players: Vec<PlayerData>,
    #[serde(flatten)]
    pub kind: Kind,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Ending {
    pub winners: Vec<u8>,
    pub scores: Vec<i16>,
    pub reason: &'static str,
}

/// A player of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct PlayerData {
    pub name: &'static str,
    pub letter: &'static str,
    pub shape: Option<&'static str>,
    pub team: u8,
    pub left: Option<usize>,
    pub score: Option<usize>,
}

/// What is drawn, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// A flat board.
    Grid(Grid),
    /// Stacked square layers.
    Pyramid(Pyramid),
    /// A card table.
    Table(Box<Table>),
}

/// A flat board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Grid {
    pub width: u8,
    pub height: u8,
    #[serde(flatten)]
    pub board: Board,
    pub falls: bool,
    pub won: Vec<usize>,
    pub lines: Vec<Vec<usize>>,
}

/// Stacked square layers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Pyramid {
    pub size: u8,
    pub layers: Vec<Layer>,
    #[serde(flatten)]
    pub board: Board,
    pub choosing: Option<u8>,
    pub offered: Vec<usize>,
}

/// A square layer of a pyramid: its level, from 1, its width, and the cell at its top left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Layer {
    pub level: usize,
    pub width: usize,
    pub first: usize,
}

/// The labels of a board, the pieces on its cells, the legal moves and the last one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Board {
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    pub owners: String,
    pub moves: CellMoves,
    pub last: Option<CellMove>,
    pub waves: Vec<Vec<usize>>,
}

/// Moves on a board: three lists of equal length.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct CellMoves {
    pub index: Vec<u16>,
    pub text: Vec<String>,
    pub cell: Vec<Option<usize>>,
}

/// A move on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct CellMove {
    pub index: u16,
    pub text: String,
    pub cell: Option<usize>,
}

/// A card table of two players; lists without another length are pairs, south's first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Table {
    pub phase: &'static str,
    pub hands: Vec<HandData>,
    pub moves: CardMoves,
    pub last: Option<CardMove>,
    pub trick: Vec<Option<String>>,
    pub led: Option<u8>,
    pub stock: usize,
    pub up: Option<String>,
    pub dealer: u8,
    pub auction: Calls,
    pub last_bid: Option<String>,
    pub contract: Option<String>,
    pub declarer: Option<u8>,
    pub trump: Option<char>,
    pub tricks: Vec<u8>,
    pub needs: Option<Vec<u8>>,
    pub last_trick: Option<Trick>,
    pub vulnerable: Vec<bool>,
    pub rubber: Option<RubberData>,
    pub score: Vec<ScoreData>,
}

/// A hand as far as the viewer knows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct HandData {
    pub cards: Vec<String>,
    pub hidden: usize,
    pub known: Vec<String>,
}

/// Moves at a table: three lists of equal length.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct CardMoves {
    pub index: Vec<u16>,
    pub text: Vec<String>,
    pub card: Vec<Option<String>>,
}

/// A move at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct CardMove {
    pub index: u16,
    pub text: String,
    pub card: Option<String>,
}

/// The calls so far, each with its seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Calls {
    pub seats: Vec<u8>,
    pub calls: Vec<String>,
}

/// A complete trick in the order of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Trick {
    pub seats: Vec<u8>,
    pub cards: Vec<String>,
    pub winner: u8,
}

/// The state of a rubber.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct RubberData {
    pub games: Vec<u8>,
    pub part_scores: Vec<u16>,
}

/// A part of the score of a finished deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ScoreData {
    pub kind: &'static str,
    pub seat: u8,
    pub points: u16,
}

fn as_text<S: Serializer>(said: &Said, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(said)
}
