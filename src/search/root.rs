//! The root of an evaluation: iterations of growing depth, and what is reported of them.

use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::alpha_beta::AlphaBeta;
use super::bounds::{Bounds, Score, Value, Window};
use super::driver::{Driver, goes_on};
use super::findings::{Evaluation, MoveEvaluation};
use super::heuristic::Estimator;
use super::heuristic_table::HeuristicTable;
use super::shared_state::{Interrupt, Node, Shared};
use super::worker::Worker;
use crate::board::{Cells, Hole};
use crate::control::{Clock, MAX_DEPTH, NodeBudget, StopReason};
use crate::moves::{Move, Outcome, State, holes};
use crate::turns::Turn;

/// An evaluation in progress, with the endgame table that it has for now.
pub(super) struct Root<'a, 't, C> {
    pub start: State<C>,
    pub so_far: &'a mut PartialEvaluation<C>,
    pub table: &'a mut HeuristicTable<'t, C>,
    pub estimator: &'a Estimator<'a, C>,
    pub clock: &'a Clock<'a>,
    pub driver: Driver<'a, C>,
    /// The limit of depth.
    pub depth: u32,
    /// True to go on until every move is proven.
    pub every_move: bool,
    /// Nodes of questions to the solver after which a larger endgame table is worth its time.
    pub grow_after: u64,
}

/// The state of an evaluation, whatever its endgame table.
pub(super) struct PartialEvaluation<C> {
    /// The legal moves, from the best on.
    pub moves: Vec<RootMove<C>>,
    /// The depth of the last complete iteration.
    pub reached: u32,
    /// Positions of a layer in the next beam through a turn.
    pub width: usize,
    /// Nodes spent on turns.
    pub on_turns: u64,
    /// Nodes spent on questions to the solver.
    pub on_proofs: u64,
    /// The bounds of the score that were proven before the search.
    pub known: Bounds,
}

/// A root move that is to be searched, for the threads to share.
struct Job<'m, C> {
    root: &'m RootMove<C>,
    done: AtomicBool,
    answer: OnceLock<(Score, Vec<Move>)>,
}

impl<C: Cells> Root<'_, '_, C> {
    /// Iterations of growing depth, until the value is proven or a limit is reached; none if a
    /// larger endgame table is worth its time first. After each iteration `tell` gets what is
    /// known.
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

    /// The best move first, and the others after it. Stable, so that of equal moves the one that
    /// was first stays first.
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

    /// The proven bounds of the best move's score.
    pub(super) fn bounds(&self) -> Bounds {
        let bounds = self.so_far.moves.iter().map(|root| root.bounds);
        let best = |a: Bounds, b: Bounds| Bounds {
            lower: a.lower.max(b.lower),
            upper: a.upper.max(b.upper),
        };
        bounds.reduce(best).expect("a position has a move")
    }

    /// The same with what was known before the search.
    fn all_bounds(&self) -> Bounds {
        let (Bounds { lower, upper }, known) = (self.bounds(), self.so_far.known);
        // Not `and`: what was known and is wrong may have crossed them.
        Bounds { lower: lower.max(known.lower), upper: upper.min(known.upper) }
    }

    /// Tells whether the value is proven: a move reaches what no move can exceed.
    fn is_answered(&self) -> bool {
        let Bounds { lower, upper } = self.bounds();
        lower == upper
    }

