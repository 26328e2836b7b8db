//! A book without its keys, which a walk along the moves finds again: a fifth of its bytes.
//!
//! The books that this program holds have this form. All numbers are little endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 1 |
//! | 4 | kind of file, `PACK` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 8 | the checksum in the file of the book |
//! | 4, 4 | length of the text; number of entries |
//! | | the text: [`Settings`], a name and a value on each line |
//! | a quarter a position | two bits: what it is, 0 leaf, 1 exact, 2 expanded, 3 no entry |
//! | 1 an entry | the low bytes of the values in hundredths of a point plus 8192 |
//! | 1 an entry | the high bytes |
//!
//! The positions are those of the walk: the roots, then behind each expanded position, in the order in
//! which these were met, its successors in the order of the moves, each key once.

use std::collections::VecDeque;

use hashbrown::HashSet;

use super::entry::{BookEntry, Kind, MAX_VALUE};
use super::{Book, format};
use crate::capability::Symmetric;
use crate::files::{self, checksum, number};

const VERSION: u32 = 1;
const NAME: [u8; 4] = *b"PACK";
/// Bytes before the text.
const FRONT: usize = 40;
/// Bytes at the front that the checksum does not cover.
const UNSUMMED: usize = 24;
const ABSENT: u8 = 3;
/// What a position is, by its two bits.
const KINDS: [Kind; 3] = [Kind::Leaf, Kind::Exact, Kind::Expanded];

/// Walks from the roots on; `kind` says what the position of a key is, `None` for no entry.
fn walk<G: Symmetric>(roots: &[G], mut kind: impl FnMut(u64) -> Option<Kind>) {
    let (mut seen, mut waiting) = (HashSet::new(), VecDeque::new());
    let mut meet = |position: &G| {
        let key = position.canonical_key();
        seen.insert(key) && kind(key) == Some(Kind::Expanded)
    };
    waiting.extend(roots.iter().filter(|root| meet(root)).cloned());
    while let Some(position) = waiting.pop_front() {
        for m in position.legal_moves() {
            let after = position.child(m);
            if meet(&after) {
                waiting.push_back(after);
            }
        }
    }
}

