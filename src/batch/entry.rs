//! Results: what they are kept by, what is kept, and the record that is made of it for a job.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::job::Job;
use super::question::{Ask, Method};
use crate::ask::Limits;
use crate::board::Position;
use crate::control::StopReason;
use crate::record::{Evaluated, Solved, changed};
use crate::rules::{Preset, Rules};
use crate::search::Bounds;
use crate::text::{Diagnostic, ErrorKind};

/// The key by which a result is kept.
///
/// Two rule sets with the same options share results; the name of a rule set is not in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The options, spelled out.
    pub options: String,
    /// The position as the program writes it.
    pub position: String,
    /// The question.
    pub method: Method,
    /// The value that is asked for, of [`Method::AtLeast`].
    pub at_least: Option<i32>,
    /// The limits, but for the memory.
    pub limits: Limits,
}

/// The rules, the position and what is asked of it.
pub(super) type Question = [String; 3];

impl Key {
    /// The key of a job's result.
    #[must_use]
    pub fn new(job: &Job, ask: &Ask) -> Key {
        Key {
            options: spelled(job.game.rules()),
            position: job.game.position().to_string(),
            method: job.at_least.map_or(ask.method, |_| Method::AtLeast),
            at_least: job.at_least,
            limits: Limits { memory: Limits::default().memory, ..job.limits_within(ask) },
        }
    }

    /// Returns what is asked, whatever the limits: the rules, the position, and the method with the
    /// value that is asked for.
    pub(super) fn question(&self) -> Question {
        let method = self.method.name();
        let method = match self.at_least {
            Some(least) => format!("{method} {least}"),
            None => method.to_owned(),
        };
        [self.options.clone(), self.position.clone(), method]
    }

    /// The same with the limits that there are, as JSON: what a row of a store begins with.
    pub(super) fn columns(&self) -> [String; 4] {
        let limits = serde_json::to_value(self.limits).expect("limits have a JSON form");
        let limits = limits.as_object().into_iter().flatten();
        let limits: BTreeMap<_, _> = limits.filter(|(_, limit)| !limit.is_null()).collect();
        let limits = serde_json::to_string(&limits).expect("limits have a JSON form");
        let [options, position, method] = self.question();
        [options, position, method, limits]
    }

    /// Reads the question of such a text.
    pub(super) fn asked(text: &str) -> Option<(Method, Option<i32>)> {
        let (method, least) = match text.split_once(' ') {
            Some((method, least)) => (method, Some(least.parse().ok()?)),
            None => (text, None),
        };
        let method = method.parse().ok()?;
        ((method == Method::AtLeast) == least.is_some()).then_some((method, least))
    }
}

/// The findings of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Findings {
    /// By a solver.
    Solved(Solved),
    /// By an evaluation.
    Evaluated(Evaluated),
}

impl Findings {
    /// Reads the JSON form of what a method finds, such as an answer of the line protocol.
    ///
    /// # Errors
    /// If it is no such form.
    pub fn read(method: Method, text: &str) -> serde_json::Result<Findings> {
        match method {
            Method::Solve | Method::Winner | Method::AtLeast => {
                serde_json::from_str(text).map(Findings::Solved)
            }
            Method::Eval => serde_json::from_str(text).map(Findings::Evaluated),
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self {
            Findings::Evaluated(found) => &found.position,
            Findings::Solved(found) => &found.position,
        }
    }

    /// The limit that ended the search, or who wanted its end; none if nothing was left to do.
    #[must_use]
    pub const fn stopped(&self) -> Option<StopReason> {
        match self {
            Findings::Evaluated(found) => found.stopped,
            Findings::Solved(found) => found.stopped,
        }
    }

    /// Tells whether the question is answered once and for all, so that the answer holds under any
    /// limits.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        self.stopped().is_none()
    }

