//! The plain rules: plays a move one seed at a time and records every lap.
//!
//! This is the slow and obvious reference implementation. It has its own code for sowing, captures
//! and the end of a move, so that it can verify the kernel. They share which cells a side sows
//! into, which holes lie opposite, and how the end of a turn is judged.

use serde::{Deserialize, Serialize};

use super::{Move, Outcome, WrittenMove};
use crate::board::{Cell, Cells, Hole, HoleState, Mark, Position, Shape, Side, Wide};
use crate::rules::{
    AfterTurn, Capture, CaptureIn, LapCondition, Lone, Occupied, PartialRules, Rest, Rules,
    StoreLast, StorePlace, first_hole,
};

/// One sowing: a handful lifted and dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Lap {
    /// The hole that was lifted.
    pub from: Cell,
    /// The seeds of the handful.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub seeds: u32,
    /// The cell of the last seed.
    pub last: Cell,
    /// The seeds in that cell before the last one fell into it.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub held: u32,
}

/// Why a last seed in an empty hole captured nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCapture {
    /// The hole opposite has no seeds that can be captured.
    NothingOpposite,
    /// The move has not gone as far as `lap` requires.
    LapCondition,
    /// These rules have no captures.
    NotInRules,
}

/// How the last lap of a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// In the player's store.
    Store,
    /// In a protected hole of the player.
    Protected,
    /// In an occupied hole, where the move stops.
    Occupied,
    /// In an occupied hole; all its seeds went to the player's store.
    Banked {
        /// The seeds, including the last one.
        seeds: u32,
    },
    /// In an empty hole, with a capture.
    Captured {
        /// The hole opposite.
        from: Cell,
        /// The seeds taken from it.
        seeds: u32,
        /// Whether the last seed went with them.
        with_last: bool,
    },
    /// In an empty hole with nothing opposite; the last seed went to the player's store.
    LoneBanked,
    /// In an empty hole without a capture; the seed stays.
    OwnEmpty(NoCapture),
    /// In an empty hole of the opponent, where these rules never capture; the seed stays.
    OpponentEmpty,
}

impl Ending {
    /// Whether the player moves again, if he can.
    pub(crate) fn moves_again(self, rules: &impl PartialRules) -> bool {
        matches!(self, Ending::Store | Ending::Banked { .. })
            && rules.store_last() != StoreLast::Stop
    }
}

/// A move and everything that happened in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveTrace {
    /// The move.
    pub played: Move,
    /// The laps, at least one.
    pub laps: Vec<Lap>,
    /// How the last lap ended.
    pub ending: Ending,
    /// Seeds added to the mover's store.
    pub gain: u32,
    /// Seeds captured from the hole opposite.
    pub captured: u32,
    /// The outcome.
    pub outcome: Outcome,
    /// Whether the opponent has to pass after the move.
    pub passes: bool,
    /// Whether the round is over because the position has occurred before (`store = far`). Set only
    /// by a [`Round`](super::Round), which stores the earlier positions.
    pub recurs: bool,
    /// The position after the move.
    pub after: Position,
}

/// A move in progress.
struct Sowing<'a, R> {
    rules: &'a R,
    position: &'a Position,
    side: Side,
    seeds: Vec<u32>,
    at: usize,
    /// The number of cells passed so far, including skipped ones.
    walked: usize,
}

/// Plays a move, or a hole of the mover, by the plain rules; `None` if it is the other player's move,
/// the hole can't be lifted, or the player can't stop after it.
#[must_use]
pub fn trace(
    rules: &Rules,
    position: &Position,
    played: impl Into<WrittenMove>,
) -> Option<MoveTrace> {
    trace_by(rules, position, &played.into())
}

/// Returns the moves of the player to move, in the order of the holes; none if the round is over.
/// Where the player may stop after a move, the move with the stop follows.
pub(crate) fn legal_moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let (side, position) = (position.mover(), *position);
    let stops = |hole| {
        let stop = Move { stops: true, ..Move::new(side, hole) };
        let may = rules.store_last == StoreLast::May && trace(rules, &position, stop).is_some();
        may.then_some(stop)
    };
    let moves = |hole| std::iter::once(Move::new(side, hole)).chain(stops(hole));
    let first = first_hole(rules, &position);
    position
        .legal()
        .filter(|hole| first.is_none_or(|first| first == *hole))
        .flat_map(moves)
        .collect()
}

