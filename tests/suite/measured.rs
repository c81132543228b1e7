//! What the sources' hints are worth: the record is well formed, the page shows it, and a part of it
//! is measured again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::documents::python;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn lines(name: &str) -> Vec<Value> {
    let path = home().join("positions/measured").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn texts(line: &Value, field: &str) -> Vec<String> {
    let list = line[field].as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Runs the script with this program.
fn script(args: &[&str]) {
    let mut command = python(home().join("scripts/measure-hints"));
    command
        .args(args)
        .args(["--program", env!("CARGO_BIN_EXE_chongkak")]);
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {told}");
}

#[test]
fn every_hint_has_a_verdict_and_what_it_rests_on() {
    let measured: BTreeSet<String> = lines("measurements.jsonl")
        .iter()
        .map(|line| line["id"].as_str().unwrap().to_owned())
        .collect();
    let hints = lines("hints.jsonl");
    let mut names = BTreeSet::new();
    for hint in &hints {
        assert!(
            names.insert(hint["id"].as_str().unwrap().to_owned()),
            "{hint}"
        );
        let verdict = hint["verdict"].as_str().unwrap();
        assert!(
            ["holds", "refuted", "open", "measured"].contains(&verdict),
            "{hint}"
        );
        for field in ["source", "section", "quote", "reading", "finding"] {
            assert!(!hint[field].as_str().unwrap().is_empty(), "{hint}");
        }
        let rests_on = texts(hint, "measurements");
        assert!(!rests_on.is_empty() && rests_on.iter().all(|id| measured.contains(id)));
    }
    for section in ["hint 1", "hint 2", "hint 3", "hint 4", "End of the game"] {
        assert!(
            hints.iter().any(|hint| hint["section"] == section),
            "{section}"
        );
    }
}

#[test]
fn the_page_shows_what_is_recorded() {
    script(&["--docs", "--check"]);
}

/// Those that follow from the rules and the seed alone, whatever the search.
#[test]
fn a_part_comes_out_the_same_again() {
    let again = [
        "biggest-random",
        "exact-conglak-three",
        "start-3-3",
        "systems",
    ];
    script(&["--check", "--only", &again.join(",")]);
}
