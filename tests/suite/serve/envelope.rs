//! `serve`: invalid requests of any kind are refused, and the next line is read as usual.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, is_of};

/// The error code of a line without a usable request.
fn refused(client: &mut Client, line: &[u8]) -> Value {
    client.write(&[line, b"\n"].concat());
    let answer = client.next();
    assert_eq!(answer["id"], Value::Null, "{answer}");
    answer["error"]["code"].clone()
}

fn still_answers(client: &mut Client) {
    assert_eq!(client.result("info", json!({}))["protocol"], 1);
}

#[test]
fn what_is_not_json_is_refused() {
    let mut client = Client::within();
    let deep = "[".repeat(200_000);
    let closed = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let deep_object = "{\"a\":".repeat(100_000);
    let lines: [&[u8]; 11] = [
        b"",
        b" ",
        b"{",
        b"nonsense",
        b"{\"id\":1,}",
        b"\xff\xfe",
        b"\"\xc3\"",
        b"\0",
        b"[1,2",
        deep.as_bytes(),
        deep_object.as_bytes(),
    ];
    for line in lines.into_iter().chain([closed.as_bytes()]) {
        assert_eq!(refused(&mut client, line), -32700);
    }
    still_answers(&mut client);
}

#[test]
fn what_is_no_request_is_refused() {
    let mut client = Client::within();
    for line in [
        "1",
        "null",
        "\"info\"",
        "[]",
        "{}",
        "true",
        r#"{"method":"info"}"#,
        r#"{"jsonrpc":"1.0","method":"info"}"#,
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","method":5}"#,
        r#"{"jsonrpc":"2.0","method":"info","params":"bar"}"#,
        r#"{"jsonrpc":"2.0","method":"info","params":[1]}"#,
        r#"{"jsonrpc":"2.0","method":"info","params":null}"#,
        r#"{"jsonrpc":"2.0","method":"info","parms":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"info"}"#,
        r#"{"jsonrpc":"2.0","id":true,"method":"info"}"#,
        r#"{"jsonrpc":"2.0","id":[],"method":"info"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"info"}"#,
        r#"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"info"}"#,
    ] {
        assert_eq!(refused(&mut client, line.as_bytes()), -32600, "{line}");
        let value: Value = serde_json::from_str(line).unwrap();
        // The schema accepts any number.
        assert!(line.contains("1234") || !is_of("request", &value), "{line}");
    }
    // The message says what was found, and what was expected.
    for (request, said) in [
        (json!({"jsonrpc": "2.0", "id": []}), "id: found [], expected a number or a string"),
        (json!({"jsonrpc": "2.0", "id": 2e19}), "64-bit integer"),
        (json!({"jsonrpc": 2}), "jsonrpc: found 2, expected \"2.0\""),
        (json!({"jsonrpc": "2.0"}), "method: found nothing, expected the name of a method"),
        (json!({"jsonrpc": "2.0", "method": "info", "params": 1}), "params: found 1, expected an"),
        (json!({"jsonrpc": "2.0", "method": "info", "parms": 1}), "parms: found 1, expected"),
    ] {
        client.send(request);
        let error = client.next();
        let message = error["error"]["message"].as_str().unwrap();
        assert!(message.contains(said), "{message}");
    }
    // The id of the request can be read.
    client.send(json!({"jsonrpc": "2.0", "id": 7, "method": 5}));
    let answer = client.next();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(7), &json!(-32600)));
    still_answers(&mut client);
}

/// A duplicate name is refused anywhere, because it is ambiguous.
#[test]
fn names_that_come_twice_are_refused() {
    let mut client = Client::within();
    for (line, name) in [
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"info"}"#, "id"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"book","params":{"holes":2,"holes":3}}"#, "holes"),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"book","params":{"set":{"lap":1,"lap":2}}}]"#, "lap"),
        // Even if it is escaped.
        (r#"{"jsonrpc":"2.0","id":1,"method":"info","m\u0065thod":"book"}"#, "method"),
    ] {
        client.write(format!("{line}\n").as_bytes());
        let answer = client.next();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &json!(null)));
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("found \"{name}\" twice")), "{message}");
        still_answers(&mut client);
    }
    // Different objects may have the same names.
    let tags = json!([{"name": "note", "text": "x"}, {"name": "note", "text": "y"}]);
    client.result("record", json!({"tags": tags}));
}

#[test]
fn ids_come_back_as_they_are() {
    let mut client = Client::within();
    for id in [
        json!(0),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("ä\"\n"),
    ] {
        client.request(id.clone(), "info", json!({}));
        assert_eq!(client.next()["id"], id);
    }
    let error = client.error("solved", json!({}));
    assert_eq!(error["code"], -32601);
    // Without parameters a client may omit them, or give an empty object.
    for params in [None, Some(json!([]))] {
        let mut request = json!({"jsonrpc": "2.0", "id": 1, "method": "info"});
        if let Some(params) = params {
            request["params"] = params;
        }
        client.write(format!("{request}\n").as_bytes());
        client.sent.push(json!({"jsonrpc": "2.0", "id": 1, "method": "info"}));
        assert_eq!(client.next()["result"]["protocol"], 1);
    }
}

