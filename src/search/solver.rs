//! Solving: proven bounds on a round's value, closed in by questions with a yes or a no.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::answer::{PartialSolution, first_range, solution};
use super::bounds::Bounds;
use super::certificate;
use super::driver::Driver;
use super::endgame_growth::EndgameGrowth;
use super::findings::{Goal, Solution, SolveError};
use super::guess::guess;
use super::heuristic::{Estimator, Network};
use super::known::Known;
use super::memory_shares;
use super::proof::{Proof, Unproven};
use super::shared_state::Shared;
use super::stack::{DeepThreads, deeply};
use super::technique::{Technique, Techniques};
use super::transposition_table::TranspositionTable;
use super::turn_bound::first_turn;
use crate::board::Cells;
use crate::control::{Clock, Control, settings};
use crate::moves::{Game, Kernel, Move, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;
use crate::turns::{Turn, turn_of};

/// Nodes after which an endgame table is built: a search that has not ended by then may be long.
const WITHOUT_ENDGAME: u64 = 50_000;

/// Nodes after which the value is guessed, for the same reason.
const WITHOUT_GUESS: u64 = 2_000;

/// The settings of a solver.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Solver<'a> {
    /// Threads that search together; fewer where the system gives no more.
    pub threads: NonZeroUsize,
    /// The goal of the proof.
    pub goal: Goal,
    /// Memory of all that the search takes, in mebibytes: the table of bounds, and an endgame table
    /// that is built on the way. A short search uses a small part of it, and where the system
    /// grants less the tables are smaller: that costs time and nothing else.
    pub memory: usize,
    /// An endgame table to use. If it doesn't fit the rules and the field it is passed over.
    pub endgame: Option<&'a Endgame>,
    /// Nodes after which a search builds an endgame table, if that would be larger than the one it
    /// has. It then grows with the search.
    pub endgame_after: u64,
    /// The place where an endgame table that was built on the way is left for another search.
    #[doc(hidden)]
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// Moves of the mover's first turn that are known to be good, such as the book's. They are
    /// played and give a bound to begin with; what is not legal is passed over.
    pub first_turn: &'a [Move],
    /// The facts proven before the search: it begins with them, and takes them for true.
    pub known: Option<&'a Known>,
    /// The techniques that make it fast: a switch for measurements.
    #[doc(hidden)]
    pub techniques: Techniques,
}

settings!(Solver<'a> {
    with_threads threads (NonZeroUsize),
    with_goal goal (Goal),
    with_memory memory (usize),
    with_endgame endgame (Option<&'a Endgame>),
    with_endgame_after endgame_after (u64),
    #[doc(hidden)] with_keep keep (Option<&'a Mutex<Option<Endgame>>>),
    with_first_turn first_turn (&'a [Move]),
    with_known known (Option<&'a Known>),
});

impl Solver<'_> {
    /// The same with other techniques.
    #[doc(hidden)]
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> Self {
        self.techniques = techniques;
        self
    }
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver<'_> {
    /// A solver on one thread for the value, with 512 MiB for all its tables.
    #[must_use]
    pub const fn new() -> Self {
        Solver {
            threads: NonZeroUsize::MIN,
            goal: Goal::Value,
            memory: super::MEMORY,
            endgame: None,
            endgame_after: WITHOUT_ENDGAME,
            keep: None,
            first_turn: &[],
            known: None,
            techniques: Techniques::ALL,
        }
    }

    /// Proves the value of a position, or bounds on it within the limits. A node is a position
    /// visited.
    ///
    /// A beam through the mover's first turn gives a bound to begin with, and may be all it takes
    /// to prove a winner.
    /// Questions "is the value at least v?" close in on the value; each is searched to the end
    /// of the round by all threads together, over one table. What takes long gets an endgame table
    /// in memory, which grows with the search, unless one was given that is as large. The answer
    /// does not depend on the number of threads; the nodes do.
    ///
    /// # Errors
    /// Where positions can recur, the system grants no memory for the smallest table, or the values
    /// of the endgame table contradict each other.
    ///
    /// # Examples
    /// ```
    /// use chongkak::{Control, Game, Preset, Side, Solver};
    /// let rules = Preset::named("overbeck").unwrap().rules.sized(4, 2).unwrap();
    /// let game = Game::opening(&rules, Side::A);
    /// let solved = Solver::new().solve(&game, Control::none()).unwrap();
    /// assert_eq!(solved.value(), Some(6));
    /// ```
    pub fn solve(&self, game: &Game, control: Control<'_>) -> Result<Solution, SolveError> {
        self.run(game, control, None).map(|(solution, _)| solution)
    }

    /// Proves the value of a position, or bounds on it, and gives the proof: positions with bounds
    /// that follow from each other, so that they can be checked without this search.
    ///
    /// The proof is of both bounds of the solution. There is none where a limit ended the search,
    /// or ends the collecting, or where it has more than `most` positions; a position takes some
    /// 100 bytes, on boards of more than 255 seeds up to 400.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    ///
    /// # Examples
    /// ```
    /// use chongkak::{Control, Game, Preset, Side, Solver};
    /// let rules = Preset::named("kalah").unwrap().rules.sized(2, 1).unwrap();
    /// let game = Game::opening(&rules, Side::A);
    /// let (solved, proof) = Solver::new().prove(&game, Control::none(), 1000).unwrap();
    /// let last = proof.unwrap().positions().last().unwrap();
    /// assert_eq!(&last.position, game.position());
    /// assert_eq!((last.lower, last.upper), (solved.value(), solved.value()));
    /// ```
    pub fn prove(
        &self,
        game: &Game,
        control: Control<'_>,
        most: usize,
    ) -> Result<(Solution, Result<Proof, Unproven>), SolveError> {
        let (solution, proof) = self.run(game, control, Some(most))?;
        Ok((solution, proof.expect("a proof was asked for")))
    }

    fn run(&self, game: &Game, control: Control<'_>, proof: Option<usize>) -> Found {
        let (rules, position) = (game.rules(), game.position());
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        if position.is_over() {
            let solution = Solution::of(Bounds::exact(position.standing()), 0);
            return Ok((solution, proof.map(|_| Ok(Proof::new([].into_iter())))));
        }
        let fits = |table: &&Endgame| table.fits(rules, position.field());
        let solving = Solving {
            rules,
            solver: Solver { endgame: self.endgame.filter(fits), ..*self },
            control,
            proof,
        };
        let run = || with_kernel!(rules, position, |kernel, start| solving.run(kernel, start));
        if self.threads.get() == 1 {
            // One thread for all questions: starting one for each takes longer than a small
            // position.
            deeply("solver", run)
        } else {
            run()
        }
    }
}

/// A solution, and its proof if one was asked for.
type Found = Result<(Solution, Option<Result<Proof, Unproven>>), SolveError>;

/// A search to be done with the kernel that fits.
struct Solving<'a> {
    rules: &'a Rules,
    solver: Solver<'a>,
    control: Control<'a>,
    /// The most positions of a proof, if one is wanted.
    proof: Option<usize>,
}

