//! The way back: the moves that lead to a position.
//!
//! No position remembers where it came from. But every layer that has been worked off is kept, with
//! the length of the shortest line to each position. And moves can be taken back, each to a few
//! boards; those of them that lie in their layers are the predecessors. So a way back takes a look-up
//! or two for each of its moves, however many positions there are.

use super::context::Context;
use super::key_codec::Key;
use super::tally::{Ending, Measure};
use super::{Line, TurnsError};
use crate::board::{Cells, Hole};
use crate::moves::{After, Move};

/// A line of which the end is known, on the way back: how much of it is left, and the position where
/// that ends; and the holes of the moves from there on, the last first.
type Rest<K> = (u16, K, Vec<u8>);

impl<C: Cells, K: Key> Context<'_, C, K> {
    /// The line with this last move.
    pub(super) fn line_back(
        &self,
        ending: Option<Ending<K>>,
        measure: Measure,
    ) -> Result<Option<Line>, TurnsError> {
        let Some(Ending { length, from, hole }) = ending else { return Ok(None) };
        let cells = self.codec.decoder().cells(from);
        let before = self.length_before(cells, hole.into(), (length, measure));
        let before = before.expect("a line is as long as its moves");
        let holes = self.holes_to((before, from, vec![hole]), measure)?;
        Ok(Some(self.played_line(&holes)))
    }

    /// The holes of a line, of which the end is known.
    pub(super) fn holes_to(
        &self,
        (mut length, mut at, mut holes): Rest<K>,
        measure: Measure,
    ) -> Result<Vec<usize>, TurnsError> {
        while length > 0 {
            let (from, hole, before) = self.predecessor(at, (length, measure))?;
            (length, at) = (before, from);
            holes.push(hole);
        }
        let start = self.codec.key(self.start.cells);
        assert!(at == start, "every position has a way from the start");
        Ok(holes.iter().rev().map(|&hole| hole.into()).collect())
    }

    /// The first of the moves that lead to a position, with the length of the line before it.
    fn predecessor(&self, at: K, to: (u16, Measure)) -> Result<(K, u8, u16), TurnsError> {
        let (kernel, start) = (self.kernel, &self.start);
        let after = After {
            cells: self.codec.decoder().cells(at),
            mover: start.mover,
            least: kernel.store(start.cells, start.mover),
        };
        let mut boards = Vec::new();
        kernel.before_going_on(after, |cells, hole| boards.push((cells, hole)));
        let mut first = None;
        for (cells, hole) in boards {
            let Some(length) = self.length_before(cells, hole, to) else { continue };
            let key = self.codec.key(cells);
            let record = self.runs.find(self.layer(cells, length, length), key)?;
            if record.is_some_and(|record| to.1.of(&record) == length) {
                let step = (key, hole as u8, length);
                first = Some(first.map_or(step, |known| step.min(known)));
            }
        }
        Ok(first.expect("every position has a way from the start"))
    }

    /// The length of a line to a board from which a move makes it so long; none if there can't be
    /// one.
    fn length_before(
        &self,
        cells: C,
        hole: usize,
        (length, measure): (u16, Measure),
    ) -> Option<u16> {
        let played = self.kernel.play(&self.start.with(cells), hole);
        length.checked_sub(match measure {
            Measure::Moves => 1,
            Measure::Laps => played.laps as u16,
        })
    }

    /// The line of these holes, played from the start.
    pub(super) fn played_line(&self, holes: &[usize]) -> Line {
        let (mut state, mut laps, side) = (self.start, 0, self.start.mover);
        for &hole in holes {
            let played = self.kernel.play(&state, hole);
            laps += played.laps;
            state.cells = played.state.cells;
        }
        let moves = holes.iter().map(|&hole| Move { side, hole: Hole::at(hole) }).collect();
        Line { moves, laps, store: self.kernel.store(state.cells, side) }
    }
}
