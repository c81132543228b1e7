//! The endgame table of a search, which grows with it.

use std::num::NonZeroUsize;

use crate::board::Field;
use crate::control::{Clock, Control};
use crate::rules::Rules;
use crate::tables::{Endgame, Layout, most_seeds};

/// Entries for each node that the search has taken so far. An entry takes a thirtieth of the time of
/// a node, and the next level saves a quarter of the nodes to come, which nobody knows; as many as
/// there were is a fair guess.
const ENTRIES_A_NODE: u64 = 16;

/// The table that a search uses: the one it was given, or a larger one that it has built since.
pub(super) struct EndgameGrowth<'a> {
    pub rules: &'a Rules,
    pub field: Field,
    pub threads: NonZeroUsize,
    pub given: Option<&'a Endgame>,
    pub built: Option<Endgame>,
    /// Nodes before which nothing is built.
    pub after: u64,
    /// The most entries, and so bytes, that are built.
    pub most: u64,
}

impl EndgameGrowth<'_> {
    /// The table so far.
    pub(super) fn table(&self) -> Option<&Endgame> {
        self.built.as_ref().or(self.given)
    }

    /// Nodes after which a larger table is worth its time; without end if there is none.
    pub(super) fn next(&self) -> u64 {
        let seeds = self.table().map_or(0, |table| table.seeds() + 1);
        let entries = Layout::new(self.rules, self.field, seeds).map(|layout| layout.positions());
        match entries.filter(|&entries| entries <= self.most) {
            Some(entries) => self.after.max(entries / ENTRIES_A_NODE),
            None => u64::MAX,
        }
    }

    /// Makes the table as large as the nodes are worth, if the limits leave the time for it and the
    /// system gives what it takes; else it never grows again.
    pub(super) fn grow(&mut self, clock: &Clock<'_>) {
        let worth = clock.nodes().max(self.after).saturating_mul(ENTRIES_A_NODE);
        let (rules, field, threads) = (self.rules, self.field, self.threads);
        let Some(seeds) = most_seeds(rules, field, worth.min(self.most)) else {
            self.most = 0;
            return;
        };
        clock.progress().say("building an endgame table; nodes");
        let control = Control {
            nodes: u64::MAX,
            ..clock.rest()
        };
        let larger = match self.table() {
            Some(smaller) => smaller.enlarged(seeds, threads, control),
            None => Endgame::build(rules, field, seeds, threads, control),
        };
        match larger {
            Ok(table) => self.built = Some(table),
            Err(_) => self.most = 0,
        }
    }
}
