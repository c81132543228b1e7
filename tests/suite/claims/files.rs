//! Claim files: those shipped hold, wrong ones are refuted with what happened, malformed ones are
//! refused with the place.

use std::collections::BTreeSet;
use std::path::PathBuf;

use chongkak::claims::{CheckError, ClaimFile, Refutation, Verdict, check};
use chongkak::control::{Control, Stop};
use chongkak::search::Evaluator;

use crate::support::{home, text_of};

fn folder() -> PathBuf {
    home().join("positions/claims")
}

fn shipped() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let read = |path: PathBuf| {
        (
            path.display().to_string(),
            std::fs::read_to_string(path).unwrap(),
        )
    };
    files.into_iter().map(read).collect()
}

/// The verdict on the only claim of a file.
fn verdict(claim: &str) -> Result<Verdict, CheckError> {
    let file = ClaimFile::read(&format!(
        "source = \"a test\"\n[[claim]]\nid = \"it\"\n{claim}"
    ))
    .unwrap();
    let control = Control {
        nodes: 10_000,
        ..Control::none()
    };
    check(&file.claims[0], &evaluator(1), control)
}

fn evaluator(memory: usize) -> Evaluator<'static> {
    Evaluator {
        memory,
        ..Evaluator::new()
    }
}

fn refutation(claim: &str) -> Refutation {
    match verdict(claim).unwrap() {
        Verdict::Refuted(evidence) => evidence,
        other => panic!("{claim}: {other:?}"),
    }
}

#[test]
fn shipped_claims_hold() {
    let mut count = 0;
    for (name, text) in shipped() {
        for claim in ClaimFile::read(&text).unwrap().claims {
            let verdict = check(&claim, &evaluator(16), Control::none()).unwrap();
            assert!(
                matches!(verdict, Verdict::Holds(_)),
                "{name}, {}: {verdict:?}",
                claim.id
            );
            count += 1;
        }
    }
    assert!(count > 80, "{count} claims");
}

#[test]
fn every_section_of_overbeck_s_rules_has_a_claim() {
    let text = std::fs::read_to_string(folder().join("overbeck.toml")).unwrap();
    let file = ClaimFile::read(&text).unwrap();
    for section in 2..=12 {
        let name = format!("§ {section}");
        assert!(
            file.claims.iter().any(|claim| claim.section == name),
            "{name}"
        );
    }
}

fn published_schema() -> serde_json::Value {
    serde_json::from_str(&text_of("docs/claims.schema.json")).unwrap()
}

#[test]
fn shipped_claims_follow_the_published_schema() {
    let validator = jsonschema::validator_for(&published_schema()).unwrap();
    for (name, text) in shipped() {
        let value: serde_json::Value = toml::from_str(&text).unwrap();
        let error = validator
            .validate(&value)
            .err()
            .map(|error| error.to_string());
        assert_eq!(error, None, "{name}");
    }
    let wrong: serde_json::Value = toml::from_str("source = 1\nclaim = []").unwrap();
    assert!(!validator.is_valid(&wrong));
}

/// The reader names all fields that it knows when it meets one that it doesn't.
#[test]
fn the_schema_has_the_fields_that_the_reader_knows() {
    let schema = published_schema();
    let claim = "source = \"x\"\n[[claim]]\nid = \"a\"\nrules = \"overbeck\"\n";
    let step = format!("{claim}line = [{{ play = \"A1\", strange = 1 }}]");
    let strange = [
        ("", "source = \"x\"\nstrange = 1".to_owned()),
        ("/$defs/Claim", format!("{claim}strange = 1")),
        ("/$defs/Step", step),
    ];
    for (place, text) in strange {
        let properties = &schema.pointer(&format!("{place}/properties")).unwrap();
        let published: BTreeSet<&str> = properties
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let told = toml::from_str::<ClaimFile>(&text).unwrap_err().to_string();
        let (_, known) = told.split_once("expected ").expect(&told);
        let known: BTreeSet<&str> = known.split('`').skip(1).step_by(2).collect();
        assert_eq!(known, published, "{place}");
    }
}

