//! Alpha-beta with a horizon: the solver's search, but positions behind the horizon are estimated.
//!
//! It shares the solver's positions, moves, order and table of bounds (and with them its endgame
//! table): what is proven is looked up and kept there, what rests on estimates in a table of its
//! own. Every score says whether it is proven: a cut-off needs the proof of one move, a full or
//! failing node the proof of all its moves.
//!
//! A value depends on the way to a position where positions can recur. There no table says what a
//! position is worth, only which move to try first, and a position on the way ends the round.

use std::sync::atomic::{AtomicBool, Ordering};

use super::bounds::{Bounds, Score, Window};
use super::expansion::{Child, Expansion};
use super::heuristic::Estimator;
use super::heuristic_table::{Entry, HeuristicTable, NO_MOVE};
use super::shared_state::{Interrupt, Node, Shared};
use super::worker::Worker;
use crate::board::{Cells, Side};
use crate::control::StopReason;
use crate::moves::State;

/// Moves to go from which on threads look out for each other.
const SHARED_FROM: u32 = 5;

/// One thread of a search with a horizon.
pub(super) struct AlphaBeta<'a, C> {
    pub worker: Worker<'a, C>,
    pub table: &'a HeuristicTable<'a, C>,
    pub estimator: &'a Estimator<'a, C>,
    /// Set when another thread has the answer.
    pub halt: &'a AtomicBool,
    /// Keys of the positions on the way here, where they can recur.
    pub path: Vec<C>,
}

impl<'a, C: Cells> AlphaBeta<'a, C> {
    const fn shared(&self) -> &'a Shared<'a, C> {
        self.worker.shared
    }

    const fn repeats(&self) -> bool {
        self.shared().kernel.repeats()
    }

    fn spend(&mut self) -> Result<(), Interrupt> {
        if self.worker.budget.is_empty() && self.halt.load(Ordering::Relaxed) {
            return Err(Interrupt::Halted);
        }
        self.worker.budget.spend().map_err(Interrupt::By)
    }

    /// Estimates what a position is worth, without looking ahead.
    pub(super) fn estimated(&self, state: &State<C>) -> i32 {
        let board = self.shared().ranking.in_play(state.cells);
        self.estimator.estimate(
            self.shared().kernel,
            state,
            board.of(state.mover),
            board.of(state.mover.other()),
        )
    }

