//! Where an answer goes: out at once, or into the array of a batch.

use std::sync::{Arc, Mutex, PoisonError};

use super::envelope::{Id, answer};
use super::outbox::Outbox;
use super::problem::Problem;

/// The answers of a batch; they go out when the last one is there.
#[derive(Debug)]
pub struct Batch(Mutex<Vec<Option<String>>>);

impl Batch {
    /// A batch with so many answers to come.
    pub fn new(answers: usize) -> Arc<Batch> {
        Arc::new(Batch(Mutex::new(vec![None; answers])))
    }

    fn put(&self, place: usize, answer: String, outbox: &Outbox) {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers[place] = Some(answer);
        if answers.iter().all(Option::is_some) {
            let all: Vec<String> = answers.drain(..).flatten().collect();
            outbox.send(format!("[{}]", all.join(",")));
        }
    }
}

/// Where the answer to one request goes.
#[derive(Debug)]
pub struct Reply {
    /// The request; none if it was none, and the answer says so.
    pub id: Option<Id>,
    /// The batch that it is part of, and its place among the answers.
    pub batch: Option<(Arc<Batch>, usize)>,
}

impl Reply {
    /// Gives the answer: the result as JSON, or what is wrong.
    pub fn give(self, outbox: &Outbox, outcome: &Result<String, Problem>) {
        let answer = answer(self.id.as_ref(), outcome);
        match self.batch {
            Some((batch, place)) => batch.put(place, answer, outbox),
            None => outbox.send(answer),
        }
    }
}
