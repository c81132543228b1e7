//! Jobs: a position with the rules for it.

use std::num::NonZeroUsize;

use serde_json::Value;

use super::question::{Ask, Method};
use crate::ask::{Limits, Start, Variant};
use crate::moves::Game;
use crate::rules::{Preset, RuleSets, StorePlace};
use crate::search::SolveError;
use crate::text::Diagnostic;

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
#[derive(Clone, Debug)]
pub struct Job {
    /// The line of the input, from 1 on.
    pub line: u64,
    /// The name that the input gives it: a text or a number.
    pub id: Option<Value>,
    /// The rule set by which the rules are called.
    pub preset: &'static Preset,
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

/// The error of a line with the name of the field in its message, called as the input calls it; a
/// position names itself.
pub(super) fn named(called: &str, error: Diagnostic) -> Diagnostic {
    let message = match error.subject.as_deref() {
        Some(field) if field != "position" => {
            format!("{called} {field:?}: {}", error.message).into()
        }
        _ => return error,
    };
    Diagnostic { message, ..error }
}

/// The job of a position, with the rules for it, that asks for the method.
pub(super) fn of_position(text: &str, base: &Variant, method: Method) -> Result<Job, Diagnostic> {
    let game = base.game(&Start::at(text)).map_err(of_line)?;
    if method != Method::Eval && game.rules().store == StorePlace::Far {
        return Err(SolveError::Recurs.into());
    }
    Ok(Job {
        line: 0,
        id: None,
        preset: base.preset(),
        game,
        at_least: None,
        limits: Limits::default(),
        others: Vec::new(),
    })
}

/// The fault of a line's position as that of the line.
fn of_line(wrong: Diagnostic) -> Diagnostic {
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
