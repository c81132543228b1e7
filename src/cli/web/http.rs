//! HTTP: the heads of requests, read within a time and a size, and answers, after each of which the
//! connection ends.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use httparse::{EMPTY_HEADER, Error, Request, Status};
use tungstenite::http::StatusCode;

/// Bytes of the longest head.
const LONGEST: usize = 16 << 10;

/// The most fields of a head.
const FIELDS: usize = 100;

/// The time that a head may take to come, and an answer to be read.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// Bytes of the smallest answer that is packed: a smaller one fits a packet of the network anyway.
const WORTH_PACKING: usize = 1 << 10;

/// The time for which unwanted input is read after the last word.
const LINGER: Duration = Duration::from_secs(1);

/// A request without what follows.
pub struct RequestHead {
    pub method: String,
    /// The path with the query.
    pub target: String,
    /// Names in small letters.
    pub fields: Vec<(String, String)>,
    /// The bytes that came behind it.
    pub rest: Vec<u8>,
}

impl RequestHead {
    /// Reads one.
    ///
    /// # Errors
    /// The code to answer with if it is none; nothing if the connection fails, or ends before it.
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

    /// A head, or the code of what is wrong with it.
    fn parsed(bytes: &[u8], rest: Vec<u8>) -> Result<RequestHead, u16> {
        let mut fields = [EMPTY_HEADER; FIELDS];
        let mut request = Request::new(&mut fields);
        match request.parse(bytes) {
            Ok(Status::Complete(length)) if length == bytes.len() => {}
            Err(Error::TooManyHeaders) => return Err(431),
            // One that ends earlier, at line feeds alone, has something behind it that is no head.
            Ok(_) | Err(_) => return Err(400),
        }
        let mut fields = Vec::new();
        for field in request.headers.iter() {
            let value = String::from_utf8(field.value.to_vec()).map_err(|_| 400_u16)?;
            fields.push((field.name.to_ascii_lowercase(), value));
        }
        if request.version == Some(0) {
            // A server must not heed it there (RFC 9110, 7.8).
            fields.retain(|field| field.0 != "upgrade");
        }
        let [method, target] = [request.method, request.path].map(Option::unwrap_or_default);
        Ok(RequestHead { method: method.to_owned(), target: target.to_owned(), fields, rest })
    }

    /// All values of a field.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter();
        fields.filter(move |field| field.0 == name).map(|field| field.1.as_str())
    }

    /// The value of a field that must stand there once.
    pub fn only(&self, name: &str) -> Option<&str> {
        let mut all = self.all(name);
        all.next().filter(|_| all.next().is_none())
    }

    /// Tells whether somebody asks to read something.
    pub fn reads(&self) -> bool {
        ["GET", "HEAD"].contains(&self.method.as_str())
    }

    /// Tells whether it asks to become a WebSocket.
    pub fn upgrades(&self) -> bool {
        self.all("upgrade").any(|value| value.eq_ignore_ascii_case("websocket"))
    }

    /// Tells whether an answer may be packed by gzip (RFC 9110, 12.5.3): it is named, or anything is, and
    /// not with the weight 0.
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
    fields: String,
    body: Vec<u8>,
}

impl Response {
    /// One without words.
    pub fn new(code: u16) -> Response {
        Response { code, fields: String::new(), body: Vec::new() }
    }

    /// With a field more.
    pub fn with(mut self, name: &str, value: &str) -> Response {
        let _ = write!(self.fields, "{name}: {value}\r\n");
        self
    }

    /// With a text of a kind.
    pub fn text(self, kind: &str, text: impl Into<Vec<u8>>) -> Response {
        Response { body: text.into(), ..self.with("Content-Type", kind) }
    }

    fn head(&self) -> String {
        let reason = StatusCode::from_u16(self.code).ok().and_then(|code| code.canonical_reason());
        format!(
            "HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n{}\r\n",
            self.code,
            reason.unwrap_or_default(),
            self.body.len(),
            self.fields
        )
    }

    /// Sends it in answer to a request, if there was any, and ends the connection. Who is gone misses
    /// nothing. It is made smaller if it is worth that and whoever asks can read it.
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

/// Says that there is no room just now, by somebody who waits for nobody.
pub fn send_busy(stream: &TcpStream) {
    let _ = stream.set_nonblocking(true);
    let head = Response::new(503).with("Retry-After", "1").head();
    let _ = (&mut &*stream).write(head.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
}

/// Ends a connection after the last word. What still comes is read for a while: a connection that
/// is closed with something unread may lose what was said last.
pub fn linger(stream: &TcpStream) {
    let until = Instant::now() + LINGER;
    let _ = stream.shutdown(Shutdown::Write);
    while read_until(stream, until, &mut [0; 16 << 10]).is_ok_and(|read| read > 0) {}
}

/// Reads what comes before a time is over.
fn read_until(stream: &TcpStream, until: Instant, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        stream.set_read_timeout(Some(left(until)?))?;
        match (&mut &*stream).read(bytes) {
            Err(error) if is_late(&error) => {}
            read => return read,
        }
    }
}

/// Writes it all within a time. A time limit of the system holds for a part at a time: who reads a
/// little now and then would keep it up for ever.
///
/// # Errors
/// If the time is over, or the connection.
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

/// The time that is left, if there is any.
fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Tells whether a time limit or a signal ended it, and not the connection.
pub fn is_late(error: &io::Error) -> bool {
    use ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}
