//! The project's files and scripts.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use serde::de::DeserializeOwned;

use super::{Folder, PROGRAM};

pub fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the text of a file of the project.
pub fn text_of(path: &str) -> String {
    std::fs::read_to_string(home().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns a section of a page, by the beginning of its heading, in one line.
pub fn part_of(page: &str, heading: &str) -> String {
    let text = text_of(page);
    let part = text.split_once(&format!("\n## {heading}"));
    let (_, part) = part.unwrap_or_else(|| panic!("{page}: no {heading}"));
    let part = part.split("\n## ").next().unwrap();
    part.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that a part of a page contains these numbers and names.
pub fn has_numbers(page: &str, heading: &str, numbers: &[String]) {
    let part = part_of(page, heading);
    let words = part.split(|c: char| c.is_whitespace() || "(),;:".contains(c));
    let words: BTreeSet<&str> = words.map(|word| word.trim_end_matches('.')).collect();
    for number in numbers {
        assert!(words.contains(&number[..]), "{page}: {number}: {part}");
    }
}

/// Returns the JSON lines of a file of the project.
pub fn lines_of<T: DeserializeOwned>(path: &str) -> Vec<T> {
    let text = text_of(path);
    assert!(text.is_empty() || text.ends_with('\n'), "{path}");
    let line = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"))
    };
    text.lines().map(line).collect()
}

/// Runs Python with a first argument: a script, or an option.
///
/// # Panics
/// If there is no Python: the calling test can't run then.
pub fn python(argument: impl AsRef<OsStr>) -> Command {
    let version = Command::new("python3").arg("--version").output();
    assert!(
        version.is_ok_and(|output| output.status.success()),
        "this test runs python3, which was not found: install Python 3"
    );
    let mut command = Command::new("python3");
    command.arg(argument);
    command
}

/// Runs a script, such as `make book`, with the tested program.
pub fn script(name: &str) -> Command {
    script_of(home(), name)
}

/// Runs a script of another project folder.
pub fn script_of(project: &Path, name: &str) -> Command {
    let (entry, part) = name.split_once(' ').unwrap();
    let mut command = python(project.join("scripts").join(entry));
    command.args([part, "--program", PROGRAM]);
    command
}

/// Creates a project that contains only the scripts, which save their results there.
pub fn project(name: &str) -> Folder {
    let folder = Folder::made(name);
    copy(&home().join("scripts"), &folder.0.join("scripts"));
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(std::fs::copy(from, to).unwrap()),
        }
    }
}
