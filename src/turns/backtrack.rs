//! The way back: the moves that lead to a position.
//!
//! No position remembers where it came from. But every layer that has been worked off is kept, with
//! the length of the shortest line to each position, so one sweep from the last layer down to
//! the first finds the predecessors: those one move shorter that a move leads on from.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::context::Context;
use super::enumeration::Line;
use super::key_codec::{Decoder, Key};
use super::run_store::Kind;
use super::tally::{Ending, Measure};
use super::turn_state::Record;
use super::{TurnsError, each};
use crate::board::{Cells, Hole};
use crate::moves::{Move, holes};

/// A line of which the end is known.
struct Search<K> {
    measure: Measure,
    /// The position that has been reached going back, its layer, and the length of the shortest
    /// line to it.
    at: K,
    layer: usize,
    length: u16,
    /// The holes of the moves from there on, the last first.
    holes: Vec<u8>,
}

/// A move that leads to the position a search is at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step<K> {
    pub from: K,
    pub hole: u8,
    pub length: u16,
}

/// A function that takes what was found for each search among the positions of this process, and
/// returns what was found among all.
pub(super) type Share<'a, K> =
    &'a mut dyn FnMut(Vec<Option<Step<K>>>) -> Result<Vec<Option<Step<K>>>, TurnsError>;

/// Finds the lines with these last moves, in an enumeration that has worked off the layers
/// before `end` and perhaps a part of that one.
pub(super) fn lines_back<C: Cells, K: Key, const LINES: usize>(
    context: &Context<'_, C, K>,
    end: usize,
    lines: [Option<(Ending<K>, Measure)>; LINES],
    share: Share<'_, K>,
) -> Result<[Option<Line>; LINES], TurnsError> {
    let searches = lines.map(|line| {
        let (ending, measure) = line?;
        let mut search = Search {
            measure,
            at: ending.from,
            layer: usize::MAX,
            length: ending.length,
            holes: Vec::new(),
        };
        search.step_back(context, ending.from, ending.hole);
        Some(search)
    });
    followed(context, end, searches, share)
}

/// Finds a line to a position of which the length of the shortest line to it is known.
pub(super) fn line_to<C: Cells, K: Key>(
    context: &Context<'_, C, K>,
    end: usize,
    (length, at): (u16, K),
) -> Result<Line, TurnsError> {
    let cells = context.codec.decoder().cells(at);
    let search = Search {
        measure: Measure::Moves,
        at,
        layer: context.layer(cells, length, 0),
        length,
        holes: Vec::new(),
    };
    let [line] = followed(context, end, [Some(search)], &mut Ok)?;
    Ok(line.expect("a line for a search"))
}

/// Follows the searches back to the start.
fn followed<C: Cells, K: Key, const LINES: usize>(
    context: &Context<'_, C, K>,
    end: usize,
    mut searches: [Option<Search<K>>; LINES],
    share: Share<'_, K>,
) -> Result<[Option<Line>; LINES], TurnsError> {
    let last = end.min(context.runs.layers() - 1);
    for layer in (0..=last).rev() {
        let open = |s: &&mut Search<K>| s.layer > layer && s.length > 0;
        let mut open: Vec<_> = searches.iter_mut().flatten().filter(open).collect();
        if open.is_empty() {
            continue;
        }
        let steps = share(predecessors(context, layer, &open)?)?;
        for (search, step) in open.iter_mut().zip(steps) {
            if let Some(Step { from, hole, .. }) = step {
                search.step_back(context, from, hole);
            }
        }
    }
    Ok(searches.map(|search| Some(search?.line(context))))
}

impl<K: Key> Search<K> {
    /// Goes back over a move.
    fn step_back<C: Cells>(&mut self, context: &Context<'_, C, K>, from: K, hole: u8) {
        let cells = context.codec.decoder().cells(from);
        let state = context.start.with(cells);
        let laps = context.kernel.play(&state, hole.into()).laps;
        self.length -= match self.measure {
            Measure::Moves => 1,
            Measure::Laps => laps as u16,
        };
        self.holes.push(hole);
        self.at = from;
        self.layer = context.layer(cells, self.length, self.length);
    }

