//! The command `infer`: evidence, answers, exit codes.

use chongkak::claims::ClaimFile;
use chongkak::control::Control;
use chongkak::infer::{Evidence, Inference, infer};
use serde_json::{Value, json};

use crate::support::{
    Folder, code, home, json_ending, json_of, run, run_with, stderr, stdout, words,
};

/// An observed capture, and the same move without one.
const CAPTURE: &str = "source = \"s\"\n[[claim]]\nid = \"seen\"\nrules = \"overbeck\"\n\
                       position = \"1,0,3/0 0,5,1/0 A\"\nline = [{ play = \"A1\", gain = 6 }]\n";
const NO_CAPTURE: &str = "[[claim]]\nid = \"denied\"\nrules = \"overbeck\"\n\
                          position = \"1,0,3/0 0,5,1/0 A\"\nline = [{ play = \"A1\", gain = 0 }]\n";

/// Infers from claims through the library.
fn inferred(claims: &str, among: &[&str]) -> Inference {
    let mut evidence = Evidence::default();
    for claim in ClaimFile::read(claims).unwrap().claims {
        evidence.add_claim("seen.toml", &claim).unwrap();
    }
    let among: Vec<String> = among.iter().map(|&name| name.to_owned()).collect();
    infer(&evidence, &among, Control::none()).unwrap().unwrap()
}

#[test]
fn a_capture_decides_capture_and_lap() {
    let found = inferred(CAPTURE, &[]);
    assert_eq!((found.combinations, found.fit), (9, 1));
    let left = |name: &str| found.options.iter().find(|left| left.name == name).unwrap();
    assert_eq!(left("capture").allowed, ["both"]);
    assert_eq!(left("lap").allowed, ["none"]);
    let excluded = serde_json::to_value(&left("capture").excluded).unwrap();
    let excluded = excluded.as_array().unwrap().iter();
    let by: Vec<_> = excluded.map(|one| (&one["claim"], &one["move"])).collect();
    let seen = json!("seen");
    assert_eq!(by, [(&seen, &json!(1)), (&seen, &json!(1))]);
    assert!(found.conflict.is_empty());
    let folder = Folder::made("infer-capture");
    let path = folder.file("seen.toml", CAPTURE);
    let text = stdout(&run(&["infer", &path]));
    assert!(text.contains("fit           1 of 9 combinations"), "{text}");
    assert!(text.contains("not opposite or none: seen, move 1, A1: gain 6"), "{text}");
}

/// A player who stops after a seed in the store had the choice. Without a stop the value is not
/// tried, unless the option is named: no move shows that a player could have stopped.
#[test]
fn a_stop_in_the_evidence_decides_for_the_choice() {
    let told = |line: &str| {
        format!(
            "source = \"s\"\n[[claim]]\nid = \"seen\"\nrules = \"overbeck\"\n\
             position = \"2,3/0 1,1/0 A\"\nline = [{line}]\n"
        )
    };
    let left = |found: &Inference| {
        let option = found.options.iter().find(|left| left.name == "store_last").unwrap();
        option.allowed.clone()
    };
    let stop = inferred(&told("{ play = \"A1s\" }, { play = \"B1\" }"), &[]);
    assert_eq!(left(&stop), ["may"]);
    let on = told("{ play = \"A1\" }, { play = \"A2\" }");
    assert_eq!(left(&inferred(&on, &[])), ["again"]);
    assert_eq!(left(&inferred(&on, &["store_last"])), ["again", "may"]);
}

