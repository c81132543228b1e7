//! The sowing kernel: whole moves on packed seeds, one addition a lap.
//!
//! Lifting a hole and sowing its seeds changes the board by an amount that depends only on the hole
//! and the number of seeds, so a lap takes three steps: read the count, look up the change, add it.
//! Laps of more seeds than the path has cells make full circuits first. The tables take account of
//! closed and protected holes, the place of the store, and relays. The kernel returns only the
//! outcome; [`trace`](super::trace) records a move in detail.

use super::last_seed::LastSeed;
use super::path::{LapEnd, Path};
use super::plain::cleared;
use super::{Move, Outcome};
use crate::board::{Cells, Field, Hole, Mark, Position, Side, Wide};
use crate::rules::{AfterTurn, CaptureIn, Occupied, Rest, Rules, StoreLast, StorePlace};

/// A position of the round a [`Kernel`] was created for: everything that changes between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<C> {
    /// The seeds.
    pub cells: C,
    /// The player to move.
    pub mover: Side,
    /// Whether his turn is final.
    pub last_turn: bool,
}

impl<C: Cells> State<C> {
    /// Creates the state of a position, which must fit the cells.
    pub(crate) fn of(position: &Position) -> State<C> {
        State {
            cells: repacked::<Wide, C>(position.cells(), position.shape().cells()),
            mover: position.mover(),
            last_turn: position.mark() == Mark::Final,
        }
    }

    /// Returns the same state with other seeds.
    #[inline(always)]
    pub(crate) fn with(self, cells: C) -> State<C> {
        State { cells, ..self }
    }
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<C> {
    /// The position after the move. If the round is over, its mover is the player who moved.
    pub state: State<C>,
    /// The outcome.
    pub outcome: Outcome,
    /// The number of laps.
    pub laps: u32,
    /// Whether the mover may move again, provided that he has a hole to lift.
    pub goes_on: bool,
}

/// The rules of one round, precomputed for fast play.
#[derive(Clone, Debug)]
pub struct Kernel<C> {
    field: Field,
    pub(super) paths: [Path<C>; 2],
    pub(super) open: [C; 2],
    rows: [C; 2],
    pub(super) relays: bool,
    pub(super) bank_occupied: bool,
    pub(super) again: bool,
    may_stop: bool,
    pub(super) captures_there: bool,
    pub(super) rules: Rules,
    repeats: bool,
    last_seed: LastSeed,
}

/// The board after the sowing of a move, before captures.
struct Sown<C> {
    cells: C,
    last: usize,
    held: u32,
    laps: u32,
}

impl<C: Cells> Kernel<C> {
    /// Creates a kernel for a round on this field. Fills a table of a few thousand entries.
    ///
    /// # Panics
    /// If the board doesn't fit the cells.
    #[must_use]
    pub fn new(rules: &Rules, field: Field) -> Self {
        let cells = field.shape().cells();
        assert!(cells <= C::CELLS, "the board fits the cells");
        Kernel {
            field,
            paths: Side::BOTH.map(|side| Path::new(field, side, rules)),
            open: Side::BOTH.map(|side| C::mask(field.open_holes(side))),
            rows: Side::BOTH.map(|side| C::mask(field.row(side))),
            relays: rules.occupied == Occupied::Relay,
            bank_occupied: rules.occupied == Occupied::Bank,
            again: rules.store_last != StoreLast::Stop,
            may_stop: rules.store_last == StoreLast::May,
            captures_there: rules.capture_in == CaptureIn::Either,
            rules: *rules,
            repeats: rules.store == StorePlace::Far,
            last_seed: LastSeed::new(rules, field),
        }
    }

    /// The field of the round.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// Whether positions can recur within a round. The round is over when one does.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.repeats
    }

    /// Whether a lap that ends in an occupied hole is followed by another.
    #[must_use]
    #[inline]
    pub const fn relays(&self) -> bool {
        self.relays
    }

    /// Returns how many seeds in play the mover and his opponent are certain to win, however they
    /// play. The round must not be over.
    #[must_use]
    #[inline]
    pub fn static_bounds(&self, state: &State<C>) -> (u32, u32) {
        let filled = |holes: u64| (state.cells.occupied() & holes).count_ones();
        self.last_seed.static_bounds(state.mover, filled)
    }

