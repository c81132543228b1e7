//! The commands of chong from outside.

use serde_json::{Value, json};

use crate::support::{
    asked, code, interrupted, json_ending, json_of, refused, run, run_with, stderr, stdout, unread,
};

fn chong(args: &[&str]) -> Value {
    json_of(&[&["chong"], args].concat())
}

#[test]
fn solve_has_the_fixed_fields() {
    let found = chong(&["solve", "--holes", "2", "--dice", "4"]);
    assert_eq!((&found["holes"], &found["dice"]), (&json!(2), &json!(4)));
    assert_eq!(found["states"], 1822);
    let probability = found["probability"].as_f64().unwrap();
    assert!((probability - 0.620_941_787_746).abs() < 1e-11);
    assert!((found["value"].as_f64().unwrap() - (2.0 * probability - 1.0)).abs() < 1e-12);
    assert!(found["error"].as_f64().unwrap() < 1e-10);
    assert_eq!(found["stopped"], Value::Null);
}

#[test]
fn a_profile_is_the_options_it_stands_for() {
    let named = chong(&["solve", "--holes", "2", "--profile", "blocked"]);
    let set = ["--set", "king_cell=blocked", "--set", "king_step=no_partner"];
    let set = chong(&[&["solve", "--holes", "2"], &set[..]].concat());
    assert_eq!(named, set);
    assert_eq!(named["states"], 348);
}

#[test]
fn moves_lists_ends_and_throws() {
    let found = chong(&["moves", "--holes", "3", "--throw", "1,3,6,6"]);
    let ends =
        json!([{"way": ["1:K3<>2", "3:S3-6x"], "won": false, "after": "SSK|..k|Sss B opened:A"}]);
    assert_eq!(found["ends"], ends);
    let found = chong(&["moves", "--holes", "3", "--dice", "1"]);
    assert_eq!(found["total"], 6);
    let first = json!({"throw": "1", "weight": 1, "ends": 1, "wins": false, "pass": false});
    let second = json!({"throw": "2", "weight": 1, "ends": 1, "wins": false, "pass": true});
    assert_eq!((&found["throws"][0], &found["throws"][1]), (&first, &second));
    let over = chong(&["moves", "SSK|..k|ssS B opened:A", "--throw", "1,1,1,1"]);
    assert_eq!(over["ends"], json!([]));
}

#[test]
fn play_checks_every_move() {
    let found = chong(&[
        "play",
        "--holes",
        "3",
        "--turn",
        "1,2,3,4 1:K3<>2 4:S3-7",
        "--turn",
        "2,2,2,2 pass",
    ]);
    assert_eq!(found["after"], "SSK|..k|sSs A opened:A");
    assert_eq!(found["turns"][0]["way"], json!(["1:K3<>2", "4:S3-7x"]));
    assert_eq!(found["turns"][1]["way"], json!([]));
    let wrong = |turn: &str| refused(&["chong", "play", "--holes", "3", "--turn", turn]);
    assert!(wrong("1,2,3,4 1:K3<>2 5:S3-8").contains("move 2, 5:S3-8: expected one of 2:S3-5lie"));
    assert!(wrong("1,2,3,4 1:K3<>2").contains("the turn is not over, expected one of 2:S3-5lie"));
    assert!(wrong("1,2,3 1:K3<>2").contains("3 dice, expected 4 (--dice)"));
    assert!(wrong("").contains("0 dice"));
    let won = ["SSK|..k|ssS B opened:A", "--turn", "1,1,1,1"];
    assert!(refused(&[&["chong", "play"], &won[..]].concat()).contains("the game is over"));
}

/// Solving has the same limit on the command line and in the protocol.
#[test]
fn eval_solves_within_its_nodes() {
    let place = ["chong", "eval", "--holes", "3", "--dice", "2", "--exact"];
    for nodes in [1, 1000] {
        let found = json_ending(3, &[&place[..], &["--nodes", &nodes.to_string()]].concat());
        assert_eq!((&found["stopped"], &found["nodes"]), (&json!("nodes"), &json!(nodes)));
        let params = json!({"holes": 3, "dice": 2, "exact": true, "nodes": nodes});
        assert_eq!(asked("chong_evaluate", params), found);
    }
}

#[test]
fn eval_is_exact_where_it_is_asked_to_be() {
    let place = ["eval", "SSK|S.k|sss A opened:A", "--dice", "1", "--exact"];
    let before = chong(&place);
    assert_eq!(before["exact"], true);
    let ranked = chong(&[&place[..], &["--throw", "4"]].concat());
    let ways = ranked["ways"].as_array().unwrap();
    let chance = |way: &Value| way["probability"].as_f64().unwrap();
    assert!(ways.windows(2).all(|two| chance(&two[0]) >= chance(&two[1])));
    assert_eq!(ranked["probability"], ways[0]["probability"]);
    // Each is the value of the position after it, from the other player's side.
    for way in ways.iter().filter(|way| way["won"] == false) {
        let after = way["after"].as_str().unwrap();
        let other = chong(&["eval", after, "--dice", "1", "--exact"]);
        assert!((chance(way) + chance(&other) - 1.0).abs() < 1e-11, "{after}");
    }
}

