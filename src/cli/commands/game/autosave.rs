//! Saves games after every turn, in a file of the user's state folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

use chongkak::files::{self, Replace};
use chongkak::language::Language;
use chongkak::{say, sentence};

use crate::cli::CliError;
use crate::cli::state_folder::{VARIABLE, folder};

/// Maximum number of saved games; the oldest are deleted.
const MOST: u64 = 100;

/// The file of one game. Its name has a unique number, so that no other game is overwritten.
pub struct SavedGame {
    /// The prefix of the file name: the kind of game.
    kind: &'static str,
    file: Option<Replace>,
    /// The record as last saved.
    last: String,
    /// Whether saving failed; the message is shown once.
    refused: bool,
    /// The file to which the player last saved the game.
    named: Option<PathBuf>,
}

impl SavedGame {
    /// Starts with a record that needs no saving: a file already has it, or nothing was played.
    pub fn new(kind: &'static str, record: String) -> SavedGame {
        SavedGame { kind, file: None, last: record, refused: false, named: None }
    }

    /// Saves the record of the game. Returns a message on the first failure.
    pub fn keep(&mut self, record: String, language: &Language) -> Option<String> {
        if self.last == record {
            return None;
        }
        let folder = folder()?;
        let kept = self.write(&folder, &record);
        match kept {
            Ok(()) => {
                (self.last, self.refused) = (record, false);
                None
            }
            Err(_) if self.refused => None,
            Err(error) => {
                self.refused = true;
                let file = say!(language, "game.command.file");
                let save = say!(language, "game.command.save") + " " + &file;
                Some(say!(
                    language,
                    "game.not-kept",
                    folder = folder.display(),
                    error = files::refusal_reason(&error).in_language(language),
                    save = save,
                    variable = VARIABLE,
                ))
            }
        }
    }

    /// Notes that the player saved the record to `file`.
    pub fn mark_saved(&mut self, record: String, file: &Path) {
        self.last = record;
        self.named = Some(file.to_owned());
    }

    /// Returns whether the player last saved the game to this file.
    pub fn was_saved_to(&self, file: &Path) -> bool {
        self.named.as_deref() == Some(file)
    }

    /// Returns whether the record is in no file because saving failed.
    pub fn is_unsaved(&self, record: &str) -> bool {
        self.refused && self.last != record
    }

    fn write(&mut self, folder: &Path, record: &str) -> io::Result<()> {
        let file = match &self.file {
            Some(file) => file,
            None => self.file.insert(new_file(folder, self.kind)?),
        };
        file.write(record.as_bytes())
    }
}

/// Returns a new file for a game. An empty file claims its number at once, so that two programs do
/// not share a file.
fn new_file(folder: &Path, kind: &str) -> io::Result<Replace> {
    fs::create_dir_all(folder)?;
    let mut number = numbers(folder, kind, ".txt")?.max().unwrap_or(0);
    let path = loop {
        number += 1;
        let path = folder.join(name(kind, number));
        match fs::File::create_new(&path) {
            Ok(_) => break path,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    };
    for old in numbers(folder, kind, ".txt")?.filter(|old| old + MOST <= number) {
        // Files that cannot be removed may stay.
        let _ = files::remove(&folder.join(name(kind, old)));
    }
    for old in numbers(folder, kind, ".part")? {
        let draft = draft(&folder.join(name(kind, old)));
        if files::is_abandoned(&draft) {
            let _ = files::remove(&draft);
        }
    }
    let draft = draft(&path);
    Ok(Replace::new(path, draft))
}

/// Returns the temporary name of a file that is being written.
fn draft(path: &Path) -> PathBuf {
    path.with_extension("part")
}

fn name(kind: &str, number: u64) -> String {
    format!("{kind}-{number:06}.txt")
}

/// Returns the numbers of the saved games of a kind, in no order. Files with longer numbers were
/// not written by this program.
fn numbers(
    folder: &Path,
    kind: &str,
    suffix: &'static str,
) -> io::Result<impl Iterator<Item = u64>> {
    let number = move |entry: fs::DirEntry| {
        let file = entry.file_name().into_string().ok()?;
        let stem = file.strip_suffix(suffix)?;
        let digits = stem.strip_prefix(kind)?.strip_prefix('-')?;
        let number = u64::from(digits.parse::<u32>().ok()?);
        (name(kind, number).strip_suffix(".txt") == Some(stem)).then_some(number)
    };
    Ok(fs::read_dir(folder)?.flatten().filter_map(number))
}

/// Returns the file of the most recent game of a kind.
pub fn last(kind: &str) -> Result<PathBuf, CliError> {
    let Some(folder) = folder() else {
        let problem = sentence!("game.refused.no-folder", variable = VARIABLE);
        return Err(CliError::input_sentence(problem));
    };
    let found = numbers(&folder, kind, ".txt").map(Iterator::collect);
    let mut found: Vec<u64> = found.unwrap_or_default();
    found.sort_unstable();
    let paths = found.into_iter().rev().map(|number| folder.join(name(kind, number)));
    // A killed program may have left an empty file.
    let has_text = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() > 0);
    paths.into_iter().find(has_text).ok_or_else(|| {
        let folder = folder.display().to_string();
        CliError::input_sentence(sentence!("game.refused.none-kept", folder = folder))
    })
}
