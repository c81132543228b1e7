//! The further turn as a choice, through every door.

use serde_json::{Value, json};

use crate::support::{asked, code, json_lines, json_of, refused, run, run_with, stderr, stdout};

/// A reading of Overbeck in which the player may stop.
const RULES: [&str; 4] = ["--rules", "overbeck", "--set", "store_last=may"];

/// A2s keeps A1 back: worth 0 instead of -2, by the reference implementation.
const BOARD: &str = "1,1/0 0,4/0 A";

fn with<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &RULES].concat()
}

fn params(more: Value) -> Value {
    let mut params = json!({"rules": "overbeck", "set": {"store_last": "may"}, "position": BOARD});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    params
}

#[test]
fn the_move_with_a_stop_is_listed_and_played() {
    let names = |record: &Value| {
        let moves = record["moves"].as_array().unwrap().iter();
        moves.map(|one| one["move"].clone()).collect::<Vec<_>>()
    };
    let told = json_of(&with(&["moves", BOARD]));
    assert_eq!(names(&told), ["A1", "A2", "A2s"]);
    assert_eq!(told["moves"][2]["outcome"], "stop");
    assert_eq!(told["moves"][2]["after"], "1,0/1 0,4/0 B");
    assert_eq!(names(&asked("position", params(json!({})))), names(&told));
    let shown = json_of(&with(&["show", BOARD]));
    assert_eq!(shown["legal"], json!(["A1", "A2", "A2s"]));
    let played = json_of(&with(&["play", BOARD, "--line", "A2s B2"]));
    assert_eq!(played["line"][0]["move"], "A2s");
    let line = asked("play", params(json!({"line": "A2s B2"})));
    assert_eq!(line["after"], played["after"]);
    let error = refused(&with(&["play", BOARD, "--line", "A1s"]));
    assert!(error.contains("A1s: the player can't stop after this move; legal: A1 A2 A2s"));
    let error = refused(&["play", BOARD, "--rules", "overbeck", "--line", "A2s"]);
    assert!(error.contains("A2s: the player can't stop after this move; legal: A1 A2"), "{error}");
}

#[test]
fn a_search_is_asked_for_the_same_value_everywhere() {
    let of = |record: &Value| (record["value"].clone(), record["best"].clone());
    let expected = (json!(0), json!(["A2s"]));
    for (command, method) in [("solve", "solve"), ("eval", "evaluate")] {
        let told = json_of(&with(&[command, BOARD, "--threads", "1"]));
        assert_eq!(told["value"], expected.0, "{method}");
        assert!(told.to_string().contains("A2s"), "{told}");
        let answer = asked(method, params(json!({})));
        assert_eq!(of(&answer), of(&told), "{method}");
    }
    let batch = run_with(&with(&["batch", "-", "--format", "jsonl"]), &format!("{BOARD}\n"));
    assert_eq!(code(&batch), 0, "{}", stderr(&batch));
    let rows = json_lines(&stdout(&batch));
    assert_eq!(rows[0]["value"], expected.0, "{rows:?}");
    let turns = json_of(&with(&["turns", BOARD]));
    assert!(turns.is_object());
}

/// A2s is the only best move, worth 0, so that A2 alone is worth less.
#[test]
fn only_the_named_moves_are_rated() {
    let found = |moves: &[&str]| asked("evaluate", params(json!({"moves": moves})));
    for moves in [&["A2s"][..], &["A2"], &["A1", "A2s"], &["A1", "A2", "A2s"]] {
        let rated = found(moves);
        let names = rated["moves"].as_array().unwrap().iter().map(|one| &one["move"]);
        assert_eq!(names.collect::<Vec<_>>(), moves, "{rated}");
        let value = rated["value"].as_i64().unwrap();
        assert_eq!(value == 0, moves.contains(&"A2s"), "{rated}");
    }
}

/// A2 ends in the store while A1 still has a seed, so the line of that one move ends with a stop.
#[test]
fn a_line_of_turns_is_a_whole_turn() {
    let told = json_of(&with(&["turns", BOARD]));
    assert_eq!(told["set"]["fewest_laps"]["line"], json!(["A2s"]), "{told}");
    assert_eq!(asked("turns", params(json!({})))["set"], told["set"]);
}

/// The shortest line on which the reading matters is the stop itself.
#[test]
fn the_readings_part_at_a_stop() {
    let file = "positions/rules/overbeck-may.toml";
    let told = json_of(&["rules", "diff", "overbeck", file, BOARD, "--values"]);
    let effect = told["options"].as_array().unwrap().iter();
    let effect = effect.clone().find(|effect| effect["option"] == "store_last").unwrap();
    assert_eq!(effect["line"], json!(["A2s"]));
    assert_eq!(effect["after_x"], "1,0/1 0,4/0 A");
    assert_eq!(effect["after_y"], "1,0/1 0,4/0 B");
    let text = stdout(&run(&["rules", "diff", "overbeck", file, BOARD, "--no-board"]));
    assert!(text.contains("1. A2s") && text.contains("A moves again"), "{text}");
}

/// A person plays A2 and then stops, or plays A2s at once. Afterwards there is nothing to stop.
#[test]
fn a_game_is_left_to_the_opponent_by_a_word() {
    let args = with(&["game", BOARD, "--a", "human", "--b", "human", "--no-board"]);
    let told = |typed: &str| stdout(&run_with(&args, typed));
    let both = [told("A2\nstop\n"), told("A2s\n")];
    for told in &both {
        assert!(told.contains("1,0/1 0,4/0 B\nB to move; legal: B2"), "{told}");
    }
    for typed in ["stop\n", "A1\nstop\n", "A2s\nstop\n"] {
        assert!(told(typed).contains("stop: expected a last move after which"), "{typed}");
    }
}

#[test]
fn a_joint_start_has_no_such_choice() {
    let error = refused(&["start", "--holes", "2", "--seeds", "2", "--set", "store_last=may"]);
    assert!(error.contains("no choice to stop") && error.contains("again or stop"), "{error}");
}
