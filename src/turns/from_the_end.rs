//! Search of a turn from its end: boards from which all seeds but a few reach the store.
//!
//! A board belongs to the set if some continuation of the turn leaves no more seeds outside the
//! mover's store than wanted. Every move brings seeds to the store or is the last, so a board has
//! more outside than those that its moves lead to: worked off by the seeds outside, fewest first, a
//! layer is complete when its turn comes.
//!
//! Hardly any board has many before it that can still be harvested. What grows are heaps that the
//! last move takes; those that no line from the start can have left are passed over. For on its way
//! from one seed in the store to the next the hand drops no more than one in any hole, so in a move
//! that goes on a hole gains no more seeds than the store does: the most that a hole has and what
//! is outside the store are never more together than they were before.

use super::TurnsError;
use super::context::{Context, FromEnd};
use super::key_codec::Key;
use super::run_store::Kind;
use super::sorted_run::{Record, encode};
use crate::board::{Cells, HoleState};
use crate::moves::{After, State, holes};

/// Boards of a run that the search begins with.
const PORTION: u64 = 1 << 16;

impl<C: Cells, K: Key> Context<'_, C, K> {
    /// Returns what a line from the start can't exceed: the most seeds of a hole, and those
    /// outside.
    pub(super) fn reach(&self, cells: C) -> u32 {
        let held = self.codec.holes().map(|cell| cells.get(cell));
        held.max().unwrap_or(0) + self.outside(cells)
    }

    /// The number of boards with no more seeds outside than may be left.
    pub(super) fn good(&self, end: &FromEnd) -> u64 {
        u64::try_from(Into::<u128>::into(self.codec.boards(end.left))).unwrap_or(u64::MAX)
    }

    /// Puts the boards that are good as they are into their layer; `go_on` says before each part
    /// whether to.
    pub(super) fn put_good<E: From<TurnsError>>(
        &self,
        end: &FromEnd,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut decoder = self.codec.decoder();
        let out_of_play = self.out_of_play();
        let good = self.good(end);
        for from in (0..good).step_by(PORTION as usize) {
            go_on()?;
            let keys = (from..good.min(from + PORTION))
                .map(|number| K::of(number.into()).expect("a key of few seeds"))
                .filter(|&key| decoder.cells(key).and(out_of_play).is_empty());
            let records: Vec<_> = keys.map(Record::start).collect();
            let run = encode(&records, self.runs.counts(Kind::Waiting));
            self.runs.put(Kind::Waiting, end.left as usize, run)?;
        }
        Ok(())
    }

    /// Shows the seeds outside and the keys of boards from which a move leads to this one. If it is
    /// good as it is, moves that end the turn count too.
    #[inline]
    pub(super) fn before(&self, end: &FromEnd, cells: C, mut found: impl FnMut(u32, K)) {
        let after = After { cells, mover: self.start.mover, least: self.codec.moving() - end.most };
        let mut keep = |before: C, _hole: usize| {
            let outside = self.outside(before);
            if outside > end.left && self.reach(before) <= end.reach {
                found(outside, self.codec.key(before));
            }
        };
        self.kernel.before_going_on(after, &mut keep);
        if self.outside(cells) <= end.left {
            self.kernel.before_stopping(after, &mut keep);
        }
    }

    /// The closed holes of the mover: keys number boards with seeds in them too.
    fn out_of_play(&self) -> C {
        let field = self.kernel.field();
        let row = field.row(self.start.mover);
        let closed =
            |cell: &u32| row >> cell & 1 == 1 && field.state(*cell as usize) == HoleState::Closed;
        let bits = (0..u64::BITS).filter(closed);
        C::mask(bits.fold(0, |bits, cell| bits | 1 << cell))
    }

    /// The holes of a line that leaves as few seeds outside as wanted, from a board of the set, if
    /// this is the context of the search for it.
    pub(super) fn line_from(&self, mut cells: C) -> Result<Vec<usize>, TurnsError> {
        let end = self.from_end.expect("a search from the end");
        let mut line = Vec::new();
        while self.outside(cells) > end.left {
            let state = self.start.with(cells);
            let (hole, after) = self.move_from(&end, &state)?;
            line.push(hole);
            cells = after;
        }
        Ok(line)
    }

    /// A move that stays in the set.
    fn move_from(&self, end: &FromEnd, state: &State<C>) -> Result<(usize, C), TurnsError> {
        for hole in holes(self.kernel.legal(state)) {
            let played = self.kernel.play(state, hole.index());
            let cells = played.state.cells;
            let outside = self.outside(cells);
            let stays = outside <= end.left
                || played.goes_on && {
                    let found = self.runs.find(outside as usize, self.codec.key(cells))?;
                    found.is_some()
                };
            if stays {
                return Ok((hole.index(), cells));
            }
        }
        unreachable!("a board of the set has a move that stays in it")
    }
}
