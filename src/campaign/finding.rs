//! The finding of a job, as a line of a file.
//!
//! The fields are those of a record of `batch`, so that one reader serves both. Lines of a
//! campaign's own files end with a checksum of what stands before it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ask::Variant;
use crate::batch::Method;
use crate::batch::{Entry, Findings, read_line};
use crate::board::Position;
use crate::control::StopReason;
use crate::moves::Game;
use crate::record::changed;
use crate::rules::{ROUND_OPTIONS, Rules};
use crate::search::Solution;

/// The name of the checksum, the last field of a line.
const SUM: &str = ",\"sum\":";

/// The proven bounds of a position, by a search or by a bound that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The position.
    pub position: Position,
    /// The value of which the job asked whether the position's is at least that, if it did.
    pub at_least: Option<i32>,
    /// The value is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
    /// Positions visited.
    pub nodes: u64,
    /// The reason why the search ended before it had its answer.
    pub stopped: Option<StopReason>,
    /// The most nodes that it might have used.
    pub max_nodes: Option<u64>,
}

/// The fields of a line that matter here.
#[derive(Deserialize)]
struct Fields {
    lower: Option<i32>,
    upper: Option<i32>,
    at_least: Option<i32>,
    #[serde(default)]
    nodes: u64,
    stopped: Option<StopReason>,
    limits: Option<Limits>,
    /// Only an evaluation has them.
    moves: Option<Value>,
}

#[derive(Default, Deserialize, Serialize)]
struct Limits {
    nodes: Option<u64>,
}

/// A line of the campaign's own file, without the checksum.
#[derive(Serialize)]
struct Line<'a> {
    position: String,
    rules: &'a str,
    set: BTreeMap<String, Value>,
    at_least: Option<i32>,
    lower: i32,
    upper: i32,
    nodes: u64,
    stopped: Option<StopReason>,
    limits: Limits,
    version: &'a str,
}

impl Finding {
    /// Takes the finding of a job's search, which asked whether the value of the position is at
    /// least a number, and might visit so many positions.
    #[must_use]
    pub fn of_job(asked: (Position, i32), max_nodes: u64, found: &Solution) -> Finding {
        let (position, at_least) = asked;
        Finding {
            position,
            at_least: Some(at_least),
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            nodes: found.nodes,
            stopped: found.stopped,
            max_nodes: Some(max_nodes),
        }
    }

    /// The nodes that were not enough for an answer, if there is none: the position is to be taken
    /// apart rather than to be asked again with as many.
    pub(super) fn in_vain(&self) -> Option<u64> {
        match self.stopped? {
            // It was not the position's fault.
            StopReason::Interrupted | StopReason::Cancelled => None,
            StopReason::Nodes => Some(self.max_nodes.unwrap_or(self.nodes)),
            StopReason::Time => Some(self.nodes),
            // More nodes would change nothing.
            StopReason::Depth | StopReason::Memory => Some(u64::MAX),
        }
    }

    /// Reads a line with the rules of a campaign.
    pub(super) fn read(text: &str, base: &Variant) -> Result<Finding, String> {
        let job = read_line(text, 0, base, Method::Solve).map_err(|error| error.to_string())?;
        let expected = "a result with a position, lower and upper";
        let found = job.ok_or_else(|| format!("an empty line, expected {expected}"))?;
        expect_rules(&found.game, base.rules())?;
        let fields: Fields =
            serde_json::from_str(text).map_err(|error| format!("{error}, expected {expected}"))?;
        let (Some(lower), Some(upper)) = (fields.lower, fields.upper) else {
            return Err(format!("no bounds, expected {expected}"));
        };
        let evaluated = fields.moves.is_some();
        Ok(Finding {
            position: *found.game.position(),
            at_least: fields.at_least,
            lower,
            upper,
            nodes: fields.nodes,
            // An evaluation that ends at its limit says nothing of a proof.
            stopped: fields.stopped.filter(|_| !evaluated),
            max_nodes: fields.limits.and_then(|limits| limits.nodes),
        })
    }

    /// Reads the finding of a store's entry, if it has bounds.
    pub(super) fn of_entry(entry: &Entry, base: &Variant) -> Result<Option<Finding>, String> {
        let Some(record) = entry.record() else {
            return Err("rules that this program does not know".to_owned());
        };
        if let Findings::Evaluated(found) = &record.findings
            && (found.lower.is_none() || found.upper.is_none())
        {
            return Ok(None);
        }
        let text = serde_json::to_string(&record).expect("a record has a JSON form");
        Finding::read(&text, base).map(Some)
    }

    /// The line of a campaign's own file, with its line break.
    pub(super) fn line(&self, base: &Variant) -> String {
        let line = Line {
            position: self.position.to_string(),
            rules: base.preset().name,
            set: changed(base.rules(), base.preset()),
            at_least: self.at_least,
            lower: self.lower,
            upper: self.upper,
            nodes: self.nodes,
            stopped: self.stopped,
            limits: Limits { nodes: self.max_nodes },
            version: env!("CHONGKAK_VERSION"),
        };
        sealed(&serde_json::to_string(&line).expect("a line has a JSON form"))
    }
}

/// Refuses a position of other rules: those of play within a round and the holes must be the same.
pub(super) fn expect_rules(game: &Game, expected: &Rules) -> Result<(), String> {
    for name in ["holes"].iter().chain(&ROUND_OPTIONS) {
        let (found, expected) = (game.rules().value(name), expected.value(name));
        if found != expected {
            let [found, expected] = [found, expected].map(Option::unwrap_or_default);
            return Err(format!(
                "{}: a result under {name}={found}, expected {name}={expected} as in the campaign",
                game.position()
            ));
        }
    }
    Ok(())
}

/// A JSON object as a line that ends with its checksum.
pub(super) fn sealed(object: &str) -> String {
    let sum = crate::files::checksum(object.as_bytes());
    let open = object.strip_suffix('}').expect("an object ends with a brace");
    format!("{open}{SUM}{sum}}}\n")
}

/// The JSON object of such a line; none if it is not what was written.
pub(super) fn unsealed(line: &str) -> Option<String> {
    let (open, sum) = line.trim_end().strip_suffix('}')?.rsplit_once(SUM)?;
    let object = format!("{open}}}");
    let sum: u32 = sum.parse().ok()?;
    (crate::files::checksum(object.as_bytes()) == sum).then_some(object)
}
