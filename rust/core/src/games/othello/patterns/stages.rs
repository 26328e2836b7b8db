//! The stages of the game, each of which has weights of its own.

/// Stages of the game by empty cells: five cells each.
pub const STAGES: usize = 12;
const STAGE_CELLS: usize = 5;

/// The stage of a position by its number of empty cells.
#[inline]
pub const fn stage(empties: usize) -> usize {
    if empties / STAGE_CELLS < STAGES { empties / STAGE_CELLS } else { STAGES - 1 }
}
