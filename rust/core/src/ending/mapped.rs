//! Bytes of a table: in memory or mapped from a file.

use std::fs::File;
use std::io;

#[cfg(any(unix, windows))]
use memmap2::Mmap;

/// No file is mapped where the system has no files.
#[cfg(not(any(unix, windows)))]
type Mmap = Vec<u8>;

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
#[cfg(any(unix, windows))]
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

/// Refuses, as opening a file has done before.
#[cfg(not(any(unix, windows)))]
pub(super) fn map(_: &File) -> io::Result<Mmap> {
    Err(io::ErrorKind::Unsupported.into())
}
