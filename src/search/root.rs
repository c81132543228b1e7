//! The root of an evaluation: iterations of growing depth, and what is reported of them.

use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::alpha_beta::Looker;
use super::driver::{STACK, Solving};
use super::heuristic_table::Estimates;
use super::root_move::RootMove;
use super::value::{Score, Value, Window};
use super::worker::{Ended, Shared, Worker};
use super::{Evaluation, Observer};
use crate::board::{Cells, Hole};
use crate::control::{MAX_DEPTH, OldClock as Clock, OldPurse as Purse, StopReason};
use crate::moves::{Move, State};

/// An evaluation in progress.
pub(super) struct Root<'a, C> {
    pub(super) start: State<C>,
    pub(super) progress: Progress<C>,
    pub(super) estimates: Estimates<'a, C>,
    pub(super) clock: &'a Clock<'a>,
    pub(super) solving: Solving<'a, C>,
    /// Nodes for which the tables are large enough.
    pub(super) room: u64,
}

/// What an evaluation keeps when it moves to larger tables.
pub(super) struct Progress<C> {
    /// The legal moves, from the best on.
    pub(super) moves: Vec<RootMove<C>>,
    /// The depth of the last complete iteration.
    reached: u32,
    /// Positions of a layer in the next beam through a turn.
    pub(super) width: usize,
    /// Nodes spent on turns.
    pub(super) on_turns: u64,
    /// Nodes spent on questions to the solver.
    pub(super) on_proofs: u64,
}

impl<C: Cells> Progress<C> {
    pub(super) fn new(shared: &Shared<'_, C>, start: &State<C>) -> Self {
        Progress {
            moves: RootMove::all(shared, start),
            reached: 0,
            width: 1,
            on_turns: 0,
            on_proofs: 0,
        }
    }
}

/// A root move that is to be searched, for the threads to share.
struct Job<'m, C> {
    root: &'m RootMove<C>,
    done: AtomicBool,
    answer: Mutex<Option<(Score, Vec<Move>)>>,
}

