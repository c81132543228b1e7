//! The search itself: negamax with alpha-beta, null windows and a table.
//!
//! Scores are seeds still to be won, from the side of the player to move. A move that goes on
//! leaves the same player to move, so his score is his gain plus the score after it; a move that
//! passes the turn changes the sign. Every score says whether it is proven: a cut-off needs the
//! proof of one move, a full or failing node the proof of all its moves.

use super::estimate::estimate;
use super::limits::{Budget, Limits, MAX_DEPTH, StopReason};
use super::table::{Entry, Table};
use super::value::{Score, Value, Window};
use super::{Evaluation, Observer};
use crate::board::{Cells, Hole, Position, Side};
use crate::moves::{Kernel, KernelVisitor, Move, Outcome, Played, State, with_kernel};
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
        let all = kernel.store(start.cells, Side::A) + kernel.store(start.cells, Side::B);
        let total = kernel.rows(start.cells).iter().sum::<u32>() + all;
        let mut search = Search {
            kernel,
            table: Table::new(self.limits.memory),
            budget: Budget::new(self.limits),
            total,
            path: Vec::new(),
        };
        search.deepen(start, &self.limits, self.observer)
    }
}

/// One legal move at the root.
#[derive(Clone)]
struct RootMove {
    index: usize,
    score: Score,
    line: Vec<u8>,
}

/// A move and the position it leads to.
#[derive(Clone, Copy)]
struct Child<C> {
    index: u8,
    /// What the mover's store gained.
    gain: i32,
    order: i32,
    played: Played<C>,
}

