//! Jobs: positions with their rules.

use std::num::NonZeroUsize;

use serde_json::Value;

use super::played_set::PlayedSet;
use super::question::{Ask, Method};
use crate::ask::{Analyse, Limits, Start, Variant};
use crate::moves::Game;
use crate::rules::{Preset, RuleSets, StorePlace};
use crate::search::SolveError;
use crate::text::Diagnostic;

/// The context for parsing lines.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The rules of lines that don't name a rule set.
    pub base: &'a Variant,
    /// The question for every position.
    pub method: Method,
    /// The rule sets that lines may name.
    pub rule_sets: &'a RuleSets,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Job {
    /// The line of the input, starting at 1.
    pub line: u64,
    /// The identifier in the input, a string or a number.
    pub id: Option<Value>,
    /// The rule set after which the rules are named.
    pub preset: &'static Preset,
    /// The position with its rules.
    pub game: Game,
    /// The set to analyse, which begins at this position; none to search the position.
    pub set: Option<PlayedSet>,
    /// Asks whether the value is at least this, instead of the question of the batch.
    pub at_least: Option<i32>,
    /// Limits of the job that replace those of the batch.
    pub limits: Limits,
    /// The other fields of the position in the input.
    pub others: Vec<(String, Value)>,
}

impl Job {
    /// Returns the analysis of a set as a job.
    #[must_use]
    pub fn of_set(line: u64, preset: &'static Preset, set: PlayedSet) -> Job {
        Job {
            line,
            id: None,
            preset,
            game: set.first(),
            set: Some(set),
            at_least: None,
            limits: Limits::default(),
            others: Vec::new(),
        }
    }

    /// The limits of the search: the job's own, and otherwise those of the batch.
    #[must_use]
    pub fn limits_within(&self, ask: &Ask) -> Limits {
        let limits = self.limits.or(ask.limits).with_threads(NonZeroUsize::MIN);
        match &self.set {
            Some(set) => Analyse::default().with_limits(limits).kept_limits(set.game()),
            None => limits,
        }
    }

    /// Returns the parts that two jobs must share for one search to answer both.
    #[must_use]
    pub fn task(&self) -> (Game, Option<&str>, Option<i32>, Limits) {
        (self.game, self.set.as_ref().map(PlayedSet::text), self.at_least, self.limits)
    }
}

/// Adds the name of the field to the message of a line's error. `called` is the word for a field in
/// this kind of input. Errors of positions already name the position.
pub(super) fn named(called: &str, error: Diagnostic) -> Diagnostic {
    let message = match error.subject.as_deref() {
        Some(field) if field != "position" => {
            format!("{called} {field:?}: {}", error.message).into()
        }
        _ => return error,
    };
    Diagnostic { message, ..error }
}

/// Creates the job of a position. Fails if the method can't be applied under its rules.
pub(super) fn job_of_position(
    text: &str,
    base: &Variant,
    method: Method,
) -> Result<Job, Diagnostic> {
    let game = base.game(&Start::at(text)).map_err(line_error)?;
    if method != Method::Eval && game.rules().store == StorePlace::Far {
        return Err(SolveError::Recurs.into());
    }
    Ok(Job {
        line: 0,
        id: None,
        preset: base.preset(),
        game,
        set: None,
        at_least: None,
        limits: Limits::default(),
        others: Vec::new(),
    })
}

/// Rewords the error of a position as an error of the line.
fn line_error(wrong: Diagnostic) -> Diagnostic {
    if wrong.subject.as_deref() == Some("rules") {
        let expected = "a field \"rules\" with its name";
        return Diagnostic::unexpected(wrong.message, expected).of_kind(wrong.kind);
    }
    let (text, separator) = match wrong.span {
        Some(_) => (wrong.text, ","),
        None => ("".into(), ":"),
    };
    let message = format!("position{separator} {}", wrong.message).into();
    Diagnostic { text, message, subject: None, ..wrong }
}
