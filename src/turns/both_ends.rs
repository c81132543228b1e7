//! Proof of a harvest from both ends: an enumeration from the start of the turn, which goes on from
//! question to question, and for each question a search from the end.
//!
//! The one whose layers are smaller goes on. When the boards are known that the search from the end
//! has among those with as many seeds outside as the positions that wait, all that wait are looked
//! up: every line leads through one of them, or has reached its end before.

use crate::control::Control;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::backtrack::{line_to, lines_back, played_line};
use super::context::Context;
use super::context::FromEnd;
use super::enumeration::with_keys;
use super::enumeration::{Keyed, Task};
use super::from_the_end::LayerIndex;
use super::harvest::{HarvestBound, HarvestProof, HarvestStep, seeds};
use super::key_codec::{Key, KeyCodec};
use super::layers::{Interrupt, Run};
use super::resume::Answered;
use super::run_store::Kind;
use super::shared;
use super::tally::Measure;
use super::{Enumeration, Goal, LayersBy, Line, Spill, TurnsError, at, each};
use crate::board::Cells;
use crate::control::{Clock, Pool};
use crate::moves::{Game, Kernel, State};

/// A proof with what it is of.
#[derive(Clone, Copy)]
pub(super) struct BothEnds<'a> {
    pub plan: &'a HarvestProof<'a>,
    pub game: &'a Game,
    pub clock: &'a Clock<'a>,
    pub pool: Option<&'a Pool>,
    /// Seeds that can come to the store, with those that are there, and those that the mover lifts
    /// none of and that stay outside.
    pub seeds: [u32; 2],
    /// Seeds in the store that a line is known to reach, and what no line can exceed.
    pub known: u32,
    pub upper: u32,
}

impl Keyed for BothEnds<'_> {
    type Found = HarvestBound;

    fn with<C: Cells, K: Key>(
        self,
        kernel: &Kernel<C>,
        start: &State<C>,
        codec: &KeyCodec<C, K>,
    ) -> Result<HarvestBound, TurnsError> {
        self.clock.progress().start_phase("positions", None);
        let folder = self.folder("from-start");
        let task = self.task("from the start, ".to_owned(), folder.as_deref());
        let context = task.context(kernel, start, codec, None);
        let mut forward = Run::open(&task, &context, task.told())?;
        forward.begin()?;
        let answered = self.plan.spill.map(|spill| Answered::open(spill.folder, task.told()));
        let mut answered = answered.transpose()?;
        let upper = answered.as_ref().and_then(|answered| answered.upper);
        let mut bound = HarvestBound {
            upper: upper.unwrap_or(self.upper),
            best: None,
            proven: false,
            steps: Vec::new(),
            stopped: None,
        };
        let mut known = self.known;
        while bound.upper > known && bound.stopped.is_none() {
            for line in self.ask(&mut forward, &mut bound)?.into_iter().flatten() {
                if line.store > known {
                    known = line.store;
                    bound.best = Some(line);
                }
            }
            if bound.take_answer()
                && let Some(answered) = &mut answered
            {
                answered.save(bound.upper)?;
            }
        }
        bound.proven = bound.upper <= known;
        if bound.proven {
            forward.finish()?;
            remove(folder.as_deref())?;
            if let Some(answered) = answered {
                answered.finish()?;
            }
        }
        Ok(bound)
    }
}

