//! The input history, in a file next to the saved games. Errors are ignored, since no line is worth
//! a message.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chongkak::files::Replace;

use crate::cli::state_folder;

pub const MOST: usize = 500;

/// Maximum bytes of a line.
const LONGEST: usize = 1000;

/// Returns the file of the named history, if histories are kept.
pub fn file(name: &str) -> Option<PathBuf> {
    state_folder::folder().map(|folder| folder.join(format!("history-{name}.txt")))
}

/// Returns the lines of a history, oldest first.
pub fn lines(file: &Path) -> Vec<String> {
    let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
    let lines: Vec<&str> = text.lines().filter(|line| is_kept(line)).collect();
    let last = &lines[lines.len().saturating_sub(MOST)..];
    // Lines are appended; old ones are removed only occasionally.
    if lines.len() >= 2 * MOST {
        let draft = file.with_extension("part");
        let _ = Replace::new(file, draft).write((last.join("\n") + "\n").as_bytes());
    }
    last.iter().map(|line| (*line).to_owned()).collect()
}

/// Returns whether a line is worth keeping and fits on one line of a file.
pub fn is_kept(line: &str) -> bool {
    !line.trim().is_empty() && line.len() <= LONGEST && !line.contains(char::is_control)
}

/// Appends a line with a single write, so that lines of two programs do not mix.
pub fn append(file: &Path, line: &str) -> io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())
}
