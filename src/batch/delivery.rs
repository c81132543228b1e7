//! Results on their way out: in the order of the input, or as they are found.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use super::entry::{Entry, Key};
use super::job::Job;
use super::position_search::Unsearchable;
use super::question::Ask;
use super::store::Store;
use super::store_error::StoreError;
use crate::control::ResourceError;

/// The receiver of what a batch finds for its jobs. An error ends the batch.
pub trait Sink<E> {
    /// Takes a result, or why there is none by no fault of a limit.
    ///
    /// # Errors
    /// If it takes no more.
    fn take(&mut self, job: &Job, found: Result<&Entry, Unsearchable>) -> Result<(), E>;

    /// A job that is to be done besides those of the list, wanted when a thread has nothing to do;
    /// none if there is none now.
    ///
    /// # Errors
    /// If there can be no more.
    fn more(&mut self) -> Result<Option<Job>, E> {
        Ok(None)
    }

    /// Tells whether nothing is wanted any more, not even of the searches at work.
    fn is_done(&self) -> bool {
        false
    }
}

impl<E, F: FnMut(&Job, Result<&Entry, Unsearchable>) -> Result<(), E>> Sink<E> for F {
    fn take(&mut self, job: &Job, found: Result<&Entry, Unsearchable>) -> Result<(), E> {
        self(job, found)
    }
}

/// The reason why a batch ended early.
#[derive(Debug, Error)]
pub enum RunError<E> {
    /// The store can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The sink takes no more.
    #[error("nobody takes the results: {0}")]
    Sink(E),
    /// No thread can be started.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
}

/// Hands results on to the sink.
pub(super) struct Delivery<'a, 's, E> {
    /// Those of the list, and those that came besides.
    pub jobs: Cow<'a, [Job]>,
    pub ask: Ask,
    /// True if they are handed on in the order of the jobs.
    pub ordered: bool,
    /// The jobs that ask what an earlier one asks.
    pub copies: &'a HashMap<usize, Vec<usize>>,
    pub sink: &'s mut dyn Sink<E>,
    /// The first job that has not been handed on.
    pub next: usize,
    /// The jobs that wait for those before them.
    pub waiting: BTreeMap<usize, Waiting>,
}

/// The result of a job that waits.
pub(super) enum Waiting {
    /// There is none.
    Nothing,
    /// In the store, and not in memory, since very many may wait.
    Stored,
    /// The store could take no more. There are few of these: they end the batch.
    Unkept(Box<Entry>),
}

impl<'a, E> Delivery<'a, '_, E> {
    /// The number of a job that came besides those of the list, if there is one.
    pub(super) fn more(&mut self) -> Result<Option<usize>, RunError<E>> {
        let Some(job) = self.sink.more().map_err(RunError::Sink)? else {
            return Ok(None);
        };
        self.jobs.to_mut().push(job);
        Ok(Some(self.jobs.len() - 1))
    }

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
            if self.ordered && number != self.next {
                self.waiting.insert(number, Waiting::Stored);
                continue;
            }
            self.hand_on(number, entry)?;
            self.next += 1;
        }
        self.in_order(store, false)
    }

    /// Results that could not be kept: those are handed on whose turn comes.
    pub(super) fn unkept(
        &mut self,
        found: Vec<(usize, Entry)>,
        store: &Store,
    ) -> Result<(), RunError<E>> {
        for (task, entry) in found {
            for number in self.jobs_of(task) {
                let entry = Waiting::Unkept(Box::new(entry.clone()));
                self.waiting.insert(number, entry);
            }
        }
        self.in_order(store, !self.ordered)
    }

    /// A job that has no result.
    pub(super) fn unsearchable(
        &mut self,
        task: usize,
        store: &Store,
        error: Unsearchable,
    ) -> Result<(), RunError<E>> {
        self.sink.take(&self.jobs[task], Err(error)).map_err(RunError::Sink)?;
        self.waiting.extend(self.jobs_of(task).map(|number| (number, Waiting::Nothing)));
        self.in_order(store, false)
    }

    /// Hands on what waits for nothing else, or all: what it waits for will not come.
    pub(super) fn in_order(&mut self, store: &Store, all: bool) -> Result<(), RunError<E>> {
        while let Some(first) = self.waiting.first_entry()
            && (all || (self.ordered && *first.key() == self.next))
        {
            let (number, waiting) = first.remove_entry();
            self.next = number + 1;
            let entry = match waiting {
                Waiting::Nothing => continue,
                Waiting::Unkept(entry) => *entry,
                Waiting::Stored => {
                    let key = Key::new(&self.jobs[number], &self.ask);
                    let gone = || store.damaged(format!("the result of {} is gone", key.position));
                    store.known(&key)?.ok_or_else(gone)?
                }
            };
            self.hand_on(number, &entry)?;
        }
        Ok(())
    }

    fn hand_on(&mut self, number: usize, entry: &Entry) -> Result<(), RunError<E>> {
        self.sink.take(&self.jobs[number], Ok(entry)).map_err(RunError::Sink)
    }
}
