//! The public evaluator: its settings, and the tables it allocates.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::bounds::{Bounds, Value};
use super::driver::Driver;
use super::endgame_growth::EndgameGrowth;
use super::estimate::Estimate;
use super::findings::{Evaluation, Known};
use super::heuristic::{Estimator, Source};
use super::heuristic_table::HeuristicTable;
use super::root::{PartialEvaluation, Root};
use super::root_move::RootMove;
use super::shared_state::{Shared, Techniques};
use super::stack::{DeepPool, deeply};
use super::table_memory::{MEMORY, bounds_share, endgame_share, estimates_share, is_short_search};
use super::transposition_table::TranspositionTable;
use crate::board::Cells;
use crate::control::{Clock, Control, MAX_DEPTH, ResourceError, settings};
use crate::moves::{Game, Kernel, Move, State, with_kernel};
use crate::rules::StorePlace;
use crate::tables::Endgame;

/// Nodes spent on proofs (about half of all nodes) after which an endgame table is built. A short
/// evaluation ends before a table has paid off.
const ENDGAME_AFTER: u64 = 100_000;

/// The settings of an evaluation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Evaluator<'a> {
    /// Search depth in moves, at most [`MAX_DEPTH`]. Depth 1 is completed regardless of the time
    /// limit.
    pub depth: u32,
    /// Threads that search together; fewer if the system cannot start that many.
    pub threads: NonZeroUsize,
    /// Total memory of the search in mebibytes: its tables, and the endgame tables built during the
    /// search. A short search uses a small part of it. If the system grants less, the tables are
    /// smaller: the search is slower, and reaches less depth within the same nodes.
    pub memory: usize,
    /// An endgame table to use. Ignored if it was built for other rules or another field.
    pub endgame: Option<&'a Endgame>,
    /// Nodes spent on proofs after which an endgame table is built, if it can be larger than the
    /// given one. The table then grows with the search.
    pub endgame_after: u64,
    /// Receives the endgame table that was built during the search, for reuse by another search.
    #[doc(hidden)]
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// Good moves of the mover's first turn, such as the book's. Playing them gives an initial
    /// bound; illegal moves are ignored.
    pub first_turn: &'a [Move],
    /// Facts proven before the search. The search starts from them and assumes that they are true.
    /// Ignored where positions can recur.
    pub known: Option<&'a Known>,
    /// The estimate of positions at the horizon; `None` for the built-in one.
    pub estimate: Option<&'a dyn Estimate>,
    /// Whether to continue after the value of the position is proven, until every move's value is
    /// proven.
    pub every_move: bool,
    /// The moves to search. All moves are searched if none of these is legal. The value is that of
    /// the best of these moves.
    pub only: &'a [Move],
}

