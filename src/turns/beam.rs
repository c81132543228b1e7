//! Beam search for long turns on large boards: it finds good turns soon, and proves the best only
//! if nothing was pruned.
//!
//! A pass goes through the turn once, move by move, and keeps a limited number of positions after
//! each move. A search is one pass, or with restarts any number of them: with other rankings, ever
//! wider, and from the prefixes of the best line.

mod ranking;

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::depth_first::{BoardIndex, Step, Steps};
use super::{Goal, Line, TurnsError, start_pool};
use crate::board::{Cells, Hole};
use crate::control::{Clock, Control, Pool, StopReason};
use crate::math::mixed;
use crate::moves::{Game, Kernel, Move, Outcome, Played, State, holes, with_kernel};

use ranking::{Length, Ranking};

/// The aim of a search in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Most seeds in the mover's store; ties by fewest moves, then fewest laps.
    Harvest,
    /// Fewest moves to a goal, then fewest laps.
    Moves(Goal),
    /// Fewest laps to a goal, then fewest moves.
    Laps(Goal),
}

/// The best line found by a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The line: every move but the last continues the turn. Empty if none reaches the goal or
    /// brings seeds.
    pub line: Line,
    /// Whether it is proven that no turn does better, because nothing was pruned.
    pub complete: bool,
    /// Positions visited, each with all its moves.
    pub nodes: u64,
    /// The limit that ended the search early.
    pub stopped: Option<StopReason>,
}

/// The settings of a beam search through a turn.
#[derive(Clone, Copy, Debug)]
pub struct BeamSearch<'a> {
    /// Memory in mebibytes. It limits the width of later passes.
    pub memory: usize,
    /// Number of threads. The result does not depend on it, unless a time limit or the stop flag
    /// ends the search.
    pub threads: NonZeroUsize,
    /// Initial beam width: maximum positions of a layer.
    pub width: NonZeroUsize,
    /// The aim.
    pub aim: Aim,
    /// The random seed.
    pub seed: u64,
    /// Whether to continue with random rankings, and from the prefixes of the best line, until a
    /// limit ends the search or the line is proven to be the best.
    pub restarts: bool,
    /// A known line of this turn, or empty. The search continues from all its prefixes.
    pub line: &'a [Move],
}

impl BeamSearch<'_> {
    /// Searches the turn of the player to move, and calls `observer` with every line that is better
    /// than those before it. A node is a position with all its moves. On a board of 2 x 9 holes, a
    /// single pass of width w takes at most about 50 w positions.
    ///
    /// The clock and the stop flag are checked within a layer, but not while a layer is sorted,
    /// which takes about 0.2 microseconds per position of the width.
    ///
    /// # Errors
    /// If the known line can't be played from the position in one turn, or no thread can be started
    /// where more than one is wanted.
    ///
    /// # Examples
    /// Finds a first turn on Overbeck's full board that wins nearly all seeds:
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
        let pool = start_pool(self.threads)?;
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
            // With restarts most searches end only at a limit.
            let of = (self.restarts && nodes < u64::MAX).then_some(nodes);
            progress.start_phase("beam search; positions", of);
            let stopped = restarts.all(line, observer).err();
            Ok(restarts.found(stopped))
        })
    }
}

/// The cost of a line, compared lexicographically; lower is better.
type Cost = [u32; 3];

/// Receives lines that are better than all before.
type Tell<'a> = &'a mut dyn FnMut(&Found);

/// Positions per unit of work: well under a millisecond.
const PART: usize = 256;

/// Rounds of passes before the width doubles.
const ROUNDS_PER_WIDTH: u64 = 2;

/// The divisor of the width for passes from prefixes: there are as many of them as the line has
/// moves.
const PREFIX_DIVISOR: usize = 16;

/// Bytes that a pass takes per position of its width.
const BYTES_PER_WIDTH: usize = 1024;

/// A search in progress: a sequence of passes. A pass does not depend on the number of threads:
/// they take parts of a layer, and the results are joined in the order of the parts.
struct Restarts<'a, C> {
    beam: &'a BeamSearch<'a>,
    kernel: &'a Kernel<C>,
    pool: &'a Pool,
    ranking: Ranking<C>,
    start: State<C>,
    clock: Clock<'a>,
    width: usize,
    /// The best line and its cost.
    line: Vec<Hole>,
    cost: Cost,
    complete: bool,
}

/// A position that is a candidate for a layer, or part of it.
#[derive(Clone, Copy)]
struct Candidate<C> {
    place: u64,
    cells: C,
    length: Length,
    step: Step,
}

