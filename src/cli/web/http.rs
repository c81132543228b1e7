//! HTTP: reads request heads within limits of time and size, and sends responses, after which the
//! connection closes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use httparse::{EMPTY_HEADER, Error, Request, Status};
use tungstenite::http::StatusCode;

/// Maximum bytes of a head.
const LONGEST: usize = 16 << 10;

/// Maximum number of fields in a head.
const FIELDS: usize = 100;

/// The time limit for receiving a head and for sending a response.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// Minimum bytes of a response that is compressed; a smaller one fits a network packet anyway.
const WORTH_PACKING: usize = 1 << 10;

/// How long unwanted input is read after the response.
const LINGER: Duration = Duration::from_secs(1);

/// The head of a request.
pub struct RequestHead {
    pub method: String,
    /// The path with the query.
    pub target: String,
    /// Names are in lower case.
    pub fields: Vec<(String, String)>,
    /// Bytes received after the head.
    pub rest: Vec<u8>,
}

impl RequestHead {
    /// Reads a head.
    ///
    /// # Errors
    /// The status code to answer with if the head is invalid; `None` if the connection fails or
    /// closes first.
    pub fn read(stream: &TcpStream) -> Result<RequestHead, Option<u16>> {
        let until = Instant::now() + TIMEOUT;
        let (mut bytes, mut part) = (Vec::new(), [0; 4 << 10]);
        loop {
            match read_until(stream, until, &mut part) {
                Ok(read) if read > 0 => bytes.extend_from_slice(&part[..read]),
                Err(error) if error.kind() == ErrorKind::TimedOut => return Err(Some(408)),
                _ => return Err(None),
            }
            let end = bytes.windows(END.len()).position(|part| part == END);
            let length = end.map_or(bytes.len(), |at| at + END.len());
            if length > LONGEST {
                return Err(Some(431));
            }
            if end.is_some() {
                let rest = bytes.split_off(length);
                return RequestHead::parsed(&bytes, rest).map_err(Some);
            }
        }
    }

    /// Parses a head, or returns the status code of the error.
    fn parsed(bytes: &[u8], rest: Vec<u8>) -> Result<RequestHead, u16> {
        let mut fields = [EMPTY_HEADER; FIELDS];
        let mut request = Request::new(&mut fields);
        match request.parse(bytes) {
            Ok(Status::Complete(length)) if length == bytes.len() => {}
            Err(Error::TooManyHeaders) => return Err(431),
            // A head that ends earlier, with bare line feeds, is followed by invalid bytes.
            Ok(_) | Err(_) => return Err(400),
        }
        let mut fields = Vec::new();
        for field in request.headers.iter() {
            let value = String::from_utf8(field.value.to_vec()).map_err(|_| 400_u16)?;
            fields.push((field.name.to_ascii_lowercase(), value));
        }
        if request.version == Some(0) {
            // HTTP/1.0 requests must not upgrade (RFC 9110, 7.8).
            fields.retain(|field| field.0 != "upgrade");
        }
        let [method, target] = [request.method, request.path].map(Option::unwrap_or_default);
        Ok(RequestHead { method: method.to_owned(), target: target.to_owned(), fields, rest })
    }

    /// Returns all values of a field.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter();
        fields.filter(move |field| field.0 == name).map(|field| field.1.as_str())
    }

    /// Returns the value of a field that must occur exactly once.
    pub fn only(&self, name: &str) -> Option<&str> {
        let mut all = self.all(name);
        all.next().filter(|_| all.next().is_none())
    }

    /// Returns whether the method only reads.
    pub fn reads(&self) -> bool {
        ["GET", "HEAD"].contains(&self.method.as_str())
    }

    /// Returns whether the request upgrades to WebSocket.
    pub fn upgrades(&self) -> bool {
        self.all("upgrade").any(|value| value.eq_ignore_ascii_case("websocket"))
    }

    /// Returns whether the client accepts gzip (RFC 9110, 12.5.3): gzip or `*` is listed with a
    /// weight above 0.
    fn accepts_gzip(&self) -> bool {
        let codings = self.all("accept-encoding").flat_map(|value| value.split(','));
        let weights = codings.filter_map(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let weight = weight.trim().trim_start_matches(['q', 'Q', '=', ' ']).parse::<f32>();
            Some((name.trim().to_ascii_lowercase(), weight.ok()?))
        });
        let weights: BTreeMap<String, f32> = weights.collect();
        let weight = ["gzip", "x-gzip", "*"].iter().find_map(|name| weights.get(*name));
        weight.is_some_and(|weight| *weight > 0.0)
    }
}

