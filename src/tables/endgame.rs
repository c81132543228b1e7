//! An endgame table: building it level by level, and reading it.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;

use super::error::BuildError;
use super::fill::Filler;
use super::header::HEADER;
use super::value_places::{Layout, MAX_SEEDS, most_seeds};
use crate::board::{Cells, Field, InPlay, Mark, Position, Ranking, Side, Wide};
use crate::control::{Clock, Control, HAS_THREADS, Pool, Zeros, pool, prefetch, unpoisoned};
use crate::files::checksum;
use crate::moves::State;
use crate::rules::{Rules, StorePlace};

/// Stack size of a thread that builds or checks.
pub(super) const STACK: usize = 1 << 21;

/// Bytes of memory left free for the threads that fill the table.
const SPARE_BYTES: usize = 32 << 20;

/// Allocates the entries of a table.
fn allocate(layout: &Layout) -> Result<Zeros, BuildError> {
    let (seeds, bytes) = (layout.seeds, layout.positions());
    let too_large = BuildError::Memory { seeds, bytes };
    let entries = usize::try_from(bytes).map_err(|_| too_large)?;
    // A WebAssembly module cannot return memory that was granted for this test.
    let rest = HAS_THREADS.then(|| Zeros::of(SPARE_BYTES)).transpose()?;
    let values = Zeros::of(entries)?;
    drop(rest);
    Ok(values)
}

/// A table that is being filled.
pub(super) struct Builder {
    pub rules: Rules,
    pub layout: Layout,
    values: Zeros,
    /// Number of complete levels, from level 0 on.
    pub levels: u32,
    /// Created for the first level that is computed.
    filler: Option<Filler>,
    pool: Pool,
}

impl Builder {
    /// Returns the layout of a table, if it can be built.
    pub(super) fn layout(rules: &Rules, field: Field, seeds: u32) -> Result<Layout, BuildError> {
        if rules.store == StorePlace::Far {
            return Err(BuildError::Recurring);
        }
        if seeds > MAX_SEEDS {
            return Err(BuildError::Seeds(seeds));
        }
        let bytes = u64::MAX;
        Layout::new(rules, field, seeds).ok_or(BuildError::Memory { seeds, bytes })
    }

    pub(super) fn new(
        rules: &Rules,
        field: Field,
        seeds: u32,
        threads: NonZeroUsize,
    ) -> Result<Builder, BuildError> {
        let layout = Builder::layout(rules, field, seeds)?;
        let (values, pool) = (allocate(&layout)?, pool(threads, STACK)?);
        Ok(Builder { rules: *rules, layout, values, levels: 0, filler: None, pool })
    }

    /// The entries of a level.
    pub(super) fn level(&self, level: u32) -> &[u8] {
        &self.values[places(&self.layout, level)]
    }

    /// The entries of the next level.
    pub(super) fn next_level(&mut self) -> &mut [u8] {
        &mut self.values[places(&self.layout, self.levels)]
    }

    /// Computes the next level.
    pub(super) fn build_level(&mut self, clock: &Clock<'_>) -> Result<(), BuildError> {
        let entries = places(&self.layout, self.levels);
        // A partial level would be useless.
        let paid = clock.pay_all(entries.len() as u64);
        paid.map_err(BuildError::Stopped)?;
        let words = format!("positions with {} seeds in play", self.levels);
        clock.progress().start_phase(words, Some(entries.len() as u64));
        let (rules, layout) = (&self.rules, &self.layout);
        let filler = match self.filler.take() {
            Some(filler) => filler,
            None => self.pool.install(|| Filler::new(rules, layout, clock))?,
        };
        let filler = self.filler.insert(filler);
        let (lower, rest) = self.values.split_at_mut(entries.start);
        let level = &mut rest[..entries.len()];
        self.pool.install(|| filler.level(self.levels, lower, level, clock))?;
        self.levels += 1;
        Ok(())
    }

    /// Returns the table of positions with up to `seeds` seeds in play, whose levels must be
    /// complete.
    fn finish(self, seeds: u32) -> Endgame {
        assert!(self.levels > seeds, "every level is complete");
        let layout = Layout::new(&self.rules, self.layout.field, seeds).expect("a part of it");
        Endgame::in_memory(self.rules, layout, self.values)
    }
}

/// The indexes of a level's entries in memory.
fn places(layout: &Layout, level: u32) -> Range<usize> {
    let place = |entry: u64| usize::try_from(entry).expect("a table in memory");
    let Range { start, end } = layout.level(level);
    place(start)..place(end)
}

const LEVELS: usize = MAX_SEEDS as usize + 1;

