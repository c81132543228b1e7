//! `analyze`: the costs of the turns of a set agree with the command.

use chongkak::rules::Preset;
use serde_json::{Value, json};

use super::record::{again, some_set};
use crate::support::{Client, Folder, json_of};

/// Limits under which both find the same.
const LIMITS: [&str; 7] = ["--nodes", "500", "--threads", "1", "--memory", "16", "--fresh"];

fn limited(mut asked: Value) -> Value {
    for (name, value) in [("nodes", 500), ("threads", 1), ("memory", 16)] {
        asked[name] = json!(value);
    }
    asked["fresh"] = json!(true);
    asked
}

#[test]
fn a_line_costs_what_the_command_says() {
    let mut client = Client::within();
    let asked = json!({"rules": "kalah", "holes": 3, "seeds": 2, "line": "A3 B3 A1 A3 A2 B2"});
    let found = client.result("analyze", limited(asked));
    let line = ["analyze", "--rules", "kalah", "--holes", "3", "--seeds", "2"];
    let line = [&line[..], &["--line", "A3 B3 A1 A3 A2 B2"], &LIMITS].concat();
    assert_eq!(found, json_of(&line));
    assert!(found["turns"].as_array().unwrap().len() > 3, "{found}");
}

/// A set as text, and as the lines of its rounds, is the same set.
#[test]
fn a_set_costs_what_the_command_says() {
    let mut client = Client::within();
    let folder = Folder::made("serve-analyze");
    let mut rounds = 0;
    for (seed, preset) in (0..).zip(Preset::all()) {
        let set = some_set(preset, seed, seed % 2 == 1);
        rounds += set.rounds.len();
        let text = set.to_string();
        let found = client.result("analyze", limited(json!({"text": text})));
        let file = folder.file("set.txt", &text);
        assert_eq!(found, json_of(&[&["analyze", &file], &LIMITS[..]].concat()));
        let read = client.result("record", json!({"text": text}));
        assert_eq!(client.result("analyze", limited(again(&read))), found);
    }
    assert!(rounds > 10, "{rounds}");
}

/// Only one form of the set is allowed, and errors of illegal moves have their place.
#[test]
fn what_is_no_set_is_refused() {
    let mut client = Client::within();
    let text = "rules: kalah\nround 1: A\nA3\n";
    let beside = client.error("analyze", json!({"text": text, "rules": "kalah"}));
    assert_eq!(beside["data"]["param"], "rules", "{beside}");
    let wrong = client.error("analyze", json!({"rules": "kalah", "line": "A3 A3 B9"}));
    assert_eq!((&wrong["data"]["param"], &wrong["data"]["at"]), (&json!("line"), &json!(3)));
    let wrong =
        client.error("analyze", json!({"rules": "kalah", "line": "A3", "every_move": true}));
    assert_eq!(wrong["data"]["param"], "every_move");
}

/// After each round it reports the turns so far; if cancelled, it returns them.
#[test]
fn it_can_be_cancelled() {
    let mut client = Client::start(&["--threads", "1"]);
    let asked = json!({"holes": 12, "seeds": 12, "line": "A1", "time": null, "progress": true});
    client.request("endless", "analyze", asked);
    client.request("cancel", "cancel", json!({"id": "endless"}));
    // Earlier results may be reported first.
    let mut answers = Vec::new();
    while answers.len() < 2 {
        answers.extend(Some(client.next()).filter(|told| told["id"] != Value::Null));
    }
    let found = answers.iter().find(|answer| answer["id"] == "endless").unwrap();
    assert_eq!(found["result"]["stopped"], "cancelled", "{found}");
    assert_eq!(found["result"]["turns"], json!([]));
    let rounds = json!({
        "rules": "kalah", "holes": 2, "seeds": 1, "line": "A2 A1", "rounds": [{"line": "A2"}],
        "progress": true,
    });
    client.request("rounds", "analyze", rounds);
    let told = client.next();
    assert_eq!(told["method"], "progress", "{told}");
    assert_eq!(told["params"]["turns"].as_array().unwrap().len(), 1, "{told}");
}
