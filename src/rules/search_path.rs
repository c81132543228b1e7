//! Rule sets by their names, and where files with such names are looked for.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Preset;
use super::rule_set::{RuleSet, is_file, or_a_file};
use crate::files::refusal_told;
use crate::language::Sentence;
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind};

/// Bytes of the largest rule file: many times what one with long sentences takes.
const LARGEST: u64 = 1 << 20;

/// Rule sets by name, and files beside a folder, each of which is read once.
#[derive(Debug, Default)]
pub struct RuleSets {
    folder: PathBuf,
    files_read: FilesRead,
    files: RefCell<BTreeMap<String, Result<RuleSet, Diagnostic>>>,
}

/// The files that are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FilesRead {
    /// All that can be read; from a pipe that takes as long as its writer takes.
    #[default]
    All,
    /// Those that can be read without waiting.
    Regular,
    None,
}

impl RuleSets {
    /// With files whose paths go from the working folder.
    #[must_use]
    pub fn new() -> RuleSets {
        RuleSets::default()
    }

    /// With files whose paths go from the folder of a file in which they are named.
    #[must_use]
    pub fn beside(file: &Path) -> RuleSets {
        RuleSets {
            folder: file.parent().map_or_else(PathBuf::new, Path::to_path_buf),
            ..RuleSets::default()
        }
    }

    /// The shipped ones alone: no file is looked for, whatever is named.
    #[must_use]
    pub fn shipped() -> RuleSets {
        RuleSets { files_read: FilesRead::None, ..RuleSets::default() }
    }

    /// With regular files alone, each as long as it says: what may keep its reader waiting, such as
    /// a pipe, a terminal or a file that the system makes up, is refused.
    #[must_use]
    pub fn at_once() -> RuleSets {
        RuleSets { files_read: FilesRead::Regular, ..RuleSets::default() }
    }

    /// The rule set of a name, or in a file.
    ///
    /// # Errors
    /// If it is neither, or the file is no rule file.
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
        // The parser of TOML may say no more than what it found.
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
        let (file, said) = (path.clone(), expected.clone());
        let message = sentence!("faults.file.wrong", file = file, found = found, expected = said);
        Diagnostic::new(kind, message).expecting(expected)
    };
    let unread = |found| wrong(ErrorKind::Data, found, sentence!("faults.file.rules"));
    if file.is_dir() {
        return Err(unread(sentence!("faults.file.found-folder")));
    }
    // Asked before it is opened: to open a pipe takes until somebody writes.
    let mut most = LARGEST + 1;
    if files == FilesRead::Regular
        && let Ok(kind) = file.metadata()
    {
        if !kind.is_file() {
            return Err(unread(sentence!("faults.file.not-regular")));
        }
        // Those that Linux makes up in /proc say that they are empty, and may have nothing yet.
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
        _ => unread(refusal_told(&error)),
    })?;
    if read as u64 > LARGEST {
        let most = LARGEST.to_string();
        return Err(unread(sentence!("faults.file.found-more", most = most)));
    }
    RuleSet::read(&path, &bytes)
}
