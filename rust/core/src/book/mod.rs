//! Opening books: values of positions by their canonical keys, so that one entry serves all
//! symmetric positions.
//!
//! An entry is a *leaf* with the value of a search, *exact*, or *expanded*: then its value is the
//! best of its successors' values, all of which within the book's limit are entries too.
//! [`crate::expansion`] builds books; players look positions up here.

mod entry;
mod format;
mod packed;

use std::borrow::Cow;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::entry::{BookEntry, BookMove, Kind, MAX_VALUE, Settings, Strength, UNIT};
use self::format::Layout;
use crate::capability::Symmetric;
use crate::error::{Error, Result};
use crate::files;
use crate::notation::Notation;
use crate::once::Named;
use crate::order::sort_few;
use crate::specialists::Specialists;

/// An opening book of one game.
///
/// ```
/// use bitgames_core::{book::Book, control::Control, expansion::{self, Plan}, games};
/// let start = games::position("othello:4")?;
/// let plan = Plan { positions: 40, ..Plan::default() };
/// let book = expansion::build(start.as_ref(), &plan, 1, &Control::default(), |_| Ok(()))?;
/// let moves = book.moves(&games::othello::FixedBoard::<4>::default());
/// assert_eq!((moves.len(), moves[0].entry), (4, moves[3].entry));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    settings: Settings,
    bytes: Cow<'static, [u8]>,
    layout: Layout,
}

impl Book {
    /// A book of these entries.
    ///
    /// # Errors
    /// [`Error::Parameter`] for two entries of one key.
    pub fn of(settings: &Settings, mut entries: Vec<(u64, BookEntry)>) -> Result<Self> {
        entries.sort_unstable_by_key(|(key, _)| *key);
        let bytes = format::write(settings, &entries);
        let refused = |reason| Error::parameter("entries", "valid entries of a book", reason);
        let (settings, layout) = format::read(&bytes).map_err(refused)?;
        Ok(Book { settings, bytes: bytes.into(), layout })
    }

