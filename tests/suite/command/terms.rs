//! Results name their assumptions, and positions may be written as people write them.

use serde_json::json;

use crate::support::{json_lines, json_of, refused, run, stdout, told_limits, words};

fn text(args: &[&str]) -> String {
    stdout(&run(args))
}

/// A forgotten `--rules` is noticed at once.
#[test]
fn every_command_with_a_position_says_the_rules() {
    let changed = ["--rules", "congklak", "--holes", "4", "--set", "lone=stay"];
    for command in [
        &["moves"][..],
        &["play", "--line", "A1"],
        &["perft", "1"],
        &["eval", "--depth", "1"],
        &["solve", "--nodes", "10"],
        &["turns", "--nodes", "10"],
    ] {
        let text = text(&[command, &changed].concat());
        let first = text.lines().next().unwrap();
        let rules = "rules   congklak, 2 x 4 holes, 7 seeds a hole; lone = stay";
        assert!(first.starts_with(rules), "{first}");
        // The version is shown with the limits, or without limits with the rules.
        let version = concat!("chongkak ", env!("CARGO_PKG_VERSION"));
        assert_eq!(text.matches(version).count(), 1, "{text}");
        let all = [command, &changed, &["--format", "json"]].concat();
        let document: serde_json::Value = serde_json::from_str(&stdout(&run(&all))).unwrap();
        let rules = json!({"name": "congklak", "holes": 4, "seeds": 7, "set": {"lone": "stay"}});
        assert_eq!(document["rules"], rules, "{command:?}");
        assert_eq!(document["version"], chongkak::VERSION, "{command:?}");
    }
    // The rules are those of the position, not those of the default board.
    let small = json_of(&["moves", "1,0,3/0 0,5,1/0 A"]);
    assert_eq!(small["rules"]["holes"], 3);
}

/// The same for results without a single position, or about two players.
#[test]
fn what_is_of_a_whole_rule_set_says_which() {
    let small = ["--rules", "congklak-six", "--holes", "3", "--seeds", "2"];
    let changed = [&small[..], &["--set", "lone=bank"]].concat();
    let board = json!({"name": "congklak-six", "holes": 3, "seeds": 2, "set": {"lone": "bank"}});
    let six = json!({"name": "congklak-six", "holes": 6, "seeds": 6, "set": {}});
    let of_board = "rules   congklak-six, 2 x 3 holes, 2 seeds a hole; lone = bank (chongkak ";
    let of_six = "rules   congklak-six, 2 x 6 holes, 6 seeds a hole (chongkak ";
    for (command, rules, line) in [
        ("match --first biggest --second random --rounds 2", &board, of_board),
        ("start", &board, of_board),
        ("start play --line A2,B2", &board, of_board),
        ("systems", &board, of_board),
        ("set solve", &board, of_board),
        ("book congklak-six", &six, of_six),
        ("set table congklak-six", &six, of_six),
    ] {
        let more = if *rules == board { &changed[..] } else { &[] };
        let args = [&words(command)[..], more].concat();
        let told = text(&args);
        assert!(told.starts_with(line), "{command}: {told}");
        let found = json_of(&args);
        assert_eq!(
            (&found["rules"], &found["version"]),
            (rules, &json!(chongkak::VERSION)),
            "{command}"
        );
    }
    // One book has boards of several sizes.
    let dakon = text(&["book", "dakon-openings"]);
    assert!(dakon.starts_with("rules   dakon, 2 x n holes, n seeds a hole (chongkak "));
    assert_eq!(json_of(&["book", "dakon-openings"])["rules"], json!(null));
}

#[test]
fn limits_are_told() {
    let limits = ["--nodes", "500", "--time", "60", "--memory", "8", "--threads", "1"];
    let document = json_of(&[&["eval", "--depth", "2"][..], &limits].concat());
    let expected = json!({"depth": 2, "nodes": 500, "seconds": 60.0, "memory": 8, "threads": 1});
    assert_eq!(told_limits(&document), expected);
    let text = text(&[&["eval", "--depth", "2"][..], &limits].concat());
    let told = "limits  depth 2, 500 nodes, 60 s, 8 MiB, 1 thread; chongkak ";
    assert!(text.contains(told), "{text}");
    let usual = json_of(&["turns", "--rules", "kalah", "--holes", "2"]);
    assert_eq!(
        (&usual["limits"]["seconds"], &usual["limits"]["nodes"]),
        (&json!(5.0), &json!(null))
    );
}