// One bit per level.
const _: () = assert!(MAX_SEEDS < u64::BITS);

/// The exact values of all positions of a round with up to a number of seeds in play.
///
/// Seeds *in play* are those in open holes. A value is the number of them that the player to move
/// will own at the end of the round minus those that the opponent will. (At the end each player
/// keeps the seeds in their own row. Seeds in stores and protected holes are owned already; a seed
/// sown into one's own protected hole is won like one in the store.) A position whose mover has no
/// move, and that is neither over nor a pass, cannot arise in play; its value is the result if the
/// round ended there.
///
/// # Examples
/// ```
/// use std::num::NonZeroUsize;
/// use chongkak::{board::{Position, Setup}, control::Control, rules::Preset, tables::Endgame};
/// let rules = Preset::named("kalah").unwrap().rules;
/// let setup: Setup = "0,0,1/0 1,0,0/0 A".parse().unwrap();
/// let position = Position::new(&setup).unwrap();
/// let (field, threads) = (position.field(), NonZeroUsize::MIN);
/// let table = Endgame::build(&rules, field, 4, threads, Control::none()).unwrap();
/// // A3 goes to the store and ends the round with one seed each.
/// assert_eq!(table.value(&position), Some(0));
/// ```
#[derive(Debug)]
pub struct Endgame {
    rules: Rules,
    layout: Layout,
    values: Values,
    /// Bit sets of the levels whose checksums are known to be right, and of those known to be
    /// wrong.
    right: AtomicU64,
    damaged: AtomicU64,
    /// The expected checksums of the levels, if they have not been checked yet.
    checksums: Vec<u32>,
    /// Held by the thread that checks a level; other threads that need the level wait.
    summing: Mutex<()>,
}

/// The bytes of a table.
#[derive(Debug)]
pub(super) enum Values {
    /// Computed, in memory.
    Memory(Zeros),
    /// A whole mapped file, starting with its header.
    Mapped(Mmap),
}

impl Values {
    fn bytes(&self) -> &[u8] {
        match self {
            Values::Memory(values) => values,
            Values::Mapped(map) => &map[HEADER..],
        }
    }
}

impl Endgame {
    /// Builds a table in memory. It takes one byte per position; [`Layout::positions`] is their
    /// number. A node is a position.
    ///
    /// # Errors
    /// If positions can recur under the rules, the table is too large, the system does not grant
    /// threads or memory, or a limit is reached.
    pub fn build(
        rules: &Rules,
        field: Field,
        seeds: u32,
        threads: NonZeroUsize,
        control: Control<'_>,
    ) -> Result<Endgame, BuildError> {
        let mut builder = Builder::new(rules, field, seeds, threads)?;
        let clock = Clock::new(control);
        while builder.levels <= seeds {
            builder.build_level(&clock)?;
        }
        Ok(builder.finish(seeds))
    }

    /// Allocates a table with room for `seeds` seeds in play. It starts as a copy of the `known`
    /// table, as far as there is room, or else with the empty board only.
    /// [`extended`](Self::extended) fills the rest.
    ///
    /// # Errors
    /// If the table would be too large, or the system does not grant the memory.
    pub(crate) fn with_capacity(
        rules: &Rules,
        field: Field,
        known: Option<&Endgame>,
        seeds: u32,
    ) -> Result<Endgame, BuildError> {
        let mut memory = allocate(&Builder::layout(rules, field, seeds)?)?;
        // A damaged table is not copied but rebuilt.
        let known = known.filter(|known| (0..=known.seeds()).all(|level| known.is_sound(level)));
        let copied = known.map_or(0, Endgame::seeds).min(seeds);
        let layout = Builder::layout(rules, field, copied)?;
        if let Some(known) = known {
            let entries = layout.positions() as usize;
            memory[..entries].copy_from_slice(&known.values.bytes()[..entries]);
        }
        // The empty board has the value 0, and so does fresh memory.
        Ok(Endgame::in_memory(*rules, layout, memory))
    }

    /// Fills the table up to `seeds` seeds in play, or as far as the allocated memory, the limits
    /// and the system allow. Existing levels stay.
    pub(crate) fn extended(
        self,
        seeds: u32,
        threads: NonZeroUsize,
        control: Control<'_>,
    ) -> Endgame {
        let levels = self.layout.seeds + 1;
        let Ok(pool) = pool(threads, STACK) else {
            return self;
        };
        let Values::Memory(values) = self.values else {
            return self;
        };
        let field = self.layout.field;
        let room = most_seeds(&self.rules, field, values.len() as u64);
        let seeds = room.map_or(0, |room| seeds.min(room)).max(levels - 1);
        let layout = Layout::new(&self.rules, field, seeds).expect("no more than has room");
        let rules = self.rules;
        let mut builder = Builder { rules, layout, values, levels, filler: None, pool };
        let clock = Clock::new(control);
        while builder.levels <= seeds && builder.build_level(&clock).is_ok() {}
        let seeds = builder.levels - 1;
        builder.finish(seeds)
    }

