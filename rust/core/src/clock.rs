//! The clock of searches and of long calls: the standard library's, or that of a host of WebAssembly.
//!
//! The standard library has no clock on `wasm32-unknown-unknown`: its `Instant::now` traps. There the
//! host gives one function, `now`, as import of the module `env`: milliseconds since any fixed time.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use self::host::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    #[expect(unsafe_code, reason = "a function of the host")]
    unsafe extern "C" {
        safe fn now() -> f64;
    }

    /// A time on the clock of the host.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present time.
        pub fn now() -> Self {
            // A clock that says no number stands still.
            Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// The time since; zero on a clock that was set back.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    impl Instant {
        /// The time from an earlier one on; zero if that is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            *self - earlier
        }
    }

    impl std::ops::Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Instant(self.0.saturating_add(time))
        }
    }

    impl std::ops::Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
