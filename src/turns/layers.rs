//! The enumeration of a turn, layer by layer, on all cores.

use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use super::backtrack::{played_line, way_to, ways_back};
use super::backward::{Means, Turn};
use super::enumeration::{Line, Meeting, Reached, Task, Turns};
use super::key_codec::{Code, Key};
use super::record::Record;
use super::resume::Journal;
use super::run::encode;
use super::run_store::{Kind, Shelf};
use super::tally::{Measure, Tally};
use super::worker::{Ground, Sources, Worker};
use super::{Goal, LayersBy, TurnsError};
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
    code: &Code<C, K>,
) -> Result<(Turns, Option<Meeting>), TurnsError> {
    let (plan, started) = (&task.plan, Instant::now());
    let total = start.cells.sum();
    let layers = match plan.layers {
        LayersBy::Store | LayersBy::Moves => total as usize + 2,
        // No lap that brings no seed to the store is longer than a circuit without one.
        LayersBy::Laps => (total as usize + 2) * (kernel.field().shape().cells() + 1),
    };
    let bytes = plan.limits.memory.saturating_mul(1 << 20);
    let records = bytes / 2 / std::mem::size_of::<Record<K>>();
    let folder = plan.spill.map(|spill| spill.folder.to_owned());
    let ground = Ground {
        kernel,
        start: *start,
        code,
        layers: plan.layers,
        set: Goal::Set {
            fill: task.rules.seeds.into(),
        },
        shelf: Shelf::new(folder, plan.counting, layers),
        backward: task.left.map(|left| {
            let start = *start;
            let turn = Turn {
                kernel,
                code,
                start,
            };
            RwLock::new(turn.backward(left))
        }),
        most_held: (records / plan.threads).max(1 << 10),
    };
    let journal = plan
        .spill
        .map(|spill| Journal::open(spill, task.rules, task.position, plan.layers, plan.counting));
    let mut run = Run {
        task,
        ground: &ground,
        journal: journal.transpose()?,
        workers: (0..plan.threads.get())
            .map(|_| Worker::new(code, layers, total))
            .collect(),
        tally: Tally::new(total),
        layer: 0,
        sizes: Vec::new(),
        waited: Vec::new(),
        started,
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
    ground: &'a Ground<'a, C, K>,
    journal: Option<Journal>,
    workers: Vec<Worker<'a, C, K>>,
    /// What was found before the last state that was saved.
    tally: Tally<K>,
    /// The first layer that has not been worked off.
    layer: usize,
    /// Positions of the layers that have been worked off.
    sizes: Vec<u64>,
    /// Records that waited for the layers after each of them when it was worked off.
    waited: Vec<Vec<u64>>,
    started: Instant,
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
        let ground = self.ground;
        let progress = self.task.progress;
        let layers = ground.shelf.layers() as u64;
        progress.layers.store(layers, Ordering::Relaxed);
        if let Some(journal) = &mut self.journal
            && let Some(saved) = journal.resume(&ground.shelf)?
        {
            (self.layer, self.tally) = (saved.layer, saved.tally);
            self.sizes = saved.sizes;
            return Ok(());
        }
        let first = Record::start(ground.code.key(ground.start.cells));
        let run = encode(&[first], ground.shelf.counts(Kind::Waiting));
        ground.shelf.put(Kind::Waiting, 0, run)
    }

    /// Works off layer after layer; says what ended it early.
    fn work_off(&mut self) -> Result<Option<StopReason>, TurnsError> {
        while self.layer < self.ground.shelf.layers() && !self.reached() {
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
        match self.shortest(&self.tally()) {
            Some(length) => length <= self.layer,
            None => false,
        }
    }

    /// The length of the shortest line to the goal by which the layers are.
    fn shortest(&self, tally: &Tally<K>) -> Option<usize> {
        let measure = match self.task.plan.layers {
            LayersBy::Store => return None,
            LayersBy::Moves => Measure::Moves,
            LayersBy::Laps => Measure::Laps,
        };
        let best = tally.shortest(self.task.plan.goal, measure)?;
        Some(best.length.into())
    }

    /// The least length of a line to the goal that has not been excluded.
    fn no_shorter(&self, tally: &Tally<K>) -> u32 {
        let excluded = match self.task.plan.layers {
            LayersBy::Store => 0,
            LayersBy::Moves | LayersBy::Laps => self.layer,
        };
        let least = self.shortest(tally).unwrap_or(usize::MAX).min(excluded + 1);
        u32::try_from(least).expect("a turn has few laps")
    }

    /// Goes on with the search from the end as long as it has had less to do than the enumeration has
    /// with the layer to come.
    fn deepen(&mut self) {
        let Some(backward) = &self.ground.backward else {
            return;
        };
        let mut backward = backward.write().expect("no thread has panicked");
        let forward = self.positions() + self.waiting(self.layer);
        while backward.can_deepen() && backward.work() <= forward {
            let turn = self.ground.turn();
            self.task
                .means(self.started, |means| turn.deepen(&mut backward, means));
        }
    }

    /// What the search from the end has brought.
    fn meeting(&self) -> Result<Option<Meeting>, TurnsError> {
        let ground = self.ground;
        let Some(backward) = &ground.backward else {
            return Ok(None);
        };
        let backward = backward.read().expect("no thread has panicked");
        let line = match self.tally().met {
            Some(met) => {
                let line = way_to(ground, self.layer, met, self.task.plan.threads)?;
                let mut holes: Vec<_> = line.moves.iter().map(|m| m.hole.index()).collect();
                let cells = ground.code.decoder().cells(met.1);
                holes.extend(ground.turn().line(&backward, cells));
                Some(played_line(ground, &holes))
            }
            None => None,
        };
        Ok(Some(Meeting {
            line,
            sizes: backward.sizes(),
        }))
    }

    fn work_off_layer(&mut self) -> Result<(), Ended> {
        let (ground, layer) = (self.ground, self.layer);
        let waiting = self.waiting(layer);
        if waiting == 0 {
            self.sizes.push(0);
            self.waited.push(Vec::new());
            return Ok(());
        }
        self.alone = waiting < ALONE;
        let sources = Sources {
            layer,
            runs: ground.shelf.take(layer),
            gathered: self.each_worker(|worker| worker.sorted(layer)),
        };
        let in_runs = sources.runs.len().min(256);
        let cuts = sources.cuts((1 << 15_usize).max(in_runs << 12));
        let next = AtomicUsize::new(1);
        let before = self.positions();
        let done = AtomicU64::new(before);
        let this = self.task;
        let started = self.started;
        let outcomes = self.each_worker(|worker| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&to) = cuts.get(place) else {
                    return Ok(());
                };
                let limit = this.limit(done.load(Ordering::Relaxed), started, ground);
                if let Some(reason) = limit {
                    return Err(Ended::Limit(reason));
                }
                let known = worker.tally.positions;
                worker.work(ground, &sources, cuts[place - 1], to)?;
                let new = worker.tally.positions - known;
                done.fetch_add(new, Ordering::Relaxed);
                this.progress.positions.fetch_add(new, Ordering::Relaxed);
            }
        });
        for outcome in outcomes {
            outcome?;
        }
        ground.shelf.forget(sources.runs);
        if let Some(journal) = &mut self.journal {
            journal.worked_off(layer);
        }
        self.sizes.push(self.positions() - before);
        self.look_ahead();
        Ok(())
    }

    /// Lets every thread do something with its worker.
    fn each_worker<T: Send>(&mut self, work: impl Fn(&mut Worker<'_, C, K>) -> T + Sync) -> Vec<T> {
        if self.alone || self.workers.len() == 1 {
            return self.workers.iter_mut().map(work).collect();
        }
        std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = self
                .workers
                .iter_mut()
                .map(|worker| scope.spawn(move || work(worker)))
                .collect();
            let joined = threads.into_iter().map(|thread| {
                let result = thread.join();
                result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.collect()
        })
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
        let pile = self.ground.shelf.pile(Kind::Waiting, layer).lock();
        let runs = &pile.expect("no thread has panicked").runs;
        let in_runs: u64 = runs.iter().map(|run| run.records).sum();
        let gathered = self.workers.iter().map(|w| w.waiting(layer) as u64);
        in_runs + gathered.sum::<u64>()
    }

    /// Tells how much waits, and how much that may become.
    fn look_ahead(&mut self) {
        let ahead: Vec<u64> = (self.layer + 1..self.ground.shelf.layers().min(self.layer + 257))
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
        let progress = self.task.progress;
        let layer = self.layer as u64;
        progress.layer.store(layer, Ordering::Relaxed);
        progress
            .waiting
            .store(ahead.iter().sum(), Ordering::Relaxed);
        progress.expected.store(expected as u64, Ordering::Relaxed);
        let on_disk = self.ground.shelf.on_disk.load(Ordering::Relaxed);
        progress.on_disk.store(on_disk, Ordering::Relaxed);
        self.waited.push(ahead);
    }

    fn save_if_due(&mut self) -> Result<(), TurnsError> {
        let due = self.journal.as_ref().is_some_and(Journal::is_due);
        if !due {
            return Ok(());
        }
        let ground = self.ground;
        self.alone = false;
        for result in self.each_worker(|worker| worker.unload(ground, 0)) {
            result?;
        }
        let tally = self.tally();
        if let Some(journal) = &mut self.journal {
            journal.save(&ground.shelf, self.layer, &self.sizes, &tally)?;
        }
        Ok(())
    }

    fn result(mut self, stopped: Option<StopReason>) -> Result<Turns, TurnsError> {
        let (by, tally) = (self.task.plan.layers, self.tally());
        let complete = stopped.is_none() && !self.reached();
        let most = tally.most();
        let all = Goal::Store(most.unwrap_or(0));
        let wanted = |goal, measure| tally.shortest(goal, measure).map(|end| (end, measure));
        let answered = |own: LayersBy, goal, measure| {
            let answers = by == LayersBy::Store || by == own;
            answers.then(|| wanted(goal, measure)).flatten()
        };
        let (goal, set) = (self.task.plan.goal, self.ground.set);
        let lines = [
            wanted(
                all,
                if by == LayersBy::Laps {
                    Measure::Laps
                } else {
                    Measure::Moves
                },
            ),
            answered(LayersBy::Moves, goal, Measure::Moves),
            answered(LayersBy::Laps, goal, Measure::Laps),
            answered(LayersBy::Moves, set, Measure::Moves),
            answered(LayersBy::Laps, set, Measure::Laps),
        ];
        let [most, shortest, fewest_laps, set_moves, set_laps] =
            ways_back(self.ground, self.layer, lines, self.task.plan.threads)?;
        // In the orders by length everything up to the layer in work has been tried.
        let proven = |line: Option<Line>, length: fn(&Line) -> u32| {
            line.map(|line| Reached {
                proven: match by {
                    LayersBy::Store => complete,
                    _ => complete || length(&line) as usize <= self.layer,
                },
                line,
            })
        };
        let moves = |line: &Line| u32::try_from(line.moves.len()).expect("a turn has few moves");
        let laps = |line: &Line| line.laps;
        let counted = complete && self.task.plan.counting && by == LayersBy::Store;
        let turns = Turns {
            complete,
            positions: tally.positions - u64::from(tally.positions > 0),
            stranded: tally.stranded,
            layers: self.layers(),
            most,
            no_shorter: self.no_shorter(&tally),
            shortest: proven(shortest, moves),
            fewest_laps: proven(fewest_laps, laps),
            set: [proven(set_moves, moves), proven(set_laps, laps)],
            turns: if counted { self.turns(&tally) } else { None },
            stopped,
        };
        if let Some(journal) = self.journal.take().filter(|_| stopped.is_none()) {
            journal.finish(&self.ground.shelf)?;
        }
        Ok(turns)
    }

    /// Positions by layer, without the start.
    fn layers(&self) -> Vec<(u32, u64)> {
        let sizes = (0..).zip(self.sizes.iter().copied()).skip(1);
        sizes.filter(|(_, size)| *size > 0).collect()
    }

    /// Turns by what the store gains.
    fn turns(&self, tally: &Tally<K>) -> Option<Vec<(u32, u128)>> {
        let start = self
            .ground
            .kernel
            .store(self.ground.start.cells, self.ground.start.mover);
        let turns = tally
            .turns
            .iter()
            .enumerate()
            .filter(|(_, turns)| **turns > 0);
        turns
            .map(|(store, &turns)| (turns < u128::MAX).then_some((store as u32 - start, turns)))
            .collect()
    }
}

impl Task<'_> {
    /// Does something with the means of a search from the end: a third of the memory that the
    /// enumeration has.
    fn means<T>(&self, started: Instant, work: impl FnOnce(&Means<'_>) -> T) -> T {
        let limits = &self.plan.limits;
        let stopped = || limits.stop.load(Ordering::Relaxed) || started.elapsed() >= limits.time;
        work(&Means {
            threads: self.plan.threads.get(),
            bytes: limits.memory.saturating_mul(1 << 20) / 3,
            stopped: &stopped,
        })
    }

    /// The limit that is reached, if one is.
    fn limit<C: Cells, K: Key>(
        &self,
        positions: u64,
        started: Instant,
        ground: &Ground<'_, C, K>,
    ) -> Option<StopReason> {
        let limits = &self.plan.limits;
        let bytes = ground.shelf.in_memory.load(Ordering::Relaxed);
        if limits.stop.load(Ordering::Relaxed) {
            Some(StopReason::Interrupted)
        } else if positions >= limits.nodes {
            Some(StopReason::Nodes)
        } else if started.elapsed() >= limits.time {
            Some(StopReason::Time)
        } else if bytes > (limits.memory as u64) << 19 {
            Some(StopReason::Memory)
        } else {
            None
        }
    }
}
