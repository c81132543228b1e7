//! The enumeration of a turn, layer by layer, on several threads.

use std::iter::from_fn;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::context::{Context, FromEnd, description, with_keys};
use super::enumeration::{Enumeration, Goal, Measure, Reached, Turns};
use super::key_codec::Key;
use super::resume::{Journal, State};
use super::run_codec::Record;
use super::run_store::Kind;
use super::tally::Tally;
use super::worker::{Sources, Worker};
use super::{TurnsError, on_each_thread, start_pool};
use crate::board::Cells;
use crate::control::{Clock, Control, StopReason, unpoisoned};
use crate::moves::Game;

/// Records of a layer below which starting threads does not pay.
const MIN_SHARED: u64 = 1 << 11;

/// Number of recent layers from which the size of later ones is estimated. Several are needed
/// because some layers (by seeds won) have hardly any positions.
const PACE: usize = 8;

impl Enumeration<'_> {
    /// Enumerates the turn of the player to move. A node is a position expanded. If no limit is
    /// reached, the result does not depend on threads, memory or the folder.
    ///
    /// Cost: half a microsecond per position and core on 2 x 6 and 2 x 7 holes; 32 bytes per
    /// frontier position in memory, or about 6 to 12 in runs.
    ///
    /// # Errors
    /// If the board is too large for exact keys, a file can't be read or written or is damaged, or
    /// no thread can be started where more than one is wanted.
    pub fn run(&self, game: &Game, control: Control<'_>) -> Result<Turns, TurnsError> {
        if game.position().is_over() {
            return Ok(Turns { complete: true, ..Turns::default() });
        }
        let (clock, pool) = (Clock::new(control), start_pool(self.threads)?);
        with_keys!(game, |kernel, start, codec| {
            let of = (game, &clock, &pool);
            let context = Context::new(*self, of, (kernel, start, codec));
            clock.progress().start_phase("positions", None);
            let mut layers = Layers::open(&context, description(self, game))?;
            layers.begin()?;
            let stopped = layers.process_all()?;
            layers.result(stopped)
        })
    }
}

/// An enumeration in progress.
pub(super) struct Layers<'a, C, K> {
    pub context: &'a Context<'a, C, K>,
    journal: Option<Journal>,
    workers: Vec<Worker<'a, C, K>>,
    /// The results up to the last checkpoint that was loaded; the workers have the later ones.
    pub state: State,
    /// For each processed layer, the frontier records of the layers after it at that time.
    frontier_sizes: Vec<Vec<u64>>,
    /// Whether a single thread processes the current layer.
    alone: bool,
    /// Whether any position was put into a layer, in this run or an earlier one.
    pub begun: bool,
}

