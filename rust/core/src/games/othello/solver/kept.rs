//! What a thread keeps for its lean tiers and its shallow searches: tables of its own. Their methods
//! are in `lean.rs`, `last.rs` and `shallow.rs`.

use super::local_table::LocalTable;
use crate::error::Result;
use crate::table::Table;

/// Binary logarithm of the slots for seven empties or more: 288 KiB, half of a usual second-level cache.
const TABLE_BITS: u32 = 14;
/// Binary logarithm of the slots for five and six empties: 144 KiB.
const LAST_TABLE_BITS: u32 = 13;
/// Size of the table of estimates, small enough for a cache.
const MIB: usize = 2;

/// The lean tiers of one thread. Each value is a bound on one side of `alpha` that tells whether the
/// true value is more.
pub(super) struct Lean<const W: usize, const H: usize> {
    pub nodes: u64,
    pub table: LocalTable,
    pub last_table: LocalTable,
}

/// Estimates values by a shallow search, in units of the evaluation, with a table of its own.
pub(super) struct Shallow<const W: usize, const H: usize> {
    pub table: Table,
}

/// What one thread keeps for itself.
pub(super) struct Own<const W: usize, const H: usize> {
    pub lean: Lean<W, H>,
    pub shallow: Shallow<W, H>,
}

impl<const W: usize, const H: usize> Own<W, H> {
    /// For one of this number of threads.
    pub fn new(threads: usize) -> Result<Self> {
        let (table, last_table) = (LocalTable::new(TABLE_BITS)?, LocalTable::new(LAST_TABLE_BITS)?);
        let shallow = Shallow { table: Table::for_threads(MIB, threads)? };
        Ok(Own { lean: Lean { nodes: 0, table, last_table }, shallow })
    }
}
