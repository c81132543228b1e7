//! `puzzles` and `puzzle`.

use serde_json::{Value, json};

use crate::support::{Client, json_of, text_of};

/// The position of the command's tests: A4 ends in the store, then A3 takes five seeds.
const POSITION: &str = "0,0,1,1/0 5,0,0,0/5 A";

fn made(client: &mut Client, position: &str, question: &str) -> Value {
    let asked = json!({"rules": "conglak", "position": position, "question": question});
    client.result("puzzle", asked)
}

#[test]
fn a_puzzle_is_that_of_the_command() {
    let mut client = Client::within();
    for question in ["turn", "store"] {
        let args = ["puzzles", "make", "--rules", "conglak", "--question", question, POSITION];
        let printed = json_of(&args);
        let found = made(&mut client, POSITION, question);
        assert_eq!(found["made"]["puzzle"], printed);
        assert_eq!((&found["why"], &found["stopped"]), (&json!(null), &json!(null)));
    }
    let none = made(&mut client, "1,1,0,0/0 1,0,0,0/0 A", "store");
    assert_eq!(none["made"], json!(null));
    assert_eq!(none["why"], "no move ends in the store");
    let asked = json!({"rules": "conglak", "nodes": 10});
    assert_eq!(client.result("puzzle", asked)["stopped"], "nodes");
    let laps = json!({"rules": "conglak", "question": "laps", "move": "A3"});
    assert_eq!(client.result("puzzle", laps)["made"]["puzzle"]["moves"], json!(["A3"]));
    let position = "2,1,1/3 0,6,2/3 A";
    for turns in [2, 3] {
        let keep = ["puzzles", "make", "--rules", "conglak", "--question", "keep", position];
        let printed = json_of(&[&keep[..], &["--turns", &turns.to_string()]].concat());
        let asked =
            json!({"rules": "conglak", "position": position, "question": "keep", "turns": turns});
        let found = client.result("puzzle", asked)["made"].clone();
        assert_eq!((&found["puzzle"], &found["puzzle"]["length"]), (&printed, &json!(turns)));
        let hints = found["hints"].as_array().unwrap();
        assert_eq!(
            hints[hints.len() - 1].as_str().unwrap().get(..6),
            Some(&*format!("Turn {turns}"))
        );
    }
    // B passes after A's first turn, whose hints are over then.
    let position = "2,1,1,3/9 0,1,0,0/10 A";
    let asked = json!({"rules": "sungka", "holes": 4, "position": position, "question": "keep"});
    let found = client.result("puzzle", asked)["made"].clone();
    assert_eq!(found["puzzle"]["moves"], json!(["A2", "A1", "A4"]));
    let hints = found["hints"].as_array().unwrap().len();
    assert_eq!(found["spent"], json!([0, 0, hints - 1]));
    // A line is played first.
    let line = json!({"rules": "conglak", "position": POSITION, "line": "A4", "question": "turn"});
    assert_eq!(client.result("puzzle", line)["why"], "A3 is the only legal move");
}

/// A shipped set is that of its file, and both are told in words.
#[test]
fn sets_are_told_in_the_language() {
    let mut client = Client::within();
    let file = text_of("positions/puzzles/kalah.jsonl");
    let shipped = client.result("puzzles", json!({"rules": "kalah", "language": "id"}));
    assert_eq!(client.result("puzzles", json!({"text": file, "language": "id"})), shipped);
    let turn = made(&mut client, POSITION, "turn")["made"]["puzzle"].clone();
    let file = format!("{turn}\n{file}");
    let told = client.result("puzzles", json!({"text": file}))["puzzles"].clone();
    let lines: Vec<Value> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(told[number]["puzzle"], *line);
    }
    assert_eq!(told.as_array().unwrap().len(), lines.len());
    assert_eq!(told[0]["asked"], "Win the round as A: only one turn does.");
    assert_eq!(told[0]["hints"][0], "The turn has 2 moves.");
    assert_eq!(told[0]["hints"][2], "The turn begins with A4.");
    assert_eq!(told[0]["solution"], "A4 A3: A ends 2 seeds ahead, proven.");
    let malay = client.result("puzzles", json!({"text": file, "language": "ms"}));
    let asked = malay["puzzles"][0]["asked"].as_str().unwrap();
    assert!(asked.starts_with("Menangkan pusingan ini"), "{asked}");
}

#[test]
fn errors_name_the_parameter() {
    let mut client = Client::within();
    let good = made(&mut client, POSITION, "store")["made"]["puzzle"].to_string();
    for (method, wrong, param) in [
        ("puzzles", json!({"rules": "chess"}), "rules"),
        ("puzzles", json!({"rules": "kalah", "text": good}), "rules"),
        ("puzzles", json!({"text": ""}), "text"),
        ("puzzles", json!({"text": format!("{good}\n{{}}")}), "text"),
        ("puzzle", json!({"question": "why"}), "question"),
        ("puzzle", json!({"question": "laps", "move": "B1"}), "move"),
        ("puzzle", json!({"set": {"store": "far"}}), "rules"),
        ("puzzle", json!({"question": "keep", "turns": 5}), "turns"),
        ("puzzle", json!({"memory": 5}), "memory"),
    ] {
        let error = client.error(method, wrong.clone());
        assert_eq!(error["data"]["param"], param, "{wrong}: {error}");
    }
}
