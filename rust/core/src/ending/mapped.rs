//! Bytes of a table: in memory or mapped from a file.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use memmap2::Mmap;

/// A part of a memory-mapped file.
#[derive(Clone, Debug)]
pub(super) struct Mapped {
    map: Arc<Mmap>,
    range: Range<usize>,
}

impl Mapped {
    /// Maps a whole file for reading.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the bytes are only read as bytes, and the numbers read from them are checked, or
        // masked where they index. A finished database is never written to: new ones are made
        // beside it and renamed. If another program shortens a mapped file, a signal ends the
        // process; no mapping can prevent that.
        #[expect(unsafe_code, reason = "mapping a file is unsafe")]
        let map = unsafe { Mmap::map(file)? };
        let range = 0..map.len();
        Ok(Mapped { map: Arc::new(map), range })
    }

    /// A part of this part, which must contain it.
    pub fn part(&self, start: usize, length: usize) -> Self {
        let start = self.range.start + start;
        Mapped { map: self.map.clone(), range: start..start + length }
    }

    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.map[self.range.clone()]
    }
}

/// Bytes in memory or of a file.
#[derive(Debug)]
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mapped),
}

impl Bytes {
    #[inline]
    pub fn all(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(mapped) => mapped.bytes(),
        }
    }
}
