//! The run of a batch: which positions are searched, by whom, and what becomes of the results.
//!
//! One thread deals out positions and is the only one that writes, to the store first and then to
//! the sink; so whatever was printed is kept, but for what was in work when the store could take no
//! more: that is at least shown, as far as its turn has come. The others search, each a position at a time. A few positions are
//! dealt out in advance, so that nobody waits for a write.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::delivery::{Delivery, RunError, Sink};
use super::endgames::Endgames;
use super::entry::{Entry, Key};
use super::job::Job;
use super::position_search::{Searcher, Unsearchable};
use super::question::Ask;
use super::store::Store;
use super::summary::Summary;
use crate::control::{Clock, Control, Stop, beside_threads, unpoisoned};
use crate::tables::OpenTables;

/// A batch.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The positions, in the order of the input; those that the sink asks for come besides.
    pub jobs: &'a [Job],
    /// The question for each.
    pub ask: Ask,
    /// Positions that are searched at the same time, each on one thread.
    pub threads: NonZeroUsize,
    /// Mebibytes of the endgame tables that searches share.
    pub kept: usize,
    /// True if results come in the order of the jobs, and not as they are found.
    pub ordered: bool,
    /// True if positions that reached these limits before are searched again.
    pub retry_open: bool,
    /// Endgame tables for the searches.
    pub tables: &'a OpenTables,
}

/// Positions dealt out for each thread: the one it works on, and the next.
const DEALT: usize = 2;

/// Results that are written together if they wait together.
const TOGETHER: usize = 64;

/// The time that the dealer waits for results before it looks whether the run is stopped.
const EVERY: Duration = Duration::from_millis(20);

/// The stack of a thread that searches; a search that needs more takes it itself.
const STACK: usize = 1 << 21;

/// A job for a thread that searches, with its number and the key of its result.
type Order = (usize, Job, Key);

type Outcome = std::thread::Result<Result<Entry, Unsearchable>>;

/// Works off a batch: every result is in the store before the sink gets it.
///
/// Positions that the store knows are not searched, and those that come more than once in the input
/// are searched once. A node is a position that is searched. When a limit is reached or the run is
/// cancelled, what has been found until then is kept, and handed to the sink even if positions
/// before it have no result yet. Other processes may use the same store at the same time.
///
/// # Errors
/// If the store can't be used, the sink fails, or no thread can be started.
pub fn run<E>(
    run: &Run<'_>,
    store: &mut Store,
    sink: &mut impl Sink<E>,
    control: Control<'_>,
) -> Result<Summary, RunError<E>> {
    let (tasks, copies) = different(run.jobs);
    let positions = u64::try_from(tasks.len()).unwrap_or(u64::MAX);
    control.progress.start_phase("positions", (positions > 0).then_some(positions));
    let jobs = tasks.iter().map(|&task| &run.jobs[task]);
    let stop = Stop::new();
    let searcher = Searcher {
        ask: run.ask,
        endgames: Endgames::new(run.tables, &run.ask, (run.threads, run.kept), jobs),
        stop: &stop,
    };
    let (orders, ordered) = mpsc::channel();
    let (found, results) = mpsc::channel();
    let ordered = Mutex::new(ordered);
    let mut dealer = Dealer {
        run,
        delivery: Delivery {
            jobs: Cow::Borrowed(run.jobs),
            ask: run.ask,
            ordered: run.ordered,
            copies: &copies,
            sink,
            next: 0,
            waiting: BTreeMap::new(),
        },
        store,
        clock: Clock::new(control),
        stop: &stop,
        queue: tasks.iter().copied().collect(),
        put_off: VecDeque::new(),
        dealt: 0,
        summary: Summary { positions, ..Summary::default() },
    };
    let searches = |_| searches(&searcher, &ordered, &found);
    let (mut orders, mut dealt) = (Some(orders), Ok(()));
    let mut deal = || {
        if let Some(orders) = orders.take() {
            dealt = dealer.deal(&orders, &results);
        }
        if dealt.is_err() {
            stop.set();
        }
    };
    let threads = NonZeroUsize::new(tasks.len()).map_or(run.threads, |all| all.min(run.threads));
    beside_threads(threads, STACK, "search", &searches, &mut deal)?;
    dealt.map(|()| dealer.summary)
}