    /// The line, played from the start.
    fn line<C: Cells>(self, context: &Context<'_, C, K>) -> Line {
        assert!(
            self.at == context.codec.key(context.start.cells),
            "every position has a way from the start"
        );
        let holes: Vec<usize> = self.holes.iter().rev().map(|&hole| hole.into()).collect();
        played_line(context, &holes)
    }
}

/// The line of these holes, played from the start.
pub(super) fn played_line<C: Cells, K: Key>(context: &Context<'_, C, K>, holes: &[usize]) -> Line {
    let start = context.start;
    let (mut state, mut laps) = (start, 0);
    for &hole in holes {
        let played = context.kernel.play(&state, hole);
        laps += played.laps;
        state.cells = played.state.cells;
    }
    let side = start.mover;
    let holes = holes.iter().map(|&hole| Hole::at(hole));
    Line {
        moves: holes.map(|hole| Move { side, hole }).collect(),
        laps,
        store: context.kernel.store(state.cells, start.mover),
    }
}

/// For every search the first move of a layer that leads to where it is.
fn predecessors<C: Cells, K: Key>(
    context: &Context<'_, C, K>,
    layer: usize,
    searches: &[&mut Search<K>],
) -> Result<Vec<Option<Step<K>>>, TurnsError> {
    let done = context.runs.layer(Kind::Done, layer);
    let blocks = done
        .runs
        .iter()
        .flat_map(|run| run.blocks.iter().map(move |b| (run, b)));
    let blocks: Vec<_> = blocks.collect();
    let next = AtomicUsize::new(0);
    let look = || -> Result<Vec<Option<Step<K>>>, TurnsError> {
        let mut reader = context.runs.reader(Kind::Done, layer);
        let mut decoder = context.codec.decoder();
        let mut found = vec![None; searches.len()];
        while let Some((run, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            reader.read(run, block, |record| {
                for (search, found) in searches.iter().zip(&mut found) {
                    search.try_from(context, &record, &mut decoder, found);
                }
            })?;
        }
        Ok(found)
    };
    // A block is not worth waking other threads for.
    let pool = context.pool.filter(|_| blocks.len() > 1);
    let all: Vec<_> = each(pool, look).into_iter().collect::<Result<_, _>>()?;
    let first = |place: usize| all.iter().filter_map(|found| found[place]).min();
    Ok((0..searches.len()).map(first).collect())
}

impl<K: Key> Search<K> {
    /// Notes a move from a position that leads to where the search is, if there is one and it
    /// comes before the one that is known.
    #[inline]
    fn try_from<C: Cells>(
        &self,
        context: &Context<'_, C, K>,
        record: &Record<K>,
        decoder: &mut Decoder<'_, C, K>,
        found: &mut Option<Step<K>>,
    ) {
        let possible = match self.measure {
            Measure::Moves => record.moves + 1 == self.length,
            Measure::Laps => record.laps < self.length,
        };
        if !possible || found.is_some_and(|step| step.from < record.key) {
            return;
        }
        let state = context.start.with(decoder.cells(record.key));
        for hole in holes(context.kernel.legal(&state)) {
            let played = context.kernel.play(&state, hole.index());
            let cost = match self.measure {
                Measure::Moves => 1,
                Measure::Laps => played.laps,
            };
            let length = u32::from(self.measure.of(record)) + cost;
            if played.goes_on
                && length == u32::from(self.length)
                && context.codec.key(played.state.cells) == self.at
            {
                let step = Step {
                    from: record.key,
                    hole: hole.index() as u8,
                    length: self.measure.of(record),
                };
                if found.is_none_or(|known| step < known) {
                    *found = Some(step);
                }
                return;
            }
        }
    }
}
