//! `serve`: errors of the methods of chong, and their progress.

use serde_json::json;

use crate::support::Client;

/// A search reports intermediate results: first the estimate of all ways.
#[test]
fn searches_are_cancelled_and_tell_what_they_have() {
    let mut client = Client::start(&["--threads", "1"]);
    for (method, more, field) in [
        (
            "chong_evaluate",
            json!({"throw": "2,3,4,5", "depth": 3, "samples": 0, "progress": true}),
            "ways",
        ),
        ("chong_evaluate", json!({"exact": true, "progress": true}), "probability"),
        ("chong_choose", json!({"throw": "2,3,4,5", "policy": "search:1000000"}), "way"),
    ] {
        let mut params = more;
        // No throw wins here.
        params["position"] = match method {
            "chong_evaluate" if params.get("exact").is_some() => {
                json!("SSSSSSSS|K......k|ssssssss A")
            }
            _ => json!("SSSSSSSSSSSS|K..........k|ssssssssssss A opened:AB"),
        };
        client.request("search", method, params.clone());
        if params.get("progress").is_some() {
            let told = client.next();
            assert_eq!(told["params"]["id"], "search", "{told}");
            assert!(told["params"].get(field).is_some());
        }
        client.request("cancel", "cancel", json!({"id": "search"}));
        let mut answers = Vec::new();
        while answers.len() < 2 {
            let next = client.next();
            if next.get("method").is_none() {
                answers.push(next);
            }
        }
        answers.sort_by_key(|answer| answer["id"].to_string());
        assert_eq!(answers[0]["result"], json!({"cancelled": true}));
        assert_eq!(answers[1]["result"]["stopped"], "cancelled", "{method}");
    }
}

/// The error has the parameter, its text, the byte, and what was expected.
#[test]
fn what_is_wrong_is_named_with_its_place() {
    let mut client = Client::within();
    let big = json!({"holes": 20, "exact": true});
    let over = "..S|K.k|s.S A opened:AB";
    for (method, params, param, text, at, expected) in [
        (
            "chong_position",
            json!({"position": "SSS|K.x|sss A"}),
            "position",
            "SSS|K.x|sss A",
            Some(6),
            "one of . S K",
        ),
        (
            "chong_position",
            json!({"position": "SSS|K.k|sss C"}),
            "position",
            "SSS|K.k|sss C",
            Some(12),
            "A or B",
        ),
        (
            "chong_position",
            json!({"position": "SSS|K.k|sss A", "holes": 4}),
            "position",
            "SSS|K.k|sss A",
            None,
            "4 holes",
        ),
        ("chong_position", json!({"position": 5}), "position", "5", None, "a string"),
        ("chong_position", json!({"holes": 1}), "holes", "1", None, "from 2 to 28"),
        ("chong_position", json!({"dice": "five"}), "dice", "five", None, "from 1 to 4"),
        ("chong_position", json!({"profile": "old"}), "profile", "old", None, "content"),
        ("chong_position", json!({"set": {"goal": "none"}}), "set.goal", "none", None, "reach_any"),
        ("chong_position", json!({"throw": "1,2,9,4"}), "throw", "1,2,9,4", Some(4), "a face"),
        ("chong_position", json!({"throw": "1  2 7 4"}), "throw", "1  2 7 4", Some(5), "a face"),
        ("chong_position", json!({"throw": "1,2"}), "throw", "1,2", None, "4 faces"),
        ("chong_position", json!({"most": -1}), "most", "-1", None, "from 0"),
        ("chong_play", json!({"turns": "1"}), "turns", "1", None, "an array"),
        ("chong_play", json!({"turns": [3]}), "turns[0]", "3", None, "a turn"),
        (
            "chong_play",
            json!({"holes": 3, "turns": ["1,2,3,4 1:K3<>2 4:S3-8"]}),
            "turns[0]",
            "1,2,3,4 1:K3<>2 4:S3-8",
            Some(16),
            "4:S3-7x",
        ),
        (
            "chong_play",
            json!({"holes": 3, "turns": ["2,2,3,4 pass", "1,2,8,4 pass"]}),
            "turns[1]",
            "1,2,8,4 pass",
            Some(4),
            "a face",
        ),
        (
            "chong_play",
            json!({"holes": 3, "turns": ["1,2,3,4 1:K3<>2"]}),
            "turns[0]",
            "1,2,3,4 1:K3<>2",
            Some(15),
            "may end there",
        ),
        (
            "chong_play",
            json!({"position": over, "turns": ["2,2,3,4 pass"]}),
            "turns[0]",
            "2,2,3,4 pass",
            None,
            "the game is over",
        ),
        (
            "chong_evaluate",
            json!({"exact": true, "depth": 2}),
            "depth",
            "2",
            None,
            "no such parameter with exact",
        ),
        ("chong_evaluate", json!({"depth": 0}), "depth", "0", None, "from 1 to 100"),
        ("chong_evaluate", big, "exact", "true", None, "small enough"),
        (
            "chong_choose",
            json!({"position": over, "throw": "1,2,3,4"}),
            "throw",
            "1,2,3,4",
            None,
            "unfinished game",
        ),
        (
            "chong_choose",
            json!({"throw": "1,2,3,4", "policy": "bold"}),
            "policy",
            "bold",
            Some(0),
            "search:32",
        ),
        ("chong_rules", json!({"x": 1}), "x", "1", None, "profile"),
    ] {
        let error = client.error(method, params.clone());
        assert_eq!(error["code"], -32602, "{params}: {error}");
        let data = &error["data"];
        assert_eq!(
            (&data["param"], &data["text"], &data["at"]),
            (&json!(param), &json!(text), &json!(at)),
            "{params}: {error}"
        );
        assert!(data["expected"].as_str().unwrap().contains(expected), "{data}");
        assert!(error["message"].as_str().unwrap().starts_with(param), "{error}");
    }
    let error = client.error("chong_choose", json!({}));
    assert_eq!(error["data"]["param"], "throw", "{error}");
}

/// A large table allocates memory as it fills, not before a short search.
#[test]
fn a_short_search_of_chong_takes_little_of_its_memory() {
    let mut client = Client::start(&["--threads", "1"]);
    let asked = json!({"throw": "1,2,3,4", "memory": 1024, "time": 0.1});
    client.result("chong_evaluate", asked);
    let most = client.most_resident();
    assert!(most < 256 << 20, "{most}");
}
