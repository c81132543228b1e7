//! One thread of an enumeration: expands sections of a layer and gathers the positions they lead
//! to.

use super::TurnsError;
use super::context::{Context, FromEnd};
use super::key_codec::{Decoder, Key, KeyCodec};
use super::run_codec::{Record, Run, merge_duplicates};
use super::run_store::{Kind, Reader};
use super::tally::Tally;
use crate::board::Cells;
use crate::control::{NodeBudget, StopReason};
use crate::moves::holes;

/// A layer to process: its runs, and the sorted records gathered by the threads.
pub(super) struct Sources<K> {
    pub layer: usize,
    pub runs: Vec<Run<K>>,
    pub gathered: Vec<Vec<Record<K>>>,
}

impl<K: Key> Sources<K> {
    /// Keys that divide the layer into sections of about `records` records; `None` stands for the
    /// ends.
    pub(super) fn cuts(&self, records: usize) -> Vec<Option<K>> {
        // Samples one key per thousand records.
        let sampled = self.gathered.iter().flat_map(|g| g.iter().step_by(1 << 10));
        let mut keys: Vec<K> = sampled.map(|record| record.key).collect();
        let blocks = self.runs.iter().flat_map(|run| &run.blocks);
        keys.extend(blocks.map(|block| block.first));
        keys.sort_unstable();
        let every = (records >> 10).max(1);
        let inner = keys.into_iter().step_by(every).skip(1).map(Some);
        let mut cuts: Vec<_> = std::iter::once(None).chain(inner).collect();
        cuts.dedup();
        cuts.push(None);
        cuts
    }
}

/// The state of one thread.
pub(super) struct Worker<'a, C, K> {
    /// Frontier positions by layer, in the order in which they were found.
    gathered: Vec<Vec<Record<K>>>,
    /// Total capacity of these lists.
    held: usize,
    pub tally: Tally<K>,
    decoder: Decoder<'a, C, K>,
    section: Vec<Record<K>>,
}

impl<'a, C: Cells, K: Key> Worker<'a, C, K> {
    pub(super) fn new(codec: &'a KeyCodec<C, K>, layers: usize, total: u32) -> Self {
        Worker {
            gathered: (0..layers).map(|_| Vec::new()).collect(),
            held: 0,
            tally: Tally::new(total),
            decoder: codec.decoder(),
            section: Vec::new(),
        }
    }

    /// The number of records gathered for a layer.
    pub(super) fn waiting(&self, layer: usize) -> usize {
        self.gathered[layer].len()
    }

    /// Takes the records gathered for a layer, sorted and deduplicated.
    pub(super) fn sorted(&mut self, layer: usize) -> Vec<Record<K>> {
        let mut records = std::mem::take(&mut self.gathered[layer]);
        self.held -= records.capacity();
        records.sort_unstable_by_key(|record| record.key);
        merge_duplicates(&mut records);
        records
    }

    /// Expands the section of a layer between two keys, as far as the limits allow. Returns the
    /// limit that was reached.
    pub(super) fn process(
        &mut self,
        context: &Context<'_, C, K>,
        sources: &Sources<K>,
        (from, to): (Option<K>, Option<K>),
    ) -> Result<Option<StopReason>, TurnsError> {
        self.section.clear();
        let mut reader = context.runs.reader(Kind::Waiting, sources.layer);
        for run in &sources.runs {
            read_between(&mut reader, run, from, to, &mut self.section)?;
        }
        for records in &sources.gathered {
            let place = |key: Option<K>, end| {
                key.map_or(end, |key| records.partition_point(|r| r.key < key))
            };
            let part = place(from, 0)..place(to, records.len());
            self.section.extend_from_slice(&records[part]);
        }
        if self.section.is_empty() {
            return Ok(None);
        }
        // The standard library's stable sort detects the sorted parts and merges them.
        self.section.sort_by_key(|record| record.key);
        merge_duplicates(&mut self.section);
        let section = std::mem::take(&mut self.section);
        let (mut done, mut ended) = (0, None);
        let mut budget = NodeBudget::new(context.clock);
        for record in &section {
            ended = budget.spend().err();
            if ended.is_some() {
                break;
            }
            match &context.from_end {
                None => self.expand(context, record),
                Some(end) => self.take_back(context, end, record.key),
            }
            if self.held > context.most_held {
                self.unload(context, context.most_held / 2)?;
            }
            done += 1;
        }
        context.runs.put(Kind::Done, sources.layer, &section[..done])?;
        self.section = section;
        Ok(ended)
    }

    /// Plays all moves of a position.
    fn expand(&mut self, context: &Context<'_, C, K>, record: &Record<K>) {
        let state = context.start.with(self.decoder.cells(record.key));
        let legal = context.kernel.legal(&state);
        if legal == 0 {
            self.tally.stranded += 1;
            return;
        }
        self.tally.positions += 1;
        for hole in holes(legal) {
            let played = context.kernel.play(&state, hole.index());
            let noted = (hole.index(), &played);
            self.tally.note(context.kernel, (&state, record), noted, context.set);
            if played.goes_on {
                let cells = played.state.cells;
                // Fits in 16 bits: a turn has at most 37 laps for every seed that reaches the store.
                let (moves, laps) = (record.moves + 1, record.laps + played.laps as u16);
                let next = Record { key: context.codec.key(cells), ways: record.ways, moves, laps };
                self.gather(context.layer(cells, moves, laps), next);
            }
        }
    }

    /// Takes back all moves that lead to a board.
    fn take_back(&mut self, context: &Context<'_, C, K>, end: &FromEnd, key: K) {
        let cells = self.decoder.cells(key);
        self.tally.positions += 1;
        context.before(end, cells, |outside, key| {
            self.gather(outside as usize, Record::start(key));
        });
    }

    #[inline]
    fn gather(&mut self, layer: usize, record: Record<K>) {
        let records = &mut self.gathered[layer];
        if records.len() == records.capacity() {
            let more = (records.capacity() / 2).max(64);
            records.reserve_exact(more);
            self.held += more;
        }
        records.push(record);
    }

    /// Writes gathered records to runs, largest layers first, until at most `most` records are
    /// held.
    pub(super) fn unload(
        &mut self,
        context: &Context<'_, C, K>,
        most: usize,
    ) -> Result<(), TurnsError> {
        while self.held > most {
            let layers = 0..self.gathered.len();
            let layer = layers.max_by_key(|&layer| self.gathered[layer].capacity());
            let layer = layer.expect("a turn has layers");
            let records = self.sorted(layer);
            context.runs.put(Kind::Waiting, layer, &records)?;
        }
        Ok(())
    }
}

/// Reads the records of a run from one key up to another.
fn read_between<K: Key>(
    reader: &mut Reader<'_, K>,
    run: &Run<K>,
    from: Option<K>,
    to: Option<K>,
    records: &mut Vec<Record<K>>,
) -> Result<(), TurnsError> {
    let blocks = &run.blocks;
    // The block before the first one that starts above `from` may reach into the section.
    let first = from.map_or(0, |key| blocks.partition_point(|b| b.first <= key));
    let last = to.map_or(blocks.len(), |key| blocks.partition_point(|b| b.first < key));
    for block in &blocks[first.saturating_sub(1).min(last)..last] {
        reader.read(run, block, |record| {
            if from.is_none_or(|from| record.key >= from) && to.is_none_or(|to| record.key < to) {
                records.push(record);
            }
        })?;
    }
    Ok(())
}
