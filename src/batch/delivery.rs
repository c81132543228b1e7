//! Results on their way out: in the order of the input, or as they are found.

use std::collections::{BTreeMap, HashMap};

use super::ask::Ask;
use super::entry::{Entry, Key};
use super::job::Job;
use super::search::Unsearchable;
use super::sink::{RunError, Sink};
use super::store::Store;

/// Hands results on to the sink.
pub(super) struct Delivery<'a, 's, E> {
    pub jobs: &'a [Job],
    pub ask: Ask,
    /// Whether they are handed on in the order of the jobs.
    pub ordered: bool,
    /// The jobs that ask what an earlier one asks.
    pub copies: &'a HashMap<usize, Vec<usize>>,
    pub sink: &'s mut Sink<'s, E>,
    /// The first job that has not been handed on.
    pub next: usize,
    /// The jobs that wait for those before them: whether the result is in the store (it is not held
    /// in memory, since very many may wait) or there is none.
    pub waiting: BTreeMap<usize, bool>,
}

impl<'a, E> Delivery<'a, '_, E> {
    fn jobs_of(&self, task: usize) -> impl Iterator<Item = usize> + use<'a, E> {
        let copies = self.copies.get(&task).map_or(&[][..], Vec::as_slice);
        std::iter::once(task).chain(copies.iter().copied())
    }

    /// A result that is kept.
    pub(super) fn known(
        &mut self,
        task: usize,
        store: &Store,
        entry: &Entry,
    ) -> Result<(), RunError<E>> {
        for number in self.jobs_of(task) {
            if !self.ordered {
                self.hand_on(number, entry)?;
            } else if number == self.next {
                self.hand_on(number, entry)?;
                self.next += 1;
            } else {
                self.waiting.insert(number, true);
            }
        }
        self.in_order(store)
    }

    /// A result that could not be kept, for which nothing waits any more.
    pub(super) fn unkept(&mut self, task: usize, entry: &Entry) -> Result<(), RunError<E>> {
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
    ) -> Result<(), RunError<E>> {
        let job = &self.jobs[task];
        (self.sink)(job, Err(error)).map_err(RunError::Sink)?;
        for number in self.jobs_of(task) {
            self.waiting.insert(number, false);
        }
        self.in_order(store)
    }

    /// Hands on what waited for nothing else.
    fn in_order(&mut self, store: &Store) -> Result<(), RunError<E>> {
        while self.ordered
            && let Some(stored) = self.waiting.remove(&self.next)
        {
            self.hand_on_stored(self.next, stored, store)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Hands on what waits for results that will not come.
    pub(super) fn rest(&mut self, store: &Store) -> Result<(), RunError<E>> {
        for (number, stored) in std::mem::take(&mut self.waiting) {
            self.hand_on_stored(number, stored, store)?;
        }
        Ok(())
    }

    fn hand_on_stored(
        &mut self,
        number: usize,
        stored: bool,
        store: &Store,
    ) -> Result<(), RunError<E>> {
        if !stored {
            return Ok(());
        }
        let key = Key::new(&self.jobs[number], &self.ask);
        let gone = || store.damaged(format!("the result of {} is gone", key.position));
        let entry = store.known(&key)?.ok_or_else(gone)?;
        self.hand_on(number, &entry)
    }

    fn hand_on(&mut self, number: usize, entry: &Entry) -> Result<(), RunError<E>> {
        let job = &self.jobs[number];
        (self.sink)(job, Ok(entry)).map_err(RunError::Sink)
    }
}
