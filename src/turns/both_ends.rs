//! Proves a maximum gain by bidirectional search: an enumeration from the start of the turn, which
//! continues from question to question, and for each question a search from the end.
//!
//! The search with the smaller layers advances. Once the search from the end has all boards with as
//! many seeds outside the store as the frontier positions have, all frontier positions are looked
//! up there: every line passes through one of them, or has ended before.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::context::{Context, FromEnd, description, with_keys};
use super::enumeration::{Enumeration, Goal, Line, Measure, Spill};
use super::key_codec::Key;
use super::layers::Layers;
use super::run_store::Kind;
use super::{TurnsError, at, on_each_thread, start_pool};
use crate::board::{Cells, Position};
use crate::control::{Clock, Control, Pool, StopReason};
use crate::moves::Game;

/// Proves the maximum number of seeds in the mover's store after a turn.
///
/// It tests whether a turn can bring everything, then whether it can bring all but one seed, and so
/// on down to a line that is known or found. The positions of the turn are enumerated from the
/// start, those with few seeds in the store first, and for each question the boards from which that
/// many seeds can still be reached are enumerated from the end. If the two meet, there is a line;
/// if they pass each other without meeting, there is none.
#[derive(Clone, Copy, Debug)]
pub struct HarvestProof<'a> {
    /// Total memory in mebibytes.
    pub memory: usize,
    /// Number of threads; fewer if the system cannot start that many.
    pub threads: NonZeroUsize,
    /// Seeds in the mover's store that a known line reaches: nothing below is searched for.
    pub known: u32,
    /// Disk space for positions that do not fit in memory, and for checkpoints; without it, the
    /// proof ends when memory is full.
    pub spill: Option<Spill<'a>>,
}

/// A question of a proof, and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestStep {
    /// The question: can a turn end with this many seeds in the mover's store?
    pub store: u32,
    /// The answer, if it is known.
    pub reached: Option<bool>,
    /// Positions expanded from the start for this question; those of earlier questions are not
    /// expanded again.
    pub positions: u64,
    /// Number of boards from which that many seeds can be reached, by the seeds outside the store,
    /// as far as they were searched for. Some boards that no line from the start reaches are left
    /// out.
    pub boards: Vec<(u32, u64)>,
}

/// The result of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestBound {
    /// No turn ends with more seeds in the mover's store.
    pub upper: u32,
    /// The best line found, if it is better than the known one.
    pub best: Option<Line>,
    /// Whether the best line, or the known one, reaches the bound.
    pub proven: bool,
    /// The questions, in order.
    pub steps: Vec<HarvestStep>,
    /// The limit that ended the proof early.
    pub stopped: Option<StopReason>,
}

