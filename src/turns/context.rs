//! The context shared by all threads of an enumeration, the search of a turn from its end
//! (retrograde analysis), and the reconstruction of lines.
//!
//! **From the end**: finds the boards from which all but a few seeds can reach the store. A board
//! belongs to this set if some continuation of the turn leaves at most the wanted number of seeds
//! outside the mover's store. Every move adds seeds to the store or ends the turn, so a board has
//! more seeds outside than its successors: processing layers in order of seeds outside, fewest
//! first, completes each layer before it is processed.
//!
//! Few boards have many predecessors that can still be emptied. The sets grow through heaps that
//! the last move takes, so heaps that no line from the start can have left are pruned. Between two
//! seeds in the store, a sowing drops at most one seed in any hole, so in a move that continues the
//! turn a hole gains no more seeds than the store. The maximum of a hole plus the seeds outside the
//! store therefore never increases.
//!
//! **Reconstructing lines**: positions store no predecessor. But every processed layer is kept,
//! with the length of the shortest line to each position, and each move can be taken back to a few
//! boards; those found in their layers are the predecessors. So a line costs one or two lookups for
//! each of its moves, however many positions there are.

use std::sync::atomic::Ordering;

use super::TurnsError;
use super::enumeration::{Enumeration, Goal, Line, Measure};
use super::key_codec::{Key, KeyCodec};
use super::run_codec::Record;
use super::run_store::{Kind, RunStore};
use super::tally::Ending;
use crate::board::{Cells, Hole, HoleState};
use crate::control::{Clock, Pool, StopReason};
use crate::moves::{After, Game, Kernel, State, holes};
use crate::rules::ROUND_OPTIONS;

/// Maximum records that a thread may hold: sorting them takes less than a second, during which the
/// limits are not checked.
const SORTED: usize = 1 << 22;

/// The context shared by all threads.
pub(super) struct Context<'a, C, K> {
    pub plan: Enumeration<'a>,
    pub game: &'a Game,
    pub clock: &'a Clock<'a>,
    pub pool: &'a Pool,
    /// The question it helps to answer, for progress messages.
    pub about: &'a str,
    pub kernel: &'a Kernel<C>,
    pub start: State<C>,
    pub codec: &'a KeyCodec<C, K>,
    pub set: Goal,
    pub runs: RunStore<K>,
    /// The settings of a search from the end; `None` for a search from the start.
    pub from_end: Option<FromEnd>,
    /// Records that a thread may gather before it writes runs: a quarter of the memory for all
    /// threads. The current layer takes as many again.
    pub most_held: usize,
}

/// The settings of a search from the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct FromEnd {
    /// Seeds that may be left outside the store. All boards with at most that many are goals; they
    /// share the layer of that number.
    pub left: u32,
    /// Maximum seeds outside the store of the boards to search.
    pub most: u32,
    /// Maximum sum of the fullest hole and the seeds outside of the boards to search.
    pub reach: u32,
}

