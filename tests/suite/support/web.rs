//! A server for browsers, used over HTTP and WebSocket, byte by byte where that matters.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::Role;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

use super::{PROGRAM, check_traffic, program, shell};

/// A server under test counts as hanging if it is silent this long. No test waits for it otherwise.
const HANGS: Duration = Duration::from_secs(120);

/// A valid client key.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// A server with the address that it has printed.
pub struct Host {
    child: Child,
    pub url: String,
    pub token: String,
    /// The host name that a browser uses.
    pub name: String,
}

/// An HTTP answer.
#[derive(Debug)]
pub struct Reply {
    pub code: u16,
    /// Names in lower case.
    pub fields: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields.find(|field| field.0 == name).map(|field| field.1.as_str())
    }
}

impl Host {
    /// Starts a server at a free port, with these additional arguments.
    pub fn start(args: &[&str]) -> Host {
        Host::told(&[&["serve", "--listen", "127.0.0.1:0"], args].concat())
    }

    /// Starts a server with these arguments.
    pub fn told(args: &[&str]) -> Host {
        let mut command = program();
        command.args(args);
        Host::of(command)
    }

    /// Starts a server with these arguments and at most this many open files.
    #[cfg(unix)]
    pub fn with_files(files: u32, args: &[&str]) -> Host {
        let mut command = shell();
        let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        command.args(["-c", &script, PROGRAM]).args(args);
        Host::of(command)
    }

    fn of(mut command: Command) -> Host {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.as_mut().unwrap();
        // Byte by byte, because the rest is for other readers.
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            let mut byte = [0];
            assert_eq!(output.read(&mut byte).unwrap(), 1, "{command:?}: no address");
            line.push(byte[0]);
        }
        let line: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(line.as_object().unwrap().len(), 1, "{line}");
        let url = line["url"].as_str().unwrap().to_owned();
        // The fragment after # is the page's initial state.
        let page = url.split('#').next().unwrap();
        let (name, page) = page["http://".len()..].split_once('/').unwrap();
        let token = page.split_once("?token=").unwrap().1;
        Host { name: name.to_owned(), token: token.to_owned(), child, url }
    }

    pub fn port(&self) -> u16 {
        self.name.rsplit_once(':').unwrap().1.parse().unwrap()
    }

    /// Opens a connection.
    pub fn reached(&self) -> TcpStream {
        let address: SocketAddr = self.name.parse().unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(HANGS)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Sends bytes, and reads the complete response.
    pub fn exchange(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.reached();
        // The server may have closed it before everything was sent.
        let _ = stream.write_all(bytes);
        all_of(&mut stream)
    }

    /// Returns the answer to a request with these headers.
    pub fn asked(&self, method: &str, target: &str, fields: &str) -> Reply {
        let request = format!("{method} {target} HTTP/1.1\r\n{fields}\r\n");
        let bytes = self.exchange(request.as_bytes());
        read_reply(&bytes).unwrap_or_else(|| panic!("{request}: {bytes:?}"))
    }

    /// The same for the requests of a browser.
    pub fn get(&self, target: &str) -> Reply {
        self.asked("GET", target, &format!("Host: {}\r\n", self.name))
    }

    /// Returns the head of the answer to a WebSocket upgrade.
    pub fn asked_to_upgrade(&self, target: &str, fields: &str) -> String {
        let mut stream = self.reached();
        let request = format!("GET {target} HTTP/1.1\r\n{fields}{}\r\n", Host::upgrade());
        stream.write_all(request.as_bytes()).unwrap();
        head_of(&mut stream)
    }

    /// The headers of a WebSocket upgrade, after the host.
    pub fn upgrade() -> String {
        format!(
            "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
        )
    }

    /// Opens a WebSocket, or returns the status code.
    pub fn try_window(&self) -> Result<Window, Reply> {
        let mut stream = self.reached();
        let target = format!("/{}/socket", self.token);
        let (name, upgrade) = (&self.name, Host::upgrade());
        let request = format!("GET {target} HTTP/1.1\r\nHost: {name}\r\n{upgrade}\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let head = head_of(&mut stream);
        if !head.starts_with("HTTP/1.1 101 ") {
            let all = [head.into_bytes(), all_of(&mut stream)].concat();
            return Err(read_reply(&all).unwrap());
        }
        // The answer to this key, according to RFC 6455 (1.3).
        assert!(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), "{head}");
        Ok(Window {
            socket: WebSocket::from_raw_socket(stream, Role::Client, None),
            sent: Vec::new(),
        })
    }

    /// Opens a WebSocket.
    pub fn window(&self) -> Window {
        self.try_window().unwrap_or_else(|reply| panic!("{reply:?}"))
    }

    /// Returns the process.
    pub fn child(&self) -> &Child {
        &self.child
    }

    /// Waits for the server to exit; returns the exit code and its output other than its address.
    pub fn end(mut self) -> (Option<i32>, String) {
        let mut more = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut more).unwrap();
        (self.child.wait().unwrap().code(), more)
    }

    /// Returns the peak memory in bytes; 0 where the system doesn't report it.
    pub fn most_resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.unwrap_or(0) << 10
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // A failed test leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A head without a body.
fn head_of(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "{head:?}");
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap()
}

