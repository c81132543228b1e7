//! Sends an answer at once, or adds it to the array of its batch.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use chongkak::control::unpoisoned;
use chongkak::protocol::RpcError;
use chongkak::protocol::envelope::{Id, answer};

use super::write_queue::{MOST, WriteQueue};

/// The answers of a batch, which are sent when the last one is complete.
#[derive(Debug)]
pub struct Batch {
    answers: Vec<Option<String>>,
    missing: usize,
    bytes: usize,
}

impl Batch {
    /// Creates a batch that expects this many answers.
    pub fn new(answers: usize) -> Arc<Mutex<Batch>> {
        let batch = Batch { answers: vec![None; answers], missing: answers, bytes: 0 };
        Arc::new(Mutex::new(batch))
    }

    fn put(&mut self, place: usize, answer: String, queue: &WriteQueue) {
        if queue.gone.is_set() {
            self.answers.clear();
            return;
        }
        queue.held.fetch_add(answer.len(), Ordering::Relaxed);
        self.bytes += answer.len();
        self.missing -= 1;
        self.answers[place] = Some(answer);
        if self.missing == 0 {
            let mut array = String::with_capacity(self.bytes + self.answers.len() + 2);
            // Each answer is freed as soon as it is in the array.
            for answer in self.answers.drain(..).flatten() {
                array.push(if array.is_empty() { '[' } else { ',' });
                array.push_str(&answer);
            }
            array.push(']');
            queue.held.fetch_sub(self.bytes, Ordering::Relaxed);
            queue.send(array);
        }
    }
}

/// Where the answer to one request goes.
#[derive(Debug)]
pub struct Reply {
    /// The request id; `None` if the request was invalid, which the answer reports.
    pub id: Option<Id>,
    /// Its batch, and its place among the answers.
    pub batch: Option<(Arc<Mutex<Batch>>, usize)>,
}

impl Reply {
    /// Sends the answer: the result as JSON, or the error. If the answers of batches have reached
    /// their memory limit, a result is replaced with an error, unless it is shorter than the error.
    pub fn give(self, queue: &WriteQueue, outcome: &Result<String, RpcError>) {
        let mut given = answer(self.id.as_ref(), outcome);
        let Some((batch, place)) = self.batch else {
            return queue.send(given);
        };
        if outcome.is_ok() && queue.holds_enough() {
            let refused = answer(self.id.as_ref(), &Err(RpcError::batch_full(MOST >> 20)));
            if refused.len() < given.len() {
                given = refused;
            }
        }
        unpoisoned(batch.lock()).put(place, given, queue);
    }
}
