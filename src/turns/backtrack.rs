//! The way back: the moves that lead to a position.
//!
//! No position remembers where it came from. But every layer that has been worked off is kept, with
//! the length of the shortest line to each position. And moves can be taken back, each to a few
//! boards; those of them that lie in their layers are the predecessors. So a way back takes a look-up
//! or two for each of its moves, however many positions there are.

use super::TurnsError;
use super::context::Context;
use super::enumeration::Line;
use super::key_codec::Key;
use super::tally::{Ending, Measure};
use crate::board::{Cells, Hole};
use crate::moves::{After, Move};

/// A line of which the end is known.
struct Search<K> {
    measure: Measure,
    /// The position that has been reached going back, and the length of the shortest line to it.
    at: K,
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

/// Finds the lines with these last moves.
pub(super) fn lines_back<C: Cells, K: Key, const LINES: usize>(
    context: &Context<'_, C, K>,
    lines: [Option<(Ending<K>, Measure)>; LINES],
    share: Share<'_, K>,
) -> Result<[Option<Line>; LINES], TurnsError> {
    let searches = lines.map(|line| {
        let (ending, measure) = line?;
        let mut search =
            Search { measure, at: ending.from, length: ending.length, holes: Vec::new() };
        search.step_back(context, ending.from, ending.hole);
        Some(search)
    });
    followed(context, searches, share)
}

/// Finds a line to a position of which the length of the shortest line to it is known.
pub(super) fn line_to<C: Cells, K: Key>(
    context: &Context<'_, C, K>,
    (length, at): (u16, K),
) -> Result<Line, TurnsError> {
    let search = Search { measure: Measure::Moves, at, length, holes: Vec::new() };
    let [line] = followed(context, [Some(search)], &mut Ok)?;
    Ok(line.expect("a line for a search"))
}

/// Follows the searches back to the start, each by a move at a time.
fn followed<C: Cells, K: Key, const LINES: usize>(
    context: &Context<'_, C, K>,
    mut searches: [Option<Search<K>>; LINES],
    share: Share<'_, K>,
) -> Result<[Option<Line>; LINES], TurnsError> {
    loop {
        let open = searches.iter_mut().flatten().filter(|s| s.length > 0);
        let mut open: Vec<_> = open.collect();
        if open.is_empty() {
            return Ok(searches.map(|search| Some(search?.line(context))));
        }
        let steps = open.iter().map(|search| search.predecessor(context));
        let steps = share(steps.collect::<Result<_, _>>()?)?;
        for (search, step) in open.iter_mut().zip(steps) {
            let Step { from, hole, .. } = step.expect("every position has a way from the start");
            search.step_back(context, from, hole);
        }
    }
}

impl<K: Key> Search<K> {
    /// The first of the moves that lead to where it is, among the positions of this process.
    fn predecessor<C: Cells>(
        &self,
        context: &Context<'_, C, K>,
    ) -> Result<Option<Step<K>>, TurnsError> {
        let (kernel, start) = (context.kernel, &context.start);
        let after = After {
            cells: context.codec.decoder().cells(self.at),
            mover: start.mover,
            least: kernel.store(start.cells, start.mover),
        };
        let mut boards = Vec::new();
        kernel.before_going_on(after, |cells, hole| boards.push((cells, hole)));
        let mut first = None;
        for (cells, hole) in boards {
            let Some(length) = self.length_before(context, cells, hole) else {
                continue;
            };
            let key = context.codec.key(cells);
            let layer = context.layer(cells, length, length);
            let record = context.runs.find(layer, key)?;
            if record.is_some_and(|record| self.measure.of(&record) == length) {
                let step = Step { from: key, hole: hole as u8, length };
                first = Some(first.map_or(step, |known: Step<K>| known.min(step)));
            }
        }
        Ok(first)
    }

    /// The length of a line to a board from which a move leads to where it is; none if there can't
    /// be one.
    fn length_before<C: Cells>(
        &self,
        context: &Context<'_, C, K>,
        cells: C,
        hole: usize,
    ) -> Option<u16> {
        let played = context.kernel.play(&context.start.with(cells), hole);
        self.length.checked_sub(match self.measure {
            Measure::Moves => 1,
            Measure::Laps => played.laps as u16,
        })
    }

    /// Goes back over a move.
    fn step_back<C: Cells>(&mut self, context: &Context<'_, C, K>, from: K, hole: u8) {
        let cells = context.codec.decoder().cells(from);
        let length = self.length_before(context, cells, hole.into());
        self.length = length.expect("a line is as long as its moves");
        self.holes.push(hole);
        self.at = from;
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
