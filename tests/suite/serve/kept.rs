//! `serve`: results remembered between requests save nodes and change no proven value.

use serde_json::{Value, json};

use crate::support::{Client, json_of};

/// A position whose search builds an endgame table.
const LONG: &str = "3,4,4,4,2/0 4,4,3,4,4/0 A";

fn solved(client: &mut Client, fresh: bool) -> Value {
    let asked = json!({"rules": "kalah", "position": LONG, "fresh": fresh});
    client.result("solve", asked)
}

#[test]
fn tables_are_kept_and_fresh_searches_know_none() {
    let mut client = Client::within_one_thread();
    let command = ["solve", LONG, "--rules", "kalah", "--threads", "1", "--fresh"];
    let expected = json_of(&command);
    // The table of a fresh search is not kept.
    for _ in 0..2 {
        assert_eq!(solved(&mut client, true), expected);
    }
    let first = solved(&mut client, false);
    assert_eq!(first["nodes"], expected["nodes"]);
    let again = solved(&mut client, false);
    let nodes = |found: &Value| found["nodes"].as_u64().unwrap();
    assert!(nodes(&again) < nodes(&first), "{again}");
    for field in ["value", "lower", "upper", "best", "winner", "exact"] {
        assert_eq!(again[field], expected[field], "{field}");
    }
    assert_eq!(solved(&mut client, true), expected);
    // Rounds of another kind do not share it.
    let other = json!({"rules": "congklak", "position": LONG});
    let command = ["solve", LONG, "--rules", "congklak", "--threads", "1"];
    assert_eq!(client.result("solve", other), json_of(&command));
    // With little memory the values are the same.
    let mut client = Client::start(&["--threads", "1", "--memory", "1"]);
    let few = [solved(&mut client, false), solved(&mut client, false)];
    assert_eq!(few[0]["value"], expected["value"]);
    assert_eq!(few[1]["value"], expected["value"]);
}
