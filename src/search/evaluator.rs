//! Evaluations from outside: how they are set up, and the tables that they get.

use std::num::NonZeroUsize;

use super::driver::Solving;
use super::heuristic_table::Estimates;
use super::root::{Progress, Root};
use super::solver::{Goal, Solver};
use super::technique::Techniques;
use super::transposition_table::TranspositionTable;
use super::value::Value;
use super::worker::Shared;
use super::{Evaluation, Observer};
use crate::board::{Cells, Position};
use crate::control::{Limits, OldClock as Clock};
use crate::moves::{Kernel, KernelVisitor, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;

/// Mebibytes of the tables that a search begins with, and the nodes for which they do.
const SMALL: usize = 4;
const ROOM: u64 = 100_000;

/// How to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a> {
    /// Limits.
    pub limits: Limits<'a>,
    /// Threads that search together.
    pub threads: NonZeroUsize,
    /// An endgame table to use. If it doesn't fit the rules and the field it is passed over.
    pub endgame: Option<&'a Endgame>,
}

/// Evaluates a position within limits, on one thread and without an endgame table.
///
/// # Panics
/// As [`Evaluator::evaluate`].
///
/// # Examples
/// Kalah with 3 holes and 2 seeds is won by 4.
/// ```
/// use std::sync::atomic::AtomicBool;
/// use chongkak::board::Side;
/// use chongkak::rules::Preset;
/// use chongkak::control::Limits;
/// use chongkak::search::{Value, evaluate};
/// let mut rules = Preset::named("kalah").unwrap().rules;
/// rules = rules.sized(3, 2).unwrap();
/// let stop = AtomicBool::new(false);
/// let found = evaluate(&rules, &rules.opening(Side::A), Limits::none(&stop), &mut ());
/// assert_eq!(found.value, Value::Exact(4));
/// ```
pub fn evaluate(
    rules: &Rules,
    position: &Position,
    limits: Limits<'_>,
    observer: &mut dyn Observer,
) -> Evaluation {
    Evaluator::new(limits).evaluate(rules, position, observer)
}

impl<'a> Evaluator<'a> {
    /// An evaluator on one thread, without an endgame table.
    #[must_use]
    pub const fn new(limits: Limits<'a>) -> Evaluator<'a> {
        Evaluator {
            limits,
            threads: NonZeroUsize::MIN,
            endgame: None,
        }
    }

    /// Gives the value of every move and the principal line.
    ///
    /// All legal moves are searched with a full window, so that every move's value is a value and
    /// not a bound. The search ends when all of them are proven or a limit is reached; then the
    /// last complete iteration counts. On one thread the same input gives the same answer as long
    /// as no time limit or interruption stops it. Without a depth limit part of the nodes go to
    /// the solver's questions; what the mover or his opponent wins for certain in the turn after a
    /// move bounds its value whatever the depth.
    ///
    /// Where positions can recur (`store = far`) the tables only order moves, since a value then
    /// depends on the way to the position.
    ///
    /// # Panics
    /// If the rules don't allow the position (see [`Rules::check`]), or no thread can be started.
    pub fn evaluate(
        self,
        rules: &Rules,
        position: &Position,
        observer: &mut dyn Observer,
    ) -> Evaluation {
        rules.check(position).expect("a position the rules allow");
        if position.is_over() {
            return Evaluation {
                value: Value::Exact(position.standing()),
                depth: 0,
                line: Vec::new(),
                moves: Vec::new(),
                nodes: 1,
                stopped: None,
            };
        }
        let fits = |table: &&Endgame| {
            rules.store == StorePlace::Near && table.fits(rules, position.field())
        };
        let evaluator = Evaluator {
            endgame: self.endgame.filter(fits),
            ..self
        };
        let driver = Driver {
            evaluator,
            observer,
        };
        with_kernel(rules, position, driver)
    }
}

impl<'a> Evaluator<'a> {
    /// The solver for what is to be proven on the way.
    const fn solver(self) -> Solver<'a> {
        Solver {
            limits: self.limits,
            threads: self.threads,
            goal: Goal::Value,
            ..Solver::new(self.limits.stop)
        }
    }
}

struct Driver<'a, 'b> {
    evaluator: Evaluator<'a>,
    observer: &'b mut dyn Observer,
}

impl KernelVisitor for Driver<'_, '_> {
    type Output = Evaluation;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Evaluation {
        let limits = self.evaluator.limits;
        let clock = Clock::new(limits);
        let (ranking, key_bits) = Shared::ranking(kernel, start);
        let mut progress = None;
        // Small tables first: a short search need not clear memory for a long one, and a long one
        // hardly notices that it begins its tables anew.
        let first = (limits.memory > SMALL).then_some((SMALL, ROOM));
        for (memory, room) in first.into_iter().chain([(limits.memory, u64::MAX)]) {
            let half = (memory / 2).max(1);
            // Where positions can recur nothing is put into the table of bounds.
            let bounds = if kernel.repeats() { 1 } else { half };
            let mut memory = TranspositionTable::memory(key_bits, bounds);
            let table = TranspositionTable::new(key_bits, &mut memory);
            let mut memory = Estimates::<C>::memory(key_bits, half);
            let endgame = self.evaluator.endgame.map(Endgame::reader);
            let shared = Shared::new(kernel, ranking.clone(), &table, endgame, Techniques::ALL);
            let mut root = Root {
                start: *start,
                progress: progress.unwrap_or_else(|| Progress::new(&shared, start)),
                estimates: Estimates::new(&mut memory),
                clock: &clock,
                solving: Solving {
                    shared,
                    clock: &clock,
                    solver: self.evaluator.solver(),
                    pause: u64::MAX,
                    deep: false,
                },
                room,
            };
            if let Some(evaluation) = root.deepen(self.observer) {
                return evaluation;
            }
            progress = Some(root.progress);
        }
        unreachable!("the last tables are never too small")
    }
}
