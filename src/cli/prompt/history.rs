//! Lines that were typed before, in a file beside the games that are kept. What can't be kept is
//! forgotten with the program: no line is worth a message.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chongkak::files::Replace;

use crate::cli::state_folder;

pub const MOST: usize = 500;

/// The longest line, in bytes.
const LONGEST: usize = 1000;

/// The file of a history of that name, if there is to be one.
pub fn file(name: &str) -> Option<PathBuf> {
    state_folder::folder().map(|folder| folder.join(format!("history-{name}.txt")))
}

/// The lines of a history, the oldest first.
pub fn lines(file: &Path) -> Vec<String> {
    let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
    let lines: Vec<&str> = text.lines().filter(|line| is_kept(line)).collect();
    let last = &lines[lines.len().saturating_sub(MOST)..];
    // Lines are added at the end. Only now and then the old ones are cut off.
    if lines.len() >= 2 * MOST {
        let draft = file.with_extension("part");
        let _ = Replace::new(file, draft).write((last.join("\n") + "\n").as_bytes());
    }
    last.iter().map(|line| (*line).to_owned()).collect()
}

/// Tells whether a line is worth keeping, and will be one line in a file.
pub fn is_kept(line: &str) -> bool {
    !line.trim().is_empty() && line.len() <= LONGEST && !line.contains(char::is_control)
}

/// Keeps a line, by one write, so that the lines of two programs don't mix.
pub fn append(file: &Path, line: &str) -> io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())
}
