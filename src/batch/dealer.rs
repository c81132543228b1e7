//! The dealer distributes the positions of a batch to threads, stores the results and passes them
//! on, in input order or as they are found. A few positions are distributed in advance so that no
//! thread waits for a write.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::entry::{Entry, Key};
use super::job::Job;
use super::run::{Run, Sink};
use super::store::Store;
use super::store_error::StoreProblem;
use super::summary::Summary;
use crate::control::{Clock, Stop};
use crate::tables::TableError;
use crate::text::Diagnostic;

/// Positions per thread: the one being searched, and the next.
const DEALT_PER_THREAD: usize = 2;

/// Maximum number of waiting results written in one transaction.
const MOST_WRITTEN_AT_ONCE: usize = 64;

/// How long to wait for results before checking whether the run was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A job for a search thread, with its number and the key of its result.
pub(super) type Order = (usize, Job, Key);

pub(super) type Outcome =
    std::thread::Result<Result<Result<Option<Entry>, Diagnostic>, TableError>>;

/// A result that waits for the results of earlier jobs.
pub(super) enum Waiting {
    /// There is no result.
    Nothing,
    /// Only in the store, since many results may wait.
    Stored,
    /// The store failed. Few results are in this state, because it ends the batch.
    Unkept(Box<Entry>),
}

/// Distributes positions and collects their results.
pub(super) struct Dealer<'a, 's, E> {
    pub run: &'a Run<'a>,
    /// The jobs of the list, followed by those that the sink added.
    pub jobs: Cow<'a, [Job]>,
    /// For each job, the later jobs with the same question.
    pub duplicates: &'a HashMap<usize, Vec<usize>>,
    pub sink: &'s mut dyn Sink<E>,
    /// The first job whose result has not been passed on.
    pub next: usize,
    /// The results that wait for those of earlier jobs.
    pub waiting: BTreeMap<usize, Waiting>,
    pub store: &'a mut Store,
    pub clock: Clock<'a>,
    /// Stops the searches.
    pub stop: &'a Stop,
    /// Positions not yet distributed.
    pub queue: VecDeque<usize>,
    /// Positions claimed by other processes.
    pub deferred: VecDeque<(usize, Key)>,
    /// Number of positions being searched.
    pub dealt: usize,
    pub summary: Summary,
}

impl<E: From<Diagnostic>> Dealer<'_, '_, E> {
    pub(super) fn deal(
        &mut self,
        orders: &Sender<Order>,
        results: &Receiver<(usize, Outcome)>,
    ) -> Result<(), E> {
        let done = self.deal_all(orders, results);
        // After a limit some results are missing, so all remaining ones are passed on. After an
        // error, the output ends where it is.
        let rest = self.in_order(done.is_ok());
        self.summary.missing = self.summary.positions - self.summary.solved - self.summary.open;
        // If every position of the list has a result, the run was not cut short.
        if self.summary.missing == 0 && !self.run.jobs.is_empty() {
            self.summary.stopped = None;
        }
        done.and(rest)?;
        self.store.release()?;
        Ok(())
    }

