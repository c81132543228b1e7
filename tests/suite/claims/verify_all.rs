//! `verify --rules all`: claims by rule sets.

use std::collections::BTreeMap;

use chongkak::claims::{ClaimFile, Verdict, check};
use chongkak::control::Control;
use chongkak::rules::Preset;
use chongkak::search::Evaluator;
use serde_json::{Value, json};

use crate::support::{
    Folder, code, home, json_ending, json_of, refused, run, run_with, stderr, stdout, text_of,
};

const CLAIMS: [&str; 3] = ["congklak", "overbeck", "dakon"];

/// Checks a claim under another rule set than its own, on its own board.
fn under(claim: &toml::Table, other: &str) -> Option<Verdict> {
    let own = Preset::named(claim["rules"].as_str().unwrap()).unwrap().rules;
    let mut claim = claim.clone();
    claim.insert("rules".to_owned(), other.into());
    // A position gives the number of holes; seeds matter only after the round.
    let mut sizes = vec![("seeds", own.seeds)];
    if !claim.contains_key("position") {
        sizes.push(("holes", own.holes));
    }
    let empty = toml::Value::Table(toml::Table::new());
    let set = claim.entry("set").or_insert(empty).as_table_mut().unwrap();
    for (option, size) in sizes {
        let value = toml::Value::Integer(size.get().into());
        set.entry(option).or_insert(value);
    }
    let claims = toml::Value::Array(vec![claim.into()]);
    let file = [("source".to_owned(), "s".into()), ("claim".to_owned(), claims)];
    let text = toml::to_string(&toml::Table::from_iter(file)).unwrap();
    let claim = ClaimFile::read(&text).unwrap().claims.remove(0);
    check(&claim, &Evaluator::new(), Control::none()).ok()
}

#[test]
fn each_cell_is_what_the_claim_is_under_that_rule_set() {
    let mut kinds = BTreeMap::new();
    for name in CLAIMS {
        let path = format!("positions/claims/{name}.toml");
        let text: toml::Table = text_of(&path).parse().unwrap();
        let document = json_of(&["verify", "--rules", "all", home().join(&path).to_str().unwrap()]);
        let names: Vec<&str> = Preset::all().iter().map(|preset| preset.name).collect();
        assert_eq!(document["rule_sets"], json!(names));
        let claims = text["claim"].as_array().unwrap();
        assert_eq!(claims.len(), document["claims"].as_array().unwrap().len());
        for (claim, row) in claims.iter().zip(document["claims"].as_array().unwrap()) {
            let claim = claim.as_table().unwrap();
            for (name, tried) in names.iter().zip(row["tried"].as_array().unwrap()) {
                assert_eq!(tried["rules"], *name);
                assert_eq!(tried["own"], claim["rules"].as_str() == Some(*name));
                let verdict = tried["verdict"].as_str().unwrap();
                *kinds.entry(verdict.to_owned()).or_insert(0) += 1;
                match under(claim, name) {
                    None => assert_eq!(verdict, "untried"),
                    Some(expected) => {
                        let expected = serde_json::to_value(expected).unwrap();
                        assert_eq!(expected["verdict"], tried["verdict"], "{claim} {name}");
                        assert_eq!(expected["evidence"], tried["evidence"], "{claim} {name}");
                    }
                }
                assert!(!tried["own"].as_bool().unwrap() || verdict == "holds", "{claim}");
            }
        }
    }
    assert!(kinds["holds"] > 100 && kinds["refuted"] > 50, "{kinds:?}");
}

/// A claim of kalah that only holds without relays, and one about a final turn.
const MIXED: &str = "source = 's'\n[[claim]]\nid = 'stops'\nrules = 'kalah'\n\
    line = [{ play = 'A1', outcome = 'stop', gain = 0 }]\nposition = '1,1,0/0 1,1,1/0 A'\n\
    [[claim]]\nid = 'final'\nrules = 'overbeck'\nposition = '1,1/0 1,1/0 A final'\nlegal = 'A1 A2'\n";

