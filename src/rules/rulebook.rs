//! Options that are looked up one at a time.

use super::{
    Capture, Count, Fill, LapCondition, Lone, OPTION_NAMES, Occupied, RoundEnd, Rules, Short,
    Starter, StoreLast, StorePlace,
};
use crate::board::MAX_HOLES;
use crate::options::Number;

/// Where the plain rules and the refill look up an option, at the moment when it matters.
///
/// [`Rules`] answer with their fields, and the compiler sees through the call. A reader that notes
/// what it is asked for learns on which options a move depended.
pub(crate) trait Rulebook {
    /// The rules, of which the option at this place of [`OPTION_NAMES`] is about to be read.
    fn open_at(&self, option: usize) -> &Rules;

    fn holes(&self) -> Count {
        self.open_at(const { place("holes") }).holes
    }

    fn seeds(&self) -> Count {
        self.open_at(const { place("seeds") }).seeds
    }

    fn store(&self) -> StorePlace {
        self.open_at(const { place("store") }).store
    }

    fn store_last(&self) -> StoreLast {
        self.open_at(const { place("store_last") }).store_last
    }

    fn occupied(&self) -> Occupied {
        self.open_at(const { place("occupied") }).occupied
    }

    fn capture(&self) -> Capture {
        self.open_at(const { place("capture") }).capture
    }

    fn lone(&self) -> Lone {
        self.open_at(const { place("lone") }).lone
    }

    fn lap(&self) -> LapCondition {
        self.open_at(const { place("lap") }).lap
    }

    fn end(&self) -> RoundEnd {
        self.open_at(const { place("end") }).end
    }

    fn short(&self) -> Short {
        self.open_at(const { place("short") }).short
    }

    fn max_protected(&self) -> Number<0, MAX_HOLES> {
        self.open_at(const { place("max_protected") }).max_protected
    }

    fn fill(&self) -> Fill {
        self.open_at(const { place("fill") }).fill
    }

    fn starter(&self) -> Starter {
        self.open_at(const { place("starter") }).starter
    }
}

impl Rulebook for Rules {
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
