//! The enumeration of a turn, layer by layer, on all cores.

use std::iter::from_fn;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::answers::Answers;
use super::context::Context;
use super::context::FromEnd;
use super::enumeration::{Enumerated, Task, Turns};
use super::key_codec::{Key, KeyCodec};
use super::resume::{Journal, told};
use super::run_store::{Kind, RunStore};
use super::sorted_run::encode;
use super::tally::Tally;
use super::turn_state::Record;
use super::worker::{Sources, Worker};
use super::{Enumeration, Goal, LayersBy, TurnsError, each};
use crate::board::Cells;
use crate::control::{StopReason, unpoisoned};
use crate::moves::{Kernel, State};

/// Records that wait for a layer up to which it isn't worth while to start threads.
const ALONE: u64 = 1 << 11;

/// Layers that say how large those to come will be: few seeds may be won in layers with hardly any
/// position.
const PACE: usize = 8;

/// Enumerates a turn with keys of a kind.
pub(super) fn enumerate<C: Cells, K: Key>(
    task: &Task<'_>,
    kernel: &Kernel<C>,
    start: &State<C>,
    codec: &KeyCodec<C, K>,
) -> Enumerated {
    let context = task.context(kernel, start, codec, None);
    let what = task.told();
    task.clock.progress().start_phase("positions", None);
    let mut run = Run::open(task, &context, what)?;
    run.begin()?;
    let stopped = run.work_off()?;
    run.result(stopped)
}

/// An enumeration in progress.
pub(super) struct Run<'a, C, K> {
    task: &'a Task<'a>,
    pub context: &'a Context<'a, C, K>,
    journal: Option<Journal>,
    workers: Vec<Worker<'a, C, K>>,
    /// The findings before the last state that was saved.
    tally: Tally<K>,
    /// The first layer that has not been worked off.
    pub layer: usize,
    /// Positions of the layers that have been worked off.
    sizes: Vec<u64>,
    /// Records that waited for the layers after each of them when it was worked off.
    waited: Vec<Vec<u64>>,
    /// True if a single thread does what there is to do.
    alone: bool,
    /// True if anything was put into a layer, now or by an earlier run.
    pub begun: bool,
}

/// A reason why a layer was not worked off.
pub(super) enum Interrupt {
    Limit(StopReason),
    Failed(TurnsError),
}

impl From<TurnsError> for Interrupt {
    fn from(error: TurnsError) -> Interrupt {
        Interrupt::Failed(error)
    }
}

