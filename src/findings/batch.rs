//! Batch records as lines of text.

use std::fmt::Write;
use std::num::NonZeroUsize;

use serde::Serialize;
use serde_json::Value;

use super::values::Shipped;
use super::{Record, written};
use crate::batch::{Entry, Findings, Job, LimitsRecord, Opening, Record as BatchRecord};
use crate::campaign::Task;
use crate::known::Knowledge;
use crate::language::Language;
use crate::record::{Evaluated, RulesRecord, Solved};
use crate::search::{self, Bounds};
use crate::show::words::{self, bounds};

impl Record for Opening {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.position)
    }
}

/// One line of input for `batch`, in every format.
impl Record for Task {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let json = serde_json::to_string(self).expect("a task has a JSON form");
        writeln!(text, "{json}")
    }
}

impl Record for BatchRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        match &self.id {
            None => {}
            Some(Value::String(id)) => write!(text, "{id}  ")?,
            Some(id) => write!(text, "{id}  ")?,
        }
        let position = self.findings.position();
        let found = match &self.findings {
            Findings::Solved(found) => solved(found),
            Findings::Evaluated(found) => evaluated(found),
            Findings::Analysed(found) => words::counted(found.turns.len() as u64, "turn"),
        };
        writeln!(text, "{position}  {found}")
    }
}

/// A stored answer to `solve` or `eval`, as the search would give it.
#[derive(Serialize)]
pub struct Stored<'a> {
    #[serde(flatten)]
    findings: &'a Findings,
    #[serde(flatten)]
    shipped: Shipped,
    rules: RulesRecord,
    version: &'a str,
    limits: StoredLimits,
}

#[derive(Serialize)]
struct StoredLimits {
    #[serde(flatten)]
    limits: LimitsRecord,
    threads: NonZeroUsize,
}

impl Stored<'_> {
    /// Creates the answer; with `fresh` it has no built-in knowledge.
    pub fn new<'a>(job: &Job, fresh: bool, entry: &'a Entry) -> Stored<'a> {
        let Entry { key, version, memory, findings, .. } = entry;
        Stored {
            findings,
            shipped: Shipped::new(&Knowledge::unless(fresh, &job.game), &job.game),
            rules: RulesRecord::new(job.preset, job.game.rules()),
            version,
            limits: StoredLimits {
                limits: LimitsRecord { asked: key.limits, memory: *memory },
                threads: key.limits.threads,
            },
        }
    }
}

fn solved(found: &Solved) -> String {
    let value = bounds(found.lower, found.upper, Language::english());
    let more = match (found.stopped, found.exact, &found.winner) {
        (Some(limit), _, _) => format!("  stopped by: {limit}"),
        (None, false, Some(winner)) => format!("  winner {winner}"),
        _ if found.best.is_empty() => String::new(),
        _ => format!("  best {}", written(&found.best)),
    };
    value + &more
}

fn evaluated(found: &Evaluated) -> String {
    let value = match found.exact {
        true => search::Value::Exact(found.value),
        false => search::Value::Estimate(found.value),
    };
    // Records of old versions have no bounds.
    let value = match (found.lower, found.upper) {
        (Some(lower), Some(upper)) => {
            words::value(value, Bounds { lower, upper }, Language::english())
        }
        _ => value.to_string(),
    };
    let best = found.best.map(|best| format!("  best {best}"));
    value + &best.unwrap_or_default()
}
