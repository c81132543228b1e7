//! A search of a turn from its end: boards from which all seeds but a few reach the store.
//!
//! A board belongs to the set if some continuation of the turn leaves no more seeds outside the
//! mover's store than wanted. Every move brings seeds to the store or is the last, so a board has
//! more outside than those that its moves lead to: worked off by the seeds outside, fewest first, a
//! layer is complete when its turn comes. The moves are taken back one board at a time; hardly any
//! board has many before it that can still be harvested, so the layers stay small for long.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPool;

use super::each;
use super::key_codec::{Key, KeyCodec};
use crate::board::{Cells, HoleState};
use crate::control::Clock;
use crate::moves::{After, Kernel, State, holes};

/// Boards from which moves are taken back before the memory is looked at.
const BLOCK: u64 = 1 << 18;

/// Boards that a thread takes at a time, and for fewer of which none is started.
const PORTION: u64 = 1 << 11;

/// The turn of which the boards are.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a, C, K> {
    pub kernel: &'a Kernel<C>,
    pub codec: &'a KeyCodec<C, K>,
    pub start: State<C>,
}

/// The means of a search.
pub(super) struct Means<'a> {
    pub pool: Option<&'a ThreadPool>,
    /// Bytes for all layers.
    pub bytes: usize,
    pub clock: &'a Clock<'a>,
}

/// The sets, layer by layer.
pub(super) struct Backward<K> {
    /// Seeds that may be left outside the store.
    left: u32,
    /// Boards that are good as they are: all with no more outside.
    good: u64,
    /// Boards by the seeds outside; those with as many as there are layers or more are not kept.
    /// The layers up to `left` hold every board there is, and nothing is written in them.
    layers: Vec<Layer<K>>,
    /// Layers up to this one are complete.
    settled: u32,
    /// Whether something prevents that more are.
    closed: bool,
}

/// Boards with the same number of seeds outside.
struct Layer<K> {
    keys: Vec<K>,
    /// A bit for the hash of every key, once the layer is complete.
    hashes: Vec<u64>,
}

impl<K: Key> Layer<K> {
    const fn new() -> Layer<K> {
        Layer {
            keys: Vec::new(),
            hashes: Vec::new(),
        }
    }

    fn sort(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup();
        self.keys.shrink_to_fit();
    }

    fn settle(&mut self) {
        self.sort();
        let words = (self.keys.len() / 8 + 1).next_power_of_two();
        self.hashes = vec![0; words];
        for &key in &self.keys {
            let (word, bit) = place(key, words);
            self.hashes[word] |= bit;
        }
    }

    #[inline]
    fn contains(&self, key: K) -> bool {
        let (word, bit) = place(key, self.hashes.len());
        self.hashes[word] & bit != 0 && self.keys.binary_search(&key).is_ok()
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + self.hashes.len() * 8
    }
}