impl HarvestProof<'_> {
    /// Proves the maximum for the turn of the player to move, as far as the limits allow. The bound
    /// is valid even if a limit is reached. A node is a position expanded from the start, or a
    /// board expanded from the end.
    ///
    /// # Errors
    /// If the board is too large for exact keys, a file can't be read or written or is damaged, or
    /// no thread can be started where more than one is wanted.
    pub fn run(&self, game: &Game, control: Control<'_>) -> Result<HarvestBound, TurnsError> {
        let (position, clock) = (game.position(), Clock::new(control));
        let pool = start_pool(self.threads)?;
        let store = position.store(position.mover());
        let known = self.known.max(store);
        let upper = if position.is_over() { store } else { seeds(position)[0] };
        let proven = upper <= known;
        let mut bound =
            HarvestBound { upper, best: None, proven, steps: Vec::new(), stopped: None };
        if proven {
            return Ok(bound);
        }
        let folder = self.folder("from-start");
        let plan = self.plan(upper, folder.as_deref());
        with_keys!(game, |kernel, start, codec| {
            clock.progress().start_phase("positions", None);
            let of = (game, &clock, &pool);
            let context = Context::new(plan, of, (kernel, start, codec));
            let context = Context { about: "from the start, ", ..context };
            let mut forward = Layers::open(&context, description(&plan, game))?;
            forward.begin()?;
            self.prove(forward, &mut bound, known)
        })?;
        if bound.proven {
            remove(folder.as_deref())?;
        }
        Ok(bound)
    }

    /// The folder of a part of the proof.
    fn folder(&self, name: &str) -> Option<PathBuf> {
        Some(self.spill?.folder.join(name))
    }

    /// The settings of one of the two searches; each gets half of the memory.
    fn plan<'a>(&self, upper: u32, folder: Option<&'a Path>) -> Enumeration<'a> {
        let spill = folder.zip(self.spill);
        Enumeration {
            memory: (self.memory / 2).max(1),
            threads: self.threads,
            layers: None,
            goal: Goal::Store(upper),
            counting: false,
            spill: spill.map(|(folder, Spill { every, .. })| Spill { folder, every }),
        }
    }

    /// Answers one question after another.
    fn prove<C: Cells, K: Key>(
        &self,
        mut forward: Layers<'_, C, K>,
        bound: &mut HarvestBound,
        mut known: u32,
    ) -> Result<(), TurnsError> {
        bound.upper = forward.state.upper.unwrap_or(bound.upper);
        while bound.upper > known && bound.stopped.is_none() {
            for line in self.ask(&mut forward, bound)?.into_iter().flatten() {
                if line.store > known {
                    known = line.store;
                    bound.best = Some(line);
                }
            }
        }
        bound.proven = bound.upper <= known;
        if bound.proven { forward.finish() } else { Ok(()) }
    }

    /// Answers whether a line reaches the upper bound, and updates the bound. Returns the best
    /// lines found.
    fn ask<C: Cells, K: Key>(
        &self,
        forward: &mut Layers<'_, C, K>,
        bound: &mut HarvestBound,
    ) -> Result<[Option<Line>; 2], TurnsError> {
        let (upper, from) = (bound.upper, forward.context);
        let [in_reach, out_of_reach] = seeds(from.game.position());
        let end = FromEnd {
            left: in_reach - upper + out_of_reach,
            most: from.outside(from.start.cells),
            reach: from.reach(from.start.cells),
        };
        let folder = self.folder(&format!("from-end-{}", end.left));
        let about = format!("{upper} seeds in the store? From the end, ");
        let of = (from.game, from.clock, from.pool);
        let board = (from.kernel, &from.start, from.codec);
        let context = Context::new(self.plan(upper, folder.as_deref()), of, board);
        let context = Context { about: &about, from_end: Some(end), ..context };
        let what = description(&context.plan, from.game);
        let what = format!("{what}, from the end, {} left", end.left);
        let mut back = Layers::open(&context, what)?;
        let before = forward.positions();
        let met = match approach(forward, &mut back, upper) {
            Ok(met) => met,
            Err(TurnsError::Stopped(reason)) => {
                bound.stopped = Some(reason);
                None
            }
            Err(error) => return Err(error),
        };
        let line = match met {
            Some((length, at)) => {
                let mut holes = from.holes_to((length, at, Vec::new()), Measure::Moves)?;
                holes.extend(context.line_from(from.codec.decoder().cells(at))?);
                Some(from.played_line(&holes))
            }
            None => None,
        };
        let tally = forward.tally();
        let most = Goal::Store(tally.most().unwrap_or(0));
        let best = from.line_back(tally.shortest(most, Measure::Moves), Measure::Moves)?;
        let lines = [line, best];
        let reached = lines.iter().flatten().any(|line| line.store >= upper);
        if reached {
            bound.stopped = None;
        }
        let sizes = (0..).zip(back.state.sizes.iter().copied());
        bound.steps.push(HarvestStep {
            store: upper,
            reached: (reached || bound.stopped.is_none()).then_some(reached),
            positions: forward.positions() - before,
            boards: sizes.skip(end.left as usize + 1).collect(),
        });
        if bound.stopped.is_none() {
            if !reached {
                bound.upper -= 1;
                forward.state.upper = Some(bound.upper);
                // The bound must be saved before its evidence is removed.
                forward.save()?;
            }
            back.finish()?;
            remove(folder.as_deref())?;
        }
        Ok(lines)
    }
}