impl Solving<'_> {
    fn run<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Found {
        let Solver { goal, techniques, .. } = self.solver;
        let (ranking, key_bits) = Shared::ranking(kernel, start);
        let bounds = memory_shares::of_bounds(self.solver.memory);
        let mut memory = TranspositionTable::memory(key_bits, bounds)?;
        let for_endgame = memory_shares::of_endgame(self.solver.memory, &[&memory]);
        let table = TranspositionTable::new(key_bits, &mut memory);
        let mut size = table.size();
        let threads = DeepThreads::start(self.solver.threads);
        let clock = Clock::new(self.control);
        let nodes = (self.control.nodes < u64::MAX).then_some(self.control.nodes);
        clock.progress().start_phase("proving the value; nodes", nodes);
        let known = turn_of(kernel, start, self.solver.first_turn);
        let found = first_turn(kernel, start, goal, techniques, &clock);
        let turn = if known.harvest > found.harvest { known } else { found };
        let field = kernel.field();
        let mut endgame = EndgameGrowth {
            given: self.solver.endgame,
            after: self.solver.endgame_after,
            most: for_endgame,
            ..EndgameGrowth::new(self.rules, field, self.solver.threads)
        };
        if endgame.next() == 0 {
            endgame.grow(&clock);
        }
        let estimator = Estimator::new(field, Network::of(self.rules, field));
        let mut so_far = PartialSolution { known: self.solver.known, score: None, guess: None };
        let mut guessing = techniques.has(Technique::Guess);
        loop {
            let reader = endgame.table().map(Endgame::reader);
            let mut driver = Driver {
                shared: Shared::new(
                    kernel,
                    ranking.clone(),
                    table.of_size(size),
                    reader,
                    techniques,
                ),
                clock: &clock,
                threads: &threads,
                pause: if guessing { WITHOUT_GUESS } else { endgame.next() },
            };
            let found = self.attempt(&mut driver, start, &turn, &mut so_far);
            driver.shared.expect_sound()?;
            if let Some(found) = found {
                endgame.leave(self.solver.keep);
                return Ok(found);
            }
            if guessing {
                // One above it: a score is refuted in fewer nodes than one as near is reached.
                let guess = guess(&driver, &estimator, &driver.shared.node(start));
                so_far.guess = guess.map(|guess| guess + 1);
                guessing = false;
                size = driver.shared.table.size();
            } else {
                size = driver.shared.table.size();
                endgame.grow(&clock);
            }
        }
    }

    /// A solution and its proof, if one is wanted; none if the search pauses.
    fn attempt<C: Cells>(
        &self,
        driver: &mut Driver<'_, C>,
        start: &State<C>,
        turn: &Turn,
        so_far: &mut PartialSolution<'_>,
    ) -> Option<(Solution, Option<Result<Proof, Unproven>>)> {
        let first = first_range(driver, start, turn);
        let mut solution = solution(driver, start, (turn, first), self.solver.goal, so_far)?;
        let proof = match self.proof {
            Some(most) => Some(certificate::collect(driver, start, &solution, most)?),
            None => None,
        };
        // What the table has forgotten is searched again for the proof.
        solution.nodes = driver.clock.nodes();
        Some((solution, proof))
    }
}
