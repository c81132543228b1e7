//! `serve --listen`: the line protocol over WebSocket, for several clients at once.

use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::support::{Client, Host, Window, awaited, frame, program, send_interrupt};

/// A search that runs until it is cancelled.
fn endless() -> Value {
    json!({"holes": 12, "seeds": 12, "progress": true})
}

/// Waits until a search has started.
fn begun(window: &mut Window) {
    while window.next()["method"] != "progress" {}
}

/// The default number of threads of a search.
fn threads(window: &mut Window) -> Value {
    let small = json!({"holes": 2, "seeds": 1, "fresh": true});
    window.result("solve", small)["limits"]["threads"].clone()
}

#[test]
fn answers_over_websocket_are_those_over_standard_output() {
    let mut client = Client::start(&["--threads", "1"]);
    let host = Host::start(&["--threads", "1"]);
    let mut window = host.window();
    let ask = |id: Value, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
    };
    let game = json!({"rules": "kalah", "holes": 3, "seeds": 2, "fresh": true});
    let line = json!({"rules": "dakon", "holes": 5, "line": "A1"});
    let texts = [
        ask(json!(1), "info", json!({})),
        ask(json!("two"), "rules", json!({"rules": "congklak"})),
        ask(json!(3), "position", line.clone()),
        ask(json!(4), "show", line.clone()),
        ask(json!(5), "play", line),
        ask(json!(6), "solve", game.clone()),
        ask(json!(7), "evaluate", json!({"holes": 4, "nodes": 2000, "fresh": true})),
        ask(json!(8), "turns", json!({"holes": 4, "nodes": 2000})),
        ask(json!(9), "book", json!({"owned": 81})),
        ask(json!(10), "cancel", json!({"id": 99})),
        ask(json!(11), "position", json!({"position": "1,q/0 1,1/0 A"})),
        ask(json!(12), "position", json!({"position": "ü,1/0 1,1/0 A"})),
        ask(json!(13), "nothing", json!({})),
        ask(json!(14), "info", json!({"threads": 1})),
        ask(json!(null), "info", json!({})),
        format!("[{},{}]", ask(json!(15), "solve", game), ask(json!(16), "book", json!({}))),
        "[]".to_owned(),
        "{".to_owned(),
        "\"text\"".to_owned(),
        String::new(),
        format!("{}1{}", "[".repeat(200), "]".repeat(200)),
        r#"{"jsonrpc":"2.0","method":"info"}"#.to_owned(),
        ask(json!(17), "position", json!({})),
    ];
    for text in texts {
        client.write(format!("{text}\n").as_bytes());
        window.send_text(text.as_str());
        if !text.contains("\"id\"") && text.contains("info") {
            continue;
        }
        assert_eq!(window.next_text(), Ok(client.next_text()), "{text}");
    }
}

