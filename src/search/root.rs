//! The root of an evaluation: iterations of growing depth, and what is reported of them.

use std::cell::Cell;
use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::estimates::Estimates;
use super::limits::{Clock, Limits, MAX_DEPTH, Purse, StopReason};
use super::look::Looker;
use super::proving::{STACK, Solving};
use super::root_move::RootMove;
use super::shared_table::SharedTable;
use super::solve::{Goal, Solver};
use super::solver::{Ended, Shared, Worker};
use super::technique::Techniques;
use super::turn::{WIDEN, beam};
use super::value::{Score, Value, Window};
use super::{Evaluation, Observer};
use crate::board::{Cells, Hole, Position};
use crate::moves::{Kernel, KernelVisitor, Move, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::Endgame;

/// Positions of a layer in the widest beam through a turn.
const WIDEST: usize = 256;

/// Mebibytes of the tables that a search begins with, and the nodes for which they do.
const SMALL: usize = 4;
const ROOM: u64 = 100_000;

/// The part of the nodes that may go to turns.
const TURNS_SHARE: u64 = 16;

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
/// use chongkak::{board::Side, rules::Preset, search::{Limits, Value, evaluate}};
/// let mut rules = Preset::named("kalah").unwrap().rules;
/// (rules.holes, rules.seeds) = (3, 2);
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

    fn visit<C: Cells, const RELAY: bool>(
        self,
        kernel: &Kernel<C, RELAY>,
        start: &State<C>,
    ) -> Evaluation {
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
            let mut memory = SharedTable::memory(key_bits, bounds);
            let table = SharedTable::new(key_bits, &mut memory);
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

/// An evaluation in progress.
struct Root<'a, C, const RELAY: bool> {
    start: State<C>,
    progress: Progress<C>,
    estimates: Estimates<'a, C>,
    clock: &'a Clock<'a>,
    solving: Solving<'a, C, RELAY>,
    /// Nodes for which the tables are large enough.
    room: u64,
}

/// What an evaluation keeps when it moves to larger tables.
struct Progress<C> {
    /// The legal moves, from the best on.
    moves: Vec<RootMove<C>>,
    /// The depth of the last complete iteration.
    reached: u32,
    /// Positions of a layer in the next beam through a turn.
    width: usize,
    /// Nodes spent on turns.
    on_turns: u64,
    /// Nodes spent on questions to the solver.
    on_proofs: u64,
}

impl<C: Cells> Progress<C> {
    fn new<const RELAY: bool>(shared: &Shared<'_, C, RELAY>, start: &State<C>) -> Self {
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

impl<C: Cells, const RELAY: bool> Root<'_, C, RELAY> {
    /// Iterations of growing depth, until everything is proven or a limit is reached; none if it
    /// needs larger tables.
    fn deepen(&mut self, observer: &mut dyn Observer) -> Option<Evaluation> {
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
    fn sort(&mut self) {
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
        looker: &mut Looker<'_, C, RELAY>,
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

    /// What needs no horizon: whole turns, and the solver's questions.
    fn beyond(&mut self) -> Result<(), StopReason> {
        if self.solving.shared.kernel.repeats() {
            return Ok(());
        }
        self.turns()?;
        self.sort();
        self.prove()
    }

    /// Searches the turns that begin after the root moves, or go on there, in wider and wider beams.
    fn turns(&mut self) -> Result<(), StopReason> {
        let shared = &self.solving.shared;
        let before = self.clock.nodes();
        // Wider beams cost as much more as they are wider.
        let next = self.progress.on_turns * WIDEN as u64;
        if self.progress.width > WIDEST || TURNS_SHARE * next > before {
            return Ok(());
        }
        let mut purse = Purse::new(self.clock, true);
        for root in self
            .progress
            .moves
            .iter_mut()
            .filter(|root| !root.is_proven())
        {
            let state = root.after.expect("a round that is over is proven").state;
            let won = shared.won(state.cells, state.mover);
            let turn = beam(shared.kernel, &state, self.progress.width, &mut || {
                purse.spend()
            });
            let stopped = turn.stopped;
            root.harvested(turn, won);
            stopped.map_or(Ok(()), Err)?;
        }
        drop(purse);
        self.progress.width *= WIDEN;
        self.progress.on_turns += self.clock.nodes() - before;
        Ok(())
    }

    /// Asks the solver for the moves' values, with as many nodes in all as were spent on other things.
    /// What it finds is in the table, also when it has to pause.
    fn prove(&mut self) -> Result<(), StopReason> {
        let limits = self.solving.solver.limits;
        let node = self.solving.shared.node(&self.start);
        if limits.depth < MAX_DEPTH || node.key.is_none() {
            return Ok(());
        }
        let used = self.clock.nodes();
        let others = used - self.progress.on_proofs;
        let until = self.progress.on_proofs.max(others) - self.progress.on_proofs + used;
        self.solving.pause = until.min(self.most());
        let ended = self.close_in_on_all();
        self.progress.on_proofs += self.clock.nodes() - used;
        ended
    }

    /// Closes in on the values of all moves, the best first, until the solver has to pause.
    fn close_in_on_all(&mut self) -> Result<(), StopReason> {
        for number in 0..self.progress.moves.len() {
            let mut root = self.progress.moves[number].clone();
            let ended = self.close_in(&mut root).err();
            self.progress.moves[number] = root;
            match ended {
                Some(Ended::By(reason)) => return Err(reason),
                Some(Ended::Paused | Ended::Halted) => break,
                None => {}
            }
        }
        Ok(())
    }

    /// Nodes after which the solver must not go on: its threads look at the limit now and then only.
    fn most(&self) -> u64 {
        let Solver {
            limits, threads, ..
        } = self.solving.solver;
        let overrun = 2 * Worker::<C, RELAY>::LOOK * threads.get() as u64;
        limits.nodes.saturating_sub(overrun)
    }

    /// Closes in on the value of a root move, from what it was estimated to be.
    fn close_in(&self, root: &mut RootMove<C>) -> Result<(), Ended> {
        let mut guess = root.score().seeds;
        while !root.is_proven() {
            if self.clock.nodes() >= self.solving.pause {
                return Err(Ended::Paused);
            }
            let node = root.after.expect("a round that is over is proven");
            let least = if guess == root.lower {
                guess + 1
            } else {
                guess
            };
            let asked = root.after_score(least);
            let beta = if root.goes_on { asked } else { asked + 1 };
            let found = self.solving.probe(&node, beta)?;
            root.bound(found, found >= beta);
            guess = if root.lower >= least {
                root.lower
            } else {
                root.upper
            };
        }
        Ok(())
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
