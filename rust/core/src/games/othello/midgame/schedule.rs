//! The order in which a search deepens.

use super::cuts::{self, FULL, MIN_DEPTH};
use super::levels::LEVELS;
use crate::engine::SearchResult;

/// The selectivity far from the end of the game, where no level says another.
const SELECTIVITY: u8 = 0;
/// The searches to the end of the game begin after one that is this much shorter.
const JUMP: usize = 10;
/// Most empty squares of positions that are solved without them.
const AT_ONCE: usize = 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchStep {
    /// To a depth, with a selectivity.
    Search(usize, u8),
    /// By the exact solver.
    Solve,
}

/// The steps of a search, in their order.
pub(super) struct Schedule(Vec<SearchStep>);

impl Schedule {
    /// The steps at a position with this number of empty squares: to a depth, or to the end of the
    /// game if the depth reaches it.
    pub fn new(empties: usize, level: Option<usize>, depth: Option<usize>) -> Self {
        let (mut most, mut selectivity, mut end) = (empties, SELECTIVITY, Some(FULL));
        if let Some(level) = level.map(|level| LEVELS[level]) {
            (most, selectivity) = (level.depth.min(empties), cuts::selectivity(level.certainty));
            let ends = level.ends.iter().filter(|&&(from, _)| empties <= from);
            end = ends.map(|&(_, certainty)| cuts::selectivity(certainty)).max();
        }
        if depth.is_some_and(|depth| depth < empties) {
            most = most.min(depth.unwrap_or(empties));
            end = None;
        }
        if most == empties {
            end = Some(FULL);
        }
        Schedule(steps(empties, (most, selectivity), end))
    }

    pub fn after(&self, before: &SearchResult) -> Option<SearchStep> {
        let done = (before.depth, cuts::selectivity(before.certainty));
        self.0.iter().copied().find(|&step| match step {
            SearchStep::Search(depth, selectivity) => (depth, selectivity) > done,
            SearchStep::Solve => !before.exact,
        })
    }

    pub fn is_last(&self, step: SearchStep) -> bool {
        self.0.last() == Some(&step)
    }
}

fn steps(empties: usize, (most, selectivity): (usize, u8), end: Option<u8>) -> Vec<SearchStep> {
    let short = match end {
        None => most,
        Some(_) if empties <= AT_ONCE => 1.min(empties - 1),
        Some(_) => most.min(empties - JUMP),
    };
    let mut steps: Vec<SearchStep> = (1..=short)
        .map(|depth| SearchStep::Search(depth, if depth <= MIN_DEPTH { FULL } else { selectivity }))
        .collect();
    if let Some(end) = end {
        if empties > AT_ONCE {
            steps.extend(
                (0..end.max(1)).map(|selectivity| SearchStep::Search(empties, selectivity)),
            );
        }
        steps.push(if end == FULL { SearchStep::Solve } else { SearchStep::Search(empties, end) });
        steps.dedup();
    }
    steps
}
