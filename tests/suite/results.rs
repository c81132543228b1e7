//! docs/RESULTS.md: every finding is whole, and what it counts is what is recorded.

use std::collections::BTreeSet;

use chongkak::rules::Preset;
use chongkak::sets::table;
use serde_json::Value;

use crate::support::{code, home, lines_of, python, stdout, text_of};

/// What each finding has, in this order.
const PARTS: [&str; 5] = [
    "- **How sure**: ",
    "- **Known before**: ",
    "- **Again**: ",
    "- **It took**: ",
    "- **Record**: ",
];

/// The page without line breaks within paragraphs.
fn page() -> String {
    text_of("docs/RESULTS.md").replace("\n  ", " ")
}

/// The findings: number and title, and the rest.
fn findings() -> Vec<(String, String)> {
    let page = page();
    let sections = page.split("\n## ").skip(1);
    let sections = sections.filter(|section| section.starts_with(|c: char| c.is_ascii_digit()));
    let parts = sections.map(|section| {
        let (title, rest) = section.split_once('\n').unwrap();
        (title.to_owned(), rest.to_owned())
    });
    parts.collect()
}

#[test]
fn every_finding_is_whole() {
    let findings = findings();
    assert!((8..=12).contains(&findings.len()));
    for (number, (title, text)) in (1..).zip(&findings) {
        assert!(title.starts_with(&format!("{number}. ")), "{title}");
        let mut from = 0;
        for part in PARTS {
            let place = text[from..].find(part);
            from += place.unwrap_or_else(|| panic!("{title}: no {part}")) + part.len();
        }
        let sure = text.split("- **How sure**: ").nth(1).unwrap();
        let words = [
            "proven",
            "found",
            "estimated",
            "the values of the moves are proven",
        ];
        assert!(
            words.iter().any(|word| sure.starts_with(word)),
            "{title}: {sure}"
        );
        // Commands are the program's or scripts that there are.
        let again = text.split("- **Again**: ").nth(1).unwrap();
        let again = again.split("- **It took**").next().unwrap();
        let commands: Vec<&str> = again.split('`').skip(1).step_by(2).collect();
        assert!(!commands.is_empty(), "{title}");
        for command in commands {
            let first = command.split(' ').next().unwrap();
            let is_there = first.starts_with("scripts/") && home().join(first).exists();
            assert!(
                first == "chongkak" || first.starts_with("--") || is_there,
                "{command}"
            );
        }
    }
}

#[test]
fn every_record_is_there() {
    let mut records = BTreeSet::new();
    for link in page().split("](../").skip(1) {
        let path = link.split([')', '#']).next().unwrap().to_owned();
        assert!(home().join(&path).exists(), "{path}");
        records.insert(path);
    }
    assert!(
        records
            .iter()
            .filter(|path| path.starts_with("positions/"))
            .count()
            >= 5
    );
}

/// The numbers of the page, from the data.
#[test]
fn the_numbers_are_those_of_the_data() {
    let page = page().replace('\n', " ");
    let says = |words: String| assert!(page.contains(&words), "{words}");
    let (mut openings, mut open) = (0, 0);
    let (mut kinds, mut exact, mut whole) = (0, 0, BTreeSet::new());
    for preset in Preset::all() {
        let entries = table(preset.name).unwrap();
        openings += entries.len();
        open += entries.iter().filter(|e| e.winner.is_none()).count();
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{}.jsonl", preset.name));
        let solved = rounds.iter().filter(|line| line["value"].is_i64()).count();
        (kinds, exact) = (kinds + rounds.len(), exact + solved);
        if solved == rounds.len() {
            whole.insert(preset.name);
        }
    }
    says(format!(
        "Of {openings} openings of all rule sets {open} are open"
    ));
    says(format!(
        "{exact} of the {kinds} kinds of openings of all rule sets have an exact value"
    ));
    let rounds: Vec<Value> = lines_of("positions/rounds/overbeck.jsonl");
    let full = rounds
        .iter()
        .find(|line| line["owned"] == serde_json::json!([81, 81]))
        .unwrap();
    says(format!(
        "The opening of 2 x 9 holes is worth +{}",
        full["value"]
    ));
    let exact = rounds.iter().filter(|line| line["value"].is_i64()).count();
    says(format!(
        "Of the {} kinds of openings {exact} have an exact value",
        rounds.len()
    ));
    assert_eq!(
        whole,
        BTreeSet::from([
            "conglak",
            "conglak-burnt",
            "congklak-bank",
            "congklak-six",
            "dakon"
        ])
    );
    for (name, half, value) in [
        ("conglak", 49, 96),
        ("conglak-burnt", 49, 96),
        ("dakon", 64, 124),
    ] {
        let rounds: Vec<Value> = lines_of(&format!("positions/rounds/{name}.jsonl"));
        let mut full = rounds.iter();
        let full = full.find(|line| line["owned"] == serde_json::json!([half, half]));
        assert_eq!(full.unwrap()["value"], value, "{name}");
    }
    says("whose full openings are worth 96 of 98".to_owned());
    says("124 of 128".to_owned());
    let long: Vec<Value> = lines_of("positions/long/kalah-empty-capture.jsonl");
    let kalah = long
        .iter()
        .find(|line| line["holes"] == 6 && line["seeds"] == 5);
    says(format!(
        "five seeds in each of six holes, empty capture: +{}",
        kalah.unwrap()["value"]
    ));
    let book = chongkak::book::openings("overbeck").unwrap();
    let full = book.iter().find(|opening| opening.owned == 81).unwrap();
    assert!(full.harvest.proven);
    says(format!(
        "takes more than {} of the 162 seeds",
        full.harvest.seeds
    ));
    assert!(book.iter().all(|opening| opening.harvest.proven));
    says(format!(
        "so have the {} kinds of Overbeck's game",
        book.len()
    ));
    let dakon = chongkak::book::openings("dakon").unwrap();
    assert!(dakon.iter().all(|opening| opening.harvest.proven));
    says(format!(
        "All {} openings of dakon have a proven largest first turn",
        dakon.len()
    ));
}

/// The proofs of full openings, by the checker that shares nothing with the program.
#[test]
fn the_proofs_of_full_openings_are_confirmed() {
    for (name, value) in [("overbeck", 162), ("conglak", 96), ("dakon", 124)] {
        let file = format!("positions/proofs/{name}.proof");
        let mut command = python(home().join("scripts/check-proof"));
        let output = command.arg(home().join(&file)).output().unwrap();
        let said = stdout(&output);
        assert_eq!(code(&output), 0, "{said}");
        let rules = Preset::named(name).unwrap().rules;
        let opening = rules.opening(chongkak::board::Side::A);
        assert!(
            said.contains(&format!("{opening} is worth +{value} ")),
            "{said}"
        );
        assert!(page().contains(&format!("{name}.proof")));
    }
}