/// The packed form; `None` for a book that has entries beside the walk from the roots.
pub(super) fn pack<G: Symmetric>(book: &Book, roots: &[G]) -> Option<Vec<u8>> {
    let (mut kinds, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
    walk(roots, |key| {
        let entry = book.get(key);
        kinds.push(entry.map_or(ABSENT, |entry| entry.kind as u8));
        let entry = entry?;
        let [byte, above] = ((entry.value + MAX_VALUE + 1) as u16).to_le_bytes();
        low.push(byte);
        high.push(above);
        Some(entry.kind)
    });
    if low.len() != book.len() {
        return None;
    }
    let text = format::text(book.settings());
    let mut bytes = files::head(VERSION, NAME);
    bytes.extend([0; 8]);
    bytes.extend(format::sum(book.bytes()));
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend((low.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    let fours = kinds.chunks(4).map(|four| four.iter().rev().fold(0, |all, kind| all << 2 | kind));
    bytes.extend(fours);
    bytes.extend(low);
    bytes.extend(high);
    let sum = checksum(&bytes[UNSUMMED..]);
    bytes[16..UNSUMMED].copy_from_slice(&sum.to_le_bytes());
    Some(bytes)
}

/// Checks that bytes are a packed book of a game.
pub(super) fn check(bytes: &[u8], game: &str) -> Result<(), String> {
    if bytes.len() < FRONT {
        return Err("it is too short to be a packed opening book".into());
    }
    files::check_head(bytes, VERSION, NAME, "a packed opening book")?;
    if bytes[16..UNSUMMED] != checksum(&bytes[UNSUMMED..]).to_le_bytes() {
        return Err("its checksum is wrong: it is damaged or cut short".into());
    }
    let text = bytes.get(FRONT..FRONT.saturating_add(number(bytes, 32)));
    let settings = text.and_then(|text| format::settings(std::str::from_utf8(text).ok()?));
    match settings {
        None => Err("its header is damaged".into()),
        Some(settings) if settings.game != game => {
            Err(format!("it is of {}, not of {game}", settings.game))
        }
        Some(_) => Ok(()),
    }
}

/// The file of the book of a packed form, from the roots of its game.
pub(super) fn unpack<G: Symmetric>(
    bytes: &[u8],
    game: &str,
    roots: &[G],
) -> Result<Vec<u8>, String> {
    check(bytes, game)?;
    let damaged = || String::from("its entries are damaged");
    let (length, count) = (number(bytes, 32), number(bytes, 36));
    let text = std::str::from_utf8(&bytes[FRONT..FRONT + length]).map_err(|_| damaged())?;
    let settings = format::settings(text).ok_or_else(damaged)?;
    let values = bytes.len().checked_sub(count.saturating_mul(2)).ok_or_else(damaged)?;
    let fours = bytes.get(FRONT + length..values).ok_or_else(damaged)?;
    let (low, high) = bytes[values..].split_at(count);
    let mut kinds = fours.iter().flat_map(|four| (0..4).map(move |at| four >> (2 * at) & 3));
    let mut values = low.iter().zip(high).map(|(&byte, &above)| u16::from_le_bytes([byte, above]));
    let mut entries = Vec::new();
    walk(roots, |key| {
        let kind = *KINDS.get(usize::from(kinds.next()?))?;
        let value = i32::from(values.next()?) - MAX_VALUE - 1;
        entries.push((key, BookEntry { value, kind }));
        Some(kind)
    });
    let book = Book::of(&settings, entries).map_err(|_| damaged())?;
    if format::sum(book.bytes()) != &bytes[UNSUMMED..UNSUMMED + 8] {
        return Err(damaged());
    }
    Ok(book.bytes.into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::super::tests::settings;
    use super::*;
    use crate::games::othello::FixedBoard;

    type Othello4 = FixedBoard<4>;
    use crate::rng::Rng;

    /// A book of a walk, with positions that are not in it.
    fn book() -> Book {
        let roots = vec![Othello4::default().to_string()];
        let settings = Settings { roots, ..settings() };
        let (mut rng, mut entries) = (Rng::new(1), Vec::new());
        walk(&[Othello4::default()], |key| {
            let kind = match rng.below(8) {
                _ if entries.len() < 30 => Kind::Expanded,
                0 => return None,
                1 => Kind::Exact,
                2..=4 => Kind::Expanded,
                _ => Kind::Leaf,
            };
            let value = rng.below(2 * MAX_VALUE as usize + 1) as i32 - MAX_VALUE;
            entries.push((key, BookEntry { value, kind }));
            Some(kind)
        });
        Book::of(&settings, entries).expect("each key is met once")
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let (book, start) = (book(), Othello4::default());
        let packed = book.packed(&start).expect("a whole book");
        assert!(book.len() > 100 && packed.len() < 3 * book.len() + 300, "{}", packed.len());
        assert_eq!(Book::unpacked(&packed, &start).expect("valid"), book.bytes());
        assert!(Book::check(&packed, "othello:4").is_ok());
    }

    #[test]
    fn a_book_with_other_entries_is_not_packed() {
        let book = book();
        let mut entries: Vec<_> = book.entries().collect();
        entries.push((12345, BookEntry { value: 0, kind: Kind::Leaf }));
        let more = Book::of(book.settings(), entries).expect("another key");
        assert!(more.packed(&Othello4::default()).is_err());
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let start = Othello4::default();
        let whole = book().packed(&start).expect("a whole book");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            assert!(Book::unpacked(&bytes, &start).is_err(), "{at}");
            assert!(Book::unpacked(&whole[..at], &start).is_err(), "{at}");
        }
        assert!(Book::check(&whole, "othello").is_err());
        // Bytes that are whole, but of no book: their checksum is right.
        for length in 0..120 {
            let mut bytes = whole[..FRONT].to_vec();
            bytes.extend((0..length).map(|at| at as u8));
            let sum = checksum(&bytes[UNSUMMED..]).to_le_bytes();
            bytes[16..UNSUMMED].copy_from_slice(&sum);
            assert!(Book::unpacked(&bytes, &start).is_err(), "{length}");
        }
    }
}
