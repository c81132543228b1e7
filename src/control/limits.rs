//! The limits of before, while the engines move over to [`Control`](super::Control).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

/// What the threads of a search have used up of its limits.
pub(crate) struct OldClock<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: AtomicU64,
}

impl<'a> OldClock<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> OldClock<'a> {
        OldClock {
            limits,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Counts nodes, and says whether a limit is reached.
    pub(crate) fn limit(&self, nodes: u64) -> Option<StopReason> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.limits.stop.load(Ordering::Relaxed) {
            Some(StopReason::Interrupted)
        } else if all >= self.limits.nodes {
            Some(StopReason::Nodes)
        } else if self.started.elapsed() >= self.limits.time {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// The nodes of one thread, paid for in advance, so that no limit is overrun and the clock is not
/// looked at for each. What is not spent goes back.
pub(crate) struct OldPurse<'a> {
    clock: &'a OldClock<'a>,
    left: u64,
    /// Whether the limits hold.
    pub enforced: bool,
}

impl<'a> OldPurse<'a> {
    /// Nodes between looks at the clock and the flag: about a millisecond on the widest board.
    const LOOK: u64 = 512;

    pub(crate) const fn new(clock: &'a OldClock<'a>, enforced: bool) -> OldPurse<'a> {
        OldPurse {
            clock,
            left: 0,
            enforced,
        }
    }

    /// Whether the next node needs a look at the limits.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), StopReason> {
        if self.left == 0 {
            self.fill()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn fill(&mut self) -> Result<(), StopReason> {
        let OldClock {
            limits,
            started,
            nodes,
        } = self.clock;
        let most = if self.enforced {
            limits.nodes
        } else {
            u64::MAX
        };
        if self.enforced && limits.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        let taken = |used| Self::LOOK.min(most.saturating_sub(used));
        let used = nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(used + taken(used))
        });
        self.left = taken(used.expect("an update that always succeeds"));
        if self.left == 0 {
            Err(StopReason::Nodes)
        } else if self.enforced && started.elapsed() >= limits.time {
            Err(StopReason::Time)
        } else {
            Ok(())
        }
    }
}

impl Drop for OldPurse<'_> {
    fn drop(&mut self) {
        self.clock.nodes.fetch_sub(self.left, Ordering::Relaxed);
    }
}
