//! Progress of a computation, for observers.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::unpoisoned;

/// Progress of a computation: written by its threads, read by another thread at any time.
///
/// A computation has consecutive stages. Each reports what is counted, how much is done, and the
/// total if that is known for certain. Cost: an atomic addition, without a lock.
#[derive(Debug, Default)]
pub struct Progress {
    stage: Mutex<Cow<'static, str>>,
    done: AtomicU64,
    /// 0 if unknown.
    of: AtomicU64,
    bounds: Mutex<Option<(i32, i32)>>,
    deaf: bool,
}

/// A snapshot of a [`Progress`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgressSnapshot {
    /// The name of the stage; empty before the first one.
    pub stage: Cow<'static, str>,
    /// The amount that is done.
    pub done: u64,
    /// The total amount, if known.
    pub of: Option<u64>,
    /// The proven bounds of the value so far.
    pub bounds: Option<(i32, i32)>,
}

impl Progress {
    /// Creates the progress of a computation that has not started.
    #[must_use]
    pub const fn new() -> Progress {
        Progress::that_is(false)
    }

    const fn that_is(deaf: bool) -> Progress {
        Progress {
            stage: Mutex::new(Cow::Borrowed("")),
            done: AtomicU64::new(0),
            of: AtomicU64::new(0),
            bounds: Mutex::new(None),
            deaf,
        }
    }

    /// Returns a progress that ignores all reports, for computations that nobody watches.
    pub(super) fn nowhere() -> &'static Progress {
        static NOWHERE: Progress = Progress::that_is(true);
        &NOWHERE
    }

    /// Starts a stage, named in words such as "positions of layer 3", with nothing done.
    pub fn start_phase(&self, stage: impl Into<Cow<'static, str>>, of: Option<u64>) {
        if self.deaf {
            return;
        }
        let mut words = unpoisoned(self.stage.lock());
        *words = stage.into();
        self.done.store(0, Ordering::Relaxed);
        self.of.store(of.unwrap_or(0), Ordering::Relaxed);
    }

    /// Renames the stage without resetting the count.
    pub fn announce(&self, stage: impl Into<Cow<'static, str>>) {
        if !self.deaf {
            *unpoisoned(self.stage.lock()) = stage.into();
        }
    }

    /// Adds to the amount done.
    #[inline]
    pub fn add(&self, done: u64) {
        if !self.deaf {
            self.done.fetch_add(done, Ordering::Relaxed);
        }
    }

    /// Sets the amount done.
    #[inline]
    pub fn set(&self, done: u64) {
        if !self.deaf {
            self.done.store(done, Ordering::Relaxed);
        }
    }

    /// Sets the total amount.
    pub fn expect(&self, of: u64) {
        if !self.deaf {
            self.of.store(of, Ordering::Relaxed);
        }
    }

    /// Sets the proven bounds of the value.
    pub fn improve(&self, lower: i32, upper: i32) {
        if !self.deaf {
            *unpoisoned(self.bounds.lock()) = Some((lower, upper));
        }
    }

    /// Returns a snapshot.
    #[must_use]
    pub fn standing(&self) -> ProgressSnapshot {
        let stage = unpoisoned(self.stage.lock());
        let of = self.of.load(Ordering::Relaxed);
        ProgressSnapshot {
            stage: stage.clone(),
            done: self.done.load(Ordering::Relaxed),
            of: (of > 0).then_some(of),
            bounds: *unpoisoned(self.bounds.lock()),
        }
    }
}
