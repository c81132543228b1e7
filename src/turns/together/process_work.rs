//! The work of one of the workers.

use std::mem::take;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::messaging::{Exchange, StageReport, garbled, limit_of, read, written};
use super::owner;
use super::parts::{Answered, Part, discard};
use super::process_folder::{Begun, StateFolder};
use super::shares::Shares;
use super::steps::{Sent, shared};
use crate::board::Cells;
use crate::cluster::{Member, Until};
use crate::control::StopReason;
use crate::turns::TurnsError;
use crate::turns::answers::Answers;
use crate::turns::context::Context;
use crate::turns::enumeration::{Task, Turns};
use crate::turns::key_codec::Key;
use crate::turns::run_store::{Kind, RunStore};
use crate::turns::sorted_run::encode;
use crate::turns::tally::Tally;
use crate::turns::turn_state::{Record, distinct};
use crate::turns::worker::{Sources, Worker};

/// The work of one worker.
pub(super) struct ProcessWork<'a, 'b, C, K> {
    task: &'b Task<'b>,
    context: &'b Context<'a, C, K>,
    home: Option<&'b StateFolder<'b>>,
    shares: Shares,
    worker: Worker<'a, C, K>,
    mail: Exchange<'b, K>,
    /// Positions of the layers that all have worked off.
    sizes: Vec<u64>,
    /// The place where states are kept.
    part: Option<Part>,
    stale: Vec<PathBuf>,
    old: Vec<Begun<K>>,
    is_new: bool,
    answered: Option<Answered<K>>,
}

impl<'a, 'b, C: Cells, K: Key> ProcessWork<'a, 'b, C, K> {
    pub(super) fn new(
        task: &'b Task<'b>,
        context: &'b Context<'a, C, K>,
        member: &'b mut Member,
        (home, shares): (Option<&'b StateFolder<'b>>, Shares),
        begun: Begun<K>,
    ) -> Self {
        let (layers, total) = (context.runs.layers(), context.start.cells.sum());
        let mut worker = Worker::new(context.codec, layers, total);
        worker.tally = begun.tally;
        ProcessWork {
            task,
            context,
            home,
            shares,
            worker,
            mail: Exchange::new(member, &context.runs, shares),
            sizes: begun.sizes,
            part: begun.part,
            stale: begun.stale,
            old: begun.old,
            is_new: begun.is_new,
            answered: begun.answered,
        }
    }

    pub(super) fn run(mut self) -> Result<Turns, TurnsError> {
        if let Some(answered) = self.answered.take() {
            return self.answer_again(answered);
        }
        self.task.clock.count(self.known());
        self.begin()?;
        let mut stopped = None;
        while stopped.is_none() && self.sizes.len() < self.context.runs.layers() {
            stopped = self.work_off_layer()?;
        }
        let tally = self.whole_tally()?;
        // A layer that is not whole counts as the one in work, as it does in one process.
        let layer = self.sizes.len() - usize::from(stopped.is_some());
        self.sizes.truncate(layer);
        let answers = Answers {
            context: self.context,
            plan: &self.task.plan,
            tally: tally.clone(),
            layer,
            sizes: &self.sizes,
            complete: stopped.is_none(),
        };
        let (member, mut told) = (&mut *self.mail.member, Vec::new());
        let turns = answers.turns(stopped, &mut |steps| {
            let steps = shared(member, &steps)?;
            told.push(steps.iter().map(Sent::of).collect());
            Ok(steps)
        })?;
        if stopped.is_none() && self.home.is_some() {
            let keeps = self.mail.member.index() == 0;
            if let Some(part) = self.part.as_ref().filter(|_| keeps) {
                part.keep_answers(&self.sizes, &tally, told)?;
            }
            self.finish(keeps)?;
        }
        Ok(turns)
    }

    /// The share of a worker in the positions that were worked off before, so that the limit means
    /// the same however many workers there were.
    fn known(&self) -> u64 {
        let all: u64 = self.sizes.iter().sum();
        let (here, peers) = (self.mail.member.index(), self.mail.member.peers());
        all / peers as u64 + u64::from((here as u64) < all % peers as u64)
    }

