//! The solver's table: it stores whole positions, so it never confuses two of them.

use super::compact::{BITS, State};
use crate::bits::mix;
use crate::error::{Error, Result};
use crate::memory;
use crate::pages::Slots;
use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

/// Bounds on the first player's result: at least the first, at most the second.
pub(super) type Bounds = (i8, i8);

pub(super) const UNKNOWN: Bounds = (-1, 1);

/// A slot of two words: the first player's pieces and, above them, the effort; the second player's
/// pieces and, above them, the side to move and the bounds. A slot without bounds is empty.
pub(super) type Slot = [u64; 2];

const PIECES: u64 = (1 << BITS) - 1;
const TURN: u32 = BITS;
const BOUNDS: u32 = BITS + 1;
/// All informative bounds, by the number that stores them, less one.
const KNOWN: [Bounds; 5] = [(-1, -1), (-1, 0), (0, 0), (0, 1), (1, 1)];

/// Slots of a bucket, one line of the cache. The first three keep the positions of greatest effort,
/// the last always takes the newest.
const BUCKET: usize = 4;
/// Number of stamps, counters that buckets share and by which a reader detects a writer.
const STAMPS: usize = 1 << 14;

/// Half the binary logarithm of the positions visited below one, to 15.
pub(super) fn effort(nodes: u64) -> u64 {
    u64::from((nodes + 1).ilog2() / 2).min(15)
}

/// A table for any number of threads.
///
/// A writer makes the stamp of a bucket odd and, when it is done, even again. A reader that meets
/// an odd or a changed stamp finds nothing, and a writer that meets an odd one writes nothing. So
/// every slot read comes from one writer.
pub(super) struct BoundsTable {
    slots: Slots,
    stamps: Vec<AtomicU32>,
}

impl BoundsTable {
    /// A table of `mib` MiB for a search by `threads` threads.
    pub fn new(mib: usize, threads: usize) -> Result<Self> {
        BoundsTable::with_stamps(mib, threads, STAMPS)
    }

    /// A table whose buckets share this number of stamps, a power of two.
    pub fn with_stamps(mib: usize, threads: usize, stamps: usize) -> Result<Self> {
        let slots = memory::table(mib, |mib| {
            let buckets = ((mib.max(1) << 20) / (BUCKET * size_of::<Slot>())).max(1);
            Slots::new(buckets * BUCKET, threads).map_err(|_| Error::Memory { mib })
        })?;
        let stamps = (0..stamps).map(|_| AtomicU32::new(0)).collect();
        Ok(BoundsTable { slots, stamps })
    }

    /// The stored bounds of a position.
    #[inline]
    pub fn get(&self, state: &State) -> Bounds {
        let key = key(state);
        let bucket = self.bucket(key);
        let stamp = self.stamp(bucket);
        let before = stamp.load(Ordering::Acquire);
        let found = self.slots[bucket..bucket + BUCKET]
            .iter()
            .map(load)
            .find_map(|slot| if is(slot, key) { bounds(slot) } else { None });
        fence(Ordering::Acquire);
        if !before.is_multiple_of(2) || stamp.load(Ordering::Relaxed) != before {
            return UNKNOWN;
        }
        found.unwrap_or(UNKNOWN)
    }

    /// Stores bounds of a position, which cost this effort.
    pub fn put(&self, state: &State, (low, high): Bounds, effort: u64) {
        let key = key(state);
        self.write(self.bucket(key), |slots| {
            let mine = slots.iter().position(|&slot| is(slot, key));
            let (old_low, old_high) = mine.and_then(|i| bounds(slots[i])).unwrap_or(UNKNOWN);
            let known = (low.max(old_low), high.min(old_high));
            let Some(number) = KNOWN.iter().position(|&bounds| bounds == known) else { return };
            let slot = [key[0] | effort << BITS, key[1] | (number as u64 + 1) << BOUNDS];
            keep(slots, slot, mine);
        });
    }

    /// Restores a slot from [`BoundsTable::worth_keeping`].
    pub fn restore(&self, slot: Slot) {
        let key = [slot[0] & PIECES, slot[1] & (PIECES | 1 << TURN)];
        self.write(self.bucket(key), |slots| {
            let mine = slots.iter().position(|&other| is(other, key));
            keep(slots, slot, mine);
        });
    }

