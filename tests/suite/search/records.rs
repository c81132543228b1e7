//! The records of moves, lines and values: fields that other programs use. Commands print what the
//! line protocol answers (`serve::requests`); here the library answers.

use chongkak::rules::Preset;
use serde_json::{Value, json};

use crate::support::{SEVEN, asked};

#[test]
fn moves_have_the_fixed_fields() {
    let document = asked("position", json!({"position": "1,0,3/0 0,5,1/0 A"}));
    let a1 = json!({
        "move": "A1", "laps": 1, "lands": ["A2"], "gain": 6, "captured": 5, "outcome": "stop",
        "after": "0,0,3/6 0,0,1/0 B"
    });
    assert_eq!(document["position"], "1,0,3/0 0,5,1/0 A");
    assert_eq!(document["mover"], "A");
    assert_eq!(document["moves"][0], a1);
    let moves = document["moves"].as_array().unwrap();
    let holes: Vec<_> = moves.iter().map(|m| &m["move"]).collect();
    assert_eq!(holes, ["A1", "A3"]);
    let over = asked("position", json!({"position": "1,0/0 1,0/0 B over"}));
    assert_eq!(over["moves"], json!([]));
}

#[test]
fn play_tells_the_line_and_the_position_after_it() {
    let played = |line: &str| asked("play", json!({"position": SEVEN, "line": line}));
    let document = played("A1, 7 a5 3");
    let line = document["line"].as_array().unwrap();
    let lands: Vec<_> = line.iter().map(|m| m["lands"].clone()).collect();
    let expected = json!([["RA"], ["B9", "RA"], ["B8", "RA"], ["B7", "RA"]]);
    assert_eq!(json!(lands), expected);
    assert_eq!(document["line"][3]["after"], document["after"]);
    let relay = &played("A1 A7")["line"][1]["laps_told"][1];
    assert_eq!(
        (&relay["from"], &relay["seeds"], &relay["to"]),
        (&json!("B9"), &json!(10), &json!("RA"))
    );
    let nothing = played("");
    assert_eq!((&nothing["line"], &nothing["after"]), (&json!([]), &json!(SEVEN)));
}

#[test]
fn evaluations_have_the_fixed_fields() {
    let small = json!({"rules": "kalah", "holes": 3, "seeds": 2});
    let document = asked("evaluate", small);
    assert_eq!((&document["value"], &document["exact"]), (&json!(4), &json!(true)));
    assert_eq!(document["best"], document["pv"][0]);
    assert_eq!(document["position"], "2,2,2/0 2,2,2/0 A");
    assert!(document["nodes"].as_u64().unwrap() > 0 && document["depth"].as_u64().unwrap() > 0);
    let mut moves = document["moves"].as_array().unwrap().iter();
    let best = moves.find(|m| m["move"] == document["best"]);
    let of_best = json!({
        "move": document["best"], "value": 4, "exact": true, "lower": 4, "upper": 4
    });
    assert_eq!(best.unwrap(), &of_best);
    let limited = asked("evaluate", json!({"depth": 3, "fresh": true}));
    assert_eq!((&limited["exact"], &limited["depth"]), (&json!(false), &json!(3)));
    assert_eq!(limited["moves"].as_array().unwrap().len(), 9);
    let nodes = asked("evaluate", json!({"nodes": 2000, "fresh": true}));
    assert!(nodes["nodes"].as_u64().unwrap() <= 2000);
    let over = asked("evaluate", json!({"position": "1,0/5 1,1/0 B over"}));
    assert_eq!(over["value"], 4);
    assert_eq!((&over["best"], &over["pv"]), (&Value::Null, &json!([])));
}

#[test]
fn every_rule_set_is_evaluated() {
    for rules in Preset::all() {
        let document = asked("evaluate", json!({"rules": rules.name, "depth": 4}));
        assert!(document["best"].is_string(), "{}", rules.name);
        let far = json!({"rules": rules.name, "set": {"store": "far"}, "depth": 3});
        assert!(asked("evaluate", far)["best"].is_string(), "{}", rules.name);
    }
    let row = ["28"; 18].join(",");
    let crowded = json!({"position": format!("{row}/5 {row}/0 A"), "depth": 2});
    assert_eq!(asked("evaluate", crowded)["depth"], 2);
}

#[test]
fn solutions_have_the_fixed_fields() {
    let solve = json!({"rules": "kalah", "holes": 4, "seeds": 2, "memory": 4});
    let document = asked("solve", solve.clone());
    for (field, value) in [("value", 6), ("lower", 6), ("upper", 6)] {
        assert_eq!(document[field], value, "{field}");
    }
    assert_eq!((&document["exact"], &document["winner"]), (&json!(true), &json!("A")));
    // The same values, found by another search in an evaluation.
    assert_eq!(document["best"], json!(["A4"]));
    assert_eq!(document["pv"][0], "A4");
    let mut winner = solve;
    winner["winner"] = json!(true);
    let winner = asked("solve", winner);
    assert_eq!(winner["winner"], "A");
    assert!(winner["lower"].as_i64().unwrap() > 0);
    let over = asked("solve", json!({"position": "1,0/5 1,1/0 B over"}));
    assert_eq!((&over["value"], &over["best"]), (&json!(4), &json!([])));
}