/// Advances both searches until a line has reached the end, or all frontier positions can be looked
/// up. Returns the first frontier position from which the end can be reached, with the moves to it.
fn approach<C: Cells, K: Key>(
    forward: &mut Layers<'_, C, K>,
    back: &mut Layers<'_, C, K>,
    upper: u32,
) -> Result<Option<(u16, K)>, TurnsError> {
    let end = back.context.from_end.expect("a search from the end");
    while forward.tally().most().is_none_or(|most| most < upper) {
        let outside = (end.most as usize).checked_sub(forward.state.layer);
        if outside.is_none_or(|outside| back.begun && back.state.layer > outside) {
            return meeting(forward, back);
        }
        let pace = match back.begun {
            true => back.pace(),
            false => back.context.goal_count(&end),
        };
        if forward.pace() <= pace {
            forward.process_next()?;
        } else if back.begun {
            back.process_next()?;
        } else {
            back.begin_from(&end)?;
        }
    }
    Ok(None)
}

/// Looks up all frontier positions among the boards of the search from the end.
fn meeting<C: Cells, K: Key>(
    forward: &mut Layers<'_, C, K>,
    back: &Layers<'_, C, K>,
) -> Result<Option<(u16, K)>, TurnsError> {
    forward.unload()?;
    let end = back.context.from_end.expect("a search from the end");
    for layer in forward.state.layer..=end.most as usize {
        let outside = end.most as usize - layer;
        let met = meeting_in(forward.context, layer, back.context, outside)?;
        if met.is_some() {
            return Ok(met);
        }
        if let Some(reason) = forward.context.clock.ended() {
            return Err(TurnsError::Stopped(reason));
        }
    }
    Ok(None)
}

/// Returns the first frontier position of a layer that the search from the end also has.
fn meeting_in<C: Cells, K: Key>(
    forward: &Context<'_, C, K>,
    layer: usize,
    back: &Context<'_, C, K>,
    outside: usize,
) -> Result<Option<(u16, K)>, TurnsError> {
    let waiting = forward.runs.layer(Kind::Waiting, layer);
    let known = back.runs.layer(Kind::Done, outside);
    let blocks: Vec<_> = waiting
        .runs
        .iter()
        .flat_map(|run| run.blocks.iter().map(move |block| (run, block)))
        .collect();
    let next = AtomicUsize::new(0);
    let look = || -> Result<Option<(u16, K)>, TurnsError> {
        let mut reader = forward.runs.reader(Kind::Waiting, layer);
        let mut look = back.runs.reader(Kind::Done, outside);
        let (mut records, mut first) = (Vec::new(), None);
        while let Some((run, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed))
            && forward.clock.ended().is_none()
        {
            records.clear();
            reader.read(run, block, |record| records.push((record.key, record.moves)))?;
            for &(key, moves) in &records {
                if first.is_none_or(|(_, known)| key < known) && look.find(&known, key)?.is_some() {
                    first = Some((moves, key));
                }
            }
        }
        Ok(first)
    };
    let alone = Pool::alone();
    let found = on_each_thread(if blocks.len() > 1 { forward.pool } else { &alone }, look);
    let found: Vec<_> = found.into_iter().collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().min_by_key(|(_, key)| *key))
}

/// Removes the folder of a finished part.
fn remove(folder: Option<&Path>) -> Result<(), TurnsError> {
    match folder {
        Some(folder) => at(folder, fs::remove_dir(folder)),
        None => Ok(()),
    }
}

/// Returns the seeds that the mover can bring to the store, including those already there, and the
/// seeds in the mover's protected holes, which can't get there.
fn seeds(position: &Position) -> [u32; 2] {
    let (field, mover) = (position.field(), position.mover());
    let held = |cells: u64| {
        let cells = (0..field.shape().cells()).filter(|cell| cells >> cell & 1 == 1);
        cells.map(|cell| position.cells().get(cell)).sum::<u32>()
    };
    let own = field.open_holes(mover);
    let in_reach = position.store(mover) + held(own | field.open_holes(mover.other()));
    [in_reach, held(field.row(mover) & !own)]
}
