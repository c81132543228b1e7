//! `serve`: searches run one after the other, alongside everything else, and can be cancelled.

use std::time::{Duration, Instant};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use chongkak::rules::OPTION_NAMES;

use crate::support::{Client, any_game, json_lines, run_with, send_interrupt, stdout};

/// A search that runs until it is cancelled.
fn endless() -> Value {
    json!({"fresh": true, "holes": 12, "seeds": 12})
}

/// Values up to and including the answer to a request.
fn up_to(client: &mut Client, id: &Value) -> Vec<Value> {
    let mut all = vec![client.next()];
    while all.last().unwrap().get("id") != Some(id) {
        all.push(client.next());
    }
    all
}

#[test]
fn a_search_keeps_nobody_waiting_and_is_cancelled() {
    let mut client = Client::start(&[]);
    client.request("search", "solve", endless());
    for (method, params) in [
        ("position", json!({"line": "A1"})),
        ("info", json!({})),
        ("book", json!({})),
        ("play", json!({"line": "A1"})),
        ("rules", json!({})),
        ("cancel", json!({"id": "other"})),
    ] {
        // Its answer comes next.
        client.result(method, params);
    }
    client.request("cancel", "cancel", json!({"id": "search"}));
    let mut answers = [client.next(), client.next()];
    answers.sort_by_key(|answer| answer["id"].to_string());
    assert_eq!(answers[0]["result"], json!({"cancelled": true}));
    let found = &answers[1]["result"];
    assert_eq!((&found["stopped"], &found["value"]), (&json!("cancelled"), &Value::Null));
    // It is over: there is nothing left to cancel.
    let again = client.result("cancel", json!({"id": "search"}));
    assert_eq!(again, json!({"cancelled": false}));
}

/// Searches wait for each other; one that is cancelled before its turn is answered at once.
#[test]
fn searches_are_answered_in_order() {
    let mut client = Client::start(&[]);
    let small = json!({"rules": "kalah", "holes": 2, "seeds": 1});
    client.request(0, "solve", endless());
    for id in 1..=4 {
        let method = ["solve", "evaluate", "turns"][id % 3];
        client.request(id, method, small.clone());
    }
    for (id, method) in [("t", "turns"), ("e", "evaluate"), ("s", "solve"), ("s", "solve")] {
        let mut params = endless();
        if method == "turns" {
            params = json!({"holes": 12, "seeds": 12, "time": 1_000_000});
        }
        client.request(id, method, params);
    }
    for (id, answers) in [("e", 1), ("t", 1), ("s", 2)] {
        client.request("cancel", "cancel", json!({"id": id}));
        for _ in 0..answers {
            let answer = client.next();
            assert_eq!(answer["id"], id);
            assert_eq!(answer["result"]["stopped"], "cancelled", "{answer}");
        }
        assert_eq!(client.next()["result"], json!({"cancelled": true}));
    }
    client.request("cancel", "cancel", json!({"id": 0}));
    let mut ids = Vec::new();
    while ids.len() < 5 {
        let id = client.next()["id"].clone();
        if id != "cancel" {
            ids.push(id);
        }
    }
    assert_eq!(json!(ids), json!([0, 1, 2, 3, 4]));
}

#[test]
fn too_many_requests_are_refused_and_all_are_answered() {
    let mut client = Client::start(&[]);
    // It runs, and no longer waits, when it reports progress.
    let mut told = endless();
    told["progress"] = json!(true);
    client.request("runs", "solve", told);
    client.next();
    for id in 0..=1000 {
        client.request(id, "evaluate", endless());
    }
    let refused = loop {
        let next = client.next();
        if next.get("method").is_none() {
            break next;
        }
    };
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(1000), &json!(-32000)));
    client.close();
    let rest = client.rest();
    let answers = rest.iter().filter(|one| one.get("method").is_none());
    let answers: Vec<_> = answers.collect();
    assert!(answers.iter().all(|answer| answer["result"]["stopped"] == "cancelled"));
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    let expected: Vec<_> = [json!("runs")].into_iter().chain((0..1000).map(Value::from)).collect();
    assert_eq!(ids, expected);
    assert_eq!(client.end().1.code(), Some(0));
}