    /// A book from the bytes of a file; `path` is for errors.
    ///
    /// # Errors
    /// [`Error::DamagedFile`].
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>, path: &Path) -> Result<Self> {
        let bytes = bytes.into();
        let read = format::read(&bytes);
        let (settings, layout) =
            read.map_err(|reason| Error::damaged("opening book", path, reason))?;
        Ok(Book { settings, bytes, layout })
    }

    /// Checks that bytes are a packed book of this game.
    pub(crate) fn check(bytes: &[u8], game: &str) -> std::result::Result<(), String> {
        packed::check(bytes, game)
    }

    /// The packed form of a book, in which programs hold it; `start` is its only root.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a book with other roots, or with entries beside those that the moves
    /// from there lead to.
    pub fn packed<G: Symmetric + Notation>(&self, start: &G) -> Result<Vec<u8>> {
        let is_root = self.settings.roots == [start.to_string()];
        let found = is_root.then(|| packed::pack(self, std::slice::from_ref(start))).flatten();
        found.ok_or_else(|| {
            let allowed = format!("one that begins at {} and is whole", start.spec());
            Error::parameter("book", allowed, "another one")
        })
    }

    /// The file of a book from its packed form.
    ///
    /// # Errors
    /// [`Error::DamagedFile`].
    pub fn unpacked<G: Symmetric + Notation>(bytes: &[u8], start: &G) -> Result<Vec<u8>> {
        packed::unpack(bytes, &start.spec(), std::slice::from_ref(start))
            .map_err(|reason| Error::damaged("opening book", Path::new(OWN), reason))
    }

    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::DamagedFile`].
    pub fn open(path: &Path) -> Result<Self> {
        Book::read(files::read(path)?, path)
    }

    /// Writes the book to a file, which is complete or absent.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn save(&self, path: &Path) -> Result<()> {
        files::replace(path, |file| file.write_all(&self.bytes))
    }

    /// How it was built.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries by canonical key.
    pub fn entries(&self) -> impl Iterator<Item = (u64, BookEntry)> + '_ {
        self.layout.entries(&self.bytes)
    }

    /// The entry of a canonical key.
    pub fn get(&self, key: u64) -> Option<BookEntry> {
        self.layout.find(&self.bytes, key)
    }

    /// The moves of an expanded position whose successors are in the book, the best first and equal
    /// ones in index order; none in any other position. All symmetric positions have the same
    /// entries.
    pub fn moves<G: Symmetric + Notation>(&self, position: &G) -> Vec<BookMove> {
        let expanded = |entry: BookEntry| entry.kind == Kind::Expanded;
        if position.spec() != self.settings.game
            || !self.get(position.canonical_key()).is_some_and(expanded)
        {
            return Vec::new();
        }
        let team = |of: &G| G::FACTS.team(of.turn());
        let look_up = |m| {
            let after = position.child(m);
            let entry = self.get(after.canonical_key())?;
            let same_side = team(&after) == team(position);
            let value = if same_side { entry.value } else { -entry.value };
            Some(BookMove { m, entry: BookEntry { value, ..entry } })
        };
        let mut moves: Vec<_> = position.legal_moves().into_iter().filter_map(look_up).collect();
        sort_few(&mut moves, |each| -each.entry.value);
        moves
    }
}

/// Environment variable with the folder of books that players of this process may use.
pub const FOLDER_VARIABLE: &str = "BITGAMES_BOOKS";

/// The place of the book in this program, for errors.
const OWN: &str = "the program's own book";

/// The name of the file of a game's book in a folder of books.
pub fn file_name(spec: &str) -> String {
    format!("{}.book", spec.replace([':', ','], "-"))
}

/// The book for the game of a position: the one in the folder that the environment variable
/// `BITGAMES_BOOKS` names when the game is first asked for, or else the one in this program.
///
/// # Errors
/// [`Error::Unsupported`] if there is none; [`Error::DamagedFile`] for a damaged one, or one of
/// another game.
pub fn of<G: Specialists>(position: &G) -> Result<Arc<Book>> {
    static BOOKS: Named<Arc<Book>> = Named::new();
    let spec = position.spec();
    BOOKS.get_or_make(&spec, || find(&spec, || position.book()).map(Arc::new)).cloned()
}

fn find(spec: &str, own: impl FnOnce() -> Option<Result<Vec<u8>>>) -> Result<Book> {
    let folder = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty());
    let file = folder.map(|folder| PathBuf::from(folder).join(file_name(spec)));
    if let Some(file) = file.filter(|file| file.exists()) {
        let book = Book::open(&file)?;
        if book.settings.game != spec {
            let reason = format!("it is of {}, not of {spec}", book.settings.game);
            return Err(Error::damaged("opening book", &file, reason));
        }
        return Ok(book);
    }
    Book::read(own().ok_or_else(|| none(spec))??, Path::new(OWN))
}

fn none(spec: &str) -> Error {
    Error::Unsupported {
        what: "an opening book".into(),
        game: spec.into(),
        reason: format!(
            "there is none; build one by 'bitgames book build {spec} --out DIR/{}', and set \
             {FOLDER_VARIABLE}=DIR",
            file_name(spec)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    pub(super) fn settings() -> Settings {
        Settings {
            game: "othello:4".into(),
            strength: Strength::Depth(3),
            within: 200,
            weight: 2,
            batch: 8,
            generator: files::program(),
            roots: vec!["one".into(), "two".into()],
        }
    }

    fn entries(count: usize) -> Vec<(u64, BookEntry)> {
        let mut rng = Rng::new(5);
        let mut one = || {
            let value = rng.below(2 * MAX_VALUE as usize + 1) as i32 - MAX_VALUE;
            let kind = [Kind::Leaf, Kind::Exact, Kind::Expanded][rng.below(3)];
            (rng.word(), BookEntry { value, kind })
        };
        let mut list: Vec<_> = (0..count).map(|_| one()).collect();
        list.sort_unstable_by_key(|(key, _)| *key);
        list
    }

    #[test]
    fn what_is_written_is_read_and_found() {
        for count in [0, 1, 2, 300, 3000] {
            let list = entries(count);
            let book = Book::of(&settings(), list.clone()).expect("valid");
            assert_eq!((book.len(), book.is_empty()), (count, count == 0));
            assert_eq!(book.settings(), &settings());
            assert!(book.entries().eq(list.iter().copied()));
            for (key, entry) in list {
                assert_eq!(book.get(key), Some(entry));
                assert_eq!(book.get(key ^ 1), None);
            }
            let again = Book::read(book.bytes().to_vec(), Path::new("x")).expect("valid");
            assert_eq!(again, book);
        }
    }

    #[test]
    fn an_entry_takes_nine_bytes() {
        let size = |count| Book::of(&settings(), entries(count)).expect("valid").bytes().len();
        assert_eq!(size(1000) - size(0), 9000);
        assert!(size(0) < 1300, "{}", size(0));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let whole = Book::of(&settings(), entries(40)).expect("valid").bytes().to_vec();
        let refused = |bytes: Vec<u8>| {
            let error = Book::read(bytes, Path::new("some.book")).expect_err("damaged");
            assert!(error.to_string().starts_with("cannot read opening book \"some.book\": it"));
        };
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            refused(bytes);
            refused(whole[..at].to_vec());
        }
        refused([&whole[..], &[0]].concat());
    }

    #[test]
    fn two_entries_of_one_key_are_refused() {
        let list = entries(1);
        assert!(Book::of(&settings(), [list.clone(), list].concat()).is_err());
    }
}
