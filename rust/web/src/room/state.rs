//! A game as data for the page: the answer `state`.

use std::sync::Arc;

use bitgames_core::Player;
use bitgames_core::any::AnyGame;
use bitgames_core::claims::forced_moves;
use bitgames_core::control::Control;
use serde_json::{Map, Value, json};

use super::game::{Game, HUMAN, How};
use super::{PUBLIC, Room};
use bitgames_core::scene::{Scene, Viewer};
use bitgames_core::sentences::{self, Said, reason};

/// The name under which a page sets a program on a seat.
const COMPUTER: &str = "computer";

impl Room {
    /// The seat whose knowledge the page shows at a node: the seat to move if a person plays it,
    /// else the person's first seat, or [`PUBLIC`] without one. `None` is everything, if nothing
    /// is hidden (any more).
    pub(super) fn viewer_seat(&self, node: u32) -> Option<i32> {
        let position = &self.game.tree.at(node).position;
        if !position.facts().hidden || position.is_over() {
            return None;
        }
        let (own, turn) = (self.game.own(), position.turn().index());
        let seat = if own.contains(&turn) { Some(turn) } else { own.first().copied() };
        Some(seat.map_or(PUBLIC, |seat| seat as i32))
    }

    /// The scene of a node as the page shows it now.
    pub(super) fn scene_of(&self, node: u32) -> Scene {
        // After the end all cards are open, those of earlier positions too.
        let viewer = viewer(if self.game.hides() { self.viewer_seat(node) } else { None });
        let here = self.game.tree.at(node);
        let last = here.from.map(|(_, m)| m);
        let before = here.from.map(|(parent, _)| &*self.game.tree.at(parent).position);
        here.position.scene(Some(viewer), last, before).expect("the move led here")
    }

    /// What the last move brought besides what the board shows, as the page shows it.
    pub(super) fn announcement(&self) -> Vec<Said> {
        let node = self.game.tree.current();
        let seat = self.viewer_seat(node);
        let announced = |node: u32| {
            let (parent, m) = self.game.tree.at(node).from?;
            Some((parent, self.game.tree.at(parent).position.announce(m, viewer(seat))))
        };
        let Some((parent, mut lines)) = announced(node) else { return Vec::new() };
        let before = self.viewer_seat(parent);
        // A person with both seats sees for another seat now: what the other seat was told before.
        if before.is_some()
            && before != seat
            && let Some((_, earlier)) = announced(parent)
        {
            lines.splice(0..0, earlier);
        }
        lines
    }

    /// The account and the tricks of a game that has ended by its rules, with the codes of their texts.
    fn told(&mut self) -> Value {
        let position = self.game.position();
        if !position.is_over() {
            return lists(&[], &[]);
        }
        match &self.told {
            Some((known, told)) if Arc::ptr_eq(known, position) => told.clone(),
            _ => {
                let account = position.account(&Control::default()).unwrap_or_default();
                let told = lists(&account, &position.trick_rows());
                self.told = Some((position.clone(), told.clone()));
                told
            }
        }
    }

    /// Why a person may not take a seat; `None` if one may.
    fn refusal(&self, seat: usize) -> Option<Said> {
        let others = self.seen.iter().any(|&seen| seen != seat);
        (self.game.hides() && others).then(|| Said::plain("seen-cards"))
    }

    /// Why a person may not take a seat, as an error.
    pub(super) fn check_seat(&self, seat: usize) -> super::Result<()> {
        self.refusal(seat)
            .map_or(Ok(()), |said| Err(super::Refusal::said(super::Code::Denied, said)))
    }

    /// The fields of the answer `state`.
    pub(super) fn state(&mut self) -> Value {
        self.run_clock();
        let game = &self.game;
        let node = game.tree.current();
        if game.start().facts().hidden {
            match self.viewer_seat(node) {
                None => self.seen.extend(0..self.game.seats.len()),
                Some(seat) => self.seen.extend(usize::try_from(seat).ok()),
            }
        }
        let told = self.told();
        let game = &self.game;
        let (position, tree) = (game.position(), &game.tree);
        let (path, ahead) = (tree.path(node), tree.line_ahead(node));
        let turn = (!game.is_over()).then(|| game.turn());
        let scene = self.scene_of(node);
        let said = json!(scene.caption);
        let chance = game.start().facts().chance;
        let mut state = json!({
            "game": game.start().spec(),
            "number": game.number,
            "serial": self.serial,
            "node": node,
            "scene": scene,
            "turn": turn,
            "path": path[1..].iter().map(|&at| self.line_step(at)).collect::<Vec<_>>(),
            "ahead": ahead.iter().map(|&at| self.line_step(at)).collect::<Vec<_>>(),
            "branches": tree.at(node).children.iter().map(|&at| self.step(at)).collect::<Vec<_>>(),
            "comment": tree.at(node).comment,
            "seats": self.seats(),
            "job": self.thinking,
            "waits": self.waits,
            "clock": game.clock.as_ref().map(|clock| clock.data(tree, node, self.seconds())),
            "ended": ended(game, &**position, told),
            "series": chance.then(|| game.series().data(position.is_over())),
            "formats": self.formats(),
            "can": self.can(),
            "claims": self.claims(),
        });
        let about = self.game.about.iter().filter(|(_, value)| !value.is_null());
        let about: Map<_, _> = about.map(|(name, value)| (name.clone(), value.clone())).collect();
        if !about.is_empty() {
            state["about"] = json!(self.game.about);
        }
        state["said"] = said;
        state
    }

