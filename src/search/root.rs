//! The root of an evaluation: iterative deepening, and its reports.

use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::alpha_beta::AlphaBeta;
use super::bounds::{Bounds, Score, Value, Window};
use super::driver::{Driver, check_limits};
use super::findings::{Evaluation, MoveEvaluation};
use super::heuristic::Estimator;
use super::heuristic_table::HeuristicTable;
use super::root_move::RootMove;
use super::shared_state::Interrupt;
use super::worker::Worker;
use crate::board::Cells;
use crate::control::{Clock, MAX_DEPTH, NodeBudget, StopReason};
use crate::moves::{Move, Outcome, State};

/// An evaluation in progress, with its current endgame table.
pub(super) struct Root<'a, 't, C> {
    pub start: State<C>,
    pub so_far: &'a mut PartialEvaluation<C>,
    pub table: &'a mut HeuristicTable<'t, C>,
    pub estimator: &'a Estimator<'a, C>,
    pub clock: &'a Clock<'a>,
    pub driver: Driver<'a, C>,
    /// The depth limit.
    pub depth: u32,
    /// Whether to continue until every move is proven.
    pub every_move: bool,
    /// Nodes spent on proofs after which a larger endgame table is worth its time.
    pub grow_after: u64,
}

/// The state of an evaluation, kept when its endgame table changes.
pub(super) struct PartialEvaluation<C> {
    /// The legal moves, best first.
    pub moves: Vec<RootMove<C>>,
    /// The depth of the last complete iteration.
    pub reached: u32,
    /// Width of the next beam through a turn.
    pub width: usize,
    /// Nodes spent on beam searches through turns.
    pub on_turns: u64,
    /// Nodes spent on the solver's null-window searches.
    pub on_proofs: u64,
    /// Bounds of the score that were proven before the search.
    pub known: Bounds,
}

/// A root move to be searched, shared by the threads.
struct Job<'m, C> {
    root: &'m RootMove<C>,
    done: AtomicBool,
    answer: OnceLock<(Score, Vec<Move>)>,
}

impl<C: Cells> Root<'_, '_, C> {
    /// Deepens until the value is proven or a limit is reached; returns `None` if it should first
    /// get a larger endgame table. `tell` gets the findings after each iteration.
    pub(super) fn deepen(&mut self, tell: &mut dyn FnMut(&Evaluation)) -> Option<Evaluation> {
        let mut stopped = Some(StopReason::Depth);
        for depth in self.so_far.reached + 1..=self.depth.clamp(1, MAX_DEPTH) {
            while self.clock.nodes() > self.driver.shared.table.room() {
                self.driver.shared.table.grow();
            }
            while self.clock.nodes() > self.table.room() {
                self.table.grow();
            }
            let ended = self.iteration(depth).err();
            if ended.is_none() {
                self.so_far.reached = depth;
            } else if depth == 1 {
                self.so_far.moves.iter_mut().for_each(RootMove::keep_gain);
            }
            let ended = ended.or_else(|| self.between_depths().err());
            if self.driver.shared.expect_sound().is_err() {
                return None;
            }
            self.sort();
            let so_far = self.evaluation(None);
            let (value, best) = (so_far.value, self.so_far.moves[0].played);
            let text = format!("depth {}, {value} by {best}; nodes", self.so_far.reached);
            self.clock.progress().announce(text);
            tell(&so_far);
            if self.is_answered() {
                self.complete_best_line();
                self.verify_other_moves();
                self.sort();
                if !self.every_move || self.so_far.moves.iter().all(RootMove::is_proven) {
                    stopped = None;
                    break;
                }
            }
            if ended.is_some() {
                stopped = ended;
                break;
            }
            if self.so_far.on_proofs >= self.grow_after {
                return None;
            }
        }
        self.complete_lines();
        Some(self.evaluation(stopped))
    }

