//! Claim files: the built-in ones hold, wrong ones are refuted with what happened.

use std::collections::BTreeSet;
use std::path::PathBuf;

use chongkak::claims::{ClaimFile, Refutation, Verdict, check};
use chongkak::control::{Control, Stop};
use chongkak::search::Evaluator;
use chongkak::text::Diagnostic;

use crate::support::{home, text_of};

fn folder() -> PathBuf {
    home().join("positions/claims")
}

fn shipped() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(path).unwrap());
    files.into_iter().map(read).collect()
}

/// Returns the verdict on the only claim of a file.
pub fn verdict(claim: &str) -> Result<Verdict, Diagnostic> {
    let file =
        ClaimFile::read(&format!("source = \"a test\"\n[[claim]]\nid = \"it\"\n{claim}")).unwrap();
    let control = Control::none().with_nodes(10_000);
    check(&file.claims[0], &evaluator(1), control)
}

fn evaluator(memory: usize) -> Evaluator<'static> {
    Evaluator::new().with_memory(memory)
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
            assert!(matches!(verdict, Verdict::Holds(_)), "{name}, {}: {verdict:?}", claim.id);
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
        assert!(file.claims.iter().any(|claim| claim.section == name), "{name}");
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
        let error = validator.validate(&value).err().map(|error| error.to_string());
        assert_eq!(error, None, "{name}");
    }
    let wrong: serde_json::Value = toml::from_str("source = 1\nclaim = []").unwrap();
    assert!(!validator.is_valid(&wrong));
}

/// An unknown field gives an error that lists all known fields.
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
        let published: BTreeSet<&str> =
            properties.as_object().unwrap().keys().map(String::as_str).collect();
        let told = toml::from_str::<ClaimFile>(&text).unwrap_err().to_string();
        let (_, known) = told.split_once("expected ").expect(&told);
        let known: BTreeSet<&str> = known.split('`').skip(1).step_by(2).collect();
        assert_eq!(known, published, "{place}");
    }
}

/// Each statement of a true claim, made false, is refuted in its place with what happened instead.
#[test]
fn every_kind_of_statement_can_be_refuted() {
    let start = "rules = \"overbeck\"\nposition = \"1,0,3/0 0,5,1/0 A\"\n";
    let line = |step: &str| refutation(&format!("{start}line = [{{ play = \"A1\", {step} }}]"));
    for (step, what, expected, found) in [
        ("lands = \"A3\"", "lands", "A3", "A2"),
        ("outcome = \"again\"", "outcome", "again", "stop"),
        ("gain = 5", "gain", "5", "6"),
        ("captured = 6", "captured", "6", "5"),
        ("after = \"0,0,3/6 0,0,1/0 A\"", "after", "0,0,3/6 0,0,1/0 A", "0,0,3/6 0,0,1/0 B"),
        ("illegal = true", "legality", "illegal", "legal"),
    ] {
        let told = line(step);
        assert_eq!((told.what.as_str(), told.expected.as_str()), (what, expected));
        assert_eq!(told.found, found);
        assert_eq!((told.move_number, told.played.as_deref()), (Some(1), Some("A1")));
        assert_eq!(told.position, "1,0,3/0 0,5,1/0 A");
    }
    let told = refutation(&format!("{start}line = [{{ play = \"A1 A2\" }}]"));
    assert_eq!((told.what.as_str(), told.move_number), ("legality", Some(2)));
    assert_eq!(told.found, "B is to move; legal: B3");
    for (claim, what, found) in [
        ("legal = \"A1\"", "legal", "A1 A3"),
        ("opening = \"1,0,3/0 0,5,1/0 B\"", "opening", "1,0,3/0 0,5,1/0 A"),
        ("after = \"1,0,3/1 0,5,1/0 A\"", "after", "1,0,3/0 0,5,1/0 A"),
        ("laps = 1", "laps", "0"),
        ("value = 99", "value", "6"),
    ] {
        let told = refutation(&format!("{start}{claim}"));
        assert_eq!(told.what, what);
        assert!(what == "value" || told.found == found, "{what}: {}", told.found);
        assert_eq!(told.move_number, None);
    }
    let told = refutation(
        "rules = \"overbeck\"\nset = { holes = 1 }\nposition = \"0/9 0/9 A over\"\nnext_round = \"set lost by A\"",
    );
    assert_eq!((told.what.as_str(), told.found.as_str()), ("next_round", "9/0 9/0 A"));
}

#[test]
fn a_family_names_the_case_that_fails() {
    // Against k holes A{k} ends in B9; the factors make that true for k = 2, 3, 4 only.
    let told = refutation(
        "rules = \"overbeck\"\nfor = { k = \"2..9\" }\nowned = \"162 - 9*k\"\n\
         line = [{ play = \"A1\" }, { play = \"A{k}\", lands = \"B{9 + (k-2)*(k-3)*(k-4)} RA\" }]",
    );
    assert_eq!(told.case.get("k"), Some(&5));
    assert_eq!((told.what.as_str(), told.move_number), ("lands", Some(2)));
    assert_eq!((told.expected.as_str(), told.found.as_str()), ("B15 RA", "B9 RA"));
}

#[test]
fn a_finished_round_has_no_legal_moves() {
    let over = "rules = \"overbeck\"\nposition = \"1,1/0 1,1/0 A over\"\n";
    assert_eq!(refutation(&format!("{over}legal = \"A1 A2\"")).found, "");
    assert!(matches!(verdict(&format!("{over}legal = \"\"")), Ok(Verdict::Holds(_))));
}

#[test]
fn the_example_of_the_documentation_holds() {
    let page = text_of("docs/formats/claim-files.md");
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
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
    let Verdict::Open(evidence) = verdict else { panic!("{verdict:?}") };
    assert!(evidence.reason.contains("claimed 100"), "{}", evidence.reason);
}

/// 9 first moves, and 0 + 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4 further ones.
#[test]
fn a_family_counts_its_cases_and_moves() {
    let file = ClaimFile::read(&text_of("positions/claims/overbeck.toml")).unwrap();
    let mut claims = file.claims.iter();
    let system = claims.find(|claim| claim.id == "system-in-general").unwrap();
    let Ok(Verdict::Holds(checked)) = check(system, &evaluator(1), Control::none()) else {
        panic!("it does not hold");
    };
    assert_eq!((checked.cases, checked.moves), (9, 29));
}
