//! The value of a position, as far as the limits let one see.

use std::time::Duration;

use super::proven::choose_again;
use super::{Limits, Proven, Ready};
use crate::control::{Control, MAX_DEPTH, ResourceError, StopReason, settings};
use crate::known::Knowledge;
use crate::moves::Game;
use crate::record::replay;
use crate::search::{Evaluation, Evaluator};
use crate::text::Diagnostic;

/// Nodes of a search where the value is known: a moment, for a line and for the other moves.
const FEW_NODES: u64 = 1 << 16;

/// Nodes of a search for a player who waits for advice, and its mebibytes.
const FOR_ADVICE: u64 = 100_000;
const MEMORY_FOR_ADVICE: usize = 128;

/// Asks what a position is worth, and each of its moves: proven, or an estimate.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Evaluate {
    /// True to go on, when the value is proven, until the value of every move is.
    pub every_move: bool,
    /// The moves to look at, a bit for each hole from the first one on; all of them if it is 0.
    /// What is known is known of all moves, so that with this it is passed over.
    pub only: u32,
    /// True to search without what ships with the program.
    pub fresh: bool,
    /// The limits; without any it is [`Limits::or_usual`] that are kept.
    pub limits: Limits,
}

settings!(Evaluate {
    with_every_move every_move (bool),
    with_only only (u32),
    with_fresh fresh (bool),
    with_limits limits (Limits),
});

/// The findings, and what was known before.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<T> {
    /// The findings.
    pub found: T,
    /// The knowledge that the search began with.
    pub knowledge: Knowledge,
}

/// The error of what was known of a position and can't be right.
fn refuted(game: &Game, source: &str) -> Diagnostic {
    Diagnostic::fault(game.position(), format_args!("the value of {source} cannot be right"))
}

/// The receiver of what a search has found so far.
pub type Tell<'a, T> = &'a mut (dyn FnMut(Answer<T>) + Send);

impl Evaluate {
    /// Evaluates with all that is known, and replays what is found by the plain rules. Where the
    /// value is known, the search takes a moment, for the other moves, unless every one of them is
    /// asked for. `tell` gets what is found on the way.
    ///
    /// # Errors
    /// If memory is lacking or a table is damaged; if what is known, or what is found, is wrong.
    pub fn answer(
        &self,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: Option<Tell<'_, Evaluation>>,
    ) -> Result<Answer<Evaluation>, Diagnostic> {
        let within = self.limits.or_usual().bound(control);
        let (along, spent) = ready.along_line(self.is_fresh(), within);
        let ready = Ready { earlier: ready.earlier.or(Some(&along)), ..*ready };
        self.answer_after(spent, game, &ready, control, tell)
    }

    /// The same after as many nodes as it took to find out what was known.
    fn answer_after(
        &self,
        spent: u64,
        game: &Game,
        ready: &Ready<'_>,
        control: Control<'_>,
        tell: Option<Tell<'_, Evaluation>>,
    ) -> Result<Answer<Evaluation>, Diagnostic> {
        let fresh = self.is_fresh();
        let knowledge = ready.knowledge(fresh, game);
        let brief = knowledge.has_best() && !self.every_move;
        let limits = self.limits.or_usual();
        let mut control = limits.bound(control);
        control.nodes = control.nodes.saturating_sub(spent);
        if brief {
            control.nodes = control.nodes.min(FEW_NODES);
        }
        let table = ready.looked_up(game)?;
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
            only: self.only,
            ..Evaluator::new()
        };
        let checked = |mut found: Evaluation| {
            found.nodes += spent;
            if brief && found.stopped != Some(StopReason::Interrupted) {
                // The value, which was asked for, is known.
                found.stopped = None;
            }
            check(game, &knowledge, &found)?;
            if let Some(earlier) = ready.earlier.filter(|_| !fresh) {
                earlier.narrow(game, &mut found);
            }
            choose_again(game.position().mover(), &mut found);
            Ok::<_, Diagnostic>(found)
        };
        let found = match tell {
            None => evaluator.evaluate(game, control),
            Some(tell) => evaluator.evaluate_telling(game, control, &mut |found| {
                // What can't be shown is not told.
                if let Ok(found) = checked(found.clone()) {
                    let knowledge = knowledge.clone();
                    tell(Answer { found, knowledge });
                }
            }),
        };
        let found = found.map_err(|error| match (&evaluator.known, &error) {
            // No table: so it is the other thing that the search was told.
            (Some(known), ResourceError::Damaged) if evaluator.endgame.is_none() => {
                refuted(game, known.source)
            }
            _ => error.into(),
        });
        let found = checked(found?)?;
        Ok(Answer { found, knowledge })
    }

    /// The question of a player within a game: one thread and little memory, for some time, or else
    /// for so many positions that the answer is there in a moment and the same every time.
    #[must_use]
    pub fn advice(time: Option<Duration>) -> Evaluate {
        Evaluate {
            limits: Limits {
                time,
                nodes: time.is_none().then_some(FOR_ADVICE),
                memory: MEMORY_FOR_ADVICE,
                ..Limits::default()
            },
            ..Evaluate::default()
        }
    }

    /// Tells whether what is known is passed over: it is known of all moves, and only some may be
    /// looked at.
    const fn is_fresh(&self) -> bool {
        self.fresh || self.only != 0
    }

    /// Evaluates a position of a game in progress, of which some is proven; keeps what it proves
    /// for the next one, and what ships along the line that led there.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn answer_learning(
        &self,
        game: &Game,
        proven: &mut Proven,
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<Answer<Evaluation>, Diagnostic> {
        let within = self.limits.or_usual().bound(control);
        let spent = ready.line.filter(|_| !self.is_fresh());
        let spent = spent.map_or(0, |(opening, line)| proven.take_in(opening, line, within));
        let ready = Ready { earlier: Some(proven), ..*ready };
        let answer = self.answer_after(spent, game, &ready, control, None)?;
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
