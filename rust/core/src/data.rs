//! Data of the games: learned weights and opening books.
//!
//! The program holds them, or, without the feature `embedded`, is given each one by its host: a page
//! of a browser fetches them when their game is wanted.

use once_cell::race::OnceBox;

use crate::error::{Error, Result, shorten};

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

    /// Takes its bytes from the host, unless they are there. They are checked.
    pub(crate) fn give(&self, bytes: Vec<u8>) -> Result<()> {
        (self.check)(&bytes).map_err(|reason| Error::DamagedFile {
            what: "data of a game",
            path: self.name.into(),
            reason: shorten(&reason),
        })?;
        // If it was there, it was the same, or as good.
        let _ = self.given.set(Box::new(bytes));
        Ok(())
    }

    /// What is wrong with some bytes, if they are not those of this file.
    #[cfg(test)]
    pub(crate) fn checked(&self, bytes: &[u8]) -> std::result::Result<(), String> {
        (self.check)(bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

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