    /// All moves that are not proven, to a depth. A limit leaves them as they were before.
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
            return Err(failed.into_inner().expect("a limit ended the iteration"));
        };
        let open = self.so_far.moves.iter_mut().filter(|root| !root.is_proven());
        for (root, (score, line)) in open.zip(answers) {
            root.searched(score, line);
        }
        Ok(())
    }

    /// One thread of an iteration: takes a move after the other; when none is left it helps with
    /// those that others are at.
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
            // Whatever the time, the first iteration is completed.
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

    /// The score of the position after a root move, with a full window, and its line.
    fn score(
        &self,
        search: &mut AlphaBeta<'_, C>,
        root: &RootMove<C>,
        depth: u32,
    ) -> Result<(Score, Vec<Move>), Interrupt> {
        let node = root.after.expect("a round that is over is proven");
        let kernel = self.driver.shared.kernel;
        if kernel.repeats() && kernel.key(&node.state) == kernel.key(&self.start) {
            let kept = self.driver.shared.kept(node.state.cells, node.state.mover);
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
        let moves = line.into_iter().map(|index| {
            let hole = Hole::at(usize::from(index));
            let side = state.mover;
            state = kernel.play(&state, hole.index()).state;
            Move { side, hole }
        });
        Ok((score, moves.collect()))
    }

    /// Leads the lines of proven moves to the end of the round, the best one's first, as far as
    /// the limits let it.
    fn complete_lines(&mut self) {
        self.complete_best_line();
        self.driver.pause = Self::pause_after(self.clock.nodes());
        for number in 1..self.so_far.moves.len() {
            self.complete_line(number);
        }
    }

    /// The same of the best move alone, with all that the limits leave.
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

    /// A line of best play from the position after a proven move to the end of the round; none if
    /// a limit ends the search for it.
    fn line_after(&mut self, root: &RootMove<C>) -> Option<Vec<Move>> {
        let (cut, clock, pause) = (Cell::new(false), self.clock, self.driver.pause);
        let late = || {
            cut.set(goes_on(clock, pause).is_err());
            cut.get()
        };
        let kernel = self.driver.shared.kernel;
        let mut at = root.after?;
        let mut score = root.after_score(root.bounds.lower);
        // What wins the seeds is known already; only what comes after it is to be found.
        let mut line = root.proven_turn().to_vec();
        for played in &line {
            let result = kernel.play(&at.state, played.hole.index());
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
        // The position is worth what the best move is, whichever that is: so at least what is known
        // of it. It has the best move's value only if no other move can be better.
        let first = self.so_far.moves[0].score();
        let best = Score { seeds: first.seeds.max(all.lower).min(all.upper), ..first };
        let moves = self.so_far.moves.iter().map(|root| MoveEvaluation {
            played: root.played,
            value: value(root.score()),
            bounds: bounds(root.bounds),
            line: root.line(),
        });
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable_by_key(|m| m.played.hole);
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

/// A move at the root. Its scores are seeds still to be won by the player who makes it, less those
/// of his opponent, this move included.
#[derive(Clone)]
pub(super) struct RootMove<C> {
    pub played: Move,
    /// The seeds that it wins.
    pub gain: i32,
    /// A number that is as even as its score: the seeds in play before it, or the score itself.
    seeds: i32,
    /// The position after it; none if the round is over.
    pub after: Option<Node<C>>,
    /// True if the same player goes on.
    pub goes_on: bool,
    /// Proven bounds.
    pub bounds: Bounds,
    /// The last search's score, between the bounds.
    score: i32,
    /// The last search's line.
    line: Vec<Move>,
    /// The moves that bring the lower bound within this turn, if they do.
    turn: Option<(i32, Vec<Move>)>,
    /// True if the line leads to the end of the round.
    pub whole: bool,
}

impl<C: Cells> RootMove<C> {
    /// The legal moves; of these, those that `only` has a bit for, if it has one for any.
    pub(super) fn all(shared: &Shared<'_, C>, start: &State<C>, only: u32) -> Vec<RootMove<C>> {
        let legal = shared.kernel.legal(start);
        let chosen = if legal & only == 0 { legal } else { legal & only };
        holes(chosen).map(|hole| RootMove::new(shared, start, hole)).collect()
    }

    fn new(shared: &Shared<'_, C>, start: &State<C>, hole: Hole) -> RootMove<C> {
        let side = start.mover;
        let result = shared.kernel.play(start, hole.index());
        let gain = shared.gain(start.cells, result.state.cells, side);
        let mut root = RootMove {
            played: Move { side, hole },
            gain,
            seeds: 0,
            after: None,
            goes_on: result.state.mover == side,
            bounds: Bounds::ALL,
            score: 0,
            line: Vec::new(),
            turn: None,
            whole: false,
        };
        if result.outcome == Outcome::Over {
            root.seeds = gain + shared.kept(result.state.cells, side);
            root.prove(root.seeds);
            return root;
        }
        let node = shared.node(&result.state);
        root.after = Some(node);
        let most = node.in_play.cast_signed();
        root.seeds = gain + most;
        root.bound(gain - most, gain + most);
        if let Some(value) = shared.endgame_value(&result.state) {
            root.prove(root.seen(value));
        }
        root
    }

    /// A score of the position after the move as a score of the move, and the other way round.
    pub(super) const fn seen(&self, score: i32) -> i32 {
        self.gain + if self.goes_on { score } else { -score }
    }

    /// Returns what the position after the move is worth to its mover, if the move is worth this.
    pub(super) const fn after_score(&self, score: i32) -> i32 {
        if self.goes_on { score - self.gain } else { self.gain - score }
    }

    const fn prove(&mut self, score: i32) {
        (self.bounds.lower, self.bounds.upper) = (score, score);
    }

    pub(super) const fn is_proven(&self) -> bool {
        self.bounds.lower == self.bounds.upper
    }

    pub(super) fn score(&self) -> Score {
        Score {
            // Not `clamp`: what was known before the search and is wrong may have crossed them.
            seeds: self.score.min(self.bounds.upper).max(self.bounds.lower),
            proven: self.is_proven(),
        }
    }

    /// Takes in what a search with an open window found of the position after the move.
    pub(super) fn searched(&mut self, found: Score, line: Vec<Move>) {
        let score = self.seen(found.seeds);
        if found.proven {
            self.prove(score);
        }
        (self.score, self.line) = (score, line);
    }

    /// Keeps what is known without a search: what the move wins, as if the rest were even.
    pub(super) const fn keep_gain(&mut self) {
        self.score = self.gain;
    }

    /// Takes in proven bounds of the score.
    pub(super) fn bound(&mut self, lower: i32, upper: i32) {
        let before = self.bounds;
        let Bounds { lower, upper } = Bounds { lower, upper }.even_as(self.seeds);
        self.bounds.lower = lower.max(before.lower);
        self.bounds.upper = upper.min(before.upper);
        if self.is_proven() && before != self.bounds {
            // It went with an estimate.
            self.line.clear();
        }
    }

    /// Takes in what the player to move after the move can win in his turn.
    pub(super) fn harvested(&mut self, turn: Turn, won: i32) {
        let Some(node) = self.after else { return };
        let gained = turn.harvest.cast_signed() - won;
        let static_bounds = 2 * gained - node.in_play.cast_signed();
        let static_bounds = self.seen(static_bounds);
        if !self.goes_on {
            self.bound(i32::MIN, static_bounds);
        } else if static_bounds > self.bounds.lower {
            self.turn = Some((static_bounds, turn.line));
            self.bound(static_bounds, i32::MAX);
        }
    }

    /// Takes in a line of best play from the position after a proven move.
    pub(super) fn complete(&mut self, rest: Vec<Move>) {
        (self.score, self.line, self.whole) = (self.bounds.lower, rest, true);
    }

    /// The moves of the turn that alone bring the proven value, if there are such.
    pub(super) fn proven_turn(&self) -> &[Move] {
        let turn = self.turn.as_ref();
        turn.filter(|(static_bounds, _)| self.is_proven() && *static_bounds == self.bounds.lower)
            .map_or(&[], |(_, line)| line)
    }

    /// The line that goes with the score, this move first.
    pub(super) fn line(&self) -> Vec<Move> {
        let score = self.score();
        let turn = self.turn.as_ref();
        let turn = turn.filter(|(static_bounds, _)| {
            *static_bounds == score.seeds && self.score < *static_bounds
        });
        let rest = turn.map_or(&self.line, |(_, line)| line);
        [&[self.played], &rest[..]].concat()
    }
}
