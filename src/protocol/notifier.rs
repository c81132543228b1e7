//! Tells a client what a search has found so far, while it searches.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::Listener;
use super::envelope::{Id, progress};
use crate::control::{self, Instant, unpoisoned};

/// The least time between two messages to a client on what was found so far.
const EVERY: Duration = Duration::from_millis(100);

/// Tells a client what was found so far: the first finding at once, then the latest now and then.
pub struct Notifier<'a> {
    id: &'a Id,
    say: &'a (dyn Fn(String) + Sync),
    began: Instant,
    told: Mutex<LastNote>,
}

#[derive(Default)]
struct LastNote {
    /// The time of the last message.
    last: Option<Instant>,
    /// The latest finding since.
    latest: Option<String>,
}

impl<'a> Notifier<'a> {
    /// For the search with this name, which begins; what is said is a value of the protocol.
    pub fn new(id: &'a Id, say: &'a (dyn Fn(String) + Sync)) -> Notifier<'a> {
        Notifier { id, say, began: Instant::now(), told: Mutex::default() }
    }

    /// Tells the latest, if it is time; how long to wait then.
    fn tell(&self) -> Duration {
        let mut told = self.told();
        let since = told.last.map_or(EVERY, |last| last.elapsed());
        if since < EVERY {
            return EVERY - since;
        }
        if let Some(latest) = told.latest.take() {
            told.last = Some(Instant::now());
            (self.say)(latest);
        }
        EVERY
    }

    fn told(&self) -> MutexGuard<'_, LastNote> {
        unpoisoned(self.told.lock())
    }
}

impl Listener for Notifier<'_> {
    /// Tells meanwhile what was heard last; `look` is asked before each time.
    fn beside(&self, look: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
        let tell = || {
            look();
            self.tell()
        };
        // Nothing is told after the answer: the thread that tells has ended then.
        control::beside(EVERY, tell, work);
    }

    fn hear(&self, found: &str, nodes: u64) {
        let found = progress(self.id, found, nodes, self.began.elapsed());
        let mut told = self.told();
        if told.last.is_some() {
            told.latest = Some(found);
            return;
        }
        told.last = Some(Instant::now());
        (self.say)(found);
    }
}