impl BothEnds<'_> {
    /// A folder of a part of the proof.
    fn folder(&self, name: &str) -> Option<PathBuf> {
        let spill = self.plan.spill?;
        Some(spill.folder.join(name))
    }

    /// One of the two searches: each has half of the memory.
    fn task<'a>(&'a self, about: String, folder: Option<&'a Path>) -> Task<'a> {
        let every = self.plan.spill.map(|spill| spill.every);
        let spill = folder.zip(every);
        Task {
            plan: Enumeration {
                memory: (self.plan.memory / 2).max(1),
                threads: self.plan.threads,
                layers: LayersBy::Store,
                goal: Goal::Store(self.upper),
                counting: false,
                spill: spill.map(|(folder, every)| Spill { folder, every }),
            },
            game: self.game,
            clock: self.clock,
            pool: self.pool,
            about,
            #[cfg(feature = "cluster")]
            cluster: None,
        }
    }

    /// Asks whether a line brings as much as the bound allows, and takes in the answer; returns the
    /// best lines that were found on the way.
    fn ask<C: Cells, K: Key>(
        &self,
        forward: &mut Run<'_, C, K>,
        bound: &mut HarvestBound,
    ) -> Result<[Option<Line>; 2], TurnsError> {
        let [in_reach, out_of_reach] = self.seeds;
        let (upper, from) = (bound.upper, forward.context);
        let end = FromEnd {
            left: in_reach - upper + out_of_reach,
            most: from.outside(from.start.cells),
            reach: from.reach(from.start.cells),
        };
        let folder = self.folder(&format!("from-end-{}", end.left));
        let about = format!("{upper} seeds in the store? From the end, ");
        let task = self.task(about, folder.as_deref());
        let context = task.context(from.kernel, &from.start, from.codec, Some(end));
        let what = format!("{}, from the end, {} left", task.told(), end.left);
        let mut back = Run::open(&task, &context, what)?;
        let before = forward.positions();
        let met = match self.approach(forward, &mut back, upper) {
            Ok(met) => met,
            Err(Interrupt::Failed(error)) => return Err(error),
            Err(Interrupt::Limit(reason)) => {
                bound.stopped = Some(reason);
                None
            }
        };
        let line = met.map(|met| line_through(forward, &context, met));
        let lines = [line.transpose()?, best(forward)?];
        let reached = lines.iter().flatten().any(|line| line.store >= upper);
        if reached {
            bound.stopped = None;
        }
        let sizes = (0..).zip(back.sizes().iter().copied());
        bound.steps.push(HarvestStep {
            store: upper,
            reached: (reached || bound.stopped.is_none()).then_some(reached),
            positions: forward.positions() - before,
            boards: sizes.skip(end.left as usize + 1).collect(),
        });
        if bound.stopped.is_none() {
            back.finish()?;
            remove(folder.as_deref())?;
        }
        Ok(lines)
    }

    /// Works on from both ends until a line has reached its end, or all positions that wait can be
    /// looked up; the first of them that a line leads on from to the end, after so many moves.
    fn approach<C: Cells, K: Key>(
        &self,
        forward: &mut Run<'_, C, K>,
        back: &mut Run<'_, C, K>,
        upper: u32,
    ) -> Result<Option<(u16, K)>, Interrupt> {
        let end = back.context.from_end.expect("a search from the end");
        while forward.tally().most().is_none_or(|most| most < upper) {
            let outside = (end.most as usize).checked_sub(forward.layer);
            if outside.is_none_or(|outside| back.begun && back.layer > outside) {
                return self.meeting(forward, back);
            }
            let pace = match back.begun {
                true => back.pace(),
                false => back.context.good(&end),
            };
            if forward.pace() <= pace {
                forward.work_off_next()?;
            } else if back.begun {
                back.work_off_next()?;
            } else {
                back.begin_from(&end)?;
            }
        }
        Ok(None)
    }

    /// Looks up all positions that wait.
    fn meeting<C: Cells, K: Key>(
        &self,
        forward: &mut Run<'_, C, K>,
        back: &Run<'_, C, K>,
    ) -> Result<Option<(u16, K)>, Interrupt> {
        forward.unload()?;
        let end = back.context.from_end.expect("a search from the end");
        for layer in forward.layer..=end.most as usize {
            let outside = end.most as usize - layer;
            let met = self.meeting_in(forward.context, layer, back.context, outside)?;
            if met.is_some() {
                return Ok(met);
            }
            if let Some(reason) = self.clock.ended() {
                return Err(Interrupt::Limit(reason));
            }
        }
        Ok(None)
    }

    /// The first position that waits in a layer and that the search from the end has.
    fn meeting_in<C: Cells, K: Key>(
        &self,
        forward: &Context<'_, C, K>,
        layer: usize,
        back: &Context<'_, C, K>,
        outside: usize,
    ) -> Result<Option<(u16, K)>, TurnsError> {
        let waiting = forward.runs.layer(Kind::Waiting, layer);
        let known = back.runs.layer(Kind::Done, outside);
        let index = LayerIndex::of(&known);
        let blocks: Vec<_> = waiting
            .runs
            .iter()
            .flat_map(|run| run.blocks.iter().map(move |block| (run, block)))
            .collect();
        let next = AtomicUsize::new(0);
        let look = || -> Result<Option<(u16, K)>, TurnsError> {
            let mut reader = forward.runs.reader(Kind::Waiting, layer);
            let mut look = index.look(back.runs.reader(Kind::Done, outside));
            let (mut records, mut first) = (Vec::new(), None);
            while let Some((run, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed))
                && self.clock.ended().is_none()
            {
                records.clear();
                reader.read(run, block, |record| records.push((record.key, record.moves)))?;
                for &(key, moves) in &records {
                    if first.is_none_or(|(_, known)| key < known) && look.contains(key)? {
                        first = Some((moves, key));
                    }
                }
            }
            Ok(first)
        };
        let found = each(self.pool.filter(|_| blocks.len() > 1), look);
        let found: Vec<_> = found.into_iter().collect::<Result<_, _>>()?;
        Ok(found.into_iter().flatten().min_by_key(|(_, key)| *key))
    }
}

