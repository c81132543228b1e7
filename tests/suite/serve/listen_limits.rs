//! `serve --listen`: too many, too long, too slow, and malformed requests.

use std::io::{Read, Write};

use proptest::prelude::*;
use serde_json::{Value, json};
use tungstenite::protocol::frame::coding::CloseCode;

#[cfg(target_os = "linux")]
use crate::support::processor_time;
use crate::support::{Host, Window, awaited, frame, head_of_frame, law};

/// The maximum size of a request in bytes.
const LONGEST: usize = 1 << 20;

/// A request padded with blanks.
fn filled(bytes: usize) -> String {
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"cancel","params":{"id":1}}"#;
    request.to_owned() + &" ".repeat(bytes - request.len())
}

#[test]
fn a_message_that_is_too_long_is_refused_and_the_next_is_read() {
    let host = Host::start(&[]);
    let mut window = host.window();
    window.send_text(filled(LONGEST));
    assert!(window.next_text().unwrap().contains("\"cancelled\":false"));
    for bytes in [LONGEST + 1, 4 << 20] {
        window.send_text(filled(bytes));
        let refused = window.next_text().unwrap();
        assert!(refused.contains("\"id\":null,\"error\":{\"code\":-32600"), "{refused}");
        window.send_text(filled(100));
        assert!(window.next_text().unwrap().contains("\"cancelled\":false"));
    }
}

#[test]
fn a_giant_message_ends_its_connection_and_fills_no_memory() {
    let host = Host::start(&[]);
    let mut other = host.window();
    other.result("cancel", json!({"id": 1}));
    let before = host.most_resident();
    let part = vec![b' '; 1 << 20];
    // As one frame, and as many.
    for pieces in [false, true] {
        let mut window = host.window();
        let _ = (|| -> std::io::Result<()> {
            if !pieces {
                window.send_bytes(&head_of_frame(0x81, 100 << 20))?;
            }
            for number in 0..100 {
                match pieces {
                    true => window.send_bytes(&frame(u8::from(number == 0), &part))?,
                    false => window.send_bytes(&part)?,
                }
            }
            Ok(())
        })();
        assert_eq!(window.ended(), Some(CloseCode::Size));
    }
    let grown = host.most_resident() - before;
    assert!(grown < 32 << 20, "{grown} bytes more");
    assert_eq!(other.result("cancel", json!({"id": 1}))["cancelled"], false);
}

#[test]
fn one_connection_too_many_is_told_so() {
    let host = Host::start(&[]);
    let mut windows: Vec<Window> = (0..64).map(|_| host.window()).collect();
    let reply = host.try_window().err().expect("a 65th connection");
    assert_eq!(reply.code, 503);
    assert!(reply.body.contains("64 connections"), "{}", reply.body);
    // Pages are still served, and all answer.
    assert_eq!(host.get(&format!("/?token={}", host.token)).code, 200);
    for window in &mut windows {
        assert_eq!(window.result("cancel", json!({"id": 1}))["cancelled"], false);
    }
    drop(windows.pop());
    // There is a place as soon as a disconnect is noticed.
    let mut last = awaited(|| host.try_window().ok());
    assert_eq!(last.result("cancel", json!({"id": 1}))["cancelled"], false);
}

#[test]
fn strangers_keep_nobody_out() {
    let host = Host::start(&[]);
    // Some send nothing, others have a wrong token and never leave.
    let mut silent: Vec<_> = (0..70).map(|_| host.reached()).collect();
    let mut strangers: Vec<_> = (0..70).map(|_| host.reached()).collect();
    for stream in &mut strangers {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n\r\n");
    }
    assert_eq!(host.get(&format!("/?token={}", host.token)).code, 200);
    let mut window = host.window();
    assert_eq!(window.result("cancel", json!({"id": 1}))["cancelled"], false);
    // They had to leave before their timeout, which would have ended with 408.
    let mut answer = String::new();
    let _ = silent[0].read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer:?}");
}

/// Ended connections release their descriptors, even while no new one can be accepted.
#[cfg(unix)]
#[test]
fn who_has_left_takes_no_room() {
    for args in [&["serve", "--listen", "127.0.0.1:0"][..], &["board", "--no-open"]] {
        // Six are in use without any connection.
        for files in [10, 12, 16] {
            let host = Host::with_files(files, args);
            let page = format!("/?token={}", host.token);
            for half in [&b""[..], b"GET / HTTP/1.1\r\n"] {
                let mut streams: Vec<_> = (0..40).map(|_| host.reached()).collect();
                for stream in &mut streams {
                    let _ = stream.write_all(half);
                }
                drop(streams);
                assert_eq!(host.get(&page).code, 200, "{args:?}, {files} files");
            }
            // A WebSocket takes one of them, and a page another.
            let mut window = host.window();
            assert_eq!(window.result("cancel", json!({"id": 1}))["cancelled"], false);
            assert_eq!(host.get(&page).code, 200);
        }
    }
}

