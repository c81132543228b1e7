//! How the solver proves: the table and the threads it searches with, the questions it asks, and the
//! lines that show the answer.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::certificate::{self, Proof, Unproven};
use super::solver::{Goal, Solution, Solver};
use super::transposition_table::{Bounds, TranspositionTable};
use super::turn_bound::first_turn;
use super::value::Window;
use super::worker::{Ended, Node, Shared, Worker};
use crate::board::{Cells, Field, Hole, Side};
use crate::control::{Control, OldClock as Clock, Stop};
use crate::moves::{Kernel, KernelVisitor, Move, Outcome, State};
use crate::rules::Rules;
use crate::tables::{Endgame, most_seeds};
use crate::turns::Turn;

/// Stack of a solver's thread; only what a line needs of it is ever touched.
pub(super) const STACK: usize = 512 << 20;

/// Solves with the kernel that fits.
pub(super) struct Driver<'a> {
    pub rules: &'a Rules,
    pub solver: Solver<'a>,
    /// The most positions of a proof, if one is wanted.
    pub proof: Option<usize>,
}

/// Positions of an endgame table that is built on the way; a byte and some 100 ns each.
const ENDGAME_POSITIONS: u64 = 32_000_000;

impl KernelVisitor for Driver<'_> {
    type Output = (Solution, Option<Result<Proof, Unproven>>);

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Self::Output {
        if self.solver.threads.get() > 1 {
            return self.solve(kernel, start, false);
        }
        // One thread for all questions: starting one for each takes longer than a small position.
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let thread = thread.name("solver-0".to_owned());
            let work = || self.solve(kernel, start, true);
            let solving = thread.spawn_scoped(scope, work);
            let solved = solving.expect("a thread can be started").join();
            solved.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

impl Driver<'_> {
    /// Solves; `deep` says whether the thread it is called on has the stack for a search.
    fn solve<C: Cells>(
        &self,
        kernel: &Kernel<C>,
        start: &State<C>,
        deep: bool,
    ) -> (Solution, Option<Result<Proof, Unproven>>) {
        let Solver {
            limits, endgame, ..
        } = self.solver;
        let (ranking, key_bits) = Shared::ranking(kernel, start);
        let mut memory = TranspositionTable::memory(key_bits, limits.memory);
        let table = TranspositionTable::new(key_bits, &mut memory);
        let clock = Clock::new(limits);
        let limit = |nodes| clock.limit(nodes);
        let turn = &first_turn(kernel, start, &self.solver, limit);
        let solving = |endgame: Option<&'_ Endgame>, pause| {
            let reader = endgame.map(Endgame::reader);
            let shared = Shared::new(
                kernel,
                ranking.clone(),
                &table,
                reader,
                self.solver.techniques,
            );
            let solving = Solving {
                shared,
                clock: &clock,
                solver: self.solver,
                pause,
                deep,
            };
            let solution = solving.solution(start, turn)?;
            let Some(most) = self.proof else {
                return Some((solution, None));
            };
            let proof = certificate::collect(&solving, start, &solution, most)?;
            Some((solution, Some(proof)))
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

    /// An endgame table for the search, if the limits leave the time to build it.
    fn build(&self, field: Field, clock: &Clock<'_>) -> Option<Endgame> {
        let seeds = most_seeds(self.rules, field, ENDGAME_POSITIONS)?;
        let stop = Stop::new();
        let built = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !built.load(Ordering::Relaxed) {
                    if clock.limit(0).is_some() {
                        stop.set();
                    }
                    std::thread::sleep(Duration::from_millis(10));
                }
            });
            let (threads, control) = (self.solver.threads, Control::stopped_by(&stop));
            let table = Endgame::build(self.rules, field, seeds, threads, control);
            built.store(true, Ordering::Relaxed);
            table.ok()
        })
    }
}

pub(super) struct Solving<'a, C> {
    pub(super) shared: Shared<'a, C>,
    pub(super) clock: &'a Clock<'a>,
    pub(super) solver: Solver<'a>,
    /// Nodes after which to pause.
    pub(super) pause: u64,
    /// Whether there is one thread and this is it, with the stack for a search.
    pub(super) deep: bool,
}

