//! Jobs: a position with the rules for it, read from a line of input.
//!
//! A line is a position, or JSON: a position in quotes, or an object with a position and what goes
//! with it. The records that this program prints of a position are such objects, so that the output
//! of one run can be the input of the next; what they say of the result is passed over.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};
use thiserror::Error;

use super::ask::Method;
use crate::board::{ParseError, Position, Setup};
use crate::moves::Game;
use crate::record::changed;
use crate::rules::{Preset, Rules, StorePlace};
use crate::search::SolveError;

/// The rules of lines that name none.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// The rule set.
    pub preset: &'static Preset,
    /// Its rules, with what was set on top of them.
    pub rules: Rules,
    /// Whether the number of holes was given, and not only the rule set's.
    pub holes_given: bool,
}

/// A position to work on.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The line of the input, from 1 on.
    pub line: u64,
    /// What the input calls it: a text or a number.
    pub id: Option<Value>,
    /// The name of the rule set.
    pub rule_set: &'static str,
    /// The options that differ from the rule set's.
    pub changed: BTreeMap<String, Value>,
    /// The position, with the rules for it.
    pub game: Game,
}

/// A line that is no job: what is wrong, and where if that is known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LineError {
    /// What was found and what was expected.
    pub message: String,
    /// The text that is wrong in part, and the part, in bytes.
    pub place: Option<(String, Range<usize>)>,
}

impl LineError {
    fn new(message: impl Into<String>) -> LineError {
        LineError {
            message: message.into(),
            place: None,
        }
    }
}

/// Fields that say what is asked.
const ASKED: [&str; 6] = ["position", "id", "rules", "set", "holes", "seeds"];

/// Fields of the program's records that say what was found, and how.
const FOUND: &str = "value lower upper exact winner best pv nodes stopped proof depth moves \
                     method version limits seconds owned mover threads memory table \
                     table_seconds";

/// Reads a line; nothing if it is empty or a comment (`#`).
///
/// # Errors
/// Names the field or the part of the position that is wrong, and what was expected.
pub fn read_line(
    text: &str,
    line: u64,
    base: &Base,
    method: Method,
) -> Result<Option<Job>, LineError> {
    let text = text.trim();
    let job = match text.chars().next() {
        None | Some('#') => return Ok(None),
        Some('[') => {
            let expected = "expected a position or a JSON object a line (--format jsonl)";
            return Err(LineError::new(format!("found a list, {expected}")));
        }
        Some('{' | '"') => match json(text)? {
            Value::Object(fields) => of_fields(&fields, base)?,
            Value::String(position) => of_position(&position, base)?,
            _ => unreachable!("JSON that begins with a quote or a brace"),
        },
        Some(_) => of_position(text, base)?,
    };
    if method != Method::Eval && job.game.rules().store == StorePlace::Far {
        return Err(LineError::new(SolveError::Recurs.to_string()));
    }
    Ok(Some(Job { line, ..job }))
}

fn json(text: &str) -> Result<Value, LineError> {
    serde_json::from_str(text).map_err(|error| {
        // Columns are counted in bytes, from 1 on; a text that ends too soon is wrong at its end.
        let at = error.column().saturating_sub(1).min(text.len());
        let start = (0..=at).rev().find(|&at| text.is_char_boundary(at));
        let end = (at + 1..=text.len()).find(|&at| text.is_char_boundary(at));
        let span = start.unwrap_or(0)..end.unwrap_or(text.len());
        LineError {
            message: format!("not JSON: {error}"),
            place: Some((text.to_owned(), span)),
        }
    })
}

fn of_position(text: &str, base: &Base) -> Result<Job, LineError> {
    let setup: Setup = text.parse().map_err(|error: ParseError| LineError {
        message: format!("position, {error}"),
        place: Some((text.to_owned(), error.span.clone())),
    })?;
    // What is wrong with the whole has no place to underline.
    let wrong = |problem: String| LineError::new(format!("position: {problem}\n  {setup}"));
    let position = Position::new(&setup).map_err(|error| wrong(error.to_string()))?;
    let rules = match base.holes_given {
        true => base.rules,
        false => base.rules.fitted_to(&position),
    };
    let game = Game::new(&rules, &position).map_err(|error| wrong(error.to_string()))?;
    Ok(Job {
        line: 0,
        id: None,
        rule_set: base.preset.name,
        changed: changed(&rules, base.preset),
        game,
    })
}

fn of_fields(fields: &Map<String, Value>, base: &Base) -> Result<Job, LineError> {
    let known = |name: &&str| ASKED.contains(name) || FOUND.split(' ').any(|found| found == *name);
    if let Some(name) = fields.keys().map(String::as_str).find(|name| !known(name)) {
        let expected = ASKED.join(", ");
        return Err(LineError::new(format!(
            "found the field {name:?}, expected {expected}, and what the program's records have besides"
        )));
    }
    let position = match fields.get("position") {
        Some(Value::String(position)) => position,
        Some(other) => return Err(unexpected("position", other, "a text")),
        None => return Err(LineError::new("expected a field \"position\"")),
    };
    let id = match fields.get("id") {
        None | Some(Value::Null) => None,
        Some(id @ (Value::String(_) | Value::Number(_))) => Some(id.clone()),
        Some(other) => return Err(unexpected("id", other, "a text or a number")),
    };
    let job = of_position(position, &its_rules(fields, base)?)?;
    Ok(Job { id, ..job })
}

/// The rules of a line: those it names, or those of the run, with the line's options on top of
/// them.
fn its_rules(fields: &Map<String, Value>, base: &Base) -> Result<Base, LineError> {
    let mut base = match fields.get("rules") {
        None => *base,
        Some(Value::String(name)) => {
            let preset = Preset::named(name).map_err(|error| LineError::new(error.to_string()))?;
            Base {
                preset,
                rules: preset.rules,
                holes_given: false,
            }
        }
        Some(other) => return Err(unexpected("rules", other, "the name of a rule set")),
    };
    let set = match fields.get("set") {
        None => &Map::new(),
        Some(Value::Object(set)) => set,
        Some(other) => return Err(unexpected("set", other, "an object of options")),
    };
    let counts = ["holes", "seeds"].into_iter();
    let counts = counts.filter_map(|name| Some((name, fields.get(name)?)));
    let options = set.iter().map(|(name, value)| (name.as_str(), value));
    for (name, value) in options.chain(counts) {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            other => return Err(unexpected(name, other, "a text or a number")),
        };
        let set = base.rules.set(name, &text);
        set.map_err(|error| LineError::new(error.to_string()))?;
        base.holes_given |= name == "holes";
    }
    Ok(base)
}

fn unexpected(field: &str, found: &Value, expected: &str) -> LineError {
    LineError::new(format!(
        "field {field:?}: found {found}, expected {expected}"
    ))
}
