//! Upper bounds of the harvest of a turn, proven from both ends.

use std::num::NonZeroUsize;

use super::enumeration::{Meeting, Task};
use super::{Enumeration, Goal, LayersBy, Line, Turns, TurnsError, shared};
use crate::board::{Cells, Position};
use crate::control::{Clock, Control, StopReason};
use crate::moves::Game;

/// A proof of how much a turn can bring to the mover's store.
///
/// It asks whether a turn can bring everything, then whether it can bring all but one seed, and so
/// on down to a line that is known or found. For each question the positions of the turn are
/// enumerated from the start, those with little in the store first, and at the same time the boards
/// from the end from which so much can still be reached. What the two have met by is a line; if
/// they have passed each other without meeting there is none.
#[derive(Clone, Copy, Debug)]
pub struct HarvestProof {
    /// Mebibytes for positions.
    pub memory: usize,
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

/// The result of a proof.
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
    /// The limit that ended the proof early.
    pub stopped: Option<StopReason>,
}

impl HarvestProof {
    /// Proves how much the turn of the player to move can bring, as far as the limits allow.
    /// Whatever they are, the bound is true. A node is a position worked off from the start.
    ///
    /// # Errors
    /// If the board is too large for exact keys, or no thread can be started where more than one
    /// was wanted.
    pub fn run(&self, game: &Game, control: Control<'_>) -> Result<HarvestBound, TurnsError> {
        let (position, clock) = (game.position(), Clock::new(control));
        let pool = shared(self.threads)?;
        let [in_reach, out_of_reach] = seeds(position);
        let store = position.store(position.mover());
        let mut known = self.known.max(store);
        let mut bound = HarvestBound {
            upper: if position.is_over() { store } else { in_reach },
            best: None,
            proven: false,
            steps: Vec::new(),
            stopped: None,
        };
        while bound.upper > known && bound.stopped.is_none() {
            let task = Task {
                plan: self.plan(bound.upper),
                game,
                clock: &clock,
                pool: pool.as_ref(),
                #[cfg(feature = "cluster")]
                cluster: None,
                left: Some(in_reach - bound.upper + out_of_reach),
            };
            let (turns, meeting) = task.run()?;
            known = bound.take(known, turns, meeting.expect("a search from the end"));
        }
        bound.proven = bound.upper <= known;
        Ok(bound)
    }

    /// The enumeration for a question.
    fn plan(&self, store: u32) -> Enumeration<'static> {
        Enumeration {
            // A quarter is for the search from the end.
            memory: (self.memory / 4 * 3).max(1),
            threads: self.threads,
            layers: LayersBy::Store,
            goal: Goal::Store(store),
            counting: false,
            hurry: false,
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

/// Seeds that the mover can bring to his store, with those that are there; and those that he moves
/// and can't bring there: they lie in his protected holes.
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
