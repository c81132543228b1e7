//! Solving a position.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::{Answer, Limits, Ready};
use crate::board::MAX_TOTAL;
use crate::control::{Control, StopReason, settings};
use crate::known::Knowledge;
use crate::moves::Game;
use crate::record::replay_solution;
use crate::search::{Goal, Proof, Solution, Solver, Techniques, Unproven};
use crate::tables::Endgame;
use crate::text::Diagnostic;

/// Node limit when searching for a line to a known value without other limits: about a second.
const LINE_NODES: u64 = 1 << 20;

/// Solves a position: proves its value, or another goal.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Solve {
    /// The goal of the proof.
    pub goal: Goal,
    /// True to search without the data that ships with the program.
    pub fresh: bool,
    /// The limits; none by default.
    pub limits: Limits,
    /// Nodes after which a search builds an endgame table; none for the default.
    pub endgame_after: Option<u64>,
    /// The search techniques to use; for measurements.
    #[doc(hidden)]
    pub techniques: Techniques,
}

settings!(Solve {
    with_goal goal (Goal),
    with_fresh fresh (bool),
    with_limits limits (Limits),
    with_endgame_after endgame_after (Option<u64>),
});

/// The valid range of [`Goal::AtLeast`]: no board has more seeds.
#[doc(hidden)]
pub const SEEDS_AHEAD: RangeInclusive<i32> = -MAX_TOTAL.cast_signed()..=MAX_TOTAL.cast_signed();

impl Solve {
    /// Solves a position using everything known about it, and verifies the line by replaying it
    /// under the plain rules. If the value is known and there are no limits, the search for a line
    /// takes at most about a second.
    ///
    /// # Errors
    /// If positions can recur, memory runs out, a table is damaged, or the result is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<Answer<Solution>, Diagnostic> {
        let mut control = self.limits.bound(control);
        let along = ready.along_line(self.fresh);
        let ready = &Ready { earlier: ready.earlier.or(Some(&along)), ..*ready };
        let knowledge = ready.knowledge(self.fresh, game);
        if knowledge.has_value() && control.nodes == u64::MAX && control.time == Duration::MAX {
            control.nodes = LINE_NODES;
        }
        let table = ready.table_for(game)?;
        let solver = self.solver(ready, table.as_deref(), &knowledge);
        let mut found = solver.solve(game, control)?;
        if knowledge.has_value() && found.stopped != Some(StopReason::Interrupted) {
            // The requested value is known; only the search for a line was cut short.
            found.line_stopped = found.stopped.take();
        }
        confirm(game, &found)?;
        Ok(Answer { found, knowledge })
    }

    /// Solves a position without using known values, and returns a proof with at most `most`
    /// positions, or the reason why there is none.
    ///
    /// # Errors
    /// See [`answer`](Self::answer).
    pub fn prove(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        most: usize,
    ) -> Result<(Answer<Solution>, Result<Proof, Unproven>), Diagnostic> {
        let knowledge = Knowledge::default();
        let control = self.limits.bound(control);
        let table = ready.table_for(game)?;
        let solver = self.solver(ready, table.as_deref(), &knowledge);
        let (found, proof) = solver.prove(game, control, most)?;
        confirm(game, &found)?;
        Ok((Answer { found, knowledge }, proof))
    }

    fn solver<'a>(
        &self,
        ready: &Ready<'a>,
        table: Option<&'a Endgame>,
        knowledge: &'a Knowledge,
    ) -> Solver<'a> {
        let solver = Solver::new();
        Solver {
            threads: self.limits.threads,
            goal: self.goal,
            memory: self.limits.memory,
            endgame: ready.endgame.or(table),
            endgame_after: self.endgame_after.unwrap_or(solver.endgame_after),
            keep: ready.keep,
            first_turn: &knowledge.first_turn,
            known: knowledge.known.as_ref(),
            techniques: self.techniques,
            ..solver
        }
    }
}

/// Verifies the result by replaying it under the plain rules.
fn confirm(game: &Game, found: &Solution) -> Result<(), Diagnostic> {
    let replayed = replay_solution(game, found);
    replayed.map(drop).map_err(|error| Diagnostic::fault(game.position(), error))
}
