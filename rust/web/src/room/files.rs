//! Games from files and to files: records and trees of moves, in the formats of the Python package.

use std::fmt::{self, Write};
use std::sync::Arc;

use bitgames_core::any::AnyGame;
use bitgames_core::{Move, games};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::Room;
use super::game::{End, Game, How, Position};
use super::refusal::{Code, Refusal, Result};
use super::tree::Tree;
use super::{explorer::Explorer, root};
use bitgames_core::sentences::Said;

const RECORD: &str = "bitgames record";
const RECORD_VERSION: u64 = 2;
const TREE: &str = "bitgames tree";
const TREE_VERSION: u64 = 1;
/// What a file says of a game besides its moves.
const ABOUT: [&str; 3] = ["players", "date", "event"];
/// Largest file.
const MAX_BYTES: usize = 1 << 20;

impl Room {
    /// Sends the game as a file.
    pub(super) fn export(&mut self, format: &str) -> Result<()> {
        if self.game.hides() {
            return Err(Refusal::said(Code::Denied, Said::plain("hidden-file")));
        }
        let (data, suffix) = match format {
            "record" => (self.record(), "json"),
            "tree" => (self.tree_file().to_string(), "tree.json"),
            "transcript" if self.formats().contains(&"transcript") => (self.transcript(), "txt"),
            _ => {
                let known = self.formats().join(", ");
                return Err(Refusal::damaged(format!("the format must be one of {known}")));
            }
        };
        let spec = self.game.start().spec();
        let name = spec.split(':').next().unwrap_or_default();
        self.send(
            "file",
            json!({"name": format!("{name}.{suffix}"), "data": data, "base64": false}),
        );
        Ok(())
    }

    /// The formats in which the game can be had now.
    pub(super) fn formats(&self) -> &'static [&'static str] {
        let start = self.game.start();
        match start.facts().name {
            _ if self.game.hides() => &[],
            // Their moves can stand one after the other.
            name @ ("othello" | "connect4") if is_start(&**start, name) => {
                &["record", "tree", "transcript"]
            }
            _ => &["record", "tree"],
        }
    }

    /// The moves to the current node one after the other; a pass stands at the end alone, as later
    /// moves imply it.
    fn transcript(&self) -> String {
        let texts = move_texts(&self.game.tree, self.game.tree.current());
        let mut texts: Vec<_> =
            texts.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let last = if texts.last() == Some(&"pass") { "--\n" } else { "\n" };
        texts.retain(|text| *text != "pass");
        texts.concat() + last
    }

    /// The moves to the current node, and a resignation.
    fn record(&self) -> String {
        let (game, tree) = (&self.game, &self.game.tree);
        let (start, end) = (game.start(), game.position());
        let resigned = game.end.as_ref().filter(|end| matches!(end.how, How::Resigned));
        let names = start.facts().player_names;
        let teams = start.facts().teams;
        let mut winners = Value::Null;
        let mut reason = Value::Null;
        if let Some(end) = resigned {
            let others = names.iter().zip(teams).filter(|&(_, team)| *team != teams[end.seat]);
            winners = others.map(|(name, _)| *name).collect();
            reason = format!("{} resigned", names[end.seat]).into();
        } else if let Some(outcome) = end.outcome() {
            let won = (0..)
                .zip(names)
                .filter(|&(seat, _)| outcome.is_winner(bitgames_core::Player(seat)));
            winners = won.map(|(_, name)| *name).collect();
            reason = outcome.reason.into();
        }
        let mut body = Map::new();
        body.insert("game".into(), start.spec().into());
        body.insert("start".into(), start.to_string().into());
        body.insert("moves".into(), move_texts(tree, tree.current()));
        body.insert("end".into(), end.to_string().into());
        body.insert("winners".into(), winners);
        body.insert("reason".into(), reason);
        body.insert("generator".into(), concat!("bitgames ", env!("CARGO_PKG_VERSION")).into());
        body.insert("resigned".into(), json!(resigned.map(|end| end.seat)));
        for name in ABOUT {
            body.insert(name.into(), game.about.get(name).cloned().unwrap_or_default());
        }
        let checksum = checksum(&body);
        body.insert("format".into(), RECORD.into());
        body.insert("version".into(), RECORD_VERSION.into());
        body.insert("checksum".into(), checksum.into());
        Value::Object(body).to_string()
    }

    /// All moves that were tried.
    fn tree_file(&self) -> Value {
        let (game, tree) = (&self.game, &self.game.tree);
        let mut nodes = Vec::new();
        let mut waiting: Vec<u32> = tree.at(0).children.iter().rev().copied().collect();
        while let Some(number) = waiting.pop() {
            let node = tree.at(number);
            let (parent, m) = node.from.expect("only the root has no parent");
            let text = tree.at(parent).position.move_text(m);
            let comment = &node.comment;
            nodes.push(json!({"n": number, "parent": parent, "move": text, "comment": comment}));
            waiting.extend(node.children.iter().rev());
        }
        let mut file = json!({
            "format": TREE,
            "version": TREE_VERSION,
            "game": game.start().spec(),
            "start": game.start().to_string(),
            "comment": tree.at(0).comment,
            "nodes": nodes,
            "current": tree.current(),
        });
        for name in ABOUT {
            file[name] = game.about.get(name).cloned().unwrap_or_default();
        }
        file
    }

    /// Continues the game of a file, with a person on all seats.
    pub(super) fn import(&mut self, data: &str, confirm: Option<bool>) -> Result<()> {
        if data.len() > MAX_BYTES {
            return Err(Refusal::said(
                Code::Limit,
                Said::new("import-size", [(MAX_BYTES as i64).into()]),
            ));
        }
        let seed = root(&mut self.fresh);
        let found = read(data, seed)?;
        self.need_confirm(confirm)?;
        self.cancel();
        self.game = found;
        self.explorer = Explorer::default();
        self.begin();
        Ok(())
    }
}

