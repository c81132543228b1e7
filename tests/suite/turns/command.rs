//! The command `turns`: fields, errors, limits, interruptions.

use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{Folder, code, home, json_of, outcome, parsed, program, send_interrupt};

/// The exit code, standard output and standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    outcome(&program().arg("turns").args(args).output().unwrap())
}

fn json(args: &[&str]) -> (i32, Value) {
    let (code, out, error) = run(&[args, &["--format", "json"]].concat());
    assert_eq!(error, "", "{args:?}");
    (code, serde_json::from_str(&out).unwrap())
}

const SMALL: [&str; 4] = ["--holes", "4", "--seeds", "4"];

#[test]
fn the_fields_say_what_the_turn_brings() {
    for mode in [&["--exhaustive"][..], &[]] {
        let (code, found) = json(&[&SMALL[..], mode].concat());
        assert_eq!(code, 0);
        assert_eq!(found["position"], "4,4,4,4/0 4,4,4,4/0 A");
        assert_eq!((&found["complete"], &found["positions"]), (&true.into(), &92.into()));
        let harvest = &found["harvest"];
        assert_eq!((&harvest["seeds"], &harvest["proven"]), (&30.into(), &true.into()));
        assert_eq!(harvest["line"].as_array().unwrap().len(), 13);
        let shortest = &found["shortest"];
        assert_eq!((&shortest["target"], &shortest["proven"]), (&17.into(), &true.into()));
        let moves = shortest["line"].as_array().unwrap().len();
        assert_eq!(shortest["moves"], moves);
        assert_eq!(found["at_least"]["moves"], moves);
        assert_eq!(found["fewest_laps"]["laps"], found["at_least"]["laps"]);
        let layers = found["layers"].as_array().unwrap();
        let sum = |field: &str| -> u64 {
            let number = |layer: &Value| match &layer[field] {
                Value::String(text) => text.parse().unwrap(),
                number => number.as_u64().unwrap(),
            };
            layers.iter().map(number).sum()
        };
        assert_eq!(sum("positions"), 92);
        assert_eq!(sum("turns").to_string(), found["turns"].as_str().unwrap());
    }
}

#[test]
fn what_is_out_of_reach_is_null_and_proven_so() {
    let three = ["--holes", "3", "--seeds", "3", "--rules", "dakon"];
    // Donkers and others (2000): on 2 x 3 holes no first turn takes 2n² - n = 15 seeds.
    for mode in ["--exhaustive", "--shortest"] {
        let (code, found) = json(&[&three[..], &["--target", "15", mode]].concat());
        assert_eq!(code, 0);
        assert!(found["shortest"].is_null() && found["fewest_laps"].is_null());
        assert!(found["at_least"].is_null(), "{found}");
        assert_eq!(found["complete"], true);
    }
    let over = "0,0,0/9 0,0,0/9 A over";
    let (code, found) = json(&[over]);
    assert_eq!((code, &found["complete"]), (0, &true.into()));
    assert_eq!(found["harvest"]["line"], serde_json::json!([]));
}

#[test]
fn beams_find_no_more_than_there_is_and_say_what_is_open() {
    let five = ["--holes", "5", "--seeds", "5", "--nodes", "20000"];
    let (code, found) = json(&[&five[..], &["--beam", "50"]].concat());
    assert_eq!(code, 0);
    assert!(found["harvest"]["seeds"].as_u64().unwrap() <= 46);
    let (code, found) = json(&[&five[..], &["--beam", "100000"]].concat());
    assert_eq!((code, &found["harvest"]["seeds"]), (0, &46.into()));
    assert_eq!(found["harvest"]["proven"], true);
    assert_eq!(found["set"]["shortest"]["proven"], true);
    let known = ["--improve", "A1 A2 A2 A3 A1 A4", "--beam", "1"];
    let (code, found) = json(&[&five[..], &known].concat());
    assert_eq!(code, 0);
    assert!(found["harvest"]["seeds"].as_u64().unwrap() >= 20);
}

