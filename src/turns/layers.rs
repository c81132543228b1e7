//! The enumeration of a turn, layer by layer, on all cores.

use std::iter::from_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

use super::answers::Answers;
use super::backtrack::{line_to, played_line};
use super::backward::{Means, Turn};
use super::enumeration::{Enumerated, Meeting, Task, Turns};
use super::key_codec::{Key, KeyCodec};
use super::record::Record;
use super::resume::Journal;
use super::run::encode;
use super::run_store::{Kind, RunStore};
use super::tally::{Measure, Tally};
use super::worker::{Context, Sources, Worker};
use super::{Goal, LayersBy, TurnsError, each};
use crate::board::Cells;
use crate::control::StopReason;
use crate::moves::{Kernel, State};

/// Records that wait for a layer up to which it isn't worth while to start threads.
const ALONE: u64 = 1 << 11;

/// Enumerates a turn with keys of a kind.
pub(super) fn enumerate<C: Cells, K: Key>(
    task: &Task<'_>,
    kernel: &Kernel<C>,
    start: &State<C>,
    codec: &KeyCodec<C, K>,
) -> Enumerated {
    let (plan, rules) = (&task.plan, task.game.rules());
    let total = start.cells.sum();
    let layers = match plan.layers {
        LayersBy::Store | LayersBy::Moves => total as usize + 2,
        // No lap that brings no seed to the store is longer than a circuit without one.
        LayersBy::Laps => (total as usize + 2) * (kernel.field().shape().cells() + 1),
    };
    let bytes = plan.memory.saturating_mul(1 << 20);
    let records = bytes / 2 / std::mem::size_of::<Record<K>>();
    let folder = plan.spill.map(|spill| spill.folder.to_owned());
    let context = Context {
        kernel,
        start: *start,
        codec,
        layers: plan.layers,
        set: Goal::Set {
            fill: rules.seeds.into(),
        },
        runs: RunStore::new(folder, plan.counting, layers),
        backward: task.left.map(|left| {
            let start = *start;
            let turn = Turn {
                kernel,
                codec,
                start,
            };
            RwLock::new(turn.backward(left))
        }),
        most_held: (records / plan.threads).max(1 << 10),
        pool: task.pool,
    };
    let (position, counting) = (task.game.position(), plan.counting);
    let journal = plan
        .spill
        .map(|spill| Journal::open(spill, rules, position, plan.layers, counting));
    let mut run = Run {
        task,
        context: &context,
        journal: journal.transpose()?,
        workers: (0..plan.threads.get())
            .map(|_| Worker::new(codec, layers, total))
            .collect(),
        tally: Tally::new(total),
        layer: 0,
        sizes: Vec::new(),
        waited: Vec::new(),
        alone: true,
    };
    run.begin()?;
    let stopped = run.work_off()?;
    let meeting = run.meeting()?;
    Ok((run.result(stopped)?, meeting))
}

/// An enumeration in progress.
struct Run<'a, C, K> {
    task: &'a Task<'a>,
    context: &'a Context<'a, C, K>,
    journal: Option<Journal>,
    workers: Vec<Worker<'a, C, K>>,
    /// The findings before the last state that was saved.
    tally: Tally<K>,
    /// The first layer that has not been worked off.
    layer: usize,
    /// Positions of the layers that have been worked off.
    sizes: Vec<u64>,
    /// Records that waited for the layers after each of them when it was worked off.
    waited: Vec<Vec<u64>>,
    /// Whether a single thread does what there is to do.
    alone: bool,
}

/// Why a layer was not worked off.
enum Ended {
    Limit(StopReason),
    Failed(TurnsError),
}

impl From<TurnsError> for Ended {
    fn from(error: TurnsError) -> Ended {
        Ended::Failed(error)
    }
}