    fn seats(&self) -> Vec<Value> {
        let seats = self.game.seats.iter().enumerate();
        seats
            .map(|(number, seat)| {
                let is_person = seat.is_person();
                let mut sits = vec![COMPUTER];
                if self.refusal(number).is_none() {
                    sits.insert(0, HUMAN);
                }
                json!({
                    "name": seat.name,
                    "player": seat.spec,
                    "yours": is_person,
                    "who": if is_person { "you" } else { COMPUTER },
                    "sits": sits,
                    "online": true,
                    "thinking": self.thinking.is_some() && number == self.game.turn(),
                })
            })
            .collect()
    }

    /// How many tricks the person may claim.
    fn claims(&self) -> usize {
        let turn = !self.game.is_over() && self.game.own().contains(&self.game.turn());
        if turn { self.game.position().tricks_left() } else { 0 }
    }

    /// The messages that the page may send now.
    fn can(&self) -> Vec<&'static str> {
        let game = &self.game;
        let own = game.own();
        let turn = !game.is_over() && own.contains(&game.turn());
        let here = game.tree.current();
        let hides = game.hides();
        let is_shown = !hides || self.viewer_seat(here) == Some(game.turn() as i32);
        let values = is_shown && !game.position().is_over();
        [
            ("new", true),
            ("sit", true),
            ("play", turn),
            ("hint", turn),
            ("claim", self.claims() > 0),
            ("forced", turn && !forced_moves(&**game.position()).is_empty()),
            ("undo", game.end.is_some() || game.last_choice().is_some()),
            ("redo", game.next_choice().is_some()),
            ("goto", true),
            ("branch", true),
            ("promote", true),
            ("delete", here != 0),
            ("comment", true),
            ("go", self.waits),
            ("resign", !own.is_empty() && !game.is_over()),
            ("rematch", true),
            ("stop", self.thinking.is_some()),
            ("export", !hides),
            ("import", true),
            ("analyze", values),
            // Cards that are hidden no more can be played out.
            ("solve", values && (!hides || game.position().tricks_left() > 0)),
            ("graph", !hides),
            ("tree", !hides),
        ]
        .into_iter()
        .filter_map(|(name, is_possible)| is_possible.then_some(name))
        .collect()
    }

    /// The move that led to a node, with the node's number and the seat that moved.
    fn step(&self, node: u32) -> Map<String, Value> {
        let tree = &self.game.tree;
        let here = tree.at(node);
        let (parent, m) = here.from.expect("a step leads to a node");
        let before = &tree.at(parent).position;
        let mut step = Map::new();
        step.insert("n".into(), node.into());
        step.insert("seat".into(), before.turn().0.into());
        step.insert("i".into(), m.0.into());
        step.insert("text".into(), before.move_text(m).into());
        if !here.comment.is_empty() {
            step.insert("comment".into(), here.comment.clone().into());
        }
        step
    }

    /// The same, with the other moves that were tried in its place.
    fn line_step(&self, node: u32) -> Map<String, Value> {
        let tree = &self.game.tree;
        let mut step = self.step(node);
        let (parent, _) = tree.at(node).from.expect("a step leads to a node");
        if let Some(spent) = self.game.clock.as_ref().and_then(|clock| clock.spent(node)) {
            step.insert("ms".into(), json!((spent * 1000.0).round()));
        }
        let others = tree.at(parent).children.iter().filter(|&&other| other != node);
        let others: Vec<_> = others.map(|&other| self.step(other)).collect();
        if !others.is_empty() {
            step.insert("others".into(), json!(others));
        }
        step
    }
}

/// The viewer who has the knowledge of a seat, as [`Room::viewer_seat`] says it.
fn viewer(seat: Option<i32>) -> Viewer {
    seat.map_or(Viewer::All, |seat| {
        u8::try_from(seat).map_or(Viewer::Public, |seat| Viewer::Seat(Player(seat)))
    })
}

/// An account and a table of tricks, with the codes of their texts.
fn lists(account: &[Said], tricks: &[Vec<sentences::Value>]) -> Value {
    let text = |cell: &sentences::Value| match cell {
        sentences::Value::Number(number) => number.to_string(),
        sentences::Value::Text(text) => text.to_string(),
        sentences::Value::Said(said) => said.to_string(),
    };
    let said = |cell: &sentences::Value| match cell {
        sentences::Value::Said(said) => json!(said),
        _ => Value::Null,
    };
    let rows = |cells: &dyn Fn(&sentences::Value) -> Value| -> Value {
        tricks.iter().map(|row| row.iter().map(cells).collect::<Value>()).collect()
    };
    json!({
        "summary": account.iter().map(Said::to_string).collect::<Vec<_>>(),
        "summary_said": account,
        "tricks": rows(&|cell| text(cell).into()),
        "tricks_said": rows(&said),
    })
}

/// How a game ended, by its rules or otherwise; null for a game that goes on.
fn ended(game: &Game, position: &dyn AnyGame, told: Value) -> Value {
    let ended = |how: &str, seat: Option<usize>, said: Said, mut lists: Value| {
        lists["how"] = how.into();
        lists["seat"] = json!(seat);
        lists["text"] = said.to_string().into();
        lists["said"] = json!(said);
        lists
    };
    if let Some(end) = &game.end {
        let name = game.seats[end.seat].name.into();
        let (how, said) = match &end.how {
            How::Resigned => ("resigned", Said::new("resigned", [name])),
            How::Time => ("time", Said::new("no-time", [name])),
            How::Forfeit(why) => ("forfeit", Said::new("forfeits", [name, why.clone().into()])),
        };
        return ended(how, Some(end.seat), said, lists(&[], &[]));
    }
    let Some(outcome) = position.outcome() else { return Value::Null };
    ended("rules", None, reason(outcome.reason), told)
}
