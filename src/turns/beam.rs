//! Long turns of large boards, by beams: good ones soon, the best only where nothing had to be left
//! out.
//!
//! A pass goes through the turn once, move by move, and keeps only so many positions after each. A
//! search is one pass, or with restarts any number of them: with other orders, ever wider, and from
//! the prefixes of the best line.

mod ranking;

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::depth_first::{Places, Step, Steps};
use super::{Goal, Line, TurnsError, shared};
use crate::board::{Cells, Hole};
use crate::control::{Clock, Control, Pool, StopReason};
use crate::math::mixed;
use crate::moves::{Game, Kernel, Move, Outcome, Played, State, holes, with_kernel};

use ranking::{Length, Ranking};

/// The aim of a search in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Most seeds into the mover's store; with as many, fewest moves, then fewest laps.
    Harvest,
    /// Fewest moves to a goal, then fewest laps.
    Moves(Goal),
    /// Fewest laps to a goal, then fewest moves.
    Laps(Goal),
}

/// The best line that a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The line: every move but the last goes on. Empty if none reaches the goal, or none brings
    /// seeds.
    pub line: Line,
    /// True if it is proven that no turn does better: nothing was left out.
    pub complete: bool,
    /// Positions visited, each with all its moves.
    pub nodes: u64,
    /// The limit that ended the search early.
    pub stopped: Option<StopReason>,
}

/// A plan to search a turn by beams.
#[derive(Clone, Copy, Debug)]
pub struct BeamSearch<'a> {
    /// Mebibytes. They say how wide passes may get in the end.
    pub memory: usize,
    /// Threads that work. The answer does not depend on them, unless a clock or the stop flag
    /// ends the search.
    pub threads: NonZeroUsize,
    /// Most positions of a layer, to begin with.
    pub width: NonZeroUsize,
    /// The aim.
    pub aim: Aim,
    /// The seed of all chances.
    pub seed: u64,
    /// True to go on with other chances, and from the prefixes of the best line, until a limit ends
    /// it or it is proven that there is nothing better.
    pub restarts: bool,
    /// A line of this turn to begin with; empty for none. The search goes on from all its prefixes.
    pub line: &'a [Move],
}

impl BeamSearch<'_> {
    /// Searches the turn of the player to move, and tells `observer` of every line that is better
    /// than those before it. A node is a position with all its moves; a single pass of width w
    /// takes, on a board of 2 x 9 holes, at most some 50 w positions.
    ///
    /// The clock and the stop flag are looked at within a layer; putting a layer in order, which
    /// is not interrupted, takes some 0.2 microseconds for each position of the width.
    ///
    /// # Errors
    /// If the line to begin with can't be played from the position in one turn, or no thread can be
    /// started where more than one was wanted.
    ///
    /// # Examples
    /// Nearly everything on Overbeck's full board, in the first turn:
    /// ```
    /// use std::num::NonZeroUsize;
    /// use chongkak::{Control, Game, Preset, Side};
    /// use chongkak::turns::{Aim, BeamSearch};
    /// let rules = Preset::named("overbeck").unwrap().rules;
    /// let search = BeamSearch {
    ///     memory: 256,
    ///     threads: NonZeroUsize::MIN,
    ///     width: NonZeroUsize::new(100).unwrap(),
    ///     aim: Aim::Harvest,
    ///     seed: 0,
    ///     restarts: false,
    ///     line: &[],
    /// };
    /// let game = Game::opening(&rules, Side::A);
    /// let found = search.search(&game, Control::none(), &mut |_| {}).unwrap();
    /// assert!(found.line.store > 145 && !found.complete);
    /// ```
    pub fn search(
        &self,
        game: &Game,
        control: Control<'_>,
        observer: &mut dyn FnMut(&Found),
    ) -> Result<Found, TurnsError> {
        let position = game.position();
        if position.is_over() {
            let store = position.store(position.mover());
            let line = Line { store, ..Line::default() };
            let nothing = Found { line, complete: true, ..Found::default() };
            let unplayable =
                self.line.first().map(|&played| TurnsError::Line { number: 1, played });
            return unplayable.map_or(Ok(nothing), Err);
        }
        let pool = shared(self.threads)?;
        with_kernel!(game.rules(), position, |kernel, start| {
            let mut restarts = Restarts {
                beam: self,
                kernel,
                pool: &pool,
                ranking: Ranking::new(kernel, start.mover),
                start: *start,
                clock: Clock::new(control),
                width: self.width.get(),
                line: Vec::new(),
                cost: [u32::MAX; 3],
                complete: false,
            };
            let line = restarts.playable(self.line)?;
            let Control { nodes, progress, .. } = control;
            // With restarts nothing but a limit ends most searches.
            let of = (self.restarts && nodes < u64::MAX).then_some(nodes);
            progress.start_phase("positions in beams", of);
            let stopped = restarts.all(line, observer).err();
            Ok(restarts.found(stopped))
        })
    }
}

