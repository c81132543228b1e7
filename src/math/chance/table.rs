//! What a search with chance found out: bounds of states, with the depth they were searched to.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

use crate::control::Shortage;

/// Bounds of a value, and whether no estimate is in them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    pub lower: f64,
    pub upper: f64,
    pub exact: bool,
}

#[derive(Clone, Copy)]
struct Entry<K> {
    key: K,
    depth: u32,
    known: Known,
}

/// A table of fixed size with whole keys: an entry is never taken for another state's. Of two
/// states that want one slot the later one has it.
pub(super) struct Table<K> {
    entries: Vec<Option<Entry<K>>>,
    /// The same in every run, so that a search is repeatable.
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// A table of about so many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Result<Table<K>, Shortage> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let slots = (bytes / size_of::<Option<Entry<K>>>()).max(1);
        let mut entries = Vec::new();
        let room = entries.try_reserve_exact(slots);
        room.map_err(|error| Shortage::memory(mebibytes, error))?;
        entries.resize(slots, None);
        let hasher = FixedState::default();
        Ok(Table { entries, hasher })
    }

    fn slot(&self, key: &K) -> usize {
        let wide = u128::from(self.hasher.hash_one(key)) * self.entries.len() as u128;
        usize::try_from(wide >> 64).expect("below the number of slots")
    }

    /// What is known of a state searched to this depth. What rests on no estimate counts for
    /// greater depths too; nothing counts for smaller ones, so that a table changes no result.
    pub(super) fn get(&self, key: &K, depth: u32) -> Option<Known> {
        let entry = self.entries[self.slot(key)].filter(|entry| entry.key == *key)?;
        let counts = entry.depth == depth || (entry.known.exact && entry.depth < depth);
        counts.then_some(entry.known)
    }

    /// Remembers; bounds of the same depth that are known already stay good.
    pub(super) fn put(&mut self, key: K, depth: u32, mut known: Known) {
        let slot = self.slot(&key);
        if let Some(old) = self.entries[slot]
            && (old.key, old.depth) == (key, depth)
            && old.known.exact == known.exact
        {
            known.lower = known.lower.max(old.known.lower);
            known.upper = known.upper.min(old.known.upper);
        }
        self.entries[slot] = Some(Entry { key, depth, known });
    }
}
