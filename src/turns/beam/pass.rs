//! One pass of a beam through a turn, at one width.
//!
//! Layers are worked off from below. When its turn comes a layer is put in order, boards met
//! twice are merged, and no more than the width stay; only those get a number in the log, which
//! remembers the way to them. A pass is the same whatever the number of threads: they take parts
//! of a layer, and what they make is put together in the order of the parts.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;

use super::Aim;
use super::order::{Ranking, Way};
use crate::board::{Cells, Hole};
use crate::control::{Limits, StopReason};
use crate::moves::{Kernel, Outcome, Played, State, holes};

/// How good a line is: the lower the better, the first number before the second.
pub(super) type Cost = [u32; 3];

/// What a line costs that misses the goal.
const MISSED: Cost = [u32::MAX; 3];

/// What has been used up of the limits.
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    started: Instant,
    pub nodes: u64,
}

impl<'a> Watch<'a> {
    pub fn new(limits: Limits<'a>) -> Watch<'a> {
        Watch {
            limits,
            started: Instant::now(),
            nodes: 0,
        }
    }

    /// Positions that may still be visited.
    fn left(&self) -> u64 {
        self.limits.nodes - self.nodes
    }

    /// Whether the stop flag or the clock ends the search.
    pub fn ended(&self) -> Option<StopReason> {
        if self.limits.stop.load(std::sync::atomic::Ordering::Relaxed) {
            Some(StopReason::Interrupted)
        } else if self.started.elapsed() >= self.limits.time {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// What all passes of a search share.
pub(super) struct Ground<'a, C> {
    pub kernel: &'a Kernel<C>,
    pub aim: Aim,
    pub pool: Option<&'a rayon::ThreadPool>,
}

impl<C: Cells> Ground<'_, C> {
    /// What a line costs whose last move was this; [`MISSED`] if it misses the goal.
    pub fn cost(&self, start: &State<C>, played: &Played<C>, way: Way) -> Cost {
        let mover = start.mover;
        let short = u32::MAX - self.kernel.store(played.state.cells, mover);
        let reached = |goal: crate::turns::Goal| goal.reached(self.kernel, mover, played);
        match self.aim {
            Aim::Harvest => [short, way.moves, way.laps],
            Aim::Moves(goal) if reached(goal) => [way.moves, way.laps, 0],
            Aim::Laps(goal) if reached(goal) => [way.laps, way.moves, 0],
            Aim::Moves(_) | Aim::Laps(_) => MISSED,
        }
    }

    /// What no move at all costs.
    pub fn nothing(&self, start: &State<C>) -> Cost {
        match self.aim {
            Aim::Harvest => [u32::MAX - self.kernel.store(start.cells, start.mover), 0, 0],
            Aim::Moves(_) | Aim::Laps(_) => MISSED,
        }
    }

    /// Whether a line that goes on from here can still be better.
    fn hopeful(&self, way: Way, best: Cost) -> bool {
        match self.aim {
            Aim::Harvest => true,
            Aim::Moves(_) => [way.moves + 1, way.laps + 1] < [best[0], best[1]],
            Aim::Laps(_) => [way.laps + 1, way.moves + 1] < [best[0], best[1]],
        }
    }

    /// Which of two ways to the same board is better, in a layer of this aim.
    fn compare(&self, a: Way, b: Way) -> Ordering {
        let main = |way: Way| match self.aim {
            Aim::Harvest | Aim::Moves(_) => [way.moves, way.laps],
            Aim::Laps(_) => [way.laps, way.moves],
        };
        main(a).cmp(&main(b))
    }
}

/// A position that wants to get into a layer.
#[derive(Clone, Copy)]
struct Candidate<C> {
    place: u64,
    cells: C,
    way: Way,
    step: Step,
}

/// A move of the turn and the number of the position it was made from.
#[derive(Clone, Copy)]
struct Step {
    from: u32,
    hole: u8,
}

/// A position that stays.
#[derive(Clone, Copy)]
struct Kept<C> {
    cells: C,
    way: Way,
    number: u32,
}

/// What a part of a layer leads to.
struct Made<C> {
    candidates: Vec<(u32, Candidate<C>)>,
    best: Option<(Cost, Step)>,
    nodes: u64,
    ended: Option<StopReason>,
}

/// One pass.
pub(super) struct Pass<'a, C> {
    pub ground: &'a Ground<'a, C>,
    pub ranking: &'a Ranking<C>,
    pub start: State<C>,
    /// Moves and laps made before.
    pub behind: Way,
    pub width: usize,
    pub seed: u64,
    /// What has to be bettered.
    pub best: Cost,
}

/// How far a pass has come.
pub(super) enum Progress {
    /// There are layers left.
    Going,
    Through,
    Stopped(StopReason),
}

/// A pass in progress.
pub(super) struct Run<C> {
    /// The layer whose turn it is.
    layer: Vec<Kept<C>>,
    layers: Layers<C>,
    best: Cost,
    /// The last move of a better line than those before.
    better: Option<Step>,
}

impl<C: Cells> Run<C> {
    /// Whether a position was turned away.
    pub fn cut(&self) -> bool {
        self.layers.cut
    }