impl<'a, C: Cells, K: Key> Layers<'a, C, K> {
    /// Opens an enumeration, described by `what`, with an empty frontier; with a folder, resumes
    /// from the checkpoint of an earlier run.
    pub(super) fn open(
        context: &'a Context<'a, C, K>,
        what: String,
    ) -> Result<Layers<'a, C, K>, TurnsError> {
        let (plan, total) = (&context.plan, context.start.cells.sum());
        let mut journal = plan.spill.map(|spill| Journal::open(spill, what)).transpose()?;
        let saved = match &mut journal {
            Some(journal) => journal.resume(&context.runs)?,
            None => None,
        };
        let begun = saved.is_some();
        let none = || State { layer: 0, sizes: Vec::new(), upper: None, tally: Tally::new(total) };
        let state = saved.unwrap_or_else(none);
        context.clock.count(state.tally.positions + state.tally.stranded);
        let worker = |_| Worker::new(context.codec, context.runs.layers(), total);
        Ok(Layers {
            context,
            journal,
            workers: (0..plan.threads.get()).map(worker).collect(),
            state,
            frontier_sizes: Vec::new(),
            alone: true,
            begun,
        })
    }

    /// Puts the start into its layer, unless an earlier run has done so.
    pub(super) fn begin(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let first = Record::start(context.codec.key(context.start.cells));
        context.runs.put(Kind::Waiting, 0, &[first])
    }

    /// Puts the goal boards, from which a search from the end starts, into their layer.
    pub(super) fn begin_from(&mut self, end: &FromEnd) -> Result<(), TurnsError> {
        self.context.put_goals(end)?;
        self.state.layer = end.left as usize;
        self.state.sizes = vec![0; self.state.layer];
        self.begun = true;
        Ok(())
    }

    /// Processes one layer after another; returns the limit that ended it early.
    fn process_all(&mut self) -> Result<Option<StopReason>, TurnsError> {
        while self.state.layer < self.context.runs.layers() && !self.reached() {
            match self.process_next() {
                Ok(()) => (),
                Err(TurnsError::Stopped(reason)) => return Ok(Some(reason)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Processes the next layer, after saving a checkpoint if one is due.
    pub(super) fn process_next(&mut self) -> Result<(), TurnsError> {
        if self.journal.as_ref().is_some_and(Journal::is_due) {
            self.save()?;
        }
        self.process_layer()?;
        self.state.layer += 1;
        Ok(())
    }

    /// The length of the shortest line to the goal, in the measure of the layers.
    fn length(&self) -> Option<usize> {
        let measure = self.context.plan.layers?;
        let best = self.tally().shortest(self.context.plan.goal, measure)?;
        Some(best.length.into())
    }

    /// Whether enough layers have been processed: all lines up to the length of the shortest one to
    /// the goal have been tried.
    fn reached(&self) -> bool {
        self.length().is_some_and(|length| length <= self.state.layer)
    }

    /// The size of the largest of the last processed layers.
    pub(super) fn pace(&self) -> u64 {
        let last = self.state.sizes.iter().rev().take(PACE);
        last.copied().max().unwrap_or(0)
    }

    fn process_layer(&mut self) -> Result<(), TurnsError> {
        let (context, layer) = (self.context, self.state.layer);
        let waiting = self.waiting(layer);
        if waiting == 0 {
            self.state.sizes.push(0);
            self.frontier_sizes.push(Vec::new());
            return Ok(());
        }
        self.alone = waiting < MIN_SHARED;
        let sources = Sources {
            layer,
            runs: context.runs.take(layer),
            gathered: self.each_worker(|worker| worker.sorted(layer)),
        };
        let in_runs = sources.runs.len().min(256);
        let cuts = sources.cuts((1 << 15_usize).max(in_runs << 12));
        let next = AtomicUsize::new(1);
        let before = self.positions();
        let outcomes = self.each_worker(|worker| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&to) = cuts.get(place) else {
                    return Ok(());
                };
                let ended = match context.limit() {
                    None => worker.process(context, &sources, (cuts[place - 1], to))?,
                    limit => limit,
                };
                if let Some(reason) = ended {
                    return Err(TurnsError::Stopped(reason));
                }
            }
        });
        outcomes.into_iter().collect::<Result<(), _>>()?;
        context.runs.drop_runs(sources.runs);
        self.state.sizes.push(self.positions() - before);
        self.report_outlook();
        Ok(())
    }

    /// Calls `work` with every worker, on all threads if that pays.
    fn each_worker<T: Send>(&mut self, work: impl Fn(&mut Worker<'_, C, K>) -> T + Sync) -> Vec<T> {
        if self.alone {
            return self.workers.iter_mut().map(work).collect();
        }
        let pool = self.context.pool;
        let waiting = Mutex::new(self.workers.iter_mut());
        let next = || unpoisoned(waiting.lock()).next();
        let done = on_each_thread(pool, || from_fn(next).map(&work).collect::<Vec<_>>());
        done.into_iter().flatten().collect()
    }

    /// The number of positions expanded.
    pub(super) fn positions(&self) -> u64 {
        let new = self.workers.iter().map(|worker| worker.tally.positions);
        self.state.tally.positions + new.sum::<u64>()
    }

    /// The results of all workers together.
    pub(super) fn tally(&self) -> Tally<u128> {
        let mut all = self.state.tally.clone();
        self.workers.iter().for_each(|w| all.join(&w.tally));
        all
    }

    /// The number of frontier records of a layer.
    fn waiting(&self, layer: usize) -> u64 {
        let runs = &self.context.runs.layer(Kind::Waiting, layer).runs;
        let in_runs: u64 = runs.iter().map(|run| run.records).sum();
        let gathered = self.workers.iter().map(|w| w.waiting(layer) as u64);
        in_runs + gathered.sum::<u64>()
    }

    /// Reports the size of the frontier, and an estimate of its layers' final size.
    fn report_outlook(&mut self) {
        let State { layer, sizes, .. } = &self.state;
        let ahead: Vec<u64> = (layer + 1..self.context.runs.layers().min(layer + 257))
            .map(|layer| self.waiting(layer))
            .collect();
        let mut expected = 0.0;
        for (distance, &waiting) in (1..).zip(&ahead) {
            // The number of records known of the current layer at this distance.
            let before = self.frontier_sizes.len().checked_sub(distance);
            let known = before.and_then(|b| self.frontier_sizes[b].get(distance - 1));
            let share = match (known, sizes.last()) {
                (Some(&known), Some(&size)) if known > 0 => size as f64 / known as f64,
                _ => 1.0,
            };
            expected += waiting as f64 * share;
        }
        let positions = [ahead.iter().sum::<u64>() as f64, expected];
        let runs = &self.context.runs;
        let on_disk = runs.on_disk.load(Ordering::Relaxed);
        let outlook = outlook([*layer, runs.layers()], positions, on_disk);
        self.context.clock.progress().announce(format!("{}{outlook}", self.context.about));
        self.frontier_sizes.push(ahead);
    }

    /// Saves a checkpoint, if there is a folder.
    pub(super) fn save(&mut self) -> Result<(), TurnsError> {
        if self.journal.is_none() {
            return Ok(());
        }
        self.unload()?;
        let state = State { tally: self.tally(), ..self.state.clone() };
        self.journal.as_mut().map_or(Ok(()), |journal| journal.save(&self.context.runs, state))
    }

    /// Writes everything that the workers hold to runs.
    pub(super) fn unload(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        self.alone = false;
        let unloaded = self.each_worker(|worker| worker.unload(context, 0));
        unloaded.into_iter().collect()
    }

    /// Removes the checkpoint, if there is a folder.
    pub(super) fn finish(self) -> Result<(), TurnsError> {
        match self.journal {
            Some(journal) => journal.finish(&self.context.runs),
            None => Ok(()),
        }
    }

    /// Assembles the result, and what of it is proven.
    fn result(self, stopped: Option<StopReason>) -> Result<Turns, TurnsError> {
        let (context, plan, tally) = (self.context, &self.context.plan, self.tally());
        let (by, processed) = (plan.layers, self.state.layer);
        let complete = stopped.is_none() && !self.reached();
        let all = Goal::Store(tally.most().unwrap_or(0));
        let measure = by.unwrap_or(Measure::Moves);
        let most = context.line_back(tally.shortest(all, measure), measure)?;
        let mut reached = [const { None }; 4];
        for (place, reached) in reached.iter_mut().enumerate() {
            let goal = if place < 2 { plan.goal } else { context.set };
            let measure = [Measure::Moves, Measure::Laps][place % 2];
            if by.is_none_or(|by| by == measure) {
                let line = context.line_back(tally.shortest(goal, measure), measure)?;
                // With layers by length, everything up to the current layer has been tried.
                *reached = line.map(|line| Reached {
                    proven: complete || by.is_some() && line.length(measure) as usize <= processed,
                    line,
                });
            }
        }
        let excluded = by.map_or(0, |_| processed);
        let no_shorter = self.length().unwrap_or(usize::MAX).min(excluded + 1);
        let sizes = (0..).zip(self.state.sizes.iter().copied()).skip(1);
        let counted = complete && plan.counting && by.is_none();
        let turns = Turns {
            complete,
            positions: tally.positions - u64::from(tally.positions > 0),
            stranded: tally.stranded,
            layers: sizes.filter(|(_, size)| *size > 0).collect(),
            most,
            no_shorter: u32::try_from(no_shorter).expect("a turn has few laps"),
            reached,
            turns: if counted { self.counts(&tally) } else { None },
            stopped,
        };
        if stopped.is_none() {
            self.finish()?;
        }
        Ok(turns)
    }

    /// Counts of turns by the seeds that the store gains.
    fn counts(&self, tally: &Tally<u128>) -> Option<Vec<(u32, u128)>> {
        let start = &self.context.start;
        let before = self.context.kernel.store(start.cells, start.mover);
        let turns = (0..).zip(&tally.turns).filter(|(_, turns)| **turns > 0);
        turns
            .map(|(store, &turns): (u32, _)| (turns < u128::MAX).then_some((store - before, turns)))
            .collect()
    }
}

/// Describes the progress: the current layer and the maximum, the frontier and its expected size,
/// and the bytes on disk.
fn outlook([layer, layers]: [usize; 2], positions: [f64; 2], on_disk: u64) -> String {
    let [waiting, expected] = positions.map(|number| format!("{:.1} million", number / 1e6));
    let disk = match on_disk {
        0 => String::new(),
        bytes => format!(", {:.1} GB on disk", bytes as f64 / 1e9),
    };
    format!(
        "layer {layer} of at most {layers}, {waiting} in the frontier, about {expected} expected \
         in its layers{disk}; positions"
    )
}