/// The cost of a line: the lower the better, the first number before the second.
type Cost = [u32; 3];

/// The receiver of lines that are better than those before them.
type Tell<'a> = &'a mut dyn FnMut(&Found);

/// Positions that a thread takes at a time: well under a millisecond.
const PART: usize = 256;

/// Rounds of passes before they get wider.
const ROUNDS: u64 = 2;

/// The factor by which passes from prefixes are narrower: there are as many of them as the line has
/// moves.
const NARROWER: usize = 16;

/// Bytes that a pass takes for each position of its width.
const WEIGHT: usize = 1024;

/// A search in progress: passes one after the other. A pass is the same whatever the number of
/// threads: they take parts of a layer, and what they make is put together in the order of the
/// parts.
struct Restarts<'a, C> {
    beam: &'a BeamSearch<'a>,
    kernel: &'a Kernel<C>,
    pool: &'a Pool,
    ranking: Ranking<C>,
    start: State<C>,
    clock: Clock<'a>,
    width: usize,
    /// The best line, and what it costs.
    line: Vec<Hole>,
    cost: Cost,
    complete: bool,
}

/// A position that wants to get into a layer, or has got into it.
#[derive(Clone, Copy)]
struct Candidate<C> {
    place: u64,
    cells: C,
    length: Length,
    step: Step,
}

/// The positions and lines that a part of a layer leads to.
struct Made<C> {
    candidates: Vec<Candidate<C>>,
    best: Option<(Cost, Step)>,
    nodes: u64,
    ended: Option<StopReason>,
}

