//! Messages to write, in order: a queue of bounded size between the answering threads and the
//! writing thread.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use chongkak::control::{Stop, unpoisoned};

/// Bytes from which a sender waits; a single message may be longer.
pub const MOST: usize = 4 << 20;

/// Maximum bytes of the priority data.
const MOST_FIRST: usize = 64 << 10;

/// The interval at which waiting threads check again.
const LOOK: Duration = Duration::from_millis(50);

/// The number of checks after an interruption before they give up.
const MOST_RETRIES: u32 = 10;

pub struct WriteQueue {
    state: Mutex<State>,
    changed: Condvar,
    /// Set by an interruption; then nothing waits forever.
    interrupted: Stop,
    /// Set when the reader is gone.
    pub gone: Stop,
    /// Bytes of answers that wait for the rest of their batch.
    pub held: AtomicUsize,
}

#[derive(Default)]
struct State {
    /// The transport's own bytes, which are sent before any message.
    first: Vec<u8>,
    messages: VecDeque<String>,
    bytes: usize,
    /// True while a message is being written.
    writing: bool,
    /// True if no more messages will be sent.
    ended: bool,
    failed: Option<io::Error>,
}

impl State {
    fn is_empty(&self) -> bool {
        self.first.is_empty() && self.messages.is_empty()
    }
}

impl WriteQueue {
    pub fn new(interrupted: Stop) -> WriteQueue {
        WriteQueue {
            state: Mutex::default(),
            changed: Condvar::new(),
            interrupted,
            gone: Stop::new(),
            held: AtomicUsize::new(0),
        }
    }

    /// Returns whether the answers of incomplete batches have reached their limit.
    pub fn holds_enough(&self) -> bool {
        self.held.load(Ordering::Relaxed) >= MOST
    }

    /// Adds a message, after waiting for room.
    pub fn send(&self, message: String) {
        let full = |state: &State| !state.messages.is_empty() && state.bytes >= MOST;
        self.push(self.wait_while(full), message);
    }

    /// Adds an optional message, if there is room.
    pub fn offer(&self, message: String) {
        let state = self.locked();
        if state.bytes < MOST {
            self.push(state, message);
        }
    }

    /// Adds priority bytes, after waiting for room. Returns `false` if the reader is gone.
    pub fn send_first(&self, bytes: &[u8]) -> bool {
        let mut state = self.wait_while(|state| state.first.len() >= MOST_FIRST);
        let connected = !self.gone.is_set();
        if connected {
            state.first.extend_from_slice(bytes);
            self.changed.notify_all();
        }
        connected
    }

    /// Returns whether a message is being written.
    pub fn is_writing(&self) -> bool {
        self.locked().writing
    }

    fn push(&self, mut state: MutexGuard<'_, State>, message: String) {
        if !self.gone.is_set() {
            state.bytes += message.len();
            state.messages.push_back(message);
            self.changed.notify_all();
        }
    }

    /// Writes priority bytes and messages until no more come. The message is empty if there are
    /// only priority bytes.
    pub fn write_with(&self, mut write: impl FnMut(Vec<u8>, String) -> io::Result<()>) {
        while let Some((first, message)) = self.next() {
            let written = write(first, message);
            let mut state = self.locked();
            state.writing = false;
            if let Err(error) = written {
                state.failed = Some(error);
                drop(self.give_up(state));
                return;
            }
            self.changed.notify_all();
        }
    }

    fn next(&self) -> Option<(Vec<u8>, String)> {
        let idle = |state: &mut State| state.is_empty() && !state.ended;
        let state = self.changed.wait_while(self.locked(), idle);
        let mut state = unpoisoned(state);
        if state.is_empty() {
            return None;
        }
        let first = std::mem::take(&mut state.first);
        let message = state.messages.pop_front().unwrap_or_default();
        state.bytes -= message.len();
        state.writing = true;
        self.changed.notify_all();
        Some((first, message))
    }

    /// Accepts no more messages, and waits until all are written.
    ///
    /// # Errors
    /// If writing fails.
    pub fn end(&self) -> io::Result<()> {
        self.locked().ended = true;
        self.changed.notify_all();
        let mut state = self.wait_while(|state| state.writing || !state.is_empty());
        state.failed.take().map_or(Ok(()), Err)
    }

    /// Drops all current and future messages, because the reader is gone.
    pub fn leave(&self) {
        drop(self.give_up(self.locked()));
    }

    /// Waits while a condition holds. After an interruption, a reader that makes no progress is
    /// given up.
    fn wait_while(&self, holds: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.locked();
        let mut retries = MOST_RETRIES;
        while holds(&state) && !self.gone.is_set() {
            let left = state.bytes;
            let waited = self.changed.wait_timeout(state, LOOK);
            (state, _) = unpoisoned(waited);
            if self.interrupted.is_set() && state.bytes == left {
                retries -= 1;
                if retries == 0 {
                    return self.give_up(state);
                }
            }
        }
        state
    }

    /// Marks the reader as gone and drops all messages.
    fn give_up<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.gone.set();
        state.first.clear();
        state.messages.clear();
        state.bytes = 0;
        self.changed.notify_all();
        state
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}
