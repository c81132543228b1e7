//! The run of a batch: which positions are searched, by whom, and what becomes of the results.
//!
//! One thread deals out positions and is the only one that writes, to the store first and then to
//! the sink; so whatever was printed is kept, but for what was in work when the store could take no
//! more: that is at least shown. The others search, each a position at a time. A few positions are
//! dealt out in advance, so that nobody waits for a write.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::ask::Ask;
use super::delivery::{Delivery, Sink};
use super::endgames::Endgames;
use super::entry::{Entry, Key};
use super::job::Job;
use super::search::{Searcher, Unsearchable};
use super::store::Store;
use super::store_error::StoreError;
use super::tally::{Summary, Tally};
use crate::control::Stop;

/// A batch.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The positions, in the order of the input.
    pub jobs: &'a [Job],
    /// What is asked of each.
    pub ask: Ask,
    /// Positions that are searched at the same time, each on one thread.
    pub threads: NonZeroUsize,
    /// Whether results come in the order of the jobs, and not as they are found.
    pub ordered: bool,
    /// Whether positions that reached these limits before are searched again.
    pub retry_open: bool,
    /// A folder of endgame tables.
    pub tables: Option<&'a Path>,
}

/// Why a batch ended early.
#[derive(Debug)]
pub enum RunError<E> {
    /// The store can't be read or written.
    Store(StoreError),
    /// The sink takes no more.
    Sink(E),
}

impl<E> From<StoreError> for RunError<E> {
    fn from(error: StoreError) -> RunError<E> {
        RunError::Store(error)
    }
}

/// Positions dealt out for each thread: the one it works on, and the next.
const DEALT: usize = 2;

/// Results that are written together if they wait together.
const TOGETHER: usize = 64;

type Outcome = std::thread::Result<Result<Entry, Unsearchable>>;

/// Works off a batch: every result is in the store before the sink gets it.
///
/// Positions that the store knows are not searched, and those that come more than once in the input
/// are searched once. Setting `stop` ends the run early; what has been found until then is kept,
/// and handed to the sink even if positions before it have no result yet. Other processes may use
/// the same store at the same time.
///
/// # Errors
/// If the store can't be used, or the sink fails.
pub fn run<S: Sink>(
    run: &Run<'_>,
    store: &mut Store,
    sink: &mut S,
    tally: &Tally,
    stop: &Stop,
) -> Result<Summary, RunError<S::Error>> {
    let (tasks, copies) = different(run.jobs);
    tally.begin(tasks.len());
    let jobs = tasks.iter().map(|&task| &run.jobs[task]);
    let searcher = Searcher {
        ask: run.ask,
        endgames: Endgames::new(run.tables, &run.ask, jobs),
        stop,
    };
    let (orders, ordered) = mpsc::channel();
    let (found, results) = mpsc::channel();
    let ordered = Mutex::new(ordered);
    let mut dealer = Dealer {
        run,
        delivery: Delivery::new(run, &copies, sink),
        store,
        tally,
        stop,
        queue: tasks.iter().copied().collect(),
        put_off: VecDeque::new(),
        dealt: 0,
        summary: Summary {
            positions: u64::try_from(tasks.len()).unwrap_or(u64::MAX),
            ..Summary::default()
        },
    };
    std::thread::scope(|scope| {
        for _ in 0..run.threads.get().min(tasks.len()) {
            let found = found.clone();
            scope.spawn(|| searches(&searcher, run.jobs, &ordered, found));
        }
        drop(found);
        let dealt = dealer.deal(&orders, &results);
        if dealt.is_err() {
            stop.set();
        }
        drop(orders);
        dealt
    })?;
    Ok(dealer.summary)
}

/// The jobs that differ from all before them, and for each the numbers of those that are the same.
fn different(jobs: &[Job]) -> (Vec<usize>, HashMap<usize, Vec<usize>>) {
    let mut first = HashMap::new();
    let mut copies: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut tasks = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        let task = *first.entry((job.rules, job.position)).or_insert(number);
        if task == number {
            tasks.push(task);
        } else {
            copies.entry(task).or_default().push(number);
        }
    }
    (tasks, copies)
}

/// One thread's work: whatever it is dealt.
fn searches(
    searcher: &Searcher<'_>,
    jobs: &[Job],
    orders: &Mutex<Receiver<usize>>,
    found: Sender<(usize, Outcome)>,
) {
    loop {
        let order = orders
            .lock()
            .expect("no thread panics with the orders")
            .recv();
        let Ok(task) = order else {
            return;
        };
        let search = || {
            if searcher.stop.is_set() {
                return Err(Unsearchable::Interrupted);
            }
            searcher.search(&jobs[task])
        };
        // A panic goes on in the thread that waits for the result.
        let outcome = catch_unwind(AssertUnwindSafe(search));
        if found.send((task, outcome)).is_err() {
            return;
        }
    }
}

