//! Jobs: a position with the rules for it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;

use serde_json::Value;
use thiserror::Error;

use super::question::{Ask, Method};
use crate::ask::{Limits, Part, Start, Variant, Wrong};
use crate::control::Failed;
use crate::moves::Game;
use crate::record::changed;
use crate::rules::{RuleSets, StorePlace};
use crate::search::SolveError;
use crate::text::ErrorKind;

/// With what lines are read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The rules of lines that name none.
    pub base: &'a Variant,
    /// The question for every position.
    pub method: Method,
    /// The rule sets that lines may name.
    pub rule_sets: &'a RuleSets,
}

/// A position to work on.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The line of the input, from 1 on.
    pub line: u64,
    /// The name that the input gives it: a text or a number.
    pub id: Option<Value>,
    /// The name of the rule set.
    pub rule_set: &'static str,
    /// The options that differ from the rule set's.
    pub changed: BTreeMap<String, Value>,
    /// The position, with the rules for it.
    pub game: Game,
    /// The value of which it is asked whether the position's is at least that, in place of the
    /// question of the whole batch.
    pub at_least: Option<i32>,
    /// Limits of its own, in place of those of the whole batch.
    pub limits: Limits,
    /// The other fields that the input has for it, with their names.
    pub others: Vec<(String, Value)>,
}

impl Job {
    /// The limits of its search: its own, and those of the whole batch.
    #[must_use]
    pub fn limits_within(&self, ask: &Ask) -> Limits {
        self.limits.or(ask.limits).with_threads(NonZeroUsize::MIN)
    }

    /// Returns what two jobs have in common if one search is enough for both.
    #[must_use]
    pub const fn task(&self) -> (Game, Option<i32>, Limits) {
        (self.game, self.at_least, self.limits)
    }
}

/// A line that is no job: what is wrong, and where if that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LineError {
    /// The kind of the mistake.
    pub kind: ErrorKind,
    /// The message: what was found and what was expected.
    pub message: String,
    /// The text that was expected, as far as it is known.
    pub expected: Option<Box<str>>,
    /// The text that is wrong in part, and the part, in bytes: of the field `rules` a line of the
    /// rule file that it names.
    pub place: Option<(String, Range<usize>)>,
    /// The column of the line in which it is wrong, counted in characters from 1 on.
    pub column: Option<u64>,
    /// The field that is wrong, or the part of it: `set.lap`.
    pub field: Option<Box<str>>,
}

impl LineError {
    pub(super) fn new(message: impl Into<String>) -> LineError {
        LineError { message: message.into(), ..LineError::default() }
    }

    /// Reports what was found, and what was expected in its place.
    pub(super) fn unexpected(found: &str, expected: &str) -> LineError {
        LineError::new(format!("{found}, expected {expected}")).expecting(expected)
    }

    /// With what was expected, which the message says in its own words.
    pub(super) fn expecting(self, expected: impl Into<String>) -> LineError {
        let expected = Some(expected.into().into_boxed_str());
        LineError { expected, ..self }
    }

    /// The same at a column of its line.
    pub(super) fn in_column(self, column: u64) -> LineError {
        let column = Some(column);
        LineError { column, ..self }
    }

    /// The same of another kind than a value that can't stand there.
    pub(super) fn of_kind(self, kind: ErrorKind) -> LineError {
        LineError { kind, ..self }
    }

    /// The same of a field.
    pub(super) fn of(self, field: impl Into<Box<str>>) -> LineError {
        let field = Some(field.into());
        LineError { field, ..self }
    }

    /// The same with the name of the field in the message, called as the input calls it; a position
    /// names itself.
    pub(super) fn named(self, called: &str) -> LineError {
        let message = match &self.field {
            Some(field) if **field != *"position" => {
                format!("{called} {field:?}: {}", self.message)
            }
            _ => return self,
        };
        LineError { message, ..self }
    }

    /// Tells whether it is about the rules that a line names, and its place is in a rule file.
    pub(super) fn is_of_rules(&self) -> bool {
        self.field.as_deref() == Some("rules")
    }
}

/// The job of a position, with the rules for it, that asks for the method.
pub(super) fn of_position(text: &str, base: &Variant, method: Method) -> Result<Job, LineError> {
    let game = base.game(&Start::at(text))?;
    let rules = game.rules();
    if method != Method::Eval && rules.store == StorePlace::Far {
        let failed = Failed::from(SolveError::Recurs);
        let wrong = LineError::new(failed.message.to_string()).of_kind(failed.kind.kind());
        return Err(wrong.expecting(failed.expected.unwrap_or_default()));
    }
    Ok(Job {
        line: 0,
        id: None,
        rule_set: base.preset().name,
        changed: changed(rules, base.preset()),
        game,
        at_least: None,
        limits: Limits::default(),
        others: Vec::new(),
    })
}

impl From<Wrong> for LineError {
    /// Turns the fault of a line's position into an error of the line.
    fn from(wrong: Wrong) -> LineError {
        let Wrong { kind, part, text, span, message, expected } = wrong;
        if part == Part::RuleSet {
            let expected = "a field \"rules\" with its name";
            return LineError::unexpected(&message.to_string(), expected).of_kind(kind);
        }
        let separator = if span.is_some() { "," } else { ":" };
        LineError {
            kind,
            place: span.map(|span| (text, span)),
            ..LineError::new(format!("position{separator} {message}")).expecting(expected)
        }
    }
}
