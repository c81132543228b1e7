//! Counts what a computation uses of its limits, and the nodes of one thread.
//!
//! A node is paid for before it is visited, so the limit is never exceeded, whatever the number of
//! threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{Control, Instant, Progress, StopReason};

/// A thread takes at most this fraction of the remaining nodes, so that others find some near the
/// limit.
const PARTS: u64 = 16;

/// Counts what the threads of a search use of its limits.
#[derive(Debug)]
pub struct Clock<'a> {
    control: Control<'a>,
    started: Instant,
    /// Nodes that are paid for, visited or not.
    nodes: AtomicU64,
}

impl<'a> Clock<'a> {
    /// Starts the clock.
    pub fn new(control: Control<'a>) -> Clock<'a> {
        Clock { control, started: Instant::now(), nodes: AtomicU64::new(0) }
    }

    /// Returns the nodes counted, including those that running threads have paid for in advance.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the remaining nodes, or `None` without a limit.
    #[inline]
    pub fn left(&self) -> Option<u64> {
        let most = self.control.nodes;
        (most < u64::MAX).then(|| most.saturating_sub(self.nodes()))
    }

    /// Counts a node, unless the node limit is reached.
    #[inline]
    pub fn spend(&self) -> Result<(), StopReason> {
        self.pay(1)?;
        self.control.progress.add(1);
        Ok(())
    }

    /// Counts an expensive node, unless any limit is reached.
    #[inline]
    pub fn step(&self) -> Result<(), StopReason> {
        self.ended().map_or(Ok(()), Err)?;
        self.spend()
    }

    /// Counts nodes without checking the limits: those visited before this clock started.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.control.progress.add(nodes);
    }

    /// Pays for as many nodes as are left, at most this many and at least one.
    #[inline]
    pub fn pay(&self, most: u64) -> Result<u64, StopReason> {
        self.take(&|left| most.min(left))
    }

    /// Pays for all of these nodes or for none.
    pub fn pay_all(&self, nodes: u64) -> Result<(), StopReason> {
        let all = |left| if left < nodes { 0 } else { nodes };
        match nodes {
            0 => Ok(()),
            _ => self.take(&all).map(|_| ()),
        }
    }

    /// Returns nodes that were paid for but not visited.
    pub fn give_back(&self, nodes: u64) {
        self.nodes.fetch_sub(nodes, Ordering::Relaxed);
        if let Some(whole) = self.control.whole {
            whole.give_back(nodes);
        }
    }

    /// Pays for some of the remaining nodes, here and in the enclosing computation.
    fn take(&self, some: &dyn Fn(u64) -> u64) -> Result<u64, StopReason> {
        let taken = |used| some(self.control.nodes.saturating_sub(used));
        let more = |used| Some(used + taken(used));
        let used = (self.nodes).fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        let own = taken(used.expect("an update that always succeeds"));
        if own == 0 {
            return Err(StopReason::Nodes);
        }
        let Some(whole) = self.control.whole else {
            return Ok(own);
        };
        let paid = whole.take(&|left| some(left).min(own));
        let unpaid = own - paid.unwrap_or(0);
        self.nodes.fetch_sub(unpaid, Ordering::Relaxed);
        paid
    }

    /// Returns the number of threads to use now, at most `most`.
    pub fn threads(&self, most: NonZeroUsize) -> NonZeroUsize {
        let share = self.control.sharing.map(|sharing| sharing.each());
        share.map_or(most, |share| share.min(most))
    }

    /// Returns the progress that the computation reports to.
    #[inline]
    pub const fn progress(&self) -> &'a Progress {
        self.control.progress
    }

    /// Returns the remaining limits without the node limit, for work that counts other nodes.
    pub fn rest(&self) -> Control<'a> {
        Control {
            nodes: u64::MAX,
            time: self.control.time.saturating_sub(self.started.elapsed()),
            whole: None,
            ..self.control.quietly()
        }
    }

    /// Returns the remaining limits for a part of the computation, whose nodes are counted here
    /// too.
    pub fn part(&'a self) -> Control<'a> {
        Control { whole: Some(self), ..self.rest() }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the reason to stop: cancelled, or the time is up. Ignores the node limit.
    #[inline]
    pub fn ended(&self) -> Option<StopReason> {
        if self.control.stop.is_set() {
            Some(StopReason::Interrupted)
        } else if self.started.elapsed() >= self.control.time {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// The nodes of one thread, paid for in advance: the limit holds, but the clock is not read for
/// every node. Unspent nodes are returned on drop.
pub struct NodeBudget<'a> {
    clock: &'a Clock<'a>,
    spent: u64,
    paid: u64,
    /// The nodes spent at the last report.
    reported: u64,
    /// Nodes between checks of the clock and the stop.
    look: u64,
    /// The first check comes this many nodes early.
    early: u64,
    /// Whether the time and the stop are checked as well as the nodes.
    pub timed: bool,
}

impl<'a> NodeBudget<'a> {
    /// About a millisecond on the widest board.
    const LOOK: u64 = 512;

    /// Creates a budget with the default check interval.
    pub const fn new(clock: &'a Clock<'a>) -> NodeBudget<'a> {
        NodeBudget::looking_at(clock, Self::LOOK, 0)
    }

    /// Checks the limits every `look` nodes, starting `early` nodes ahead of schedule.
    #[inline]
    pub const fn looking_at(clock: &'a Clock<'a>, look: u64, early: u64) -> NodeBudget<'a> {
        NodeBudget { clock, spent: 0, paid: 0, reported: 0, look, early, timed: true }
    }

    /// Whether the next node must be paid for.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.spent == self.paid
    }

    /// Returns the nodes that all threads have paid for.
    #[inline]
    pub fn used(&self) -> u64 {
        self.clock.nodes()
    }

    /// Returns the nodes spent.
    #[inline(always)]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether a check is due. This counts the nodes spent, because near the limit nodes are paid
    /// for in smaller portions, which must not change when checks happen.
    #[inline]
    pub const fn is_due(&self) -> bool {
        self.spent > 0 && (self.spent + self.early).is_multiple_of(self.look)
    }

    /// Counts a node that is already paid for.
    #[inline(always)]
    pub const fn draw(&mut self) {
        self.spent += 1;
    }

    /// Counts a node, paying for it if necessary.
    #[inline]
    pub fn spend(&mut self) -> Result<(), StopReason> {
        if self.is_empty() {
            self.fill()?;
        }
        self.draw();
        Ok(())
    }

    /// Counts `nodes` nodes, paying for them if necessary.
    #[inline]
    pub fn spend_all(&mut self, nodes: u64) -> Result<(), StopReason> {
        while self.paid - self.spent < nodes {
            self.fill()?;
        }
        self.spent += nodes;
        Ok(())
    }

    /// Pays for the nodes up to the next check, or for some of them near the limit.
    #[cold]
    pub fn fill(&mut self) -> Result<(), StopReason> {
        self.report();
        let clock = self.clock;
        if self.timed
            && let Some(ended) = clock.ended()
        {
            return Err(ended);
        }
        let most = self.look - (self.paid + self.early) % self.look;
        self.paid += clock.take(&|left| most.min(left.div_ceil(PARTS)))?;
        Ok(())
    }

    fn report(&mut self) {
        self.clock.control.progress.add(self.spent - self.reported);
        self.reported = self.spent;
    }
}

impl Drop for NodeBudget<'_> {
    fn drop(&mut self) {
        self.report();
        self.clock.give_back(self.paid - self.spent);
    }
}