    /// Sorts the best move first. The sort is stable, so of equal moves the earlier stays first.
    pub(super) fn sort(&mut self) {
        let least = self.so_far.known.lower;
        let reaches = |root: &RootMove<C>| root.bounds.upper >= least;
        let mut reaching = self.so_far.moves.iter_mut().filter(|root| reaches(root));
        if let (Some(only), None) = (reaching.next(), reaching.next()) {
            only.bound(least, i32::MAX);
        }
        self.so_far.moves.sort_by_cached_key(|root| {
            Reverse((reaches(root), root.score().seeds, root.bounds.lower))
        });
    }

    /// The proven bounds of the best move's score, from this search alone.
    pub(super) fn bounds(&self) -> Bounds {
        let bounds = self.so_far.moves.iter().map(|root| root.bounds);
        let best = |a: Bounds, b: Bounds| Bounds {
            lower: a.lower.max(b.lower),
            upper: a.upper.max(b.upper),
        };
        bounds.reduce(best).expect("a position has a move")
    }

    /// Those bounds joined with the ones known before the search.
    fn all_bounds(&self) -> Bounds {
        let (Bounds { lower, upper }, known) = (self.bounds(), self.so_far.known);
        // Not `and`: known bounds that are wrong may have made them cross.
        Bounds { lower: lower.max(known.lower), upper: upper.min(known.upper) }
    }

    /// Whether the value is proven: a move reaches what no move can exceed.
    fn is_answered(&self) -> bool {
        let Bounds { lower, upper } = self.bounds();
        lower == upper
    }

    /// Searches all unproven moves to `depth`. If a limit ends it, the moves stay unchanged.
    fn iteration(&mut self, depth: u32) -> Result<(), StopReason> {
        let open = self.so_far.moves.iter().filter(|root| !root.is_proven());
        let jobs: Vec<Job<'_, C>> = open
            .map(|root| Job { root, done: AtomicBool::new(false), answer: OnceLock::new() })
            .collect();
        let (next, failed) = (AtomicUsize::new(0), OnceLock::new());
        let threads = self.clock.threads(self.driver.threads.threads());
        let alone = threads.get() == 1;
        self.driver.threads.run(threads, &|| {
            if let Err(reason) = self.work(&jobs, &next, depth, alone) {
                let _ = failed.set(reason);
            }
        });
        let answers: Option<Vec<_>> = jobs.into_iter().map(|job| job.answer.into_inner()).collect();
        let Some(answers) = answers else {
            return Err(failed.into_inner().expect("an unfinished iteration has a reason"));
        };
        let open = self.so_far.moves.iter_mut().filter(|root| !root.is_proven());
        for (root, (score, line)) in open.zip(answers) {
            root.searched(score, line);
        }
        Ok(())
    }