    /// A better line, from where the pass began, and what it costs; each only once.
    pub fn better(&mut self) -> Option<(Cost, Vec<Hole>)> {
        let step = self.better.take()?;
        Some((self.best, self.layers.line(step)))
    }
}

/// Positions that a thread takes at a time: well under a millisecond.
const PART: usize = 256;

/// The layers of a pass in progress, and the way to all positions that stayed.
struct Layers<C> {
    waiting: BTreeMap<u32, Vec<Candidate<C>>>,
    log: Vec<Step>,
    cut: bool,
    sieve: Sieve,
}

impl<C: Cells> Pass<'_, C> {
    /// The pass before its first layer.
    pub fn begin(&self) -> Run<C> {
        let first = Kept {
            cells: self.start.cells,
            way: self.behind,
            number: 0,
        };
        Run {
            layer: vec![first],
            layers: Layers {
                waiting: BTreeMap::new(),
                log: vec![Step { from: 0, hole: 0 }],
                cut: false,
                sieve: Sieve::default(),
            },
            best: self.best,
            better: None,
        }
    }

    /// Works off a layer, counting into `watch`.
    pub fn step(&self, run: &mut Run<C>, watch: &mut Watch) -> Progress {
        if let Some(reason) = self.work_off(run, watch) {
            return Progress::Stopped(reason);
        }
        let Some((_, mut waiting)) = run.layers.waiting.pop_first() else {
            return Progress::Through;
        };
        self.sift(&mut waiting, &mut run.layers);
        run.layer = run.layers.admit(&waiting);
        Progress::Going
    }

    /// Tries all moves of the positions of a layer.
    fn work_off(&self, run: &mut Run<C>, watch: &mut Watch) -> Option<StopReason> {
        let allowed = usize::try_from(watch.left()).unwrap_or(usize::MAX);
        let short = allowed < run.layer.len();
        let layer = &run.layer[..run.layer.len().min(allowed)];
        let bound = run.best;
        let part = |part: &[Kept<C>]| self.expand(part, bound, watch);
        let all: Vec<Made<C>> = match self.ground.pool {
            Some(pool) if layer.len() > PART => {
                pool.install(|| layer.par_chunks(PART).map(part).collect())
            }
            _ => layer.chunks(PART).map(part).collect(),
        };
        let mut ended = None;
        for made in all {
            watch.nodes += made.nodes;
            ended = ended.or(made.ended);
            if let Some((cost, step)) = made.best
                && cost < run.best
            {
                (run.best, run.better) = (cost, Some(step));
            }
            for (number, candidate) in made.candidates {
                run.layers
                    .waiting
                    .entry(number)
                    .or_default()
                    .push(candidate);
            }
        }
        self.thin_out(&mut run.layers);
        ended.or(short.then_some(StopReason::Nodes))
    }

    /// Tries all moves of some positions.
    fn expand(&self, part: &[Kept<C>], bound: Cost, watch: &Watch) -> Made<C> {
        let mut made = Made {
            candidates: Vec::new(),
            best: None,
            nodes: 0,
            ended: watch.ended(),
        };
        if made.ended.is_some() {
            return made;
        }
        let (kernel, mover) = (self.ground.kernel, self.start.mover);
        let mut least = bound;
        for kept in part {
            let state = State {
                cells: kept.cells,
                ..self.start
            };
            made.nodes += 1;
            let before = kernel.store(kept.cells, mover);
            for hole in holes(kernel.legal(&state)) {
                let played = kernel.play(&state, hole.index());
                let cells = played.state.cells;
                let way = Way {
                    moves: kept.way.moves + 1,
                    laps: kept.way.laps + played.laps,
                    gain: kernel.store(cells, mover) - before,
                };
                let step = Step {
                    from: kept.number,
                    hole: hole.index() as u8,
                };
                let cost = self.ground.cost(&self.start, &played, way);
                if cost < least {
                    least = cost;
                    made.best = Some((cost, step));
                }
                if played.outcome == Outcome::Again && self.ground.hopeful(way, bound) {
                    let place = self.ranking.place(cells, way, self.seed);
                    let candidate = Candidate {
                        place,
                        cells,
                        way,
                        step,
                    };
                    made.candidates
                        .push((self.ranking.layer(cells, way), candidate));
                }
            }
        }
        made
    }

