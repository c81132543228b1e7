//! The program from outside: fields that other programs use, exit codes, wrong usage.

use serde_json::{Value, json};

use crate::support::{SEVEN, code, json_of, parsed, refused, run, stderr, stdout, words};

/// Numbers of 1 have singular nouns.
#[test]
fn one_is_no_plural() {
    for (command, told) in [
        ("perft 1 --holes 1 --seeds 1", "depth 1: 1 leaf\n"),
        ("perft 1 --holes 2 --seeds 1", "depth 1: 2 leaves\n"),
        ("match --holes 2 --seeds 1 --rounds 1 --first random --second random", ", 1 round, "),
    ] {
        let text = stdout(&run(&words(command)));
        assert!(text.contains(told), "{command}: {text}");
    }
    let message = refused(&["show", "1,1/0 1/0 A"]);
    assert!(message.contains("row B has 1"), "{message}");
    let message = refused(&["show", "1/0 1,1/0 A"]);
    assert!(message.contains("row A has 1 hole and"), "{message}");
    let message = refused(&["play", "1/0 1/0 A", "--line", "A2"]);
    assert!(message.contains("a row has 1 hole;"), "{message}");
}

#[test]
fn every_lap_is_told_when_it_is_asked_for() {
    let traced = json_of(&["play", SEVEN, "--line", "A1 A7", "--trace"]);
    let relay = json!({"from": "B9", "seeds": 10, "last": "RA", "held": 20});
    assert_eq!(traced["line"][1]["trace"][1], relay);
    let plain = json_of(&["play", SEVEN, "--line", "A1 A7"]);
    assert_eq!(plain["line"][1].get("trace"), None);
}

#[test]
fn an_illegal_move_names_the_move_its_number_and_the_legal_ones() {
    let error = refused(&["play", SEVEN, "--line", "A1 A1"]);
    assert!(error.contains("move 2, A1: the hole holds no seeds; legal: A2 A3"), "{error}");
    assert!(error.contains("  A1 A1\n     ^^"), "{error}");
    let error = refused(&["play", SEVEN, "--line", "A1 7q"]);
    assert!(error.contains("move 2: found \"7q\""), "{error}");
    let error = refused(&["play", "1,0/0 1,0/0 A over", "--line", "A1"]);
    assert!(error.contains("the round is over"), "{error}");
}

#[test]
fn perft_counts_and_divides() {
    let document = json_of(&["perft", "4", "--rules", "kalah"]);
    assert_eq!(document["depth"], 4);
    assert_eq!((&document["nodes"], &document["at_least"]), (&942.into(), &Value::Null));
    assert_eq!(document["position"], "4,4,4,4,4,4/0 4,4,4,4,4,4/0 A");
    let document = json_of(&["perft", "2", "--rules", "kalah", "--divide", "--threads", "2"]);
    let parts = document["divide"].as_array().unwrap();
    assert_eq!(parts.iter().map(|p| p["nodes"].as_u64().unwrap()).sum::<u64>(), 35);
    assert_eq!(json_of(&["perft", "0"])["nodes"], 1);
    assert_eq!(json_of(&["perft", "9", "1,0/0 1,0/0 B over"])["nodes"], 1);
}

#[test]
fn a_perft_that_runs_out_of_time_says_so() {
    let output = run(&["perft", "40", "--time", "0.1", "--format", "json"]);
    assert_eq!(code(&output), 3);
    let document = parsed(&output);
    assert_eq!(document["nodes"], Value::Null);
    assert!(document["at_least"].is_u64() && document["divide"].is_array());
    assert!(stderr(&output).contains("time limit"), "{}", stderr(&output));
}

#[test]
fn a_solver_that_reaches_a_limit_prints_bounds_and_ends_with_3() {
    for limit in [["--nodes", "20000"], ["--time", "0.2"]] {
        let solve = ["solve", "--fresh", "--memory", "8", "--format", "json"];
        let output = run(&[&solve[..], &limit[..]].concat());
        assert_eq!(code(&output), 3);
        let document = parsed(&output);
        assert_eq!((&document["value"], &document["exact"]), (&Value::Null, &json!(false)));
        assert!(document["lower"].as_i64() < document["upper"].as_i64());
    }
    assert!(refused(&["solve", "--set", "store=far"]).contains("positions can recur"));
}

#[test]
fn rules_show_every_option_with_its_sentence() {
    let document = json_of(&["rules", "conglak"]);
    assert_eq!(document["name"], "conglak");
    let options = document["options"].as_array().unwrap();
    assert_eq!(options.len(), chongkak::rules::OPTION_NAMES.len());
    let end = options.iter().find(|o| o["option"] == "end").unwrap();
    assert_eq!(end["value"], "side-empty");
    assert!(end["sentence"].as_str().unwrap().contains("runs out of stones"));
    assert_eq!(json_of(&["rules"]).as_array().unwrap().len(), 10);
    assert_eq!(stdout(&run(&["rules", "--format", "jsonl"])).lines().count(), 10);
    let changed = json_of(&["rules", "conglak", "--set", "lap=circuit", "--holes", "5"]);
    let lap = changed["options"].as_array().unwrap().iter().find(|o| o["option"] == "lap").unwrap();
    assert_eq!(lap["value"], "circuit");
    assert!(lap["note"].as_str().unwrap().contains("overrides the rule set"));
}

