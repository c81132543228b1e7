//! The limits of before, while the engines move over to [`Control`](super::Control).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{MAX_DEPTH, StopReason};

/// How far a search may go. Whatever the limits, the first iteration (one move) is completed.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Moves to look ahead, at most [`MAX_DEPTH`].
    pub depth: u32,
    /// Positions to visit.
    pub nodes: u64,
    /// Time to use.
    pub time: Duration,
    /// Ends the search when set, from whatever thread.
    pub stop: &'a AtomicBool,
    /// Memory of the tables, in mebibytes, at least 1.
    pub memory: usize,
}

impl<'a> Limits<'a> {
    /// No limit but the stop flag, and 256 MiB for the tables.
    #[must_use]
    pub const fn none(stop: &'a AtomicBool) -> Limits<'a> {
        Limits {
            depth: MAX_DEPTH,
            nodes: u64::MAX,
            time: Duration::MAX,
            stop,
            memory: 256,
        }
    }
}

/// Counts nodes and says when to stop.
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: u64,
    next_look: u64,
    enforced: bool,
}

impl<'a> Budget<'a> {
    /// Nodes between looks at the clock and the flag: well under a millisecond.
    const LOOK: u64 = 512;

    pub(crate) fn new(limits: Limits<'a>) -> Budget<'a> {
        Budget {
            limits,
            started: Instant::now(),
            nodes: 0,
            next_look: Self::LOOK.min(limits.nodes),
            enforced: false,
        }
    }

    /// From here on the limits hold.
    pub(crate) const fn enforce(&mut self) {
        self.enforced = true;
        self.next_look = self.nodes;
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.nodes > self.next_look && self.enforced {
            self.look()
        } else {
            Ok(())
        }
    }

    /// Looks at the limits now: before work that takes much longer than a node.
    pub(crate) fn check(&mut self) -> Result<(), StopReason> {
        if self.enforced { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        if self.limits.stop.load(Ordering::Relaxed) {
            Err(StopReason::Interrupted)
        } else if self.nodes > self.limits.nodes {
            Err(StopReason::Nodes)
        } else if self.started.elapsed() >= self.limits.time {
            Err(StopReason::Time)
        } else {
            self.next_look = (self.nodes + Self::LOOK).min(self.limits.nodes);
            Ok(())
        }
    }
}