impl<'a, C: Cells, K: Key> Context<'a, C, K> {
    pub(super) fn new(
        plan: Enumeration<'a>,
        (game, clock, pool): (&'a Game, &'a Clock<'a>, &'a Pool),
        (kernel, start, codec): (&'a Kernel<C>, &State<C>, &'a KeyCodec<C, K>),
    ) -> Context<'a, C, K> {
        let total = start.cells.sum() as usize;
        let layers = match plan.layers {
            None | Some(Measure::Moves) => total + 2,
            // Laps that bring no seed to the store make up less than one circuit.
            Some(Measure::Laps) => (total + 2) * (kernel.field().shape().cells() + 1),
        };
        let records = bytes(plan.memory) / 4 / size_of::<Record<K>>();
        Context {
            plan,
            game,
            clock,
            pool,
            about: "",
            kernel,
            start: *start,
            codec,
            set: Goal::Set { fill: game.rules().seeds_to_go_on() },
            runs: RunStore::new(plan.spill.map(|spill| spill.folder), plan.counting, layers),
            from_end: None,
            most_held: (records / plan.threads).clamp(1 << 10, SORTED),
        }
    }

    /// Seeds outside the store. Of the protected holes only the mover's own count.
    #[inline]
    pub(super) fn outside(&self, cells: C) -> u32 {
        self.codec.moving() - self.kernel.store(cells, self.start.mover)
    }

    /// The layer of a position after these moves and laps.
    #[inline]
    pub(super) fn layer(&self, cells: C, moves: u16, laps: u16) -> usize {
        match self.plan.layers {
            None => {
                let store = |cells| self.kernel.store(cells, self.start.mover);
                (store(cells) - store(self.start.cells)) as usize
            }
            Some(Measure::Moves) => moves.into(),
            Some(Measure::Laps) => laps.into(),
        }
    }

    /// The time or memory limit that is reached, if any. (Positions are charged one by one
    /// elsewhere.)
    pub(super) fn limit(&self) -> Option<StopReason> {
        let gathered = self.most_held * size_of::<Record<K>>();
        let bytes = bytes(self.plan.memory);
        let most = bytes.saturating_sub(gathered * self.plan.threads.get());
        let full = self.runs.in_memory.load(Ordering::Relaxed) > most.max(bytes / 2) as u64;
        let limit = self.clock.ended();
        limit.or(full.then_some(StopReason::Memory))
    }
}

/// Describes an enumeration by everything that changes what a turn can bring, or what wins the set.
pub(super) fn description(plan: &Enumeration<'_>, game: &Game) -> String {
    let layers = match plan.layers {
        None => "by seeds",
        Some(Measure::Moves) => "by moves",
        Some(Measure::Laps) => "by laps",
    };
    let counted = if plan.counting { ", turns counted" } else { "" };
    let options = ["seeds"].iter().chain(&ROUND_OPTIONS);
    let value = |option: &&str| Some(format!("{option}={}", game.rules().value(option)?));
    let options: Vec<String> = options.filter_map(value).collect();
    format!("{} {layers}{counted}, {}", game.position(), options.join(" "))
}

/// The bytes for records in memory and runs in memory: half of the total, because runs being merged
/// or growing take as much again.
const fn bytes(memory: usize) -> usize {
    memory.saturating_mul(1 << 19)
}

/// Runs `$work` with the shortest keys and narrowest boards that fit; fails if there are too many
/// positions. Short keys pay where turns are long enough to be enumerated for hours. The few narrow
/// boards with so many seeds that they need long keys use the wider boards, which saves one copy of
/// this code.
macro_rules! with_keys {
    ($game:expr, |$kernel:tt, $start:tt, $codec:tt| $work:expr) => {{
        use $crate::board::{Cells, Eleven, Seven, Wide};
        let game: &$crate::moves::Game = $game;
        let position = game.position();
        macro_rules! keyed {
            ($cells:ty, $key:ty) => {{
                let $kernel = &$crate::moves::Kernel::<$cells>::new(game.rules(), position.field());
                let $start = &$crate::moves::State::<$cells>::of(position);
                let codec =
                    $crate::turns::key_codec::KeyCodec::<$cells, $key>::new($kernel, $start);
                codec.as_ref().map(|$codec| $work)
            }};
        }
        let (cells, total) = (position.shape().cells(), position.total());
        let narrow = cells <= Seven::CELLS && total <= Seven::MAX;
        let mut done = if narrow { keyed!(Seven, u64) } else { None };
        if done.is_none() {
            let wide = cells > Eleven::CELLS || total > Eleven::MAX;
            done = if wide { keyed!(Wide, u128) } else { keyed!(Eleven, u128) };
        }
        done.unwrap_or_else(|| Err($crate::turns::TurnsError::too_large(position)))
    }};
}
pub(super) use with_keys;

/// Goal boards per run.
const PORTION: u64 = 1 << 16;

