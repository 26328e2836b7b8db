//! The transposition table: one shared type, lock-free for threads.

use crate::error::{Error, Result};
use crate::game::{MAX_INDICES, Move};
use crate::memory;
use crate::pages::{Slot, Slots, prefetch};
use crate::sync::atomic::Ordering;

/// How a stored value bounds the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is this or more.
    Lower,
    /// The true value is this or less.
    Upper,
    /// The true value.
    Exact,
}

impl Bound {
    /// The bound of a fail-soft value after a search of the window `(alpha, beta)`.
    #[inline]
    pub const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// A stored entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Value for the side to move, in evaluation units; 24 bits with the sign.
    pub value: i32,
    /// How the value bounds the true value.
    pub bound: Bound,
    /// Plies searched below it; 255 for an exact value that uses no estimate.
    pub depth: u8,
    /// Binary logarithm of the nodes spent on it, which decides which entry is replaced.
    pub effort: u8,
    /// Best move found, if any.
    pub best: Option<Move>,
}

const NO_MOVE: u64 = 0x1FFF;
const _: () = assert!(MAX_INDICES as u64 <= NO_MOVE, "an entry has room for a move");
const LAST_GENERATION: u64 = 0x7FF;

impl Entry {
    /// True if the value serves for a search of the window `(alpha, beta)`: if it is exact or, as a
    /// bound, outside of it.
    #[inline]
    pub fn answers(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    // value 24 | generation 11 | move 13 | effort 6 | depth 8 | bound 2, from the top; an empty slot
    // has bound 0
    fn pack(self, generation: u64) -> u64 {
        let best = self.best.map_or(NO_MOVE, |m| u64::from(m.0));
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value as u32) << 40
            | generation << 29
            | best << 16
            | u64::from(self.effort & 63) << 10
            | u64::from(self.depth) << 2
            | bound
    }

    fn unpack(data: u64, generation: u64) -> Option<Entry> {
        if data >> 29 & LAST_GENERATION != generation {
            return None;
        }
        let bound = match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = data >> 16 & NO_MOVE;
        Some(Entry {
            value: (data as i64 >> 40) as i32,
            bound,
            depth: (data >> 2) as u8,
            effort: (data >> 10 & 63) as u8,
            best: (best != NO_MOVE).then_some(Move(best as u16)),
        })
    }
}

/// A slot holds the key xor the data, then the data: a slot torn by two writers matches no key
/// (Robert Hyatt and Timothy Mann, "A lock-less transposition-table implementation for parallel
/// search", ICGA Journal, 2002).
fn load(slot: &Slot, key: u64, generation: u64) -> Option<Entry> {
    let data = slot[1].load(Ordering::Relaxed);
    let mine = slot[0].load(Ordering::Relaxed) ^ data == key;
    if mine { Entry::unpack(data, generation) } else { None }
}

/// Slots of a bucket. The first three keep the entries of greatest effort, the last always takes
/// the newest.
const BUCKET: usize = 4;

/// A table of positions by their 64-bit keys, sized by the owner of the search.
///
/// ```
/// use bitgames_core::table::{Bound, Entry, Table};
/// let table = Table::new(1)?;
/// let entry = Entry { value: -1, bound: Bound::Exact, depth: 3, effort: 0, best: None };
/// table.put(42, entry);
/// assert_eq!(table.get(42), Some(entry));
/// assert_eq!(table.get(43), None);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub struct Table {
    slots: Slots,
    mask: usize,
    generation: u64,
}

impl Table {
    /// A table of the largest power of two of slots that fits into `mib` MiB, at least 1. The
    /// system provides memory as slots are first written, so a large table costs a small search
    /// nothing. [`Error::Memory`] if the system has not enough memory.
    pub fn new(mib: usize) -> Result<Self> {
        Self::for_threads(mib, 1)
    }

