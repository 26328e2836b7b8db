//! What a person asks about a game besides playing: values, graph, proofs, and the tree of moves.

use bitgames_core::any::AnyGame;
use bitgames_core::exact::{Effort, SolveOptions};
use bitgames_core::rng::child_seed;
use serde_json::{Value, json};

use super::Room;
use super::explorer::{Explorer, Place};
use super::refusal::{Code, Refusal, Result};
use crate::work::values::{Work, can_solve, prove};
use crate::work::{Line, Task, moves_data};
use bitgames_core::sentences::Said;

/// First child of a game's seed for the worlds of its studies.
const SEED_CHILD: u64 = (1 << 62) + (1 << 61) + (1 << 59);
/// First child of a game's seed for its hints.
const HINT_CHILD: u64 = (1 << 62) + (1 << 61) + (1 << 60);
/// Seconds of a study, usually.
const STUDY_SECONDS: f64 = 60.0;
const SAMPLE_SECONDS: f64 = 10.0;
/// Estimated seconds of a solve for the tree that nobody asked for, and of one that is done at once.
const QUICK_SECONDS: f64 = 2.0;
const AT_ONCE_SECONDS: f64 = 0.005;
/// Nodes of the tree whose children are being solved.
const MAX_NODES: usize = 8;

/// Long work that the person has asked for.
pub struct Study {
    pub job: u32,
    kind: Kind,
    reply: Option<Value>,
}

#[derive(Clone, PartialEq)]
enum Kind {
    /// Values of all moves at a node.
    Analyze(u32),
    /// The best moves with reasons.
    Hint(u32),
    /// Their proof, or only who wins.
    Solve(u32, bool),
    /// Values along the line of these nodes.
    Graph(Vec<u32>),
    /// The proof of the moves at a place of the tree.
    Tree(u64, usize, bool),
}

impl Kind {
    /// What a study takes the place of, and how many of it there may be.
    fn rank(&self) -> (u8, usize) {
        match self {
            Kind::Analyze(_) => (0, 1),
            Kind::Solve(..) => (1, 1),
            Kind::Graph(_) => (2, 1),
            Kind::Tree(..) => (3, MAX_NODES),
            Kind::Hint(_) => (4, 1),
        }
    }
}

impl Study {
    /// Whether it ends when the game moves on.
    pub fn is_of_the_position(&self) -> bool {
        matches!(self.kind, Kind::Analyze(_) | Kind::Hint(_))
    }
}

impl Room {
    pub(super) fn analyze(
        &mut self,
        node: Option<u32>,
        seconds: Option<f64>,
        depth: Option<i64>,
    ) -> Result<()> {
        let node = self.studied_node(node)?;
        if seconds.is_some_and(|seconds| seconds <= 0.0) || depth.is_some_and(|depth| depth <= 0) {
            return Err(Refusal::damaged("seconds and depth must be above 0"));
        }
        let position = &self.game.tree.at(node).position;
        if position.is_over() {
            return Err(Refusal::said(Code::Illegal, Said::plain("over-values")));
        }
        let usual = if position.facts().hidden { SAMPLE_SECONDS } else { STUDY_SECONDS };
        let task = Task::Analyze {
            line: self.line(node),
            seconds: Some(seconds.unwrap_or(usual)),
            depth: depth.map(|depth| depth as usize),
            seed: child_seed(self.game.seed, SEED_CHILD + u64::from(node)),
        };
        self.study(&task, Kind::Analyze(node));
        Ok(())
    }

    pub(super) fn hint(&mut self, count: Option<i64>) -> Result<()> {
        if self.game.is_over() {
            return Err(Refusal::said(Code::Illegal, Said::plain("over-hint")));
        }
        self.need_turn_in_game()?;
        if self.studies.iter().any(|study| matches!(study.kind, Kind::Hint(_))) {
            return Err(Refusal::said(Code::Busy, Said::plain("busy-hint")));
        }
        let count = usize::try_from(count.unwrap_or(1));
        let count =
            count.map_err(|_| Refusal::damaged("count must be from 1, or 0 for all moves"))?;
        let node = self.game.tree.current();
        let seed = child_seed(self.game.seed, HINT_CHILD + u64::from(node));
        let task = Task::Hint { line: self.line(node), count, seed };
        self.study(&task, Kind::Hint(node));
        Ok(())
    }