#[test]
fn show_draws_the_board_with_hole_names() {
    let text = stdout(&run(&["show", "1,x,3p/4 5,6,7/8 A"]));
    for part in ["B1", "A3", "RA 4", "RB 8", "x", "3p", "A to move", "1,x,3p/4 5,6,7/8 A"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let lines: Vec<&str> = text.lines().collect();
    // A3 is opposite B1: they are in one column.
    assert_eq!(lines[0].find("B1"), lines[6].find("A3"));
    assert_eq!(json_of(&["show", SEVEN])["owned"], json!([99, 63]));
}

#[test]
fn openings_follow_the_options() {
    let position = |args: &[&str]| json_of(&[&["show"], args].concat())["position"].clone();
    assert_eq!(position(&["--owned", "97"]), "9,9,9,9,9,9,9,9,9/16 x,x,9,9,9,9,9,9,9/2 A");
    assert_eq!(
        position(&["--rules", "conglak", "--holes", "3", "--seeds", "2", "--mover", "B"]),
        "2,2,2/0 2,2,2/0 B"
    );
    assert_eq!(position(&["--set", "holes=2", "--set", "seeds=1"]), "1,1/0 1,1/0 A");
    assert!(refused(&["show", "--owned", "8"]).contains("the set is over"));
    assert!(refused(&["show", "--owned", "999"]).contains("at most the 162"));
}

#[test]
fn wrong_usage_is_refused_with_what_was_expected() {
    for (args, part) in [
        (&["moves", "--rules", "overbek"][..], "overbeck"),
        (&["rules", "congklakk"], "congklak"),
        (&["moves", "--set", "lap"], "expected OPTION=VALUE"),
        (&["moves", "--set", "lap=twice"], "expected none or passed or circuit"),
        (&["moves", "--set", "laps=none"], "no option \"laps\""),
        (&["moves", "--holes", "19"], "a number from 1 to 18"),
        (&["moves", "--seeds", "0"], "a number from 1 to 18"),
        (&["moves", "1,1/0 1,1/0 A", "--holes", "3"], "has 2 holes a row, expected 3"),
        (&["moves", "1,1/0 1,1/0 A", "--owned", "9"], "cannot be used with"),
        (&["moves", "--mover", "C"], "expected A or B"),
        (&["moves", "1,q/0 1,1/0 A"], "    ^"),
        (&["moves", "0,0/0 1,1/0 A"], "no open hole"),
        (&["moves", "1,1/0 1,1/0 A final", "--rules", "kalah"], "only under end = stalled"),
        (&["perft", "-1"], "-1"),
        (&["moves", "--owned", "x"], "expected a whole number of seeds"),
        (&["moves", "1,4000/0 1,1/0 A"], "hole A2: found \"4000\", expected at most 1023"),
        (&["moves", "1000,20/0 10,1/0 A"], "1000,20/0 10,1/0 A"),
        (&["perft"], "DEPTH"),
        (&["perft", "x"], "DEPTH"),
        (&["eval", "--depth", "0"], "expected a whole number from 1 to 1000"),
        (&["eval", "--time", "-5"], "-5"),
        (&["eval", "--time", "soon"], "expected a time above 0"),
        (&["eval", "--time", "nan"], "expected a time above 0"),
        (&["eval", "--threads", "0"], "expected a whole number from 1 to 1024"),
        (&["play"], "--line"),
        (&["mvoes"], "moves"),
        (&["verify", "no/such/file.toml"], "no/such/file.toml: there is no such file"),
        (&["verify", "src"], "no claim file in this folder"),
    ] {
        let output = run(args);
        let error = stderr(&output);
        assert_eq!(code(&output), 2, "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn a_position_may_be_given_as_several_words() {
    let output = run(&["show", "1,1/0", "1,1/0", "B", "over", "--format", "jsonl"]);
    assert!(stdout(&output).contains("\"1,1/0 1,1/0 B over\""));
}

#[test]
fn final_turns_and_recurring_positions_are_told() {
    let told = stdout(&run(&["play", "0,0,1/0 1,0,0/0 A", "--line", "A3"]));
    assert!(told.contains("B to move, a final turn: A has nothing to lift"), "{told}");
    let far = ["play", "1,1/0 0,0/1 A final", "--line", "A1 B1", "--set", "store=far"];
    assert!(stdout(&run(&far)).contains("the position occurred before: the round is over"));
}

#[test]
fn colour_appears_only_when_asked_for() {
    let styled = |args: &[&str]| run(args).stdout.contains(&0x1b);
    assert!(!styled(&["moves"]));
    assert!(styled(&["moves", "--color", "always"]));
    assert!(!styled(&["moves", "--color", "never"]));
    assert!(!styled(&["moves", "--color", "always", "--format", "json"]));
}