    /// The same for a search by `threads` threads: with several, the system provides larger pages.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn for_threads(mib: usize, threads: usize) -> Result<Self> {
        memory::table(mib, |mib| {
            let slots = (mib.max(1) << 20) / size_of::<Slot>();
            let slots = 1 << slots.ilog2();
            let mask = slots - 1;
            let slots = Slots::new(slots, threads).map_err(|_| Error::Memory { mib })?;
            Ok(Table { slots, mask, generation: 0 })
        })
    }

    /// Uses only the first slots, at least `count` of them if there are so many, until the next call:
    /// a search that needs few of them then touches little memory, which the system has to provide and
    /// the cache can hold. A larger count keeps half of the entries at each doubling.
    pub fn use_slots(&mut self, count: usize) {
        let count = count.max(BUCKET).checked_next_power_of_two().unwrap_or(usize::MAX);
        self.mask = count.min(self.slots.len()) - 1;
    }

    /// Uses at least `count` slots, or all if there are fewer, as [`Table::use_slots`], but keeps all
    /// entries: those that are now looked up elsewhere move there, into slots that were not in use.
    ///
    /// ```
    /// use bitgames_core::table::{Bound, Entry, Table};
    /// let mut table = Table::new(1)?;
    /// table.use_slots(1);
    /// let entry = Entry { value: -1, bound: Bound::Exact, depth: 3, effort: 0, best: None };
    /// table.put(42, entry);
    /// table.grow(1_000);
    /// assert_eq!(table.get(42), Some(entry));
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn grow(&mut self, count: usize) {
        let before = self.mask + 1;
        self.use_slots(count.max(before));
        if before > self.mask {
            return;
        }
        for at in 0..before {
            let [mixed, data] = [0, 1].map(|word| self.slots[at][word].load(Ordering::Relaxed));
            let to = (mixed ^ data) as usize & self.mask & !(BUCKET - 1) | (at % BUCKET);
            // What is empty would be taken for an entry of the first bucket.
            if to != at && (mixed, data) != (0, 0) {
                for (word, value) in [mixed, data].into_iter().enumerate() {
                    self.slots[at][word].store(0, Ordering::Relaxed);
                    self.slots[to][word].store(value, Ordering::Relaxed);
                }
            }
        }
    }

    /// Asks the processor to load the entries of a key that is needed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Empties the table at almost no cost: entries written so far count as free slots.
    pub fn forget(&mut self) {
        self.generation += 1;
        if self.generation > LAST_GENERATION {
            self.generation = 0;
            for word in self.slots.iter().flatten() {
                word.store(0, Ordering::Relaxed);
            }
        }
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let at = key as usize & self.mask & !(BUCKET - 1);
        &self.slots[at..at + BUCKET]
    }

    /// The entry of this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| load(slot, key, self.generation))
    }

    /// All entries with their keys.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> {
        self.slots.iter().filter_map(|slot| {
            let [mixed, data] = [0, 1].map(|word| slot[word].load(Ordering::Relaxed));
            Entry::unpack(data, self.generation).map(|entry| (mixed ^ data, entry))
        })
    }

    /// Stores an entry in place of an older one of the same key, or of the one with the least
    /// effort.
    pub fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let place = bucket
            .iter()
            .position(|slot| load(slot, key, self.generation).is_some())
            .or_else(|| bucket[..BUCKET - 1].iter().position(|slot| self.is_cheaper(slot, entry)))
            .unwrap_or(BUCKET - 1);
        let data = entry.pack(self.generation);
        bucket[place][0].store(key ^ data, Ordering::Relaxed);
        bucket[place][1].store(data, Ordering::Relaxed);
    }

    fn is_cheaper(&self, slot: &Slot, entry: Entry) -> bool {
        let old = Entry::unpack(slot[1].load(Ordering::Relaxed), self.generation);
        old.is_none_or(|old| old.effort < entry.effort)
    }
}

/// Checks a table size in MiB, 1 to 65,536.
pub fn check_mib(mib: i64) -> Result<usize> {
    match mib {
        1..=65_536 => Ok(mib as usize),
        _ => Err(Error::parameter("table_mib", "from 1 to 65536 MiB", mib)),
    }
}
