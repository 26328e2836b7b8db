//! The player `alphabeta`, by the search of its game.

use super::book::by_book;
use super::within;
use crate::agent::{Agent, GameContext, Insight, PlayerOptions};
use crate::control::{Control, Limits};
use crate::error::Result;
use crate::game::Move;
use crate::rng::Rng;
use crate::search::{Deepening, SearchResult, Searcher};
use crate::specialists::Specialists;

pub(super) fn make<G: Specialists>(
    position: &G,
    options: &mut PlayerOptions<'_>,
) -> Result<Box<dyn Agent<G>>> {
    let limits = Limits {
        depth: options.number("depth", 1, 255)?.map(|n| n as usize),
        nodes: options.number("nodes", 1, 1 << 53)?,
        time: options.seconds("seconds")?,
    };
    let level = options.number("level", 0, u64::MAX)?;
    Deepening::new(position).level(level)?;
    let threads = options.number("threads", 1, MAX_THREADS)?.map_or(1, |n| n as usize);
    let searcher = Searcher::new(options.table_mib()?, threads)?;
    let player = AlphaBeta { searcher, limits, level, is_alone: threads == 1 };
    by_book(position, options, Box::new(player))
}

/// Depth of a search without any limit.
const DEPTH: usize = 4;
/// Part of a move's share of the game's time after which a search ends that finds the same move again:
/// the next depth would hardly end in time.
const ENOUGH_OF_SHARE: f64 = 0.6;
/// Part of the share after which every search ends.
const MAX_OF_SHARE: f64 = 1.5;
/// Most threads of a player.
const MAX_THREADS: u64 = 256;

/// Plays the best move of a search. Its table is emptied before each game, so that a game does not
/// depend on earlier ones.
struct AlphaBeta {
    searcher: Searcher,
    limits: Limits,
    level: Option<u64>,
    /// One thread searches.
    is_alone: bool,
}

impl AlphaBeta {
    fn best<G: Specialists>(&mut self, position: &G, control: &Control<'_>) -> Result<Move> {
        position.check_open("player alphabeta")?;
        if control.allowance().is_some() && position.count_legal() == 1 {
            return Ok(position.nth_legal(0));
        }
        let mut limits = within(self.limits, position, control);
        if limits == Limits::default() && self.level.is_none() {
            limits.depth = Some(DEPTH);
        }
        let search = Deepening::new(position).level(self.level)?;
        let found = self.think(search, limits, control);
        // A stopped search has a result, but a stopped player makes no move.
        control.poll()?;
        Ok(found.best_move.unwrap_or_else(|| position.nth_legal(0)))
    }

    /// Searches within the limits. Where the game's time is divided among its moves, the search ends
    /// early if a deeper one found the same move again, and may take longer after the value has
    /// dropped: time well spent differs by move.
    fn think<G: Specialists>(
        &mut self,
        mut search: Deepening<G>,
        mut limits: Limits,
        control: &Control<'_>,
    ) -> SearchResult {
        let moves = search.position().moves_to_time();
        let share = control.allowance().and_then(|clock| clock.share(moves));
        let share = share.filter(|&share| limits.time == Some(share));
        if let (Some(share), Some(clock)) = (share, control.allowance()) {
            limits.time = Some(share.mul_f64(MAX_OF_SHARE));
            limits = limits.and(clock.most());
        }
        let margin = f64::from(G::EVEN) / f64::from(G::UNIT);
        let mut before = search.found().clone();
        while self.searcher.deepen(&mut search, limits, control) {
            let found = search.found();
            control.reach(found.depth);
            let is_stable =
                found.best_move == before.best_move && found.value >= before.value - margin;
            let enough = if is_stable { ENOUGH_OF_SHARE } else { 1.0 };
            if share.is_some_and(|share| found.time >= share.mul_f64(enough)) {
                break;
            }
            before = found.clone();
        }
        search.found().clone()
    }
}

impl<G: Specialists> Agent<G> for AlphaBeta {
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        _: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        self.best(at.position, control)
    }

    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let best = self.best(at.position, control)?;
        Ok(Insight::Candidates([best].into_iter().collect()))
    }

    fn start_game(&mut self, _: u64) -> Result<()> {
        self.searcher.clear();
        Ok(())
    }

    fn is_deterministic(&self) -> bool {
        self.is_alone
    }
}