/// Each statement of a true claim, made false, is refuted where it is made and with what happened
/// instead.
#[test]
fn every_kind_of_statement_can_be_refuted() {
    let start = "rules = \"overbeck\"\nposition = \"1,0,3/0 0,5,1/0 A\"\n";
    let line = |step: &str| refutation(&format!("{start}line = [{{ play = \"A1\", {step} }}]"));
    for (step, what, expected, found) in [
        ("lands = \"A3\"", "lands", "A3", "A2"),
        ("outcome = \"again\"", "outcome", "again", "stop"),
        ("gain = 5", "gain", "5", "6"),
        ("captured = 6", "captured", "6", "5"),
        (
            "after = \"0,0,3/6 0,0,1/0 A\"",
            "after",
            "0,0,3/6 0,0,1/0 A",
            "0,0,3/6 0,0,1/0 B",
        ),
        ("illegal = true", "legality", "illegal", "legal"),
    ] {
        let told = line(step);
        assert_eq!(
            (told.what.as_str(), told.expected.as_str()),
            (what, expected)
        );
        assert_eq!(told.found, found);
        assert_eq!(
            (told.move_number, told.played.as_deref()),
            (Some(1), Some("A1"))
        );
        assert_eq!(told.position, "1,0,3/0 0,5,1/0 A");
    }
    let told = refutation(&format!("{start}line = [{{ play = \"A1 A2\" }}]"));
    assert_eq!(
        (told.what.as_str(), told.move_number),
        ("legality", Some(2))
    );
    assert_eq!(told.found, "B is to move; legal: B3");
    for (claim, what, found) in [
        ("legal = \"A1\"", "legal", "A1 A3"),
        (
            "opening = \"1,0,3/0 0,5,1/0 B\"",
            "opening",
            "1,0,3/0 0,5,1/0 A",
        ),
        (
            "after = \"1,0,3/1 0,5,1/0 A\"",
            "after",
            "1,0,3/0 0,5,1/0 A",
        ),
        ("laps = 1", "laps", "0"),
        ("value = 99", "value", "6"),
    ] {
        let told = refutation(&format!("{start}{claim}"));
        assert_eq!(told.what, what);
        assert!(
            what == "value" || told.found == found,
            "{what}: {}",
            told.found
        );
        assert_eq!(told.move_number, None);
    }
    let told = refutation(
        "rules = \"overbeck\"\nset = { holes = 1 }\nposition = \"0/9 0/9 A over\"\nnext_round = \"set lost by A\"",
    );
    assert_eq!(
        (told.what.as_str(), told.found.as_str()),
        ("next_round", "9/0 9/0 A")
    );
}

#[test]
fn a_family_names_the_case_that_fails() {
    // Against k holes A{k} ends in B9; the factors make it so for k = 2, 3, 4 only.
    let told = refutation(
        "rules = \"overbeck\"\nfor = { k = \"2..9\" }\nowned = \"162 - 9*k\"\n\
         line = [{ play = \"A1\" }, { play = \"A{k}\", lands = \"B{9 + (k-2)*(k-3)*(k-4)} RA\" }]",
    );
    assert_eq!(told.case.get("k"), Some(&5));
    assert_eq!((told.what.as_str(), told.move_number), ("lands", Some(2)));
    assert_eq!(
        (told.expected.as_str(), told.found.as_str()),
        ("B15 RA", "B9 RA")
    );
}

#[test]
fn a_finished_round_has_no_legal_moves() {
    let over = "rules = \"overbeck\"\nposition = \"1,1/0 1,1/0 A over\"\n";
    assert_eq!(refutation(&format!("{over}legal = \"A1 A2\"")).found, "");
    assert!(matches!(
        verdict(&format!("{over}legal = \"\"")),
        Ok(Verdict::Holds(_))
    ));
}

#[test]
fn the_example_of_the_documentation_holds() {
    let page = text_of("docs/FORMATS.md");
    let example = page
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let file = ClaimFile::read(example).unwrap();
    let verdict = check(&file.claims[0], &evaluator(16), Control::none()).unwrap();
    assert!(matches!(verdict, Verdict::Holds(_)), "{verdict:?}");
}

#[test]
fn an_interruption_leaves_a_claim_open() {
    let text = "source = \"s\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlaps = 0\n";
    let stop = Stop::new();
    stop.set();
    let claims = ClaimFile::read(text).unwrap().claims;
    assert!(matches!(
        check(&claims[0], &evaluator(1), Control::stopped_by(&stop)),
        Ok(Verdict::Open(_))
    ));
}

#[test]
fn a_value_beyond_the_limits_is_open() {
    let verdict = verdict("rules = \"overbeck\"\nvalue = 100").unwrap();
    let Verdict::Open(evidence) = verdict else {
        panic!("{verdict:?}")
    };
    assert!(
        evidence.reason.contains("claimed 100"),
        "{}",
        evidence.reason
    );
}

