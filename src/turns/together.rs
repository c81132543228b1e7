//! An enumeration by several processes: each position has an owner among their workers, by a hash
//! of its exact key.
//!
//! Layer by layer, a worker sorts and joins what has come to it for the layer, plays it, and sends
//! what follows to its owners, as runs: they are small, and lie with the owner as they come. A
//! layer begins when all workers have ended the one before it and everything sent has arrived.
//! Findings are joined by all workers alike, so each of them knows the whole answer.

use std::sync::atomic::Ordering;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::backtrack::Step;
use super::enumeration::{Enumerated, Task, Turns};
use super::key_codec::{Key, KeyCodec};
use super::record::Record;
use super::run::{encode, received};
use super::run_store::{Kind, RunStore};
use super::tally::Tally;
use super::worker::{Context, Sources, Worker};
use super::{Goal, STACK, TurnsError};
use crate::board::Cells;
use crate::cluster::{Cluster, ClusterError, Crew, Letter, Member, Until};
use crate::control::{StopReason, room_for};
use crate::moves::{Kernel, State};
use crate::rules::{ROUND_OPTIONS, Rules};

/// Records after which a worker sends what it has gathered, if there is memory for so many.
const SEND: usize = 1 << 18;

/// The subject of news; the others are layers.
const NEWS: u32 = u32::MAX;

/// What a worker tells the others of a layer.
#[derive(Serialize, Deserialize)]
struct News {
    /// Positions that it has worked off, once it is through.
    positions: u64,
    /// The limit that it has reached.
    stopped: Option<StopReason>,
}

/// Enumerates a turn together with other processes, with keys of a kind.
pub(super) fn enumerate_together<C: Cells, K: Key>(
    task: &Task<'_>,
    kernel: &Kernel<C>,
    start: &State<C>,
    codec: &KeyCodec<C, K>,
    cluster: &Cluster,
) -> Enumerated {
    let (plan, rules) = (&task.plan, task.game.rules());
    room_for(STACK.saturating_mul(plan.threads.get()))?;
    let crew = Crew::meet(cluster, plan.threads, &terms(task, cluster))?;
    task.clock.progress().begin("positions", None);
    let total = start.cells.sum();
    let layers = total as usize + 2;
    let bytes = plan.memory.saturating_mul(1 << 20);
    let work = |member: &mut Member| {
        let context = Context {
            kernel,
            start: *start,
            codec,
            layers: plan.layers,
            set: Goal::Set {
                fill: rules.seeds.into(),
            },
            runs: RunStore::new(None, plan.counting, layers),
            backward: None,
            // What is gathered is sent, not kept.
            most_held: usize::MAX,
            pool: None,
        };
        let part = Part {
            task,
            worker: Worker::new(codec, layers, total),
            context: &context,
            member,
            most_held: (bytes / 8 / size_of::<Record<K>>() / plan.threads).clamp(1 << 10, SEND),
            sizes: Vec::new(),
            news: Vec::new(),
        };
        part.run()
    };
    let is_abandoned =
        |error: &TurnsError| matches!(error, TurnsError::Cluster(ClusterError::Abandoned));
    let mut answers = crew.run(work, is_abandoned)?;
    Ok((answers.swap_remove(0), None))
}

/// What must be the same in all processes.
fn terms(task: &Task<'_>, cluster: &Cluster) -> Vec<(String, String)> {
    let rules: &Rules = task.game.rules();
    let options = ["seeds"].iter().chain(&ROUND_OPTIONS);
    let value = |option: &&str| Some((format!("value of {option}"), rules.value(option)?));
    let named = |what: &str, value: String| (what.to_owned(), value);
    let goal = match task.plan.goal {
        Goal::Store(seeds) => format!("{seeds} seeds in the store"),
        Goal::Set { .. } => "to win the set".to_owned(),
    };
    let counting = if task.plan.counting {
        "turns"
    } else {
        "no turns"
    };
    let mut all = vec![
        named("version", env!("CARGO_PKG_VERSION").to_owned()),
        named("list of hosts", cluster.hosts.to_string()),
        named("number of threads", task.plan.threads.to_string()),
        named("position", task.game.position().to_string()),
        named("goal", goal),
        named("count", counting.to_owned()),
    ];
    all.extend(options.filter_map(value));
    all
}

