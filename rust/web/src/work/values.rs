//! The values of all moves of a position, refined while they are computed.
//!
//! One search values all moves, deeper and deeper. Where the estimate of its work says that this is
//! in reach, an exact solver proves them.

use std::time::Duration;

use bitgames_core::clock::Instant;

use bitgames_core::any::{AnyGame, AnySolver};
use bitgames_core::control::{Control, Limits};
use bitgames_core::engine::Line;
use bitgames_core::exact::{ALL_MOVES, SolveOptions};
use bitgames_core::rng::child_seed;
use bitgames_core::search::Searcher;
use bitgames_core::specialists::Sampled;
use bitgames_core::{Error, Move, Result};

/// Seconds of the first turn of a search or a solve.
const FIRST_TURN: f64 = 0.2;
/// Estimated seconds of a solve that is begun where nothing limits the time.
const LONGEST: f64 = 3600.0;
/// Worlds that are sampled at first and at most, where cards are hidden.
const WORLDS: (u64, u64) = (4, 100_000);

/// A legal move with its value for the player who makes it.
#[derive(Clone, Debug)]
pub struct MoveValue {
    pub m: Move,
    pub value: f64,
    pub exact: bool,
    /// The depth of the search in plies; `None` if the value is exact or a mean.
    pub depth: Option<usize>,
    /// Certainty of the search in percent.
    pub certainty: u8,
    /// Best play from both sides, which begins with the move.
    pub line: Vec<Move>,
    /// The standard error of a mean over sampled worlds.
    pub error: Option<f64>,
}

impl From<&Line> for MoveValue {
    fn from(line: &Line) -> Self {
        MoveValue {
            m: line.m,
            value: line.value,
            exact: line.exact,
            depth: if line.exact { None } else { line.depth },
            certainty: line.certainty,
            line: line.pv.clone(),
            error: None,
        }
    }
}

impl From<Sampled> for MoveValue {
    fn from(Sampled { m, mean, error }: Sampled) -> Self {
        let line = vec![m];
        MoveValue { m, value: mean, exact: false, depth: None, certainty: 100, line, error }
    }
}

/// What is known of the moves of a position so far, in the order of their indices.
pub struct Found {
    pub moves: Vec<MoveValue>,
    /// Positions visited; 0 where worlds are sampled.
    pub nodes: u64,
    pub seconds: f64,
    /// The number of sampled worlds, where the player to move cannot know everything.
    pub worlds: Option<u64>,
    /// Whether no better values come.
    pub is_final: bool,
}

/// The work that a study may take.
#[derive(Clone, Copy)]
pub struct Work {
    /// Seconds, or as many as it takes.
    pub seconds: Option<f64>,
    /// Depth in plies.
    pub depth: Option<usize>,
    /// Size of the tables.
    pub table_mib: usize,
    /// Seed of the sampled worlds.
    pub seed: u64,
}

/// Whether solving a position takes about this many seconds at most.
pub fn can_solve(position: &dyn AnyGame, seconds: f64) -> bool {
    position.is_over() || position.effort().is_none_or(|effort| effort.seconds <= seconds)
}

/// Values all moves of a position, ever better; the last report is final.
pub fn refine(position: &dyn AnyGame, work: Work, report: &mut dyn FnMut(&Found)) -> Result<()> {
    let began = Instant::now();
    if position.is_over() {
        report(&Found { moves: Vec::new(), nodes: 0, seconds: 0.0, worlds: None, is_final: true });
        return Ok(());
    }
    let until = work.seconds.map(|seconds| began + Duration::from_secs_f64(seconds));
    if position.facts().hidden {
        return match prove(position, work) {
            Ok(found) => {
                report(&found);
                Ok(())
            }
            Err(Error::Unsupported { .. } | Error::Hidden { .. }) => {
                sample(position, WORLDS.1, work.seed, until, report)
            }
            Err(error) => Err(error),
        };
    }
    let mut study = Study {
        position,
        began,
        until,
        moves: position.legal_moves().len(),
        known: Vec::new(),
        nodes: 0,
        depth: 0,
        is_done: false,
        report,
    };
    study.refine(work)
}

/// Solves a position: the proven values of its moves, as far as the time goes.
pub fn prove(position: &dyn AnyGame, work: Work) -> Result<Found> {
    let (found, _) = solve(position, work, false, &Control::default())?;
    Ok(found)
}

/// Solves a position: the proven values of its moves, and the bounds of its own value.
pub fn solve(
    position: &dyn AnyGame,
    work: Work,
    wld: bool,
    control: &Control<'_>,
) -> Result<(Found, (i32, i32))> {
    let options = SolveOptions { wld, table_mib: work.table_mib, ..SolveOptions::default() };
    let mut solver = position.solver(&options)?;
    let limits = Limits { time: work.seconds.map(Duration::from_secs_f64), ..Limits::default() };
    let solution = solver.solve(position, ALL_MOVES, limits, true, control)?;
    let proven = solution.lines.iter().filter(|line| line.exact).map(MoveValue::from);
    let mut moves: Vec<_> = proven.collect();
    moves.sort_by_key(|each| each.m);
    let (nodes, seconds) = (solution.nodes, solution.time.as_secs_f64());
    Ok((Found { moves, nodes, seconds, worlds: None, is_final: true }, solution.bounds))
}

