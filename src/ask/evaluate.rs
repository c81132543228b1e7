//! The value of a position, within limits.

use std::time::Duration;

use super::proven::choose_best_move;
use super::{Limits, Proven, Ready};
use crate::control::{Control, MAX_DEPTH, ResourceError, StopReason, settings};
use crate::known::Knowledge;
use crate::moves::{Game, Move};
use crate::record::replay;
use crate::search::{Evaluation, Evaluator};
use crate::text::Diagnostic;

/// Node limit when the value is already known: a moment, to find a line and rate the other moves.
const NODES_IF_KNOWN: u64 = 1 << 16;

/// Node and memory (MiB) limits of a search for a player who waits for advice.
const ADVICE_NODES: u64 = 100_000;
const ADVICE_MEMORY: usize = 128;

/// Evaluates a position and each of its moves. Values are proven or estimated.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Evaluate {
    /// True to continue after the position's value is proven until the value of every move is
    /// proven.
    pub every_move: bool,
    /// The moves to consider; all moves if empty. Otherwise known values are ignored, because they
    /// take all moves into account.
    pub only: Vec<Move>,
    /// True to search without the data that ships with the program.
    pub fresh: bool,
    /// The limits. Without any, [`Limits::or_usual`] applies.
    pub limits: Limits,
}

settings!(Evaluate {
    with_every_move every_move (bool),
    with_only only (Vec<Move>),
    with_fresh fresh (bool),
    with_limits limits (Limits),
});

/// The result of a search and the knowledge that it started with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<T> {
    /// The result.
    pub found: T,
    /// What was known before the search.
    pub knowledge: Knowledge,
}

/// The error when a previously known value is refuted.
fn refuted(game: &Game, source: &str) -> Diagnostic {
    Diagnostic::fault(game.position(), format_args!("the value of {source} cannot be right"))
}

/// Receives intermediate results of a search.
pub type Tell<'a, T> = &'a mut (dyn FnMut(Answer<T>) + Send);

impl Evaluate {
    /// Evaluates a position using everything known about it, and verifies the result by replaying
    /// it under the plain rules. If the value is already known, the search only takes a moment to
    /// rate the other moves, unless `every_move` is set. `tell` receives intermediate results.
    ///
    /// # Errors
    /// If memory runs out, a table is damaged, or a known value or a result is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: Option<Tell<'_, Evaluation>>,
    ) -> Result<Answer<Evaluation>, Diagnostic> {
        let fresh = self.is_fresh();
        let along = ready.along_line(fresh);
        let ready = &Ready { earlier: ready.earlier.or(Some(&along)), ..*ready };
        let knowledge = ready.knowledge(fresh, game);
        let brief = knowledge.has_best() && !self.every_move;
        let limits = self.limits.or_usual();
        let mut control = limits.bound(control);
        if brief {
            control.nodes = control.nodes.min(NODES_IF_KNOWN);
        }
        let table = ready.table_for(game)?;
        let evaluator = Evaluator {
            depth: limits.depth.unwrap_or(MAX_DEPTH),
            threads: limits.threads,
            memory: limits.memory,
            endgame: ready.endgame.or(table.as_deref()),
            keep: ready.keep,
            known: knowledge.known.as_ref(),
            first_turn: &knowledge.first_turn,
            estimate: ready.estimate,
            every_move: self.every_move || brief,
            only: &self.only,
            ..Evaluator::new()
        };
        let checked = |mut found: Evaluation| {
            if brief && found.stopped != Some(StopReason::Interrupted) {
                // The requested value is known, so the search did not fail to finish.
                found.stopped = None;
            }
            check(game, &knowledge, &found)?;
            if let Some(earlier) = ready.earlier.filter(|_| !fresh) {
                earlier.narrow(game, &mut found);
            }
            choose_best_move(game.position().mover(), &mut found);
            Ok::<_, Diagnostic>(found)
        };
        let found = match tell {
            None => evaluator.evaluate(game, control),
            Some(tell) => evaluator.evaluate_telling(game, control, &mut |found| {
                // Results that fail verification are not reported.
                if let Ok(found) = checked(found.clone()) {
                    let knowledge = knowledge.clone();
                    tell(Answer { found, knowledge });
                }
            }),
        };
        let found = found.map_err(|error| match (&evaluator.known, &error) {
            // Without a table, the damaged data must be the known value.
            (Some(known), ResourceError::Damaged) if evaluator.endgame.is_none() => {
                refuted(game, known.source)
            }
            _ => error.into(),
        });
        let found = checked(found?)?;
        Ok(Answer { found, knowledge })
    }

    /// The search for a player's advice during a game: one thread and little memory. It is limited
    /// by `time`, or by default to a number of nodes, so that the answer comes quickly and is
    /// always the same.
    #[must_use]
    pub fn advice(time: Option<Duration>) -> Evaluate {
        Evaluate {
            limits: Limits {
                time,
                nodes: time.is_none().then_some(ADVICE_NODES),
                memory: ADVICE_MEMORY,
                ..Limits::default()
            },
            ..Evaluate::default()
        }
    }

    /// Whether to ignore known values. They take all moves into account, so they don't apply if
    /// only some moves are considered.
    const fn is_fresh(&self) -> bool {
        self.fresh || !self.only.is_empty()
    }

    /// Evaluates a position of a game in progress. Uses what earlier searches of the game and the
    /// shipped data along its line have proven, and records what this search proves for the next
    /// one.
    ///
    /// # Errors
    /// See [`answer`](Self::answer).
    pub fn answer_learning(
        &self,
        game: &Game,
        proven: &mut Proven,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<Answer<Evaluation>, Diagnostic> {
        if let Some((opening, line)) = ready.line.filter(|_| !self.is_fresh()) {
            proven.take_in(opening, line);
        }
        let ready = Ready { earlier: Some(proven), ..*ready };
        let answer = self.answer(game, &ready, control, None)?;
        proven.learn(game, &answer.found);
        Ok(answer)
    }
}

fn check(game: &Game, knowledge: &Knowledge, found: &Evaluation) -> Result<(), Diagnostic> {
    let known = knowledge.known.as_ref();
    if let Some(known) = known.filter(|known| known.is_refuted_by(found)) {
        return Err(refuted(game, known.source));
    }
    let replayed = replay(game, found);
    replayed.map(drop).map_err(|error| Diagnostic::fault(game.position(), error))
}
