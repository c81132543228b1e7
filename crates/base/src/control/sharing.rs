//! Several computations that divide the threads of a machine among themselves.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The threads of a machine, for computations that begin and end at any time: each gets as many as
/// the others.
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
    /// So many threads, and no computation yet.
    #[must_use]
    pub const fn new(all: NonZeroUsize) -> Sharing {
        Sharing { all, members: AtomicUsize::new(0) }
    }

    /// All threads.
    #[must_use]
    pub const fn all(&self) -> NonZeroUsize {
        self.all
    }

    /// A computation begins.
    pub fn join(&self) {
        self.members.fetch_add(1, Ordering::Relaxed);
    }

    /// One that had joined has ended.
    pub fn leave(&self) {
        self.members.fetch_sub(1, Ordering::Relaxed);
    }

    /// The threads of each computation now: one it has always.
    #[must_use]
    pub fn each(&self) -> NonZeroUsize {
        let members = self.members.load(Ordering::Relaxed).max(1);
        NonZeroUsize::new(self.all.get() / members).unwrap_or(NonZeroUsize::MIN)
    }
}
