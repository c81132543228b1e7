//! The run of a batch: which positions are searched, and by whom.
//!
//! One thread deals out positions and is the only one that writes, to the store first and then to
//! the sink; so whatever was printed is kept, but for what was in work when the store could take no
//! more: that is at least shown, as far as its turn has come. The others search, each a position at
//! a time.

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

/// The stack of a thread that has its searches done on a deeper one, if there is one.
const STACK: usize = 1 << 21;

/// Works off a batch: every result is in the store before the sink gets it.
///
/// Positions that the store knows are not searched, and those that come more than once in the input
/// are searched once. A node is a position that is searched. When a limit is reached or the run is
/// cancelled, what has been found until then is kept, and handed to the sink even if positions
/// before it have no result yet. Other processes may use the same store at the same time.
///
/// # Errors
/// If the store or a table can't be used, the sink fails, or no thread can be started.
pub fn run<E: From<Diagnostic>>(
    run: &Run<'_>,
    store: &mut Store,
    sink: &mut impl Sink<E>,
    control: Control<'_>,
) -> Result<Summary, E> {
    let (tasks, copies) = different(run.jobs);
    let positions = u64::try_from(tasks.len()).unwrap_or(u64::MAX);
    control.progress.start_phase("positions", (positions > 0).then_some(positions));
    let jobs = tasks.iter().map(|&task| &run.jobs[task]);
    let stop = Stop::new();
    let searcher = Searcher::new(run, jobs, &stop);
    let (orders, ordered) = mpsc::channel();
    let (found, results) = mpsc::channel();
    let ordered = Mutex::new(ordered);
    let mut dealer = Dealer {
        run,
        jobs: Cow::Borrowed(run.jobs),
        copies: &copies,
        sink,
        next: 0,
        waiting: BTreeMap::new(),
        store,
        clock: Clock::new(control),
        stop: &stop,
        queue: tasks.iter().copied().collect(),
        put_off: VecDeque::new(),
        dealt: 0,
        summary: Summary { positions, ..Summary::default() },
    };
    // One deep stack for all searches of a thread: else each would hand its work to another one.
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
                return Ok(Ok(None));
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