#[test]
fn options_that_are_not_among_those_named_stay() {
    let folder = Folder::made("infer-among");
    let path = folder.file("seen.toml", CAPTURE);
    let found = inferred(CAPTURE, &["lap", "end"]);
    let mut names: Vec<&str> = found.options.iter().map(|left| left.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["end", "lap"]);
    assert_eq!((found.combinations, found.fit), (3, 1));
    // Names may have blanks between them.
    let told = json_of(&["infer", &path, "--among", "lap, end"]);
    assert_eq!((&told["combinations"], &told["fit"]), (&json!(3), &json!(1)));
    let output = run(&["infer", &path, "--among", "holes"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("first_round"), "{}", stderr(&output));
}

#[test]
fn contradicting_evidence_ends_with_1_and_names_the_statements() {
    let folder = Folder::made("infer-conflict");
    let path = folder.file("both.toml", &[CAPTURE, NO_CAPTURE].concat());
    let found = json_ending(1, &["infer", &path]);
    assert_eq!(found["fit"], 0);
    let named = |value: &Value| value["claim"].as_str().unwrap().to_owned();
    let conflict: Vec<_> = found["conflict"].as_array().unwrap().iter().map(named).collect();
    assert_eq!(conflict, ["seen", "denied"]);
    assert_eq!(found["decide"], json!([]));
    let text = stdout(&run(&["infer", &path]));
    assert!(text.contains("2 statements that contradict each other"), "{text}");
}

/// A statement that no rules allow conflicts only with itself.
#[test]
fn one_statement_may_be_enough_of_a_conflict() {
    let folder = Folder::made("infer-one");
    let path = folder.file("one.toml", &CAPTURE.replace("gain = 6", "gain = 50"));
    let output = run(&["infer", &path]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1);
    assert!(text.contains("conflict      a statement that no rules satisfy\n"), "{text}");
}

/// Two observations are shown, the most informative first, and all on request.
#[test]
fn what_would_decide_more_is_told_shortly() {
    let asked = ["infer", "overbeck", "--examples"];
    let all = json_of(&asked)["decide"].as_array().unwrap().clone();
    assert!(all.len() > 2, "{all:?}");
    let options = |wish: &Value| wish["decides"].as_array().unwrap().len();
    let wishes = |text: &str| -> Vec<usize> {
        let (_, wishes) = text.split_once("to narrow further\n").unwrap();
        let heads = wishes.lines().filter(|line| !line.starts_with("    "));
        let heads = heads.filter_map(|line| line.split_once(": "));
        heads.map(|(names, _)| names.split(", ").count()).collect()
    };
    let mut most: Vec<usize> = all.iter().map(options).collect();
    most.sort_by(|a, b| b.cmp(a));
    let text = stdout(&run(&asked));
    assert_eq!(wishes(&text), most[..2]);
    let more = format!("\n  and {} more (--all shows them)\n", all.len() - 2);
    assert!(text.contains(&more), "{text}");
    let text = stdout(&run(&[&asked[..], &["--all"]].concat()));
    assert_eq!(wishes(&text), most);
    assert!(!text.contains("--all"), "{text}");
}

/// Of an observation with five outcomes four are shown.
#[test]
fn outcomes_that_are_not_shown_are_counted() {
    let again = "source = \"s\"\n[[claim]]\nid = \"again\"\nrules = \"overbeck\"\n\
                 position = \"1,0,1/0 1,0,0/0 A\"\nline = [{ play = \"A3\", outcome = \"again\" }]\n";
    let found = run_with(&["infer", "-", "--format", "json"], again);
    let found: Value = serde_json::from_str(&stdout(&found)).unwrap();
    let decide = found["decide"].as_array().unwrap();
    let outcomes = |one: &Value| one["outcomes"].as_array().unwrap().len();
    assert!(decide.iter().any(|one| outcomes(one) == 5), "{found}");
    let text = stdout(&run_with(&["infer", "-"], again));
    assert!(text.contains("    or 1 other outcome (--all shows them)\n"), "{text}");
    assert!(text.contains(" other outcomes (--all shows them)\n"), "{text}");
}

/// A set played by one rule set is evidence for it: moves, results, refills, starters.
#[test]
fn a_recorded_set_is_evidence() {
    let set = "set play --rules congklak-six --holes 3 --seeds 2 --a greedy --b biggest --seed 2";
    let record = stdout(&run(&set.split(' ').collect::<Vec<_>>()));
    assert!(record.contains("round 2"), "{record}");
    let output = run_with(&["infer", "-", "--format", "json"], &record);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&found["claims"], &found["records"]), (&json!(0), &json!(1)));
    assert!(found["combinations"].as_u64() > Some(100), "{found}");
    let shown = json_of(&["rules", "congklak-six"]);
    let set: Vec<(&str, &Value)> = shown["options"].as_array().map_or(Vec::new(), |options| {
        options.iter().map(|o| (o["option"].as_str().unwrap(), &o["value"])).collect()
    });
    assert!(!set.is_empty(), "{shown}");
    for (option, value) in set {
        let Some(left) = found["options"].get(option) else {
            let never = ["holes", "seeds", "layout", "first_hole", "best_of"];
            assert!(never.contains(&option), "{option}");
            continue;
        };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        assert!(left["allowed"].as_array().unwrap().contains(&json!(value)), "{option}: {left}");
    }
    // Another result is not evidence for any rules, and the record gives its place.
    let other = record.replacen("result: ", "result: 1", 1);
    let output = run_with(&["infer", "-", "--format", "json"], &other);
    assert_eq!(code(&output), 1);
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    // Under rules that forbid an earlier move the result is not reached: the illegal move counts.
    let conflict = found["conflict"].as_array().unwrap();
    assert!(conflict.iter().all(|one| one["claim"] == "round 1"), "{conflict:?}");
    assert_eq!(conflict.last().unwrap()["what"], "result");
}

