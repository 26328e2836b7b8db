//! What is proven of positions: bounds on their values.
//!
//! Where the bits of a board leave room, an entry is one word: its place in the table says the lowest
//! bits of the hash, and the word holds all others, so no entry is taken for another position's. Eight
//! entries that share a place lie in one line of the processor's cache; the newest takes the room of
//! its own older one, else of the one that cost the least. Larger boards use the table of the generic
//! search.

use crate::error::{Error, Result};
use crate::memory;
use crate::pages::{Slot, Slots, prefetch};
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::table::{Bound, Entry, Table};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The value for the side to move is at least this.
    pub low: i32,
    /// The value for the side to move is at most this.
    pub high: i32,
    /// The column of the best move, if one is known.
    pub best: Option<u8>,
}

/// Slots of a line of the cache, which is a place of the table.
const SLOTS: usize = 4;
/// Bits of an entry besides the position: the bounds, the move and the effort.
const OTHER_BITS: usize = 24;
/// The lowest bit of the effort.
const EFFORT: usize = 18;
const NO_MOVE: u64 = 15;
/// Added to bounds, which keeps them above 0: an entry of zeros is none.
const ZERO: i32 = 64;

/// Least effort of an entry that a checkpoint keeps: 256 positions visited.
const MIN_EFFORT: u64 = 9;

impl Known {
    /// A bound that says whether the value is at least `beta`, if one does.
    #[inline]
    pub fn decides(self, beta: i32) -> Option<i32> {
        if self.low >= beta { Some(self.low) } else { (self.high < beta).then_some(self.high) }
    }

    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_MOVE, u64::from);
        best << 14 | ((self.high + ZERO) as u64) << 7 | (self.low + ZERO) as u64
    }

    fn unpack(word: u64) -> Self {
        let bound = |word: u64| (word & 127) as i32 - ZERO;
        let best = word >> 14 & 15;
        let best = (best != NO_MOVE).then_some(best as u8);
        Known { low: bound(word), high: bound(word >> 7), best }
    }
}

/// A table for the positions of one board, by their hashes.
pub(super) enum Memory {
    /// Each entry a word that holds all of its position that its place does not say.
    Exact {
        slots: Slots,
        /// Bits of a hash that the place says and the word does not hold.
        said: usize,
        /// The places in use: more only once they are needed, as the system has to provide the memory.
        mask: u64,
    },
    /// By 64 bits of a hash.
    Hashed(Table),
}

impl Memory {
    /// Bits of a hash that the place in a table of whole positions has to say.
    fn said(bits: usize) -> usize {
        bits.saturating_sub(64 - OTHER_BITS)
    }

    /// A table of so many MiB for positions of so many bits.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn new(bits: usize, mib: usize, threads: usize) -> Result<Self> {
        memory::table(mib, |mib| Self::of_size(bits, mib, threads))
    }

    fn of_size(bits: usize, mib: usize, threads: usize) -> Result<Self> {
        let place_bits = ((mib.max(1) << 20) / size_of::<Slot>() / SLOTS).ilog2() as usize;
        let said = Self::said(bits);
        if said > place_bits {
            return Table::for_threads(mib, threads).map(Memory::Hashed);
        }
        let slots = Slots::new(SLOTS << place_bits, threads).map_err(|_| Error::Memory { mib })?;
        Ok(Memory::Exact { slots, said, mask: (1 << said) - 1 })
    }

    /// Uses so much of the table as a search with so many empty cells needs; never less than before.
    /// True if that is more: then some of the entries have lost their places.
    pub fn use_for(&mut self, empties: usize) -> bool {
        // Some 8 times what such positions take after random moves, 1.7 times more for each cell: with
        // a quarter of it hard searches visit 1.04 of the positions; four times as much does not fit
        // into the cache.
        let places = 1_u64 << (empties * 3 / 4).saturating_sub(6).min(40);
        match self {
            Memory::Exact { slots, mask, .. } => {
                let before = *mask;
                *mask |= places.min((slots.len() / SLOTS) as u64) - 1;
                let more = *mask > before;
                if more {
                    slots.use_all_over((*mask as usize + 1) * SLOTS);
                }
                more
            }
            Memory::Hashed(table) => {
                table.use_slots((places as usize).saturating_mul(SLOTS));
                false
            }
        }
    }

    /// The entries at the place of a hash.
    #[inline]
    fn place(slots: &Slots, mask: u64, hash: u64) -> &[Slot] {
        let at = (hash & mask) as usize * SLOTS;
        &slots[at..at + SLOTS]
    }

    /// Asks the processor to load the entries of a hash.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        match self {
            Memory::Exact { slots, mask, .. } => prefetch(Self::place(slots, *mask, hash)),
            Memory::Hashed(table) => table.prefetch(hash),
        }
    }

    /// What is known of the position of a hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Known> {
        match self {
            Memory::Exact { slots, said, mask } => {
                let (entries, mine) = (Self::place(slots, *mask, hash), hash >> said);
                let mut words = entries.iter().flatten().map(|word| word.load(Ordering::Relaxed));
                let found = |word: &u64| word >> OTHER_BITS == mine && word & 127 != 0;
                words.find(found).map(Known::unpack)
            }
            Memory::Hashed(table) => table.get(hash).map(|entry| Known::unpack(entry.value as u64)),
        }
    }

    /// The entries that cost some effort: hashes, and what else is kept of each.
    pub fn worth_keeping(&self) -> impl Iterator<Item = [u64; 2]> {
        let (slots, said, table) = match self {
            Memory::Exact { slots, said, .. } => (&slots[..], *said, None),
            Memory::Hashed(table) => (&[][..], 0, Some(table)),
        };
        let whole = slots.iter().enumerate().flat_map(move |(i, slot)| {
            let place = (i / SLOTS) as u64 & ((1 << said) - 1);
            slot.iter().map(move |word| {
                let word = word.load(Ordering::Relaxed);
                [word >> OTHER_BITS << said | place, word & ((1 << OTHER_BITS) - 1)]
            })
        });
        let hashed = table.into_iter().flat_map(Table::entries);
        let hashed = hashed
            .map(|(hash, entry)| [hash, u64::from(entry.effort) << EFFORT | entry.value as u64]);
        whole.chain(hashed).filter(|[_, rest]| rest >> EFFORT >= MIN_EFFORT)
    }

    /// Keeps an entry from [`Memory::worth_keeping`].
    #[inline]
    pub fn restore(&self, [hash, rest]: [u64; 2]) {
        match self {
            Memory::Exact { slots, said, mask } => {
                let (entries, mine) = (Self::place(slots, *mask, hash), hash >> said);
                let worth = |word: &&AtomicU64| {
                    let word = word.load(Ordering::Relaxed);
                    if word >> OTHER_BITS == mine { 0 } else { 1 + (word >> EFFORT & 63) }
                };
                if let Some(entry) = entries.iter().flatten().min_by_key(worth) {
                    entry.store(mine << OTHER_BITS | rest, Ordering::Relaxed);
                }
            }
            Memory::Hashed(table) => {
                let (value, effort) = (rest & ((1 << EFFORT) - 1), (rest >> EFFORT) as u8);
                let (value, bound) = (value as i32, Bound::Exact);
                table.put(hash, Entry { value, bound, depth: 0, effort, best: None });
            }
        }
    }

    /// Keeps what is known of the position of a hash, which took so many positions.
    #[inline]
    pub fn put(&self, hash: u64, known: Known, nodes: u64) {
        let effort = u64::from(64 - nodes.leading_zeros());
        self.restore([hash, effort << EFFORT | known.pack()]);
    }
}
