//! Why a message is not carried out.

use bitgames_core::Error;
use bitgames_core::typed::Unread;
use serde_json::{Value, json};

use super::tree::MAX_NODES;
use bitgames_core::sentences::Said;

/// The result of carrying out a message.
pub type Result<T> = std::result::Result<T, Refusal>;

/// The kinds of refusals, as in the messages of every room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    Illegal,
    Stale,
    Busy,
    Limit,
    Unsupported,
    Damaged,
    Denied,
    Confirm,
}

/// A message that cannot be carried out; nothing has changed.
#[derive(Debug)]
pub struct Refusal {
    code: Code,
    words: Words,
}

#[derive(Debug)]
enum Words {
    Said(Said),
    English(String),
}

impl Refusal {
    /// A refusal in a sentence that has a code.
    pub fn said(code: Code, said: Said) -> Self {
        Refusal { code, words: Words::Said(said) }
    }

    /// A refusal of what no page sends, in English alone.
    pub fn damaged(text: impl Into<String>) -> Self {
        Refusal { code: Code::Damaged, words: Words::English(text.into()) }
    }

    /// A refusal in English alone.
    pub fn said_in_english(code: Code, text: impl Into<String>) -> Self {
        Refusal { code, words: Words::English(text.into()) }
    }

    /// Whether a limit was met.
    pub fn is_limit(&self) -> bool {
        self.code == Code::Limit
    }

    /// There is no node of this number.
    pub fn no_node(number: u32) -> Self {
        Refusal::damaged(format!("the tree has no node {number}"))
    }

    /// The tree has no room for another position.
    pub fn full_tree() -> Self {
        Refusal::said(Code::Limit, Said::new("tree-full", [(MAX_NODES as i64).into()]))
    }

    /// The fields of the answer `note`.
    pub fn note(&self) -> Value {
        let code = match self.code {
            Code::Illegal => "illegal",
            Code::Stale => "stale",
            Code::Busy => "busy",
            Code::Limit => "limit",
            Code::Unsupported => "unsupported",
            Code::Damaged => "damaged",
            Code::Denied => "denied",
            Code::Confirm => "confirm",
        };
        match &self.words {
            Words::Said(said) => json!({"code": code, "text": said.to_string(), "said": said}),
            Words::English(text) => json!({"code": code, "text": text}),
        }
    }
}

impl From<Unread> for Refusal {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Unknown(said) => Refusal::said(Code::Damaged, said),
            Unread::Illegal(said) => Refusal::said(Code::Illegal, said),
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::IllegalMove { .. } => Code::Illegal,
            Error::UnknownGame { .. }
            | Error::UnknownPlayer { .. }
            | Error::Unsupported { .. }
            | Error::Hidden { .. } => Code::Unsupported,
            Error::Limit { .. } | Error::Memory { .. } | Error::Interrupted => Code::Limit,
            _ => Code::Damaged,
        };
        Refusal { code, words: Words::English(error.to_string()) }
    }
}
