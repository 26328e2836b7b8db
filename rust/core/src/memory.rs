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

/// Asks whether there is room for this number of bytes.
///
/// # Errors
/// As [`list`].
pub fn check(bytes: usize) -> Result<()> {
    // The compiler leaves out memory that is allocated, freed and not seen between.
    std::hint::black_box(list::<u8>(bytes)?);
    Ok(())
}

/// A list of `count` zero bytes. The system hands out zeroed memory without touching it, which
/// `filled` would do; whether there is enough of it is asked first.
///
/// # Errors
/// As [`list`].
pub fn zeroed(count: usize) -> Result<Vec<u8>> {
    check(count)?;
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
#[inline]
pub fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    if list.len() == list.capacity() {
        reserve(list, list.len() / 2 + 64)?;
    }
    list.push(item);
    Ok(())
}

/// A table that `make` makes of so many MiB. Where memory is small and the user does not choose its
/// size, as in a page of a browser, a refused table is made half as large, down to 1 MiB.
///
/// # Errors
/// That of `make`.
pub(crate) fn table<T>(mib: usize, make: impl Fn(usize) -> Result<T>) -> Result<T> {
    // What no address reaches would overflow where addresses have 32 bits.
    let mib = mib.min(isize::MAX as usize >> 20);
    if cfg!(target_family = "wasm") { shortened(mib, make) } else { make(mib) }
}

fn shortened<T>(mib: usize, make: impl Fn(usize) -> Result<T>) -> Result<T> {
    match make(mib) {
        Err(Error::Memory { .. }) if mib > 1 => shortened(mib / 2, make),
        made => made,
    }
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

    #[test]
    fn a_refused_table_is_made_shorter() {
        let lack = |mib| Err(Error::Memory { mib });
        let up_to_10 = |mib| if mib <= 10 { Ok(mib) } else { lack(mib) };
        assert_eq!([9, 64, 20].map(|mib| shortened(mib, up_to_10)), [Ok(9), Ok(8), Ok(10)]);
        assert_eq!(shortened::<usize>(64, lack), lack(1));
        let other = shortened(64, |_| Err::<u8, _>(Error::Interrupted));
        assert_eq!(other, Err(Error::Interrupted));
    }
}