/// Same as [`trace`], but looks up options only when they matter.
pub(crate) fn trace_by(
    rules: &impl PartialRules,
    position: &Position,
    written: &WrittenMove,
) -> Option<MoveTrace> {
    let (side, shape) = (position.mover(), position.shape());
    let &WrittenMove { hole, stops, .. } = written;
    if written.side.is_some_and(|written| written != side) {
        return None;
    }
    let mut sowing = Sowing::new(rules, position, hole)?;
    let laps = sowing.sow(|_| ());
    let ending = sowing.settle(laps.last().expect("a move has a lap"), hole);
    let cells =
        (0..shape.cells()).fold(Wide::default(), |all, c| all.add(Wide::unit(c, sowing.seeds[c])));
    let (after, outcome) = conclude(rules, position, cells, ending, stops)?;
    Some(MoveTrace {
        played: Move { side, hole, stops },
        laps,
        ending,
        gain: cells.get(shape.store(side)) - position.store(side),
        captured: match ending {
            Ending::Captured { seeds, .. } => seeds,
            _ => 0,
        },
        outcome,
        passes: outcome == Outcome::Stop && after.mover() == side,
        recurs: false,
        after,
    })
}

/// Returns the seeds in every cell after each lap of a move, before any capture. Empty if the hole
/// can't be lifted.
#[must_use]
pub fn after_each_lap(rules: &Rules, position: &Position, hole: Hole) -> Vec<Vec<u32>> {
    let mut boards = Vec::new();
    if let Some(mut sowing) = Sowing::new(rules, position, hole) {
        sowing.sow(|seeds| boards.push(seeds.to_vec()));
    }
    boards
}

impl<'a, R: PartialRules> Sowing<'a, R> {
    /// Prepares to lift a hole of the mover; `None` if it can't be lifted.
    fn new(rules: &'a R, position: &'a Position, hole: Hole) -> Option<Sowing<'a, R>> {
        let (side, shape) = (position.mover(), position.shape());
        position.legal().any(|legal| legal == hole).then(|| Sowing {
            rules,
            position,
            side,
            seeds: (0..shape.cells()).map(|c| position.cells().get(c)).collect(),
            at: shape.first(side) + hole.index(),
            walked: 0,
        })
    }

    fn shape(&self) -> Shape {
        self.position.shape()
    }

    /// Sows all laps of the move and calls `show` with the board after each.
    fn sow(&mut self, mut show: impl FnMut(&[u32])) -> Vec<Lap> {
        let mut laps = Vec::new();
        loop {
            let (lap, relays) = self.lap();
            laps.push(lap);
            show(&self.seeds);
            if !relays {
                return laps;
            }
        }
    }

    /// Sows one lap. Returns it, and whether another follows.
    fn lap(&mut self) -> (Lap, bool) {
        let from = self.at;
        let handful = std::mem::take(&mut self.seeds[from]);
        for _ in 0..handful {
            self.drop_one();
        }
        let lap = Lap {
            from: self.shape().cell(from),
            seeds: handful,
            last: self.shape().cell(self.at),
            held: self.seeds[self.at] - 1,
        };
        let relays = lap.held > 0
            && matches!(lap.last, Cell::Hole(..))
            && self.position.field().state(self.at) == HoleState::Open
            && self.rules.occupied() == Occupied::Relay;
        (lap, relays)
    }

    /// Advances to the next cell that is sown into, and drops a seed there.
    fn drop_one(&mut self) {
        loop {
            self.at = self.next_cell(self.at);
            self.walked += 1;
            if self.position.field().is_sown(self.side, self.at) {
                self.seeds[self.at] += 1;
                return;
            }
        }
    }

    /// Returns the next cell on the way round, including closed and protected holes.
    fn next_cell(&self, cell: usize) -> usize {
        let shape = self.shape();
        let [own, other] = [self.side, self.side.other()];
        let last_of = |side| shape.store(side) - 1;
        let turns = [last_of(own), last_of(other), shape.store(own)];
        if !turns.contains(&cell) {
            return cell + 1;
        }
        match self.rules.store() {
            StorePlace::Near if cell == last_of(own) => shape.store(own),
            StorePlace::Near if cell == last_of(other) => shape.first(own),
            StorePlace::Near => shape.first(other),
            StorePlace::Far if cell == last_of(own) => shape.first(other),
            StorePlace::Far if cell == last_of(other) => shape.store(own),
            StorePlace::Far => shape.first(own),
        }
    }

    /// Applies the effect of the last seed of the move.
    fn settle(&mut self, last: &Lap, origin: Hole) -> Ending {
        let Cell::Hole(side, _) = last.last else {
            return Ending::Store;
        };
        if self.position.field().state(self.at) == HoleState::Protected {
            return Ending::Protected;
        }
        if last.held > 0 {
            return match self.rules.occupied() {
                Occupied::Bank => Ending::Banked { seeds: self.bank(self.at) },
                Occupied::Relay | Occupied::Stop => Ending::Occupied,
            };
        }
        if side != self.side && self.rules.capture_in() == CaptureIn::Own {
            return Ending::OpponentEmpty;
        }
        let ring = 2 * self.shape().holes() + 1;
        // A full circuit satisfies every condition.
        let far_enough = self.walked >= ring
            || match self.rules.lap() {
                LapCondition::None => true,
                LapCondition::Passed => side == self.side && self.walked >= ring - origin.index(),
                LapCondition::Circuit => false,
            };
        if far_enough { self.capture() } else { Ending::OwnEmpty(NoCapture::LapCondition) }
    }

    fn capture(&mut self) -> Ending {
        let opposite = self.shape().opposite(self.at);
        let prize = match self.position.field().state(opposite) {
            HoleState::Open => self.seeds[opposite],
            HoleState::Closed | HoleState::Protected => 0,
        };
        if prize == 0 {
            return match self.rules.lone() {
                Lone::Bank => {
                    self.bank(self.at);
                    Ending::LoneBanked
                }
                Lone::Stay => Ending::OwnEmpty(NoCapture::NothingOpposite),
            };
        }
        let capture = self.rules.capture();
        if capture == Capture::None {
            return Ending::OwnEmpty(NoCapture::NotInRules);
        }
        let with_last = capture == Capture::Both;
        self.bank(opposite);
        if with_last {
            self.bank(self.at);
        }
        Ending::Captured { from: self.shape().cell(opposite), seeds: prize, with_last }
    }

    /// Moves all seeds of a hole to the player's store and returns their number.
    fn bank(&mut self, cell: usize) -> u32 {
        let seeds = std::mem::take(&mut self.seeds[cell]);
        self.seeds[self.position.shape().store(self.side)] += seeds;
        seeds
    }
}