    /// Puts the start into its layer, or deals out what other parts have; then it is a state.
    fn begin(&mut self) -> Result<(), TurnsError> {
        let context = self.context;
        let start = context.codec.key(context.start.cells);
        let member = &self.mail.member;
        let is_own = owner(start, member.peers()) == member.index();
        if self.is_new && is_own {
            let counting = context.runs.counts(Kind::Waiting);
            let run = encode(&[Record::start(start)], counting);
            context.runs.put(Kind::Waiting, 0, run)?;
        }
        for old in &take(&mut self.old) {
            self.deal_out(&old.runs)?;
        }
        self.mail.end_stage()?;
        match self.part.as_ref().is_some_and(Part::is_empty) {
            true => self.save(),
            false => Ok(()),
        }
    }

    /// Sends all records of another part to their owners.
    fn deal_out(&mut self, old: &RunStore<K>) -> Result<(), TurnsError> {
        let peers = self.mail.member.peers();
        let mut records = vec![Vec::new(); peers];
        for kind in [Kind::Waiting, Kind::Done] {
            for layer in 0..old.layers() {
                let mut reader = old.reader(kind, layer);
                for run in &old.layer(kind, layer).runs {
                    for block in &run.blocks {
                        reader.read(run, block, |r| records[owner(r.key, peers)].push(r))?;
                        if records.iter().map(Vec::len).sum::<usize>() > self.shares.gathered {
                            records.iter_mut().for_each(distinct);
                            self.send((kind, layer), &mut records)?;
                        }
                    }
                }
                records.iter_mut().for_each(distinct);
                self.send((kind, layer), &mut records)?;
            }
        }
        Ok(())
    }

    /// Works off what of a layer belongs to this worker, and waits for the others; says which limit
    /// one of them has reached.
    fn work_off_layer(&mut self) -> Result<Option<StopReason>, TurnsError> {
        let (context, layer) = (self.context, self.sizes.len());
        let sources = Sources { layer, runs: context.runs.take(layer), gathered: Vec::new() };
        let in_runs = sources.runs.len().min(256);
        let wished = (1 << 15_usize).max(in_runs << 12);
        let cuts = sources.cuts(wished.min(self.shares.stretch));
        let before = self.worker.tally.positions;
        let mut stopped = None;
        for ends in cuts.windows(2) {
            stopped = self.limit().or(self.mail.stopped());
            if stopped.is_some() {
                break;
            }
            let stretch = (ends[0], ends[1]);
            stopped = (self.worker).work(context, &sources, stretch, self.task.clock)?;
            if stopped.is_some() {
                break;
            }
            if self.worker.held() > self.shares.gathered {
                self.send_gathered()?;
            }
            self.mail.wait(Until::Now)?;
        }
        context.runs.forget(sources.runs);
        self.send_gathered()?;
        let positions = self.worker.tally.positions - before;
        let news = self.mail.exchange(&StageReport { positions, stopped })?;
        self.sizes.push(news.iter().map(|news| news.positions).sum());
        self.tell();
        let stopped = limit_of(&news);
        if stopped.is_none() {
            self.keep(layer)?;
        }
        Ok(stopped)
    }

    /// Keeps a state, now that a layer has been worked off by all.
    fn keep(&mut self, layer: usize) -> Result<(), TurnsError> {
        let Some(part) = &mut self.part else {
            return Ok(());
        };
        part.worked_off(layer);
        // In a layer of nothing nothing was done.
        match self.sizes[layer] {
            0 => Ok(()),
            _ => self.save(),
        }
    }

