//! Bytes of a table: in memory or mapped from a file.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Bytes in memory, or those of a mapped file from a place on.
#[derive(Debug)]
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap, usize),
}

impl Bytes {
    #[inline]
    pub fn all(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map, begin) => &map[*begin..],
        }
    }
}

/// Maps a whole file for reading.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes are only read as bytes, and the numbers read from them are checked, or
    // masked where they index. A finished database is never written to: new ones are made
    // beside it and renamed. If another program shortens a mapped file, a signal ends the
    // process; no mapping can prevent that.
    #[expect(unsafe_code, reason = "mapping a file is unsafe")]
    unsafe {
        Mmap::map(file)
    }
}