#[test]
fn malformed_claims_name_the_field_and_what_was_expected() {
    let position = "rules = \"overbeck\"\nposition = \"1,0,3/0 0,5,1/0 A\"\n";
    for (claim, message) in [
        (
            "rules = \"overbek\"",
            "claim \"it\", rules: no rule set \"overbek\": expected one of",
        ),
        (
            "rules = \"overbeck\"\nset = { lapp = \"none\" }",
            "set: no option \"lapp\"",
        ),
        (
            "rules = \"overbeck\"\nset = { lap = 3 }",
            "set: option lap: found \"3\"",
        ),
        ("rules = \"overbeck\"", "line: nothing to check"),
        (
            "rules = \"overbeck\"\nposition = \"1,0/0 1/0 A\"\nlaps = 0",
            "position: \"1,0/0 1/0 A\": row A has 2",
        ),
        (
            "rules = \"overbeck\"\nposition = \"1,q/0 1,0/0 A\"\nlaps = 0",
            "hole A2: found \"q\"",
        ),
        (
            "rules = \"kalah\"\nposition = \"1,0/0 1,0/0 A final\"\nlaps = 0",
            "mark \"final\"",
        ),
        (
            "rules = \"overbeck\"\nowned = 5\nlaps = 0",
            "owned: A owns 5 seeds, fewer than the 9",
        ),
        (
            "rules = \"overbeck\"\nowned = \"9*k\"\nlaps = 0",
            "owned: no parameter \"k\"",
        ),
        (
            "rules = \"overbeck\"\nmover = \"C\"\nlaps = 0",
            "mover: found \"C\", expected A or B",
        ),
        (
            "rules = \"overbeck\"\nfor = { k = \"1-9\" }\nlaps = 0",
            "for: range \"1-9\": expected FIRST..LAST",
        ),
        (
            "rules = \"overbeck\"\nfor = { k = \"9..1\" }\nlaps = 0",
            "for: the range is empty",
        ),
        (
            &format!("{position}set = {{ holes = 9 }}\nlaps = 0"),
            "set: the position has 3 holes a row, expected 9",
        ),
        (
            &format!("{position}line = [{{ play = \"A2\", illegal = true, gain = 9 }}]"),
            "line, illegal: an illegal move does nothing",
        ),
        (
            &format!("{position}line = [{{ play = \"A1\", outcome = \"nonsense\" }}]"),
            "line, outcome: found \"nonsense\", expected again, stop or over",
        ),
        (
            &format!("{position}line = [{{ play = \"A1\", lands = \"A2 Z9\" }}]"),
            "lands: found \"Z9\", expected a cell",
        ),
        (
            "rules = \"overbeck\"\nposition = \"0/9 0/9 A over\"\nnext_round = \"blah\"",
            "next_round: row and store of A: found \"blah\"",
        ),
        (
            "rules = \"overbeck\"\nfor = { a = \"1..1000\", b = \"1..1000\" }\nlaps = 0",
            "for: expected at most 100000 combinations",
        ),
        (
            &format!("{position}owned = 9"),
            "position: expected without owned and mover",
        ),
        (
            &format!("{position}line = [{{ play = \"\" }}]"),
            "line, play: found no move",
        ),
        (
            &format!("{position}line = [{{ play = \"C1\" }}]"),
            "line, play: move 1: found \"C1\"",
        ),
        (
            &format!("{position}line = [{{ play = \"A{{x}}\" }}]"),
            "line, play: no parameter \"x\"",
        ),
    ] {
        let error = verdict(claim).unwrap_err().to_string();
        assert!(error.contains(message), "{claim}: {error}");
    }
}

#[test]
fn files_that_are_no_claim_files_are_refused_with_line_and_column() {
    let error = |text: &str| ClaimFile::read(text).unwrap_err().to_string();
    assert!(error("source = \"x\"\n[[claim]]\nid = 5\n").contains("line 3, column 6"));
    let unknown = error("source = \"x\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlien = []\n");
    assert!(
        unknown.contains("line 5") && unknown.contains("lien"),
        "{unknown}"
    );
    assert!(error("source = \"x").contains("line 1"));
    assert!(error("").contains("missing field `source`, expected a value for it"));
    assert_eq!(
        error("source = \"x\"\nclaim = []"),
        "no claim: expected at least one [[claim]]"
    );
    let twice = "[[claim]]\nid = \"a\"\nrules = \"kalah\"\n".repeat(2);
    assert!(error(&format!("source = \"x\"\n{twice}")).starts_with("claim \"a\": expected an id"));
}
