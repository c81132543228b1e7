//! The settings and the result of an enumeration of a turn.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use crate::board::{Cells, Hole, Side};
use crate::control::StopReason;
use crate::moves::{Kernel, Move, Outcome, Played, State};

/// A goal of a turn. Any move of the turn may reach it; once reached, it stays reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// At least this many seeds in the mover's store.
    Store(u32),
    /// The set is won at once: the opponent is left with fewer seeds than fill a hole, however the
    /// round continues. Either fewer than `fill` seeds are outside the mover's store (the
    /// opponent's store included), or the round ends in this turn and the opponent owns fewer.
    Set {
        /// Seeds that fill a hole: the rules' option `seeds`; 0 if no turn wins the set.
        fill: u32,
    },
}

impl Goal {
    /// The goal of more than half of all seeds in the mover's store, which wins the round.
    #[must_use]
    pub const fn most_of(total: u32) -> Goal {
        Goal::Store(total / 2 + 1)
    }

    /// Whether a move of `mover` has reached the goal.
    #[inline]
    pub(super) fn reached<C: Cells>(
        self,
        kernel: &Kernel<C>,
        mover: Side,
        played: &Played<C>,
    ) -> bool {
        let cells = played.state.cells;
        let store = kernel.store(cells, mover);
        match self {
            Goal::Store(seeds) => store >= seeds,
            Goal::Set { fill } => {
                let outside = cells.sum() - store;
                // A player who may move again may end the round instead.
                let stopped = kernel.stopped(&played.state, played);
                let outcome = stopped.map_or(played.outcome, |stopped| stopped.outcome);
                outside < fill
                    || outcome == Outcome::Over
                        && kernel.owned_at_end(cells, mover.other(), mover) < fill
            }
        }
    }
}

/// Disk space for what does not fit in memory.
#[derive(Clone, Copy, Debug)]
pub struct Spill<'a> {
    /// A folder for this enumeration alone; created if missing, and emptied at the end.
    pub folder: &'a Path,
    /// Minimum time between two checkpoints.
    pub every: Duration,
}

/// The measure of a line's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Moves.
    Moves,
    /// Laps of all moves together: the sowings that a person at the board has to make.
    Laps,
}

/// An enumeration of all positions of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration<'a> {
    /// Total memory in mebibytes.
    pub memory: usize,
    /// Number of threads; fewer if the system cannot start that many.
    pub threads: NonZeroUsize,
    /// How positions are ordered in layers, which determines what is answered. Every move that
    /// continues the turn increases each of these measures, so a position feeds only higher layers.
    /// By seeds in the mover's store (`None`), every position is expanded once and everything is
    /// answered. By moves or laps, the enumeration ends with the layer that reaches the goal, which
    /// answers which line is the shortest; a position with lines of several lengths is expanded
    /// once for each.
    pub layers: Option<Measure>,
    /// The goal of a line.
    pub goal: Goal,
    /// Whether to count the turns, which takes some bytes per position.
    pub counting: bool,
    /// Disk space for positions that do not fit in memory; without it, the enumeration ends when
    /// memory is full.
    pub spill: Option<Spill<'a>>,
}

/// A line of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Laps of all moves together.
    pub laps: u32,
    /// Seeds in the mover's store after the line.
    pub store: u32,
}

impl Line {
    /// Plays these holes from the start of a turn. A player who may move again but also stop
    /// (`store_last = may`) stops after the last one, so that the turn is whole.
    pub(super) fn played<C: Cells>(
        kernel: &Kernel<C>,
        start: &State<C>,
        holes: impl IntoIterator<Item = Hole>,
    ) -> Line {
        let (mut state, mut laps, mut stops) = (*start, 0, false);
        let mut moves = Vec::new();
        for hole in holes {
            let played = kernel.play(&state, hole.index());
            stops = kernel.stopped(&state, &played).is_some();
            laps += played.laps;
            state = played.state;
            moves.push(Move::new(start.mover, hole));
        }
        if let Some(last) = moves.last_mut() {
            last.stops = stops;
        }
        Line { moves, laps, store: kernel.store(state.cells, start.mover) }
    }

    /// The number of moves, or of laps.
    #[must_use]
    pub fn length(&self, measure: Measure) -> u32 {
        match measure {
            Measure::Moves => u32::try_from(self.moves.len()).expect("a turn has few moves"),
            Measure::Laps => self.laps,
        }
    }
}

/// A line that reaches a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The line.
    pub line: Line,
    /// Whether it is proven that there is no shorter one.
    pub proven: bool,
}

/// The result of an enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Whether every position of the turn was expanded.
    pub complete: bool,
    /// Positions in which the mover chooses again, without the start. With layers by seeds each
    /// counts once; by moves or laps, once in every layer it appears in.
    pub positions: u64,
    /// Further positions, after a last seed in the store, in which the mover has no seeds to lift,
    /// so that the turn is over.
    pub stranded: u64,
    /// The number of positions by layer: the seeds the store has gained (or the moves, or the
    /// laps), and the positions.
    pub layers: Vec<(u32, u64)>,
    /// The line with the most seeds in the store; the maximum of all turns if `complete`.
    pub most: Option<Line>,
    /// The line to the goal with the fewest moves and the one with the fewest laps, then the same
    /// two for winning the set at once; only where the layers answer it. If `complete`, `None`
    /// means that no line reaches the goal.
    pub reached: [Option<Reached>; 4],
    /// Every line to the goal has at least this many moves (or laps, with layers by laps).
    pub no_shorter: u32,
    /// Number of different whole turns, by the seeds the store gains. `None` if they were not all
    /// counted, or if a count is 2^128 or more.
    pub turns: Option<Vec<(u32, u128)>>,
    /// The limit that ended the enumeration early.
    pub stopped: Option<StopReason>,
}
