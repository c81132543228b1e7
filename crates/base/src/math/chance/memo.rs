//! The memory of a search with chance: bounds of states, with the depth they were searched to.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

use super::Certified;
use crate::control::ResourceError;

/// Bounds of the value of a state, and whether no estimate is in them.
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

/// A page of slots; empty until one of them is used.
type Page<K> = Vec<Option<Entry<K>>>;

/// A table of fixed size with whole keys: an entry is never taken for another state's. Of two
/// states that want one slot the later one has it. It takes memory as it is filled: a short search
/// with a large table need not wait for the table.
pub(super) struct Table<K> {
    slots: usize,
    /// Each empty until one of its pages is used.
    groups: Vec<Vec<Page<K>>>,
    /// The same in every run, so that a search is repeatable.
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// A table of about so many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Result<Table<K>, ResourceError> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let slots = (bytes / size_of::<Option<Entry<K>>>()).max(1);
        // Whether there is so much at all.
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

    /// The bounds of a state searched to this depth. Bounds without an estimate count for
    /// greater depths too; nothing counts for smaller ones, so that a table changes no result.
    pub(super) fn get(&self, key: &K, depth: u32) -> Option<(Certified, bool)> {
        let slot = self.slot(key);
        let (page, at) = (slot / PAGE, slot % PAGE);
        let page = self.groups[page / GROUP].get(page % GROUP)?;
        let entry = (*page.get(at)?).filter(|entry| entry.key == *key)?;
        let counts = entry.depth == depth || (entry.exact && entry.depth < depth);
        counts.then_some((entry.bounds, entry.exact))
    }

    /// Remembers; bounds of the same depth that are known already stay good.
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

/// Fills what is empty; false if the system gives no memory for it.
fn fill<T>(list: &mut Vec<T>, length: usize, new: impl FnMut() -> T) -> bool {
    if list.is_empty() {
        if list.try_reserve_exact(length).is_err() {
            return false;
        }
        list.resize_with(length, new);
    }
    true
}
