//! Results from elsewhere: stores of `batch`, and lines of JSON.

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

/// With what a store begins.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// A result, its position, and where it stands.
pub(super) type Found = (Entry, Position, Arc<str>);

/// The fields of a line that matter here.
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
    /// Only an evaluation has them.
    moves: Option<IgnoredAny>,
}

/// All results of a file that have bounds; files that end in the midst of a line are named.
pub(super) fn of_file(
    path: &Path,
    base: &Variant,
    cut: &mut Vec<PathBuf>,
) -> Result<Vec<Found>, Diagnostic> {
    let mut file = File::open(path).map_err(refused(path))?;
    let mut start = [0; SQLITE.len()];
    if file.read_exact(&mut start).is_ok() && start == *SQLITE {
        return of_store(&Store::open_existing(path)?, base);
    }
    let bytes = fs::read(path).map_err(refused(path))?;
    let (all, is_cut) = of_lines(&bytes, &path.display().to_string(), base)?;
    cut.extend(is_cut.then(|| path.to_owned()));
    Ok(all)
}

/// All results of lines of JSON that have bounds, and whether the last line is cut off.
pub(super) fn of_lines(
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
        let entry = text.and_then(|text| read(text.trim(), base));
        match entry.and_then(|entry| Ok((position_of(&entry, base)?, entry))) {
            Ok((position, entry)) => all.push((entry, position, at.into())),
            // Whoever writes it may not be through, or died.
            Err(_) if !bytes.ends_with(b"\n") => return Ok((all, true)),
            Err(what) => return Err(unfit(&at, &what)),
        }
    }
    Ok((all, false))
}

/// All results of a store that have bounds.
pub(super) fn of_store(store: &Store, base: &Variant) -> Result<Vec<Found>, Diagnostic> {
    let at: Arc<str> = store.path().display().to_string().into();
    let mut all = Vec::new();
    store.each_entry("", (), |entry| all.push(entry))?;
    all.retain(|entry| entry.findings.bounds().is_some());
    let placed = all.into_iter().map(|entry| {
        let position = position_of(&entry, base);
        position
            .map(|position| (entry, position, Arc::clone(&at)))
            .map_err(|what| unfit(&at, &what))
    });
    placed.collect()
}

/// A line or a row is no result for this campaign: what was found and what was expected.
fn unfit(at: &str, what: &str) -> Diagnostic {
    Diagnostic::new(ErrorKind::BadValue, format!("{at}: {what}"))
}

/// Reads a line: a record of `batch` or `solve`, or a result of a campaign of version 0.2.
fn read(text: &str, base: &Variant) -> Result<Entry, String> {
    let job = read_line(text, 0, base, Method::Solve).map_err(|error| error.to_string())?;
    let expected = "a result with a position, lower and upper";
    let job = job.ok_or_else(|| format!("an empty line, expected {expected}"))?;
    let line: Line =
        serde_json::from_str(text).map_err(|error| format!("{error}, expected {expected}"))?;
    let (Some(lower), Some(upper)) = (line.lower, line.upper) else {
        return Err(format!("no bounds, expected {expected}"));
    };
    // An evaluation that ends at its limit says nothing of a proof.
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

/// The position of a result, whose rules of play within a round and whose holes must be those of the
/// campaign.
fn position_of(entry: &Entry, base: &Variant) -> Result<Position, String> {
    let position = &entry.key.position;
    let rules = entry.rules().ok_or("rules that this program does not know")?;
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

/// The nodes that were not enough for an answer, 0 if there is one: the position is to be taken apart
/// rather than to be asked again with as many.
pub(super) fn in_vain(entry: &Entry) -> u64 {
    let Findings::Solved(found) = &entry.findings else {
        return 0;
    };
    match found.stopped {
        // It was not the position's fault.
        None | Some(StopReason::Interrupted | StopReason::Cancelled) => 0,
        Some(StopReason::Nodes) => entry.key.limits.nodes.unwrap_or(found.nodes),
        Some(StopReason::Time) => found.nodes,
        // More nodes would change nothing.
        Some(StopReason::Depth | StopReason::Memory) => u64::MAX,
    }
}

/// A result with these bounds, which join all that results say of its position: so it loses none of
/// them in the place of another one in a store.
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
    // Only what answers it, or needed more nodes, stands in the place of a job's result.
    if entry.key.at_least.is_none() || !matches!(stopped, None | Some(StopReason::Nodes)) {
        (entry.key.method, entry.key.at_least) = (Method::Solve, None);
    }
    let found = Solution { stopped, ..Solution::of(bounds, nodes) };
    entry.findings = Findings::Solved(Solved::new(position, &found));
    entry
}
