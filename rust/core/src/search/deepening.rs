//! Iterative deepening: one depth after the other, on a table that persists.

use std::any::Any;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::pvs::{DepthGoal, Pvs, SearchState};
use crate::budget::Budget;
use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::engine::{CERTAIN, Engine, EngineOptions, SearchGoal, SearchResult, StepResult};
use crate::error::{Error, Result};
use crate::game::MoveList;
use crate::specialists::Specialists;
use crate::table::Table;
use crate::threads;

/// Least depth at which several threads search; shallower searches end before threads start.
const SHARED_DEPTH: usize = 5;

/// Slots of a table for the first searches. It grows with the searches: memory that the system has to
/// provide, and that no cache holds, takes more time than a short search.
const FEW_SLOTS: usize = 1 << 14;

/// Searches positions of one game and keeps its transposition table from one search to the next, so
/// that a search of a nearby position reuses earlier results.
///
/// ```
/// use bitgames_core::{control::{Control, Limits}, games::othello::FixedBoard, search::Searcher, Game};
/// let (start, control) = (FixedBoard::<6>::default(), Control::default());
/// let mut searcher = Searcher::new(1, 1)?;
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let mut depths = Vec::new();
/// let found = searcher.search(&start, limits, &control, |result| depths.push(result.depth));
/// assert_eq!((depths, found.depth), (vec![1, 2, 3, 4, 5], 5));
/// let again = searcher.search(&start, limits, &control, |_| ());
/// assert!(again.value == found.value && again.nodes < found.nodes);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Searcher {
    table: Table,
    options: EngineOptions,
    /// The game's own search, a `Box<dyn Engine<G>>`, once there was a search of such a game.
    engine: Option<Box<dyn Any + Send>>,
}

impl Searcher {
    /// A searcher with an empty table. Several threads search the same tree and share the table
    /// ("lazy SMP"); their results can then differ from one run to the next.
    ///
    /// # Errors
    /// [`crate::Error::Memory`].
    pub fn new(table_mib: usize, threads: usize) -> Result<Self> {
        let options = EngineOptions { table_mib, threads };
        let mut table = Table::for_threads(table_mib, threads)?;
        table.use_slots(FEW_SLOTS);
        Ok(Searcher { table, options, engine: None })
    }

    /// Searches to depth 1, 2, 3 ... until a limit is met, the control is stopped or the value is
    /// proven, and returns the result of the last finished depth. `on_depth` receives the result of
    /// each depth. A game's own search may also return more certain results of the same depth.
    ///
    /// All positions given to one searcher must belong to one game and board: the table
    /// distinguishes them by their keys alone.
    pub fn search<G: Specialists>(
        &mut self,
        position: &G,
        limits: Limits,
        control: &Control<'_>,
        on_depth: impl FnMut(&SearchResult),
    ) -> SearchResult {
        self.run(Deepening::new(position), limits, control, on_depth)
    }

    /// As [`Searcher::search`], for a search that has not begun.
    pub fn run<G: Specialists>(
        &mut self,
        mut deepening: Deepening<G>,
        limits: Limits,
        control: &Control<'_>,
        mut on_depth: impl FnMut(&SearchResult),
    ) -> SearchResult {
        let budget = Budget::new(limits, control);
        while self.step(&mut deepening, &budget) {
            on_depth(deepening.found());
        }
        deepening.found
    }

    /// As [`Searcher::search`], always by the search that all games share: the judge of the games'
    /// own, and for what must not change with them.
    pub fn search_generic<G: Searchable>(
        &mut self,
        position: &G,
        limits: Limits,
        control: &Control<'_>,
    ) -> SearchResult {
        let budget = Budget::new(limits, control);
        let mut deepening = Deepening::new(position);
        self.table.grow(usize::MAX);
        while deepening.step(&self.table, self.options.threads, &budget) {}
        deepening.found
    }

    /// Searches one more depth of a search that runs in parts. The limits count for all parts
    /// together, and the time between the parts does not count. False if the search is over.
    pub fn deepen<G: Specialists>(
        &mut self,
        deepening: &mut Deepening<G>,
        limits: Limits,
        control: &Control<'_>,
    ) -> bool {
        let found = deepening.found();
        let budget = Budget::new(limits, control).resuming(found.nodes, found.time);
        self.step(deepening, &budget)
    }

