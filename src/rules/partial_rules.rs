//! Options that are looked up one at a time.

use super::options::PartialRules;
use super::{OPTION_NAMES, Rules};

impl PartialRules for Rules {
    #[inline]
    fn open_at(&self, _: usize) -> &Rules {
        self
    }
}

/// The place of an option in [`OPTION_NAMES`].
pub(crate) const fn place(name: &str) -> usize {
    let mut place = 0;
    while !same(OPTION_NAMES[place].as_bytes(), name.as_bytes()) {
        place += 1;
    }
    place
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
