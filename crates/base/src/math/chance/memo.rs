//! The transposition table of a search with chance: bounds of states with their search depth.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

use super::Certified;
use crate::control::ResourceError;

/// Bounds of the value of a state, and whether they contain no estimate.
#[derive(Clone, Copy)]
struct Entry<K> {
    key: K,
    depth: u32,
    exact: bool,
    bounds: Certified,
}

/// Slots of a page, and pages of a group.
const PAGE: usize = 1 << 6;
const GROUP: usize = 1 << 10;

/// A page of slots; allocated when first used.
type Page<K> = Vec<Option<Entry<K>>>;

/// A table of fixed size that stores whole keys, so entries are never confused. A later state
/// replaces an earlier one in its slot. Memory is allocated as the table fills, so a short search
/// with a large table does not pay for the table.
pub(super) struct Table<K> {
    slots: usize,
    /// Each is empty until one of its pages is used.
    groups: Vec<Vec<Page<K>>>,
    /// Fixed, so that a search is repeatable.
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// Creates a table of about this many MiB.
    pub(super) fn new(mebibytes: usize) -> Result<Table<K>, ResourceError> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let slots = (bytes / size_of::<Option<Entry<K>>>()).max(1);
        // Checks whether that much memory is available at all.
        let room = Page::<K>::new().try_reserve_exact(slots);
        room.map_err(|error| ResourceError::memory(mebibytes, error))?;
        let mut groups = Vec::new();
        groups.resize_with(slots.div_ceil(PAGE * GROUP), Vec::new);
        Ok(Table { slots, groups, hasher: FixedState::default() })
    }

    fn slot(&self, key: &K) -> usize {
        let wide = u128::from(self.hasher.hash_one(key)) * self.slots as u128;
        usize::try_from(wide >> 64).expect("below the number of slots")
    }

    /// Returns the bounds of a state searched to this depth. Bounds without an estimate are also
    /// valid for greater depths. Deeper entries are not used for shallower searches, so the table
    /// never changes a result.
    pub(super) fn get(&self, key: &K, depth: u32) -> Option<(Certified, bool)> {
        let slot = self.slot(key);
        let (page, at) = (slot / PAGE, slot % PAGE);
        let page = self.groups[page / GROUP].get(page % GROUP)?;
        let entry = (*page.get(at)?).filter(|entry| entry.key == *key)?;
        let counts = entry.depth == depth || (entry.exact && entry.depth < depth);
        counts.then_some((entry.bounds, entry.exact))
    }

    /// Stores bounds, intersecting them with those stored for the same depth.
    pub(super) fn put(&mut self, key: K, depth: u32, mut bounds: Certified, exact: bool) {
        let slot = self.slot(&key);
        let (page, at) = (slot / PAGE, slot % PAGE);
        let pages = &mut self.groups[page / GROUP];
        if !fill(pages, GROUP, Vec::new) {
            return;
        }
        let page = &mut pages[page % GROUP];
        if !fill(page, PAGE, || None) {
            return;
        }
        if let Some(old) = page[at]
            && (old.key, old.depth, old.exact) == (key, depth, exact)
        {
            bounds.lower = bounds.lower.max(old.bounds.lower);
            bounds.upper = bounds.upper.min(old.bounds.upper);
        }
        page[at] = Some(Entry { key, depth, exact, bounds });
    }
}

/// Fills an empty list; returns `false` if the memory can't be allocated.
fn fill<T>(list: &mut Vec<T>, length: usize, new: impl FnMut() -> T) -> bool {
    if list.is_empty() {
        if list.try_reserve_exact(length).is_err() {
            return false;
        }
        list.resize_with(length, new);
    }
    true
}
