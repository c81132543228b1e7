//! Solving: proven bounds on a round's value, closed in by questions with a yes or a no.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::limits::{Limits, StopReason};
use super::shared_table::{Bounds, SharedTable};
use super::solver::{Ended, Node, Shared, Worker, order};
use super::value::Window;
use crate::board::{Cells, Field, Hole, Position, Side};
use crate::moves::{Kernel, KernelVisitor, Move, Outcome, State, with_kernel};
use crate::rules::{Rules, StorePlace};
use crate::tables::{Endgame, most_seeds};

/// Stack of a solver's thread; only what a line needs of it is ever touched.
const STACK: usize = 512 << 20;

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value.
    Value,
    /// Who wins, or that nobody does.
    Winner,
}

/// What a solver has proven of a position, in seeds of A less seeds of B at the round's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The moves that reach the value, in hole order; empty if it isn't proven.
    pub best: Vec<Move>,
    /// If the value is proven: a line of best play to the end of the round. If only the winner is,
    /// and it is the player to move: moves of his turn that keep the win, to the end of the turn
    /// or up to where more than half of the seeds are his. Else empty.
    pub line: Vec<Move>,
    /// Positions visited, by all threads together.
    pub nodes: u64,
    /// What ended the search before its goal.
    pub stopped: Option<StopReason>,
}

impl Solution {
    /// The value, if it is proven.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Rules that can't be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// A value would depend on the way to a position.
    #[error(
        "store = far: positions can recur within a round, so a position has no value of its own: \
         expected store = near"
    )]
    Recurs,
}

/// How a solver is to work.
#[derive(Clone, Copy, Debug)]
pub struct Solver<'a> {
    /// Limits. The depth is not used.
    pub limits: Limits<'a>,
    /// Threads that search together.
    pub threads: NonZeroUsize,
    /// What is to be proven.
    pub goal: Goal,
    /// An endgame table to use. If it doesn't fit the rules and the field it is passed over.
    pub endgame: Option<&'a Endgame>,
    /// Nodes after which a search without an endgame table builds one.
    pub endgame_after: u64,
}

impl<'a> Solver<'a> {
    /// A solver on one thread for the value, without limits, and with 256 MiB for its table.
    #[must_use]
    pub const fn new(stop: &'a AtomicBool) -> Solver<'a> {
        Solver {
            limits: Limits::none(stop),
            threads: NonZeroUsize::MIN,
            goal: Goal::Value,
            endgame: None,
            endgame_after: WITHOUT_ENDGAME,
        }
    }

    /// Proves the value of a position, or bounds on it within the limits.
    ///
    /// Questions "is the value at least v?" close in on the value; each is searched to the end
    /// of the round by all threads together, over one table (see the limits' memory). What takes
    /// long gets an endgame table in memory (some 30 MB) unless one was given. The answer does not
    /// depend on the number of threads; the nodes do.
    ///
    /// # Errors
    /// Where positions can recur.
    ///
    /// # Panics
    /// If the rules don't allow the position (see [`Rules::check`]), or no thread can be started.
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use chongkak::{board::Side, rules::Preset, search::Solver};
    /// let mut rules = Preset::named("overbeck").unwrap().rules;
    /// (rules.holes, rules.seeds) = (4, 2);
    /// let stop = AtomicBool::new(false);
    /// let solved = Solver::new(&stop).solve(&rules, &rules.opening(Side::A)).unwrap();
    /// assert_eq!(solved.value(), Some(6));
    /// ```
    pub fn solve(self, rules: &Rules, position: &Position) -> Result<Solution, SolveError> {
        if rules.store == StorePlace::Far {
            return Err(SolveError::Recurs);
        }
        rules.check(position).expect("a position the rules allow");
        if position.is_over() {
            return Ok(Solution {
                lower: position.standing(),
                upper: position.standing(),
                best: Vec::new(),
                line: Vec::new(),
                nodes: 0,
                stopped: None,
            });
        }
        let endgame = self
            .endgame
            .filter(|table| table.fits(rules, position.field()));
        let solver = Solver { endgame, ..self };
        Ok(with_kernel(rules, position, Driver { rules, solver }))
    }
}

struct Driver<'a> {
    rules: &'a Rules,
    solver: Solver<'a>,
}

/// Nodes after which an endgame table is built: by then the search has taken about as long as the
/// building will.
const WITHOUT_ENDGAME: u64 = 6_000_000;

/// Positions of an endgame table that is built on the way; a byte and some 100 ns each.
const ENDGAME_POSITIONS: u64 = 32_000_000;

