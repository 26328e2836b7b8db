//! The values of a game's positions from its end to its start, so that what is found near the end
//! helps with what comes before.

use std::time::Duration;

use bitgames_core::clock::Instant;

use bitgames_core::any::{AnyGame, AnySolver};
use bitgames_core::control::{Control, Limits};
use bitgames_core::exact::{ALL_MOVES, SolveOptions};
use bitgames_core::search::{SearchResult, Searcher};
use bitgames_core::{Error, Move, Result, games};
use serde_json::{Value, json};

use super::values::{MoveValue, can_solve};
use super::{Line, Report, best_of};

/// The work of the level `normal`: depth, seconds of a solve, of a move and of the game, worlds.
const DEPTH: usize = 8;
const SOLVE: f64 = 1.0;
const SHARE: f64 = 0.15;
const GAME: f64 = 8.0;
const WORLDS: u64 = 64;
/// Share of the time left that one solve may take; estimates of its work may be far off.
const SOLVE_SHARE: f64 = 0.25;
/// Least seconds for one position.
const LEAST: f64 = 0.02;
/// How many times longer than the search of a position that of its move may take.
const PLAYED_SLACK: f64 = 2.0;
const TABLE_MIB: usize = 16;

/// The value of a position for its player to move, or of a move for the player who makes it.
#[derive(Clone)]
struct Judged {
    value: f64,
    exact: bool,
    m: Option<Move>,
    depth: Option<usize>,
    error: Option<f64>,
}

impl Judged {
    fn of(each: &MoveValue) -> Self {
        let MoveValue { m, value, exact, depth, error, .. } = *each;
        Judged { value, exact, m: Some(m), depth, error }
    }

    fn proven(value: i32, m: Option<Move>) -> Self {
        Judged { value: f64::from(value), exact: true, m, depth: None, error: None }
    }

    /// Of the position after a move, for the player who made it.
    fn seen_from(mut self, before: &dyn AnyGame, after: &dyn AnyGame) -> Self {
        let facts = before.facts();
        if facts.team(before.turn()) != facts.team(after.turn()) {
            self.value = -self.value;
        }
        self
    }
}

struct Judge {
    searcher: Searcher,
    solver: Option<Box<dyn AnySolver>>,
    is_timed: bool,
    until: Instant,
}

/// The data of the answer `graph`: the value at each position of a line, and what each move lost.
pub fn graph(line: &Line, seconds: Option<f64>, report: &Report<'_>) -> Result<Value> {
    let mut positions = vec![games::position(&line.start)?];
    for &i in &line.moves {
        let next = positions[positions.len() - 1].play(Move(i))?;
        positions.push(next);
    }
    let mut judge = Judge {
        searcher: Searcher::new(TABLE_MIB, 1)?,
        solver: None,
        is_timed: seconds.is_some(),
        until: Instant::now() + Duration::from_secs_f64(seconds.unwrap_or(GAME)),
    };
    let facts = positions[0].facts();
    let sign = |seat: usize| if facts.teams[seat] == 0 { 1.0 } else { -1.0 };
    let mut points: Vec<_> = (0..positions.len())
        .map(|ply| json!({"ply": ply, "value": null, "exact": false, "depth": null}))
        .collect();
    let of = positions[0].unit();
    let data = |points: &[Value], totals: Value| json!({"points": points, "team": 0, "unit": of.plural, "is_result": of.is_result, "totals": totals});
    let last = &positions[positions.len() - 1];
    let mut after = judge.end(&**last, positions.len())?;
    let end = (sign(last.turn().index()) * after.value + 0.0, after.exact);
    let mut totals: Vec<_> =
        facts.player_names.iter().map(|_| (0_u32, 0_u32, 0.0_f64, 0_u32)).collect();
    for number in (1..positions.len()).rev() {
        let (before, m) = (&*positions[number - 1], Move(line.moves[number - 1]));
        let (best, played) = judge.judge(before, m, &*positions[number], &after, number)?;
        let seat = before.turn().index();
        let is_best = best.m.is_none() || best.value <= played.value;
        let exact = best.exact && played.exact;
        let loss = (best.value - played.value).max(0.0);
        let of_move = before.unit();
        let is_blunder = loss >= of_move.blunder;
        if points[number]["value"].is_null() {
            points[number]["value"] = json!(sign(seat) * played.value + 0.0);
            points[number]["exact"] = exact.into();
        }
        let best_move = if is_best { m } else { best.m.unwrap_or(m) };
        points[number]["best"] = before.move_text(best_move).into();
        points[number]["loss"] = loss.into();
        points[number]["grade"] = json!(of_move.grade(loss, exact, best.error));
        points[number]["is_blunder"] = is_blunder.into();
        points[number - 1]["value"] = json!(sign(seat) * best.value.max(played.value) + 0.0);
        points[number - 1]["exact"] = exact.into();
        points[number - 1]["depth"] = json!(if exact { None } else { best.depth });
        if before.legal_moves().len() > 1 {
            let total = &mut totals[seat];
            *total = (
                total.0 + 1,
                total.1 + u32::from(is_best),
                total.2 + loss,
                total.3 + u32::from(is_blunder),
            );
        }
        after = best;
        report(data(&points, json!([])));
    }
    let final_point = points.len() - 1;
    points[final_point]["value"] = end.0.into();
    points[final_point]["exact"] = end.1.into();
    let totals = totals.iter().enumerate().map(|(seat, total)| {
        json!({"seat": seat, "moves": total.0, "best": total.1, "loss": total.2, "blunders": total.3})
    });
    Ok(data(&points, totals.collect()))
}