/// A round that both start: the joint turn is played under all rules of play.
#[test]
fn a_round_that_both_begin_is_evidence() {
    let set = "set play --rules congklak-six --holes 3 --seeds 2 --together=A2,B2 --a greedy \
               --b greedy";
    let record = stdout(&run(&set.split_whitespace().collect::<Vec<_>>()));
    assert!(record.contains("\nstart: "), "{record}");
    let output = run_with(&["infer", "-", "--format", "json"], &record);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    // The model of the joint start supports only the near store.
    assert_eq!(found["options"]["store"]["allowed"], json!(["near"]));
}

#[test]
fn bad_evidence_ends_with_2_and_nothing_is_concluded() {
    let folder = Folder::made("infer-bad");
    let good = folder.file("good.toml", CAPTURE);
    let bad = folder.file("bad.toml", &CAPTURE.replace("overbeck", "overbek"));
    let output = run(&["infer", &good, &bad]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert!(stderr(&output).contains("claim \"seen\", rules: no rule set"), "{}", stderr(&output));
    let output = run_with(&["infer", "-"], "rules: overbeck\nround 2: A\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("line 2, column 1"), "{}", stderr(&output));
    let output = run(&["infer", &good, "--rules", "kalah"]);
    assert_eq!(code(&output), 2);
    let output = run(&["infer", &good, "--examples"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("example = true"), "{}", stderr(&output));
}

#[test]
fn the_examples_of_a_source_are_marked() {
    let path = home().join("positions/claims/overbeck.toml");
    let found = json_of(&["infer", path.to_str().unwrap(), "--examples"]);
    assert_eq!((&found["claims"], &found["fit"]), (&json!(2), &json!(1)));
}

/// The page of claims says for each source what it proves, without claims about other rules and
/// variations.
#[test]
fn shipped_claims_are_those_about_the_rules_of_their_name() {
    let page = std::fs::read_to_string(home().join("docs/CLAIMS.md")).unwrap();
    for name in ["overbeck", "conglak", "congklak-six", "congklak", "dakon"] {
        let found = json_of(&["infer", name]);
        let row = format!("{} | {} of {} |", found["claims"], found["fit"], found["combinations"]);
        let row = row.replace('"', "");
        let told = page.lines().find(|line| line.starts_with(&format!("| {name} |")));
        assert!(told.is_some_and(|told| told.ends_with(&row)), "{name}: {row}, {told:?}");
    }
}

/// Each source says who starts the next round, and its claims leave no other value.
#[test]
fn the_starter_is_decided_by_the_claims() {
    for (name, starter) in [
        ("overbeck", "last-mover"),
        ("congklak", "round-winner"),
        ("conglak", "round-winner"),
        ("congklak-six", "round-winner"),
    ] {
        let text = stdout(&run(&["infer", name]));
        assert!(text.contains(&format!("\nstarter       {starter}\n")), "{text}");
    }
}

/// Closed holes are equivalent to at most zero protected ones, so that is not excluded.
#[test]
fn none_protected_is_left_where_closed_is() {
    let played = "set play --holes 3 --seeds 2 --set short=ngacang --set max_protected=0 --a random --b random";
    let folder = Folder::made("infer-none-protected");
    let among = "--among=short,max_protected";
    let mut decided = 0;
    for seed in 1..30 {
        let mut args: Vec<&str> = words(played).to_vec();
        let seed = seed.to_string();
        args.extend(["--seed", &seed]);
        let record = folder.file("record", &stdout(&run(&args)));
        let found = json_of(&["infer", &record, among]);
        let none = json!("0");
        let left = &found["options"]["max_protected"];
        let allowed = left["allowed"].as_array().unwrap();
        assert!(allowed.contains(&none), "{found}");
        let told = stdout(&run(&["infer", &record, among]));
        let excludes = found["options"]["short"]["excluded"] != json!([]);
        assert_eq!(told.contains("not ngacang with a protected hole"), excludes, "{told}");
        decided += u32::from(excludes);
    }
    assert!(decided > 0);
    // Nothing says that closed holes are so if none can be.
    let found = inferred(CAPTURE, &["max_protected"]);
    assert_eq!(found.options[0].allowed[0], "0");
}