/// The worker that owns a position.
fn owner<K: Key>(key: K, workers: usize) -> usize {
    // Neighbours in the order of keys are mixed well by a multiplication, in its upper half.
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let number = key.number();
    let folded = number as u64 ^ (number >> 64) as u64;
    let mixed = folded.wrapping_mul(MIX) >> 32;
    ((mixed * workers as u64) >> 32) as usize
}

/// The part of one worker.
struct Part<'a, 'b, C, K> {
    task: &'b Task<'b>,
    context: &'b Context<'a, C, K>,
    worker: Worker<'a, C, K>,
    member: &'b mut Member,
    /// Records that may be gathered before they are sent.
    most_held: usize,
    /// Positions of the layers that all have worked off.
    sizes: Vec<u64>,
    /// What has come of the layer in work.
    news: Vec<News>,
}

impl<C: Cells, K: Key> Part<'_, '_, C, K> {
    fn run(mut self) -> Result<Turns, TurnsError> {
        let context = self.context;
        let start = context.codec.key(context.start.cells);
        if owner(start, self.member.peers()) == self.member.index() {
            let counting = context.runs.counts(Kind::Waiting);
            let run = encode(&[Record::start(start)], counting);
            context.runs.put(Kind::Waiting, 0, run)?;
        }
        let mut stopped = None;
        while stopped.is_none() && self.sizes.len() < context.runs.layers() {
            stopped = self.work_off_layer()?;
        }
        // A layer that is not whole counts as the one in work, as it does in one process.
        let layer = self.sizes.len() - usize::from(stopped.is_some());
        let sizes = self.sizes[..layer].to_vec();
        let answers = Answers {
            context,
            plan: &self.task.plan,
            tally: self.whole_tally()?,
            layer,
            sizes: &sizes,
            complete: stopped.is_none(),
        };
        let member = self.member;
        answers.turns(stopped, &mut |steps| shared(member, &steps))
    }

    /// Works off what of a layer belongs to this worker, and waits for the others; says which limit
    /// one of them has reached.
    fn work_off_layer(&mut self) -> Result<Option<StopReason>, TurnsError> {
        let (context, layer) = (self.context, self.sizes.len());
        let sources = Sources {
            layer,
            runs: context.runs.take(layer),
            gathered: Vec::new(),
        };
        let in_runs = sources.runs.len().min(256);
        let cuts = sources.cuts((1 << 15_usize).max(in_runs << 12));
        let before = self.worker.tally.positions;
        let mut stopped = None;
        for ends in cuts.windows(2) {
            stopped = self.limit().or(limit_of(&self.news));
            if stopped.is_some() {
                break;
            }
            let known = self.worker.tally.positions;
            self.worker.work(context, &sources, ends[0], ends[1])?;
            self.task.clock.count(self.worker.tally.positions - known);
            if self.worker.held() > self.most_held {
                self.send();
                self.wait(Until::Round)?;
            }
            self.wait(Until::Now)?;
        }
        context.runs.forget(sources.runs);
        self.send();
        let positions = self.worker.tally.positions - before;
        let news = News { positions, stopped };
        self.member.send_all(NEWS, &written(&news));
        self.wait(Until::Stage)?;
        let news = std::mem::take(&mut self.news);
        self.sizes
            .push(news.iter().map(|news| news.positions).sum());
        self.tell();
        Ok(limit_of(&news))
    }