#[test]
fn another_rule_set_that_fails_is_no_failure() {
    let folder = Folder::made("claims-by-rules");
    let file = folder.file("mixed.toml", MIXED);
    let output = run(&["verify", "--rules", "all", &file]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let rows: Vec<String> = stdout(&output)
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let row = |start: &str| rows.iter().find(|row| row.starts_with(start)).unwrap().clone();
    assert_eq!(row("final"), "final holds* - - - - - - - - -");
    assert!(row("stops").ends_with(" holds*"), "{}", row("stops"));
    // Sown on, A1 ends in the store.
    assert!(row("stops").contains(" 1 outcome "), "{}", row("stops"));
    assert_eq!(row("10 kalah"), "10 kalah 1 0 0 1");
    // Under its own rule set it is.
    let wrong = folder.file("wrong.toml", &MIXED.replace("gain = 0", "gain = 9"));
    let document = json_ending(1, &["verify", "--rules", "all", &wrong]);
    let tried = &document["claims"][0]["tried"][9];
    assert_eq!((&tried["own"], &tried["verdict"]), (&json!(true), &json!("refuted")));
    let untried = &document["claims"][1]["tried"][9];
    assert_eq!(untried["verdict"], "untried");
    let reason = untried["evidence"]["reason"].as_str().unwrap();
    assert!(reason.starts_with("position: mark \"final\""), "{reason}");
}

#[test]
fn a_value_beyond_the_limits_is_open_and_ends_with_3() {
    let claims = "source = 's'\n[[claim]]\nid = 'value'\nrules = 'kalah'\n\
                  set = { holes = 2, seeds = 1 }\nvalue = 2\n";
    let output = run_with(&["verify", "--rules", "all", "-"], claims);
    // Every rule set has a value of so small a board, and the values may differ.
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let large = claims.replace("holes = 2, seeds = 1", "holes = 8, seeds = 8");
    let output = run_with(&["verify", "--rules", "all", "--nodes", "50", "-"], &large);
    assert_eq!(code(&output), 3);
    assert!(stdout(&output).contains("?*"), "{}", stdout(&output));
}

#[test]
fn rule_files_that_claims_name_are_tried_too() {
    let folder = Folder::made("claims-by-files");
    folder.file("ours.toml", "name = 'ours'\nbase = 'kalah'\n[set]\ncapture = 'none'\n");
    let claim = |id: &str, rules: &str, gain: u8| {
        format!(
            "[[claim]]\nid = '{id}'\nrules = '{rules}'\nposition = '1,0,3/0 0,5,1/0 A'\n\
             line = [{{ play = 'A1', gain = {gain} }}]\n"
        )
    };
    let claims = [claim("ours", "./ours.toml", 0), claim("usual", "kalah", 6)].concat();
    let file = folder.file("claims.toml", &format!("source = 's'\n{claims}"));
    let document = json_of(&["verify", "--rules", "all", &file]);
    let path = folder.path("./ours.toml");
    assert_eq!(document["rule_sets"][10], path);
    let told = |claim: usize, rules: usize| {
        let tried = &document["claims"][claim]["tried"][rules];
        (tried["verdict"].as_str().unwrap().to_owned(), tried["own"].as_bool().unwrap())
    };
    let cell = |verdict: &str, own| (verdict.to_owned(), own);
    assert_eq!([told(0, 9), told(0, 10)], [cell("refuted", false), cell("holds", true)]);
    assert_eq!([told(1, 9), told(1, 10)], [cell("holds", true), cell("refuted", false)]);
}

#[test]
fn what_is_wrong_is_told_and_hides_nothing() {
    let claims = format!("{MIXED}[[claim]]\nid = 'b'\nrules = 'kala'\nlaps = 0\n");
    let output = run_with(&["verify", "--rules", "all", "-", "--format", "json"], &claims);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("claim \"b\", rules: no rule set \"kala\""));
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(document["claims"].as_array().unwrap().len(), 2);
    let file = home().join("positions/claims/congklak.toml");
    let file = file.to_str().unwrap();
    let all = ["verify", "--rules", "all", file];
    assert!(refused(&[&all[..], &["--set", "lap=none"]].concat()).contains("the option lap"));
    assert!(refused(&[&all[..], &["--html", "x.html"]].concat()).contains("no --rules all"));
    assert!(refused(&["verify", "--rules", "kalah", file]).contains("all of these name their own"));
}
