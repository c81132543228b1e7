//! Solving: proven bounds on a round's value, closed in by questions with a yes or a no.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::alpha_beta::AlphaBeta;
use super::bounds::{Bounds, Window};
use super::certificate::{self, Proof, Unproven};
use super::driver::{Driver, WIDEST};
use super::endgame_growth::EndgameGrowth;
use super::findings::{Goal, Known, Solution, SolveError};
use super::heuristic::{Estimator, Source};
use super::heuristic_table::HeuristicTable;
use super::shared_state::{Interrupt, Node, Shared, Technique, Techniques};
use super::stack::{DeepPool, deeply};
use super::table_memory::{MEMORY, is_short, of_bounds, of_endgame};
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use crate::board::Cells;
use crate::control::{Clock, Control, MAX_DEPTH, NodeBudget, settings};
use crate::moves::{Game, Kernel, Move, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;
use crate::turns::{Turn, turn_of, widening};

/// Nodes after which an endgame table is built: a search that has not ended by then may be long.
const WITHOUT_ENDGAME: u64 = 50_000;

/// Nodes after which the value is guessed, for the same reason.
const WITHOUT_GUESS: u64 = 2_000;

/// Nodes after which no further iteration of a guess begins. More make a better guess, and save no
/// more than they cost.
const NODES_OF_GUESS: u64 = 250;

/// The table of a guess has two to the power of this pairs of estimates: the last iteration has some
/// four times the nodes of the one before.
const GUESS_BITS: u32 = 10;

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
    #[doc(hidden)] with_techniques techniques (Techniques),
});

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
            memory: MEMORY,
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
        let endgame = self.endgame.filter(fits);
        let threads = match is_short(control.nodes, self.endgame_after) {
            true => NonZeroUsize::MIN,
            false => self.threads,
        };
        let solver = Solver { endgame, threads, ..*self };
        let run = || {
            with_kernel!(rules, position, |kernel, start| {
                solver.run_with(kernel, start, rules, control, proof)
            })
        };
        if threads.get() == 1 { deeply(run) } else { run() }
    }

    /// Solves with the kernel that fits.
    fn run_with<C: Cells>(
        &self,
        kernel: &Kernel<C>,
        start: &State<C>,
        rules: &Rules,
        control: Control<'_>,
        proof: Option<usize>,
    ) -> Found {
        let (mut ranking, key_bits) = Shared::ranking(kernel, start);
        let most = of_bounds(self.memory);
        let mut memory = match is_short(control.nodes, self.endgame_after) {
            true => TranspositionTable::short_memory(key_bits, most)?,
            false => TranspositionTable::memory(key_bits, most)?,
        };
        let for_endgame = of_endgame(self.memory, &[&memory]);
        let table = TranspositionTable::new(key_bits, &mut memory);
        let mut size = table.size();
        let threads = DeepPool::start(self.threads);
        let clock = Clock::new(control);
        let nodes = (control.nodes < u64::MAX).then_some(control.nodes);
        clock.progress().start_phase("proving the value; nodes", nodes);
        let known = turn_of(kernel, start, self.first_turn);
        let found = self.beam(kernel, start, &clock);
        let turn = if known.harvest > found.harvest { known } else { found };
        let field = kernel.field();
        let mut endgame = EndgameGrowth {
            given: self.endgame,
            after: self.endgame_after,
            most: for_endgame,
            ..EndgameGrowth::new(rules, field, self.threads)
        };
        if endgame.next() == 0 {
            endgame.grow(&clock);
        }
        let (mut score, mut first_guess) = (None, None);
        let mut guessing = self.techniques.has(Technique::Guess);
        loop {
            let reader = endgame.table().map(Endgame::reader);
            let (table, alone) = (table.of_size(size), threads.threads().get() == 1);
            let mut driver = Driver {
                shared: Shared::new(kernel, ranking, table, reader, self.techniques, alone),
                clock: &clock,
                threads: &threads,
                pause: if guessing { WITHOUT_GUESS } else { endgame.next() },
            };
            let found = self.attempt(&mut driver, start, &turn, first_guess, &mut score, proof);
            driver.shared.expect_sound()?;
            if let Some(found) = found {
                endgame.leave(self.keep);
                return Ok(found);
            }
            let grows = !guessing;
            if guessing {
                let estimator = Estimator::new(field, Source::built_in(rules, field));
                // One above it: a score is refuted in fewer nodes than one as near is reached.
                let node = driver.shared.node(start);
                first_guess = guess(&driver, &estimator, &node).map(|guess| guess + 1);
                guessing = false;
            }
            size = driver.shared.table.size();
            ranking = driver.shared.ranking;
            if grows {
                endgame.grow(&clock);
            }
        }
    }

    /// The turn that a proof begins with: up to where it decides the round, if no more is asked, or
    /// the most that a narrow beam finds.
    fn beam<C: Cells>(&self, kernel: &Kernel<C>, start: &State<C>, clock: &Clock<'_>) -> Turn {
        let enough = match self.goal {
            Goal::Value => u32::MAX,
            // With h seeds of n he has at least h - (n - h) more than his opponent.
            Goal::Winner | Goal::AtLeast(_) => {
                let wanted = self.goal.wanted_by(start.mover);
                let wanted = wanted.saturating_add_unsigned(start.cells.sum());
                u32::try_from(wanted.saturating_add(1).div_euclid(2)).unwrap_or(0)
            }
        };
        let mut budget = NodeBudget::new(clock);
        let widest = if self.techniques.has(Technique::Turns) { WIDEST } else { 1 };
        widening(kernel, start, widest, enough, &mut || budget.spend())
    }

    /// A solution and its proof, if one is wanted; none if the search pauses. Questions close in on
    /// the score, and then on the best moves and a line. `turn` is what the mover can win in his
    /// first turn, `guess` the score to ask about first, and `score` what is proven of it, from the
    /// mover's side.
    fn attempt<C: Cells>(
        &self,
        driver: &mut Driver<'_, C>,
        start: &State<C>,
        turn: &Turn,
        guess: Option<i32>,
        score: &mut Option<Bounds>,
        proof: Option<usize>,
    ) -> Option<(Solution, Option<Result<Proof, Unproven>>)> {
        let shared = &driver.shared;
        let (root, side) = (shared.node(start), start.mover);
        // What is decided already, from the mover's side.
        let won = shared.won(start.cells, side) - shared.won(start.cells, side.other());
        let in_play = root.in_play.cast_signed();
        let first = Bounds {
            lower: turn.standing(start.cells.sum()) - won,
            upper: shared.static_bounds(start, in_play).upper,
        };
        let scores = |values: Bounds| values.seen_by(side).less(won);
        let values = |scores: Bounds| scores.less(-won).seen_by(side);
        let score = score.get_or_insert_with(|| {
            let known = self.known.map(|known| scores(known.bounds));
            known.map_or(first, |known| known.and(first).unwrap_or(first))
        });
        let matters = scores(self.goal.matters());
        let wanted = self.goal.wanted_by(side).saturating_sub(won);
        let closed = score.close_in(matters, guess.unwrap_or(-won), |beta, score| {
            let Bounds { lower, upper } = values(score);
            let text = format!("proving the value, {lower:+} to {upper:+}; nodes");
            driver.clock.progress().announce(text);
            driver.clock.progress().improve(lower, upper);
            driver.probe(&root, beta)
        });
        let mut best = Vec::new();
        let line = closed.and_then(|()| {
            let Bounds { lower, upper } = *score;
            let known = self.known.filter(|known| known.bounds == values(*score));
            if lower == upper {
                best = match known {
                    Some(known) if known.all_best => known.best.clone(),
                    _ => driver.best_moves(&root, lower)?,
                };
                match known {
                    Some(known) if !known.line.is_empty() => Ok(known.line.clone()),
                    _ => {
                        let first = best.first().map(|best| best.hole);
                        driver.line(&root, lower, first, &|_, _| false)
                    }
                }
            } else if first.lower >= wanted {
                Ok(turn.line.clone())
            } else if lower >= wanted {
                // Enough: as far as this turn goes, and no farther than it must.
                driver.line(&root, wanted, None, &|node, score| {
                    node.state.mover != side || score <= -node.in_play.cast_signed()
                })
            } else {
                Ok(Vec::new())
            }
        });
        let (line, stopped) = match line {
            Ok(line) => (line, None),
            Err(Interrupt::By(reason)) => (Vec::new(), Some(reason)),
            Err(_) => return None,
        };
        let mut solution = Solution { best, line, stopped, ..Solution::of(values(*score), 0) };
        let proof = match proof {
            Some(most) => Some(certificate::collect(driver, start, &solution, most)?),
            None => None,
        };
        // What the table has forgotten is searched again for the proof.
        solution.nodes = driver.clock.nodes();
        Some((solution, proof))
    }
}

