//! Reads records from files, folders and standard input.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chongkak::batch::PlayedSet;
use chongkak::files::refusal_reason;
use chongkak::rules::{Preset, RuleSets};
use chongkak::sets::{Tag, WrittenSet, records};
use chongkak::text::Diagnostic;

use crate::cli::commands::set::record_files;
use crate::cli::words::counted;
use crate::cli::{CliError, Session, Status, position_input};

/// Maximum size of a file in bytes. All of it is in memory: some hundred thousand records.
pub const LARGEST: u64 = 256 << 20;

/// The extension of records in a folder.
const ENDING: &str = "txt";

/// A record of the input, valid or not.
pub struct InputRecord {
    /// The name of the file, as in messages.
    pub file: String,
    /// Its number in the file, from 1.
    pub game: usize,
    /// The first line of the record in the file.
    pub line: usize,
    /// The set; none if no part of it can be analysed.
    pub played: Option<Played>,
    /// The first error of the record. The turns before it are used.
    pub fault: Option<Fault>,
}

/// The set of a record.
pub struct Played {
    /// The tags, such as the names of the players.
    pub tags: Vec<Tag>,
    /// The rule set after which the rules are named.
    pub preset: &'static Preset,
    /// The set.
    pub set: PlayedSet,
}

/// An error of a record.
pub struct Fault {
    pub failure: CliError,
    /// The line of the error in the file.
    pub line: u64,
}

/// Reads the records of all files and folders in the arguments.
pub fn read_all(words: &[String]) -> Vec<InputRecord> {
    let mut all = Vec::new();
    for path in words.iter().map(Path::new) {
        match files(path) {
            Ok(files) => all.extend(files.iter().flat_map(|file| of_file(file))),
            Err(failure) => all.push(unread(path, failure)),
        }
    }
    all
}

/// Reports the error of a record, before which its turns are used. Returns whether there is one.
pub fn report(record: &InputRecord, using: &str, session: &Session<'_>) -> bool {
    let Some(fault) = &record.fault else {
        return false;
    };
    fault.failure.report();
    if let Some(played) = &record.played {
        let turns = counted(played.turns() as u64, "turn");
        session.message(format_args!("{using} the record up to the error: {turns}"));
    }
    true
}

/// Returns the file, or the records in a folder sorted by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let about = |what: String| CliError::input(format_args!("{}: {what}", path.display()));
    let read = || -> io::Result<Vec<PathBuf>> {
        let names = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        names.collect()
    };
    let mut files = read().map_err(|error| about(refusal_reason(&error).to_string()))?;
    files.retain(|file| {
        let hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        !hidden && file.extension().is_some_and(|end| end == ENDING) && !file.is_dir()
    });
    files.sort();
    match files.is_empty() {
        true => Err(about(format!("no record, expected *.{ENDING} files"))),
        false => Ok(files),
    }
}

fn of_file(file: &Path) -> Vec<InputRecord> {
    match position_input::bytes_of(file, LARGEST) {
        Ok(bytes) => of_bytes(file, &bytes),
        Err(failure) => vec![unread(file, failure)],
    }
}

/// Reads the records in a file.
pub fn of_bytes(file: &Path, bytes: &[u8]) -> Vec<InputRecord> {
    let (name, rule_sets) = (position_input::name(file), RuleSets::beside(file));
    let given = |(game, (line, text)): (usize, (usize, &[u8]))| {
        let (played, fault) = match read(file, text, line, &rule_sets) {
            // With an error before its first turn, a record has nothing to analyse.
            Ok((played, fault)) => {
                (Some(played).filter(|played| fault.is_none() || played.turns() > 0), fault)
            }
            Err(fault) => (None, Some(fault)),
        };
        InputRecord { file: name.clone(), game, line, played, fault }
    };
    (1..).zip(records(bytes)).map(given).collect()
}

/// Returns the record of a file that can't be read.
fn unread(path: &Path, failure: CliError) -> InputRecord {
    let fault = Some(Fault { failure, line: 1 });
    InputRecord { file: position_input::name(path), game: 1, line: 1, played: None, fault }
}

/// Reads a record that begins at a line of a file, and plays it up to its first error.
fn read(
    file: &Path,
    bytes: &[u8],
    line: usize,
    rule_sets: &RuleSets,
) -> Result<(Played, Option<Fault>), Fault> {
    let text = position_input::text(file, bytes, line);
    let text = text.map_err(|failure| Fault { failure, line: line as u64 })?;
    let written = WrittenSet::read_from(text, rule_sets, line);
    let written = written.map_err(|error| fault(file, &error))?;
    let (game, wrong) = written.game_up_to_fault();
    let preset = Preset::named(written.preset).expect("the record has been read");
    let played = Played { tags: written.tags, preset, set: PlayedSet::new(game) };
    Ok((played, wrong.map(|error| fault(file, &error))))
}

fn fault(file: &Path, error: &Diagnostic) -> Fault {
    let failure = record_files::wrong(file, error).ending(Status::Input);
    let failure = failure.of_kind(error.kind).in_column(error.column as usize);
    Fault { failure: failure.expecting(error.expected()), line: error.line.into() }
}

impl Played {
    /// The name of a player; none if the record does not give it.
    pub fn name(&self, tag: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|one| one.name == tag);
        tag.map(|tag| &*tag.text)
    }

    /// The number of turns.
    pub fn turns(&self) -> usize {
        self.set.game().rounds().iter().map(|round| round.turns.len()).sum()
    }
}
