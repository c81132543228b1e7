//! The memory budget of a process, and how its computations share it: the same rule for every front
//! end.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use super::{Stop, machine, unpoisoned};

/// Least memory, in MiB, of one of several concurrent searches. A hard position of play takes 1.8
/// times the nodes with 64 that it takes with 256 or more, 3.1 times with 32 and 5.4 times with 16.
const LEAST: usize = 64;

/// The memory that a process may use, in MiB.
///
/// By default a computation gets its usual amount, and all concurrent ones together at most half of
/// the memory available to the process. A requested amount is the total for all of them, capped at
/// three quarters of what is available. Concurrent computations get equal parts of at least 64 MiB;
/// if there is too little for that, fewer run at once.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    wish: Option<usize>,
    /// Half of the available memory.
    half: usize,
    /// Three quarters of the available memory.
    most: usize,
}

impl Budget {
    /// Creates the budget of this process from the memory that is free now.
    #[must_use]
    pub fn new(wish: Option<usize>) -> Budget {
        Budget::of(wish, machine::free_memory())
    }

    /// Creates a budget of a fixed amount, without checking the machine.
    #[must_use]
    pub fn exactly(mebibytes: usize) -> Budget {
        Budget::of(Some(mebibytes), None)
    }

    /// Creates a budget for this many free bytes, if that is known.
    fn of(wish: Option<usize>, free: Option<u64>) -> Budget {
        let mebibytes = |bytes: u64| usize::try_from(bytes >> 20).unwrap_or(usize::MAX).max(1);
        Budget {
            wish,
            half: free.map_or(usize::MAX, |free| mebibytes(free / 2)),
            most: free.map_or(usize::MAX, |free| mebibytes(free / 4 * 3)),
        }
    }

    /// Returns the memory of all computations together.
    #[must_use]
    pub fn all(&self) -> usize {
        self.wish.map_or(self.half, |wish| wish.min(self.most))
    }

    /// Returns the memory limit of a single item whose size is not known beforehand.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.wish.unwrap_or(usize::MAX).min(self.most)
    }

    /// Returns the memory of a computation that runs alone.
    #[must_use]
    pub fn alone(&self, usual: usize) -> usize {
        self.each(usual, self.all(), NonZeroUsize::MIN)
    }

    /// Divides the budget among up to `wanted` concurrent computations, each of which usually takes
    /// `usual`. An eighth is reserved for data that outlives them.
    #[must_use]
    pub fn divided(&self, usual: usize, wanted: NonZeroUsize) -> Parts {
        let kept = self.all() / 8;
        let all = self.all() - kept;
        let at_once = NonZeroUsize::new(all / LEAST);
        let at_once = at_once.map_or(NonZeroUsize::MIN, |room| room.min(wanted));
        Parts { at_once, each: self.each(usual, all, at_once), kept: kept.min(usual), running: all }
    }

    fn each(&self, usual: usize, all: usize, at_once: NonZeroUsize) -> usize {
        let usual = self.wish.map_or(usual, |_| usize::MAX);
        usual.min(all / at_once).max(1)
    }

    /// Returns the requested total.
    #[must_use]
    pub const fn wish(&self) -> Option<usize> {
        self.wish
    }

    /// Returns the memory granted instead of the requested amount, if the machine has less.
    #[must_use]
    pub fn reduced(&self) -> Option<usize> {
        self.wish.filter(|&wish| wish > self.most).map(|_| self.most)
    }
}

/// The shares of concurrent computations, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The number of computations that run at once.
    pub at_once: NonZeroUsize,
    /// The memory of each.
    pub each: usize,
    /// The memory for data that outlives them, such as endgame tables for later ones.
    pub kept: usize,
    /// The memory of all running computations, without `kept`.
    pub running: usize,
}

/// Lends memory to computations that start at any time. A computation waits while the others hold
/// too much.
#[derive(Debug)]
pub struct Lender {
    all: usize,
    lent: Mutex<usize>,
    changed: Condvar,
}

/// A request for memory, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The least that is useful: with less, the borrower waits.
    pub least: usize,
    /// The most that is useful.
    pub most: usize,
}

impl Wish {
    /// Returns the amount to lend when `left` is available: half of it, so that later borrowers
    /// need not wait.
    #[must_use]
    pub fn of(self, left: usize) -> usize {
        (left / 2).clamp(self.least, self.most.max(self.least))
    }
}

