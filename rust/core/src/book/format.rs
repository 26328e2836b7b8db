//! The layout of a book file.
//!
//! All numbers are little endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 1 |
//! | 4 | kind of file, `BOOK` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 4, 4 | length of the text; number of entries |
//! | | the text: [`Settings`], a name and a value on each line |
//! | 1024 | for each first byte of a key, the number of entries up to there |
//! | 9 an entry | the other seven bytes of the key; the value in hundredths of a point plus 8192, and the kind in the top two bits: 0 leaf, 1 exact, 2 expanded |
//!
//! Entries come by key. Keys are hashes, so what can be saved of their eight bytes is the first one;
//! entries of one length are searched where they lie.

use std::fmt::Write as _;

use super::entry::{BookEntry, Kind, MAX_VALUE, Settings};
use crate::files::{self, checksum, number};

const VERSION: u32 = 1;
const NAME: [u8; 4] = *b"BOOK";
/// Bytes before the text.
const FRONT: usize = 32;
/// Bytes at the front that the checksum does not cover.
const UNSUMMED: usize = 24;
/// Lists of entries, one for each first byte of a key.
const LISTS: usize = 256;
/// Bytes of the rest of a key.
const REST: usize = 7;
pub(super) const BYTES: usize = REST + 2;

/// Where in the bytes of a file its entries are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The first entry of each list, and the number of entries.
    starts: Vec<u32>,
    /// The byte of the first entry.
    front: usize,
}

pub(super) fn text(settings: &Settings) -> String {
    let Settings { game, strength, within, weight, batch, generator, roots } = settings;
    let mut text = format!(
        "game {game}\nsearch {strength}\nwithin {within}\nweight {weight}\nbatch {batch}\nby {generator}\n"
    );
    for root in roots {
        let _ = writeln!(text, "root {root}");
    }
    text
}

/// The settings of a text; `None` if it is not one of [`text`].
pub(super) fn settings(read: &str) -> Option<Settings> {
    let mut lines = read.lines();
    let mut value = |name: &str| {
        let line = lines.next()?.strip_prefix(name)?.strip_prefix(' ')?;
        Some(line.to_owned())
    };
    let found = Settings {
        game: value("game")?,
        strength: value("search")?.parse().ok()?,
        within: value("within")?.parse().ok()?,
        weight: value("weight")?.parse().ok()?,
        batch: value("batch")?.parse().ok()?,
        generator: value("by")?,
        roots: lines
            .map(|line| line.strip_prefix("root ").map(str::to_owned))
            .collect::<Option<_>>()?,
    };
    (text(&found) == read).then_some(found)
}

/// The checksum in the bytes of a file.
pub(super) fn sum(bytes: &[u8]) -> &[u8] {
    &bytes[16..UNSUMMED]
}

/// A file with these entries, which come by key.
pub(super) fn write(of: &Settings, entries: &[(u64, BookEntry)]) -> Vec<u8> {
    let text = text(of);
    let mut bytes = files::head(VERSION, NAME);
    bytes.extend([0; 8]);
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend((entries.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    for list in 0..LISTS as u64 {
        let end = entries.partition_point(|(key, _)| key >> 56 <= list);
        bytes.extend((end as u32).to_le_bytes());
    }
    for (key, BookEntry { value, kind }) in entries {
        bytes.extend(&key.to_le_bytes()[..REST]);
        let packed = (value + MAX_VALUE + 1) as u16 | (*kind as u16) << 14;
        bytes.extend(packed.to_le_bytes());
    }
    let sum = checksum(&bytes[UNSUMMED..]);
    bytes[16..UNSUMMED].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Reads the front of a file and checks all of it, or returns the reason why it is not valid.
pub(super) fn read(bytes: &[u8]) -> Result<(Settings, Layout), String> {
    if bytes.len() < FRONT {
        return Err("it is too short to be an opening book".into());
    }
    files::check_head(bytes, VERSION, NAME, "an opening book")?;
    if bytes[16..UNSUMMED] != checksum(&bytes[UNSUMMED..]).to_le_bytes() {
        return Err("its checksum is wrong: it is damaged or cut short".into());
    }
    let (length, count) = (number(bytes, 24), number(bytes, 28));
    let table = FRONT.saturating_add(length);
    let front = table.saturating_add(4 * LISTS);
    let text = bytes.get(FRONT..table).and_then(|text| std::str::from_utf8(text).ok());
    let (Some(settings), true) =
        (text.and_then(settings), bytes.len() == front.saturating_add(count.saturating_mul(BYTES)))
    else {
        return Err("its header is damaged".into());
    };
    let mut starts = vec![0];
    starts.extend((0..LISTS).map(|list| number(bytes, table + 4 * list) as u32));
    if !starts.is_sorted() || starts.last() != Some(&(count as u32)) {
        return Err("its table of keys is damaged".into());
    }
    let layout = Layout { starts, front };
    let keys = || (0..LISTS).flat_map(|list| layout.list(list).map(move |at| (list, at)));
    let keys: Vec<u64> = keys().map(|(list, at)| layout.key(bytes, list, at)).collect();
    let known = |at: usize| usize::from(layout.packed(bytes, at) >> 14) < 3;
    if !keys.is_sorted_by(|a, b| a < b) || !(0..count).all(known) {
        return Err("its entries are damaged".into());
    }
    Ok((settings, layout))
}

impl Layout {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.starts[LISTS] as usize
    }

    fn list(&self, list: usize) -> std::ops::Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    fn rest(&self, bytes: &[u8], at: usize) -> u64 {
        let from = self.front + at * BYTES;
        let mut key = [0; 8];
        key[..REST].copy_from_slice(&bytes[from..from + REST]);
        u64::from_le_bytes(key)
    }

    fn key(&self, bytes: &[u8], list: usize, at: usize) -> u64 {
        (list as u64) << 56 | self.rest(bytes, at)
    }

    fn packed(&self, bytes: &[u8], at: usize) -> u16 {
        let from = self.front + at * BYTES + REST;
        u16::from_le_bytes([bytes[from], bytes[from + 1]])
    }

    fn entry(&self, bytes: &[u8], at: usize) -> BookEntry {
        let packed = self.packed(bytes, at);
        let kind = [Kind::Leaf, Kind::Exact, Kind::Expanded][usize::from(packed >> 14)];
        BookEntry { value: i32::from(packed & 0x3FFF) - MAX_VALUE - 1, kind }
    }

    /// The entry of a key, by bisection of its list.
    pub fn find(&self, bytes: &[u8], key: u64) -> Option<BookEntry> {
        let mut list = self.list((key >> 56) as usize);
        let rest = key & ((1 << 56) - 1);
        while !list.is_empty() {
            let middle = list.start.midpoint(list.end);
            match self.rest(bytes, middle).cmp(&rest) {
                std::cmp::Ordering::Equal => return Some(self.entry(bytes, middle)),
                std::cmp::Ordering::Less => list.start = middle + 1,
                std::cmp::Ordering::Greater => list.end = middle,
            }
        }
        None
    }

    /// All entries by key.
    pub fn entries<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = (u64, BookEntry)> + 'a {
        (0..LISTS).flat_map(move |list| {
            self.list(list).map(move |at| (self.key(bytes, list, at), self.entry(bytes, at)))
        })
    }
}
