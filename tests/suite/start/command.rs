//! `start` and `start play` from outside: fields, exit codes, bad input; and lines of joint
//! choices.

use serde_json::{Value, json};

use crate::support::{code, interrupted, json_of, refused, run, run_with, stderr, stdout, words};

const THREE: [&str; 5] = ["start", "--holes", "3", "--seeds", "2"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&THREE, more].concat()
}

#[test]
fn a_round_that_cannot_be_started_together_is_refused_with_the_reason() {
    for (position, reason) in [
        ("1,1/0 1,1/0 A over", "the round is over"),
        ("1,1/0 1,1/0 A final", "never final"),
        ("1,1/0 0,0/2 A", "B has no open hole"),
    ] {
        assert!(refused(&["start", position]).contains(reason), "{position}");
        assert!(refused(&["start", "play", position, "--line", ""]).contains(reason));
    }
    let far = refused(&with(&["--set", "store=far"]));
    assert!(far.contains("recur") && far.contains("store = near"), "{far}");
    assert!(refused(&with(&["--tie", "c"])).contains("coin"));
    let output = run_with(&["start", "-", "--format", "jsonl"], "1,1/0 1,1/0 A\n1,1/0 0,0/2 A\n");
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 2));
    assert!(stderr(&output).contains("line 2"));
}

#[test]
fn a_proof_that_reaches_a_limit_prints_bounds_and_ends_with_3() {
    for (tie, told) in [("coin", "win and concede, proven"), ("a", "proven bounds")] {
        let command = format!("start --holes 4 --exact --states 10 --tie {tie}");
        let output = run(&words(&command));
        assert_eq!(code(&output), 3);
        let text = stdout(&output);
        assert!(text.contains(told), "{text}");
    }
}

const FEW: &str = "--trees 2 --iterations 20 --nodes 50 --threads 1";

#[test]
fn bounds_have_their_old_name() {
    let args = format!("start --holes 5 --seeds 5 {FEW} --bounds");
    let old = args.replace("--bounds", "--estimate");
    let [once, again] = [&args, &old].map(|args| stdout(&run(&words(args))));
    assert_eq!(once, again);
    assert!(once.contains("search  2 trees for each pair, 20 plays each, "), "{once}");
}

