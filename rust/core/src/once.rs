//! Values of the process that are made when they are first used, without a lock: a thread that holds
//! one when another thread forks the process is missing in the child, which would wait for it.

use std::ops::Deref;

use once_cell::race::OnceBox;

/// A value that is made at its first use and stays until the process ends.
///
/// Threads that use it first at the same time all make it, and share the one that was ready first.
pub(crate) struct Once<T> {
    value: OnceBox<T>,
    make: fn() -> Box<T>,
}

impl<T> Once<T> {
    /// A value that this function makes.
    pub const fn new(make: fn() -> Box<T>) -> Self {
        Once { value: OnceBox::new(), make }
    }
}

impl<T> Deref for Once<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value.get_or_init(self.make)
    }
}

/// Values with names, which stay until the process ends. There are few: all names are compared.
pub(crate) struct Named<T>(OnceBox<Entry<T>>);

struct Entry<T> {
    name: String,
    value: T,
    next: Named<T>,
}

impl<T> Named<T> {
    /// No value yet.
    pub const fn new() -> Self {
        Named(OnceBox::new())
    }

    /// The value of this name, made now if there is none: by each thread that comes before it is
    /// there, and the first one to end is kept.
    ///
    /// # Errors
    /// That of `make`; there is still no value then.
    pub fn get_or_make<E>(&self, name: &str, make: impl Fn() -> Result<T, E>) -> Result<&T, E> {
        let make = || Ok(Box::new(Entry { name: name.into(), value: make()?, next: Self::new() }));
        let (mut at, mut made) = (self, None);
        loop {
            match at.0.get() {
                Some(entry) if entry.name == name => return Ok(&entry.value),
                Some(entry) => at = &entry.next,
                None => made = at.0.set(made.map_or_else(make, Ok)?).err(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    #[test]
    fn threads_that_come_at_the_same_time_share_one_value() {
        static VALUE: Once<u8> = Once::new(|| {
            BARRIER.wait();
            Box::new(7)
        });
        static BARRIER: Barrier = Barrier::new(2);
        let other = thread::spawn(|| std::ptr::from_ref::<u8>(&VALUE) as usize);
        let here = std::ptr::from_ref::<u8>(&VALUE) as usize;
        assert_eq!((other.join().ok(), *VALUE), (Some(here), 7));
    }

    #[test]
    fn a_name_has_the_first_value_that_could_be_made() {
        static VALUES: Named<usize> = Named::new();
        assert_eq!(VALUES.get_or_make("a", || Err("no")), Err("no"));
        for (name, value) in [("a", 1), ("b", 2), ("a", 3), ("b", 4)] {
            let expected = if name == "a" { 1 } else { 2 };
            assert_eq!(VALUES.get_or_make(name, || Ok::<_, &str>(value)), Ok(&expected));
        }
        // Another thread was faster with the same name.
        let late = VALUES.get_or_make("c", || VALUES.get_or_make("c", || Ok(5)).map(|_| 6));
        assert_eq!(late, Ok::<_, &str>(&5));
    }
}
