//! Upper bounds of the harvest of a turn, proven from both ends.

use std::num::NonZeroUsize;

use super::{Line, Spill};
use crate::board::{Cells, Position};
use crate::control::StopReason;

/// A proof of how much a turn can bring to the mover's store.
///
/// It asks whether a turn can bring everything, then whether it can bring all but one seed, and so
/// on down to a line that is known or found. The positions of the turn are enumerated from the
/// start, those with little in the store first; and for each question the boards from the end from
/// which so much can still be reached. What the two have met by is a line; if they have passed each
/// other without meeting there is none.
#[derive(Clone, Copy, Debug)]
pub struct HarvestProof<'a> {
    /// Mebibytes of all that it takes.
    pub memory: usize,
    /// Threads; at least one works.
    pub threads: NonZeroUsize,
    /// Seeds in the mover's store that a line is known to reach: nothing below is looked for.
    pub known: u32,
    /// The place for positions that memory does not hold, and for what a later run goes on from;
    /// without it, the proof ends there.
    pub spill: Option<Spill<'a>>,
}

/// A question of a proof, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestStep {
    /// The seeds of the question: can a turn end with so many in the mover's store?
    pub store: u32,
    /// The answer, if it was found.
    pub reached: Option<bool>,
    /// Positions worked off from the start, for this question: those of the questions before it
    /// are not met again.
    pub positions: u64,
    /// Boards from which so much can be reached, by the seeds outside the store: how many, as far
    /// as they were looked for. Some of those that no line from the start leads to are left out.
    pub boards: Vec<(u32, u64)>,
}

/// The result of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestBound {
    /// No turn ends with more seeds in the mover's store.
    pub upper: u32,
    /// The best line that was found on the way, if it is better than what was known.
    pub best: Option<Line>,
    /// True if the best line, or the known one, reaches the bound.
    pub proven: bool,
    /// The questions.
    pub steps: Vec<HarvestStep>,
    /// The limit that ended the proof early.
    pub stopped: Option<StopReason>,
}

impl HarvestBound {
    /// Lowers the bound if the last question was answered so, and tells whether it was.
    pub(super) fn take_answer(&mut self) -> bool {
        let lower = self.steps.last().is_some_and(|step| step.reached == Some(false));
        self.upper -= u32::from(lower);
        lower
    }
}

/// Seeds that the mover can bring to his store, with those that are there; and those that he moves
/// and can't bring there: they lie in his protected holes.
pub(super) fn seeds(position: &Position) -> [u32; 2] {
    let (field, mover) = (position.field(), position.mover());
    let held = |cells: u64| {
        let cells = (0..field.shape().cells()).filter(|cell| cells >> cell & 1 == 1);
        cells.map(|cell| position.cells().get(cell)).sum::<u32>()
    };
    let own = field.open_holes(mover);
    let in_reach = position.store(mover) + held(own | field.open_holes(mover.other()));
    [in_reach, held(field.row(mover) & !own)]
}
