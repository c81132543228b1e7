//! The transposition table: what is known of positions met before.
//!
//! Keys are exact: the holes, the mover and the mark of the position, whole and packed, compared
//! bit for bit, so an entry is never taken for another position's. The stores are not in the
//! key, because the scores are seeds still to be won, which do not depend on them. Entries lie in
//! pairs: the first of a pair keeps the deeper search, the second the later one.

use super::value::{Score, Window};
use crate::board::Cells;

/// What an entry's score says of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// The slot is empty.
    #[default]
    Nothing,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Entry {
    /// Seeds still to be won by the player to move, less the opponent's.
    pub seeds: i16,
    /// Moves that were looked ahead.
    pub depth: u16,
    /// The best move found (hole index), or [`Entry::NO_MOVE`].
    pub best: u8,
    /// What `seeds` says.
    pub bound: Bound,
    /// Whether it holds at any depth.
    pub proven: bool,
}

impl Entry {
    pub(super) const NO_MOVE: u8 = u8::MAX;

    /// The entry for a score found with this window.
    pub(super) fn new(score: Score, window: Window, depth: u32, best: u8) -> Entry {
        let bound = if score.seeds >= window.beta {
            Bound::Lower
        } else if score.seeds <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Entry {
            seeds: i16::try_from(score.seeds).expect("at most 1,023 seeds"),
            depth: u16::try_from(depth).expect("at most MAX_DEPTH moves"),
            best,
            bound,
            proven: score.proven,
        }
    }

    /// The score, if it decides a search of this depth and window.
    pub(super) fn decides(&self, window: Window, depth: u32) -> Option<Score> {
        let seeds = i32::from(self.seeds);
        let deep_enough = self.proven || u32::from(self.depth) >= depth;
        let decided = match self.bound {
            Bound::Nothing => false,
            Bound::Lower => seeds >= window.beta,
            Bound::Upper => seeds <= window.alpha,
            Bound::Exact => true,
        };
        (deep_enough && decided).then_some(Score {
            seeds,
            proven: self.proven,
        })
    }

    /// How much it is worth keeping: what is proven most.
    fn worth(&self) -> u32 {
        match self.bound {
            Bound::Nothing => 0,
            _ => 1 + u32::from(self.depth) + if self.proven { 1 << 16 } else { 0 },
        }
    }
}

/// A table that grows with what is put into it, up to a fixed size: a search of few positions
/// need not clear memory for many.
pub(super) struct Table<C> {
    pairs: Vec<[(C, Entry); 2]>,
    most: usize,
    filled: usize,
}

impl<C: Cells> Table<C> {
    const FIRST: usize = 1 << 10;

    /// A table in at most this many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Table<C> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        Table {
            pairs: vec![Default::default(); Self::FIRST],
            most: bytes / size_of::<[(C, Entry); 2]>(),
            filled: 0,
        }
    }

    /// Four times the size, or the largest. Without memory for it the table stays as it is.
    fn grow(&mut self) {
        let size = self.most.min(4 * self.pairs.len());
        let mut larger = Vec::new();
        if larger.try_reserve_exact(size).is_err() {
            self.most = self.pairs.len();
            return;
        }
        larger.resize(size, Default::default());
        self.filled = 0;
        for (key, entry) in std::mem::replace(&mut self.pairs, larger)
            .into_iter()
            .flatten()
        {
            if entry.bound != Bound::Nothing {
                self.put(key, entry);
            }
        }
    }

    /// The pair of a key: the high half of a product spreads the hash over any number of pairs.
    fn place(&self, key: C) -> usize {
        let product = u128::from(key.mix()) * self.pairs.len() as u128;
        (product >> 64) as usize
    }

    pub(super) fn get(&self, key: C) -> Option<Entry> {
        let pair = &self.pairs[self.place(key)];
        pair.iter()
            .find(|(k, _)| *k == key)
            .map(|(_, entry)| *entry)
    }

    /// Remembers an entry, in place of what is worth less.
    pub(super) fn put(&mut self, key: C, entry: Entry) {
        if self.filled > self.pairs.len() && self.pairs.len() < self.most {
            self.grow();
        }
        let place = self.place(key);
        let pair = &mut self.pairs[place];
        if let Some((_, known)) = pair.iter_mut().find(|(k, _)| *k == key) {
            if !(known.proven && known.bound == Bound::Exact) {
                *known = entry;
            }
            return;
        }
        self.filled += usize::from(pair[1].1.bound == Bound::Nothing);
        if entry.worth() >= pair[0].1.worth() {
            pair[1] = pair[0];
            pair[0] = (key, entry);
        } else {
            pair[1] = (key, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Seven;

    #[test]
    fn entries_are_found_again_and_never_another_position_s() {
        let mut table: Table<Seven> = Table::new(1);
        let window = Window { alpha: -5, beta: 5 };
        let entry = |seeds| Entry::new(Score::proven(seeds), window, 3, 2);
        let key = |seeds: u32| Seven::unit(1, seeds % 256).add(Seven::unit(2, seeds / 256));
        for seeds in 1..60_000 {
            table.put(key(seeds), entry((seeds % 100) as i32));
        }
        let mut found = 0;
        for seeds in 1..60_000 {
            if let Some(known) = table.get(key(seeds)) {
                assert_eq!(u32::try_from(known.seeds).unwrap(), seeds % 100);
                found += 1;
            }
        }
        assert!((20_000..45_000).contains(&found), "{found} of 43,690 slots");
    }

    #[test]
    fn only_what_decides_is_used() {
        let window = Window { alpha: 0, beta: 4 };
        let at_least = Entry::new(Score::estimated(7), window, 5, 0);
        assert_eq!(at_least.bound, Bound::Lower);
        assert_eq!(at_least.decides(window, 5), Some(Score::estimated(7)));
        assert_eq!(at_least.decides(window, 6), None);
        assert_eq!(at_least.decides(Window { alpha: 7, beta: 9 }, 5), None);
        let proven = Entry::new(Score::proven(-1), window, 2, 0);
        assert_eq!(proven.bound, Bound::Upper);
        assert_eq!(proven.decides(window, 60), Some(Score::proven(-1)));
        assert_eq!(Entry::default().decides(window, 0), None);
    }
}