/// Returns the position after a move that left these seeds, and the outcome; `None` if the player
/// stops but has no choice.
fn conclude(
    rules: &impl PartialRules,
    before: &Position,
    cells: Wide,
    ending: Ending,
    stops: bool,
) -> Option<(Position, Outcome)> {
    let side = before.mover();
    let with = |mover, mark| Position::from_parts(before.field(), cells, mover, mark);
    let board = with(side, before.mark());
    let [own, other] = [side, side.other()].map(|side| board.can_move(side));
    let goes_on = own && ending.moves_again(rules);
    if stops && !(goes_on && rules.store_last() == StoreLast::May) {
        return None;
    }
    if goes_on && !stops {
        return Some((board, Outcome::Again));
    }
    let was_final = before.mark() == Mark::Final;
    Some(match AfterTurn::judged_by(|| rules.end(), was_final, own, other) {
        AfterTurn::Over => (cleared(rules, &with(side, Mark::Over)), Outcome::Over),
        AfterTurn::Opponent { last: false } => (with(side.other(), Mark::None), Outcome::Stop),
        AfterTurn::Opponent { last: true } => (with(side.other(), Mark::Final), Outcome::Stop),
        AfterTurn::Pass { last: true } => (with(side, Mark::Final), Outcome::Stop),
        AfterTurn::Pass { last: false } => (with(side, Mark::None), Outcome::Stop),
    })
}

/// Distributes the seeds left in open holes at the end of a round as the rules say: they stay with
/// the owner of the row, go to a store, or leave the game. Protected holes keep their seeds.
pub(crate) fn cleared(rules: &impl PartialRules, over: &Position) -> Position {
    let (shape, field) = (over.shape(), over.field());
    let mut seeds: Vec<u32> = (0..shape.cells()).map(|cell| over.cells().get(cell)).collect();
    let is_left = |&cell: &usize| {
        matches!(shape.cell(cell), Cell::Hole(..)) && field.state(cell) == HoleState::Open
    };
    let left: Vec<usize> = (0..shape.cells()).filter(is_left).filter(|&c| seeds[c] > 0).collect();
    if left.is_empty() || rules.rest() == Rest::Owner {
        return *over;
    }
    for cell in left {
        let taken = std::mem::take(&mut seeds[cell]);
        if let Some(side) = rules.rest().goes_to(shape.side_of(cell), over.mover()) {
            seeds[shape.store(side)] += taken;
        }
    }
    let cells = (0..shape.cells()).fold(Wide::default(), |all, c| all.add(Wide::unit(c, seeds[c])));
    Position::from_parts(field, cells, over.mover(), over.mark())
}