#[test]
fn the_end_of_the_input_cancels_and_a_signal_does_too() {
    for signal in [false, true] {
        let mut client = Client::start(&[]);
        let mut told = endless();
        told["progress"] = json!(true);
        client.request(1, "evaluate", told);
        client.next();
        match signal {
            true => send_interrupt(client.child()),
            false => client.close(),
        }
        let last = client.rest().pop().unwrap();
        assert_eq!((&last["id"], &last["result"]["stopped"]), (&json!(1), &json!("cancelled")));
        let code = if signal { 130 } else { 0 };
        assert_eq!(client.end().1.code(), Some(code));
    }
}

/// Progress has the fields of the result, comes once and then at most ten times a second, and not
/// after the answer. (The client validates every value by its schema.)
#[test]
fn progress_is_the_result_so_far() {
    let mut client = Client::start(&["--threads", "1"]);
    for (method, params) in [
        ("solve", json!({"nodes": 60_000, "fresh": true})),
        ("evaluate", json!({"nodes": 300_000, "fresh": true})),
        ("turns", json!({"time": 1, "holes": 8, "seeds": 8})),
    ] {
        let mut params = params;
        params["progress"] = json!(true);
        let started = Instant::now();
        client.request(method, method, params);
        let told = up_to(&mut client, &json!(method));
        let (answer, told) = told.split_last().unwrap();
        let most = 1 + started.elapsed().as_millis() / 100;
        assert!(told.len() as u128 <= most, "{method}: {} of {most}", told.len());
        let mut nodes = 0;
        for one in told {
            assert_eq!(one["params"]["id"], method);
            let now = one["params"]["nodes"].as_u64().unwrap();
            assert!(now >= nodes, "{method}");
            nodes = now;
        }
        assert!(answer["result"]["nodes"].as_u64().unwrap() >= nodes);
    }
    // The next answer comes next.
    client.result("info", json!({}));
}

/// The first result is reported at once, rather than replaced by later ones: the search has visited
/// hardly more than the moves of the position.
#[test]
fn the_first_progress_is_the_first_finding() {
    let mut client = Client::start(&["--threads", "2"]);
    for (number, holes) in [7, 9, 18].into_iter().enumerate() {
        let asked = json!({"holes": holes, "seeds": holes, "progress": true, "fresh": true});
        client.request(number, "evaluate", asked);
        let first = client.next();
        assert_eq!(first["method"], "progress", "{first}");
        assert_eq!(first["params"]["depth"], 1, "{first}");
        let nodes = first["params"]["nodes"].as_u64().unwrap();
        assert!(nodes < 10_000, "{nodes} on 2 x {holes}");
        // Every move has a value, with what is proven of it.
        let moves = first["params"]["moves"].as_array().unwrap();
        assert_eq!(moves.len(), holes);
        for one in moves {
            let [lower, value, upper] = ["lower", "value", "upper"].map(|name| one[name].as_i64());
            assert!(lower.is_some() && lower <= value && value <= upper, "{one}");
        }
        client.request("cancel", "cancel", json!({"id": number}));
        let told = up_to(&mut client, &json!(number));
        let cancelled = |one: &Value| one["result"]["cancelled"] == true;
        if !told.iter().any(cancelled) {
            assert!(cancelled(&client.next()));
        }
    }
}

