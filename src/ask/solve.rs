//! Proofs about a position.

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

/// Nodes of a search for a line to a known value, if there is no other limit: about a second.
const FOR_A_LINE: u64 = 1 << 20;

/// Asks for the proven value of a position, or for what else is to be proven of it.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Solve {
    /// The goal of the proof.
    pub goal: Goal,
    /// True to search without what ships with the program.
    pub fresh: bool,
    /// The limits; without any it takes as long as it takes.
    pub limits: Limits,
    /// Nodes after which a search builds an endgame table; none for the usual ones.
    pub endgame_after: Option<u64>,
    /// The techniques that make it fast: a switch for measurements.
    #[doc(hidden)]
    pub techniques: Techniques,
}

settings!(Solve {
    with_goal goal (Goal),
    with_fresh fresh (bool),
    with_limits limits (Limits),
    with_endgame_after endgame_after (Option<u64>),
});

/// The seeds of [`Goal::AtLeast`] that can be asked for: no board has more.
#[doc(hidden)]
pub const SEEDS_AHEAD: RangeInclusive<i32> = -MAX_TOTAL.cast_signed()..=MAX_TOTAL.cast_signed();

impl Solve {
    /// Solves with all that is known, and replays the line by the plain rules. Where the value is
    /// known and no limit was set, the search for a line takes about a second at most.
    ///
    /// # Errors
    /// Where positions can recur, if memory is lacking or a table is damaged, or if what is found
    /// is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<Answer<Solution>, Diagnostic> {
        let mut control = self.limits.bound(control);
        let (along, spent) = ready.along_line(self.fresh, control);
        let ready = &Ready { earlier: ready.earlier.or(Some(&along)), ..*ready };
        let knowledge = ready.knowledge(self.fresh, game);
        if knowledge.has_value() && control.nodes == u64::MAX && control.time == Duration::MAX {
            control.nodes = FOR_A_LINE;
        }
        control.nodes = control.nodes.saturating_sub(spent);
        let table = ready.looked_up(game)?;
        let solver = self.solver(ready, table.as_deref(), &knowledge);
        let mut found = solver.solve(game, control)?;
        found.nodes += spent;
        if knowledge.has_value() && found.stopped != Some(StopReason::Interrupted) {
            // The value, which was asked for, is known.
            found.line_stopped = found.stopped.take();
        }
        confirm(game, &found)?;
        Ok(Answer { found, knowledge })
    }

    /// Solves without what is known, and gives the proof of it, or why there is none. It has at
    /// most so many positions.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn prove(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        most: usize,
    ) -> Result<(Answer<Solution>, Result<Proof, Unproven>), Diagnostic> {
        let knowledge = Knowledge::default();
        let control = self.limits.bound(control);
        let table = ready.looked_up(game)?;
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

/// Plays what was found by the plain rules.
fn confirm(game: &Game, found: &Solution) -> Result<(), Diagnostic> {
    let replayed = replay_solution(game, found);
    replayed.map(drop).map_err(|error| Diagnostic::fault(game.position(), error))
}
