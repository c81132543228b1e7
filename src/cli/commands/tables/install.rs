//! `tables install`: builds the tables of the built-in boards once for all commands.

use std::collections::BTreeSet;
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

use chongkak::board::Field;
use chongkak::rules::{Preset, Rules};
use chongkak::tables::{
    BuildError, BuildRequest, Layout, TableError, TableFile, TableProblem, check_and_note,
    file_name, most_seeds,
};

use super::built;
use super::info::{TableRecord, rule_sets, table_of};
use crate::cli::input_lines::Lines;
use crate::cli::interrupt::Listening;
use crate::cli::words::{bytes, counted};
use crate::cli::{CliError, Session, Status, position_input, table_folder};

/// Bytes of a file beyond one byte per position.
const HEAD: u64 = 512;

/// Estimated seconds per position on one core.
const EACH: f64 = 15e-9;

/// A table to install.
struct Wanted {
    /// The rule sets that share it.
    names: String,
    rules: Rules,
    field: Field,
    /// Maximum seeds in play.
    seeds: u32,
    /// Its positions, one byte each.
    positions: u64,
}

/// What is installed: a complete, checked table; none or a smaller one; or a damaged file.
type Found = Result<Option<TableFile>, TableError>;

pub fn run(
    all: bool,
    max_bytes: u64,
    yes: bool,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let folder = table_folder::expect_installed()?;
    let wanted = wanted(all, max_bytes, session)?;
    session.out.expect_many();
    let mut plan = Vec::new();
    for table in wanted {
        let found = table.found(&folder)?;
        plan.push((table, found));
    }
    let missing = announce(&folder, &plan, session);
    if missing >= MUCH && !yes && !agreed(session)? {
        session.message("nothing was built");
        return Ok(Status::Done);
    }
    for (table, found) in plan {
        let file = match found {
            Ok(Some(file)) => file,
            Ok(None) | Err(_) => {
                let file = built(&table.build_request(&folder, session), session)?;
                check_and_note(&file.path)?
            }
        };
        session.out.record(&TableRecord::new(&file).with_path())?;
    }
    Ok(Status::Done)
}

/// Returns the requested tables without duplicates: for the given rules, or for all.
fn wanted(all: bool, max_bytes: u64, session: &Session<'_>) -> Result<Vec<Wanted>, CliError> {
    if all {
        session.expect_no_rules("--all covers all rule sets")?;
    }
    let given = session.common.rules.is_some() || !session.variant.options_changed().is_empty();
    let rules: Vec<(&str, Rules)> = match given {
        true => vec![(session.variant.preset().name, *session.variant.rules())],
        false => Preset::all().iter().map(|preset| (preset.name, preset.rules)).collect(),
    };
    let mut names = BTreeSet::new();
    let mut all = Vec::new();
    for (name, rules) in rules {
        let Some((field, file)) = table_of(&rules) else {
            if given {
                return Err(TableError::Build(BuildError::Recurring).into());
            }
            continue;
        };
        if names.insert(file) {
            let memory = session.common.memory.map(|mib| (mib as u64) << 20);
            let bytes = max_bytes.saturating_sub(HEAD);
            let positions = memory.map_or(bytes, |memory| memory.min(bytes));
            let found = Wanted::new(name, rules, field, positions);
            let least = "enough for the empty board";
            all.push(found.ok_or_else(|| {
                CliError::unexpected(format_args!("--max-bytes {max_bytes}"), least)
            })?);
        }
    }
    Ok(all)
}

impl Wanted {
    /// Returns the largest table with at most `most` positions.
    fn new(name: &str, rules: Rules, field: Field, most: u64) -> Option<Wanted> {
        let seeds = most_seeds(&rules, field, most)?;
        let positions = Layout::new(&rules, field, seeds)?.positions();
        let names = rule_sets(&rules, field);
        Some(Wanted {
            // No built-in rule set has a board of another size.
            names: match &names[..] {
                [] => name.to_owned(),
                names => names.join(", "),
            },
            rules,
            field,
            seeds,
            positions,
        })
    }

    fn found(&self, folder: &Path) -> Result<Found, TableError> {
        let path = folder.join(file_name(&self.rules, self.field));
        match check_and_note(&path) {
            Ok(file) => Ok(Ok(Some(file).filter(|file| file.layout.seeds >= self.seeds))),
            Err(error) if error.is_damage() => Ok(Err(error)),
            Err(TableError::File { problem: TableProblem::System(error), .. })
                if error.kind() == ErrorKind::NotFound =>
            {
                Ok(Ok(None))
            }
            Err(error) => Err(error),
        }
    }

    fn build_request<'a>(&'a self, folder: &'a Path, session: &Session<'_>) -> BuildRequest<'a> {
        BuildRequest {
            folder,
            rules: &self.rules,
            field: self.field,
            seeds: self.seeds,
            memory: Some(session.largest()).filter(|&most| self.positions > most),
            threads: session.threads(),
            renew: true,
        }
    }
}

/// Bytes from which the user is asked first.
const MUCH: u64 = 1_000_000_000;

/// Asks the user on a terminal whether to continue. Without a terminal the command itself is the
/// consent.
fn agreed(session: &Session<'_>) -> Result<bool, CliError> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Ok(true);
    }
    session.message("Continue? (y or n; --yes skips this question)");
    let _listening = Listening::begin();
    let mut answer = Vec::new();
    let next = Lines::new().next(&mut answer);
    next.map_err(|error| position_input::unread(&error))?;
    let answer = String::from_utf8_lossy(&answer).trim().to_lowercase();
    Ok(matches!(answer.as_str(), "y" | "yes"))
}

/// Prints what will be built and an estimate of the time; returns the bytes.
fn announce(folder: &Path, plan: &[(Wanted, Found)], session: &Session<'_>) -> u64 {
    let missing = plan.iter().filter(|(_, found)| !matches!(found, Ok(Some(_))));
    let missing: Vec<_> = missing.collect();
    let folder = folder.display();
    if missing.is_empty() {
        let all = counted(plan.len() as u64, "table");
        session.message(format_args!("{folder}: {all}, checked; nothing to build"));
        return 0;
    }
    let size = |table: &Wanted| table.positions + HEAD;
    let all: u64 = missing.iter().map(|(table, _)| size(table)).sum();
    // Small enough to be exact as a double.
    let seconds = all as f64 * EACH / session.threads().get() as f64;
    session.message(format_args!(
        "{folder}: {} to build, {}, about {} s",
        counted(missing.len() as u64, "table"),
        bytes(all),
        seconds.ceil()
    ));
    for (table, found) in missing {
        if let Err(error) = found {
            session.message(format_args!("{error}: rebuilding it"));
        }
        let (names, seeds, size) = (&table.names, counted(table.seeds, "seed"), bytes(size(table)));
        session.message(format_args!("{names}: up to {seeds} in play, {size}"));
    }
    all
}
