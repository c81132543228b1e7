//! The messages to be written, in order: a queue of bounded size between those who answer and the
//! one who writes.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use chongkak::control::{Stop, unpoisoned};

/// Bytes that may lie here. One who would add more waits; a message may be longer by itself.
pub const MOST: usize = 4 << 20;

/// Bytes that may lie here to go out first.
const MOST_FIRST: usize = 64 << 10;

/// The time after which waiting threads look again.
const LOOK: Duration = Duration::from_millis(50);

/// The number of times that they do so after an interruption, before they give up.
const MOST_RETRIES: u32 = 10;

pub struct WriteQueue {
    state: Mutex<State>,
    changed: Condvar,
    /// An interruption: nobody waits for ever any more.
    interrupted: Stop,
    /// Set when nobody reads any more.
    pub gone: Stop,
    /// Bytes of answers that wait for the others of their batch.
    pub held: AtomicUsize,
}

#[derive(Default)]
struct State {
    /// The bytes of the transport's own, which go out before any message.
    first: Vec<u8>,
    messages: VecDeque<String>,
    bytes: usize,
    /// True if a message that was taken is being written.
    writing: bool,
    /// True if nothing more will come.
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

    /// Tells whether as much waits for the rest of batches as is allowed.
    pub fn holds_enough(&self) -> bool {
        self.held.load(Ordering::Relaxed) >= MOST
    }

    /// Adds a message, as soon as there is room.
    pub fn send(&self, message: String) {
        let full = |state: &State| !state.messages.is_empty() && state.bytes >= MOST;
        self.push(self.wait_while(full), message);
    }

    /// Adds a message that nobody misses, if there is room.
    pub fn offer(&self, message: String) {
        let state = self.locked();
        if state.bytes < MOST {
            self.push(state, message);
        }
    }

    /// Adds bytes that go out before all messages, as soon as there is room; false if nobody reads any
    /// more.
    pub fn send_first(&self, bytes: &[u8]) -> bool {
        let mut state = self.wait_while(|state| state.first.len() >= MOST_FIRST);
        let heard = !self.gone.is_set();
        if heard {
            state.first.extend_from_slice(bytes);
            self.changed.notify_all();
        }
        heard
    }

    /// Tells whether something is being written.
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

    /// Writes what comes, until nothing more does: what goes out first, and a message, which is empty
    /// if there is none.
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

    /// Takes no more messages, and waits until all are written.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn end(&self) -> io::Result<()> {
        self.locked().ended = true;
        self.changed.notify_all();
        let mut state = self.wait_while(|state| state.writing || !state.is_empty());
        state.failed.take().map_or(Ok(()), Err)
    }

    /// Drops what lies here, and what comes: there is no reader any more.
    pub fn leave(&self) {
        drop(self.give_up(self.locked()));
    }

    /// Waits while something holds. After an interruption whoever still doesn't read has had his
    /// time.
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

    /// Gives the reader up: keeps nothing for him.
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