#[test]
fn eval_estimates_large_boards() {
    let found =
        chong(&["eval", "--holes", "12", "--throw", "1,3,3,6", "--samples", "4", "--width", "2"]);
    assert_eq!(
        (&found["exact"], &found["depth"], &found["samples"]),
        (&json!(false), &json!(2), &json!(4))
    );
    assert_eq!(found["throw"], "1,3,3,6");
    assert!(!found["ways"].as_array().unwrap().is_empty());
    let limited = chong(&["eval", "--holes", "4", "--depth", "9", "--nodes", "2000"]);
    assert_eq!(limited["stopped"], "nodes");
    assert_eq!(limited["exact"], false);
    let over = chong(&["eval", "SSK|..k|ssS B opened:A"]);
    assert_eq!((&over["probability"], &over["exact"]), (&json!(0.0), &json!(true)));
}

#[test]
fn games_repeat_with_their_seed() {
    let rollout = ["rollout", "--holes", "4", "--games", "200", "--seed", "7", "--precision", "0"];
    let found = chong(&rollout);
    assert_eq!(found, chong(&rollout));
    assert_eq!(found["games"], 200);
    let other = [&rollout[..6], &["8", "--precision", "0"]].concat();
    assert_ne!(found, chong(&other));
    let contest =
        ["match", "--holes", "4", "--first", "greedy", "--second", "random", "--games", "100"];
    let found = chong(&contest);
    let counts = ["won", "drawn", "lost"].map(|name| found[name].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 100);
}

#[test]
fn show_and_rules_tell_everything() {
    let found = chong(&["show", "--holes", "3"]);
    assert_eq!(found["position"], "SSS|K.k|sss A");
    assert_eq!(
        found["a"],
        json!({"soldiers": [0, 1, 2], "king": 3, "opened": false, "turned": false})
    );
    assert_eq!(found["winner"], Value::Null);
    let rules = chong(&["rules", "--profile", "dlp"]);
    let options = rules["options"].as_array().unwrap();
    assert_eq!(options.len(), 13);
    assert!(options.iter().any(|one| one["option"] == "king_path" && one["value"] == "advance"));
}

#[test]
fn limits_are_told() {
    let output = run(&[
        "chong", "solve", "--holes", "4", "--dice", "1", "--memory", "4", "--format", "json",
        "--quiet",
    ]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["value"], &found["stopped"]), (&Value::Null, &json!("memory")));
    assert!(found["states"].as_u64().unwrap() > 1000);
    let large = refused(&["chong", "solve", "--holes", "9"]);
    assert!(large.contains("at most 3 x 8") && !large.contains("probably"), "{large}");
}

#[test]
fn wrong_input_is_refused_with_a_reason() {
    let cases: [(&[&str], &str); 12] = [
        (
            &["show", "--holes", "1"],
            "--holes 1: option holes: found \"1\", expected a number from 2 to 28",
        ),
        (
            &["show", "--dice", "5"],
            "--dice 5: option dice: found \"5\", expected a number from 1 to 4",
        ),
        (&["show", "--set", "king"], "--set king: expected OPTION=VALUE"),
        (
            &["show", "--set", "king=1"],
            "no option \"king\" of chong: expected one of dice, king_path",
        ),
        (&["show", "--set", "goal=all"], "expected reach_any or reach_soldier or annihilate"),
        (
            &["show", "--rules", "kalah"],
            "--rules kalah: a rule set of the sowing games, expected --profile",
        ),
        (&["show", "--seeds", "3"], "--seeds 3: chong has no seeds"),
        (&["show", "--profile", "old"], "invalid value 'old'"),
        (&["show", "SSS|K.k|sss A", "--holes", "4"], "3 holes a row, expected 4 (--holes)"),
        (&["show", "SSS|KXk|sss A"], "position: found \"X\""),
        (&["moves", "--throw", "1,2"], "--throw 1,2: 2 dice, expected 4 (--dice)"),
        (&["moves", "--throw", "1,2,3,9"], "die 4 is \"9\""),
    ];
    for (args, message) in cases {
        let found = refused(&[&["chong"], args].concat());
        assert!(found.contains(message), "{args:?}: {found}");
    }
}

