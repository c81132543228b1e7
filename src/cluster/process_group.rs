//! The workers of a computation, and the dataflow that carries their messages.
//!
//! The dataflow has an input for each worker, an exchange to the worker a message is for, and a
//! probe. A time stamp is a stage and a round within it. A worker gives up a stage when it has
//! sent all that belongs to it; when all have, and all messages have arrived, the frontier passes
//! the stage. The way back from what has arrived to what is sent lies in the work itself, outside
//! of the dataflow, so that the work can borrow, keep to limits and wait.

use std::cell::RefCell;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::rendezvous::{SharedSettings, meet};
use super::stream::{HEARTBEAT, Watch, WatchedStream};
use super::{Cluster, ClusterError};
use crate::control::unpoisoned;

/// The least time between two looks at whether another process is lost.
const LOOK: Duration = Duration::from_millis(50);

/// Rounds of a stage by which a worker may be ahead of the last one: what is on the way is bounded
/// by them.
const AHEAD: u64 = 2;

/// Rounds of a worker's messages that can be on the way at once.
pub(crate) const UNDER_WAY: usize = AHEAD as usize + 1;

/// A stage in a time stamp; below it are its rounds.
const STAGE: u64 = 1 << 32;

/// A message of one worker to another.
pub(crate) struct Message {
    /// The subject, as the workers have agreed.
    pub subject: u32,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// The time that a worker waits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until {
    /// Not at all.
    Now,
    /// Until no worker is far behind: between parts of what a stage sends.
    Round,
    /// Until all workers have ended the stage.
    Stage,
}

/// A message on its way: for whom, in which stage, the subject and the contents.
type Posted = (u64, u64, u32, Vec<u8>);

/// The processes that have met.
pub(crate) struct ProcessGroup {
    builders: Mutex<Vec<TcpBuilder>>,
    lines: Vec<WatchedStream>,
    /// This process.
    name: String,
    watch: Arc<Watch>,
    guard: Box<dyn Send>,
}

impl ProcessGroup {
    /// Meets the other processes, each with so many workers, unless it is cancelled.
    pub(crate) fn meet(
        cluster: &Cluster,
        workers: NonZeroUsize,
        terms: &SharedSettings,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<ProcessGroup, ClusterError> {
        let watch = Arc::new(Watch::default());
        let ends = meet(cluster, terms, &watch, is_cancelled)?;
        let lines = ends.iter().flatten().map(WatchedStream::another).collect();
        let hooks = Hooks::default();
        let inner = ProcessBuilder::new_typed_vector(workers.get(), hooks.refill.clone(), None);
        let (here, workers) = (cluster.process, workers.get());
        let built = initialize_networking_from_sockets(inner, ends, here, workers, hooks);
        let (builders, guard) = built.map_err(|source| {
            let name = cluster.name(here);
            ClusterError::System { name, source }
        })?;
        Ok(ProcessGroup {
            builders: Mutex::new(builders),
            lines,
            name: cluster.name(here),
            watch,
            guard: Box::new(guard),
        })
    }

    /// Does the work with every worker of this process, each on a thread of its own. Where one
    /// fails all others end, here and in the other processes; its error is the result.
    pub(crate) fn run<T: Send, E: From<ClusterError> + Display + Send>(
        self,
        work: impl Fn(&mut Member) -> Result<T, E> + Sync,
        is_abandoned: impl Fn(&E) -> bool,
    ) -> Result<Vec<T>, E> {
        let builders = unpoisoned(self.builders.into_inner());
        let (watch, lines, name) = (&self.watch, &self.lines, &self.name);
        let one = |builder: TcpBuilder| {
            let mut member = Member::new(builder, watch);
            let done = work(&mut member);
            let ended = done.and_then(|done| member.leave().map(|()| done).map_err(E::from));
            if let Err(error) = &ended {
                watch.fail(name.clone(), error.to_string());
                member.give_up();
            }
            ended
        };
        let (working, over) = mpsc::channel::<()>();
        let results: Vec<Result<T, E>> = std::thread::scope(|scope| {
            scope.spawn(move || {
                while over.recv_timeout(HEARTBEAT) == Err(RecvTimeoutError::Timeout) {
                    lines.iter().for_each(WatchedStream::heartbeat);
                }
            });
            let one = &one;
            let threads: Vec<_> =
                builders.into_iter().map(|builder| scope.spawn(move || one(builder))).collect();
            let ended = threads.into_iter().map(|thread| thread.join());
            let results = ended.map(|result| result.expect("a worker does not panic"));
            let results = results.collect();
            drop(working);
            results
        });
        part(self.guard, watch);
        let first = results.iter().position(|r| r.as_ref().is_err_and(|e| !is_abandoned(e)));
        let mut results = results;
        if let Some(first) = first {
            results.swap(0, first);
        }
        results.into_iter().collect()
    }
}

/// Ends the connections: waits until the others have heard all, unless one of them is lost. The
/// threads of its connection never end then, and are left to the end of the program.
fn part(guard: Box<dyn Send>, watch: &Arc<Watch>) {
    let (done, is_done) = mpsc::channel();
    let waiting = std::thread::Builder::new().spawn(move || {
        drop(guard);
        let _ = done.send(());
    });
    if waiting.is_err() {
        return;
    }
    while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) && watch.check().is_ok() {}
}

