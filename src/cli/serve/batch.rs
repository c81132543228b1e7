//! The way of an answer: out at once, or into the array of a batch.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use chongkak::control::unpoisoned;
use chongkak::protocol::RpcError;
use chongkak::protocol::envelope::{Id, answer};

use super::write_queue::{MOST, WriteQueue};

/// The answers of a batch; they go out when the last one is there.
#[derive(Debug)]
pub struct Batch {
    answers: Vec<Option<String>>,
    missing: usize,
    bytes: usize,
}

impl Batch {
    /// A batch with so many answers to come.
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
            // Each is dropped as soon as it is in the array.
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

/// The place to which the answer to one request goes.
#[derive(Debug)]
pub struct Reply {
    /// The request; none if it was none, and the answer says so.
    pub id: Option<Id>,
    /// The batch that it is part of, and its place among the answers.
    pub batch: Option<(Arc<Mutex<Batch>>, usize)>,
}

impl Reply {
    /// Gives the answer: the result as JSON, or what is wrong. Where the answers of batches have
    /// filled the room that they may, a result is left out, unless it is as short as saying so.
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