    fn step<G: Specialists>(&mut self, deepening: &mut Deepening<G>, budget: &Budget<'_>) -> bool {
        let known = self.engine.as_mut().is_some_and(|engine| engine.is::<Box<dyn Engine<G>>>());
        if !known {
            let made = deepening.position.engine(&self.options);
            self.engine = made.map(|engine| Box::new(engine) as Box<dyn Any + Send>);
        }
        // A step visits few times as many positions as those before it, and keeps a fraction of them.
        self.table.grow(deepening.found.nodes as usize / 8);
        let engine = self.engine.as_mut();
        match engine.and_then(|engine| engine.downcast_mut::<Box<dyn Engine<G>>>()) {
            Some(engine) => deepening.step_by(engine.as_mut(), &self.table, budget),
            None => deepening.step(&self.table, self.options.threads, budget),
        }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.table.forget();
        self.table.use_slots(FEW_SLOTS);
        self.engine = None;
    }
}

/// A search by depths, with the result of the last finished one.
pub struct Deepening<G> {
    position: G,
    state: SearchState,
    found: SearchResult,
    /// Number of moves whose own values are searched.
    lines: usize,
    /// As in [`SearchGoal::level`].
    level: Option<usize>,
    /// There is nothing more to find.
    complete: bool,
    /// The last step found nothing: there is nothing more to find, or a limit or a stop came first.
    over: bool,
}

impl<G: Searchable> Deepening<G> {
    /// A search that has not visited any position.
    pub fn new(position: &G) -> Self {
        let position = position.clone();
        let found = without_search(&position);
        let (state, complete) = (SearchState::default(), position.is_over());
        Deepening { position, state, found, lines: 1, level: None, complete, over: complete }
    }

    /// Searches the values of this many of the best moves, at least 1, instead of the best alone. The
    /// search goes on until all of them are proven.
    ///
    /// ```
    /// use bitgames_core::{control::{Control, Limits}, games::TicTacToe3};
    /// use bitgames_core::search::{Deepening, Searcher};
    /// let (limits, control) = (Limits::default(), Control::default());
    /// let mut searcher = Searcher::new(1, 1)?;
    /// let mut deepening = Deepening::new(&"tictactoe o../.x./...".parse::<TicTacToe3>()?).lines(2);
    /// while searcher.deepen(&mut deepening, limits, &control) {}
    /// let lines = &deepening.found().lines;
    /// assert!(lines.len() == 2 && lines.iter().all(|line| line.exact && line.value == 0.0));
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    #[must_use]
    pub fn lines(self, lines: usize) -> Self {
        Deepening { lines: lines.max(1), ..self }
    }

    /// Searches as deep as this level says, besides the limits.
    ///
    /// # Errors
    /// [`Error::Unsupported`] in a game whose search has no levels, [`Error::Parameter`].
    pub fn level(self, level: Option<u64>) -> Result<Self>
    where
        G: Specialists,
    {
        Ok(Deepening { level: level.map(|n| check_level(&self.position, n)).transpose()?, ..self })
    }

    /// The position that is searched.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The result so far: of depth 0, with some move and no value, until the first depth is
    /// finished.
    pub fn found(&self) -> &SearchResult {
        &self.found
    }

    /// Lets a search go on whose last step the control stopped: the step begins again, on a table that
    /// has what was found. A search at its end stays there.
    ///
    /// ```
    /// use bitgames_core::{control::{Control, Limits}, games::TicTacToe3};
    /// use bitgames_core::search::{Deepening, Searcher};
    /// let (mut searcher, limits) = (Searcher::new(1, 1)?, Limits::default());
    /// let (going, stopped) = (Control::default(), Control::default());
    /// stopped.stop();
    /// let mut deepening = Deepening::new(&TicTacToe3::default());
    /// while deepening.found().depth < 6 {
    ///     assert!(searcher.deepen(&mut deepening, limits, &going));
    /// }
    /// assert!(!searcher.deepen(&mut deepening, limits, &stopped));
    /// assert!(!searcher.deepen(&mut deepening, limits, &going));
    /// deepening.resume();
    /// assert!(searcher.deepen(&mut deepening, limits, &going) && deepening.found().depth == 7);
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn resume(&mut self) {
        self.over = self.complete;
    }

