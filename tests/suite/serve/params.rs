//! `serve`: wrong parameters are refused by name.

use serde_json::json;

use crate::support::{Client, Folder};

/// The error has the parameter, its text, the byte, and what was expected.
#[test]
fn bad_parameters_are_named_with_their_place() {
    let mut client = Client::within();
    for (method, params, param, text, at, expected) in [
        ("turns", json!({"rules": "kalah", "target": 0}), "target", "0", None, "more than that"),
        (
            "position",
            json!({"position": "1,q/0 1,1/0 A"}),
            "position",
            "1,q/0 1,1/0 A",
            Some(2),
            "seeds",
        ),
        (
            "position",
            json!({"position": "1,1/0 1/0 A"}),
            "position",
            "1,1/0 1/0 A",
            None,
            "as many in both",
        ),
        ("position", json!({"position": 7}), "position", "7", None, "a string"),
        ("position", json!({"rules": "kala"}), "rules", "kala", None, "kalah"),
        ("position", json!({"set": {"capture": "all"}}), "set.capture", "all", None, "none"),
        ("position", json!({"set": {"colour": "red"}}), "set.colour", "red", None, "capture"),
        (
            "position",
            json!({"set": {"capture": true}}),
            "set.capture",
            "true",
            None,
            "a string or a number",
        ),
        ("position", json!({"set": 5}), "set", "5", None, "an object"),
        ("position", json!({"holes": 19}), "holes", "19", None, "from 1 to 18"),
        (
            "position",
            json!({"holes": 2, "position": "1/0 1/0 A"}),
            "position",
            "1/0 1/0 A",
            None,
            "2 holes",
        ),
        ("position", json!({"owned": 1000}), "owned", "1000", None, "162"),
        ("position", json!({"owned": 3}), "owned", "3", None, "9 seeds"),
        ("position", json!({"mover": "C"}), "mover", "C", None, "A or B"),
        ("play", json!({"line": "A1 A1"}), "line", "A1 A1", Some(3), "A2"),
        ("play", json!({"line": ["A1", "Z"]}), "line[1]", "Z", Some(0), "a hole such as A7"),
        ("play", json!({"line": [1]}), "line[0]", "1", None, "a move such as A7"),
        ("play", json!({"line": {}}), "line", "{}", None, "a string of moves"),
        ("evaluate", json!({"nodes": 0}), "nodes", "0", None, "from 1 to 18446744073709551615"),
        ("evaluate", json!({"nodes": 1.5}), "nodes", "1.5", None, "whole number"),
        ("evaluate", json!({"time": 0}), "time", "0", None, "above 0"),
        ("evaluate", json!({"depth": "3"}), "depth", "3", None, "1 to 1000"),
        ("solve", json!({"winner": 1}), "winner", "1", None, "true or false"),
        ("solve", json!({"at_least": 1024}), "at_least", "1024", None, "-1023 to 1023"),
        ("solve", json!({"beam": 1}), "beam", "1", None, "at_least"),
        ("info", json!({"x": null}), "x", "null", None, "language"),
    ] {
        let error = client.error(method, params.clone());
        assert_eq!(error["code"], -32602, "{params}: {error}");
        let data = &error["data"];
        let problem = data["problem"].as_str().unwrap();
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with(param), "{message}");
        match (data["move"].as_u64(), data["option"].as_str()) {
            // The part that the client may omit is only in the message.
            (Some(number), _) => assert!(message.contains(&format!("move {number}")), "{data}"),
            (_, Some(option)) => assert!(message.ends_with(&format!("option {option}: {problem}"))),
            _ => assert_eq!(message, format!("{param}: {problem}")),
        }
        assert_eq!((&data["param"], &data["text"]), (&json!(param), &json!(text)), "{params}");
        assert_eq!(data["at"], json!(at), "{params}");
        assert!(data["expected"].as_str().unwrap().contains(expected), "{data}");
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with(param), "{message}");
    }
    let error = client.error("position", json!({"position": "1,1/0 1,1/0 A", "mover": "B"}));
    assert_eq!((&error["code"], &error["data"]["param"]), (&json!(-32602), &json!("mover")));
    // A game in which positions recur has no values.
    let error = client.error("solve", json!({"set": {"store": "far"}}));
    assert_eq!(error["code"], -32602, "{error}");
    assert_eq!(error["data"]["param"], "rules", "{error}");
}

/// The method that the server itself answers.
#[test]
fn what_is_cancelled_has_an_id() {
    let mut client = Client::start(&[]);
    for (params, text, kind) in
        [(json!({"id": []}), json!("[]"), "bad-value"), (json!({}), json!(null), "missing")]
    {
        let error = client.error("cancel", params);
        assert_eq!(error["code"], -32602, "{error}");
        let data = &error["data"];
        let found = (&data["param"], &data["text"], &data["kind"]);
        assert_eq!(found, (&json!("id"), &text, &json!(kind)));
        let expected = data["expected"].as_str().unwrap();
        assert!(expected.contains("a number or a string"), "{data}");
    }
}

#[test]
fn lost_tables_are_told() {
    let folder = Folder::made("serve-lost-tables");
    let mut client = Client::start(&["--tables", folder.text()]);
    client.result("info", json!({}));
    // Removed after the start, which refuses a missing folder.
    std::fs::remove_dir(folder.text()).unwrap();
    let error = client.error("solve", json!({"rules": "kalah", "holes": 3, "seeds": 2}));
    assert_eq!(error["code"], -32002, "{error}");
}

/// Programs decide by the kind: each error has the right one.
#[test]
fn every_error_has_a_kind() {
    let mut client = Client::within();
    for (method, params, kind) in [
        ("guess", json!({}), "unknown-name"),
        ("position", json!({"colour": 1}), "unknown-name"),
        ("position", json!({"rules": "kala"}), "unknown-name"),
        ("position", json!({"set": {"colour": "red"}}), "unknown-name"),
        ("position", json!({"set": {"lap": "twice"}}), "bad-value"),
        ("solve", json!({"nodes": "many"}), "bad-value"),
        ("solve", json!({"nodes": 0}), "bad-value"),
        ("turns", json!({"target": 0}), "bad-value"),
        ("position", json!({"position": "1,q/0 1,1/0 A"}), "bad-position"),
        ("position", json!({"position": "1,1/0 1/0 A"}), "bad-position"),
        ("position", json!({"position": "1,1/0 1,1/0 A", "owned": 3}), "conflict"),
        ("play", json!({"line": "A1 A99"}), "illegal-move"),
        ("play", json!({"line": "A1 x"}), "illegal-move"),
        ("solve", json!({"set": {"store": "far"}}), "unsupported"),
        ("choose", json!({}), "missing"),
        ("choose", json!({"policy": "search:x"}), "syntax"),
        ("claims", json!({"text": "source = 3 4"}), "syntax"),
        ("claims", json!({"text": "sauce = ''"}), "unknown-name"),
        ("claims", json!({"text": "source = ''"}), "missing"),
        ("claims", json!({"file": "none"}), "unknown-name"),
        ("record", json!({"text": "nothing"}), "syntax"),
        ("chong_play", json!({"turns": ["1,2"]}), "illegal-move"),
        ("chong_choose", json!({}), "missing"),
        ("chong_evaluate", json!({"exact": true, "depth": 2}), "conflict"),
    ] {
        let error = client.error(method, params.clone());
        assert_eq!(error["data"]["kind"], kind, "{method} {params}: {error}");
    }
}