/// The game of a file: a tree, a record, the text of a position, or moves that stand one after the
/// other.
fn read(data: &str, seed: u128) -> Result<Game> {
    let text = data.trim();
    if !text.starts_with('{') {
        return match games::position(text) {
            Ok(position) => Ok(Game::new(position.into(), seed)),
            Err(error) => transcript(text, seed).ok_or_else(|| not_read(error)),
        };
    }
    let file: Value = serde_json::from_str(text).map_err(not_read)?;
    let version = &file["version"];
    match file["format"].as_str() {
        Some(TREE) if *version == TREE_VERSION => read_tree(&file, seed),
        Some(RECORD) if *version == RECORD_VERSION => read_record(file, seed),
        _ => Err(not_read("not a record or a tree of moves of this version")),
    }
}

fn read_record(mut file: Value, seed: u128) -> Result<Game> {
    let given = file["checksum"].take();
    let body = file.as_object_mut().ok_or_else(|| not_read("not a record"))?;
    for head in ["format", "version", "checksum"] {
        body.remove(head);
    }
    if given != checksum(body) {
        return Err(not_read("damaged: the checksum does not match the content"));
    }
    let mut game = begun(&file, seed)?;
    for text in file["moves"].as_array().into_iter().flatten() {
        play(&mut game, text)?;
    }
    if file["end"] != game.position().to_string() {
        return Err(not_read("damaged: the moves do not lead to the end position"));
    }
    if let Some(seat) = file["resigned"].as_u64() {
        let seat = usize::try_from(seat).ok().filter(|&seat| seat < game.seats.len());
        let seat = seat.ok_or_else(|| not_read("damaged: no such seat has resigned"))?;
        game.end = Some(End { how: How::Resigned, seat });
    }
    Ok(game)
}

