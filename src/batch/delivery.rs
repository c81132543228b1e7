//! Results on their way out: in the order of the input, or as they are found.

use std::collections::{BTreeMap, HashMap};

use super::ask::Ask;
use super::entry::{Entry, Key};
use super::job::Job;
use super::search::Unsearchable;
use super::sink::{RunError, Sink};
use super::store::Store;
use super::store_error::StoreError;

/// Something that waits for those before it.
enum Waiting {
    /// A result that is in the store; it is not held in memory, since very many may wait.
    Stored,
    /// There is none.
    Nothing,
}

/// Hands results on to the sink.
pub(super) struct Delivery<'a, 's, S> {
    jobs: &'a [Job],
    ask: Ask,
    /// Whether they are handed on in the order of the jobs.
    ordered: bool,
    /// The jobs that ask what an earlier one asks.
    copies: &'a HashMap<usize, Vec<usize>>,
    sink: &'s mut S,
    /// The first job that has not been handed on.
    next: usize,
    waiting: BTreeMap<usize, Waiting>,
}

impl<'a, 's, S: Sink> Delivery<'a, 's, S> {
    pub(super) fn new(
        jobs: &'a [Job],
        ask: Ask,
        ordered: bool,
        copies: &'a HashMap<usize, Vec<usize>>,
        sink: &'s mut S,
    ) -> Self {
        Delivery {
            jobs,
            ask,
            ordered,
            copies,
            sink,
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    fn jobs_of(&self, task: usize) -> impl Iterator<Item = usize> + use<'a, S> {
        let copies = self.copies.get(&task).map_or(&[][..], Vec::as_slice);
        std::iter::once(task).chain(copies.iter().copied())
    }

    /// A result that is kept.
    pub(super) fn known(
        &mut self,
        task: usize,
        store: &Store,
        entry: &Entry,
    ) -> Result<(), RunError<S::Error>> {
        for number in self.jobs_of(task) {
            if !self.ordered {
                self.hand_on(number, entry)?;
            } else if number == self.next {
                self.hand_on(number, entry)?;
                self.next += 1;
            } else {
                self.waiting.insert(number, Waiting::Stored);
            }
        }
        self.in_order(store)
    }

    /// A result that could not be kept, for which nothing waits any more.
    pub(super) fn unkept(&mut self, task: usize, entry: &Entry) -> Result<(), RunError<S::Error>> {
        for number in self.jobs_of(task) {
            self.hand_on(number, entry)?;
        }
        Ok(())
    }

    /// A job that has no result.
    pub(super) fn unsearchable(
        &mut self,
        task: usize,
        store: &Store,
        error: Unsearchable,
    ) -> Result<(), RunError<S::Error>> {
        let job = &self.jobs[task];
        self.sink.unsearchable(job, error).map_err(RunError::Sink)?;
        for number in self.jobs_of(task) {
            self.waiting.insert(number, Waiting::Nothing);
        }
        self.in_order(store)
    }

    /// Hands on what waited for nothing else.
    fn in_order(&mut self, store: &Store) -> Result<(), RunError<S::Error>> {
        while self.ordered
            && let Some(waiting) = self.waiting.remove(&self.next)
        {
            self.hand_on_stored(self.next, &waiting, store)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Hands on what waits for results that will not come.
    pub(super) fn rest(&mut self, store: &Store) -> Result<(), RunError<S::Error>> {
        for (number, waiting) in std::mem::take(&mut self.waiting) {
            self.hand_on_stored(number, &waiting, store)?;
        }
        Ok(())
    }

    fn hand_on_stored(
        &mut self,
        number: usize,
        waiting: &Waiting,
        store: &Store,
    ) -> Result<(), RunError<S::Error>> {
        let Waiting::Stored = waiting else {
            return Ok(());
        };
        let key = Key::new(&self.jobs[number], &self.ask);
        let entry = store.known(&key)?.ok_or_else(|| StoreError::Damaged {
            path: store.path().to_path_buf(),
            what: format!("the result of {} is gone", key.position),
        })?;
        self.hand_on(number, &entry)
    }

    fn hand_on(&mut self, number: usize, entry: &Entry) -> Result<(), RunError<S::Error>> {
        let job = &self.jobs[number];
        self.sink.result(job, entry).map_err(RunError::Sink)
    }
}
