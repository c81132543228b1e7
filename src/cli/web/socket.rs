//! A connection over WebSocket: messages in, answers out, and how it ends.

use std::io::{ErrorKind, IoSlice};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use crate::cli::serve::{Connection, start};

use super::ServerState;
use super::frame_writer::{FrameStream, FrameWriter};
use super::registry::{RequestPermit, SessionSlot};
use super::request_head::RequestHead;
use super::response::is_late;
use super::response::{Response, linger, write_within};

/// The message to one connection too many.
const FULL: &str = "There are 64 connections already: close one and try again.\n";

/// Bytes of the longest message that is received at all. One longer than a request may be gets an
/// answer that says so; a larger one than this would only fill memory, and ends the connection.
const LONGEST: usize = 4 << 20;

/// The time without any message after which a ping is sent.
const SILENCE: Duration = Duration::from_secs(10);

/// Pings in a row without anything in return, after which the other side is taken for gone.
const PINGS: u32 = 2;

/// The time that the first answer may take to be read.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// The key that a request to become a WebSocket expects, or what is wrong with it.
pub fn accepted(head: &RequestHead) -> Result<String, Response> {
    if head.method != "GET" {
        return Err(Response::empty(405).with("Allow", "GET"));
    }
    if head.only("sec-websocket-version") != Some("13") {
        return Err(Response::empty(426).with("Sec-WebSocket-Version", "13"));
    }
    let key = head.only("sec-websocket-key").filter(|key| is_key(key));
    match key.filter(|_| head.has("connection", "upgrade")) {
        Some(key) => Ok(derive_accept_key(key.as_bytes())),
        None => Err(Response::empty(400)),
    }
}

/// Tells whether it is 16 bytes in Base64: 21 digits, one that has two bits, and two equals signs.
fn is_key(key: &str) -> bool {
    let digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/".contains(&byte);
    match key.as_bytes() {
        [digits @ .., last, b'=', b'='] => {
            let all = digits.len() == 21 && digits.iter().all(|&byte| digit(byte));
            all && b"AQgw".contains(last)
        }
        _ => false,
    }
}

/// Talks to a client until one of both has enough.
pub fn serve_socket(
    server: &ServerState,
    stream: Arc<TcpStream>,
    head: RequestHead,
    accept: &str,
    permit: RequestPermit,
) {
    let Some(session_slot) = server.registry.session_slot(&stream) else {
        return Response::words(503, FULL).send(&stream, true);
    };
    if !shakes_hands(&stream, accept) {
        return;
    }
    drop(permit);
    let talk = Conversation {
        connection: Arc::new(Connection::new(Arc::clone(&server.server))),
        writer: Arc::new(FrameWriter::new(stream)),
        session_slot,
    };
    talk.hold(server, head.rest);
}

fn shakes_hands(stream: &TcpStream, accept: &str) -> bool {
    let text = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    let _ = stream.set_nodelay(true);
    stream.set_read_timeout(Some(SILENCE)).is_ok()
        && write_within(stream, &mut [IoSlice::new(text.as_bytes())], HANDSHAKE_TIMEOUT).is_ok()
}

/// The reason why a connection ends.
enum End {
    /// The client shuts the server down.
    Shutdown,
    /// The server ends.
    Server,
    /// The client leaves, or must, with a word.
    Left(CloseCode),
    /// It is gone without a word.
    Gone,
}

/// A connection while it lasts.
struct Conversation {
    connection: Arc<Connection>,
    writer: Arc<FrameWriter>,
    session_slot: SessionSlot,
}

impl Conversation {
    fn hold(self, server: &ServerState, rest: Vec<u8>) {
        let (writing, frames) = (Arc::clone(&self.connection), Arc::clone(&self.writer));
        let writer = start("writer", move || {
            let send = |message: String| frames.send(&message);
            writing.queue.write_with(send);
        });
        let (Ok(_), Ok(working)) = (writer, self.connection.start()) else {
            // Those that were started end too.
            self.connection.close();
            let _ = self.connection.queue.end();
            let _ = self.writer.close(CloseCode::Again);
            return linger(&self.writer.stream);
        };
        let end = self.listen(server, rest);
        match end {
            End::Shutdown => server.registry.end(),
            End::Server => {}
            End::Left(_) | End::Gone => self.connection.queue.leave(),
        }
        self.connection.close();
        for thread in working {
            let _ = thread.join();
        }
        let said = self.connection.queue.end();
        let code = match end {
            End::Left(code) => Some(code),
            End::Shutdown | End::Server
                if said.is_ok() && !self.connection.queue.gone().is_set() =>
            {
                Some(CloseCode::Away)
            }
            _ => None,
        };
        match code.map(|code| self.writer.close(code)) {
            Some(Ok(())) => linger(&self.writer.stream),
            _ => drop(self.writer.stream.shutdown(Shutdown::Both)),
        }
        drop(self.session_slot);
    }

    /// Takes message after message.
    fn listen(&self, server: &ServerState, rest: Vec<u8>) -> End {
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST));
        let stream = FrameStream { writer: Arc::clone(&self.writer), heard: true };
        let mut socket = WebSocket::from_partially_read(stream, rest, Role::Server, Some(config));
        let mut pings = 0;
        while !self.connection.is_closed() {
            if server.registry.stop.is_set() {
                return End::Server;
            }
            // What he has asked before he left is nobody's any more.
            if self.connection.queue.is_gone() {
                return End::Gone;
            }
            match socket.read() {
                Ok(Message::Text(text)) => self.connection.receive(text.as_bytes()),
                Ok(Message::Binary(_)) => return End::Left(CloseCode::Unsupported),
                Ok(Message::Close(word)) => {
                    return End::Left(word.map_or(CloseCode::Normal, |word| word.code));
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(Error::Io(error)) if is_late(&error) => {
                    if std::mem::take(&mut socket.get_mut().heard) {
                        pings = 0;
                    }
                    match (pings < PINGS).then(|| self.writer.ping()) {
                        Some(Ok(asked)) => pings += u32::from(asked),
                        _ => return End::Gone,
                    }
                }
                Err(_) if server.registry.stop.is_set() => return End::Server,
                Err(error) => return left(&error),
            }
        }
        End::Shutdown
    }
}

/// Says how a connection ends on which something else came than messages.
fn left(error: &Error) -> End {
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    match error {
        Error::Capacity(_) => End::Left(CloseCode::Size),
        Error::Utf8(_) => End::Left(CloseCode::Invalid),
        Error::Protocol(ResetWithoutClosingHandshake) => End::Gone,
        Error::Protocol(_) => End::Left(CloseCode::Protocol),
        _ => End::Gone,
    }
}
