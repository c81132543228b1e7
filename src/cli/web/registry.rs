//! The clients who are there, and how all leave.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use chongkak::control::{Stop, unpoisoned};

use super::http::send_busy;
use crate::cli::{Status, interrupt};

/// Connections over WebSocket, and requests that are read and answered at the same time.
const MOST: usize = 64;

/// The time after which a thread that waits for the end looks again.
const LOOK: Duration = Duration::from_millis(50);

/// The time that all have to leave, and the time after it for those who are pushed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct Registry {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when all are to leave.
    pub stop: Stop,
}

#[derive(Default)]
struct State {
    /// The clients by age.
    clients: BTreeMap<u64, (Kind, Arc<TcpStream>)>,
    /// The number of the last one.
    last: u64,
    /// True if a client has ended it.
    ended: bool,
}

/// What a client is here for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whoever has asked nothing yet, or may not come in.
    Stranger,
    /// A request that belongs here: nobody ends it.
    Request,
    Session,
}

impl State {
    fn sessions(&self) -> impl Iterator<Item = &Arc<TcpStream>> {
        let sessions = self.clients.values().filter(|client| client.0 == Kind::Session);
        sessions.map(|client| &client.1)
    }
}

/// The place of a client as long as he is there.
pub struct Visit {
    registry: Arc<Registry>,
    number: u64,
}

impl Registry {
    /// Begins with a request, if there are not too many that belong here. Else the oldest of the
    /// others ends: whoever says nothing, or doesn't know the token, keeps nobody out.
    pub fn visit(self: &Arc<Self>, stream: &Arc<TcpStream>) -> Option<Visit> {
        let mut state = self.locked();
        if self.stop.is_set() {
            return None;
        }
        if state.clients.len() - state.sessions().count() >= MOST {
            let mut clients = state.clients.iter();
            let (&oldest, _) = clients.find(|client| client.1.0 == Kind::Stranger)?;
            // Perhaps no stranger, but one whose request is still on its way.
            let (_, stranger) = state.clients.remove(&oldest)?;
            send_busy(&stranger);
            let _ = stranger.shutdown(Shutdown::Read);
        }
        state.last += 1;
        let number = state.last;
        state.clients.insert(number, (Kind::Stranger, Arc::clone(stream)));
        Some(Visit { registry: Arc::clone(self), number })
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
    /// The client is of this kind now, if there is room: whether there was.
    pub fn becomes(&self, kind: Kind) -> bool {
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