    /// Writes a state; what only older ones need goes once all workers have this one.
    fn save(&mut self) -> Result<(), TurnsError> {
        self.mail.settle_all()?;
        let part = self.part.as_mut().expect("there is a folder");
        part.save(&self.context.runs, &self.sizes, &self.worker.tally)?;
        self.mail.member.all(&[])?;
        part.commit(&self.context.runs)?;
        if part.is_beyond_beginning() {
            take(&mut self.stale).iter().try_for_each(|f| discard(f))?;
        }
        Ok(())
    }

    /// The limit that is reached in this process.
    fn limit(&self) -> Option<StopReason> {
        let runs = &self.context.runs;
        let places = runs.index.load(Ordering::Relaxed);
        let (bytes, most) = match self.part {
            None => (runs.in_memory.load(Ordering::Relaxed), self.shares.most),
            // The runs themselves go to files.
            Some(_) => (0, self.shares.most / 2),
        };
        let limit = self.task.clock.ended();
        limit.or((bytes + places > most).then_some(StopReason::Memory))
    }

    /// Sends what has been gathered to the owners.
    fn send_gathered(&mut self) -> Result<(), TurnsError> {
        let peers = self.mail.member.peers();
        let mut parts = vec![Vec::new(); peers];
        for layer in 0..self.context.runs.layers() {
            if self.worker.waiting(layer) == 0 {
                continue;
            }
            for record in self.worker.sorted(layer) {
                parts[owner(record.key, peers)].push(record);
            }
            self.send((Kind::Waiting, layer), &mut parts)?;
        }
        Ok(())
    }

    /// Sends sorted records of a layer, those of each worker to it.
    fn send(&mut self, to: (Kind, usize), parts: &mut [Vec<Record<K>>]) -> Result<(), TurnsError> {
        for (worker, records) in parts.iter_mut().enumerate() {
            self.mail.send(worker, to, records)?;
            records.clear();
        }
        Ok(())
    }

    /// Tells where the work is.
    fn tell(&self) {
        if self.mail.member.index() > 0 {
            return;
        }
        let disk = match self.context.runs.on_disk.load(Ordering::Relaxed) {
            0 => String::new(),
            bytes => format!(", {:.1} MB on disk for a worker", bytes as f64 / 1e6),
        };
        self.task.clock.progress().announce(format!(
            "layer {} of at most {}, {} positions in all processes, {:.1} MB sent{disk}; positions \
             here",
            self.sizes.len() - 1,
            self.context.runs.layers(),
            self.sizes.iter().sum::<u64>(),
            self.mail.member.sent() as f64 / 1e6,
        ));
    }

    /// The findings of all workers.
    fn whole_tally(&mut self) -> Result<Tally<K>, TurnsError> {
        let mut whole = Tally::new(self.context.start.cells.sum());
        for text in self.mail.member.all(&written(&self.worker.tally))? {
            whole.join(&read(&text)?);
        }
        Ok(whole)
    }

    /// Gives the answers that were found before the processes ended.
    fn answer_again(mut self, answered: Answered<K>) -> Result<Turns, TurnsError> {
        let answers = Answers {
            context: self.context,
            plan: &self.task.plan,
            layer: answered.sizes.len(),
            sizes: &answered.sizes,
            tally: answered.tally,
            complete: true,
        };
        let mut back = answered.back.into_iter();
        let turns = answers.turns(None, &mut |_| {
            let steps = back.next().ok_or_else(garbled)?;
            steps.into_iter().map(Sent::step).collect()
        })?;
        let keeps = self.part.is_some();
        self.finish(keeps)?;
        Ok(turns)
    }

    /// Empties the folders. The answers go last: with them the other parts may be gone.
    fn finish(&mut self, keeps: bool) -> Result<(), TurnsError> {
        self.mail.member.all(&[])?;
        take(&mut self.stale).iter().try_for_each(|f| discard(f))?;
        if !keeps && let Some(part) = self.part.take() {
            part.remove()?;
        }
        self.mail.member.all(&[])?;
        if let Some(part) = self.part.take() {
            part.remove()?;
        }
        self.mail.member.all(&[])?;
        if let Some(home) = self.home {
            home.unlock()?;
        }
        Ok(())
    }
}
