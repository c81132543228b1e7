//! Computations that share the threads of a machine.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The threads of a machine, divided equally among computations that start and end at any time.
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// use std::num::NonZeroUsize;
/// use chongkak::control::Sharing;
/// let sharing = Sharing::new(NonZeroUsize::new(4).unwrap());
/// sharing.join();
/// sharing.join();
/// assert_eq!(sharing.each().get(), 2);
/// ```
#[derive(Debug)]
pub struct Sharing {
    all: NonZeroUsize,
    members: AtomicUsize,
}

impl Sharing {
    /// Creates this many threads, with no computation yet.
    #[must_use]
    pub const fn new(all: NonZeroUsize) -> Sharing {
        Sharing { all, members: AtomicUsize::new(0) }
    }

    /// Returns the number of all threads.
    #[must_use]
    pub const fn all(&self) -> NonZeroUsize {
        self.all
    }

    /// Adds a computation.
    pub fn join(&self) {
        self.members.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes a computation.
    pub fn leave(&self) {
        self.members.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the current number of threads of each computation, at least one.
    #[must_use]
    pub fn each(&self) -> NonZeroUsize {
        let members = self.members.load(Ordering::Relaxed).max(1);
        NonZeroUsize::new(self.all.get() / members).unwrap_or(NonZeroUsize::MIN)
    }
}