/// A client that doesn't read only delays itself: its answers are in a bounded queue, and nothing
/// is lost when it reads again.
#[test]
fn a_reader_that_stops_reading_costs_no_memory() {
    let mut client = Client::deaf(&[]);
    let mut told = endless();
    told["progress"] = json!(true);
    told["time"] = json!(null);
    client.request("search", "evaluate", told);
    // Some 80 MB of answers. The client sends as long as it can.
    const ASKED: usize = 8_000;
    let requests: String = (0..ASKED)
        .map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "rules"}).to_string() + "\n")
        .collect();
    let sending = client.write_beside(requests.into_bytes());
    // Time to fill the buffers; if it is too short, the test is easier, but correct.
    std::thread::sleep(Duration::from_millis(500));
    client.listen();
    let mut next = 0;
    while next < ASKED {
        let value = client.next_unchecked();
        if value.get("method").is_none() {
            assert_eq!(value["id"], next);
            next += 1;
        }
    }
    let most = client.most_resident();
    assert!(most < 300 << 20, "{most}");
    client.take_back(sending.join().unwrap());
    client.request("cancel", "cancel", json!({"id": "search"}));
    client.close();
    let rest = client.rest();
    assert!(rest.iter().any(|value| value["id"] == "search"));
}

/// It does not keep the program from ending either: by a signal, or by disconnecting.
#[test]
fn a_reader_that_stops_reading_does_not_keep_the_program() {
    for gone in [false, true] {
        let mut client = Client::deaf(&[]);
        client.request("search", "solve", endless());
        // Some 6 MB of answers, more than can wait.
        for id in 0..600 {
            client.request(id, "rules", json!({}));
        }
        // A signal before the program handles it would just kill it.
        client.begun();
        match gone {
            true => client.hang_up(),
            false => send_interrupt(client.child()),
        }
        let code = if gone { 0 } else { 130 };
        assert_eq!(client.wait().code(), Some(code));
    }
}

/// Thousands of requests leave nothing behind.
#[test]
fn memory_does_not_grow_with_requests() {
    let mut client = Client::start(&["--threads", "1", "--memory", "2"]);
    let mut kept = Vec::new();
    for round in 0..4 {
        for number in 0..600 {
            let seeds = 1 + number % 3;
            let game = json!({"rules": "kalah", "holes": 3, "seeds": seeds});
            match number % 4 {
                0 => drop(client.result("position", game)),
                1 => drop(client.result("evaluate", json!({"holes": 3, "nodes": 50}))),
                2 => drop(client.error("position", json!({"position": "1,2,3"}))),
                _ => drop(client.result("solve", game)),
            }
        }
        client.sent.clear();
        kept.push(client.resident());
        assert!(round == 0 || kept[round] < kept[0] + (8 << 20), "{kept:?}");
    }
}

/// For any rules and positions a search agrees with the command.
#[test]
fn searches_are_those_of_the_commands_for_any_game() {
    let mut client = Client::start(&[]);
    let mut runner = TestRunner::deterministic();
    for round in 0..24 {
        let (rules, position) = any_game().new_tree(&mut runner).unwrap().current();
        let (method, command) = [("evaluate", "eval"), ("solve", "solve")][round % 2];
        if method == "solve" && rules.value("store").unwrap() == "far" {
            continue;
        }
        let nodes = 50 + 40 * round;
        let position = position.to_string();
        let (holes, nodes_text) = (rules.value("holes").unwrap(), nodes.to_string());
        let mut asked = json!({
            "position": position, "nodes": nodes, "fresh": true, "threads": 1,
        });
        let mut args = vec![
            command.to_owned(),
            "-".to_owned(),
            "--fresh".to_owned(),
            "--threads=1".to_owned(),
            format!("--nodes={nodes_text}"),
            "--format=jsonl".to_owned(),
            "--quiet".to_owned(),
        ];
        let options: serde_json::Map<_, _> = OPTION_NAMES
            .map(|option| (option.to_owned(), json!(rules.value(option).unwrap())))
            .into_iter()
            .collect();
        args.extend(
            options
                .iter()
                .map(|(option, value)| format!("--set={option}={}", value.as_str().unwrap())),
        );
        asked["set"] = options.into();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let printed = run_with(&args, &format!("{position}\n"));
        let expected = json_lines(&stdout(&printed)).remove(0);
        assert_eq!(client.result(method, asked), expected, "{holes}: {args:?} {position}");
    }
}
