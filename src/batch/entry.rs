//! Results: the key under which a result is stored, the result itself, and the record of it for a
//! job.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::job::Job;
use super::played_set::AnalysedSet;
use super::question::{Ask, Method};
use crate::ask::Limits;
use crate::board::Position;
use crate::control::StopReason;
use crate::record::{Evaluated, Solved, changed};
use crate::rules::{Preset, Rules};
use crate::search::Bounds;
use crate::text::{Diagnostic, ErrorKind};

/// The key under which a result is stored.
///
/// The name of the rule set is not part of the key, so rule sets with the same options share
/// results.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// All options with their values.
    pub options: String,
    /// The position in the program's notation; for an analysis, the openings and moves of the set.
    pub position: String,
    /// The question.
    pub method: Method,
    /// The value for [`Method::AtLeast`].
    pub at_least: Option<i32>,
    /// The limits, except memory.
    pub limits: Limits,
}

/// The rules, the position, and the method with its value.
pub(super) type Question = [String; 3];

impl Key {
    /// Returns the key of a job's result.
    #[must_use]
    pub fn new(job: &Job, ask: &Ask) -> Key {
        let (position, method) = match &job.set {
            // Shipped data may change the estimates.
            Some(set) if ask.fresh => (set.text().to_owned(), Method::AnalyzeFresh),
            Some(set) => (set.text().to_owned(), Method::Analyze),
            None => {
                let method = job.at_least.map_or(ask.method, |_| Method::AtLeast);
                (job.game.position().to_string(), method)
            }
        };
        Key {
            options: options_text(job.game.rules()),
            position,
            method,
            at_least: job.at_least,
            limits: Limits { memory: Limits::default().memory, ..job.limits_within(ask) },
        }
    }

    /// Returns the question without the limits: the rules, the position, and the method with its
    /// value.
    pub(super) fn question(&self) -> Question {
        let method = self.method.name();
        let method = match self.at_least {
            Some(least) => format!("{method} {least}"),
            None => method.to_owned(),
        };
        [self.options.clone(), self.position.clone(), method]
    }

    /// Returns the question and the limits that are set, as JSON: the first columns of a row in a
    /// store.
    pub(super) fn columns(&self) -> [String; 4] {
        let limits = serde_json::to_value(self.limits).expect("limits have a JSON form");
        let limits = limits.as_object().into_iter().flatten();
        let limits: BTreeMap<_, _> = limits.filter(|(_, limit)| !limit.is_null()).collect();
        let limits = serde_json::to_string(&limits).expect("limits have a JSON form");
        let [options, position, method] = self.question();
        [options, position, method, limits]
    }

    /// Parses a method with its value, as in a row.
    pub(super) fn parse_method(text: &str) -> Option<(Method, Option<i32>)> {
        let (method, least) = match text.split_once(' ') {
            Some((method, least)) => (method, Some(least.parse().ok()?)),
            None => (text, None),
        };
        let method = method.parse().ok()?;
        ((method == Method::AtLeast) == least.is_some()).then_some((method, least))
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Findings {
    /// From a solver.
    Solved(Solved),
    /// From an evaluation.
    Evaluated(Evaluated),
    /// From the analysis of a set. Records of positions never have it.
    #[cfg_attr(feature = "schemas", schemars(skip))]
    Analysed(AnalysedSet),
}

impl Findings {
    /// Parses the JSON form of a method's result, such as an answer of the line protocol.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn read(method: Method, text: &str) -> serde_json::Result<Findings> {
        match method {
            Method::Solve | Method::Winner | Method::AtLeast => {
                serde_json::from_str(text).map(Findings::Solved)
            }
            Method::Eval => serde_json::from_str(text).map(Findings::Evaluated),
            Method::Analyze | Method::AnalyzeFresh => {
                serde_json::from_str(text).map(Findings::Analysed)
            }
        }
    }

    /// The position; for a set, its first one.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self {
            Findings::Evaluated(found) => &found.position,
            Findings::Solved(found) => &found.position,
            Findings::Analysed(found) => &found.position,
        }
    }

    /// The limit or interruption that ended the search; none if it finished.
    #[must_use]
    pub const fn stopped(&self) -> Option<StopReason> {
        match self {
            Findings::Evaluated(found) => found.stopped,
            Findings::Solved(found) => found.stopped,
            Findings::Analysed(_) => None,
        }
    }

    /// Whether the answer is final, so that it holds under any limits.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        match self {
            Findings::Analysed(found) => found.proven() == found.turns.len(),
            found => found.stopped().is_none(),
        }
    }

    /// Positions visited; 0 for the analysis of a set, which does not count them.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        match self {
            Findings::Evaluated(found) => found.nodes,
            Findings::Solved(found) => found.nodes,
            Findings::Analysed(_) => 0,
        }
    }

    /// Ranks the result among others for the same question: proven before open, then narrower
    /// bounds, greater depth, or more turns with a proven cost.
    pub(super) fn rank(&self) -> (bool, i64) {
        let more = match self {
            Findings::Evaluated(found) => i64::from(found.depth),
            Findings::Solved(found) => i64::from(found.lower) - i64::from(found.upper),
            Findings::Analysed(found) => i64::try_from(found.proven()).unwrap_or(i64::MAX),
        };
        (self.is_proven(), more)
    }

    /// The proven bounds of the value; none for an evaluation by version 0.1, or for a set.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Findings::Evaluated(found) if found.exact => Some(Bounds::exact(found.value)),
            Findings::Evaluated(found) => {
                found.lower.zip(found.upper).map(|(lower, upper)| Bounds { lower, upper })
            }
            Findings::Solved(found) => Some(Bounds { lower: found.lower, upper: found.upper }),
            Findings::Analysed(_) => None,
        }
    }

    /// Whether the proven bounds of two results contradict each other.
    #[must_use]
    pub fn contradicts(&self, other: &Findings) -> bool {
        let both = self.bounds().zip(other.bounds());
        both.is_some_and(|(one, other)| one.lower.max(other.lower) > one.upper.min(other.upper))
    }
}

