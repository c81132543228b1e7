//! The connected clients, and the shutdown.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use chongkak::control::{Stop, unpoisoned};

use super::http::send_busy;
use crate::cli::{Status, interrupt};

/// Maximum WebSocket connections, and maximum simultaneous requests.
const MOST: usize = 64;

/// The interval at which a thread that waits for the end checks again.
const LOOK: Duration = Duration::from_millis(50);

/// The time that clients get to leave, and again after they are pushed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct Registry {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when all clients must leave.
    pub stop: Stop,
}

#[derive(Default)]
struct State {
    /// The clients, oldest first.
    clients: BTreeMap<u64, (Kind, Arc<TcpStream>)>,
    /// The number of the latest client.
    last: u64,
    /// True if a client has shut the server down.
    ended: bool,
}

/// The kind of a client.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A client that has sent no request yet, or an invalid one.
    Stranger,
    /// A valid request, which is never dropped.
    Request,
    Session,
}

impl State {
    fn sessions(&self) -> impl Iterator<Item = &Arc<TcpStream>> {
        let sessions = self.clients.values().filter(|client| client.0 == Kind::Session);
        sessions.map(|client| &client.1)
    }
}

/// The registration of a client while it is connected.
pub struct Visit {
    registry: Arc<Registry>,
    number: u64,
}

impl Registry {
    /// Registers a connection, unless too many valid requests are active. If the limit is reached,
    /// the oldest stranger is dropped, so clients without a valid request cannot keep others out.
    pub fn visit(self: &Arc<Self>, stream: &Arc<TcpStream>) -> Option<Visit> {
        let mut state = self.locked();
        if self.stop.is_set() {
            return None;
        }
        if state.clients.len() - state.sessions().count() >= MOST {
            let mut clients = state.clients.iter();
            let (&oldest, _) = clients.find(|client| client.1.0 == Kind::Stranger)?;
            // It may be a client whose request is still arriving.
            let (_, stranger) = state.clients.remove(&oldest)?;
            send_busy(&stranger);
            let _ = stranger.shutdown(Shutdown::Read);
        }
        state.last += 1;
        let number = state.last;
        state.clients.insert(number, (Kind::Stranger, Arc::clone(stream)));
        Some(Visit { registry: Arc::clone(self), number })
    }

    /// Shuts the server down for a client.
    pub fn end(&self) {
        self.locked().ended = true;
        self.changed.notify_all();
    }

    /// Waits until a client or a signal ends the server, and until all clients have left or run out
    /// of time.
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
        // A thread waiting for a message gets the end of input instead. A thread still writing
        // after a while has a client that does not read; one that is still computing ends with the
        // program.
        for end in [Shutdown::Read, Shutdown::Both] {
            for stream in state.sessions() {
                let _ = stream.shutdown(end);
            }
            let there = |state: &mut State| state.sessions().next().is_some();
            let left = self.changed.wait_timeout_while(state, CLOSE_TIMEOUT, there);
            (state, _) = unpoisoned(left);
        }
        status
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}

impl Visit {
    /// Changes the kind of the client. Returns `false` if there is no room.
    pub fn set_kind(&self, kind: Kind) -> bool {
        let mut state = self.registry.locked();
        if kind == Kind::Session
            && (state.sessions().count() >= MOST || self.registry.stop.is_set())
        {
            return false;
        }
        state.clients.get_mut(&self.number).map(|client| client.0 = kind).is_some()
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.registry.locked().clients.remove(&self.number);
        self.registry.changed.notify_all();
    }
}