/// One worker.
pub(crate) struct Member {
    worker: Worker,
    /// None after the end.
    input: Option<InputHandle<u64, CapacityContainerBuilder<Vec<Posted>>>>,
    probe: ProbeHandle<u64>,
    /// The messages that have arrived, perhaps of the next stage too: others may have begun it.
    inbox: Rc<RefCell<Vec<Posted>>>,
    watch: Arc<Watch>,
    /// The stage and the round, as in a time stamp.
    now: u64,
}

impl Member {
    fn new(builder: TcpBuilder, watch: &Arc<Watch>) -> Member {
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let mut input = InputHandle::new();
        let messages = Rc::clone(&inbox);
        let probe = worker.dataflow::<u64, _, _>(|scope| {
            let posted = scope.input_from(&mut input);
            let to = Exchange::new(|message: &Posted| message.0);
            let delivered = posted.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                to,
                "deliver",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, data: &mut Vec<Posted>| {
                            messages.borrow_mut().append(data);
                        });
                    }
                },
            );
            delivered.probe().0
        });
        Member { worker, input: Some(input), probe, inbox, watch: Arc::clone(watch), now: 0 }
    }

    /// The number of this worker among all.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// Workers of all processes.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Bytes that this process has sent to others.
    pub(crate) fn sent(&self) -> u64 {
        self.watch.sent()
    }

    /// Sends a message to a worker.
    pub(crate) fn send(&mut self, to: usize, subject: u32, bytes: Vec<u8>) {
        let stage = self.now / STAGE;
        let input = self.input.as_mut().expect("work before the end");
        input.send((to as u64, stage, subject, bytes));
    }

    /// Sends a message to all workers, this one too.
    pub(crate) fn send_all(&mut self, subject: u32, bytes: &[u8]) {
        for to in 0..self.peers() {
            self.send(to, subject, bytes.to_vec());
        }
    }

    /// Sends off what was given to it, waits, and shows what arrives meanwhile: all that belongs to
    /// a stage before it ends, and nothing of a later one.
    pub(crate) fn wait<E: From<ClusterError>>(
        &mut self,
        until: Until,
        show: &mut impl FnMut(Message) -> Result<(), E>,
    ) -> Result<(), E> {
        let stage = self.now / STAGE;
        let passed = match until {
            Until::Now => 0,
            Until::Round => {
                self.now += 1;
                self.now.saturating_sub(AHEAD).max(stage * STAGE)
            }
            Until::Stage => {
                self.now = (stage + 1) * STAGE;
                self.now
            }
        };
        self.advance(stage, passed, show)
    }

    /// Goes on to the present, and waits until nothing before a time can come any more; shows what
    /// belongs to a stage.
    fn advance<E: From<ClusterError>>(
        &mut self,
        stage: u64,
        passed: u64,
        show: &mut impl FnMut(Message) -> Result<(), E>,
    ) -> Result<(), E> {
        let input = self.input.as_mut().expect("work before the end");
        input.advance_to(self.now);
        self.worker.step();
        loop {
            let of_stage = |message: &mut Posted| message.1 == stage;
            let arrived: Vec<Posted> = self.inbox.borrow_mut().extract_if(.., of_stage).collect();
            for (_, _, subject, bytes) in arrived {
                show(Message { subject, bytes })?;
            }
            self.watch.check()?;
            if !self.probe.less_than(&passed) {
                return Ok(());
            }
            self.worker.step_or_park(Some(LOOK));
        }
    }

    /// Returns what all workers say, in their order: a stage of its own.
    pub(crate) fn all(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, ClusterError> {
        // Everyone is told who speaks by the subject.
        let from = u32::try_from(self.index()).expect("workers are few");
        self.send_all(from, bytes);
        let mut said = vec![Vec::new(); self.peers()];
        self.wait(Until::Stage, &mut |message: Message| {
            said[message.subject as usize] = message.bytes;
            Ok::<_, ClusterError>(())
        })?;
        Ok(said)
    }

    /// Leaves when all have done their work.
    fn leave(&mut self) -> Result<(), ClusterError> {
        self.input = None;
        while self.worker.has_dataflows() {
            self.watch.check()?;
            self.worker.step_or_park(Some(LOOK));
        }
        Ok(())
    }

    /// Leaves at once: the others are not waited for.
    fn give_up(&mut self) {
        self.input = None;
        for dataflow in self.worker.installed_dataflows() {
            self.worker.drop_dataflow(dataflow);
        }
    }
}
