//! The fields of a line: a JSON object or a row of a table.
//!
//! The records that this program prints are such objects, so the output of one run can be the input
//! of the next. Fields that describe a result are dropped. Unknown fields are passed through to the
//! record of the position.

use serde_json::{Map, Value};
use strsim::jaro_winkler;

use super::job::{Job, Reading, job_of_position};
use super::question::Method;
use super::record_fields::is_found;
use crate::ask::{Limits, SEEDS_AHEAD, Variant};
use crate::text::{Diagnostic, ErrorKind, option_text, whole};

/// The field of a line's own node limit. (Results have a field `nodes`.)
pub const MAX_NODES: &str = "max_nodes";

/// Fields of the question, in reading order. Options are set on top of the rules.
pub(super) const ASKED: [&str; 8] =
    ["at_least", "id", MAX_NODES, "position", "rules", "set", "holes", "seeds"];

/// Similarity above which one name is taken for a misspelling of another.
const MIN_SIMILARITY: f64 = 0.87;

/// The fields of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fields {
    pub position: Option<String>,
    pub id: Option<Value>,
    rules: Option<String>,
    /// Options with their values and fields, in the order in which they are set.
    set: Vec<(String, String, String)>,
    at_least: Option<i32>,
    limits: Limits,
    pub others: Vec<(String, Value)>,
    /// The names of fields that describe an earlier result.
    pub found: Vec<String>,
    /// The first error.
    pub wrong: Option<Diagnostic>,
}

/// Returns the field of which an unknown name is probably a misspelling. (`position` is excluded,
/// because a line without it is invalid anyway.)
pub(super) fn likely_field(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let alike = |asked: &&str| {
        *asked != "position"
            && name.len().abs_diff(asked.len()) <= 1
            && jaro_winkler(&name, asked) > MIN_SIMILARITY
    };
    ASKED.into_iter().find(alike)
}

impl Fields {
    /// Parses the fields of a JSON object.
    pub(super) fn of(object: Map<String, Value>) -> Fields {
        let (mut fields, mut asked) = (Fields::default(), Map::new());
        for (name, value) in object {
            if ASKED.contains(&&*name) {
                asked.insert(name, value);
            } else if is_found(&name) {
                fields.found.push(name);
            } else {
                fields.others.push((name, value));
            }
        }
        for field in ASKED {
            if let Some(value) = asked.remove(field) {
                let taken = fields.take_field(field, value);
                fields.expect(taken);
            }
        }
        fields
    }

    /// Records an error unless there is an earlier one.
    pub(super) fn expect(&mut self, taken: Result<(), Diagnostic>) {
        self.wrong = self.wrong.take().or(taken.err());
    }

    /// Parses a field of the question.
    fn take_field(&mut self, field: &'static str, value: Value) -> Result<(), Diagnostic> {
        match (field, value) {
            ("at_least" | "id" | MAX_NODES, Value::Null) => {}
            ("id", id @ (Value::String(_) | Value::Number(_))) => self.id = Some(id),
            ("id", other) => return Err(unexpected("id", &other, "a string or a number")),
            ("position", Value::String(position)) => self.position = Some(position),
            ("position", other) => {
                let found = format!("position: found {other}");
                return Err(Diagnostic::unexpected(found, "a string").about("position"));
            }
            ("at_least", value) => {
                let number = whole(&value).and_then(|number| i32::try_from(number).ok());
                self.at_least = number.filter(|seeds| SEEDS_AHEAD.contains(seeds));
                let most = SEEDS_AHEAD.end();
                let expected = format!("a whole number of seeds from -{most} to {most}");
                (self.at_least).ok_or_else(|| unexpected(field, &value, &expected))?;
            }
            (MAX_NODES, value) => {
                let most = whole(&value).and_then(|most| u64::try_from(most).ok());
                self.limits.nodes = most.filter(|most| *most > 0);
                let expected = "a whole number of at least 1";
                (self.limits.nodes).ok_or_else(|| unexpected(field, &value, expected))?;
            }
            ("rules", rules) => self.take_rules(rules, field)?,
            ("set", set) => self.take_set(set, field.to_owned())?,
            (size, value) => self.take(size, value, field.to_owned())?,
        }
        Ok(())
    }

