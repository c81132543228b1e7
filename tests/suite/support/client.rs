//! A client of `serve`: requests out, and what comes back in the order in which it comes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::program;

/// A server under test hangs if it says nothing for so long. No test waits for it otherwise.
const HANGS: Duration = Duration::from_secs(120);

/// A client with its own server.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All that was sent and received, for whoever checks it.
    pub sent: Vec<Value>,
    pub received: Vec<Value>,
}

impl Client {
    /// A server with these arguments besides.
    pub fn start(args: &[&str]) -> Client {
        let mut command = program();
        command.arg("serve").args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (heard, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if heard.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            lines,
            sent: Vec::new(),
            received: Vec::new(),
        }
    }

    /// Sends bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Sends a value.
    pub fn send(&mut self, value: Value) {
        self.write(format!("{value}\n").as_bytes());
        self.sent.push(value);
    }

    /// Sends a request.
    pub fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let id = id.into();
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    /// The next value that comes.
    pub fn next(&mut self) -> Value {
        let line = self.lines.recv_timeout(HANGS).expect("an answer");
        let value: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        self.received.push(value.clone());
        value
    }

    /// The answer to a request, which is the next value.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.sent.len();
        self.request(id, method, params);
        let answer = self.next();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// The result of a request.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The error of a request.
    pub fn error(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("result").is_none(), "{answer}");
        answer["error"].clone()
    }

    /// The process.
    pub fn child(&self) -> &Child {
        &self.child
    }

    /// No more is sent.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Ends the input; what is still said, and how the program ends.
    pub fn end(mut self) -> (Vec<Value>, ExitStatus) {
        self.close();
        let rest = self.rest();
        (rest, self.child.wait().unwrap())
    }

    /// All that comes until the output ends.
    pub fn rest(&mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(HANGS) {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        rest
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
