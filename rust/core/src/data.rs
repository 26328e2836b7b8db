//! Data of the games: learned weights and opening books.
//!
//! The program holds them, or, without the feature `embedded`, is given each one by its host: a page
//! of a browser fetches them when their game is wanted.

use once_cell::race::OnceBox;

use crate::error::{Error, Result, shorten};
use crate::games::{connect4, othello};

/// A file of data.
pub struct DataFile {
    /// Its name.
    pub name: &'static str,
    /// The game that uses it, by its spec.
    pub game: &'static str,
    /// False if the game has all its players and searches without it.
    pub required: bool,
    embedded: Option<&'static [u8]>,
    given: OnceBox<Vec<u8>>,
    check: fn(&[u8]) -> std::result::Result<(), String>,
}

/// The contents of a file beside the source, if the program holds data.
macro_rules! embedded {
    ($path:literal) => {{
        #[cfg(feature = "embedded")]
        let bytes = Some(include_bytes!($path).as_slice());
        #[cfg(not(feature = "embedded"))]
        let bytes = None;
        bytes
    }};
}
pub(crate) use embedded;

/// All files of data.
pub static FILES: [&DataFile; 3] = [&othello::WEIGHTS, &othello::BOOK, &connect4::SCORES];

impl DataFile {
    /// A file that the program holds if it is `embedded`; `check` says what is wrong with one that is
    /// given.
    pub(crate) const fn new(
        (name, game, required): (&'static str, &'static str, bool),
        embedded: Option<&'static [u8]>,
        check: fn(&[u8]) -> std::result::Result<(), String>,
    ) -> Self {
        DataFile { name, game, required, embedded, given: OnceBox::new(), check }
    }

    /// Its bytes, once they are there.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.embedded.or_else(|| self.given.get().map(Vec::as_slice))
    }

    /// Refuses `game` while the file is not there.
    pub(crate) fn check_present(&self, game: impl FnOnce() -> String) -> Result<()> {
        if self.bytes().is_some() {
            return Ok(());
        }
        Err(Error::Unsupported {
            what: "a search".into(),
            game: game(),
            reason: format!("it needs the file {}, which must be loaded before", self.name),
        })
    }
}

/// Gives the program a file of data, unless it has this one. The bytes are checked.
///
/// ```
/// use bitgames_core::{Error, data};
/// let [weights, ..] = data::FILES;
/// assert!(data::give("othello.weights", weights.bytes().unwrap_or_default().to_vec()).is_ok());
/// assert!(matches!(data::give("othello.weights", vec![1, 2, 3]), Err(Error::DamagedFile { .. })));
/// ```
///
/// # Errors
/// [`Error::Parameter`] for an unknown name, [`Error::DamagedFile`].
pub fn give(name: &str, bytes: Vec<u8>) -> Result<()> {
    let Some(file) = FILES.into_iter().find(|file| file.name == name) else {
        let known = FILES.map(|file| file.name).join(", ");
        return Err(Error::parameter("name", format!("one of {known}"), format!("{name:?}")));
    };
    (file.check)(&bytes).map_err(|reason| Error::DamagedFile {
        what: "data of a game",
        path: file.name.into(),
        reason: shorten(&reason),
    })?;
    // If it was there, it was the same, or as good.
    let _ = file.given.set(Box::new(bytes));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With new weights their checksum in `weights.rs` is another one.
    #[test]
    fn what_the_program_holds_passes_the_check_and_a_changed_byte_does_not() {
        for file in FILES {
            let mut bytes = file.bytes().expect("the tests have all data").to_vec();
            assert_eq!((file.check)(&bytes), Ok(()), "{}", file.name);
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            assert!((file.check)(&bytes).is_err(), "{}", file.name);
            assert!((file.check)(&bytes[..last]).is_err(), "{}", file.name);
            assert!((file.check)(&[]).is_err(), "{}", file.name);
        }
    }

    #[test]
    fn a_missing_file_is_named_until_it_is_given() {
        static NOTE: DataFile = DataFile::new(("a.note", "a", true), None, |_| Ok(()));
        let missing = NOTE.check_present(|| "a".into()).expect_err("it is missing");
        assert_eq!(
            missing.to_string(),
            "a search is not defined for a: it needs the file a.note, which must be loaded before"
        );
        assert!(NOTE.given.set(Box::new(vec![7])).is_ok());
        assert_eq!((NOTE.bytes(), NOTE.check_present(String::new)), (Some(&[7][..]), Ok(())));
    }
}
