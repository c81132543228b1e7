//! Lines that were typed before, in a file beside the games that are kept. What can't be kept is
//! forgotten with the program: no line is worth a message.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chongkak::files::Replace;

use crate::cli::state_folder;

/// Lines that are remembered.
pub const MOST: usize = 500;

/// The longest line, in bytes.
const LONGEST: usize = 1000;

/// The file of one history.
pub struct History {
    file: Option<PathBuf>,
}

impl History {
    /// The history of that name, and its lines, the oldest first.
    pub fn open(name: &str) -> (History, Vec<String>) {
        let file = state_folder::folder().map(|folder| folder.join(format!("history-{name}.txt")));
        let text = file.as_ref().and_then(|file| fs::read(file).ok());
        let text = String::from_utf8_lossy(&text.unwrap_or_default()).into_owned();
        let lines: Vec<&str> = text.lines().filter(|line| is_kept(line)).collect();
        let last = &lines[lines.len().saturating_sub(MOST)..];
        // Lines are added at the end. Only now and then the old ones are cut off.
        if let Some(file) = file.as_ref().filter(|_| lines.len() >= 2 * MOST) {
            let draft = file.with_extension("part");
            let _ = Replace::new(file, draft).write((last.join("\n") + "\n").as_bytes());
        }
        let last = last.iter().map(|line| (*line).to_owned()).collect();
        (History { file }, last)
    }

    /// Keeps a line.
    pub fn add(&self, line: &str) {
        if let Some(file) = self.file.as_ref().filter(|_| is_kept(line)) {
            let _ = append(file, line);
        }
    }
}

/// Tells whether a line is worth keeping, and will be one line in a file.
pub fn is_kept(line: &str) -> bool {
    !line.trim().is_empty() && line.len() <= LONGEST && !line.contains(char::is_control)
}

/// One write, so that the lines of two programs don't mix.
fn append(file: &Path, line: &str) -> io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())
}
