//! The endgame table of a search, which grows with it.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use crate::board::Field;
use crate::control::{Clock, Instant, unpoisoned};
use crate::rules::{Occupied, Rules};
use crate::tables::{Endgame, Layout, most_seeds};

/// Entries worth building per node searched so far. One more level saves a quarter of the nodes
/// still to come. Their number is unknown; as many as so far is a fair guess.
const ENTRIES_A_NODE: u64 = 16;

/// Nodes from which a search is long, and likely to take many times as many.
const LONG: u64 = 1_000_000;

/// Entries per node for a long search under rules without relays, where entries are cheapest.
const LONG_ENTRIES_A_NODE: u64 = 32;

/// Maximum building time as a multiple of the search time so far, where both are measured: in a
/// long search on several threads, which may build more slowly than they search. An entry takes
/// about a twentieth of a node's time, so the limit only matters if it takes more than an eighth.
const MAX_BUILDING_TIME: f64 = 4.0;

/// Minimum growth factor of the number of entries: growing has a fixed cost that must pay off.
const MIN_GROWTH: u64 = 2;

/// The table that a search uses: the given one, or a larger one built since.
pub(super) struct EndgameGrowth<'a> {
    pub rules: &'a Rules,
    pub field: Field,
    pub threads: NonZeroUsize,
    pub given: Option<&'a Endgame>,
    pub built: Option<Endgame>,
    /// Nodes before which no table is built.
    pub after: u64,
    /// Maximum entries, and so bytes, of a table built here.
    pub most: u64,
    /// Total building time.
    pub building: Duration,
    /// Entries that the threads build in the time of one node, if measured.
    pub pace: Option<f64>,
}

impl<'a> EndgameGrowth<'a> {
    /// Creates the growth of a search without a table; it cannot grow until its limits are set.
    pub(super) const fn new(
        rules: &'a Rules,
        field: Field,
        threads: NonZeroUsize,
    ) -> EndgameGrowth<'a> {
        EndgameGrowth {
            rules,
            field,
            threads,
            given: None,
            built: None,
            after: 0,
            most: 0,
            building: Duration::ZERO,
            pace: None,
        }
    }

    /// The current table.
    pub(super) fn table(&self) -> Option<&Endgame> {
        self.built.as_ref().or(self.given)
    }

    /// Nodes after which a larger table is worth its time; `u64::MAX` if there is none.
    pub(super) fn next(&self) -> u64 {
        self.entries().map_or(u64::MAX, |entries| {
            let nodes = entries.div_ceil(ENTRIES_A_NODE);
            let when_long = LONG.max(entries.div_ceil(self.entries_a_node(LONG)));
            self.after.max(nodes.min(when_long))
        })
    }

    /// The entries of the smallest table that is worth building instead of the current one, if that
    /// is allowed.
    fn entries(&self) -> Option<u64> {
        let known = self.table().map(Endgame::layout);
        let seeds = known.map_or(0, |known| known.seeds + 1);
        let level = Layout::new(self.rules, self.field, seeds)?.positions();
        let step = known.map_or(0, |known| known.positions().saturating_mul(MIN_GROWTH));
        Some(level.max(step)).filter(|&entries| entries <= self.most)
    }

    /// The entries worth building per node, after `nodes` nodes. A single thread ignores the
    /// measured pace, so that the same search always takes the same nodes.
    fn entries_a_node(&self, nodes: u64) -> u64 {
        if nodes < LONG {
            return ENTRIES_A_NODE;
        }
        let usual = match self.rules.occupied {
            Occupied::Relay => ENTRIES_A_NODE,
            _ => LONG_ENTRIES_A_NODE,
        };
        let measured = self.pace.map(|pace| (pace * MAX_BUILDING_TIME) as u64);
        measured.map_or(usual, |measured| measured.clamp(1, usual))
    }

    /// Grows the table to the size that the nodes are worth, and at least to the size that `next`
    /// announced: the clock may show fewer nodes than `next` asked for, because threads return
    /// unused budget. If the limits leave no time or the system grants no memory, the table stays
    /// as it is and never grows again.
    pub(super) fn grow(&mut self, clock: &Clock<'_>) {
        let Some(least) = self.entries() else { return };
        let nodes = clock.nodes().max(self.after);
        let worth = nodes.saturating_mul(self.entries_a_node(nodes));
        let worth = worth.min(self.most).max(least);
        let before = self.table().map(Endgame::seeds);
        if let Some(seeds) = most_seeds(self.rules, self.field, worth) {
            clock.progress().announce("building an endgame table; nodes");
            let rest = clock.rest();
            let known = self.table().map_or(0, |table| table.layout().positions());
            let table = self.built.take().or_else(|| self.with_capacity());
            let begun = Instant::now();
            self.built = table.map(|table| table.extended(seeds, self.threads, rest));
            self.measure(begun.elapsed(), known, clock);
        }
        if self.table().map(Endgame::seeds) <= before {
            self.most = 0;
        }
    }

    /// Records the time it took to build the entries beyond the `known` ones.
    fn measure(&mut self, took: Duration, known: u64, clock: &Clock<'_>) {
        let entries = self.built.as_ref().map_or(0, |built| built.layout().positions());
        let searching = clock.elapsed().saturating_sub(self.building + took);
        self.building += took;
        let node = searching.as_secs_f64() / clock.nodes().max(1) as f64;
        let entry = took.as_secs_f64() / entries.saturating_sub(known).max(1) as f64;
        self.pace = (self.threads.get() > 1).then_some(node / entry.max(f64::MIN_POSITIVE));
    }

    /// Hands the built table over to `keep`, if there is one.
    pub(super) fn hand_over(&mut self, keep: Option<&Mutex<Option<Endgame>>>) {
        if let (Some(keep), Some(built)) = (keep, self.built.take()) {
            *unpoisoned(keep.lock()) = Some(built);
        }
    }

    /// Copies the given table into memory for the largest table allowed, or for as much as the
    /// system grants.
    fn with_capacity(&self) -> Option<Endgame> {
        let room = |seeds| Endgame::with_capacity(self.rules, self.field, self.given, seeds).ok();
        let most = most_seeds(self.rules, self.field, self.most)?;
        let least = self.given.map_or(0, Endgame::seeds) + 1;
        (least..=most).rev().find_map(room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::control::Control;
    use crate::rules::Preset;

    /// Threads return unused budget, so the clock shows fewer nodes than they asked for.
    #[test]
    fn a_table_grows_with_fewer_nodes_than_it_asked_for() {
        for name in ["kalah", "congklak"] {
            let rules = Preset::named(name).unwrap().rules;
            let rules = rules.sized(4, 6).unwrap();
            let field = rules.opening(Side::A).field();
            let mut growth = EndgameGrowth {
                after: 1_000,
                most: 1 << 20,
                ..EndgameGrowth::new(&rules, field, NonZeroUsize::new(2).unwrap())
            };
            let clock = Clock::new(Control::none());
            while growth.next() < u64::MAX {
                let before = growth.table().map(Endgame::seeds);
                let asked = growth.next();
                clock.count(asked - clock.nodes() - asked / 8);
                growth.grow(&clock);
                let seeds = growth.table().map(Endgame::seeds);
                assert!(seeds > before, "{name}: {seeds:?} after {before:?}");
            }
            // At its maximum: twice as many entries would exceed the limit.
            let entries = growth.table().map_or(0, |table| table.layout().positions());
            assert!(entries > 1 << 18, "{name}: {entries}");
        }
    }
}
