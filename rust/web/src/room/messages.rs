//! The messages of a page to its room.

use serde::Deserialize;
use serde_json::Value;

use super::clock::Control;
use super::refusal::{Code, Refusal, Result};
use bitgames_core::sentences::Said;

/// Longest text of a message, and most items of a list.
const MAX_TEXT: usize = 1000;

/// A message with the game and the node that the page sees.
pub struct Sent {
    pub serial: Option<u64>,
    pub at: Option<u32>,
    pub message: Message,
}

/// What a page asks for, as the Python package documents its messages.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Message {
    Hello {},
    New(New),
    Sit {
        seat: usize,
        player: String,
    },
    Play {
        i: Option<u16>,
        text: Option<String>,
    },
    Claim {
        tricks: Option<i64>,
    },
    Forced {},
    Undo {},
    Redo {},
    Goto {
        node: u64,
    },
    Branch {
        node: u32,
        moves: Vec<u16>,
    },
    Promote {
        node: u32,
    },
    Delete {
        node: u32,
    },
    Comment {
        node: u32,
        text: String,
    },
    Go {},
    Resign {},
    Rematch {
        seats: Option<Vec<String>>,
        confirm: Option<bool>,
    },
    Stop {
        job: u32,
    },
    Analyze {
        node: Option<u32>,
        seconds: Option<f64>,
        depth: Option<i64>,
    },
    Solve {
        node: Option<u32>,
        #[serde(default)]
        wld: bool,
        #[serde(default)]
        warn: bool,
    },
    Import {
        data: String,
        /// The content alone tells it.
        #[serde(rename = "format")]
        _format: Option<String>,
        confirm: Option<bool>,
    },
    Export {
        format: String,
    },
    Geometry {
        game: Option<String>,
        view: Option<String>,
        #[serde(default)]
        flip: bool,
    },
    Preview {
        i: u16,
    },
    Edit {
        text: Option<String>,
        cell: Option<i64>,
        owner: Option<i64>,
        turn: Option<i64>,
        #[serde(default)]
        clear: bool,
    },
    Hint {
        count: Option<i64>,
    },
    Graph {
        seconds: Option<f64>,
    },
    Tree {
        node: Option<u64>,
        #[serde(default)]
        offset: i64,
        merge: Option<bool>,
        solve: Option<bool>,
        #[serde(default)]
        warn: bool,
    },
}

/// Another game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    pub game: Option<String>,
    pub start: Option<String>,
    pub seats: Option<Vec<String>>,
    pub seed: Option<u64>,
    pub moves: Option<Vec<String>>,
    pub clock: Option<Control>,
    pub confirm: Option<bool>,
}

impl Sent {
    /// A message after a check of its fields and types.
    pub fn read(mut message: Value) -> Result<Self> {
        let fields = message
            .as_object_mut()
            .ok_or_else(|| Refusal::damaged("a message must be an object"))?;
        fields.remove("id");
        let serial = fields.remove("serial").map(whole::<u64>).transpose()?;
        let at = fields.remove("at").map(whole::<u32>).transpose()?;
        for (name, value) in &*fields {
            let long = match value {
                // A file has a limit of its own.
                Value::String(_) if name == "data" => false,
                Value::String(text) => text.chars().count() > MAX_TEXT,
                Value::Array(items) => items.len() > MAX_TEXT,
                _ => false,
            };
            if long {
                let text =
                    format!("the field {name} must have at most {MAX_TEXT} characters or items");
                return Err(Refusal::said_in_english(Code::Limit, text));
            }
        }
        let message = serde_json::from_value(message)
            .map_err(|wrong| Refusal::damaged(format!("not a message: {wrong}")))?;
        Ok(Sent { serial, at, message })
    }
}

fn whole<T: for<'de> Deserialize<'de>>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|_| Refusal::said(Code::Stale, Said::plain("changed")))
}
