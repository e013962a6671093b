//! The clock: `std::time::Instant`, or what stands for it in WebAssembly.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use web::Instant;

#[cfg(target_family = "wasm")]
mod web {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    use crate::platform::host;

    /// A time told by the embedder's clock, with the methods of `std::time::Instant` that this crate uses.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The time now.
        #[must_use]
        pub fn now() -> Instant {
            Instant(host::now())
        }

        /// The time that has passed since this one.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// The time from `earlier` to this one, zero if `earlier` is the later one.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            *self - earlier
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