#[test]
fn positions_come_from_standard_input_too() {
    let input = "SSS|K.k|sss A\n# a remark\nSSS|K.k A\nSSK|..k|ssS B opened:A\n";
    let output = run_with(&["chong", "show", "-", "--format", "jsonl"], input);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("standard input, line 3: position: 2 rows"));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    // The bad line has a record in its place.
    assert_eq!((lines.len(), &lines[1]["line"]), (3, &json!(3)));
    assert_eq!(lines[2]["winner"], "A");
}

#[test]
fn an_interruption_prints_what_is_known_and_ends_with_130() {
    // Each would take far longer than its limit.
    let cases = [
        "solve --holes 5",
        "eval --depth 9",
        "rollout --games 1000000000 --precision 0",
        "match --first guess --second guess --games 1000000000",
    ];
    for words in cases {
        let args: Vec<&str> = words.split(' ').collect();
        let output =
            interrupted(&[&["chong"], &args[..], &["--format", "json", "--quiet"]].concat());
        assert_eq!((code(&output), stderr(&output)), (130, String::new()), "{words}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["stopped"], "interrupted", "{words}");
        // A question without a proof is open.
        if words.starts_with("solve") {
            assert_eq!(found["probability"], Value::Null);
        }
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let cases: [&[&str]; 4] = [
        &["chong", "moves", "--throw", "1,4,4,4"],
        &["chong", "show"],
        &["chong", "rules"],
        &["chong", "eval", "--throw", "1,4,4,4", "--depth", "1"],
    ];
    for args in cases {
        let output = unread(args);
        assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{args:?}");
    }
}

#[test]
fn a_position_in_which_nobody_can_ever_move_is_over() {
    // A's soldier is behind A's own king on the last cell, B's soldier has arrived: with this goal
    // that does not end the game, and nobody can move. A has one piece more.
    let more = ["s..|...|.SQ A opened:AB", "--dice", "2", "--set", "goal=annihilate"];
    let of = |command: &str, more: &[&str]| chong(&[&[command], more].concat());
    assert_eq!(of("show", &more)["winner"], "A");
    let found = of("eval", &more);
    assert_eq!((&found["probability"], &found["exact"]), (&json!(1.0), &json!(true)));
    let found = of("rollout", &[&more[..], &["--games", "20", "--policy", "random"]].concat());
    assert_eq!((&found["won"], &found["games"]), (&json!(20), &json!(20)));
    // Two kings alone, a step before the end: with one die they can never move.
    let kings = [".q.|...|.Q. A opened:AB", "--dice", "1"];
    assert_eq!(of("show", &kings)["winner"], "nobody");
    let found = of("eval", &kings);
    assert_eq!((&found["probability"], &found["exact"]), (&json!(0.5), &json!(true)));
    // If the king may change places forever, neither player is stuck: endless play is a draw.
    let exchanges = [&more[..], &["--set", "king_path=advance", "--exact"]].concat();
    let found = of("eval", &exchanges);
    assert!((found["probability"].as_f64().unwrap() - 0.5).abs() < 1e-9);
    // With this goal games end here, and are not played on.
    let found = chong(&[
        "match",
        "--first",
        "random",
        "--second",
        "random",
        "--holes",
        "3",
        "--games",
        "100",
        "--set",
        "goal=annihilate",
    ]);
    assert!(found["drawn"].as_u64().unwrap() < 50, "{found}");
    assert!(found["throws"].as_u64().unwrap() < 100 * 200, "{found}");
}

#[test]
fn a_turn_that_reaches_a_legal_end_by_an_unfinished_way_is_refused() {
    // 2 and 4 lead to the same cell as 6; but after the 6 the 2 can still be played.
    let position = ["..S.|....|.s.. A opened:AB", "--dice", "3", "--turn"];
    let play = |turn| [&["chong", "play"], &position[..], &[turn]].concat();
    let message = refused(&play("2,4,6 6:S2-8"));
    assert!(message.contains("the turn is not over, expected one of 2:S8-10"), "{message}");
    assert_eq!(code(&run(&play("2,4,6 2:S2-4 4:S4-8"))), 0);
    // As many dice as possible: the 6 and the 2 are also two dice.
    let most = |turn| [&play(turn)[..], &["--set", "forced=max_dice"]].concat();
    assert_eq!(code(&run(&most("2,4,6 6:S2-8 2:S8-10"))), 0);
    assert!(refused(&most("2,4,6 6:S2-8")).contains("the turn is not over"));
}

#[test]
fn a_single_way_is_searched_as_deep_as_was_asked() {
    let found = chong(&["eval", "--holes", "3", "--dice", "1", "--throw", "2", "--depth", "3"]);
    assert_eq!((&found["depth"], &found["ways"][0]["depth"]), (&json!(3), &json!(3)));
    let one = chong(&["eval", "--holes", "3", "--dice", "1", "--throw", "2", "--depth", "1"]);
    assert_eq!(one["depth"], 1);
    assert_ne!(found["probability"], one["probability"]);
}
