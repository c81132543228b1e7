//! Layers import downwards only.

use std::path::Path;

use crate::support::home;

/// From the lowest layer to the highest.
const LAYERS: [&str; 23] = [
    "files", "board", "rules", "moves", "tables", "turns", "search", "record", "matches",
    "systems", "claims", "book", "known", "start", "sets", "infer", "ask", "batch", "campaign",
    "show", "puzzles", "lessons", "findings",
];

/// What every layer may use: the base crate, by its names in the library.
const BASE: [&str; 9] =
    ["language", "text", "control", "math", "options", "diagnostic", "say", "sentence", "VERSION"];

/// The sources of the library and the program, and of the crates below them.
pub const CRATES: [&str; 3] = ["src", "crates/base/src", "crates/chong/src"];

fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    // A layer is a folder or a file.
    let file = folder.with_extension("rs");
    if !folder.exists() {
        return vec![(file.display().to_string(), std::fs::read_to_string(&file).unwrap())];
    }
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push((path.display().to_string(), std::fs::read_to_string(path).unwrap()));
        }
    }
    all
}

/// The crate's modules that a source names.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let end = |c: char| !(c.is_alphanumeric() || c == '_');
    text.split("crate::").skip(1).filter_map(move |rest| rest.split(end).next())
}

#[test]
fn each_layer_imports_only_lower_ones() {
    let src = home().join("src");
    for (height, layer) in LAYERS.iter().enumerate() {
        let files = sources(&src.join(layer));
        assert!(!files.is_empty(), "{layer}");
        for (path, text) in files {
            assert!(!text.contains("super::super"), "{path} reaches out of its layer");
            for name in named(&text) {
                let place = LAYERS.iter().position(|l| *l == name);
                let lower = BASE.contains(&name) || place.is_some_and(|place| place <= height);
                assert!(lower, "{path} imports {name}");
            }
        }
    }
}

#[test]
fn the_protocol_uses_both_games_and_nothing_of_the_command_line() {
    let files = sources(&home().join("src/protocol"));
    assert!(!files.is_empty());
    for (path, text) in files {
        for name in named(&text) {
            let known = LAYERS.contains(&name)
                || BASE.contains(&name)
                || ["chong", "protocol"].contains(&name);
            assert!(known, "{path} imports {name}");
        }
    }
}

/// It is part of the library's package, but uses only the public interface.
#[test]
fn the_command_line_names_the_library_from_outside() {
    let files = sources(&home().join("src/cli"));
    assert!(files.len() > 100, "{}", files.len());
    for (path, text) in files {
        let inner = named(&text).find(|name| *name != "cli");
        assert_eq!(inner, None, "{path} reaches into the library");
    }
}

#[test]
fn only_the_command_line_prints() {
    let layers = LAYERS.into_iter().chain(["protocol"]).map(|layer| format!("src/{layer}"));
    for layer in layers.chain(CRATES[1..].iter().map(|&folder| folder.to_owned())) {
        // Tables, user rule sets and turns that do not fit in memory are files; but these layers
        // don't print either.
        let streams: &[&str] = match layer.trim_start_matches("src/") {
            "rules" | "files" | "tables" | "turns" | "batch" | "campaign" => {
                &["io::stdout", "io::stderr", "io::stdin", "stdout()", "stderr()"]
            }
            _ => &["std::io", "std::fs"],
        };
        for (path, text) in sources(&home().join(&layer)) {
            // Linux describes the limits of the process in files.
            if path.ends_with("control/machine.rs") {
                continue;
            }
            let code = text.split("#[cfg(test)]").next().unwrap();
            for word in ["println!", "print!", "dbg!", "clap"].iter().chain(streams) {
                assert!(!code.contains(word), "{path} has {word}");
            }
        }
    }
}

#[test]
fn no_file_prints_with_the_macros_that_panic_on_a_closed_pipe() {
    for (path, text) in CRATES.iter().flat_map(|folder| sources(&home().join(folder))) {
        assert!(!text.contains("println!("), "{path}");
    }
}

#[test]
fn unsafe_code_is_in_two_places() {
    for (path, text) in CRATES.iter().flat_map(|folder| sources(&home().join(folder))) {
        let one = ["tables/file.rs", "prefetch.rs"].iter().any(|file| path.ends_with(file));
        assert!(one || !text.contains("allow(unsafe_code)"), "{path}");
    }
}
