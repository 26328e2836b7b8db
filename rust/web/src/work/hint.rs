//! Hints: the values of the best moves with reasons, refined while they are computed.

use std::time::Duration;

use bitgames_core::clock::Instant;
use bitgames_core::phrases::{Valued, sentence, with_words};
use bitgames_core::remarks::{RESULT, Unit};

use bitgames_core::any::AnyGame;
use bitgames_core::control::{Control, Limits};
use bitgames_core::exact::{ALL_MOVES, SolveOptions};
use bitgames_core::rng::child_seed;
use bitgames_core::search::Searcher;
use bitgames_core::search::mcts::MctsOptions;
use bitgames_core::{Error, Result};
use serde_json::{Value, json};

use super::Report;
use super::values::{MoveValue, can_solve, sample};

/// The work of the level `normal`: depth, seconds of a solve and of a hint, worlds, simulations.
const DEPTH: usize = 8;
const SOLVE: f64 = 1.0;
const SECONDS: f64 = 3.0;
const WORLDS: u64 = 64;
const SIMULATIONS: u64 = 100_000;
const FIRST_SIMULATIONS: u64 = 500;
/// Share of the seconds for the search where a solve follows.
const SEARCH_SHARE: f64 = 0.4;
/// Positions whose solve takes about this many seconds are solved without a search.
const AT_ONCE: f64 = 0.01;
/// Least seconds of a part.
const LEAST: f64 = 0.01;
const TABLE_MIB: usize = 16;

/// A hint on the way.
struct Hint<'a> {
    position: &'a dyn AnyGame,
    /// Number of moves to tell.
    count: usize,
    until: Instant,
    /// What was told last.
    last: Value,
    report: &'a Report<'a>,
}

/// The data of the answer `hint`, ever better: the best `count` moves, 0 for all.
pub fn hint(position: &dyn AnyGame, count: usize, seed: u64, report: &Report<'_>) -> Result<Value> {
    let count = if count == 0 { ALL_MOVES } else { count };
    let until = Instant::now() + Duration::from_secs_f64(SECONDS);
    let mut hint = Hint { position, count, until, last: Value::Null, report };
    if position.facts().hidden {
        match hint.solve(None) {
            Ok(found) => hint.tell(&found, position.unit(), None),
            Err(Error::Unsupported { .. } | Error::Hidden { .. }) => {
                sample(position, WORLDS, seed, None, &mut |found| {
                    let mut moves = found.moves.clone();
                    moves.sort_by(|a, b| b.value.total_cmp(&a.value));
                    hint.tell(&moves, position.unit(), found.worlds);
                })?;
            }
            Err(error) => return Err(error),
        }
    } else {
        hint.look(seed)?;
    }
    Ok(hint.last)
}