/// Reads until the connection ends, in any way.
fn all_of(stream: &mut TcpStream) -> Vec<u8> {
    let (mut all, mut part) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => return all,
            Ok(read) => all.extend_from_slice(&part[..read]),
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::WouldBlock, "the server hangs");
                return all;
            }
        }
    }
}

fn read_reply(bytes: &[u8]) -> Option<Reply> {
    let text = String::from_utf8(bytes.to_vec()).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let code = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let fields = lines.map(|line| line.split_once(": "));
    let fields = fields.map(|field| Some((field?.0.to_ascii_lowercase(), field?.1.to_owned())));
    Some(Reply { code, fields: fields.collect::<Option<_>>()?, body: body.to_owned() })
}

/// A WebSocket client.
pub struct Window {
    pub socket: WebSocket<TcpStream>,
    /// Everything that was sent.
    pub sent: Vec<Value>,
}

impl Window {
    pub fn send_text(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).unwrap();
    }

    /// Sends bytes unchanged.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.socket.get_mut().write_all(bytes)
    }

    /// Sends a request.
    pub fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let id = id.into();
        let value = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send_text(value.to_string());
        self.sent.push(value);
    }

    /// Returns the next text, or the code with which the server has closed.
    pub fn next_text(&mut self) -> Result<String, Option<CloseCode>> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(text.to_string()),
                Ok(Message::Close(word)) => return Err(word.map(|word| word.code)),
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    panic!("the server hangs");
                }
                Err(_) => return Err(None),
            }
        }
    }

    /// Returns the next value, validated by the schema.
    pub fn next(&mut self) -> Value {
        let text = self.next_text().unwrap();
        let value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        check_traffic(&self.sent, &value);
        value
    }

    /// Returns the answer to a request, skipping progress.
    pub fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        loop {
            let value = self.next();
            if value["id"] == id {
                return value;
            }
        }
    }

    /// Returns the result of a request.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let id = format!("own {}", self.sent.len());
        self.request(id.as_str(), method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Expects only the end, and returns its code.
    pub fn ended(&mut self) -> Option<CloseCode> {
        loop {
            if let Err(code) = self.next_text() {
                return code;
            }
        }
    }
}

/// Waits for a condition.
pub fn awaited<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < HANGS, "it does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A client frame, masked with zeros.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = head_of_frame(first, payload.len());
    frame.extend_from_slice(payload);
    frame
}

/// The head of such a frame with this many bytes.
pub fn head_of_frame(first: u8, length: usize) -> Vec<u8> {
    let mut head = vec![first];
    match length {
        0..=125 => head.push(0x80 | length as u8),
        126..=0xffff => {
            head.push(0x80 | 126);
            head.extend((length as u16).to_be_bytes());
        }
        _ => {
            head.push(0x80 | 127);
            head.extend((length as u64).to_be_bytes());
        }
    }
    head.extend([0; 4]);
    head
}