struct Search<'a, C, const RELAY: bool> {
    kernel: &'a Kernel<C, RELAY>,
    table: Table<C>,
    budget: Budget<'a>,
    total: u32,
    /// Keys of the positions on the way here, where they can recur.
    path: Vec<C>,
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
        let full = Window::full(self.total);
        let mut moves = Vec::new();
        self.path.clear();
        self.path.push(Table::key(self.kernel, start));
        let mut children = [const { None }; 18];
        let first = before
            .first()
            .map_or(Entry::NO_MOVE, |root| root.index as u8);
        let count = self.children(start, first, &mut children);
        for child in children[..count].iter().flatten() {
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

    /// The score of a position, looking `depth` moves ahead. With a `line` the window is open and
    /// the line of best play is put there.
    fn score(
        &mut self,
        state: &State<C>,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, StopReason> {
        self.budget.spend()?;
        let [own, other] = self.rows_of(state);
        let left = (own + other).cast_signed();
        // No player can win more than what is left in the holes.
        if left <= window.alpha {
            return Ok(Score::proven(left));
        }
        if -left >= window.beta {
            return Ok(Score::proven(-left));
        }
        let key = Table::key(self.kernel, state);
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(score) = self.cut(&entry, window, depth, line.is_some())
        {
            if let Some(line) = line {
                line.clear();
                line.push(entry.best);
            }
            return Ok(score);
        }
        if depth == 0 {
            return Ok(Score::estimated(estimate(own, other)));
        }
        if self.kernel.repeats() {
            self.path.push(key);
        }
        let first = known.map_or(Entry::NO_MOVE, |entry| entry.best);
        let result = self.best_child(state, depth, window, first, line);
        if self.kernel.repeats() {
            self.path.pop();
        }
        let (score, best) = result?;
        self.table.put(key, Entry::new(score, window, depth, best));
        Ok(score)
    }

    /// What the table decides. On the principal line only proven values count, so that the line
    /// is as long as the search is deep.
    fn cut(&self, entry: &Entry, window: Window, depth: u32, on_line: bool) -> Option<Score> {
        if self.kernel.repeats() || (on_line && (!entry.proven || entry.best == Entry::NO_MOVE)) {
            return None;
        }
        entry.decides(window, depth)
    }

    fn best_child(
        &mut self,
        state: &State<C>,
        depth: u32,
        mut window: Window,
        first: u8,
        mut line: Option<&mut Vec<u8>>,
    ) -> Result<(Score, u8), StopReason> {
        let mut children = [const { None }; 18];
        let count = self.children(state, first, &mut children);
        let mut best = (Score::proven(i32::MIN), Entry::NO_MOVE);
        let mut all_proven = true;
        let mut below = Vec::new();
        for (number, child) in children[..count].iter().flatten().enumerate() {
            let mut score = if number == 0 || line.is_none() {
                let sub = line.is_some().then_some(&mut below);
                self.child(child, state.mover, depth, window, sub)?
            } else {
                self.child(child, state.mover, depth, Window::null(window.alpha), None)?
            };
            let open = window.alpha < score.seeds && score.seeds < window.beta;
            if line.is_some() && number > 0 && open {
                score = self.child(child, state.mover, depth, window, Some(&mut below))?;
            }
            all_proven &= score.proven;
            if score.seeds <= best.0.seeds {
                continue;
            }
            best = (score, child.index);
            if score.seeds >= window.beta {
                return Ok(best);
            }
            if score.seeds > window.alpha {
                window.alpha = score.seeds;
                if let Some(line) = line.as_deref_mut() {
                    line.clear();
                    line.push(child.index);
                    line.append(&mut below);
                }
            }
        }
        best.0.proven = all_proven;
        Ok(best)
    }

    /// The score of a move of `mover` with `depth` moves to go, itself included.
    fn child(
        &mut self,
        child: &Child<C>,
        mover: Side,
        depth: u32,
        window: Window,
        line: Option<&mut Vec<u8>>,
    ) -> Result<Score, StopReason> {
        let after = &child.played.state;
        let rows = self.kernel.rows(after.cells);
        let kept = rows[mover.index()].cast_signed() - rows[mover.other().index()].cast_signed();
        if child.played.outcome == Outcome::Over || self.recurs(after) {
            if let Some(line) = line {
                line.clear();
            }
            return Ok(Score::proven(child.gain + kept));
        }
        let inner = window.less(child.gain);
        let score = if after.mover == mover {
            self.score(after, depth - 1, inner, line)?
        } else {
            let theirs = self.score(after, depth - 1, inner.turned(), line)?;
            Score {
                seeds: -theirs.seeds,
                ..theirs
            }
        };
        Ok(Score {
            seeds: child.gain + score.seeds,
            ..score
        })
    }

    fn recurs(&self, state: &State<C>) -> bool {
        self.kernel.repeats() && self.path.contains(&Table::key(self.kernel, state))
    }

    /// Seeds in the row of the player to move, and in the other one.
    fn rows_of(&self, state: &State<C>) -> [u32; 2] {
        let rows = self.kernel.rows(state.cells);
        [rows[state.mover.index()], rows[state.mover.other().index()]]
    }

    /// All legal moves in the order in which to try them: the table's, then those that go on
    /// (nearest to the store first), then by what they gain. Returns how many.
    fn children(
        &self,
        state: &State<C>,
        first: u8,
        children: &mut [Option<Child<C>>; 18],
    ) -> usize {
        let before = self.kernel.store(state.cells, state.mover);
        let mut legal = self.kernel.legal(state);
        let mut count = 0;
        while legal != 0 {
            let index = legal.trailing_zeros();
            legal &= legal - 1;
            let played = self.kernel.play(state, index as usize);
            let store = self.kernel.store(played.state.cells, state.mover);
            let gain = (store - before).cast_signed();
            let order = if index == u32::from(first) {
                i32::MAX
            } else if played.outcome == Outcome::Again {
                2048 + index.cast_signed()
            } else {
                gain
            };
            let child = Child {
                index: index as u8,
                gain,
                order,
                played,
            };
            // Insertion: there are few, and they are nearly in order.
            let mut place = count;
            while place > 0 && children[place - 1].is_some_and(|other| other.order < order) {
                children[place] = children[place - 1];
                place -= 1;
            }
            children[place] = Some(child);
            count += 1;
        }
        count
    }
}