    pub fn worth_keeping(&self, least: u64) -> impl Iterator<Item = Slot> {
        self.slots.iter().enumerate().filter_map(move |(i, slot)| {
            let stamp = self.stamp(i - i % BUCKET);
            let before = stamp.load(Ordering::Acquire);
            let slot = load(slot);
            fence(Ordering::Acquire);
            let whole = before.is_multiple_of(2) && stamp.load(Ordering::Relaxed) == before;
            (whole && slot[0] >> BITS >= least && bounds(slot).is_some()).then_some(slot)
        })
    }

    /// The share of the table in use, in thousandths, from a sample.
    pub fn permille(&self) -> usize {
        let sample = self.slots.len().min(1 << 12);
        let step = self.slots.len() / sample;
        let used = self
            .slots
            .iter()
            .step_by(step)
            .take(sample)
            .filter(|slot| load(slot)[1] >> BOUNDS != 0);
        used.count() * 1000 / sample
    }

    fn write(&self, bucket: usize, change: impl FnOnce(&mut [Slot; BUCKET])) {
        let stamp = self.stamp(bucket);
        let before = stamp.load(Ordering::Relaxed);
        let taken = before.is_multiple_of(2)
            && stamp
                .compare_exchange(
                    before,
                    before.wrapping_add(1),
                    Ordering::Acquire,
                    Ordering::Relaxed,
                )
                .is_ok();
        if !taken {
            return;
        }
        fence(Ordering::Release);
        let line = &self.slots[bucket..bucket + BUCKET];
        let old: [Slot; BUCKET] = std::array::from_fn(|i| load(&line[i]));
        let mut new = old;
        change(&mut new);
        for ((slot, old), new) in line.iter().zip(old).zip(new) {
            if old != new {
                slot[0].store(new[0], Ordering::Relaxed);
                slot[1].store(new[1], Ordering::Relaxed);
            }
        }
        stamp.store(before.wrapping_add(2), Ordering::Release);
    }

    #[inline]
    fn bucket(&self, key: Slot) -> usize {
        let hash = mix(key[0] ^ mix(key[1]));
        let buckets = (self.slots.len() / BUCKET) as u128;
        ((u128::from(hash) * buckets) >> 64) as usize * BUCKET
    }

    #[inline]
    fn stamp(&self, bucket: usize) -> &AtomicU32 {
        &self.stamps[(bucket / BUCKET) & (self.stamps.len() - 1)]
    }
}

#[inline]
fn key(state: &State) -> Slot {
    [state.pieces[0], state.pieces[1] | (state.turn as u64) << TURN]
}

#[inline]
fn load(slot: &[AtomicU64; 2]) -> Slot {
    [slot[0].load(Ordering::Relaxed), slot[1].load(Ordering::Relaxed)]
}

#[inline]
fn is(slot: Slot, key: Slot) -> bool {
    slot[0] & PIECES == key[0] && slot[1] & (PIECES | 1 << TURN) == key[1]
}

#[inline]
fn bounds(slot: Slot) -> Option<Bounds> {
    KNOWN.get(((slot[1] >> BOUNDS) as usize).wrapping_sub(1)).copied()
}

/// Stores a slot in its old place, or in a free one, or in that of the slot with the least effort
/// if this is not greater; the replaced slot then moves to the last place.
fn keep(slots: &mut [Slot; BUCKET], slot: Slot, mine: Option<usize>) {
    let empty = || slots.iter().position(|slot| bounds(*slot).is_none());
    if let Some(place) = mine.or_else(empty) {
        slots[place] = slot;
        return;
    }
    let cheapest = (0..BUCKET - 1).min_by_key(|&i| slots[i][0] >> BITS).unwrap_or_default();
    if slots[cheapest][0] >> BITS <= slot[0] >> BITS {
        slots[BUCKET - 1] = slots[cheapest];
        slots[cheapest] = slot;
    } else {
        slots[BUCKET - 1] = slot;
    }
}
