//! Positions of a turn, with the lines that lead to them.

use super::key_codec::Key;

/// A position with the ways that lead to it from the start of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<K> {
    /// The key of the position.
    pub key: K,
    /// Lines that lead to it; the largest number stands for itself and all larger ones.
    pub ways: u128,
    /// The fewest moves to it.
    pub moves: u16,
    /// The fewest laps to it, not necessarily with the fewest moves.
    pub laps: u16,
}

impl<K: Key> Record<K> {
    /// The position a turn begins with.
    pub const fn start(key: K) -> Record<K> {
        Record { key, ways: 1, moves: 0, laps: 0 }
    }

    /// Takes in what another record knows of the same position.
    #[inline]
    fn join(&mut self, other: &Record<K>) {
        self.ways = self.ways.saturating_add(other.ways);
        self.moves = self.moves.min(other.moves);
        self.laps = self.laps.min(other.laps);
    }
}

/// Sorts records and joins those of the same position.
pub fn distinct<K: Key>(records: &mut Vec<Record<K>>) {
    records.sort_unstable_by_key(|record| record.key);
    join_neighbours(records);
}

/// The same for records that consist of sorted stretches.
pub fn merged<K: Key>(records: &mut Vec<Record<K>>) {
    // The stable sort of the standard library finds the stretches and merges them.
    records.sort_by_key(|record| record.key);
    join_neighbours(records);
}

fn join_neighbours<K: Key>(records: &mut Vec<Record<K>>) {
    records.dedup_by(|other, kept| {
        let same = other.key == kept.key;
        if same {
            kept.join(other);
        }
        same
    });
}
