//! A connection. Requests are answered in order, except searches, which queue or run in parallel
//! and do not block other requests.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;

use chongkak::control::{Stop, unpoisoned};
use chongkak::protocol::envelope::{self, Call, Id, Message, Refused, json};
use chongkak::protocol::{self, Lane, Notifier, Params, RpcError, Search, guarded};

use super::batch::{Batch, Reply};
use super::write_queue::{MOST, WriteQueue};
use super::{Server, start};
use crate::cli::CliError;

/// Maximum bytes of a value.
pub const LONGEST: usize = 1 << 20;

const MOST_WAITING: usize = 1000;

/// Maximum bytes of all values waiting for a search, over all connections.
const MOST_BYTES: usize = 64 << 20;

pub struct Connection {
    server: Arc<Server>,
    /// The queue for its answers.
    pub queue: WriteQueue,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Waiting jobs by lane.
    waiting: [VecDeque<Job>; Lane::ALL.len()],
    /// Running jobs by lane and thread.
    running: [BTreeMap<usize, (Id, Stop)>; Lane::ALL.len()],
    /// True if no more requests are accepted.
    closed: bool,
}

/// A search, and where its answer goes.
struct Job {
    id: Id,
    search: Search,
    reply: Reply,
    _reservation: Reservation,
}

/// Memory reserved for a waiting request.
struct Reservation {
    server: Arc<Server>,
    bytes: usize,
}