impl KernelVisitor for Driver<'_> {
    type Output = Solution;

    fn visit<C: Cells, const RELAY: bool>(
        self,
        kernel: &Kernel<C, RELAY>,
        start: &State<C>,
    ) -> Solution {
        let Solver {
            limits, endgame, ..
        } = self.solver;
        let (ranking, key_bits) = Shared::ranking(kernel, start);
        let mut memory = SharedTable::memory(key_bits, limits.memory);
        let table = SharedTable::new(key_bits, &mut memory);
        let clock = Clock {
            limits,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
        };
        let solving = |endgame: Option<&'_ Endgame>, pause| {
            let reader = endgame.map(Endgame::reader);
            let shared = Shared::new(kernel, ranking.clone(), &table, reader);
            Solving {
                shared,
                clock: &clock,
                solver: self.solver,
                pause,
            }
            .solution(start)
        };
        if let Some(found) = solving(
            endgame,
            endgame.map_or(self.solver.endgame_after, |_| u64::MAX),
        ) {
            return found;
        }
        let built = self.build(kernel.field(), &clock);
        solving(built.as_ref(), u64::MAX).expect("a search that is not to pause")
    }
}

impl Driver<'_> {
    /// An endgame table for the search, if the limits leave the time to build it.
    fn build(&self, field: Field, clock: &Clock<'_>) -> Option<Endgame> {
        let seeds = most_seeds(self.rules, field, ENDGAME_POSITIONS)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.solver.threads.get());
        let pool = pool.build().expect("threads can be started");
        let stop = AtomicBool::new(false);
        let built = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !built.load(Ordering::Relaxed) {
                    stop.store(clock.limit(0).is_some(), Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(10));
                }
            });
            let table = pool.install(|| Endgame::build(self.rules, field, seeds, &stop, &()));
            built.store(true, Ordering::Relaxed);
            table.ok()
        })
    }
}

/// What is used up of the limits.
struct Clock<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: AtomicU64,
}

impl Clock<'_> {
    /// Counts nodes, and says whether a limit is reached.
    fn limit(&self, nodes: u64) -> Option<StopReason> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.limits.stop.load(Ordering::Relaxed) {
            Some(StopReason::Interrupted)
        } else if all >= self.limits.nodes {
            Some(StopReason::Nodes)
        } else if self.started.elapsed() >= self.limits.time {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

struct Solving<'a, C, const RELAY: bool> {
    shared: Shared<'a, C, RELAY>,
    clock: &'a Clock<'a>,
    solver: Solver<'a>,
    /// Nodes after which to pause.
    pause: u64,
}