    fn step(&mut self, table: &Table, threads: usize, budget: &Budget<'_>) -> bool {
        let depth = self.found.depth + 1;
        let last = self.position.max_plies() - self.position.ply();
        let target = budget.depth().map_or(last, |depth| depth.min(last));
        if self.over || depth > target {
            self.over = true;
            return false;
        }
        let state = mem::take(&mut self.state);
        let helpers = if depth < SHARED_DEPTH { 0 } else { threads.saturating_sub(1) };
        let mut search = Pvs::new(&self.position, table, budget, state);
        let first: MoveList = self.found.lines.iter().map(|line| line.m).collect();
        let goal = DepthGoal { depth, lines: self.lines, first: &first };
        let reached = if helpers == 0 {
            search.at_depth(&self.position, goal)
        } else {
            self.with_helpers(&mut search, goal, helpers)
        };
        self.state = search.finish();
        self.found.nodes = budget.nodes();
        self.found.time = budget.elapsed();
        self.keep(reached)
    }

    /// Searches to a depth while helpers fill the table; every second helper searches a ply deeper.
    fn with_helpers(
        &self,
        search: &mut Pvs<'_, G>,
        goal: DepthGoal<'_>,
        helpers: usize,
    ) -> Option<StepResult> {
        let ended = AtomicBool::new(false);
        let first = search.helper(&ended);
        let help = |number| {
            let mut helper = first.clone();
            let mut goal = DepthGoal { depth: goal.depth + number % 2, ..goal };
            while helper.at_depth(&self.position, goal).is_some_and(|found| !found.complete) {
                goal.depth += 1;
            }
            helper.finish();
        };
        let end = || ended.store(true, Ordering::Relaxed);
        threads::with_helpers(helpers, end, help, || search.at_depth(&self.position, goal))
    }

    /// Lets the game's own search make a step.
    fn step_by(&mut self, engine: &mut dyn Engine<G>, table: &Table, budget: &Budget<'_>) -> bool {
        if self.over {
            return false;
        }
        let goal = SearchGoal { lines: self.lines, level: self.level, before: &self.found };
        let reached = engine.step(&self.position, goal, table, budget);
        self.found.nodes = budget.nodes();
        self.found.time = budget.elapsed();
        self.keep(reached)
    }

    /// Keeps the result of a step; false if there is none.
    fn keep(&mut self, reached: Option<StepResult>) -> bool {
        let Some(StepResult { lines, depth, certainty, exact, complete }) = reached else {
            self.over = true;
            return false;
        };
        let best = &lines[0];
        (self.found.value, self.found.best_move) = (best.value, Some(best.m));
        self.found.pv.clone_from(&best.pv);
        (self.found.depth, self.found.certainty) = (depth, certainty);
        (self.found.exact, self.found.lines) = (exact, lines);
        (self.complete, self.over) = (complete, complete);
        true
    }
}

/// The result before the first node: the value of a finished game, or some move.
fn without_search<G: Searchable>(position: &G) -> SearchResult {
    let value = position.outcome().map(|outcome| outcome.score(position.turn()));
    SearchResult {
        value: value.map_or(0.0, f64::from),
        best_move: position.essential_moves().first().copied(),
        pv: Vec::new(),
        depth: 0,
        certainty: CERTAIN,
        nodes: 0,
        time: Duration::ZERO,
        exact: value.is_some(),
        lines: Vec::new(),
    }
}

/// Checks the number of a search level of a game.
pub(crate) fn check_level<G: Specialists>(position: &G, level: u64) -> Result<usize> {
    let count = position.search_levels().len() as u64;
    if count == 0 {
        return Err(Error::Unsupported {
            what: "a search level".into(),
            game: position.spec(),
            reason: "its search has no levels".into(),
        });
    }
    if level >= count {
        return Err(Error::parameter("level", format!("from 0 to {}", count - 1), level));
    }
    Ok(level as usize)
}
