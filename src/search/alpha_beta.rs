//! Alpha-beta with a horizon: the solver's search, except that positions at the horizon are
//! estimated.
//!
//! It shares the solver's positions, moves, move ordering and table of bounds (and so its endgame
//! table). Proven results are stored there; results that rest on estimates are stored in the
//! heuristic table. Every score records whether it is proven: a cutoff needs the proof of one move,
//! an exact or failing-low node the proof of all its moves.
//!
//! Where positions can recur, a value depends on the path to the position. The tables then only
//! order moves, and a position that is already on the path ends the round.

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

/// Remaining depth from which threads avoid each other's moves.
const SHARED_FROM: u32 = 5;

/// One thread of a search with a horizon.
pub(super) struct AlphaBeta<'a, C> {
    pub worker: Worker<'a, C>,
    pub table: &'a HeuristicTable<'a, C>,
    pub estimator: &'a Estimator<'a, C>,
    /// Set when another thread has finished this search.
    pub halt: &'a AtomicBool,
    /// Keys of the positions on the path, where positions can recur.
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

    /// Returns the static evaluation of a position.
    pub(super) fn estimated(&self, state: &State<C>) -> i32 {
        let board = self.shared().ranking.in_play(state.cells);
        self.estimator.estimate(
            self.shared().kernel,
            state,
            board.of(state.mover),
            board.of(state.mover.other()),
        )
    }

    /// Returns the score of a position, searching `depth` moves ahead, at least one. If there is a
    /// `line`, the window is open and the principal line is written to it, up to where a table
    /// knows the rest.
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
        // On the principal line only proven entries may cut off, so that the line is as long as the
        // search is deep.
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

    /// Stores a result in the table it belongs to.
    fn keep(&self, node: &Node<C>, known: Bounds, key: &C, entry: &Entry) {
        let Some(number) = node.key.filter(|_| entry.score.proven && !self.repeats()) else {
            return self.table.put(key, entry);
        };
        // Stored here too for its best move, which lines need.
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

    /// Returns the best move and its score. On the principal line, moves after the first are
    /// searched with a null window.
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
        let (mut all_proven, mut put_off, mut below) = (true, 0_u64, Vec::new());
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

    /// The key under which a position is marked busy.
    fn mark(&self, child: &Child<C>) -> u64 {
        self.shared().kernel.key(&child.node.state).mix() >> 1
    }

    fn set_busy(&self, mark: Option<u64>, busy: bool) {
        if let Some(mark) = mark {
            self.shared().set_busy(mark, busy);
        }
    }

    /// Returns the score of a later move on the principal line. It is searched with the open window
    /// only if a null window shows that it is better.
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

    /// Returns the score of a move of `mover`, which counts as the first of the `depth` moves.
    fn step(
        &mut self,
        child: &Child<C>,
        mover: Side,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, Interrupt> {
        let after = &child.node.state;
        let moves_again = after.mover == mover;
        let inner = child.window(mover, window);
        let mut score = if self.repeats() && self.path.contains(&self.shared().kernel.key(after)) {
            Score::proven(self.shared().rows_kept(after.cells, after.mover))
        } else if depth > 1 {
            self.search(&child.node, depth - 1, inner, line)?
        } else {
            self.spend()?;
            Score::estimated(self.estimated(after))
        };
        if !moves_again {
            score.seeds = -score.seeds;
        }
        score.seeds += child.gain;
        Ok(score)
    }
}
