//! Long turns of large boards, by beams: good ones soon, the best only where nothing had to be left
//! out.
//!
//! A pass goes through the turn once, layer by layer, and keeps only so many positions of each. A
//! search is one pass, or with restarts any number of them: with other orders, ever wider, and from
//! the prefixes of the best line.

mod order;
mod pass;

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::{Goal, TurnsError, shared};
use crate::board::{Cells, Hole};
use crate::control::{Clock, Control, Pool, StopReason};
use crate::math::mixed;
use crate::moves::{Game, Kernel, Move, Outcome, State, with_kernel};

pub use order::{BeamOrder, LayersBy, Weights};
use order::{Length, Ranking};
use pass::{Context, Cost, Pass};

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
    /// True if the line does what was asked: it reaches the goal, or brings seeds.
    pub reached: bool,
    /// Seeds that it adds to the mover's store, over all its moves.
    pub harvest: u32,
    /// The moves, all of one turn: every one but the last goes on. Empty if none was found.
    pub line: Vec<Move>,
    /// Its moves.
    pub moves: u32,
    /// Its laps.
    pub laps: u32,
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
    /// Mebibytes. They say how wide passes may get in the end: a pass takes some 4 KiB for each
    /// position of its width, or 1 KiB where layers are by moves.
    pub memory: usize,
    /// Threads that work. The answer does not depend on them, unless a clock or the stop flag
    /// ends the search.
    pub threads: NonZeroUsize,
    /// Most positions of a layer, to begin with.
    pub width: NonZeroUsize,
    /// The order that says who stays in a layer.
    pub order: BeamOrder,
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
    /// takes, on a board of 2 x 9 holes, at most some 50 w positions where layers are by moves and
    /// 150 w where they are by store.
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
    /// use chongkak::turns::{Aim, BeamOrder, BeamSearch};
    /// let rules = Preset::named("overbeck").unwrap().rules;
    /// let search = BeamSearch {
    ///     memory: 256,
    ///     threads: NonZeroUsize::MIN,
    ///     width: NonZeroUsize::new(100).unwrap(),
    ///     order: BeamOrder::named("greedy").unwrap(),
    ///     aim: Aim::Harvest,
    ///     seed: 0,
    ///     restarts: false,
    ///     line: &[],
    /// };
    /// let game = Game::opening(&rules, Side::A);
    /// let found = search.search(&game, Control::none(), &mut |_| {}).unwrap();
    /// assert!(found.harvest > 145 && !found.complete);
    /// ```
    pub fn search(
        &self,
        game: &Game,
        control: Control<'_>,
        observer: &mut dyn FnMut(&Found),
    ) -> Result<Found, TurnsError> {
        if game.position().is_over() {
            let nothing = Found { complete: true, ..Found::default() };
            let unplayable =
                self.line.first().map(|&played| TurnsError::Line { number: 1, played });
            return unplayable.map_or(Ok(nothing), Err);
        }
        let pool = shared(self.threads)?;
        let pool = pool.as_ref();
        with_kernel!(game.rules(), game.position(), |kernel, start| self
            .passes(kernel, start, pool, control, observer))
    }

    fn passes<C: Cells>(
        &self,
        kernel: &Kernel<C>,
        start: &State<C>,
        pool: Option<&Pool>,
        control: Control<'_>,
        observer: &mut dyn FnMut(&Found),
    ) -> Result<Found, TurnsError> {
        let context = Context { kernel, aim: self.aim, pool };
        let mut restarts = Restarts {
            beam: self,
            observer,
            context: &context,
            ranking: Arc::new(Ranking::new(kernel, start.mover, &self.order)),
            start: *start,
            clock: Clock::new(control),
            width: self.width.get(),
            line: Vec::new(),
            cost: context.nothing(start),
            complete: false,
        };
        let line = restarts.playable(self.line)?;
        let Control { nodes, progress, .. } = control;
        // With restarts nothing but a limit ends most searches.
        let of = (self.restarts && nodes < u64::MAX).then_some(nodes);
        progress.start_phase("positions in beams", of);
        let stopped = restarts.all(line).err();
        Ok(restarts.found(stopped))
    }
}

/// Rounds of passes before they get wider.
const ROUNDS: u64 = 2;

/// The factor by which passes from prefixes are narrower: there are as many of them as the line has
/// moves.
const NARROWER: usize = 16;

/// A search in progress: passes one after the other.
struct Restarts<'a, 'o, C> {
    beam: &'a BeamSearch<'a>,
    observer: &'o mut dyn FnMut(&Found),
    context: &'a Context<'a, C>,
    ranking: Arc<Ranking<C>>,
    start: State<C>,
    clock: Clock<'a>,
    width: usize,
    /// The best line, and what it costs.
    line: Vec<Hole>,
    cost: Cost,
    complete: bool,
}

/// A position of the best line.
struct At<C> {
    state: State<C>,
    length: Length,
    /// The least that moves up to here cost, and how many of them bring it.
    cost: Cost,
    useful: usize,
}