impl Hint<'_> {
    /// The lines to search: one more than asked for, to tell the difference to the next.
    fn lines(&self) -> usize {
        let legal = self.position.legal_moves().len();
        if self.count.saturating_add(1) >= legal { ALL_MOVES } else { self.count + 1 }
    }

    fn left(&self) -> f64 {
        self.until.saturating_duration_since(Instant::now()).as_secs_f64().max(LEAST)
    }

    /// Searches deeper and deeper, then solves if that is in reach.
    fn look(&mut self, seed: u64) -> Result<()> {
        let of = self.position.unit();
        let mut solves = can_solve(self.position, SOLVE);
        if solves && can_solve(self.position, AT_ONCE) {
            // The estimate may be far off: a search follows where the time was too short.
            let proven = self.solve(Some(SEARCH_SHARE))?;
            let wanted = self.position.legal_moves().len().min(self.count.saturating_add(1));
            if proven.len() >= wanted {
                self.tell(&proven, of, None);
                return Ok(());
            }
            solves = false;
        }
        let seconds = self.left() * if solves { SEARCH_SHARE } else { 1.0 };
        let by_tree = self.position.facts().name == "mosaic" || self.position.facts().name == "quo";
        let found = if by_tree { self.grow(seed, seconds)? } else { self.deepen(seconds)? };
        if solves && !found.iter().all(|each| each.exact) {
            let proven = self.solve(Some(1.0))?;
            if !proven.is_empty() {
                self.tell(&proven, of, None);
            }
        }
        Ok(())
    }

    /// The proven values, best first; none if the time is up. `share` is the part of the time left
    /// that it may take.
    fn solve(&self, share: Option<f64>) -> Result<Vec<MoveValue>> {
        let mut solver = self.position.solver(&SolveOptions::default())?;
        let time = share.map(|share| Duration::from_secs_f64(share * self.left()));
        let limits = Limits { time, ..Limits::default() };
        match solver.solve(self.position, self.lines(), limits, false, &Control::default()) {
            Ok(solution) => Ok(solution.lines.iter().map(MoveValue::from).collect()),
            Err(Error::Limit { .. }) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Searches deeper and deeper; without time, one ply.
    fn deepen(&mut self, seconds: f64) -> Result<Vec<MoveValue>> {
        let mut searcher = Searcher::new(TABLE_MIB, 1)?;
        let of = self.position.unit();
        let time = Some(Duration::from_secs_f64(seconds));
        let mut found = Vec::new();
        for limits in [
            Limits { depth: Some(DEPTH), time, ..Limits::default() },
            Limits { depth: Some(1), ..Limits::default() },
        ] {
            if !found.is_empty() {
                break;
            }
            let mut deepening = self.position.deepening(true, self.lines(), None)?;
            while deepening.step(&mut searcher, limits, &Control::default()) {
                found = deepening.found().lines.iter().map(MoveValue::from).collect();
                self.tell(&found, of, None);
            }
        }
        Ok(found)
    }

    /// Grows a tree, whose size doubles from one round to the next.
    fn grow(&mut self, seed: u64, seconds: f64) -> Result<Vec<MoveValue>> {
        let until = Instant::now() + Duration::from_secs_f64(seconds);
        let seed = child_seed(seed.into(), 0);
        let mut tree = self.position.mcts(&MctsOptions { seed, ..MctsOptions::default() })?;
        let (mut done, mut left, mut moves) = (0, SIMULATIONS, Vec::new());
        while left > 0 {
            let share = done.max(FIRST_SIMULATIONS).min(left);
            let time = until.saturating_duration_since(Instant::now());
            let time = Some(time.max(Duration::from_secs_f64(LEAST)));
            let limits = Limits { nodes: Some(share), time, depth: None };
            let found = tree.run(limits, 1, 1, &Control::default());
            (done, left) = (done + share, left - share);
            let mut tried: Vec<_> = found
                .moves
                .iter()
                .filter(|each| each.visits > 0 || Some(each.m) == found.best_move)
                .map(|each| {
                    let is_best = Some(each.m) == found.best_move;
                    let value = MoveValue {
                        m: each.m,
                        value: each.value,
                        exact: is_best && found.is_proven(),
                        depth: None,
                        certainty: 100,
                        line: if is_best { found.pv.clone() } else { vec![each.m] },
                        error: None,
                    };
                    (!is_best, u32::MAX - each.visits, value)
                })
                .collect();
            // A value of few visits says little: the tree's own choice comes first, then the most
            // tried.
            tried.sort_by_key(|&(is_other, visits, _)| (is_other, visits));
            moves = tried.into_iter().map(|(.., value)| value).collect();
            self.tell(&moves, RESULT, Some(found.visits));
            if found.is_proven() || Instant::now() >= until {
                break;
            }
        }
        Ok(moves)
    }

    /// Tells the best moves with their words; `worlds` is a number of samples, which say nothing of
    /// the position.
    fn tell(&mut self, moves: &[MoveValue], of: Unit, worlds: Option<u64>) {
        if moves.is_empty() {
            return;
        }
        let position = self.position;
        // What a tree search was asked is no sample of worlds.
        let is_sampled = position.facts().hidden && worlds.is_some();
        let valued: Vec<_> = moves
            .iter()
            .map(|each| Valued {
                m: each.m,
                value: each.value,
                exact: each.exact,
                error: each.error,
                line: if is_sampled { &[] } else { &each.line },
            })
            .collect();
        let words = with_words(position, &valued, &of);
        let best = &moves[0];
        let told = moves.iter().zip(words).take(self.count).map(|(each, words)| {
            let exact = each.exact && best.exact;
            json!({
                "i": each.m.0,
                "text": position.move_text(each.m),
                "value": each.value,
                "exact": each.exact,
                "depth": each.depth,
                "line": super::texts(position, &each.line),
                "error": each.error,
                "words": words,
                "grade": of.grade(best.value - each.value, exact, each.error),
            })
        });
        let said = sentence(position, &valued, &of).expect("there are moves");
        self.last = json!({
            "words": said.to_string(),
            "said": said,
            "unit": of.plural,
            "worlds": if is_sampled { worlds } else { None },
            "is_result": of.is_result,
            "moves": told.collect::<Vec<_>>(),
        });
        (self.report)(self.last.clone());
    }
}
