//! `serve --listen`: clients that read nothing block nobody, and are disconnected in time.

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::error::ProtocolError;
use tungstenite::{Error, Message};

use crate::support::{Host, Window, awaited, frame, send_interrupt};

/// The server shuts down within a few seconds, even with unread data. A single frame has thirty.
const SOON: Duration = Duration::from_secs(20);

/// A frame must be read within thirty seconds, in any number of parts.
const DEAF: Duration = Duration::from_secs(75);

/// Requests some 5 MB, which is more than the system buffers for a client that doesn't read, and
/// little enough that the server keeps reading.
fn ask_for_much(window: &mut Window) {
    let game = json!({"holes": 18, "seeds": 18, "line": ["A18"], "board": true});
    for id in 0..43 {
        window.request(id, "scene", game.clone());
    }
}

/// Sends pings until the server accepts no more, because its pongs are not read.
fn fill_with_pings(window: &mut Window) {
    let pings = frame(0x89, &[b'?'; 125]).repeat(100);
    let stream = window.socket.get_mut();
    stream.set_nonblocking(true).unwrap();
    let mut idle = 0;
    awaited(|| {
        match stream.write(&pings) {
            Ok(_) => idle = 0,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                idle += 1;
            }
        }
        (idle == 50).then_some(())
    });
}

/// Waits until nothing can be sent any more.
fn sent_in_vain(window: &mut Window) {
    let stream = window.socket.get_mut();
    stream.set_nonblocking(true).unwrap();
    let ping = frame(0x89, b"?");
    awaited(|| match stream.write(&ping) {
        Ok(_) => None,
        Err(error) => (error.kind() != ErrorKind::WouldBlock).then_some(()),
    });
}

/// All received data is whole frames, except that the last one may be cut off.
fn check_frames(window: &mut Window) {
    loop {
        match window.socket.read() {
            Ok(Message::Text(text)) => {
                serde_json::from_str::<serde_json::Value>(&text).unwrap();
            }
            Ok(Message::Pong(payload)) => assert!(payload.iter().all(|&byte| byte == b'?')),
            Ok(message) => panic!("{message:?}"),
            Err(Error::Io(error)) => return assert_ne!(error.kind(), ErrorKind::WouldBlock),
            Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => return,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn who_says_farewell_and_reads_nothing_does_not_hold_up_the_end() {
    let host = Host::start(&["--threads", "2"]);
    let mut other = host.window();
    let small = json!({"holes": 2, "seeds": 1, "fresh": true});
    let mut threads = || other.result("solve", small.clone())["limits"]["threads"].clone();
    let mut deaf = host.window();
    deaf.request("long", "solve", json!({"holes": 12, "seeds": 12}));
    awaited(|| (threads() == 1).then_some(()));
    ask_for_much(&mut deaf);
    deaf.send_bytes(&frame(0x88, b"")).unwrap();
    // The search ends as soon as the close frame is read.
    awaited(|| (threads() == 2).then_some(()));
    let started = Instant::now();
    send_interrupt(host.child());
    assert_eq!(host.end(), (Some(130), String::new()));
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
#[ignore = "waits five seconds: .ci/nightly"]
fn who_pings_and_reads_nothing_does_not_hold_up_the_end() {
    let host = Host::start(&[]);
    let mut deaf = host.window();
    fill_with_pings(&mut deaf);
    let started = Instant::now();
    send_interrupt(host.child());
    assert_eq!(host.end(), (Some(130), String::new()));
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
#[ignore = "waits thirty seconds: .ci/nightly"]
fn who_reads_nothing_is_taken_for_gone() {
    let host = Host::start(&[]);
    let started = Instant::now();
    // An unread frame, while pings still arrive; and unread pongs.
    let (mut asking, mut pinging) = (host.window(), host.window());
    ask_for_much(&mut asking);
    fill_with_pings(&mut pinging);
    for mut window in [asking, pinging] {
        sent_in_vain(&mut window);
        assert!(started.elapsed() < DEAF, "{:?}", started.elapsed());
        check_frames(&mut window);
    }
    assert_eq!(host.window().result("cancel", json!({"id": 1}))["cancelled"], false);
}