/// A rejected client is told so, even if it sent its request slowly.
#[test]
fn each_of_many_clients_is_answered() {
    let host = Host::start(&[]);
    let head = format!("Host: {}\r\n{}\r\n", host.name, Host::upgrade());
    let request = format!("GET /{}/socket HTTP/1.1\r\n{head}", host.token);
    // 60 clients have opened two connections each before the first of them sends a request.
    let mut clients: Vec<_> = (0..120).map(|_| host.reached()).collect();
    for stream in &mut clients {
        let _ = stream.write_all(request.as_bytes());
    }
    let mut codes = [0, 0];
    for stream in &mut clients {
        let mut code = [0; "HTTP/1.1 101".len()];
        let read = stream.read_exact(&mut code);
        let code = String::from_utf8(code.to_vec()).unwrap();
        read.unwrap_or_else(|error| panic!("{error}: {codes:?}"));
        match code.as_str() {
            "HTTP/1.1 101" => codes[0] += 1,
            "HTTP/1.1 503" => codes[1] += 1,
            _ => panic!("{code}"),
        }
    }
    assert!(codes[0] > 0 && codes[1] > 0, "{codes:?}");
}

/// An answer sent before the end of the request is not lost.
#[test]
fn who_is_refused_may_finish_his_request() {
    let host = Host::start(&[]);
    let own = format!("Host: {}\r\n", host.name);
    let page = format!("GET /?token={} HTTP/1.1\r\n{own}\r\n", host.token);
    // Incomplete: each takes the memory of a request for a second.
    let full: Vec<_> = (0..64)
        .map(|_| {
            let mut stream = host.reached();
            stream.write_all(page.as_bytes()).unwrap();
            let mut first = [0];
            stream.read_exact(&mut first).unwrap();
            stream
        })
        .collect();
    for _ in 0..60 {
        let mut stream = host.reached();
        for part in ["GET / HTTP/1.1\r\n", &own, "\r\n"] {
            stream.write_all(part.as_bytes()).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let code = answer.split(' ').nth(1);
        assert!(["403", "503"].map(Some).contains(&code), "{answer:?}");
    }
    drop(full);
}

#[test]
fn heads_that_are_too_long_or_none_are_refused() {
    let host = Host::start(&[]);
    let code = |request: &str| {
        let answer = String::from_utf8(host.exchange(request.as_bytes())).unwrap();
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    let own = format!("Host: {}\r\n", host.name);
    let first = format!("GET /?token={} HTTP/1.1\r\n{own}", host.token);
    let with = |length: usize| {
        let left = length - first.len() - "X: \r\n\r\n".len();
        format!("{first}X: {}\r\n\r\n", "x".repeat(left))
    };
    let whole = String::from_utf8(host.exchange(with(16 << 10).as_bytes())).unwrap();
    assert!(whole.starts_with("HTTP/1.1 200 "), "{whole}");
    assert_eq!(code(&with((16 << 10) + 1)), "431");
    assert_eq!(code(&"x".repeat(1 << 20)), "431");
    assert_eq!(code(&format!("{first}{}\r\n", "A: b\r\n".repeat(200))), "431");
    // A head that is cut off.
    let early = format!("{}\nmore\r\n\r\n", first.replace('\r', ""));
    for wrong in [
        early.as_str(),
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/3.0\r\n\r\n",
        "GET / HTTP/1.1\r\nno field\r\n\r\n",
        "GET / HTTP/1.1\r\nA : b\r\n\r\n",
        "\u{16}\u{3}\u{1}\r\n\r\n",
    ] {
        assert_eq!(code(wrong), "400", "{wrong:?}");
    }
}

#[test]
#[ignore = "waits thirty seconds: .ci/nightly"]
fn slow_and_silent_clients_end_and_hold_nobody_up() {
    let host = Host::start(&["--threads", "2"]);
    // Half a head, and nothing: both have ten seconds.
    let mut slow: Vec<_> = (0..40).map(|_| host.reached()).collect();
    for stream in slow.iter_mut().step_by(2) {
        stream.write_all(b"GET /").unwrap();
    }
    // A client that disappeared: its pings are not answered.
    let mut gone = host.window();
    gone.request(1, "solve", json!({"holes": 12, "seeds": 12, "threads": 1}));
    let mut other = host.window();
    let small = json!({"holes": 2, "seeds": 1, "fresh": true});
    let mut threads = || other.result("solve", small.clone())["limits"]["threads"].clone();
    awaited(|| (threads() == 1).then_some(()));
    // The server closes it, with 408 and without a page.
    for stream in &mut slow {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }
    // Its search ends, and the machine is free.
    awaited(|| (threads() == 2).then_some(()));
    let mut pings = Vec::new();
    let stream = gone.socket.get_mut();
    stream.read_to_end(&mut pings).unwrap();
    assert_eq!(pings, [0x89, 0, 0x89, 0], "two pings and no more");
}

#[test]
fn random_bytes_do_no_harm() {
    let host = Host::start(&[]);
    let bytes = || {
        let some = prop::collection::vec(any::<u8>(), 0..300);
        let frames = (any::<u8>(), some.clone());
        let frames = frames.prop_map(|(first, payload)| frame(first, &payload));
        prop_oneof![some, frames]
    };
    let head = prop::collection::vec(
        prop_oneof![
            4 => prop::sample::select(vec![
                "GET ", "/", "?token=", " HTTP/1.1\r\n", "Host: ", "Origin: ", "\r\n", "\r\n\r\n",
                "Upgrade: websocket\r\n", ":", " ",
            ]).prop_map(|text| text.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..20),
        ],
        0..20,
    );
    let mut runner = proptest::test_runner::TestRunner::new(law(60));
    let run = runner.run(&(head, bytes()), |(head, frames)| {
        // Without the token nothing about the page is revealed.
        let answer = host.exchange(&[head.concat().as_slice(), b"\r\n\r\n"].concat());
        let text = String::from_utf8_lossy(&answer).into_owned();
        let refused =
            ["400", "403", "431"].iter().any(|code| text.starts_with(&format!("HTTP/1.1 {code} ")));
        prop_assert!(refused && text.ends_with("\r\n\r\n"), "{text}");
        let mut window = host.window();
        let _ = window.send_bytes(&frames);
        let _ = window.socket.get_mut().shutdown(std::net::Shutdown::Write);
        window.ended();
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(host.window().result("cancel", json!({"id": 1}))["cancelled"], false);
}

/// Requests that wait for a search have bounded memory, over all clients.
#[test]
fn values_that_wait_have_one_limit_for_all() {
    let host = Host::start(&["--threads", "1"]);
    let mut windows = [host.window(), host.window()];
    // A value may contain any number of blanks.
    let blanks = " ".repeat(1_000_000);
    let mut refused = 0;
    for window in &mut windows {
        window.request(0, "solve", json!({"holes": 12, "seeds": 12}));
        for id in 1..=40 {
            let text = format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"solve",{blanks}"params":{{"holes":2}}}}"#
            );
            window.send_text(text);
        }
        // Answered after everything sent before.
        window.request(99, "cancel", json!({"id": "none"}));
        loop {
            let answer: Value = serde_json::from_str(&window.next_text().unwrap()).unwrap();
            match answer["id"].as_u64().unwrap() {
                99 => break,
                _ => assert_eq!(answer["error"]["code"], -32000, "{answer}"),
            }
            refused += 1;
        }
    }
    assert_eq!(refused, 80 - 67, "64 MiB are 67 values of a million bytes");
}

/// The requests of a disconnected client are dropped.
#[cfg(target_os = "linux")]
#[test]
fn who_has_left_is_not_answered() {
    // As many as are read at once.
    const ASKED: u32 = 60;
    let host = Host::start(&[]);
    let text = "source = 's'\n[[claim]]\nid = 'c'\nrules = 'kalah'\nlegal = 'A1 A2 A3 A4 A5 A6'\n\
                for = { a = '1..10000', b = '1..10' }\n";
    let asked = json!({"text": text});
    let mut window = host.window();
    let before = processor_time(host.child());
    for _ in 0..5 {
        window.result("claims", asked.clone());
    }
    let all = (processor_time(host.child()) - before) / 5.0 * f64::from(ASKED);
    let mut gone = host.window();
    let before = processor_time(host.child());
    for id in 0..ASKED {
        gone.request(id, "claims", asked.clone());
    }
    drop(gone);
    // Until all work is done.
    let mut last = before;
    awaited(|| {
        std::thread::sleep(std::time::Duration::from_secs(1));
        let now = processor_time(host.child());
        (std::mem::replace(&mut last, now) == now).then_some(())
    });
    assert!(last - before < all / 2.0, "{} s of {all}", last - before);
}