    fn deal_all(
        &mut self,
        orders: &Sender<Order>,
        results: &Receiver<(usize, Outcome)>,
    ) -> Result<(), E> {
        loop {
            if self.is_stopped() {
                self.queue.clear();
                self.deferred.clear();
            }
            self.hand_out(orders)?;
            if self.dealt == 0 {
                if self.queue.is_empty() && self.deferred.is_empty() {
                    return Ok(());
                }
                continue;
            }
            match results.recv_timeout(POLL_INTERVAL) {
                Ok(first) => {
                    let more = results.try_iter().take(MOST_WRITTEN_AT_ONCE - 1);
                    let all = std::iter::once(first).chain(more).collect();
                    self.take(all)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("searches end with the orders"),
            }
        }
    }

    /// Whether the run is over: cancelled, out of time or complete (these also stop the searches),
    /// or at its limit of positions.
    fn is_stopped(&mut self) -> bool {
        let (ended, done) = (self.clock.ended(), self.sink.is_done());
        if done || ended.is_some() {
            self.summary.stopped = self.summary.stopped.or(ended);
            self.stop.set();
        }
        done || self.summary.stopped.is_some()
    }

    /// Whether the store has the answer; if so, passes it on.
    fn is_known(&mut self, task: usize, key: &Key) -> Result<bool, E> {
        let known = self.store.known(key)?;
        let again = self.run.retry_open;
        let Some(entry) = known.filter(|entry| entry.findings.is_proven() || !again) else {
            return Ok(false);
        };
        self.summary.count(&entry);
        self.summary.known += 1;
        self.report_known();
        self.pass_on_known(task, &entry)?;
        Ok(true)
    }

    /// Updates progress. Known results take no time, so they don't count in the estimate of the
    /// time left.
    fn report_known(&self) {
        let Summary { positions, known, .. } = self.summary;
        let progress = self.clock.progress();
        progress.expect(positions - known);
        progress.announce(format!("{} ({known} known)", self.run.ask.method.jobs()));
    }

    /// Returns the next position, with the key of its result, if a thread is free for it. Positions
    /// of the list are distributed in advance.
    fn next(&mut self, at_work: usize) -> Result<Option<(usize, Key)>, E> {
        let threads = self.run.threads.get();
        let listed =
            if at_work < DEALT_PER_THREAD * threads { self.queue.pop_front() } else { None };
        let task = match listed {
            None if at_work < threads => self.sink.more()?.map(|job| {
                self.jobs.to_mut().push(job);
                self.jobs.len() - 1
            }),
            listed => listed,
        };
        self.summary.positions += u64::from(listed.is_none() && task.is_some());
        Ok(task.map(|task| (task, Key::new(&self.jobs[task], &self.run.ask))))
    }

    /// Distributes positions while there is room.
    fn hand_out(&mut self, orders: &Sender<Order>) -> Result<(), E> {
        let mut picked = Vec::new();
        while !self.is_stopped()
            && let Some((task, key)) = self.next(self.dealt + picked.len())?
        {
            if !self.is_known(task, &key)? {
                picked.push((task, key));
            }
        }
        if !picked.is_empty() {
            let claimed = self.store.claim(picked.iter().map(|(_, key)| key))?;
            for ((task, key), claimed) in picked.into_iter().zip(claimed) {
                if !claimed {
                    self.deferred.push_back((task, key));
                } else if !self.is_known(task, &key)? {
                    // Another process may have finished it just before it was claimed.
                    self.order(task, key, orders);
                }
            }
        }
        // With nothing else to do, search what other processes have claimed; they may have died.
        while self.dealt == 0
            && self.queue.is_empty()
            && let Some((task, key)) = self.deferred.pop_front()
        {
            if !self.is_known(task, &key)? {
                self.order(task, key, orders);
            }
        }
        Ok(())
    }

    fn order(&mut self, task: usize, key: Key, orders: &Sender<Order>) {
        if let Err(reason) = self.clock.pay(1) {
            self.summary.stopped.get_or_insert(reason);
            return;
        }
        self.dealt += 1;
        let order = (task, self.jobs[task].clone(), key);
        orders.send(order).expect("searches take orders until they end");
    }

    /// Stores results, then passes them on.
    fn take(&mut self, outcomes: Vec<(usize, Outcome)>) -> Result<(), E> {
        let mut found = Vec::new();
        for (task, outcome) in outcomes {
            self.dealt -= 1;
            match outcome {
                Ok(Ok(Ok(entry))) => found.extend(entry.map(|entry| (task, entry))),
                Ok(Ok(Err(error))) => self.report_unsearchable(task, error)?,
                Ok(Err(table)) => return Err(Diagnostic::from(table).into()),
                Err(panic) => {
                    self.stop.set();
                    resume_unwind(panic)
                }
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        let kept = self.store.keep(found.iter().map(|(_, entry)| entry));
        for (task, entry) in &found {
            self.clock.progress().add(1);
            self.summary.count_search(self.jobs[*task].line, entry);
        }
        if let Err(error) = kept {
            // Results that can't be stored are at least passed on.
            self.queue_unstored(found)?;
            return Err(error.into());
        }
        for (task, entry) in found {
            // An earlier run may have found a better result.
            let best = self.store.known(&entry.key)?.unwrap_or(entry);
            self.summary.count(&best);
            self.pass_on_known(task, &best)?;
        }
        Ok(())
    }

    /// The job with this number and its duplicates.
    fn jobs_of(&self, task: usize) -> Vec<usize> {
        let duplicates = self.duplicates.get(&task).into_iter().flatten();
        std::iter::once(task).chain(duplicates.copied()).collect()
    }

    /// Passes on a stored result, or queues it.
    fn pass_on_known(&mut self, task: usize, entry: &Entry) -> Result<(), E> {
        for number in self.jobs_of(task) {
            if self.run.ordered && number != self.next {
                self.waiting.insert(number, Waiting::Stored);
                continue;
            }
            self.sink.take(&self.jobs[number], Ok(entry))?;
            self.next += 1;
        }
        self.in_order(false)
    }

    /// Queues results that could not be stored, and passes on those whose turn it is.
    fn queue_unstored(&mut self, found: Vec<(usize, Entry)>) -> Result<(), E> {
        for (task, entry) in found {
            for number in self.jobs_of(task) {
                let entry = Waiting::Unkept(Box::new(entry.clone()));
                self.waiting.insert(number, entry);
            }
        }
        self.in_order(!self.run.ordered)
    }

    /// Reports a job that can't be searched.
    fn report_unsearchable(&mut self, task: usize, error: Diagnostic) -> Result<(), E> {
        self.sink.take(&self.jobs[task], Err(error))?;
        self.waiting
            .extend(self.jobs_of(task).into_iter().map(|number| (number, Waiting::Nothing)));
        self.in_order(false)
    }

    /// Passes on the results whose turn it is; or all of them, if earlier results will never come.
    fn in_order(&mut self, all: bool) -> Result<(), E> {
        while let Some(first) = self.waiting.first_entry()
            && (all || (self.run.ordered && *first.key() == self.next))
        {
            let (number, waiting) = first.remove_entry();
            self.next = number + 1;
            let job = &self.jobs[number];
            let entry = match waiting {
                Waiting::Nothing => continue,
                Waiting::Unkept(entry) => *entry,
                Waiting::Stored => {
                    let key = Key::new(job, &self.run.ask);
                    let gone = || {
                        let what = format_args!("the result of {} is missing", key.position);
                        self.store.fault(StoreProblem::damaged(what))
                    };
                    self.store.known(&key)?.ok_or_else(gone)?
                }
            };
            self.sink.take(job, Ok(&entry))?;
        }
        Ok(())
    }
}