impl<C: Cells> Restarts<'_, C> {
    /// The holes of a line of this turn.
    fn playable(&self, line: &[Move]) -> Result<Vec<Hole>, TurnsError> {
        let (kernel, mut state, mut goes_on) = (self.kernel, self.start, true);
        for (number, played) in (1..).zip(line) {
            let legal = kernel.legal(&state) >> played.hole.index() & 1 == 1;
            if !goes_on || !legal || played.side != self.start.mover {
                let played = *played;
                return Err(TurnsError::Line { number, played });
            }
            let after = kernel.play(&state, played.hole.index());
            (state, goes_on) = (after.state, after.outcome == Outcome::Again);
        }
        Ok(line.iter().map(|played| played.hole).collect())
    }

    /// All passes, from a line if there is one.
    fn all(&mut self, mut line: Vec<Hole>, tell: Tell<'_>) -> Result<(), StopReason> {
        let walk = self.walk(&line);
        self.cost = walk[0].2;
        let mut seed = self.beam.seed;
        if !line.is_empty() {
            // Without the moves at its end that add nothing.
            let useful = (0..walk.len()).min_by_key(|&moves| walk[moves].2).unwrap_or(0);
            if useful > 0 {
                line.truncate(useful);
                self.take(line, walk[useful].2, tell);
            }
            self.improve(seed, tell)?;
        }
        self.pass(0, self.width, seed, tell)?;
        // Rounds of passes from the prefixes of the best line and one in another order, ever wider,
        // until nothing can be better.
        let widest = self.beam.memory.saturating_mul(1 << 20) / WEIGHT;
        for round in 1.. {
            if self.complete || !self.beam.restarts {
                break;
            }
            seed = mixed(self.beam.seed.wrapping_add(round));
            self.improve(seed, tell)?;
            self.ranking.vary(seed);
            if round.is_multiple_of(ROUNDS) {
                self.width = (2 * self.width).min(widest).max(self.width);
            }
            self.pass(0, self.width, seed, tell)?;
        }
        Ok(())
    }

    /// Passes from the prefixes of the best line, the longest first, until none is better.
    fn improve(&mut self, seed: u64, tell: Tell<'_>) -> Result<(), StopReason> {
        let width = self.width.div_ceil(NARROWER);
        let mut prefix = self.line.len();
        while prefix > 1 {
            prefix -= 1;
            let before = self.cost;
            self.pass(prefix, width, seed, tell)?;
            if self.cost < before {
                prefix = self.line.len();
            }
        }
        Ok(())
    }

    /// A pass from a prefix of the best line on, through a layer after the other.
    fn pass(
        &mut self,
        prefix: usize,
        width: usize,
        seed: u64,
        tell: Tell<'_>,
    ) -> Result<(), StopReason> {
        let before = self.line[..prefix].to_vec();
        let (state, length, _) = self.walk(&before)[prefix];
        let step = Step { from: 0, hole: Hole::at(0) };
        let mut layer = vec![Candidate { place: 0, cells: state.cells, length, step }];
        let (mut steps, mut first) = (Steps::default(), 0);
        let (mut places, mut cut) = (Places::default(), false);
        while !layer.is_empty() {
            let made = self.work_off(&layer, first, seed);
            if let Some((cost, step)) = made.best {
                self.take([&before[..], &steps.line(step)].concat(), cost, tell);
            }
            if let Some(reason) = made.ended {
                return Err(reason);
            }
            layer = made.candidates;
            cut |= self.sift(&mut layer, width, &mut places);
            first = steps.extend(layer.iter().map(|kept| kept.step));
        }
        self.complete |= prefix == 0 && !cut;
        Ok(())
    }

    /// Tries all moves of the positions of a layer, which are numbered from `first` on.
    fn work_off(&self, layer: &[Candidate<C>], first: u32, seed: u64) -> Made<C> {
        let paid = self.clock.pay(layer.len() as u64).unwrap_or(0);
        let of = usize::try_from(paid).expect("part of a layer");
        let part = |(number, part): (usize, &[Candidate<C>])| {
            self.expand(part, first + (number * PART) as u32, seed)
        };
        let all: Vec<Made<C>> = if of > PART && self.pool.threads().get() > 1 {
            self.pool.install(|| layer[..of].par_chunks(PART).enumerate().map(part).collect())
        } else {
            layer[..of].chunks(PART).enumerate().map(part).collect()
        };
        let mut whole = Made { candidates: Vec::new(), best: None, nodes: 0, ended: None };
        for made in all {
            whole.ended = whole.ended.or(made.ended);
            whole.nodes += made.nodes;
            if let Some((cost, _)) = made.best
                && whole.best.is_none_or(|(best, _)| cost < best)
            {
                whole.best = made.best;
            }
            whole.candidates.extend(made.candidates);
        }
        self.clock.progress().add(whole.nodes);
        self.clock.give_back(paid - whole.nodes);
        whole.ended = whole.ended.or((of < layer.len()).then_some(StopReason::Nodes));
        whole
    }

    /// Tries all moves of some positions.
    fn expand(&self, part: &[Candidate<C>], first: u32, seed: u64) -> Made<C> {
        let ended = self.clock.ended();
        let mut made = Made { candidates: Vec::new(), best: None, nodes: 0, ended };
        if ended.is_some() {
            return made;
        }
        let (kernel, mut least) = (self.kernel, self.cost);
        for (from, kept) in (first..).zip(part) {
            let state = self.start.with(kept.cells);
            made.nodes += 1;
            for hole in holes(kernel.legal(&state)) {
                let played = kernel.play(&state, hole.index());
                let length = self.longer(kept.length, kept.cells, &played);
                let step = Step { from, hole };
                let cost = self.cost_of(&played, length);
                if cost < least {
                    least = cost;
                    made.best = Some((cost, step));
                }
                if played.outcome == Outcome::Again && self.is_hopeful(length) {
                    let cells = played.state.cells;
                    let place = self.ranking.place(cells, length, seed);
                    made.candidates.push(Candidate { place, cells, length, step });
                }
            }
        }
        made
    }

    /// Puts candidates in order, merges equal boards and keeps no more than the width; tells
    /// whether any was turned away.
    fn sift(&self, waiting: &mut Vec<Candidate<C>>, width: usize, places: &mut Places) -> bool {
        let order = |a: &Candidate<C>, b: &Candidate<C>| {
            (a.place.cmp(&b.place))
                .then_with(|| a.cells.words().cmp(b.cells.words()))
                .then_with(|| self.in_order(a.length).cmp(&self.in_order(b.length)))
                .then_with(|| a.step.cmp(&b.step))
        };
        if waiting.len() > 8 * PART && self.pool.threads().get() > 1 {
            self.pool.install(|| waiting.par_sort_unstable_by(order));
        } else {
            waiting.sort_unstable_by(order);
        }
        places.clear(waiting.len().min(width));
        let (mut kept, mut cut) = (0, false);
        for next in 0..waiting.len() {
            let candidate = waiting[next];
            match places.find(candidate.cells, |place| waiting[place].cells) {
                Ok(place) => {
                    let other = &mut waiting[place];
                    if self.in_order(candidate.length) < self.in_order(other.length) {
                        (other.length, other.step) = (candidate.length, candidate.step);
                    }
                }
                Err(_) if kept == width => cut = true,
                Err(slot) => {
                    waiting[kept] = candidate;
                    places.set(slot, kept);
                    kept += 1;
                }
            }
        }
        waiting.truncate(kept);
        cut
    }

    /// The length of a line after one more move, from a board on.
    fn longer(&self, length: Length, before: C, played: &Played<C>) -> Length {
        let store = |cells| self.kernel.store(cells, self.start.mover);
        Length {
            moves: length.moves + 1,
            laps: length.laps + played.laps,
            gain: store(played.state.cells) - store(before),
        }
    }

    /// What counts of a length first, and what then.
    const fn in_order(&self, length: Length) -> [u32; 2] {
        match self.beam.aim {
            Aim::Harvest | Aim::Moves(_) => [length.moves, length.laps],
            Aim::Laps(_) => [length.laps, length.moves],
        }
    }

    /// The cost of a line whose last move was this; the highest if it misses the goal.
    fn cost_of(&self, played: &Played<C>, length: Length) -> Cost {
        let mover = self.start.mover;
        let [first, then] = self.in_order(length);
        match self.beam.aim {
            Aim::Harvest => [u32::MAX - self.kernel.store(played.state.cells, mover), first, then],
            Aim::Moves(goal) | Aim::Laps(goal) => match goal.reached(self.kernel, mover, played) {
                true => [first, then, 0],
                false => [u32::MAX; 3],
            },
        }
    }

    /// Tells whether a line that goes on from here can still be better.
    fn is_hopeful(&self, Length { moves, laps, gain }: Length) -> bool {
        let longer = Length { moves: moves + 1, laps: laps + 1, gain };
        self.beam.aim == Aim::Harvest || self.in_order(longer) < [self.cost[0], self.cost[1]]
    }

    /// The positions of a line of the turn, the start first: the length up to there, and its cost.
    /// The moves are legal.
    fn walk(&self, line: &[Hole]) -> Vec<(State<C>, Length, Cost)> {
        // No move at all costs nothing, and misses every goal.
        let nothing = match self.beam.aim {
            Aim::Harvest => {
                [u32::MAX - self.kernel.store(self.start.cells, self.start.mover), 0, 0]
            }
            Aim::Moves(_) | Aim::Laps(_) => [u32::MAX; 3],
        };
        let mut walk = vec![(self.start, Length::default(), nothing)];
        for hole in line {
            let (state, length, _) = &walk[walk.len() - 1];
            let played = self.kernel.play(state, hole.index());
            let length = self.longer(*length, state.cells, &played);
            walk.push((played.state, length, self.cost_of(&played, length)));
        }
        walk
    }

    /// Takes a better line.
    fn take(&mut self, line: Vec<Hole>, cost: Cost, tell: Tell<'_>) {
        (self.line, self.cost) = (line, cost);
        tell(&self.found(None));
    }

    /// The best so far.
    fn found(&self, stopped: Option<StopReason>) -> Found {
        let (state, length, _) = self.walk(&self.line)[self.line.len()];
        let side = self.start.mover;
        let line = Line {
            moves: self.line.iter().map(|&hole| Move { side, hole }).collect(),
            laps: length.laps,
            store: self.kernel.store(state.cells, side),
        };
        Found { line, complete: self.complete, nodes: self.clock.nodes(), stopped }
    }
}
