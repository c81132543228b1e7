//! The enumeration of a turn, layer by layer, on all cores.

use std::iter::from_fn;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::context::{Context, FromEnd, description, with_keys};
use super::enumeration::{Enumeration, Goal, Measure, Reached, Turns};
use super::key_codec::Key;
use super::resume::{Journal, State};
use super::run_store::{Kind, Record};
use super::tally::Tally;
use super::worker::{Sources, Worker};
use super::{TurnsError, each, shared};
use crate::board::Cells;
use crate::control::{Clock, Control, StopReason, unpoisoned};
use crate::moves::Game;

/// Records that wait for a layer up to which it isn't worth while to start threads.
const ALONE: u64 = 1 << 11;

/// Layers that say how large those to come will be: few seeds may be won in layers with hardly any
/// position.
const PACE: usize = 8;

impl Enumeration<'_> {
    /// Enumerates the turn of the player to move; a node is a position worked off. Whatever the
    /// threads, the memory and the folder, the answer is the same if no limit is reached.
    ///
    /// Cost: half a microsecond a position and core on 2 x 6 and 2 x 7 holes, and 32 bytes a
    /// position that waits, or some 6 to 12 in runs.
    ///
    /// # Errors
    /// If the board is too large for exact keys, a file can't be read or written or is not what it
    /// should be, or no thread can be started where more than one was wanted.
    pub fn run(&self, game: &Game, control: Control<'_>) -> Result<Turns, TurnsError> {
        if game.position().is_over() {
            return Ok(Turns { complete: true, ..Turns::default() });
        }
        let (clock, pool) = (Clock::new(control), shared(self.threads)?);
        with_keys!(game, |kernel, start, codec| {
            let of = (game, &clock, &pool);
            let context = Context::new(*self, of, (kernel, start, codec));
            clock.progress().start_phase("positions", None);
            let mut layers = Layers::open(&context, description(self, game))?;
            layers.begin()?;
            let stopped = layers.work_off()?;
            layers.result(stopped)
        })
    }
}

/// An enumeration in progress.
pub(super) struct Layers<'a, C, K> {
    pub context: &'a Context<'a, C, K>,
    journal: Option<Journal>,
    workers: Vec<Worker<'a, C, K>>,
    /// The findings; those of the workers before the last state that was saved.
    pub state: State,
    /// Records that waited for the layers after each of them when it was worked off.
    waited: Vec<Vec<u64>>,
    /// True if a single thread does what there is to do.
    alone: bool,
    /// True if anything was put into a layer, now or by an earlier run.
    pub begun: bool,
}