impl<C: Cells, K: Key> Context<'_, C, K> {
    /// A quantity that never increases along a line: the maximum seeds of a hole plus the seeds
    /// outside.
    pub(super) fn reach(&self, cells: C) -> u32 {
        let held = self.codec.holes().map(|cell| cells.get(cell));
        held.max().unwrap_or(0) + self.outside(cells)
    }

    /// The number of goal boards.
    pub(super) fn goal_count(&self, end: &FromEnd) -> u64 {
        u64::try_from(Into::<u128>::into(self.codec.boards(end.left))).unwrap_or(u64::MAX)
    }

    /// Puts the goal boards into their layer.
    pub(super) fn put_goals(&self, end: &FromEnd) -> Result<(), TurnsError> {
        let mut decoder = self.codec.decoder();
        let out_of_play = self.out_of_play();
        let goal_count = self.goal_count(end);
        for from in (0..goal_count).step_by(PORTION as usize) {
            self.limit().map_or(Ok(()), |reason| Err(TurnsError::Stopped(reason)))?;
            let keys = (from..goal_count.min(from + PORTION))
                .map(|number| K::of(number.into()).expect("a key of few seeds"))
                .filter(|&key| decoder.cells(key).and(out_of_play).is_empty());
            let records: Vec<_> = keys.map(Record::start).collect();
            self.runs.put(Kind::Waiting, end.left as usize, &records)?;
        }
        Ok(())
    }

    /// Calls `found` with the seeds outside and the key of each predecessor of a board. For a goal
    /// board, moves that end the turn count too.
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

    /// The closed holes of the mover. Keys also number boards with seeds in them, which are
    /// impossible.
    fn out_of_play(&self) -> C {
        let field = self.kernel.field();
        let row = field.row(self.start.mover);
        let closed =
            |cell: &u32| row >> cell & 1 == 1 && field.state(*cell as usize) == HoleState::Closed;
        let bits = (0..u64::BITS).filter(closed);
        C::mask(bits.fold(0, |bits, cell| bits | 1 << cell))
    }

    /// Returns the holes of a line from a board of the set to a goal. Only for the context of a
    /// search from the end.
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

    /// Returns a move that stays in the set.
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

/// A partly reconstructed line: the length still to reconstruct, the position where that part ends,
/// and the holes of the later moves, last first.
type Rest<K> = (u16, K, Vec<usize>);

impl<C: Cells, K: Key> Context<'_, C, K> {
    /// Reconstructs the line with this last move.
    pub(super) fn line_back(
        &self,
        ending: Option<Ending<u128>>,
        measure: Measure,
    ) -> Result<Option<Line>, TurnsError> {
        let Some(Ending { length, from, hole }) = ending else { return Ok(None) };
        let from = K::of(from).expect("a key of this numbering");
        let cells = self.codec.decoder().cells(from);
        let hole = usize::from(hole);
        let before = self.length_before(cells, hole, (length, measure));
        let before = before.expect("a line is as long as its moves");
        let holes = self.holes_to((before, from, vec![hole]), measure)?;
        Ok(Some(self.played_line(&holes)))
    }

    /// Reconstructs the holes of a line from its end.
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
        assert!(at == start, "every position has a line from the start");
        holes.reverse();
        Ok(holes)
    }

    /// Returns the first move that leads to a position, with the length of the line before it.
    fn predecessor(&self, at: K, to: (u16, Measure)) -> Result<(K, usize, u16), TurnsError> {
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
            let known = record.map(|record| match to.1 {
                Measure::Moves => record.moves,
                Measure::Laps => record.laps,
            });
            if known == Some(length) {
                let step = (key, hole, length);
                first = Some(first.map_or(step, |known| step.min(known)));
            }
        }
        Ok(first.expect("every position has a line from the start"))
    }

    /// The length of a line before a move, given its length after the move; `None` if there can't
    /// be such a line.
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

    /// Plays these holes from the start and returns the line.
    pub(super) fn played_line(&self, holes: &[usize]) -> Line {
        Line::played(self.kernel, &self.start, holes.iter().map(|&hole| Hole::at(hole)))
    }
}
