//! The clients who are there, and how all leave.

use std::collections::{BTreeMap, HashMap};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use chongkak::control::{Stop, unpoisoned};

use super::response::Response;
use crate::cli::{Status, interrupt};

/// Connections over WebSocket.
const MOST_SESSIONS: usize = 64;

/// Requests that are read and answered at the same time.
const MOST_REQUESTS: usize = 64;

/// The time after which a thread that waits for the end looks again.
const LOOK: Duration = Duration::from_millis(50);

/// The time that all have to leave, and the time after it for those who are pushed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The guests.
pub struct Registry {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when all are to leave.
    pub stop: Stop,
}

#[derive(Default)]
struct State {
    /// The requests by age, each with its connection until it is known to belong here.
    requests: BTreeMap<u64, Option<Arc<TcpStream>>>,
    sessions: HashMap<u64, Arc<TcpStream>>,
    /// The number of the last request or connection.
    last: u64,
    /// True if a client has ended it.
    ended: bool,
}

/// A request that is under way.
pub struct RequestPermit {
    registry: Arc<Registry>,
    number: u64,
}

/// A connection over WebSocket.
pub struct SessionSlot {
    registry: Arc<Registry>,
    number: u64,
}

impl Registry {
    pub fn new() -> Registry {
        Registry { state: Mutex::default(), changed: Condvar::new(), stop: Stop::new() }
    }

    /// Begins with a request, if there are not too many that belong here. Else the oldest of the
    /// others ends: whoever says nothing, or doesn't know the token, keeps nobody out.
    pub fn permit(self: &Arc<Self>, stream: &Arc<TcpStream>) -> Option<RequestPermit> {
        let mut state = self.locked();
        if self.stop.is_set() {
            return None;
        }
        if state.requests.len() >= MOST_REQUESTS {
            let mut strangers = state.requests.iter().filter(|permit| permit.1.is_some());
            let oldest = *strangers.next()?.0;
            if let Some(stranger) = state.requests.remove(&oldest).flatten() {
                // Perhaps no stranger, but one whose request is still on its way.
                Response::busy().send_at_once(&stranger);
                let _ = stranger.shutdown(Shutdown::Read);
            }
        }
        state.last += 1;
        let number = state.last;
        state.requests.insert(number, Some(Arc::clone(stream)));
        Some(RequestPermit { registry: Arc::clone(self), number })
    }

    /// A slot for a session, if one is free.
    pub fn session_slot(self: &Arc<Self>, stream: &Arc<TcpStream>) -> Option<SessionSlot> {
        let mut state = self.locked();
        if state.sessions.len() >= MOST_SESSIONS || self.stop.is_set() {
            return None;
        }
        state.last += 1;
        let number = state.last;
        state.sessions.insert(number, Arc::clone(stream));
        Some(SessionSlot { registry: Arc::clone(self), number })
    }

    /// A client ends it all.
    pub fn end(&self) {
        self.locked().ended = true;
        self.changed.notify_all();
    }

    /// Waits until a client or a signal ends it, and until all have left, or have had their time.
    pub fn wait(&self) -> Status {
        let mut state = self.locked();
        while !state.ended && !interrupt::happened() {
            let waited = self.changed.wait_timeout(state, LOOK);
            (state, _) = unpoisoned(waited);
        }
        let status = match interrupt::happened() {
            true => Status::Interrupted,
            false => Status::Done,
        };
        self.stop.set();
        // Who waits for the next message gets the end in its place. Who still writes after a while
        // does so to somebody who doesn't read; and who still computes then ends with the program.
        for end in [Shutdown::Read, Shutdown::Both] {
            for stream in state.sessions.values() {
                let _ = stream.shutdown(end);
            }
            let there = |state: &mut State| !state.sessions.is_empty();
            let left = self.changed.wait_timeout_while(state, CLOSE_TIMEOUT, there);
            (state, _) = unpoisoned(left);
        }
        status
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}

impl RequestPermit {
    /// It belongs here: nobody ends it.
    pub fn belongs(&self) {
        if let Some(permit) = self.registry.locked().requests.get_mut(&self.number) {
            *permit = None;
        }
    }
}

impl Drop for RequestPermit {
    fn drop(&mut self) {
        self.registry.locked().requests.remove(&self.number);
    }
}

impl Drop for SessionSlot {
    fn drop(&mut self) {
        self.registry.locked().sessions.remove(&self.number);
        self.registry.changed.notify_all();
    }
}