impl<'a, C: Cells, K: Key> Layers<'a, C, K> {
    /// An enumeration, of what the words say, in which nothing waits yet; with a folder, what an
    /// earlier run has left in it.
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
            waited: Vec::new(),
            alone: true,
            begun,
        })
    }

    /// Puts the start into its layer, unless an earlier run did.
    pub(super) fn begin(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let first = Record::start(context.codec.key(context.start.cells));
        context.runs.put(Kind::Waiting, 0, &[first])
    }

    /// Puts the boards into their layer with which a search from the end begins.
    pub(super) fn begin_from(&mut self, end: &FromEnd) -> Result<(), TurnsError> {
        self.context.put_good(end)?;
        self.state.layer = end.left as usize;
        self.state.sizes = vec![0; self.state.layer];
        self.begun = true;
        Ok(())
    }

    /// Works off layer after layer; says what ended it early.
    fn work_off(&mut self) -> Result<Option<StopReason>, TurnsError> {
        while self.state.layer < self.context.runs.layers() && !self.reached() {
            match self.work_off_next() {
                Ok(()) => (),
                Err(TurnsError::Stopped(reason)) => return Ok(Some(reason)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Works off the next layer.
    pub(super) fn work_off_next(&mut self) -> Result<(), TurnsError> {
        if self.journal.as_ref().is_some_and(Journal::is_due) {
            self.save()?;
        }
        self.work_off_layer()?;
        self.state.layer += 1;
        Ok(())
    }

    /// The length of the shortest line to the goal by which the layers are.
    fn length(&self) -> Option<usize> {
        let measure = self.context.plan.layers?;
        let best = self.tally().shortest(self.context.plan.goal, measure)?;
        Some(best.length.into())
    }

    /// Tells whether the layers that have been worked off are enough: lines of all lengths up to
    /// the length of the shortest to the goal have been tried.
    fn reached(&self) -> bool {
        self.length().is_some_and(|length| length <= self.state.layer)
    }

    /// Positions of the largest of the layers that were worked off last.
    pub(super) fn pace(&self) -> u64 {
        let last = self.state.sizes.iter().rev().take(PACE);
        last.copied().max().unwrap_or(0)
    }

    fn work_off_layer(&mut self) -> Result<(), TurnsError> {
        let (context, layer) = (self.context, self.state.layer);
        let waiting = self.waiting(layer);
        if waiting == 0 {
            self.state.sizes.push(0);
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
        let outcomes = self.each_worker(|worker| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&to) = cuts.get(place) else {
                    return Ok(());
                };
                let ended = match context.limit() {
                    None => worker.work(context, &sources, (cuts[place - 1], to))?,
                    limit => limit,
                };
                if let Some(reason) = ended {
                    return Err(TurnsError::Stopped(reason));
                }
            }
        });
        outcomes.into_iter().collect::<Result<(), _>>()?;
        context.runs.forget(sources.runs);
        self.state.sizes.push(self.positions() - before);
        self.look_ahead();
        Ok(())
    }

    /// Does something with every worker, on all threads if it is worth while.
    fn each_worker<T: Send>(&mut self, work: impl Fn(&mut Worker<'_, C, K>) -> T + Sync) -> Vec<T> {
        if self.alone {
            return self.workers.iter_mut().map(work).collect();
        }
        let pool = self.context.pool;
        let waiting = Mutex::new(self.workers.iter_mut());
        let next = || unpoisoned(waiting.lock()).next();
        let done = each(pool, || from_fn(next).map(&work).collect::<Vec<_>>());
        done.into_iter().flatten().collect()
    }

    /// Positions that were worked off.
    pub(super) fn positions(&self) -> u64 {
        let new = self.workers.iter().map(|worker| worker.tally.positions);
        self.state.tally.positions + new.sum::<u64>()
    }

    /// Returns what was found.
    pub(super) fn tally(&self) -> Tally<u128> {
        let mut all = self.state.tally.clone();
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
        let State { layer, sizes, .. } = &self.state;
        let ahead: Vec<u64> = (layer + 1..self.context.runs.layers().min(layer + 257))
            .map(|layer| self.waiting(layer))
            .collect();
        let mut expected = 0.0;
        for (distance, &waiting) in (1..).zip(&ahead) {
            // Of the layer in work so much was known when work was as far away from it.
            let before = self.waited.len().checked_sub(distance);
            let known = before.and_then(|b| self.waited[b].get(distance - 1));
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
        self.waited.push(ahead);
    }

    /// Saves a state to go on from, if there is a folder.
    pub(super) fn save(&mut self) -> Result<(), TurnsError> {
        if self.journal.is_none() {
            return Ok(());
        }
        self.unload()?;
        let state = State { tally: self.tally(), ..self.state.clone() };
        self.journal.as_mut().map_or(Ok(()), |journal| journal.save(&self.context.runs, state))
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

    /// What was found, and what of it is proven.
    fn result(self, stopped: Option<StopReason>) -> Result<Turns, TurnsError> {
        let (context, plan, tally) = (self.context, &self.context.plan, self.tally());
        let (by, worked_off) = (plan.layers, self.state.layer);
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
                // In the orders by length everything up to the layer in work has been tried.
                *reached = line.map(|line| Reached {
                    proven: complete || by.is_some() && line.length(measure) as usize <= worked_off,
                    line,
                });
            }
        }
        let excluded = by.map_or(0, |_| worked_off);
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

    /// Turns by what the store gains.
    fn counts(&self, tally: &Tally<u128>) -> Option<Vec<(u32, u128)>> {
        let start = &self.context.start;
        let before = self.context.kernel.store(start.cells, start.mover);
        let turns = (0..).zip(&tally.turns).filter(|(_, turns)| **turns > 0);
        turns
            .map(|(store, &turns): (u32, _)| (turns < u128::MAX).then_some((store - before, turns)))
            .collect()
    }
}

/// Tells of the layer in work, of how many there are at most, how many positions wait and are
/// expected, and the bytes on disk.
fn outlook([layer, layers]: [usize; 2], positions: [f64; 2], on_disk: u64) -> String {
    let [waiting, expected] = positions.map(|number| format!("{:.1} million", number / 1e6));
    let disk = match on_disk {
        0 => String::new(),
        bytes => format!(", {:.1} GB on disk", bytes as f64 / 1e9),
    };
    format!(
        "layer {layer} of at most {layers}, {waiting} wait, of their layers some {expected} are \
         expected{disk}; positions"
    )
}