    /// Returns the holes the mover may lift, as bits: bit 0 is hole 1.
    #[must_use]
    #[inline]
    pub fn legal(&self, state: &State<C>) -> u32 {
        let open = state.cells.and(self.open[state.mover.index()]);
        (open.occupied() >> self.field.shape().first(state.mover)) as u32
    }

    /// Plays a whole move: hole `index` (from 0) of the mover's row, with all its laps.
    ///
    /// The hole must be legal; otherwise the result is meaningless.
    #[must_use]
    #[inline]
    pub fn play(&self, state: &State<C>, index: usize) -> Played<C> {
        let side = state.mover;
        let origin = self.field.shape().first(side) + index;
        debug_assert!(self.legal(state) >> index & 1 == 1, "hole {index} is not legal");
        let sown = self.sow(state.cells, side, origin);
        let store = self.field.shape().store(side);
        let mut cells = sown.cells;
        let mut goes_on = false;
        match self.paths[side.index()].landing[sown.last] {
            LapEnd::Store => goes_on = self.again,
            LapEnd::Own | LapEnd::Opponent if sown.held > 1 => {
                if self.bank_occupied {
                    cells = moved(cells, sown.last, store, sown.held);
                    goes_on = self.again;
                }
            }
            LapEnd::Own => {
                // Each pass leaves a seed in the store.
                let passes = cells.get(store) - state.cells.get(store);
                if self.rules.may_capture(passes, origin, sown.last) {
                    cells = self.captured(cells, side, sown.last);
                }
            }
            LapEnd::Opponent if self.captures_there => {
                let passes = cells.get(store) - state.cells.get(store);
                if self.rules.may_capture_there(passes) {
                    cells = self.captured(cells, side, sown.last);
                }
            }
            LapEnd::Opponent | LapEnd::Protected | LapEnd::Nowhere => {}
        }
        let (state, outcome) = self.concluded(cells, state, goes_on);
        let laps = sown.laps;
        Played { state, outcome, laps, goes_on }
    }

    /// Whether a player who may move again may also stop.
    #[must_use]
    #[inline]
    pub const fn may_stop(&self) -> bool {
        self.may_stop
    }

    /// Returns what a move leads to if the player stops after it; `None` if there is no such choice.
    #[must_use]
    pub fn stopped(&self, before: &State<C>, played: &Played<C>) -> Option<Played<C>> {
        (self.may_stop && played.outcome == Outcome::Again).then(|| {
            let (state, outcome) = self.concluded(played.state.cells, before, false);
            Played { state, outcome, goes_on: false, laps: played.laps }
        })
    }