    /// Positions visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        match self {
            Findings::Evaluated(found) => found.nodes,
            Findings::Solved(found) => found.nodes,
        }
    }

    /// Ranks it among other results of the same question: proven before open; then narrow bounds,
    /// or a deep look.
    pub(super) fn told(&self) -> (bool, i64) {
        let more = match self {
            Findings::Evaluated(found) => i64::from(found.depth),
            Findings::Solved(found) => i64::from(found.lower) - i64::from(found.upper),
        };
        (self.is_proven(), more)
    }

    /// The proven bounds of the value; an evaluation of version 0.1 has none.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Findings::Evaluated(found) if found.exact => Some(Bounds::exact(found.value)),
            Findings::Evaluated(found) => {
                found.lower.zip(found.upper).map(|(lower, upper)| Bounds { lower, upper })
            }
            Findings::Solved(found) => Some(Bounds { lower: found.lower, upper: found.upper }),
        }
    }

    /// Tells whether two results can't both be true: what is proven of one position contradicts
    /// itself.
    #[must_use]
    pub fn contradicts(&self, other: &Findings) -> bool {
        let both = self.bounds().zip(other.bounds());
        both.is_some_and(|(one, other)| one.lower.max(other.lower) > one.upper.min(other.upper))
    }
}

/// A result as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key by which it is kept.
    pub key: Key,
    /// The name of the rule set with which it was asked for.
    pub rule_set: String,
    /// The program's version that found it.
    pub version: String,
    /// Mebibytes that the search's tables had.
    pub memory: u64,
    /// Time that the search took, in seconds.
    pub seconds: f64,
    /// The findings.
    pub findings: Findings,
}

/// The limits of a search, as a record has them; null where there was none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LimitsRecord {
    /// The limits that were asked for.
    #[serde(flatten)]
    pub asked: Limits,
    /// Mebibytes of the tables.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub memory: u64,
}

/// A record of `chongkak batch`, or of `chongkak batch export`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Record {
    /// The name that the input gives the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(extend("type" = ["string", "number"])))]
    pub id: Option<Value>,
    /// The findings of `solve` or `eval`.
    #[serde(flatten)]
    pub findings: Findings,
    /// The rule set.
    pub rules: String,
    /// The options that differ from the rule set's.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("additionalProperties" = {"type": ["string", "integer"]}))
    )]
    pub set: BTreeMap<String, Value>,
    /// `solve`, `winner`, `at-least` or `eval`.
    pub method: &'static str,
    /// The value that was asked for, of `at-least`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub at_least: Option<i32>,
    /// The program's version that found it.
    pub version: String,
    /// The limits of the search.
    pub limits: LimitsRecord,
    /// The time that the search took.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub seconds: f64,
    /// The other fields that the input has for the position.
    #[serde(flatten, serialize_with = "as_fields")]
    #[cfg_attr(feature = "schemas", schemars(with = "BTreeMap<String, Value>"))]
    pub others: Vec<(String, Value)>,
}

fn as_fields<S: Serializer>(others: &[(String, Value)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(others.iter().map(|(name, value)| (name, value)))
}

impl Entry {
    /// The record for a job. The rule set is called what the job calls it.
    #[must_use]
    pub fn record_for(&self, job: &Job) -> Record {
        Record {
            id: job.id.clone(),
            others: job.others.clone(),
            ..self.called(job.preset, job.game.rules())
        }
    }

    /// The record by itself.
    ///
    /// # Errors
    /// If the rules are none of this program's.
    pub fn record(&self) -> Result<Record, Diagnostic> {
        let preset = Preset::named(&self.rule_set).ok();
        let (preset, rules) = preset.zip(self.rules()).ok_or_else(|| {
            let (rules, options) = (&self.rule_set, &self.key.options);
            let what = "a result under rules that this program does not know";
            Diagnostic::new(ErrorKind::Data, format!("{what}: {rules} ({options})"))
        })?;
        Ok(self.called(preset, &rules))
    }

    /// The rules; none if they are none of this program's.
    pub(crate) fn rules(&self) -> Option<Rules> {
        let mut rules = Preset::all()[0].rules;
        for option in self.key.options.split(' ') {
            let (name, value) = option.split_once('=')?;
            rules.set(name, value).ok()?;
        }
        (spelled(&rules) == self.key.options).then_some(rules)
    }

    fn called(&self, preset: &Preset, rules: &Rules) -> Record {
        Record {
            id: None,
            findings: self.findings.clone(),
            rules: preset.name.to_owned(),
            set: changed(rules, preset),
            method: self.key.method.name(),
            at_least: self.key.at_least,
            version: self.version.clone(),
            limits: LimitsRecord { asked: self.key.limits, memory: self.memory },
            seconds: self.seconds,
            others: Vec::new(),
        }
    }
}

/// The options with their values, as files name them: `holes=4 seeds=4 store=near …`.
fn spelled(rules: &Rules) -> String {
    let options = rules.kept().map(|(name, value)| format!("{name}={value}"));
    options.collect::<Vec<_>>().join(" ")
}