    pub(super) fn solve(&mut self, node: Option<u32>, wld: bool, warn: bool) -> Result<()> {
        let node = self.studied_node(node)?;
        let position = self.game.tree.at(node).position.clone();
        if position.is_over() {
            return Err(Refusal::said(Code::Illegal, Said::plain("over-solve")));
        }
        if hides(&*position) {
            return Err(Refusal::said(Code::Unsupported, Said::plain("hidden-proof")));
        }
        if !self.is_warned(u64::from(node), &*position, warn) {
            self.study(&Task::Solve { line: self.line(node), wld }, Kind::Solve(node, wld));
        }
        Ok(())
    }

    pub(super) fn graph(&mut self, seconds: Option<f64>) -> Result<()> {
        let node = self.game.tree.current();
        self.check_study(node)?;
        if self.game.hides() {
            return Err(Refusal::said(Code::Denied, Said::plain("hidden-graph")));
        }
        if seconds.is_some_and(|seconds| seconds <= 0.0) {
            return Err(Refusal::damaged("seconds must be above 0"));
        }
        let mut line = self.game.tree.path(node);
        line.extend(self.game.tree.line_ahead(node));
        let last = line[line.len() - 1];
        let seconds = seconds.map(|seconds| seconds.min(STUDY_SECONDS));
        self.study(&Task::Graph { line: self.line(last), seconds }, Kind::Graph(line));
        Ok(())
    }

    /// Tells the moves at a node of the tree, and proves their values as far as that is quick.
    pub(super) fn browse(
        &mut self,
        node: Option<u64>,
        offset: i64,
        merge: Option<bool>,
        solve: Option<bool>,
        warn: bool,
    ) -> Result<()> {
        if self.game.hides() {
            return Err(Refusal::said(Code::Denied, Said::plain("hidden-tree")));
        }
        self.check_study(self.game.tree.current())?;
        let (offset, merge) = (offset.max(0) as usize, merge.unwrap_or(true));
        let here = u64::from(self.game.tree.current());
        let place = self.explorer.place(&self.game.tree, node.unwrap_or(here))?;
        let position = Explorer::position(&self.game.tree, &place);
        let wanted = solve.unwrap_or_else(|| can_solve(&*position, QUICK_SECONDS));
        let is_known = position.is_over() || self.explorer.knows(&*position);
        let mut solves = wanted && !is_known && !hides(&*position);
        if solves && solve.is_some() {
            solves = !self.is_warned(place.number, &*position, warn);
        }
        if solves && can_solve(&*position, AT_ONCE_SECONDS) {
            let work = Work { seconds: None, depth: None, table_mib: 1, seed: 0 };
            let found = prove(&*position, work)?;
            self.explorer.learn(&*position, &moves_data(&*position, &found));
            solves = false;
        }
        let mut job = None;
        if solves {
            let mut line = self.line(place.base);
            line.moves.extend(place.moves.iter().map(|m| m.0));
            let kind = Kind::Tree(place.number, offset, merge);
            job = Some(self.study(&Task::Solve { line, wld: false }, kind));
        }
        let mut page = self.page(&place, offset, merge);
        page["job"] = json!(job);
        page["final"] = job.is_none().into();
        self.send("tree", page);
        Ok(())
    }

    fn page(&mut self, place: &Place, offset: usize, merge: bool) -> Value {
        let mut page = self.explorer.page(&self.game.tree, place, offset, merge);
        page["team"] = 0.into();
        page["unit"] = Explorer::position(&self.game.tree, place).unit().plural.into();
        page
    }

    /// Takes what a study has found.
    pub(super) fn studied(
        &mut self,
        job: u32,
        found: std::result::Result<Value, String>,
        is_final: bool,
    ) {
        let Some(at) = self.studies.iter().position(|study| study.job == job) else { return };
        let (kind, reply) = (self.studies[at].kind.clone(), self.studies[at].reply.clone());
        if is_final {
            self.studies.remove(at);
        }
        let mut data = match found {
            Ok(mut data) if data["progress"].is_object() => {
                let mut progress = data["progress"].take();
                progress["job"] = job.into();
                return self.send_to(reply, "progress", progress);
            }
            Ok(data) => data,
            Err(text) => {
                let note = Refusal::said_in_english(Code::Damaged, text).note();
                return self.send_to(reply, "note", note);
            }
        };
        let name = match &kind {
            Kind::Analyze(node) | Kind::Solve(node, _) => {
                data["node"] = (*node).into();
                if matches!(kind, Kind::Solve(_, false))
                    && let Ok(node) = self.game.tree.node(*node)
                {
                    self.explorer.learn(&*node.position, &data["moves"]);
                }
                "values"
            }
            Kind::Hint(node) => {
                data["node"] = (*node).into();
                "hint"
            }
            Kind::Graph(line) => {
                let points = data["points"].as_array_mut().into_iter().flatten();
                for (point, node) in points.zip(line) {
                    point["n"] = (*node).into();
                }
                "graph"
            }
            Kind::Tree(number, offset, merge) => {
                let Ok(place) = self.explorer.place(&self.game.tree, *number) else { return };
                let position = Explorer::position(&self.game.tree, &place);
                self.explorer.learn(&*position, &data["moves"]);
                let mut page = self.page(&place, *offset, *merge);
                page["bounds"] = data["bounds"].take();
                data = page;
                "tree"
            }
        };
        data["job"] = job.into();
        data["final"] = is_final.into();
        self.send_to(reply, name, data);
    }