/// A solution, and its proof if one was asked for.
type Found = Result<(Solution, Option<Result<Proof, Unproven>>), SolveError>;

/// Guesses what the player to move will still win less what his opponent will, by a short search
/// with a horizon; none where a limit or the system's memory leaves no room for it. A question far
/// from the score costs nearly as much as one beside it, and what it proves is of little use.
fn guess<C: Cells>(
    driver: &Driver<'_, C>,
    estimator: &Estimator<'_, C>,
    node: &Node<C>,
) -> Option<i32> {
    let mut memory = HeuristicTable::<C>::memory(GUESS_BITS, 1).ok()?;
    let table = HeuristicTable::new(&mut memory);
    let halt = AtomicBool::new(false);
    let before = driver.clock.nodes();
    let mut score = None;
    for depth in 1..=MAX_DEPTH {
        let mut search = AlphaBeta {
            worker: Worker::new(&driver.shared, true, NodeBudget::new(driver.clock), &|_| None),
            table: &table,
            estimator,
            halt: &halt,
            path: Vec::new(),
        };
        let found = search.search(node, depth, Window::full(node.in_play), None);
        // What the budget has left goes back to the clock.
        drop(search);
        let found = found.ok()?;
        score = Some(found.seeds);
        if found.proven || driver.clock.nodes() - before > NODES_OF_GUESS {
            break;
        }
    }
    score
}
