//! The solver: proves bounds on a round's value with a series of null-window searches.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::alpha_beta::AlphaBeta;
use super::bounds::{Bounds, Window};
use super::certificate::{self, Proof, Unproven};
use super::driver::{Driver, MAX_TURN_WIDTH};
use super::endgame_growth::EndgameGrowth;
use super::findings::{Goal, Known, Solution, SolveError};
use super::heuristic::{Estimator, Source};
use super::heuristic_table::HeuristicTable;
use super::shared_state::{Interrupt, Node, Shared, Technique, Techniques};
use super::stack::{DeepPool, deeply};
use super::table_memory::{MEMORY, bounds_share, endgame_share, is_short_search};
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use crate::board::Cells;
use crate::control::{Clock, Control, MAX_DEPTH, NodeBudget, settings};
use crate::moves::{Game, Kernel, Move, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;
use crate::turns::{Turn, turn_of, widening};

/// Nodes after which an endgame table is built. A search that is still running by then may be long.
const ENDGAME_AFTER: u64 = 50_000;

/// Nodes after which the solver makes a first guess at the value, for the same reason.
const GUESS_AFTER: u64 = 2_000;

/// Nodes after which the guess starts no further iteration. More nodes improve the guess but save
/// no more than they cost.
const GUESS_NODES: u64 = 250;

/// Logarithm of the pairs in the guess's table of estimates. The last iteration has about four
/// times the nodes of the one before.
const GUESS_BITS: u32 = 10;

/// The settings of a solver.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Solver<'a> {
    /// Threads that search together; fewer if the system cannot start that many.
    pub threads: NonZeroUsize,
    /// The goal of the proof.
    pub goal: Goal,
    /// Total memory of the search in mebibytes: the transposition table and the endgame tables
    /// built during the search. A short search uses a small part of it. If the system grants less,
    /// the tables are smaller and the search is slower, but the result is the same.
    pub memory: usize,
    /// An endgame table to use. Ignored if it was built for other rules or another field.
    pub endgame: Option<&'a Endgame>,
    /// Nodes after which the search builds an endgame table, if it can be larger than the given
    /// one. The table then grows with the search.
    pub endgame_after: u64,
    /// Receives the endgame table that was built during the search, for reuse by another search.
    #[doc(hidden)]
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
    /// Good moves of the mover's first turn, such as the book's. Playing them gives an initial
    /// bound; illegal moves are ignored.
    pub first_turn: &'a [Move],
    /// Facts proven before the search. The search starts from them and assumes that they are true.
    pub known: Option<&'a Known>,
    /// The search techniques in use: a switch for measurements.
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
    /// Creates a solver for the value, on one thread, with 512 MiB for all its tables.
    #[must_use]
    pub const fn new() -> Self {
        Solver {
            threads: NonZeroUsize::MIN,
            goal: Goal::Value,
            memory: MEMORY,
            endgame: None,
            endgame_after: ENDGAME_AFTER,
            keep: None,
            first_turn: &[],
            known: None,
            techniques: Techniques::ALL,
        }
    }

    /// Proves the value of a position, or bounds on it if a limit ends the search. A node is a
    /// position visited.
    ///
    /// A beam search through the mover's first turn gives an initial bound, which may be enough to
    /// prove a winner. Null-window searches ("is the value at least v?") then close in on the
    /// value; each goes to the end of the round, with all threads sharing one transposition table.
    /// A long search also builds an endgame table in memory, which grows with the search, unless
    /// the given table is as large. The result does not depend on the number of threads; the number
    /// of nodes does.
    ///
    /// # Errors
    /// If positions can recur, the system grants no memory for the smallest table, or the values of
    /// the endgame table contradict each other.
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

    /// Proves the value of a position, or bounds on it, and returns the proof: a list of positions
    /// with bounds that follow from each other, which can be checked without this search.
    ///
    /// The proof covers both bounds of the solution. There is none if a limit ends the search or
    /// the collecting, or if the proof would have more than `most` positions. A position takes
    /// about 100 bytes, and up to 400 on boards of more than 255 seeds.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and if the rules name the first hole.
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
        Ok((solution, proof.expect("a proof was requested")))
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
        if let Some(hole) = game.first_hole() {
            let first = Move::new(position.mover(), hole);
            // With a choice to stop after it there are two moves with that hole.
            let is_only = game.legal_moves().nth(1).is_none();
            return match proof {
                None if is_only => Ok((self.begin_with(first, game, control)?, None)),
                _ => Err(SolveError::FirstHole),
            };
        }
        let fits = |table: &&Endgame| table.fits(rules, position.field());
        let endgame = self.endgame.filter(fits);
        let threads = match is_short_search(control.nodes, self.endgame_after) {
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

    /// Solves a position whose first move the rules name: the position after it.
    fn begin_with(
        &self,
        first: Move,
        game: &Game,
        control: Control<'_>,
    ) -> Result<Solution, SolveError> {
        let after = game.play(first).expect("the hole can be lifted");
        let rest = |line: &[Move]| line.get(1..).unwrap_or_default().to_vec();
        let known = self.known.map(|known| Known {
            best: Vec::new(),
            all_best: false,
            line: rest(&known.line),
            ..known.clone()
        });
        let solver = Solver { first_turn: &[], known: known.as_ref(), ..*self };
        let mut found = solver.solve(&after, control)?;
        let over = after.position().is_over();
        let goes_on = after.position().mover() == first.side && !over;
        let has_line = match found.value() {
            Some(_) => {
                found.best = vec![first];
                over || !found.line.is_empty()
            }
            None => {
                // A line to a goal is one of the player's turn.
                found.line.retain(|_| goes_on);
                let lead = found.bounds.seen_by(first.side).lower;
                lead >= self.goal.wanted_by(first.side)
            }
        };
        match has_line {
            true => found.line.insert(0, first),
            false => found.line.clear(),
        }
        Ok(found)
    }

    /// Solves with the kernel for the board's size.
    fn run_with<C: Cells>(
        &self,
        kernel: &Kernel<C>,
        start: &State<C>,
        rules: &Rules,
        control: Control<'_>,
        proof: Option<usize>,
    ) -> Found {
        let (mut ranking, key_bits) = Shared::ranking(kernel, start);
        let most = bounds_share(self.memory);
        let mut memory = match is_short_search(control.nodes, self.endgame_after) {
            true => TranspositionTable::short_memory(key_bits, most)?,
            false => TranspositionTable::memory(key_bits, most)?,
        };
        let for_endgame = endgame_share(self.memory, &[&memory]);
        let table = TranspositionTable::new(key_bits, kernel.all_seeds_count(), &mut memory);
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
                pause: if guessing { GUESS_AFTER } else { endgame.next() },
            };
            let found = self.attempt(&mut driver, start, &turn, first_guess, &mut score, proof);
            driver.shared.expect_sound()?;
            if let Some(found) = found {
                endgame.hand_over(self.keep);
                return Ok(found);
            }
            let grows = !guessing;
            if guessing {
                let estimator = Estimator::new(field, Source::built_in(rules, field));
                // Refuting a score takes fewer nodes than reaching one that is as close.
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

    /// Finds the turn that a proof starts from. The beam stops once the turn decides the question;
    /// if the question is the value, it takes the maximum that a narrow beam finds.
    fn beam<C: Cells>(&self, kernel: &Kernel<C>, start: &State<C>, clock: &Clock<'_>) -> Turn {
        let enough = match self.goal {
            Goal::Value => u32::MAX,
            // With h of n seeds the mover leads by at least h - (n - h).
            Goal::Winner | Goal::AtLeast(_) => {
                let wanted = self.goal.wanted_by(start.mover);
                let wanted = wanted.saturating_add_unsigned(start.cells.sum());
                u32::try_from(wanted.saturating_add(1).div_euclid(2)).unwrap_or(0)
            }
        };
        let mut budget = NodeBudget::new(clock);
        let widest = if self.techniques.has(Technique::Turns) { MAX_TURN_WIDTH } else { 1 };
        widening(kernel, start, widest, enough, &mut || budget.spend())
    }

    /// Returns a solution, and its proof if one is wanted; `None` if the search pauses. It closes
    /// in on the score first, then on the best moves and a line. `turn` is what the mover can win
    /// in the first turn, `guess` the score to test first, and `score` the proven bounds from the
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
        // Seeds already won, from the mover's side.
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
                        let first = best.first().copied();
                        driver.line(&root, lower, first, &|_, _| false)
                    }
                }
            } else if first.lower >= wanted {
                Ok(turn.line.clone())
            } else if lower >= wanted {
                // The goal is reached: the line ends with this turn, or once the goal is certain.
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
        // Collecting the proof searches again what the table has dropped.
        solution.nodes = driver.clock.nodes();
        Some((solution, proof))
    }
}

/// A solution, and its proof if one was requested.
type Found = Result<(Solution, Option<Result<Proof, Unproven>>), SolveError>;

/// Estimates the score of a node with a short iterative deepening search; `None` if a limit or a
/// lack of memory prevents it. A null-window search far from the score costs nearly as much as one
/// next to it and proves little.
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
        // Returns the unused budget to the clock.
        drop(search);
        let found = found.ok()?;
        score = Some(found.seeds);
        if found.proven || driver.clock.nodes() - before > GUESS_NODES {
            break;
        }
    }
    score
}
