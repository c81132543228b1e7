//! A line to another process: a connection that tells a goodbye from a breakdown.
//!
//! Bytes go in frames, each with its length (4 bytes, little-endian) before it. Three lengths are
//! signs: the goodbye, which a process sends when it has done its part; the heartbeat, by which the
//! others see that it is there while it has nothing to say; and the abort, with which it gives up:
//! a frame with the name of the process that failed and the reason follows.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::ClusterError;
use crate::control::unpoisoned;

/// The time without a sign after which a process is lost.
const SILENCE: Duration = Duration::from_secs(10);

/// The time between two pulses.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(1);

/// The signs in the place of a length.
const GOODBYE: u32 = 0;
const HEARTBEAT_SIGN: u32 = u32::MAX;
const ABORT: u32 = u32::MAX - 1;

/// Bytes of the longest frame.
const FRAME: usize = 1 << 20;

/// The facts that all threads of a process know of the others.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The first process that was lost, and how that was noticed.
    lost: OnceLock<(String, String)>,
    /// This process and why it gives up, if it does by itself.
    failed: OnceLock<(String, String)>,
    /// Bytes that were sent.
    sent: AtomicU64,
}

impl Watch {
    /// Checks that the computation can go on.
    pub(super) fn check(&self) -> Result<(), ClusterError> {
        if let Some((name, reason)) = self.lost.get() {
            let (name, reason) = (name.clone(), reason.clone());
            return Err(ClusterError::Lost { name, reason });
        }
        if self.failed.get().is_some() {
            return Err(ClusterError::Abandoned);
        }
        Ok(())
    }

    /// This process gives up.
    pub(super) fn fail(&self, name: String, reason: String) {
        // What comes after the first failure follows from it.
        let _ = self.failed.set((name, reason));
    }

    /// The process that failed first, as far as this one knows, and why.
    fn failure(&self) -> Option<&(String, String)> {
        self.lost.get().or(self.failed.get())
    }

    /// Bytes that this process has sent.
    pub(super) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// A connection to another process.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    /// True if the goodbye has been sent; held while a frame is written.
    ended: Mutex<bool>,
    name: String,
    watch: Arc<Watch>,
}

/// An end of a line; its copies share the connection, and one of them reads.
#[derive(Debug)]
pub(super) struct WatchedStream {
    shared: Arc<Connection>,
    /// Bytes of the frame in hand that have not been read.
    left: usize,
    /// True if the other process has given a sign since the meeting.
    heard: bool,
}

impl WatchedStream {
    /// The line over a connection to the process of this name. The first sign of the other may
    /// take as long as a meeting does.
    pub(super) fn new(
        stream: TcpStream,
        name: String,
        watch: Arc<Watch>,
        timeout: Duration,
    ) -> io::Result<WatchedStream> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(timeout.saturating_add(SILENCE)))?;
        stream.set_write_timeout(Some(SILENCE))?;
        let shared = Arc::new(Connection { stream, ended: Mutex::new(false), name, watch });
        Ok(WatchedStream { shared, left: 0, heard: false })
    }

    /// Another end of it.
    pub(super) fn another(&self) -> WatchedStream {
        WatchedStream { shared: Arc::clone(&self.shared), left: 0, heard: false }
    }

    /// Shows the other process that this one is there.
    pub(super) fn heartbeat(&self) {
        self.send(HEARTBEAT_SIGN, &[]);
    }

    /// Sends a frame. Where the other process is lost nothing can be done with it: who waits for
    /// an answer is told by the watch.
    fn send(&self, sign: u32, bytes: &[u8]) {
        let Connection { stream, watch, .. } = &*self.shared;
        let mut ended = unpoisoned(self.shared.ended.lock());
        if *ended || watch.check().is_err() {
            return;
        }
        let mut stream = stream;
        let written = stream.write_all(&sign.to_le_bytes()).and_then(|()| stream.write_all(bytes));
        watch.sent.fetch_add(4 + bytes.len() as u64, Ordering::Relaxed);
        match written {
            Ok(()) => *ended = sign == GOODBYE,
            Err(error) => self.lose(&error),
        }
    }

    /// Tells the other process that this one gives up, and why.
    fn abort(&self, failure: &(String, String)) {
        let mut ended = unpoisoned(self.shared.ended.lock());
        if std::mem::replace(&mut *ended, true) {
            return;
        }
        let text = serde_json::to_vec(failure).expect("two texts have a JSON form");
        let length = u32::try_from(text.len()).expect("a reason is short");
        let signs = [ABORT.to_le_bytes(), length.to_le_bytes()].concat();
        // The other one sees the end of the connection in any case.
        let _ = (&self.shared.stream).write_all(&[signs, text].concat());
    }

    /// Reads what the alarm of the other process says.
    fn read_abort(&self) -> io::Result<(String, String)> {
        let mut length = [0; 4];
        (&self.shared.stream).read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        let mut text = vec![0; length.min(FRAME)];
        (&self.shared.stream).read_exact(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    }

    fn lose(&self, error: &io::Error) {
        let reason = match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                format!("no sign of it for {} s", SILENCE.as_secs())
            }
            ErrorKind::UnexpectedEof => "it has closed the connection".to_owned(),
            _ => error.to_string(),
        };
        let name = self.shared.name.clone();
        // What is lost first draws the others after it.
        let _ = self.shared.watch.lost.set((name, reason));
    }

    /// Ends this thread's work for good: timely knows no end of a connection before its time but a
    /// panic, and the workers look at the watch.
    fn rest(&self, error: &io::Error) -> ! {
        self.lose(error);
        loop {
            std::thread::park();
        }
    }

    /// Reads up to the next bytes; false at the goodbye.
    fn next_frame(&mut self) -> io::Result<bool> {
        while self.left == 0 {
            let mut head = [0; 4];
            (&self.shared.stream).read_exact(&mut head)?;
            if !std::mem::replace(&mut self.heard, true) {
                self.shared.stream.set_read_timeout(Some(SILENCE))?;
            }
            match u32::from_le_bytes(head) {
                GOODBYE => return Ok(false),
                HEARTBEAT_SIGN => {}
                ABORT => {
                    let failure = self.read_abort()?;
                    let _ = self.shared.watch.lost.set(failure);
                    return Err(ErrorKind::ConnectionAborted.into());
                }
                length => self.left = length as usize,
            }
        }
        Ok(true)
    }

    fn read_some(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if !self.next_frame()? {
            return Ok(0);
        }
        let most = self.left.min(bytes.len());
        let read = (&self.shared.stream).read(&mut bytes[..most])?;
        if read == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        self.left -= read;
        Ok(read)
    }
}

impl Read for WatchedStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.read_some(bytes) {
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.rest(&error),
            }
        }
    }
}

impl Write for WatchedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = &bytes[..bytes.len().min(FRAME)];
        if !part.is_empty() {
            let length = u32::try_from(part.len()).expect("a frame is short");
            self.send(length, part);
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for WatchedStream {
    fn try_clone(&self) -> io::Result<WatchedStream> {
        Ok(self.another())
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.shared.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match self.shared.watch.failure() {
            None => self.send(GOODBYE, &[]),
            Some(failure) => self.abort(failure),
        }
        // It may have been closed by the other side.
        let _ = self.shared.stream.shutdown(how);
        Ok(())
    }
}
