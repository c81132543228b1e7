//! The endgame table of a search, which grows with it.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use crate::board::Field;
use crate::control::{Clock, Instant, unpoisoned};
use crate::rules::{Occupied, Rules};
use crate::tables::{Endgame, Layout, most_seeds};

/// Entries for each node that the search has taken so far. A level more saves a quarter of the
/// nodes that are to come. Nobody knows how many those are; as many as there were is a fair guess.
const ENTRIES_A_NODE: u64 = 16;

/// Nodes of a long search, which is likely to take many times as many.
const LONG: u64 = 1_000_000;

/// The same for a long search under rules without relays, where an entry costs least.
const WHEN_LONG: u64 = 32;

/// The time that building may take, by that of the search so far, where both are measured: in a
/// long search on several threads, which may build more slowly than they search. An entry takes
/// some twentieth of a node's time, so that this is no limit unless it takes more than an eighth.
const TIME_FOR_BUILDING: f64 = 4.0;

/// The least growth of a table, as a factor of its entries: what is prepared for the filling must
/// pay.
const STEP: u64 = 2;

/// The table that a search uses: the one it was given, or a larger one that it has built since.
pub(super) struct EndgameGrowth<'a> {
    pub rules: &'a Rules,
    pub field: Field,
    pub threads: NonZeroUsize,
    pub given: Option<&'a Endgame>,
    pub built: Option<Endgame>,
    /// Nodes before which nothing is built.
    pub after: u64,
    /// The most entries, and so bytes, of what is built.
    pub most: u64,
    /// The time that building took.
    pub building: Duration,
    /// Entries that these threads build in the time of a node, if that is known.
    pub pace: Option<f64>,
}

impl<'a> EndgameGrowth<'a> {
    /// A table that may not grow yet, of a search that begins.
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

    /// The table so far.
    pub(super) fn table(&self) -> Option<&Endgame> {
        self.built.as_ref().or(self.given)
    }

    /// Nodes after which a larger table is worth its time; without end if there is none.
    pub(super) fn next(&self) -> u64 {
        self.entries().map_or(u64::MAX, |entries| {
            let nodes = entries.div_ceil(ENTRIES_A_NODE);
            let when_long = LONG.max(entries.div_ceil(self.entries_a_node(LONG)));
            self.after.max(nodes.min(when_long))
        })
    }

    /// The entries of the smallest table that is worth building in place of this one, if it may be
    /// so large.
    fn entries(&self) -> Option<u64> {
        let known = self.table().map(Endgame::layout);
        let seeds = known.map_or(0, |known| known.seeds + 1);
        let level = Layout::new(self.rules, self.field, seeds)?.positions();
        let step = known.map_or(0, |known| known.positions().saturating_mul(STEP));
        Some(level.max(step)).filter(|&entries| entries <= self.most)
    }

    /// The entries that so many nodes are worth, for each of them. One thread doesn't measure its
    /// pace, so that the same search always takes the same nodes.
    fn entries_a_node(&self, nodes: u64) -> u64 {
        if nodes < LONG {
            return ENTRIES_A_NODE;
        }
        let usual = match self.rules.occupied {
            Occupied::Relay => ENTRIES_A_NODE,
            _ => WHEN_LONG,
        };
        let measured = self.pace.map(|pace| (pace * TIME_FOR_BUILDING) as u64);
        measured.map_or(usual, |measured| measured.clamp(1, usual))
    }

    /// Makes the table as large as the nodes are worth, and no smaller than `next` said: the
    /// threads of a search pause when they have paid for so many nodes, and give some back. Where
    /// the limits don't leave the time for it, or the system doesn't give what it takes, the table
    /// stays as it is and never grows again.
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
            let table = self.built.take().or_else(|| self.with_room());
            let begun = Instant::now();
            self.built = table.map(|table| table.extended(seeds, self.threads, rest));
            self.measure(begun.elapsed(), known, clock);
        }
        if self.table().map(Endgame::seeds) <= before {
            self.most = 0;
        }
    }

    /// Takes in how long it took to build what goes beyond the entries that were known.
    fn measure(&mut self, took: Duration, known: u64, clock: &Clock<'_>) {
        let entries = self.built.as_ref().map_or(0, |built| built.layout().positions());
        let searching = clock.elapsed().saturating_sub(self.building + took);
        self.building += took;
        let node = searching.as_secs_f64() / clock.nodes().max(1) as f64;
        let entry = took.as_secs_f64() / entries.saturating_sub(known).max(1) as f64;
        self.pace = (self.threads.get() > 1).then_some(node / entry.max(f64::MIN_POSITIVE));
    }

    /// Leaves what was built for another search, if it is to be kept.
    pub(super) fn leave(&mut self, keep: Option<&Mutex<Option<Endgame>>>) {
        if let (Some(keep), Some(built)) = (keep, self.built.take()) {
            *unpoisoned(keep.lock()) = Some(built);
        }
    }

    /// Copies what is known into room for all that may come, or for as much as the system grants.
    fn with_room(&self) -> Option<Endgame> {
        let room = |seeds| Endgame::with_room(self.rules, self.field, self.given, seeds).ok();
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

    /// The threads of a search have paid for the nodes that were asked for, and give some back.
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
            // As large as it may be: twice as large would be larger than that.
            let entries = growth.table().map_or(0, |table| table.layout().positions());
            assert!(entries > 1 << 18, "{name}: {entries}");
        }
    }
}