    /// Returns the moves of the mover in the order of the holes. Where he may stop after a move, the
    /// move with the stop follows.
    pub fn moves(&self, state: &State<C>) -> impl Iterator<Item = Move> + use<'_, C> {
        let state = *state;
        holes(self.legal(&state)).flat_map(move |hole| {
            let on = Move::new(state.mover, hole);
            let stop = Move { stops: true, ..on };
            let may =
                self.may_stop && self.stopped(&state, &self.play(&state, hole.index())).is_some();
            [Some(on), may.then_some(stop)].into_iter().flatten()
        })
    }

    /// Plays one of the [`moves`](Self::moves).
    #[must_use]
    pub fn make(&self, state: &State<C>, made: Move) -> Played<C> {
        let played = self.play(state, made.hole.index());
        let stopped = made.stops.then(|| self.stopped(state, &played)).flatten();
        stopped.unwrap_or(played)
    }

    /// Returns how many seeds a move captures from the hole opposite its last one. The hole must be
    /// legal. [`play`](Self::play) doesn't return this, because no search needs it.
    #[must_use]
    pub fn prize(&self, state: &State<C>, index: usize) -> u32 {
        let (side, shape) = (state.mover, self.field.shape());
        let (origin, store) = (shape.first(side) + index, shape.store(side));
        let Sown { cells, last, held, .. } = self.sow(state.cells, side, origin);
        let passes = cells.get(store) - state.cells.get(store);
        let captures = match self.paths[side.index()].landing[last] {
            LapEnd::Own => self.rules.may_capture(passes, origin, last),
            LapEnd::Opponent => self.rules.may_capture_there(passes),
            _ => false,
        };
        if held > 1 || !captures {
            return 0;
        }
        self.rules.taken(self.opposite(cells, last).1).0
    }

    /// Sows all laps of a move.
    #[inline]
    fn sow(&self, mut cells: C, side: Side, origin: usize) -> Sown<C> {
        let path = &self.paths[side.index()];
        let mut seeds = cells.get(origin);
        let mut row = origin << path.shift;
        let mut laps = 0;
        loop {
            laps += 1;
            if seeds > path.circuit {
                (cells, seeds) = whole_circuits(path, cells, row >> path.shift, seeds);
            }
            let step = &path.steps[row + seeds as usize];
            cells = cells.add(step.change);
            let last = usize::from(step.last);
            let held = cells.get(last);
            if held <= u32::from(step.limit) {
                return Sown { cells, last, held, laps };
            }
            seeds = held;
            row = usize::from(step.row);
        }
    }

    /// Returns the cell opposite a hole, and the number of seeds there that can be captured.
    #[inline]
    fn opposite(&self, cells: C, hole: usize) -> (usize, u32) {
        let shape = self.field.shape();
        let opposite = shape.facing(hole);
        (opposite, cells.and(self.open[shape.side_of(opposite).index()]).get(opposite))
    }

    /// Returns the board after a capture by a last seed that fell alone into the open hole `last`.
    #[inline]
    fn captured(&self, cells: C, side: Side, last: usize) -> C {
        let store = self.field.shape().store(side);
        let (opposite, prize) = self.opposite(cells, last);
        let (prize, takes_last) = self.rules.taken(prize);
        let cells = moved(cells, opposite, store, prize);
        moved(cells, last, store, u32::from(takes_last))
    }

    /// Returns the next state and the outcome after a move played in `before`. `goes_on` says
    /// whether the mover may move again if he can.
    #[inline]
    fn concluded(&self, cells: C, before: &State<C>, goes_on: bool) -> (State<C>, Outcome) {
        let mover = before.mover;
        let can = |side: Side| !cells.and(self.open[side.index()]).is_empty();
        let mover_can = can(mover);
        let next = |mover, last_turn| State { cells, mover, last_turn };
        if goes_on && mover_can {
            return (next(mover, before.last_turn), Outcome::Again);
        }
        let other_can = can(mover.other());
        match self.rules.end.judge(before.last_turn, mover_can, other_can) {
            AfterTurn::Over => (next(mover, before.last_turn), Outcome::Over),
            AfterTurn::Opponent { last } => (next(mover.other(), last), Outcome::Stop),
            AfterTurn::Pass { last } => (next(mover, last), Outcome::Stop),
        }
    }

    /// The rule for the seeds left when the round is over.
    #[inline]
    pub(crate) const fn rest(&self) -> Rest {
        self.rules.rest
    }

    /// Whether every seed has an owner when the round is over.
    pub(crate) fn all_seeds_count(&self) -> bool {
        self.rules.all_seeds_count()
    }

    /// Returns how many of the seeds left in open holes a side gets if the round is over.
    #[must_use]
    pub(crate) fn rest_of(&self, cells: C, side: Side, last_mover: Side) -> u32 {
        let gets = |owner: &Side| self.rules.rest.goes_to(*owner, last_mover) == Some(side);
        let rows = Side::BOTH.into_iter().filter(gets);
        rows.map(|owner| cells.and(self.open[owner.index()]).sum()).sum()
    }

    /// Returns all seeds of a side if the round is over.
    #[must_use]
    pub(crate) fn owned_at_end(&self, cells: C, side: Side, last_mover: Side) -> u32 {
        let open = cells.and(self.open[side.index()]).sum();
        self.store(cells, side) + self.rows(cells)[side.index()] - open
            + self.rest_of(cells, side, last_mover)
    }

    /// Returns the seeds in the rows of A and B, including protected holes.
    #[must_use]
    #[inline]
    pub fn rows(&self, cells: C) -> [u32; 2] {
        self.rows.map(|row| cells.and(row).sum())
    }

    /// Returns the seeds in a side's store.
    #[must_use]
    #[inline]
    pub fn store(&self, cells: C, side: Side) -> u32 {
        cells.get(self.field.shape().store(side))
    }

    /// Returns the board with empty stores.
    #[must_use]
    #[inline]
    pub fn holes(&self, cells: C) -> C {
        cells.and(self.rows[0]).add(cells.and(self.rows[1]))
    }

    /// Returns a key for a position, ignoring the stores: its holes, with the mover and the mark in
    /// place of A's store. Within a round, positions that differ in these have different keys.
    #[must_use]
    #[inline]
    pub fn key(&self, state: &State<C>) -> C {
        let marks = 1 + state.mover.index() as u32 + 2 * u32::from(state.last_turn);
        self.holes(state.cells).add(C::unit(self.field.shape().store(Side::A), marks))
    }

    /// Converts a state to a position. If the round is over, distributes the seeds left as the
    /// rules say.
    #[must_use]
    pub fn position(&self, state: &State<C>, outcome: Outcome) -> Position {
        let mark = match (outcome, state.last_turn) {
            (Outcome::Over, _) => Mark::Over,
            (_, true) => Mark::Final,
            (_, false) => Mark::None,
        };
        let cells = repacked(state.cells, self.field.shape().cells());
        let position = Position::from_parts(self.field, cells, state.mover, mark);
        if outcome == Outcome::Over { cleared(&self.rules, &position) } else { position }
    }
}