impl<'a, C: Cells, K: Key> Run<'a, C, K> {
    /// An enumeration, of what the words say, in which nothing waits yet; with a folder, what an
    /// earlier run has left in it.
    pub(super) fn open(
        task: &'a Task<'a>,
        context: &'a Context<'a, C, K>,
        what: String,
    ) -> Result<Run<'a, C, K>, TurnsError> {
        let (layers, total) = (context.runs.layers(), context.start.cells.sum());
        let journal = task.plan.spill.map(|spill| Journal::open(spill, what));
        let worker = |_| Worker::new(context.codec, layers, total);
        let mut run = Run {
            task,
            context,
            journal: journal.transpose()?,
            workers: (0..task.plan.threads.get()).map(worker).collect(),
            tally: Tally::new(total),
            layer: 0,
            sizes: Vec::new(),
            waited: Vec::new(),
            alone: true,
            begun: false,
        };
        if let Some(journal) = &mut run.journal
            && let Some(saved) = journal.resume(&context.runs)?
        {
            (run.layer, run.tally) = (saved.layer, saved.tally);
            (run.sizes, run.begun) = (saved.sizes, true);
            task.clock.count(run.tally.positions + run.tally.stranded);
        }
        Ok(run)
    }

    /// Puts the start into its layer, unless an earlier run did.
    pub(super) fn begin(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let first = Record::start(context.codec.key(context.start.cells));
        let run = encode(&[first], context.runs.counts(Kind::Waiting));
        context.runs.put(Kind::Waiting, 0, run)
    }

    /// Puts the boards into their layer with which a search from the end begins.
    pub(super) fn begin_from(&mut self, end: &FromEnd) -> Result<(), Interrupt> {
        let (task, context) = (self.task, self.context);
        let go_on = || match task.limit(&context.runs) {
            Some(reason) => Err(Interrupt::Limit(reason)),
            None => Ok(()),
        };
        context.put_good(end, go_on)?;
        self.layer = end.left as usize;
        self.sizes = vec![0; self.layer];
        self.begun = true;
        Ok(())
    }

    /// Works off layer after layer; says what ended it early.
    fn work_off(&mut self) -> Result<Option<StopReason>, TurnsError> {
        while self.layer < self.context.runs.layers() && !self.reached() {
            match self.work_off_next() {
                Ok(()) => (),
                Err(Interrupt::Limit(reason)) => return Ok(Some(reason)),
                Err(Interrupt::Failed(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Works off the next layer.
    pub(super) fn work_off_next(&mut self) -> Result<(), Interrupt> {
        self.save_if_due()?;
        self.work_off_layer()?;
        self.layer += 1;
        Ok(())
    }

    /// Tells whether the layers that have been worked off are enough: lines of all lengths up to
    /// the length of the shortest to the goal have been tried.
    fn reached(&self) -> bool {
        match self.task.plan.length(&self.tally()) {
            Some(length) => length <= self.layer,
            None => false,
        }
    }

    /// Positions of the largest of the layers that were worked off last.
    pub(super) fn pace(&self) -> u64 {
        let last = self.sizes.iter().rev().take(PACE);
        last.copied().max().unwrap_or(0)
    }

    /// Positions by layer.
    pub(super) fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    fn work_off_layer(&mut self) -> Result<(), Interrupt> {
        let (context, layer) = (self.context, self.layer);
        let waiting = self.waiting(layer);
        if waiting == 0 {
            self.sizes.push(0);
            self.waited.push(Vec::new());
            return Ok(());
        }
        self.alone = waiting < ALONE;
        let sources = Sources {
            layer,
            runs: context.runs.take(layer),
            gathered: self.each_worker(|worker| worker.sorted(layer)),
        };
        let in_runs = sources.runs.len().min(256);
        let cuts = sources.cuts((1 << 15_usize).max(in_runs << 12));
        let next = AtomicUsize::new(1);
        let before = self.positions();
        let task = self.task;
        let outcomes = self.each_worker(|worker| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&to) = cuts.get(place) else {
                    return Ok(());
                };
                if let Some(reason) = task.limit(&context.runs) {
                    return Err(Interrupt::Limit(reason));
                }
                let ended = worker.work(context, &sources, (cuts[place - 1], to), task.clock)?;
                if let Some(reason) = ended {
                    return Err(Interrupt::Limit(reason));
                }
            }
        });
        for outcome in outcomes {
            outcome?;
        }
        context.runs.forget(sources.runs);
        if let Some(journal) = &mut self.journal {
            journal.worked_off(layer);
        }
        self.sizes.push(self.positions() - before);
        self.look_ahead();
        Ok(())
    }

    /// Does something with every worker, on all threads if it is worth while.
    fn each_worker<T: Send>(&mut self, work: impl Fn(&mut Worker<'_, C, K>) -> T + Sync) -> Vec<T> {
        if self.alone {
            return self.workers.iter_mut().map(work).collect();
        }
        let pool = self.task.pool;
        let waiting = Mutex::new(self.workers.iter_mut());
        let next = || unpoisoned(waiting.lock()).next();
        let done = each(pool, || from_fn(next).map(&work).collect::<Vec<_>>());
        done.into_iter().flatten().collect()
    }

    /// Positions that were worked off.
    pub(super) fn positions(&self) -> u64 {
        let new = self.workers.iter().map(|worker| worker.tally.positions);
        self.tally.positions + new.sum::<u64>()
    }

    /// Returns what was found.
    pub(super) fn tally(&self) -> Tally<K> {
        let mut all = self.tally.clone();
        self.workers.iter().for_each(|w| all.join(&w.tally));
        all
    }

    /// Records that wait for a layer.
    fn waiting(&self, layer: usize) -> u64 {
        let runs = &self.context.runs.layer(Kind::Waiting, layer).runs;
        let in_runs: u64 = runs.iter().map(|run| run.records).sum();
        let gathered = self.workers.iter().map(|w| w.waiting(layer) as u64);
        in_runs + gathered.sum::<u64>()
    }

    /// Tells how much waits, and how much that may become.
    fn look_ahead(&mut self) {
        let ahead: Vec<u64> = (self.layer + 1..self.context.runs.layers().min(self.layer + 257))
            .map(|layer| self.waiting(layer))
            .collect();
        let mut expected = 0.0;
        for (distance, &waiting) in (1..).zip(&ahead) {
            // Of the layer in work so much was known when work was as far away from it.
            let before = self.waited.len().checked_sub(distance);
            let known = before.and_then(|b| self.waited[b].get(distance - 1));
            let share = match (known, self.sizes.last()) {
                (Some(&known), Some(&size)) if known > 0 => size as f64 / known as f64,
                _ => 1.0,
            };
            expected += waiting as f64 * share;
        }
        let millions = |positions: f64| format!("{:.1} million", positions / 1e6);
        let on_disk = self.context.runs.on_disk.load(Ordering::Relaxed);
        let disk = match on_disk {
            0 => String::new(),
            bytes => format!(", {:.1} GB on disk", bytes as f64 / 1e9),
        };
        let about = &self.task.about;
        self.task.clock.progress().announce(format!(
            "{about}layer {} of at most {}, {} wait, of their layers some {} are expected{disk}; \
             positions",
            self.layer,
            self.context.runs.layers(),
            millions(ahead.iter().sum::<u64>() as f64),
            millions(expected),
        ));
        self.waited.push(ahead);
    }

    fn save_if_due(&mut self) -> Result<(), TurnsError> {
        let due = self.journal.as_ref().is_some_and(Journal::is_due);
        if !due {
            return Ok(());
        }
        self.unload()?;
        let (context, tally) = (self.context, self.tally());
        if let Some(journal) = &mut self.journal {
            journal.save(&context.runs, self.layer, &self.sizes, tally)?;
        }
        Ok(())
    }

    /// Makes runs of everything that was gathered.
    pub(super) fn unload(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        self.alone = false;
        let unloaded = self.each_worker(|worker| worker.unload(context, 0));
        unloaded.into_iter().collect()
    }

    /// Forgets the state in the folder, if there is one.
    pub(super) fn finish(self) -> Result<(), TurnsError> {
        match self.journal {
            Some(journal) => journal.finish(&self.context.runs),
            None => Ok(()),
        }
    }

    fn result(self, stopped: Option<StopReason>) -> Result<Turns, TurnsError> {
        let answers = Answers {
            context: self.context,
            plan: &self.task.plan,
            tally: self.tally(),
            layer: self.layer,
            sizes: &self.sizes,
            complete: stopped.is_none() && !self.reached(),
        };
        let turns = answers.turns(stopped, &mut Ok)?;
        if stopped.is_none() {
            self.finish()?;
        }
        Ok(turns)
    }
}

/// The bytes of the records that are held and of the runs in memory. While runs are merged, or grow,
/// they take as much once more.
const fn bytes(memory: usize) -> usize {
    memory.saturating_mul(1 << 19)
}

/// Records that a thread may hold at most: to sort them takes less than a second, in which nobody
/// looks at the limits.
const SORTED: usize = 1 << 22;

/// Records that each thread may gather before it makes runs of them: half of the memory for all.
fn most_held<K>(plan: &Enumeration<'_>) -> usize {
    let records = bytes(plan.memory) / 2 / size_of::<Record<K>>();
    (records / plan.threads).clamp(1 << 10, SORTED)
}

impl Task<'_> {
    /// Returns what is the same for all threads of an enumeration, or of a search from the end.
    pub(super) fn context<'a, C: Cells, K: Key>(
        &'a self,
        kernel: &'a Kernel<C>,
        start: &State<C>,
        codec: &'a KeyCodec<C, K>,
        from_end: Option<FromEnd>,
    ) -> Context<'a, C, K> {
        let plan = &self.plan;
        let total = start.cells.sum() as usize;
        let layers = match plan.layers {
            LayersBy::Store | LayersBy::Moves => total + 2,
            // No lap that brings no seed to the store is longer than a circuit without one.
            LayersBy::Laps => (total + 2) * (kernel.field().shape().cells() + 1),
        };
        let folder = plan.spill.map(|spill| spill.folder.to_owned());
        Context {
            kernel,
            start: *start,
            codec,
            layers: plan.layers,
            set: Goal::Set { fill: self.game.rules().seeds.into() },
            runs: RunStore::new(folder, plan.counting, layers),
            from_end,
            most_held: most_held::<K>(plan),
        }
    }

    /// Describes what is enumerated.
    pub(super) fn told(&self) -> String {
        let Enumeration { layers, counting, .. } = self.plan;
        told(self.game.rules(), self.game.position(), layers, counting)
    }

    /// The limit that is reached, if one is: of time or memory, as positions are paid for one by
    /// one.
    fn limit<K: Key>(&self, runs: &RunStore<K>) -> Option<StopReason> {
        let gathered = most_held::<K>(&self.plan) * size_of::<Record<K>>();
        let bytes = bytes(self.plan.memory);
        let most = bytes.saturating_sub(gathered * self.plan.threads.get());
        let full = runs.in_memory.load(Ordering::Relaxed) > most.max(bytes / 2) as u64;
        let limit = self.clock.ended();
        limit.or(full.then_some(StopReason::Memory))
    }
}
