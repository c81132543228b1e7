//! Tab completion of words.
//!
//! The caller passes phrases in the form of help texts: `undo`, `A7`, `trace on|off`, `save FILE`.
//! A phrase is completed word by word; `|` separates alternative words, and `FILE` stands for a
//! file name, which is the rest of the line.

use std::fs;
use std::path::Path;

/// The word that means a file name.
pub const FILE: &str = "FILE";

/// The argument of a switch.
pub const SWITCH: &str = "on|off";

/// Maximum number of files to show.
const MOST_FILES: usize = 500;

/// Returns where the current word begins, and its completions.
pub fn complete(phrases: &[String], typed: &str) -> (usize, Vec<String>) {
    let start = typed
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank + typed[blank..].chars().next().map_or(0, char::len_utf8));
    let begun = typed[start..].to_lowercase();
    let done: Vec<&str> = typed[..start].split_whitespace().collect();
    let mut found = Vec::new();
    for phrase in phrases {
        let words: Vec<&str> = phrase.split(' ').collect();
        let fits = |(place, word): (usize, &&str)| is_one_of(words[place], word);
        // A file name may have blanks, so it takes the rest of the line.
        if let Some(place) = words.iter().position(|word| *word == FILE)
            && done.len() >= place
            && done[..place].iter().enumerate().all(fits)
        {
            return files(typed, start_after(typed, place));
        }
        if done.len() < words.len() && done.iter().enumerate().all(fits) {
            let more = if done.len() + 1 < words.len() { " " } else { "" };
            let next = words[done.len()].split('|');
            let next = next.filter(|word| word.to_lowercase().starts_with(&begun));
            found.extend(next.map(|word| format!("{word}{more}")));
        }
    }
    found.dedup();
    (start, found)
}

/// Returns whether the typed word is one of the alternatives.
fn is_one_of(words: &str, typed: &str) -> bool {
    words.split('|').any(|word| word.eq_ignore_ascii_case(typed))
}

/// Returns where the text after `words` words begins.
fn start_after(typed: &str, words: usize) -> usize {
    let mut rest = typed.trim_start();
    for _ in 0..words {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        rest = rest[end..].trim_start();
    }
    typed.len() - rest.len()
}

/// Returns the files whose path begins with the text from `place` on.
fn files(typed: &str, place: usize) -> (usize, Vec<String>) {
    let path = &typed[place..];
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, begun) = path.split_at(name);
    let folder = if folder.is_empty() { "." } else { folder };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        // A name that ends with a blank cannot be typed.
        let can_be_typed = name.trim() == name && !name.contains(char::is_control);
        let is_hidden = name.starts_with('.') && !begun.starts_with('.');
        if name.starts_with(begun) && can_be_typed && !is_hidden {
            let is_folder = Path::new(folder).join(&name).is_dir();
            found.push(if is_folder { name + "/" } else { name });
        }
    }
    found.sort();
    found.truncate(MOST_FILES);
    (place + name, found)
}
