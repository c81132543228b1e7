//! Reading results from stores of `batch` and from JSON lines.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::error::refused;
use crate::ask::{Limits, Start, Variant};
use crate::batch::{Ask, Entry, Findings, Job, Key, Method, Store, read_line};
use crate::board::Position;
use crate::control::StopReason;
use crate::record::Solved;
use crate::rules::ROUND_OPTIONS;
use crate::search::{Bounds, Solution};
use crate::text::{Diagnostic, ErrorKind};

/// The first bytes of a store.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// A result, its position, and its place.
pub(super) type Found = (Entry, Position, Arc<str>);

/// The relevant fields of a line.
#[derive(Deserialize)]
struct Line {
    lower: Option<i32>,
    upper: Option<i32>,
    #[serde(default)]
    nodes: u64,
    stopped: Option<StopReason>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    version: String,
    /// Only evaluations have this field.
    moves: Option<IgnoredAny>,
}

/// Reads all results with bounds from a file. If its last line is incomplete, adds the file to
/// `cut`.
pub(super) fn read_file(
    path: &Path,
    base: &Variant,
    cut: &mut Vec<PathBuf>,
) -> Result<Vec<Found>, Diagnostic> {
    let mut file = File::open(path).map_err(refused(path))?;
    let mut start = [0; SQLITE.len()];
    if file.read_exact(&mut start).is_ok() && start == *SQLITE {
        return read_store(&Store::open_existing(path)?, base);
    }
    let bytes = fs::read(path).map_err(refused(path))?;
    let (all, is_cut) = read_lines(&bytes, &path.display().to_string(), base)?;
    cut.extend(is_cut.then(|| path.to_owned()));
    Ok(all)
}

/// Reads all results with bounds from JSON lines. Also returns whether the last line is incomplete.
pub(super) fn read_lines(
    bytes: &[u8],
    name: &str,
    base: &Variant,
) -> Result<(Vec<Found>, bool), Diagnostic> {
    let mut all = Vec::new();
    for (number, bytes) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let at = format!("{name}, line {number}");
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string());
        let entry = text.and_then(|text| parse_line(text.trim(), base));
        match entry.and_then(|entry| Ok((position_of(&entry, base)?, entry))) {
            Ok((position, entry)) => all.push((entry, position, at.into())),
            // The writer may still be running, or was killed.
            Err(_) if !bytes.ends_with(b"\n") => return Ok((all, true)),
            Err(what) => return Err(invalid(&at, &what)),
        }
    }
    Ok((all, false))
}

/// Reads all results with bounds from a store.
pub(super) fn read_store(store: &Store, base: &Variant) -> Result<Vec<Found>, Diagnostic> {
    let at: Arc<str> = store.path().display().to_string().into();
    let mut all = Vec::new();
    store.each_entry("", (), |entry| all.push(entry))?;
    all.retain(|entry| entry.findings.bounds().is_some());
    let placed = all.into_iter().map(|entry| {
        let position = position_of(&entry, base);
        position
            .map(|position| (entry, position, Arc::clone(&at)))
            .map_err(|what| invalid(&at, &what))
    });
    placed.collect()
}

/// The error of an unsuitable line or row.
fn invalid(at: &str, what: &str) -> Diagnostic {
    Diagnostic::new(ErrorKind::BadValue, format!("{at}: {what}"))
}

/// Parses a line: a record of `batch` or `solve`, or a result of a campaign of version 0.2.
fn parse_line(text: &str, base: &Variant) -> Result<Entry, String> {
    let job = read_line(text, 0, base, Method::Solve).map_err(|error| error.to_string())?;
    let expected = "a result with a position, lower and upper";
    let job = job.ok_or_else(|| format!("an empty line, expected {expected}"))?;
    let line: Line =
        serde_json::from_str(text).map_err(|error| format!("{error}, expected {expected}"))?;
    let (Some(lower), Some(upper)) = (line.lower, line.upper) else {
        return Err(format!("no bounds, expected {expected}"));
    };
    // For an evaluation, reaching its limit says nothing about a proof.
    let stopped = line.stopped.filter(|_| line.moves.is_none());
    let found = Solution { stopped, ..Solution::of(Bounds { lower, upper }, line.nodes) };
    let ask = Ask { method: Method::Solve, limits: Limits::default(), fresh: true };
    let job = Job { limits: line.limits, ..job };
    Ok(Entry {
        key: Key::new(&job, &ask),
        rule_set: job.preset.name.to_owned(),
        version: line.version,
        memory: 0,
        seconds: 0.0,
        findings: Findings::Solved(Solved::new(job.game.position(), &found)),
    })
}

/// Parses the position of a result. Its holes and its rules within a round must be those of the
/// campaign.
fn position_of(entry: &Entry, base: &Variant) -> Result<Position, String> {
    let position = &entry.key.position;
    let rules = entry.rules().ok_or("unknown rules")?;
    for name in ["holes"].iter().chain(&ROUND_OPTIONS) {
        let (found, expected) = (rules.value(name), base.rules().value(name));
        if found != expected {
            let [found, expected] = [found, expected].map(Option::unwrap_or_default);
            return Err(format!(
                "{position}: a result under {name}={found}, expected {name}={expected} as in the \
                 campaign"
            ));
        }
    }
    let game = base.game(&Start::at(position)).map_err(|wrong| wrong.to_string())?;
    Ok(*game.position())
}

/// The number of nodes with which a search failed; 0 if it found an answer. Searching the position
/// again with as many would not help.
pub(super) fn failed_nodes(entry: &Entry) -> u64 {
    let Findings::Solved(found) = &entry.findings else {
        return 0;
    };
    match found.stopped {
        // Such an end says nothing about the position.
        None | Some(StopReason::Interrupted | StopReason::Cancelled) => 0,
        Some(StopReason::Nodes) => entry.key.limits.nodes.unwrap_or(found.nodes),
        Some(StopReason::Time) => found.nodes,
        // More nodes would not help.
        Some(StopReason::Depth | StopReason::Memory) => u64::MAX,
    }
}

/// Replaces the bounds of a result by the combined ones of all results for its position, so that
/// none of them is lost if the store replaces another result.
pub(super) fn joined(mut entry: Entry, position: &Position, bounds: Bounds) -> Entry {
    let nodes = entry.findings.nodes();
    let answers = match entry.key.at_least {
        Some(least) => bounds.lower >= least || bounds.upper < least,
        None => bounds.lower == bounds.upper,
    };
    let stopped = match &entry.findings {
        Findings::Solved(Solved { stopped: Some(stopped), .. }) => Some(*stopped),
        _ if answers => None,
        _ => Some(StopReason::Interrupted),
    };
    // Only an answer, or a job that needed more nodes, may replace a job's result.
    if entry.key.at_least.is_none() || !matches!(stopped, None | Some(StopReason::Nodes)) {
        (entry.key.method, entry.key.at_least) = (Method::Solve, None);
    }
    let found = Solution { stopped, ..Solution::of(bounds, nodes) };
    entry.findings = Findings::Solved(Solved::new(position, &found));
    entry
}