#[test]
fn long_lines_are_refused_and_not_kept() {
    let mut client = Client::start(&[]);
    let request = r#"{"jsonrpc":"2.0","id":"long","method":"cancel","params":{"id":1}}"#;
    let padded = |length: usize| format!("{request}{}", " ".repeat(length - request.len()));
    client.sent.push(serde_json::from_str(request).unwrap());
    client.write(format!("{}\n", padded(1 << 20)).as_bytes());
    assert_eq!(client.next()["result"]["cancelled"], false);
    assert_eq!(refused(&mut client, padded((1 << 20) + 1).as_bytes()), -32600);
    let before = client.resident();
    assert_eq!(refused(&mut client, padded(10 << 20).as_bytes()), -32600);
    assert!(client.resident() < before + (4 << 20), "{before}");
    still_answers(&mut client);
    // The last line needs no line break; half a request is an error.
    client.write(request.as_bytes());
    let (rest, ended) = client.end();
    assert_eq!((rest.len(), &rest[0]["id"]), (1, &json!("long")));
    assert_eq!(ended.code(), Some(0));
    let mut client = Client::start(&[]);
    client.write(&request.as_bytes()[..30]);
    let (rest, _) = client.end();
    assert_eq!((rest.len(), &rest[0]["error"]["code"]), (1, &json!(-32700)));
}

#[test]
fn notifications_get_no_answer() {
    let mut client = Client::start(&[]);
    let notify =
        |method: &str, params: Value| json!({"jsonrpc": "2.0", "method": method, "params": params});
    for (method, params) in [
        ("info", json!({})),
        ("nothing", json!({})),
        ("position", json!({"x": 1})),
        ("solve", json!({})),
        ("evaluate", json!({"nodes": 0})),
        ("cancel", json!({"id": 1})),
    ] {
        client.send(notify(method, params));
    }
    client.send(json!([notify("info", json!({})), notify("solve", json!({}))]));
    // The next message is the answer to a request.
    still_answers(&mut client);
    client.send(notify("shutdown", json!({})));
    assert!(client.rest().is_empty());
}

#[test]
fn a_batch_is_answered_with_one_array() {
    let mut client = Client::start(&[]);
    let request = |id: Value, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let small = json!({"rules": "kalah", "holes": 2, "seeds": 1});
    client.send(json!([
        request(json!("a"), "solve", small.clone()),
        {"jsonrpc": "2.0", "method": "info"},
        request(json!(2), "position", small),
        5,
        request(json!(3), "nothing", json!({})),
        request(json!(4), "info", json!({})),
    ]));
    let answers = client.next();
    let answers = answers.as_array().unwrap();
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(json!(ids), json!(["a", 2, null, 3, 4]));
    let codes: Vec<_> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(json!(codes), json!([null, null, -32600, -32601, null]));
    assert_eq!(answers[0]["result"]["exact"], true);
    still_answers(&mut client);
    // A shutdown in a batch lets the others be answered.
    client.send(json!([
        request(json!(1), "solve", json!({"fresh": true})),
        request(json!(2), "shutdown", json!({})),
        request(json!(3), "solve", json!({"fresh": true})),
    ]));
    let answers = client.next();
    assert_eq!(answers[0]["result"]["stopped"], "cancelled");
    assert_eq!(answers[1]["result"], Value::Null);
    assert_eq!(answers[2]["result"]["stopped"], "cancelled");
    assert_eq!(client.end().1.code(), Some(0));
}

proptest! {
    #![proptest_config(crate::support::law(24))]

    /// Random bytes, and requests with changed bytes: every line gets at most one value, and the
    /// next request works as usual.
    #[test]
    fn random_bytes_do_no_harm(
        noise in prop::collection::vec(any::<u8>(), 0..300),
        places in prop::collection::vec((0_usize..200, any::<u8>()), 0..4),
    ) {
        let mut client = Client::start(&[]);
        let params = json!({"rules": "kalah", "holes": 2, "seeds": 1, "nodes": 10, "line": "A1"});
        let request = json!({"jsonrpc": "2.0", "id": "x", "method": "evaluate", "params": params});
        let mut line = request.to_string().into_bytes();
        for (place, byte) in places {
            let place = place % line.len();
            line[place] = byte;
        }
        client.write(&noise);
        client.write(b"\n");
        client.write(&line);
        client.write(b"\n");
        client.send(json!({"jsonrpc": "2.0", "id": "last", "method": "info"}));
        client.close();
        let rest = client.rest();
        let own = |answer: &&Value| answer["id"] == "last";
        prop_assert_eq!(rest.iter().filter(own).count(), 1);
        let lines = [noise, line].concat().iter().filter(|byte| **byte == b'\n').count() + 3;
        prop_assert!(rest.len() <= lines);
        let codes: BTreeSet<_> = (rest.iter())
            .filter_map(|answer| answer["error"]["code"].as_i64())
            .collect();
        let known = [-32700, -32600, -32601, -32602];
        prop_assert!(codes.iter().all(|code| known.contains(code)), "{:?}", codes);
    }
}