/// Borrowed memory, in MiB; returned on drop.
#[derive(Debug)]
pub struct Loan<'a> {
    lender: &'a Lender,
    mebibytes: usize,
}

/// How often a waiting borrower checks whether it is cancelled.
const LOOK: Duration = Duration::from_millis(20);

impl Lender {
    /// Creates a lender of this many MiB.
    #[must_use]
    pub const fn new(all: usize) -> Lender {
        Lender { all, lent: Mutex::new(0), changed: Condvar::new() }
    }

    /// Returns the total that can be lent.
    #[must_use]
    pub const fn all(&self) -> usize {
        self.all
    }

    /// Lends as soon as the least of the request is available, or nothing else is lent. A cancelled
    /// borrower does not wait.
    pub fn lend(&self, wish: Wish, stop: &Stop) -> Loan<'_> {
        let mut lent = unpoisoned(self.lent.lock());
        while *lent > 0 && lent.saturating_add(wish.least) > self.all && !stop.is_set() {
            lent = unpoisoned(self.changed.wait_timeout(lent, LOOK)).0;
        }
        let mebibytes = wish.of(self.all.saturating_sub(*lent));
        *lent = lent.saturating_add(mebibytes);
        Loan { lender: self, mebibytes }
    }
}

impl Loan<'_> {
    /// Returns the size of the loan.
    #[must_use]
    pub const fn mebibytes(&self) -> usize {
        self.mebibytes
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        let mut lent = unpoisoned(self.lender.lent.lock());
        *lent = lent.saturating_sub(self.mebibytes);
        self.lender.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    fn count(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).expect("at least one")
    }

    #[test]
    fn a_large_machine_gives_what_is_usual() {
        let budget = Budget::of(None, Some(64 * GIB));
        assert_eq!(budget.alone(512), 512);
        let many = Parts { at_once: count(16), each: 512, kept: 512, running: 28 << 10 };
        assert_eq!(budget.divided(512, count(16)), many);
        let unknown = Budget::of(None, None).divided(512, count(64));
        assert_eq!((unknown.at_once, unknown.each), (count(64), 512));
    }

    #[test]
    fn all_together_have_half_of_what_is_free() {
        let budget = Budget::of(None, Some(300 << 20));
        assert_eq!(budget.alone(2048), 150);
        let parts = budget.divided(512, count(64));
        assert_eq!((parts.at_once, parts.each, parts.kept), (count(2), 66, 18));
    }

    #[test]
    fn a_wish_is_the_sum_of_all() {
        let budget = Budget::of(Some(256), Some(64 * GIB));
        assert_eq!(budget.alone(2048), 256);
        let parts = budget.divided(512, count(64));
        assert_eq!((parts.at_once, parts.each, parts.kept), (count(3), 74, 32));
        assert_eq!(budget.reduced(), None);
        let one = budget.divided(512, count(1));
        assert_eq!((one.at_once, one.each), (count(1), 224));
        // At least one runs, however little memory there is.
        let little = Budget::of(Some(1), Some(64 * GIB)).divided(512, count(8));
        assert_eq!((little.at_once, little.each), (count(1), 1));
    }

    #[test]
    fn what_the_machine_does_not_leave_is_not_given() {
        let budget = Budget::of(Some(1000), Some(400 << 20));
        assert_eq!((budget.alone(512), budget.reduced()), (300, Some(300)));
    }

    #[test]
    fn more_than_there_is_is_lent_to_one_alone() {
        let lender = Lender::new(100);
        let exactly = |much| Wish { least: much, most: much };
        let large = lender.lend(exactly(1000), Stop::never());
        let stop = Stop::new();
        stop.set();
        // A cancelled borrower does not wait.
        drop(lender.lend(exactly(10), &stop));
        drop(large);
        let both = [50, 50].map(|part| lender.lend(exactly(part), Stop::never()));
        assert_eq!(*unpoisoned(lender.lent.lock()), 100);
        drop(both);
        assert_eq!(*unpoisoned(lender.lent.lock()), 0);
    }

    #[test]
    fn who_is_alone_borrows_more() {
        let lender = Lender::new(896);
        let wish = Wish { least: 64, most: 512 };
        let loans: Vec<Loan<'_>> = (0..4).map(|_| lender.lend(wish, Stop::never())).collect();
        let lent: Vec<usize> = loans.iter().map(Loan::mebibytes).collect();
        assert_eq!(lent, [448, 224, 112, 64]);
        drop(loans);
        assert_eq!(lender.lend(wish, Stop::never()).mebibytes(), 448);
    }
}
