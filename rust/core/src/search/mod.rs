//! Best moves by looking ahead: iterative-deepening principal variation search.
//!
//! Generic over [`Searchable`], written once. The window search with a null window for all moves but
//! the first follows Tony Marsland, "A review of game-tree pruning" (ICCA Journal, 1986) and
//! Alexander Reinefeld, "An improvement to the Scout tree-search algorithm" (ICCA Journal, 1983);
//! history ordering follows Jonathan Schaeffer, "The history heuristic" (ICCA Journal, 1983); the
//! look at all children's table entries before searching one is Aske Plaat's "enhanced
//! transposition cutoff" ("Exploiting graph properties of game trees", AAAI 1996).

mod deepening;
mod pvs;

use std::time::Duration;

pub use self::deepening::{Deepening, Searcher};
pub(crate) use self::pvs::{Pvs, SearchState};

use crate::capability::Searchable;
use crate::control::{Control, Limits};
use crate::error::Result;
use crate::game::Move;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Value for the side to move, in points of the game's score.
    pub value: f64,
    /// The best move; `None` in a finished game.
    pub best_move: Option<Move>,
    /// Best play from both sides as far as the search saw it, the best move first.
    pub pv: Vec<Move>,
    /// Plies searched in full.
    pub depth: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The value is proven, not an estimate.
    pub exact: bool,
}

/// Searches `position` with a table of its own. A search that is stopped by a limit or by its control
/// returns the result of the last depth that it finished.
///
/// ```
/// use bitgames_core::{control::{Control, Limits}, games::TicTacToe3, search::search};
/// let limits = Limits { depth: Some(9), ..Limits::default() };
/// let found = search(&TicTacToe3::default(), limits, 1, &Control::default())?;
/// assert!(found.exact && found.value == 0.0);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn search<G: Searchable>(
    position: &G,
    limits: Limits,
    table_mib: usize,
    control: &Control<'_>,
) -> Result<SearchResult> {
    Ok(Searcher::new(table_mib, 1)?.search(position, limits, control, |_| ()))
}
