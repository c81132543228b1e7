//! Reports the progress of a search to a client.

use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;

use super::envelope::{Id, json, progress};
use crate::control::{self, Instant, unpoisoned};

/// A client that receives the progress of a search.
pub trait Listener: Sync {
    /// Receives the fields of an intermediate result, as a JSON object, and the number of nodes so
    /// far.
    fn on_progress(&self, found: &str, nodes: u64);

    /// Does the work. Meanwhile calls `look` from time to time, if possible, for searches that
    /// don't report progress themselves.
    fn beside(&self, look: &(dyn Fn() + Sync), work: &mut dyn FnMut());
}

impl dyn Listener + '_ {
    /// Reports an intermediate result and the number of nodes so far.
    pub(super) fn note(&self, found: &impl Serialize, nodes: u64) {
        self.on_progress(&json(found), nodes);
    }
}

/// The minimum time between two messages.
const INTERVAL: Duration = Duration::from_millis(100);

/// Sends progress to a client: the first result immediately, then the latest from time to time.
pub struct Notifier<'a> {
    id: &'a Id,
    send: &'a (dyn Fn(String) + Sync),
    began: Instant,
    /// The time of the last message, and the latest result that was not sent.
    state: Mutex<(Option<Instant>, Option<String>)>,
}

impl<'a> Notifier<'a> {
    /// Starts reporting the search with this ID. `send` receives values of the protocol.
    pub fn new(id: &'a Id, send: &'a (dyn Fn(String) + Sync)) -> Notifier<'a> {
        Notifier { id, send, began: Instant::now(), state: Mutex::default() }
    }

    /// Sends the latest result if it is time. Returns how long to wait.
    fn tell(&self) -> Duration {
        let (last, latest) = &mut *unpoisoned(self.state.lock());
        let since = last.map_or(INTERVAL, |last| last.elapsed());
        if since < INTERVAL {
            return INTERVAL - since;
        }
        if let Some(latest) = latest.take() {
            *last = Some(Instant::now());
            (self.send)(latest);
        }
        INTERVAL
    }
}

impl Listener for Notifier<'_> {
    /// Sends the latest result from time to time, calling `look` before each time.
    fn beside(&self, look: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
        let tell = || {
            look();
            self.tell()
        };
        // No message follows the answer, because the sending thread has ended by then.
        control::beside(INTERVAL, tell, work);
    }

    fn on_progress(&self, found: &str, nodes: u64) {
        let found = progress(self.id, found, nodes, self.began.elapsed());
        let (last, latest) = &mut *unpoisoned(self.state.lock());
        match last {
            Some(_) => *latest = Some(found),
            None => {
                *last = Some(Instant::now());
                (self.send)(found);
            }
        }
    }
}
