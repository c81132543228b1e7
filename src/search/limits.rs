//! Limits of a search, and the budget that watches them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The greatest depth of a search, in moves.
pub const MAX_DEPTH: u32 = 1000;

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
    /// Memory of the table, in mebibytes, at least 1. While it grows it takes a quarter more.
    pub memory: usize,
}

impl<'a> Limits<'a> {
    /// No limit but the stop flag, and a table of 256 MiB.
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

/// What ended a search before everything was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The stop flag.
    Interrupted,
}

impl StopReason {
    /// Its name in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Depth => "depth",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Interrupted => "interrupted",
        }
    }
}

/// Counts nodes and says when to stop.
pub(super) struct Budget<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: u64,
    next_look: u64,
    enforced: bool,
}

impl<'a> Budget<'a> {
    /// Nodes between looks at the clock and the flag: well under a millisecond.
    const LOOK: u64 = 512;

    pub(super) fn new(limits: Limits<'a>) -> Budget<'a> {
        Budget {
            limits,
            started: Instant::now(),
            nodes: 0,
            next_look: Self::LOOK.min(limits.nodes),
            enforced: false,
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// From here on the limits hold.
    pub(super) const fn enforce(&mut self) {
        self.enforced = true;
        self.next_look = self.nodes;
    }

    /// Counts a node.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.nodes > self.next_look && self.enforced {
            self.look()
        } else {
            Ok(())
        }
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
