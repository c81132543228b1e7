//! Pages of joint turns, in which two hands sow at once.

use std::path::Path;

use chongkak::board::{Position, Side};
use chongkak::rules::Rules;
use chongkak::start::{JointTurn, Next, Tie};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::support::{
    Folder, any_start, carry, code, data, lockstep, numbers, options, parsed, places, program, run,
    run_with, stderr, stdout,
};

fn page(file: &str) -> Value {
    data(&std::fs::read_to_string(file).unwrap())
}

/// A line of up to this many choices and coins.
fn some_line(rules: &Rules, position: &Position, picks: &[usize]) -> Option<String> {
    let model = lockstep(rules, position, Tie::Coin).ok()?;
    let mut elements: Vec<String> = Vec::new();
    for pick in picks {
        let line = elements.join(" / ");
        let turn = JointTurn::read(&model, &line).unwrap();
        match (turn.next, turn.coin) {
            (Next::Done(_), _) => break,
            (Next::Tick(_), Some(_)) => elements.push(format!("coin {}", Side::BOTH[pick % 2])),
            (Next::Tick(joint), None) => {
                let holes = Side::BOTH.into_iter().zip(model.options(&joint));
                let chosen = holes.filter_map(|(side, holes)| {
                    let hole = holes[pick % holes.len()]?;
                    Some(format!("{side}{hole}"))
                });
                elements.push(chosen.collect::<Vec<_>>().join(" "));
            }
        }
    }
    // A choice that still needs a coin is not played.
    Some(elements.join(" / "))
}

/// Returns the seeds in the cells and hands after a tick according to `start play`.
fn after(tick: &Value) -> Vec<u32> {
    let mut places = places(tick["board"].as_str().unwrap());
    let hands = places.len() - 2;
    for (index, hand) in tick["hands"].as_array().unwrap().iter().enumerate() {
        places[hands + index] = hand.as_u64().unwrap_or(0).try_into().unwrap();
    }
    places
}

/// The page must go through the boards of all ticks in order, and end as the command says.
fn compare(scene: &Value, played: &Value, line: &str) {
    let mut lying = places(played["position"].as_str().unwrap());
    assert_eq!(numbers(&scene["seeds"]), lying);
    assert_eq!((&scene["mover"], &scene["caption"]), (&"AB".into(), &"both start together".into()));
    let told: Vec<Vec<u32>> = played["ticks"].as_array().unwrap().iter().map(after).collect();
    let mut left = told.iter().peekable();
    let moves = scene["moves"].as_array().unwrap();
    let names: Vec<&str> = moves.iter().map(|m| m["name"].as_str().unwrap()).collect();
    if played["waits_for"] == "coin" {
        assert!(line.starts_with(&names.join(" / ")), "{line}");
    } else {
        assert_eq!(names.join(" / "), line);
    }
    let hands = lying.len() - 2;
    for stage in moves.iter().flat_map(|m| m["stages"].as_array().unwrap()) {
        for tick in stage["ticks"].as_array().unwrap() {
            carry(&mut lying, &serde_json::json!({ "ticks": [tick] }));
            if left.peek() == Some(&&lying) {
                left.next();
            }
        }
        assert_eq!(numbers(&stage["seeds"]), lying, "{}", stage["text"]);
        // A seed has just fallen where a hand has become empty.
        for cell in numbers(&stage["lands"]) {
            let drops = stage["ticks"].as_array().unwrap().iter();
            let mut drops = drops.flat_map(|tick| tick.as_array().unwrap()).map(numbers);
            assert!(drops.any(|d| d[0] as usize >= hands && d[1..] == [cell, 1]));
        }
    }
    // A last tick in which a player only stops changes nothing.
    let same = left.all(|tick| *tick == lying);
    assert!(same, "{line}: a tick is not shown");
    if let Some(after) = played["after"].as_str() {
        assert_eq!(moves.last().unwrap()["after"], after);
        assert_eq!(places(after), lying);
    }
}