impl<C: Cells> Restarts<'_, '_, C> {
    /// The holes of a line of this turn.
    fn playable(&self, line: &[Move]) -> Result<Vec<Hole>, TurnsError> {
        let (kernel, mut state, mut goes_on) = (self.context.kernel, self.start, true);
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
    fn all(&mut self, line: Vec<Hole>) -> Result<(), StopReason> {
        if !line.is_empty() {
            self.begin(line);
            self.improve(self.beam.seed)?;
        }
        self.fresh(self.beam.seed)?;
        if self.beam.restarts {
            self.go_on()?;
        }
        Ok(())
    }

    /// Rounds of a pass in another order and passes from the prefixes of the best line, ever wider,
    /// until nothing can be better.
    fn go_on(&mut self) -> Result<(), StopReason> {
        for round in 1.. {
            if self.complete {
                break;
            }
            let seed = mixed(self.beam.seed.wrapping_add(round));
            self.improve(seed)?;
            self.ranking = self.ranking(&self.beam.order.varied(seed));
            if round.is_multiple_of(ROUNDS) {
                self.width = (2 * self.width).min(self.widest()).max(self.width);
            }
            self.fresh(seed)?;
        }
        Ok(())
    }

    fn ranking(&self, order: &BeamOrder) -> Arc<Ranking<C>> {
        Arc::new(Ranking::new(self.context.kernel, self.start.mover, order))
    }

    /// The width that the memory allows, by the bytes that a pass takes for each position of its
    /// width: of layers by store or laps some twenty wait at a time.
    fn widest(&self) -> usize {
        let weight = match self.beam.order.layers {
            LayersBy::Store | LayersBy::Laps => 4096,
            LayersBy::Moves => 1024,
        };
        self.beam.memory.saturating_mul(1 << 20) / weight
    }

    /// Takes the line to begin with, without the moves at its end that add nothing.
    fn begin(&mut self, mut line: Vec<Hole>) {
        let at = self.walk(&line);
        line.truncate(at.useful);
        if at.cost < self.cost {
            self.take(line, at.cost);
        }
    }

    /// A pass through the whole turn.
    fn fresh(&mut self, seed: u64) -> Result<(), StopReason> {
        self.pass(0, self.width, seed)
    }

    /// Passes from the prefixes of the best line, the longest first, until none is better.
    fn improve(&mut self, seed: u64) -> Result<(), StopReason> {
        let width = self.width.div_ceil(NARROWER);
        let mut prefix = self.line.len();
        while prefix > 1 {
            prefix -= 1;
            let before = self.cost;
            self.pass(prefix, width, seed)?;
            if self.cost < before {
                prefix = self.line.len();
            }
        }
        Ok(())
    }

    /// A pass from a prefix of the best line on.
    fn pass(&mut self, prefix: usize, width: usize, seed: u64) -> Result<(), StopReason> {
        let at = self.walk(&self.line[..prefix]);
        let ranking = Arc::clone(&self.ranking);
        let pass = Pass {
            context: self.context,
            ranking: &ranking,
            start: at.state,
            behind: at.length,
            width,
            seed,
            best: self.cost,
        };
        let before = self.line[..prefix].to_vec();
        let mut run = pass.begin();
        let mut goes_on = true;
        while goes_on {
            let step = pass.step(&mut run, &self.clock);
            if let Some((cost, rest)) = run.better() {
                self.take([&before[..], &rest].concat(), cost);
            }
            goes_on = step?;
        }
        self.complete |= prefix == 0 && !run.cut();
        Ok(())
    }

    /// Plays moves of the turn, from its beginning; they are legal.
    fn walk(&self, line: &[Hole]) -> At<C> {
        let kernel = self.context.kernel;
        let mover = self.start.mover;
        let mut at = At {
            state: self.start,
            length: Length::START,
            cost: self.context.nothing(&self.start),
            useful: 0,
        };
        for (number, hole) in (1..).zip(line) {
            let played = kernel.play(&at.state, hole.index());
            let before = kernel.store(at.state.cells, mover);
            at.length = Length {
                moves: at.length.moves + 1,
                laps: at.length.laps + played.laps,
                gain: kernel.store(played.state.cells, mover) - before,
            };
            at.state = played.state;
            let cost = self.context.cost(&self.start, &played, at.length);
            if cost < at.cost {
                (at.cost, at.useful) = (cost, number);
            }
        }
        at
    }

    /// Takes a better line.
    fn take(&mut self, line: Vec<Hole>, cost: Cost) {
        (self.line, self.cost) = (line, cost);
        let found = self.found(None);
        (self.observer)(&found);
    }

    /// The best so far.
    fn found(&self, stopped: Option<StopReason>) -> Found {
        let at = self.walk(&self.line);
        let side = self.start.mover;
        let store = |state: &State<C>| self.context.kernel.store(state.cells, side);
        let line = self.line.iter().map(|&hole| Move { side, hole });
        let harvest = store(&at.state) - store(&self.start);
        Found {
            reached: at.useful > 0,
            harvest,
            line: line.collect(),
            moves: at.length.moves,
            laps: at.length.laps,
            complete: self.complete,
            nodes: self.clock.nodes(),
            stopped,
        }
    }
}