/// A stored result.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key under which it is stored.
    pub key: Key,
    /// The name of the rule set of the request.
    pub rule_set: String,
    /// The version of the program that found it.
    pub version: String,
    /// Memory for the search's tables, in mebibytes.
    pub memory: u64,
    /// Duration of the search, in seconds.
    pub seconds: f64,
    /// The result of the search.
    pub findings: Findings,
}

/// The limits of a search; null means no limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LimitsRecord {
    /// The requested limits.
    #[serde(flatten)]
    pub asked: Limits,
    /// Memory for the tables, in mebibytes.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub memory: u64,
}

/// A record of `chongkak batch` or `chongkak batch export`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Record {
    /// The identifier of the position in the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(extend("type" = ["string", "number"])))]
    pub id: Option<Value>,
    /// The result of `solve` or `eval`.
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
    /// The requested value, for `at-least`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    pub at_least: Option<i32>,
    /// The version of the program that found it.
    pub version: String,
    /// The limits of the search.
    pub limits: LimitsRecord,
    /// Duration of the search, in seconds.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub seconds: f64,
    /// The other fields of the position in the input.
    #[serde(flatten, serialize_with = "as_fields")]
    #[cfg_attr(feature = "schemas", schemars(with = "BTreeMap<String, Value>"))]
    pub others: Vec<(String, Value)>,
}

fn as_fields<S: Serializer>(others: &[(String, Value)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(others.iter().map(|(name, value)| (name, value)))
}

impl Entry {
    /// The result of a search with this memory, in mebibytes.
    pub(super) fn new(
        key: Key,
        job: &Job,
        memory: usize,
        started: Instant,
        findings: Findings,
    ) -> Entry {
        Entry {
            key,
            rule_set: job.preset.name.to_owned(),
            version: env!("CHONGKAK_VERSION").to_owned(),
            memory: u64::try_from(memory).unwrap_or(u64::MAX),
            seconds: (started.elapsed().as_secs_f64() * 1e6).round() / 1e6,
            findings,
        }
    }

    /// Returns the record for a job, with the job's name of the rule set.
    #[must_use]
    pub fn record_for(&self, job: &Job) -> Record {
        Record {
            id: job.id.clone(),
            others: job.others.clone(),
            ..self.record_named(job.preset, job.game.rules())
        }
    }

    /// Returns the record without a job.
    ///
    /// # Errors
    /// If this program does not know the rules.
    pub fn record(&self) -> Result<Record, Diagnostic> {
        let preset = Preset::named(&self.rule_set).ok();
        let (preset, rules) = preset.zip(self.rules()).ok_or_else(|| {
            let (rules, options) = (&self.rule_set, &self.key.options);
            let what = "a result under rules that are unknown to this program";
            Diagnostic::new(ErrorKind::Data, format!("{what}: {rules} ({options})"))
        })?;
        Ok(self.record_named(preset, &rules))
    }

    /// The rules; none if this program does not know them.
    pub(crate) fn rules(&self) -> Option<Rules> {
        let mut rules = Preset::all()[0].rules;
        for option in self.key.options.split(' ') {
            let (name, value) = option.split_once('=')?;
            rules.set(name, value).ok()?;
        }
        (options_text(&rules) == self.key.options).then_some(rules)
    }

    fn record_named(&self, preset: &Preset, rules: &Rules) -> Record {
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

/// Writes all options with their values, as in files: `holes=4 seeds=4 store=near …`.
fn options_text(rules: &Rules) -> String {
    let options = rules.kept().map(|(name, value)| format!("{name}={value}"));
    options.collect::<Vec<_>>().join(" ")
}
