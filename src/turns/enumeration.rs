//! The questions of an enumeration of a turn, and its answers.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use super::key_codec::{Key, KeyCodec};
use super::{Goal, LayersBy, TurnsError};
use crate::board::{Cells, Eleven, Seven, Side, Wide};
#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::control::{Clock, Pool, StopReason};
use crate::moves::{Game, Kernel, Move, State};

/// The place for what memory does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Spill<'a> {
    /// A folder of its own; it is made if it isn't there, and emptied at the end.
    pub folder: &'a Path,
    /// The least time between two states that a later run can go on from.
    pub every: Duration,
}

/// An enumeration of all positions of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration<'a> {
    /// Mebibytes of all that it takes.
    pub memory: usize,
    /// Threads; at least one works.
    pub threads: NonZeroUsize,
    /// The layers, and with them what is answered. By store every position is met once, and
    /// everything is answered. By moves or laps the layers end with those that reach the goal: that
    /// says which line is the shortest; a position that lines of several lengths lead to is met
    /// with each.
    pub layers: LayersBy,
    /// The goal of a line.
    pub goal: Goal,
    /// True if the turns are counted, which takes some bytes a position.
    pub counting: bool,
    /// The place for positions that memory does not hold; without it, the enumeration ends there.
    pub spill: Option<Spill<'a>>,
}

/// A line of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Laps of all moves together.
    pub laps: u32,
    /// Seeds in the mover's store after it.
    pub store: u32,
}

/// A line that reaches a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The line.
    pub line: Line,
    /// True if there is no shorter one.
    pub proven: bool,
}

/// The findings of an enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// True if every position of the turn was met.
    pub complete: bool,
    /// Positions in which the mover chooses again, each once; the start is not counted. In the
    /// orders by moves and by laps a position counts in every layer it is met in.
    pub positions: u64,
    /// Positions besides these after a last seed in the store, in which the mover has no hole to
    /// lift, so that his turn is over.
    pub stranded: u64,
    /// The positions by layer: the seeds the store has gained (or the moves, or the laps), and how
    /// many.
    pub layers: Vec<(u32, u64)>,
    /// The line with the most seeds in the store; the most of all if `complete`.
    pub most: Option<Line>,
    /// The shortest line to the goal, where the layers answer it; if `complete` none means that no
    /// line reaches it.
    pub shortest: Option<Reached>,
    /// The line with the fewest laps to it.
    pub fewest_laps: Option<Reached>,
    /// The shortest line, and that with the fewest laps, that win the set at once.
    pub set: [Option<Reached>; 2],
    /// Every line to the goal has at least so many moves (or laps, where the layers are by laps).
    pub no_shorter: u32,
    /// Whole turns, different in a move, by the seeds the store gains. None if they were not all
    /// counted, or are 2^128 or more.
    pub turns: Option<Vec<(u32, u128)>>,
    /// The limit that ended the enumeration early.
    pub stopped: Option<StopReason>,
}

/// An enumeration with what it is of.
pub(super) struct Task<'a> {
    pub plan: Enumeration<'a>,
    pub game: &'a Game,
    pub clock: &'a Clock<'a>,
    pub pool: Option<&'a Pool>,
    /// The question that it helps to answer, for those who look on.
    pub about: String,
    /// The processes that do it together, if it isn't this one alone.
    #[cfg(feature = "cluster")]
    pub cluster: Option<&'a Cluster>,
}

/// The findings of an enumeration.
pub(super) type Enumerated = Result<Turns, TurnsError>;

/// Work on a turn that is done with boards and keys of one kind.
pub(super) trait Keyed: Copy {
    /// The result of the work.
    type Found;

    /// Does it with such boards and keys.
    fn with<C: Cells, K: Key>(
        self,
        kernel: &Kernel<C>,
        start: &State<C>,
        codec: &KeyCodec<C, K>,
    ) -> Result<Self::Found, TurnsError>;
}

/// Does work with the shortest keys and the narrowest boards that fit. Short keys are worth having
/// where turns are long enough to be enumerated for hours; the few narrow boards with so many seeds
/// that they need long ones go with the wider boards, which saves a copy of all this code.
pub(super) fn with_keys<W: Keyed>(game: &Game, work: W) -> Result<W::Found, TurnsError> {
    let position = game.position();
    let (cells, total) = (position.shape().cells(), position.total());
    let narrow = cells <= Seven::CELLS && total <= Seven::MAX;
    let short = narrow.then(|| keyed::<Seven, u64, W>(game, work)).flatten();
    let done = short.or_else(|| {
        if cells <= Eleven::CELLS && total <= Eleven::MAX {
            keyed::<Eleven, u128, W>(game, work)
        } else {
            keyed::<Wide, u128, W>(game, work)
        }
    });
    let field = position.field();
    let open = field.open_holes(Side::A) | field.open_holes(Side::B);
    done.unwrap_or(Err(TurnsError::TooLarge {
        seeds: total,
        cells: open.count_ones() as usize + 1,
    }))
}

/// Does work with such boards and keys; none if the keys are too short.
fn keyed<C: Cells, K: Key, W: Keyed>(game: &Game, work: W) -> Option<Result<W::Found, TurnsError>> {
    let position = game.position();
    let kernel = Kernel::<C>::new(game.rules(), position.field());
    let start = State::of(position);
    let codec = KeyCodec::<C, K>::new(&kernel, &start)?;
    Some(work.with(&kernel, &start, &codec))
}
