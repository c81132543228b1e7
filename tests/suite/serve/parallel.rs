//! `serve`: parallel searches run alongside each other and the queue.

use std::collections::BTreeMap;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::{Client, Host, any_game};

/// A search that runs until it is cancelled, and reports progress.
fn endless(parallel: bool) -> Value {
    json!({
        "fresh": true, "holes": 12, "seeds": 12, "time": null, "progress": true,
        "parallel": parallel,
    })
}

/// A search that ends at once.
fn small() -> Value {
    json!({"rules": "kalah", "holes": 2, "seeds": 1, "parallel": true})
}

/// Reads on until all these searches have reported progress; none is answered meanwhile.
fn all_run(client: &mut Client, ids: &[&str]) {
    let mut missing = ids.to_vec();
    while !missing.is_empty() {
        let told = client.next();
        assert_eq!(told["method"], "progress", "{told}");
        missing.retain(|one| told["params"]["id"] != *one);
    }
}

/// Returns the next answer, skipping progress.
fn answer(client: &mut Client) -> Value {
    loop {
        let next = client.next();
        if next.get("method").is_none() {
            return next;
        }
    }
}

/// Returns the next answers by id.
fn answers(client: &mut Client, count: usize) -> BTreeMap<String, Value> {
    let one = |_| {
        let answer = answer(client);
        (answer["id"].as_str().unwrap().to_owned(), answer["result"].clone())
    };
    (0..count).map(one).collect()
}

#[test]
fn as_many_run_at_once_as_info_says_and_the_others_wait() {
    let mut client = Client::start(&["--threads", "2"]);
    assert_eq!(client.result("info", json!({}))["parallel"], 2);
    client.request("queue", "evaluate", endless(false));
    client.request("one", "evaluate", endless(true));
    client.request("two", "evaluate", endless(true));
    all_run(&mut client, &["queue", "one", "two"]);
    // A third one waits for one of the two; other requests wait for none.
    client.request("third", "solve", small());
    client.request("place", "position", json!({}));
    assert_eq!(answer(&mut client)["id"], "place");
    client.request("cancel", "cancel", json!({"id": "one"}));
    let found = answers(&mut client, 3);
    assert_eq!(found["one"]["stopped"], "cancelled");
    assert_eq!(found["third"]["exact"], true);
    // Each of the others is cancelled by its own id, even while waiting.
    client.request("three", "evaluate", endless(true));
    all_run(&mut client, &["three"]);
    client.request("waits", "evaluate", endless(true));
    for id in ["waits", "queue", "three", "two"] {
        client.request("cancel", "cancel", json!({"id": id}));
        let found = answers(&mut client, 2);
        assert_eq!(found["cancel"], json!({"cancelled": true}));
        assert_eq!(found[id]["stopped"], "cancelled", "{id}");
    }
    // Nothing is left behind.
    assert_eq!(client.result("solve", small())["exact"], true);
}

#[test]
fn so_many_run_at_once_as_there_are_threads_within_limits() {
    for (threads, most) in [("1", 2), ("3", 3), ("40", 8)] {
        let mut client = Client::start(&["--threads", threads]);
        assert_eq!(client.result("info", json!({}))["parallel"], most, "{threads}");
    }
}

#[test]
fn they_run_over_websocket_too() {
    let host = Host::start(&["--threads", "1"]);
    let mut window = host.window();
    window.request(1, "evaluate", endless(true));
    window.request(2, "solve", small());
    // It is answered while the other one runs.
    assert_eq!(window.answer(2)["result"]["exact"], true);
    window.request(3, "cancel", json!({"id": 1}));
    assert_eq!(window.answer(1)["result"]["stopped"], "cancelled");
}

#[test]
fn the_end_of_the_input_cancels_those_that_run_and_those_that_wait() {
    let mut client = Client::start(&["--threads", "1"]);
    for id in ["one", "two", "waits", "waits too"] {
        client.request(id, "evaluate", endless(true));
    }
    client.close();
    let rest = client.rest();
    let stopped = rest.iter().filter(|one| one["result"]["stopped"] == "cancelled");
    assert_eq!(stopped.count(), 4);
    assert_eq!(client.end().1.code(), Some(0));
}

/// A search finds the same as when it runs alone.
#[test]
fn what_runs_beside_a_search_does_not_change_it() {
    let mut client = Client::start(&["--threads", "3"]);
    let mut runner = TestRunner::deterministic();
    let questions: Vec<Value> = (0..40)
        .map(|number| {
            let (_, position) = any_game().new_tree(&mut runner).unwrap().current();
            json!({
                "position": position.to_string(), "nodes": 500 + 100 * number, "threads": 1,
                "fresh": true,
            })
        })
        .collect();
    for (number, question) in questions.iter().enumerate() {
        let mut question = question.clone();
        question["parallel"] = json!(true);
        client.request(number.to_string(), "evaluate", question);
    }
    let found = answers(&mut client, questions.len());
    for (number, question) in questions.into_iter().enumerate() {
        let alone = client.result("evaluate", question.clone());
        assert_eq!(found[&number.to_string()], alone, "{question}");
    }
}