    /// Waits, and takes in what arrives: runs go to the layers they wait for, and news are kept.
    fn wait(&mut self, until: Until) -> Result<(), TurnsError> {
        let (runs, news) = (&self.context.runs, &mut self.news);
        let mut take = |Letter { subject, bytes }| {
            if subject == NEWS {
                news.push(read(&bytes)?);
                return Ok(());
            }
            let layer = Some(subject as usize).filter(|&layer| layer < runs.layers());
            let layer = layer.ok_or_else(garbled)?;
            let run = received(bytes).map_err(|_| garbled())?;
            runs.put(Kind::Waiting, layer, run)
        };
        self.member.wait(until, &mut take)
    }

    /// The limit that is reached in this process.
    fn limit(&self) -> Option<StopReason> {
        let plan = &self.task.plan;
        let bytes = self.context.runs.in_memory.load(Ordering::Relaxed);
        let full = bytes > ((plan.memory as u64) << 19) / plan.threads.get() as u64;
        let limit = self.task.clock.limit(0);
        limit.or(full.then_some(StopReason::Memory))
    }

    /// Sends what has been gathered to the owners.
    fn send(&mut self) {
        let (peers, runs) = (self.member.peers(), &self.context.runs);
        for layer in 0..runs.layers() {
            if self.worker.waiting(layer) == 0 {
                continue;
            }
            let mut parts = vec![Vec::new(); peers];
            for record in self.worker.sorted(layer) {
                parts[owner(record.key, peers)].push(record);
            }
            let subject = u32::try_from(layer).expect("layers are few");
            for (to, part) in parts.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
                let run = encode(part, runs.counts(Kind::Waiting));
                self.member.send(to, subject, run.bytes);
            }
        }
    }

    /// Tells where the work is.
    fn tell(&self) {
        if self.member.index() > 0 {
            return;
        }
        self.task.clock.progress().say(format!(
            "layer {} of at most {}, {} positions in all processes, {:.1} MB sent; positions here",
            self.sizes.len() - 1,
            self.context.runs.layers(),
            self.sizes.iter().sum::<u64>(),
            self.member.sent() as f64 / 1e6,
        ));
    }

    /// The findings of all workers.
    fn whole_tally(&mut self) -> Result<Tally<K>, TurnsError> {
        let mut whole = Tally::new(self.context.start.cells.sum());
        for text in self.member.all(&written(&self.worker.tally))? {
            whole.join(&read(&text)?);
        }
        Ok(whole)
    }
}

/// The limit that workers tell of; the same one for all who hear of several.
fn limit_of(news: &[News]) -> Option<StopReason> {
    let stopped = news.iter().filter_map(|news| news.stopped);
    stopped.min_by_key(|reason| reason.name())
}

/// A step back as it is sent: key, hole and length.
type Sent = Option<(String, u8, u16)>;

/// What all workers have found for each search: the first step by position and hole.
fn shared<K: Key>(
    member: &mut Member,
    steps: &[Option<Step<K>>],
) -> Result<Vec<Option<Step<K>>>, TurnsError> {
    let sent = |step: &Option<Step<K>>| -> Sent {
        let Step { from, hole, length } = step.as_ref()?;
        Some((from.number().to_string(), *hole, *length))
    };
    let mine: Vec<Sent> = steps.iter().map(sent).collect();
    let mut first: Vec<Option<Step<K>>> = vec![None; steps.len()];
    for text in member.all(&written(&mine))? {
        let theirs: Vec<Sent> = read(&text)?;
        for (first, step) in first.iter_mut().zip(theirs) {
            let Some((from, hole, length)) = step else {
                continue;
            };
            let from = from.parse().ok().and_then(K::of).ok_or_else(garbled)?;
            let step = Step { from, hole, length };
            *first = Some(first.map_or(step, |known| known.min(step)));
        }
    }
    Ok(first)
}

fn written<T: Serialize>(what: &T) -> Vec<u8> {
    serde_json::to_vec(what).expect("findings have a JSON form")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, TurnsError> {
    serde_json::from_slice(bytes).map_err(|_| garbled())
}

/// The error for a letter that no worker writes.
fn garbled() -> TurnsError {
    TurnsError::Cluster(ClusterError::Garbled)
}
