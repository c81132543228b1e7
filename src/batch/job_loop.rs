//! Running a batch on several threads.
//!
//! One thread distributes positions and is the only one that writes, first to the store and then to
//! the sink. So everything that was printed is also stored, unless the store fails. Results that
//! can't be stored are at least printed if it is their turn. The other threads each search one
//! position at a time.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};

use super::dealer::{Dealer, Order, Outcome};
use super::job::Job;
use super::position_search::Searcher;
use super::run::{Run, Sink};
use super::store::Store;
use super::summary::Summary;
use crate::control::{Clock, Control, Stop, beside_threads, unpoisoned};
use crate::search::stack::deeply;
use crate::text::Diagnostic;

/// Stack size of a thread that runs its searches on a deeper stack, where one is available.
const STACK: usize = 1 << 21;

/// Runs a batch. Every result is stored before it is passed to the sink.
///
/// Positions with a stored result are not searched, and duplicates in the input are searched once.
/// A node is a position that is searched. If a limit is reached or the run is cancelled, the
/// results so far are stored and passed to the sink, even if earlier positions have none. Other
/// processes may use the same store at the same time.
///
/// # Errors
/// If the store or a table can't be used, the sink fails, or no thread can be started.
pub fn run<E: From<Diagnostic>>(
    run: &Run<'_>,
    store: &mut Store,
    sink: &mut impl Sink<E>,
    control: Control<'_>,
) -> Result<Summary, E> {
    let (tasks, duplicates) = deduplicate(run.jobs);
    let positions = u64::try_from(tasks.len()).unwrap_or(u64::MAX);
    control.progress.start_phase(run.ask.method.jobs(), (positions > 0).then_some(positions));
    let jobs = tasks.iter().map(|&task| &run.jobs[task]);
    let stop = Stop::new();
    let searcher = Searcher::new(run, jobs, &stop);
    let (orders, ordered) = mpsc::channel();
    let (found, results) = mpsc::channel();
    let ordered = Mutex::new(ordered);
    let mut dealer = Dealer {
        run,
        jobs: Cow::Borrowed(run.jobs),
        duplicates: &duplicates,
        sink,
        next: 0,
        waiting: BTreeMap::new(),
        store,
        clock: Clock::new(control),
        stop: &stop,
        queue: tasks.iter().copied().collect(),
        deferred: VecDeque::new(),
        dealt: 0,
        summary: Summary { positions, ..Summary::default() },
    };
    // Allocate one deep stack per thread; otherwise every search would start another thread for its
    // own.
    let searches = |_| deeply(|| searches(&searcher, &ordered, &found));
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
    beside_threads(threads, STACK, "search", &searches, &mut deal).map_err(Diagnostic::from)?;
    dealt.map(|()| dealer.summary)
}

/// Deduplicates jobs: returns the numbers of the distinct jobs, and for each the numbers of its
/// duplicates.
fn deduplicate(jobs: &[Job]) -> (Vec<usize>, HashMap<usize, Vec<usize>>) {
    let mut first = HashMap::new();
    let mut duplicates: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut tasks = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        let task = *first.entry(job.task()).or_insert(number);
        if task == number {
            tasks.push(task);
        } else {
            duplicates.entry(task).or_default().push(number);
        }
    }
    (tasks, duplicates)
}

/// Searches jobs until the dealer sends no more.
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
                return Ok(Ok(None));
            }
            searcher.search(&job, key)
        };
        // The dealer's thread resumes a panic.
        let outcome = catch_unwind(AssertUnwindSafe(search));
        if found.send((task, outcome)).is_err() {
            return;
        }
    }
}
