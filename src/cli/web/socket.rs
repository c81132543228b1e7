//! A WebSocket connection: receives messages, sends answers, and closes.
//!
//! Only one thread writes frames, each within a time limit. Pings and their answers therefore go
//! through the queue too, with priority.

use std::cell::Cell;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use tungstenite::error::ProtocolError;
use tungstenite::handshake::server::create_response;
use tungstenite::http::{HeaderMap, Request};
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use crate::cli::CliError;
use crate::cli::serve::{Connection, start};

use super::ServerState;
use super::http::{RequestHead, Response, TIMEOUT, is_late, linger, write_within};
use super::registry::{Kind, Visit};

/// The response if there are too many connections.
const FULL: &str = "All 64 connections are in use: close one and try again.\n";

/// Maximum bytes of a received message. A message longer than a request may be gets an error; one
/// longer than this would only fill memory, and ends the connection.
const LONGEST: usize = 4 << 20;

/// The time without a message after which a ping is sent.
const SILENCE: Duration = Duration::from_secs(10);

/// The number of unanswered pings after which the client is considered gone.
const PINGS: u32 = 2;

/// An empty ping frame.
const PING: [u8; 2] = [0x89, 0];

/// The time that the client may take to read a frame.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time limit at the end for the current frame, and then for the close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves a client until either side closes the connection.
///
/// # Errors
/// The response if the request cannot become a WebSocket.
pub fn serve_socket(
    server: &ServerState,
    stream: &Arc<TcpStream>,
    head: &RequestHead,
    visit: &Visit,
) -> Result<(), Response> {
    if head.method != "GET" {
        return Err(Response::new(405).with("Allow", "GET"));
    }
    let mut request = Request::new(());
    let fields = head.fields.iter();
    let fields = fields.filter_map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?)));
    *request.headers_mut() = fields.collect::<HeaderMap>();
    let response = create_response(&request).map_err(|error| match error {
        Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => {
            Response::new(426).with("Sec-WebSocket-Version", "13")
        }
        _ => Response::new(400),
    })?;
    let accept = response.headers().get("Sec-WebSocket-Accept").and_then(|key| key.to_str().ok());
    if !visit.set_kind(Kind::Session) {
        return Err(Response::new(503).text("text/plain; charset=utf-8", FULL));
    }
    let text = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {}\r\n\r\n",
        accept.unwrap_or_default()
    );
    let _ = stream.set_nodelay(true);
    if stream.set_read_timeout(Some(SILENCE)).is_ok()
        && write_within(stream, [text.as_bytes(), b""], TIMEOUT).is_ok()
    {
        let connection = Arc::new(Connection::new(Arc::clone(&server.server)));
        let socket = SocketSession { server, connection, stream, received: Cell::new(true) };
        socket.run(head.rest.clone());
    }
    Ok(())
}

/// A WebSocket session.
struct SocketSession<'a> {
    server: &'a ServerState,
    connection: Arc<Connection>,
    stream: &'a Arc<TcpStream>,
    /// Whether anything was received since this was last checked.
    received: Cell<bool>,
}

impl SocketSession<'_> {
    fn run(self, rest: Vec<u8>) {
        let queue = &self.connection.queue;
        let (end, writing, working) = match (self.write(), self.connection.start()) {
            (Ok(writing), Ok(working)) => (self.listen(rest), Some(writing), working),
            // Threads that were started end too.
            _ => (Err(Some(CloseCode::Again)), None, Vec::new()),
        };
        match end {
            Ok(()) => self.server.registry.end(),
            Err(_) => queue.leave(),
        }
        self.connection.close();
        for thread in working {
            let _ = thread.join();
        }
        let sent = queue.end().is_ok() && !queue.gone.is_set();
        let code = end.map_or_else(|code| code, |()| sent.then_some(CloseCode::Away));
        match code.is_some_and(|code| self.send_close(code, writing)) {
            true => linger(self.stream),
            false => drop(self.stream.shutdown(Shutdown::Both)),
        }
    }

    /// Starts the writing thread. The returned channel is closed when the thread ends.
    fn write(&self) -> Result<Receiver<()>, CliError> {
        let (connection, stream) = (Arc::clone(&self.connection), Arc::clone(self.stream));
        let (writes, writing) = mpsc::channel();
        start("writer", move || {
            connection.queue.write_with(|mut before, message| {
                if !message.is_empty() {
                    let opcode = OpCode::Data(Data::Text);
                    let head = FrameHeader { opcode, ..FrameHeader::default() };
                    let formed = head.format(message.len() as u64, &mut before);
                    formed.map_err(io::Error::other)?;
                }
                let written = write_within(&stream, [&before, message.as_bytes()], WRITE_TIMEOUT);
                // After a partial frame the client could not parse anything.
                written.inspect_err(|_| drop(stream.shutdown(Shutdown::Both)))
            });
            drop(writes);
        })?;
        Ok(writing)
    }

    /// Sends the close frame, if the client still reads. Returns whether it was sent.
    fn send_close(&self, code: CloseCode, writing: Option<Receiver<()>>) -> bool {
        let ended = writing.map(|writing| writing.recv_timeout(CLOSE_TIMEOUT));
        if ended == Some(Err(RecvTimeoutError::Timeout)) {
            return false;
        }
        let [high, low] = u16::from(code).to_be_bytes();
        write_within(self.stream, [&[0x88, 2], &[high, low]], CLOSE_TIMEOUT).is_ok()
    }

    /// Receives messages until the server ends.
    ///
    /// # Errors
    /// If the client leaves or must leave, with a close code, or is gone without one.
    fn listen(&self, rest: Vec<u8>) -> Result<(), Option<CloseCode>> {
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST));
        let (stop, queue) = (&self.server.registry.stop, &self.connection.queue);
        let mut socket = WebSocket::from_partially_read(self, rest, Role::Server, Some(config));
        let mut pings = 0;
        while !self.connection.is_closed() {
            if stop.is_set() {
                return Ok(());
            }
            // Requests of a departed client are dropped.
            if queue.gone.is_set() {
                return Err(None);
            }
            match socket.read() {
                Ok(Message::Text(text)) => self.connection.receive(text.as_bytes()),
                Ok(Message::Binary(_)) => return Err(Some(CloseCode::Unsupported)),
                Ok(Message::Close(word)) => {
                    return Err(Some(word.map_or(CloseCode::Normal, |word| word.code)));
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(Error::Io(error)) if is_late(&error) => {
                    if self.received.take() {
                        pings = 0;
                    }
                    // A frame that is being written has its own time limit.
                    if !queue.is_writing() {
                        if pings == PINGS {
                            return Err(None);
                        }
                        queue.send_first(&PING);
                        pings += 1;
                    }
                }
                Err(_) if stop.is_set() => return Ok(()),
                Err(Error::Capacity(_)) => return Err(Some(CloseCode::Size)),
                Err(Error::Utf8(_)) => return Err(Some(CloseCode::Invalid)),
                Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => {
                    return Err(None);
                }
                Err(Error::Protocol(_)) => return Err(Some(CloseCode::Protocol)),
                Err(_) => return Err(None),
            }
        }
        Ok(())
    }
}

/// The stream for the library, which answers pings by itself.
impl Read for &SocketSession<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = (&mut &**self.stream).read(bytes)?;
        self.received.set(true);
        Ok(read)
    }
}

impl Write for &SocketSession<'_> {
    /// Takes a whole frame at once. The error is always final: after a time limit the library would
    /// write the frame again.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.connection.queue.send_first(bytes) {
            true => Ok(bytes.len()),
            false => Err(ErrorKind::ConnectionAborted.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
