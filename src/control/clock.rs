//! What a computation has used up of its limits, and the nodes of one thread.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::{Control, Progress, StopReason};

/// What the threads of a search have used up of its limits.
pub(crate) struct Clock<'a> {
    control: Control<'a>,
    started: Instant,
    nodes: AtomicU64,
}

impl<'a> Clock<'a> {
    /// Time runs from here on.
    pub(crate) fn new(control: Control<'a>) -> Clock<'a> {
        Clock {
            control,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
        }
    }

    /// Nodes that were counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts a node, unless as many as there may be are counted: for a search on one thread.
    pub(crate) fn spend(&self) -> Result<(), StopReason> {
        if self.nodes() >= self.control.nodes {
            return Err(StopReason::Nodes);
        }
        self.count(1);
        Ok(())
    }

    /// Counts nodes without a look at the limits.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.control.progress.add(nodes);
    }

    /// The threads to use now, of so many.
    pub(crate) fn threads(&self, most: NonZeroUsize) -> NonZeroUsize {
        let share = self.control.sharing.map(|sharing| sharing.each());
        share.map_or(most, |share| share.min(most))
    }

    /// Whom the computation tells where it stands.
    pub(crate) const fn progress(&self) -> &'a Progress {
        self.control.progress
    }

    /// What is left of the limits, for a part of the computation that counts for itself.
    pub(crate) fn rest(&self) -> Control<'a> {
        Control {
            nodes: self.control.nodes.saturating_sub(self.nodes()),
            time: self.control.time.saturating_sub(self.started.elapsed()),
            ..self.control.quietly()
        }
    }

    /// Counts nodes, and says whether a limit is reached.
    pub(crate) fn limit(&self, nodes: u64) -> Option<StopReason> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.control.progress.add(nodes);
        if all >= self.control.nodes && !self.control.stop.is_set() {
            Some(StopReason::Nodes)
        } else {
            self.ended()
        }
    }

    /// Whether it was cancelled or the time is up, whatever the nodes.
    pub(crate) fn ended(&self) -> Option<StopReason> {
        if self.control.stop.is_set() {
            Some(StopReason::Interrupted)
        } else if self.started.elapsed() >= self.control.time {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// The nodes of one thread, paid for in advance, so that no limit is overrun and the clock is not
/// looked at for each. What is not spent goes back.
pub(crate) struct Purse<'a> {
    clock: &'a Clock<'a>,
    left: u64,
    /// What was paid for last: what is left of it, and what was spent.
    paid: u64,
    /// Whether the limits hold.
    pub enforced: bool,
}

impl<'a> Purse<'a> {
    /// Nodes between looks at the clock and the flag: about a millisecond on the widest board.
    const LOOK: u64 = 512;

    pub(crate) const fn new(clock: &'a Clock<'a>, enforced: bool) -> Purse<'a> {
        Purse {
            clock,
            left: 0,
            paid: 0,
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
        self.report();
        let Clock {
            control,
            started,
            nodes,
        } = self.clock;
        let most = if self.enforced {
            control.nodes
        } else {
            u64::MAX
        };
        if self.enforced && control.stop.is_set() {
            return Err(StopReason::Interrupted);
        }
        let taken = |used| Self::LOOK.min(most.saturating_sub(used));
        let used = nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(used + taken(used))
        });
        self.left = taken(used.expect("an update that always succeeds"));
        self.paid = self.left;
        if self.left == 0 {
            Err(StopReason::Nodes)
        } else if self.enforced && started.elapsed() >= control.time {
            Err(StopReason::Time)
        } else {
            Ok(())
        }
    }

    /// Tells what was spent since it was last told.
    fn report(&mut self) {
        self.clock.control.progress.add(self.paid - self.left);
        self.paid = self.left;
    }
}

impl Drop for Purse<'_> {
    fn drop(&mut self) {
        self.report();
        self.clock.nodes.fetch_sub(self.left, Ordering::Relaxed);
    }
}
