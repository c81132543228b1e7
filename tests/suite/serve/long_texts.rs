//! `serve`: long and odd texts are answered at once.

#![cfg(target_os = "linux")]

use serde_json::{Value, json};

use crate::support::{Client, processor_time, sample};

/// Bytes of a text.
const LENGTH: usize = 100_000;

/// CPU seconds allowed for an answer: many times what this build needs, and a fraction of what a
/// quadratic algorithm took.
const MOST: f64 = 1.0;

/// The pieces of texts, repeated.
const PIECES: [&str; 21] = [
    "x",
    "1",
    ",",
    "1,",
    "1 ",
    "/",
    "A1 ",
    "A3 B7 / ",
    "1,2,3,4 1:K3<>2 ",
    "S3-7 ",
    "{",
    "\"",
    "é",
    "\n",
    "\r",
    "#",
    "[",
    "a.",
    "a = 1\n",
    "[[claim]]\n",
    "rules: kalah\n",
];

#[test]
fn a_long_text_takes_no_longer_than_it_is() {
    let mut client = Client::start(&["--threads", "1"]);
    let game = ["rules", "position", "line", "mover"].as_slice();
    let chong = ["profile", "position", "turns"].as_slice();
    let methods: [(&str, &[&str]); 10] = [
        ("rules", &["set", "holes", "unknown"]),
        ("position", game),
        ("evaluate", &["position", "line"]),
        ("choose", &["policy"]),
        ("claims", &["file", "text"]),
        ("record", &["text", "start", "tags"]),
        ("cancel", &["id"]),
        ("chong_position", chong),
        ("chong_position", &["throw"]),
        ("chong_choose", &["throw", "policy"]),
    ];
    for (method, params) in methods {
        for param in params {
            for piece in sample(PIECES) {
                let text = piece.repeat(LENGTH / piece.len());
                let value = match *param {
                    "turns" => json!([text]),
                    "set" => json!({"lap": text}),
                    "tags" => json!([{"name": "note", "text": text}]),
                    _ => json!(text),
                };
                let id = client.sent.len();
                let before = processor_time(client.child());
                let mut asked = json!({*param: value});
                // Only separators make no line, which would require a search.
                if method == "evaluate" {
                    asked["nodes"] = 100.into();
                }
                client.request(id, method, asked);
                assert_eq!(client.next_unchecked()["id"], id);
                let took = processor_time(client.child()) - before;
                assert!(took < MOST, "{method}, {param}, {piece:?}: {took} s");
            }
        }
    }
    let answer: Value = client.result("cancel", json!({"id": 1}));
    assert_eq!(answer["cancelled"], false);
}
