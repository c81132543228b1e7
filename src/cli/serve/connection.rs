//! A connection: its requests are answered in the order in which they come, but for searches, which
//! wait for each other, or run beside each other, and keep nobody else waiting.

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

/// Bytes of the longest value that is read.
pub const LONGEST: usize = 1 << 20;

const MOST_WAITING: usize = 1000;

/// Bytes of all values whose searches may wait, of all connections together.
const MOST_BYTES: usize = 64 << 20;

pub struct Connection {
    server: Arc<Server>,
    /// The queue to which its answers go.
    pub queue: WriteQueue,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By their lanes.
    waiting: [VecDeque<Job>; Lane::ALL.len()],
    /// By their lanes: the work that is done now, by its thread.
    running: [BTreeMap<usize, (Id, Stop)>; Lane::ALL.len()],
    /// True if no more requests are taken.
    closed: bool,
}

/// Work with the place of its answer.
struct Job {
    id: Id,
    search: Search,
    reply: Reply,
    _reservation: Reservation,
}

/// The memory that a request takes while it waits.
struct Reservation {
    server: Arc<Server>,
    bytes: usize,
}

impl Reservation {
    /// Takes so many bytes, if there is so much.
    fn take(server: &Arc<Server>, bytes: usize) -> Option<Reservation> {
        let reservation = Reservation { server: Arc::clone(server), bytes };
        let before = server.waiting.fetch_add(bytes, Ordering::Relaxed);
        // What is too much is given back when it is dropped.
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

    /// Answers a value; a search is put where its turn comes.
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
                    // A batch may be long work: whoever ends the program doesn't wait for it.
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
        // Of the others nobody would hear what is found.
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
                // A notification: turned away above.
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

    /// Gives an answer, unless it is to a notification.
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
            // Asked for in one batch with the shutdown: nobody may be left who takes it.
            drop(state);
            return self.cancelled(job);
        }
        state.waiting[lane].push_back(job);
        self.changed.notify_all();
    }

    /// Cancels the searches with an id, those that run and those that wait; whether there was one.
    /// What waits is answered here: its turn may be far away.
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
            self.cancelled(job);
        }
        found
    }

    /// Answers a search that was cancelled before its turn with what there is to say at once.
    fn cancelled(&self, job: Job) {
        job.search.stop.set();
        let outcome = self.found(&job);
        self.reply(job.reply, &outcome);
    }

    fn found(&self, job: &Job) -> Result<String, RpcError> {
        let offer = |found| self.queue.offer(found);
        let notifier = Notifier::new(&job.id, &offer);
        let run = || job.search.run(&self.server.engine, &notifier);
        let found = guarded("search", run);
        self.server.remark();
        found
    }

    /// Takes no more requests, and cancels all searches. Claims, which take a moment, are answered
    /// in full as long as there is anybody to hear it.
    pub fn close(&self) {
        let unheard = self.queue.gone.is_set() || self.server.stop.is_set();
        let mut state = self.locked();
        state.closed = true;
        for lane in Lane::ALL.into_iter().filter(|lane| *lane != Lane::Claims || unheard) {
            let running = state.running[lane as usize].values().map(|(_, stop)| stop);
            let waiting = state.waiting[lane as usize].iter().map(|job| &job.search.stop);
            running.chain(waiting).for_each(Stop::set);
        }
        self.changed.notify_all();
    }

    /// Tells whether it takes no more requests.
    pub fn is_closed(&self) -> bool {
        self.locked().closed
    }

    /// Starts the threads that work, for each lane as many as work at once.
    pub fn start(self: &Arc<Self>) -> Result<Vec<JoinHandle<()>>, CliError> {
        let threads =
            |lane: Lane| (0..lane.at_once(&self.server.engine)).map(move |one| (lane, one));
        let started = Lane::ALL.into_iter().flat_map(threads).map(|(lane, thread)| {
            let connection = Arc::clone(self);
            start("searches", move || connection.work(lane, thread))
        });
        started.collect()
    }

    /// Does work of a lane in one of its threads until it is closed and all are answered.
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
            let outcome = self.found(&job);
            // Whoever has the answer has nothing left to cancel.
            self.locked().running[lane].remove(&thread);
            self.reply(job.reply, &outcome);
        }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }
}