    /// The score of a position, looking `depth` moves ahead, at least one. With a `line` the window
    /// is open and the line of best play is put there, up to where a table knows the rest.
    pub(super) fn search(
        &mut self,
        node: &Node<C>,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, Interrupt> {
        if self.worker.stack.is_reached() {
            return Err(Interrupt::By(StopReason::Depth));
        }
        self.spend()?;
        let known = self.shared().known(node);
        let key = self.shared().kernel.key(&node.state);
        let entry = self.table.get(&key);
        if let Some(score) = known.decide(window) {
            if let Some(line) = line {
                line.clear();
                line.extend(entry.filter(|entry| entry.score.proven).map(|entry| entry.best));
            }
            return Ok(Score::proven(score));
        }
        // On the principal line only proven values count, so that it is as long as the search is
        // deep.
        let usable =
            entry.filter(|entry| !self.repeats() && (line.is_none() || entry.score.proven));
        if let Some(score) = usable.and_then(|entry| entry.decides(window, depth)) {
            if let (Some(line), Some(entry)) = (line, entry) {
                line.clear();
                line.push(entry.best);
            }
            return Ok(score);
        }
        let window = Window {
            alpha: window.alpha.max(known.lower - 1),
            beta: window.beta.min(known.upper + 1),
        };
        let first = entry.map_or(NO_MOVE, |entry| entry.best);
        if self.repeats() {
            self.path.push(key);
        }
        let found = self.best_move(node, depth, window, first, line);
        if self.repeats() {
            self.path.pop();
        }
        let (mut score, best) = found?;
        if !score.proven {
            score.seeds = score.seeds.clamp(known.lower, known.upper);
        }
        self.keep(node, known, &key, &Entry::new(score, window, depth, best));
        Ok(score)
    }

    /// Puts what was found into the table it belongs to.
    fn keep(&self, node: &Node<C>, known: Bounds, key: &C, entry: &Entry) {
        let Some(number) = node.key.filter(|_| entry.score.proven && !self.repeats()) else {
            return self.table.put(key, entry);
        };
        // The best move is for lines.
        self.table.put(key, entry);
        let mut bounds = known;
        if entry.bound.is_lower() {
            bounds.lower = bounds.lower.max(entry.score.seeds);
        }
        if entry.bound.is_upper() {
            bounds.upper = bounds.upper.min(entry.score.seeds);
        }
        self.shared().table.put(number, bounds, 1 << entry.depth.min(14));
    }

    /// The score of the best move, and the move. Null windows behind the first.
    fn best_move(
        &mut self,
        node: &Node<C>,
        depth: u32,
        mut window: Window,
        first: u8,
        mut line: Option<&mut Vec<u8>>,
    ) -> Result<(Score, u8), Interrupt> {
        let mut expansion = Expansion::none();
        let (static_bounds, index) = self.worker.children(node, window, &mut expansion);
        let children = &mut expansion.children;
        children.bring_forward(|child| child.index == first);
        let mut best = (Score::proven(static_bounds), index);
        if let Some(line) = line.as_deref_mut() {
            line.clear();
            line.push(best.1);
        }
        let sharing = !self.worker.alone && depth >= SHARED_FROM;
        let (mut all_proven, mut put_off, mut below) = (true, 0_u32, Vec::new());
        for again in [false, true] {
            for (number, child) in children.iter().enumerate() {
                if best.0.seeds >= window.beta {
                    return Ok(best);
                }
                if again != (put_off >> number & 1 == 1) {
                    continue;
                }
                let mark = (sharing && number > 0).then(|| self.mark(child));
                if !again && mark.is_some_and(|mark| self.shared().is_busy(mark)) {
                    put_off |= 1 << number;
                    continue;
                }
                self.set_busy(mark, true);
                window.alpha = window.alpha.max(best.0.seeds);
                let mover = node.state.mover;
                let found = if line.is_some() && number > 0 {
                    self.later_move(child, mover, depth, window, &mut below)
                } else {
                    let sub = line.is_some().then_some(&mut below);
                    self.step(child, mover, depth, window, sub)
                };
                self.set_busy(mark, false);
                let score = found?;
                all_proven &= score.proven;
                if score.seeds > best.0.seeds {
                    best = (score, child.index);
                    if let Some(line) = line.as_deref_mut() {
                        line.clear();
                        line.push(child.index);
                        line.append(&mut below);
                    }
                }
            }
            if put_off == 0 {
                break;
            }
        }
        if best.0.seeds < window.beta {
            best.0.proven = all_proven;
        }
        Ok(best)
    }

    /// A name for a position by which threads keep out of each other's way.
    fn mark(&self, child: &Child<C>) -> u64 {
        self.shared().kernel.key(&child.node.state).mix() >> 1
    }

    fn set_busy(&self, mark: Option<u64>, busy: bool) {
        if let Some(mark) = mark {
            self.shared().set_busy(mark, busy);
        }
    }

    /// The score of a move on a principal line that is not the first: it must show in a null window
    /// that it is better.
    fn later_move(
        &mut self,
        child: &Child<C>,
        mover: Side,
        depth: u32,
        window: Window,
        line: &mut Vec<u8>,
    ) -> Result<Score, Interrupt> {
        line.clear();
        let score = self.step(child, mover, depth, Window::null(window.alpha), None)?;
        if score.seeds <= window.alpha || score.seeds >= window.beta {
            return Ok(score);
        }
        self.step(child, mover, depth, window, Some(line))
    }

    /// The score of a move of `mover`, itself the first of the moves to look ahead.
    fn step(
        &mut self,
        child: &Child<C>,
        mover: Side,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, Interrupt> {
        let after = &child.node.state;
        let goes_on = after.mover == mover;
        let inner = child.window(mover, window);
        let mut score = if self.repeats() && self.path.contains(&self.shared().kernel.key(after)) {
            Score::proven(self.shared().kept(after.cells, after.mover))
        } else if depth > 1 {
            self.search(&child.node, depth - 1, inner, line)?
        } else {
            self.spend()?;
            Score::estimated(self.estimated(after))
        };
        if !goes_on {
            score.seeds = -score.seeds;
        }
        score.seeds += child.gain;
        Ok(score)
    }
}