/// Means over ever more worlds that fit what the player to move has seen, up to `most`; without a
/// time to end by, the number of worlds alone is the limit.
pub fn sample(
    position: &dyn AnyGame,
    most: u64,
    seed: u64,
    until: Option<Instant>,
    report: &mut dyn FnMut(&Found),
) -> Result<()> {
    let began = Instant::now();
    let mut worlds = WORLDS.0.min(most);
    let stream = child_seed(seed.into(), 0);
    loop {
        let round = Instant::now();
        let rows = position.sampled(worlds, stream, &Control::default())?;
        let took = round.elapsed();
        let moves = rows.into_iter().map(MoveValue::from).collect();
        // Each round draws the worlds of the round before again, and as many more.
        let is_late = until.is_some_and(|until| Instant::now() + 3 * took > until);
        let is_final = worlds >= most || is_late;
        let seconds = began.elapsed().as_secs_f64();
        report(&Found { moves, nodes: 0, seconds, worlds: Some(worlds), is_final });
        if is_final {
            return Ok(());
        }
        worlds = (2 * worlds).min(most);
    }
}

/// A search of all moves of a position, and proofs of their values, in turn.
///
/// Both keep their tables, and each gets twice as long as the turn before: together they take at
/// most about twice as long as the one that fits alone, however wrong the estimate of a solve is.
struct Study<'a> {
    position: &'a dyn AnyGame,
    began: Instant,
    until: Option<Instant>,
    /// Number of legal moves.
    moves: usize,
    known: Vec<MoveValue>,
    nodes: u64,
    depth: usize,
    /// The search has come to its depth or to the end of the game, or all values are proven.
    is_done: bool,
    report: &'a mut dyn FnMut(&Found),
}

impl Study<'_> {
    fn refine(&mut self, work: Work) -> Result<()> {
        let table_mib = (work.table_mib / 2).max(1);
        let mut searcher = Searcher::new(table_mib, 1)?;
        if can_solve(self.position, work.seconds.unwrap_or(LONGEST)) {
            let options = SolveOptions { table_mib, ..SolveOptions::default() };
            let mut solver = self.position.solver(&options)?;
            // A short solve follows the first estimates.
            let mut turn = if can_solve(self.position, FIRST_TURN) { 0.0 } else { FIRST_TURN };
            while !self.ends() {
                let end = self.turn(turn);
                self.search(&mut searcher, work.depth, Some(end))?;
                turn = (2.0 * turn).max(FIRST_TURN);
                if !self.is_done {
                    let end = self.turn(turn);
                    self.solve(&mut *solver, Some(end))?;
                }
            }
        } else {
            self.search(&mut searcher, work.depth, self.until)?;
        }
        self.tell(true);
        Ok(())
    }

    /// The end of a turn that lasts this many seconds.
    fn turn(&self, seconds: f64) -> Instant {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        self.until.map_or(end, |until| until.min(end))
    }

    fn ends(&self) -> bool {
        self.is_done || is_past(self.until)
    }

    /// Searches on, at least one depth.
    fn search(
        &mut self,
        searcher: &mut Searcher,
        depth: Option<usize>,
        until: Option<Instant>,
    ) -> Result<()> {
        let mut deepening = self.position.deepening(true, ALL_MOVES, None)?;
        let (mut is_first, mut before) = (self.nodes == 0, 0);
        loop {
            if self.is_done || (!is_first && is_past(until)) {
                return Ok(());
            }
            // The limits of all steps count from the beginning of the first one.
            let spent = deepening.found().time;
            let left = until.map(|until| spent + until.saturating_duration_since(Instant::now()));
            let time = if is_first { None } else { left };
            let limits = Limits { depth, time, ..Limits::default() };
            let went_on = deepening.step(searcher, limits, &Control::default());
            let found = deepening.found();
            self.nodes += found.nodes - before;
            before = found.nodes;
            is_first = false;
            // The table still has the depths of the turn before.
            if went_on && found.depth > self.depth {
                self.depth = found.depth;
                for line in &found.lines {
                    self.take(line.into());
                }
                self.tell(false);
            }
            if !went_on {
                self.is_done |= !is_past(until);
                return Ok(());
            }
        }
    }

    /// Proves the values of moves, the best first.
    fn solve(&mut self, solver: &mut dyn AnySolver, until: Option<Instant>) -> Result<()> {
        let facts = self.position.facts();
        let mut open: Vec<_> =
            self.known.iter().filter(|each| !each.exact).map(|each| (each.m, each.value)).collect();
        open.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (m, _) in open {
            let after = self.position.play(m)?;
            let time = until.map(|until| until.saturating_duration_since(Instant::now()));
            let limits = Limits { time, ..Limits::default() };
            let solution = solver.solve(&*after, 0, limits, true, &Control::default())?;
            self.nodes += solution.nodes;
            if solution.is_proven() {
                // Values are those of the team that moves.
                let same = facts.team(after.turn()) == facts.team(self.position.turn());
                let value = f64::from(if same { solution.value } else { -solution.value });
                let mut line = vec![m];
                line.extend(solution.pv);
                self.take(MoveValue {
                    m,
                    value,
                    exact: true,
                    depth: None,
                    certainty: 100,
                    line,
                    error: None,
                });
                self.tell(false);
            }
            if self.is_done || is_past(until) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn take(&mut self, each: MoveValue) {
        match self.known.iter().position(|known| known.m == each.m) {
            Some(at) if self.known[at].exact => {}
            Some(at) => self.known[at] = each,
            None => self.known.push(each),
        }
        let all = self.known.len() == self.moves;
        self.is_done = all && self.known.iter().all(|known| known.exact);
    }

    fn tell(&mut self, is_final: bool) {
        let mut moves = self.known.clone();
        moves.sort_by_key(|each| each.m);
        let seconds = self.began.elapsed().as_secs_f64();
        (self.report)(&Found { moves, nodes: self.nodes, seconds, worlds: None, is_final });
    }
}

fn is_past(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}
