//! What no turn can bring more of: bounds for the harvest that are proven from both ends.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::enumeration::{Meeting, Task};
use super::{Enumeration, Goal, LayersBy, Line, Progress, Turns, TurnsError};
use crate::board::{Cells, Position};
use crate::control::{Limits, StopReason};
use crate::moves::with_kernel;
use crate::rules::Rules;

/// A proof of how much a turn can bring to the mover's store.
///
/// It asks whether a turn can bring everything, then whether it can bring all but one seed, and so
/// on down to a line that is known or found. For each question the positions of the turn are enumerated from the
/// start, those with little in the store first, and at the same time the boards from the end from
/// which so much can still be reached. What the two have met by is a line; if they have passed
/// each other without meeting there is none.
#[derive(Clone, Copy, Debug)]
pub struct HarvestProof<'a> {
    /// Limits; the nodes are positions worked off from the start, the depth is not used.
    pub limits: Limits<'a>,
    /// Threads; at least one works.
    pub threads: NonZeroUsize,
    /// Seeds in the mover's store that a line is known to reach: nothing below is looked for.
    pub known: u32,
}

/// A question of a proof, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestStep {
    /// Whether a turn can end with so many seeds in the mover's store.
    pub store: u32,
    /// The answer, if it was found.
    pub reached: Option<bool>,
    /// Positions worked off from the start.
    pub positions: u64,
    /// Boards from which so much can be reached, by the seeds outside the store: how many, as far
    /// as they were looked for.
    pub boards: Vec<(u32, u64)>,
}

/// What a proof has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestBound {
    /// No turn ends with more seeds in the mover's store.
    pub upper: u32,
    /// The best line that was found on the way, if it is better than what was known.
    pub best: Option<Line>,
    /// Whether the best line, or the known one, reaches the bound.
    pub proven: bool,
    /// The questions.
    pub steps: Vec<HarvestStep>,
    /// What ended the proof early.
    pub stopped: Option<StopReason>,
}

impl HarvestProof<'_> {
    /// Proves how much the turn of the player to move can bring, as far as the limits allow.
    /// Whatever they are, the bound is true.
    ///
    /// # Errors
    /// If the board is too large for exact keys.
    ///
    /// # Panics
    /// If the rules don't allow the position, or it is over.
    pub fn run(
        &self,
        rules: &Rules,
        position: &Position,
        progress: &Progress,
    ) -> Result<HarvestBound, TurnsError> {
        rules.check(position).expect("a position the rules allow");
        let started = Instant::now();
        let [in_reach, out_of_reach] = seeds(position);
        let mut known = self.known.max(position.store(position.mover()));
        let mut bound = HarvestBound {
            upper: in_reach,
            best: None,
            proven: false,
            steps: Vec::new(),
            stopped: None,
        };
        while bound.upper > known && bound.stopped.is_none() {
            let spent: u64 = bound.steps.iter().map(|step| step.positions).sum();
            let task = Task {
                plan: self.plan(bound.upper, spent, started),
                rules,
                position,
                progress,
                left: Some(in_reach - bound.upper + out_of_reach),
            };
            let (turns, meeting) = with_kernel(rules, position, task)?;
            known = bound.take(known, turns, meeting.expect("a search from the end"));
        }
        bound.proven = bound.upper <= known;
        Ok(bound)
    }

    /// The enumeration for a question.
    fn plan(&self, store: u32, spent: u64, started: Instant) -> Enumeration<'_> {
        let limits = self.limits;
        Enumeration {
            limits: Limits {
                nodes: limits.nodes.saturating_sub(spent),
                time: limits.time.saturating_sub(started.elapsed()),
                // A quarter is for the search from the end.
                memory: (limits.memory / 4 * 3).max(1),
                ..limits
            },
            threads: self.threads,
            layers: LayersBy::Store,
            goal: Goal::Store(store),
            counting: false,
            spill: None,
        }
    }
}

impl HarvestBound {
    /// Takes in the answer to a question; says how much is known to be reached.
    fn take(&mut self, mut known: u32, turns: Turns, meeting: Meeting) -> u32 {
        for line in [meeting.line, turns.most].into_iter().flatten() {
            if line.store > known {
                known = line.store;
                self.best = Some(line);
            }
        }
        let reached = known >= self.upper;
        let answered = reached || turns.complete;
        self.steps.push(HarvestStep {
            store: self.upper,
            reached: answered.then_some(reached),
            positions: turns.positions,
            boards: meeting.sizes,
        });
        if !answered {
            self.stopped = turns.stopped;
        } else if !reached {
            self.upper -= 1;
        }
        known
    }
}

/// Seeds that the mover can bring to his store, with those that are there; and those that he moves and
/// can't bring there: they lie in his protected holes.
fn seeds(position: &Position) -> [u32; 2] {
    let (field, mover) = (position.field(), position.mover());
    let held = |cells: u64| {
        let cells = (0..field.shape().cells()).filter(|cell| cells >> cell & 1 == 1);
        cells.map(|cell| position.cells().get(cell)).sum::<u32>()
    };
    let own = field.open_holes(mover);
    let in_reach = position.store(mover) + held(own | field.open_holes(mover.other()));
    [in_reach, held(field.row(mover) & !own)]
}
