//! Best moves by iterative-deepening principal variation search.
//!
//! One search for all games, generic over [`crate::capability::Searchable`], and the engines of
//! games that bring their own ([`Specialists::engine`]). The null window for all moves but the
//! first follows Tony Marsland, "A review of game-tree pruning" (ICCA Journal, 1986) and Alexander
//! Reinefeld, "An improvement to the Scout tree-search algorithm" (ICCA Journal, 1983); history
//! ordering follows Jonathan Schaeffer, "The history heuristic" (ICCA Journal, 1983); the lookup of
//! all children before searching one is Aske Plaat's "enhanced transposition cutoff" ("Exploiting
//! graph properties of game trees", AAAI 1996).

mod deepening;
pub mod mcts;
mod pvs;

pub use self::deepening::{Deepening, Searcher};
pub(crate) use self::pvs::{Pvs, SearchState};

use crate::control::{Control, Limits};
pub use crate::engine::{Line, SearchResult};
use crate::error::Result;
use crate::specialists::Specialists;

/// Searches `position` with a table of its own. A search that a limit or its control stops returns
/// the result of the last depth that it finished.
///
/// ```
/// use bitgames_core::{control::{Control, Limits}, games::TicTacToe3, search::search};
/// let limits = Limits { depth: Some(9), ..Limits::default() };
/// let found = search(&TicTacToe3::default(), limits, 1, &Control::default())?;
/// assert!(found.exact && found.value == 0.0);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn search<G: Specialists>(
    position: &G,
    limits: Limits,
    table_mib: usize,
    control: &Control<'_>,
) -> Result<SearchResult> {
    Ok(Searcher::new(table_mib, 1)?.search(position, limits, control, |_| ()))
}
