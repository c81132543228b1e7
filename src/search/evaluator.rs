//! Evaluations from outside: how they are set up, and the tables that they get.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::bounds::{Bounds, Value};
use super::driver::Driver;
use super::endgame_growth::EndgameGrowth;
use super::estimate::Estimate;
use super::findings::{Evaluation, Known};
use super::heuristic::{Estimator, Source};
use super::heuristic_table::HeuristicTable;
use super::root::{PartialEvaluation, Root, RootMove};
use super::shared_state::{Shared, Techniques};
use super::stack::{DeepPool, deeply};
use super::table_memory::{MEMORY, is_short, of_bounds, of_endgame, of_estimates};
use super::transposition_table::TranspositionTable;
use crate::board::Cells;
use crate::control::{Clock, Control, MAX_DEPTH, ResourceError, settings};
use crate::moves::{Game, Kernel, Move, State, with_kernel};
use crate::rules::StorePlace;
use crate::tables::Endgame;

/// Nodes on proofs, some half of all, after which an endgame table is built: a short evaluation is
/// done before a table has paid for itself.
const WITHOUT_ENDGAME: u64 = 100_000;

/// The settings of an evaluation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Evaluator<'a> {
    /// Moves to look ahead, at most [`MAX_DEPTH`]. The first is looked at whatever the time.
    pub depth: u32,
    /// Threads that search together; fewer where the system gives no more.
    pub threads: NonZeroUsize,
    /// Memory of all that the search takes, in mebibytes: its tables, and an endgame table that is
    /// built on the way. A short search uses a small part of it, and where the system grants less
    /// the tables are smaller: that costs time, and depth within the same nodes.
    pub memory: usize,
    /// An endgame table to use. If it doesn't fit the rules and the field it is passed over.
    pub endgame: Option<&'a Endgame>,
    /// Nodes of attempts to prove the value after which an endgame table is built, if that would
    /// be larger than the one there is. It then grows with the search.
    pub endgame_after: u64,
    /// The place where an endgame table that was built on the way is left for another search.
    #[doc(hidden)]
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// Moves of the mover's first turn that are known to be good, such as the book's. They are
    /// played and give a bound to begin with; what is not legal is passed over.
    pub first_turn: &'a [Move],
    /// The facts proven before the search: it begins with them, and takes them for true. Where
    /// positions can recur they are passed over.
    pub known: Option<&'a Known>,
    /// The estimate of positions at the horizon; none for the built-in one.
    pub estimate: Option<&'a dyn Estimate>,
    /// True to go on, when the value of the position is proven, until the value of every move is.
    pub every_move: bool,
    /// The moves to look at, a bit for each hole from the first one on; all of them if it is 0, or
    /// has none that is legal. The value is that of the best of these.
    pub only: u32,
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
    with_only only (u32),
});

/// Evaluates a position on one thread, with 512 MiB for all tables.
///
/// # Errors
/// As [`Evaluator::evaluate`].
///
/// # Examples
/// Kalah with 3 holes and 2 seeds is won by 4.
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
    /// The same with a caller's own [`estimate`](Self::estimate).
    #[must_use]
    pub const fn with_estimate(mut self, estimate: &'a dyn Estimate) -> Self {
        self.estimate = Some(estimate);
        self
    }

    /// An evaluator of any depth on one thread, with 512 MiB for all its tables.
    #[must_use]
    pub const fn new() -> Self {
        Evaluator {
            depth: MAX_DEPTH,
            threads: NonZeroUsize::MIN,
            memory: MEMORY,
            endgame: None,
            endgame_after: WITHOUT_ENDGAME,
            keep: None,
            first_turn: &[],
            known: None,
            estimate: None,
            every_move: false,
            only: 0,
        }
    }

    /// Gives the value of every move and the principal line. A node is a position visited.
    ///
    /// All legal moves are searched with a full window, so that every move's value is a value and
    /// not a bound. The search ends when the value of the position is proven (and, as far as few
    /// nodes more tell, which moves reach it) or a limit is reached; then the last complete
    /// iteration counts. The first takes a node for each move and is completed whatever the time;
    /// with fewer nodes the depth is 0, and a move is estimated by what it wins itself. On one
    /// thread the same input gives the same answer as long as no time limit or interruption stops
    /// it. Without a depth limit part
    /// of the nodes go to the solver's questions; what the mover or his opponent wins for certain
    /// in the turn after a move bounds its value whatever the depth.
    ///
    /// The tables only order moves where positions can recur (`store = far`), since a value then
    /// depends on the way to the position.
    ///
    /// # Errors
    /// If the system grants no memory for the smallest tables.
    pub fn evaluate(&self, game: &Game, control: Control<'_>) -> Result<Evaluation, ResourceError> {
        self.evaluate_telling(game, control, &mut |_| {})
    }

    /// Evaluates, and tells after every iteration what [`evaluate`](Self::evaluate) would give if
    /// the search ended now; perhaps on another thread.
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
        // How large it may be is known when the other tables are there.
        let endgame = EndgameGrowth {
            given: self.endgame.filter(fits),
            after: self.endgame_after,
            ..EndgameGrowth::new(rules, position.field(), self.threads)
        };
        let threads = match is_short(control.nodes, self.endgame_after) {
            true => NonZeroUsize::MIN,
            false => self.threads,
        };
        let evaluator = Evaluator { threads, ..*self };
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

    /// Evaluates with the kernel that fits.
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
        // Where positions can recur nothing is put into the table of bounds. Else it has half of what
        // it has without a table of estimates.
        let bounds = if kernel.repeats() { 1 } else { of_bounds(self.memory) / 2 };
        let estimates = of_estimates(self.memory);
        let (mut bounds, mut heuristic) = match is_short(control.nodes, self.endgame_after) {
            true => (
                TranspositionTable::short_memory(key_bits, bounds)?,
                HeuristicTable::<C>::short_memory(key_bits, estimates)?,
            ),
            false => (
                TranspositionTable::memory(key_bits, bounds)?,
                HeuristicTable::<C>::memory(key_bits, estimates)?,
            ),
        };
        endgame.most = of_endgame(self.memory, &[&bounds, &heuristic]);
        let table = TranspositionTable::new(key_bits, &mut bounds);
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
                    moves: RootMove::all(&shared, start, self.only),
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
                endgame.leave(self.keep);
                return Ok(found);
            }
            size = root.driver.shared.table.size();
            ranking = root.driver.shared.ranking;
            endgame.grow(&clock);
        }
    }
}
