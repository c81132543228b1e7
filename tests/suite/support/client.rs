//! A client of `serve`: sends requests, and receives the output in order.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Answers, check_traffic, home, program};

/// A server under test counts as hanging if it is silent this long. No test waits for it otherwise.
const HANGS: Duration = Duration::from_secs(120);

/// A client with its own server.
pub struct Client {
    server: Server,
    /// Everything that was sent.
    pub sent: Vec<Value>,
}

/// The answering side.
enum Server {
    Program(Running),
    /// The library, in this process.
    Library(Box<Answers>),
}

/// A running program.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    /// The output of the server, if no thread reads it yet.
    output: Option<ChildStdout>,
    lines: Option<Receiver<String>>,
}

impl Client {
    /// Starts a server with these additional arguments.
    pub fn start(args: &[&str]) -> Client {
        let mut client = Client::deaf(args);
        client.listen();
        client
    }

    /// The same for a client that doesn't read the output.
    pub fn deaf(args: &[&str]) -> Client {
        let mut command = program();
        command.arg("serve").args(args);
        Client::of(command)
    }

    /// Starts the WebAssembly module in Node instead of the program.
    pub fn module(path: &str) -> Client {
        let mut command = Command::new("node");
        command.arg(home().join("web/serve.mjs")).arg(path);
        let mut client = Client::of(command);
        client.listen();
        client
    }

    /// Starts a server by a command, without reading its output.
    fn of(mut command: Command) -> Client {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let running =
            Running { input: child.stdin.take(), output: child.stdout.take(), child, lines: None };
        Client { server: Server::Program(running), sent: Vec::new() }
    }

    /// Uses the library instead of a server: it answers each request before the next one is sent.
    /// That is enough without cancellation and where pipes do not matter.
    pub fn within() -> Client {
        Client { server: Server::Library(Box::new(Answers::new(2))), sent: Vec::new() }
    }

    /// The same with one thread for searches, so that node counts are reproducible.
    pub fn within_one_thread() -> Client {
        Client { server: Server::Library(Box::new(Answers::new(1))), sent: Vec::new() }
    }

    fn running(&self) -> &Running {
        match &self.server {
            Server::Program(running) => running,
            Server::Library(_) => panic!("no process answers"),
        }
    }

    fn running_mut(&mut self) -> &mut Running {
        match &mut self.server {
            Server::Program(running) => running,
            Server::Library(_) => panic!("no process answers"),
        }
    }

    /// Starts reading.
    pub fn listen(&mut self) {
        let running = self.running_mut();
        let output = BufReader::new(running.output.take().unwrap());
        let (heard, lines) = channel();
        running.lines = Some(lines);
        std::thread::spawn(move || {
            for line in output.lines() {
                if heard.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
    }

    /// Sends bytes unchanged; whole lines, if the library answers.
    pub fn write(&mut self, bytes: &[u8]) {
        match &mut self.server {
            Server::Program(running) => {
                let input = running.input.as_mut().unwrap();
                input.write_all(bytes).unwrap();
                input.flush().unwrap();
            }
            Server::Library(answers) => {
                let lines = bytes.strip_suffix(b"\n").expect("whole lines");
                lines.split(|byte| *byte == b'\n').for_each(|line| answers.receive(line));
            }
        }
    }

    /// The same on another thread, which returns the input stream.
    pub fn write_beside(&mut self, bytes: Vec<u8>) -> JoinHandle<ChildStdin> {
        let mut input = self.running_mut().input.take().unwrap();
        std::thread::spawn(move || {
            input.write_all(&bytes).unwrap();
            input
        })
    }

    /// Takes the input stream back.
    pub fn take_back(&mut self, input: ChildStdin) {
        self.running_mut().input = Some(input);
    }

    /// Sends a value.
    pub fn send(&mut self, value: Value) {
        match &mut self.server {
            Server::Program(_) => self.write(format!("{value}\n").as_bytes()),
            Server::Library(answers) => answers.receive(value.to_string().as_bytes()),
        }
        self.sent.push(value);
    }

    /// Sends a request.
    pub fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let id = id.into();
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    /// Returns the next value, validated by the schema.
    pub fn next(&mut self) -> Value {
        let value = self.next_unchecked();
        self.check(&value);
        value
    }

    /// Validates what was received.
    pub fn check(&self, value: &Value) {
        check_traffic(&self.sent, value);
    }

    /// Returns the next line.
    pub fn next_text(&mut self) -> String {
        match &mut self.server {
            Server::Program(running) => {
                let lines = running.lines.as_ref().unwrap();
                lines.recv_timeout(HANGS).expect("an answer")
            }
            Server::Library(answers) => answers.next().expect("an answer"),
        }
    }

    /// The same without validation, which is slow.
    pub fn next_unchecked(&mut self) -> Value {
        let line = self.next_text();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"))
    }

    /// Returns the answer to a request, which must be the next value.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.sent.len();
        self.request(id, method, params);
        let answer = self.next();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Returns the result of a request.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Returns the error of a request.
    pub fn error(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("result").is_none(), "{answer}");
        answer["error"].clone()
    }

    /// Returns the process.
    pub fn child(&self) -> &Child {
        &self.running().child
    }

    /// Returns the current memory of the server in bytes.
    pub fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// Returns the peak memory of the server.
    pub fn most_resident(&self) -> u64 {
        self.memory("VmHWM:")
    }

    /// Only known on Linux; elsewhere 0, which satisfies every bound.
    fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child().id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.unwrap_or(0) << 10
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.running_mut().input = None;
    }

    /// Waits for the first byte of an answer, and reads only that.
    pub fn begun(&mut self) {
        let output = self.running_mut().output.as_mut().expect("nobody listens yet");
        output.read_exact(&mut [0]).unwrap();
    }

    /// Stops reading for good.
    pub fn hang_up(&mut self) {
        self.running_mut().output = None;
    }

    /// Waits until the program exits while its input is open.
    pub fn wait(&mut self) -> ExitStatus {
        self.running_mut().child.wait().unwrap()
    }

    /// Closes the input, and returns the remaining output and the exit status.
    pub fn end(mut self) -> (Vec<Value>, ExitStatus) {
        self.close();
        let rest = self.rest();
        (rest, self.wait())
    }

    /// Returns the rest of the output.
    pub fn rest(&self) -> Vec<Value> {
        let mut rest = Vec::new();
        let lines = self.running().lines.as_ref().unwrap();
        while let Ok(line) = lines.recv_timeout(HANGS) {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        rest
    }
}

/// Returns the library's answer to one question, on one thread.
pub fn asked(method: &str, params: Value) -> Value {
    Client::within_one_thread().result(method, params)
}

impl Drop for Running {
    fn drop(&mut self) {
        // A failed test leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