    /// One thread of an iteration: takes one move after another. When none is left, it helps with
    /// moves that other threads are searching.
    fn work(
        &self,
        jobs: &[Job<'_, C>],
        next: &AtomicUsize,
        depth: u32,
        alone: bool,
    ) -> Result<(), StopReason> {
        let undone = || jobs.iter().find(|job| !job.done.load(Ordering::Relaxed));
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)).or_else(undone) {
            let mut budget = NodeBudget::new(self.clock);
            // The first iteration ignores the time limit.
            budget.timed = depth > 1;
            let mut search = AlphaBeta {
                worker: Worker::new(&self.driver.shared, alone, budget, &|_| None),
                table: self.table,
                estimator: self.estimator,
                halt: &job.done,
                path: vec![self.driver.shared.kernel.key(&self.start)],
            };
            match self.score(&mut search, job.root, depth) {
                Ok(found) => {
                    if job.answer.set(found).is_ok() {
                        job.done.store(true, Ordering::Relaxed);
                    }
                }
                Err(Interrupt::By(reason)) => return Err(reason),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Returns the score of the position after a root move, searched with a full window, and its
    /// line.
    fn score(
        &self,
        search: &mut AlphaBeta<'_, C>,
        root: &RootMove<C>,
        depth: u32,
    ) -> Result<(Score, Vec<Move>), Interrupt> {
        let node = root.after.expect("a move that ends the round is proven");
        let kernel = self.driver.shared.kernel;
        if kernel.repeats() && kernel.key(&node.state) == kernel.key(&self.start) {
            let kept = self.driver.shared.rows_kept(node.state.cells, node.state.mover);
            return Ok((Score::proven(kept), Vec::new()));
        }
        if depth == 1 {
            search.worker.budget.spend().map_err(Interrupt::By)?;
            return Ok((Score::estimated(search.estimated(&node.state)), Vec::new()));
        }
        let mut line = Vec::new();
        let window = Window::full(node.in_play);
        let score = search.search(&node, depth - 1, window, Some(&mut line))?;
        let mut state = node.state;
        let moves = line.into_iter().map(|packed| {
            let made = Move::unpacked(state.mover, packed);
            state = kernel.make(&state, made).state;
            made
        });
        Ok((score, moves.collect()))
    }

    /// Extends the lines of proven moves to the end of the round, the best move's first, within the
    /// limits.
    fn complete_lines(&mut self) {
        self.complete_best_line();
        self.driver.pause = Self::pause_after(self.clock.nodes());
        for number in 1..self.so_far.moves.len() {
            self.complete_line(number);
        }
    }

    /// Extends the best move's line, with all nodes that the limits leave.
    fn complete_best_line(&mut self) {
        self.driver.pause = u64::MAX;
        self.complete_line(0);
    }

    fn complete_line(&mut self, number: usize) {
        let root = self.so_far.moves[number].clone();
        let wanted = root.is_proven() && !root.whole && !self.driver.shared.kernel.repeats();
        if wanted && let Some(rest) = self.line_after(&root) {
            self.so_far.moves[number].complete(rest);
        }
    }

    /// Returns a line of best play from the position after a proven move to the end of the round;
    /// `None` if a limit ends the search for it.
    fn line_after(&mut self, root: &RootMove<C>) -> Option<Vec<Move>> {
        let (cut, clock, pause) = (Cell::new(false), self.clock, self.driver.pause);
        let late = || {
            cut.set(check_limits(clock, pause).is_err());
            cut.get()
        };
        let kernel = self.driver.shared.kernel;
        let mut at = root.after?;
        let mut score = root.after_score(root.bounds.lower);
        // The turn that wins the seeds is known; only its continuation has to be found.
        let mut line = root.proven_turn().to_vec();
        for played in &line {
            let result = kernel.make(&at.state, *played);
            if result.outcome == Outcome::Over {
                return Some(line);
            }
            let mover = at.state.mover;
            score -= self.driver.shared.gain(at.state.cells, result.state.cells, mover);
            if result.state.mover != mover {
                score = -score;
            }
            at = self.driver.shared.node(&result.state);
        }
        let rest = self.driver.line(&at, score, None, &|_, _| late()).ok()?;
        line.extend(rest);
        (!cut.get()).then_some(line)
    }

    fn evaluation(&self, stopped: Option<StopReason>) -> Evaluation {
        let (shared, start) = (&self.driver.shared, &self.start);
        let [own, other] = [start.mover, start.mover.other()].map(|s| shared.won(start.cells, s));
        let seeds = |score: i32| start.mover.sign() * (own - other + score);
        let value = |score: Score| match score.proven {
            true => Value::Exact(seeds(score.seeds)),
            false => Value::Estimate(seeds(score.seeds)),
        };
        let bounds = |score: Bounds| {
            let Bounds { lower, upper } = score.seen_by(start.mover);
            let won = start.mover.sign() * (own - other);
            Bounds { lower: won + lower, upper: won + upper }
        };
        let all = self.all_bounds();
        // The position's value is that of its best move, so the known bounds clamp it. It is exact
        // only if no other move can be better.
        let first = self.so_far.moves[0].score();
        let best = Score { seeds: first.seeds.max(all.lower).min(all.upper), ..first };
        let moves = self.so_far.moves.iter().map(|root| MoveEvaluation {
            played: root.played,
            value: value(root.score()),
            bounds: bounds(root.bounds),
            line: root.line(),
        });
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable_by_key(|m| m.played);
        let proven = all.value().is_some();
        Evaluation {
            value: value(Score { proven, ..best }),
            bounds: bounds(all),
            depth: self.so_far.reached,
            line: self.so_far.moves[0].line(),
            moves,
            nodes: self.clock.nodes(),
            stopped,
        }
    }
}
