//! The measurements of the sources' hints: the record is well-formed, the page shows it, and a part
//! of it is measured again.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{code, lines_of, script, stderr, text_of};

fn lines(name: &str) -> Vec<Value> {
    lines_of(&format!("positions/measured/{name}"))
}

fn texts(line: &Value, field: &str) -> Vec<String> {
    let list = line[field].as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn succeeds(name: &str, args: &[&str]) {
    let output = script(name).args(args).output().unwrap();
    assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
}

fn measure(args: &[&str]) {
    succeeds("measure hints", args);
}

/// The share of luck in chong: the smallest board again, and the page.
#[test]
fn the_luck_of_chong_comes_out_the_same_again() {
    succeeds("measure chong-luck", &["--check", "--largest", "2000"]);
    succeeds("measure chong-luck", &["--docs", "--check"]);
}

/// The ceilings of chong: the page has the upper ends of their intervals.
#[test]
fn the_page_has_the_ceilings_of_chong() {
    let page = text_of("docs/CHONG.md");
    for line in lines("chong-ceiling.jsonl") {
        let most = format!("{:.1}", 100.0 * line["one_choice"]["high"].as_f64().unwrap());
        let holes = &line["holes"];
        let told = match line["opponent"] == "greedy" {
            true => page.lines().any(|row| {
                row.starts_with(&format!("| 3 x {holes} |"))
                    && row.ends_with(&format!("| {most} |"))
            }),
            false => page.contains(&format!("{most} % on 3 x {holes}")),
        };
        assert!(told, "{line}");
    }
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
        assert!(names.insert(hint["id"].as_str().unwrap().to_owned()), "{hint}");
        let verdict = hint["verdict"].as_str().unwrap();
        assert!(["holds", "refuted", "open", "measured"].contains(&verdict), "{hint}");
        for field in ["source", "section", "quote", "reading", "finding"] {
            assert!(!hint[field].as_str().unwrap().is_empty(), "{hint}");
        }
        let rests_on = texts(hint, "measurements");
        assert!(!rests_on.is_empty() && rests_on.iter().all(|id| measured.contains(id)));
    }
    for section in ["hint 1", "hint 2", "hint 3", "hint 4", "End of the game"] {
        assert!(hints.iter().any(|hint| hint["section"] == section), "{section}");
    }
}

#[test]
fn the_page_shows_what_is_recorded() {
    measure(&["--docs", "--check"]);
}

/// The measurements that follow from the rules and the seed alone, without a search.
#[test]
fn a_part_comes_out_the_same_again() {
    let again = [
        "biggest-random",
        "exact-conglak-three",
        "start-3-3",
        "start-9-9",
        "systems",
        "choices-overbeck",
        "choices-conglak",
        "choices-dakon",
    ];
    measure(&["--check", "--only", &again.join(",")]);
}