impl Judge {
    /// The last position of a game; `left` moves are to be judged.
    fn end(&mut self, position: &dyn AnyGame, left: usize) -> Result<Judged> {
        if let Some(outcome) = position.outcome() {
            return Ok(Judged::proven(outcome.score(position.turn()).into(), None));
        }
        if let Some(rows) = self.sampled(position)? {
            return Ok(Judged::of(best_of(&rows).expect("a game that goes on has moves")));
        }
        let share = self.share(left);
        self.best(position, share)
    }

    /// The value by a best move and by the move that was played; `value` is that of the position
    /// after it.
    fn judge(
        &mut self,
        before: &dyn AnyGame,
        m: Move,
        after: &dyn AnyGame,
        value: &Judged,
        left: usize,
    ) -> Result<(Judged, Judged)> {
        let played = value.clone().seen_from(before, after);
        if before.legal_moves().len() == 1 {
            // A forced move has the value of what follows.
            return Ok((Judged { m: Some(m), ..played.clone() }, played));
        }
        if let Some(rows) = self.sampled(before)? {
            let best = best_of(&rows).expect("a game that goes on has moves");
            let own = rows.iter().find(|row| row.m == m).unwrap_or(best);
            return Ok((Judged::of(best), Judged::of(own)));
        }
        let share = self.share(left);
        let best = self.best(before, share)?;
        if best.exact && played.exact {
            return Ok((best, played));
        }
        if best.m == Some(m) {
            let value = if played.exact { played } else { best };
            return Ok((Judged { m: Some(m), ..value.clone() }, value));
        }
        if played.exact || after.is_over() {
            return Ok((best, played));
        }
        let depth = best.depth.unwrap_or(DEPTH);
        if depth > 1 {
            let found = self.searched(after, Some(depth - 1), PLAYED_SLACK * share)?;
            return Ok((best, found.seen_from(before, after)));
        }
        let mut deepening = before.deepening(true, ALL_MOVES, None)?;
        let limits = Limits { depth: Some(1), ..Limits::default() };
        while deepening.step(&mut self.searcher, limits, &Control::default()) {}
        let line = deepening.found().lines.iter().find(|line| line.m == m);
        let own = line.map_or(played, |line| Judged::of(&line.into()));
        Ok((best, own))
    }

    fn share(&self, left: usize) -> f64 {
        let share = (self.left() / left.max(1) as f64).max(LEAST);
        if self.is_timed { share } else { share.min(SHARE) }
    }

    fn left(&self) -> f64 {
        self.until.saturating_duration_since(Instant::now()).as_secs_f64()
    }

    /// The means of all moves over worlds, if the player cannot know everything.
    fn sampled(&mut self, position: &dyn AnyGame) -> Result<Option<Vec<MoveValue>>> {
        if !position.facts().hidden || position.is_over() {
            return Ok(None);
        }
        match position.solver(&SolveOptions::default()) {
            Ok(solver) => {
                self.solver = Some(solver);
                return Ok(None);
            }
            Err(Error::Unsupported { .. } | Error::Hidden { .. }) => {}
            Err(error) => return Err(error),
        }
        let rows = position.sampled(WORLDS, 0, &Control::default())?;
        Ok(Some(rows.into_iter().map(MoveValue::from).collect()))
    }

    /// The value of a position and a best move: exact where that is in reach.
    fn best(&mut self, position: &dyn AnyGame, share: f64) -> Result<Judged> {
        if can_solve(position, if self.is_timed { share } else { SOLVE }) {
            let most = (SOLVE_SHARE * self.left()).max(LEAST);
            let solver = match &mut self.solver {
                Some(solver) => solver,
                none => none.insert(position.solver(&SolveOptions::default())?),
            };
            let limits = Limits { time: Some(Duration::from_secs_f64(most)), ..Limits::default() };
            match solver.solve(position, 0, limits, false, &Control::default()) {
                Ok(solution) => return Ok(Judged::proven(solution.value, solution.best_move)),
                Err(Error::Limit { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.searched(position, if self.is_timed { None } else { Some(DEPTH) }, share)
    }

    fn searched(
        &mut self,
        position: &dyn AnyGame,
        depth: Option<usize>,
        seconds: f64,
    ) -> Result<Judged> {
        let time = Some(Duration::from_secs_f64(seconds));
        let mut found = self.search(position, Limits { depth, time, ..Limits::default() })?;
        if found.depth == 0 {
            // Not even one ply was finished in time.
            found = self.search(position, Limits { depth: Some(1), ..Limits::default() })?;
        }
        let depth = (!found.exact).then_some(found.depth);
        Ok(Judged {
            value: found.value,
            exact: found.exact,
            m: found.best_move,
            depth,
            error: None,
        })
    }

    fn search(&mut self, position: &dyn AnyGame, limits: Limits) -> Result<SearchResult> {
        let mut deepening = position.deepening(true, 1, None)?;
        while deepening.step(&mut self.searcher, limits, &Control::default()) {}
        Ok(deepening.found().clone())
    }
}
