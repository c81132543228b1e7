//! Batches of `serve`: work and memory are bounded, whatever is requested.

use chongkak::book;
use serde_json::{Value, json};

use crate::support::{Client, send_interrupt};

fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

/// An answer of more than 50,000 bytes.
fn long(id: impl Into<Value>) -> Value {
    request(id, "scene", json!({"holes": 18, "seeds": 18, "line": "A18", "board": true}))
}

/// A search that ends when it is cancelled.
fn endless(id: &str) -> Value {
    request(id, "solve", json!({"holes": 12, "seeds": 12, "progress": true}))
}

fn codes(answers: &Value) -> Vec<i64> {
    let answers = answers.as_array().unwrap().iter();
    let codes = answers.map(|answer| answer["error"]["code"].as_i64());
    codes.map(Option::unwrap_or_default).collect()
}

/// Returns the next answer, skipping progress.
fn answer(client: &mut Client) -> Value {
    loop {
        let value = client.next_unchecked();
        if value.get("method").is_none() {
            return value;
        }
    }
}

#[test]
fn a_batch_has_at_most_a_thousand_requests() {
    let mut client = Client::start(&[]);
    // As long as a line may be.
    for elements in [1001, 524_000] {
        client.send(json!(vec![1; elements]));
        let refused = client.next();
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(null), &json!(-32600)));
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("{elements}, expected at most 1000")), "{message}");
    }
    client.send(json!(vec![1; 1000]));
    assert_eq!(codes(&client.next()), vec![-32600; 1000]);
    // Notifications, which get no answer, count too.
    client.send(json!(vec![json!({"jsonrpc": "2.0", "method": "info"}); 1001]));
    assert_eq!(client.next()["error"]["code"], -32600);
}

/// Answers that wait for the rest of their batch have bounded memory: a request whose answer
/// doesn't fit is refused without being executed. Requests with effects, and later ones that fit,
/// are not.
#[test]
fn the_answers_of_batches_lie_in_bounded_room() {
    const ROOM: usize = 4 << 20;
    let mut client = Client::start(&[]);
    client.send((0..1000).map(long).collect());
    let text = client.next_text();
    assert!((ROOM..ROOM + (1 << 20)).contains(&text.len()), "{}", text.len());
    let answers: Value = serde_json::from_str(&text).unwrap();
    let ids = answers.as_array().unwrap().iter().map(|answer| &answer["id"]);
    assert!(ids.eq(&(0..1000).map(Value::from).collect::<Vec<_>>()));
    let codes_found = codes(&answers);
    let fitting = codes_found.iter().take_while(|code| **code == 0).count();
    assert!((20..100).contains(&fitting), "{fitting}");
    assert_eq!(codes_found[fitting..], vec![-32000; 1000 - fitting]);
    let most = client.most_resident();
    assert!(most < 150 << 20, "{most}");

    // A batch whose search still runs keeps the memory of its other answers.
    let mut first: Vec<Value> = (0..1000).map(long).collect();
    first[0] = endless("search");
    client.send(json!(first));
    client.send(json!([long("a"), request("b", "cancel", json!({"id": "nothing"}))]));
    let second = answer(&mut client);
    assert_eq!(codes(&second), [-32000, 0]);
    assert_eq!(second[1]["result"]["cancelled"], false);
    // Outside a batch there is room.
    client.send(request("alone", "info", json!({})));
    assert_eq!(answer(&mut client)["id"], "alone");
    client.send(json!([request("c", "cancel", json!({"id": "search"}))]));
    let [one, other] = [answer(&mut client), answer(&mut client)];
    let first = if one.as_array().unwrap().len() == 1000 { one } else { other };
    // There was no room left for it.
    assert_eq!((&first[0]["id"], codes(&first)[0]), (&json!("search"), -32000));
    client.send(json!([long("d")]));
    assert_eq!(codes(&answer(&mut client)), [0]);
}

/// An interruption of the program doesn't wait for the end of a batch.
#[test]
fn an_interruption_ends_a_batch() {
    let mut client = Client::start(&[]);
    // A line of thousands of laps, which is played before the book is found to end there.
    let openings = book::openings(book::DAKON_OPENINGS).unwrap();
    let line = &openings.last().unwrap().harvest.line;
    let slow = |id: i32| {
        let game = json!({"rules": "dakon", "holes": 18, "seeds": 18, "line": line});
        request(id, "book", game)
    };
    let mut batch = vec![endless("search")];
    batch.extend((1..1000).map(slow));
    client.send(json!(batch));
    // The batch is running.
    client.next_unchecked();
    send_interrupt(client.child());
    let answers = answer(&mut client);
    assert_eq!(answers.as_array().unwrap().len(), 1000);
    let last = &answers[999]["error"];
    assert_eq!(
        (&last["code"], &last["message"]),
        (&json!(-32000), &json!("the program is shutting down"),)
    );
    assert_eq!(client.wait().code(), Some(130));
}
