//! A campaign worked off on one machine: jobs on several threads, each kept before the next begins.

use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use super::bounds_file::{self, BoundsFile};
use super::dealing::Job;
use super::error::CampaignError;
use super::finding::Finding;
use super::folder::Campaign;
use super::knowledge::{Knowledge, is_contradiction};
use super::run::Run;
use crate::board::Position;
use crate::control::{Clock, Control, Stop, StopReason, beside_threads, unpoisoned};
use crate::moves::Game;
use crate::search::Solver;

/// The time between two looks at whether the work is to end.
const EVERY: Duration = Duration::from_millis(20);

/// The stack of a thread; a search that needs more takes it itself.
const STACK: usize = 1 << 21;

/// The state that the threads share.
struct State<'a> {
    campaign: &'a mut Campaign,
    bounds: BoundsFile,
    /// Jobs at work.
    busy: usize,
    /// Jobs that may still be dealt out.
    left: u64,
    /// True if a job found no nodes left.
    out: bool,
    ended: Option<Result<(), CampaignError>>,
}

/// Works off a campaign that was opened to be written, until its question is answered, `most` jobs
/// are done, or a limit ends it, which is then said. A node is a position visited by a job. A job
/// that the limit of all cuts short says nothing.
///
/// A result is on disk before the next job begins: what ends the process loses the jobs at work,
/// and nothing else.
///
/// # Errors
/// If results contradict each other or can't be kept, or the machine doesn't give what a search
/// needs.
pub fn run(
    campaign: &mut Campaign,
    run: Run<'_>,
    most: u64,
    control: Control<'_>,
) -> Result<Option<StopReason>, CampaignError> {
    let question = *campaign.question();
    control.progress.start_phase("proving by jobs; nodes", None);
    let knowledge =
        Knowledge::new(bounds_file::known(campaign.folder(), &question)?, campaign.nodes);
    let state = State {
        bounds: BoundsFile::open(campaign.folder())?,
        campaign,
        busy: 0,
        left: most,
        out: false,
        ended: None,
    };
    let pool = WorkerPool::new(run, question.game, (state, knowledge), control);
    let stopped = pool.work(&|| pool.deal(), |state| state.ended.is_some())?;
    let state = unpoisoned(pool.state.into_inner());
    state.ended.unwrap_or(Ok(()))?;
    let stopped = stopped.or(state.out.then_some(StopReason::Nodes));
    Ok(stopped.filter(|_| !state.campaign.is_answered()))
}

/// Threads that do jobs of one campaign, and what they share.
pub(super) struct WorkerPool<'a, S> {
    pub run: Run<'a>,
    pub game: Game,
    pub knowledge: Knowledge,
    pub state: Mutex<S>,
    pub changed: Condvar,
    pub clock: Clock<'a>,
    /// Ends the searches.
    pub stop: Stop,
}

impl<'a, S: Send> WorkerPool<'a, S> {
    pub(super) fn new(
        run: Run<'a>,
        game: Game,
        (state, knowledge): (S, Knowledge),
        control: Control<'a>,
    ) -> Self {
        WorkerPool {
            run,
            game,
            knowledge,
            state: Mutex::new(state),
            changed: Condvar::new(),
            clock: Clock::new(control),
            stop: Stop::new(),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, S> {
        unpoisoned(self.state.lock())
    }

    /// The limits of a job's search, which is not ended by time.
    pub(super) fn limits(&self) -> Control<'_> {
        Control { time: Duration::MAX, stop: &self.stop, ..self.clock.part() }
    }

    /// Lets every thread do this work, and waits until it has ended, or ends it when the time is up
    /// or it is cancelled, which is said.
    pub(super) fn work(
        &self,
        work: &(dyn Fn() + Sync),
        ended: impl Fn(&S) -> bool,
    ) -> Result<Option<StopReason>, CampaignError> {
        let mut stopped = None;
        let work = |_| {
            let _stop_on_panic = StopOnPanic(&self.stop);
            work();
        };
        let mut watch = || stopped = self.watch(&ended);
        beside_threads(self.run.parallel, STACK, "job", &work, &mut watch)?;
        Ok(stopped)
    }

    fn watch(&self, ended: &impl Fn(&S) -> bool) -> Option<StopReason> {
        let mut state = self.state();
        loop {
            if ended(&state) || self.stop.is_set() {
                self.stop.set();
                return None;
            }
            if let Some(reason) = self.clock.ended() {
                self.stop.set();
                return Some(reason);
            }
            let waited = self.changed.wait_timeout(state, EVERY);
            state = unpoisoned(waited).0;
        }
    }
}

/// Ends all others if the thread that has it panics: they would wait for its job for ever.
struct StopOnPanic<'a>(&'a Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.set();
        }
    }
}

