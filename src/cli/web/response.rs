//! Answers over HTTP, after each of which the connection ends.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The time that an answer may take to be read.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Bytes of the smallest answer that is packed: a smaller one fits a packet of the network anyway.
const WORTH_PACKING: usize = 1 << 10;

/// The time for which unwanted input is read after the last word.
const LINGER: Duration = Duration::from_secs(1);

/// An answer.
pub struct Response {
    code: u16,
    fields: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Response {
    /// One without words.
    pub fn empty(code: u16) -> Response {
        Response { code, fields: Vec::new(), body: Vec::new() }
    }

    /// One in words.
    pub fn words(code: u16, words: &str) -> Response {
        Response::file("text/plain; charset=utf-8", words.to_owned()).coded(code)
    }

    /// A file.
    pub fn file(kind: &str, body: String) -> Response {
        Response { body: body.into_bytes(), ..Response::empty(200).with("Content-Type", kind) }
    }

    /// The response that there is no room just now.
    pub fn busy() -> Response {
        Response::empty(503).with("Retry-After", "1")
    }

    /// The same with another code.
    pub fn coded(self, code: u16) -> Response {
        Response { code, ..self }
    }

    /// With a field more.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Response {
        self.fields.push((name, value.into()));
        self
    }

    /// The same, made smaller if it is worth that and whoever asks can read it (`gzip`).
    pub fn packed(mut self, gzip: bool) -> Response {
        if self.body.len() < WORTH_PACKING {
            return self;
        }
        self = self.with("Vary", "Accept-Encoding");
        if gzip {
            let mut packer = GzEncoder::new(Vec::new(), Compression::default());
            let packed = packer.write_all(&self.body).and_then(|()| packer.finish());
            self.body = packed.expect("memory takes all that is written");
            self = self.with("Content-Encoding", "gzip");
        }
        self
    }

    fn bytes(&self, body: bool) -> Vec<u8> {
        let (code, length) = (self.code, self.body.len());
        let mut text = format!(
            "HTTP/1.1 {code} {}\r\nConnection: close\r\nContent-Length: {length}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n",
            reason(code)
        );
        for (name, value) in &self.fields {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        text.push_str("\r\n");
        let mut bytes = text.into_bytes();
        if body {
            bytes.extend_from_slice(&self.body);
        }
        bytes
    }

    /// Sends it, the body too unless only the head was asked for, and ends the connection. Who is
    /// gone misses nothing.
    pub fn send(&self, stream: &TcpStream, body: bool) {
        let _ = stream.set_nodelay(true);
        let bytes = self.bytes(body);
        if write_within(stream, &mut [IoSlice::new(&bytes)], TIMEOUT).is_ok() {
            linger(stream);
        }
    }

    /// Sends the head alone as the last word, by somebody who waits for nobody.
    pub fn send_at_once(&self, stream: &TcpStream) {
        let _ = stream.set_nonblocking(true);
        let _ = (&mut &*stream).write(&self.bytes(false));
        let _ = stream.shutdown(Shutdown::Write);
    }
}

/// Ends a connection after the last word. What still comes is read for a while: a connection that
/// is closed with something unread may lose what was said last.
pub fn linger(stream: &TcpStream) {
    let started = Instant::now();
    let _ = stream.shutdown(Shutdown::Write);
    let mut dropped = [0; 16 << 10];
    loop {
        let left = LINGER.saturating_sub(started.elapsed());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        match (&mut &*stream).read(&mut dropped) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if is_late(&error) => {}
            Err(_) => return,
        }
    }
}

/// Writes it all within a time. A time limit of the system holds for a part at a time: who reads a
/// little now and then would keep it up for ever.
///
/// # Errors
/// If the time is over, or the connection.
pub fn write_within(
    stream: &TcpStream,
    mut parts: &mut [IoSlice<'_>],
    time: Duration,
) -> io::Result<()> {
    let started = Instant::now();
    while !parts.is_empty() {
        let left = time.saturating_sub(started.elapsed());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_write_timeout(Some(left))?;
        match (&mut &*stream).write_vectored(parts) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut parts, written),
            Err(error) if is_late(&error) || error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

const fn reason(code: u16) -> &'static str {
    match code {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "",
    }
}

/// Tells whether a time limit ended it.
pub fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
