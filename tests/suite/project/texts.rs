//! The texts of the games are all in the language files, none in code, and all of them are used.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chongkak::language::Language;
use chongkak::lessons::Lesson;

use super::layers::CRATES;
use crate::support::home;

/// The tables of the language files that Rust code uses.
const TABLES: [&str; 12] = [
    "words",
    "rules",
    "game",
    "lessons",
    "chong",
    "chong-game",
    "faults",
    "saved",
    "places",
    "rule-sets",
    "chong-notes",
    "claims",
];

/// The files, or folders of files, with sentences that a player reads.
const GAMES: [&str; 9] = [
    "crates/chong/src/findings/picture.rs",
    "crates/chong/src/findings/wording.rs",
    "src/cli/commands/chong/game",
    "src/cli/commands/game",
    "src/lessons",
    "src/rules/questions.rs",
    "src/show/picture.rs",
    "src/show/scene",
    "src/show/words",
];

/// Files among them with English messages: the start of a command.
const ENGLISH: [&str; 1] = ["mod.rs"];

/// Literals with words that no player reads as a sentence, or that are the same in every language.
const OTHERS: [(&str, &[&str]); 7] = [
    (
        "the commands as code names them, which are the English words",
        &[
            "moves", "hint", "best", "eval", "undo", "redo", "stop", "board", "score", "rules",
            "help", "resign", "quit", "save", "load", "trace", "throw", "pass",
        ],
    ),
    (
        "records, whose words are the same everywhere",
        &[
            "note",
            "set",
            "game",
            ", seed ",
            " goes on as ",
            "{player} resigns: {other} wins the {game}",
            "player",
        ],
    ),
    (
        "the names of files",
        &["lesson", "puzzles", ".txt", ".part", "part", "{kind}-{number:06}.txt"],
    ),
    ("options of the command line", &["--together"]),
    ("the beginning of keys", &["words.label."]),
    (
        "what a page tells stages and names of moves by",
        &["sowing", "taking", "left", " / coin {side}"],
    ),
    (
        "faults of the program, for whoever mends it",
        &[
            "lap {} of {}",
            "the end of {}",
            "{} is not sown",
            "the joint turn after choice {number}",
            "{what}: the page contradicts the rules",
        ],
    ),
];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        return paths.flat_map(|path| sources(&path)).collect();
    }
    let file = path.with_extension("rs");
    file.exists().then_some(file).into_iter().collect()
}

/// The string literals in a source, each with the code before it, except in comments, attributes
/// and tests.
fn literals(path: &Path) -> Vec<(String, String)> {
    let source = std::fs::read_to_string(path).unwrap();
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap();
    let mut found = Vec::new();
    let mut rest = source;
    let mut before = String::new();
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if rest.starts_with("#[") {
            // An inline attribute has no text; one on its own line may have, with brackets in it.
            let inline = !before.trim_end_matches(' ').ends_with('\n');
            let end = if inline { "]" } else { "]\n" };
            rest = rest.split_once(end).map_or("", |(_, rest)| rest);
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            rest = &rest[3..];
        } else if c == '"' {
            let (text, behind) = text_in_quotes(&rest[1..]);
            found.push((text, before.clone()));
            rest = behind;
        } else {
            before.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    found
}

/// A text up to its closing quote, with line breaks joined, and the rest.
fn text_in_quotes(rest: &str) -> (String, &str) {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, &rest[at + 1..]),
            '\\' => match chars.next().map(|(_, c)| c) {
                Some('\n') => {
                    let blank = |&(_, c): &(usize, char)| c.is_whitespace();
                    while chars.clone().next().filter(blank).is_some() {
                        chars.next();
                    }
                }
                // `\n` is not a letter.
                Some('n' | 't') => text.push(' '),
                Some(c) => text.push(c),
                None => {}
            },
            c => text.push(c),
        }
    }
    panic!("a text without an end: {text}");
}

/// Whether a literal contains a word: two adjacent letters that are not the name of a hole, outside
/// braces.
fn has_word(literal: &str) -> bool {
    let outside = literal.split('{').enumerate().map(|(part, text)| match part {
        0 => text,
        _ => text.split_once('}').map_or("", |(_, behind)| behind),
    });
    let letters = |text: &str| {
        let all: Vec<char> = text.chars().collect();
        let is_word = |two: &[char]| {
            two.iter().all(|c| c.is_alphabetic()) && two.iter().any(|c| c.is_lowercase())
        };
        all.windows(2).any(is_word)
    };
    outside.into_iter().any(letters)
}