/// A missing hole shows in the number of seeds.
#[test]
fn an_unusual_number_of_seeds_is_told() {
    let seeds = "seeds   97 in all, not the 98 of a full board";
    let args = ["--rules", "congklak", "--depth", "1"];
    let odd = "7,7,7,7,7,7,6/0 7,7,7,7,7,7,7/0";
    assert!(text(&[&["eval", odd][..], &args].concat()).contains(seeds));
    let full = "7,7,7,7,7,7,6/1 7,7,7,7,7,7,7/0";
    assert!(!text(&[&["eval", full][..], &args].concat()).contains("in all, not"));
    assert!(text(&["show", odd, "--rules", "congklak"]).contains("97 in all"));
}

#[test]
fn the_board_may_be_left_out() {
    let with = text(&["moves", "--holes", "3"]);
    let without = text(&["moves", "--holes", "3", "--no-board"]);
    assert!(with.contains('┌') && !without.contains('┌'), "{without}");
    assert!(without.contains("board   9,9,9/0 9,9,9/0 A\n\n"), "{without}");
    let trace = text(&["play", "--holes", "3", "--line", "A1", "--trace", "--no-board"]);
    assert!(!trace.contains('┌') && trace.contains("lifts A1"), "{trace}");
}

#[test]
fn positions_are_read_as_the_board_is_drawn() {
    let plain = "7,0,7,7,8,8,1/3 7,7,7,7,0,8,8/2 B";
    let drawn = ["7, 7,7,7,0,8,8 / 2", "1,8,8,7,7,0,7/3", "b"];
    for command in ["show", "moves", "eval"] {
        let limit: &[&str] =
            if command == "eval" { &["--depth", "1", "--threads", "1"] } else { &[] };
        let of_drawn = json_of(&[&[command, "--as-drawn"], &drawn[..], limit].concat());
        assert_eq!(of_drawn, json_of(&[&[command, plain], limit].concat()), "{command}");
        assert_eq!(of_drawn["position"], plain);
    }
    // The notation that `show` prints is accepted.
    let shown = text(&["show", "--as-drawn", "--holes", "3"]);
    let form = shown.lines().find_map(|line| line.strip_prefix("--as-drawn ")).unwrap();
    let form = form.trim_matches('"');
    assert_eq!(text(&["show", "--as-drawn", form, "--holes", "3"]), shown);
    let wrong = refused(&["show", "--as-drawn", "1,2/0 3,q/0"]);
    assert!(wrong.contains("hole A1") && wrong.ends_with("1,2/0 3,q/0\n          ^\n"), "{wrong}");
}

/// A line from a book, and one printed by `play`.
#[test]
fn lines_are_read_as_they_are_printed() {
    let plain = text(&["play", "--owned", "99", "--line", "A1 A7"]);
    for line in ["1. A1 2. A7", "A1-A7", "A1;A7", "1.A1 7"] {
        assert_eq!(text(&["play", "--owned", "99", "--line", line]), plain, "{line}");
    }
}

/// Besides the best move the text names those that may be as good: their bounds allow it.
#[test]
fn moves_that_may_be_as_good_are_named() {
    let asked = "eval --threads 1 --no-board --nodes 2300k --format";
    let position = "8,0,9,8,1,8,9/3 7,8,8,8,0,9,9/3 A";
    let told = |format| stdout(&run(&[words(asked), vec![format, position]].concat()));
    let record = &json_lines(&told("jsonl"))[0];
    let moves = record["moves"].as_array().unwrap();
    let open: Vec<_> = (moves.iter())
        .filter(|found| found["exact"] == false && found["upper"] == record["value"])
        .map(|found| found["move"].as_str().unwrap())
        .collect();
    assert!(!open.is_empty(), "{record}");
    let ties = record["ties"].as_array().unwrap();
    let best: Vec<_> = ties.iter().map(|best| best.as_str().unwrap()).collect();
    let line = format!("\nbest    {}; perhaps {} too\n", best.join(" "), open.join(" "));
    let text = told("text");
    assert!(text.contains(&line), "{text}");
}