impl<C: Cells, K: Key> Run<'_, C, K> {
    /// Puts the start into its layer, or takes up what an earlier run has left.
    fn begin(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        self.task.clock.progress().begin("positions", None);
        if let Some(journal) = &mut self.journal
            && let Some(saved) = journal.resume(&context.runs)?
        {
            (self.layer, self.tally) = (saved.layer, saved.tally);
            self.sizes = saved.sizes;
            self.task.clock.count(self.tally.positions);
            return Ok(());
        }
        let first = Record::start(context.codec.key(context.start.cells));
        let run = encode(&[first], context.runs.counts(Kind::Waiting));
        context.runs.put(Kind::Waiting, 0, run)
    }

    /// Works off layer after layer; says what ended it early.
    fn work_off(&mut self) -> Result<Option<StopReason>, TurnsError> {
        while self.layer < self.context.runs.layers() && !self.reached() {
            self.save_if_due()?;
            self.deepen();
            match self.work_off_layer() {
                Ok(()) => self.layer += 1,
                Err(Ended::Limit(reason)) => return Ok(Some(reason)),
                Err(Ended::Failed(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Whether the layers that have been worked off are enough: lines of all lengths up to that
    /// of the shortest to the goal have been tried.
    fn reached(&self) -> bool {
        if self.task.left.is_some() {
            let tally = self.tally();
            let goal = self.task.plan.goal;
            return tally.met.is_some() || tally.shortest(goal, Measure::Moves).is_some();
        }
        match self.task.plan.length(&self.tally()) {
            Some(length) => length <= self.layer,
            None => false,
        }
    }

    /// Goes on with the search from the end as long as it has had less to do than the enumeration
    /// has with the layer to come.
    fn deepen(&mut self) {
        let Some(backward) = &self.context.backward else {
            return;
        };
        let mut backward = backward.write().expect("no thread has panicked");
        let forward = self.positions() + self.waiting(self.layer);
        while backward.can_deepen() && backward.work() <= forward {
            let turn = self.context.turn();
            let means = Means {
                pool: self.task.pool,
                // A third of what the enumeration has.
                bytes: self.task.plan.memory.saturating_mul(1 << 20) / 3,
                clock: self.task.clock,
            };
            turn.deepen(&mut backward, &means);
        }
    }

    /// The findings of the search from the end.
    fn meeting(&self) -> Result<Option<Meeting>, TurnsError> {
        let context = self.context;
        let Some(backward) = &context.backward else {
            return Ok(None);
        };
        let backward = backward.read().expect("no thread has panicked");
        let line = match self.tally().met {
            Some(met) => {
                let line = line_to(context, self.layer, met)?;
                let mut holes: Vec<_> = line.moves.iter().map(|m| m.hole.index()).collect();
                let cells = context.codec.decoder().cells(met.1);
                holes.extend(context.turn().line(&backward, cells));
                Some(played_line(context, &holes))
            }
            None => None,
        };
        Ok(Some(Meeting {
            line,
            sizes: backward.sizes(),
        }))
    }

    fn work_off_layer(&mut self) -> Result<(), Ended> {
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
                    return Err(Ended::Limit(reason));
                }
                let known = worker.tally.positions;
                let stop = || task.clock.ended() == Some(StopReason::Interrupted);
                if !worker.work(context, &sources, cuts[place - 1], to, &stop)? {
                    return Err(Ended::Limit(StopReason::Interrupted));
                }
                task.clock.count(worker.tally.positions - known);
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
        let next = || waiting.lock().expect("no thread has panicked").next();
        let done = each(pool, || from_fn(next).map(&work).collect::<Vec<_>>());
        done.into_iter().flatten().collect()
    }

    fn positions(&self) -> u64 {
        let new = self.workers.iter().map(|worker| worker.tally.positions);
        self.tally.positions + new.sum::<u64>()
    }

    fn tally(&self) -> Tally<K> {
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
        let question = match (self.task.left, self.task.plan.goal) {
            (Some(_), Goal::Store(seeds)) => format!("{seeds} seeds in the store? "),
            _ => String::new(),
        };
        self.task.clock.progress().say(format!(
            "{question}layer {} of at most {}, {} wait, of their layers some {} are expected{disk}; \
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
        let context = self.context;
        self.alone = false;
        for result in self.each_worker(|worker| worker.unload(context, 0)) {
            result?;
        }
        let tally = self.tally();
        if let Some(journal) = &mut self.journal {
            journal.save(&context.runs, self.layer, &self.sizes, tally)?;
        }
        Ok(())
    }

    fn result(mut self, stopped: Option<StopReason>) -> Result<Turns, TurnsError> {
        let answers = Answers {
            context: self.context,
            plan: &self.task.plan,
            tally: self.tally(),
            layer: self.layer,
            sizes: &self.sizes,
            complete: stopped.is_none() && !self.reached(),
        };
        let turns = answers.turns(stopped, &mut Ok)?;
        if let Some(journal) = self.journal.take().filter(|_| stopped.is_none()) {
            journal.finish(&self.context.runs)?;
        }
        Ok(turns)
    }
}

impl Task<'_> {
    /// The limit that is reached, if one is.
    fn limit<K: Key>(&self, runs: &RunStore<K>) -> Option<StopReason> {
        let bytes = runs.in_memory.load(Ordering::Relaxed);
        // Half of the memory is for runs.
        let full = bytes > (self.plan.memory as u64) << 19;
        let limit = self.clock.limit(0);
        limit.or(full.then_some(StopReason::Memory))
    }
}
