//! Who deals out the positions of a batch, keeps their results, and hands those on: in the order of
//! the input, or as they are found. A few positions are dealt out in advance, so that nobody waits
//! for a write.

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

/// Positions dealt out for each thread: the one it works on, and the next.
const DEALT: usize = 2;

/// Results that are written together if they wait together.
const TOGETHER: usize = 64;

/// The time that the dealer waits for results before it looks whether the run is stopped.
const EVERY: Duration = Duration::from_millis(20);

/// A job for a thread that searches, with its number and the key of its result.
pub(super) type Order = (usize, Job, Key);

pub(super) type Outcome =
    std::thread::Result<Result<Result<Option<Entry>, Diagnostic>, TableError>>;

/// The result of a job that waits for those before it.
pub(super) enum Waiting {
    /// There is none.
    Nothing,
    /// In the store, and not in memory, since very many may wait.
    Stored,
    /// The store could take no more. There are few of these: they end the batch.
    Unkept(Box<Entry>),
}

/// The dealer of positions, who takes in their results.
pub(super) struct Dealer<'a, 's, E> {
    pub run: &'a Run<'a>,
    /// Those of the list, and those that came besides.
    pub jobs: Cow<'a, [Job]>,
    /// The jobs that ask what an earlier one asks.
    pub copies: &'a HashMap<usize, Vec<usize>>,
    pub sink: &'s mut dyn Sink<E>,
    /// The first job that has not been handed on.
    pub next: usize,
    /// The jobs that wait for those before them.
    pub waiting: BTreeMap<usize, Waiting>,
    pub store: &'a mut Store,
    pub clock: Clock<'a>,
    /// Ends the searches.
    pub stop: &'a Stop,
    /// Positions that nobody has looked at yet.
    pub queue: VecDeque<usize>,
    /// Positions that other processes have claimed.
    pub put_off: VecDeque<(usize, Key)>,
    /// Positions whose result is expected.
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
        // A limit leaves places without a result: all that was found is handed on. An error ends the
        // output where it stands.
        let rest = self.in_order(done.is_ok());
        self.summary.missing = self.summary.positions - self.summary.solved - self.summary.open;
        // Of a list all is done, whatever ended it meanwhile.
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
                self.put_off.clear();
            }
            self.hand_out(orders)?;
            if self.dealt == 0 {
                if self.queue.is_empty() && self.put_off.is_empty() {
                    return Ok(());
                }
                continue;
            }
            match results.recv_timeout(EVERY) {
                Ok(first) => {
                    let more = results.try_iter().take(TOGETHER - 1);
                    let all = std::iter::once(first).chain(more).collect();
                    self.take(all)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("searches end with the orders"),
            }
        }
    }

    /// Tells whether it is cancelled, the time is up or nothing is wanted any more, which ends the
    /// searches too, or as many are dealt out as there may be.
    fn is_stopped(&mut self) -> bool {
        let (ended, done) = (self.clock.ended(), self.sink.is_done());
        if done || ended.is_some() {
            self.summary.stopped = self.summary.stopped.or(ended);
            self.stop.set();
        }
        done || self.summary.stopped.is_some()
    }

    /// Tells whether the store has the answer, which is then handed on.
    fn is_known(&mut self, task: usize, key: &Key) -> Result<bool, E> {
        let known = self.store.known(key)?;
        let again = self.run.retry_open;
        let Some(entry) = known.filter(|entry| entry.findings.is_proven() || !again) else {
            return Ok(false);
        };
        self.summary.count(&entry);
        self.summary.known += 1;
        self.say_known();
        self.known(task, &entry)?;
        Ok(true)
    }

    /// Reports progress: a known result takes no time, and says nothing of how long the others
    /// take.
    fn say_known(&self) {
        let Summary { positions, known, .. } = self.summary;
        let progress = self.clock.progress();
        progress.expect(positions - known);
        progress.announce(format!("positions ({known} known)"));
    }

    /// The next position if there is room for one with so many at work, with the key of its result.
    /// Those of the list are dealt out in advance.
    fn next(&mut self, at_work: usize) -> Result<Option<(usize, Key)>, E> {
        let threads = self.run.threads.get();
        let listed = if at_work < DEALT * threads { self.queue.pop_front() } else { None };
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

    /// Deals out as many positions as there is room for.
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
                    self.put_off.push_back((task, key));
                } else if !self.is_known(task, &key)? {
                    // Not finished by another process either, just before it was claimed.
                    self.order(task, key, orders);
                }
            }
        }
        // With nothing else to do: what others are at, or were when they died.
        while self.dealt == 0
            && self.queue.is_empty()
            && let Some((task, key)) = self.put_off.pop_front()
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

    /// Keeps results, then hands them on.
    fn take(&mut self, outcomes: Vec<(usize, Outcome)>) -> Result<(), E> {
        let mut found = Vec::new();
        for (task, outcome) in outcomes {
            self.dealt -= 1;
            match outcome {
                Ok(Ok(Ok(entry))) => found.extend(entry.map(|entry| (task, entry))),
                Ok(Ok(Err(error))) => self.unsearchable(task, error)?,
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
            // What can't be kept is at least shown.
            self.unkept(found)?;
            return Err(error.into());
        }
        for (task, entry) in found {
            // What an earlier run found may say more.
            let best = self.store.known(&entry.key)?.unwrap_or(entry);
            self.summary.count(&best);
            self.known(task, &best)?;
        }
        Ok(())
    }

    /// The job of this number, and those that ask the same.
    fn jobs_of(&self, task: usize) -> Vec<usize> {
        let copies = self.copies.get(&task).into_iter().flatten();
        std::iter::once(task).chain(copies.copied()).collect()
    }

    /// A result that is kept.
    fn known(&mut self, task: usize, entry: &Entry) -> Result<(), E> {
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

    /// Results that could not be kept: those are handed on whose turn comes.
    fn unkept(&mut self, found: Vec<(usize, Entry)>) -> Result<(), E> {
        for (task, entry) in found {
            for number in self.jobs_of(task) {
                let entry = Waiting::Unkept(Box::new(entry.clone()));
                self.waiting.insert(number, entry);
            }
        }
        self.in_order(!self.run.ordered)
    }

    /// A job that has no result.
    fn unsearchable(&mut self, task: usize, error: Diagnostic) -> Result<(), E> {
        self.sink.take(&self.jobs[task], Err(error))?;
        self.waiting
            .extend(self.jobs_of(task).into_iter().map(|number| (number, Waiting::Nothing)));
        self.in_order(false)
    }

    /// Hands on what waits for nothing else, or all: what it waits for will not come.
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
                        let what = format_args!("the result of {} is gone", key.position);
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
