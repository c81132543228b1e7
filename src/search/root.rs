//! The root of a search: iterations of growing depth, and what is reported of them.

use super::alphabeta::Search;
use super::limits::{Limits, MAX_DEPTH, StopReason};
use super::ordered::Ordered;
use super::table::Entry;
use super::value::{Score, Value, Window};
use super::{Evaluation, Observer};
use crate::board::{Cells, Hole, Position, Side};
use crate::moves::{Kernel, KernelVisitor, Move, Outcome, State, with_kernel};
use crate::rules::Rules;

/// Stack of the search's thread. A move of a line takes under 4 KiB on the widest board.
const STACK: usize = 64 << 20;

/// Evaluates a position within limits.
///
/// All legal moves are searched with a full window, so that every move's value is a value and
/// not a bound. The search ends when all of them are proven or a limit is reached; then the last
/// complete iteration counts. Runs on a thread of its own; the same input gives the same answer
/// as long as no time limit or interruption stops it. Memory: the table of the limits.
///
/// Where positions can recur (`store = far`) the table only orders moves, since a value then
/// depends on the way to the position.
///
/// # Panics
/// If the rules don't allow the position (see [`Rules::check`]), or no thread can be started.
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
    observer: &mut (dyn Observer + Send),
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
    let root = Root { limits, observer };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("search".into())
            .stack_size(STACK);
        let search = thread.spawn_scoped(scope, || with_kernel(rules, position, root));
        let result = search.expect("a thread can be started").join();
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

struct Root<'a, 'b> {
    limits: Limits<'a>,
    observer: &'b mut (dyn Observer + Send),
}

impl KernelVisitor for Root<'_, '_> {
    type Output = Evaluation;

    fn visit<C: Cells, const RELAY: bool>(
        self,
        kernel: &Kernel<C, RELAY>,
        start: &State<C>,
    ) -> Evaluation {
        let limits = self.limits;
        Search::new(kernel, limits).deepen(start, &limits, self.observer)
    }
}

/// One legal move at the root.
#[derive(Clone)]
struct RootMove {
    index: usize,
    score: Score,
    line: Vec<u8>,
}

impl<C: Cells, const RELAY: bool> Search<'_, C, RELAY> {
    /// Iterations of growing depth, until everything is proven or a limit is reached.
    fn deepen(
        &mut self,
        start: &State<C>,
        limits: &Limits<'_>,
        observer: &mut (dyn Observer + Send),
    ) -> Evaluation {
        let mut best: Vec<RootMove> = Vec::new();
        let mut reached = 0;
        let mut stopped = Some(StopReason::Depth);
        for depth in 1..=limits.depth.clamp(1, MAX_DEPTH) {
            match self.iteration(start, depth, &best) {
                Ok(moves) => best = moves,
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
            reached = depth;
            let proven = best.iter().all(|root| root.score.proven);
            let so_far = self.evaluation(start, &best, reached, None);
            observer.iteration(&so_far);
            if proven {
                stopped = None;
                break;
            }
            self.budget.enforce();
        }
        self.budget.enforce();
        if best[0].score.proven {
            let mut line = std::mem::take(&mut best[0].line);
            // A limit that is met here leaves the line short, and nothing else.
            let _ = self.complete(start, best[0].score.seeds, &mut line);
            best[0].line = line;
        }
        self.evaluation(start, &best, reached, stopped)
    }

    /// All root moves to a depth, the best first; `before` are those of the last iteration.
    fn iteration(
        &mut self,
        start: &State<C>,
        depth: u32,
        before: &[RootMove],
    ) -> Result<Vec<RootMove>, StopReason> {
        self.budget.spend()?;
        let full = Window::full(start.cells.sum());
        let mut moves = Vec::new();
        self.path.clear();
        self.path.push(self.kernel.key(start));
        let mut children = Ordered::new();
        let first = before
            .first()
            .map_or(Entry::NO_MOVE, |root| root.index as u8);
        self.children(start, first, &mut children);
        for child in children.iter() {
            let known = before
                .iter()
                .find(|root| root.index == usize::from(child.index));
            if let Some(known) = known.filter(|root| root.score.proven) {
                moves.push(known.clone());
                continue;
            }
            let mut line = Vec::new();
            let score = self.child(child, start.mover, depth, full, Some(&mut line))?;
            line.insert(0, child.index);
            moves.push(RootMove {
                index: usize::from(child.index),
                score,
                line,
            });
        }
        // Stable, so that of equal moves the one that was first stays first.
        moves.sort_by_key(|root| -root.score.seeds);
        Ok(moves)
    }

    /// Follows a line of proven `score` from its end on to the end of the round. (The table may
    /// have cut it short.) Every step knows the score to look for, so its window is narrow.
    fn complete(
        &mut self,
        start: &State<C>,
        mut score: i32,
        line: &mut Vec<u8>,
    ) -> Result<(), StopReason> {
        let mut state = *start;
        let mut walked = 0;
        loop {
            while walked < line.len() {
                let played = self.kernel.play(&state, usize::from(line[walked]));
                let store = |cells| self.kernel.store(cells, state.mover).cast_signed();
                score -= store(played.state.cells) - store(state.cells);
                if played.state.mover != state.mover {
                    score = -score;
                }
                state = played.state;
                walked += 1;
                if played.outcome == Outcome::Over || self.kernel.repeats() {
                    // Where positions recur nothing was cut by the table: the line is whole.
                    return Ok(());
                }
            }
            let window = Window {
                alpha: score - 1,
                beta: score + 1,
            };
            let mut more = Vec::new();
            let mut depth = 1;
            while !self.score(&state, depth, window, Some(&mut more))?.proven {
                depth = (depth + 1).min(MAX_DEPTH);
            }
            line.append(&mut more);
        }
    }

    fn evaluation(
        &self,
        start: &State<C>,
        best: &[RootMove],
        depth: u32,
        stopped: Option<StopReason>,
    ) -> Evaluation {
        let stores = Side::BOTH.map(|side| self.kernel.store(start.cells, side).cast_signed());
        let value = |score: Score| {
            let seeds = stores[0] - stores[1] + start.mover.sign() * score.seeds;
            if score.proven {
                Value::Exact(seeds)
            } else {
                Value::Estimate(seeds)
            }
        };
        let played = |side, index| Move {
            side,
            hole: Hole::at(index),
        };
        let mut moves: Vec<_> = best
            .iter()
            .map(|root| (played(start.mover, root.index), value(root.score)))
            .collect();
        moves.sort_by_key(|(m, _)| m.hole);
        let mut line = Vec::new();
        let mut state = *start;
        for &index in &best[0].line {
            line.push(played(state.mover, usize::from(index)));
            state = self.kernel.play(&state, usize::from(index)).state;
        }
        // The best value is proven only if no other move can be better.
        let proven = best.iter().all(|root| root.score.proven);
        let best_score = Score {
            proven,
            ..best[0].score
        };
        Evaluation {
            value: value(best_score),
            depth,
            line,
            moves,
            nodes: self.budget.nodes(),
            stopped,
        }
    }
}