/// Who deals out positions and takes in results.
struct Dealer<'a, 's, S: Sink> {
    run: &'a Run<'a>,
    delivery: Delivery<'a, 's, S>,
    store: &'a mut Store,
    tally: &'a Tally,
    stop: &'a Stop,
    /// Positions that nobody has looked at yet.
    queue: VecDeque<usize>,
    /// Positions that other processes have claimed.
    put_off: VecDeque<usize>,
    /// Positions whose result is expected.
    dealt: usize,
    summary: Summary,
}

impl<S: Sink> Dealer<'_, '_, S> {
    fn deal(
        &mut self,
        orders: &Sender<usize>,
        results: &Receiver<(usize, Outcome)>,
    ) -> Result<(), RunError<S::Error>> {
        let done = self.deal_all(orders, results);
        // Whatever ended it: what was found is handed on.
        let rest = self.delivery.rest(self.store);
        self.summary.missing = self.summary.positions - self.summary.solved - self.summary.open;
        done.and(rest)?;
        self.store.release()?;
        Ok(())
    }

    fn deal_all(
        &mut self,
        orders: &Sender<usize>,
        results: &Receiver<(usize, Outcome)>,
    ) -> Result<(), RunError<S::Error>> {
        loop {
            if self.stop.is_set() {
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
            match results.recv_timeout(Duration::from_millis(50)) {
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

    /// Whether the store has the answer, which is then handed on.
    fn is_known(&mut self, task: usize) -> Result<bool, RunError<S::Error>> {
        let key = Key::new(&self.run.jobs[task], &self.run.ask);
        let known = self.store.known(&key)?;
        let again = self.run.retry_open;
        let Some(entry) = known.filter(|entry| entry.findings.is_proven() || !again) else {
            return Ok(false);
        };
        self.summary.count(&entry);
        self.summary.known += 1;
        self.tally.count_known();
        self.delivery.known(task, self.store, &entry)?;
        Ok(true)
    }

    /// Deals out as many positions as there is room for.
    fn hand_out(&mut self, orders: &Sender<usize>) -> Result<(), RunError<S::Error>> {
        let room = DEALT * self.run.threads.get();
        let mut picked = Vec::new();
        while self.dealt + picked.len() < room
            && !self.stop.is_set()
            && let Some(task) = self.queue.pop_front()
        {
            if !self.is_known(task)? {
                picked.push(task);
            }
        }
        let keys: Vec<Key> = (picked.iter())
            .map(|&task| Key::new(&self.run.jobs[task], &self.run.ask))
            .collect();
        if !keys.is_empty() {
            let claimed = self.store.claim(&keys)?;
            for (task, claimed) in picked.into_iter().zip(claimed) {
                if !claimed {
                    self.put_off.push_back(task);
                } else if !self.is_known(task)? {
                    // Not finished by another process either, just before it was claimed.
                    self.order(task, orders);
                }
            }
        }
        // With nothing else to do: what others are at, or were when they died.
        while self.dealt == 0
            && self.queue.is_empty()
            && let Some(task) = self.put_off.pop_front()
        {
            if !self.is_known(task)? {
                self.order(task, orders);
            }
        }
        Ok(())
    }

    fn order(&mut self, task: usize, orders: &Sender<usize>) {
        self.dealt += 1;
        orders
            .send(task)
            .expect("searches take orders until they end");
    }

    /// Keeps results, then hands them on.
    fn take(&mut self, outcomes: Vec<(usize, Outcome)>) -> Result<(), RunError<S::Error>> {
        let mut found = Vec::new();
        for (task, outcome) in outcomes {
            self.dealt -= 1;
            match outcome {
                Ok(Ok(entry)) => found.push((task, entry)),
                Ok(Err(Unsearchable::Interrupted)) => {}
                Ok(Err(error)) => self.delivery.unsearchable(task, self.store, error)?,
                Err(panic) => self.fail(panic),
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        let kept = self.store.keep(found.iter().map(|(_, entry)| entry));
        for (task, entry) in found {
            self.tally.count_searched();
            let line = self.run.jobs[task].line;
            self.summary.count_search(line, &entry);
            if kept.is_err() {
                // What can't be kept is at least shown.
                self.delivery.unkept(task, &entry)?;
                continue;
            }
            // What an earlier run found may say more.
            let best = self.store.known(&entry.key)?.unwrap_or(entry);
            self.summary.count(&best);
            self.delivery.known(task, self.store, &best)?;
        }
        Ok(kept?)
    }

    fn fail(&self, panic: Box<dyn Any + Send>) {
        self.stop.set();
        resume_unwind(panic)
    }
}
