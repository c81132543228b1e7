//! The way out of a connection over WebSocket: whole frames, one after the other, whoever sends
//! them, each within a time. Nobody holds the lock while he writes, so that nobody waits for a
//! client that doesn't read but who has something to write himself.

use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

use super::response::write_within;
use chongkak::control::unpoisoned;

/// The time that the other side may take to read a frame.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time that the sender of the last word waits for the line, and then for that word to be
/// written.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Bytes of pongs that may wait for somebody else's frame.
const PONGS: usize = 64 << 10;

/// A line.
pub struct FrameWriter {
    pub stream: Arc<TcpStream>,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    /// True if a thread is writing.
    taken: bool,
    /// The pongs that it sends behind its own frame.
    pongs: Vec<u8>,
    /// True if the last frame was sent, or is being sent.
    closed: bool,
    /// True if a frame was not taken whole. The other side would understand nothing behind it.
    broken: bool,
}

impl FrameWriter {
    pub fn new(stream: Arc<TcpStream>) -> FrameWriter {
        FrameWriter { stream, state: Mutex::default(), freed: Condvar::new() }
    }

    /// Sends a text, as soon as nobody else writes.
    ///
    /// # Errors
    /// If the line is broken, or breaks.
    pub fn send(&self, text: &str) -> io::Result<()> {
        let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let mut head = Vec::new();
        let formed = header.format(text.len() as u64, &mut head);
        formed.map_err(io::Error::other)?;
        let taken = |state: &mut State| state.taken && !state.broken;
        let state = self.freed.wait_while(self.locked(), taken);
        let state = unpoisoned(state);
        let mut parts = [IoSlice::new(&head), IoSlice::new(text.as_bytes())];
        self.write(state, &mut parts)
    }

    /// Asks whether anybody is there, unless a frame is under way, which has a time of its own:
    /// whether it was asked.
    ///
    /// # Errors
    /// If the line is broken, or breaks.
    pub fn ping(&self) -> io::Result<bool> {
        let state = self.locked();
        if state.taken {
            return Ok(false);
        }
        let bytes = bytes(Frame::ping(Vec::new()))?;
        let written = self.write(state, &mut [IoSlice::new(&bytes)]);
        written.map(|()| true)
    }

    /// Sends pongs: behind the frame that is under way, if there is one.
    fn pong(&self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.locked();
        if !state.taken {
            return self.write(state, &mut [IoSlice::new(bytes)]);
        }
        // Who has sent many pings must be content with an answer to the last (RFC 6455, 5.5.3).
        if state.pongs.len() + bytes.len() > PONGS {
            state.pongs.clear();
        }
        state.pongs.extend_from_slice(bytes);
        Ok(())
    }

    /// Has the last word, which waits only for a client that reads.
    ///
    /// # Errors
    /// If the line is broken, or breaks.
    pub fn close(&self, code: CloseCode) -> io::Result<()> {
        let word = CloseFrame { code, reason: "".into() };
        let bytes = bytes(Frame::close(Some(word)))?;
        let taken = |state: &mut State| state.taken && !state.broken;
        let waited = self.freed.wait_timeout_while(self.locked(), CLOSE_TIMEOUT, taken);
        let (mut state, _) = unpoisoned(waited);
        if state.taken {
            return Err(self.broken_off(state));
        }
        // Nothing may follow it.
        let closed = std::mem::replace(&mut state.closed, true);
        match closed {
            true => Ok(()),
            false => self.write_free(state, &mut [IoSlice::new(&bytes)], CLOSE_TIMEOUT),
        }
    }

    /// Writes a frame, unless the last one was sent.
    fn write(&self, state: MutexGuard<'_, State>, frame: &mut [IoSlice<'_>]) -> io::Result<()> {
        match state.closed {
            true => Ok(()),
            false => self.write_free(state, frame, WRITE_TIMEOUT),
        }
    }

    /// Writes on a line that nobody else has taken.
    fn write_free(
        &self,
        mut state: MutexGuard<'_, State>,
        frame: &mut [IoSlice<'_>],
        time: Duration,
    ) -> io::Result<()> {
        if state.broken {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        state.taken = true;
        drop(state);
        let mut written = write_within(&self.stream, frame, time);
        let mut state = self.locked();
        while written.is_ok() && !state.pongs.is_empty() && !state.closed {
            let pongs = std::mem::take(&mut state.pongs);
            drop(state);
            written = write_within(&self.stream, &mut [IoSlice::new(&pongs)], WRITE_TIMEOUT);
            state = self.locked();
        }
        state.taken = false;
        self.freed.notify_all();
        match written {
            Ok(()) => Ok(()),
            Err(_) => Err(self.broken_off(state)),
        }
    }

    /// Ends the connection: whoever writes or reads learns of it. The error is one that stands for
    /// the end, whatever it was: after a time limit the library would write the frame again.
    fn broken_off(&self, mut state: MutexGuard<'_, State>) -> io::Error {
        state.broken = true;
        self.freed.notify_all();
        let _ = self.stream.shutdown(Shutdown::Both);
        ErrorKind::ConnectionAborted.into()
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}

fn bytes(frame: Frame) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(frame.len());
    frame.format(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// The line as the library sees it, which answers pings by itself.
pub struct FrameStream {
    pub writer: Arc<FrameWriter>,
    /// True if anything came since this was last asked.
    pub heard: bool,
}

impl Read for FrameStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = (&mut &*self.writer.stream).read(bytes)?;
        self.heard = true;
        Ok(read)
    }
}

impl Write for FrameStream {
    /// Takes all at once: it is given whole pongs.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.pong(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