impl<C: Cells> Solving<'_, C> {
    /// What is found; none if the search pauses. `turn` is what the mover can win in his first turn.
    fn solution(&self, start: &State<C>, turn: &Turn) -> Option<Solution> {
        let root = self.shared.node(start);
        let side = start.mover;
        // What is decided already, from the mover's side.
        let won = self.shared.won(start.cells, side) - self.shared.won(start.cells, side.other());
        let total = start.cells.sum();
        let sure = turn.standing(total) - won;
        let (lower, upper, mut ended) = self.close_in(&root, won, sure);
        let (mut best, mut line) = (Vec::new(), Vec::new());
        if ended.is_none() {
            let found = if lower == upper {
                self.best_moves(&root, lower).and_then(|moves| {
                    best = moves;
                    self.line(&root, lower, |_, _| false)
                })
            } else if won + sure > 0 {
                Ok(turn.line.clone())
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
        let nodes = self.clock.nodes();
        Some(Solution {
            lower,
            upper,
            best,
            line,
            nodes,
            stopped,
        })
    }

    /// Bounds on the score of the root, which is at least `lower`, closed in until the goal is
    /// reached.
    fn close_in(&self, root: &Node<C>, won: i32, mut lower: i32) -> (i32, i32, Option<Ended>) {
        let goal = self.solver.goal;
        let mut upper = root.in_play.cast_signed();
        let mut guess = (-won).clamp(lower, upper);
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
    pub(super) fn probe(&self, node: &Node<C>, beta: i32) -> Result<i32, Ended> {
        let answer = Mutex::new(Err(Ended::Halted));
        self.shared.halt.store(false, Ordering::Relaxed);
        let limit = |nodes| self.limit(nodes);
        if self.deep {
            return self.ask(node, beta, &limit);
        }
        std::thread::scope(|scope| {
            for number in 0..self.solver.threads.get() {
                let (answer, limit) = (&answer, &limit);
                let thread = std::thread::Builder::new().stack_size(STACK);
                let work = move || {
                    let found = self.ask(node, beta, limit);
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

    /// One thread's search for the answer to a question.
    fn ask(
        &self,
        node: &Node<C>,
        beta: i32,
        limit: &(dyn Fn(u64) -> Option<Ended> + Sync),
    ) -> Result<i32, Ended> {
        let mut worker = Worker {
            shared: &self.shared,
            alone: self.solver.threads.get() == 1,
            nodes: 0,
            limit,
        };
        let found = worker.search_turn(node, Window::null(beta - 1), 0);
        self.clock.count(worker.unreported());
        found
    }

    pub(super) fn limit(&self, nodes: u64) -> Option<Ended> {
        let pause = self.clock.nodes() >= self.pause;
        let limit = self.clock.limit(nodes).map(Ended::By);
        limit.or(pause.then_some(Ended::Paused))
    }

    /// Whether a move of a node brings at least a score; then the node after it with the score that
    /// it has at least, seen from there, or none if the round is over.
    pub(super) fn reaches(
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
    pub(super) fn line(
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
    pub(super) fn likely_first(&self, node: &Node<C>) -> Vec<Hole> {
        let known = node.key.and_then(|key| self.shared.table.get(key));
        let first = known.map_or(Bounds::NO_MOVE, |known| known.best);
        let mut moves: Vec<Hole> = legal(self.shared.kernel, &node.state).collect();
        moves.sort_by_key(|hole| {
            let played = self.shared.kernel.play(&node.state, hole.index());
            let won = |cells| self.shared.won(cells, node.state.mover);
            let gain = won(played.state.cells) - won(node.state.cells);
            let index = hole.number() - 1;
            let again = played.outcome == Outcome::Again;
            Reverse(self.shared.order(&played.state, index, first, gain, again))
        });
        moves
    }
}

/// Where a best move leads: the node after it (none if the round is over) and its score.
#[derive(Clone, Copy)]
pub(super) struct Reached<C> {
    after: Option<Node<C>>,
    score: i32,
}

fn legal<C: Cells>(kernel: &Kernel<C>, state: &State<C>) -> impl Iterator<Item = Hole> + use<C> {
    let legal = kernel.legal(state);
    (0..18_usize)
        .filter(move |index| legal >> index & 1 == 1)
        .map(Hole::at)
}