impl WorkerPool<'_, State<'_>> {
    /// One thread's work: job after job.
    fn deal(&self) {
        let mut state = self.state();
        while state.ended.is_none() && !self.stop.is_set() {
            let dealt = match state.left {
                0 => Ok(None),
                _ => state.campaign.tree.deal(),
            };
            match dealt {
                Err(error) => state.ended = Some(Err(error)),
                Ok(Some(job)) => {
                    state.busy += 1;
                    state.left -= 1;
                    let path = bounds_file::path(state.campaign.folder());
                    drop(state);
                    let found = self.search(job, &path);
                    state = self.state();
                    state.busy -= 1;
                    if let Err(error) = self.take(&mut state, &job.position, found) {
                        state.ended = Some(Err(error));
                    }
                    self.changed.notify_all();
                }
                // What could matter, or what may be done, is at work.
                Ok(None) if state.busy > 0 && !state.campaign.is_answered() => {
                    let waited = self.changed.wait_timeout(state, EVERY);
                    state = unpoisoned(waited).0;
                }
                Ok(None) => state.ended = Some(Ok(())),
            }
        }
        // Those who search are no longer needed, whatever ended it.
        self.stop.set();
        drop(state);
        self.changed.notify_all();
    }

    fn search(&self, job: Job, bounds: &Path) -> Result<Finding, CampaignError> {
        let game = self.game.at(job.position);
        let control = Control { nodes: job.max_nodes, ..self.limits() };
        let search = |solver: &Solver<'_>| solver.solve(&game, control);
        let found = self.knowledge.search(self.run, job.at_least, search);
        match found {
            Ok(found) => {
                self.knowledge.count(found.nodes);
                let asked = (job.position, job.at_least);
                Ok(Finding::of_job(asked, job.max_nodes, &found))
            }
            Err(error) if !self.run.alone && is_contradiction(&error) => {
                Err(CampaignError::WrongBounds {
                    position: job.position.to_string(),
                    path: bounds.to_owned(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps what a job found, unless it was cancelled.
    fn take(
        &self,
        state: &mut State<'_>,
        position: &Position,
        found: Result<Finding, CampaignError>,
    ) -> Result<(), CampaignError> {
        let found = found?;
        // Behind a line that could not be written whole nothing may stand.
        if matches!(state.ended, Some(Err(_))) {
            return Ok(());
        }
        // What was cut short has proven something too.
        let question = state.campaign.question;
        state.bounds.keep(&self.knowledge.exchange, &question)?;
        self.clock.progress().add(found.nodes);
        if found.stopped == Some(StopReason::Interrupted) {
            return state.campaign.tree.give_up(position);
        }
        if found.stopped == Some(StopReason::Nodes) && Some(found.nodes) < found.max_nodes {
            state.out = true;
            state.ended.get_or_insert(Ok(()));
            return state.campaign.tree.give_up(position);
        }
        state.campaign.keep(&found)?;
        let bounds = state.campaign.tree.bounds();
        let (lower, upper) = (bounds.lower, bounds.upper);
        let text = format!("proving by jobs, {lower:+} to {upper:+}; nodes");
        self.clock.progress().announce(text);
        Ok(())
    }
}
