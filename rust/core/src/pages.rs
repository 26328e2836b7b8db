//! Memory for large tables: zeroed, aligned to pages, with large pages where they pay.

use std::io;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

#[cfg(any(unix, windows))]
use memmap2::{MmapMut, MmapRaw};

use crate::faults;

/// A slot of a table that threads share: a position and its entry.
pub(crate) type Slot = [AtomicU64; 2];

/// Asks the processor to load slots that are needed soon, up to a line of its cache.
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a hint to the processor"))]
pub(crate) fn prefetch(slots: &[Slot]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect but on speed.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slots.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slots;
}

/// Least size in bytes at which large pages are requested. They save a page fault every 4 KiB and
/// misses of the address cache; but the first touch of each page clears 2 MiB, which would slow a
/// small search in a small table.
#[cfg(any(test, target_os = "linux"))]
const LARGE: usize = 128 << 20;
/// The same for memory that several threads use: a small page that is first read and then written
/// interrupts all of them, which took more time from two threads than the second one gained.
#[cfg(target_os = "linux")]
const LARGE_FOR_THREADS: usize = 2 << 20;
/// The same for the part of a table that a search is about to use all over: in small pages nearly
/// every look into it would miss the address cache.
#[cfg(target_os = "linux")]
const LARGE_ALL_OVER: usize = 256 << 10;

/// Zeroed slots; the system provides their memory at first touch.
#[cfg(any(unix, windows))]
pub(crate) struct Slots {
    map: MmapRaw,
    count: usize,
}

#[cfg(any(unix, windows))]
impl Slots {
    /// `count` slots, at least one, which `threads` threads use.
    pub fn new(count: usize, threads: usize) -> io::Result<Self> {
        let bytes = count.checked_mul(size_of::<Slot>()).ok_or(io::ErrorKind::OutOfMemory)?;
        if faults::memory() {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let map = MmapRaw::from(MmapMut::map_anon(bytes)?);
        #[cfg(target_os = "linux")]
        if bytes >= if threads > 1 { LARGE_FOR_THREADS } else { LARGE } {
            // A system without large pages refuses the advice, which does no harm.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Slots { map, count })
    }

    /// Requests large pages for a search that uses the first `count` slots all over, if they are many.
    pub fn use_all_over(&self, count: usize) {
        #[cfg(target_os = "linux")]
        if count * size_of::<Slot>() >= LARGE_ALL_OVER {
            let _ = self.map.advise(memmap2::Advice::HugePage);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = count;
    }
}

#[cfg(any(unix, windows))]
impl Deref for Slots {
    type Target = [Slot];

    #[inline]
    #[expect(unsafe_code, clippy::cast_ptr_alignment, reason = "memory of the system has no type")]
    fn deref(&self) -> &[Slot] {
        // SAFETY: the mapping is `count` slots long, aligned to a page, lives as long as `self`, and is
        // reached through `self` alone. It was zeroed, zero is a valid slot, and slots are atomics, which
        // may be written through a shared reference.
        unsafe { std::slice::from_raw_parts(self.map.as_mut_ptr().cast::<Slot>(), self.count) }
    }
}

/// Zeroed slots, where the system maps no memory.
#[cfg(not(any(unix, windows)))]
pub(crate) struct Slots(Vec<Slot>);

#[cfg(not(any(unix, windows)))]
impl Slots {
    /// As above, but memory is left for what else a search needs: there it is small, and a list that
    /// cannot grow ends the program.
    pub fn new(count: usize, _threads: usize) -> io::Result<Self> {
        const LEFT: usize = (8 << 20) / size_of::<Slot>();
        let mut slots = Vec::new();
        let refused = faults::memory()
            || slots.try_reserve_exact(count).is_err()
            || Vec::<Slot>::new().try_reserve_exact(LEFT).is_err();
        if refused {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        slots.resize_with(count, Slot::default);
        Ok(Slots(slots))
    }

    /// There is one size of pages.
    pub fn use_all_over(&self, _count: usize) {}
}

#[cfg(not(any(unix, windows)))]
impl Deref for Slots {
    type Target = [Slot];

    #[inline]
    fn deref(&self) -> &[Slot] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn slots_are_zero_and_keep_what_is_written() {
        for count in [1, 1 << 16, LARGE / size_of::<Slot>()] {
            let slots = Slots::new(count, 2).expect("a little memory");
            assert_eq!((slots.len(), slots.as_ptr() as usize % 64), (count, 0));
            for at in [0, count / 2, count - 1] {
                assert!(slots[at].iter().all(|word| word.load(Ordering::Relaxed) == 0));
                slots[at][1].store(at as u64, Ordering::Relaxed);
            }
            assert_eq!(slots[count - 1][1].load(Ordering::Relaxed), count as u64 - 1);
        }
        assert!(Slots::new(usize::MAX, 1).is_err());
    }
}