settings!(Evaluator<'a> {
    with_depth depth (u32),
    with_threads threads (NonZeroUsize),
    with_memory memory (usize),
    with_endgame endgame (Option<&'a Endgame>),
    with_endgame_after endgame_after (u64),
    #[doc(hidden)] with_keep keep (Option<&'a Mutex<Option<Endgame>>>),
    with_first_turn first_turn (&'a [Move]),
    with_known known (Option<&'a Known>),
    with_every_move every_move (bool),
    with_only only (&'a [Move]),
});

/// Evaluates a position on one thread, with 512 MiB for all tables.
///
/// # Errors
/// As [`Evaluator::evaluate`].
///
/// # Examples
/// In Kalah with 3 holes and 2 seeds, the starter wins by 4.
/// ```
/// use chongkak::{Control, Game, Preset, Side, Value, evaluate};
/// let rules = Preset::named("kalah").unwrap().rules.sized(3, 2).unwrap();
/// let found = evaluate(&Game::opening(&rules, Side::A), Control::none()).unwrap();
/// assert_eq!(found.value, Value::Exact(4));
/// ```
pub fn evaluate(game: &Game, control: Control<'_>) -> Result<Evaluation, ResourceError> {
    Evaluator::new().evaluate(game, control)
}

impl Default for Evaluator<'_> {
    fn default() -> Self {
        Evaluator::new()
    }
}

impl<'a> Evaluator<'a> {
    /// Sets a caller's own [`estimate`](Self::estimate).
    #[must_use]
    pub const fn with_estimate(mut self, estimate: &'a dyn Estimate) -> Self {
        self.estimate = Some(estimate);
        self
    }

    /// Creates an evaluator without a depth limit, on one thread, with 512 MiB for all its tables.
    #[must_use]
    pub const fn new() -> Self {
        Evaluator {
            depth: MAX_DEPTH,
            threads: NonZeroUsize::MIN,
            memory: MEMORY,
            endgame: None,
            endgame_after: ENDGAME_AFTER,
            keep: None,
            first_turn: &[],
            known: None,
            estimate: None,
            every_move: false,
            only: &[],
        }
    }

    /// Evaluates every move and finds the principal line. A node is a position visited.
    ///
    /// All legal moves are searched with a full window, so that every move gets a value and not
    /// only a bound. The search ends when the position's value is proven, or at a limit; after a
    /// proof it spends a few more nodes on finding which moves reach the value. At a limit the last
    /// complete iteration counts. The first iteration takes one node for each move and is completed
    /// regardless of the time limit; with fewer nodes the depth is 0, and each move is scored only
    /// by the seeds it wins. On one thread the same input gives the same result, as long as no time
    /// limit or interruption stops the search.
    ///
    /// Without a depth limit, part of the nodes go to the solver's null-window searches. Whatever
    /// the depth, the seeds that either player certainly wins in the turn after a move bound the
    /// move's value.
    ///
    /// Where positions can recur (`store = far`), a value depends on the path to the position, so
    /// the tables only order moves.
    ///
    /// # Errors
    /// If the system does not grant memory for the smallest tables.
    pub fn evaluate(&self, game: &Game, control: Control<'_>) -> Result<Evaluation, ResourceError> {
        self.evaluate_telling(game, control, &mut |_| {})
    }

    /// Evaluates, and after every iteration calls `tell` with what [`evaluate`](Self::evaluate)
    /// would return if the search ended then. `tell` may be called on another thread.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate).
    pub fn evaluate_telling(
        &self,
        game: &Game,
        control: Control<'_>,
        tell: &mut (dyn FnMut(&Evaluation) + Send),
    ) -> Result<Evaluation, ResourceError> {
        let (rules, position) = (game.rules(), game.position());
        if position.is_over() {
            return Ok(Evaluation {
                value: Value::Exact(position.standing()),
                bounds: Bounds::exact(position.standing()),
                depth: 0,
                line: Vec::new(),
                moves: Vec::new(),
                nodes: control.nodes.min(1),
                stopped: None,
            });
        }
        let fits = |table: &&Endgame| {
            rules.store == StorePlace::Near && table.fits(rules, position.field())
        };
        // `run` sets the maximum size once the other tables are allocated.
        let endgame = EndgameGrowth {
            given: self.endgame.filter(fits),
            after: self.endgame_after,
            ..EndgameGrowth::new(rules, position.field(), self.threads)
        };
        let threads = match is_short_search(control.nodes, self.endgame_after) {
            true => NonZeroUsize::MIN,
            false => self.threads,
        };
        let legal: Vec<Move> = game.legal_moves().collect();
        let chosen: Vec<Move> =
            legal.iter().copied().filter(|made| self.only.contains(made)).collect();
        let moves = if chosen.is_empty() { legal } else { chosen };
        let evaluator = Evaluator { threads, only: &moves, ..*self };
        let run = || {
            with_kernel!(rules, position, |kernel, start| {
                let built_in = || Source::built_in(rules, position.field());
                let source = self.estimate.map_or_else(built_in, Source::Caller);
                let estimator = Estimator::new(position.field(), source);
                evaluator.run(kernel, start, &estimator, endgame, control, tell)
            })
        };
        if threads.get() == 1 { deeply(run) } else { run() }
    }

    /// Evaluates with the kernel for the board's size.
    fn run<C: Cells>(
        &self,
        kernel: &Kernel<C>,
        start: &State<C>,
        estimator: &Estimator<'_, C>,
        mut endgame: EndgameGrowth<'_>,
        control: Control<'_>,
        tell: &mut (dyn FnMut(&Evaluation) + Send),
    ) -> Result<Evaluation, ResourceError> {
        let (mut ranking, key_bits) = Shared::ranking(kernel, start);
        // Where positions can recur, the table of bounds stays empty. Otherwise it has half of the
        // size that it has without a heuristic table.
        let bounds = if kernel.repeats() { 1 } else { bounds_share(self.memory) / 2 };
        let estimates = estimates_share(self.memory);
        let (mut bounds, mut heuristic) = match is_short_search(control.nodes, self.endgame_after) {
            true => (
                TranspositionTable::short_memory(key_bits, bounds)?,
                HeuristicTable::<C>::short_memory(key_bits, estimates)?,
            ),
            false => (
                TranspositionTable::memory(key_bits, bounds)?,
                HeuristicTable::<C>::memory(key_bits, estimates)?,
            ),
        };
        endgame.most = endgame_share(self.memory, &[&bounds, &heuristic]);
        let table = TranspositionTable::new(key_bits, kernel.all_seeds_count(), &mut bounds);
        let mut size = table.size();
        let threads = DeepPool::start(self.threads);
        let mut heuristic = HeuristicTable::new(&mut heuristic);
        let clock = Clock::new(control);
        let total = (control.nodes < u64::MAX).then_some(control.nodes);
        clock.progress().start_phase("nodes", total);
        let mut so_far = None;
        loop {
            let reader = endgame.table().map(Endgame::reader);
            let (table, alone) = (table.of_size(size), threads.threads().get() == 1);
            let shared = Shared::new(kernel, ranking, table, reader, Techniques::ALL, alone);
            let mut root = Root {
                start: *start,
                so_far: so_far.get_or_insert_with(|| PartialEvaluation {
                    moves: self
                        .only
                        .iter()
                        .map(|made| RootMove::new(&shared, start, *made))
                        .collect(),
                    reached: 0,
                    width: 1,
                    on_turns: 0,
                    on_proofs: 0,
                    known: Bounds::ALL,
                }),
                table: &mut heuristic,
                estimator,
                clock: &clock,
                driver: Driver { shared, clock: &clock, threads: &threads, pause: u64::MAX },
                depth: self.depth,
                every_move: self.every_move,
                grow_after: endgame.next(),
            };
            root.take_known(self.known);
            root.take_turn(self.first_turn);
            let found = root.deepen(tell);
            root.driver.shared.expect_sound()?;
            if let Some(found) = found {
                endgame.hand_over(self.keep);
                return Ok(found);
            }
            size = root.driver.shared.table.size();
            ranking = root.driver.shared.ranking;
            endgame.grow(&clock);
        }
    }
}