/// The word with the bit of a key, among so many words, a power of two, and the bit.
#[inline]
fn place<K: Key>(key: K, words: usize) -> (usize, u64) {
    let number = key.number();
    let mixed = (number as u64 ^ (number >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (mixed >> 24) as usize & (words - 1);
    (word, 1 << (mixed >> 58))
}

impl<K: Key> Backward<K> {
    /// Nothing but the boards that are good as they are, of those with fewer seeds outside than
    /// `end`.
    fn new(left: u32, end: u32, good: u64) -> Backward<K> {
        Backward {
            left,
            good,
            layers: (0..end.max(left + 1)).map(|_| Layer::new()).collect(),
            settled: left,
            closed: false,
        }
    }

    /// Whether another layer can be completed.
    pub(super) fn can_deepen(&self) -> bool {
        !self.closed && self.settled as usize + 1 < self.layers.len()
    }

    /// Completes the next layer: all moves that lead to the layers before it were taken back.
    fn settle_next(&mut self) {
        if self.can_deepen() {
            self.settled += 1;
            self.layers[self.settled as usize].settle();
        }
    }

    /// Boards from which moves have been taken back once another layer is complete.
    pub(super) fn work(&self) -> u64 {
        let found = self.sizes().iter().map(|(_, boards)| boards).sum::<u64>();
        self.good.saturating_add(found)
    }

    /// Boards of the complete layers by the seeds outside.
    pub(super) fn sizes(&self) -> Vec<(u32, u64)> {
        let settled = (0..).zip(&self.layers).take(self.settled as usize + 1);
        let counted = settled.skip(self.left as usize + 1);
        counted
            .map(|(outside, layer)| (outside, layer.keys.len() as u64))
            .collect()
    }

    /// Whether all is known of the boards with so many seeds outside.
    #[inline]
    pub(super) const fn knows(&self, outside: u32) -> bool {
        outside <= self.settled
    }

    /// Whether a board belongs to the set; all must be known of those with as many seeds outside.
    #[inline]
    pub(super) fn contains(&self, key: K, outside: u32) -> bool {
        outside <= self.left || self.layers[outside as usize].contains(key)
    }

    /// Gives up the layers with the most seeds outside until what is kept fits the memory.
    fn trim(&mut self, bytes: usize) {
        let held = |layers: &[Layer<K>]| layers.iter().map(Layer::bytes).sum::<usize>();
        if held(&self.layers) <= bytes {
            return;
        }
        let settled = self.settled as usize;
        self.layers[settled + 1..].iter_mut().for_each(Layer::sort);
        // A part is left free, so that not every block of boards ends with sorting.
        while held(&self.layers) > bytes / 4 * 3 && self.layers.len() > settled + 1 {
            self.layers.pop();
        }
    }
}

impl<C: Cells, K: Key> Turn<'_, C, K> {
    /// A search for boards from which no more than `left` seeds need stay outside.
    pub(super) fn backward(&self, left: u32) -> Backward<K> {
        let good = self.codec.boards(left).number();
        let good = u64::try_from(good).unwrap_or(u64::MAX);
        Backward::new(left, self.outside(self.start.cells), good)
    }

    /// Completes another layer, if memory allows it and nothing stops it.
    pub(super) fn deepen(&self, backward: &mut Backward<K>, means: &Means<'_>) {
        let layer = backward.settled as usize;
        if backward.settled == backward.left {
            let number = |place: u64| K::of(place.into()).expect("a key of few seeds");
            self.go_back(backward, backward.good, number, true, means);
        } else {
            let keys = std::mem::take(&mut backward.layers[layer].keys);
            let key = |place: u64| keys[place as usize];
            self.go_back(backward, keys.len() as u64, key, false, means);
            backward.layers[layer].keys = keys;
        }
        backward.settle_next();
    }

    /// Seeds outside the store.
    #[inline]
    pub(super) fn outside(&self, cells: C) -> u32 {
        self.codec.moving() - self.kernel.store(cells, self.start.mover)
    }

    /// The holes of a line that leaves as few seeds outside as wanted, from a board of the set.
    pub(super) fn line(&self, backward: &Backward<K>, mut cells: C) -> Vec<usize> {
        let mut line = Vec::new();
        while self.outside(cells) > backward.left {
            let state = self.start.with(cells);
            let good = |hole: usize| {
                let played = self.kernel.play(&state, hole);
                let cells = played.state.cells;
                let (key, outside) = (self.codec.key(cells), self.outside(cells));
                let stays =
                    outside <= backward.left || played.goes_on && backward.contains(key, outside);
                stays.then_some((hole, cells))
            };
            let legal = holes(self.kernel.legal(&state));
            let next = legal.map(|hole| hole.index()).find_map(good);
            let (hole, after) = next.expect("a board of the set has a move that stays in it");
            line.push(hole);
            cells = after;
        }
        line
    }

    /// Takes back the moves that lead to boards and go on, and for boards that are good as they are
    /// the moves that end the turn as well.
    fn go_back(
        &self,
        backward: &mut Backward<K>,
        count: u64,
        key: impl Fn(u64) -> K + Sync,
        good: bool,
        means: &Means<'_>,
    ) {
        let mut from = 0;
        while from < count && backward.can_deepen() {
            if means.clock.ended().is_some() {
                backward.closed = true;
                return;
            }
            let to = count.min(from + BLOCK);
            let search = Search {
                turn: self,
                left: backward.left,
                most: backward.layers.len() as u32 - 1,
                good,
            };
            // Few boards are not worth waking other threads for.
            let pool = means.pool.filter(|_| to - from >= PORTION);
            for found in search.before(from..to, &key, pool) {
                for (layer, mut keys) in backward.layers.iter_mut().zip(found) {
                    layer.keys.append(&mut keys);
                }
            }
            backward.trim(means.bytes);
            from = to;
        }
    }
}

/// A step back: which boards are wanted.
struct Search<'a, C, K> {
    turn: &'a Turn<'a, C, K>,
    left: u32,
    /// Seeds outside, at most.
    most: u32,
    good: bool,
}

impl<C: Cells, K: Key> Search<'_, C, K> {
    /// The boards before a number of boards, by thread and by the seeds outside.
    fn before(
        &self,
        places: Range<u64>,
        key: &(impl Fn(u64) -> K + Sync),
        pool: Option<&ThreadPool>,
    ) -> Vec<Vec<Vec<K>>> {
        let next = AtomicU64::new(places.start);
        let work = || {
            let mut decoder = self.turn.codec.decoder();
            let mut found = vec![Vec::new(); self.most as usize + 1];
            loop {
                let from = next.fetch_add(PORTION, Ordering::Relaxed);
                if from >= places.end {
                    return found;
                }
                for place in from..places.end.min(from + PORTION) {
                    self.before_board(decoder.cells(key(place)), &mut found);
                }
            }
        };
        each(pool, work)
    }

    fn before_board(&self, cells: C, found: &mut [Vec<K>]) {
        let turn = self.turn;
        if self.good && !cells.and(self.out_of_play()).is_empty() {
            return;
        }
        let after = After {
            cells,
            mover: turn.start.mover,
            least: turn.codec.moving() - self.most,
        };
        let mut keep = |before: C, _hole: usize| {
            let outside = turn.outside(before);
            if outside > self.left {
                found[outside as usize].push(turn.codec.key(before));
            }
        };
        turn.kernel.before_going_on(after, &mut keep);
        if self.good {
            turn.kernel.before_stopping(after, &mut keep);
        }
    }

    /// The closed holes of the mover: keys number boards with seeds in them too.
    fn out_of_play(&self) -> C {
        let field = self.turn.kernel.field();
        let row = field.row(self.turn.start.mover);
        let closed =
            |cell: &u32| row >> cell & 1 == 1 && field.state(*cell as usize) == HoleState::Closed;
        let bits = (0..u64::BITS).filter(closed);
        C::mask(bits.fold(0, |bits, cell| bits | 1 << cell))
    }
}