#[test]
fn a_page_carries_both_hands_as_the_model_does() {
    let folder = Folder::made("look-joint");
    let file = folder.path("page.html");
    let picks = prop::collection::vec(0..18usize, 1..9);
    let mut runner = TestRunner::new(crate::support::law(60));
    let result = runner.run(&(any_start(), picks), |((rules, position), picks)| {
        let line = some_line(&rules, &position, &picks);
        prop_assume!(line.is_some());
        let line = line.unwrap();
        let mut command = program();
        command.args(["start", "play", &position.to_string(), "--line", &line]);
        command.args(["--force", "--html", &file, "--format", "json"]);
        let output = command.args(options(&rules)).output().unwrap();
        prop_assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let played = parsed(&output);
        compare(&page(&file)["scenes"][0], &played, &line);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn seeds_left_by_a_joint_turn_go_where_the_rules_say() {
    let folder = Folder::made("look-joint-left");
    let file = folder.path("page.html");
    // A's seed ends in the store. B1 goes on with B2, whose last seed falls into A1: B has none left.
    for (rest, seeds) in [
        ("owner", [1, 0, 1, 0, 0, 1, 0, 0]),
        ("opponent", [0, 0, 1, 0, 0, 2, 0, 0]),
        ("nobody", [0, 0, 1, 0, 0, 1, 0, 0]),
    ] {
        let set = format!("rest={rest}");
        let options = ["--set", "end=side-empty", "--set", &set, "--force", "--html", &file];
        let line = ["start", "play", "0,1/0 1,1/0 A", "--line", "A2 B1"];
        let output = run(&[&line[..], &options].concat());
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let moves = page(&file)["scenes"][0]["moves"].clone();
        let stages = moves.as_array().unwrap().last().unwrap()["stages"].clone();
        let last = stages.as_array().unwrap().last().unwrap();
        assert_eq!(last["what"] == "left", rest != "owner");
        assert_eq!(numbers(&last["seeds"]), seeds, "{rest}");
    }
}

/// Worked out by hand.
#[test]
fn both_hands_move_in_one_tick_and_one_hand_may_stay_full() {
    let folder = Folder::made("look-joint-hands");
    let file = folder.path("page.html");
    // A1 holds one seed, which ends in A2 after a tick, while B has dropped one of three.
    let output = run(&["start", "play", "1,0,2/0 0,0,3/0 A", "--line", "A1 B3", "--html", &file]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let shown = page(&file);
    assert_eq!(shown["version"], 3);
    let played = &shown["scenes"][0]["moves"][0];
    // Places: A1 to A3, RA, B1 to B3, RB, and the hands 8 and 9. In the position the rows are A1 A2
    // A3.
    let expected = serde_json::json!([[[0, 8, 1], [6, 9, 3]], [[8, 1, 1], [9, 7, 1]]]);
    assert_eq!(played["stages"][0]["ticks"], expected);
    assert_eq!(numbers(&played["stages"][0]["seeds"])[8..], [0, 2]);
}

#[test]
fn the_lines_of_a_start_are_those_of_its_page() {
    let folder = Folder::made("look-joint-lines");
    let file = folder.path("page.html");
    // On one thread, because the number of nodes depends on the threads.
    let board = ["--holes", "3", "--seeds", "2", "--threads", "1", "--format", "json"];
    let all = [&["start", "--lines", "3", "--html", &file], &board[..]].concat();
    let output = run(&all);
    assert_eq!(stdout(&output), stdout(&run(&[&["start", "--lines", "3"], &board[..]].concat())));
    let found = parsed(&output);
    let shown = page(&file);
    let scenes = shown["scenes"].as_array().unwrap();
    let lines = found["lines"].as_array().unwrap();
    assert!(!lines.is_empty() && scenes.len() == lines.len());
    for (scene, line) in scenes.iter().zip(lines) {
        let moves = scene["moves"].as_array().unwrap();
        let names: Vec<&str> = moves.iter().map(|m| m["name"].as_str().unwrap()).collect();
        assert_eq!(names.join(" / "), line["line"]);
        assert_eq!(moves.last().unwrap()["after"], line["after"]);
        // The matrix of three holes against three.
        assert_eq!(scene["table"], 0);
        assert_eq!(shown["tables"][0]["rows"].as_array().unwrap().len(), 3);
    }
    // Without lines only the start is shown.
    let output =
        run(&[&["start", "--lines", "0", "--force", "--html", &file], &board[..]].concat());
    assert_eq!(code(&output), 0);
    let shown = page(&file);
    assert_eq!(shown["scenes"].as_array().unwrap().len(), 1);
    assert!(shown["scenes"][0]["moves"].as_array().unwrap().is_empty());
}

#[test]
fn a_page_of_a_start_is_asked_for_where_it_is_written() {
    let folder = Folder::made("look-joint-refused");
    let file = folder.path("page.html");
    let output = run(&["start", "--html", &file, "play", "--line", "A1 B1"]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert!(stderr(&output).contains("--html after play"), "{}", stderr(&output));
    for arguments in [vec!["start", "-"], vec!["start", "play", "-", "--line", "A1 B1"]] {
        let output = run_with(&[arguments, vec!["--html", &file]].concat(), "1/0 1/0 A\n");
        assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    }
    assert!(!Path::new(&file).exists());
}