#[test]
fn wrong_wishes_are_refused_with_the_reason() {
    for (args, reason) in [
        (&["--target", "0"][..], "RA holds 0 of the 32 seeds"),
        (&["--target", "33"], "at most 32"),
        (&["--improve", "A9"], "--improve: move 1, A9"),
        (&["--improve", "A1 B1"], "A is to move"),
        (&["--improve", "A2 A1"], "the turn ends with move 1, A2"),
        (&["--improve", "A1 ?"], "--improve: "),
        (&["--beam", "0"], "--beam"),
        (&["--spill", "x"], "--exhaustive"),
        (&["--exhaustive", "--beam", "5"], "cannot be used with"),
    ] {
        let (code, out, error) = run(&[&SMALL[..], args].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(error.contains(reason), "{args:?}: {error}");
    }
    let (code, _, error) = run(&["-", "--exhaustive", "--spill", "x"]);
    assert!(code == 2 && error.contains("a folder covers one position"), "{error}");
    let file = home().join("Cargo.toml");
    let (code, _, error) =
        run(&[&SMALL[..], &["--exhaustive", "--spill", file.to_str().unwrap()]].concat());
    assert!(code == 4 && error.contains("Cargo.toml"), "{error}");
}

#[test]
fn a_limit_ends_a_proof_with_what_is_known() {
    for (mode, nodes) in [("--exhaustive", "3000"), ("--shortest", "300")] {
        let (code, found) = json(&[mode, "--nodes", nodes]);
        assert_eq!(code, 3, "{mode}");
        assert_eq!((&found["complete"], &found["stopped"]), (&false.into(), &"nodes".into()));
        assert_eq!(found["harvest"]["proven"], false);
        assert!(found["turns"].is_null());
        assert!(found["harvest"]["seeds"].as_u64().unwrap() > 5);
    }
    let (code, found) = json(&["--shortest", "--nodes", "300"]);
    assert_eq!(code, 3);
    assert!(found["at_least"]["moves"].as_u64().unwrap() > 3);
    // If no proof was requested, a limit is not a failure.
    let (code, found) = json(&["--nodes", "3000"]);
    assert_eq!((code, &found["stopped"]), (0, &"nodes".into()));
}

/// An enumeration in a folder that has saved a first checkpoint.
fn under_way(folder: &Folder) -> Child {
    let args = ["--exhaustive", "--spill", folder.text(), "--format", "json"];
    let mut command = program();
    command.arg("turns").args(args).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    while !folder.0.join("manifest").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn an_interruption_tells_what_is_known_and_keeps_the_folder() {
    let folder = Folder::new("turns-command");
    let child = under_way(&folder);
    send_interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let found: Value = parsed(&output);
    assert_eq!((&found["complete"], &found["stopped"]), (&false.into(), &"interrupted".into()));
    assert!(folder.0.join("manifest").exists());
    // The folder can be continued after a kill too, but only for the same enumeration.
    let mut child = under_way(&folder);
    child.kill().unwrap();
    child.wait().unwrap();
    let other = [&SMALL[..], &["--exhaustive", "--spill", folder.text()]].concat();
    let (code, _, error) = run(&other);
    assert!(code == 4 && error.contains("belongs to another enumeration"), "{error}");
    let same = ["--exhaustive", "--spill", folder.text(), "--nodes", "2000"];
    assert_eq!(json(&same).0, 3);
}

/// A board whose positions don't fit in 128 bits: only beams can help.
#[test]
fn the_largest_boards_are_for_beams() {
    let largest = ["--holes", "18", "--seeds", "18", "--nodes", "2000"];
    let (code, found) = json(&largest);
    assert_eq!((code, &found["complete"]), (0, &false.into()));
    assert!(found["harvest"]["seeds"].as_u64().unwrap() > 100);
    let (code, _, error) = run(&[&largest[..], &["--exhaustive"]].concat());
    assert_eq!(code, 2);
    assert!(error.contains("648 seeds in 37 cells"), "{error}");
}

/// Beams for lines that win the set in the fewest moves, in the fewest laps, and for the maximum
/// gain: three searches, even if only the set was requested.
#[test]
fn what_was_asked_for_is_searched_once() {
    let args = ["turns", "--rules", "congklak", "--beam", "20", "--nodes", "3000", "--win-set"];
    let nodes = json_of(&args)["nodes"].as_u64().unwrap();
    assert!((3000..=9000).contains(&nodes), "{nodes}");
}

/// `turns` and `book` describe the same line alike, and say what no turn does.
#[test]
fn lines_are_called_as_in_the_book() {
    let names = |args: &[&str]| {
        let out = outcome(&program().args(args).output().unwrap()).1;
        let names = out.lines().filter(|line| line.starts_with("wins the "));
        let names = names.filter_map(|line| Some(line.split_once(": ")?.0.to_owned()));
        names.collect::<Vec<String>>()
    };
    let expected = [
        "wins the round, fewest moves",
        "wins the round, fewest laps",
        "wins the set, fewest moves",
        "wins the set, fewest laps",
    ];
    assert_eq!(names(&["book", "congklak"]), expected);
    let turns = ["turns", "--rules", "congklak", "--nodes", "1000"];
    assert_eq!(names(&turns), expected);
    let none = run(&["--rules", "congklak", "--owned", "48", "--nodes", "10"]).1;
    assert!(none.contains("\nwins the round: no turn does\n"), "{none}");
}

/// A requested result is printed once, a line found for another goal counts for it, and impossible
/// goals are not called open.
#[test]
fn lines_to_a_target_agree_with_the_others() {
    let turns = |more: &[&str]| {
        let args = ["--rules", "dakon", "--no-board", "--nodes", "20000"];
        run(&[&args[..], &["--threads", "1"], more].concat()).1
    };
    let set = turns(&["--win-set"]);
    assert!(set.contains("wins the set, fewest laps: 90 moves, 146 laps,"), "{set}");
    assert!(!set.contains("none found"), "{set}");
    // The line that wins the set gains 121 seeds.
    let most = turns(&["--target", "121"]);
    let laps = most.lines().find(|line| line.starts_with("121 in the store, fewest laps")).unwrap();
    let laps = laps.split(" laps,").next().unwrap();
    let laps: u32 = laps.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(laps <= 146, "{most}");
    // No turn gains more than 125.
    let none = turns(&["--target", "126"]);
    assert!(none.contains("126 in the store: no turn gains that many\n"), "{none}");
    let alone = turns(&["--beam", "10"]);
    assert!(alone.contains("book      also has this opening"), "{alone}");
}
