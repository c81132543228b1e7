//! Who is there, and how all leave.

use std::collections::{BTreeMap, HashMap};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use chongkak::control::{Stop, unpoisoned};

use super::answer::Answer;
use crate::cli::{Status, interrupt};

/// Connections over WebSocket.
const SEATS: usize = 64;

/// Requests that are read and answered at the same time.
const TURNS: usize = 64;

/// How often whoever waits for the end looks up.
const LOOK: Duration = Duration::from_millis(50);

/// How long all have to leave, and how long those after it who are pushed.
const FAREWELL: Duration = Duration::from_secs(2);

/// The guests.
pub struct Hall {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when all are to leave.
    pub stop: Stop,
}

#[derive(Default)]
struct State {
    /// The requests by age, each with its connection until it is known to belong here.
    turns: BTreeMap<u64, Option<TcpStream>>,
    seats: HashMap<u64, TcpStream>,
    /// The number of the last request or connection.
    last: u64,
    /// Whether a client has ended it.
    ended: bool,
}

/// A request that is under way.
pub struct Turn {
    hall: Arc<Hall>,
    number: u64,
}

/// A connection over WebSocket.
pub struct Seat {
    hall: Arc<Hall>,
    number: u64,
}

impl Hall {
    pub fn new() -> Hall {
        Hall {
            state: Mutex::default(),
            changed: Condvar::new(),
            stop: Stop::new(),
        }
    }

    /// Begins with a request, if there are not too many that belong here. Else the oldest of the
    /// others ends: whoever says nothing, or doesn't know the token, keeps nobody out.
    pub fn turn(self: &Arc<Self>, stream: &TcpStream) -> Option<Turn> {
        let stream = stream.try_clone().ok()?;
        let mut state = self.locked();
        if self.stop.is_set() {
            return None;
        }
        if state.turns.len() >= TURNS {
            let mut strangers = state.turns.iter().filter(|turn| turn.1.is_some());
            let oldest = *strangers.next()?.0;
            if let Some(stranger) = state.turns.remove(&oldest).flatten() {
                // Perhaps no stranger, but one whose request is still on its way.
                Answer::busy().send_at_once(&stranger);
                let _ = stranger.shutdown(Shutdown::Read);
            }
        }
        state.last += 1;
        let number = state.last;
        state.turns.insert(number, Some(stream));
        Some(Turn {
            hall: Arc::clone(self),
            number,
        })
    }

    /// A seat, if there is one.
    pub fn seat(self: &Arc<Self>, stream: &TcpStream) -> Option<Seat> {
        let stream = stream.try_clone().ok()?;
        let mut state = self.locked();
        if state.seats.len() >= SEATS || self.stop.is_set() {
            return None;
        }
        state.last += 1;
        let number = state.last;
        state.seats.insert(number, stream);
        Some(Seat {
            hall: Arc::clone(self),
            number,
        })
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
            for stream in state.seats.values() {
                let _ = stream.shutdown(end);
            }
            let there = |state: &mut State| !state.seats.is_empty();
            let left = self.changed.wait_timeout_while(state, FAREWELL, there);
            (state, _) = unpoisoned(left);
        }
        status
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}

impl Turn {
    /// It belongs here: nobody ends it.
    pub fn belongs(&self) {
        if let Some(turn) = self.hall.locked().turns.get_mut(&self.number) {
            *turn = None;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.hall.locked().turns.remove(&self.number);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hall.locked().seats.remove(&self.number);
        self.hall.changed.notify_all();
    }
}
