//! Tells a client what a search has found so far, while it searches.

use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;

use super::envelope::{Id, json, progress};
use crate::control::{self, Instant, unpoisoned};

/// A client who is told what a search has found so far.
pub trait Listener: Sync {
    /// Takes the fields of what was found, an object of JSON, and the nodes that it took.
    fn hear(&self, found: &str, nodes: u64);

    /// Does the work, and takes a look now and then meanwhile, if it can: that is for work that
    /// doesn't tell by itself what it has found.
    fn beside(&self, look: &(dyn Fn() + Sync), work: &mut dyn FnMut());
}

impl dyn Listener + '_ {
    /// Tells what was found so far, and with how many nodes.
    pub(super) fn note(&self, found: &impl Serialize, nodes: u64) {
        self.hear(&json(found), nodes);
    }
}

/// The least time between two messages to a client on what was found so far.
const EVERY: Duration = Duration::from_millis(100);

/// Tells a client what was found so far: the first finding at once, then the latest now and then.
pub struct Notifier<'a> {
    id: &'a Id,
    say: &'a (dyn Fn(String) + Sync),
    began: Instant,
    /// The time of the last message, and the latest finding since.
    told: Mutex<(Option<Instant>, Option<String>)>,
}

impl<'a> Notifier<'a> {
    /// For the search with this name, which begins; what is said is a value of the protocol.
    pub fn new(id: &'a Id, say: &'a (dyn Fn(String) + Sync)) -> Notifier<'a> {
        Notifier { id, say, began: Instant::now(), told: Mutex::default() }
    }

    /// Tells the latest, if it is time; how long to wait then.
    fn tell(&self) -> Duration {
        let (last, latest) = &mut *unpoisoned(self.told.lock());
        let since = last.map_or(EVERY, |last| last.elapsed());
        if since < EVERY {
            return EVERY - since;
        }
        if let Some(latest) = latest.take() {
            *last = Some(Instant::now());
            (self.say)(latest);
        }
        EVERY
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
        let (last, latest) = &mut *unpoisoned(self.told.lock());
        match last {
            Some(_) => *latest = Some(found),
            None => {
                *last = Some(Instant::now());
                (self.say)(found);
            }
        }
    }
}
