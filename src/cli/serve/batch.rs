//! The way of an answer: out at once, or into the array of a batch.

use std::sync::{Arc, Mutex};

use chongkak::control::unpoisoned;
use chongkak::protocol::RpcError;
use chongkak::protocol::envelope::{Id, answer};

use super::write_queue::{MOST, WriteQueue};

/// The answers of a batch; they go out when the last one is there.
#[derive(Debug)]
pub struct Batch(Mutex<Answers>);

#[derive(Debug)]
struct Answers {
    all: Vec<Option<String>>,
    missing: usize,
    bytes: usize,
}

impl Batch {
    /// A batch with so many answers to come.
    pub fn new(answers: usize) -> Arc<Batch> {
        Arc::new(Batch(Mutex::new(Answers {
            all: vec![None; answers],
            missing: answers,
            bytes: 0,
        })))
    }

    fn put(&self, place: usize, answer: String, queue: &WriteQueue) {
        let mut answers = unpoisoned(self.0.lock());
        if queue.is_gone() {
            answers.all.clear();
            return;
        }
        queue.hold(answer.len());
        answers.bytes += answer.len();
        answers.missing -= 1;
        answers.all[place] = Some(answer);
        if answers.missing == 0 {
            let bytes = answers.bytes;
            let array = answers.array();
            queue.release(bytes);
            queue.send(array);
        }
    }
}

impl Answers {
    /// The array of all, each of which is dropped as soon as it is in there.
    fn array(&mut self) -> String {
        let mut array = String::with_capacity(self.bytes + self.all.len() + 2);
        for answer in self.all.drain(..).flatten() {
            array.push(if array.is_empty() { '[' } else { ',' });
            array.push_str(&answer);
        }
        array.push(']');
        array
    }
}

/// The place to which the answer to one request goes.
#[derive(Debug)]
pub struct Reply {
    /// The request; none if it was none, and the answer says so.
    pub id: Option<Id>,
    /// The batch that it is part of, and its place among the answers.
    pub batch: Option<(Arc<Batch>, usize)>,
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
        batch.put(place, given, queue);
    }
}
