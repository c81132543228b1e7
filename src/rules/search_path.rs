//! Looks up rule sets by name or by the path of a file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Preset;
use super::rule_set::{RuleSet, is_file, or_a_file};
use crate::files::refusal_reason;
use crate::language::Sentence;
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind};

/// Maximum size of a rule file in bytes, many times that of a file with long quotations.
const LARGEST: u64 = 1 << 20;

/// Looks up rule sets by name, or by path relative to a folder. Each file is read once.
#[derive(Debug, Default)]
pub struct RuleSets {
    folder: PathBuf,
    files_read: FilesRead,
    files: RefCell<BTreeMap<String, Result<RuleSet, Diagnostic>>>,
}

/// The files that may be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FilesRead {
    /// All readable files. Reading from a pipe blocks until its writer closes it.
    #[default]
    All,
    /// Regular files, which never block.
    Regular,
    None,
}

impl RuleSets {
    /// Resolves paths relative to the working directory.
    #[must_use]
    pub fn new() -> RuleSets {
        RuleSets::default()
    }

    /// Resolves paths relative to the folder of `file`, the file that names the rule sets.
    #[must_use]
    pub fn beside(file: &Path) -> RuleSets {
        RuleSets {
            folder: file.parent().map_or_else(PathBuf::new, Path::to_path_buf),
            ..RuleSets::default()
        }
    }

    /// Finds only shipped rule sets and never reads a file.
    #[must_use]
    pub fn shipped() -> RuleSets {
        RuleSets { files_read: FilesRead::None, ..RuleSets::default() }
    }

    /// Reads only regular files, up to the size that the system reports. Refuses files that could
    /// block, such as pipes and terminals.
    #[must_use]
    pub fn at_once() -> RuleSets {
        RuleSets { files_read: FilesRead::Regular, ..RuleSets::default() }
    }

    /// Returns the rule set with this name, or the one in the file at this path.
    ///
    /// # Errors
    /// If the name is unknown, or the file can't be read or is not a rule file.
    pub fn named(&self, name: &str) -> Result<RuleSet, Diagnostic> {
        if !is_file(name) {
            return Ok(RuleSet::Shipped(Preset::named(name).map_err(or_a_file)?));
        }
        if self.files_read == FilesRead::None {
            let found = format!("{name}: no rule files are read here");
            let wrong = Diagnostic::unexpected(found, "the name of a shipped rule set");
            return Err(wrong.of_kind(ErrorKind::UnknownName));
        }
        let mut files = self.files.borrow_mut();
        let read = || read_file(&self.folder.join(name), self.files_read);
        let file = files.entry(name.to_owned()).or_insert_with(read);
        // The TOML parser may report only what it found, not what it expected.
        let expected = "a rule file, in TOML";
        file.clone().map_err(|error| match &error.expected {
            Some(_) => error.about("rule file"),
            None => error.expecting(expected).about("rule file"),
        })
    }
}

fn read_file(file: &Path, files: FilesRead) -> Result<RuleSet, Diagnostic> {
    let path = file.display().to_string();
    let wrong = |kind, found: Sentence, expected: Sentence| {
        let (file, shown) = (path.clone(), expected.clone());
        let message = sentence!("faults.file.wrong", file = file, found = found, expected = shown);
        Diagnostic::new(kind, message).expecting(expected)
    };
    let unread = |found| wrong(ErrorKind::Data, found, sentence!("faults.file.rules"));
    if file.is_dir() {
        return Err(unread(sentence!("faults.file.found-folder")));
    }
    // Check before opening the file, because opening a pipe blocks until there is a writer.
    let mut most = LARGEST + 1;
    if files == FilesRead::Regular
        && let Ok(kind) = file.metadata()
    {
        if !kind.is_file() {
            return Err(unread(sentence!("faults.file.not-regular")));
        }
        // Files in /proc on Linux report a size of 0, and reading one may block.
        most = most.min(kind.len());
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file);
    let read = opened.and_then(|file| file.take(most).read_to_end(&mut bytes));
    let read = read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            let (found, expected) =
                (sentence!("faults.file.no-file"), sentence!("faults.file.rules-or-name"));
            wrong(ErrorKind::UnknownName, found, expected)
        }
        _ => unread(refusal_reason(&error)),
    })?;
    if read as u64 > LARGEST {
        let most = LARGEST.to_string();
        return Err(unread(sentence!("faults.file.found-more", most = most)));
    }
    RuleSet::read(&path, &bytes)
}