fn read_tree(file: &Value, seed: u128) -> Result<Game> {
    let damaged = || not_read("damaged tree of moves");
    let mut game = begun(file, seed)?;
    let mut known = std::collections::HashMap::from([(0, 0)]);
    let comment = |from: &Value| from["comment"].as_str().map(String::from).ok_or_else(damaged);
    game.tree.at_mut(0).comment = comment(file)?;
    for each in file["nodes"].as_array().ok_or_else(damaged)? {
        let number = |name: &str| each[name].as_u64().ok_or_else(damaged);
        let parent = *known.get(&number("parent")?).ok_or_else(damaged)?;
        game.tree.visit(parent);
        play(&mut game, &each["move"])?;
        let node = game.tree.current();
        known.insert(number("n")?, node);
        game.tree.at_mut(node).comment = comment(each)?;
    }
    let current = file["current"].as_u64().and_then(|number| known.get(&number));
    game.tree.visit(*current.ok_or_else(damaged)?);
    Ok(game)
}

/// A game at the start that a file names, with what the file says of it.
fn begun(file: &Value, seed: u128) -> Result<Game> {
    let start = file["start"].as_str().ok_or_else(|| not_read("damaged: no start"))?;
    let mut game = Game::new(games::position(start).map_err(not_read)?.into(), seed);
    for name in ABOUT {
        game.about.insert(name.into(), file[name].clone());
    }
    Ok(game)
}

fn play(game: &mut Game, text: &Value) -> Result<()> {
    let text = text.as_str().ok_or_else(|| not_read("damaged: a move is no text"))?;
    let m = game.position().parse_move(text).map_err(not_read)?;
    game.tree.play(m).map(drop).map_err(|_| not_read(format!("damaged: {text} cannot be played")))
}

/// A game whose moves stand one after the other: columns of Connect Four, `445`, or squares of Othello,
/// `f5d6c3`, where passes may be left out.
fn transcript(text: &str, seed: u128) -> Option<Game> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_columns = letters.first()?.is_ascii_digit();
    let (name, size) = if is_columns { ("connect4", 1) } else { ("othello", 2) };
    let start: Position = games::start(name).ok()?.into();
    let mut game = Game::new(start, seed);
    for each in letters.chunks(size) {
        let pass = super::game::forced_pass(&**game.position());
        if let Some(pass) = pass {
            game.tree.play(pass).ok()?;
        }
        let text: String = each.iter().collect();
        // A pass that is written has been played.
        if pass.is_some() && text == "--" {
            continue;
        }
        let m = game.position().parse_move(&text).ok()?;
        game.tree.play(m).ok()?;
    }
    Some(game)
}

fn move_texts(tree: &Tree, node: u32) -> Value {
    let path = tree.path(node);
    let text = |pair: &[u32]| {
        let (before, m): (&Arc<dyn AnyGame>, Option<Move>) =
            (&tree.at(pair[0]).position, tree.at(pair[1]).from.map(|(_, m)| m));
        m.map(|m| before.move_text(m))
    };
    path.windows(2).filter_map(text).collect()
}

/// Whether this is the usual start of its game.
fn is_start(position: &dyn AnyGame, name: &str) -> bool {
    games::start(name).is_ok_and(|start| start.equals(position))
}

/// The digest of a record, which does not depend on the order and spacing of its JSON.
fn checksum(body: &Map<String, Value>) -> String {
    let text = Value::Object(body.clone()).to_string();
    let mut digest = Sha256::new();
    for letter in text.chars() {
        if letter.is_ascii() {
            digest.update([letter as u8]);
        } else {
            let mut units = [0; 2];
            let units = letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}"));
            digest.update(units.collect::<String>());
        }
    }
    let mut found = String::from("sha256:");
    for byte in digest.finalize() {
        // Writing to a text does not fail.
        let _ = write!(found, "{byte:02x}");
    }
    found
}

pub(super) fn not_read(why: impl fmt::Display) -> Refusal {
    Refusal::said(Code::Damaged, Said::new("not-read", [format!("{why}").into()]))
}