impl Reservation {
    /// Reserves memory, if enough is left.
    fn take(server: &Arc<Server>, bytes: usize) -> Option<Reservation> {
        let reservation = Reservation { server: Arc::clone(server), bytes };
        let before = server.waiting.fetch_add(bytes, Ordering::Relaxed);
        // On failure, dropping the reservation releases it.
        (before + bytes <= MOST_BYTES).then_some(reservation)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.server.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Connection {
    pub fn new(server: Arc<Server>) -> Connection {
        let queue = WriteQueue::new(server.stop.clone());
        Connection { server, queue, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Answers a value; a search is queued.
    pub fn receive(&self, text: &[u8]) {
        if text.len() > LONGEST {
            let message = format!("a value of more than {LONGEST} bytes");
            self.refuse(None, RpcError::request(message).into());
            return;
        }
        match envelope::read(text) {
            Message::One(call) => self.answer(call, None, text.len()),
            Message::Batch(calls) => {
                let answered =
                    |call: &&Result<Call, Refused>| call.as_ref().map_or(true, |c| c.id.is_some());
                let batch = Batch::new(calls.iter().filter(answered).count());
                let (mut place, bytes) = (0, text.len() / calls.len());
                for call in calls {
                    let answered = answered(&&call);
                    let batch = answered.then(|| (Arc::clone(&batch), place));
                    place += usize::from(answered);
                    // A batch may be long work; a shutdown does not wait for it.
                    match self.server.stop.is_set() {
                        _ if self.queue.gone.is_set() => return,
                        true => match call {
                            Ok(Call { id, .. }) => {
                                self.reply(Reply { id, batch }, &Err(RpcError::ends()));
                            }
                            Err(refused) => self.refuse(batch, refused),
                        },
                        false => self.answer(call, batch, bytes),
                    }
                }
            }
        }
    }

    fn answer(
        &self,
        call: Result<Call, Refused>,
        batch: Option<(Arc<Mutex<Batch>>, usize)>,
        bytes: usize,
    ) {
        let Call { id, method, params } = match call {
            Ok(call) => call,
            Err(refused) => return self.refuse(batch, refused),
        };
        let acts = ["cancel", "shutdown"].contains(&method.as_str());
        // The results of other notifications would not be sent.
        if id.is_none() && !acts {
            return;
        }
        if batch.is_some() && !acts && self.queue.holds_enough() {
            return self.reply(Reply { id, batch }, &Err(RpcError::batch_full(MOST >> 20)));
        }
        let mut params = Params::new(params, &self.server.engine);
        let read = || Search::read(&method, &mut params, &self.server.engine);
        let outcome = match guarded(&method, read) {
            Ok(Some(search)) => match (params.end(), &id) {
                (Ok(()), Some(name)) => {
                    let (name, reply) = (name.clone(), Reply { id, batch });
                    let Some(reservation) = Reservation::take(&self.server, bytes) else {
                        return self.reply(reply, &Err(RpcError::busy(MOST_WAITING)));
                    };
                    return self.enqueue(Job {
                        id: name,
                        search,
                        reply,
                        _reservation: reservation,
                    });
                }
                // Unreachable: notifications returned above.
                (Ok(()), None) => return,
                (Err(problem), _) => Err(problem),
            },
            Ok(None) => guarded(&method, || self.quick(&method, params)),
            Err(problem) => Err(problem),
        };
        self.reply(Reply { id, batch }, &outcome);
    }

    fn refuse(&self, batch: Option<(Arc<Mutex<Batch>>, usize)>, refused: Refused) {
        let Refused { id, problem } = refused;
        Reply { id, batch }.give(&self.queue, &Err(problem));
    }

    /// Sends an answer, unless the request was a notification.
    fn reply(&self, reply: Reply, outcome: &Result<String, RpcError>) {
        if reply.id.is_some() {
            reply.give(&self.queue, outcome);
        }
    }

    fn quick(&self, method: &str, params: Params) -> Result<String, RpcError> {
        match method {
            "cancel" => {
                let cancelled = self.cancel(&protocol::cancels(params)?);
                Ok(json(&protocol::Cancelled { cancelled }))
            }
            "shutdown" => {
                params.end()?;
                self.close();
                Ok(json(&()))
            }
            _ => protocol::quick(method, params, &self.server.engine),
        }
    }

    fn enqueue(&self, job: Job) {
        let lane = job.search.lane() as usize;
        let mut state = self.locked();
        if state.waiting[lane].len() >= MOST_WAITING {
            drop(state);
            return self.reply(job.reply, &Err(RpcError::busy(MOST_WAITING)));
        }
        if state.closed {
            // The shutdown may be in the same batch, so no thread may be left to run this.
            drop(state);
            return self.answer_cancelled(job);
        }
        state.waiting[lane].push_back(job);
        self.changed.notify_all();
    }

    /// Cancels the running and waiting searches with an id and returns whether there were any.
    /// Waiting ones are answered here, since their turn may be far away.
    fn cancel(&self, id: &Id) -> bool {
        let (mut found, mut cancelled) = (false, Vec::new());
        let mut state = self.locked();
        for (_, stop) in state.running.iter().flat_map(BTreeMap::values).filter(|one| one.0 == *id)
        {
            found = true;
            stop.set();
        }
        for queue in &mut state.waiting {
            let all = std::mem::take(queue).into_iter();
            let (waiting, others): (Vec<_>, Vec<_>) = all.partition(|job| job.id == *id);
            *queue = others.into();
            cancelled.extend(waiting);
        }
        drop(state);
        for job in cancelled {
            found = true;
            self.answer_cancelled(job);
        }
        found
    }

    /// Answers a search that was cancelled before its turn, with an immediate result.
    fn answer_cancelled(&self, job: Job) {
        job.search.stop.set();
        let outcome = self.run_search(&job);
        self.reply(job.reply, &outcome);
    }

    fn run_search(&self, job: &Job) -> Result<String, RpcError> {
        let offer = |found| self.queue.offer(found);
        let notifier = Notifier::new(&job.id, &offer);
        let run = || job.search.run(&self.server.engine, &notifier);
        let found = guarded("search", run);
        self.server.report_table_problem();
        found
    }

    /// Accepts no more requests and cancels all searches. Claims take only a moment and are still
    /// answered if the client is connected.
    pub fn close(&self) {
        let disconnected = self.queue.gone.is_set() || self.server.stop.is_set();
        let mut state = self.locked();
        state.closed = true;
        for lane in Lane::ALL.into_iter().filter(|lane| *lane != Lane::Claims || disconnected) {
            let running = state.running[lane as usize].values().map(|(_, stop)| stop);
            let waiting = state.waiting[lane as usize].iter().map(|job| &job.search.stop);
            running.chain(waiting).for_each(Stop::set);
        }
        self.changed.notify_all();
    }

    /// Returns whether no more requests are accepted.
    pub fn is_closed(&self) -> bool {
        self.locked().closed
    }

    /// Starts the worker threads of each lane.
    pub fn start(self: &Arc<Self>) -> Result<Vec<JoinHandle<()>>, CliError> {
        let threads =
            |lane: Lane| (0..lane.at_once(&self.server.engine)).map(move |one| (lane, one));
        let started = Lane::ALL.into_iter().flat_map(threads).map(|(lane, thread)| {
            let connection = Arc::clone(self);
            start("searches", move || connection.work(lane, thread))
        });
        started.collect()
    }

    /// Runs the jobs of a lane in one of its threads, until the connection is closed and all are
    /// answered.
    fn work(&self, lane: Lane, thread: usize) {
        let lane = lane as usize;
        loop {
            let idle = |state: &mut State| state.waiting[lane].is_empty() && !state.closed;
            let state = self.changed.wait_while(self.locked(), idle);
            let mut state = unpoisoned(state);
            let Some(job) = state.waiting[lane].pop_front() else {
                return;
            };
            let running = (job.id.clone(), job.search.stop.clone());
            state.running[lane].insert(thread, running);
            drop(state);
            let outcome = self.run_search(&job);
            // After the answer there is nothing left to cancel.
            self.locked().running[lane].remove(&thread);
            self.reply(job.reply, &outcome);
        }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}