#[test]
fn the_start_prints_one_line_and_each_has_a_token_of_its_own() {
    let mut tokens = Vec::new();
    let mut addresses = vec!["localhost:0", "127.0.0.2:0"];
    // Not every machine has IPv6.
    if std::net::TcpListener::bind("[::1]:0").is_ok() {
        addresses.push("[::1]:0");
    }
    for address in addresses {
        let host = Host::told(&["serve", "--listen", address]);
        let own =
            address.replace("localhost", "127.0.0.1").replace(":0", &format!(":{}", host.port()));
        assert_eq!(host.url, format!("http://{own}/?token={}", host.token));
        assert!(host.token.len() == 32 && host.token.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let page = host.get(&format!("/?token={}", host.token));
        let policy = page.field("content-security-policy").unwrap();
        // Policies can't express IPv6 addresses.
        let own = match host.name.starts_with('[') {
            true => "'self'".to_owned(),
            false => format!("'self' ws://{}", host.name),
        };
        assert!(policy.contains(&format!("connect-src {own};")), "{policy}");
        tokens.push(host.token.clone());
        host.window().request(1, "shutdown", json!({}));
        assert_eq!(host.end(), (Some(0), String::new()));
    }
    tokens.dedup();
    assert!(tokens.len() > 1);
}

#[test]
fn the_board_is_served_by_its_own_command() {
    let host = Host::told(&["board", "--threads", "1"]);
    assert!(host.name.starts_with("127.0.0.1:"));
    assert_eq!(host.window().result("info", json!({}))["threads"], 1);
    // Another one finds its own port.
    let other = Host::told(&["board", "--no-open", "--tables", "none"]);
    assert_ne!(other.port(), host.port());
}

#[test]
fn a_shutdown_ends_all_and_searches_are_answered() {
    let host = Host::start(&["--threads", "2"]);
    let (mut one, mut two) = (host.window(), host.window());
    two.request(1, "solve", endless());
    begun(&mut two);
    two.request(2, "solve", endless());
    assert_eq!(one.result("shutdown", json!({})), Value::Null);
    assert_eq!(one.ended(), Some(CloseCode::Away));
    assert_eq!(two.answer(1)["result"]["stopped"], "cancelled");
    assert_eq!(two.answer(2)["result"]["stopped"], "cancelled");
    assert_eq!(two.ended(), Some(CloseCode::Away));
    assert_eq!(host.end(), (Some(0), String::new()));
}

#[test]
fn ctrl_c_cancels_searches_and_closes_connections() {
    let host = Host::start(&[]);
    let (mut one, mut idle, mut deaf) = (host.window(), host.window(), host.window());
    // A client that requests much and reads nothing blocks no other.
    for id in 0..500 {
        deaf.request(id, "show", json!({"holes": 18}));
    }
    one.request(1, "evaluate", json!({"time": 1000, "fresh": true, "progress": true}));
    begun(&mut one);
    send_interrupt(host.child());
    assert_eq!(one.answer(1)["result"]["stopped"], "cancelled");
    assert_eq!(one.ended(), Some(CloseCode::Away));
    assert_eq!(idle.ended(), Some(CloseCode::Away));
    assert_eq!(host.end(), (Some(130), String::new()));
}

#[test]
fn a_connection_that_goes_away_cancels_its_searches() {
    let host = Host::start(&["--threads", "2"]);
    let mut other = host.window();
    assert_eq!(threads(&mut other), 2);
    // With and without a close frame; also while waiting.
    for word in [true, false] {
        let mut leaving = host.window();
        for id in 0..3 {
            leaving.request(id, "solve", endless());
        }
        begun(&mut leaving);
        assert_eq!(threads(&mut other), 1);
        if word {
            leaving.socket.close(None).unwrap();
            leaving.ended();
        }
        drop(leaving);
        // The machine is free as soon as it is noticed.
        awaited(|| (threads(&mut other) == 2).then_some(()));
    }
}

#[test]
fn every_connection_has_a_queue_and_ids_of_its_own() {
    let host = Host::start(&["--threads", "2"]);
    let (mut one, mut two) = (host.window(), host.window());
    one.request(1, "solve", endless());
    begun(&mut one);
    one.request(2, "solve", json!({"holes": 2}));
    // The other one doesn't wait for that, and can't cancel it.
    two.request(1, "solve", json!({"holes": 3, "seeds": 2}));
    assert_eq!(two.answer(1)["result"]["limits"]["threads"], 1);
    assert_eq!(two.result("cancel", json!({"id": 1}))["cancelled"], false);
    assert_eq!(two.result("cancel", json!({"id": 2}))["cancelled"], false);
    // A client that sends an invalid frame loses only its own connection.
    let mut three = host.window();
    three.send_bytes(&[0xff; 40]).unwrap();
    assert_eq!(three.ended(), Some(CloseCode::Protocol));
    one.request(3, "cancel", json!({"id": 1}));
    assert_eq!(one.answer(1)["result"]["stopped"], "cancelled");
    assert_eq!(one.answer(2)["result"]["exact"], true);
    // A search may request all threads of the server.
    let asked = json!({"holes": 2, "seeds": 1, "threads": 2, "fresh": true});
    assert_eq!(two.result("solve", asked)["limits"]["threads"], 2);
}

#[test]
fn frames_never_mix() {
    let host = Host::start(&[]);
    let mut window = host.window();
    window.request("search", "evaluate", json!({"time": 1000, "fresh": true, "progress": true}));
    let (mut pongs, mut answers, mut told) = (0, 0, 0);
    for round in 0..200_u32 {
        window.socket.send(Message::Ping(round.to_be_bytes().to_vec().into())).unwrap();
        window.request(round, "show", json!({"holes": 18}));
    }
    // The library fails on a nested frame, and the schema is compared.
    while pongs < 200 || answers < 200 || told < 3 {
        match window.socket.read().unwrap() {
            Message::Pong(round) => {
                let round = u32::from_be_bytes(round[..].try_into().unwrap());
                assert!(round < 200);
                pongs += 1;
            }
            Message::Text(text) => {
                let value: Value = serde_json::from_str(&text).unwrap();
                match value["id"].as_u64() {
                    Some(id) => assert_eq!(id, answers),
                    None => assert_eq!(value["method"], "progress"),
                }
                answers += u64::from(value["id"].is_u64());
                told += u64::from(value["method"].is_string());
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn only_whole_texts_are_taken_and_the_end_is_said() {
    let host = Host::start(&[]);
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"cancel","params":{"id":1}}"#;
    // In three fragments, with a ping between two.
    let mut window = host.window();
    let pieces = [frame(0x01, &request[..9]), frame(0x89, b"?"), frame(0x00, &request[9..20])];
    window.send_bytes(&pieces.concat()).unwrap();
    window.send_bytes(&frame(0x80, &request[20..])).unwrap();
    assert!(window.next_text().unwrap().contains("\"cancelled\":false"));
    let endings = [
        ("binary", frame(0x82, request), CloseCode::Unsupported),
        ("no UTF-8", frame(0x81, b"\xff"), CloseCode::Invalid),
        ("a frame that nothing precedes", frame(0x80, b"{}"), CloseCode::Protocol),
        ("a reserved bit", frame(0xc1, b"{}"), CloseCode::Protocol),
        ("not masked", b"\x81\x02{}".to_vec(), CloseCode::Protocol),
        ("a long ping", frame(0x89, &[b' '; 126]), CloseCode::Protocol),
        ("a word of the end", frame(0x88, b"\x03\xe8bye"), CloseCode::Normal),
        ("the end", frame(0x88, b""), CloseCode::Normal),
    ];
    for (what, bytes, code) in endings {
        let mut window = host.window();
        window.send_bytes(&bytes).unwrap();
        assert_eq!(window.ended(), Some(code), "{what}");
    }
    assert_eq!(host.window().result("cancel", json!({"id": 1}))["cancelled"], false);
}

#[test]
fn a_port_in_use_and_wrong_addresses_are_refused() {
    let host = Host::start(&[]);
    let run = |command: &str, args: &[&str]| {
        let output = program().arg(command).args(args).output().unwrap();
        assert!(output.stdout.is_empty(), "{args:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        let words: Vec<_> = error.split_whitespace().map(str::to_owned).collect();
        (output.status.code(), words.join(" "))
    };
    for command in ["serve", "board"] {
        let (code, error) = run(command, &["--listen", &host.name]);
        assert_eq!(code, Some(4), "{error}");
        assert!(error.contains("another program is using it"), "{error}");
        for other in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
            let (code, error) = run(command, &["--listen", other]);
            assert_eq!(code, Some(2), "{error}");
            assert!(error.contains("--allow-remote"), "{error}");
        }
        for wrong in ["localhost", "127.0.0.1", "example.org:80", "127.0.0.1:65536", "::1:80", ":1"]
        {
            let (code, error) = run(command, &["--listen", wrong]);
            assert_eq!(code, Some(2), "{error}");
            assert!(error.contains("127.0.0.1:8080"), "{error}");
        }
        let (code, error) = run(command, &["--listen", "192.0.2.1:80", "--allow-remote"]);
        assert_eq!(code, Some(4), "{error}");
        assert!(error.contains("no such address"), "{error}");
    }
    let (code, error) = run("serve", &["--listen", "localhost:0", "--rules", "kalah"]);
    assert_eq!(code, Some(2), "{error}");
    let (code, error) = run("serve", &["--allow-remote"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("--listen"), "{error}");
}
