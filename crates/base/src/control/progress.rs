//! The progress of a computation, for those who look on.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::unpoisoned;

/// The progress of a computation: written by its threads, read from another one whenever it likes.
///
/// A computation has stages one after the other; of each it says what is counted, how much is done,
/// and of how much if that is known for certain. Cost: an atomic addition, without a lock.
#[derive(Debug, Default)]
pub struct Progress {
    stage: Mutex<Cow<'static, str>>,
    done: AtomicU64,
    /// 0 where it isn't known.
    of: AtomicU64,
    bounds: Mutex<Option<(i32, i32)>>,
    deaf: bool,
}

/// The view that a look at a [`Progress`] shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgressSnapshot {
    /// The name of what is being done, in words; empty before the first stage.
    pub stage: Cow<'static, str>,
    /// The part of it that is done.
    pub done: u64,
    /// The amount that there is to do, if that is known.
    pub of: Option<u64>,
    /// The proven bounds of the value so far: its least and its greatest.
    pub bounds: Option<(i32, i32)>,
}

impl Progress {
    /// Makes one of a computation that has not begun.
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

    /// Returns one for computations that are not watched: it takes no note of what it is told.
    pub(super) fn nowhere() -> &'static Progress {
        static NOWHERE: Progress = Progress::that_is(true);
        &NOWHERE
    }

    /// Begins a stage, in words such as "positions of layer 3"; nothing of it is done.
    pub fn start_phase(&self, stage: impl Into<Cow<'static, str>>, of: Option<u64>) {
        if self.deaf {
            return;
        }
        let mut words = unpoisoned(self.stage.lock());
        *words = stage.into();
        self.done.store(0, Ordering::Relaxed);
        self.of.store(of.unwrap_or(0), Ordering::Relaxed);
    }

    /// Says the stage in other words, and goes on counting.
    pub fn announce(&self, stage: impl Into<Cow<'static, str>>) {
        if !self.deaf {
            *unpoisoned(self.stage.lock()) = stage.into();
        }
    }

    /// So much more is done.
    #[inline]
    pub fn add(&self, done: u64) {
        if !self.deaf {
            self.done.fetch_add(done, Ordering::Relaxed);
        }
    }

    /// So much is done in all.
    #[inline]
    pub fn set(&self, done: u64) {
        if !self.deaf {
            self.done.store(done, Ordering::Relaxed);
        }
    }

    /// So much there is to do, as is known now.
    pub fn expect(&self, of: u64) {
        if !self.deaf {
            self.of.store(of, Ordering::Relaxed);
        }
    }

    /// The value is proven to lie between these.
    pub fn improve(&self, lower: i32, upper: i32) {
        if !self.deaf {
            *unpoisoned(self.bounds.lock()) = Some((lower, upper));
        }
    }

    /// Returns how far the computation is.
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
