//! One pass of a beam through a turn, at one width.
//!
//! Layers are worked off from below. When its turn comes a layer is put in order, boards met
//! twice are merged, and no more than the width stay; only those get a number in the log, which
//! remembers the way to them. A pass is the same whatever the number of threads: they take parts
//! of a layer, and what they make is put together in the order of the parts.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Aim;
use super::order::{Length, Ranking};
use crate::board::{Cells, Hole};
use crate::control::{Clock, Pool, StopReason};
use crate::moves::{Kernel, Outcome, Played, State, holes};
use crate::turns::Goal;
use crate::turns::visited::{Places, Step, Steps};

/// The cost of a line: the lower the better, the first number before the second.
pub(super) type Cost = [u32; 3];

/// The cost of a line that misses the goal.
const MISSED: Cost = [u32::MAX; 3];

/// The context that all passes of a search share.
pub(super) struct Context<'a, C> {
    pub kernel: &'a Kernel<C>,
    pub aim: Aim,
    pub pool: Option<&'a Pool>,
}

impl<C: Cells> Context<'_, C> {
    /// The cost of a line whose last move was this; [`MISSED`] if it misses the goal.
    pub fn cost(&self, start: &State<C>, played: &Played<C>, length: Length) -> Cost {
        let mover = start.mover;
        let short = u32::MAX - self.kernel.store(played.state.cells, mover);
        let reached = |goal: Goal| goal.reached(self.kernel, mover, played);
        match self.aim {
            Aim::Harvest => [short, length.moves, length.laps],
            Aim::Moves(goal) if reached(goal) => [length.moves, length.laps, 0],
            Aim::Laps(goal) if reached(goal) => [length.laps, length.moves, 0],
            Aim::Moves(_) | Aim::Laps(_) => MISSED,
        }
    }

    /// The cost of no move at all.
    pub fn nothing(&self, start: &State<C>) -> Cost {
        match self.aim {
            Aim::Harvest => [u32::MAX - self.kernel.store(start.cells, start.mover), 0, 0],
            Aim::Moves(_) | Aim::Laps(_) => MISSED,
        }
    }

    /// Tells whether a line that goes on from here can still be better.
    fn hopeful(&self, length: Length, best: Cost) -> bool {
        match self.aim {
            Aim::Harvest => true,
            Aim::Moves(_) => [length.moves + 1, length.laps + 1] < [best[0], best[1]],
            Aim::Laps(_) => [length.laps + 1, length.moves + 1] < [best[0], best[1]],
        }
    }

    /// Tells which of two ways to the same board is better, in a layer of this aim.
    fn compare(&self, a: Length, b: Length) -> Ordering {
        let main = |length: Length| match self.aim {
            Aim::Harvest | Aim::Moves(_) => [length.moves, length.laps],
            Aim::Laps(_) => [length.laps, length.moves],
        };
        main(a).cmp(&main(b))
    }
}

/// A position that wants to get into a layer.
#[derive(Clone, Copy)]
struct Candidate<C> {
    place: u64,
    cells: C,
    length: Length,
    step: Step,
}

/// A position that stays.
#[derive(Clone, Copy)]
struct Survivor<C> {
    cells: C,
    length: Length,
    number: u32,
}

/// The positions and lines that a part of a layer leads to.
struct Made<C> {
    candidates: Vec<(u32, Candidate<C>)>,
    best: Option<(Cost, Step)>,
    nodes: u64,
    ended: Option<StopReason>,
}

/// One pass.
pub(super) struct Pass<'a, C> {
    pub context: &'a Context<'a, C>,
    pub ranking: &'a Ranking<C>,
    pub start: State<C>,
    /// Moves and laps made before.
    pub behind: Length,
    pub width: usize,
    pub seed: u64,
    /// The cost to be bettered.
    pub best: Cost,
}

/// A pass in progress.
pub(super) struct Run<C> {
    /// The layer whose turn it is.
    layer: Vec<Survivor<C>>,
    layers: Layers<C>,
    best: Cost,
    /// The last move of a better line than those before.
    better: Option<Step>,
}

impl<C: Cells> Run<C> {
    /// Tells whether a position was turned away.
    pub fn cut(&self) -> bool {
        self.layers.cut
    }

    /// A better line, from where the pass began, and what it costs; each only once.
    pub fn better(&mut self) -> Option<(Cost, Vec<Hole>)> {
        let step = self.better.take()?;
        Some((self.best, self.layers.steps.line(step)))
    }
}

/// Positions that a thread takes at a time: well under a millisecond.
const PART: usize = 256;

/// The layers of a pass in progress, and the way to all positions that stayed.
#[derive(Default)]
struct Layers<C> {
    waiting: BTreeMap<u32, Vec<Candidate<C>>>,
    steps: Steps,
    cut: bool,
    /// The places in the layer that is being put in order.
    places: Places,
}