/// The result of expanding a part of a layer.
struct Expanded<C> {
    candidates: Vec<Candidate<C>>,
    best: Option<(Cost, Step)>,
    nodes: u64,
    ended: Option<StopReason>,
}

impl<C: Cells> Restarts<'_, C> {
    /// Checks a line of this turn, and returns its holes.
    fn playable(&self, line: &[Move]) -> Result<Vec<Hole>, TurnsError> {
        let (kernel, mut state, mut goes_on) = (self.kernel, self.start, true);
        for (number, played) in (1..).zip(line) {
            let legal = kernel.legal(&state) >> played.hole.index() & 1 == 1;
            if !goes_on || !legal || played.side != self.start.mover {
                let played = *played;
                return Err(TurnsError::Line { number, played });
            }
            let after = kernel.make(&state, *played);
            (state, goes_on) = (after.state, after.outcome == Outcome::Again);
        }
        Ok(line.iter().map(|played| played.hole).collect())
    }

    /// Runs all passes, starting from a line if there is one.
    fn all(&mut self, mut line: Vec<Hole>, tell: Tell<'_>) -> Result<(), StopReason> {
        let walk = self.walk(&line);
        self.cost = walk[0].2;
        let mut seed = self.beam.seed;
        if !line.is_empty() {
            // Drops moves at the end that add nothing.
            let useful = (0..walk.len()).min_by_key(|&moves| walk[moves].2).unwrap_or(0);
            if useful > 0 {
                line.truncate(useful);
                self.accept(line, walk[useful].2, tell);
            }
            self.improve(seed, tell)?;
        }
        self.pass(0, self.width, seed, tell)?;
        // Each round runs passes from the prefixes of the best line and one with another ranking,
        // ever wider, until nothing can be better.
        let widest = self.beam.memory.saturating_mul(1 << 20) / BYTES_PER_WIDTH;
        for round in 1.. {
            if self.complete || !self.beam.restarts {
                break;
            }
            seed = mixed(self.beam.seed.wrapping_add(round));
            self.improve(seed, tell)?;
            self.ranking.vary(seed);
            if round.is_multiple_of(ROUNDS_PER_WIDTH) {
                self.width = (2 * self.width).min(widest).max(self.width);
            }
            self.pass(0, self.width, seed, tell)?;
        }
        Ok(())
    }

    /// Runs passes from the prefixes of the best line, longest first, until none improves it.
    fn improve(&mut self, seed: u64, tell: Tell<'_>) -> Result<(), StopReason> {
        let width = self.width.div_ceil(PREFIX_DIVISOR);
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

    /// Runs a pass from a prefix of the best line, layer by layer.
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
        let (mut places, mut pruned) = (BoardIndex::default(), false);
        while !layer.is_empty() {
            let expanded = self.process_layer(&layer, first, seed);
            if let Some((cost, step)) = expanded.best {
                self.accept([&before[..], &steps.line(step)].concat(), cost, tell);
            }
            if let Some(reason) = expanded.ended {
                return Err(reason);
            }
            layer = expanded.candidates;
            pruned |= self.select(&mut layer, width, &mut places);
            first = steps.extend(layer.iter().map(|kept| kept.step));
        }
        self.complete |= prefix == 0 && !pruned;
        Ok(())
    }

    /// Expands the positions of a layer, which are numbered from `first` on.
    fn process_layer(&self, layer: &[Candidate<C>], first: u32, seed: u64) -> Expanded<C> {
        let paid = self.clock.pay(layer.len() as u64).unwrap_or(0);
        let of = usize::try_from(paid).expect("part of a layer");
        let part = |(number, part): (usize, &[Candidate<C>])| {
            self.expand(part, first + (number * PART) as u32, seed)
        };
        let all: Vec<Expanded<C>> = if of > PART && self.pool.threads().get() > 1 {
            self.pool.install(|| layer[..of].par_chunks(PART).enumerate().map(part).collect())
        } else {
            layer[..of].chunks(PART).enumerate().map(part).collect()
        };
        let mut whole = Expanded { candidates: Vec::new(), best: None, nodes: 0, ended: None };
        for expanded in all {
            whole.ended = whole.ended.or(expanded.ended);
            whole.nodes += expanded.nodes;
            if let Some((cost, _)) = expanded.best
                && whole.best.is_none_or(|(best, _)| cost < best)
            {
                whole.best = expanded.best;
            }
            whole.candidates.extend(expanded.candidates);
        }
        self.clock.progress().add(whole.nodes);
        self.clock.give_back(paid - whole.nodes);
        whole.ended = whole.ended.or((of < layer.len()).then_some(StopReason::Nodes));
        whole
    }

    /// Expands some positions.
    fn expand(&self, part: &[Candidate<C>], first: u32, seed: u64) -> Expanded<C> {
        let ended = self.clock.ended();
        let mut expanded = Expanded { candidates: Vec::new(), best: None, nodes: 0, ended };
        if ended.is_some() {
            return expanded;
        }
        let (kernel, mut least) = (self.kernel, self.cost);
        for (from, kept) in (first..).zip(part) {
            let state = self.start.with(kept.cells);
            expanded.nodes += 1;
            for hole in holes(kernel.legal(&state)) {
                let played = kernel.play(&state, hole.index());
                let length = self.longer(kept.length, kept.cells, &played);
                let step = Step { from, hole };
                let cost = self.cost_of(&played, length);
                if cost < least {
                    least = cost;
                    expanded.best = Some((cost, step));
                }
                if played.outcome == Outcome::Again && self.can_improve(length) {
                    let cells = played.state.cells;
                    let place = self.ranking.place(cells, length, seed);
                    expanded.candidates.push(Candidate { place, cells, length, step });
                }
            }
        }
        expanded
    }

    /// Sorts candidates, deduplicates boards and prunes to the width; returns whether any board was
    /// pruned.
    fn select(
        &self,
        candidates: &mut Vec<Candidate<C>>,
        width: usize,
        places: &mut BoardIndex,
    ) -> bool {
        let order = |a: &Candidate<C>, b: &Candidate<C>| {
            (a.place.cmp(&b.place))
                .then_with(|| a.cells.words().cmp(b.cells.words()))
                .then_with(|| self.in_order(a.length).cmp(&self.in_order(b.length)))
                .then_with(|| a.step.cmp(&b.step))
        };
        if candidates.len() > 8 * PART && self.pool.threads().get() > 1 {
            self.pool.install(|| candidates.par_sort_unstable_by(order));
        } else {
            candidates.sort_unstable_by(order);
        }
        places.clear(candidates.len().min(width));
        let (mut kept, mut pruned) = (0, false);
        for next in 0..candidates.len() {
            let candidate = candidates[next];
            match places.find(candidate.cells, |place| candidates[place].cells) {
                Ok(place) => {
                    let other = &mut candidates[place];
                    if self.in_order(candidate.length) < self.in_order(other.length) {
                        (other.length, other.step) = (candidate.length, candidate.step);
                    }
                }
                Err(_) if kept == width => pruned = true,
                Err(slot) => {
                    candidates[kept] = candidate;
                    places.set(slot, kept);
                    kept += 1;
                }
            }
        }
        candidates.truncate(kept);
        pruned
    }

    /// The length of a line after one more move.
    fn longer(&self, length: Length, before: C, played: &Played<C>) -> Length {
        let store = |cells| self.kernel.store(cells, self.start.mover);
        Length {
            moves: length.moves + 1,
            laps: length.laps + played.laps,
            gain: store(played.state.cells) - store(before),
        }
    }

    /// The parts of a length in the order in which they count.
    const fn in_order(&self, length: Length) -> [u32; 2] {
        match self.beam.aim {
            Aim::Harvest | Aim::Moves(_) => [length.moves, length.laps],
            Aim::Laps(_) => [length.laps, length.moves],
        }
    }

    /// The cost of a line with this last move; the maximum if it misses the goal.
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

    /// Whether a continuation of this line can still be better than the best.
    fn can_improve(&self, Length { moves, laps, gain }: Length) -> bool {
        let longer = Length { moves: moves + 1, laps: laps + 1, gain };
        self.beam.aim == Aim::Harvest || self.in_order(longer) < [self.cost[0], self.cost[1]]
    }

    /// The positions of a line of legal moves, starting with the start, each with the length and
    /// the cost up to there.
    fn walk(&self, line: &[Hole]) -> Vec<(State<C>, Length, Cost)> {
        // The empty line costs nothing for a harvest, and misses every other goal.
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

    /// Accepts a better line.
    fn accept(&mut self, line: Vec<Hole>, cost: Cost, tell: Tell<'_>) {
        (self.line, self.cost) = (line, cost);
        tell(&self.found(None));
    }

    /// The best line so far.
    fn found(&self, stopped: Option<StopReason>) -> Found {
        let line = Line::played(self.kernel, &self.start, self.line.iter().copied());
        Found { line, complete: self.complete, nodes: self.clock.nodes(), stopped }
    }
}
