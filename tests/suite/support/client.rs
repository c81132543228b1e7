//! A client of `serve`: requests out, and what comes back in the order in which it comes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Answers, check_traffic, home, program};

/// A server under test hangs if it says nothing for so long. No test waits for it otherwise.
const HANGS: Duration = Duration::from_secs(120);

/// A client with its own server.
pub struct Client {
    server: Server,
    /// All that was sent.
    pub sent: Vec<Value>,
}

/// The side that answers.
enum Server {
    Program(Running),
    /// The library, in this process.
    Library(Box<Answers>),
}

/// A program that runs.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    /// The output of the server, if no thread reads it yet.
    output: Option<ChildStdout>,
    lines: Option<Receiver<String>>,
}

impl Client {
    /// A server with these arguments besides.
    pub fn start(args: &[&str]) -> Client {
        let mut client = Client::deaf(args);
        client.listen();
        client
    }

    /// The same of a client that doesn't read what comes.
    pub fn deaf(args: &[&str]) -> Client {
        let mut command = program();
        command.arg("serve").args(args);
        Client::of(command)
    }

    /// The module of WebAssembly in place of the program, which Node carries.
    pub fn module(path: &str) -> Client {
        let mut command = Command::new("node");
        command.arg(home().join("web/serve.mjs")).arg(path);
        let mut client = Client::of(command);
        client.listen();
        client
    }

    /// A server that is started by a command; nobody reads yet.
    fn of(mut command: Command) -> Client {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let running =
            Running { input: child.stdin.take(), output: child.stdout.take(), child, lines: None };
        Client { server: Server::Program(running), sent: Vec::new() }
    }

    /// The library in place of a server: it answers each request before the next one is sent. That
    /// is enough where nothing is cancelled and no pipe matters.
    pub fn within() -> Client {
        Client { server: Server::Library(Box::new(Answers::new(2))), sent: Vec::new() }
    }

    /// The same with one thread for searches, so that they visit as many positions each time.
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

    /// Begins to read.
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

    /// Sends bytes as they are; whole lines, if the library answers.
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

    /// The same on a thread of its own, which gives back what it writes to.
    pub fn write_beside(&mut self, bytes: Vec<u8>) -> JoinHandle<ChildStdin> {
        let mut input = self.running_mut().input.take().unwrap();
        std::thread::spawn(move || {
            input.write_all(&bytes).unwrap();
            input
        })
    }

    /// Takes it back.
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

    /// The next value that comes, which follows the schema.
    pub fn next(&mut self) -> Value {
        let value = self.next_unchecked();
        self.check(&value);
        value
    }

    /// Checks that what was received follows the schema.
    pub fn check(&self, value: &Value) {
        check_traffic(&self.sent, value);
    }

    /// The next line that comes.
    pub fn next_text(&mut self) -> String {
        match &mut self.server {
            Server::Program(running) => {
                let lines = running.lines.as_ref().unwrap();
                lines.recv_timeout(HANGS).expect("an answer")
            }
            Server::Library(answers) => answers.next().expect("an answer"),
        }
    }

    /// The same without a look at the schema, which takes its time.
    pub fn next_unchecked(&mut self) -> Value {
        let line = self.next_text();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"))
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
        &self.running().child
    }

    /// Bytes of memory that the server has now.
    pub fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The most that it has had.
    pub fn most_resident(&self) -> u64 {
        self.memory("VmHWM:")
    }

    /// Linux says so; elsewhere nothing is known, and 0 is within every bound.
    fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child().id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.unwrap_or(0) << 10
    }

    /// No more is sent.
    pub fn close(&mut self) {
        self.running_mut().input = None;
    }

    /// Waits for the first byte of an answer, and reads no more than that.
    pub fn begun(&mut self) {
        let output = self.running_mut().output.as_mut().expect("nobody listens yet");
        output.read_exact(&mut [0]).unwrap();
    }

    /// No more is ever read.
    pub fn hang_up(&mut self) {
        self.running_mut().output = None;
    }

    /// Waits until the program ends by itself, its input open.
    pub fn wait(&mut self) -> ExitStatus {
        self.running_mut().child.wait().unwrap()
    }

    /// Ends the input; what is still said, and how the program ends.
    pub fn end(mut self) -> (Vec<Value>, ExitStatus) {
        self.close();
        let rest = self.rest();
        (rest, self.wait())
    }

    /// All that comes until the output ends.
    pub fn rest(&self) -> Vec<Value> {
        let mut rest = Vec::new();
        let lines = self.running().lines.as_ref().unwrap();
        while let Ok(line) = lines.recv_timeout(HANGS) {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        rest
    }
}

/// Returns what the library answers to one question, on one thread.
pub fn asked(method: &str, params: Value) -> Value {
    Client::within_one_thread().result(method, params)
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