impl<C: Cells> Pass<'_, C> {
    /// The pass before its first layer.
    pub fn begin(&self) -> Run<C> {
        let first = Survivor { cells: self.start.cells, length: self.behind, number: 0 };
        Run { layer: vec![first], layers: Layers::default(), best: self.best, better: None }
    }

    /// Works off a layer; says whether another one waits.
    pub fn step(&self, run: &mut Run<C>, clock: &Clock<'_>) -> Result<bool, StopReason> {
        self.work_off(run, clock)?;
        let Some((_, mut waiting)) = run.layers.waiting.pop_first() else {
            return Ok(false);
        };
        self.sift(&mut waiting, &mut run.layers);
        run.layer = run.layers.admit(&waiting);
        Ok(true)
    }

    /// Tries all moves of the positions of a layer.
    fn work_off(&self, run: &mut Run<C>, clock: &Clock<'_>) -> Result<(), StopReason> {
        let paid = clock.pay(run.layer.len() as u64).unwrap_or(0);
        let layer = &run.layer[..usize::try_from(paid).expect("part of a layer")];
        let short = layer.len() < run.layer.len();
        let bound = run.best;
        let part = |part: &[Survivor<C>]| self.expand(part, bound, clock);
        let all: Vec<Made<C>> = match self.context.pool {
            Some(pool) if layer.len() > PART => {
                pool.install(|| layer.par_chunks(PART).map(part).collect())
            }
            _ => layer.chunks(PART).map(part).collect(),
        };
        let visited = all.iter().map(|made| made.nodes).sum();
        clock.progress().add(visited);
        clock.give_back(paid - visited);
        let mut ended = None;
        for made in all {
            ended = ended.or(made.ended);
            if let Some((cost, step)) = made.best
                && cost < run.best
            {
                (run.best, run.better) = (cost, Some(step));
            }
            for (number, candidate) in made.candidates {
                let waiting = run.layers.waiting.entry(number);
                waiting.or_default().push(candidate);
            }
        }
        self.thin_out(&mut run.layers);
        let ended = ended.or(short.then_some(StopReason::Nodes));
        ended.map_or(Ok(()), Err)
    }

    /// Tries all moves of some positions.
    fn expand(&self, part: &[Survivor<C>], bound: Cost, clock: &Clock<'_>) -> Made<C> {
        let mut made = Made { candidates: Vec::new(), best: None, nodes: 0, ended: clock.ended() };
        if made.ended.is_some() {
            return made;
        }
        let (kernel, mover) = (self.context.kernel, self.start.mover);
        let mut least = bound;
        for kept in part {
            let state = self.start.with(kept.cells);
            made.nodes += 1;
            let before = kernel.store(kept.cells, mover);
            for hole in holes(kernel.legal(&state)) {
                let played = kernel.play(&state, hole.index());
                let cells = played.state.cells;
                let length = Length {
                    moves: kept.length.moves + 1,
                    laps: kept.length.laps + played.laps,
                    gain: kernel.store(cells, mover) - before,
                };
                let from = kept.number;
                let step = Step { from, hole };
                let cost = self.context.cost(&self.start, &played, length);
                if cost < least {
                    least = cost;
                    made.best = Some((cost, step));
                }
                if played.outcome == Outcome::Again && self.context.hopeful(length, bound) {
                    let place = self.ranking.place(cells, length, self.seed);
                    let candidate = Candidate { place, cells, length, step };
                    made.candidates.push((self.ranking.layer(cells, length), candidate));
                }
            }
        }
        made
    }

    /// Keeps the layers that wait from growing far beyond the width.
    fn thin_out(&self, layers: &mut Layers<C>) {
        let most = self.width.saturating_mul(4).max(4096);
        let full = layers.waiting.extract_if(.., |_, waiting| waiting.len() > most);
        for (number, mut waiting) in full.collect::<Vec<_>>() {
            self.sift(&mut waiting, layers);
            layers.waiting.insert(number, waiting);
        }
    }

    /// Puts candidates in order, merges equal boards and keeps no more than the width.
    fn sift(&self, waiting: &mut Vec<Candidate<C>>, layers: &mut Layers<C>) {
        let context = self.context;
        let order = |a: &Candidate<C>, b: &Candidate<C>| {
            (a.place.cmp(&b.place))
                .then_with(|| a.cells.words().cmp(b.cells.words()))
                .then_with(|| context.compare(a.length, b.length))
                .then_with(|| a.step.cmp(&b.step))
        };
        match context.pool {
            Some(pool) if waiting.len() > 8 * PART => {
                pool.install(|| waiting.par_sort_unstable_by(order));
            }
            _ => waiting.sort_unstable_by(order),
        }
        layers.places.clear(waiting.len().min(self.width));
        let mut kept = 0;
        for next in 0..waiting.len() {
            let candidate = waiting[next];
            match layers.places.find(candidate.cells, |place| waiting[place].cells) {
                Ok(place) => {
                    let other = &mut waiting[place];
                    if context.compare(candidate.length, other.length) == Ordering::Less {
                        (other.length, other.step) = (candidate.length, candidate.step);
                    }
                }
                Err(_) if kept == self.width => layers.cut = true,
                Err(slot) => {
                    waiting[kept] = candidate;
                    layers.places.set(slot, kept);
                    kept += 1;
                }
            }
        }
        waiting.truncate(kept);
    }
}

impl<C: Cells> Layers<C> {
    /// Gives the positions of a layer their numbers.
    fn admit(&mut self, waiting: &[Candidate<C>]) -> Vec<Survivor<C>> {
        let kept = waiting.iter().map(|candidate| Survivor {
            cells: candidate.cells,
            length: candidate.length,
            number: self.steps.push(candidate.step),
        });
        kept.collect()
    }
}