/// Bounds are printed as a range, rounded outwards, and proven ones are marked.
#[test]
fn the_text_of_bounds_agrees_with_their_json() {
    let from_to = |[low, high]: [f64; 2], to: &str| {
        let sign = |number: f64| match number == 0.0 {
            true => "0".to_owned(),
            false => format!("{number:+}"),
        };
        format!("{}{to}{}", sign(low.floor()), sign(high.ceil()))
    };
    for tie in ["coin", "a"] {
        let args = format!("start --holes 5 --seeds 5 {FEW} --bounds --tie {tie}");
        let args: Vec<&str> = args.split(' ').collect();
        let (found, text) = (json_of(&args), stdout(&run(&args)));
        let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap();
        let bounds = |value: &Value| -> [f64; 2] { serde_json::from_value(value.clone()).unwrap() };
        let value = match tie {
            "coin" => "0, proven".to_owned(),
            _ => from_to(bounds(&found["proven"]), " to ") + ", proven bounds",
        };
        assert!(line("value ").contains(&format!("   {value} (")), "{text}");
        assert_eq!(found["value"].is_null(), tie == "a");
        let [lower, upper] = ["lower", "upper"].map(|end| found[end].as_f64().unwrap());
        let range = from_to([lower, upper], " to ");
        assert!(line("range ").starts_with(&format!("range   {range}: ")));
        let rows = text.lines().skip_while(|line| !line.starts_with(" A/B"));
        let matrix = found["matrix"].as_array().unwrap();
        for ((row, entries), intervals) in
            rows.skip(1).zip(matrix).zip(found["intervals"].as_array().unwrap())
        {
            let entries = entries.as_array().unwrap().iter();
            let intervals = intervals.as_array().unwrap().iter();
            for ((entry, interval), told) in
                entries.zip(intervals).zip(row.split_whitespace().skip(1))
            {
                let [low, high] = bounds(interval);
                match entry.as_f64() {
                    Some(entry) => assert!(low <= entry && entry <= high && high - low < 1e-6),
                    None => assert_eq!(told, from_to([low, high], ".."), "{row}"),
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_start_prints_what_is_known_and_ends_with_130() {
    let output = interrupted(&["start", "--exact", "--format", "json"]);
    assert_eq!(code(&output), 130);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["stopped"], &found["value"]), (&json!("interrupted"), &json!(0.0)));
}

#[test]
fn play_tells_every_tick() {
    let found = json_of(&with(&["play", "--line", "A3 B3 / coin B"]));
    assert_eq!(found["after"], "0,3,0/3 0,3,0/3 B");
    assert_eq!(found["waits_for"], Value::Null);
    let ticks = found["ticks"].as_array().unwrap();
    assert_eq!(ticks.len(), 5);
    assert_eq!((&ticks[0]["a"]["lifts"], &ticks[0]["a"]["drops"]), (&json!("A3"), &json!("RA")));
    assert_eq!((&ticks[1]["b"]["lands"], &ticks[1]["hands"]), (&json!("relay"), &json!([3, 3])));
    assert_eq!((&ticks[4]["coin"], &ticks[4]["a"]["captured"]), (&json!("B"), &json!(1)));
    // A prefix says what is to be decided next.
    let coin = json_of(&with(&["play", "--line", "a3 b3"]));
    assert_eq!((&coin["waits_for"], &coin["after"]), (&json!("coin"), &Value::Null));
    let choice = json_of(&with(&["play", "--line", ""]));
    assert_eq!(choice["waits_for"], "choice");
    assert_eq!(choice["choices"], json!(["A1", "A2", "A3", "B1", "B2", "B3"]));
    let text = stdout(&run(&with(&["play", "--line", "A3 B3 / coin A"])));
    assert!(text.contains("lifts A3 (2), RA") && text.contains("alone, takes 1 from B3: stops"));
}

#[test]
fn a_wrong_element_is_named_with_what_was_expected() {
    for (line, expected) in [
        (
            "A3",
            "element 1, \"A3\": both choose: expected a hole of B too; legal: A1 A2 A3 B1 B2 B3",
        ),
        ("3", "both choose: expected two holes with their letters"),
        ("A3 B4", "B4 can't be chosen; legal: A1"),
        ("coin A", "a choice is due, not a coin"),
        ("A3 B3 / A1", "element 2, \"A1\": the order matters in tick 5: expected coin A or coin B"),
        ("A3 B3 / coin A / A2", "element 3, \"A2\": both players have stopped"),
        ("A2 B2 / A1", "element 2"),
        ("A3 C3", "element 1, \"A3 C3\": expected one or two holes"),
    ] {
        let message = refused(&with(&["play", "--line", line]));
        assert!(message.contains(expected), "{line}: {message}");
        assert!(message.contains('^'), "{message}");
    }
    // With a rule for ties there is no coin.
    let message = refused(&with(&["play", "--tie", "a", "--line", "A3 B3 / coin A"]));
    assert!(message.contains("both players have stopped"), "{message}");
}

#[test]
fn what_stands_before_play_is_not_passed_over() {
    let position = "2,2,2/0 2,2,2/0 A";
    let play = ["play", "--holes", "3", "--seeds", "2", "--line", "A2 B2"];
    for before in [&[position][..], &["--exact"], &["--owned", "6"]] {
        let message = refused(&[&["start"], before, &play].concat());
        assert!(message.contains("after play"), "{message}");
    }
    assert_eq!(code(&run(&[&["start", "--tie", "a"][..], &play].concat())), 0);
}