    fn in_memory(rules: Rules, layout: Layout, values: Zeros) -> Endgame {
        Endgame::from_parts(rules, layout, Values::Memory(values), Vec::new())
    }

    /// Creates a table. Its levels count as right if `checksums` is empty; otherwise each is
    /// checked when it is first read.
    pub(super) fn from_parts(
        rules: Rules,
        layout: Layout,
        values: Values,
        checksums: Vec<u32>,
    ) -> Endgame {
        let right = AtomicU64::new(if checksums.is_empty() { u64::MAX } else { 0 });
        let (damaged, summing) = (AtomicU64::new(0), Mutex::new(()));
        Endgame { rules, layout, values, right, damaged, checksums, summing }
    }

    /// The entries of a level.
    pub(super) fn level(&self, level: u32) -> &[u8] {
        let entries = self.layout.level(level);
        &self.values.bytes()[entries.start as usize..entries.end as usize]
    }

    /// Whether the values of a level are undamaged. A level that was not checked yet is checked
    /// now.
    #[inline(always)]
    fn is_sound(&self, level: u32) -> bool {
        has(&self.right, level) || self.check_level(level)
    }

    /// Whether a level matches its checksum. Cost: the first time, summing the level.
    #[cold]
    #[inline(never)]
    fn check_level(&self, level: u32) -> bool {
        if has(&self.damaged, level) {
            return false;
        }
        let _alone = unpoisoned(self.summing.lock());
        if !has(&self.right, level) && !has(&self.damaged, level) {
            let expected = self.checksums.get(level as usize);
            let right = expected == Some(&checksum(self.level(level)));
            let bits = if right { &self.right } else { &self.damaged };
            bits.fetch_or(1 << level, Ordering::Relaxed);
        }
        has(&self.right, level)
    }

    /// The lowest level that was found damaged on reading.
    pub(super) fn damaged(&self) -> Option<u32> {
        let damaged = self.damaged.load(Ordering::Relaxed);
        (damaged != 0).then(|| damaged.trailing_zeros())
    }

    /// The rules. If the table was read from a file, only the options that change values are
    /// meaningful.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The layout, which maps positions to entries.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The maximum number of seeds in play.
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        self.layout.seeds
    }

    /// Whether the table covers positions with `in_play` seeds in play.
    #[must_use]
    pub const fn covers(&self, in_play: u32) -> bool {
        in_play <= self.seeds()
    }

    /// Whether the table has the values of rounds under these rules on this field.
    #[must_use]
    pub fn fits(&self, rules: &Rules, field: Field) -> bool {
        self.layout.field == field && self.rules.plays_as(*rules)
    }

    /// Returns the value of a round from a position on, under the table's rules: A's seeds minus
    /// B's at its end. `None` if the position has other hole states or more seeds in play than the
    /// table, or if its level is damaged.
    ///
    /// Cost: about a thousand steps. The first time an installed table is read at a level, that
    /// level's checksum is verified too.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<i32> {
        if position.is_over() {
            return Some(position.standing());
        } else if position.field() != self.layout.field {
            return None;
        }
        let last_turn = position.mark() == Mark::Final;
        let reader = self.reader::<Wide>();
        let value = reader.value(position.cells(), position.mover(), last_turn)?;
        let [a, b] = Side::BOTH.map(|side| position.in_play(side).cast_signed());
        Some(position.standing() - (a - b) + position.mover().sign() * value)
    }

    /// Returns the value at an entry: the seeds in play that the mover will own minus those of the
    /// opponent. `None` if there is no such entry, or its level is damaged.
    #[must_use]
    pub fn at(&self, entry: u64) -> Option<i32> {
        let there = entry < self.layout.positions() && self.is_sound(self.layout.level_of(entry));
        there.then(|| i32::from(self.values.bytes()[entry as usize].cast_signed()))
    }

    /// Creates a reader for boards of one width. It computes about a thousand table entries, so
    /// create it once. The board has to fit in the cells.
    #[doc(hidden)]
    #[must_use]
    pub fn reader<C: Cells>(&self) -> Reader<'_, C> {
        let layout = &self.layout;
        Reader {
            ranking: Ranking::new(layout.field, layout.seeds),
            before: Side::BOTH.map(|mover| [false, true].map(|mark| before(layout, mover, mark))),
            values: self.values.bytes(),
            table: self,
        }
    }
}