    /// Ends the studies of a kind; false if there was none.
    pub(super) fn end_studies(&mut self, is_to_end: impl Fn(&Study) -> bool) -> bool {
        let (ended, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.studies).into_iter().partition(is_to_end);
        self.studies = kept;
        for study in &ended {
            self.end(study.job);
        }
        !ended.is_empty()
    }

    /// The start of the game and the moves to a node, as a task needs them.
    pub(super) fn line(&self, node: u32) -> Line {
        let moves = self.game.tree.moves(node);
        Line { start: self.game.start().to_string(), moves: moves.iter().map(|m| m.0).collect() }
    }

    /// Begins a study, which may take the place of an earlier one.
    fn study(&mut self, task: &Task, kind: Kind) -> u32 {
        let (rank, most) = kind.rank();
        let own = self.studies.iter().filter(|study| study.kind.rank().0 == rank);
        let own: Vec<_> = own.map(|study| study.job).collect();
        for &job in &own[..(own.len() + 1).saturating_sub(most)] {
            self.end_studies(|study| study.job == job);
        }
        let job = self.order(task);
        self.studies.push(Study { job, kind, reply: self.reply.clone() });
        job
    }

    fn studied_node(&self, node: Option<u32>) -> Result<u32> {
        let node = node.unwrap_or(self.game.tree.current());
        self.game.tree.node(node)?;
        self.check_study(node)?;
        Ok(node)
    }

    /// Refuses to tell values that the page does not show the cards for.
    fn check_study(&self, node: u32) -> Result<()> {
        let turn = self.game.tree.at(node).position.turn();
        if self.game.hides() && self.viewer_seat(node) != Some(i32::from(turn.0)) {
            return Err(Refusal::said(Code::Denied, Said::plain("hidden-values")));
        }
        Ok(())
    }

    /// Tells the estimate of a solve that is out of reach; true if that is to be all.
    fn is_warned(&mut self, node: u64, position: &dyn AnyGame, warn: bool) -> bool {
        let long = position.effort().filter(|effort| effort.seconds > STUDY_SECONDS);
        let Some(effort) = long.filter(|_| !position.is_over()) else { return false };
        let said = long_solve(position.spec(), &effort);
        let answer = json!({
            "node": node, "positions": effort.nodes, "seconds": effort.seconds,
            "empties": effort.empties, "text": said.to_string(), "said": said,
            "is_begun": !warn,
        });
        self.send("effort", answer);
        warn
    }
}

/// The estimate of a solve that takes too long, in words.
fn long_solve(game: String, effort: &Effort) -> Said {
    const UNITS: [(&str, f64); 5] = [
        ("years", 31_557_600.0),
        ("days", 86_400.0),
        ("hours", 3_600.0),
        ("minutes", 60.0),
        ("seconds", 1.0),
    ];
    let found = UNITS.into_iter().find(|(_, size)| effort.seconds >= 2.0 * size);
    let (unit, size) = found.unwrap_or(UNITS[4]);
    let count = effort.seconds / size;
    let count = if count < 1000.0 { format!("{count:.0}") } else { format!("{count:.0e}") };
    let lasts = Said::new(unit, [count.into()]);
    let positions = format!("{:.0e}", effort.nodes);
    let empties = effort.empties as i64;
    Said::new("long-solve", [game.into(), empties.into(), positions.into(), lasts.into()])
}

/// Whether the player to move does not know everything.
fn hides(position: &dyn AnyGame) -> bool {
    let options = SolveOptions { table_mib: 1, ..SolveOptions::default() };
    position.facts().hidden && position.solver(&options).is_err()
}
