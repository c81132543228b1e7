//! The token that cancels a computation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Cancels a computation from another thread. Clones are the same token.
///
/// Setting it is a request: the computation ends at its next check, within a tenth of a second, and
/// returns what it has.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Creates a token that is not set.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Returns the token that is never set.
    pub(super) fn never() -> &'static Stop {
        static NEVER: LazyLock<Stop> = LazyLock::new(Stop::new);
        &NEVER
    }

    /// Sets the token.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is set.
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the underlying flag, for a signal handler to set.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