/// The line by way of a position where the two searches met, from the start to the end.
fn line_through<C: Cells, K: Key>(
    forward: &Run<'_, C, K>,
    back: &Context<'_, C, K>,
    met: (u16, K),
) -> Result<Line, TurnsError> {
    let line = line_to(forward.context, met)?;
    let mut holes: Vec<_> = line.moves.iter().map(|m| m.hole.index()).collect();
    let cells = forward.context.codec.decoder().cells(met.1);
    holes.extend(back.line_from(cells)?);
    Ok(played_line(forward.context, &holes))
}

/// The line with the most seeds that the search from the start has found by itself.
fn best<C: Cells, K: Key>(forward: &Run<'_, C, K>) -> Result<Option<Line>, TurnsError> {
    let tally = forward.tally();
    let goal = Goal::Store(tally.most().unwrap_or(0));
    let ending = tally.shortest(goal, Measure::Moves);
    let lines = [ending.map(|ending| (ending, Measure::Moves))];
    let [line] = lines_back(forward.context, lines, &mut Ok)?;
    Ok(line)
}

/// Removes the folder of a part that is done.
fn remove(folder: Option<&Path>) -> Result<(), TurnsError> {
    match folder {
        Some(folder) => at(folder, fs::remove_dir(folder)),
        None => Ok(()),
    }
}

impl HarvestProof<'_> {
    /// Proves how much the turn of the player to move can bring, as far as the limits allow.
    /// Whatever they are, the bound is true. A node is a position worked off from the start, or a
    /// board worked off from the end.
    ///
    /// # Errors
    /// If the board is too large for exact keys, a file can't be read or written or is not what it
    /// should be, or no thread can be started where more than one was wanted.
    pub fn run(&self, game: &Game, control: Control<'_>) -> Result<HarvestBound, TurnsError> {
        let (position, clock) = (game.position(), Clock::new(control));
        let pool = shared(self.threads)?;
        let seeds = seeds(position);
        let store = position.store(position.mover());
        let work = BothEnds {
            plan: self,
            game,
            clock: &clock,
            pool: pool.as_ref(),
            seeds,
            known: self.known.max(store),
            upper: if position.is_over() { store } else { seeds[0] },
        };
        if work.upper > work.known {
            return with_keys(game, work);
        }
        Ok(HarvestBound {
            upper: work.upper,
            best: None,
            proven: true,
            steps: Vec::new(),
            stopped: None,
        })
    }
}