impl<C: Cells, const RELAY: bool> Solving<'_, C, RELAY> {
    /// What is found; none if the search pauses.
    fn solution(&self, start: &State<C>) -> Option<Solution> {
        let root = self.shared.node(start);
        let side = start.mover;
        // What is decided already, from the mover's side.
        let won = self.shared.won(start.cells, side) - self.shared.won(start.cells, side.other());
        let (lower, upper, mut ended) = self.close_in(&root, won);
        let (mut best, mut line) = (Vec::new(), Vec::new());
        if ended.is_none() {
            let found = if lower == upper {
                self.best_moves(&root, lower).and_then(|moves| {
                    best = moves;
                    self.line(&root, lower, |_, _| false)
                })
            } else if won + lower > 0 {
                // Enough to win: as far as this turn goes, and no farther than it must.
                self.line(&root, 1 - won, |node, score| {
                    node.state.mover != side || score <= -node.in_play.cast_signed()
                })
            } else {
                Ok(Vec::new())
            };
            match found {
                Ok(moves) => line = moves,
                Err(reason) => ended = Some(reason),
            }
        }
        let stopped = match ended {
            Some(Ended::Paused) => return None,
            Some(Ended::By(reason)) => Some(reason),
            Some(Ended::Halted) | None => None,
        };
        let (lower, upper) = (won + lower, won + upper);
        let (lower, upper) = if side == Side::A {
            (lower, upper)
        } else {
            (-upper, -lower)
        };
        let nodes = self.clock.nodes.load(Ordering::Relaxed);
        Some(Solution {
            lower,
            upper,
            best,
            line,
            nodes,
            stopped,
        })
    }

    /// Bounds on the score of the root, closed in until the goal is reached.
    fn close_in(&self, root: &Node<C>, won: i32) -> (i32, i32, Option<Ended>) {
        let goal = self.solver.goal;
        let most = root.in_play.cast_signed();
        let (mut lower, mut upper) = (-most, most);
        let mut guess = -won.clamp(-most, most);
        while lower < upper && !(goal == Goal::Winner && (won + lower > 0 || won + upper < 0)) {
            let mut beta = if guess == lower { guess + 1 } else { guess };
            if goal == Goal::Winner {
                // Only these two questions matter: does the mover win, does he at least draw?
                beta = if won + lower < 0 { -won } else { 1 - won };
            }
            match self.probe(root, beta) {
                Ok(score) if score >= beta => lower = score.max(lower),
                Ok(score) => upper = score.min(upper),
                Err(reason) => return (lower, upper, Some(reason)),
            }
            guess = if lower >= beta { lower } else { upper };
        }
        (lower, upper, None)
    }

    /// Asks all threads whether the score of a node is at least `beta`: a lower bound at or above
    /// it, or an upper bound below it.
    fn probe(&self, node: &Node<C>, beta: i32) -> Result<i32, Ended> {
        let answer = Mutex::new(Err(Ended::Halted));
        self.shared.halt.store(false, Ordering::Relaxed);
        let limit = |nodes| self.limit(nodes);
        std::thread::scope(|scope| {
            for number in 0..self.solver.threads.get() {
                let (answer, limit) = (&answer, &limit);
                let thread = std::thread::Builder::new().stack_size(STACK);
                let work = move || {
                    let alone = self.solver.threads.get() == 1;
                    let mut worker = Worker {
                        shared: &self.shared,
                        alone,
                        nodes: 0,
                        limit,
                    };
                    let found = worker.search(node, Window::null(beta - 1), 0);
                    self.clock
                        .nodes
                        .fetch_add(worker.unreported(), Ordering::Relaxed);
                    // The first to end says what the others, halted by it, don't know.
                    if !self.shared.halt.swap(true, Ordering::Relaxed) {
                        *answer.lock().expect("no thread panics with the answer") = found;
                    }
                };
                let name = format!("solver-{number}");
                thread
                    .name(name)
                    .spawn_scoped(scope, work)
                    .expect("a thread can be started");
            }
        });
        answer
            .into_inner()
            .expect("no thread panics with the answer")
    }

    fn limit(&self, nodes: u64) -> Option<Ended> {
        let pause = self.clock.nodes.load(Ordering::Relaxed) >= self.pause;
        let limit = self.clock.limit(nodes).map(Ended::By);
        limit.or(pause.then_some(Ended::Paused))
    }

    /// Whether a move of a node brings at least a score; then the node after it with the score that
    /// it has at least, seen from there, or none if the round is over.
    fn reaches(
        &self,
        node: &Node<C>,
        index: usize,
        score: i32,
    ) -> Result<Option<Reached<C>>, Ended> {
        let (kernel, mover) = (self.shared.kernel, node.state.mover);
        let played = kernel.play(&node.state, index);
        let won = |cells| self.shared.won(cells, mover);
        let wanted = score - (won(played.state.cells) - won(node.state.cells));
        if played.outcome == Outcome::Over {
            let kept = self
                .shared
                .ranking
                .in_play(played.state.cells)
                .standing(mover);
            return Ok((kept >= wanted).then_some(Reached {
                after: None,
                score: 0,
            }));
        }
        let after = self.shared.node(&played.state);
        if wanted > after.in_play.cast_signed() {
            return Ok(None);
        }
        let reached = |score| Reached {
            after: Some(after),
            score,
        };
        if played.state.mover == mover {
            let found = self.probe(&after, wanted)?;
            Ok((found >= wanted).then_some(reached(wanted)))
        } else {
            let found = self.probe(&after, 1 - wanted)?;
            Ok((found <= -wanted).then_some(reached(-wanted)))
        }
    }

    fn best_moves(&self, root: &Node<C>, score: i32) -> Result<Vec<Move>, Ended> {
        let mut best = Vec::new();
        for hole in legal(self.shared.kernel, &root.state) {
            if self.reaches(root, hole.index(), score)?.is_some() {
                best.push(Move {
                    side: root.state.mover,
                    hole,
                });
            }
        }
        Ok(best)
    }

    /// A line from a node that keeps at least its score, to the end of the round or up to where
    /// `enough` of a node and its score says so.
    fn line(
        &self,
        root: &Node<C>,
        score: i32,
        enough: impl Fn(&Node<C>, i32) -> bool,
    ) -> Result<Vec<Move>, Ended> {
        let mut line = Vec::new();
        let mut at = Reached {
            after: Some(*root),
            score,
        };
        while let Some(node) = at.after.filter(|node| !enough(node, at.score)) {
            let mut next = None;
            for hole in self.likely_first(&node) {
                if let Some(reached) = self.reaches(&node, hole.index(), at.score)? {
                    next = Some((hole, reached));
                    break;
                }
            }
            let (hole, reached) = next.expect("a move reaches the proven score");
            line.push(Move {
                side: node.state.mover,
                hole,
            });
            at = reached;
        }
        Ok(line)
    }

    /// The legal moves in the order in which the search tries them: what it has found it then finds
    /// again soon, also where the table does not reach.
    fn likely_first(&self, node: &Node<C>) -> Vec<Hole> {
        let known = node.key.and_then(|key| self.shared.table.get(key));
        let first = known.map_or(Bounds::NO_MOVE, |known| known.best);
        let mut moves: Vec<Hole> = legal(self.shared.kernel, &node.state).collect();
        moves.sort_by_key(|hole| {
            let played = self.shared.kernel.play(&node.state, hole.index());
            let won = |cells| self.shared.won(cells, node.state.mover);
            let gain = won(played.state.cells) - won(node.state.cells);
            let index = hole.number() - 1;
            Reverse(order(index, first, gain, played.outcome == Outcome::Again))
        });
        moves
    }
}

/// Where a best move leads: the node after it (none if the round is over) and its score.
#[derive(Clone, Copy)]
struct Reached<C> {
    after: Option<Node<C>>,
    score: i32,
}

fn legal<C: Cells, const RELAY: bool>(
    kernel: &Kernel<C, RELAY>,
    state: &State<C>,
) -> impl Iterator<Item = Hole> + use<C, RELAY> {
    let legal = kernel.legal(state);
    (0..18_usize)
        .filter(move |index| legal >> index & 1 == 1)
        .map(Hole::at)
}
