//! The tree of a game as people browse it: the legal moves of any node, a page at a time.
//!
//! Nodes of the explorer have numbers of their own, above those of the moves that were played.
//! Values are those of team 0, with either side to move.

use std::collections::HashMap;

use bitgames_core::Move;
use bitgames_core::any::AnyGame;
use serde_json::{Value, json};

use super::refusal::{Refusal, Result};
use super::tree::{MAX_NODES, Tree};
use bitgames_core::scene::{Kind, Viewer};

/// The number of the first node of the explorer.
pub const FIRST: u64 = 1 << 32;
/// Most children in one answer.
const PAGE: usize = 50;
const MAX_VALUES: usize = 200_000;

/// A node that can be browsed: the moves from a node of the game tree.
#[derive(Clone)]
pub struct Place {
    pub number: u64,
    pub base: u32,
    pub moves: Vec<Move>,
}

/// The nodes that were browsed below one game tree, and the proven values.
#[derive(Default)]
pub struct Explorer {
    places: HashMap<u64, Place>,
    numbers: HashMap<(u64, Move), u64>,
    /// Proven values for team 0, by transposition key.
    values: HashMap<u64, f64>,
    made: u64,
}

impl Explorer {
    /// The node of this number, of the game tree or of the explorer.
    pub fn place(&self, tree: &Tree, number: u64) -> Result<Place> {
        if let Ok(base) = u32::try_from(number) {
            tree.node(base)?;
            return Ok(Place { number, base, moves: Vec::new() });
        }
        self.places.get(&number).cloned().ok_or_else(|| {
            Refusal::damaged(format!("the tree has no node {number}: begin at the game again"))
        })
    }

    /// The position at a node.
    pub fn position(tree: &Tree, place: &Place) -> Box<dyn AnyGame> {
        let base = tree.at(place.base).position.boxed_clone();
        place.moves.iter().fold(base, |position, &m| position.play(m).expect("it was legal"))
    }

    /// Keeps the proven values of the moves at a position, as an answer has them.
    pub fn learn(&mut self, position: &dyn AnyGame, moves: &Value) {
        if self.values.len() > MAX_VALUES {
            self.values.clear();
        }
        for each in moves.as_array().into_iter().flatten() {
            let (Some(i), Some(value)) = (each["i"].as_u64(), each["value"].as_f64()) else {
                continue;
            };
            if each["exact"] == true
                && let Ok(after) = position.play(Move(i as u16))
            {
                self.values.insert(after.key(), sign(position) * value + 0.0);
            }
        }
    }

    /// Whether the values of all moves at a position are proven.
    pub fn knows(&self, position: &dyn AnyGame) -> bool {
        let known = |m: Move| position.play(m).is_ok_and(|after| self.value(&*after).is_some());
        position.legal_moves().into_iter().all(known)
    }

    /// The fields of the answer `tree` with the children from `offset` on; with `merge` moves that
    /// symmetries make equal are one child.
    pub fn page(&mut self, tree: &Tree, place: &Place, offset: usize, merge: bool) -> Value {
        let position = Explorer::position(tree, place);
        let groups = groups(&*position, merge);
        let sign = sign(&*position);
        let values: Vec<_> = groups.iter().map(|(_, after)| self.value(&**after)).collect();
        let known: Vec<_> = values.iter().flatten().map(|value| sign * value).collect();
        let is_complete = known.len() == values.len();
        let best = known.into_iter().reduce(f64::max).filter(|_| is_complete);
        let shown: Vec<_> = groups.iter().zip(&values).skip(offset).take(PAGE).collect();
        let first: Vec<_> = shown.iter().map(|((moves, _), _)| moves[0]).collect();
        let numbers = self.number(tree, place, &first);
        let children = shown.iter().zip(numbers).map(|(((moves, after), value), number)| {
            let is_best = value.is_some_and(|value| Some(sign * value) == best);
            json!({
                "n": number,
                "i": moves[0].0,
                "text": position.move_text(moves[0]),
                "moves": moves.iter().map(|&m| position.move_text(m)).collect::<Vec<_>>(),
                "seat": position.turn().0,
                "value": value,
                "exact": value.is_some(),
                "best": is_best,
                "over": after.is_over(),
                // A text, because it has 64 bits, more than a number of JavaScript.
                "key": format!("{:016x}", after.key()),
                "owners": owners(&**after),
            })
        });
        json!({
            "children": children.collect::<Vec<_>>(),
            "node": place.number,
            "offset": offset,
            "turn": (!position.is_over()).then(|| position.turn().0),
            "value": best.map(|best| sign * best + 0.0),
            "total": groups.len(),
        })
    }

    /// The numbers of children; those of moves that were played are their own.
    fn number(&mut self, tree: &Tree, place: &Place, moves: &[Move]) -> Vec<u64> {
        let is_played = place.number < FIRST;
        let children = if is_played { &tree.at(place.base).children[..] } else { &[] };
        let played: HashMap<_, _> = children
            .iter()
            .filter_map(|&child| Some((tree.at(child).from?.1, u64::from(child))))
            .collect();
        if self.places.len() + moves.len() > MAX_NODES {
            // What was browsed first is gone; its client begins at the game again.
            self.places.retain(|&number, _| number == place.number);
            self.numbers.clear();
        }
        let numbered = moves.iter().map(|&m| {
            let known = self.numbers.get(&(place.number, m)).copied();
            played.get(&m).copied().or(known).unwrap_or_else(|| {
                let number = FIRST + self.made;
                self.made += 1;
                let moves = place.moves.iter().copied().chain([m]).collect();
                self.places.insert(number, Place { number, base: place.base, moves });
                self.numbers.insert((place.number, m), number);
                number
            })
        });
        numbered.collect()
    }

    /// The proven value of a position for team 0, if it is known.
    fn value(&self, position: &dyn AnyGame) -> Option<f64> {
        match position.outcome() {
            Some(outcome) => {
                let seat = position.facts().first_seat(0);
                Some(f64::from(outcome.score(seat)))
            }
            None => self.values.get(&position.key()).copied(),
        }
    }
}

/// The pieces on the cells, as in a scene.
fn owners(position: &dyn AnyGame) -> Option<String> {
    match position.scene(Some(Viewer::All), None, None).ok()?.kind {
        Kind::Grid(grid) => Some(grid.board.owners),
        Kind::Pyramid(pyramid) => Some(pyramid.board.owners),
        Kind::Table(_) => None,
    }
}

/// 1 if the team to move is that for which values are told, else -1.
fn sign(position: &dyn AnyGame) -> f64 {
    if position.facts().team(position.turn()) == 0 { 1.0 } else { -1.0 }
}

type Group = (Vec<Move>, Box<dyn AnyGame>);

/// The moves with the positions after them; equal ones together if `merge`.
fn groups(position: &dyn AnyGame, merge: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for m in position.legal_moves() {
        let after = position.play(m).expect("a legal move can be played");
        let same = if merge { after.canonical().to_string() } else { m.0.to_string() };
        if let Some(&at) = places.get(&same) {
            groups[at].0.push(m);
        } else {
            places.insert(same, groups.len());
            groups.push((vec![m], after));
        }
    }
    groups
}