pub struct Response {
    code: u16,
    /// What caches may do with it.
    caches: &'static str,
    fields: String,
    body: Vec<u8>,
}

impl Response {
    /// A response without a body.
    pub fn new(code: u16) -> Response {
        Response { code, caches: "no-store", fields: String::new(), body: Vec::new() }
    }

    /// Lets the browser keep the response for a day, because this address always has the same one.
    pub fn kept(self) -> Response {
        Response { caches: "private, max-age=86400, immutable", ..self }
    }

    /// Adds a field.
    pub fn with(mut self, name: &str, value: &str) -> Response {
        let _ = write!(self.fields, "{name}: {value}\r\n");
        self
    }

    /// Sets the body and its content type.
    pub fn text(self, kind: &str, text: impl Into<Vec<u8>>) -> Response {
        Response { body: text.into(), ..self.with("Content-Type", kind) }
    }

    fn head(&self) -> String {
        let reason = StatusCode::from_u16(self.code).ok().and_then(|code| code.canonical_reason());
        format!(
            "HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Cache-Control: {}\r\nReferrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n{}\r\n",
            self.code,
            reason.unwrap_or_default(),
            self.body.len(),
            self.caches,
            self.fields
        )
    }

    /// Sends the response and closes the connection. Errors are ignored. A large body is compressed
    /// if the client accepts that.
    pub fn send(mut self, stream: &TcpStream, request: Option<&RequestHead>) {
        if self.body.len() >= WORTH_PACKING {
            self = self.with("Vary", "Accept-Encoding");
            if request.is_some_and(RequestHead::accepts_gzip) {
                let mut packer = GzEncoder::new(Vec::new(), Compression::default());
                let packed = packer.write_all(&self.body).and_then(|()| packer.finish());
                self.body = packed.expect("memory takes all that is written");
                self = self.with("Content-Encoding", "gzip");
            }
        }
        let head = self.head();
        if request.is_some_and(|request| request.method == "HEAD") {
            self.body.clear();
        }
        let _ = stream.set_nodelay(true);
        if write_within(stream, [head.as_bytes(), &self.body], TIMEOUT).is_ok() {
            linger(stream);
        }
    }
}

/// Answers that the server is busy, without blocking.
pub fn send_busy(stream: &TcpStream) {
    let _ = stream.set_nonblocking(true);
    let head = Response::new(503).with("Retry-After", "1").head();
    let _ = (&mut &*stream).write(head.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
}

/// Closes a connection after the last message. Remaining input is read for a while, because closing
/// with unread input may lose the last message.
pub fn linger(stream: &TcpStream) {
    let until = Instant::now() + LINGER;
    let _ = stream.shutdown(Shutdown::Write);
    while read_until(stream, until, &mut [0; 16 << 10]).is_ok_and(|read| read > 0) {}
}

/// Reads until a deadline.
fn read_until(stream: &TcpStream, until: Instant, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        stream.set_read_timeout(Some(left(until)?))?;
        match (&mut &*stream).read(bytes) {
            Err(error) if is_late(&error) => {}
            read => return read,
        }
    }
}

/// Writes everything within a time limit. The system's limit applies to each part, so a slow reader
/// could block forever.
///
/// # Errors
/// If the time is over or the connection fails.
pub fn write_within(stream: &TcpStream, parts: [&[u8]; 2], time: Duration) -> io::Result<()> {
    let until = Instant::now() + time;
    let mut parts = &mut parts.map(IoSlice::new)[..];
    while !parts.is_empty() {
        stream.set_write_timeout(Some(left(until)?))?;
        match (&mut &*stream).write_vectored(parts) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut parts, written),
            Err(error) if is_late(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns the remaining time, if any.
fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Returns whether the error is a time limit or a signal, not a failure of the connection.
pub fn is_late(error: &io::Error) -> bool {
    use ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}