/// The jobs that differ from all before them, and for each the numbers of those that are the same.
fn different(jobs: &[Job]) -> (Vec<usize>, HashMap<usize, Vec<usize>>) {
    let mut first = HashMap::new();
    let mut copies: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut tasks = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        let task = *first.entry(job.task()).or_insert(number);
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
    orders: &Mutex<Receiver<Order>>,
    found: &Sender<(usize, Outcome)>,
) {
    let next = || {
        let orders = unpoisoned(orders.lock());
        orders.recv()
    };
    while let Ok((task, job, key)) = next() {
        let search = || {
            if searcher.stop.is_set() {
                return Err(Unsearchable::Stopped);
            }
            searcher.search(&job, key)
        };
        // A panic goes on in the thread that waits for the result.
        let outcome = catch_unwind(AssertUnwindSafe(search));
        if found.send((task, outcome)).is_err() {
            return;
        }
    }
}

/// The dealer of positions, who takes in their results.
struct Dealer<'a, 's, E> {
    run: &'a Run<'a>,
    delivery: Delivery<'a, 's, E>,
    store: &'a mut Store,
    clock: Clock<'a>,
    /// Ends the searches.
    stop: &'a Stop,
    /// Positions that nobody has looked at yet.
    queue: VecDeque<usize>,
    /// Positions that other processes have claimed.
    put_off: VecDeque<(usize, Key)>,
    /// Positions whose result is expected.
    dealt: usize,
    summary: Summary,
}

impl<E> Dealer<'_, '_, E> {
    fn deal(
        &mut self,
        orders: &Sender<Order>,
        results: &Receiver<(usize, Outcome)>,
    ) -> Result<(), RunError<E>> {
        let done = self.deal_all(orders, results);
        // A limit leaves places without a result: all that was found is handed on. An error ends the
        // output where it stands.
        let rest = self.delivery.in_order(self.store, done.is_ok());
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
    ) -> Result<(), RunError<E>> {
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
        let (ended, done) = (self.clock.ended(), self.delivery.sink.is_done());
        if done || ended.is_some() {
            self.summary.stopped = self.summary.stopped.or(ended);
            self.stop.set();
        }
        done || self.summary.stopped.is_some()
    }

    /// Tells whether the store has the answer, which is then handed on.
    fn is_known(&mut self, task: usize, key: &Key) -> Result<bool, RunError<E>> {
        let known = self.store.known(key)?;
        let again = self.run.retry_open;
        let Some(entry) = known.filter(|entry| entry.findings.is_proven() || !again) else {
            return Ok(false);
        };
        self.summary.count(&entry);
        self.summary.known += 1;
        self.say_known();
        self.delivery.known(task, self.store, &entry)?;
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
    fn next(&mut self, at_work: usize) -> Result<Option<(usize, Key)>, RunError<E>> {
        let threads = self.run.threads.get();
        let listed = if at_work < DEALT * threads { self.queue.pop_front() } else { None };
        let task = match listed {
            None if at_work < threads => self.delivery.more()?,
            listed => listed,
        };
        self.summary.positions += u64::from(listed.is_none() && task.is_some());
        Ok(task.map(|task| (task, Key::new(&self.delivery.jobs[task], &self.run.ask))))
    }

    /// Deals out as many positions as there is room for.
    fn hand_out(&mut self, orders: &Sender<Order>) -> Result<(), RunError<E>> {
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
        let order = (task, self.delivery.jobs[task].clone(), key);
        orders.send(order).expect("searches take orders until they end");
    }

    /// Keeps results, then hands them on.
    fn take(&mut self, outcomes: Vec<(usize, Outcome)>) -> Result<(), RunError<E>> {
        let mut found = Vec::new();
        for (task, outcome) in outcomes {
            self.dealt -= 1;
            match outcome {
                Ok(Ok(entry)) => found.push((task, entry)),
                Ok(Err(Unsearchable::Stopped)) => {}
                Ok(Err(error)) => self.delivery.unsearchable(task, self.store, error)?,
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
            self.summary.count_search(self.delivery.jobs[*task].line, entry);
        }
        if let Err(error) = kept {
            // What can't be kept is at least shown.
            self.delivery.unkept(found, self.store)?;
            return Err(error.into());
        }
        for (task, entry) in found {
            // What an earlier run found may say more.
            let best = self.store.known(&entry.key)?.unwrap_or(entry);
            self.summary.count(&best);
            self.delivery.known(task, self.store, &best)?;
        }
        Ok(())
    }
}
