//! A connection over WebSocket: messages in, answers out, and how it ends.
//!
//! One thread writes whole frames, each within a time, and no other does while it lasts. So what this
//! one has to send besides (pings, and answers to them) lies in the queue, too, and goes out first.

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

/// The message to one connection too many.
const FULL: &str = "There are 64 connections already: close one and try again.\n";

/// Bytes of the longest message that is received at all. One longer than a request may be gets an
/// answer that says so; a larger one than this would only fill memory, and ends the connection.
const LONGEST: usize = 4 << 20;

/// The time without any message after which a ping is sent.
const SILENCE: Duration = Duration::from_secs(10);

/// Pings in a row without anything in return, after which the other side is taken for gone.
const PINGS: u32 = 2;

/// A ping without anything in it.
const PING: [u8; 2] = [0x89, 0];

/// The time that the other side may take to read a frame.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time for the frame that is being written at the end, and then for the last word.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Talks to a client until one of both has enough.
///
/// # Errors
/// What is to be answered, since no WebSocket can be made of the request.
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
    if !visit.becomes(Kind::Session) {
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
        let talk = Conversation { server, connection, stream, heard: Cell::new(true) };
        talk.hold(head.rest.clone());
    }
    Ok(())
}

/// A connection while it lasts.
struct Conversation<'a> {
    server: &'a ServerState,
    connection: Arc<Connection>,
    stream: &'a Arc<TcpStream>,
    /// True if anything came since this was last asked.
    heard: Cell<bool>,
}

impl Conversation<'_> {
    fn hold(self, rest: Vec<u8>) {
        let queue = &self.connection.queue;
        let (end, writing, working) = match (self.write(), self.connection.start()) {
            (Ok(writing), Ok(working)) => (self.listen(rest), Some(writing), working),
            // Those that were started end too.
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
        let said = queue.end().is_ok() && !queue.gone.is_set();
        let code = end.map_or_else(|code| code, |()| said.then_some(CloseCode::Away));
        match code.is_some_and(|code| self.say_farewell(code, writing)) {
            true => linger(self.stream),
            false => drop(self.stream.shutdown(Shutdown::Both)),
        }
    }

    /// Starts the thread that writes. What it returns is cut off when that has ended.
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
                // The other side would understand nothing behind a part of a frame.
                written.inspect_err(|_| drop(stream.shutdown(Shutdown::Both)))
            });
            drop(writes);
        })?;
        Ok(writing)
    }

    /// Has the last word, which waits only for a client that reads: whether it was taken.
    fn say_farewell(&self, code: CloseCode, writing: Option<Receiver<()>>) -> bool {
        let ended = writing.map(|writing| writing.recv_timeout(CLOSE_TIMEOUT));
        if ended == Some(Err(RecvTimeoutError::Timeout)) {
            return false;
        }
        let [high, low] = u16::from(code).to_be_bytes();
        write_within(self.stream, [&[0x88, 2], &[high, low]], CLOSE_TIMEOUT).is_ok()
    }

    /// Takes message after message, until the server ends, by this client or another way.
    ///
    /// # Errors
    /// If the client leaves, or must, with a word, or is gone without one.
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
            // What he has asked before he left is nobody's any more.
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
                    if self.heard.take() {
                        pings = 0;
                    }
                    // A frame that is under way has a time of its own.
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

/// The line as the library sees it, which answers pings by itself.
impl Read for &Conversation<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = (&mut &**self.stream).read(bytes)?;
        self.heard.set(true);
        Ok(read)
    }
}

impl Write for &Conversation<'_> {
    /// Takes all at once: it is given whole frames. The error stands for the end, whatever it was:
    /// after a time limit the library would write the frame again.
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
