//! The soundness of a table's levels: which of them are as they were written.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::value_places::MAX_SEEDS;
use crate::control::unpoisoned;
use crate::files::checksum;

// A bit a level.
const _: () = assert!(MAX_SEEDS < u64::BITS);

/// The levels of a table, as far as they are known to be right or damaged.
#[derive(Debug)]
pub(super) struct Sound {
    /// Those that are right.
    right: AtomicU64,
    /// Those that are not.
    damaged: AtomicU64,
    /// The checksums that the levels of a table that was not summed should have.
    checksums: Vec<u32>,
    /// The lock of the thread that sums a level; the others that want it wait.
    summing: Mutex<()>,
}

impl Sound {
    /// All levels are right.
    pub(super) const fn known() -> Sound {
        Sound {
            right: AtomicU64::new(u64::MAX),
            damaged: AtomicU64::new(0),
            checksums: Vec::new(),
            summing: Mutex::new(()),
        }
    }

    /// No level was summed yet.
    pub(super) fn unknown(checksums: Vec<u32>) -> Sound {
        let right = AtomicU64::new(0);
        Sound { right, checksums, ..Sound::known() }
    }

    /// Tells whether a level is known to be right. (Its bytes never change, so no order is needed.)
    #[inline(always)]
    pub(super) fn is_known(&self, level: u32) -> bool {
        self.right.load(Ordering::Relaxed) >> level & 1 == 1
    }

    /// Tells whether a level is right. Cost: the first time, its sum.
    #[cold]
    #[inline(never)]
    pub(super) fn is_right(&self, level: u32, bytes: &[u8]) -> bool {
        let says = |bits: &AtomicU64| bits.load(Ordering::Relaxed) >> level & 1 == 1;
        if says(&self.damaged) {
            return false;
        }
        let _alone = unpoisoned(self.summing.lock());
        if !says(&self.right) && !says(&self.damaged) {
            let right = self.checksums.get(level as usize) == Some(&checksum(bytes));
            let bits = if right { &self.right } else { &self.damaged };
            bits.fetch_or(1 << level, Ordering::Relaxed);
        }
        says(&self.right)
    }

    /// The lowest level that was found damaged.
    pub(super) fn damaged(&self) -> Option<u32> {
        let damaged = self.damaged.load(Ordering::Relaxed);
        (damaged != 0).then(|| damaged.trailing_zeros())
    }
}
