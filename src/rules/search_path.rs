//! Rule sets by their names, and where files with such names are looked for.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Preset;
use super::rule_set::{RuleFileError, RuleSet, RulesError, is_file};
use crate::files::refusal;
use crate::text::ErrorKind;

/// Bytes of the largest rule file: many times what one with long sentences takes.
const LARGEST: u64 = 1 << 20;

/// Rule sets by name, and files beside a folder, each of which is read once.
#[derive(Debug, Default)]
pub struct RuleSets {
    folder: PathBuf,
    files_read: FilesRead,
    files: RefCell<BTreeMap<String, Result<RuleSet, RuleFileError>>>,
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
    pub fn named(&self, name: &str) -> Result<RuleSet, RulesError> {
        if !is_file(name) {
            return Ok(RuleSet::Shipped(Preset::named(name)?));
        }
        if self.files_read == FilesRead::None {
            return Err(RulesError::File(RuleFileError {
                kind: ErrorKind::UnknownName,
                path: name.to_owned(),
                place: None,
                found: "no rule files are read here".to_owned(),
                expected: "the name of a shipped rule set".to_owned(),
            }));
        }
        let mut files = self.files.borrow_mut();
        let read = || read_file(&self.folder.join(name), self.files_read);
        let file = files.entry(name.to_owned()).or_insert_with(read);
        Ok(file.clone()?)
    }
}

fn read_file(file: &Path, files: FilesRead) -> Result<RuleSet, RuleFileError> {
    let path = file.display().to_string();
    let wrong = |found: String| RuleFileError {
        kind: ErrorKind::Data,
        path: path.clone(),
        place: None,
        found,
        expected: "a rule file".to_owned(),
    };
    if file.is_dir() {
        return Err(wrong("found a folder".to_owned()));
    }
    // Asked before it is opened: to open a pipe takes until somebody writes.
    let mut most = LARGEST + 1;
    if files == FilesRead::Regular
        && let Ok(kind) = file.metadata()
    {
        if !kind.is_file() {
            return Err(wrong("found no regular file".to_owned()));
        }
        // Those that Linux makes up in /proc say that they are empty, and may have nothing yet.
        most = most.min(kind.len());
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file);
    let read = opened.and_then(|file| file.take(most).read_to_end(&mut bytes));
    let read = read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RuleFileError {
            kind: ErrorKind::UnknownName,
            found: "there is no such file".to_owned(),
            expected: "a rule file, or the name of a rule set".to_owned(),
            ..wrong(String::new())
        },
        _ => wrong(refusal(&error)),
    })?;
    if read as u64 > LARGEST {
        return Err(wrong(format!("found more than {LARGEST} bytes")));
    }
    RuleSet::read(&path, &bytes)
}