    /// Parses the name of a rule set, or an object with the name and the changed options, as in
    /// records of single positions.
    fn take_rules(&mut self, value: Value, field: &'static str) -> Result<(), Diagnostic> {
        let expected = "the name of a rule set, or an object with the name";
        match value {
            Value::String(name) => self.rules = Some(name),
            Value::Object(mut object) => {
                let named = object.get("name").and_then(Value::as_str);
                let Some(name) = named.map(str::to_owned) else {
                    return Err(unexpected(field, &object.into(), expected));
                };
                object.remove("name");
                self.rules = Some(name);
                for size in ["holes", "seeds"] {
                    if let Some(value) = object.remove(size) {
                        self.take(size, value, format!("{field}.{size}"))?;
                    }
                }
                if let Some(set) = object.remove("set") {
                    self.take_set(set, format!("{field}.set"))?;
                }
                if let Some((other, value)) = object.iter().next() {
                    let expected = "only name, holes, seeds and set";
                    let wrong = unexpected(format!("{field}.{other}"), value, expected);
                    return Err(wrong.of_kind(ErrorKind::UnknownName));
                }
            }
            other => return Err(unexpected(field, &other, expected)),
        }
        Ok(())
    }

    fn take_set(&mut self, value: Value, field: String) -> Result<(), Diagnostic> {
        match value {
            Value::Object(set) => set.into_iter().try_for_each(|(option, value)| {
                self.take(&option, value, format!("{field}.{option}"))
            }),
            other => Err(unexpected(field, &other, "an object of options")),
        }
    }

    /// Records an option with its value.
    fn take(&mut self, option: &str, value: Value, field: String) -> Result<(), Diagnostic> {
        let Some(text) = option_text(&value) else {
            return Err(unexpected(field, &value, "a string or a number"));
        };
        self.set.push((option.to_owned(), text, field));
        Ok(())
    }

    /// Parses a cell in a column of the question. Empty cells are skipped.
    pub(super) fn take_cell(
        &mut self,
        field: &'static str,
        cell: String,
    ) -> Result<(), Diagnostic> {
        let value = match field {
            _ if cell.trim().is_empty() => return Ok(()),
            "position" | "id" => cell.into(),
            "at_least" | MAX_NODES => number_of(&cell),
            "set" => {
                for option in cell.split_whitespace() {
                    let Some((name, value)) = option.split_once('=') else {
                        return Err(unexpected(field, &option.into(), "OPTION=VALUE"));
                    };
                    let field = format!("{field}.{name}");
                    self.set.push((name.to_owned(), value.to_owned(), field));
                }
                return Ok(());
            }
            _ => cell.trim().into(),
        };
        self.take_field(field, value)
    }

    /// Creates the job. Its rules are those it names, or those of the batch, with the line's
    /// options on top.
    pub(super) fn job(&self, reading: Reading<'_>) -> Result<Job, Diagnostic> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let Some(position) = &self.position else {
            let expected = "a field \"position\"";
            let message = format!("expected {expected}");
            let wrong = Diagnostic::new(ErrorKind::Missing, message).expecting(expected);
            return Err(wrong.about("position"));
        };
        let method = reading.method;
        let job = job_of_position(position, &self.base(reading)?, method);
        let job = job.map_err(|error| error.about("position"))?;
        if let Some(least) = self.at_least.filter(|_| method != Method::Solve) {
            let expected = format!("no such field in a batch that asks for {}", method.name());
            let wrong = unexpected("at_least", &least.into(), &expected);
            return Err(wrong.of_kind(ErrorKind::Conflict));
        }
        Ok(Job {
            id: self.id.clone(),
            at_least: self.at_least,
            limits: self.limits,
            others: self.others.clone(),
            ..job
        })
    }

    fn base(&self, reading: Reading<'_>) -> Result<Variant, Diagnostic> {
        let mut base = match &self.rules {
            None => reading.base.clone(),
            Some(name) => {
                let named = Variant::named(name, reading.rule_sets);
                // A column within a rule file is not one of this line.
                named.map_err(|error| error.in_column(0).about("rules"))?
            }
        };
        for (option, value, field) in &self.set {
            base.set(option, value).map_err(|error| {
                let message = error.problem().clone();
                Diagnostic { message, ..error }.about(field.as_str())
            })?;
        }
        Ok(base)
    }
}

/// Parses the number in a cell; otherwise returns its text.
fn number_of(cell: &str) -> Value {
    let text = cell.trim();
    let number = text.parse::<i64>().map(Value::from);
    let number = number.or_else(|_| text.parse::<u64>().map(Value::from));
    number.unwrap_or_else(|_| cell.into())
}

fn unexpected(field: impl Into<Box<str>>, found: &Value, expected: &str) -> Diagnostic {
    Diagnostic::unexpected(format_args!("found {found}"), expected).about(field)
}
