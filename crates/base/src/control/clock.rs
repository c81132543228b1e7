//! The account of what a computation has used up of its limits, and the nodes of one thread.
//!
//! Nodes are paid for before they are visited: so however many threads there are, no more are
//! visited than there may be.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{Control, Instant, Progress, StopReason};

/// The part of the nodes that are left which a thread takes at most, so that near the limit others
/// find some too.
const PARTS: u64 = 16;

/// The account of what the threads of a search have used up of its limits.
#[derive(Debug)]
pub struct Clock<'a> {
    control: Control<'a>,
    started: Instant,
    /// Paid for, visited or not.
    nodes: AtomicU64,
}

impl<'a> Clock<'a> {
    /// Time runs from here on.
    pub fn new(control: Control<'a>) -> Clock<'a> {
        Clock { control, started: Instant::now(), nodes: AtomicU64::new(0) }
    }

    /// Nodes that were counted, with those that threads at work have paid for in advance.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The nodes that are left; none if there is no limit.
    #[inline]
    pub fn left(&self) -> Option<u64> {
        let most = self.control.nodes;
        (most < u64::MAX).then(|| most.saturating_sub(self.nodes()))
    }

    /// Counts a node, unless as many as there may be are counted.
    #[inline]
    pub fn spend(&self) -> Result<(), StopReason> {
        self.pay(1)?;
        self.control.progress.add(1);
        Ok(())
    }

    /// Counts a node that takes long, unless any limit is reached.
    #[inline]
    pub fn step(&self) -> Result<(), StopReason> {
        self.ended().map_or(Ok(()), Err)?;
        self.spend()
    }

    /// Counts nodes without a look at the limits: those that were visited before it began.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.control.progress.add(nodes);
    }

    /// Pays for as many nodes as there are, but no more than so many, and at least one.
    #[inline]
    pub fn pay(&self, most: u64) -> Result<u64, StopReason> {
        self.take(&|left| most.min(left))
    }

    /// Pays for so many nodes, or for none.
    pub fn pay_all(&self, nodes: u64) -> Result<(), StopReason> {
        let all = |left| if left < nodes { 0 } else { nodes };
        match nodes {
            0 => Ok(()),
            _ => self.take(&all).map(|_| ()),
        }
    }

    /// Takes nodes that were paid for and not visited.
    pub fn give_back(&self, nodes: u64) {
        self.nodes.fetch_sub(nodes, Ordering::Relaxed);
        if let Some(whole) = self.control.whole {
            whole.give_back(nodes);
        }
    }

    /// Pays for some of the nodes that are left, here and in the whole of which this is a part.
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

    /// The threads to use now, of so many.
    pub fn threads(&self, most: NonZeroUsize) -> NonZeroUsize {
        let share = self.control.sharing.map(|sharing| sharing.each());
        share.map_or(most, |share| share.min(most))
    }

    /// Returns the place where the computation reports how far it is.
    #[inline]
    pub const fn progress(&self) -> &'a Progress {
        self.control.progress
    }

    /// Returns what is left of the limits but the nodes, for work whose nodes are others than those
    /// that are counted here.
    pub fn rest(&self) -> Control<'a> {
        Control {
            nodes: u64::MAX,
            time: self.control.time.saturating_sub(self.started.elapsed()),
            whole: None,
            ..self.control.quietly()
        }
    }

    /// Returns what is left of the limits, for a part of the computation: what it visits is counted
    /// here too.
    pub fn part(&'a self) -> Control<'a> {
        Control { whole: Some(self), ..self.rest() }
    }

    /// The time since it began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Tells whether it was cancelled or the time is up, whatever the nodes.
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

/// The nodes of one thread, paid for in advance, so that no limit is overrun and the clock is not
/// looked at for each. What is not spent goes back.
pub struct NodeBudget<'a> {
    clock: &'a Clock<'a>,
    spent: u64,
    paid: u64,
    /// The nodes that had been spent at the last report.
    told: u64,
    /// Nodes between looks at the clock and the stop.
    look: u64,
    /// Nodes by which the first look comes early.
    early: u64,
    /// True if the time and the stop are looked at, and not the nodes alone.
    pub timed: bool,
}

impl<'a> NodeBudget<'a> {
    /// About a millisecond on the widest board.
    const LOOK: u64 = 512;

    /// Nodes of this computation.
    pub const fn new(clock: &'a Clock<'a>) -> NodeBudget<'a> {
        NodeBudget::looking_at(clock, Self::LOOK, 0)
    }

    /// With so many nodes between looks, the first of which comes so many nodes early.
    #[inline]
    pub const fn looking_at(clock: &'a Clock<'a>, look: u64, early: u64) -> NodeBudget<'a> {
        NodeBudget { clock, spent: 0, paid: 0, told: 0, look, early, timed: true }
    }

    /// Tells whether the next node must be paid for.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.spent == self.paid
    }

    /// Nodes that all threads have paid for.
    #[inline]
    pub fn used(&self) -> u64 {
        self.clock.nodes()
    }

    /// Nodes spent.
    #[inline(always)]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Tells whether it is time for a look: near the limit nodes are paid for in smaller portions
    /// than there are between looks, which change nothing else.
    #[inline]
    pub const fn is_due(&self) -> bool {
        self.spent > 0 && (self.spent + self.early).is_multiple_of(self.look)
    }

    /// Counts a node that is paid for.
    #[inline(always)]
    pub const fn draw(&mut self) {
        self.spent += 1;
    }

    /// Counts a node.
    #[inline]
    pub fn spend(&mut self) -> Result<(), StopReason> {
        if self.is_empty() {
            self.fill()?;
        }
        self.draw();
        Ok(())
    }

    /// Counts several nodes, or none.
    #[inline]
    pub fn spend_all(&mut self, nodes: u64) -> Result<(), StopReason> {
        while self.paid - self.spent < nodes {
            self.fill()?;
        }
        self.spent += nodes;
        Ok(())
    }

    /// Pays for the nodes up to the next look, or near the limit for some of them.
    #[cold]
    pub fn fill(&mut self) -> Result<(), StopReason> {
        self.tell();
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

    fn tell(&mut self) {
        self.clock.control.progress.add(self.spent - self.told);
        self.told = self.spent;
    }
}

impl Drop for NodeBudget<'_> {
    fn drop(&mut self) {
        self.tell();
        self.clock.give_back(self.paid - self.spent);
    }
}