/// The literals with words in a file that are neither keys nor known.
fn left_in(path: &Path, keys: &BTreeSet<String>) -> Vec<String> {
    let known = |literal: &str| OTHERS.iter().any(|(_, all)| all.contains(&literal));
    let literals = literals(path).into_iter().filter(|(literal, before)| {
        let code = before.trim_end();
        let for_nobody = code.ends_with(".expect(") || code.ends_with("unreachable!(");
        has_word(literal) && !for_nobody && !keys.contains(literal) && !known(literal)
    });
    literals.map(|(literal, _)| literal).collect()
}

fn all_keys() -> BTreeSet<String> {
    Language::english().keys().map(str::to_owned).collect()
}

fn of_games() -> Vec<PathBuf> {
    let files = GAMES.iter().flat_map(|place| {
        let path = home().join(place);
        // A module may be a file and a folder of the same name.
        let folder = path.is_dir().then(|| sources(&path));
        let file = path.with_extension("rs");
        let file = (file.exists() && folder.is_some()).then_some(file);
        folder.unwrap_or_else(|| sources(&path)).into_iter().chain(file)
    });
    let is_english = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        ENGLISH.contains(&name)
    };
    files.filter(|path| !is_english(path)).collect()
}

#[test]
fn no_sentence_of_a_game_stands_in_code() {
    let (keys, files) = (all_keys(), of_games());
    assert!(files.len() > 15, "{files:?}");
    let left: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let told = move |literal| format!("{}: {literal:?}", path.display());
            left_in(path, &keys).into_iter().map(told)
        })
        .collect();
    assert!(left.is_empty(), "{}", left.join("\n"));
}

/// Every exception occurs in the code: once the code is gone, its entry must be removed.
#[test]
fn literals_that_are_passed_over_are_there() {
    let files = of_games();
    let all: BTreeSet<String> =
        files.iter().flat_map(|path| literals(path)).map(|(literal, _)| literal).collect();
    for (reason, known) in OTHERS {
        for literal in known {
            assert!(all.contains(*literal), "{literal:?}, {reason}");
        }
    }
}

/// The check detects a sentence.
#[test]
fn a_sentence_in_code_is_found() {
    let folder = crate::support::Folder::made("texts");
    let code = "/// Says \"it\".\nfn told(a: &str) -> String {\n    // \"not this\"\n    let key = \
                \"words.value.draw\";\n    format!(\"{key} {a} moves \\\n        again\\n\")\n}\n\
                fn sign() -> &'static str { \"{a}; \\n\" }\nfn quote() -> char { '\"' }\n\
                #[error(\"none of {0}\")]\nfn known() { x.expect(\"a hole\") }\n";
    let file = folder.file("told.rs", code);
    let left = left_in(Path::new(&file), &all_keys());
    assert_eq!(left, ["{key} {a} moves again "]);
}

/// Every requested text exists, and every text is requested.
#[test]
fn texts_are_asked_for_by_keys_that_there_are() {
    let files = CRATES.map(|folder| sources(&home().join(folder))).concat();
    let asked: BTreeSet<String> =
        files.iter().flat_map(|path| literals(path)).map(|(literal, _)| literal).collect();
    let of_lessons: BTreeSet<String> = Lesson::all(Language::english())
        .flat_map(|lesson| {
            let part = |number| {
                ["text", "quote", "hint"]
                    .map(|part| format!("lessons.{}.{part}-{number}", lesson.name))
            };
            let title = format!("lessons.{}.title", lesson.name);
            let parts: Vec<String> = (1..=lesson.steps.len()).flat_map(part).collect();
            [title].into_iter().chain(parts)
        })
        .collect();
    let of_data = super::data_texts::keys();
    // Keys in the template of saved pages.
    let page = std::fs::read_to_string(home().join("src/show/page/page.html")).unwrap();
    let framed = |key: &str| page.contains(&format!("{{{{{key}}}}}"));
    let keys = all_keys();
    let table = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    let mut found = 0;
    for key in keys.iter().filter(|key| TABLES.contains(&table(key).as_str())) {
        let of_files = of_lessons.contains(key) || of_data.contains(key);
        let used = asked.contains(key) || of_files || framed(key);
        assert!(used, "{key}: no code asks for it");
        found += 1;
    }
    assert!(found > 300, "{found}");
    let is_key = |literal: &&String| {
        let name = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b"abcdefghijklmnopqrstuvwxyz-".contains(&b))
        };
        TABLES.contains(&table(literal).as_str())
            && literal.contains('.')
            && literal.split('.').all(name)
    };
    for literal in asked.iter().filter(is_key) {
        let is_file = [".toml", ".txt", ".js", ".rs", ".md", ".html"]
            .iter()
            .any(|end| literal.ends_with(end));
        assert!(keys.contains(literal) || is_file, "{literal}: there is no such text");
    }
}
