//! Memory for lists of user-given length: too long a list is an error and does not end the process.

use crate::error::{Error, Result};
use crate::faults;

/// An empty list with room for `count` items.
///
/// # Errors
/// [`Error::Memory`] if the system has not enough memory.
pub fn list<T>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    reserve(&mut list, count)?;
    Ok(list)
}

/// A list of `count` equal items.
///
/// # Errors
/// As [`list`].
pub fn filled<T: Clone>(item: T, count: usize) -> Result<Vec<T>> {
    let mut list = list(count)?;
    list.resize(count, item);
    Ok(list)
}

/// A list of `count` zero bytes. The system hands out zeroed memory without touching it, which
/// `filled` would do; whether there is enough of it is asked first.
///
/// # Errors
/// As [`list`].
pub fn zeroed(count: usize) -> Result<Vec<u8>> {
    drop(list::<u8>(count)?);
    Ok(vec![0; count])
}

/// Makes room for `more` items.
///
/// # Errors
/// As [`list`].
pub fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<()> {
    let failed = faults::memory() || list.try_reserve_exact(more).is_err();
    if failed { Err(lack::<T>(more)) } else { Ok(()) }
}

/// Adds an item; the capacity grows by half at a time.
///
/// # Errors
/// As [`list`].
pub fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    if list.len() == list.capacity() {
        reserve(list, list.len() / 2 + 64)?;
    }
    list.push(item);
    Ok(())
}

fn lack<T>(count: usize) -> Error {
    Error::Memory { mib: (count.saturating_mul(size_of::<T>()) >> 20).max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_too_long_is_an_error() {
        assert_eq!(filled(7_u8, 3), Ok(vec![7; 3]));
        assert_eq!(zeroed(3), Ok(vec![0; 3]));
        assert_eq!(zeroed(usize::MAX), Err(Error::Memory { mib: usize::MAX >> 20 }));
        assert_eq!(list::<u64>(1 << 60), Err(Error::Memory { mib: (1 << 63) >> 20 }));
        assert_eq!(filled(0_u8, usize::MAX), Err(Error::Memory { mib: usize::MAX >> 20 }));
        let mut numbers = list(0).expect("no memory at all");
        assert!((0..1000).all(|n| push(&mut numbers, n).is_ok()));
        assert!(numbers.into_iter().eq(0..1000));
    }
}
