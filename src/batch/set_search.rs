//! Analysing one set of a batch on one thread.

use std::time::Instant;

use super::entry::{Entry, Findings, Key};
use super::job::Job;
use super::played_set::{AnalysedSet, PlayedSet};
use super::run::Run;
use crate::ask::{Analyse, Ready};
use crate::control::{Control, Stop};
use crate::text::Diagnostic;

/// Analyses the turns of a set; none if the run was stopped.
///
/// # Errors
/// If a position can't be evaluated, or proven values contradict each other.
pub(super) fn analyse(
    run: &Run<'_>,
    stop: &Stop,
    job: &Job,
    set: &PlayedSet,
    key: Key,
) -> Result<Option<Entry>, Diagnostic> {
    let started = Instant::now();
    let limits = job.limits_within(&run.ask);
    let question = Analyse::default().with_fresh(run.ask.fresh).with_limits(limits);
    let ready = Ready::default().with_tables(run.tables);
    let found = question.answer(set.game(), &ready, Control::stopped_by(stop), &mut |_| ())?;
    if found.stopped.is_some() {
        return Ok(None);
    }
    let position = *job.game.position();
    let findings = Findings::Analysed(AnalysedSet { position, turns: found.turns });
    Ok(Some(Entry::new(key, job, limits.memory, started, findings)))
}
