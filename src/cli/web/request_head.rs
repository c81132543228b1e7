//! The heads of requests: read within a time and a size.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use httparse::{EMPTY_HEADER, Error, Request, Status};

use super::response::{Response, is_late};

/// Bytes of the longest head.
const LONGEST: usize = 16 << 10;

/// The most fields of a head.
const FIELDS: usize = 100;

/// The time that a head may take to come.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// A request without what follows.
pub struct RequestHead {
    pub method: String,
    /// The path with the query.
    pub target: String,
    /// Names in small letters, values as they came.
    fields: Vec<(String, String)>,
    /// The bytes that came behind it.
    pub rest: Vec<u8>,
}

impl RequestHead {
    /// Reads one; or what is to be answered, since it is none.
    ///
    /// # Errors
    /// If the connection fails, or ends before it.
    pub fn read(stream: &TcpStream) -> io::Result<Result<RequestHead, Response>> {
        let started = Instant::now();
        let (mut bytes, mut part) = (Vec::new(), [0; 4 << 10]);
        let end = loop {
            let left = TIMEOUT.saturating_sub(started.elapsed());
            if left.is_zero() {
                return Ok(Err(Response::empty(408)));
            }
            stream.set_read_timeout(Some(left))?;
            let read = match (&mut &*stream).read(&mut part) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => read,
                Err(error) if is_late(&error) || error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            // It may have ended across two parts.
            let from = bytes.len().saturating_sub(END.len() - 1);
            bytes.extend_from_slice(&part[..read]);
            let end = bytes[from..].windows(END.len()).position(|part| part == END);
            match end.map(|at| from + at + END.len()) {
                Some(end) if end <= LONGEST => break end,
                None if bytes.len() <= LONGEST => {}
                _ => return Ok(Err(Response::empty(431))),
            }
        };
        let rest = bytes.split_off(end);
        Ok(parsed(&bytes, rest))
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

    /// Tells whether an answer may be packed by gzip (RFC 9110, 12.5.3): it is named, or anything is, and
    /// not with the weight 0.
    pub fn accepts_gzip(&self) -> bool {
        let codings = self.all("accept-encoding").flat_map(|value| value.split(','));
        let weights = codings.filter_map(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let weight = weight.trim().trim_start_matches(['q', 'Q', '=', ' ']).parse::<f32>();
            Some((name.trim().to_ascii_lowercase(), weight.ok()?))
        });
        let (mut gzip, mut any) = (None, None);
        for (name, weight) in weights {
            match name.as_str() {
                "gzip" | "x-gzip" => gzip = Some(weight),
                "*" => any = Some(weight),
                _ => {}
            }
        }
        gzip.or(any).is_some_and(|weight| weight > 0.0)
    }

    /// Tells whether a field, a list, has an element.
    pub fn has(&self, name: &str, element: &str) -> bool {
        let mut elements = self.all(name).flat_map(|value| value.split(','));
        elements.any(|one| one.trim().eq_ignore_ascii_case(element))
    }
}

fn parsed(bytes: &[u8], rest: Vec<u8>) -> Result<RequestHead, Response> {
    let mut fields = [EMPTY_HEADER; FIELDS];
    let mut request = Request::new(&mut fields);
    match request.parse(bytes) {
        Ok(Status::Complete(length)) if length == bytes.len() => {}
        Err(Error::TooManyHeaders) => return Err(Response::empty(431)),
        // One that ends earlier, at line feeds alone, has something behind it that is no head.
        Ok(_) | Err(_) => return Err(Response::empty(400)),
    }
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| Response::empty(400));
    let mut fields = (request.headers.iter())
        .map(|field| Ok((field.name.to_ascii_lowercase(), text(field.value)?)))
        .collect::<Result<Vec<_>, _>>()?;
    if request.version == Some(0) {
        // A server must not heed it there (RFC 9110, 7.8).
        fields.retain(|field| field.0 != "upgrade");
    }
    match (request.method, request.path) {
        (Some(method), Some(path)) => {
            Ok(RequestHead { method: method.to_owned(), target: path.to_owned(), fields, rest })
        }
        _ => Err(Response::empty(400)),
    }
}