    /// Keeps the layers that wait from growing far beyond the width.
    fn thin_out(&self, layers: &mut Layers<C>) {
        let most = self.width.saturating_mul(4).max(4096);
        let full = layers
            .waiting
            .iter()
            .filter(|(_, waiting)| waiting.len() > most);
        let full: Vec<u32> = full.map(|(&number, _)| number).collect();
        for number in full {
            let mut waiting = layers
                .waiting
                .remove(&number)
                .expect("a layer that is full");
            self.sift(&mut waiting, layers);
            layers.waiting.insert(number, waiting);
        }
    }

    /// Puts candidates in order, merges equal boards and keeps no more than the width.
    fn sift(&self, waiting: &mut Vec<Candidate<C>>, layers: &mut Layers<C>) {
        let ground = self.ground;
        let order = |a: &Candidate<C>, b: &Candidate<C>| {
            (a.place.cmp(&b.place))
                .then_with(|| a.cells.words().cmp(b.cells.words()))
                .then_with(|| ground.compare(a.way, b.way))
                .then_with(|| (a.step.from, a.step.hole).cmp(&(b.step.from, b.step.hole)))
        };
        match ground.pool {
            Some(pool) if waiting.len() > 8 * PART => {
                pool.install(|| waiting.par_sort_unstable_by(order));
            }
            _ => waiting.sort_unstable_by(order),
        }
        layers.sieve.clear(waiting.len().min(self.width));
        let mut kept = 0;
        for next in 0..waiting.len() {
            let candidate = waiting[next];
            match layers.sieve.find(candidate.cells, &waiting[..kept]) {
                Ok(place) => {
                    let other = &mut waiting[place];
                    if ground.compare(candidate.way, other.way) == Ordering::Less {
                        (other.way, other.step) = (candidate.way, candidate.step);
                    }
                }
                Err(_) if kept == self.width => layers.cut = true,
                Err(slot) => {
                    waiting[kept] = candidate;
                    kept += 1;
                    layers.sieve.slots[slot] = kept as u32;
                }
            }
        }
        waiting.truncate(kept);
    }
}

impl<C: Cells> Layers<C> {
    /// Gives the positions of a layer their numbers.
    fn admit(&mut self, waiting: &[Candidate<C>]) -> Vec<Kept<C>> {
        let first = self.log.len();
        assert!(
            first + waiting.len() < u32::MAX as usize,
            "memory ends first"
        );
        self.log
            .extend(waiting.iter().map(|candidate| candidate.step));
        let numbered = waiting.iter().zip(first as u32..);
        numbered
            .map(|(candidate, number)| Kept {
                cells: candidate.cells,
                way: candidate.way,
                number,
            })
            .collect()
    }

    /// The moves up to a step.
    fn line(&self, last: Step) -> Vec<Hole> {
        let mut line = vec![Hole::at(usize::from(last.hole))];
        let mut number = last.from;
        // The pass begins with position 0.
        while number > 0 {
            let step = self.log[number as usize];
            line.push(Hole::at(usize::from(step.hole)));
            number = step.from;
        }
        line.reverse();
        line
    }
}

/// Finds equal boards: each slot has the place of a board plus one, at the first free slot from
/// the one that its mix names. Never more than half of the slots are taken.
#[derive(Default)]
struct Sieve {
    slots: Vec<u32>,
}

impl Sieve {
    /// Makes room for so many boards.
    fn clear(&mut self, boards: usize) {
        self.slots.clear();
        self.slots.resize((2 * boards + 2).next_power_of_two(), 0);
    }

    /// The place of a board among those kept, or the free slot that would be its own.
    fn find<C: Cells>(&self, cells: C, kept: &[Candidate<C>]) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = cells.mix() as usize & mask;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if kept[place as usize].cells == cells {
                return Ok(place as usize);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }
}