impl<C: Cells> Root<'_, C> {
    /// Iterations of growing depth, until everything is proven or a limit is reached; none if it
    /// needs larger tables.
    pub(super) fn deepen(&mut self, observer: &mut dyn Observer) -> Option<Evaluation> {
        let limits = self.solving.solver.limits;
        let mut stopped = Some(StopReason::Depth);
        for depth in self.progress.reached + 1..=limits.depth.clamp(1, MAX_DEPTH) {
            if self.clock.nodes() > self.room {
                return None;
            }
            let ended = self.iteration(depth).err();
            if ended.is_none() {
                self.progress.reached = depth;
            }
            let ended = ended.or_else(|| self.beyond().err());
            self.sort();
            observer.iteration(&self.evaluation(self.progress.moves[0].line(), None));
            if self.progress.moves.iter().all(RootMove::is_proven) {
                stopped = None;
                break;
            }
            if ended.is_some() {
                stopped = ended;
                break;
            }
        }
        let line = self.line();
        Some(self.evaluation(line, stopped))
    }

    /// Stable, so that of equal moves the one that was first stays first.
    pub(super) fn sort(&mut self) {
        self.progress
            .moves
            .sort_by_key(|root| Reverse(root.score().seeds));
    }

    /// All moves that are not proven, to a depth. A limit leaves them as they were before.
    fn iteration(&mut self, depth: u32) -> Result<(), StopReason> {
        let open = self.progress.moves.iter().filter(|root| !root.is_proven());
        let jobs: Vec<Job<'_, C>> = open
            .map(|root| Job {
                root,
                done: AtomicBool::new(false),
                answer: Mutex::new(None),
            })
            .collect();
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        std::thread::scope(|scope| {
            for number in 0..self.solving.solver.threads.get() {
                let (this, jobs, next, failed) = (&*self, &jobs[..], &next, &failed);
                let thread = std::thread::Builder::new().stack_size(STACK);
                let work = move || {
                    if let Err(reason) = this.work(jobs, next, depth) {
                        *failed.lock().expect("no thread panics with it") = Some(reason);
                    }
                };
                let thread = thread.name(format!("search-{number}"));
                thread
                    .spawn_scoped(scope, work)
                    .expect("a thread can be started");
            }
        });
        let answers = jobs.into_iter().map(|job| job.answer.into_inner());
        let answers = answers.map(|answer| answer.expect("no thread panics with it"));
        let answers: Option<Vec<_>> = answers.collect();
        let Some(answers) = answers else {
            let failed = failed.into_inner().expect("no thread panics with it");
            return Err(failed.expect("a limit ended the iteration"));
        };
        let open = self
            .progress
            .moves
            .iter_mut()
            .filter(|root| !root.is_proven());
        for (root, (score, line)) in open.zip(answers) {
            root.searched(score, line);
        }
        Ok(())
    }

    /// One thread of an iteration: takes a move after the other; when none is left it helps with
    /// those that others are at.
    fn work(&self, jobs: &[Job<'_, C>], next: &AtomicUsize, depth: u32) -> Result<(), StopReason> {
        // Whatever the limits, the first iteration is completed.
        let enforced = depth > 1;
        let undone = || jobs.iter().find(|job| !job.done.load(Ordering::Relaxed));
        while let Some(job) = jobs
            .get(next.fetch_add(1, Ordering::Relaxed))
            .or_else(undone)
        {
            let mut looker = Looker {
                worker: Worker {
                    shared: &self.solving.shared,
                    alone: self.solving.solver.threads.get() == 1,
                    nodes: 0,
                    limit: &|_| None,
                },
                estimates: &self.estimates,
                purse: Purse::new(self.clock, enforced),
                halt: &job.done,
                path: vec![self.solving.shared.kernel.key(&self.start)],
            };
            match self.score(&mut looker, job.root, depth) {
                Ok(found) => {
                    if !job.done.swap(true, Ordering::Relaxed) {
                        *job.answer.lock().expect("no thread panics with it") = Some(found);
                    }
                }
                Err(Ended::By(reason)) => return Err(reason),
                Err(Ended::Halted | Ended::Paused) => {}
            }
        }
        Ok(())
    }

    /// The score of the position after a root move, with a full window, and its line.
    fn score(
        &self,
        looker: &mut Looker<'_, C>,
        root: &RootMove<C>,
        depth: u32,
    ) -> Result<(Score, Vec<Move>), Ended> {
        let node = root.after.expect("a round that is over is proven");
        let kernel = self.solving.shared.kernel;
        if kernel.repeats() && kernel.key(&node.state) == kernel.key(&self.start) {
            let board = self.solving.shared.ranking.in_play(node.state.cells);
            return Ok((Score::proven(board.standing(node.state.mover)), Vec::new()));
        }
        if depth == 1 {
            looker.purse.spend().map_err(Ended::By)?;
            return Ok((Score::estimated(looker.glance(&node.state)), Vec::new()));
        }
        let mut line = Vec::new();
        let window = Window::full(node.in_play);
        let score = looker.look(&node, depth - 1, window, Some(&mut line))?;
        let mut state = node.state;
        let moves = line.into_iter().map(|index| {
            let hole = Hole::at(usize::from(index));
            let side = state.mover;
            state = kernel.play(&state, hole.index()).state;
            Move { side, hole }
        });
        Ok((score, moves.collect()))
    }

    /// The principal line; that of a proven value to the end of the round, if the limits let it.
    fn line(&mut self) -> Vec<Move> {
        self.solving.pause = u64::MAX;
        let best = &self.progress.moves[0];
        let mut line = best.line();
        if best.is_proven() && !self.solving.shared.kernel.repeats() {
            let most = self.most();
            let cut = Cell::new(false);
            let late = || {
                cut.set(self.clock.nodes() >= most || self.clock.limit(0).is_some());
                cut.get()
            };
            let rest = best.after.map_or(Ok(Vec::new()), |node| {
                self.solving
                    .line(&node, best.after_score(best.lower), |_, _| late())
            });
            if let Ok(rest) = rest
                && !cut.get()
            {
                line.truncate(1);
                line.extend(rest);
            }
        }
        line
    }

    fn evaluation(&self, line: Vec<Move>, stopped: Option<StopReason>) -> Evaluation {
        let (shared, start) = (&self.solving.shared, &self.start);
        let [own, other] = [start.mover, start.mover.other()].map(|s| shared.won(start.cells, s));
        let value = |score: Score| {
            let seeds = start.mover.sign() * (own - other + score.seeds);
            if score.proven {
                Value::Exact(seeds)
            } else {
                Value::Estimate(seeds)
            }
        };
        let moves = self.progress.moves.iter();
        let mut moves: Vec<_> = moves
            .map(|root| (root.played, value(root.score())))
            .collect();
        moves.sort_by_key(|(m, _)| m.hole);
        // The best value is proven only if no other move can be better.
        let proven = self.progress.moves.iter().all(RootMove::is_proven);
        let best = Score {
            proven,
            ..self.progress.moves[0].score()
        };
        Evaluation {
            value: value(best),
            depth: self.progress.reached,
            line,
            moves,
            nodes: self.clock.nodes(),
            stopped,
        }
    }
}