/// By level, the difference between a position's entry and its rank. The entries before it are all
/// smaller levels in all parts (the rank counts them in one part), and then the earlier parts of
/// its own level.
fn before(layout: &Layout, mover: Side, mark: bool) -> [u64; LEVELS] {
    let mut before = [0; LEVELS];
    for level in 0..=layout.seeds {
        let start = layout.level(level).start;
        let smaller = start - start / layout.parts;
        before[level as usize] = smaller + layout.part(mover, mark) * layout.ranks(level);
    }
    before
}

/// Whether a level is in the set. (The bytes of a level never change, so relaxed loads suffice.)
#[inline(always)]
fn has(levels: &AtomicU64, level: u32) -> bool {
    levels.load(Ordering::Relaxed) >> level & 1 == 1
}

/// Reads the values of an [`Endgame`]. Reading allocates nothing; any number of threads may read.
#[derive(Debug)]
pub struct Reader<'a, C> {
    ranking: Ranking<C>,
    /// By mover, mark and level: the difference between a position's entry and its rank.
    before: [[[u64; LEVELS]; 2]; 2],
    values: &'a [u8],
    table: &'a Endgame,
}

impl<C: Cells> Reader<'_, C> {
    /// The seeds in play on a board.
    #[inline(always)]
    pub(super) fn in_play(&self, cells: C) -> InPlay<C> {
        self.ranking.in_play(cells)
    }

    /// The entry of a position; meaningless if it has more seeds in play than the table.
    #[inline(always)]
    pub(super) fn entry(&self, board: &InPlay<C>, mover: Side, last_turn: bool) -> u64 {
        self.place(board, self.ranking.rank(board, mover), mover, last_turn)
    }

    #[inline(always)]
    fn place(&self, board: &InPlay<C>, rank: u64, mover: Side, last_turn: bool) -> u64 {
        debug_assert!(board.all <= self.ranking.most());
        let before = &self.before[mover.index()][usize::from(last_turn)];
        before[board.all as usize % LEVELS] + rank
    }

    /// Whether the table covers the board with an undamaged level.
    #[inline(always)]
    fn covers(&self, board: &InPlay<C>) -> bool {
        board.all <= self.ranking.most() && self.table.is_sound(board.all)
    }

    /// Returns the seeds in play that the player to move will own minus those of the opponent;
    /// `None` if the board has more seeds in play than the table, or its level is damaged. Stores
    /// and protected holes may hold any number.
    #[inline]
    #[must_use]
    pub fn value(&self, cells: C, mover: Side, last_turn: bool) -> Option<i32> {
        let board = self.in_play(cells);
        self.covers(&board).then(|| self.at(self.entry(&board, mover, last_turn)))
    }

    /// Returns the entry of a state's value; `None` where [`value`](Reader::value) returns none.
    /// `rank` is the board's rank among those of the field: a [`Ranking`] of more seeds has the
    /// same ranks. Find many entries first and read them [afterwards](Reader::at), so that their
    /// memory latencies overlap.
    #[inline]
    #[must_use]
    pub fn entry_of_rank(&self, state: &State<C>, board: &InPlay<C>, rank: u64) -> Option<u64> {
        let covered = self.covers(board);
        covered.then(|| self.place(board, rank, state.mover, state.last_turn))
    }

    /// Prefetches the value at an entry, which must exist.
    #[inline(always)]
    pub fn prefetch(&self, entry: u64) {
        prefetch(&self.values[entry as usize]);
    }

    /// The value at an entry, which must exist.
    #[inline]
    #[must_use]
    pub fn at(&self, entry: u64) -> i32 {
        i32::from(self.values[entry as usize].cast_signed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::rules::Preset;

    /// The case where the system granted less memory than requested.
    #[test]
    fn a_table_grows_no_further_than_its_room() {
        let rules = Preset::named("kalah").expect("shipped").rules;
        let field = Field::open(Shape::new(3).expect("three holes"));
        let table = Endgame::with_capacity(&rules, field, None, 3).expect("some bytes");
        let grown = table.extended(5, NonZeroUsize::MIN, Control::none());
        let built = Endgame::build(&rules, field, 3, NonZeroUsize::MIN, Control::none());
        let built = built.expect("a table");
        assert_eq!(grown.seeds(), 3);
        assert_eq!(grown.values.bytes(), built.values.bytes());
    }
}
