//! `scene`: lines as pages show them.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::{
    Client, Folder, any_game, carry, data, numbers, places, run, set_of, some_line, tags,
};

/// The moves of a scene are those of `play`: their laps end in the same cells, and seeds moved one
/// by one are after every lap where the scene says, and after every move where the rules say.
fn compare(scene: &Value, played: &Value) {
    let cells = scene["cells"].as_array().unwrap();
    let mut lying = places(played["position"].as_str().unwrap());
    assert_eq!(numbers(&scene["seeds"]), lying);
    let list = |of: &Value| of.as_array().unwrap().clone();
    let (moves, line) = (list(&scene["moves"]), list(&played["line"]));
    assert_eq!(moves.len(), line.len());
    for (shown, told) in moves.iter().zip(&line) {
        assert_eq!((&shown["name"], &shown["after"]), (&told["move"], &told["after"]));
        let mut ends = Vec::new();
        for stage in &list(&shown["stages"]) {
            carry(&mut lying, stage);
            assert_eq!(numbers(&stage["seeds"]), lying, "{}", stage["text"]);
            let lands = numbers(&stage["lands"]).into_iter();
            ends.extend(lands.map(|place| cells[place as usize].clone()));
        }
        let laps = list(&told["laps_told"]);
        assert_eq!(ends, laps.iter().map(|lap| lap["to"].clone()).collect::<Vec<_>>());
        let after = told["after"].as_str().unwrap();
        assert_eq!(lying, places(after), "{}", told["move"]);
    }
}

#[test]
fn a_scene_goes_where_the_line_goes() {
    let client = RefCell::new(Client::within());
    let choices = prop::collection::vec(0..18usize, 0..6);
    let mut runner = TestRunner::new(crate::support::law(60));
    let result = runner.run(&(any_game(), choices), |((rules, position), choices)| {
        let mut client = client.borrow_mut();
        let line = some_line(&rules, &position, &choices);
        let position = position.to_string();
        let game = json!({"position": position, "set": set_of(&rules), "line": line});
        let shown = client.result("scene", game.clone());
        compare(&shown["scene"], &client.result("play", game.clone()));
        let stands = client.result("position", game);
        for field in ["position", "mover", "over", "moves"] {
            assert_eq!(shown[field], stands[field]);
        }
        Ok(())
    });
    result.unwrap();
}

/// The board page and a saved page show the same.
#[test]
fn a_scene_is_that_of_a_page() {
    let mut client = Client::within();
    let folder = Folder::made("serve-scene");
    let file = folder.path("page.html");
    for (position, line) in [
        ("3,3,3/0 3,3,3/0 A", "A1 A2"),
        ("2p,0,x,4/1 3,1,2,x/5 A", "A4"),
        ("0,0/6 0,0/6 A over", ""),
    ] {
        run(&["play", position, "--line", line, "--force", "--html", &file]);
        let page = std::fs::read_to_string(&file).unwrap();
        let data = data(&page);
        let asked = json!({"position": position, "line": line, "board": true});
        let found = client.result("scene", asked);
        assert_eq!(found["scene"], data["scenes"][0]);
        assert_eq!(found["board"]["spots"], data["spots"]);
        for layout in ["wide", "tall"] {
            let svg = found["board"][layout].as_str().unwrap();
            assert!(page.contains(svg), "{svg}");
            assert!(svg.starts_with(&format!("<svg class=\"board {layout}\"")));
            assert_eq!(tags(svg)["svg"], 1);
        }
    }
}

#[test]
fn an_empty_line_and_a_round_that_is_over_are_shown() {
    let mut client = Client::within();
    let opening = client.result("scene", json!({"rules": "kalah", "holes": 2}));
    assert_eq!(opening["scene"]["moves"], json!([]));
    assert_eq!(opening["position"], opening["scene"]["position"]);
    assert_eq!(opening["moves"].as_array().unwrap().len(), 2);
    // No drawing was requested, and this game has no joint start.
    assert_eq!(opening["board"], Value::Null);
    assert_eq!(opening["together"], json!(false));
    assert_eq!(client.result("scene", json!({}))["together"], json!(true));
    let over = json!({"rules": "kalah", "position": "0,1/0 1,0/0 A", "line": "A2"});
    let over = client.result("scene", over);
    let last = &over["scene"]["moves"][0];
    assert_eq!((&over["over"], &over["moves"]), (&json!(true), &json!([])));
    assert_eq!((&last["after"], &last["mover"]), (&over["position"], &Value::Null));
    let still = client.result("scene", json!({"rules": "kalah", "position": over["position"]}));
    assert_eq!((&still["scene"]["mover"], &still["over"]), (&Value::Null, &json!(true)));
}

/// The error has its place, as everywhere.
#[test]
fn a_move_that_cannot_be_played_is_pointed_at() {
    let mut client = Client::within();
    let error = client.error("scene", json!({"line": ["A1", "B9"]}));
    assert_eq!(error["data"]["param"], "line[1]");
    let error = client.error("scene", json!({"position": "1,1/0 1,q/0 A"}));
    assert_eq!((&error["data"]["param"], &error["data"]["at"]), (&json!("position"), &json!(8)));
    let error = client.error("scene", json!({"laps": 3}));
    assert_eq!(error["data"]["param"], "laps");
}
