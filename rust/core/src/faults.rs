//! Fault injection for tests: one chosen use of the disk or one large allocation fails, and the
//! test checks what is left. Outside tests these functions do nothing.

#[cfg(not(test))]
pub(crate) use self::none::{disk, memory};
#[cfg(test)]
pub(crate) use self::some::{Armed, disk, memory};

#[cfg(not(test))]
mod none {
    use std::io;
    use std::path::Path;

    /// Called before the system writes, syncs or renames a file.
    #[inline]
    #[expect(clippy::unnecessary_wraps, reason = "it fails in tests")]
    pub(crate) fn disk(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// True if an allocation must fail.
    #[inline]
    pub(crate) fn memory() -> bool {
        false
    }
}

#[cfg(test)]
mod some {
    use std::cell::RefCell;
    use std::io;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, PoisonError};

    /// Remaining successful uses of the disk before one fails, by folder: other folders are not
    /// affected.
    static DISK: Mutex<Vec<(PathBuf, Option<usize>)>> = Mutex::new(Vec::new());

    thread_local! {
        static MEMORY: RefCell<Option<usize>> = const { RefCell::new(None) };
    }

    /// Guard of an injected fault: one use fails while it lives.
    pub(crate) enum Armed {
        Disk(PathBuf),
        Memory,
    }

    impl Armed {
        /// Makes a use of files in this folder fail after `passes` successful ones.
        pub fn disk(folder: &Path, passes: usize) -> Self {
            DISK.lock().unwrap_or_else(PoisonError::into_inner).push((folder.into(), Some(passes)));
            Armed::Disk(folder.into())
        }

        /// Makes a large allocation of this thread fail after `passes` successful ones.
        pub fn memory(passes: usize) -> Self {
            MEMORY.set(Some(passes));
            Armed::Memory
        }

        /// True if the use has failed.
        pub fn has_failed(&self) -> bool {
            match self {
                Armed::Disk(folder) => {
                    let all = DISK.lock().unwrap_or_else(PoisonError::into_inner);
                    all.iter().any(|(path, left)| path == folder && left.is_none())
                }
                Armed::Memory => MEMORY.with_borrow(Option::is_none),
            }
        }
    }

    impl Drop for Armed {
        fn drop(&mut self) {
            match self {
                Armed::Disk(folder) => {
                    let mut all = DISK.lock().unwrap_or_else(PoisonError::into_inner);
                    all.retain(|(path, _)| path != folder);
                }
                Armed::Memory => MEMORY.set(None),
            }
        }
    }

    fn falls(left: &mut Option<usize>) -> bool {
        let falls = *left == Some(0);
        *left = left.and_then(|left| left.checked_sub(1));
        falls
    }

    pub(crate) fn disk(path: &Path) -> io::Result<()> {
        let mut all = DISK.lock().unwrap_or_else(PoisonError::into_inner);
        let armed = all.iter_mut().find(|(folder, _)| path.starts_with(folder));
        let falls = armed.is_some_and(|(_, left)| falls(left));
        if falls { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    pub(crate) fn memory() -> bool {
        MEMORY.with_borrow_mut(falls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::error::Error;
    use crate::games;
    use crate::solve::SolveOptions;

    /// Makes each large allocation of a call fail in turn; returns the number of allocations.
    fn each_allocation(mut call: impl FnMut() -> Option<Error>) -> usize {
        (0..1000)
            .find(|&passes| {
                let armed = Armed::memory(passes);
                let error = call();
                let failed = armed.has_failed();
                assert_eq!(matches!(error, Some(Error::Memory { .. })), failed, "{error:?}");
                assert!(failed || error.is_none(), "{error:?}");
                !failed
            })
            .unwrap_or_default()
    }

    #[test]
    fn whatever_does_not_fit_into_memory_is_an_error() {
        let options = SolveOptions { table_mib: 1, ..SolveOptions::default() };
        let control = Control::default();
        for spec in ["tictactoe", "othello:4", "mosaic:3", "quo:3"] {
            let start = games::start(spec).expect("an example");
            assert!(each_allocation(|| start.solve(&options, &control).err()) > 0, "{spec}");
        }
        let start = games::start("othello:4").expect("an example");
        for player in ["perfect", "alphabeta:depth=1"] {
            assert!(each_allocation(|| start.agent(player).err()) > 0, "{player}");
        }
    }
}