/// Sows full circuits until the rest is a lap in the table. A circuit drops one seed in every cell,
/// including the lifted hole `from`. Rare: needs a hole with more seeds than the path has cells.
#[cold]
fn whole_circuits<C: Cells>(path: &Path<C>, mut cells: C, from: usize, mut seeds: u32) -> (C, u32) {
    let circuit = path.everywhere.sub(C::unit(from, path.circuit));
    while seeds > path.circuit {
        cells = cells.add(circuit);
        seeds -= path.circuit;
    }
    (cells, seeds)
}

/// Moves `seeds` from one cell to another.
#[inline]
fn moved<C: Cells>(cells: C, from: usize, to: usize, seeds: u32) -> C {
    cells.add(C::unit(to, seeds)).sub(C::unit(from, seeds))
}

/// Converts a board to cells of another width.
fn repacked<From: Cells, To: Cells>(cells: From, count: usize) -> To {
    (0..count).fold(To::default(), |all, cell| all.add(To::unit(cell, cells.get(cell))))
}

/// Whether cells of this type can hold a position.
///
/// # Panics
/// If the round is over, because it has no state to move from.
pub(crate) fn fits<C: Cells>(position: &Position) -> bool {
    assert!(!position.is_over(), "a finished round has no moves");
    position.shape().cells() <= C::CELLS && position.total() <= C::MAX
}

/// Evaluates an expression with the narrowest kernel that fits the rules and a position, and with
/// the position's state: `with_kernel!(rules, position, |kernel, start| work)`. The round must not
/// be over. `work` is compiled for every width, so it should be a call of a generic function.
macro_rules! with_kernel {
    ($rules:expr, $position:expr, |$kernel:tt, $start:tt| $work:expr) => {{
        use $crate::board::{Eleven, Seven, Wide};
        use $crate::moves::kernel::{Kernel, State, fits};
        let (rules, position): (_, &$crate::board::Position) = ($rules, $position);
        macro_rules! work {
            ($cells:ty) => {{
                let $kernel = &Kernel::<$cells>::new(rules, position.field());
                let $start = &State::<$cells>::of(position);
                $work
            }};
        }
        if fits::<Seven>(position) {
            work!(Seven)
        } else if fits::<Eleven>(position) {
            work!(Eleven)
        } else {
            work!(Wide)
        }
    }};
}
pub(crate) use with_kernel;

/// Returns the holes of a set of legal moves, in order.
pub(crate) fn holes(legal: u32) -> impl Iterator<Item = Hole> {
    (0..32_usize).filter(move |index| legal >> index & 1 == 1).map(Hole::at)
}
